"""Puzzles of Le Cadran de Kaplan: find the word from the letters and clues that a player has seen in a real game.

The proof: of all nouns of the dictionary, singular and plural, exactly one fits the letters, the blanks and the clues of form that
were seen. A noun whose gender the dictionary does not give fits any.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from tableronde.bots import Bot
from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Action, Seat
from tableronde.games.kaplan.bots import LEVELS, KaplanBot
from tableronde.games.kaplan.bots.guessing import belief, spelled
from tableronde.games.kaplan.rules.dial import FORMS, LENGTHS, MEANINGS, PLACES
from tableronde.games.kaplan.rules.imagining import form_of, readings_among, stands
from tableronde.games.kaplan.rules.judging import normalise, verdict
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.texts import GENDERS as GENDER_NAMES
from tableronde.games.kaplan.texts import KIND_NAMES
from tableronde.games.kaplan.words.dictionary import Gender, Number, Word, all_nouns, common_words, nouns
from tableronde.puzzles.puzzle import Draft, Hint, Kind, Refutation, Workshop
from tableronde.table import Table
from tableronde.text import Text, same

ANNOUNCE: Final = "kaplan "
GENDERS: Final[tuple[Gender, ...]] = ("M", "F")
NUMBERS: Final[tuple[Number, ...]] = ("Sing", "Plur")


class TheWord(Kind):
    """Find the hidden word."""

    title = Text("Quel est le mot ?", "What is the word?")

    def question(self, table: Table, seat: Seat) -> Text:
        return Text(
            "Voici ce que vous avez vu. Un seul nom français y convient : annoncez-le.",
            "This is what you have seen. Only one French noun fits: announce it.",
        )

    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        return [ANNOUNCE + text for text in fitting(table.view(seat))]

    def is_right(self, table: Table, seat: Seat, action: Action, left: int) -> bool:
        """R34: whether the table would accept it."""
        word, secret = _word(action), table.state.secret
        strict = table.game.options.strict_words
        return word is not None and verdict(word, secret.word, secret.forms, secret.neighbours, strict) == "exact"

    def attempt(self, bot: Bot, table: Table, seat: Seat) -> Action | None:
        """The bot's most probable word."""
        assert isinstance(bot, KaplanBot)
        word = belief(table.view(seat), bot.level.mind).best.word
        return ANNOUNCE + word if word else None

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        word = _word(action)
        if word is None:
            return Refutation(Text("Ici, annoncez le mot.", "Announce the word here."))
        return Refutation(_objection(table.view(seat), word))

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        """The clues that nobody has shown yet, those of meaning first; then the start of the word, and its last letter."""
        seen = {clue.kind for clue in table.view(seat).clues if clue}
        secret = table.state.secret
        texts = {clue.kind: clue.text for clue in secret.clues if clue.kind not in seen}
        begins = Text(f"Le mot commence à la place {secret.start}.", f"The word begins at place {secret.start}.")
        hidden = [kind for kind in (*MEANINGS, *reversed(FORMS)) if kind in texts]
        return [
            *(Hint(_clue(kind, texts[kind])) for kind in hidden),
            Hint(begins),
            Hint(Text(f"Il finit par {secret.word[-1]}.", f"It ends with {secret.word[-1]}.")),
        ]


def fitting(view: View) -> list[str]:
    """Every noun of the dictionary that fits what was seen."""
    return sorted({reading.word.text for reading in readings_among(every_noun(), view.letters, form_of(view))})


@cache
def every_noun() -> tuple[Word, ...]:
    """All nouns of the dictionary that fit on the dial, once for each gender and number they may have."""
    spellings: dict[str, list[str]] = {}
    for spelling in all_nouns():
        spellings.setdefault(normalise(spelling), []).append(spelling)
    return tuple(word for text in sorted(spellings) if len(text) in LENGTHS for word in _readings(text, spellings[text]))


def _readings(text: str, spellings: Sequence[str]) -> Iterator[Word]:
    """A noun with every gender and number that one of its spellings may have: all of them if the dictionary is unsure."""
    known = all(spelling in nouns() for spelling in spellings)
    marks = {mark for spelling in spellings for mark in nouns()[spelling].marks} if known else set()
    for gender in GENDERS:
        for number in NUMBERS:
            if not known or f"{gender}.{number}" in marks:
                yield Word(text, gender, number, 0.0)


def _word(action: Action) -> str | None:
    """The word that an action announces."""
    return action.removeprefix(ANNOUNCE) if action.startswith(ANNOUNCE) else None


def _clue(kind: str, text: str) -> Text:
    """The text of a clue card: "synonyme : liste complète"."""
    said = GENDER_NAMES.get(text, same(text))
    return Text(f"{KIND_NAMES[kind].fr.capitalize()} : {said.fr}", f"{KIND_NAMES[kind].en.capitalize()}: {said.en}")


def _objection(view: View, word: str) -> Text:
    """The reason that an announced word cannot be right, from what was seen."""
    form = form_of(view)
    if form.initial and not word.startswith(form.initial):
        return Text(f"Le mot commence par {form.initial}.", f"The word begins with {form.initial}.")
    if form.length and len(word) != form.length:
        return Text(f"Le mot a {form.length} lettres.", f"The word has {form.length} letters.")
    if not any(stands(word, start, view.letters) for start in PLACES):
        return Text(f"{word} ne va pas avec les lettres que vous avez vues.", f"{word} does not fit the letters you have seen.")
    if not any(noun.text == word for noun in every_noun()):
        return Text(f"{word} n’est pas un nom du dictionnaire.", f"{word} is not a noun in the dictionary.")
    return Text(f"{word} n’a pas le genre et le nombre de l’indice.", f"{word} does not have the gender and number of the clue.")


def find(table: Table) -> Iterator[Draft]:
    """The positions in which somebody has learned enough to be certain, as if nobody had announced."""
    if table.game.options.tongue != "fr":
        return  # the proof uses the French dictionary
    known: set[object] = set()
    for then in _in_silence(table):
        for seat in range(then.game.seats):
            view = then.view(seat)
            if (view.letters, view.clues) not in known and _is_worth_a_proof(view):
                yield Draft("word", then, seat)
            known.add((view.letters, view.clues))


def _in_silence(table: Table) -> Iterator[Table]:
    """The positions after a game's first announcement as if there had been none: the same level plays on and stays silent."""
    first = next((i for i, event in enumerate(table.events) if _word(event.action)), table.plies)
    then, rng = table.at(first), Random(table.record().with_outcome(None).digest)
    player = KaplanBot(table.box, table.game, 0, rng, LEVELS["regular"])
    while legal := then.legal():
        yield then
        then = then.at(then.plies)
        [actor] = then.to_act()
        if actor == CHANCE:
            weights = then.game.weights(then.state)
            then.play(actor, rng.choices(list(weights), list(weights.values()))[0])
        else:
            player.seat = actor
            then.play(actor, player.choose(then.view(actor), (), settled(legal[actor])) or "")


def _is_worth_a_proof(view: View) -> bool:
    """Whether letters were seen, and exactly one common noun fits."""
    form = form_of(view)
    if sum(letter is not None for letter in view.letters) < 2 or spelled(view.letters, form):
        return False
    return len({reading.word.text for reading in readings_among(common_words(), view.letters, form)}) == 1


WORKSHOP: Final = Workshop({"word": TheWord()}, {"word": 64}, find, ("regular", "expert"), ((2, {"no_dice": True}), (3, {"no_dice": True})))
