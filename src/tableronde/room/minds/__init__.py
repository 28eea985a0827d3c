"""Thinking: bots that play, hints, reviews, and the processes they think in."""
