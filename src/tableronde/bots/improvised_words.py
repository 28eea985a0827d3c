"""Words of one's own, for whoever must write one and has nothing to say: letters at random, or a number, that the game takes."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tableronde.bots.simple import settled
from tableronde.game import Action, Actor, AnyGame, Event, Illegal, is_open
from tableronde.table import Table

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def improvised(table: Table, actor: Actor, rng: Random) -> Action | None:
    """Anything somebody may do now, all alike; a word of one's own only where nothing else is left. None if no word will do."""
    legal = table.legal().get(actor, ())
    if actions := settled(legal):
        return rng.choice(actions)
    events = (with_a_word(table.game, actor, action, rng) for action in legal)
    return next((event.action for event in events if event), None)


def with_a_word(game: AnyGame, actor: Actor, action: Action, rng: Random) -> Event | None:
    """An event of a legal action; an open one gets a word that the game takes: letters, or else a number. None if it takes none of ours."""
    if not is_open(action):
        return Event(actor, action)
    for word in _words(rng):
        try:
            return Event(actor, game.complete(action, word))
        except Illegal:
            continue
    return None


def _words(rng: Random) -> Iterator[str]:
    """What a player might write: words of different lengths, numbers, a letter."""
    for length in (7, 4, 5, 3, 7, 2, 10):
        yield "".join(rng.choices(LETTERS, k=length))
    yield from (str(rng.randint(1, 9)), str(rng.randint(10, 99)), rng.choice("ABCDEFGH"), "".join(rng.choices(LETTERS.lower(), k=5)))
