"""Editions: a record is replayed under the rules it was made with, and new tables have the latest."""

import json
import tomllib
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from support.helpers import OUTSIDE, SHELF, played
from tableronde import bots
from tableronde.bots import ANY_GAME, RandomBot, SearchBot
from tableronde.box import Box
from tableronde.conformance.behavior.editions import editions_can_be_played
from tableronde.game import Outcome
from tableronde.kernels.proof import PlainKernel, kernel_of
from tableronde.learn import figures
from tableronde.learn.figures import BrokenFigure
from tableronde.play import arena
from tableronde.puzzles import puzzle
from tableronde.record import BrokenRecord
from tableronde.room.workers.tasks import make_task
from tableronde.room.workers.worker import WorkerResult, answer_request, pack_task, unpack_task
from tableronde.scene import Scene
from tableronde.shelf import find
from tableronde.spaces import PlainSpaces, spaces_of
from tableronde.table import Table

FORD = find(str(OUTSIDE / "editions" / "ford"))
FACE_TO_FACE = ["e1 e2", "e9 e8", "e2 e3", "e8 e7", "e3 e4", "e7 e6", "e4 e5"]


def face_to_face(box: Box) -> Table:
    """Two stones that have met: only the second edition lets one take the other."""
    return played(Table(box, 2, {}, {"first": 0}), FACE_TO_FACE)


@pytest.mark.parametrize(("edition", "clause"), [(1, "R5"), (2, None)])
def test_a_table_has_the_rules_of_its_edition(edition: int, clause: str | None) -> None:
    refusal = face_to_face(FORD.of_edition(edition)).why_not(1, "e6 e5")
    assert (refusal and refusal.clause) == clause


def test_new_tables_have_the_latest_edition() -> None:
    assert Table(FORD, 2).record().edition == 2
    assert FORD.latest is FORD
    assert FORD.of_edition(1).latest is FORD
    assert FORD.of_edition(1) is FORD.of_edition(1)


@pytest.mark.parametrize("edition", [1, 2])
def test_a_record_is_replayed_under_its_own_edition(edition: int) -> None:
    record = face_to_face(FORD.of_edition(edition)).record()
    for box in (FORD, FORD.of_edition(1)):
        again = Table.replay(box, record)
        assert (again.game.edition, again.record().digest) == (edition, record.digest)
        assert again.scene(0).areas
        assert again.tale()


def test_an_unknown_edition_is_refused_in_a_sentence() -> None:
    record = replace(face_to_face(FORD).record(), edition=3)
    with pytest.raises(BrokenRecord, match=r"^the record was made with edition 3 of ford; these rules are editions 1 to 2$"):
        Table.replay(FORD, record)
    with pytest.raises(LookupError, match="there is no edition 3 of ford here"):
        FORD.of_edition(3)


def test_the_editions_of_a_box_are_those_of_its_rules() -> None:
    with pytest.raises(ValueError, match="ford: edition 3 cannot be Ford, which is edition 2 of ford"):
        replace(FORD, editions={3: FORD.rules})
    with pytest.raises(ValueError, match="ford: its rules, edition 2, are not among its editions"):
        replace(FORD, editions={1: FORD.editions[1]})
    with pytest.raises(ValueError, match="proved cannot name 'pictures'"):
        replace(FORD, proved={"pictures": (1,)})


def test_a_box_that_lists_no_editions_has_that_of_its_rules() -> None:
    alone = replace(FORD, editions={})
    assert alone.latest is alone
    assert (alone.first_edition, alone.has_edition(2), alone.has_edition(1)) == (2, True, False)
    with pytest.raises(BrokenRecord, match="made with edition 1 of ford; these rules are edition 2"):
        Table.replay(alone, face_to_face(FORD.of_edition(1)).record())


# Bots, kernels and spaces


class OwnBot(RandomBot):
    """A bot that was made for one edition."""


class OwnSpaces(PlainSpaces):
    """Numbers that were made for one edition."""


OWN = replace(FORD, bots={"expert": OwnBot}, spaces=OwnSpaces)


def test_bots_and_spaces_serve_the_edition_they_are_proved_for() -> None:
    for box, is_proved in (
        (OWN, True),
        (OWN.of_edition(1), False),
        (replace(OWN, proved={"bots": (1, 2), "spaces": (1,)}).of_edition(1), True),
    ):
        assert bots.levels(box) == {**ANY_GAME, "expert": OwnBot if is_proved else SearchBot}
        assert (type(spaces_of(box, box.game(2))) is OwnSpaces) == is_proved
    assert type(spaces_of(replace(OWN, proved={"spaces": (1,)}), FORD.game(2))) is PlainSpaces


