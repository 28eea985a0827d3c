"""An author's mistake loses no game: players are informed, nobody waits for ever, and after the fix the table continues."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.rooms import ME, Line, Person, Server, bot, serving

PEBBLES = Path(__file__).parents[3] / "docs" / "examples" / "pebbles.py"
SOUND = PEBBLES.read_text(encoding="utf-8")
SAFE = "Your game is safe"


def broken(part: str) -> str:
    """Return Pebbles with a part that fails once fewer than eleven pebbles are left."""
    trap = "    if {} < 11:\n        raise ZeroDivisionError('a mistake')\n"
    first_lines = {
        "draw": ("    places = [", "view.pebbles"),
        "tell": ("    taken = ", "after.pebbles"),
        "style": ("    return 'seat0'\n", "view.pebbles"),
        "apply": ("        left = ", "state.pebbles"),
        "legal": ("        most = ", "state.pebbles"),
        "hear": ("        return action\n", "state.pebbles"),
        "touch": ("        return action.split(' ')\n", "0"),
        "label": ('    return Text("Prendre"', "0"),
    }
    more = {
        "style": "\n\ndef style(view: State, seat: Seat) -> str:\n    return 'seat0'\n",
        "hear": "\n    def hear(self, state, actor, action, seat, over=False):\n        return action\n",
        "touch": "\n    def touch(self, action):\n        return action.split(' ')\n",
    }
    source = SOUND
    if part in ("hear", "touch"):
        source = source.replace("\n\ndef draw(", more[part] + "\n\ndef draw(", 1)
    elif part == "style":
        source = source.replace("\nREASONS = ", more[part] + "\nREASONS = ").replace("label=label,", "label=label, style=style,")
    line, pebbles = first_lines[part]
    indent = re.match(" *", line)
    assert indent is not None
    planted = trap.format(pebbles).replace("    if", indent[0] + "if", 1).replace("        raise", indent[0] + "    raise", 1)
    assert source.count(line) == 1
    return source.replace(line, planted + line)


BOT = """

from dataclasses import replace as _replace
from tableronde.bots import RandomBot as _RandomBot


class Mine(_RandomBot):
    def choose(self, view, heard, legal):
        raise ZeroDivisionError("a mistake")


BOX = _replace(BOX, bots={"mine": Mine}, judge=lambda game, view: 1 / 0)
"""


@contextmanager
def room(tmp_path: Path, source: str) -> Iterator[tuple[Server, Person]]:
    path = tmp_path / "stones.py"
    path.write_text(source, encoding="utf-8")
    with serving(tmp_path / "data", "--workers", "1", "--game", str(path)) as server, Person(server.base) as ana:
        yield server, ana


def traces(server: Server) -> list[Any]:
    """Return the log lines with tracebacks; each is a list of lines that name the author's file."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    found = [line for line in lines if "trace" in line]
    for line in found:
        assert line["level"] == "error"
        assert "stones.py:" in line["fault"]
        assert "a mistake" in line["fault"]
        assert any("stones.py" in step for step in line["trace"])
    return found


def played_until_fault(eyes: Line, line: Line) -> Any:
    """Take as many as allowed, on each turn, until the picture fails."""
    while True:
        message = eyes.until(lambda m: "fault" in m or m.get("turn", {}).get("yours"))
        if "fault" in message:
            return message
        line.say("act", action="take 3", seat=0)


@pytest.mark.parametrize("part", ["draw", "tell", "hear", "style", "touch", "label"])
def test_what_cannot_be_shown_is_said_and_the_table_goes_on_after_the_fix(part: str, tmp_path: Path) -> None:
    with room(tmp_path, broken(part)) as (server, ana):
        table = ana.open("pebbles", ME, bot("random"))
        with ana.at(table["id"]) as eyes, ana.at(table["id"], feed="facts") as line:
            shown = played_until_fault(eyes, line)
            assert SAFE in shown["fault"]
            assert shown["turn"]["to_act"] == [], "nobody is said to be thinking"
        with ana.at(table["id"]) as again, ana.at(table["id"], lang="fr") as french:
            assert SAFE in again.until("fault")["fault"], "after a reload, too"
            assert "Votre partie est conservée" in french.until("fault")["fault"]
        assert traces(server)
    with room(tmp_path, SOUND) as (_, luc):
        luc.web.cookies.update(ana.web.cookies)
        with luc.at(table["id"], feed="facts", token=table["seats"][0].rpartition("/")[2]) as line:
            message = line.hear()
            assert message["turn"]["ply"] >= shown["turn"]["ply"], "everything played is there"
            while "outcome" not in message:
                if 0 in message.get("turn", {}).get("to_act", []) and message.get("legal"):
                    message = line.act(message["legal"]["0"][0], 0, message["turn"]["ply"])
                else:
                    message = line.hear()


