"""The pages around the table: shelf, new table, rules, replay, and errors. In both languages, at both sizes."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support.browser_people import DESK, PHONE, Person, RoomServer, Size
from support.helpers import SHELF
from tableronde.shelf import find
from tableronde.text import LANGUAGES, Language

GAME = SHELF[0]
ME_AND_A_BOT = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
TWO_BOTS = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]

TOO_LONG = """(select, texts) => {
  const {font, paddingLeft, paddingRight} = getComputedStyle(select);
  const probe = document.createElement("span");
  Object.assign(probe.style, {font, position: "absolute", whiteSpace: "nowrap"});
  document.body.append(probe);
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const long = texts.filter((text) => { probe.textContent = text; return probe.getBoundingClientRect().width > room; });
  probe.remove();
  return long;
}"""  # the texts that a select cannot show in full


@pytest.mark.parametrize("language", LANGUAGES)
def test_shelf_shows_a_box_for_each_game(language: Language, meet: Callable[..., Person]) -> None:
    page = meet(language=language).visit("/")
    assert page.locator(".box h2").all_inner_texts() == [find(slug).title[language] for slug in SHELF]
    assert page.locator("html").get_attribute("lang") == language
    page.wait_for_function("() => [...document.querySelectorAll('.cover')].every((image) => image.complete && image.naturalWidth > 0)")


def test_one_click_to_a_game_with_the_settings_of_the_last_one(meet: Callable[..., Person]) -> None:
    """At first with the game's own; then with the players and the levels chosen in the form."""
    page = meet().visit("/")
    page.locator(".box .play").nth(1).click()
    page.wait_for_selector("main[data-status=playing]")
    expect(page.locator(".stage .pressable").first).to_be_visible()
    page.goto(f"/new/{SHELF[1]}")
    page.locator("input[name=count][value='3']").check()
    page.locator("select[name=level]").last.select_option(index=1)
    with page.expect_request("**/tables") as first:
        page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("main[data-status=playing]")
    page.goto("/")
    with page.expect_request("**/tables") as again:
        page.locator(".box .play").nth(1).click()
    page.wait_for_selector("main[data-status=playing]")
    chosen, repeated = first.value.post_data_json, again.value.post_data_json
    assert chosen == repeated
    assert repeated is not None
    assert repeated["players"] == 3


def test_my_games_can_be_filtered(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE)
    path = ana.open_table("four-circles", 2, ME_AND_A_BOT)
    ana.page.get_by_label("Table menu").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog .primary").click()
    ana.page.wait_for_selector("main[data-status=over]")
    ana.open_table("cirkis", 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}])
    page = ana.visit("/games")
    items = page.locator(".games li")
    expect(items).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("Finished (1)").click()
    expect(items).to_have_count(1)
    expect(items).to_contain_text("resigns.")
    expect(items.get_by_role("link", name="Replay")).to_have_attribute("href", path.replace("/t/", "/replay/"))
    page.locator("select[name=game]").select_option("cirkis")
    expect(page.get_by_text("No game matches this choice.")).to_be_visible()
    page.get_by_text("In progress (1)").click()
    expect(items).to_have_text(re.compile("CirKis.*Ana, Bo", re.DOTALL))


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_play_on_the_shelf_opens_what_the_form_proposes(game: str, language: Language, meet: Callable[..., Person]) -> None:
    page = meet(language=language).visit("/")
    with page.expect_request("**/tables") as at_once:
        page.locator(".box .play").nth(SHELF.index(game)).click()
    page.wait_for_selector("main[data-status=playing]")
    page.goto(f"/new/{game}")
    with page.expect_request("**/tables") as formed:
        page.locator("form .primary").click()
    page.wait_for_selector("main[data-status=playing]")
    quick, slow = at_once.value.post_data_json, formed.value.post_data_json
    assert quick is not None
    assert slow is not None
    assert [quick["players"], quick["options"], quick["seats"]] == [slow["players"], slow["options"], slow["seats"]]


