"""Bots: players that see what their seat may see, and nothing else."""

from collections.abc import Mapping

from tableronde import outside
from tableronde.bots.bot import Bot, BotMaker
from tableronde.bots.search import SearchBot
from tableronde.bots.simple import GreedyBot, RandomBot
from tableronde.box import Box

ANY_GAME: Mapping[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


def levels(box: Box) -> Mapping[str, BotMaker]:
    """All bots that can play a game: those that play any game, then its own, weakest first."""
    return {**ANY_GAME, **box.bots}


def find(box: Box, name: str) -> BotMaker:
    """The bot somebody means: a level of the game, or a class of one's own: `my_agent.py:Agent`, or `my.module:Agent`.

    LookupError with a sentence if there is none. Never for names from the network: it runs the file.
    """
    makers = levels(box)
    if name in makers:
        return makers[name]
    place, colon, attribute = name.rpartition(":")
    if not colon:
        raise LookupError(f"{box.slug} has no bot {name!r}; it has {', '.join(makers)}, or your own as FILE.py:CLASS")
    return load(place, attribute)


def load(place: str, attribute: str) -> BotMaker:
    """A bot's class in a file, a folder or a module; LookupError if it is not there, Fault if its code fails."""
    module = outside.find(place)
    maker = getattr(module, attribute, None)
    if not callable(maker):
        raise LookupError(f"{place} has no bot {attribute!r}")
    return maker  # type: ignore[no-any-return]


__all__ = ["ANY_GAME", "Bot", "BotMaker", "GreedyBot", "RandomBot", "SearchBot", "find", "levels", "load"]
