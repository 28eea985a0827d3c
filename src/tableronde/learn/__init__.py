"""Learning a game: figures, lessons, the coach, puzzles: data in the game's folder, drawn by its scene and judged by its rules."""