def test_settings_that_no_longer_fit_are_forgotten(meet: Callable[..., Person]) -> None:
    ana = meet()
    page = ana.visit("/")
    page.evaluate(f"localStorage.setItem('order {GAME}', JSON.stringify({{game: '{GAME}', players: 99, seats: []}}))")
    page.locator(".box .play").nth(SHELF.index(GAME)).click()
    page.wait_for_selector("main[data-status=playing]")
    ana.problems.clear()  # the browser itself logs the status 400


def test_with_friends_the_form_offers_a_link(meet: Callable[..., Person]) -> None:
    page = meet().visit("/")
    page.locator(".box .friends").first.click()
    expect(page.locator("input[name=company][value=open]")).to_be_checked()
    expect(page.locator("select[name=kind]").last).to_have_value("open")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("main[data-status=waiting]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_leads_to_the_page_of_its_game(language: Language, meet: Callable[..., Person]) -> None:
    box = find(GAME)
    page = meet(language=language).visit("/")
    page.locator(f".box a.lid[href='/game/{GAME}']").click()
    page.wait_for_selector("html[data-ready=game]")
    expect(page.get_by_role("heading", level=1)).to_have_text(box.title[language])
    expect(page.locator(".blurb")).to_have_text(box.blurb[language])
    assert page.locator(".glimpses figure").count() == 3
    assert page.locator(".glimpses figure svg path").count() > 100
    links = page.locator(".ways a").evaluate_all("(all) => all.map((link) => new URL(link.href).pathname)")
    assert links == [f"/{name}/{GAME}" for name in ("learn", "rules", "puzzles", "openings", "print")]
    page.locator(".opening .play").click()
    page.wait_for_selector("main[data-status=playing]")


@pytest.mark.parametrize(("width", "height", "screens"), [(1440, 900, 1), (1280, 720, 1), (390, 844, 2)])
def test_the_shelf_fits(width: int, height: int, screens: int, meet: Callable[..., Person]) -> None:
    page = meet(size={"width": width, "height": height}).visit("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".box").last.evaluate("(box) => box.getBoundingClientRect().bottom + scrollY") <= screens * height


ROWS = """() => {
  const tops = [...document.querySelector(".shelf").children].map((box) => box.getBoundingClientRect().top);
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}"""


@pytest.mark.parametrize(("width", "rows"), [(1440, [6]), (1024, [3, 3]), (390, [2, 2, 2])])
def test_six_boxes_stand_in_full_rows(width: int, rows: list[int], meet: Callable[..., Person], tmp_path: Path) -> None:
    """The sixth is a stranger's, with a box drawn from its scene."""
    server = RoomServer(tmp_path, [Path(__file__).parents[1] / "outside" / "mistigri"])
    server.start()
    page = meet(server, size={"width": width, "height": 900}).visit("/")
    page.wait_for_function("() => [...document.querySelectorAll('.cover')].every((image) => image.complete && image.naturalWidth > 0)")
    assert page.evaluate(ROWS) == rows
    server.stop()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_stays_within_its_lid(language: Language, size: Size, meet: Callable[..., Person]) -> None:
    page = meet(language=language, size=size).visit("/")
    both = page.locator(".lid, .lid .cover").evaluate_all("(all) => all.map((each) => Math.round(each.getBoundingClientRect().height))")
    assert both[::2] == both[1::2], "a lid is as high as its picture"
    page.evaluate("document.fonts.ready")
    assert page.locator(".lettering").evaluate_all("(all) => all.every((each) => each.scrollWidth <= each.clientWidth + 1)")
    assert page.locator(".lettering").evaluate_all("(all) => all.every((each) => each.scrollHeight <= each.clientHeight + 1)")


@pytest.mark.parametrize("game", SHELF)
def test_form_offers_every_option(game: str, meet: Callable[..., Person]) -> None:
    page = meet().visit(f"/new/{game}")
    fields = set(page.locator("form [name]").evaluate_all("(all) => all.map((field) => field.name)"))
    assert {option["name"] for option in find(game).description()["options"]} <= fields
    if find(game).variants:
        assert page.locator("select[name=variant] option").count() == len(find(game).variants) + 1


def test_a_seat_with_a_large_advantage_is_named_and_can_be_avoided(meet: Callable[..., Person]) -> None:
    """Where the room's own openings say that a seat wins most games, the form says so."""
    ana = meet()
    page = ana.visit("/new/four-circles")
    note = page.locator(".fairness")
    expect(note).to_contain_text("the seat that begins (White) wins about 81 games out of 100")
    note.get_by_role("button", name="Allow swapping seats after the first move").click()
    expect(page.locator(".asked-for input")).to_be_checked()
    page.evaluate("Math.random = () => (window.drawn = (window.drawn ?? 1) / 2)")  # each number is less than the one before
    note.get_by_role("switch").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("main[data-moment]")
    expect(page.locator(".chip").nth(1)).to_contain_text("You")
    expect(ana.visit("/new/cirkis").locator(".fairness")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_can_be_read_where_it_is_chosen(language: Language, meet: Callable[..., Person]) -> None:
    """With its number, since a game may have a dozen, and with its description; on a phone at least with its name."""
    page = meet(language=language).visit(f"/new/{SHELF[1]}")
    levels = page.locator("select[name=level]").last
    words = levels.locator("option").all_inner_texts()
    assert [text.split(".")[0] for text in words] == [str(i + 1) for i in range(len(words))]
    for size, needed in ((DESK, words), (PHONE, [re.split(r"\s?:", text)[0] for text in words])):
        page.set_viewport_size(size)
        assert levels.evaluate(TOO_LONG, needed) == []


def test_a_wrong_option_is_answered_with_a_sentence(meet: Callable[..., Person]) -> None:
    ana = meet()
    page = ana.visit(f"/new/{GAME}")
    page.route("**/tables", lambda route: route.fulfill(status=400, json={"error": "There is no such seat."}))
    page.get_by_role("button", name="Play", exact=True).click()
    ana.sees("There is no such seat.")
    ana.problems.clear()  # the browser itself logs the status 400


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_linkable_searchable_clauses(game: str, language: str, meet: Callable[..., Person]) -> None:
    page = meet(language=language).visit(f"/rules/{game}#R2")
    expect(page.locator("#R2")).to_be_in_viewport()
    clauses = page.locator(".clause")
    assert clauses.count() > 5
    words = re.findall(r"\w{6,}", page.locator("#R2").inner_text())
    page.get_by_role("searchbox").fill(words[0])
    expect(page.locator("#R2")).to_be_visible()
    page.get_by_role("searchbox").fill("zzzz")
    expect(page.locator("#R2")).to_be_hidden()
    expect(page.locator(".book").locator("figure, h2, h3").filter(visible=True)).to_have_count(0)  # only the clauses found are visible
    page.get_by_role("searchbox").fill("")
    page.locator(".contents .parts > ul > li:last-child > a").click()
    expect(page.locator(".contents li.here > a")).to_have_text(page.locator(".book h2").last.inner_text())
    expect(page.locator(".contents li.here li").first).to_be_visible()
    expect(page.locator(".contents li:not(.here) > ul").first).to_be_hidden()


def test_on_a_phone_the_contents_open_to_choose_and_fold_again(meet: Callable[..., Person]) -> None:
    page = meet(size=PHONE, has_touch=True).visit("/rules/kaplan")
    headings = page.locator(".contents .parts li")
    expect(headings.first).to_be_hidden()
    page.locator(".contents summary").tap()
    assert headings.count() == page.locator(".book h2, .book h3").count()
    for heading in headings.locator("> a").all():
        box = heading.bounding_box()
        assert box
        assert box["height"] >= 44
    last = headings.last.locator("a")
    target = last.get_attribute("href")
    last.tap()
    expect(headings.first).to_be_hidden()
    expect(page.locator(f"{target}")).to_be_in_viewport()


def test_the_theme_follows_the_system_until_one_is_chosen(meet: Callable[..., Person]) -> None:
    page = meet(color_scheme="light").visit("/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    page.locator("[data-tool=theme]").click()
    chosen = str(html.get_attribute("data-theme"))
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", chosen)


def test_language_and_theme_can_be_changed_and_stay(meet: Callable[..., Person]) -> None:
    page = meet(language="fr").visit("/")
    page.get_by_role("link", name="Read in English").click()
    page.wait_for_selector("html[lang=en]")
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.locator("[data-tool=theme]").click()
    page.goto(f"/rules/{GAME}")
    page.wait_for_selector("html[lang=en]")
    assert page.evaluate("document.documentElement.dataset.theme") not in (None, theme)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/", f"/new/{GAME}", f"/rules/{GAME}"])
def test_no_page_is_wider_than_its_window(path: str, size: Size, meet: Callable[..., Person]) -> None:
    page = meet(size=size).visit(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_missing_pages(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.visit("/rules/nothing")
    ana.sees("There is nothing here.")
    ana.problems.clear()  # the browser itself logs the status 404


def test_every_error_page_has_its_own_title(meet: Callable[..., Person]) -> None:
    ana, eve = meet(), meet()
    path = ana.open_table("kaplan", 2, ME_AND_A_BOT)
    ana.visit(path.replace("/t/", "/replay/"))
    ana.sees("It is too early.")
    eve.visit(f"{path}/qr.svg?seat=0")
    eve.sees("You do not have access to this page.")
    for person in (ana, eve):
        assert "There is nothing here." not in person.page.inner_text("main")
        person.problems.clear()  # the browser itself logs the statuses 409 and 403


def test_an_option_left_out_shows_its_implied_value(meet: Callable[..., Person]) -> None:
    page = meet(language="fr").visit("/new/cirkle-duo")
    page.locator(".fold summary").first.click()
    turns, strict, wild = (page.locator(f"form [name={name}]") for name in ("max_turns", "strict", "dice_wild"))
    expect(turns).to_have_attribute("placeholder", "par défaut : 300")
    expect(strict).not_to_be_checked()
    page.locator("select[name=variant]").select_option("bridge")
    expect(strict).to_be_checked()
    expect(wild).to_be_hidden()
    page.locator("select[name=mode]").select_option("dice")
    expect(page.locator("select[name=variant]")).to_have_value("")
    expect(turns).to_have_attribute("placeholder", "par défaut : 1000")
    expect(strict).to_be_hidden()
    expect(wild).to_be_visible()
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_selector("main[data-status=playing]")


@pytest.mark.parametrize(("language", "words"), [("en", "en"), ("fr", "")])
def test_words_are_proposed_in_the_language_of_the_page(meet: Callable[..., Person], language: str, words: str) -> None:
    page = meet(language=language).visit("/new/kaplan")
    page.locator(".fold summary").first.click()
    expect(page.locator("form [name=language]")).to_have_value(words)
    page.locator("select[name=variant]").select_option("bluff")
    expect(page.locator("form [name=language]")).to_have_value(words)


def test_what_differs_from_the_rulebook_is_marked_and_sent(meet: Callable[..., Person]) -> None:
    page = meet(language="fr").visit("/new/cirkle-duo")
    page.locator(".fold summary").first.click()
    strict, marks = page.locator("form [name=strict]"), page.locator(".house-rule:visible")
    expect(marks).to_have_count(0)
    strict.check()
    expect(marks).to_have_text("règle maison")
    strict.uncheck()  # as the game would have it
    expect(marks).to_have_count(0)
    strict.check()
    with page.expect_request("**/tables") as asked:
        page.get_by_role("button", name="Jouer", exact=True).click()
    order = asked.value.post_data_json
    assert order is not None
    assert order["options"]["strict"] is True
    page.wait_for_selector("main[data-status=playing]")


def test_a_table_may_be_opened_without_programs(meet: Callable[..., Person]) -> None:
    page = meet().visit(f"/new/{GAME}")
    page.locator(".fold summary").last.click()
    assert (
        page.locator("form [name=chat]").input_value() == page.locator("form [name=chat] option").first.get_attribute("value") == "phrases"
    )
    page.get_by_label("Programs may take seats").uncheck()
    with page.expect_request("**/tables") as asked:
        page.get_by_role("button", name="Play", exact=True).click()
    assert '"programs":false' in (asked.value.post_data or "")
    page.wait_for_selector("main[data-status=playing]")


def test_replay_goes_through_a_finished_game(meet: Callable[..., Person]) -> None:
    ana = meet()
    path = ana.open_table(GAME, 2, ME_AND_A_BOT)
    ana.page.get_by_label("Table menu").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog .primary").click()
    ana.page.wait_for_selector("main[data-status=over]")
    ana.page.get_by_role("link", name="Replay the game").click()
    ana.page.wait_for_selector("html[data-ready=replay]", state="attached")
    assert "/replay/" in ana.page.url
    assert path.split("/")[-1] in ana.page.url
    ana.page.get_by_label("Start").click()
    expect(ana.page.locator(".count-line")).to_have_text(re.compile(r"^0 / "))
    assert ana.page.locator(".stage [data-shape]").count() > 5
    with ana.page.expect_download() as download:
        ana.page.get_by_label("Download the record").click()
    assert download.value.suggested_filename.endswith(".json")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_my_games_are_listed_and_can_be_removed(meet: Callable[..., Person], size: Size) -> None:
    ana = meet(size=size)
    ana.open_table("four-circles", 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}])
    ana.visit("/")
    ana.page.get_by_role("link", name="My games").first.click()
    ana.page.wait_for_selector("html[data-ready=games]", state="attached")
    item = ana.page.locator(".games li")
    expect(item).to_contain_text("It is your turn.")
    expect(item).to_contain_text("Ana, Bo")
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    item.get_by_role("button", name="Remove from my games").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Leave and remove").click()
    expect(item).to_have_count(0)
    ana.visit("/games")
    expect(ana.page.locator(".games li")).to_have_count(0)


@pytest.mark.parametrize("game", SHELF)
def test_a_ruling_leads_to_a_table_that_plays_it_otherwise(game: str, meet: Callable[..., Person]) -> None:
    """From the page of rulings to the form, where the option is set; and the table plays it."""
    ana = meet()
    rulings = ana.fetch(f"/rules/{game}/rulings.json").json()["rulings"]
    ruling = next(each for each in rulings if each["options"] and None not in each["options"].values())
    page = ana.visit(f"/rules/{game}/rulings#{ruling['id']}")
    page.locator(f"#{ruling['id']} a.otherwise").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("main[data-moment]")
    options = ana.fetch(f"{page.url.partition('?')[0]}.json").json()["options"]
    assert {name: options[name] for name in ruling["options"]} == ruling["options"]


def test_the_page_of_rulings_leads_to_the_rules_and_has_their_parts(meet: Callable[..., Person]) -> None:
    page = meet().visit(f"/rules/{GAME}/rulings")
    parts = page.locator(".book h2").all_inner_texts()
    assert parts
    assert [part.strip() for part in page.locator("nav.contents li a").all_inner_texts()] == parts
    page.get_by_role("link", name="Read the rules").click()
    page.wait_for_url(f"**/rules/{GAME}")


def test_a_table_says_how_it_departs_from_the_booklet_until_the_first_move(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}])
    told = ana.page.locator(".action-bar .departs")
    expect(told).to_be_visible()
    expect(told).to_contain_text("ouse rule")
    for _ in range(3):
        ana.press_with_pointer()
    expect(told).to_be_hidden()
