"""Four Circles: two players, twelve pawns with two faces, and a board of twenty tiles that move.

Clauses R1 to R21 and rulings Q1 to Q21 are those of the rules page.
"""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tableronde.game import Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.four_circles.rules.board import PAWNS, TILES, Cell, Laying, Pawn, beside, cell, fours, name, ways
from tableronde.games.four_circles.rules.positions import Past, Position, listed, with_position
from tableronde.options import option
from tableronde.text import Text

PASS: Final = "pass"
SWAP: Final = "swap"
FACES: Final = {"plain": False, "circle": True}
START: Final = tuple((x, y) for x in range(5) for y in range(4))  # R2


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    first: int = option(
        0,
        Text("Qui commence ?", "Who begins?"),
        low=0,
        high=1,
        names={"0": Text("Blanc", "White"), "1": Text("Rouge", "Red")},
    )
    max_plies: int = option(
        400,
        Text("Règle maison : partie nulle après ce nombre de coups (0 : jamais)", "House rule: a draw after this many moves (0: never)"),
        low=0,
    )
    swap: bool = option(
        False,
        Text(
            "Règle maison : après le premier pion, l’autre joueur peut échanger les rôles",
            "House rule: after the first pawn, the other player may swap sides",
        ),
        late=True,
    )


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game. Tiles and pawns keep their index, so that a picture can follow them."""

    tiles: tuple[Cell, ...]
    pawns: tuple[Pawn, ...]
    mover: Seat
    plies: int = 0
    passes: int = 0  # consecutive passes up to now
    past: Past = ()  # every position of the second phase, the present one among them (R18)
    repeats: int = 0  # how often the present position has occurred (R18)
    last: Action = ""
    reason: str = ""  # why the game is over, if it is
    swap: bool = False  # whether the mover may take over the pawn just laid (R21)

    @property
    def placing(self) -> bool:
        return len(self.pawns) < 2 * PAWNS

    def hand(self, seat: Seat) -> int:
        """Pawns not yet placed."""
        return PAWNS - [pawn.seat for pawn in self.pawns].count(seat)

    @property
    def seen(self) -> tuple[Position, ...]:
        """Every position of the second phase, the present one last (R18)."""
        return listed(self.past, self.tiles, self.pawns, self.mover)

    def on(self) -> dict[Cell, Pawn]:
        """The pawns by cell."""
        return {pawn.cell: pawn for pawn in self.pawns}


class FourCircles(Game[Options, State, State]):
    """The rules of Four Circles."""

    slug = "four-circles"
    edition = 1
    players = range(2, 3)
    options_type = Options

    def deal(self, rng: Random) -> Setup:
        """The rectangle of R2; nothing is random."""
        return {}

    def start(self, setup: Setup) -> State:
        """The rectangle, or a given position of the second phase (Q19)."""
        if not setup:
            return State(START, (), self.options.first)
        if set(setup) != {"tiles", "pawns"}:
            raise ValueError("a set-up is empty, or has exactly the keys tiles and pawns")
        tiles, pawns = _read_tiles(setup["tiles"]), _read_pawns(setup["pawns"])
        _check(tiles, pawns)
        past, repeats = _with_position((), tiles, pawns, self.options.first)
        return State(tiles, pawns, self.options.first, past=past, repeats=repeats)

    def legal(self, state: State) -> Legal:
        if state.reason:
            return {}
        actions = [*placings(state), *([SWAP] if state.swap else [])] if state.placing else moves(state)
        return {state.mover: sorted(actions) or [PASS]}  # R17

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        tiles, pawns, mover = _moved_tiles(state.tiles, action), _moved_pawns(state, action), 1 - state.mover
        passes = state.passes + 1 if action == PASS else 0
        past, repeats = _with_position(state.past, tiles, pawns, mover)
        swap = self.options.swap and state.placing and state.plies == 0  # R21
        after = State(tiles, pawns, mover, state.plies + 1, passes, past, repeats, action, swap=swap)
        reason = self._reason(after, state.mover)
        return replace(after, reason=reason, swap=False) if reason else after

    def outcome(self, state: State) -> Outcome | None:
        if not state.reason:
            return None
        return Outcome((1 - state.mover,) if state.reason == "line" else (0, 1), state.reason)

    def view(self, state: State, seat: Seat | None) -> State:
        """Nothing is hidden."""
        return state

    def facts(self, view: State) -> dict[str, Json]:
        outcome = self.outcome(view)
        pawns = [[*pawn.cell, pawn.seat, face(pawn)] for pawn in view.pawns]
        pawns.sort()
        return {
            "phase": "place" if view.placing else "move",
            "tiles": [[x, y] for x, y in sorted(view.tiles)],
            "pawns": pawns,
            "hand": [view.hand(0), view.hand(1)] if view.placing else [0, 0],
            "to_act": [] if outcome else [str(view.mover)],
            "over": outcome is not None,
            "winners": list(outcome.winners) if outcome else [],
            "reason": view.reason or None,
            "plies": view.plies,
            "line": [list(cell) for cell in winning_line(view)],
            "repeats": view.repeats,
        }

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        from tableronde.games.four_circles.rules.refusals import why_not

        return why_not(state, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        from tableronde.games.four_circles.rules.refusals import why_not_press

        return why_not_press(state, seat, words)

    def touch(self, action: Action) -> list[str]:
        """A tile, its new place and the pawn that enters it; or a pawn and where it goes; or a tile to put a pawn on."""
        tile, _, pawn = action.rpartition("|")
        return [*tile.split(">"), pawn.split(">")[0]] if tile else pawn.split(">")

    def _reason(self, after: State, mover: Seat) -> str:
        """Why the game is over after that seat's action, if it is, in the order of R20."""
        if line_cells(after, mover):  # R16
            return "line"
        if after.passes == 2:  # R17
            return "passes"
        if after.repeats == 3:  # R18
            return "repetition"
        if after.plies == self.options.max_plies:  # R19; with 0 it never is
            return "max_plies"
        return ""


