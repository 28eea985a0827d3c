"""Bots, hints, reviews and evaluations, and the processes in which they are computed."""
