"""The scene of Karta Doppio: the growing table, a preview of the picked card with its effects, and both open hands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tableronde.game import Seat
from tableronde.games.karta_doppio.naming import COLOUR, column, row
from tableronde.games.karta_doppio.rules import SEATS, Numbers, State, colour_of, last, result
from tableronde.games.karta_doppio.rules.cards import COLOURS, FACES, TURNS, Colour, Pose
from tableronde.games.karta_doppio.rules.grid import Laid, grid_of, name, read
from tableronde.games.karta_doppio.scene.pieces import SIDE, centre, held, outline, point, table
from tableronde.games.karta_doppio.texts import captions, card_title, effect, place_title, standing
from tableronde.scene import Area, Point, Scene, Shape, circle, polygon, rectangle, words
from tableronde.text import Text, join, same

MARGIN: Final = 3  # squares around the cards, for a card that touches them
SMALLEST: Final = 9  # squares, even when the table is almost empty
CELL: Final = 34.0  # of the picker of faces and turns
COLUMN: Final = 23.0  # of a hand
ROW: Final = 33.0
HEADER: Final = 14.0
APART: Final = 2.9  # least distance between two written gains, in letter sizes


def style(state: State, seat: Seat) -> str:
    """The colour a seat plays in this game; in a double match colours are exchanged (R23)."""
    return colour_of(seat, state.game)


def draw(state: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """The table, the turns of the picked card, both hands, and in a second game the first one's table."""
    ghost = _ghost(picked)
    margin = 1 if state.over or seat is None else MARGIN
    board = _board(state, ghost, tuple(_places(state, picked, offers)), margin)
    turns = (_turns(picked, offers),) if picked else ()
    hands = tuple(_hand(state, player, seat, picked, offers) for player in SEATS)
    finished = (_finished(state.games[0]),) if state.game == 2 and len(state.laid) in (0, state.cards) else ()
    return Scene((board, *turns, *hands, *finished), tuple(captions(state, seat, picked, _change(state, ghost) if ghost else None)))


def rotate(state: State, picked: tuple[str, ...], step: int) -> tuple[str, ...]:
    """Turn the picked card by quarters. It starts upright on its owner's face; after a whole turn the other face follows."""
    card, *pose = picked
    poses = [f"{face}{quarter}" for face in _faces(state) for quarter in TURNS]
    return card, poses[(poses.index(pose[0]) + step) % len(poses) if pose else step % len(poses)], *picked[2:]


def _faces(state: State) -> list[str]:
    """The faces, the mover's own first."""
    own = colour_of(state.mover, state.game)[0]
    return [own, *(face for face in FACES if face != own)]


def _board(state: State, ghost: Laid | None, places: Sequence[Shape], margin: int) -> Area:
    """The table, with some room around the cards: more for the player than for spectators."""
    laid = (*state.laid, ghost) if ghost else state.laid
    box = _bounds(state.laid, margin)
    shapes = [*_ground(box), *table(laid, letters=_letters(box)), *_marks(state, ghost), *places]
    return Area("board", box, tuple(shapes), Text("La table", "The table"), role="board")


@lru_cache(64)
def _ground(box: tuple[float, float, float, float]) -> tuple[Shape, ...]:
    """The table top with its squares, and their letters and numbers along two edges."""
    return tuple(_squares(box))


def _squares(box: tuple[float, float, float, float]) -> Iterator[Shape]:
    x, y, width, height = box
    yield _slate(box)
    columns = [x + i * SIDE for i in range(1, round(width / SIDE))]
    rows = [y + j * SIDE for j in range(1, round(height / SIDE))]
    yield Shape("squares", "".join(_cross(c, r) for c in columns for r in rows), "grid")
    step, size = (1 if max(width, height) < 120 else 2), max(2.6, 0.027 * max(width, height))  # on a large table every other number
    numbers = [round(c / SIDE) for c in columns[:-1]], [round(-r / SIDE - 1) for r in rows[:-1]]
    yield from (words(column(i), ((i + 0.5) * SIDE, y + height - 4.0), size, "chalk", f"x {i}") for i in numbers[0] if i % step == 0)
    yield from (words(row(j), (x + 4.5, -(j + 0.5) * SIDE), size, "chalk", f"y {j}") for j in numbers[1] if j % step == 0)


def _slate(box: tuple[float, float, float, float]) -> Shape:
    """Return the slate under a table."""
    x, y, width, height = box
    return Shape("ground", rectangle(width, height, 3.0), "slate", (x + width / 2, y + height / 2))


def _cross(x: float, y: float) -> str:
    """Return a small cross where four squares meet."""
    return f"M{x - 0.7:g} {y:g}L{x + 0.7:g} {y:g}M{x:g} {y - 0.7:g}L{x:g} {y + 0.7:g}"


