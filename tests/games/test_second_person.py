"""The log says *you* to the player who reads it, in every game and both languages."""

import re
from random import Random

import pytest

from support.helpers import SHELF
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.shelf import find
from tableronde.table import Table

BEGINS = {"fr": re.compile(r"(?:^|[.!?»] )\{0\} [a-zàâéèêîôû]"), "en": re.compile(r"(?:^|[.!?”] )\{0\} [a-z]")}


def played(slug: str, variant: str, seed: int) -> Table:
    box, rng = find(slug), Random(seed)
    seats = 4 if 4 in box.game_type.players else 2
    table = Table(box, seats, box.variant_options(variant), rng=rng)
    while table.legal() and table.plies < 120:
        actor = rng.choice(table.to_act())
        table.play(*arena.roll(table, rng)) if actor == CHANCE else table.play(actor, rng.choice(settled(table.legal()[actor])))
    return table


@pytest.mark.parametrize(("slug", "variant"), [(slug, variant.name) for slug in SHELF for variant in find(slug).variants])
def test_the_log_says_you_to_the_player_who_reads_it(slug: str, variant: str) -> None:
    table = played(slug, variant, 7)
    lines = table.tale(0, reader=0)
    assert any("Vous " in line.fr and "You " in line.en for line in lines)
    for line in lines:
        assert not BEGINS["fr"].search(line.fr), line.fr
        assert not BEGINS["en"].search(line.en), line.en


@pytest.mark.parametrize("slug", SHELF)
def test_the_log_of_others_names_everybody(slug: str) -> None:
    table = played(slug, find(slug).variants[0].name, 8)
    for line in table.tale(None):
        assert not re.search(r"\b[Vv]ous\b", line.fr), line.fr
        assert not re.search(r"\b[Yy]ou\b", line.en), line.en
