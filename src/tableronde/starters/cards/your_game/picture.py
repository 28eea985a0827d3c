"""The picture: the table in the middle, and the seat's own cards below."""

from collections.abc import Iterator, Sequence

from tableronde.game import Seat
from tableronde.scene import Area, Scene, Shape, rectangle
from tableronde.text import Text, same

from .rules import NONE, ROUNDS, View, winner

CARD = rectangle(56, 84, 7)
WIDE, HIGH = 66, 100


def draw(view: View, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw what a seat sees. `offers` are the cards that it can press now."""
    seats = len(view.done)
    table = Area("table", (0, 0, WIDE * seats + 10, HIGH + 34), tuple(_table(view)), Text("La table", "The table"))
    if seat is None:
        return Scene((table,), (_caption(view),))
    cards = tuple(_held(card, i, picked, offers) for i, card in enumerate(view.hand))
    hand = Area("hand", (0, 0, WIDE * ROUNDS + 10, HIGH), cards, Text("Vos cartes", "Your cards"), seat)
    return Scene((table, hand), (_caption(view),))


def _table(view: View) -> Iterator[Shape]:
    """Draw a place for each seat: its card of this round face down, or that of the last round."""
    shown = view.rounds[-1] if view.rounds and not any(view.done) else ()
    for seat, done in enumerate(view.done):
        at = (WIDE * seat + WIDE / 2 + 5, HIGH / 2)
        yield Shape(f"name {seat}", "", "ink", (at[0], HIGH + 16), label=same(f"{{{seat}}}"), size=14)
        if shown:
            style = "paper win" if seat == winner(shown) else "paper"
            yield _card(shown[seat], style, at, Text(f"{shown[seat]}, de {{{seat}}}", f"{shown[seat]}, by {{{seat}}}"))
        elif seat == view.seat and view.own != NONE:
            yield _card(view.own, "paper", at, Text(f"votre {view.own}, face cachée", f"your {view.own}, face down"))
        elif done:
            yield Shape(f"back {seat}", CARD, "vermilion", at, title=Text(f"une carte de {{{seat}}}", f"a card by {{{seat}}}"))


def _held(card: int, i: int, picked: tuple[str, ...], offers: Sequence[str]) -> Shape:
    word = f"{card:02}"
    style = "paper picked" if word in picked else "paper press" if word in offers else "paper"
    return _card(card, style, (WIDE * i + WIDE / 2 + 5, HIGH / 2), same(str(card)), word)


def _card(card: int, style: str, at: tuple[float, float], title: Text, word: str = "") -> Shape:
    return Shape(f"card {card}", CARD, style, at, label=same(str(card)), size=30, title=title, word=word)


def _caption(view: View) -> Text:
    number = min(len(view.rounds) + 1, ROUNDS)
    return Text(f"Manche {number} sur {ROUNDS} ; elle vaut {number}.", f"Round {number} of {ROUNDS}, worth {number}.")
