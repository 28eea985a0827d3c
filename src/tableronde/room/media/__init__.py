"""Expensive things made for the room in threads: preview images, box art, printed games."""
