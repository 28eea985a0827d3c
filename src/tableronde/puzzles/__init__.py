"""Puzzles: positions with one right answer, and their proofs."""
