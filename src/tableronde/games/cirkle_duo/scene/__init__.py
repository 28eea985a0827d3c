"""The scene of cirKle × DUO: sixteen magician's hats on felt.

A view holds a perfect memory, but a table shows people only the last lift. So nothing here reads `view.known`.
On screen the lifted hat falls again, and until then the card or the dice of that lift stay; in a still picture it stays in the air.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tableronde.game import Event, Seat
from tableronde.games.cirkle_duo.names import TURNS
from tableronde.games.cirkle_duo.rules import UP, Lift, View, turns_to_wait, waiting
from tableronde.games.cirkle_duo.rules.pieces import CARDS, EMPTY, PLACES, Piece, hat_word
from tableronde.games.cirkle_duo.scene.drawings import hat, peg, spot
from tableronde.games.cirkle_duo.scene.hands import hands, reckoning
from tableronde.games.cirkle_duo.scene.panels import card_panel, dice_panel
from tableronde.games.cirkle_duo.texts import captions, label, last_lift
from tableronde.scene import Area, Frame, Point, Scene, Shape, rectangle
from tableronde.text import Text, same

CELL: Final = 14.5  # from one hat to the next
EDGE: Final = 3.0  # around the hats
WIDTH: Final = 4 * CELL + 2 * EDGE
HEIGHT: Final = WIDTH + 4.0  # room for a hat that floats above the first row
FLOAT: Final = 7.4  # how high a lifted hat floats
SHOWN: Final = 2.0  # seconds it floats


def draw(view: View, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str], last: Sequence[Event] = ()) -> Scene:
    """Draw the hats, what is asked for, and all hands; at the end also the pegs under the hats, and the score."""
    lifted = view.seen.lift.place if view.seen.lift else None
    areas = (_board(view, offers, lifted), _panel(view, seat, offers), *hands(view, seat))
    return Scene(areas, tuple(captions(view, seat)), _film(view, seat, offers, last))


def _film(view: View, seat: Seat | None, offers: Sequence[str], last: Sequence[Event]) -> tuple[Frame, ...]:
    """Let the hat just lifted fall again, so that all hats look the same; at the end of the game all of them go up after it."""
    lifts = any(event.action.startswith("lift ") for event in last)
    if view.seen.lift is None or (view.seen.reason and not lifts):
        return ()
    if view.seen.reason:
        return (_aloft(view, view.seen.lift, seat), Frame(SHOWN))
    fallen = Frame(SHOWN if lifts else 0.0, (_board(view, offers, None),), tuple(captions(view, seat, fallen=True)))
    if not lifts:
        return (fallen,)
    races = view.seen.phase == "slap"  # the card stays for those who may slap
    return (Frame(0.0) if races else _aloft(view, view.seen.lift, seat), fallen)


def _aloft(view: View, lift: Lift, seat: Seat | None) -> Frame:
    """The hat in the air, beside the card or the dice it was lifted for. No hat can be pressed before it is down."""
    then = _during(view, lift)
    board, panel = _board(then, (), lift.place), _panel(then, seat, ())
    still = replace(board, shapes=tuple([replace(shape, word=f"{UP}{shape.word}") if shape.word else shape for shape in board.shapes]))
    beside = replace(panel, id=_panel(view, seat, ()).id)  # in the place of the next card, or of the score
    return Frame(0.0, (still, beside, *hands(then, seat)), (last_lift(lift, seat),))


def _during(view: View, lift: Lift) -> View:
    """The view at the moment of a lift, before anything was won or lost by it."""
    seen, dice = view.seen, view.layers.mode == "dice"
    held = [tuple(piece for piece in hand if piece not in lift.won) for hand in seen.hands]
    held[lift.by] += lift.lost
    unseen = 0 if dice else len(CARDS) - sum(map(len, held)) - 1
    asked = {"dice": lift.asked} if dice else {"card": lift.asked[0], "under": ()}
    then = replace(seen, **asked, hands=tuple(held), lift=replace(lift, won=(), lost=()), player=lift.by, taker=None, phase="lift")
    return replace(view, seen=replace(then, turn=seen.lifted[lift.place], reason=""), unseen=unseen)


def _panel(view: View, seat: Seat | None, offers: Sequence[str]) -> Area:
    if view.seen.reason:
        return reckoning(view)
    return dice_panel(view) if view.layers.mode == "dice" else card_panel(view, seat, offers)


def _board(view: View, offers: Sequence[str], lifted: int | None) -> Area:
    return Area(
        "board", (0, 0, WIDTH, HEIGHT), tuple(_on_felt(view, offers, lifted)), Text("Les seize chapeaux", "The sixteen hats"), role="board"
    )


def _on_felt(view: View, offers: Sequence[str], lifted: int | None) -> Iterator[Shape]:
    yield from FELT
    for place in range(PLACES):
        yield from spot(place, _at(place))
    yield from _unveiled(view) if view.seen.reason else _hats(view, offers, lifted)


FELT: Final = (
    Shape("table", rectangle(WIDTH, HEIGHT, 3), "wood", (WIDTH / 2, HEIGHT / 2)),
    Shape("felt", rectangle(WIDTH - 3, HEIGHT - 3, 2), "felt", (WIDTH / 2, HEIGHT / 2)),
    Shape("stitch", rectangle(WIDTH - 5, HEIGHT - 5, 1.5), "stitch", (WIDTH / 2, HEIGHT / 2)),
)


def _at(place: int) -> Point:
    return EDGE + CELL * (place % 4 + 0.5), EDGE + 4 + CELL * (place // 4 + 0.5)


def _hats(view: View, offers: Sequence[str], lifted: int | None) -> Iterator[Shape]:
    """Sixteen identical hats, except for those that wait and the one in the air."""
    asleep = waiting(view.layers, view.seen)
    for place in sorted(range(PLACES), key=lambda place: place == lifted):  # a floating hat hangs in front of the others
        offered = hat_word(place) in offers
        if place == lifted:
            yield from _floating(view, place, offered)
        elif place in asleep:
            yield from _sleeping(view, place)
        else:
            yield from hat(place, _at(place), title=label(hat_word(place), ()), offered=offered)


def _floating(view: View, place: int, offered: bool) -> Iterator[Shape]:
    """The hat lifted last, in the air, with the peg it covered. It keeps its ordinary name."""
    (x, y), lift = _at(place), view.seen.lift
    assert lift is not None
    if lift.peg != EMPTY:
        yield from _uncovered(view, place, lift.peg)
    yield from hat(place, (x + 1.8, y - FLOAT), turn=14, title=label(hat_word(place), ()), offered=offered)


def _uncovered(view: View, place: int, piece: Piece) -> Iterator[Shape]:
    """The peg on a place; only a trace of it, if it was just won."""
    (x, y), lift = _at(place), view.seen.lift
    gone = view.layers.mode == "dice" and lift is not None and piece in lift.won
    under = Text(f"Sous le chapeau {hat_word(place)} : ", f"Under hat {hat_word(place)}: ")
    yield from peg("trace" if gone else f"peg {piece}", piece, (x, y + 1.2), under, "ghost" if gone else "")


def _sleeping(view: View, place: int) -> Iterator[Shape]:
    """R19: a hat that nobody may lift yet, and for how many turns."""
    (x, y), turns = _at(place), turns_to_wait(view.seen, place)
    rest = TURNS.count(turns)
    title = label(hat_word(place), ()) + Text(f", au repos : encore {rest.fr}", f", resting: {rest.en} left")
    yield from hat(place, (x, y), "asleep", title=title)
    yield Shape(f"sleep {place}", style="dream", at=(x, y - 1.3), label=same(str(turns)), size=3.4)
    yield Shape(f"dream {place}", style="dream", at=(x + 4.8, y - 4.8), label=same("z z"), size=2.8)


def _unveiled(view: View) -> Iterator[Shape]:
    """The end: the hats of each column are stacked above it, and every peg can be seen."""
    for place in range(PLACES):
        x, row = _at(place)[0], place // 4
        title = label(hat_word(place), ()) + Text(", enlevé", ", taken off")
        yield from hat(place, (x + 0.5 * row, 6.8 - 0.6 * row), title=title)
    for place, piece in enumerate(view.pegs):
        if piece != EMPTY:
            yield from _uncovered(view, place, piece)
