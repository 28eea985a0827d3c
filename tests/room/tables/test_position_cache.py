"""What a position computes once for everybody: the log, events and films."""

from random import Random

import pytest

from support.helpers import SHELF
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.room.base.picture_delta import Film
from tableronde.room.tables.position_cache import PositionCache
from tableronde.shelf import find
from tableronde.table import Table


def test_a_position_keeps_a_limited_number_of_log_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that requests the log from every ply, one after the other, does not fill the memory."""
    monkeypatch.setattr(PositionCache, "most", 5)
    table = Table(find("four-circles"), 2)
    for _ in range(12):
        [seat] = table.to_act()
        table.play(seat, table.legal()[seat][0])
    position = PositionCache(table)
    for since in range(12):
        assert position.log_lines(None, since, "en", 12) == PositionCache(table).log_lines(None, since, "en", 12)
        assert position.heard(None, since, 12) == PositionCache(table).heard(None, since, 12)
    assert max(len(position._log_texts), len(position._heard)) <= 5


@pytest.mark.parametrize("slug", SHELF)
def test_a_position_shows_what_a_fresh_one_would(slug: str) -> None:
    box, rng = find(slug), Random(5)
    table = Table(box, min(box.game_type.players), rng=rng)
    position, seats = PositionCache(table), (None, 0)
    for _ in range(25):
        films = {seat: position.film(seat, None, "fr") for seat in seats}
        assert films == {seat: PositionCache(table).film(seat, None, "fr") for seat in seats}
        assert films == {seat: Film.of(table.draw(seat).named(table.names), "fr", table.names) for seat in seats}
        if not table.legal():
            break
        actor = rng.choice(table.to_act())
        table.play(*arena.roll(table, rng)) if actor == CHANCE else table.play(actor, rng.choice(settled(table.legal()[actor])))
        position = PositionCache(table, position)
