"""The end in sentences: who announced which word, whether it was the one, what that brought, and who kept silent."""

from collections.abc import Iterator
from typing import Final

from tableronde.games.kaplan.announcing import ally, silent
from tableronde.games.kaplan.texts import VERDICTS, player, players, points
from tableronde.games.kaplan.view import SeenAnnouncement, View
from tableronde.text import NOTHING, Text, same

_FOUND: Final = Text(" a trouvé", " found it")
_NEARLY: Final = Text(" y était presque", " nearly had it")
_FAILED: Final = Text(" se trompe", " is wrong")
_JUDGED: Final = {"exact": _FOUND, "spelling": _NEARLY, "number": _NEARLY, "wrong": _FAILED}


def found(view: View) -> Iterator[Text]:
    """Once the game is over, a sentence for each announcement, and one for those who made none."""
    if not view.over:
        return
    yield from (_announced(view, made) for made in view.announced)
    if quiet := silent(view):
        none = Text("n’a rien annoncé", "announced nothing") if len(quiet) == 1 else Text("n’ont rien annoncé", "announced nothing")
        yield players(quiet) + same(" ") + none + Text(" : ", ": ") + scored(0.0) + same(".")


def _announced(view: View, made: SeenAnnouncement) -> Text:
    partner, verdict = ally(view, made.seat), made.verdict or "wrong"
    both = NOTHING if partner is None else Text(" (avec ", " (with ") + player(partner) + same(")")
    how = same(", ") + VERDICTS[verdict] if _JUDGED[verdict] is _NEARLY else NOTHING
    each = NOTHING if partner is None else Text(" chacun", " each")
    said = Text(f" : « {made.word} »", f": “{made.word}”")
    return player(made.seat) + both + _JUDGED[verdict] + said + how + same(", ") + scored(view.scores[made.seat]) + each + same(".")


def scored(score: float) -> Text:
    """A score with its sign and its word: "+36 points"."""
    fr, en = "s" * (abs(score) >= 2), "s" * (abs(score) != 1)
    return points(score) + Text(f" point{fr}", f" point{en}")
