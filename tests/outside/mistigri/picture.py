"""The picture of Mistigri: the trick in the middle, the seat's own cards, and the backs of the others'."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from tableronde.game import Seat
from tableronde.scene import Area, Frame, Scene, Shape, rectangle
from tableronde.text import Text

from .cards import face, name
from .rules import View, taker

CARD = rectangle(2.2, 3.2, 0.3)


def draw(view: View, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw the table for a seat; a trick just won is shown briefly."""
    trick = _last_trick(view)
    others = [_backs(view, other) for other in range(len(view.held)) if other != seat]
    hand = [] if seat is None else [_hand(view, seat, picked, offers)]
    areas = (_middle(view, seat, trick), *hand, *others)
    swept = len(trick) == len(view.held) and any(view.held)
    return Scene(areas, (_caption(view),), (Frame(0.0), Frame(2.0, (_middle(view, seat, ()),))) if swept else ())


def _last_trick(view: View) -> Sequence[tuple[Seat, str]]:
    return view.plays[(len(view.plays) - 1) // len(view.held) * len(view.held) :] if view.plays else ()


def _middle(view: View, seat: Seat | None, trick: Sequence[tuple[Seat, str]]) -> Area:
    return Area("table", (-5, -5, 10, 10), tuple(_laid(view, seat, trick)), Text("Le pli", "The trick"))


def _laid(view: View, seat: Seat | None, trick: Sequence[tuple[Seat, str]]) -> Iterator[Shape]:
    yield Shape("cloth", rectangle(10, 10, 1), "felt")
    full = len(trick) == len(view.held)
    for player, card in trick:
        angle = 2 * pi * (player - (seat or 0)) / len(view.held) + pi / 2
        title = Text(f"{name(card).fr}, de {{{player}}}", f"{name(card).en}, by {{{player}}}")
        style = f"{_paper(card)} win" if full and player == taker(trick) else _paper(card)
        yield Shape(f"card {card}", CARD, style, (2.7 * cos(angle), 2.7 * sin(angle)), label=face(card), size=0.9, title=title)


def _hand(view: View, seat: Seat, picked: tuple[str, ...], offers: Sequence[str]) -> Area:
    shapes = tuple(_card(card, i, picked, offers) for i, card in enumerate(view.hand))
    return Area("hand", (-1.5, -2, 24, 4), shapes, Text("Vos cartes", "Your cards"), seat)


def _card(card: str, i: int, picked: tuple[str, ...], offers: Sequence[str]) -> Shape:
    style = _paper(card) + (" picked" if card in picked else " press" if card in offers else "")
    return Shape(
        f"card {card}", CARD, style, (2.6 * i, 0), label=face(card), size=0.9, title=name(card), word=card if card in offers else ""
    )


def _backs(view: View, seat: Seat) -> Area:
    backs = tuple(Shape(f"back {seat} {i}", CARD, "vermilion", (1.2 * i, 0)) for i in range(view.held[seat]))
    return Area(f"hand {seat}", (-1.5, -2, 14, 4), backs, Text(f"Les cartes de {{{seat}}}", f"{{{seat}}}’s cards"), seat)


def _paper(card: str) -> str:
    return "paper scarlet" if card[1] in "dh" else "paper"


def _caption(view: View) -> Text:
    if view.plays or not any(view.put):
        return Text(f"{len(view.plays)} cartes jouées.", f"{len(view.plays)} cards played.")
    return Text("On échange deux cartes.", "Two cards change hands.")
