"""Names of the pieces, spaces and figures of CirKis. Directions from the centre are given as on a clock face."""

from collections.abc import Sequence
from functools import cache
from math import atan2, degrees
from typing import Final

from tableronde.games.cirkis.rules.board import Figure, Space, board
from tableronde.games.cirkis.rules.pieces import Shape
from tableronde.text import Noun, Text, join

NOUNS: Final = {
    "sliver": Noun("éclat", "sliver"),
    "arrow": Noun("flèche", "arrow", feminine=True),
    "wedge": Noun("pointe", "wedge", feminine=True),
    "slice": Noun("part", "slice", feminine=True),
    "big-slice": Noun("grande part", "big slice", feminine=True),
    "fan": Noun("éventail", "fan"),
    "hook": Noun("crochet", "hook"),
    "flag": Noun("fanion", "flag"),
    "ace": Noun("as", "ace"),
}
KINDS: Final = {"K": Text("cerf-volant", "kite"), "D": Text("fléchette", "dart"), "S": Text("éclat", "sliver space")}
AND: Final = Text(" et ", " and ")
COMMA: Final = Text(", ", ", ")


def noun(shape: Shape) -> Noun:
    """A shape with its articles; a shape that the owner of a box has added has the name its table gives."""
    return NOUNS.get(shape.slug, Noun(shape.names.fr.lower(), shape.names.en.lower()))


def title(shape: Shape) -> Text:
    """The name of a shape for a button or a label."""
    return capital(Text(noun(shape).fr, noun(shape).en))


def capital(text: Text) -> Text:
    """A text with a capital, to begin a sentence."""
    return Text(text.fr[0].upper() + text.fr[1:], text.en[0].upper() + text.en[1:])


def figure_name(figure: Figure) -> Text:
    """The name of a figure: "inner circle at 2 o’clock", "centre star"."""
    where, kind, *_ = figure.name.split("-")
    if where == "centre":
        return Text("étoile centrale", "centre star") if kind == "star" else Text("cercle central", "centre circle")
    hour = oclock(*figure.centre.xy, exact=1)
    if kind == "star":
        return Text(f"étoile de {hour.fr}", f"star at {hour.en}")
    return Text(f"cercle {'intérieur' if where == 'inner' else 'extérieur'} de {hour.fr}", f"{where} circle at {hour.en}")


def the_figure(figure: Figure) -> Text:
    """The name of a figure with its article."""
    name = figure_name(figure)
    return Text(f"{'l’' if name.fr.startswith('é') else 'le '}{name.fr}", f"the {name.en}")


def space_name(space: Space) -> Text:
    """The name of a space: its place in its figure, or its direction and ring if it belongs to none."""
    return _space_names()[space.id]


@cache
def _space_names() -> dict[int, Text]:
    return {space.id: _name(space) for space in board().spaces}


def _name(space: Space) -> Text:
    figure = figure_of(space.id)
    if figure is None:
        crown, hour = _crown(space), oclock(*middle((space.id,)))
        return Text(f"{KINDS[space.kind].fr} à {hour.fr}, couronne {crown}", f"{KINDS[space.kind].en} at {hour.en}, ring {crown}")
    (x, y), (a, b) = middle((space.id,)), figure.centre.xy
    hour, name = oclock(x - a, y - b), figure_name(figure)
    return Text(f"{name.fr}, à {hour.fr}", f"{name.en}, at {hour.en}")


def place(spaces: Sequence[int]) -> Text:
    """The place of a piece: the figures it lies in, or its direction from the centre."""
    figures = list(dict.fromkeys(figure for space in spaces if (figure := figure_of(space)) is not None))
    if figures:
        return Text("dans ", "in ") + join(map(the_figure, figures), AND)
    hour = oclock(*middle(tuple(spaces)))
    rim = Text("au bord, ", "at the rim, ") if board().spaces[spaces[0]].kind == "S" else Text("", "")
    return rim + Text(f"à {hour.fr}", f"at {hour.en}")


def oclock(x: float, y: float, exact: int = 2) -> Text:
    """A direction as an hour on the clock face, to the half-hour or to the hour."""
    halves = round((90 - degrees(atan2(y, x))) * exact / 30) * 2 // exact % 24
    hour, half = halves // 2 or 12, halves % 2
    return Text(f"{hour}\u00a0h\u00a030", f"half past {hour}") if half else Text(f"{hour}\u00a0h", f"{hour} o’clock")


@cache
def middle(spaces: tuple[int, ...]) -> tuple[float, float]:
    """The middle of some spaces on the board, with y pointing up."""
    corners = [corner.xy for space in spaces for corner in board().spaces[space].corners]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def figure_of(space: int) -> Figure | None:
    """The figure a space belongs to, the centre circle included."""
    return _figures().get(space)


@cache
def _figures() -> dict[int, Figure]:
    return {space: figure for figure in (*board().figures, board().circle) for space in figure.spaces}


@cache
def _crowns() -> dict[str, list[float]]:
    """For each kind, the distances from the centre of the spaces outside all figures, in increasing order."""
    loose = [space for space in board().spaces if figure_of(space.id) is None]
    return {kind: sorted({_far(space) for space in loose if space.kind == kind}) for kind in KINDS}


def _crown(space: Space) -> int:
    """The number of the ring that holds a space outside all figures: rings of its kind, counted from 1 at the centre."""
    return _crowns()[space.kind].index(_far(space)) + 1


def _far(space: Space) -> float:
    x, y = middle((space.id,))
    return float(round((x * x + y * y) ** 0.5, 3))
