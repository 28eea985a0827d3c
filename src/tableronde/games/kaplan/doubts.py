"""A second thought before an announcement: what it may cost and bring, and why it cannot be the word, as far as the player could see."""

from collections.abc import Iterator

from tableronde.game import Seat
from tableronde.games.kaplan.announcing import stake
from tableronde.games.kaplan.dial import LENGTHS, PLACES
from tableronde.games.kaplan.imagining import stands
from tableronde.games.kaplan.view import View
from tableronde.text import Text, join


def before_announcing(view: View, seat: Seat, word: str) -> Text:
    """R24, R25: the word once more, what is at stake, and what speaks against it. It may be announced all the same (Q29)."""
    worth = stake(view, seat)
    return join(
        (
            Text(
                f"Vous annoncez « {word} » : +{worth} points si c’est le mot, −{worth} sinon, et c’est définitif.",
                f"You announce “{word}”: +{worth} points if it is the word, −{worth} if it is not, and it is final.",
            ),
            *against(view, word),
        )
    )


def against(view: View, word: str) -> Iterator[Text]:
    """Why a word cannot be the hidden one, by what this player has seen."""
    if len(word) not in LENGTHS:
        low, high, plural = min(LENGTHS), max(LENGTHS), "s" * (len(word) > 1)
        yield Text(
            f"Ce ne peut pas être lui : il compte {len(word)} lettre{plural}, et le mot caché en a de {low} à {high}.",
            f"It cannot be the one: it has {len(word)} letter{plural}, and the hidden word has {low} to {high}.",
        )
    elif not any(stands(word, start, view.letters) for start in PLACES):
        yield Text(
            "Ce ne peut pas être lui : il ne va pas avec les lettres que vous avez vues.",
            "It cannot be the one: it does not fit the letters you have seen.",
        )
    for kind, text in ((clue.kind, clue.text) for clue in view.clues if clue is not None):
        if (kind == "initial" and word[:1] != text) or (kind == "length" and str(len(word)) != text):
            yield Text(f"Il contredit un indice que vous avez lu : « {text} ».", f"It contradicts a clue you have read: “{text}”.")
