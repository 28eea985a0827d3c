"""Imagine what a seat cannot see: a random state that gives exactly its view.

Only the view is used. The hidden word is a common noun, French or English, that fits the letters, blanks and clues of form seen so
far; if there is none, it is made of random letters that fit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import BLANK, KINDS, LENGTHS, PLACES, stock, tint
from tableronde.games.kaplan.rules.state import Announcement, Clue, Place, Secret, State, Token
from tableronde.games.kaplan.rules.view import SeenToken, View
from tableronde.games.kaplan.words.dictionary import Language, Word, common_words

Letters = tuple[str | None, ...]
Piles = tuple[tuple[int, ...], ...]
TRIALS = 20
UNKNOWN = "…"  # stands for a clue of meaning that nobody has seen


class Reading(NamedTuple):
    """A word and its first place."""

    word: Word
    start: int


class Form(NamedTuple):
    """What is known from the clues of form; empty where nothing is known yet."""

    initial: str = ""
    length: int = 0
    gender: str = ""


def form_of(view: View) -> Form:
    """The clues of form in a view."""
    texts = {clue.kind: clue.text for clue in view.clues if clue}
    return Form(texts.get("initial", ""), int(texts.get("length", 0)), texts.get("gender", ""))


@lru_cache(maxsize=16)
def readings(letters: Letters, form: Form, language: Language = "fr") -> tuple[Reading, ...]:
    """All common nouns, from every place, that fit what was seen."""
    return readings_among(common_words(language), letters, form)


def readings_among(words: Sequence[Word], letters: Letters, form: Form) -> tuple[Reading, ...]:
    """Those of these words, from every place, that fit what was seen."""
    starts = defaultdict(list)
    for start, length in runs(letters, form.length):
        starts[length].append((start, _seen_of(start, length, letters)))
    return tuple(
        Reading(word, start)
        for word in words
        if _fits_form(word, form)
        for start, seen in starts[len(word.text)]
        if all(word.text[i] == letter for i, letter in seen)
    )


def gender_text(word: Word) -> str:
    """Gender and number as on the clue card."""
    return f"{word.gender}.{word.number}"


def _fits_form(word: Word, form: Form) -> bool:
    return word.text.startswith(form.initial) and form.gender in ("", gender_text(word))


def runs(letters: Letters, length: int) -> Iterator[tuple[int, int]]:
    """R1: the possible starts and lengths of the word, by letters and blanks alone."""
    for start in PLACES:
        for long in LENGTHS:
            inside = {(start - 1 + i) % len(PLACES) for i in range(long)}
            if length in (0, long) and all((letter != BLANK) == (i in inside) for i, letter in enumerate(letters) if letter):
                yield start, long


def may_begin(start: int, letters: Letters, form: Form) -> bool:
    """Whether the word may begin on a place, as far as the first letter is known."""
    return not form.initial or letters[start - 1] in (None, form.initial)


def _seen_of(start: int, length: int, letters: Letters) -> list[tuple[int, str]]:
    """What was seen of a word that begins there: the known letters, and what they are."""
    return [(i, letter) for i in range(length) if (letter := letters[(start - 1 + i) % len(PLACES)])]


def imagine(view: View, rng: Random) -> State:
    """A state that gives exactly this view."""
    secret = view.secret or _secret(view, rng)
    crown, hands = _crown(view, rng)
    return State(
        secret=secret,
        turn=view.turn,
        phase=view.phase,
        hands=hands,
        waiting=view.waiting,
        crown=crown,
        shield=view.shield,
        reserve=view.reserve,
        consulted=view.consulted,
        dice=view.dice,
        left=view.left,
        used=view.used,
        announced=tuple(Announcement(made.seat, made.stake, made.word or _reading(view, rng).word.text) for made in view.announced),
        alliances=view.alliances,
        asker=view.asker,
        refused=view.refused,
        offer=view.offer,
        last=view.last,
        news=view.news,
        turns=view.turns,
        reason=view.reason,
    )


def _secret(view: View, rng: Random) -> Secret:
    word, start = _reading(view, rng)
    texts = {"initial": word.text[0], "length": str(len(word.text)), "gender": gender_text(word)}
    kinds = [kind for kind in KINDS if kind not in {clue.kind for clue in view.clues if clue}]
    rng.shuffle(kinds)
    unseen = iter([Clue(kind, texts.get(kind, UNKNOWN)) for kind in kinds])
    return Secret(word.text, start, tuple(clue or next(unseen) for clue in view.clues))


def _reading(view: View, rng: Random) -> Reading:
    """A random fitting word, all equally likely: by trial while little was seen, else from the list of all."""
    form = form_of(view)
    for _ in range(TRIALS):
        word, start = rng.choice(common_words(view.language)), rng.choice(PLACES)
        if _fits_form(word, form) and form.length in (0, len(word.text)) and stands(word.text, start, view.letters):
            return Reading(word, start)
    fitting = readings(view.letters, form, view.language)
    return rng.choice(fitting) if fitting else _any_reading(view.letters, form, view.language, rng)


def stands(text: str, start: int, letters: Letters) -> bool:
    """Whether a word that begins there agrees with the letters and blanks seen."""
    padded = text.ljust(len(PLACES), BLANK)
    return all(letter in (None, padded[(place - start) % len(PLACES)]) for place, letter in zip(PLACES, letters, strict=True))


def _any_reading(letters: Letters, form: Form, language: Language, rng: Random) -> Reading:
    """Random letters for the unseen places, for a word that no list contains."""
    start, long = rng.choice([run for run in runs(letters, form.length) if may_begin(run[0], letters, form)])
    places = [(start - 1 + i) % len(PLACES) for i in range(long)]
    text = "".join(letters[place] or rng.choice(ascii_uppercase) for place in places)
    return Reading(Word(form.initial + text[len(form.initial) :], "N" if language == "en" else "M", "Sing", 0.0), start)


def _crown(view: View, rng: Random) -> tuple[tuple[Place, ...], Piles]:
    """The places with their tokens, and everybody's hand: known values as they are, the others at random."""
    values, hands = zip(*(_tokens(view, seat, rng) for seat in range(view.seats)), strict=True)
    tokens = [tuple(Token(token.seat, next(values[token.seat])) for token in place.tokens) for place in view.crown]
    return tuple(Place(place.face, lying, place.seen_by) for place, lying in zip(view.crown, tokens, strict=True)), hands


def _tokens(view: View, seat: Seat, rng: Random) -> tuple[Iterator[int], tuple[int, ...]]:
    """The values of a seat's tokens on the dial, place by place, and its hand."""
    if seat == view.seat:
        return iter([value for _, value in view.tokens]), view.hand
    lying = [token for place in view.crown for token in place.tokens if token.seat == seat]
    seen = Counter((*view.waiting[seat], *(token.value for token in lying if token.value)))
    unseen = list((Counter(stock(view.seats)) - seen).elements())
    rng.shuffle(unseen)
    values = [token.value or _drawn(unseen, token) for token in lying]
    return iter(values), tuple(sorted(unseen))


def _drawn(unseen: list[int], token: SeenToken) -> int:
    """A possible value of a hidden token, taken from those nobody has seen."""
    value = next(value for value in unseen if token.tint in ("", tint(value)))
    unseen.remove(value)
    return value
