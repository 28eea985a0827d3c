"""Promises of a game's own bots: they choose what is legal, and what they think things are worth are shares."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from tableronde.bots import Bot
from tableronde.conform.moments import Moment
from tableronde.conform.report import Finding
from tableronde.game import Action, Event, Illegal

SECONDS: Final = 0.02  # to think


def bots_choose_what_is_legal(moment: Moment) -> Iterator[Finding]:
    """A bot of the box chooses a legal action, or is silent; its opinions are shares from 0 to 1."""
    table = moment.table
    for seat in moment.seats_to_press[:1]:
        for level, make in table.box.bots.items():
            bot: Any = make(table.box, table.game, seat, Random(moment.rng.random()))
            if not isinstance(bot, Bot):
                yield Finding(f"the bot {level} is no Bot", f"{bot!r:.60}")
                continue
            bot.seconds = SECONDS
            yield from _chosen(moment, level, bot)
            if level == list(table.box.bots)[-1]:  # who is asked for hints, reviews and chances to win
                yield from _weighed(moment, level, bot)


def _chosen(moment: Moment, level: str, bot: Bot) -> Iterator[Finding]:
    action = bot.choose(*_asked(moment, bot))
    try:
        if action is not None:
            moment.table.at(moment.table.plies).play(bot.seat, action)
    except Illegal:
        yield Finding(f"the bot {level} chooses what is not legal", f"{action!r:.60}")


def _weighed(moment: Moment, level: str, bot: Bot) -> Iterator[Finding]:
    asked, seats = _asked(moment, bot), moment.game.seats
    worths = bot.weigh(*asked)
    if not isinstance(worths, Mapping) or not all(action in ("", *asked[2]) and _is_share(worth) for action, worth in worths.items()):
        yield Finding(f"the bot {level} does not weigh legal actions by shares from 0 to 1", f"{worths!r:.60}")
    outlook = list(bot.outlook(*asked))
    if outlook and (len(outlook) != seats or not all(map(_is_share, outlook)) or abs(sum(outlook) - 1) > 0.01):
        yield Finding(f"the outlook of the bot {level} is not a share for each seat, together 1", f"{outlook!r:.60}")


def _asked(moment: Moment, bot: Bot) -> tuple[Any, list[Event], Sequence[Action]]:
    """What a bot is told before it is asked anything."""
    table = moment.table
    return table.view(bot.seat), table.heard(bot.seat), table.legal()[bot.seat]


def _is_share(worth: Any) -> bool:
    return bool(-1e-6 <= worth <= 1 + 1e-6)
