"""Le Cadran de Kaplan on paper: 120 cards that hide 384 words, the dial, and everything that lies on it."""
