"""Le Cadran de Kaplan in time: a card that was won is turned over before its winner's eyes, and the dice are seen to roll."""

import pytest

from support.games.kaplan import LOGS, example, log, seated
from tableronde.games.kaplan.scene.film import LOOKED, TUMBLE, TUMBLES, TURNED
from tableronde.scene import Scene, Shape
from tableronde.table import Table
from tableronde.text import Text

ALONE = "0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 1; 1 bet 3 2; 1 end; 2 bet 1 1"  # seat 0 wins place 1, a "C"


def shapes(scene: Scene) -> dict[str, Shape]:
    return {shape.id: shape for shape in scene.shapes()}


def at(table: Table, seat: int | None, seconds: float) -> dict[str, Shape]:
    return shapes(table.scene(seat).after(seconds))


def looking() -> Table:
    """Seat 0 has just won a look at place 1, and the turn goes on."""
    return log(seated(no_dice=True), ALONE)


def test_a_letter_is_turned_over_large_before_its_winners_eyes_and_then_lies_in_the_notebook() -> None:
    table = looking()
    down, up, home = at(table, 0, 0), at(table, 0, TURNED), at(table, 0, LOOKED)
    assert (down["note 1"].label.fr, up["note 1"].label.fr, home["note 1"].label.fr) == ("K", "C", "C")
    assert down["note 1"].path == up["note 1"].path != home["note 1"].path
    dial, notebook = ([shape.id for shape in area.shapes] for area in table.scene(0).after(TURNED).areas if area.id in ("dial", "notebook"))
    assert "note 1" in dial
    assert "note 1" not in notebook
    assert "note 10" in notebook
    assert up["note 1"].size > 5 * home["note 1"].size
    assert table.scene(0).unfolds


def test_others_see_who_looks_but_not_what() -> None:
    table = looking()
    for seat in (None, 1, 2):
        scene = table.scene(seat)
        assert [start for start, _ in scene.frames()] == [0, LOOKED]
        seen = shapes(scene.after(TURNED))
        assert seen["looked at"].label.fr == "K"
        assert seen["looking"].label.named(table.names).fr == "Joueur 1 regarde…"
        assert "looker 0" in seen
        assert not any("« C »" in shape.title.fr for shape in seen.values())


def test_a_blank_is_called_blank() -> None:
    table = log(seated(no_dice=True), ALONE.replace("bet 1", "bet 6"))
    assert at(table, 0, TURNED)["note 6"].label == Text("vide", "blank")


def test_a_clue_is_turned_over_and_its_words_go_to_the_clues() -> None:
    table = example("E6").at(example("E6").plies - 1)  # seats 0 and 1 have just consulted c1, the initial
    down, up = at(table, 0, 0), at(table, 0, TURNED)
    assert down["clue c1"].path == up["clue c1"].path
    assert (down["clue c1"].label.fr, up["clue text initial 0"].label.fr) == ("I", "P")
    sheet = next(area for area in table.scene(0).after(TURNED).areas if area.id == "clues")
    assert "clue text initial 0" not in [shape.id for shape in sheet.shapes]
    assert at(table, 1, TURNED)["clue text initial 0"].size > 1.5 * at(table, 1, LOOKED)["clue text initial 0"].size
    other = at(table, 2, TURNED)
    assert "clue text initial 0" not in other
    assert other["clue c1"].path == up["clue c1"].path
    assert other["looking"].label.fr == "{0} et {1} regardent…"


def test_an_ally_sees_what_was_won() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none")
    log(table, "4 bet 1 9; 0 bet 1 6; 0 bet 4 5; 0 end; 1 bet 1 7")
    assert table.state.last.winners == (4,)
    for seat in (0, 4):
        assert at(table, seat, TURNED)["note 1"].label.fr == "C"
    assert "looked at" in at(table, 1, TURNED)


def test_the_dice_roll_and_come_to_lie() -> None:
    table = log(seated(), "c roll 3 7 10")
    scene = table.scene(0)
    starts = [start for start, _ in scene.frames()]
    assert starts == pytest.approx([TUMBLE * i for i in range(TUMBLES + 1)])
    dice = [[shapes(shown)[f"die {i}"] for i in range(3)] for _, shown in scene.frames()]
    assert [die.label.fr for die in dice[-1]] == ["3", "7", "10"]
    assert all(1 <= int(die.label.fr) <= 12 for rolled in dice for die in rolled)
    assert len({die.at for rolled in dice for die in rolled}) == 3 * (TUMBLES + 1)
    for _, shown in scene.frames()[:-1]:
        assert not any("3 · 7 · 10" in shape.label.fr or shape.title.fr.startswith("Jouer ") for shape in shown.shapes())
        assert shown.captions[0].fr == "Vos trois dés vont rouler."
        assert {shape.word for shape in shown.shapes()} >= set(table.touch(0))


def test_a_look_is_seen_before_the_dice_that_follow_at_once() -> None:
    table = log(seated(), "c roll 10 10 10; 0 use 10 10 10; 0 bet 10 1; 0 bet 10 2; 0 bet 10 3; c roll 1 2 3")
    scene = table.scene(0)
    assert [round(start, 1) for start, _ in scene.frames()] == [0, TURNED, *(round(LOOKED + TUMBLE * i, 1) for i in range(TUMBLES + 1))]
    assert "die 0" not in shapes(scene.after(TURNED))
    assert shapes(scene.after(TURNED))["note 10"].label.fr == "P"
    assert "note 10" not in {shape.id for shape in scene.after(LOOKED).areas[0].shapes}


def test_nothing_is_watched_twice() -> None:
    table = looking()
    log(table, "1 kaplan TORCHE")
    assert not table.scene(0).film
    table = log(seated(), "c roll 3 7 10; 1 kaplan TORCHE")
    assert not table.scene(0).film
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10")
    assert not table.scene(0).film
    assert not log(looking(), "2 bet 4 2").scene(0).film


def test_who_chooses_is_not_made_to_wait() -> None:
    assert not log(seated(), "c roll 3 7 10").scene(0, ("use-3-7-10",)).film


@pytest.mark.parametrize("name", LOGS)
def test_no_film_shows_two_things_under_one_name(name: str) -> None:
    table = example(name)
    for ply in range(table.plies):
        for seat in [None, *range(table.game.seats)]:
            for _, shown in table.at(ply).scene(seat).frames():
                ids = [shape.id for shape in shown.shapes()]
                assert len(ids) == len(set(ids))
