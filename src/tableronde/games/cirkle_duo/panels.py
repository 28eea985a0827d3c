"""What is asked for: the card of the turn with its deck and the choice to slap, or the four dice."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkle_duo.figures import big_card, button, die, palm
from tableronde.games.cirkle_duo.pieces import DICE, PEGS, VALUES, Piece, answers, fits, is_wild, points
from tableronde.games.cirkle_duo.rules import DECLINE, SLAP, View, asked
from tableronde.games.cirkle_duo.texts import label, risk
from tableronde.games.cirkle_duo.words import counted, what_a_face_wins, what_wins, worth
from tableronde.scene import Area, Shape, circle, rectangle
from tableronde.text import Text, same

BOX: Final = (0.0, 0.0, 60.0, 34.0)
RIGHT: Final = 26.0  # where the words beside the card begin


def card_panel(view: View, seat: Seat | None, offers: Sequence[str]) -> Area:
    """The card of the turn and what wins it, in words; after an error, what a slapper stands to lose."""
    card = view.seen.card
    assert card is not None
    shapes = [*_words(card), *big_card(card, (13, 17))]
    if SLAP in offers and seat is not None:
        shapes += _choice(view, seat, VALUES[card])
    elif view.seen.phase in ("slap", "take"):
        shapes += _stakes(view)
    else:
        shapes += _deck(view.unseen + len(view.seen.under))
    return Area("card", BOX, tuple(shapes), Text("La carte du tour", "The card of the turn"))


def dice_panel(view: View) -> Area:
    """The four dice: what each face wins, and how many pegs still on the board it fits."""
    faces: Sequence[Piece | None] = view.seen.dice or [None] * len(DICE)
    shapes = [shape for i, face in enumerate(faces) for shape in _die(view, i, face)]
    if view.seen.dice:
        shapes.append(_fitting(view))
    return Area("dice", BOX, tuple(shapes), Text("Les dés", "The dice"))


def _words(card: Piece) -> Iterator[Shape]:
    count = sum(fits(peg, card) for peg in PEGS)
    value = worth(VALUES[card])
    yield Shape("wanted", style="ink title start", at=(RIGHT, 5), label=what_wins(card), size=2.9)
    yield Shape(
        "worth",
        style="faint start",
        at=(RIGHT, 9),
        label=Text(f"{value.fr} · {count} plots sur 16 conviennent", f"{value.en} · {count} of the 16 pegs fit"),
        size=1.6,
    )


def _deck(count: int) -> Iterator[Shape]:
    title = Text(f"Paquet : {count}", f"Deck: {count}")
    for i in range(min(3, count)):
        yield Shape(f"deck {i}", rectangle(11, 15.4, 1.2), "back", (RIGHT + 6 + 0.7 * i, 22 - 0.7 * i), title=title)
    yield Shape("deck count", style="ink start", at=(RIGHT + 16, 22), label=title, size=2)


def _choice(view: View, seat: Seat, value: int) -> Iterator[Shape]:
    """R20: the big button, and what it may cost."""
    gain = Text(f"À gagner : {worth(value).fr}.", f"You may win {worth(value).en}.")
    yield Shape("stake", style="ink bold start", at=(RIGHT, 12.5), label=risk(view, seat), size=1.9)
    yield Shape("gain", style="faint", at=(RIGHT + 25, 29), label=gain, size=1.6)
    yield from palm((RIGHT + 8, 22.5))
    yield button("slap button", circle(7.5), (RIGHT + 8, 23.5), "win", SLAP, label(SLAP, ()))
    yield Shape("slap word", style="brass bold title", at=(RIGHT + 8, 32.6), label=label(SLAP, ()), size=2.2)
    yield Shape("decline word", style="brass", at=(RIGHT + 25, 23.5), label=label(DECLINE, ()), size=1.9)
    yield button("decline button", rectangle(15, 7.6, 1.8), (RIGHT + 25, 23.5), "press", DECLINE, label(DECLINE, ()))


def _stakes(view: View) -> Iterator[Shape]:
    """R23: what each of those who may slap, or the one who has, stands to lose."""
    taker = view.seen.taker
    for i, seat in enumerate(asked(view.layers, view.seen) if taker is None else [taker]):
        stake = worth(points(view.seen.hands[seat]))
        line = Text(f"{{{seat}}} risque {stake.fr}", f"{{{seat}}} risks {stake.en}")
        yield Shape(f"stake {seat}", style="ink start", at=(RIGHT, 14 + 3.6 * i), label=line, size=2)


def _die(view: View, i: int, face: Piece | None) -> Iterator[Shape]:
    x, wild = 8.4 + 14.4 * i, view.layers.dice_wild
    wins = what_a_face_wins(face, wild) if face else same("…")
    yield from die(i, face, (x, 9.5), wins, blank=face is not None and is_wild(face) and not wild)
    yield Shape(f"die {i} wins", style="ink", at=(x, 17.6), label=wins, size=1.75)
    if face:
        count = sum(answers(peg, face, wild) for peg in _left(view))
        yield Shape(f"die {i} count", style="faint", at=(x, 20.4), label=counted(count, "plot", "peg"), size=1.6)


def _fitting(view: View) -> Shape:
    """How many pegs a lift could win: public, since the pegs that were won lie in the open."""
    left = _left(view)
    count = sum(any(answers(peg, face, view.layers.dice_wild) for face in view.seen.dice) for peg in left)
    text = Text(
        f"Ces faces valent pour {count} des {len(left)} plots sous les chapeaux.",
        f"These faces fit {count} of the {len(left)} pegs under the hats.",
    )
    return Shape("fitting", style="ink title", at=(30, 27), label=text, size=2)


def _left(view: View) -> list[Piece]:
    won = {piece for hand in view.seen.hands for piece in hand}
    return [peg for peg in PEGS if peg not in won]
