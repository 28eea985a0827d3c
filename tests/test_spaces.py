"""Fixed spaces: every legal action has its own number and is recovered from it, in random games of all modes and player counts."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.helpers import SHELF
from tableronde.box import Box
from tableronde.conformance.behavior.spaces import draws_make_a_deal, numbers_stand_for_actions
from tableronde.conformance.runner import AT_THE_START
from tableronde.conformance.sampling import Property, Sample
from tableronde.game import CHANCE, Json, is_open
from tableronde.games.four_circles.spaces import FourCirclesSpaces
from tableronde.kernels.proof import tables
from tableronde.options import options_of
from tableronde.play.arena import roll
from tableronde.shelf import find
from tableronde.spaces import SLOTS, PlainSpaces, Spaces, row, spaces_of
from tableronde.table import Table

OUTSIDE = Path(__file__).parent / "outside"
BOXES = [find(slug) for slug in SHELF]
STRANGERS = [find(str(OUTSIDE / name)) for name in ("ford", "mistigri")]
EVENTS = 160  # events of a game that are checked
CASES = 12  # combinations of options
SAMPLE = 150  # actions of a position that are converted and back


def some_tables(box: Box) -> list[tuple[int, dict[str, Json]]]:
    """Return tables with all player counts and variants, and some combinations of options."""
    chosen: list[dict[str, Json]] = [{}, *(dict(variant.options) for variant in box.variants)]
    known = [(seats, options) for options in chosen for seats in box.game_type.players if fits(box, seats, options)]
    few = len(options_of(box.game_type.options_type)) < 8
    every = list(tables(box)) if few else []
    return known + Random(1).sample(every, min(CASES, len(every)))


def fits(box: Box, seats: int, options: Json) -> bool:
    try:
        box.game(seats, options)
    except ValueError:
        return False
    return True


def moments(table: Table, rng: Random, events: int = EVENTS) -> Iterator[Table]:
    """Yield the positions of a random game; open actions are filled in from the spaces' own words."""
    spaces = spaces_of(table.box, table.game)
    while (legal := table.legal()) and table.plies < events:
        yield table
        actor = rng.choice(table.to_act())
        if actor == CHANCE:
            table.play(*roll(table, rng))
        else:
            settled = [action for action in legal[actor] if not is_open(action)]
            if not settled or (len(settled) < len(legal[actor]) and rng.random() < 0.05):
                settled = list(spaces.numbered(table.view(actor), actor, legal[actor]).values())
            table.play(actor, rng.choice(settled))
    yield table


def prove(spaces: Spaces[Any], table: Table) -> int:
    """Check the seats to act and one more; return the number of actions checked."""
    count = 0
    for seat in {table.plies % table.game.seats, *table.to_act()} - {CHANCE}:
        assert isinstance(seat, int)
        view, legal = table.view(seat), table.legal().get(seat, ())
        assert len(spaces.observe(view, seat)) == spaces.size
        numbered = spaces.numbered(view, seat, legal)
        settled = {action for action in legal if not is_open(action)}
        assert settled <= set(numbered.values())
        assert len(set(numbered.values())) == len(numbered)
        assert all(0 <= number < spaces.actions for number in numbered)
        for action in Random(table.plies).sample(sorted(settled), min(SAMPLE, len(settled))):
            number = spaces.number(view, seat, action)
            assert numbered[number] == action
            assert spaces.action(view, seat, number) == action
        count += len(numbered)
    return count


@pytest.mark.parametrize("box", [*BOXES, *STRANGERS], ids=lambda box: box.slug)
def test_every_legal_action_has_its_own_number_and_is_recovered(box: Box) -> None:
    count = 0
    for i, (seats, options) in enumerate(some_tables(box)):
        table = Table(box, seats, options, rng=Random(i))
        spaces = spaces_of(box, table.game)
        for moment in moments(table, Random(i)):
            if moment.plies % 7 == i % 7 or not moment.legal():
                count += prove(spaces, moment)
    assert count > 300


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.slug)
def test_an_observation_contains_exactly_what_a_seat_may_know(box: Box) -> None:
    """Imagined states with the same view give the same bytes; other views give other bytes."""
    table = Table(box, max(box.game_type.players), rng=Random(3))
    spaces = spaces_of(box, table.game)
    seen = set()
    for moment in moments(table, Random(3), 30):
        for seat in range(table.game.seats):
            here = spaces.observe(moment.view(seat), seat)
            other = table.game.view(table.game.imagine(moment.view(seat), Random(0)), seat)
            assert spaces.observe(other, seat) == here
        seen.add(here)
    assert len(seen) > table.plies / 2


