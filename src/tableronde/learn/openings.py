"""The strongest bot's value of every first action of an open game for two: computed once, stored in the game's folder, shown as a picture.

Actions that differ only by a rotation or reflection are evaluated once: those that the game's spaces map to each other
(`symmetries`), or to which a module `openings` in its folder gives the same name (`alike(view, action)`).
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tableronde import bots
from tableronde.box import OPENINGS, Box
from tableronde.game import CHANCE, Action, Json, Seat, is_open
from tableronde.spaces import Spaces, spaces_of
from tableronde.table import Table

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Opening:
    """A first action, all equivalent ones, and the starting player's expected share of the win after it."""

    action: Action
    alike: tuple[Action, ...]  # including the action itself
    share: float


@dataclass(frozen=True, slots=True)
class Openings:
    """The values of all first actions, the best first, with the level that gave them and how to compute them again."""

    level: str
    command: str
    made: str  # the day
    setup: Mapping[str, Json]
    first: tuple[Opening, ...]
    edition: int | None = None  # of the rules; None: the oldest

    def table(self, box: Box) -> Table:
        """Return the table before the first action, under the rules of that edition."""
        return Table(box.of_edition(self.edition or box.first_edition), 2, {}, self.setup)


def judged(box: Box, seconds: float, seed: int, progress: Progress) -> Openings:
    """Let a game's strongest bot evaluate all first actions; LookupError with a sentence if that makes no sense in this game."""
    table, seat = _start(box, seed)
    level = list(bots.levels(box))[-1]
    groups = grouped(box, table, seat)
    found: list[Opening] = []
    for group in groups:
        found.append(Opening(group[0], tuple(group), _share(box, level, table, seat, group[0], seconds, seed)))
        progress(len(found), len(groups))
    found.sort(key=lambda opening: (-opening.share, opening.action))
    command = f"tableronde openings {box.slug} --seconds {seconds:g} --seed {seed}"
    return Openings(level, command, datetime.now(UTC).date().isoformat(), table.setup, tuple(found), table.game.edition)


def grouped(box: Box, table: Table, seat: Seat) -> list[list[Action]]:
    """Group a seat's actions by equivalence."""
    groups: dict[Hashable, list[Action]] = {}
    name = _namer(box, table, seat)
    for action in table.legal()[seat]:
        groups.setdefault(name(action), []).append(action)
    return list(groups.values())


def deals_more_than_turns(box: Box) -> bool:
    """Return whether chance deals more than who begins: then the values hold for one deal only."""
    spaces, ways, drawn = spaces_of(box, box.game(2)), 1, list[int]()
    while ways <= 2 and (next_ways := spaces.draws(drawn)):
        ways *= next_ways
        drawn.append(0)
    return ways > 2


def _start(box: Box, seed: int) -> tuple[Table, Seat]:
    """Return the table before the first action, and the seat that begins."""
    if 2 not in box.game_type.players:
        raise LookupError(f"{box.slug} is not for two players, so its first actions cannot be evaluated")
    table = Table(box, 2, {}, rng=Random(seed))
    if table.game.hides:
        raise LookupError(f"{box.slug} has hidden information, so its first actions cannot be evaluated")
    match table.to_act():
        case [int(seat)] if not any(map(is_open, table.legal()[seat])):
            return table, seat
    raise LookupError(f"{box.slug} does not begin with one player's choice among actions that can be listed")


def _share(box: Box, level: str, table: Table, seat: Seat, action: Action, seconds: float, seed: int) -> float:
    """Return the starting player's share after an action, as the strongest bot evaluates the next position."""
    after = table.at(0)
    after.play(seat, action)
    if after.outcome:
        return (seat in after.outcome.winners) / (len(after.outcome.winners) or 1)
    [actor] = after.to_act()
    if actor == CHANCE:
        raise LookupError(f"chance acts after the first action of {box.slug}")
    bot = bots.find(box, level)(box, after.game, int(actor), Random(f"{seed} {action}"))
    bot.seconds = seconds
    worth = bot.weigh(after.view(int(actor)), after.heard(int(actor)), after.legal()[actor])
    if not worth:
        raise LookupError(f"{level}, the strongest bot of {box.slug}, does not return values")
    best = max(worth.values())
    return best if actor == seat else 1 - best


def _namer(box: Box, table: Table, seat: Seat) -> Callable[[Action], Hashable]:
    """Return a function that gives equivalent actions the same name."""
    own, view = box.part("openings"), table.view(seat)
    if own:
        return partial(own.alike, view)
    spaces = spaces_of(box, table.game)
    return partial(_orbit, spaces, [symmetry.actions for symmetry in spaces.symmetries()], view, seat)


def _orbit(spaces: Spaces[Any], turns: Sequence[Sequence[int]], view: Any, seat: Seat, action: Action) -> Hashable:
    """Return the lowest number that the symmetries of a game map an action to."""
    number = spaces.number(view, seat, action)
    return min(turn[number] for turn in turns)


# The file in the game's folder


def openings(box: Box) -> Openings | None:
    """Read the openings stored in a game's folder; None if there are none."""
    text = box.text(OPENINGS)
    return read(json.loads(text)) if text else None


def advantage(box: Box) -> tuple[Seat, float] | None:
    """Return the seat that begins and its share of the win with the best first action, if the actions have been evaluated."""
    made = openings(box)
    if made is None or not made.first:
        return None
    [seat] = [actor for actor in made.table(box).to_act() if actor != CHANCE]
    return seat, made.first[0].share


def read(value: Json) -> Openings:
    """Read openings from JSON."""
    first = tuple(Opening(each["action"], tuple(each["alike"]), each["share"]) for each in value["first"])
    return Openings(value["level"], value["command"], value["made"], value["setup"], first, value.get("edition"))


def as_json(made: Openings) -> dict[str, Json]:
    """Return openings as JSON; shares have three decimals, more would be noise."""
    first = [{"action": each.action, "share": round(each.share, 3), "alike": list(each.alike)} for each in made.first]
    edition = {"edition": made.edition} if made.edition else {}
    return {"level": made.level, "command": made.command, "made": made.made, **edition, "setup": dict(made.setup), "first": first}


def write(made: Openings) -> str:
    """Return the text of the file: one opening a line."""
    whole = as_json(made)
    lines = ",\n  ".join(json.dumps(each) for each in whole.pop("first"))
    head = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
    return f'{{{head},\n "first": [\n  {lines}\n ]}}\n'


def make(box: Box, seconds: float, seed: int, out: Path | None, progress: Progress) -> Iterable[str]:
    """Evaluate a game's first actions, write them to a file or into its folder, and return the lines to print."""
    made = judged(box, seconds, seed, progress)
    path = out or Path(str(box.folder())) / OPENINGS
    path.write_text(write(made), encoding="utf-8")
    yield f"{box.slug}: {len(made.first)} first actions judged by {made.level}, in {path.name}"
    for each in made.first:
        yield f"  {100 * each.share:5.1f} %  {each.action}" + (f"  (and {len(each.alike) - 1} like it)" if len(each.alike) > 1 else "")
