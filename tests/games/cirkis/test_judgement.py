"""The learned evaluation of CirKis: the same under all ten symmetries, and better than the hand-written rules."""

import json
from dataclasses import replace
from random import Random

import pytest

from support.duels import wander, won
from support.helpers import played
from tableronde.bots.tree import Tree
from tableronde.game import Json
from tableronde.games.cirkis import BOX, kernel
from tableronde.games.cirkis.bots import judgement
from tableronde.games.cirkis.bots.judgement import DATA, LearnedKernel
from tableronde.games.cirkis.bots.sight import FIVES, NUMBERS, ORBITS
from tableronde.games.cirkis.rules import PASS, symmetry
from tableronde.games.cirkis.rules.pieces import standard
from tableronde.kernels.proof import side_by_side
from tableronde.table import Table


def wandered(seed: int, plies: int, players: int = 2, **options: bool) -> Table:
    """A position reached at random."""
    return wander(Table(BOX, players, options, {"first": 0}), Random(seed), plies)


def turned(table: Table, way: int) -> Table:
    """The same game under a symmetry of the board."""
    pieces = standard()
    other = Table(BOX, table.game.seats, {"centre_circle": table.game.options.centre_circle}, {"first": 0})
    images = [pieces.placements[place].action for place in symmetry.placements(pieces)[way]]
    return played(other, [event.action if event.action == PASS else images[pieces.index[event.action]] for event in table.events])


def learned(table: Table) -> LearnedKernel:
    made = judgement.from_state(table.state, table.game.options)
    assert isinstance(made, LearnedKernel)
    return made


def shares(table: Table) -> list[float]:
    made = learned(table)
    return [made.share(seat) for seat in range(table.game.seats)]


def test_the_board_lies_on_itself_in_ten_ways() -> None:
    assert len(set(symmetry.spaces())) == symmetry.WAYS
    assert all(sorted(way) == list(range(len(way))) for way in symmetry.spaces())
    homes = {way[place] for place, home in enumerate(symmetry.homeward(standard())) for way in [symmetry.placements(standard())[home]]}
    assert len(homes) == ORBITS


@pytest.mark.parametrize(("seed", "plies", "players"), [(1, 5, 2), (2, 12, 2), (3, 20, 3), (4, 33, 4), (5, 26, 2)])
def test_it_does_not_matter_from_where_one_looks(seed: int, plies: int, players: int) -> None:
    """Two symmetries bring a placement that is its own mirror image home: their numbers are learned separately and nearly the same."""
    table = wandered(seed, plies, players, centre_circle=seed == 2)
    assert sum(shares(table)) == pytest.approx(1)
    for way in range(symmetry.WAYS):
        assert shares(turned(table, way)) == pytest.approx(shares(table), abs=0.15)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{"plain_slivers": True}, {"centre_circle": True, "centre_both": True}, {"begins": "1"}])
def test_what_was_learned_plays_by_the_readings_of_the_table(players: int, options: Json) -> None:
    for seed in range(3):
        side_by_side(BOX, judgement.from_state, players, options, seed)
    assert isinstance(learned(Table(BOX, players, options, rng=Random(1))), LearnedKernel)


def test_going_back_judges_as_before() -> None:
    made = learned(wandered(3, 12, 3))
    before = [made.share(seat) for seat in range(3)]
    made.list_moves()
    made.play(made.moves[0])
    assert [made.share(seat) for seat in range(3)] != before
    made.restore()
    assert [made.share(seat) for seat in range(3)] == before


@pytest.mark.parametrize("players", [3, 4])
def test_it_sees_what_the_mover_can_finish_and_gain_at_once(players: int) -> None:
    gains = set()
    for seed in range(40):
        made = learned(wandered(seed, 12 + seed % 30, players))
        if made.over:
            continue
        made.share(0)
        ready, gain, seat, score = made.ready, made.gain, made.mover, made.scores[made.mover]
        full = [made.filled[figure] for figure in range(FIVES)]
        finished, gained = 0, 0
        for move in [made.moves[i] for i in range(made.list_moves())]:
            made.play(move)
            finished |= sum(1 << figure for figure in range(FIVES) if made.filled[figure] == 5 > full[figure])
            gained = max(gained, made.scores[seat] - score)
            made.restore()
        assert (ready, gain) == (finished, gained)
        gains.add(gain)
    assert {0, 5, 10} <= gains


def test_what_was_not_learned_is_judged_by_hand() -> None:
    long = wandered(1, 9, 3, long_match=True)
    assert type(judgement.from_state(long.state, long.game.options)) is kernel.CirkisKernel
    table = wandered(1, 9)
    fewer = replace(table.state, pieces=replace(standard(), shapes=(replace(standard().shapes[0], count=1), *standard().shapes[1:])))
    assert type(judgement.from_state(fewer, table.game.options)) is kernel.CirkisKernel


@pytest.mark.parametrize("players", [3, 4])
def test_while_it_thinks_it_takes_the_others_for_champions(players: int) -> None:
    """Opponents use hand-written rules and their moves are predicted from champions'; this is reset after the search."""
    table = wandered(6, 15, players)
    made, champion = learned(table), kernel.from_state(table.state, table.game.options)
    own = [made.share(seat) for seat in range(players)]
    made.thinker = 1
    made.restore()
    assert [made.share(seat) for seat in range(players)] == pytest.approx(
        [own[seat] if seat == 1 else champion.share(seat) for seat in range(players)]
    )
    tree = Tree(made, 1)
    tree.think(200, 1e9)
    assert made.thinker == -1
    assert [made.share(seat) for seat in range(players)] == own


def test_with_two_players_nobody_is_taken_for_another() -> None:
    table = wandered(6, 9)
    made = learned(table)
    own = shares(table)
    made.thinker = 0
    assert [made.share(seat) for seat in range(2)] == own


def test_the_file_says_how_it_was_made() -> None:
    about = json.loads(DATA.read_bytes().split(b"\n", 1)[0])
    assert about["numbers"] == NUMBERS
    assert {"made", "command", "plies", "seconds"} <= about.keys()
    assert DATA.stat().st_size < 2_000_000


def test_what_was_learned_beats_what_was_told() -> None:
    assert won(BOX, judgement.from_state, kernel.from_state, 400, lambda seed: wandered(seed, 2)) > 11
