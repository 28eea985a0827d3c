"""Printed games in the room: chosen on a page, made in a process that ends, cached, and never too many."""

import asyncio
import signal
import threading
from pathlib import Path

import pytest

from support.paper import read
from support.rooms import Person
from tableronde.kit import Wish
from tableronde.printing.build import game_document
from tableronde.room.base.faults import Faulty
from tableronde.room.base.refusals import Trouble
from tableronde.room.media import printer
from tableronde.room.media.print_job import PREVIEW_PAGES, Printed, PrintLost
from tableronde.room.media.printer import MAX_BYTES, PER_CLIENT, Printer
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

    def make(place: str, wish: Wish, part: str, on_start: object) -> Printed:
        made.append(wish)
        return Printed(b"PDF", ())

    monkeypatch.setattr(printer, "run_job", make)

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


def _render(game: str, part: str, place: str = "") -> Printed:
    async def work() -> Printed:
        ours = Printer(9, {find(game).slug: place} if place else {})
        try:
            return await ours.render(find(game), Wish(), part, "here")
        finally:
            ours.close()

    return asyncio.run(work())


def test_a_room_without_typst_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError('no such package')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(Trouble, match="cannot print"):
        _render(GAME, "sheets")


def test_a_faulty_kit_is_the_games_fault_and_not_the_rooms(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    code = (Path(__file__).parents[3] / "docs" / "examples" / "pebbles.py").read_text()
    game = tmp_path / "pebbles_with_a_fault.py"
    game.write_text(code.replace("reasons=REASONS)", "reasons=REASONS, kit=lambda wish: print('hello') or 1 / 0)"))
    with pytest.raises(Faulty, match="it cannot be printed"):
        _render(str(game), "kit", str(game))
    [line] = [record for record in caplog.records if getattr(record, "event", "") == "game_failed"]
    assert "ZeroDivisionError" in line.__dict__["fault"]
    assert "ZeroDivisionError: division by zero" in line.__dict__["trace"]


def test_a_lost_print_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*job: object) -> Printed:
        raise PrintLost("exit status -9")

    monkeypatch.setattr(printer, "run_job", lose)
    with pytest.raises(Trouble, match="Printing was interrupted"):
        _render(GAME, "sheets")


def test_nobody_takes_the_places_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four requests of one address once kept everybody else from printing."""
    go = threading.Event()
    monkeypatch.setattr(printer, "run_job", lambda *job: (go.wait(60), Printed(b"PDF", ()))[1])

    async def work() -> None:
        ours, box = Printer(99), find(GAME)
        mine = [asyncio.create_task(ours.render(box, Wish(clearance=i / 10), "kit", "greedy")) for i in range(PER_CLIENT)]
        await asyncio.sleep(0)
        with pytest.raises(Trouble, match="Too many print jobs"):
            await ours.render(box, Wish(clearance=9.0), "kit", "greedy")
        others = [asyncio.create_task(ours.render(box, Wish(clearance=1 + i / 10), "kit", f"guest {i}")) for i in range(8)]
        await asyncio.sleep(0)
        go.set()
        assert all(made.pdf == b"PDF" for made in await asyncio.gather(*mine, *others))
        await ours.render(box, Wish(clearance=9.0), "kit", "greedy")  # the places are free again
        ours.close()

    asyncio.run(work())


def test_saved_documents_are_bounded_by_their_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[float] = []

    def make(place: str, wish: Wish, part: str, on_start: object) -> Printed:
        made.append(wish.clearance)
        return Printed(bytes(MAX_BYTES // 3), (b"picture",))

    monkeypatch.setattr(printer, "run_job", make)

    async def work() -> None:
        ours, box = Printer(99), find(GAME)
        for i in (0, 1, 2, 2, 1, 0):
            await ours.render(box, Wish(clearance=float(i)), "kit", "here")
        ours.close()

    asyncio.run(work())
    assert made == [0.0, 1.0, 2.0, 0.0]  # the first had gone


def test_a_room_that_closes_ends_the_process_that_prints() -> None:
    async def work() -> None:
        ours = Printer(9)
        task = asyncio.create_task(ours.render(find(GAME), Wish(), "all", "here"))
        while ours._running is None:
            await asyncio.sleep(0.01)
        process = ours._running
        ours.close()
        with pytest.raises(Trouble, match="interrupted"):
            await task
        assert process.poll() == -signal.SIGKILL

    asyncio.run(work())
