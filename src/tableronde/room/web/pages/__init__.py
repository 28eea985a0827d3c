"""The pages of the room, as data and as HTML."""
