"""The end in sentences: the announced words, whether they were right, the points, and the players who kept silent."""

from collections.abc import Iterator
from typing import Final

from tableronde.games.kaplan.rules.announcing import ally, silent
from tableronde.games.kaplan.rules.view import SeenAnnouncement, View
from tableronde.games.kaplan.texts import VERDICTS, Verb, doing, player, points
from tableronde.text import NOTHING, Text, same

_FOUND: Final = Verb("a trouvé", "ont trouvé", "avez trouvé", "found it", "found it")
_NEARLY: Final = Verb("y était presque", "y étaient presque", "y étiez presque", "nearly had it", "nearly had it")
_FAILED: Final = Verb("se trompe", "se trompent", "vous trompez", "was wrong", "were wrong")
_SILENT: Final = Verb("n’a rien annoncé", "n’ont rien annoncé", "n’avez rien annoncé", "announced nothing", "announced nothing")
_JUDGED: Final = {"exact": _FOUND, "spelling": _NEARLY, "number": _NEARLY, "wrong": _FAILED}


def found(view: View) -> Iterator[Text]:
    """Sentences after the end: one for each announcement, and one for those who made none."""
    if not view.over:
        return
    yield from (_announced(view, made) for made in view.announced)
    if quiet := silent(view):
        yield doing(quiet, view.seat, _SILENT) + Text(" : ", ": ") + scored(0.0) + same(".")


def _announced(view: View, made: SeenAnnouncement) -> Text:
    partner, verdict = ally(view, made.seat), made.verdict or "wrong"
    both = NOTHING if partner is None else Text(" (avec ", " (with ") + _name(view, partner) + same(")")
    how = same(", ") + VERDICTS[verdict] if _JUDGED[verdict] is _NEARLY else NOTHING
    each = NOTHING if partner is None else Text(" chacun", " each")
    said = Text(f" : « {made.word} »", f": “{made.word}”")
    return (
        doing((made.seat,), view.seat, _JUDGED[verdict])
        + both
        + said
        + how
        + same(", ")
        + scored(view.scores[made.seat])
        + each
        + same(".")
    )


def _name(view: View, partner: int) -> Text:
    return Text("vous", "you") if partner == view.seat else player(partner)


def scored(score: float) -> Text:
    """A score with its sign and its noun: "+36 points"."""
    fr, en = "s" * (abs(score) >= 2), "s" * (abs(score) != 1)
    return points(score) + Text(f" point{fr}", f" point{en}")
