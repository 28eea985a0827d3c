"""Puzzles for any open game: win whatever the others answer, proved by exhaustive search (force.py)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from tableronde.box import Box
from tableronde.game import Action, Event, Seat
from tableronde.kernel import Kernel
from tableronde.kernels.proof import kernel_of
from tableronde.puzzles.force import Force
from tableronde.puzzles.puzzle import Draft, Hint, Kind, Refutation, Workshop
from tableronde.table import Table
from tableronde.text import Text

ESCAPES: Final = Text("Après cette réponse, la victoire n’est plus forcée.", "After this reply the win can no longer be forced.")
NOT_A_WIN: Final = Text("Ce coup ne mène pas à la victoire.", "This move does not lead to the win.")
_TURNS: Final = (
    Text("Gagnez en un coup.", "Win in one move."),
    Text("Gagnez en deux coups, quoi que l’on vous réponde.", "Win in two moves, whatever the reply."),
    Text("Gagnez en trois coups, quoi que l’on vous réponde.", "Win in three moves, whatever the replies."),
)
_TITLES: Final = (
    Text("Gagner en un coup", "Win in one"),
    Text("Gagner en deux coups", "Win in two"),
    Text("Gagner en trois coups", "Win in three"),
)


class Win(Kind):
    """Force the win within some events. The first action is unique; after it, any that still forces the win is right."""

    def __init__(self, title: Text, asked: Text, first_hint: Text | None = None) -> None:
        self.title, self.asked, self.first_hint = title, asked, first_hint

    def question(self, table: Table, seat: Seat) -> Text:
        return Text(f"Vous êtes {{{seat}}}. {self.asked.fr}", f"You are {{{seat}}}. {self.asked.en}")

    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        """Return at most two actions, and none if there is a faster win: then the question would be wrong."""
        kernel, force = _force(table, seat)
        moves = [] if left > 2 and force.wins(left - 2) else force.winning(left, 2)
        kernel.restore()
        return [kernel.action(move) for move in moves]

    def is_right(self, table: Table, seat: Seat, action: Action, left: int) -> bool:
        kernel, force = _force(table, seat)
        return force.wins_after(kernel.move(action), left - 1)

    def reply(self, table: Table, seat: Seat, left: int) -> Sequence[Event]:
        """Return the most stubborn defence, until it is the seat's turn again."""
        start = table.plies
        while table.outcome is None and seat not in table.to_act():
            [other] = table.to_act()
            table.play(other, _stiffest(table, seat, left - (table.plies - start)))
        return table.events[start:]

    def solved(self, table: Table, seat: Seat, left: int) -> bool:
        return table.outcome is not None

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        kernel, force = _force(table, seat)
        spoiler = force.spoiler(kernel.move(action), left - 1)
        if spoiler < 0:
            return Refutation(NOT_A_WIN)
        kernel.restore()
        kernel.play(kernel.move(action))
        return Refutation(ESCAPES, (Event(kernel.mover, kernel.action(spoiler)),))

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        return [*([Hint(self.first_hint)] if self.first_hint else []), *super().hints(table, seat, action)]


WINS: Final = {f"win-{n}": Win(title, asked) for n, (title, asked) in enumerate(zip(_TITLES, _TURNS, strict=True), 1)}


def plies_of(kind: str) -> int:
    """Return how many events a win of this kind takes when two players take turns."""
    return 2 * int(kind.removeprefix("win-")) - 1


def before_the_end(table: Table, kinds: Sequence[str]) -> Iterator[Draft]:
    """Yield the positions of a won game from which the winner was some moves away from winning."""
    outcome = table.outcome
    assert outcome is not None
    for kind in kinds:
        then = table.at(max(0, table.plies - plies_of(kind)))
        if len(outcome.winners) == 1 and then.to_act() == outcome.winners:
            yield Draft(kind, then, outcome.winners[0], plies_of(kind))


def for_any(box: Box) -> Workshop:
    """Return the workshop of wins in one and two moves, for any open game for two without chance; LookupError for others."""
    if 2 not in box.game_type.players:
        raise LookupError(f"{box.slug} is not for two players, so it needs a module puzzles in its folder that defines its own kinds")
    if box.game(2).hides:
        raise LookupError(f"{box.slug} has hidden information, so it needs a module puzzles in its folder that defines its own kinds")
    kinds = {kind: WINS[kind] for kind in ("win-1", "win-2")}
    return Workshop(kinds, dict.fromkeys(kinds, 30), partial(before_the_end, kinds=tuple(kinds)))


def _force(table: Table, seat: Seat) -> tuple[Kernel, Force]:
    kernel = kernel_of(table.box, table.game, table.state)
    return kernel, Force(kernel, seat)


def _stiffest(table: Table, seat: Seat, left: int) -> Action:
    """Return the reply that delays the win longest; among equals, the one the kernel weighs highest."""
    kernel, force = _force(table, seat)
    kernel.list_moves()
    kernel.weigh()
    weights = {kernel.moves[i]: kernel.weights[i] for i in range(kernel.count)}
    delays = {move: _delay(force, move, left) for move in weights}
    kernel.restore()
    return max((delays[move], weight, kernel.action(move)) for move, weight in weights.items())[2]


def _delay(force: Force, move: int, left: int) -> int:
    """Return how many events the win takes after a reply; it is known to come within `left`."""
    return next((plies for plies in range(left - 1) if force.wins_after(move, plies)), left - 1)
