"""The game on paper: its kit."""
