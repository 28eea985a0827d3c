"""Play in the terminal, as a person at the keyboard sees it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.helpers import SHELF
from support.toys import POST, RACE, SECRET
from tableronde.bots import RandomBot
from tableronde.box import Box
from tableronde.game import Event
from tableronde.play.terminal.screen import Leave, Screen, in_columns
from tableronde.play.terminal.terminal_game import TerminalGame
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import same

FOUR = find("four-circles")


class Typist:
    """Types the given lines and records what the screen showed."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []

    def read(self, prompt: str) -> str:
        self.shown.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def session(box: Box, typist: Typist, seats: int = 2, bots: int = 1, language: Any = "en", **rest: Any) -> TerminalGame:
    table = Table(box, seats, **rest)
    screen = Screen(typist.read, typist.shown.append, language, coloured=False, columns=60, lines=24)
    players = {seat: RandomBot(box, table.game, seat, Random(seat)) for seat in range(seats - bots, seats)}
    return TerminalGame(table, players, screen, Random(1), lambda seat: RandomBot(box, table.game, seat, Random(3)))


def run(box: Box, *lines: str, **rest: Any) -> tuple[TerminalGame, Typist]:
    """Run a session until the typist has no more lines or the game is over."""
    typist = Typist(*lines)
    running = session(box, typist, **rest)
    with suppress(EOFError, Leave):
        running.run()
    return running, typist


def test_a_numbered_choice_and_a_typed_action() -> None:
    played, typist = run(FOUR, "2", "3,3")
    mine = [event.action for event in played.table.events if event.actor == 0]
    assert mine == ["0,1", "3,3"]
    assert "2  0,1  Free tile F7" in typist.text
    assert "You put a pawn on F7." in typist.text


def test_the_bot_answers() -> None:
    played, _ = run(FOUR, "1")
    assert [event.actor for event in played.table.events] == [0, 1]


def test_refusals_are_explained_and_nothing_is_redrawn() -> None:
    played, typist = run(FOUR, "9,9", "pass")
    assert played.table.plies == 0
    assert "There is no tile at O15. [R3]" in typist.text
    assert "[R17]" in typist.text
    assert typist.text.count("Your turn: place a pawn") == 1


def test_why_not_in_french() -> None:
    _, typist = run(FOUR, "pourquoi 9,9", "pourquoi 2,1", language="fr")
    assert "Il n’y a pas de case en O15. [R3]" in typist.text
    assert "Ce coup est permis." in typist.text


def test_undo_takes_the_bots_answer_back_too() -> None:
    played, typist = run(FOUR, "1", "undo", "annuler")
    assert played.table.events == []
    assert "nothing to take back" in typist.text


def test_picking_a_pawn_and_going_back() -> None:
    placings = ["0,0", "0,1", "0,2", "0,3", "1,0", "1,1", "1,2", "1,3", "2,0", "2,1", "2,2", "2,3"]
    played, typist = run(FOUR, *placings, "2,0", "back", "2,2", "3,3", bots=0)
    assert played.table.events[-1] == Event(0, "2,2>3,3")
    assert "3,1" in typist.text


def test_help_hint_list_log_and_rules() -> None:
    _, typist = run(FOUR, "help", "hint", "list", "1", "log", "rules")
    assert "take back your last move" in typist.text
    assert "A bot would play:" in typist.text
    assert "0,0  0,1  0,2" in typist.text
    assert "# Four Circles" in typist.text
    assert typist.text.count("You put a pawn on F6.") == 2


def test_saving_and_its_errors(tmp_path: Path) -> None:
    played, typist = run(FOUR, "1", f"save {tmp_path / 'new' / 'game.json'}", "save", f"save {tmp_path}")
    record = Record.parse((tmp_path / "new" / "game.json").read_text())
    assert record == played.table.record()
    assert "Name a file" in typist.text
    assert "Cannot write" in typist.text
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_quit_leaves() -> None:
    with pytest.raises(Leave):
        session(FOUR, Typist("quit")).run()


def test_an_open_action_asks_for_a_word() -> None:
    played, typist = run(POST, "", "1", "123", "1", "rose", "", "1", "tulip", bots=0)
    assert [event.action for event in played.table.events] == ["name ROSE", "name TULIP"]
    assert "A name is made of letters. [R1]" in typist.text


def test_a_race_on_one_keyboard_goes_to_the_first() -> None:
    played, typist = run(RACE, "4", bots=0)
    assert played.table.events[-1] == Event(1, "slap")
    assert "Player 2: slap" in typist.text


def test_the_end_is_announced_with_winners_and_reason() -> None:
    assert run(replace(RACE, reasons={"slap": same("a slap")}), "4", bots=0)[1].shown[-1] == "Player 2 wins: a slap."
    assert run(POST, bots=2, language="fr")[1].shown[-1] == "Partie nulle : named.", "also where bots had to make words up"


def test_acting_for_a_seat_out_of_turn() -> None:
    played, _ = run(POST, "", "2: name lily", "3: name x", "0: name x", bots=0)
    assert played.table.events == [Event(1, "name LILY")]


def test_a_curtain_separates_people_with_secrets() -> None:
    _, typist = run(SECRET, "", "1", "", "1", bots=0, setup={"cards": [3, 8]})
    assert [line for line in typist.shown if "Hand the keyboard" in line] == [
        "Hand the keyboard to Player 1, then press Enter. ",
        "Hand the keyboard to Player 2, then press Enter. ",
    ]


