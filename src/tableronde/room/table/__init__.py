"""A table in the room: the game being played, and the people around it."""
