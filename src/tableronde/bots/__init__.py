"""Bots: players that get the view of their seat, never the state."""

import re
from collections.abc import Mapping

from tableronde.bots.bot import Bot, BotMaker
from tableronde.bots.general_levels import GENERAL_LEVELS, GENERAL_TEXTS, EasyBot, HardBot, MediumBot
from tableronde.bots.search import SearchBot
from tableronde.bots.simple import GreedyBot, RandomBot
from tableronde.box import Box
from tableronde.plugins import loader
from tableronde.text import NOTHING, Text, same

ANY_GAME: Mapping[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
LEVEL_TEXTS: Mapping[str, tuple[Text, Text]] = {
    "random": (Text("au hasard", "random"), Text("joue n’importe quoi", "plays any legal move")),
    "greedy": (Text("débutant", "beginner"), Text("prend ce qui brille", "grabs what it can")),
    "search": (Text("réfléchi", "thoughtful"), Text("cherche un peu plus loin", "looks a little further ahead")),
    **GENERAL_TEXTS,
}

guests: dict[str, str] = {}  # bots that the host added with --bot: FILE:CLASS or cmd:PROGRAM, by level


def levels(box: Box) -> Mapping[str, BotMaker]:
    """List all bots that can play a game: those that play any game, then the game's own or the general levels, weakest first.

    For editions that its own bots are not proved for, their names stay and `search` plays.
    """
    own = box.bots if box.proves("bots") else dict.fromkeys(box.bots, SearchBot)
    return {**ANY_GAME, **(own or GENERAL_LEVELS)}


def offered(box: Box) -> Mapping[str, BotMaker]:
    """List the levels a room accepts: all that can play a game, and the bots the host added."""
    return {**levels(box), **{name: _loaded(place) for name, place in guests.items()}}


def suggested(box: Box) -> list[str]:
    """List the levels a room lets people choose from: the game's own, or if it has none the general ones; then those the host added."""
    return [*(box.bots or GENERAL_LEVELS), *guests]


def default_level(box: Box) -> str:
    """Return the level of a bot for which none was named: the weakest that is suggested."""
    return suggested(box)[0]


def describe_levels(box: Box) -> dict[str, tuple[Text, Text]]:
    """Return the title and description of each level; a level without texts is called by its name."""
    described = {**LEVEL_TEXTS, **box.level_texts}
    return {level: described.get(level, (same(level), NOTHING)) for level in levels(box)}


def invite(name: str, place: str) -> None:
    """Let a room offer a host's own bot (`my_agent.py:Agent` or `cmd:./mybot`) as a level of that name; LookupError if there is none."""
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,30}", name):
        raise LookupError(f"a bot's name consists of lowercase letters, digits and hyphens, not {name!r}")
    _loaded(place)
    guests[name] = place


def find(box: Box, name: str) -> BotMaker:
    """Find a bot by name: a level of the game, a class (`my_agent.py:Agent`, `my.module:Agent`) or a program (`cmd:./mybot --flag`).

    LookupError with a sentence if there is none. Never pass names from the network: a file that is named is run.
    """
    makers = levels(box)
    if name in makers:
        return makers[name]
    if ":" not in name:
        raise LookupError(f"{box.slug} has no bot {name!r}; it has {', '.join(makers)}, or your own as FILE.py:CLASS or cmd:PROGRAM")
    return _loaded(name)


def _loaded(place: str) -> BotMaker:
    """Load a bot's class from a file, a folder or a module, or find its program; LookupError if there is none, Fault if its code fails."""
    if place.startswith("cmd:"):
        from tableronde.bots.program import find_program  # threads and processes, which few commands need

        return find_program(place)
    where, _, attribute = place.rpartition(":")
    maker = getattr(loader.find(where), attribute, None)
    if not callable(maker):
        raise LookupError(f"{where} has no bot {attribute!r}")
    return maker  # type: ignore[no-any-return]


__all__ = [
    "ANY_GAME",
    "GENERAL_LEVELS",
    "LEVEL_TEXTS",
    "Bot",
    "BotMaker",
    "EasyBot",
    "GreedyBot",
    "HardBot",
    "MediumBot",
    "RandomBot",
    "SearchBot",
    "default_level",
    "describe_levels",
    "find",
    "guests",
    "invite",
    "levels",
    "offered",
    "suggested",
]
