"""Bots: players that see what their seat may see, and nothing else."""

import re
from collections.abc import Mapping

from tableronde import outside
from tableronde.bots.bot import Bot, BotMaker
from tableronde.bots.search import SearchBot
from tableronde.bots.simple import GreedyBot, RandomBot
from tableronde.box import Box

ANY_GAME: Mapping[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}

guests: dict[str, str] = {}  # bots that a room offers besides, by name: where each is found


def levels(box: Box) -> Mapping[str, BotMaker]:
    """All bots that can play a game: those that play any game, then its own, weakest first."""
    return {**ANY_GAME, **box.bots}


def offered(box: Box) -> Mapping[str, BotMaker]:
    """The levels a room accepts: all that can play a game, and the guests'."""
    return {**levels(box), **{name: _loaded(place) for name, place in guests.items()}}


def suggested(box: Box) -> list[str]:
    """The levels a room lets people choose from: the game's own, or where it has none those that play any game; then the guests'."""
    return [*(box.bots or ANY_GAME), *guests]


def invite(name: str, place: str) -> None:
    """Let a room offer a bot of one's own, `my_agent.py:Agent`, as a level of that name; LookupError if there is no such bot."""
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,30}", name):
        raise LookupError(f"a bot's name is made of small letters, digits and hyphens, not {name!r}")
    _loaded(place)
    guests[name] = place


def find(box: Box, name: str) -> BotMaker:
    """The bot somebody means: a level of the game, or a class of one's own: `my_agent.py:Agent`, or `my.module:Agent`.

    LookupError with a sentence if there is none. Never for names from the network: it runs the file.
    """
    makers = levels(box)
    if name in makers:
        return makers[name]
    if ":" not in name:
        raise LookupError(f"{box.slug} has no bot {name!r}; it has {', '.join(makers)}, or your own as FILE.py:CLASS")
    return _loaded(name)


def _loaded(place: str) -> BotMaker:
    """A bot's class in a file, a folder or a module; LookupError if it is not there, Fault if its code fails."""
    where, _, attribute = place.rpartition(":")
    maker = getattr(outside.find(where), attribute, None)
    if not callable(maker):
        raise LookupError(f"{where} has no bot {attribute!r}")
    return maker  # type: ignore[no-any-return]


__all__ = [
    "ANY_GAME",
    "Bot",
    "BotMaker",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "find",
    "guests",
    "invite",
    "levels",
    "offered",
    "suggested",
]
