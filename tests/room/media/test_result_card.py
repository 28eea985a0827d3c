"""The picture of a result: what it says, in which order and size, and that nothing leaves its part."""

import pytest

from tableronde.box import Box
from tableronde.render.lettering import outline
from tableronde.room.media.box_art import cover_of
from tableronde.room.media.result_card import BOARD, HEIGHT, WIDTH, ResultCard, list_players, looks_of, looks_of_labels, write_date
from tableronde.scene import Area, Shape, circle, path_bounds, words
from tableronde.shelf import Shelf
from tableronde.theme import DARK, contrast, dressed

DISC = Area("board", (-10.0, -10.0, 20.0, 20.0), (Shape("disc", circle(8.0), "ivory"), words("7", (0.0, 0.0), 3.0, "ink", "seven")))
LONG = "An extraordinarily patient player with a very long name indeed"


def card(**changes: object) -> ResultCard:
    players = list_players(["Ana", LONG, "Chloé"], ["seat0", "seat1", "seat2"], [2], [12.0, -3.0, 40.0])
    given = {"title": "CirKis", "date": "", "players": players, "sentence": "Chloé wins: 40 points are reached. " * 5, "board": DISC}
    return ResultCard(**{**given, "language": "en", **changes})  # type: ignore[arg-type]


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    left, top, right, bottom = path_bounds(shape.path)
    return left + shape.at[0], top + shape.at[1], right + shape.at[0], bottom + shape.at[1]


def test_the_winner_comes_first_and_is_written_large() -> None:
    shapes = {shape.id: shape for shape in card().compose(DARK).shapes}
    assert shapes["player 0"].path == outline("Chloé", 66.0, "serif")
    assert shapes["player 1"].path == outline("Ana", 30.0, "serif")
    assert shapes["player 2 score"].path == outline("−3", 30.0, "serif", "end")


def test_scores_that_only_repeat_who_won_are_left_out() -> None:
    players = list_players(["Ana", "Luc"], ["seat0", "seat1"], [0], [1.0, 0.0])
    assert [player.score for player in players] == [None, None]


def test_players_who_share_the_result_are_equally_large() -> None:
    players = list_players(["Ana", "Luc"], ["seat0", "seat1"], [0, 1], [])
    shapes = {shape.id: shape for shape in card(players=players).compose(DARK).shapes}
    assert shapes["player 0 disc"].path == shapes["player 1 disc"].path


def test_everything_stays_in_its_part() -> None:
    """However long names and sentences are."""
    eight = list_players([LONG] * 8, [f"seat{i}" for i in range(8)], [0], [float(i) for i in range(8)])
    for shape in card(players=eight).compose(DARK).shapes:
        left, top, right, bottom = bounds(shape)
        beside = 0.0 if shape.id.startswith(("board", "ground")) else BOARD
        assert left >= beside - 1, shape.id
        assert right <= (BOARD if shape.id.startswith("board") else WIDTH) + 1, shape.id
        assert top >= -1, shape.id
        assert bottom <= HEIGHT + 1, shape.id


def test_labels_of_the_board_are_outlines() -> None:
    area = card().compose(DARK)
    assert not any(shape.label["en"] for shape in area.shapes)
    [label] = [shape for shape in area.shapes if shape.id == "board seven label"]
    assert looks_of_labels(area)[label.style].fill == DARK.look("ink").ink


@pytest.mark.parametrize("box", Shelf.installed().boxes(), ids=lambda box: box.slug)
def test_the_words_can_be_read_on_the_colour_of_every_box(box: Box) -> None:
    worn = dressed(DARK, looks_of(box.looks, cover_of(box)))
    assert contrast(worn.look("card-letters").fill or "", worn.look("card-side").fill or "") >= 4.5


def test_dates_are_written_as_people_do() -> None:
    assert write_date(1_788_220_800, "fr") == "1er septembre 2026"
    assert write_date(1_788_220_800, "en") == "September 1, 2026"
    assert write_date(None, "en") == ""
