"""Checks of the older editions of a game's rules: they can still be played, replayed, drawn and described."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tableronde.bots.improvised_words import with_a_word
from tableronde.box import Box
from tableronde.conformance.report import Finding, blame
from tableronde.game import is_open
from tableronde.record import BrokenRecord
from tableronde.table import Table

MOST: Final = 400  # events of one game
OFTEN: Final = 8  # events between two pictures


def editions_can_be_played(box: Box) -> Iterator[Finding]:
    """Each edition before the latest deals, plays and replays a game; the box draws it and tells its events."""
    for edition in sorted(box.editions):
        if edition != box.rules.edition:
            try:
                yield from _troubles(box, edition)
            except Exception as error:  # in the game's own code
                found = blame(error)
                yield Finding(f"edition {edition}: {found.cause}", found.example)


def _troubles(box: Box, edition: int) -> Iterator[Finding]:
    rng, old = Random(edition), box.of_edition(edition)
    table = Table(old, min(old.game_type.players), rng=rng)
    while table.legal() and table.plies < MOST:
        actor = rng.choice(table.to_act())
        actions = table.legal()[actor]
        spoken = [action for action in actions if not is_open(action)]
        event = (actor, rng.choice(spoken)) if spoken else with_a_word(table.game, actor, rng.choice(actions), rng)
        if event is None:
            break
        table.play(*event)
        if table.plies % OFTEN == 1:
            _show(table)
    _show(table)
    table.tale()
    try:
        again = Table.replay(box, table.record())
    except BrokenRecord as error:
        yield Finding(f"edition {edition}: a record does not replay", str(error))
        return
    if again.record().digest != table.record().digest:
        yield Finding(f"edition {edition}: a record replays differently")


def _show(table: Table) -> None:
    for seat in (*range(table.game.seats), None):
        table.scene(seat)
    table.styles()