@pytest.mark.parametrize("box", [*BOXES, *STRANGERS], ids=lambda box: box.slug)
def test_the_draws_of_a_deal_are_a_set_up(box: Box) -> None:
    for seats in box.game_type.players:
        game = box.game(seats)
        spaces, rng, setups = spaces_of(box, game), Random(seats), set()
        for _ in range(12):
            drawn: list[int] = []
            while ways := spaces.draws(drawn):
                drawn.append(rng.randrange(ways))
            game.start(spaces.dealt(drawn))
            setups.add(str(spaces.dealt(drawn)))
        assert len(setups) > 1 or game.deal(Random(1)) == game.deal(Random(2))


def test_cirkle_deals_dice_without_a_deck() -> None:
    spaces = spaces_of(find("cirkle-duo"), find("cirkle-duo").game(3, {"mode": "dice"}))
    drawn = [0] * 16
    assert [spaces.draws(drawn[:i]) for i in range(17)] == [*range(16, 0, -1), 3]
    assert spaces.draws([*drawn, 2]) == 0
    assert spaces.dealt([*drawn, 2]).keys() == {"pegs", "first"}


def test_cirkis_looks_the_same_in_ten_ways() -> None:
    """A random game and its ten symmetric images: the same moves, renumbered, and the same board, turned."""
    box = find("cirkis")
    rng, table = Random(5), Table(box, 3, {"centre_circle": True}, {"first": 1})
    spaces = spaces_of(box, table.game)
    images = spaces.symmetries()
    assert len({symmetry.actions for symmetry in images}) == 10
    twins = [Table(box, 3, {"centre_circle": True}, {"first": 1}) for _ in images]
    while legal := table.legal():
        [(seat, actions)] = legal.items()
        assert isinstance(seat, int)
        numbers = set(spaces.numbered(table.view(), seat, actions))
        chosen = rng.choice(sorted(numbers))
        here = spaces.observe(table.view(), 0)
        for (moved, places), twin in zip(images, twins, strict=True):
            there = spaces.numbered(twin.view(), seat, twin.legal()[seat])
            assert set(there) == {moved[number] for number in numbers}
            assert spaces.observe(twin.view(), 0) == bytes(here[place] for place in places)
            twin.play(seat, there[moved[chosen]])
        table.play(seat, spaces.action(table.view(), seat, chosen))
    assert {twin.outcome for twin in twins} == {table.outcome}


def test_four_circles_looks_the_same_wherever_the_board_is() -> None:
    box = find("four-circles")
    table = next(moment for moment in moments(Table(box, 2), Random(4), 40) if moment.plies == 30)
    facts = table.facts()
    here = {"tiles": facts["tiles"], "pawns": facts["pawns"]}
    there = {"tiles": [[x - 7, y + 90] for x, y in here["tiles"]], "pawns": [[x - 7, y + 90, *rest] for x, y, *rest in here["pawns"]]}
    one, other = Table(box, 2, setup=here), Table(box, 2, setup=there)
    spaces = spaces_of(box, one.game)
    assert spaces.observe(one.view(), 0) == spaces.observe(other.view(), 0)
    assert set(spaces.numbered(one.view(), 0, one.legal()[0])) == set(spaces.numbered(other.view(), 0, other.legal()[0]))


def test_seats_see_themselves_first() -> None:
    """White's observation of a position of Four Circles is Red's of the position with colours exchanged."""
    box = find("four-circles")
    facts = next(moment for moment in moments(Table(box, 2), Random(4), 40) if moment.plies == 30).facts()
    swapped = [[x, y, 1 - seat, face] for x, y, seat, face in facts["pawns"]]
    one = Table(box, 2, {"first": 0}, {"tiles": facts["tiles"], "pawns": facts["pawns"]})
    other = Table(box, 2, {"first": 1}, {"tiles": facts["tiles"], "pawns": swapped})
    spaces = spaces_of(box, one.game)
    assert spaces.observe(one.view(), 0) == spaces.observe(other.view(), 1)
    assert set(spaces.numbered(one.view(), 0, one.legal()[0])) == set(spaces.numbered(other.view(), 1, other.legal()[1]))


