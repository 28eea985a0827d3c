"""`tableronde dev`: a room for one author, which follows every save of a game's folder."""
