"""The lessons and figures of Four Circles are right: proved by playing on."""

import re
from collections.abc import Iterator

import pytest

from tableronde.game import Action, Seat
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.rules import removable, threats
from tableronde.games.four_circles.rules.board import DIRECTIONS, beyond, cell
from tableronde.games.four_circles.texts import square
from tableronde.learn.coach import may_do
from tableronde.learn.figures import figures
from tableronde.learn.lessons import Step, lessons
from tableronde.table import Table
from tableronde.text import LANGUAGES, NOTHING, Language

EXAMPLES = ("abc", "tile-c", "x-before", "x-win")  # of the rulebook: A, B and C may move; White moves C; Red moves X and wins


def step(lesson: str, number: int = 0) -> Step:
    return next(each for each in lessons(BOX) if each.id == lesson).steps[number]


def position(figure: str, *actions: Action) -> Table:
    table = figures(BOX)[figure].table(BOX)
    for action in actions:
        [seat] = table.to_act()
        table.play(seat, action)
    return table


def legal(table: Table) -> list[Action]:
    return list(next(iter(table.legal().values())))


def circles(table: Table, seat: Seat = 0) -> int:
    return sum(pawn.circle for pawn in table.state.pawns if pawn.seat == seat)


def leading_to(figure: str, shown: int) -> set[Action]:
    """The actions after which White shows that many circles."""
    return {action for action in legal(position(figure)) if circles(position(figure, action)) == shown}


def is_won_next(figure: str, *actions: Action) -> bool:
    """Whether the player to move could complete a line at once."""
    table = position(figure, *actions)
    return bool(threats(table.state, table.state.mover))


def could_jump(table: Table, place: str) -> bool:
    on, tiles = table.state.on(), table.state.tiles
    ways = [(beyond(cell(place), way), beyond(cell(place), way, 2)) for way in DIRECTIONS]
    return any(over in on and landing in tiles and landing not in on for over, landing in ways)


def test_the_last_pawn_belongs_where_it_could_jump() -> None:
    table = position("last-pawn")
    assert {place for place in legal(table) if could_jump(table, place)} == set(step("place", 1).good)


def test_a_second_circle_is_shown_by_every_good_jump_and_by_no_other() -> None:
    assert leading_to("second-circle", 2) == set(step("jump", 1).good)
    assert leading_to("second-circle", 0) == set(step("jump", 1).wrong[0].actions)


def test_the_three_tiles_of_the_rulebook_and_no_other_can_be_taken() -> None:
    assert {tuple(map(int, mark.split(","))) for mark in figures(BOX)["abc"].mark} == set(removable(position("abc").state))
    moved = {action for action in legal(position("abc")) if "|" in action}
    assert {action for action in moved if action.startswith("0,3>")} == set(step("tile").good)
    assert leading_to("abc", 1) & moved == set(step("tile", 1).good)
    assert leading_to("abc", 1) - moved == set(step("tile", 1).wrong[0].actions)


def test_a_threat_is_parried_by_every_good_action_and_by_no_other() -> None:
    parry = step("parry")
    lost = {action for action in legal(position("threat")) if is_won_next("threat", action)}
    assert set(legal(position("threat"))) - lost == set(parry.good)
    left_behind = set(parry.wrong[0].actions)
    for action in lost - left_behind:
        assert position("threat", action, "4,1>4,0").outcome, "Red steps from J7 to J6"
    for action in left_behind:
        left = action.split("|")[1].split(">")[0]
        assert position("threat", action, f"{left}>4,0|4,1>4,0").outcome, "Red lays at J6 the tile that the pawn has left"


def test_one_move_only_threatens_twice_and_nothing_parries_it() -> None:
    assert not is_won_next("double")
    assert [action for action in legal(position("double")) if wins_by_force(action)] == list(step("double").good)
    assert threats(position("double", "3,3>3,1").state, 0) == {(0, 1), (4, 1)}


def wins_by_force(action: Action) -> bool:
    return not is_won_next("double", action) and all(is_won_next("double", action, reply) for reply in legal(position("double", action)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_every_example_of_the_rulebook(language: Language) -> None:
    learn, law = re.split(r"^## (?:Le règlement|The rules)$", BOX.rulebook(language), flags=re.MULTILINE)
    assert all(f"(figure:{name})" in learn for name in EXAMPLES)
    assert 300 <= len(list(words(learn))) <= 500
    assert sorted(re.findall(r"^- \*(Q\d+)\* ", law, re.MULTILINE), key=lambda id: int(id[1:])) == [f"Q{i}" for i in range(1, 22)]


def words(page: str) -> Iterator[str]:
    """The text of a page without captions."""
    return (word for word in re.sub(r"!\[[^\]]*\]\([^)]*\)|[#*]", "", page).split() if re.search(r"\w", word))


def coached(table: Table, seat: Seat = 0) -> str:
    return may_do(table, seat).en


def test_the_coach_names_the_win_then_the_danger_then_the_jumps() -> None:
    assert coached(position("start")).startswith("Put a pawn on a free tile.")
    assert coached(position("four")) == "You can win this turn: you need a circle at I6."
    assert coached(position("threat")).startswith("Careful, Red can win by going to J6.")
    assert coached(position("second-circle")) == "A jump shows a circle. You can jump from F8, G6 or J9."
    assert may_do(position("second-circle"), 1) == NOTHING  # not its turn


def test_whom_the_coach_calls_able_to_jump_shows_a_circle_by_it() -> None:
    table = position("second-circle")
    named = set(re.findall(r"[A-Z]\d+", coached(table)))
    jumps = {action for action in legal(table) if "|" not in action and circles(position("second-circle", action)) == 2}
    assert named == {square(cell(action.partition(">")[0])) for action in jumps}
