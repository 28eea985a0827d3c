"""Puzzles: found, proved, judged, stored as data, and the same for every player on a day. All sets of our games are checked."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from support.helpers import SHELF, typed
from tableronde.box import Box
from tableronde.cli import main
from tableronde.game import Event
from tableronde.kernel import Kernel
from tableronde.kernels.proof import PlainKernel, kernel_of
from tableronde.learn import puzzle_maker
from tableronde.puzzles.force import Force
from tableronde.puzzles.puzzle import (
    GRADES,
    Puzzle,
    game_of_the_day,
    hints,
    judge,
    of_the_day,
    parse,
    puzzles,
    question,
    told,
    workshop,
    write,
)
from tableronde.shelf import find
from tableronde.table import Table

ROOT = Path(__file__).parents[2]
CASCADE = ROOT / "docs" / "examples" / "cascade"
PEBBLES = ROOT / "docs" / "examples" / "pebbles.py"
MISTIGRI = ROOT / "tests" / "outside" / "mistigri"
SMALL = 150_000  # the most bytes of a set


def of_kind(box: Box, kind: str) -> Puzzle:
    """Return the easiest puzzle of a kind."""
    return next(puzzle for puzzle in puzzles(box) if puzzle.kind == kind)


def answers(puzzle: Puzzle) -> list[str]:
    return [action for actor, action in puzzle.solution if actor == puzzle.seat]


# The sets of our games


@pytest.mark.parametrize("slug", SHELF)
def test_every_game_has_sixty_of_several_grades(slug: str) -> None:
    box = find(slug)
    made = puzzles(box)
    assert len(made) >= 60
    assert len({puzzle.id for puzzle in made}) == len(made)
    assert len({(puzzle.position.digest, puzzle.kind) for puzzle in made}) == len(made)
    assert len({puzzle.grade for puzzle in made}) >= 3
    assert Counter(puzzle.kind for puzzle in made) == Counter(workshop(box).wanted)
    assert {tuple(puzzle.shares) for puzzle in made} == {tuple(box.bots)}
    assert len(box.text("puzzles.json").encode()) < SMALL


@pytest.mark.parametrize("slug", SHELF)
def test_a_sample_of_the_proofs_holds(slug: str) -> None:
    box = find(slug)
    for kind in workshop(box).kinds:
        assert puzzle_maker.verify(box, of_kind(box, kind)) == ""


@pytest.mark.parametrize("slug", SHELF)
def test_the_solution_solves_and_is_described(slug: str) -> None:
    box = find(slug)
    for puzzle in puzzles(box)[::9]:
        verdict = judge(box, puzzle, answers(puzzle))
        assert verdict.word == "solved"
        assert len(told(box, puzzle)) == len(puzzle.solution)
        texts = [question(box, puzzle), *(hint.text for hint in hints(box, puzzle))]
        assert len(texts) >= 3
        assert all(text.fr and text.en and "{" not in text.fr + text.en for text in texts)


@pytest.mark.parametrize("slug", SHELF)
def test_other_actions_are_wrong_and_refuted(slug: str) -> None:
    box = find(slug)
    for kind in workshop(box).kinds:
        puzzle = of_kind(box, kind)
        table = puzzle.table(box)
        others = [action.replace("*", "arbres") for action in table.legal()[puzzle.seat] if action != puzzle.answer]
        verdict = judge(box, puzzle, [Random(1).choice(others)])
        assert verdict.word == "wrong"
        assert verdict.text.fr
        for actor, action in verdict.events:
            table.play(actor, action)  # the refutation can be played


@pytest.mark.parametrize("slug", SHELF)
def test_illegal_answers_are_refused_with_their_clause(slug: str) -> None:
    box = find(slug)
    verdict = judge(box, puzzles(box)[0], ["no such thing"])
    assert verdict.word == "refused"
    assert verdict.refusal is not None
    assert verdict.events == ()


@pytest.mark.parametrize("slug", SHELF)
def test_the_sets_are_what_make_makes(slug: str) -> None:
    """The first games with their seed give the same puzzles, byte for byte; all of them would take minutes."""
    box = find(slug)
    kept = {(puzzle.kind, puzzle.position.digest): puzzle for puzzle in puzzles(box)}
    seed = int(box.text("puzzles.json").split('"seed": ')[1].split(",")[0])
    drafts = [draft for game in range(2) for draft in puzzle_maker.drafts(box, seed, game)]
    found = [puzzle for draft in drafts if (puzzle := puzzle_maker.proved(box, draft))]
    firsts = {puzzle.kind: puzzle for puzzle in reversed(found)}.values()
    for puzzle in firsts:
        own = kept[puzzle.kind, puzzle.position.digest]
        assert (own.solution, own.plies, own.film) == (puzzle.solution, puzzle.plies, puzzle.film)
    assert firsts or slug not in ("four-circles", "cirkis", "kaplan")


def test_a_set_is_read_as_it_was_written() -> None:
    box = find(SHELF[0])
    text = box.text("puzzles.json")
    seed = int(text.split('"seed": ')[1].split(",")[0])
    assert write(box, seed, parse(box, text)) == text
    with pytest.raises(ValueError, match="puzzles are not for edition"):
        parse(find(SHELF[1]), text)


def test_a_false_puzzle_is_found_out() -> None:
    """With another answer, or in a position with several right ones."""
    box = find(SHELF[0])
    puzzle = of_kind(box, "win-1")
    other = next(action for action in puzzle.table(box).legal()[puzzle.seat] if action != puzzle.answer)
    assert "not " + other in puzzle_maker.verify(box, replace(puzzle, solution=(Event(puzzle.seat, other),)))
    assert puzzle_maker.verify(box, replace(puzzle, plies=3)) != ""  # a win in one is not a win in two


def test_grades_go_by_how_often_our_levels_solve_it() -> None:
    puzzle = puzzles(find(SHELF[0]))[0]
    shares = [{"a": 1.0, "b": 1.0}, {"a": 0.5, "b": 0.75}, {"a": 0.0, "b": 0.6}, {"a": 0.0, "b": 0.2}]
    assert [replace(puzzle, shares=share).grade for share in shares] == list(range(len(GRADES)))


# A day


def test_a_day_has_one_puzzle_and_all_come_before_one_comes_back() -> None:
    made = puzzles(find(SHELF[0]))
    start = date.fromordinal(len(made) * 11_000)
    days = [of_the_day(made, start + timedelta(i)) for i in range(len(made))]
    assert len({puzzle.id for puzzle in days}) == len(made)
    assert of_the_day(tuple(reversed(made)), start) == days[0]  # independent of their order
    assert [puzzle.id for puzzle in days] != sorted(puzzle.id for puzzle in days)


def test_every_game_has_its_day() -> None:
    start = date(2026, 11, 16)
    week = [game_of_the_day(SHELF, start + timedelta(i)) for i in range(len(SHELF))]
    assert sorted(week) == sorted(SHELF)


# Any game


def test_force_is_the_same_with_a_kernel_and_with_the_rules() -> None:
    box, rng, forced = find(str(CASCADE)), Random(2), 0
    for _ in range(25):
        table = Table(box, 2, rng=rng)
        while (legal := table.legal()) and table.plies < 16:
            [(actor, actions)] = legal.items()
            table.play(actor, rng.choice(actions))
        if not legal:
            continue
        one, other = kernel_of(box, table.game, table.state), PlainKernel(table.game, table.state)
        found = [sorted(kernel.action(move) for move in _winning(kernel)) for kernel in (one, other)]
        assert found[0] == found[1]
        forced += bool(found[0])
    assert forced


def _winning(kernel: Kernel) -> list[int]:
    moves = Force(kernel, kernel.mover).winning(3, 99)
    kernel.restore()
    return moves


@pytest.mark.parametrize("slug", [slug for slug in SHELF if find(slug).part("kernel")])
def test_a_kernel_that_sees_a_win_at_once_sees_what_playing_shows(slug: str) -> None:
    box, rng, wins = find(slug), Random(4), 0
    for _ in range(12):
        table = Table(box, 2, rng=rng)
        while legal := table.legal():
            [(actor, actions)] = legal.items()
            if table.plies % 3 == 0:
                wins += _sees(kernel_of(box, table.game, table.state))
            table.play(actor, rng.choice(actions))
    assert wins or kernel_of(box, table.game, table.state).wins_at_once() == -1


def _sees(kernel: Kernel) -> bool:
    count = kernel.list_moves()
    said, moves = kernel.wins_at_once(), [kernel.moves[i] for i in range(count)]
    played = False
    for move in moves:
        kernel.restore()
        mover = kernel.mover
        kernel.play(move)
        played = played or (kernel.over and kernel.winners == 1 << mover)
    assert said in (-1, int(played))
    return played


def test_an_outside_game_gets_the_same_puzzles_every_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    box = find(str(CASCADE))
    shop = replace(workshop(box), wanted={"win-1": 2, "win-2": 2})
    monkeypatch.setattr(puzzle_maker, "workshop", lambda box: shop)
    steps: list[tuple[int, int]] = []
    made = puzzle_maker.make(box, 5, progress=lambda done, of: steps.append((done, of)))
    assert [puzzle.id for puzzle in made] == ["win-1-01", "win-1-02", "win-2-01", "win-2-02"]
    assert steps == [(i, 8) for i in range(1, 9)]
    assert write(box, 5, puzzle_maker.make(box, 5, processes=2)) == write(box, 5, made)
    assert write(box, 6, puzzle_maker.make(box, 6)) != write(box, 6, made)
    assert [puzzle_maker.verify(box, puzzle) for puzzle in made] == [""] * 4
    assert len(made[-1].solution) == 3


def test_games_with_secrets_get_no_puzzles_by_default() -> None:
    with pytest.raises(LookupError, match="is not for two players"):
        workshop(find(str(MISTIGRI)))


# The terminal


def test_a_puzzle_is_solved_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    box = find(SHELF[0])
    puzzle = of_kind(box, "win-2")
    wrong = next(action for action in puzzle.table(box).legal()[puzzle.seat] if action != puzzle.answer)
    typed(monkeypatch, "nonsense", wrong, "conseil", *answers(puzzle))
    assert main(["puzzles", SHELF[0], "play", puzzle.id, "--lang", "fr", "--no-colour"]) == 0
    shown = capsys.readouterr().out
    assert question(box, puzzle).fr.split(".")[0] in shown
    assert "✗" in shown
    assert hints(box, puzzle)[0].text.fr in shown
    assert "✓ C’est résolu" in shown


def test_the_film_to_remember_is_shown_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    box = next(box for box in map(find, SHELF) if any(puzzle.film for puzzle in puzzles(box)))
    puzzle = next(puzzle for puzzle in puzzles(box) if puzzle.film)
    typed(monkeypatch, "", "solution")
    assert main(["puzzles", box.slug, "play", puzzle.id, "--lang", "en", "--no-colour"]) == 0
    shown = capsys.readouterr().out
    tale = [line.named(puzzle.table(box).names).en for line in puzzle.table(box).tale(puzzle.seat, reader=puzzle.seat)]
    assert shown.count(tale[1]) >= 1
    assert shown.index(tale[-1]) < shown.index(question(box, puzzle).en.split(".")[0])
    assert told(box, puzzle)[0].en in shown


def test_the_command_lists_makes_and_verifies(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["puzzles", SHELF[0], "list", "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(puzzles(find(SHELF[0])))
    assert main(["puzzles", SHELF[0], "verify", "--every", "40"]) == 0
    assert "2 puzzles proved, 0 faults" in capsys.readouterr().out
    assert main(["puzzles", SHELF[0], "play", "win-9-01"]) == 2
    assert "there is no puzzle" in capsys.readouterr().err
    assert main(["puzzles", str(PEBBLES)]) == 2
    assert "has no puzzles" in capsys.readouterr().err
    few = replace(workshop(find(str(CASCADE))), wanted={"win-1": 1})
    monkeypatch.setattr(puzzle_maker, "workshop", lambda box: few)
    assert main(["puzzles", str(CASCADE), "make", "--seed", "3", "--out", str(tmp_path / "made.json")]) == 0
    assert "1 puzzles in made.json" in capsys.readouterr().out
    assert parse(find(str(CASCADE)), (tmp_path / "made.json").read_text())[0].kind == "win-1"


@pytest.mark.parametrize("slug", SHELF)
def test_the_page_about_puzzles_says_what_each_level_solves(slug: str) -> None:
    page, box = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"), find(slug)
    for kind, shares in puzzle_maker.table_of_shares(puzzles(box)).items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{kind}` {workshop(box).kinds[kind].title.en} |"))
        assert row.split(" | ")[1] == f"{workshop(box).wanted[kind]}"
        assert row.endswith(f"| {' | '.join(f'{100 * share:.0f} %' for share in shares.values())} |")