def _tray(width: float, height: float) -> Shape:
    """Return the slate that cards lie on beside the table."""
    return Shape("", rectangle(width, height, 3.0), "slate", (width / 2, height / 2))


def _marks(state: State, ghost: Laid | None) -> Iterator[Shape]:
    """The edge of the card about to be laid, or of the last one that was."""
    if ghost:
        yield outline("ghost", ghost, "picked dashed", card_title(ghost.pose))
    elif state.laid:
        yield outline("last", state.laid[-1], "last", Text("La dernière carte posée", "The last card laid"))


def _places(state: State, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    """The places where the picked card can go: a mark in the middle of each, and over it a target as large as the card.

    Places overlap; the one whose middle is nearest to the pointer is meant.
    """
    if len(picked) == 2:
        cards = [_laid(picked, word) for word in offers]
        changes = {card: _change(state, card) for card in cards}
        letters = _letters(_bounds(state.laid, MARGIN))
        labelled = _spread_apart([card for card in cards if any(changes[card])], changes, letters)
        yield Shape("spots", "".join(_spot(centre(card)) for card in cards if card not in labelled), "full")
        yield from (_gain(card, changes[card], state.mover, letters) for card in labelled)
        yield from (_place(card, changes[card]) for card in cards)


def _place(card: Laid, delta: Numbers) -> Shape:
    word, (width, height) = name(card.place), card.pose.size
    where = place_title(word)
    title = join((where, effect(delta)), Text(" : ", ": ")) if any(delta) else where
    return Shape(f"place {word}", rectangle(width * SIDE, height * SIDE), "place", centre(card), title=title, word=word)


def _spread_apart(cards: Sequence[Laid], changes: Mapping[Laid, Numbers], letters: float) -> list[Laid]:
    """The places whose gain is written, the largest first, far enough from each other that the points between them stay visible."""
    labelled: list[Laid] = []
    for card in sorted(cards, key=lambda card: -max(map(abs, changes[card]))):
        x, y = centre(card)
        if all(abs(x - u) >= APART * letters or abs(y - v) >= APART * letters for u, v in map(centre, labelled)):
            labelled.append(card)
    return labelled


def _gain(card: Laid, delta: Numbers, mover: Seat, letters: float) -> Shape:
    """The tokens the mover would gain on the opponent by a card."""
    gain = _signed(delta[mover] - delta[1 - mover])
    return Shape(f"gain {name(card.place)}", circle(0.72 * letters), "full", centre(card), label=same(gain), size=letters)


def _letters(box: tuple[float, float, float, float]) -> float:
    """The size of letters on the table: larger on a larger table, so that they can be read on a phone."""
    return max(4.8, 0.03 * max(box[2:]))


def _spot(at: Point) -> str:
    """A small diamond."""
    x, y = at
    return polygon([(x, y - 1.1), (x + 1.1, y), (x, y + 1.1), (x - 1.1, y)])


def _signed(gain: int) -> str:
    return f"{gain:+d}".replace("-", "−") if gain else "0"


def _turns(picked: tuple[str, ...], offers: Sequence[str]) -> Area:
    """The picked card in all its eight poses."""
    shapes = [
        shape
        for row, face in enumerate(reversed(FACES))
        for turn in TURNS
        for shape in _pose(Pose(int(picked[0]), face, turn), ((turn + 0.5) * CELL, (row + 0.5) * CELL), picked, offers)
    ]
    ground = replace(_tray(4 * CELL, 2 * CELL), id="turns ground")
    return Area("turns", (0.0, 0.0, 4 * CELL, 2 * CELL), (ground, *shapes), Text("Face et sens", "Face and turn"), role="choices")


def _pose(pose: Pose, at: Point, picked: tuple[str, ...], offers: Sequence[str]) -> tuple[Shape, ...]:
    word = f"{pose.face}{pose.turn}"
    style = "picked ring" if word in picked else "press" if word in offers else ""
    return held(f"pose {word}", pose, at, style, word)


def _hand(state: State, seat: Seat, reader: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Area:
    """A player's cards, on their owner's face, under the player's tokens."""
    colour = colour_of(seat, state.game)
    dealt, hand = state.dealt[COLOURS.index(colour)], _held(state, colour, picked)
    columns = 4 if len(dealt) == 8 else 5
    rows = 0 if state.over else -(-len(dealt) // columns)
    pressable = offers if seat == state.mover and not picked else ()
    width, height = columns * COLUMN, HEADER + rows * ROW
    shapes = [replace(_tray(width, height), id=f"tray {seat}"), *_header(state, seat, colour, width)]
    for k, card in enumerate(dealt if rows else ()):
        at = 11.5 + k % columns * COLUMN, HEADER + 15.5 + k // columns * ROW
        shapes += _card(card, colour, at, picked, pressable) if card in hand else [_gap(card, at)]
    owner = Text("Votre main", "Your hand") if seat == reader else Text(f"Main de {{{seat}}}", f"{{{seat}}}’s hand")
    title = owner + Text(f" ({COLOUR[colour].fr})", f" ({COLOUR[colour].en})")
    return Area(f"hand-{seat}", (0.0, 0.0, width, height), tuple(shapes), title, seat)


def _held(state: State, colour: Colour, picked: tuple[str, ...]) -> list[int]:
    """The cards of a hand, without the one that is previewed on the table."""
    ghost = _ghost(picked)
    return [card for card in state.hand(colour) if not ghost or card != ghost.pose.card]


def _card(card: int, colour: Colour, at: Point, picked: tuple[str, ...], offers: Sequence[str]) -> tuple[Shape, ...]:
    word = str(card)
    style = "picked ring" if picked[:1] == (word,) else "press" if word in offers else ""
    return held(f"card {card}", Pose(card, colour[0], 0), at, style, word)


@lru_cache(256)
def _gap(card: int, at: Point) -> Shape:
    """The empty slot of a card that is on the table now."""
    return Shape(f"gap {card}", rectangle(2 * SIDE, 3 * SIDE, 1.6), "chalk hollow dashed thin", at)


def _header(state: State, seat: Seat, colour: Colour, width: float) -> Iterator[Shape]:
    """The header of a hand: colour, player and tokens; the name is in brass while it is the player's turn."""
    turn = seat == state.mover and not state.over
    yield point(f"colour {seat}", colour, (6.5, 7.0), COLOUR[colour])
    style = f"{'turn-name' if turn else 'chalk-name'} title start"
    yield Shape(f"name {seat}", style=style, at=(11.5, 7.0), label=same(f"{{{seat}}}"), size=5.6, title=standing(state, seat))
    yield from _tokens(state, seat, width)


def _tokens(state: State, seat: Seat, width: float) -> Iterator[Shape]:
    """A player's tokens: those just won ringed, those just lost empty."""
    happened = last(state)
    delta = happened.delta[seat] if happened and state.laid else 0
    tokens = result(state.laid, state.game).tokens[seat]
    shown = tokens + max(0, -delta)
    step = min(6.4, width / 2 / max(1, shown))
    for k in range(shown):
        style = "chalk hollow dashed" if k >= tokens else "gold line ring" if k >= tokens - delta else "gold"
        yield Shape(f"token {seat} {k}", circle(2.4), style, (width - 5.0 - step * k, 7.0), title=_token_title(k, tokens, delta))
    if delta:
        yield words(_signed(delta), (width - 6.5 - step * shown, 7.0), 5.0, "chalk-name bold end", f"change {seat}")


def _token_title(k: int, tokens: int, delta: int) -> Text:
    if k >= tokens:
        return Text("Jeton perdu", "Token lost")
    return Text("Jeton gagné", "Token won") if k >= tokens - delta else Text("Jeton", "Token")


def _finished(laid: tuple[Laid, ...]) -> Area:
    """The table of the first game, as it ended."""
    box = _bounds(laid, 1)
    shapes = (replace(_slate(box), id="first ground"), *table(laid, "first ", 0.045 * max(box[2:])))
    return Area("first-game", box, tuple(shapes), Text("Première partie", "The first game"), role="notes")


def _bounds(laid: tuple[Laid, ...], margin: int) -> tuple[float, float, float, float]:
    """The part of the table to show: all cards and some room around them."""
    cells = grid_of(laid).keys() or [(0, 0), (1, 2)]
    left, width = _span([x for x, _ in cells], margin)
    low, height = _span([y for _, y in cells], margin)
    return left * SIDE, -(low + height) * SIDE, width * SIDE, height * SIDE


def _span(values: Sequence[int], margin: int) -> tuple[int, int]:
    """The first square to show, and how many."""
    low, size = min(values) - margin, max(values) - min(values) + 1 + 2 * margin
    missing = max(0, SMALLEST - size)
    return low - missing // 2, size + missing


def _ghost(picked: tuple[str, ...]) -> Laid | None:
    """The card about to be laid, once its place is picked too."""
    return _laid(picked[:2], picked[2]) if len(picked) == 3 else None


def _laid(pose: Sequence[str], place: str) -> Laid:
    card = read(f"{''.join(pose)}@{place}")
    assert card is not None
    return card


def _change(state: State, card: Laid) -> Numbers:
    """The tokens each seat would win or lose by a card."""
    before, after = result(state.laid, state.game).tokens, result((*state.laid, card), state.game).tokens
    return after[0] - before[0], after[1] - before[1]
