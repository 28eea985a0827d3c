"""The ready-made phrases: all that a child-safe table lets people say."""

from typing import Final

from tableronde.text import Text

PHRASES: Final = (
    Text("Bonjour !", "Hello!"),
    Text("Bonne chance !", "Good luck!"),
    Text("Bien joué !", "Well played!"),
    Text("Merci !", "Thank you!"),
    Text("Oh là là !", "Oh my!"),
    Text("Un instant, s’il vous plaît.", "One moment, please."),
    Text("À vous !", "Your turn!"),
    Text("Pardon !", "Sorry!"),
    Text("Encore une ?", "Another one?"),
    Text("Au revoir !", "Goodbye!"),
)
