"""The trace of the last action: changed shapes on the board have the same mark in every game."""

from dataclasses import replace

from tableronde.render.last_move import trace
from tableronde.scene import Area, Frame, Scene, Shape, circle
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import Text


def test_a_pawn_just_laid_is_marked() -> None:
    table = Table(find("four-circles"), 2)
    assert trace(table, None) == []
    table.play(0, table.legal()[0][0])
    table.play(1, table.legal()[1][3])
    [mark] = trace(table, None)
    assert mark in {shape.id for shape in table.scene().areas[0].shapes}
    assert mark not in {shape.id for shape in table.at(1).scene().areas[0].shapes}


def test_what_a_game_marks_itself_is_left_to_it() -> None:
    table = Table(find("karta-doppio"), 2)
    table.play(table.to_act()[0], table.legal()[table.to_act()[0]][0])
    assert trace(table, None) == []


def test_what_only_flashed_by_leaves_no_trace() -> None:
    table = Table(find("four-circles"), 2)
    stone = Shape("stone", circle(1), "ivory", title=Text("Une pierre", "A stone"))

    def draw(view: object, seat: object, picked: object, offers: object) -> Scene:
        lifted = Area("board", (0, 0, 9, 9), (replace(stone, at=(float(table.plies), 4.0)),))
        rest = Area("board", (0, 0, 9, 9), (stone,))
        return Scene((lifted,), film=(Frame(0.0), Frame(2.0, (rest,))))

    table.box = replace(table.box, draw=draw)
    table.play(0, table.legal()[0][0])
    assert trace(table, None) == []


def test_a_board_laid_out_anew_is_no_action() -> None:
    table = Table(find("four-circles"), 2)

    def draw(view: object, seat: object, picked: object, offers: object) -> Scene:
        stones = [Shape(f"{view is table.state} {i}", circle(1), title=Text("Une pierre", "A stone")) for i in range(20)]
        return Scene((Area("board", (0, 0, 9, 9), tuple(stones)),))

    table.box = replace(table.box, draw=draw)
    table.play(0, table.legal()[0][0])
    assert trace(table, None) == []
