"""The author's session: every save is followed, the record is folded again, and no mistake loses anything."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tableronde.dev.dev_session import DevSession
from tableronde.dev.watching import look, next_save
from tableronde.starters.new_game import create

Play = Callable[[DevSession], Awaitable[None]]
END = 1_000_000


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a new game."""
    create("night-market", "board", tmp_path / "night-market")
    return tmp_path / "night-market" / "night_market"


def follow(game: Path, play: Play, patience: float = 60.0) -> None:
    """Run a session that has loaded the game."""

    async def run() -> None:
        session = DevSession(str(game), game, game.parents[1] / "kept", {"seed": 1}, patience)
        try:
            await session.reload()
            await play(session)
        finally:
            await session.close()

    asyncio.run(run())


async def played(session: DevSession, *actions: str) -> None:
    for action in actions:
        position = await shown(session)
        answer = await session.ask(do="play", ply=END, actor=position["to_act"][0], action=action)
        assert "record" in answer, answer


async def shown(session: DevSession, ply: int = END) -> dict[str, Any]:
    return await session.ask(do="show", ply=ply, language="en")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_changed_rule_says_from_which_event_the_record_no_longer_fits(game: Path) -> None:
    async def play(session: DevSession) -> None:
        await played(session, "c2 a1", "c4 a2", "b3 a3")
        change(game / "rules.py", "max(across, along) == 1", "across + along == 1")
        await session.reload()
        assert session.fault is None
        misfit = session.misfit
        assert (misfit["event"], misfit["actor"], misfit["action"]) == (3, "0", "b3 a3") or misfit["event"] == 2
        assert misfit["why"] == "You step to a free floe beside your own. (R2)"
        assert session.json()["events"] == 3, "the whole record is kept"
        assert (await shown(session))["plies"] == misfit["event"] - 1
        change(game / "rules.py", "across + along == 1", "max(across, along) == 1")
        await session.reload()
        assert session.misfit is None
        assert (await shown(session))["plies"] == 3

    follow(game, play)


@pytest.mark.parametrize(
    ("mistake", "kind", "line"),
    [("x = (\n", "SyntaxError", 1), ("import nowhere\n", "ModuleNotFoundError", 1), ("\n1 / 0\n", "ZeroDivisionError", 2)],
)
def test_a_mistake_while_loading_is_shown_with_its_line_and_the_last_version_stays(game: Path, mistake: str, kind: str, line: int) -> None:
    async def play(session: DevSession) -> None:
        await played(session, "c2 a1")
        whole = (game / "texts.py").read_text(encoding="utf-8")
        (game / "texts.py").write_text(mistake + whole, encoding="utf-8")
        await session.reload()
        assert session.fault["kind"] == kind
        assert session.fault["where"] == f"{game / 'texts.py'}:{line}"
        assert (await shown(session))["plies"] == 1
        (game / "texts.py").write_text(whole, encoding="utf-8")
        await session.reload()
        assert session.fault is None
        assert (await shown(session))["plies"] == 1

    follow(game, play)


def test_deleted_files_are_a_fault_and_nothing_is_lost(game: Path) -> None:
    async def play(session: DevSession) -> None:
        await played(session, "c2 a1")
        away = game.with_name("away")
        game.rename(away)
        await session.reload()
        assert session.fault is not None
        assert (await shown(session))["plies"] == 1
        away.rename(game)
        await session.reload()
        assert session.fault is None
        assert (await shown(session))["plies"] == 1

    follow(game, play)


def test_an_error_in_draw_takes_no_data_away(game: Path) -> None:
    async def play(session: DevSession) -> None:
        change(game / "picture.py", "left = len(floes) - 2", "left = len(floes) - 2 if seat != 0 else 1 / 0")
        await session.reload()
        position = await shown(session)
        first, second, spectator = position["seats"]
        assert first["fault"]["kind"] == "ZeroDivisionError"
        assert first["fault"]["lines"][-1]["code"].startswith("left = ")
        assert "scene" in second
        assert "scene" in spectator
        data = await session.ask(do="data", ply=END, seat=0, language="en")
        assert data["facts"]["places"] == ["c1", "c5"]
        assert data["legal"]["count"] == len(data["legal"]["actions"]) > 50
        assert "c3 a1" in str(data["tree"]) or "a1" in data["tree"]["c2"]

    follow(game, play)


