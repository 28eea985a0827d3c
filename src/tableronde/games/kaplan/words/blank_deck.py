"""The blank deck: 120 cards with their metals, lenses and window colours, before words are printed on them.

There are five cards for each of the 24 ordered triples of different colours, dealt in thirty layers of four cards, so that every
layer gives each of the twelve groups exactly one card.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from random import Random
from typing import Final, NamedTuple

COLOURS: Final = ("red", "green", "blue", "yellow")
METALS: Final = ("copper", "gold", "silver")
FAMILIES: Final = ("clear", "filled", "striped", "dotted")
SHAPES: Final = ("circle", "square", "triangle", "hexagon", "star", "cross", "crescent", "diamond")
SYMBOLS: Final = tuple(f"{family} {shape}" for family in FAMILIES for shape in SHAPES)
WINDOWS: Final = (1, 2, 3)
BLANK: Final = ""
SHUFFLES: Final = 300


class Letters(NamedTuple):
    """The thirty layers of four cards: each group has one card of each layer. Short words leave more blank places, which need blanks."""

    blanks: int
    pure: str  # each of these letters is in all twelve groups
    mixed: tuple[str, ...]  # each group has one letter of each


LETTERS: Final[Mapping[str, Letters]] = {  # by language
    "fr": Letters(6, "EEEAAIIRRTTNNOSLUCMP", ("OSLU", "DGDB", "VHFB", "QYJG")),
    "en": Letters(8, "EEACDGHILMNOPRST", ("UVOS", "FAKF", "RBTI", "TRLY", "BNUC", "KWYU")),
}

Group = tuple[int, str]  # the window and colour that a colour pawn shows
Triple = tuple[str, str, str]


class Card(NamedTuple):
    """A card without marks. The colours are those of its three windows."""

    id: int
    metal: str
    lens: str
    colours: Triple

    def groups(self) -> tuple[Group, ...]:
        """The three groups a card belongs to."""
        return tuple(zip(WINDOWS, self.colours, strict=True))


GROUPS: Final[tuple[Group, ...]] = tuple((window, colour) for window in WINDOWS for colour in COLOURS)


def lay_out(rng: Random, letters: Letters = LETTERS["fr"]) -> tuple[Card, ...]:
    """The 120 cards."""
    cosets = _cosets()
    rng.shuffle(cosets)
    lenses = _lenses(cosets, letters, rng)
    deals = (_metals(lenses, cosets, rng) for _ in range(SHUFFLES))
    metals = min(deals, key=lambda metals: _telling(lenses, metals))
    faces = [(metal, lens, triple) for triple in lenses for metal, lens in zip(metals[triple], lenses[triple], strict=True)]
    rng.shuffle(faces)
    return tuple(Card(number, *face) for number, face in enumerate(faces, 1))


def _cosets() -> list[list[Triple]]:
    """Six sets of four triples. In each set every window has every colour once: the four differ by swapping two pairs of colours."""
    cosets: dict[frozenset[Triple], list[Triple]] = {}
    for first, second, third, fourth in permutations(COLOURS):
        four = [(first, second, third), (second, first, fourth), (third, fourth, first), (fourth, third, second)]
        cosets.setdefault(frozenset(four), four)
    return list(cosets.values())


def _lenses(cosets: list[list[Triple]], letters: Letters, rng: Random) -> dict[Triple, list[str]]:
    """The five lenses of each triple, the blank one first; layers are dealt to the cosets in turn."""
    lenses: dict[Triple, list[str]] = {triple: [] for coset in cosets for triple in coset}
    mixed = [rng.sample(four, 4) for four in letters.mixed]
    layers = [[BLANK] * 4] * letters.blanks + [[letter] * 4 for letter in letters.pure] + mixed
    for number, layer in enumerate(layers):
        for triple, lens in zip(cosets[number % len(cosets)], layer, strict=True):
            lenses[triple].append(lens)
    return lenses


def _metals(lenses: dict[Triple, list[str]], cosets: list[list[Triple]], rng: Random) -> dict[Triple, list[str]]:
    """Metals for each triple's cards: two, two and one. Blank cards of a group must have all metals equally, or clue cards run short."""
    metals: dict[Triple, list[str]] = {}
    for number, coset in enumerate(cosets):
        scarce, of_blank = METALS[number % 3], METALS[(number + 1) % 3]
        for triple in coset:
            rest = [*METALS, *METALS]
            rest.remove(scarce)
            rest.remove(of_blank)
            rng.shuffle(rest)
            if lenses[triple][1] == BLANK:
                rest.sort(key=METALS[(number + 2) % 3].__ne__)  # a second blank has yet another metal
            metals[triple] = [of_blank, *rest]
    return metals


def _telling(lenses: dict[Triple, list[str]], metals: dict[Triple, list[str]]) -> int:
    """How much the metal of a card reveals about its letter; 0 means equal shares for every letter."""
    pairs = Counter(pair for triple in lenses for pair in zip(lenses[triple], metals[triple], strict=True))
    return sum(count * count for count in pairs.values())
