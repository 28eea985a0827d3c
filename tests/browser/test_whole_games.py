"""Two people play each game on the shelf through the page: one with the pointer, the other with the keyboard alone."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from support.browser_people import Person
from support.helpers import SHELF
from tableronde.shelf import find

# Options that make a game short enough to be played to its end here; games not listed need none.
SHORT: Final[dict[str, dict[str, Any]]] = {"four-circles": {"max_plies": 30}, "cirkle-duo": {"max_turns": 12}}
# Words that end a game too soon; early in a game there is always something else to press.
AVOID: Final[dict[str, set[str]]] = {"kaplan": {"kaplan"}}
EARLY: Final = 50
PRESSES: Final = 1500  # checks of the table, with or without something to press: far more than any of these games needs
PATIENCE: Final = 50  # checks of both logs, ten a second


@pytest.mark.parametrize("game", SHELF)
def test_two_people_play_a_whole_game(game: str, meet: Callable[..., Person]) -> None:
    ana, bo = meet(seed=1), meet(language="fr", seed=2)
    options = {name: value for name, value in SHORT.get(game, {}).items() if name in _options(game)}
    path = ana.open_table(game, min(find(game).game_type.players), _seats(game), options)
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    for press in range(PRESSES):
        if ana.is_over():
            break
        _someone_presses(ana, bo, AVOID.get(game, set()) if press < EARLY else set())
    _both_saw_the_same(ana, bo)


def _someone_presses(ana: Person, bo: Person, avoid: set[str]) -> None:
    """Let Ana press with the pointer or Bo with the keyboard; if neither may act, wait."""
    if ana.may_act(avoid):
        ana.press_with_pointer(avoid)
    elif bo.may_act(avoid):
        bo.press_with_keys(avoid)
    else:
        ana.page.wait_for_timeout(30)


def _seats(game: str) -> list[dict[str, str]]:
    others = min(find(game).game_type.players) - 2
    return [{"kind": "me", "name": "Ana"}, {"kind": "open"}, *[{"kind": "bot", "level": "random"}] * others]


def _options(game: str) -> set[str]:
    return {option["name"] for option in find(game).description()["options"]}


def _both_saw_the_same(ana: Person, bo: Person) -> None:
    """Check that both pages say that the game is over and have logs of the same length, in two languages."""
    assert ana.is_over()
    logs = [person.page.locator(".log [data-ply]") for person in (ana, bo)]
    for _ in range(PATIENCE):  # the last log line may still be under way to one of the pages
        if logs[0].count() == logs[1].count() and bo.is_over():
            break
        bo.page.wait_for_timeout(100)
    assert logs[0].count() == logs[1].count() > 0
    assert ana.page.locator(".log [data-ply]").last.inner_text() != bo.page.locator(".log [data-ply]").last.inner_text()
    assert ana.page.locator(".result-part h2").inner_text()
    for person in (ana, bo):
        said = person.page.locator(".result-part h2, .result-part p, .captions p").all_inner_texts()
        assert len(said) == len(set(said)), said  # the result is said once
    assert bo.page.get_by_text("Revoir la partie").is_visible()
