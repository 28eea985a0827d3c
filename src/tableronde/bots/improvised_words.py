"""Fill in open actions at random: letters, or a number, that the game accepts."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tableronde.bots.simple import settled
from tableronde.game import Action, Actor, AnyGame, Event, Illegal, is_open
from tableronde.table import Table

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def improvised(table: Table, actor: Actor, rng: Random) -> Action | None:
    """Choose any legal action at random, an open one only if there is no other. None if the game accepts no word."""
    legal = table.legal().get(actor, ())
    if actions := settled(legal):
        return rng.choice(actions)
    events = (with_a_word(table.game, actor, action, rng) for action in legal)
    return next((event.action for event in events if event), None)


def with_a_word(game: AnyGame, actor: Actor, action: Action, rng: Random) -> Event | None:
    """Return an event for a legal action; an open one gets letters or a number that the game accepts, or None if it accepts none."""
    if not is_open(action):
        return Event(actor, action)
    for word in _words(rng):
        try:
            return Event(actor, game.complete(action, word))
        except Illegal:
            continue
    return None


def _words(rng: Random) -> Iterator[str]:
    """Yield what a player might write: words of different lengths, numbers, a letter."""
    for length in (7, 4, 5, 3, 7, 2, 10):
        yield "".join(rng.choices(LETTERS, k=length))
    yield from (str(rng.randint(1, 9)), str(rng.randint(10, 99)), rng.choice("ABCDEFGH"), "".join(rng.choices(LETTERS.lower(), k=5)))
