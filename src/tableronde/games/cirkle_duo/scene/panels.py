"""The panel beside the hats: the card of the turn with its deck and the choice to slap, or the four dice."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkle_duo.names import PLOTS, POINTS, what_a_face_wins, what_wins
from tableronde.games.cirkle_duo.rules import DECLINE, SLAP, View, asked
from tableronde.games.cirkle_duo.rules.pieces import DICE, PEGS, VALUES, Piece, answers, fits, is_wild, points
from tableronde.games.cirkle_duo.scene.drawings import big_card, button, die, palm
from tableronde.games.cirkle_duo.texts import label, risk
from tableronde.scene import Area, Shape, rectangle
from tableronde.text import Text, same

BOX: Final = (0.0, 0.0, 60.0, 25.0)
RIGHT: Final = 18.5  # where the words beside the card begin


def card_panel(view: View, seat: Seat | None, offers: Sequence[str]) -> Area:
    """The card of the turn and what wins it, in words; after an error, what a player who slaps can lose."""
    card = view.seen.card
    assert card is not None
    slapping = SLAP in offers and seat is not None
    shapes = [*_words(card, slapping), *big_card(card, (8.5, 12.5))]
    if slapping and seat is not None:
        shapes += _choice(view, seat, VALUES[card])
    elif view.seen.phase in ("slap", "take"):
        shapes += _stakes(view)
    else:
        shapes += _deck(view.unseen + len(view.seen.under))
    return Area("card", BOX, tuple(shapes), Text("Carte du tour", "Card of the turn"), role="choices")


def dice_panel(view: View) -> Area:
    """The four dice: what each face wins, and how many pegs still on the board it fits."""
    faces: Sequence[Piece | None] = view.seen.dice or [None] * len(DICE)
    shapes = [shape for i, face in enumerate(faces) for shape in _die(view, i, face)]
    if view.seen.dice:
        shapes.append(_fitting(view))
    return Area("dice", BOX, tuple(shapes), Text("Les dés", "The dice"), role="choices")


def _words(card: Piece, slapping: bool) -> Iterator[Shape]:
    count = sum(fits(peg, card) for peg in PEGS)
    value = POINTS.count(VALUES[card])
    yield Shape("wanted", style="ink title start", at=(RIGHT, 3), label=what_wins(card), size=3.2)
    if slapping:
        return
    yield Shape(
        "worth",
        style="faint start",
        at=(RIGHT, 7),
        label=Text(f"{value.fr} · {count} plots conviennent", f"{value.en} · {count} pegs fit"),
        size=2.3,
    )


def _deck(count: int) -> Iterator[Shape]:
    title = Text(f"Paquet : {count}", f"Deck: {count}")
    for i in range(min(3, count)):
        yield Shape(f"deck {i}", rectangle(9, 12.4, 1), "back", (RIGHT + 5 + 0.7 * i, 17.4 - 0.7 * i), title=title)
    yield Shape("deck count", style="ink start", at=(RIGHT + 14, 17), label=title, size=2.6)


def _choice(view: View, seat: Seat, value: int) -> Iterator[Shape]:
    """R20: the button to slap, and what a slap may cost."""
    gain = Text(f"À gagner : {POINTS.count(value).fr}.", f"You may win {POINTS.count(value).en}.")
    yield Shape("stake", style="ink bold start", at=(RIGHT, 7), label=risk(view, seat), size=2.3)
    yield Shape("gain", style="faint start", at=(RIGHT, 10), label=gain, size=2.3)
    yield from palm((RIGHT + 3.7, 17.8))
    yield button("slap button", rectangle(20, 12.4, 2), (RIGHT + 10, 18.2), "press thick", SLAP, label(SLAP, ()))
    yield Shape("slap word", style="brass bold title start", at=(RIGHT + 9.3, 18.2), label=label(SLAP, ()), size=2.4)
    yield Shape("decline word", style="brass", at=(RIGHT + 31, 18.2), label=label(DECLINE, ()), size=2.4)
    yield button("decline button", rectangle(19, 12.4, 2), (RIGHT + 31, 18.2), "press", DECLINE, label(DECLINE, ()))


def _stakes(view: View) -> Iterator[Shape]:
    """R23: what players who may slap, or the player who has slapped, can lose."""
    taker = view.seen.taker
    for i, seat in enumerate(asked(view.layers, view.seen) if taker is None else [taker]):
        stake = POINTS.count(points(view.seen.hands[seat]))
        line = Text(f"{{{seat}}} risque {stake.fr}", f"{{{seat}}} risks {stake.en}")
        yield Shape(f"stake {seat}", style="ink start", at=(RIGHT, 11 + 3.2 * i), label=line, size=2.3)


def _die(view: View, i: int, face: Piece | None) -> Iterator[Shape]:
    x, wild = 7.6 + 14.9 * i, view.layers.dice_wild
    wins = what_a_face_wins(face, wild) if face else same("…")
    yield from die(i, face, (x, 6), wins, blank=face is not None and is_wild(face) and not wild)
    for j, line in enumerate(_lines(wins)):
        yield Shape(f"die {i} wins {j}", style="ink", at=(x, 13.4 + 2.6 * j), label=line, size=2.3)
    if face:
        count = sum(answers(peg, face, wild) for peg in _left(view))
        yield Shape(f"die {i} count", style="faint", at=(x, 18.9), label=PLOTS.count(count), size=2.3)


def _lines(text: Text) -> tuple[Text, Text]:
    """The words of what a face asks for, one on each line: side by side they would touch those of the next die."""
    (fr, _, more), (en, _, rest) = text.fr.partition(" "), text.en.partition(" ")
    return Text(fr, en), Text(more, rest)


def _fitting(view: View) -> Shape:
    """The number of pegs that a lift could win: public, since the pegs that were won are visible."""
    left = _left(view)
    count = sum(any(answers(peg, face, view.layers.dice_wild) for face in view.seen.dice) for peg in left)
    return Shape("fitting", style="ink title", at=(30, 23), label=fitting(count, len(left)), size=2.3)


def fitting(count: int, left: int) -> Text:
    """The number of pegs left that fit the dice."""
    if left == 1:
        return (
            Text("Le dernier plot convient à ces dés.", "The last peg fits these dice.")
            if count
            else Text("Le dernier plot ne convient pas à ces dés.", "The last peg does not fit these dice.")
        )
    fr = f"Sous les chapeaux, {PLOTS.count(count).fr} sur {left} {'conviennent' if count > 1 else 'convient'} à ces dés."
    return Text(fr, f"Of the {left} pegs under the hats, {count} {'fits' if count == 1 else 'fit'} these dice.")


def _left(view: View) -> list[Piece]:
    won = {piece for hand in view.seen.hands for piece in hand}
    return [peg for peg in PEGS if peg not in won]
