"""Read a set-up: the word, its first place, the six clues, the first player, and the two lists used to judge words."""

from typing import Final

from tableronde.game import Json, Setup
from tableronde.games.kaplan.rules.dial import CARDS, KINDS, LENGTHS, PLACES
from tableronde.games.kaplan.rules.judging import is_word
from tableronde.games.kaplan.rules.state import Clue, Secret

REQUIRED: Final = {"word", "start", "first", "clues"}
OPTIONAL: Final = {"forms", "neighbours"}


def read_setup(setup: Setup, seats: int) -> tuple[Secret, int]:
    """The secret and the first seat; ValueError with a sentence if the rules refuse the set-up."""
    if not isinstance(setup, dict) or not REQUIRED <= set(setup) <= REQUIRED | OPTIONAL:
        raise ValueError("a set-up has the keys word, start, first and clues, and may have forms and neighbours")
    word = _word(setup["word"])
    secret = Secret(
        word,
        _number(setup["start"], "start, the place of the first letter,", 1, len(PLACES)),
        _clues(setup["clues"], word),
        _list(setup.get("forms", []), "forms"),
        _list(setup.get("neighbours", []), "neighbours"),
    )
    _check_lists(secret)
    return secret, _number(setup["first"], "first, the seat that begins,", 0, seats - 1)


def _word(value: Json) -> str:
    if not isinstance(value, str) or not is_word(value) or len(value) not in LENGTHS:
        raise ValueError(f"the word must have 6 to 12 letters A to Z, unlike {value!r}")
    return value


def _number(value: Json, name: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _clues(value: Json, word: str) -> tuple[Clue, ...]:
    if not isinstance(value, dict) or set(value) != set(CARDS):
        raise ValueError(f"clues must be an object with the keys {', '.join(CARDS)}")
    clues = tuple(_clue(card, value[card]) for card in CARDS)
    if {clue.kind for clue in clues} != set(KINDS):
        raise ValueError(f"the six clues must be of the six kinds {', '.join(KINDS)}, once each")
    texts = {clue.kind: clue.text for clue in clues}
    if texts["initial"] != word[0] or texts["length"] != str(len(word)):
        raise ValueError("the clues initial and length must agree with the word")
    return clues


def _clue(card: str, value: Json) -> Clue:
    if not isinstance(value, dict) or set(value) != {"kind", "text"} or not all(isinstance(part, str) and part for part in value.values()):
        raise ValueError(f'clue {card} must be {{"kind": …, "text": …}} with two texts that are not empty, not {value!r}')
    return Clue(value["kind"], value["text"])


def _list(value: Json, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) and is_word(word) for word in value):
        raise ValueError(f"{name} must be a list of words in capitals A to Z")
    return tuple(value)


def _check_lists(secret: Secret) -> None:
    """Q21: the word is in neither list, and no word is in both."""
    if secret.word in secret.forms + secret.neighbours:
        raise ValueError("neither forms nor neighbours may contain the word itself")
    if set(secret.forms) & set(secret.neighbours):
        raise ValueError("no word may be both a form and a neighbour")
