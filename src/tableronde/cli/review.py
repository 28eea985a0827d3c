"""tableronde review: show the costliest mistakes of a recorded game, and better moves."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tableronde.bots.bot import Bot
from tableronde.cli.arguments import bot, resumed, screen, screen_arguments, shelf, shelf_argument
from tableronde.cli.bounded_numbers import seconds, whole
from tableronde.game import Action, Event, Seat
from tableronde.play.review import MoveValues, advisers, foresee, opinion, review, storyline, wording
from tableronde.table import Table
from tableronde.text import Text, join


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde review")
    parser.add_argument("file", type=Path, help="the file of a record")
    parser.add_argument("--seat", type=whole(0, 98), default=0, help="the player whose choices are judged (default: 0)")
    parser.add_argument("--bot", help="the level that judges (default: the game's strongest bot)")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="its thinking time for each choice (default: 1)")
    shelf_argument(parser)
    screen_arguments(parser)
    return parser


class Advice:
    """Evaluates one seat's choices with some bots."""

    def __init__(self, seat: Seat, names: Sequence[str], seconds: float) -> None:
        self.seat, self.names, self.seconds, self.rng = seat, names, seconds, Random(0)

    def values(self, then: Table, actions: Sequence[Action]) -> MoveValues:
        """Return the value of each action at a position."""
        judges = (self._bot(then, self.seat, name) for name in self.names)
        return opinion(judges, then.view(self.seat), then.heard(self.seat), actions)

    def describe(self, then: Table, action: Action) -> Text:
        """Describe an action and the moves that would probably have followed."""
        text, event = wording(then, self.seat, action), Event(self.seat, action)
        if then.game.hides:
            return text
        ahead = foresee(lambda other: self._bot(then, other, self.names[0]), then.game, then.state, then.heard(self.seat), event)
        line = join(storyline(then, event, ahead))
        return Text(f"{text.fr}\n    Suite probable : {line.fr}", f"{text.en}\n    Likely continuation: {line.en}") if ahead else text

    def _bot(self, then: Table, seat: Seat, name: str) -> Bot:
        return bot(then, seat, name, self.seconds, self.rng)


def main(arguments: list[str]) -> int:
    """Evaluate all choices of a seat and print the worst."""
    chosen = parser().parse_args(arguments)
    table, window = resumed(chosen.file, shelf(chosen)), screen(chosen)
    if chosen.seat >= table.game.seats:
        raise LookupError(f"there is no seat {chosen.seat} in a game for {table.game.seats}")
    advice = Advice(chosen.seat, (chosen.bot,) if chosen.bot else advisers(table.box), chosen.seconds)
    mistakes = review(table, chosen.seat, advice.values)
    if not mistakes:
        window.say("Aucune erreur grave.", "No serious mistakes.")
    for mistake in mistakes:
        then = table.at(mistake.ply)
        played, better = advice.describe(then, mistake.played), advice.describe(then, mistake.better)
        after, before = f"{mistake.played}, {100 * mistake.share:.0f} %", f"{mistake.better}, {100 * mistake.best:.0f} %"
        window.say(
            f"Coup {mistake.ply + 1} ({after}) : {played.fr}\n    Meilleur coup ({before}) : {better.fr}",
            f"Move {mistake.ply + 1} ({after}): {played.en}\n    Better ({before}): {better.en}",
        )
    return 0
