"""Make a deck from the lexicon: 120 printed cards in which any two pawns find a word and its clues.

A deck is plain JSON: the cards with their windows and skylights, the pawns, and the answer key. The same lexicon and seed give the
same deck. The maker shares no code with the check of a deck.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from tableronde.game import Json
from tableronde.games.kaplan.rules.dial import PLACES
from tableronde.games.kaplan.words.blank_deck import BLANK, GROUPS, LETTERS, METALS, SYMBOLS, Card, Group, lay_out
from tableronde.games.kaplan.words.dictionary import Language, forms, neighbours
from tableronde.games.kaplan.words.lexicon import Entry
from tableronde.games.kaplan.words.word_groups import choose

SEED: Final = 113  # of the French deck in the package
SEEDS: Final[Mapping[Language, int]] = {"fr": SEED, "en": 71}
NEEDED: Final[Mapping[Language, tuple[str, ...]]] = {"fr": ("PERCHE",), "en": ()}  # the example in the booklet
MARKS: Final = 24  # symbols in a window
CLUES_A_METAL: Final = 2  # Q3
CLUES_A_SKYLIGHT: Final = 9  # texts that fit in a skylight

Crown = Sequence[int]  # the ids of the twelve cards of a word, by place
Marks = dict[str, str]  # symbol -> "1" to "12", "K", or nothing
Holders = dict[int, list[str]]  # id of a clue card -> the words it has a clue for


class Printing:
    """One group of cards while its 32 words are printed on it."""

    def __init__(self, cards: Sequence[Card], words: Sequence[str], rng: Random) -> None:
        self.cards = cards
        self.starts = {word: rng.randint(1, len(PLACES)) for word in words}
        self.crowns = _crowns(cards, self.starts)
        self.uses = Counter(card for crown in self.crowns.values() for card in crown)
        self.clue_cards = self._clue_cards()
        self.symbols = dict(zip(words, rng.sample(SYMBOLS, len(SYMBOLS)), strict=True))

    def _clue_cards(self) -> dict[str, list[int]]:
        """Six cards for each word, two of each metal, none of them on its crown."""
        found: dict[str, list[int]] = defaultdict(list)
        for metal in METALS:
            room = {card.id: min(CLUES_A_SKYLIGHT, MARKS - self.uses[card.id]) for card in self.cards if card.metal == metal}
            for card, words in match(self.crowns, room).items():
                for word in words:
                    found[word].append(card)
        return found

    def marks(self, rng: Random) -> dict[int, Marks]:
        """The content of this group's windows, filled up with empty symbols."""
        marks: dict[int, Marks] = {card.id: {} for card in self.cards}
        for word, symbol in self.symbols.items():
            for place, card in enumerate(self.crowns[word], 1):
                marks[card][symbol] = str(place)
            for card in self.clue_cards[word]:
                marks[card][symbol] = "K"
        return {card: _filled(window, rng) for card, window in marks.items()}

    def skylights(self, clues: Mapping[str, Mapping[str, str]], rng: Random) -> dict[int, dict[str, Json]]:
        """The clues on the reading faces; their order is random."""
        skylights: dict[int, dict[str, Json]] = {card.id: {} for card in self.cards}
        for word, cards in self.clue_cards.items():
            kinds = rng.sample(sorted(clues[word]), len(cards))
            for card, kind in zip(cards, kinds, strict=True):
                skylights[card][self.symbols[word]] = {"kind": kind, "text": clues[word][kind]}
        return {card: dict(sorted(skylight.items())) for card, skylight in skylights.items()}