@pytest.mark.parametrize("part", ["draw", "tell"])
def test_a_failing_picture_takes_no_data_away(part: str, tmp_path: Path) -> None:
    """Programs in a seat, programs that watch and requests for data go on to the end of the game."""
    with room(tmp_path, broken(part)) as (server, ana), Person(server.base) as luc:
        table = ana.open("pebbles", ME, {"kind": "here", "name": "Bo"})
        with ana.at(table["id"], feed="facts") as line, luc.at(table["id"], feed="facts") as watching:
            message = line.hear()
            while "outcome" not in message:
                [seat], ply = message["turn"]["to_act"], message["turn"]["ply"]
                line.say("look", seat=seat)
                mine = line.until(lambda m, seat=seat: str(seat) in m.get("legal", {}))  # type: ignore[misc]
                message = line.act(mine["legal"][str(seat)][-1], seat, ply + 1)
                seen = watching.until(lambda m, ply=ply: m.get("turn", {}).get("ply") == ply + 1)  # type: ignore[misc]
                assert seen["facts"]["pebbles"] < mine["facts"]["pebbles"]
                page = ana.web.get(f"{table['url']}.json").json()
                assert page["facts"] == seen["facts"]
                assert page["heard"][-1] == seen["heard"][-1]
        assert page["outcome"]["winners"] == message["outcome"]["winners"]
        assert ("fault" in page) == (part == "tell")
        picture = ana.web.get(f"{table['url']}.svg")
        assert picture.status_code == (503 if part == "draw" else 200)
        assert traces(server)


@pytest.mark.parametrize("part", ["apply", "legal"])
def test_an_action_over_which_the_rules_fail_is_refused_and_nothing_is_written(part: str, tmp_path: Path) -> None:
    with room(tmp_path, broken(part)) as (server, ana):
        table = ana.open("pebbles", ME, {"kind": "here", "name": "Bo"})
        with ana.at(table["id"], feed="facts") as line:
            message = line.hear()
            while "error" not in message:
                seat = message["turn"]["to_act"][0]
                ply = message["turn"]["ply"]
                line.say("look", seat=seat)
                mine = line.until(lambda m, seat=seat: str(seat) in m.get("legal", {}))  # type: ignore[misc]
                line.say("act", action=mine["legal"][str(seat)][-1], seat=seat, ref=ply)
                message = line.until(lambda m: "ok" in m or "error" in m)
        assert "could not be played" in message["error"]
        assert message["ref"] == ply
        assert ana.web.get(f"/t/{table['id']}.json").json()["turn"]["ply"] == ply
        assert traces(server)


def test_a_bot_that_fails_plays_at_random_and_says_so(tmp_path: Path) -> None:
    with room(tmp_path, SOUND + BOT) as (server, ana):
        table = ana.open("pebbles", ME, bot("mine"), chat="off")
        with ana.at(table["id"], feed="facts") as line:
            message, spoken = line.hear(), []
            while "outcome" not in message:
                spoken += [message["chat"]] if "chat" in message else []
                if 0 in message.get("turn", {}).get("to_act", []) and message.get("legal"):
                    line.say("act", action=message["legal"]["0"][0], seat=0, ref=1)
                message = line.hear()
        [said] = spoken
        assert said["seat"] == 1
        assert said["text"].startswith("My program has a bug: I played at random.")
        assert len(traces(server)) > 1, "each time in the log, once at the table"
        numbers = ana.numbers()
        assert re.search(r"^tableronde_bots_failed [1-9]", numbers, re.MULTILINE)
        assert "tableronde_workers_lost 0" in numbers, "the worker lives"


def test_a_table_that_cannot_be_set_up_any_more_says_why_and_comes_back(tmp_path: Path) -> None:
    """The author breaks `start` between two evenings."""
    with room(tmp_path, SOUND) as (_, ana):
        table = ana.open("pebbles", ME, {"kind": "here", "name": "Bo"})
    failing = SOUND.replace(
        '        if set(setup) != {"pebbles"}', '        raise ZeroDivisionError("a mistake")\n        if set(setup) != {"pebbles"}'
    )
    with room(tmp_path, failing) as (server, ana), ana.at(table["id"]) as line:
        assert SAFE in line.hear()["fault"]
        page = ana.web.get(table["url"], headers={"Accept": "text/html"})
        assert page.status_code == 503
        assert "a mistake" not in page.text
        assert traces(server)
    with room(tmp_path, SOUND) as (_, ana):
        assert ana.web.get(f"{table['url']}.json").json()["status"] == "playing"
