"""The room's addresses: pages for people, the same as data for programs."""

import asyncio
import json
import re
import threading
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from pathlib import Path
from struct import unpack
from typing import Any

import httpx
import pytest

from support.helpers import SHELF
from support.rooms import HERE, ME, OPEN, Person, Server, bot, serving
from tableronde.learn.rulings import rulings
from tableronde.record import Record
from tableronde.room import room as rooms
from tableronde.room.room import Room
from tableronde.room.tables.decisions.playing import resign
from tableronde.room.web import handlers
from tableronde.room.web.pages import page_data
from tableronde.room.web.routes import build
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import LANGUAGES

PAGES = ("/", "/about", "/rules/four-circles", "/rules/four-circles/rulings", "/new/four-circles")


@pytest.mark.parametrize("path", PAGES)
def test_each_page_is_also_data(ana: Person, path: str) -> None:
    page, data = ana.web.get(path), ana.web.get("/index.json" if path == "/" else f"{path}.json")
    assert page.headers["content-type"].startswith("text/html")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text, re.DOTALL)
    assert found is not None
    inside = json.loads(found[1])  # what the page shows anyway is not repeated in its data
    assert {"title", "games"} & set(inside)
    assert {**data.json(), **inside} == data.json()


def test_the_shelf_tells_what_is_in_the_boxes(ana: Person) -> None:
    [game, *_] = ana.web.get("/index.json").json()["games"]
    assert game["game"] == "four-circles"
    assert game["players"] == [2]
    assert game["title"] == {"fr": "Quatre Cercles", "en": "Four Circles"}
    assert {"random", "greedy", "search"} <= set(game["levels"])
    assert set(game["level_names"]) == set(game["levels"])
    assert game["level_names"]["random"]["text"] == {"fr": "joue n’importe quoi", "en": "plays any legal move"}
    assert {option["name"] for option in game["options"]} == {"first", "max_plies", "swap"}


def test_pages_are_guarded_against_strange_scripts(ana: Person) -> None:
    page = ana.web.get("/")
    headers = page.headers
    [inside] = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    assert "localStorage" in inside  # the theme, before the first paint
    digest = b64encode(sha256(inside.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_scripts_and_style_sheets_are_not_told_what_only_pages_can_heed(ana: Person) -> None:
    for path in ("/static/main.js", "/static/style.css", "/static/offline.html", "/static/mark.svg", "/worker.js"):
        headers = ana.web.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert ("content-security-policy" in headers) == (path not in ("/static/main.js", "/static/style.css"))


def test_the_cookie_is_signed_and_out_of_reach(ana: Person) -> None:
    cookie = ana.web.get("/").headers["set-cookie"]
    assert re.match(r"guest=[\w-]{22}\.[0-9a-f]{64}; HttpOnly; .*SameSite=lax", cookie, re.IGNORECASE)
    assert "set-cookie" not in ana.web.get("/").headers  # known by now


def test_a_forged_cookie_is_replaced(server: Server) -> None:
    with Person(server.base) as eve:
        answer = eve.web.get("/", headers={"Cookie": "guest=aaaaaaaaaaaaaaaaaaaaaa.0000"})
        assert "guest=" in answer.headers["set-cookie"]


def test_the_language_is_chosen_kept_and_guessed(ana: Person) -> None:
    assert 'lang="en"' in ana.web.get("/", headers={"Accept-Language": "de, en;q=0.8"}).text
    assert 'lang="fr"' in ana.web.get("/", headers={"Accept-Language": "xx"}).text
    assert 'lang="en"' in ana.web.get("/?lang=en").text
    assert 'lang="en"' in ana.web.get("/", headers={"Accept-Language": "fr"}).text


def test_rules_have_anchors_and_both_languages(ana: Person) -> None:
    assert 'id="R9"' in ana.web.get("/rules/four-circles").text
    data = ana.web.get("/rules/four-circles.json").json()
    assert [clause["id"] for clause in data["clauses"]["fr"]] == [clause["id"] for clause in data["clauses"]["en"]]


def test_looks_themes_and_covers(ana: Person) -> None:
    looks = ana.web.get("/looks/four-circles.json").json()
    assert set(looks["themes"]) == {"light", "dark", "print", "safe"}
    assert "red-stone" in looks["themes"]["dark"]["looks"]
    assert ':root[data-theme="dark"]{--ground:#1d1714' in ana.web.get("/static/style.css").text
    ElementTree.fromstring(ana.web.get("/cover/four-circles.svg?theme=dark").text)


def test_opening_a_table_as_a_program_and_as_a_browser(ana: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    assert len(table["seats"]) == 2
    order = json.dumps({"game": "four-circles", "seats": [ME, bot("random")]})
    answer = ana.web.post("/tables", data={"order": order}, headers={"Accept": "text/html"})
    assert answer.status_code == 303
    assert ana.web.get(answer.headers["location"]).status_code == 200
    assert table["id"] in [sign["id"] for sign in ana.web.get("/index.json").json()["tables"]]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"game": "nothing"}, "there is no game"),
        ({"game": "four-circles", "players": 3}, "is for 2 players"),
        ({"game": "four-circles", "options": {"first": 7}}, "option first"),
        ({"game": "four-circles", "variant": "odd"}, "no variant"),
        ({"game": "four-circles", "seats": [OPEN] * 3, "players": 2}, "3 seats are listed"),
        ({"game": "four-circles", "seats": [ME, bot("genius")]}, "no bot"),
        ({"seats": []}, "game"),
    ],
)
def test_an_order_that_does_not_fit_is_refused_with_a_sentence(ana: Person, order: object, why: str) -> None:
    answer = ana.web.post("/tables", json=order)
    assert answer.status_code == 400
    assert why in answer.json()["error"]


