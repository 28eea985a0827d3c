"""Hands and score. A hand is laid out as a square, a colour in each row and a shape in each column, so that a family is a line."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkle_duo.names import FAMILY_NAMES, POINTS, noun, the_card
from tableronde.games.cirkle_duo.rules import View, to_act, winners
from tableronde.games.cirkle_duo.rules.pieces import CARDS, COLOURS, FAMILIES, PEGS, SHAPES, Piece, points
from tableronde.games.cirkle_duo.rules.scoring import families, held, score, side
from tableronde.games.cirkle_duo.scene.drawings import drawn_card, small_card
from tableronde.scene import Area, Point, Shape, circle, rectangle
from tableronde.text import Text, join, same

PANEL: Final = (30.0, 28.0)
STEP: Final = (5.0, 3.9)  # from one card of a hand to the next
DRAWN: Final = 3  # cards of the draw for the start that fit into a hand
_SLOT: Final = rectangle(4.6, 3.3, 0.5)
_DOT: Final = circle(0.3)


def hands(view: View, reader: Seat | None) -> Iterator[Area]:
    """Everybody's hand."""
    for seat in range(view.seen.seats):
        title = Text("Votre main", "Your hand") if seat == reader else Text(f"Main de {{{seat}}}", f"{{{seat}}}’s hand")
        yield Area(f"hand-{seat}", (0, 0, *PANEL), tuple(_hand(view, seat, (0.0, 0.0))), title, seat)


def reckoning(view: View) -> Area:
    """The score in three lines: pieces, families, total."""
    rules, seen = view.layers, view.seen
    sides = list(dict.fromkeys(side(rules, seen.seats, seat) for seat in range(seen.seats)))
    pieces = Text("Plots", "Pegs") if rules.mode == "dice" else Text("Cartes", "Cards")
    shapes = [
        Shape(f"line {i}", style="ink start" + (" bold" if i == 2 else ""), at=(1, 14 + 7 * i), label=text, size=2.3)
        for i, text in enumerate((pieces, Text("Familles", "Families"), same("Total")))
    ]
    for i, members in enumerate(sides):
        lower = 2.9 if len(sides) > 2 and i % 2 else 0.0  # long names do not fit beside each other
        shapes += _column(view, members, 14 + 46 * (i + 0.5) / len(sides), 44 / len(sides), lower)
    return Area("score", (0, 0, 60, 34), tuple(shapes), Text("Le score", "The score"), role="choices")


def _column(view: View, members: tuple[Seat, ...], x: float, width: float, lower: float) -> Iterator[Shape]:
    """The three lines of a player or a team."""
    first, hands = members[0], view.seen.hands
    cards, total = points(held(view.layers, hands, first)), score(view.layers, hands, first)
    won = first in winners(view.layers, view.seen)
    title = join((same(f"{{{seat}}}") for seat in members), same(", "))
    yield Shape(f"column {first}", rectangle(width, 31, 1.5), "surface win" if won else "surface", (x, 17), title=title)
    for i, seat in enumerate(members):
        yield Shape(f"column {first} name {i}", style="ink title", at=(x, 4.4 + lower + 2.9 * i), label=same(f"{{{seat}}}"), size=2.3)
    bonus = str(total - cards) if view.layers.family_bonus else "–"
    for i, (number, style, size) in enumerate(((str(cards), "ink", 2.6), (bonus, "ink", 2.6), (str(total), "ink bold", 3.4))):
        yield Shape(f"column {first} {i}", style=style, at=(x, 14 + 7 * i), label=same(number), size=size)


def _hand(view: View, seat: Seat, corner: Point) -> Iterator[Shape]:
    """A seat's pieces, each in its own slot, with its points and its families."""
    (x, y), (width, height) = corner, PANEL
    rules, seen = view.layers, view.seen
    style = "surface brass thick" if seat in to_act(rules, seen) else "surface"
    yield Shape(f"panel {seat}", rectangle(width - 1, height - 1, 1.5), style, (x + width / 2, y + height / 2), title=_summary(view, seat))
    yield Shape(f"mark {seat}", circle(1.3), f"seat{seat}", (x + 2.8, y + 3), label=_team(view, seat), size=1.8)
    yield Shape(f"name {seat}", style="ink title start", at=(x + 5, y + 3), label=same(f"{{{seat}}}"), size=2.1)
    total = score(rules, seen.hands, seat)
    yield Shape(f"score {seat}", style="ink bold end", at=(x + width - 2, y + 3), label=same(str(total)), size=2.8)
    if seen.draw_shown:
        yield from _drawn(view, seat, corner)
        return
    yield from _families(view, seat, corner)
    for piece in PEGS if rules.mode == "dice" else CARDS:
        yield from _slot(view, seat, piece, _place(corner, piece))


