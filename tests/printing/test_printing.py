"""Printed games: the contents are read back from the PDF."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
import segno

from support.helpers import OUTSIDE, SHELF
from support.paper import Box as PaperBox
from support.paper import Page, read
from tableronde import conformance
from tableronde.box import Box
from tableronde.cli import main
from tableronde.kit import INKS, PAPERS, Component, Ink, Kit, PaperName, Wish, inset, size
from tableronde.learn import rulebook
from tableronde.play.arena import stroll
from tableronde.printing.build import game_document, record_document, spreads
from tableronde.printing.components.sheets import OVERLAP
from tableronde.printing.paper_sizes import EDGE, PAPER
from tableronde.puzzles.puzzle import puzzles
from tableronde.scene import Shape, circle, polyline, rectangle
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language, Text, same

FORD, MISTIGRI = str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")
PEBBLES = str(Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py")


PLAIN = Wish()


@cache
def printed(game: str, part: str = "kit", wish: Wish = PLAIN) -> list[Page]:
    return read(game_document(find(game), wish, part).pdf())


def with_kit(*components: Component, **more: object) -> Box:
    """Return an outside game with a kit of these components."""
    return replace(find(FORD), kit=lambda wish: Kit(components, **more))  # type: ignore[arg-type]


def sheets(*components: Component, wish: Wish = PLAIN) -> list[Page]:
    """Return the pages after the front pages."""
    return read(game_document(with_kit(*components), wish, "kit").pdf())[1:]


def sizes(pages: Sequence[Page]) -> Counter[tuple[float, ...]]:
    return Counter(tuple(round(side, 1) for side in path.box.size) for page in pages for path in page.cuts)


# -- any page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["four-circles", "cirkis", FORD])
def test_every_page_has_the_size_of_the_paper_and_a_white_edge(game: str, paper: PaperName, ink: Ink) -> None:
    part = "all" if game == FORD else "kit"
    sides = (PAPER[paper].width, PAPER[paper].height)
    for page in printed(game, part, Wish(paper, "fr", ink, address="https://salle.example")):
        assert sorted((page.width, page.height)) == pytest.approx(sorted(sides), abs=0.05)
        left, top, right, bottom = page.ink if page.paths or page.words else PaperBox(99, 99, 99, 99)
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE


@pytest.mark.parametrize("game", [FORD, MISTIGRI])
def test_fonts_are_in_the_file_and_accents_can_be_read(game: str) -> None:
    pages = printed(game, "all", Wish("a4", "fr", "black", address="https://salle.example"))
    fonts = {name: inside for page in pages for name, inside in page.fonts.items()}
    assert fonts
    assert all(fonts.values())
    said = "".join(page.text for page in pages)
    assert "Lematérielàdécouper" in said
    assert "Imprimezà100%:cetraitmesure5cm." in said.replace("\u00a0", "")
    assert "Découpezsurletraitplein." in said


@pytest.mark.parametrize(("game", "part"), [("four-circles", "kit"), ("cirkis", "kit"), (FORD, "all"), (MISTIGRI, "all")])
def test_without_colour_there_is_no_colour_at_all(game: str, part: str) -> None:
    colours = {
        colour
        for page in printed(game, part, Wish("a4", "fr", "black", address="https://salle.example"))
        for path in page.paths
        for colour in path.colours
    }
    assert colours
    assert all(max(colour) - min(colour) < 1e-6 for colour in colours if colour)
    coloured = {colour for page in printed(game, "kit", Wish()) for path in page.paths for colour in path.colours}
    assert any(max(colour) - min(colour) > 0.1 for colour in coloured if colour)  # otherwise the test above would prove nothing


def test_the_same_wish_gives_the_same_bytes() -> None:
    wish = Wish("letter", "en", "colour", address="https://room.example")
    assert game_document(find(FORD), wish).pdf() == game_document(find(FORD), wish).pdf()


# -- components --------------------------------------------------------------------------------------------------------


def test_things_are_as_many_and_as_large_as_the_kit_says() -> None:
    disc = Component(same("Disc"), circle(7.5), 31)
    card = Component(same("Card"), rectangle(63, 84), 9)
    pages = sheets(disc, card)
    assert sizes(pages) == {(15.0, 15.0): 31, (63.0, 84.0): 9}
    assert ["Disc" in page.text for page in pages] == [True, False]
    boxes = [path.box for page in pages for path in page.cuts]
    assert min(box.left for box in boxes) >= EDGE


def test_alike_things_lie_edge_to_edge_where_that_saves_a_sheet() -> None:
    assert len(sheets(Component(same("Card"), rectangle(63, 84), 9))) == 1
    [page] = sheets(Component(same("Card"), rectangle(56, 87), 4))
    boxes = [path.box for path in page.cuts]
    assert boxes[1].left - boxes[0].right == pytest.approx(3.0, abs=0.01)


def test_a_back_lies_where_its_front_is_once_the_sheet_is_turned_over_its_long_edge() -> None:
    art = (Shape("corner", rectangle(4, 6), "solid", (-20, -30)),)
    card = Component(same("Card"), rectangle(56, 87), 5, art, art, "duplex")
    front, back = sheets(card)
    assert "(back)" in back.text
    assert not back.cuts
    marks = [[path.box.middle for path in page.paths if path.box.size == pytest.approx((4, 6), abs=0.01)] for page in (front, back)]
    cuts = [path.box.middle for path in front.cuts]
    assert len(marks[0]) == len(marks[1]) == len(cuts) == 5
    for (x, y), (u, v), (a, b) in zip(*marks, cuts, strict=True):
        assert (x - a, y - b) == pytest.approx((-20, -30), abs=0.01)
        assert (u - (front.width - a), v - b) == pytest.approx((-20, -30), abs=0.01)  # as seen from the back


def test_a_folded_component_has_its_back_on_the_left() -> None:
    mark = Shape("mark", rectangle(2, 2), "solid", (5, 0))
    [page] = sheets(Component(same("Pawn"), circle(10), 3, (mark,), (mark,), "fold"))
    marks = sorted(path.box.middle[0] for path in page.paths if path.box.size == pytest.approx((2, 2), abs=0.01))
    folds, cuts = sorted(path.box.left for path in page.folds), sorted(path.box.middle[0] for path in page.cuts)
    assert len(marks) == 6
    for i, (fold, middle) in enumerate(zip(folds, cuts, strict=True)):
        assert middle - fold == pytest.approx(12, abs=0.01)
        assert [fold - marks[2 * i], marks[2 * i + 1] - fold] == pytest.approx([12 - 5, 12 + 5], abs=0.01)


def test_folds_of_a_net_are_dashed() -> None:
    net = Component(same("Net"), rectangle(60, 40), 1, folds=polyline([(0, -20), (0, 20)]))
    [page] = sheets(net)
    assert [path.box.size for path in page.folds] == [pytest.approx((0, 40), abs=0.01)]


def test_a_large_board_is_printed_on_sheets_that_join() -> None:
    """A point in the strip that two sheets share is at the same distance from the joint on both."""
    spots = {(x, y) for x in range(-156, 174, 20) for y in range(-156, 174, 20)}
    dots = tuple(Shape(f"dot {x} {y}", circle(0.5), "solid", (x, y)) for x, y in spots)
    pages = sheets(Component(same("Board"), rectangle(350, 350), 1, dots))
    assert [name for page in pages for name in ("A1", "B1", "A2", "B2") if f"Board{name}" in page.text] == ["A1", "B1", "A2", "B2"]
    known: Counter[tuple[int, int]] = Counter()
    for page in pages:
        across, down = _joint(page, 0), _joint(page, 1)
        for path in page.paths:
            if path.box.size == pytest.approx((1, 1), abs=0.01) and path.seen == path.box:
                x, y = path.box.middle[0] - across, path.box.middle[1] - down
                assert dist((x, y), (round(x), round(y))) < 0.01
                known[round(x), round(y)] += 1
    assert set(known) == spots
    strip = [spot for spot, times in known.items() if times > 1]
    assert strip
    assert all(0 <= x <= OVERLAP or 0 <= y <= OVERLAP for x, y in strip)


def _joint(page: Page, axis: int) -> float:
    """Return the position of a joint on a sheet: a line across it, with a tick at both ends."""
    lines = [(a, b) for path in page.paths if path.stroked and not path.filled for part in path.parts for a, b in pairwise(part)]
    places = Counter(round(a[axis], 2) for a, b in lines if abs(a[axis] - b[axis]) < 0.001)
    [at] = {at for at, times in places.items() if times == 3}
    return at


def test_the_documentations_kit_is_printed_as_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "guides" / "design-a-kit.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
    assert len(names["pages"]) == 3  # pages of one of our games
    box = replace(find(FORD), kit=names["kit"])
    assert sizes(read(game_document(box, Wish(), "kit").pdf())[1:]) == {(18.0, 18.0): 20, (56.0, 87.0): 12}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"count": 0}, "at least 1"),
        ({"outline": "M0 0L5 0L5 5"}, "must be a closed path"),
        ({"name": Text("Pierre", "")}, "missing in one language"),
        ({"back": (Shape("face", circle(9)),)}, "must be folded"),
        ({"front": (Shape("face", "m0 0"),)}, "M, L, C and Z"),
        ({"front": (Shape("face", circle(9), "mauve"),)}, "the style word 'mauve'"),
    ],
)
def test_the_conformance_kit_looks_at_kits(wrong: dict[str, Any], says: str) -> None:
    good = Component(Text("Pierre", "Stone"), circle(9.0), 20, (Shape("face", circle(9.0), "seat0"),))
    assert not conformance.check(with_kit(good), games=0).faults
    [fault] = conformance.check(with_kit(replace(good, **wrong)), games=0).faults
    assert fault.name == "kits_can_be_made"
    assert says in fault.message


def test_insets_keep_sides_parallel() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert [round(x, 9) for point in inset(square, 1) for x in point] == [1, 1, 9, 1, 9, 9, 1, 9]
    assert [round(x, 9) for point in inset(square[::-1], -1) for x in point] == [-1, 11, 11, 11, 11, -1, -1, -1]
    assert size(circle(3.5)) == (7.0, 7.0)


# -- a game without a kit ------------------------------------------------------------------------------------------


def test_an_outside_game_without_a_kit_is_printed() -> None:
    """The river stays and the eighteen stones move: so the kit has a board and nine stones for each seat."""
    assert find(FORD).kit is None
    opening, page = printed(FORD)
    assert sizes([page]) == {(192.0, 203.3): 1, (14.0, 14.0): 18}
    assert "Theriver1192×203mm" in opening.text
    stones = [path for path in page.cuts if path.box.size[0] < 20]
    glass = {path.box.middle: path.colours[-1] for path in page.paths if path.filled and path.box.size[0] < 20}
    assert sorted(Counter(glass[min(glass, key=lambda at: dist(at, stone.box.middle))] for stone in stones).values()) == [9, 9]


def test_the_cards_of_an_outside_game_are_printed_with_their_faces() -> None:
    pages = printed(MISTIGRI)[1:]
    cards = [page for page in pages if any(path.box.size == pytest.approx((42.24, 61.44), abs=0.1) for path in page.cuts)]
    assert sum(path.box.size[0] < 50 for page in cards for path in page.cuts) == 32
    said = "".join(page.text for page in pages)
    assert all(f"{face}{suit}" in said for face in ("7", "8", "9", "10", "A") for suit in "♣♦♥♠")


def test_a_game_of_one_file_is_printed_as_well() -> None:
    opening, pebbles = printed(PEBBLES)
    assert set(sizes([pebbles])) == {(9.6, 9.6)}
    assert "Piece" in opening.text
    with pytest.raises(LookupError, match="pebbles has no rules to print"):
        game_document(find(PEBBLES), Wish(), "rules")


# -- rules -------------------------------------------------------------------------------------------------------------


def test_the_pages_of_a_booklet_lie_where_they_are_once_it_is_folded() -> None:
    assert [(spread["pages"], spread["back"]) for spread in spreads(8)] == [
        ([8, 1], False),
        ([2, 7], True),
        ([6, 3], False),
        ([4, 5], True),
    ]
    assert [spread["pages"] for spread in spreads(6)] == [[0, 1], [2, 0], [6, 3], [4, 5]]
    assert [spread["pages"] for spread in spreads(1)] == [[0, 1], [0, 0]]


def test_a_booklet_can_be_turned_over_its_long_edge() -> None:
    """The number at the foot of page 1 is as far from the fold as that of page 2 behind it, and at the same edge."""
    front, back = printed(FORD, "rules")
    [one], [two] = ([word.box.middle for word in page.words if word.text == number] for page, number in ((front, "1"), (back, "2")))
    assert (front.width - one[0], one[1]) == pytest.approx(two, abs=0.6)
    assert one[1] == pytest.approx(3 * front.height / 4, abs=0.6)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["four-circles", FORD, MISTIGRI])
def test_every_clause_is_in_the_booklet(game: str, language: Language) -> None:
    box = find(game)
    said = "".join(page.text for page in printed(game, "rules", Wish(language=language, ink="black")))
    assert {clause for clause in rulebook.clauses(box.rulebook(language)) if clause not in said} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*SHELF, FORD, MISTIGRI])
def test_the_summary_has_every_clause_on_one_page(game: str, language: Language) -> None:
    [page] = printed(game, "summary", Wish(language=language))
    stated = rulebook.stated(find(game).rulebook(language))
    opened = {
        clause.id
        for block in rulebook.blocks(find(game).rulebook(language))
        for piece in rulebook.pieces(block)
        for clause in rulebook.opened(piece)
    }
    assert {clause for clause in stated & opened if clause not in page.text} == set()


# -- sheets, puzzles, games ----------------------------------------------------------------------------------------------


def test_a_notation_pad_has_a_column_for_each_seat() -> None:
    [page] = printed(FORD, "sheets")
    assert page.text.count("WillowReed") == 2
    assert "64" in page.text


def test_a_games_own_pads_fill_their_pages() -> None:
    pad = Component(same("Notebook"), rectangle(90, 120), front=(Shape("line", polyline([(-40, 0), (40, 0)]), "line"),))
    pages = read(game_document(with_kit(pads=(pad,)), Wish(), "sheets").pdf())
    assert sizes(pages[1:]) == {(90.0, 120.0): 4}


def test_puzzles_stand_six_on_a_page_and_their_solutions_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    box = find("four-circles")
    some = puzzles(box)[:8]
    monkeypatch.setattr("tableronde.printing.pages.puzzle_pages.puzzles", lambda box: some)
    pages = read(game_document(box, Wish(language="en", address="https://room.example"), "puzzles").pdf())
    assert len(pages) == 3
    assert [sum(page.text.count(grade) for grade in ("easy", "medium", "hard", "fiendish")) for page in pages] == [6, 2, 0]
    assert "Solutions" in pages[-1].text
    assert all(f"{i}." in pages[-1].text for i in range(1, 9))
    codes = {f"https://room.example/puzzles/four-circles#{puzzle.id}" for puzzle in some}
    assert codes <= {link for link in codes if any(has_code(page, link) for page in pages)}


def test_a_recorded_game_is_printed_with_pictures() -> None:
    table = Table(find("four-circles"), 2, rng=Random(1))
    rng = Random(1)
    while table.plies < 20:
        stroll(table, rng)
    pages = read(record_document(table, Wish(language="fr"), 8).pdf())
    said = "".join(page.text for page in pages)
    assert "Partienonterminée,20coupsjoués." in said
    assert [f"Après{n}coups" in said for n in (8, 16, 20, 12)] == [True, True, True, False]
    for i, line in enumerate(table.tale(), 1):
        assert f"{i}." + "".join(line.named(table.names).fr.split()) in said


def test_the_result_of_a_game_is_printed() -> None:
    table = Table(find("four-circles"), 2, {"max_plies": 1}, {})
    table.play(0, "0,0")
    said = "".join(page.text for page in read(record_document(table, Wish(language="en"), 8).pdf()))
    assert "Asharedwin:White,Red:theagreednumberofmoveshasbeenplayed(houserule)." in said


# -- codes -------------------------------------------------------------------------------------------------------------


def has_code(page: Page, link: str) -> bool:
    """Return whether the black squares on a page are the QR code of a link, in any place, size and orientation."""
    rows = [list(row) for row in segno.make(link, error="m").matrix_iter(border=0)]
    last, dark = len(rows) - 1, {(x, y) for y, row in enumerate(rows) for x, on in enumerate(row) if on}
    turned = [dark, {(last - y, x) for x, y in dark}, {(y, last - x) for x, y in dark}]
    return any(_squares(path.parts) in turned for path in page.paths if path.filled and len(path.parts) == len(dark))


def _squares(parts: Sequence[Sequence[tuple[float, float]]]) -> set[tuple[int, int]]:
    left, top = min(x for part in parts for x, _ in part), min(y for part in parts for _, y in part)
    side = max(x for x, _ in parts[0]) - min(x for x, _ in parts[0])
    return {(round((min(x for x, _ in part) - left) / side), round((min(y for _, y in part) - top) / side)) for part in parts}


def test_a_code_leads_to_the_given_room() -> None:
    wish = Wish(address="https://room.example:8443/games")
    pages = printed(FORD, "kit", wish)
    assert all(has_code(page, "https://room.example:8443/games/new/ford") for page in pages)
    for part in ("summary", "rules"):
        assert has_code(printed(FORD, part, wish)[0], "https://room.example:8443/games/rules/ford")


def test_without_an_address_there_is_no_code_and_no_address() -> None:
    for page in printed(FORD, "all"):
        assert not any(len(path.parts) > 200 for path in page.paths)
        assert "http" not in page.text


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["print", FORD, "--paper", "letter", "--lang", "fr", "--ink", "black", "--part", "kit", "-o", str(out)]) == 0
    assert out.read_bytes() == game_document(find(FORD), Wish("letter", "fr", "black"), "kit").pdf()
    assert str(out) in capsys.readouterr().out


def test_the_command_prints_a_record(tmp_path: Path) -> None:
    table = Table(find("four-circles"), 2, setup={})
    table.play(0, "0,0")
    record, out = tmp_path / "game.json", tmp_path / "game.pdf"
    record.write_text(table.record().text())
    assert main(["print", str(record), "--lang", "en", "--every", "1", "-o", str(out)]) == 0
    assert "After1moves" in "".join(page.text for page in read(out.read_bytes()))


@pytest.mark.parametrize(
    ("words_given", "sentence"),
    [
        ([FORD, "--part", "puzzles"], "ford has no puzzles to print"),
        (["nothing-of-the-kind"], "nothing-of-the-kind"),
        ([FORD, "-o", "/nowhere/at/all.pdf"], "/nowhere/at/all.pdf: No such file or directory"),
        ([FORD, "--clearance", "9"], "a number of millimetres from 0 to 2, not '9'"),
        ([FORD, "--clearance", "nan"], "a number of millimetres from 0 to 2, not 'nan'"),
        ([FORD, "--address", "room"], "the address of a room, such as https://room.example, not 'room'"),
        ([FORD, "--paper", "a5"], "invalid choice: 'a5'"),
    ],
)
def test_wrong_arguments_get_a_sentence(words_given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["print", *words_given])
    except SystemExit as error:  # errors of argparse
        status = int(error.code or 0)
    assert status == 2
    assert sentence in capsys.readouterr().err


def test_without_typst_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["print", FORD, "--part", "sheets"]) == 2
    assert "pip install 'tableronde[print]'" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kit_says_who_made_the_game(language: Language) -> None:
    credits = find("karta-doppio").credits
    assert credits is not None
    first = printed("karta-doppio", "kit", Wish(language=language))[0].text
    assert "".join(credits.sentences[language].split()) in "".join(first.split())


def test_the_summary_marks_what_no_booklet_gives() -> None:
    said = {game: "".join(printed(game, "summary", Wish(language="fr"))[0].text.split()) for game in ("cirkis", "karta-doppio")}
    assert "dès8ans,environ30minutes(notreestimation)." in said["cirkis"]
    assert "dès8ans,environ15minutes." in said["karta-doppio"]