def face(pawn: Pawn) -> str:
    """The name of the face a pawn shows."""
    return "circle" if pawn.circle else "plain"


def is_jump(source: Cell, target: Cell) -> bool:
    """Whether a move of that length is a jump rather than a step."""
    return max(abs(source[0] - target[0]), abs(source[1] - target[1])) == 2


def placings(state: State) -> list[Action]:
    """R3: any free tile."""
    taken = state.on()
    return [name(tile) for tile in state.tiles if tile not in taken]


def moves(state: State) -> list[Action]:
    """R7: every step and jump of the mover's pawns, without and with a tile moved before."""
    tiles, taken = set(state.tiles), state.on()
    actions, bare = _entries(state, tiles, taken)
    for tile in _removable(tiles, taken):
        rest, lifted = tiles - {tile}, name(tile)
        actions += [lifted + laying for laying, around in bare if not rest.isdisjoint(around)]  # R14
    return actions


def removable(state: State) -> list[Cell]:
    """R12: the tiles that may be taken away."""
    return _removable(set(state.tiles), state.on())


def _removable(tiles: set[Cell], taken: Collection[Cell]) -> list[Cell]:
    return [tile for tile in tiles.difference(taken) if in_corner(tiles, tile) and not splits(tiles, tile)]


def in_corner(tiles: set[Cell], tile: Cell) -> bool:
    """R12b: two free sides meet in a corner of the tile."""
    up, right, down, left = beside(tile)
    return (up not in tiles or down not in tiles) and (left not in tiles or right not in tiles)


def splits(tiles: set[Cell], tile: Cell) -> bool:
    """R12c: whether the board falls apart without a corner tile: if it joined the two tiles beside it, and no fourth tile makes a square
    with these three."""
    beside_it = [place for place in beside(tile) if place in tiles]
    if len(beside_it) < 2:
        return False
    (x, y), (other_x, other_y) = beside_it
    return (x + other_x - tile[0], y + other_y - tile[1]) not in tiles and not are_joined(tiles - {tile}, *beside_it)


def are_joined(tiles: set[Cell], one: Cell, other: Cell) -> bool:
    """Whether two tiles are connected by sides."""
    piece, rest = [one], tiles - {one}
    for tile in piece:  # grows during the loop
        for place in beside(tile):
            if place in rest:
                rest.remove(place)
                piece.append(place)
    return other not in rest


def touches(tiles: set[Cell], place: Cell) -> bool:
    """R13: whether a place touches one of these tiles by a side."""
    return not tiles.isdisjoint(beside(place))


def line_cells(state: State, seat: Seat) -> set[Cell]:
    """R16: the circles of a seat that stand in a row of four or more."""
    circles = {pawn.cell for pawn in state.pawns if pawn.seat == seat and pawn.circle}
    if len(circles) < 4:
        return set()
    return {cell for first in circles for four in fours(first) if four <= circles for cell in four}


