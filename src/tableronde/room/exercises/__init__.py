"""Lessons and puzzles in the browser. Nothing is stored: each request says where it is."""