def press(lexicon: Sequence[Entry], seed: int = SEED, language: Language = "fr") -> dict[str, Json]:
    """Make a full deck; ValueError with a sentence if these words do not allow one."""
    rng = Random(seed)
    cards = lay_out(rng, LETTERS[language])
    entries = {entry.text: entry for entry in lexicon}
    chosen = choose(list(entries), cards, rng, NEEDED[language])
    printings = {group: Printing([card for card in cards if group in card.groups()], chosen[group], rng) for group in GROUPS}
    marks = {group: printing.marks(rng) for group, printing in printings.items()}
    clues = {word: entry.clues() for word, entry in entries.items()}
    skylights = {group: printing.skylights(clues, rng) for group, printing in printings.items()}
    return {
        "cards": [_card(card, marks, skylights) for card in cards],
        "colour_pawns": [{"window": window, "colour": colour} for window, colour in GROUPS],
        "symbol_pawns": list(SYMBOLS),
        "games": [game for group, printing in printings.items() for game in _games(group, printing, entries, language)],
    }


def _crowns(cards: Iterable[Card], starts: Mapping[str, int]) -> dict[str, Crown]:
    """For each word the twelve cards of its crown: of cards with the same lens always the one least used so far."""
    by_lens: dict[str, list[int]] = defaultdict(list)
    for card in cards:
        by_lens[card.lens].append(card.id)
    uses: Counter[int] = Counter()
    crowns: dict[str, Crown] = {}
    for word, start in starts.items():
        run: list[int] = []
        for lens in [*word, *[BLANK] * (len(PLACES) - len(word))]:
            run.append(min((card for card in by_lens[lens] if card not in run), key=lambda card: (uses[card], card)))
        uses.update(run)
        turn = len(PLACES) + 1 - start
        crowns[word] = [*run[turn:], *run[:turn]]
    return crowns


def match(crowns: Mapping[str, Crown], room: Mapping[int, int]) -> Holders:
    """Two clue cards of a metal for each word, by augmenting paths; ValueError if there are not enough."""
    holders: Holders = {card: [] for card in room}
    for word in [word for word in crowns for _ in range(CLUES_A_METAL)]:
        if not _place_clue(word, crowns, room, holders, set()):
            raise ValueError(f"no clue card is left for {word}: press with another seed")
    return holders


def _place_clue(word: str, crowns: Mapping[str, Crown], room: Mapping[int, int], holders: Holders, tried: set[int]) -> bool:
    """Give a word one more clue card, moving other words' clues if necessary."""
    cards = [card for card in holders if card not in crowns[word] and word not in holders[card]]
    for card in sorted(cards, key=lambda card: (len(holders[card]), card)):
        if card in tried:
            continue
        tried.add(card)
        if len(holders[card]) < room[card]:
            holders[card].append(word)
            return True
        for other in list(holders[card]):
            if _place_clue(other, crowns, room, holders, tried):
                holders[card].remove(other)
                holders[card].append(word)
                return True
    return False


def _filled(window: Marks, rng: Random) -> Marks:
    """A window filled up with symbols."""
    empty = rng.sample([symbol for symbol in SYMBOLS if symbol not in window], MARKS - len(window))
    full = window | dict.fromkeys(empty, "")
    return {symbol: full[symbol] for symbol in SYMBOLS if symbol in full}


def _card(card: Card, marks: Mapping[Group, Mapping[int, Marks]], skylights: Mapping[Group, Mapping[int, Json]]) -> dict[str, Json]:
    return {
        "id": card.id,
        "metal": card.metal,
        "lens": card.lens,
        "windows": [{"colour": group[1], "marks": marks[group][card.id]} for group in card.groups()],
        "skylights": {group[1]: skylights[group][card.id] for group in card.groups()},
    }


def _games(group: Group, printing: Printing, entries: Mapping[str, Entry], language: Language) -> Iterable[dict[str, Json]]:
    """The answer key of a group, in the order of the symbol pawns, with the lists for judging (Q21)."""
    window, colour = group
    for word, symbol in sorted(printing.symbols.items(), key=lambda item: SYMBOLS.index(item[1])):
        others = forms(entries[word].word, language)
        yield {
            "window": window,
            "colour": colour,
            "symbol": symbol,
            "word": word,
            "start": printing.starts[word],
            "forms": list(others),
            "neighbours": list(neighbours(word, others, language)),
        }