def test_kaplan_numbers_words_by_the_dictionary() -> None:
    box = find("kaplan")
    table = Table(box, 2, {"no_dice": True}, rng=Random(1))
    [seat] = table.to_act()
    assert isinstance(seat, int)
    spaces, view = spaces_of(box, table.game), table.view(seat)
    numbered = spaces.numbered(view, seat, table.legal()[seat])
    word = table.setup["word"]
    assert numbered[spaces.number(view, seat, f"kaplan {word}")] == f"kaplan {word}"
    assert spaces.number(view, seat, "kaplan MAISON") + 1 == spaces.number(view, seat, "kaplan MOMENT")
    with pytest.raises(LookupError, match="XYZ is not among"):
        spaces.number(view, seat, "kaplan XYZ")
    assert len(numbered) == len([action for action in table.legal()[seat] if not is_open(action)]) + spaces.actions - 580


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.slug)
def test_numbers_that_stand_for_nothing_are_refused(box: Box) -> None:
    table = Table(box, min(box.game_type.players), rng=Random(1))
    spaces = spaces_of(box, table.game)
    for number in (-1, spaces.actions):
        with pytest.raises(LookupError):
            spaces.action(table.view(0), 0, number)


def test_plain_spaces_resolve_hash_collisions() -> None:
    game = STRANGERS[0].game(2)
    spaces = PlainSpaces(game)
    actions = [f"a{i}" for i in range(SLOTS)]
    assert set(spaces.numbered(None, 0, actions)) == set(range(SLOTS))
    with pytest.raises(LookupError, match="define SPACES in its folder"):
        spaces.numbered(None, 0, [*actions, "one more"])


def test_a_byte_says_at_most_255() -> None:
    assert row([1, 400], [3]) == bytes([1, 255, 3])


class Crowded(FourCirclesSpaces):
    """Two actions share a number."""

    def number(self, view: Any, seat: int, action: str) -> int:
        return super().number(view, seat, action) // 2


class Astray(FourCirclesSpaces):
    """Numbers are converted to other actions."""

    def action(self, view: Any, seat: int, number: int) -> str:
        return super().action(view, seat, number ^ 1) if number < 20 else super().action(view, seat, number)


class Short(FourCirclesSpaces):
    """A byte is missing."""

    def observe(self, view: Any, seat: int) -> bytes:
        return super().observe(view, seat)[1:]


class Dealt(FourCirclesSpaces):
    """The draws do not make a set-up."""

    def dealt(self, drawn: Any) -> Any:
        return {"nonsense": 1}


@pytest.mark.parametrize(
    ("spaces", "property", "says"),
    [
        (Crowded, numbers_stand_for_actions, "have the same number"),
        (Astray, numbers_stand_for_actions, "is not recovered"),
        (Short, numbers_stand_for_actions, "must have the length of its declared parts"),
        (Dealt, draws_make_a_deal, "do not make a set-up"),
    ],
)
def test_the_kit_sees_broken_spaces(spaces: type[FourCirclesSpaces], property: Property, says: str) -> None:
    moment = Sample(Table(replace(find("four-circles"), spaces=spaces), 2), Random(1))
    assert says in " ".join(str(finding) for finding in property(moment))
    assert property in AT_THE_START
    assert not list(property(Sample(Table(find("four-circles"), 2), Random(1))))


# The numbers of each edition, pinned: a change here needs a new edition of that game's spaces.
PINNED = {
    "four-circles": "442742087f60",
    "cirkis": "96d178e649f6",
    "karta-doppio": "18dfd7aeaece",
    "cirkle-duo": "0bb2cf681a55",
    "kaplan": "efc1d36bfc13",
}
# A deal of its own where the box may be changed without changing the numbers: the words of Kaplan and their clues.
DEALS = {
    "kaplan": {
        "word": "ORACLE",
        "start": 3,
        "clues": {
            "c1": {"kind": "synonym", "text": "devin"},
            "c2": {"kind": "analogy", "text": "fumées du temple"},
            "g1": {"kind": "length", "text": "6"},
            "g2": {"kind": "initial", "text": "O"},
            "s1": {"kind": "gender", "text": "M.Sing"},
            "s2": {"kind": "expression", "text": "parler"},
        },
        "forms": ["ORACLES"],
        "neighbours": ["ORALE", "ORALES", "RACLE", "RACLES"],
        "first": 1,
    }
}


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.slug)
def test_numbers_mean_what_they_meant(box: Box) -> None:
    """A digest of the numbers and bytes of one game with a known deal: if it changes, raise the spaces' edition."""
    table = Table(box, min(box.game_type.players), setup=DEALS.get(box.slug), rng=Random(11))
    spaces = spaces_of(box, table.game)
    told = hashlib.sha256(repr((spaces.edition, spaces.actions, sorted(spaces.parts.items()))).encode())
    for moment in moments(table, Random(11), 40):
        for actor, actions in moment.legal().items():
            if actor != CHANCE:
                view = moment.view(actor)
                told.update(repr(sorted(spaces.numbered(view, actor, actions).items())).encode() + spaces.observe(view, actor))
    assert told.hexdigest()[:12] == PINNED[box.slug]
