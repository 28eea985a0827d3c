"""Printed games in the room: chosen on a page, made in a thread, cached, and never too many."""

import asyncio
import sys
from pathlib import Path

import pytest

from support.paper import read
from support.rooms import Person
from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.printing.build import game_document
from tableronde.room.base.refusals import Trouble
from tableronde.room.media import printer
from tableronde.room.media.printer import PREVIEW_PAGES, Printed, Printer
from tableronde.shelf import find

GAME = "four-circles"


def test_the_page_says_what_can_be_chosen(ana: Person) -> None:
    data = ana.web.get(f"/print/{GAME}.json").json()
    assert data["parts"] == ["all", "kit", "summary", "rules", "sheets", "puzzles"]
    assert (data["papers"], data["inks"]) == (["a4", "letter"], ["colour", "black"])
    page = ana.web.get(f"/print/{GAME}")
    assert page.headers["content-type"].startswith("text/html")
    assert ana.web.get("/print/nothing").status_code == 404


def test_the_way_there_is_on_the_shelf_and_beside_the_rules(ana: Person) -> None:
    assert ana.web.get("/index.json").json()["games"][0]["print"] == f"/print/{GAME}"
    assert ana.web.get(f"/rules/{GAME}.json").json()["print"] == f"/print/{GAME}"


def test_the_file_is_what_the_command_writes(ana: Person) -> None:
    answer = ana.web.get(f"/print/{GAME}.pdf?part=sheets&paper=letter&language=en&ink=black&clearance=0")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'attachment; filename="{GAME}-sheets-en-letter-black.pdf"'
    assert answer.content == game_document(find(GAME), Wish("letter", "en", "black", 0.0), "sheets").pdf()


def test_a_code_leads_to_this_room_only_if_it_is_wanted(ana: Person) -> None:
    plain, coded = (ana.web.get(f"/print/{GAME}.pdf?part=sheets&language=en{more}").content for more in ("", "&code=yes"))
    assert coded == game_document(find(GAME), Wish(address=ana.base), "sheets").pdf()
    assert [any(len(path.parts) > 200 for page in read(pdf) for path in page.paths) for pdf in (plain, coded)] == [False, True]


def test_the_first_pages_are_seen_before(ana: Person) -> None:
    assert ana.web.get(f"/print/{GAME}/pages.json?part=kit&language=en").json() == {"pages": 3}  # a title page and two sheets
    pictures = [ana.web.get(f"/print/{GAME}/{i}.png?part=kit&language=en") for i in range(PREVIEW_PAGES + 2)]
    assert [picture.status_code for picture in pictures] == [404, 200, 200, 200, 404, 404]
    assert all(picture.content.startswith(b"\x89PNG") for picture in pictures[1:4])


@pytest.mark.parametrize("query", ["part=box", "paper=a5", "ink=gold", "language=de", "clearance=9", "clearance=x"])
def test_what_cannot_be_printed_gets_a_sentence(ana: Person, query: str) -> None:
    answer = ana.web.get(f"/print/{GAME}.pdf?{query}&lang=en")
    assert answer.status_code == 400
    assert answer.json()["error"] == "That cannot be printed: choose something else."


def test_a_document_is_made_once_and_nobody_has_too_many_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Wish] = []

    def make(box: Box, wish: Wish, part: str) -> Printed:
        made.append(wish)
        return Printed(b"PDF", ())

    monkeypatch.setattr(printer, "_print", make)

    async def check() -> None:
        ours, box = Printer(2), find(GAME)
        await asyncio.gather(*(ours.render(box, Wish(), "kit", "here") for _ in range(3)))
        await ours.render(box, Wish(ink="black"), "kit", "here")
        with pytest.raises(Trouble):
            await ours.render(box, Wish(paper="letter"), "kit", "here")
        assert (await ours.render(box, Wish(), "kit", "here")).pdf == b"PDF"  # it is cached
        ours.close()

    asyncio.run(check())
    assert made == [Wish(), Wish(ink="black")]


def test_a_room_without_typst_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Trouble, match="cannot print"):
        printer._print(find(GAME), Wish(), "sheets")


def test_a_faulty_kit_is_the_games_fault_and_not_the_rooms(tmp_path: Path) -> None:
    code = (Path(__file__).parents[3] / "docs" / "examples" / "pebbles.py").read_text()
    game = tmp_path / "pebbles_with_a_fault.py"
    game.write_text(code.replace("reasons=REASONS)", "reasons=REASONS, kit=lambda wish: 1 / 0)"))
    with pytest.raises(Exception, match="it cannot be printed"):
        printer._print(find(str(game)), Wish(), "kit")
