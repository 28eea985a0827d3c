"""The template of every page: one style sheet with everything in it, and all modules preloaded."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from support.rooms import ME, OPEN, Person, bot
from tableronde.room.web.pages.page_template import SHEETS, bare, page, preloads, styles

CLIENT = Path(__file__).parents[3] / "src" / "tableronde" / "client"
PAGES = sorted(path.stem for path in (CLIENT / "pages").glob("*.js"))


ALONE = {"dev"}  # of a page for authors


def test_every_style_sheet_is_in_the_one() -> None:
    assert sorted({*SHEETS, *ALONE}) == sorted(path.stem for path in (CLIENT / "css").glob("*.css"))
    sheet, _ = styles()
    assert ":root[data-theme" in sheet
    assert all(bare((CLIENT / "css" / f"{name}.css").read_text(encoding="utf-8")) in sheet for name in SHEETS)


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_but_comments_and_indents_is_left_out_of_a_style_sheet(name: str) -> None:
    sheet = (CLIENT / "css" / f"{name}.css").read_text(encoding="utf-8")
    rules = sheet
    for comment in re.findall(r"/\*[^*]*\*/", sheet):
        rules = rules.replace(comment, "")
    assert bare(sheet).split() == rules.split()
    assert "/*" not in bare(sheet)


def test_what_a_table_does_not_need_for_its_first_picture_is_fetched_after_it(ana: Person) -> None:
    playing, waiting = (ana.web.get(ana.open("four-circles", ME, other)["url"]).text for other in (bot("random"), OPEN))
    late = "/static/panels/table/lazy_panels.js"
    assert late not in playing
    assert late in waiting  # there the lobby is the first picture
    assert "/static/panels/table/lobby.js" in waiting


def test_modules_fetched_later_are_there() -> None:
    for path in CLIENT.rglob("*.js"):
        for name in re.findall(r'import\("([^"]+)"\)', path.read_text(encoding="utf-8")):
            assert (path.parent / name).is_file(), (path, name)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_at_once_for_every_module_it_runs_on(name: str) -> None:
    asked = re.findall(r'href="/static/([^"]+)"', preloads(name))
    assert len(asked) == len(set(asked))
    assert {module.rpartition(".")[2] for module in asked} == {"js"}  # types are for the checker alone
    needed = {"main.js", f"pages/{name}.js"}
    for module in asked:
        text = (CLIENT / module).read_text(encoding="utf-8")
        for path in re.findall(r'(?:from|^import) "(\.\.?/[^"]+)"', text, re.MULTILINE):
            needed.add(((CLIENT / module).parent / path).resolve().relative_to(CLIENT.resolve()).as_posix())
    assert set(asked) == needed


def test_a_page_with_a_stage_asks_for_the_looks_of_its_game() -> None:
    assert 'href="/looks/a%22b.json"' not in page("table", "", "en", {"game": 'a"b'})
    assert '<link rel="preload" as="fetch" crossorigin href="/looks/go.json">' in page("table", "", "en", {"game": "go"})
    assert "/looks/" not in page("rules", "", "en", {"game": "go"})


def test_the_style_sheet_is_sent_once(ana: Person) -> None:
    first = ana.web.get("/static/style.css")
    assert first.status_code == 200
    assert len(first.text) > 40_000
    again = ana.web.get("/static/style.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")


def test_the_style_sheet_names_pictures_that_are_there(ana: Person) -> None:
    names = re.findall(r'url\("([^"]+)"\)', styles()[0])
    assert names
    assert [name for name in names if ana.web.get(urljoin("/static/style.css", name)).status_code != 200] == []
