"""Games and lessons in the terminal."""
