"""The learned evaluation of Karta Doppio: symmetric, consistent with the rules, and better than the hand-written rules."""

import json
from random import Random

import pytest

from support.compiled import plain
from support.duels import wander
from tableronde.bots.tree import Tree
from tableronde.game import Json
from tableronde.games.karta_doppio import BOX, kernel
from tableronde.games.karta_doppio.bots import judgement
from tableronde.games.karta_doppio.bots.judgement import DATA, NUMBERS, LearnedKernel
from tableronde.games.karta_doppio.kernel import KartaKernel
from tableronde.games.karta_doppio.rules.grid import Laid
from tableronde.kernels.proof import side_by_side
from tableronde.table import Table


def wandered(seed: int, plies: int) -> Table:
    """A position reached at random."""
    rng = Random(seed)
    return wander(Table(BOX, 2, {}, rng=rng), rng, plies)


def learned(table: Table) -> LearnedKernel:
    return judgement.from_state(table.state, table.game.options)


def half_turned(table: Table) -> Table:
    """The same cards after a half-turn of the table."""
    turned = Table(BOX, 2, {}, table.setup)
    wide, high = table.state.laid[0].pose.size
    for card in table.state.laid:
        width, height = card.pose.size
        place = wide - card.place[0] - width, high - card.place[1] - height
        turned.play(turned.to_act()[0], str(Laid(card.pose._replace(turn=(card.pose.turn + 2) % 4), place)))
    return turned


@pytest.mark.parametrize("options", [{}, {"deck": "full", "match": "double"}, {"deck": "mirrored", "corner_contact": True}])
def test_it_plays_by_the_rules(options: dict[str, Json]) -> None:
    assert side_by_side(BOX, judgement.from_state, 2, options, 1)


@pytest.mark.parametrize(("seed", "plies"), [(1, 3), (2, 6), (3, 9), (4, 12), (5, 14)])
def test_it_does_not_matter_from_where_one_looks(seed: int, plies: int) -> None:
    table = wandered(seed, plies)
    assert learned(table).lead() == pytest.approx(learned(half_turned(table)).lead(), abs=0.02)
    assert learned(table).share(0) + learned(table).share(1) == pytest.approx(1)


def test_compiled_and_plain_python_judge_alike() -> None:
    tables = [wandered(seed, 10) for seed in range(2)]
    compiled = [judged(learned(table)) for table in tables]
    with plain("tableronde.kernel", "tableronde.bots.weights", kernel.__name__, judgement.__name__) as modules:
        assert [judged(modules[-1].from_state(table.state, table.game.options)) for table in tables] == compiled


def judged(here: LearnedKernel) -> tuple[float, list[float]]:
    """The evaluation of a position and the weights of all placings."""
    here.list_moves()
    here.weigh()
    return here.lead(), [here.weights[i] for i in range(here.count)]


def test_cards_taken_back_leave_no_trace() -> None:
    here, rng = learned(wandered(1, 7)), Random(1)
    before = here.lead()
    for _ in range(5):
        while not here.over:
            here.play(here.moves[rng.randrange(here.list_moves())])
        here.restore()
        assert here.lead() == before


def test_first_sight_finds_what_is_good_at_second_sight() -> None:
    """The weights of placings are estimates; the best one is among the best by full evaluation."""
    for seed in range(4):
        here = learned(wandered(seed, 8))
        here.list_moves()
        here.weigh()
        weights = {here.moves[i]: here.weights[i] for i in range(here.count)}
        worth = {move: -after(here, move) for move in Random(seed).sample(list(weights), 200)}
        best = max(weights, key=weights.__getitem__)
        assert sum(worth[move] > -after(here, best) for move in worth) <= 4


def after(here: LearnedKernel, move: int) -> float:
    """The other player's lead after a card."""
    here.play(move)
    lead = here.lead()
    here.restore()
    return lead


@pytest.mark.parametrize("seed", range(4))
def test_before_the_last_card_nothing_is_guessed(seed: int) -> None:
    here = learned(wandered(seed, 15))
    results = set()
    for move in [here.moves[i] for i in range(here.list_moves())]:
        here.play(move)
        results.add(here.final_share(1))
        here.restore()
    assert here.share(1) == max(results)
    assert here.foretold == (2 if max(results) == 1 else 1 if max(results) == 0 else 3)


def test_what_is_foretold_is_proved_in_the_tree() -> None:
    tree = Tree(learned(wandered(2, 14)), 1)
    tree.patience, tree.widest = 1, 60
    tree.think(40, 60)
    assert all(tree.proof[child] for child in range(tree.first[0], tree.first[0] + tree.tried[0]))


@pytest.mark.parametrize("seed", range(3))
def test_who_is_thorough_overlooks_no_way_out(seed: int) -> None:
    """With one card left for each player, even if few placings look promising."""
    here = learned(wandered(seed, 14))
    here.list_moves()
    proofs = {proof(here, move) for move in [here.moves[i] for i in range(here.count)]}
    tree = Tree(here, 1)
    tree.patience, tree.widest, tree.thorough = 1, 2, True
    tree.think(5000, 60)
    assert tree.proof[0] == (1 if 1 in proofs else 3 if 3 in proofs else 2)


def proof(here: LearnedKernel, move: int) -> int:
    """The winner after a card if the last one is laid perfectly."""
    here.play(move)
    here.share(0)
    here.restore()
    return here.foretold


def test_a_table_too_large_to_look_at_is_judged_by_hand() -> None:
    table = Table(BOX, 2, {}, rng=Random(1))
    for k in range(14):
        card = min(table.state.hand(table.state.colour))
        table.play(table.to_act()[0], f"{card}r1@{3 * k},0")
    here, by_hand = learned(table), kernel.from_state(table.state, table.game.options)
    assert here.share(0) == by_hand.share(0)
    here.list_moves()
    here.weigh()
    assert max(here.weights[i] for i in range(here.count)) == 1


def test_the_file_says_how_it_was_made() -> None:
    about = json.loads(DATA.read_bytes().split(b"\n", 1)[0])
    assert about["numbers"] == NUMBERS
    assert {"made", "command", "plies", "seconds"} <= about.keys()
    assert DATA.stat().st_size < 2_000_000


def test_what_was_learned_beats_what_was_told() -> None:
    won = sum(share_of_learned(game) for game in range(12))
    assert won >= 8


def share_of_learned(game: int) -> float:
    """Games of equal thinking time, with the learned bot in one seat and then in the other."""
    table, seat = wandered(game // 2, 1), game % 2
    trees = [tree_of(module.from_state(table.state, table.game.options), game) for module in (judgement, kernel)]
    here = trees[0].kernel
    while not here.over:
        tree = trees[here.mover ^ seat]
        tree.think(150, 60)
        move = tree.best()
        for each in trees:
            each.advance(move)
    return here.final_share(seat)


def tree_of(here: KartaKernel, seed: int) -> Tree:
    tree = Tree(here, seed)
    tree.patience, tree.widest = 1, 60
    return tree
