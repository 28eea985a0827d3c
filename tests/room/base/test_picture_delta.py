"""Differences of pictures, and films: a client that applies them sees what was drawn."""

import json
import math
from collections.abc import Mapping
from random import Random

import pytest

from support.helpers import SHELF
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.room.base.encoding import encode
from tableronde.room.base.picture_delta import AreaPicture, Film, Picture
from tableronde.scene import Area, Frame, Scene, Shape
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import Text, same


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