def threats(state: State, seat: Seat) -> set[Cell]:
    """The places where a seat could complete a line if it were to move now, bare ones included."""
    if state.placing or sum(pawn.circle for pawn in state.pawns if pawn.seat == seat) < 3:
        return set()
    turn = replace(state, mover=seat)
    entering = {action.rpartition("|")[2] for action in moves(turn)}  # the tile moved before makes no difference to a line
    return {cell(way.rpartition(">")[2]) for way in entering if line_cells(replace(turn, pawns=_moved_pawns(turn, way)), seat)}


def winning_line(state: State) -> list[Cell]:
    """The cells of the line that ended the game, if one did."""
    return sorted(line_cells(state, 1 - state.mover)) if state.reason == "line" else []


def _entries(state: State, tiles: Container[Cell], taken: Container[Cell]) -> tuple[list[Action], list[Laying]]:
    """Find how the mover's pawns reach free tiles by a step (R8) or a jump (R9), and bare places, where a tile must be laid first."""
    actions, bare = [], []
    for pawn in state.pawns:
        if pawn.seat == state.mover:
            for (place, move, laying), jump in ways(pawn.cell):
                if place in taken:
                    place, move, laying = jump
                    if place in taken:
                        continue
                if place in tiles:
                    actions.append(move)
                else:
                    bare.append(laying)
    return actions, bare


def _moved_tiles(tiles: tuple[Cell, ...], action: Action) -> tuple[Cell, ...]:
    if "|" not in action:
        return tiles
    source, target = map(cell, action.split("|")[0].split(">"))
    return tuple([target if tile == source else tile for tile in tiles])


def _moved_pawns(state: State, action: Action) -> tuple[Pawn, ...]:
    if action == PASS:
        return state.pawns
    if action == SWAP:
        return tuple(replace(pawn, seat=state.mover) for pawn in state.pawns)  # R21
    if state.placing:
        return (*state.pawns, Pawn(cell(action), state.mover))
    source, target = map(cell, action.rpartition("|")[2].split(">"))
    turns = is_jump(source, target)  # R11
    return tuple([Pawn(target, pawn.seat, pawn.circle != turns) if pawn.cell == source else pawn for pawn in state.pawns])


def _with_position(past: Past, tiles: tuple[Cell, ...], pawns: tuple[Pawn, ...], mover: Seat) -> tuple[Past, int]:
    """R18: the positions seen in the second phase, including the present one, and how often that has occurred."""
    return with_position(past, tiles, pawns, mover) if len(pawns) == 2 * PAWNS else (past, 0)


def _read_tiles(value: Json) -> tuple[Cell, ...]:
    if not isinstance(value, list) or not all(_is_numbers(item, 2) for item in value):
        raise ValueError("tiles must be a list of [x, y]")
    return tuple(sorted((x, y) for x, y in value))


def _read_pawns(value: Json) -> tuple[Pawn, ...]:
    if not isinstance(value, list) or not all(isinstance(item, list) and len(item) == 4 for item in value):
        raise ValueError("pawns must be a list of [x, y, seat, face]")
    return tuple(sorted((_read_pawn(item) for item in value), key=lambda pawn: (pawn.seat, pawn.cell)))


def _read_pawn(item: list[Json]) -> Pawn:
    x, y, seat, face = item
    if not _is_numbers([x, y, seat], 3) or seat not in (0, 1) or not isinstance(face, str) or face not in FACES:
        raise ValueError(f"a pawn is [x, y, seat, face] with seat 0 or 1 and face plain or circle, not {item!r}")
    return Pawn((x, y), seat, FACES[face])


def _is_numbers(item: Json, length: int) -> bool:
    return isinstance(item, list) and len(item) == length and all(type(value) is int for value in item)


def _check(tiles: tuple[Cell, ...], pawns: tuple[Pawn, ...]) -> None:
    """Q19: check that a position is possible and not over."""
    if len(set(tiles)) != TILES or len(tiles) != TILES:
        raise ValueError(f"there must be {TILES} different tiles")
    if not all(are_joined(set(tiles), tiles[0], tile) for tile in tiles[1:]):
        raise ValueError("the tiles must be connected by their sides")
    if [sum(pawn.seat == seat for pawn in pawns) for seat in (0, 1)] != [PAWNS, PAWNS]:
        raise ValueError(f"there must be {PAWNS} pawns of each player")
    if not _all_different_and_in((pawn.cell for pawn in pawns), set(tiles)):
        raise ValueError("the pawns must stand on different tiles")
    if any(line_cells(State(tiles, pawns, 0), seat) for seat in (0, 1)):
        raise ValueError("there must be no finished line")


def _all_different_and_in(cells: Iterable[Cell], tiles: set[Cell]) -> bool:
    listed = list(cells)
    return len(set(listed)) == len(listed) and set(listed) <= tiles
