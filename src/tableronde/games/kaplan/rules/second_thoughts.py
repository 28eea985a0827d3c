"""The question before an announcement: what it may earn and cost, and what speaks against the word as far as the player knows."""

from collections.abc import Iterator

from tableronde.game import Seat
from tableronde.games.kaplan.rules.announcing import ally, share_of_stake
from tableronde.games.kaplan.rules.dial import LENGTHS, PLACES
from tableronde.games.kaplan.rules.imagining import stands
from tableronde.games.kaplan.rules.judging import SHARES
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.texts import clue_text, name_of, player, points, quoted
from tableronde.games.kaplan.words.dictionary import marks, other_numbers
from tableronde.text import NOTHING, Text, join, same


def before_announcing(view: View, seat: Seat, word: str) -> Text:
    """R24, R25: the word once more, the stake, and what speaks against it. The player may still announce it (Q29)."""
    final = Text("C’est définitif.", "There is no going back.")
    return join((Text(f"Vous annoncez « {word} ».", f"You announce “{word}”."), awards(view, seat), final, *against(view, word)))


def awards(view: View, seat: Seat) -> Text:
    """R31, R34: what an announcement may earn or cost this seat, by the rules of its table."""
    worth = share_of_stake(view, seat)
    full, half, loss = (points(SHARES[verdict] * worth) for verdict in ("exact", "number", "wrong"))
    if view.strict_words:
        right = Text(" si c’est le mot exact, ", " for the exact word, ")
        nearly = Text(" si seul le nombre diffère (singulier ou pluriel), ", " if only the number differs (singular or plural), ")
    else:
        right = Text(" si c’est le mot, au singulier ou au pluriel, ", " for the word, singular or plural, ")
        nearly = Text(" s’il est mal orthographié, ", " if it is misspelled, ")
    each = NOTHING if ally(view, seat) is None else Text(", pour vous comme pour ", ", for you and for ") + player(ally(view, seat) or 0)
    earned = full + Text(" points", " points") + right + half + nearly + loss + Text(" sinon", " otherwise")
    return earned + each + same(".")


def against(view: View, word: str) -> Iterator[Text]:
    """Why a word cannot be the hidden one, from what this player has seen; nothing if it can, or if it counts like a word that can."""
    objections = list(_objections(view, word))
    fitting = sorted(other for other in other_numbers(word, view.language) if not any(_objections(view, other)))
    if not objections or (fitting and not view.strict_words):
        return
    if fitting:  # Q31
        fr = f"D’après ce que vous avez lu, ce serait plutôt « {fitting[0]} » : avec l’autre nombre, vous n’auriez que la moitié."
        yield Text(fr, f"From what you have read it could be “{fitting[0]}”, but not “{word}”: the other number earns only half.")
    else:
        yield from objections


def _objections(view: View, word: str) -> Iterator[Text]:
    if len(word) not in LENGTHS:
        low, high, plural = min(LENGTHS), max(LENGTHS), "s" * (len(word) > 1)
        yield Text(
            f"Ce ne peut pas être lui : il compte {len(word)} lettre{plural}, et le mot caché en a de {low} à {high}.",
            f"It cannot be this word: it has {len(word)} letter{plural}, and the hidden word has {low} to {high}.",
        )
    elif not any(stands(word, start, view.letters) for start in PLACES):
        yield Text(
            "Ce ne peut pas être lui : il ne va pas avec les lettres que vous avez vues.",
            "It cannot be this word: it does not fit the letters you have seen.",
        )
    for clue in view.clues:
        if clue is not None and _contradicts(clue, word, view):
            said = Text("Il contredit un indice que vous avez lu (", "It contradicts a clue you have read (")
            yield said + name_of(clue) + Text(" : ", ": ") + quoted(clue_text(clue)) + same(").")


def _contradicts(clue: Clue, word: str, view: View) -> bool:
    """Whether a clue of form excludes a word; gender and number only if the dictionary knows those of the word."""
    match clue.kind:
        case "initial":
            return word[:1] != clue.text
        case "length":
            return str(len(word)) != clue.text
        case "gender":
            return clue.text not in marks(view.language).get(word, {clue.text})
    return False
