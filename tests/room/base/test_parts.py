"""The small parts of the room: guests, limits, clocks, differences of pictures, rulebooks, metrics, logs."""

import asyncio
import json
import logging
import math
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from support.helpers import SHELF
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.room.base.encoding import encode
from tableronde.room.base.limits import Bucket, Limits, Rates
from tableronde.room.base.logs import JsonLines, hash_secret, watch
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.picture_delta import AreaPicture, Film, Picture
from tableronde.room.people import keyring
from tableronde.room.people.guests import Signer
from tableronde.room.people.nicknames import clean_nickname
from tableronde.room.people.tokens import new_token
from tableronde.room.saved.seat_holders import SeatHolder, display_names
from tableronde.room.saved.settings import Clock
from tableronde.room.tables.clocks import Clocks
from tableronde.room.tables.position_cache import PositionCache
from tableronde.room.web.orders import read_order
from tableronde.room.web.pages.rules_page import rulebook
from tableronde.room.web.server.middleware import is_known_host, is_same_origin
from tableronde.scene import Area, Frame, Scene, Shape
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language, Text, same

FOUR = find("four-circles")


def test_a_guest_is_known_again_and_nobody_else(tmp_path: Path) -> None:
    signer, guest = Signer(keyring.load(tmp_path)), new_token()
    cookie = signer.sign(guest)
    assert Signer(keyring.load(tmp_path)).read(cookie) == guest
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    forged = [cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), guest, "", ".", f"{new_token()}.{cookie.partition('.')[2]}", "é.ü"]
    assert [signer.read(text) for text in forged] == [None] * 6
    assert Signer((b"another key",)).read(cookie) is None


def test_tokens_are_long_and_different() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) == 22


