"""Bots: players that see what their seat may see, and nothing else."""

from collections.abc import Mapping

from tableronde.bots.bot import Bot, BotMaker
from tableronde.bots.search import SearchBot
from tableronde.bots.simple import GreedyBot, RandomBot
from tableronde.box import Box

ANY_GAME: Mapping[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


def levels(box: Box) -> Mapping[str, BotMaker]:
    """All bots that can play a game: those that play any game, then its own, weakest first."""
    return {**ANY_GAME, **box.bots}


__all__ = ["ANY_GAME", "Bot", "BotMaker", "GreedyBot", "RandomBot", "SearchBot", "levels"]
