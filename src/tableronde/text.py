"""Texts that people read, always in French and in English."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

Language = Literal["fr", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("fr", "en")

_SEAT: Final = re.compile(r"\{(\d+)\}")
_AFTER_E: Final = re.compile(r"\b([Dd]|(?:[Jj]us|[Ll]ors|[Pp]uis)?[Qq]u)e \{(\d+)\}")  # words whose e is elided before a vowel


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, name or label in both languages.

    `{0}`, `{1}`, … stand for the players in those seats until `named` puts their names in.
    """

    fr: str
    en: str

    __iter__ = None  # otherwise Python would iterate forever over `tips=(Text(…))`, which lacks a comma

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __add__(self, other: "Text") -> "Text":
        return Text(self.fr + other.fr, self.en + other.en)

    def named(self, names: "Sequence[Text]") -> "Text":
        """Return the text with the players' names in place of their seats, with French elision: "la main d’Ada"."""
        return _named(self, tuple(names)) if "{" in self.fr or "{" in self.en else self


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun used with an article or a number; its plurals take an s unless given."""

    fr: str
    en: str
    feminine: bool = False
    many: Text | None = None

    @property
    def a(self) -> Text:
        """Return the noun with an indefinite article: « une flèche », "an arrow"."""
        return Text(f"{'une' if self.feminine else 'un'} {self.fr}", f"{'an' if self.en[0] in 'aeiou' else 'a'} {self.en}")

    @property
    def the(self) -> Text:
        """Return the noun with a definite article: « l’étoile », "the star"."""
        article = "l’" if elides(self.fr) else "la " if self.feminine else "le "
        return Text(f"{article}{self.fr}", f"the {self.en}")

    def count(self, number: int) -> Text:
        """Return the noun with a number: « 0 point », "0 points" (French uses the singular below two)."""
        many = self.many or Text(f"{self.fr}s", f"{self.en}s")
        return Text(f"{number} {self.fr if abs(number) < 2 else many.fr}", f"{number} {self.en if number == 1 else many.en}")


def elides(word: str) -> bool:
    """Return whether French words before it are elided: it begins with a vowel, or with an h, which counts as mute."""
    plain = unicodedata.normalize("NFD", word.casefold())
    letters = [letter for letter in plain if letter.isalpha()]
    if letters[:1] == ["y"]:
        return len(letters) > 1 and letters[1] not in "aeiou"  # d’Yves, de Yann
    return letters[:1] != [] and letters[0] in "aeiouhœæ"


@lru_cache(4096)  # a picture repeats the same texts with the same names
def _named(text: Text, names: tuple[Text, ...]) -> Text:
    def elide(found: re.Match[str]) -> str:
        seat = int(found[2])
        return f"{found[1]}’{{{seat}}}" if seat < len(names) and elides(names[seat].fr) else found[0]

    def put(text: str, language: Language) -> str:
        return _SEAT.sub(lambda found: names[int(found[1])][language] if int(found[1]) < len(names) else found[0], text)

    return Text(put(_AFTER_E.sub(elide, text.fr), "fr"), put(text.en, "en"))


NOTHING: Final = Text("", "")
SPACE: Final = Text(" ", " ")


def does(seat: int, reader: int | None, verb: Text, yours: Text) -> Text:
    """Return a seat and what it does, to begin a sentence: "{0} jumps", or "You jump" to the player in that seat."""
    return Text("Vous ", "You ") + yours if seat == reader else same(f"{{{seat}}} ") + verb


def same(word: str) -> Text:
    """Return a text that is the same in both languages: a number, a proper name, a code."""
    return Text(word, word)


def join(texts: Iterable[Text], between: Text = SPACE) -> Text:
    """Join texts with another one between them."""
    parts = tuple(texts)
    return Text(between.fr.join(t.fr for t in parts), between.en.join(t.en for t in parts))
