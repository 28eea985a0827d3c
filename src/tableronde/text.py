"""Text that people read, always in French and in English."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Language = Literal["fr", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, name or label in both languages.

    `{0}`, `{1}`, … stand for the players in those seats until `named` puts their names in.
    """

    fr: str
    en: str

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __add__(self, other: "Text") -> "Text":
        return Text(self.fr + other.fr, self.en + other.en)

    def named(self, names: "Sequence[Text]") -> "Text":
        """The same text with the players' names in place of their seats."""
        fr, en = self.fr, self.en
        for seat, name in enumerate(names):
            fr = fr.replace(f"{{{seat}}}", name.fr)
            en = en.replace(f"{{{seat}}}", name.en)
        return Text(fr, en)


NOTHING: Final = Text("", "")
SPACE: Final = Text(" ", " ")


def same(word: str) -> Text:
    """A text that reads alike in both languages: a number, a proper name, a code."""
    return Text(word, word)


def join(texts: Iterable[Text], between: Text = SPACE) -> Text:
    """Texts one after the other, with another between them."""
    parts = tuple(texts)
    return Text(between.fr.join(t.fr for t in parts), between.en.join(t.en for t in parts))
