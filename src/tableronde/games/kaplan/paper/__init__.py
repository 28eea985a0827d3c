"""Le Cadran de Kaplan on paper: 120 cards in which 384 words hide, the dial, and all that is laid on it."""
