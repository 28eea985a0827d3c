"""Choose the words of the lexicon for each group of cards, by simulated annealing.

Every group takes 32 words that its lenses can spell, each word goes into one group at most, and no card may be used so often that
clues no longer fit on it. Required words then replace others.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final

from tableronde.games.kaplan.rules.dial import PLACES
from tableronde.games.kaplan.words.blank_deck import BLANK, GROUPS, Card, Group

WORDS: Final = 32  # in a group, one for each symbol pawn
LETTER_USES: Final = 18  # crowns that a card with a letter may be used in, of 24 marks
BLANK_USES: Final = 22
STEPS: Final = 400_000
HOT: Final = 1.5
COLD: Final = 0.1

Stock = Counter[str]  # lens -> number of cards of a group that have it


def stocks(cards: Sequence[Card]) -> dict[Group, Stock]:
    """The lenses of each group."""
    return {group: Counter(card.lens for card in cards if group in card.groups()) for group in GROUPS}


def fitting(word: str, lenses: Mapping[Group, Stock]) -> list[Group]:
    """The groups whose cards can spell a word."""
    return [group for group in GROUPS if Counter(word) <= lenses[group]]


def need(word: str) -> Counter[str]:
    """The lenses that a word needs, blanks included."""
    return Counter(word) + Counter({BLANK: len(PLACES) - len(word)})


class Choice:
    """Words in groups, some of them in none (group None), with a cost for what is wrong."""

    def __init__(self, words: Sequence[str], lenses: Mapping[Group, Stock]) -> None:
        self.fits = {word: groups for word in words if (groups := fitting(word, lenses))}
        self.place: dict[str, Group | None] = dict.fromkeys(self.fits)
        self.words: dict[Group, list[str]] = {group: [] for group in GROUPS}
        self.uses: dict[Group, Counter[str]] = {group: Counter() for group in GROUPS}
        self.caps = {
            group: {lens: count * (LETTER_USES if lens else BLANK_USES) for lens, count in stock.items()} for group, stock in lenses.items()
        }
        self.costs = dict.fromkeys(GROUPS, 3 * WORDS)

    def put(self, word: str, group: Group | None) -> None:
        """Move a word into a group, or out of all."""
        left = self.place[word]
        if left:
            self.words[left].remove(word)
            self.uses[left].subtract(need(word))
            self.costs[left] = self._cost(left)
        self.place[word] = group
        if group:
            self.words[group].append(word)
            self.uses[group].update(need(word))
            self.costs[group] = self._cost(group)

    def _cost(self, group: Group) -> int:
        caps = self.caps[group]
        over = sum(uses - caps[lens] for lens, uses in self.uses[group].items() if uses > caps[lens])
        return 3 * abs(len(self.words[group]) - WORDS) + over

    @property
    def cost(self) -> int:
        return sum(self.costs.values())


def choose(words: Sequence[str], cards: Sequence[Card], rng: Random, needed: Collection[str] = ()) -> dict[Group, list[str]]:
    """Choose 32 words for each group, including all required ones; ValueError if that fails."""
    choice = Choice(words, stocks(cards))
    if len(choice.fits) < WORDS * len(GROUPS):
        raise ValueError(f"the cards can spell only {len(choice.fits)} of these words, and {WORDS * len(GROUPS)} are needed")
    _deal(choice, rng)
    _anneal(choice, rng)
    if choice.cost:
        raise ValueError("no choice of words was found that leaves room for the clues: try another seed, or add words")
    for word in needed:
        _let_in(choice, word, needed)
    return {group: sorted(words) for group, words in choice.words.items()}


def _let_in(choice: Choice, word: str, needed: Collection[str]) -> None:
    """Put a word into the deck in place of one that is not required; nothing else changes."""
    if word not in choice.fits:
        raise ValueError(f"{word} must be in the deck, but it is not in the lexicon, or the cards cannot spell it")
    if choice.place[word] is not None:
        return
    for group in choice.fits[word]:
        for other in sorted({*choice.words[group]} - {*needed}):
            choice.put(other, None)
            choice.put(word, group)
            if not choice.cost:
                return
            choice.put(word, None)
            choice.put(other, group)
    raise ValueError(f"{word} must be in the deck, but there is no room for it: try another seed")


def _deal(choice: Choice, rng: Random) -> None:
    """A first assignment: words that fit few groups first, each to the emptiest group, long ones before short ones."""
    words = rng.sample(sorted(choice.fits), len(choice.fits))
    for word in sorted(words, key=lambda word: (len(choice.fits[word]), -len(word))):
        group = min(choice.fits[word], key=lambda group: len(choice.words[group]))
        if len(choice.words[group]) < WORDS:
            choice.put(word, group)


def _anneal(choice: Choice, rng: Random) -> None:
    words = sorted(choice.fits)
    for step in range(STEPS):
        if not choice.cost:
            return
        warmth = HOT * (COLD / HOT) ** (step / STEPS)
        _try_move(choice, rng.choice(words), warmth, rng)


def _try_move(choice: Choice, word: str, warmth: float, rng: Random) -> None:
    """Move a word, or exchange it for a word there if the group is full; undo the move if it is no improvement."""
    source, target = choice.place[word], rng.choice([*choice.fits[word], None])
    if source == target:
        return
    before = choice.cost
    moved = [(word, source)]
    if target and len(choice.words[target]) >= WORDS:
        moved.append((rng.choice(choice.words[target]), target))
    choice.put(word, target)
    for other, _ in moved[1:]:
        choice.put(other, source if source in choice.fits[other] else None)
    if rng.random() >= math.exp(min(0, before - choice.cost) / warmth):
        for back, home in reversed(moved):
            choice.put(back, home)
