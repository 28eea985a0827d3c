"""The words of Le Cadran de Kaplan: dictionaries, the lexicon, and the decks made from it."""
