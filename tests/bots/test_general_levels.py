"""Levels for games that bring none: offered in the right places, repeatable, and each with its slips."""

from dataclasses import replace
from random import Random

import pytest

from support.helpers import OUTSIDE
from support.toys import HIDE, RACE
from tableronde import bots
from tableronde.bots import GENERAL_LEVELS, EasyBot, HardBot, RandomBot
from tableronde.box import Box
from tableronde.play import arena
from tableronde.shelf import find
from tableronde.table import Table

FORD = find(str(OUTSIDE / "ford"))


def test_they_are_offered_where_a_game_brings_no_levels() -> None:
    assert bots.suggested(FORD) == ["easy", "medium", "hard"]
    assert bots.default_level(FORD) == "easy"
    assert list(bots.levels(FORD)) == ["random", "greedy", "search", "easy", "medium", "hard"]
    assert all(title.fr and title.en and text.fr and text.en for title, text in bots.describe_levels(FORD).values())


def test_a_game_with_levels_of_its_own_keeps_to_those() -> None:
    box = replace(FORD, bots={"hard": RandomBot})
    assert bots.suggested(box) == ["hard"]
    assert bots.levels(box)["hard"] is RandomBot
    assert "easy" not in bots.levels(box)


@pytest.mark.parametrize("level", GENERAL_LEVELS)
def test_the_same_seed_gives_the_same_choice(level: str) -> None:
    """They think for a number of simulations, not for a time."""
    table = Table(FORD, 2)
    [seat] = table.to_act()
    assert isinstance(seat, int)

    def chosen() -> list[str | None]:
        bot = GENERAL_LEVELS[level](FORD, table.game, seat, Random(5))
        bot.seconds = 1e-9
        return [bot.choose(table.view(seat), table.heard(seat), table.legal()[seat]) for _ in range(4)]

    assert chosen() == chosen()


def test_a_bot_slips_as_often_as_it_says() -> None:
    """A slip is any legal action, and costs no thought."""

    class Clumsy(EasyBot):
        slips = 1.0

        def _think(self, *_: object) -> dict[str, object]:  # type: ignore[override]
            raise AssertionError("it thought")

    table = Table(FORD, 2)
    [seat] = table.to_act()
    assert isinstance(seat, int)
    bot = Clumsy(FORD, table.game, seat, Random(1))
    legal = table.legal()[seat]
    chosen = {bot.choose(table.view(seat), table.heard(seat), legal) for _ in range(200)}
    assert chosen == set(legal)
    assert HardBot.slips == 0


@pytest.mark.parametrize("level", GENERAL_LEVELS)
@pytest.mark.parametrize("box", [HIDE, RACE], ids=lambda box: box.slug)
def test_each_finishes_games_with_secrets_and_races(level: str, box: Box) -> None:
    assert arena.match(box, [level, "random"], 2).games == 2