def test_a_kernel_serves_the_edition_it_is_proved_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cirkis = find("cirkis")
    later: Any = type("Later", (cirkis.rules,), {"edition": 2})
    box = replace(cirkis, rules=later, editions={1: cirkis.rules, 2: later})
    assert box.part("kernel") is not None
    assert box.of_edition(1).part("kernel") is None
    assert box.of_edition(1).part("scene") is not None
    table = Table(box.of_edition(1), 2, rng=Random(1))
    assert isinstance(kernel_of(table.box, table.game, table.state), PlainKernel)
    lagging = replace(box, proved={"kernel": (1,)})
    assert lagging.part("kernel") is None
    assert lagging.of_edition(1).part("kernel") is not None


@pytest.mark.parametrize("edition", [1, 2])
def test_a_worker_thinks_under_the_edition_of_the_table(edition: int) -> None:
    table = face_to_face(FORD.of_edition(edition))
    place = str(OUTSIDE / "ford")
    task = make_task(place, table, 1, table.legal()[1], seconds=0.1, bot_seed="a", move_seed="b", level="greedy")
    there = unpack_task(pack_task(task)[4:])
    assert there == task
    answer = answer_request(there)
    assert isinstance(answer, WorkerResult)
    assert answer.action in table.legal()[1]
    assert (answer.action == "e6 e5") == (edition == 2), "the stone that can be taken is taken"


# Figures and puzzles


def test_a_figure_has_the_edition_it_was_made_for() -> None:
    drawn = {"setup": {"first": 0}, "actions": FACE_TO_FACE}
    blocked, taken = {**drawn, "refused": "e6 e5"}, {**drawn, "actions": [*FACE_TO_FACE, "e6 e5"]}
    for edition in ({}, {"edition": 1}):
        assert figures.read("x", {**blocked, **edition}).refusal(FORD) is not None
    assert figures.read("x", {**taken, "edition": 2}).table(FORD).plies == 8
    with pytest.raises(BrokenFigure, match="'e6 e5' is not legal"):
        figures.read("x", taken).table(FORD)
    with pytest.raises(BrokenFigure, match="there is no edition 3 of ford here"):
        figures.read("x", {**drawn, "edition": 3}).table(FORD)


@pytest.mark.parametrize(("head", "editions"), [("", [None, 2]), ("edition = 2\n", [2, 2])])
def test_a_file_of_figures_names_the_edition_of_all(monkeypatch: pytest.MonkeyPatch, head: str, editions: list[int | None]) -> None:
    text = f"{head}[one]\nsetup = {{ first = 0 }}\n[two]\nedition = 2\nsetup = {{ first = 0 }}\n"
    monkeypatch.setattr(Box, "text", lambda self, name: text)
    assert [figure.edition for figure in figures.figures(FORD).values()] == editions


def test_a_file_of_puzzles_is_for_the_edition_it_names() -> None:
    item = {"id": "a", "kind": "win", "players": 2, "options": {}, "setup": {"first": 0}, "events": [], "seat": 0, "plies": 1, "film": 0}
    whole = {"format": puzzle.FORMAT, "game": "ford", "puzzles": [{**item, "solution": [["0", "e1 e2"]], "shares": {}}]}
    for named, edition in (({}, 1), ({"edition": 1}, 1), ({"edition": 2}, 2)):
        [found] = puzzle.parse(FORD, json.dumps({**whole, **named}))
        assert found.table(FORD).game.edition == edition
    with pytest.raises(ValueError, match="these puzzles are not for edition 2 of ford; these rules are editions 1 to 2"):
        puzzle.parse(FORD, json.dumps({**whole, "edition": 3}))


# What `tableronde check` says of older editions


def test_a_check_plays_older_editions() -> None:
    assert not list(editions_can_be_played(FORD))


def test_a_check_finds_an_edition_that_cannot_be_drawn_any_more() -> None:
    def draw(view: Any, seat: int | None, picked: tuple[str, ...], offers: Any) -> Scene:
        raise RuntimeError("what is this?")

    [finding] = editions_can_be_played(replace(FORD, draw=draw))
    assert finding.sentence.startswith("edition 1: RuntimeError in draw")


def test_a_finished_game_keeps_its_result() -> None:
    table = Table(FORD.of_edition(1), 2, rng=Random(4))
    arena.play(table, [RandomBot(table.box, table.game, seat, Random(seat)) for seat in range(2)], Random(5))
    assert isinstance(table.outcome, Outcome)
    assert Table.replay(FORD, table.record()).outcome == table.outcome


@pytest.mark.parametrize("slug", SHELF)
def test_our_figures_lessons_puzzles_and_openings_name_their_edition(slug: str) -> None:
    box = find(slug)
    for name in ("figures.toml", "lessons.toml"):
        assert tomllib.loads(box.text(name))["edition"] == 1, name
    named = [json.loads(text)["edition"] for name in ("puzzles.json", "openings.json") if (text := box.text(name))]
    assert named == [1] * len(named) != []
    assert {figure.edition for figure in figures.figures(box).values()} == {1}
