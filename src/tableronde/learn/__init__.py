"""Learning a game: figures, lessons, coach and openings, as data in the game's folder, drawn by its scene and judged by its rules."""
