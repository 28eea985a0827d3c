"""Games as a Hypothesis strategy, for an author's own properties: `@given(games(BOX))`. It needs the package `hypothesis`."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, Phase, find, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from tableronde.bots.improvised_words import with_a_word
from tableronde.box import Box
from tableronde.game import CHANCE, Json
from tableronde.table import Table

MOST: Final = 80  # events of a game that is drawn
EXAMPLES: Final = 60


@st.composite
def games(draw: st.DrawFn, box: Box, players: int | None = None, options: Mapping[str, Json] | None = None, most: int = MOST) -> Table:
    """Draw a table somewhere in a random game. It shrinks to fewer players, fewer events and the first legal actions."""
    seats = players if players is not None else draw(st.sampled_from(list(box.game_type.players)), label="players")
    chosen = draw(_options(box), label="options") if options is None else options
    try:
        table = Table(box, seats, chosen, rng=Random(draw(st.integers(0, 2**16), label="seed of the set-up")))
    except ValueError:  # options that are not for this number of players
        reject()
    for _ in range(draw(st.integers(0, most), label="events")):
        if not table.legal():
            break
        _play(draw, table)
    return table


def _options(box: Box) -> "st.SearchStrategy[Mapping[str, Json]]":
    """Draw the default options or those of a variant."""
    return st.sampled_from([{}, *(dict(variant.options) for variant in box.variants)])


def _play(draw: st.DrawFn, table: Table) -> None:
    waited = sorted(table.to_act(), key=lambda actor: (actor != CHANCE, str(actor)))
    actor = draw(st.sampled_from(waited), label="actor")
    actions = table.legal()[actor]
    action = actions[draw(st.integers(0, len(actions) - 1), label="action")]
    event = with_a_word(table.game, actor, action, Random(0))
    if event is not None:
        table.play(*event)


def find_game(box: Box, players: int, options: Mapping[str, Json], holds: Callable[[Table], bool]) -> Table | None:
    """Search for a small game for which something holds; None if no game that was tried is one."""
    tried: Any = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        return find(games(box, players, options), holds, settings=tried, random=Random(0))
    except NoSuchExample:
        return None
