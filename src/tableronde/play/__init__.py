"""Playing games: bots against bots, reviews, outcomes, the engine protocol, the terminal."""
