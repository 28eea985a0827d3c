"""What a seat never imagines otherwise, over all positions of a check: a leak that `imagine` repeats is a fault of no single position."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

from tableronde.conformance.report import Advice
from tableronde.conformance.sampling import Sample
from tableronde.game import Seat

ENOUGH: Final = 10  # imagined states of a first position: by chance alone not all are as it is

Key = tuple[int, Seat | None]  # the number of seats, and a viewer
Part = tuple[str, Seat | None]  # a field of the state, or what it has for one seat


@dataclass
class Knowledge:
    """Counts how often what a viewer imagines differs from the truth: as a whole, and for each part."""

    asked: Counter[Key] = field(default_factory=Counter)
    whole: Counter[Key] = field(default_factory=Counter)
    parts: Counter[tuple[Key, Part]] = field(default_factory=Counter)
    partners: set[tuple[Key, Seat]] = field(default_factory=set)

    def look(self, sample: Sample) -> None:
        """Let every viewer imagine a position of a game with secrets of its seats; the first one several times.

        What a seat has been shown in play it may know: what belongs to another seat is compared before the first event alone.
        """
        game, truth = sample.game, sample.table.state
        if not (game.hides and game.private) or sample.table.outcome is not None:
            return
        is_start = not sample.table.plies
        parts = dict(_parts(truth, game.seats, is_start))
        teams = {seat: set(team) for team in game.teams(truth) for seat in team}
        for viewer in (*range(game.seats), None):
            key, view = (game.seats, viewer), game.view(truth, viewer)
            if viewer is not None:
                self.partners |= {(key, seat) for seat in teams[viewer]}
            for _ in range(ENOUGH if is_start else 1):
                world: Any = game.imagine(view, sample.rng)
                self.asked[key] += 1
                self.whole[key] += world != truth
                self.parts.update({(key, part): value != parts.get(part) for part, value in _parts(world, game.seats, is_start)})

    def findings(self) -> Iterator[Advice]:
        """Yield advice on what is hidden from nobody who plays."""
        for seats in sorted({players for players, _ in self.asked}):
            viewers: list[Key] = [(seats, seat) for seat in range(seats)]
            for key in viewers:
                if not self.whole[key]:
                    yield Advice("imagine always returned the truth: nothing is hidden from a seat", self._example(key))
            yield from self._known_parts(seats, viewers)

    def _known_parts(self, seats: int, viewers: list[Key]) -> Iterator[Advice]:
        """Find what a seat always imagines as it is although spectators do not: what is another seat's, or what every seat knows."""
        hidden = {part for (key, part), times in self.parts.items() if key == (seats, None) and times}
        for name, owner in sorted(hidden, key=repr):
            known = [key for key in viewers if not self.parts[key, (name, owner)] and self.whole[key]]
            if owner is None and len(known) == seats:
                example = f"{name} of the state, at {self.asked[viewers[0]]} imagined states with {seats} players"
                yield Advice("every seat always imagines a part of the state as it is, though it is hidden from spectators", example)
            for key in known if owner is not None else ():
                if key[1] != owner and (key, owner) not in self.partners:
                    example = f"{self._example(key)}, {name}[{owner}]"
                    yield Advice("a seat always imagines what is another one's as it is: is it no secret?", example)

    def _example(self, key: Key) -> str:
        return f"seat {key[1]} of {key[0]}, at {self.asked[key]} imagined states"


def _parts(state: Any, seats: int, by_seat: bool) -> Iterator[tuple[Part, Any]]:
    """Yield the fields of a state; with `by_seat` also, of a field with a value for each seat, each of them."""
    for each in fields(state) if is_dataclass(state) else ():
        value = getattr(state, each.name)
        yield (each.name, None), value
        if by_seat and isinstance(value, tuple) and len(value) == seats:
            yield from (((each.name, seat), value[seat]) for seat in range(seats))
