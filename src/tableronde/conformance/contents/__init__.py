"""Checks of what a box contains for people: texts, pictures, lessons, kits."""