def test_no_curtain_for_one_person() -> None:
    _, typist = run(SECRET, "1", setup={"cards": [3, 8]})
    assert "Hand the keyboard" not in typist.text


def test_long_lists_stand_in_columns() -> None:
    lines = [f"{i:3} choice" for i in range(12)]
    assert in_columns(lines, 40).splitlines()[0].split() == ["0", "choice", "4", "choice", "8", "choice"]
    assert in_columns(lines[:3], 40).splitlines() == lines[:3]


def test_an_action_that_deserves_a_second_thought_is_asked_about() -> None:
    kaplan = find("kaplan")
    refused, typist = run(kaplan, "kaplan a1", "no", bots=1, options={"no_dice": True}, seats=2)
    assert "It cannot be this word: it has 1 letter" in typist.text
    assert not any(event.actor == 0 and event.action.startswith("kaplan") for event in refused.table.events)
    meant, _ = run(kaplan, "kaplan a1", "yes", bots=1, options={"no_dice": True}, seats=2)
    assert any(event == Event(0, "kaplan A") for event in meant.table.events)


# --- the window ---


class Window:
    """A terminal that records only what is still visible."""

    def __init__(self, columns: int, lines: int, *typed: str) -> None:
        self.columns, self.lines = columns, lines
        self.typed = iter(typed)
        self.seen: list[str] = []  # at each prompt: all lines since the one before
        self.written: list[str] = []

    def write(self, text: str) -> None:
        self.written += text.splitlines() or [""]

    def read(self, prompt: str) -> str:
        self.seen.append("\n".join([*self.written, prompt]))
        self.written = []
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None


def look(slug: str, columns: int, lines: int, *typed: str, seats: int | None = None, **rest: Any) -> Window:
    box = find(slug)
    window = Window(columns, lines, *typed)
    table = Table(box, seats or min(box.game_type.players), rng=Random(5), **rest)
    screen = Screen(window.read, window.write, "fr", coloured=False, columns=columns, lines=lines)
    players = {seat: RandomBot(box, table.game, seat, Random(seat)) for seat in range(1, table.game.seats)}
    with suppress(EOFError, Leave):
        TerminalGame(table, players, screen, Random(1), lambda seat: RandomBot(box, table.game, seat, Random(3))).run()
    return window


@pytest.mark.parametrize(("columns", "lines"), [(79, 24), (139, 50)])
@pytest.mark.parametrize("slug", SHELF)
def test_picture_choices_and_prompt_fit_the_window(slug: str, columns: int, lines: int) -> None:
    for screen in look(slug, columns, lines, "1", "1", "1", "1").seen:
        told = [line for line in screen.splitlines() if not line.startswith("· ")]
        assert len(told) <= lines
        assert max(map(len, told)) <= columns


def test_areas_have_titles_and_those_without_room_are_shown_on_demand() -> None:
    first = look("kaplan", 79, 24).seen[0]
    assert re.search(r">\d Les d", first)
    hidden = re.search(r" (\d) Vos", first)
    assert hidden
    second = look("kaplan", 79, 24, f"voir {hidden.group(1)}").seen[1]
    assert f">{hidden.group(1)} Vos" in second
    assert "Carte du tour" in look("cirkle-duo", 139, 50).seen[0]


def test_many_choices_come_in_pages() -> None:
    first, second, third = look("cirkle-duo", 40, 15, "suite", "more").seen[:3]
    assert "1 à 8 sur 16 ; « suite » montre les autres" in first
    assert "9 à 16 sur 16" in second
    assert "1 à 8 sur 16" in third


def test_numbered_pieces_are_chosen_by_their_number() -> None:
    """One hat is asleep, so hat 14 is not the fourteenth choice: typing 14 still chooses hat 14."""
    calm = {"mode": "bridge", "slap": False}
    played, typist = run(find("cirkle-duo"), "12", "14", "hint", bots=0, seats=4, options=calm)
    assert [event.action for event in played.table.events] == ["lift 11", "lift 13"]
    assert " 14  Hat 14" in typist.text
    assert re.search(r"A bot would play: Hat \d+ \(lift \d+\)", typist.text)


def test_the_terminals_own_size_is_asked_for_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(input, print)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "30")
    assert screen.size == (99, 30)
    monkeypatch.setenv("LINES", "50")
    assert screen.size == (99, 50)


PEBBLES = find(str(Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py"))


def test_a_single_first_word_is_not_asked_for() -> None:
    """Every action of Pebbles begins with `take`: the first question is how many."""
    game, typist = run(PEBBLES, "2")
    assert [action for actor, action in game.table.events if actor == 0] == ["take 2"]
    assert not any(re.search(r"^ *1  take", page, re.MULTILINE) for page in typist.shown)


def test_the_only_action_is_chosen_and_not_made_unasked() -> None:
    table, typist = Table(PEBBLES, 2, {"most": 3}, {"pebbles": 1}), Typist("1")
    screen = Screen(typist.read, typist.shown.append, "en", coloured=False, columns=60, lines=24)
    TerminalGame(table, {}, screen, Random(1), lambda seat: RandomBot(table.box, table.game, seat, Random(1))).run()
    assert [action for _, action in table.events] == ["take 1"]
    assert "> " in typist.shown
