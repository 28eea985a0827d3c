"""The check of a deck: it carries out the two sorts for all 384 pairs of pawns.

It examines only the deck, as a player with the cards could, and not how it was made. Checks are numbered V1 to V17; Q21 stands for
the two lists used to judge announced words.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product
from typing import Final, NamedTuple

from tableronde.game import Json

METALS: Final = {"gold", "silver", "copper"}
COLOURS: Final = {"red", "green", "blue", "yellow"}
FAMILIES: Final = ("clear", "filled", "striped", "dotted")
SHAPES: Final = ("circle", "square", "triangle", "hexagon", "star", "cross", "crescent", "diamond")
SYMBOLS: Final = {" ".join(pair) for pair in product(FAMILIES, SHAPES)}
LETTERS: Final = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
NUMBERS: Final = [str(number) for number in range(1, 13)]
KINDS: Final = ["analogy", "expression", "gender", "initial", "length", "synonym"]
GENDERS: Final = {  # by language; English has nouns only (N) and nouns that are verbs too (V)
    "fr": {"M.Sing", "F.Sing", "M.Plur", "F.Plur"},
    "en": {"N.Sing", "V.Sing", "N.Plur", "V.Plur"},
}

Card = Mapping[str, Json]
Deck = Mapping[str, Json]


class Fault(NamedTuple):
    """A fault of a deck: the check that failed, and a sentence."""

    check: str
    sentence: str


def verify(deck: Deck, language: str = "fr") -> list[Fault]:
    """Find all faults of a deck. Checks of the sorts need cards without faults of their own."""
    return [*_cards(deck["cards"]), *_pawns(deck)] or [*_first_sorts(deck), *_games(deck, GENDERS[language]), *_words(deck["games"])]


# The cards one by one


def _cards(cards: Sequence[Card]) -> Iterator[Fault]:
    if [card["id"] for card in cards] != list(range(1, 121)):
        yield Fault("V1", "there must be 120 cards numbered 1 to 120")
    if Counter(card["metal"] for card in cards) != dict.fromkeys(METALS, 40):
        yield Fault("V1", "there must be 40 cards of each metal")
    for card in cards:
        if card["lens"] not in LETTERS | {""}:
            yield Fault("V2", f"the lens of card {card['id']} is neither a letter nor blank")
        yield from (Fault(check, f"{sentence} (card {card['id']})") for check, sentence in _faces(card))


def _faces(card: Card) -> Iterator[tuple[str, str]]:
    colours = [window["colour"] for window in card["windows"]]
    if len(colours) != 3 or len({*colours} & COLOURS) != 3:
        yield "V3", "its windows must have three different colours"
    if {*colours} != {*card["skylights"]}:
        yield "V3", "its skylights must have the colours of its windows"
        return
    for window in card["windows"]:
        marks, skylight = window["marks"], card["skylights"][window["colour"]]
        if len(marks) != 24 or not {*marks} <= SYMBOLS:
            yield "V4", "a window does not show 24 different known symbols"
        if not {*marks.values()} <= {*NUMBERS, "K", ""}:
            yield "V4", "a symbol may contain only a number, a K or nothing"
        if {*skylight} != {symbol for symbol, content in marks.items() if content == "K"}:
            yield "V5", "the clues of a skylight must be at the K symbols of its window"
        if len(skylight) > 9:
            yield "V6", "a skylight has more than nine clues"


def _pawns(deck: Deck) -> Iterator[Fault]:
    pairs = {(pawn["window"], pawn["colour"]) for pawn in deck["colour_pawns"]}
    if len(deck["colour_pawns"]) != 12 or pairs != set(product((1, 2, 3), COLOURS)):
        yield Fault("V7", "there must be one colour pawn for each window and colour")
    if len(deck["symbol_pawns"]) != 32 or {*deck["symbol_pawns"]} != SYMBOLS:
        yield Fault("V8", "there must be one symbol pawn for each symbol")
    keys = {(game["window"], game["colour"], game["symbol"]) for game in deck["games"]}
    if len(deck["games"]) != 384 or keys != set(product((1, 2, 3), COLOURS, SYMBOLS)):
        yield Fault("V13", "the answer key must have one word for each pair of pawns")


# The two sorts


def first_sort(cards: Sequence[Card], window: int, colour: str) -> list[Card]:
    """The cards whose window at that position has that colour."""
    return [card for card in cards if card["windows"][window - 1]["colour"] == colour]


def second_sort(cards: Sequence[Card], window: int, symbol: str) -> list[tuple[str, Card]]:
    """Of those, the cards whose symbol is not empty, with its content."""
    contents = [(card["windows"][window - 1]["marks"].get(symbol, ""), card) for card in cards]
    return [(content, card) for content, card in contents if content]


def _first_sorts(deck: Deck) -> Iterator[Fault]:
    for pawn in deck["colour_pawns"]:
        kept = first_sort(deck["cards"], pawn["window"], pawn["colour"])
        if Counter(card["metal"] for card in kept) != dict.fromkeys(METALS, 10):
            yield Fault("V7", f"the first sort by {pawn['window']} {pawn['colour']} does not keep ten cards of each metal")


def _games(deck: Deck, genders: Set[str]) -> Iterator[Fault]:
    for game in deck["games"]:
        kept = second_sort(first_sort(deck["cards"], game["window"], game["colour"]), game["window"], game["symbol"])
        where = f"{game['window']} {game['colour']}, {game['symbol']}"
        yield from (Fault(check, f"{sentence} ({where})") for check, sentence in _game(game, kept, genders))


def _game(game: Mapping[str, Json], kept: list[tuple[str, Card]], genders: Set[str]) -> Iterator[tuple[str, str]]:
    crown = {content: card["lens"] for content, card in kept if content != "K"}
    clue_cards = [card for content, card in kept if content == "K"]
    if len(kept) != 18 or {*crown} != {*NUMBERS} or len(clue_cards) != 6:
        yield "V8", "the second sort does not keep the numbers 1 to 12 once each and six K"
        return
    if Counter(card["metal"] for card in clue_cards) != dict.fromkeys(METALS, 2):
        yield "V9", "there must be two K cards of each metal"
    yield from _clues(game, [card["skylights"][game["colour"]][game["symbol"]] for card in clue_cards], genders)
    yield from _crown(game, [crown[number] for number in NUMBERS])


def _clues(game: Mapping[str, Json], clues: list[Mapping[str, str]], genders: Set[str]) -> Iterator[tuple[str, str]]:
    texts = {clue["kind"]: clue["text"] for clue in clues}
    if sorted(texts) != KINDS or not all(texts.values()) or texts["gender"] not in genders:
        yield "V10", "the clues must be of the six kinds, once each, with a text"
    elif (texts["initial"], texts["length"]) != (game["word"][0], str(len(game["word"]))):
        yield "V15", "the first letter and the number of letters must be those of the word"


def _crown(game: Mapping[str, Json], lenses: list[str]) -> Iterator[tuple[str, str]]:
    length = 12 - lenses.count("")
    if length not in range(6, 13):
        yield "V11", f"the word has {length} letters"
    beginnings = [place for place in range(12) if lenses[place] and not lenses[place - 1]]
    if len(beginnings) != (length < 12) or beginnings not in ([], [game["start"] - 1]):
        yield "V12", "the blanks must be one run that ends where the word begins"
    turned = lenses[game["start"] - 1 :] + lenses[: game["start"] - 1]
    if game["start"] not in range(1, 13) or "".join(turned) != game["word"]:
        yield "V13", f"the lenses do not spell {game['word']}"


# The words together


def _words(games: Sequence[Mapping[str, Json]]) -> Iterator[Fault]:
    words = Counter(game["word"] for game in games)
    for game in games:
        word = game["word"]
        if words[word] > 1:
            yield Fault("V14", f"{word} is hidden more than once")
        if words.keys() & {*game["forms"], word + "S", word + "X"}:
            yield Fault("V16", f"the plural or the singular of {word} is in the deck too")
        if len(word) == 12 and words.keys() & {word[turn:] + word[:turn] for turn in range(1, 12)}:
            yield Fault("V17", f"{word} read from another place is another word of the deck")
        if not _judgeable(word, game["forms"], game["neighbours"]):
            yield Fault("Q21", f"the forms and neighbours of {word} must be two lists of other words")


def _judgeable(word: str, forms: Sequence[str], neighbours: Sequence[str]) -> bool:
    """Check lists: words in capitals, none of them twice, none of them the word itself."""
    others = [*forms, *neighbours]
    return len({word, *others}) == len(others) + 1 and all(other and {*other} <= LETTERS for other in others)