@pytest.mark.parametrize(
    ("given", "shown"),
    [("Ana", "Ana"), ("  A \n b ", "A b"), ("{0}<b>", "0b"), ("x" * 99, "x" * 24), ("\u202e\u0000", ""), ("Zoë 王", "Zoë 王")],
)
def test_nicknames_are_fit_to_be_shown(given: str, shown: str) -> None:
    assert clean_nickname(given) == shown


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    bucket = Bucket.full(10, 5, 0.0)
    assert [bucket.take(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert bucket.take(0.1)
    assert not bucket.take(0.1)
    assert bucket.charge(0.1, 3) == pytest.approx(0.3)
    assert not bucket.take(0.35)
    assert bucket.take(0.51)


def test_rates_are_kept_apart_and_forgotten() -> None:
    now = [0.0]
    rates = Rates(1, 1, lambda: now[0], max_buckets=2)
    assert [rates.allow("a"), rates.allow("a"), rates.allow("b"), rates.allow("c")] == [True, False, True, True]
    assert set(rates.buckets) == {"b", "c"}  # the least recently used one is dropped
    now[0] = 5.0
    assert [rates.allow("b"), rates.allow("d"), rates.allow("d")] == [True, True, False]
    assert set(rates.buckets) == {"b", "d"}


def test_limits_can_be_set() -> None:
    assert Limits.parse(["tables_per_guest=3"]).tables_per_guest == 3
    for text in ("tables_per_guest", "nonsense=3", "tables_per_guest=-1"):
        with pytest.raises(ValueError, match="NAME=NUMBER"):
            Limits.parse([text])


def test_a_move_clock_starts_afresh_with_each_move() -> None:
    piece = Clocks(Clock("move", 10), 2)
    piece.turn(frozenset({0}), 0.0, None)
    assert piece.now(4.0) == [6.0, 10.0]
    assert piece.zero_in(4.0) == (6.0, 0)
    piece.turn(frozenset({1}), 4.0, 0)
    assert piece.now(7.0) == [10.0, 7.0]
    piece.turn(frozenset({1}), 7.0, 1)  # the same seat again, after an action of its own
    assert piece.now(7.0) == [10.0, 10.0]
    piece.turn(frozenset({0, 1}), 9.0, 0)  # somebody else acted: the time continues
    assert piece.now(9.0) == [10.0, 8.0]


def test_a_game_clock_keeps_what_is_left() -> None:
    piece = Clocks(Clock("game", 60), 2)
    piece.turn(frozenset({0}), 0.0, None)
    piece.turn(frozenset({1}), 20.0, 0)
    piece.turn(frozenset({0}), 25.0, 1)
    assert piece.now(26.0) == [39.0, 55.0]
    assert piece.after(26.0) == [39.0, 55.0]
    assert piece.now(999.0) == [0.0, 55.0]


def test_no_clock_never_runs_out() -> None:
    piece = Clocks(None, 2)
    piece.turn(frozenset({0}), 0.0, None)
    assert (piece.zero_in(9.0), piece.after(9.0), piece.zero) == (None, None, "nothing")


def patched(old: Picture, delta: Mapping[str, object]) -> Picture:
    """Apply a delta as the protocol tells clients to."""
    value = json.loads(encode(delta))
    assert value["full"] is False
    areas = {id: (dict(area.head), dict(area.shapes)) for id, area in old.areas.items()}
    for change in value["areas"]:
        head, shapes = areas.get(change["id"], ({}, {}))
        for id in change.get("gone", ()):
            del shapes[id]
        shapes.update({shape["id"]: shape for shape in change.get("shapes", ())})
        head.update({key: part for key, part in change.items() if key not in ("shapes", "gone", "order")})
        areas[change["id"]] = (head, {id: shapes[id] for id in change.get("order", shapes)})
    return Picture({id: AreaPicture(*areas[id]) for id in value.get("list", areas)}, value["captions"])


@pytest.mark.parametrize("slug", SHELF)
def test_a_delta_makes_the_new_picture_of_the_old_one(slug: str) -> None:
    box, rng = find(slug), Random(3)
    table = Table(box, min(box.game_type.players), rng=rng)
    old = Picture.of(table.scene(0), "fr")
    for _ in range(40):
        if not table.legal():
            break
        actor = rng.choice(table.to_act())
        table.play(*arena.roll(table, rng)) if actor == CHANCE else table.play(actor, rng.choice(settled(table.legal()[actor])))
        new = Picture.of(table.scene(0), "fr")
        result = patched(old, new.since(old))
        assert result == new
        assert list(result.areas) == list(new.areas)
        assert [list(area.shapes) for area in result.areas.values()] == [list(area.shapes) for area in new.areas.values()]
        old = new


def test_nothing_new_is_an_empty_delta() -> None:
    picture = Picture.of(Scene((Area("a", (0, 0, 1, 1), (Shape("s"),)),), (Text("oui", "yes"),)), "fr")
    assert picture.since(picture) == {"full": False, "areas": [], "captions": ["oui"]}


FULL = Area("a", (0, 0, 1, 1), (Shape("s"), Shape("t")))
BARE = Area("a", (0, 0, 1, 1), (Shape("s"),))
OTHER = Area("b", (0, 0, 1, 1), (Shape("u"),))


def test_a_film_is_sent_from_where_it_is() -> None:
    film = Film.of(Scene((FULL, OTHER), film=(Frame(0.0), Frame(2.0, (BARE,)), Frame(3.0))), "fr")
    (_, first), (_, second), (_, third) = film.pictures
    assert third == first
    assert first.areas["b"] is second.areas["b"]  # what stays the same is encoded once
    sent = film.message(0.5, None)
    assert (sent["full"], [picture["in"] for picture in sent["later"]], sent["unfolds"]) == (True, [1500, 2500], True)
    assert sent["later"][0]["areas"] == [{"id": "a", "gone": ["t"]}]
    held = first
    for picture, then in zip(sent["later"], (second, third), strict=True):
        held = patched(held, {key: value for key, value in picture.items() if key != "in"})
        assert held == then
    middle = film.message(2.0, first)
    assert [picture["in"] for picture in middle["later"]] == [1000]
    assert patched(first, middle) == film.at(2.0) == second
    for age in (3.0, math.inf):
        assert film.message(age, second) == third.since(second)


def test_most_films_are_one_picture() -> None:
    film = Film.of(Scene((FULL,)), "fr")
    assert film.message(0.0, None) == film.at(9.0).whole()


ADA, BOB = (same("Ada"), same("Bob")), (same("Bob"), same("Ada"))


def test_what_is_drawn_as_before_is_written_as_before() -> None:
    def drawn(x: float) -> Scene:
        return Scene((Area("a", (0, 0, 1, 1), (Shape("still", title=Text("à {0}", "{0}’s")), Shape("moves", at=(x, 0.0)))),))

    before = Film.of(drawn(1.0), "fr", ADA)
    after = Film.of(drawn(2.0), "fr", ADA, before)
    assert after == Film.of(drawn(2.0), "fr", ADA)
    old, new = (film.at(0.0).areas["a"].shapes for film in (before, after))
    assert new["still"] is old["still"]
    assert (old["still"]["title"], new["moves"]["at"]) == ("à Ada", [2.0, 0.0])
    renamed = Film.of(drawn(2.0), "fr", BOB, after)
    assert renamed.at(0.0).areas["a"].shapes["still"]["title"] == "à Bob"


def test_a_moment_keeps_only_so_much_of_what_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that requests the log from every ply, one after the other, does not fill the memory."""
    monkeypatch.setattr(PositionCache, "most", 5)
    table = Table(find("four-circles"), 2)
    for _ in range(12):
        [seat] = table.to_act()
        table.play(seat, table.legal()[seat][0])
    moment = PositionCache(table)
    for since in range(12):
        assert moment.log_lines(None, since, "en", 12) == PositionCache(table).log_lines(None, since, "en", 12)
        assert moment.heard(None, since, 12) == PositionCache(table).heard(None, since, 12)
    assert max(len(moment._log_texts), len(moment._heard)) <= 5


@pytest.mark.parametrize("slug", SHELF)
def test_a_moment_shows_what_a_fresh_one_would(slug: str) -> None:
    box, rng = find(slug), Random(5)
    table = Table(box, min(box.game_type.players), rng=rng)
    moment, seats = PositionCache(table), (None, 0)
    for _ in range(25):
        films = {seat: moment.film(seat, None, "fr") for seat in seats}
        assert films == {seat: PositionCache(table).film(seat, None, "fr") for seat in seats}
        assert films == {seat: Film.of(table.draw(seat).named(table.names), "fr", table.names) for seat in seats}
        if not table.legal():
            break
        actor = rng.choice(table.to_act())
        table.play(*arena.roll(table, rng)) if actor == CHANCE else table.play(actor, rng.choice(settled(table.legal()[actor])))
        moment = PositionCache(table, moment)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_the_rules_has_an_anchor(language: str) -> None:
    book = rulebook(FOUR, "fr" if language == "fr" else "en")
    assert book.title
    ids = [clause.id for clause in book.clauses]
    assert {f"R{i}" for i in range(1, 21)} <= set(ids)
    for id in ids:
        assert book.html.count(f'id="{id}"') == 1
    assert '<em class="ruling">(<a href="#Q' in book.html


@pytest.mark.parametrize("slug", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_a_refusal_names_is_found_in_the_rules(slug: str, language: Language) -> None:
    home = Path(str(files(find(slug).game_type.__module__.removesuffix(".rules")).joinpath("")))
    [path] = home.rglob("refusals.py")
    refusals = path.read_text(encoding="utf-8")
    named = set(re.findall(r'"([RQ]\d+[a-z]?)"', refusals))
    html = rulebook(find(slug), language).html
    assert len(named) > 5
    assert {clause: html.count(f'id="{clause}"') for clause in named} == dict.fromkeys(named, 1)


@pytest.mark.parametrize("slug", SHELF)
def test_french_punctuation_stays_with_its_word(slug: str) -> None:
    html = rulebook(find(slug), "fr").html
    assert "\u00a0:" in html
    assert re.findall(r" [:;!?»%]|« ", html) == []


def test_hosts_and_origins() -> None:
    names = frozenset({"localhost", "play.example"})
    good = ["localhost", "localhost:80", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "PLAY.example:443"]
    assert [is_known_host(host, names) for host in good] == [True] * 6
    assert [is_known_host(host, names) for host in ("evil.example", "", "localhost.evil.example:80")] == [False] * 3
    assert is_same_origin({"host": "a:1", "origin": "http://a:1"})
    assert is_same_origin({"host": "a:1"})
    assert not is_same_origin({"host": "a:1", "origin": "http://b"})
    assert not is_same_origin({"host": "a:1", "origin": "null"})
    assert not is_same_origin({"host": "a:1", "sec-fetch-site": "cross-site"})


def test_metrics_read_like_prometheus() -> None:
    metrics = Metrics()
    metrics.count_action(0.004)
    metrics.count_action(9.0)
    metrics.count_sent(100)
    lines = metrics.render({"viewers": 3}).splitlines()
    assert "tableronde_viewers 3" in lines
    assert "tableronde_bytes_out_total 100" in lines
    assert 'tableronde_action_seconds_bucket{le="0.005"} 1' in lines
    assert 'tableronde_action_seconds_bucket{le="+Inf"} 2' in lines
    assert "tableronde_action_seconds_count 2" in lines


def test_logs_are_json_lines() -> None:
    record = logging.makeLogRecord({"msg": "A table was opened.", "event": "table_opened", "levelname": "INFO", "game": "x"})
    value = json.loads(JsonLines().format(record))
    assert list(value) == ["at", "level", "event", "message", "game"]
    assert list(value.values())[1:] == ["info", "table_opened", "A table was opened.", "x"]
    assert len(hash_secret("secret")) == 8


def test_what_has_to_go_on_and_does_not_is_said_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("so it is")

    async def live() -> None:
        fine, failing = (watch(asyncio.create_task(work, name=name)) for work, name in ((asyncio.sleep(0), "fine"), (fail(), "heart")))
        await asyncio.wait({fine, failing})
        await asyncio.sleep(0)
        assert [(record.levelname, vars(record)["event"], vars(record)["task"]) for record in caplog.records] == [
            ("CRITICAL", "background_task_failed", "heart")
        ]

    asyncio.run(live())


def test_what_is_said_beside_a_log_line_never_hides_what_it_is() -> None:
    record = logging.makeLogRecord({"msg": "A bot failed.", "event": "bot_failed", "levelname": "ERROR", "level": "greedy", "at": "home"})
    value = json.loads(JsonLines().format(record))
    assert (value["event"], value["level"], value["level_"], value["at_"]) == ("bot_failed", "error", "greedy", "home")
    assert value["at"].startswith("19") or value["at"].startswith("20")


def test_messages_of_libraries_are_log_events_too() -> None:
    record = logging.makeLogRecord({"name": "uvicorn.error", "msg": "Out of %s", "args": ("luck",), "levelname": "ERROR"})
    value = json.loads(JsonLines().format(record))
    assert (value["event"], value["message"], value["logger"]) == ("library_message", "Out of luck", "uvicorn.error")


def test_a_traceback_in_the_log_is_a_list_of_lines() -> None:
    try:
        raise ZeroDivisionError("a mistake")
    except ZeroDivisionError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "a game has a fault", (), sys.exc_info())
    trace = json.loads(JsonLines().format(record))["trace"]
    assert trace[-1] == "ZeroDivisionError: a mistake"
    assert any(__file__ in line for line in trace)


@pytest.mark.parametrize(
    "body", ["", "[]", "null", '{"game":5}', '{"game":"x","seats":[{"kind":"king"}]}', '{"game":"x","clock":{"seconds":0}}', "[" * 5000]
)
def test_an_order_that_is_none_says_why(body: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_order(body)


def test_names_that_several_have_are_numbered() -> None:
    box, (nobody, ana) = find("kaplan"), (SeatHolder(0, "person"), SeatHolder(1, "person", "Ana"))
    assert display_names(box, [nobody, ana, nobody]) == (Text("Invité 1", "Guest 1"), same("Ana"), Text("Invité 2", "Guest 2"))
    assert display_names(box, [nobody, ana]) == (Text("Invité", "Guest"), same("Ana"))