@pytest.mark.parametrize(
    ("language", "why"), [("fr", "La passerelle se joue de 4 à 6 joueurs, et non à 2."), ("en", "The crossover is for")]
)
def test_choices_that_do_not_go_together_are_refused_in_the_readers_language(ana: Person, language: str, why: str) -> None:
    order = {"game": "cirkle-duo", "players": 2, "options": {"mode": "bridge"}}
    answer = ana.web.post("/tables", json=order, headers={"Accept-Language": language})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(why)


def test_a_table_as_data_tells_what_an_spectator_may_know(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    data = ana.web.get(f"{table['url']}.json").json()
    assert data["facts"]["phase"] == "place"
    assert [seat["name"] for seat in data["seats"]] == ["Ana", "Bo"]
    assert (data["status"], data["heard"], data["outcome"]) == ("playing", [], None)
    assert "link" not in json.dumps(data)


def test_a_position_can_be_drawn(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    for theme in ("light", "dark", "print", "safe", "odd"):
        answer = ana.web.get(f"{table['url']}.svg?theme={theme}&lang=fr")
        assert answer.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(answer.text)


def test_codes_for_phones(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    luc.web.get("/")
    ElementTree.fromstring(ana.web.get(f"{table['url']}/qr.svg").content)
    assert ana.web.get(f"{table['url']}/qr.svg?seat=0").status_code == 200
    assert luc.web.get(f"{table['url']}/qr.svg?seat=0").status_code == 403


def test_a_finished_game_can_be_replayed_and_taken_home(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    assert ana.web.get(f"/replay/{table['id']}.json").status_code == 409
    assert ana.web.get(f"{table['url']}/record.json").status_code == 409
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0)
        line.act("1,0", 1)
        line.say("resign", seat=0)
        outcome = line.until("outcome")["outcome"]
    assert outcome == {"winners": [1], "scores": [], "reason": "resign", "text": "Bo wins: Ana resigns."}
    replays = [ana.web.get(f"/replay/{table['id']}.json?ply={ply}&lang=en").json() for ply in (0, 1, 99)]
    assert [replay["ply"] for replay in replays] == [0, 1, 2]
    assert [line["text"] for line in replays[0]["told"]] == ["Ana puts a pawn on F6.", "Bo puts a pawn on G6."]
    assert replays[0]["scene"] != replays[1]["scene"]
    assert ana.web.get(f"/replay/{table['id']}").status_code == 200
    record = Record.parse(ana.web.get(f"{table['url']}/record.json").text)
    assert [event.action for event in record.events] == ["0,0", "1,0"]
    ElementTree.fromstring(ana.web.get(f"{table['url']}.svg?ply=1").text)
    assert table["id"] in [sign["id"] for sign in ana.web.get("/index.json").json()["finished"]]


def test_what_is_not_there_is_said_so(ana: Person) -> None:
    for path in ("/t/nothing", "/t/nothing.json", "/rules/nothing", "/new/nothing.json", "/replay/nothing", "/t/a/seat/b", "/elsewhere"):
        answer = ana.web.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]
    assert ana.web.get("/replay/nothing.json?lang=en").json() == {"error": "There is no such table."}
    page = ana.web.get("/t/nothing?lang=fr", headers={"Accept": "text/html"})
    assert "Cette table n’existe pas" in page.text
    assert (page.status_code, 'data-page="missing"' in page.text) == (404, True)


def test_health_and_numbers(ana: Person) -> None:
    assert ana.web.get("/healthz").text == "ok\n"
    numbers = ana.numbers()
    assert re.search(r"^tableronde_tables_awake \d+$", numbers, re.MULTILINE)
    assert re.search(r"^tableronde_action_seconds_count \d+$", numbers, re.MULTILINE)


def test_other_sites_and_names_are_turned_away(ana: Person) -> None:
    order = {"game": "four-circles"}
    assert ana.web.post("/tables", json=order, headers={"Origin": "http://evil.example"}).status_code == 403
    assert ana.web.post("/tables", json=order, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert ana.web.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_too_much_is_too_much(ana: Person) -> None:
    assert ana.web.post("/tables", content=b"x" * 20_000).status_code == 413

    def endless() -> "list[bytes]":
        return [b"x" * 4000] * 10

    assert ana.web.post("/tables", content=iter(endless())).status_code == 413


def test_the_log_tells_no_secrets(ana: Person, server: Server) -> None:
    table = ana.open("four-circles", {"kind": "me", "name": "Secretname"}, OPEN)
    ana.web.post(table["seats"][1])
    log = server.log.read_text()
    cookie = ana.web.cookies["guest"]
    assert all(json.loads(line)["event"] for line in log.splitlines())
    for secret in (table["id"], table["seats"][1].rpartition("/")[2], cookie, cookie.partition(".")[0], "Secretname"):
        assert secret not in log


def _cards(page: str) -> dict[str, str]:
    """Return the link preview in a page's head."""
    return {name: unescape(text) for name, text in re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page)}


@pytest.mark.parametrize("path", PAGES)
def test_links_have_previews(ana: Person, path: str) -> None:
    cards = {language: _cards(ana.web.get(f"{path}?lang={language}").text) for language in ("fr", "en")}
    assert cards["fr"]["og:description"] != cards["en"]["og:description"]
    for card in cards.values():
        assert card["description"] == card["og:description"]
        assert card["og:url"] == f"{ana.base}{path}"
        assert "robots" not in card
        picture = ana.web.get(card["og:image"])
        assert picture.headers["content-type"] == "image/png"
        assert unpack(">II", picture.content[16:24]) == (1200, 630)


def test_a_table_unfurls_with_its_board_and_is_in_no_index(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    card = _cards(ana.web.get(table["url"]).text)
    assert "Quatre Cercles" in card["og:title"]
    assert card["robots"] == "noindex"
    before = ana.web.get(card["og:image"]).content
    with ana.at(table["id"], feed="facts") as line:
        line.act(line.until("legal")["legal"]["0"][0], 0)
    assert _cards(ana.web.get(table["url"]).text)["og:image"] != card["og:image"]
    assert ana.web.get(f"{table['url']}.png").content != before


def test_a_finished_game_unfurls(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.say("resign", seat=0)
        line.until(lambda message: bool(message.get("outcome")))
    card = _cards(ana.web.get(f"/replay/{table['id']}").text)
    preview = ana.web.get(card["og:image"])
    assert unpack(">II", preview.content[16:24]) == (1200, 630)
    assert preview.content != ana.web.get(f"{table['url']}.png?theme=dark").content, "the board alone has no result"


def test_a_result_is_a_picture_once_the_game_is_over(ana: Person) -> None:
    """Letters are outlines: the fonts of the room are unknown elsewhere."""
    table = ana.open("four-circles", ME, HERE)
    assert ana.web.get(f"{table['url']}/result.svg").status_code == 409
    with ana.at(table["id"]) as line:
        line.say("resign", seat=0)
        line.until(lambda message: bool(message.get("outcome")))
    drawn = {language: ana.web.get(f"{table['url']}/result.svg?lang={language}").text for language in LANGUAGES}
    assert drawn["fr"] != drawn["en"]
    assert all("<text" not in each and ElementTree.fromstring(each) is not None for each in drawn.values())


def test_the_room_can_be_installed(ana: Person) -> None:
    page = ana.web.get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.text
    assert "worker-src 'self'" in page.headers["content-security-policy"]
    manifest = ana.web.get("/manifest.webmanifest", headers={"Accept-Language": "en"}).json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        picture = ana.web.get(icon["src"]).content
        assert "{}x{}".format(*unpack(">II", picture[16:24])) == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert ana.web.get("/icon/7.png").status_code == 404
    assert ana.web.get("/robots.txt").text.startswith("User-agent: *")


def test_the_workers_cache_is_named_after_the_client(ana: Person) -> None:
    script = ana.web.get("/worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert re.search(r'CACHE = "client-[0-9a-f]{12}"', script.text)


def test_the_room_says_what_follows_from_a_choice(ana: Person) -> None:
    assert ana.web.get("/implied/cirkle-duo.json?mode=dice&family_win=").json()["implied"] == {
        "dice_wild": True,
        "max_turns": 1000,
        "max_idle": 0,
        "reroll_dead": False,
    }
    assert ana.web.get("/implied/four-circles.json").json() == {"implied": None}
    wrong = ana.web.get("/implied/cirkle-duo.json?mode=chess")
    assert (wrong.status_code, "must be one of" in wrong.json()["error"]) == (400, True)


def test_what_takes_long_is_not_done_in_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealing, drawing, QR codes, looks, and replaying a whole game run in threads: others are served meanwhile."""
    where: dict[str, threading.Thread] = {}

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            where[name] = threading.current_thread()
            return real(*given, **named)

        return call

    for name in ("paint", "looks", "_draw_code"):
        monkeypatch.setattr(handlers, name, noted(name, getattr(handlers, name)))
    monkeypatch.setattr(page_data, "replay", noted("replay", page_data.replay))
    monkeypatch.setattr(rooms, "Table", noted("Table", Table))

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(build(room)), base_url="http://localhost") as web:
            table = (await web.post("/tables", json={"game": "four-circles", "seats": [ME, HERE]})).json()
            await room.tables[table["id"]].decide(resign, 0)
            wishes = (f"{table['url']}.svg", f"{table['url']}/qr.svg", "/looks/four-circles.json", f"/replay/{table['id']}")
            assert [(await web.get(wish)).status_code for wish in wishes] == [200] * len(wishes)
        await room.close()

    asyncio.run(live())
    assert len(where) == 5
    assert threading.current_thread() not in where.values()


def test_a_game_says_who_made_it_on_the_shelf_and_below_its_rules(ana: Person) -> None:
    credits = find("kaplan").credits
    assert credits is not None
    games = {game["game"]: game for game in ana.web.get("/index.json").json()["games"]}
    assert games["kaplan"]["credits"] == credits.json()
    for language in LANGUAGES:
        page = ana.web.get(f"/rules/kaplan?lang={language}", headers={"Accept": "text/html"}).text
        assert "Pascal Rolly" in page.split('<p class="credits">')[1]


@pytest.mark.parametrize(
    ("contact", "shown"), [("", "open an issue"), ("ana@example.org", 'href="mailto:ana@example.org"'), ("<b>", "&lt;b&gt;")]
)
def test_the_page_about_the_room_says_whom_to_write_to(contact: str, shown: str, tmp_path: Path) -> None:
    more = ("--contact", contact) if contact else ()
    with serving(tmp_path / "data", "--workers", "1", *more) as running, Person(running.base) as person:
        page = person.web.get("/about?lang=en", headers={"Accept": "text/html"}).text
        assert shown in page.split("<article")[1]
        for game in person.web.get("/index.json").json()["games"]:
            assert f'href="/new/{game["game"]}"' in page
        assert "Pascal Rolly" in page
        data = person.web.get("/about.json").json()
    assert data["contact"] == (contact or None)
    assert [part["title"]["en"] for part in data["about"]] == ["What this room is", "The rights of authors", "How to support the authors"]
    assert [game["credits"]["year"] for game in data["games"] if game["game"] == "cirkis"] == [2009]


@pytest.mark.parametrize("slug", SHELF)
def test_all_rulings_of_a_game_are_listed(slug: str, ana: Person) -> None:
    data = ana.web.get(f"/rules/{slug}/rulings.json").json()
    assert [each["id"] for each in data["rulings"]] == [ruling.id for ruling in rulings(find(slug))]
    assert {each["name"] for each in data["options"]} == {each["name"] for each in find(slug).description()["options"]}
    for language in LANGUAGES:
        page = ana.web.get(f"/rules/{slug}/rulings?lang={language}", headers={"Accept": "text/html"})
        assert page.status_code == 200
        for each in data["rulings"]:
            assert f'<li id="{each["id"]}" class="clause">' in page.text
            assert (each["otherwise"] is None) == (not each["options"])
    assert f'href="/rules/{slug}/rulings"' in ana.web.get(f"/rules/{slug}", headers={"Accept": "text/html"}).text
    assert ana.web.get("/rules/nothing/rulings").status_code == 404


def test_a_table_says_how_it_departs_from_the_booklet_before_the_first_move(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE, options={"swap": True})
    with ana.at(table["id"]) as line:
        told = line.hear()["table"]
    assert "House rules: the rulebook has no draws." in told["departs"]
    assert told["house"].startswith(told["departs"])
