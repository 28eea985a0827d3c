"""Checks of a game's own bots: they choose legal actions, and their values are shares."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from tableronde.bots import Bot
from tableronde.conformance.report import Finding
from tableronde.conformance.sampling import Sample
from tableronde.game import Action, Event, Illegal

SECONDS: Final = 0.02  # to think


def bots_choose_what_is_legal(sample: Sample) -> Iterator[Finding]:
    """A bot of the box chooses a legal action or passes; its values are shares from 0 to 1."""
    table = sample.table
    for seat in sample.seats_to_press[:1] if table.box.proves("bots") else ():
        for level, make in table.box.bots.items():
            bot: Any = make(table.box, table.game, seat, Random(sample.rng.random()))
            if not isinstance(bot, Bot):
                yield Finding(f"the bot {level} is not a Bot", f"{bot!r:.60}")
                continue
            bot.seconds = SECONDS
            yield from _chosen(sample, level, bot)
            if level == list(table.box.bots)[-1]:  # the level used for hints, reviews and win probabilities
                yield from _weighed(sample, level, bot)


def _chosen(sample: Sample, level: str, bot: Bot) -> Iterator[Finding]:
    action = bot.choose(*_inputs(sample, bot))
    try:
        if action is not None:
            sample.table.at(sample.table.plies).play(bot.seat, action)
    except Illegal:
        yield Finding(f"the bot {level} chooses an action that is not legal", f"{action!r:.60}")


def _weighed(sample: Sample, level: str, bot: Bot) -> Iterator[Finding]:
    asked, seats = _inputs(sample, bot), sample.game.seats
    worths = bot.weigh(*asked)
    if not isinstance(worths, Mapping) or not all(action in ("", *asked[2]) and _is_share(worth) for action, worth in worths.items()):
        yield Finding(f"the bot {level} weighs actions that are not legal, or by numbers outside 0 to 1", f"{worths!r:.60}")
    outlook = list(bot.outlook(*asked))
    if outlook and (len(outlook) != seats or not all(map(_is_share, outlook)) or abs(sum(outlook) - 1) > 0.01):
        yield Finding(f"the outlook of the bot {level} must be a share for each seat, adding up to 1", f"{outlook!r:.60}")


def _inputs(sample: Sample, bot: Bot) -> tuple[Any, list[Event], Sequence[Action]]:
    """Return what a bot gets with every question."""
    table = sample.table
    return table.view(bot.seat), table.heard(bot.seat), table.legal()[bot.seat]


def _is_share(worth: Any) -> bool:
    return bool(-1e-6 <= worth <= 1 + 1e-6)