def _drawn(view: View, seat: Seat, corner: Point) -> Iterator[Shape]:
    """R4: the cards a seat has drawn for the start, one for each round it took part in; nothing has been won yet."""
    cards = [card for one in view.seen.start_draw for drawer, card in one if drawer == seat]
    shown = cards[-DRAWN:]
    for i, card in enumerate(shown):
        at = corner[0] + PANEL[0] / 2 + 9.3 * (i - (len(shown) - 1) / 2), corner[1] + 13.4
        the = the_card(card)
        title = Text(f"{{{seat}}} tire {the.fr}", f"{{{seat}}} draws {the.en}")
        yield from drawn_card(f"drawn {seat} {len(cards) - len(shown) + i}", card, at, title)
    if seat == view.seen.player:
        begins = Text("commence", "begins")
        yield Shape(f"begins {seat}", style="ink bold", at=(corner[0] + PANEL[0] / 2, corner[1] + 23.4), label=begins, size=2.3)


def _place(corner: Point, piece: Piece) -> Point:
    return corner[0] + 3.4 + STEP[0] * SHAPES.index(piece[1]), corner[1] + 7.4 + STEP[1] * COLOURS.index(piece[0])


def _slot(view: View, seat: Seat, piece: Piece, at: Point) -> Iterator[Shape]:
    if piece in view.seen.hands[seat]:
        yield from small_card(f"{'peg' if view.layers.mode == 'dice' else 'card'} {piece}", piece, at)
    elif _completes(view, seat, piece):
        missing = noun(piece).the
        title = Text(f"Il ne manque que {missing.fr}", f"Only {missing.en} is missing")
        yield Shape(f"slot {seat} {piece}", _SLOT, "nearly", at, title=title)
    else:
        yield _empty(seat, piece, at)


@cache
def _empty(seat: Seat, piece: Piece, at: Point) -> Shape:
    return Shape(f"slot {seat} {piece}", _DOT, "tile", at)


def _completes(view: View, seat: Seat, piece: Piece) -> bool:
    """Whether a family lacks only this piece, which nobody has won yet: this is public."""
    hands = view.seen.hands
    if not view.layers.family_bonus or view.seen.reason or any(piece in hand for hand in hands):
        return False
    pieces = held(view.layers, hands, seat)
    return any(FAMILIES[letter].difference(pieces) == {piece} for letter in piece)


def _families(view: View, seat: Seat, corner: Point) -> Iterator[Shape]:
    """R26: a light behind each complete family, and its bonus."""
    for letter in families(view.layers, view.seen.hands, seat):
        family = FAMILIES[letter]
        places = [_place(corner, piece) for piece in sorted(family)]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
        width, height = right - left + 5.0, bottom - top + 3.8
        yield Shape(
            f"family {seat} {letter}",
            rectangle(width, height, 0.8),
            "glow",
            ((left + right) / 2, (top + bottom) / 2),
            title=FAMILY_NAMES[letter],
        )
        at, side = ((corner[0] + 29, top), " end") if letter in COLOURS else ((left, corner[1] + 26), "")
        yield Shape(f"family {seat} {letter} adds", style=f"ink bold{side}", at=at, label=same(f"+{points(family)}"), size=1.8)


def _team(view: View, seat: Seat) -> Text:
    return same("AB"[seat % 2]) if view.layers.teams else same("")


def _summary(view: View, seat: Seat) -> Text:
    """The label of a hand for screen readers: points and families."""
    own = POINTS.count(points(view.seen.hands[seat]))
    complete = (FAMILY_NAMES[letter] for letter in families(view.layers, view.seen.hands, seat))
    return Text(f"{{{seat}}} : ", f"{{{seat}}}: ") + join((own, *complete), same(", ")) + same(".")
