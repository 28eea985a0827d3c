"""A table in the room: its game, and the people around it."""