def test_an_error_while_playing_leaves_the_game_as_it_was(game: Path) -> None:
    async def play(session: DevSession) -> None:
        change(game / "rules.py", "step, floe = action.split()\n        first", "step, floe, _ = action.split()\n        first")
        await session.reload()
        answer = await session.ask(do="play", ply=0, actor=(await shown(session))["to_act"][0], action="c2 a1")
        if "refused" in answer:  # the other side begins
            answer = await session.ask(do="play", ply=0, actor="1", action="c4 a1")
        assert answer["fault"]["kind"] == "ValueError"
        assert (await shown(session))["plies"] == 0

    follow(game, play)


def test_an_endless_loop_is_ended_and_named(game: Path) -> None:
    async def play(session: DevSession) -> None:
        change(game / "rules.py", '        actions = [f"{step} {floe}"', '        while True: pass\n        actions = [f"{step} {floe}"')
        await session.reload()
        fault = session.fault or (await shown(session))["fault"]
        assert fault["kind"] == "Timeout"
        assert fault["where"].startswith(str(game / "rules.py"))

    follow(game, play, patience=5.0)


def test_what_a_game_prints_does_not_disturb(game: Path) -> None:
    async def play(session: DevSession) -> None:
        change(game / "rules.py", "class YourGame(" if False else "class NightMarket(", 'print("{not an answer}")\n\n\nclass NightMarket(')
        await session.reload()
        assert session.fault is None
        assert (await shown(session))["plies"] == 0

    follow(game, play)


def test_random_goes_to_the_next_choice_and_bots_to_the_end(game: Path) -> None:
    async def play(session: DevSession) -> None:
        assert (await session.ask(do="random", ply=0))["plies"] >= 1
        await session.let_bots_play(END, "random", "en")
        position = await shown(session)
        assert position["outcome"]["text"] == "the opponent cannot step any more"
        assert (await shown(session, 2))["ply"] == 2
        assert len(position["log"]) == position["plies"]

    follow(game, play)


def test_playing_in_the_past_keeps_the_game_before(game: Path) -> None:
    async def play(session: DevSession) -> None:
        await session.ask(do="random", ply=0)
        await session.ask(do="random", ply=END)
        before = session.record
        await session.ask(do="new")
        assert (await shown(session))["plies"] == 0
        await session.take_back()
        assert session.record == before
        assert (await shown(session))["plies"] == len(before["events"])

    follow(game, play)


def test_the_game_goes_on_in_a_new_process(game: Path) -> None:
    async def begin(session: DevSession) -> None:
        await session.ask(do="random", ply=0)

    async def go_on(session: DevSession) -> None:
        assert (await shown(session))["plies"] >= 1

    follow(game, begin)
    follow(game, go_on)


def test_a_damaged_kept_game_is_no_obstacle(game: Path) -> None:
    async def play(session: DevSession) -> None:
        session.file.write_text("{", encoding="utf-8")

    async def again(session: DevSession) -> None:
        assert session.fault is None
        assert (await shown(session))["plies"] == 0

    follow(game, play)
    follow(game, again)


def test_the_check_runs_after_each_load_and_its_fault_can_be_opened(game: Path) -> None:
    async def verdict(session: DevSession) -> dict[str, Any]:
        while session.verdict["status"] in ("waiting", "running"):
            await session.wait(session.version)
        return session.verdict

    async def play(session: DevSession) -> None:
        assert (await verdict(session))["status"] == "sound"
        change(game / "rules.py", '"sunk": list(view.sunk)', '"sunk": set(view.sunk)')
        await session.reload()
        found = await verdict(session)
        assert found["status"] == "fault"
        assert "facts" in found["first"]
        assert found["record"]["game"] == "night-market"
        await session.open(found["record"])
        assert session.record == found["record"]

    follow(game, play)


def test_a_save_is_noticed_and_other_files_are_not(tmp_path: Path) -> None:
    async def watch() -> None:
        before = look(tmp_path)
        (tmp_path / "notes.swp").write_text("x", encoding="utf-8")
        (tmp_path / "__pycache__").mkdir()
        (tmp_path / "__pycache__" / "rules.py").write_text("x", encoding="utf-8")
        assert look(tmp_path) == before
        waiting = asyncio.create_task(next_save(tmp_path, before))
        (tmp_path / "rules.py").write_text("x = 1", encoding="utf-8")
        assert set(await waiting) == {str(tmp_path / "rules.py")}

    asyncio.run(watch())


def test_a_place_that_is_gone_has_no_files(tmp_path: Path) -> None:
    assert look(tmp_path / "nowhere") == {}
    (tmp_path / "one.py").write_text("x", encoding="utf-8")
    assert list(look(tmp_path / "one.py")) == [str(tmp_path / "one.py")]
