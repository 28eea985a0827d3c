"""The print page: it shows the first pages, and the file is the one that was chosen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from support.browser_people import DESK, PATIENCE, PHONE, Person, Size
from support.helpers import SHELF
from support.paper import read
from tableronde.shelf import find

GAME = SHELF[0]


def test_the_file_is_the_one_that_was_chosen(meet: Callable[..., Person]) -> None:
    page = meet(language="fr").visit(f"/game/{GAME}")
    page.get_by_role("link", name="Imprimer le jeu").first.click()
    page.wait_for_selector("html[data-ready=print]")
    page.locator("select[name=part]").select_option("kit")
    page.locator("select[name=paper]").select_option("letter")
    page.locator("select[name=ink]").select_option("black")
    expect(page.locator(".sheets img")).to_have_count(3, timeout=4 * PATIENCE)
    with page.expect_download() as loading:
        page.get_by_role("link", name="Télécharger le PDF").click()
    assert loading.value.suggested_filename == f"{GAME}-kit-fr-letter-black.pdf"
    first = read(loading.value.path().read_bytes())[0]
    assert round(first.width, 1) == 215.9
    assert find(GAME).title.fr.replace(" ", "") in first.text


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_page_fits_every_screen(size: Size, meet: Callable[..., Person]) -> None:
    page = meet(size=size).visit(f"/print/{GAME}")
    expect(page.locator(".sheets img").last).to_be_visible(timeout=4 * PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()


def test_the_page_says_that_it_prepares_the_preview(meet: Callable[..., Person]) -> None:
    ana = meet()
    held: list[Route] = []
    ana.page.route("**/pages.json*", lambda route: held.append(route))
    with ana.page.expect_request("**/pages.json*"):
        page = ana.visit(f"/print/{GAME}")
    expect(page.get_by_text("Preparing the preview…")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Preparing the preview…")).to_be_visible()
    expect(page.locator(".sheets .blank")).to_have_count(3)
    for paper in ("letter", "a4", "letter"):
        page.locator("select[name=paper]").select_option(paper)
    assert len(held) == 1  # the room makes few at a time: the last choice waits
    with page.expect_request(lambda request: "paper=letter" in request.url):
        held.pop().fulfill(json={"pages": 3})
    expect(page.locator(".sheets .blank.letter")).to_have_count(3)
    held.pop().fulfill(json={"pages": 0, "error": "This room cannot print."})
    expect(page.locator(".sheets")).to_contain_text("This room cannot print.")
    expect(page.locator(".sheets :is(.blank, progress)")).to_have_count(0)
    with page.expect_request("**/pages.json*"):
        page.locator("select[name=ink]").select_option("black")
    expect(page.locator(".sheets .blank")).to_have_count(3)
    held.pop().abort("connectionrefused")
    expect(page.locator(".sheets")).to_contain_text("The preview could not be prepared")
