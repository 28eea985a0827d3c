"""Openings: the strongest bot's value of each first action, equivalent ones grouped, as data, as a picture and in words."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from support.helpers import SHELF
from tableronde.bots import RandomBot
from tableronde.box import Box
from tableronde.cli import main
from tableronde.learn.figures import figures
from tableronde.learn.opening_pictures import LOOKS, SHADES, OpeningPictures
from tableronde.learn.openings import as_json, deals_more_than_turns, grouped, judged, openings, read, write
from tableronde.learn.rulebook import FIGURE
from tableronde.scene import Scene
from tableronde.shelf import find
from tableronde.text import LANGUAGES
from tableronde.theme import contrast

ROOT = Path(__file__).parents[2]
CASCADE = ROOT / "docs" / "examples" / "cascade"
MISTIGRI = ROOT / "tests" / "outside" / "mistigri"
WEIGHED = [find(slug) for slug in SHELF if find(slug).has_openings]


def ignore_progress(done: int, of: int) -> None:
    """Ignore progress."""


def shown(box: Box) -> OpeningPictures:
    made = openings(box)
    assert made is not None
    return OpeningPictures(box, made)


@pytest.mark.parametrize("box", WEIGHED, ids=lambda box: box.slug)
def test_every_first_action_was_weighed_once(box: Box) -> None:
    worths = shown(box)
    legal = list(worths.start.legal()[worths.seat])
    assert sorted(action for each in worths.made.first for action in each.alike) == sorted(legal)
    shares = [each.share for each in worths.made.first]
    assert shares == sorted(shares, reverse=True)
    assert 0 < shares[-1] < shares[0] < 1
    assert worths.made.level == list(box.bots)[-1]
    assert [sorted(each.alike) for each in sorted(worths.made.first, key=lambda each: each.action)] == sorted(
        map(sorted, grouped(box, worths.start, worths.seat))
    )


def test_the_house_has_weighed_its_open_games() -> None:
    assert [box.slug for box in WEIGHED] == ["four-circles", "cirkis", "karta-doppio"]
    assert [deals_more_than_turns(box) for box in WEIGHED] == [False, False, True]


def test_alike_are_what_a_turn_or_a_mirror_makes_the_same() -> None:
    first = {each.action: set(each.alike) for each in shown(find("four-circles")).made.first}
    assert {"0,0", "0,3", "4,0", "4,3"} in first.values()
    assert {"2,1", "2,2"} in first.values()
    assert len(first) == 6
    pieces = [{action.partition("@")[0] for action in each.alike} for each in shown(find("cirkis")).made.first]
    assert all(len(kinds) == 1 for kinds in pieces)
    assert len(pieces) == 7


def test_a_strangers_game_is_weighed_by_its_own_strongest_level_and_the_file_comes_back() -> None:
    cascade = find(str(CASCADE))
    box = replace(cascade, bots={"child": cascade.bots["child"]})
    made = judged(box, 60, 3, ignore_progress)
    assert (made.level, made.command) == ("child", "tableronde openings cascade --seconds 60 --seed 3")
    assert {each.action for each in made.first} == {f"drop {x}" for x in range(1, 8)}
    assert judged(box, 60, 3, ignore_progress).first == made.first, "the same seed thinks the same"
    again = read(json.loads(write(made)))
    assert as_json(again) == as_json(made)


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "openings.json"
    assert main(["openings", "four-circles", "--seconds", "0", "--seed", "1", "--out", str(file)]) == 0
    assert "four-circles: 6 first actions judged by master, in openings.json" in capsys.readouterr().out
    assert len(json.loads(file.read_text(encoding="utf-8"))["first"]) == 6


@pytest.mark.parametrize(
    ("game", "sentence"),
    [("kaplan", "kaplan has hidden information"), ("cirkle-duo", "cirkle-duo has hidden information"), (str(MISTIGRI), "not for two")],
)
def test_games_without_opening_values_get_a_sentence(game: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", game]) == 2
    assert sentence in capsys.readouterr().err


def test_a_bot_without_an_opinion_is_named() -> None:
    box = replace(find("four-circles"), bots={"dice": RandomBot})
    with pytest.raises(LookupError, match="dice, the strongest bot of four-circles, does not return values"):
        judged(box, 0.01, 0, ignore_progress)


# Pictures


def test_where_one_press_decides_every_place_bears_its_number() -> None:
    worths = shown(find("four-circles"))
    scene = worths.map()
    assert isinstance(scene, Scene)
    marks = {shape.id: shape for shape in scene.shapes() if shape.id.startswith("worth ")}
    assert len(marks) == 20
    best = worths.made.first[0]
    tiles = {shape.word: shape for shape in scene.shapes() if shape.word}
    [here] = [mark for mark in marks.values() if mark.at == tiles[best.action].at]
    assert (here.label.en, here.style) == (str(round(100 * best.share)), f"worth-{len(SHADES) - 1}")
    [middle] = [opening for opening in worths.made.first if opening.action == "2,1"]
    assert worths.name(middle).fr == "H7, H8"


def test_elsewhere_there_is_a_picture_after_each() -> None:
    worths = shown(find("cirkis"))
    assert worths.map() is None
    pictures = [worths.picture(each) for each in worths.made.first]
    assert len({str(picture) for picture in pictures}) == len(pictures)
    assert "lays a fan" in worths.name(worths.made.first[0]).en


def test_numbers_can_be_read_on_every_shade_and_shades_tell_themselves_apart() -> None:
    for look in LOOKS.values():
        assert contrast(str(look.fill), str(look.ink)) >= 4.5
    assert all(contrast(one, other) > 1.25 for one, other in pairwise(SHADES))


def test_a_shade_stands_for_numbers_that_no_other_has() -> None:
    for box in WEIGHED:
        ranges = list(shown(box).ranges())
        assert all(low <= high < after for (_, low, high), (_, after, _) in pairwise(ranges))
        assert ranges[0][0] == 0
        assert ranges[-1][0] == len(SHADES) - 1


# The pages `learned`

LEARNED = [box for box in map(find, SHELF) if box.text("learned.en.md")]


@pytest.mark.parametrize("box", LEARNED, ids=lambda box: box.slug)
def test_what_was_learned_is_told_with_figures_in_both_languages(box: Box) -> None:
    """At least three ideas, each with pictures, and how fair the game is."""
    shown = {language: FIGURE.findall(box.text(f"learned.{language}.md")) for language in LANGUAGES}
    names = [name for _, name in shown["en"]]
    assert [name for _, name in shown["fr"]] == names
    assert set(names) <= set(figures(box))
    pages = [box.text(f"learned.{language}.md") for language in LANGUAGES]
    assert all(len(re.findall(r"^### [123]\. .+$", page, re.MULTILINE)) == 3 for page in pages)
    assert all(len(FIGURE.findall(part)) >= 1 for page in pages for part in re.split(r"^### [123]\. ", page, flags=re.MULTILINE)[1:])


def test_every_game_whose_openings_were_weighed_tells_what_was_learned() -> None:
    assert [box.slug for box in LEARNED] == [box.slug for box in WEIGHED]


@pytest.mark.parametrize(("game", "ideas"), [("cirkis", "cirkis_ideas"), ("karta-doppio", "karta_ideas")])
def test_what_to_write_about_is_found_by_playing_any_level(game: str, ideas: str, tmp_path: Path) -> None:
    kept = tmp_path / "games"
    how = ("bench.studies.learned", game, "--with", "expert", "--simulations", "20", "--on", "1", "--keep", kept)
    assert _told(*how, "--games", "1", "--best", "0")[0].endswith("of 1 against expert"), "not the level below the strongest"
    [played] = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    choice = next(each for each in played["choices"] if each["new"] != each["old"])
    looked = _told(*how, "--at", f"{played['number']}:{choice['ply']}")
    assert [line.split()[1].rstrip(":") for line in looked[-2:]] == [choice["new"], choice["old"]]
    assert _told(f"bench.studies.{ideas}", kept)[0] == f"1 games, {played['won']:g} won by the master"


def _told(*words: object) -> list[str]:
    command = [sys.executable, "-m", *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()
