"""A check of everything the project writes: length of lines, phrases that must not come back, spelling. `make lint` runs it."""
