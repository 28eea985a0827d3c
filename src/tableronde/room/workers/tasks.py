"""Tasks for the workers: what a bot is asked about one seat of a table."""

from collections.abc import Sequence

from tableronde import options
from tableronde.game import Action, Json, Seat
from tableronde.room.workers.worker import WorkerTask
from tableronde.table import Table


def make_task(
    place: str,
    table: Table,
    seat: Seat,
    actions: Sequence[Action],
    *,
    seconds: float,
    bot_seed: str,
    move_seed: str,
    level: str = "",
    memory: int | None = None,
    chosen: Json | None = None,
) -> WorkerTask:
    """Make a task about some actions of a seat, for a game loaded from `place`; it contains the seat's view, never a state.

    `memory` limits the events to the latest ones. `chosen` are the table's options, if they are at hand.
    """
    return WorkerTask(
        game=place,
        players=table.game.seats,
        options=options.write(table.game.options) if chosen is None else chosen,
        seat=seat,
        level=level,
        view=table.view(seat),
        heard=tuple(table.heard(seat, 0 if memory is None else max(0, table.plies - memory))),
        legal=tuple(actions),
        seconds=seconds,
        bot_seed=bot_seed,
        move_seed=move_seed,
        edition=0 if table.box is table.box.latest else table.game.edition,
    )
