"""tableronde review: the moments of a recorded game where most was lost, and what would have been better."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tableronde.arguments import seconds, whole
from tableronde.bots.bot import Bot
from tableronde.cli.words import bot, resumed, screen, screen_arguments, shelf, shelf_argument
from tableronde.game import Action, Event, Seat
from tableronde.review import Worths, advisers, foresee, opinion, review, storyline, wording
from tableronde.table import Table
from tableronde.text import Text, join


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde review")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seat", type=whole(0, 98), default=0)
    parser.add_argument("--bot", help="whose opinion (the game's strongest bot's)")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="its thinking time for each choice (1)")
    shelf_argument(parser)
    screen_arguments(parser)
    return parser


class Advice:
    """What some bots think of one seat's choices."""

    def __init__(self, seat: Seat, names: Sequence[str], seconds: float) -> None:
        self.seat, self.names, self.seconds, self.rng = seat, names, seconds, Random(0)

    def worths(self, then: Table, actions: Sequence[Action]) -> Worths:
        """What each action is worth at a moment."""
        counsel = (self._bot(then, self.seat, name) for name in self.names)
        return opinion(counsel, then.view(self.seat), then.heard(self.seat), actions)

    def story(self, then: Table, action: Action) -> Text:
        """An action in words, and what would probably have come next."""
        text, event = wording(then, self.seat, action), Event(self.seat, action)
        if then.game.hides:
            return text
        ahead = foresee(lambda other: self._bot(then, other, self.names[0]), then.game, then.state, then.heard(self.seat), event)
        told = join(storyline(then, event, ahead))
        return Text(f"{text.fr}\n    Suite probable : {told.fr}", f"{text.en}\n    Probably next: {told.en}") if ahead else text

    def _bot(self, then: Table, seat: Seat, name: str) -> Bot:
        return bot(then, seat, name, self.seconds, self.rng)


def main(arguments: list[str]) -> int:
    """Look at all choices of a seat, and tell the worst."""
    chosen = parser().parse_args(arguments)
    table, window = resumed(chosen.file, shelf(chosen)), screen(chosen)
    if chosen.seat >= table.game.seats:
        raise LookupError(f"there is no seat {chosen.seat} in a game of {table.game.seats}")
    advice = Advice(chosen.seat, (chosen.bot,) if chosen.bot else advisers(table.box), chosen.seconds)
    slips = review(table, chosen.seat, advice.worths)
    if not slips:
        window.say("Rien à redire : aucun choix n’a coûté cher.", "Nothing to find fault with: no choice cost much.")
    for slip in slips:
        then = table.at(slip.ply)
        played, better = advice.story(then, slip.played), advice.story(then, slip.better)
        after, before = f"{slip.played}, {100 * slip.share:.0f} %", f"{slip.better}, {100 * slip.best:.0f} %"
        window.say(
            f"Coup {slip.ply + 1} ({after}) : {played.fr}\n    Mieux valait ({before}) : {better.fr}",
            f"Move {slip.ply + 1} ({after}): {played.en}\n    Better ({before}): {better.en}",
        )
    return 0
