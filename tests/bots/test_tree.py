"""The tree search: it is deterministic, proves results, keeps its tree, and stays within its memory."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from support.games.four_circles import start
from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.bots.tree import Tree
from tableronde.game import Event
from tableronde.games.cirkis.kernel import CirkisKernel
from tableronde.games.cirkis.kernel import from_state as cirkis_kernel
from tableronde.games.four_circles.kernel import from_state as four_circles_kernel
from tableronde.kernel import Kernel, Luck, share_of, wander
from tableronde.shelf import find
from tableronde.table import Table

FOREVER = 1e9


def late_cirkis(seats: int, seed: int, most: int) -> CirkisKernel:
    """Return the earliest position of a random game from which fewer than `most` lines of play lead to the end."""
    table = Table(find("cirkis"), seats, rng=Random(seed))
    plies = wander(replayed(table, seed, 0), Luck(seed), 1000)
    while lines(replayed(table, seed, plies - 1), [], most) < most:
        plies -= 1
    return replayed(table, seed, plies)


def replayed(table: Table, seed: int, plies: int) -> CirkisKernel:
    kernel = cirkis_kernel(table.state, table.game.options)
    wander(kernel, Luck(seed), plies)
    kernel.save()
    return kernel


def at(kernel: Kernel, line: list[int]) -> list[int]:
    """Return the legal moves after a line of play from the saved position."""
    kernel.restore()
    for move in line:
        kernel.play(move)
    return [kernel.moves[i] for i in range(kernel.list_moves())]


def lines(kernel: Kernel, line: list[int], most: int) -> int:
    """Count the lines of play to the end, up to a bound."""
    total = 0
    moves = at(kernel, line)
    for move in moves:
        total += lines(kernel, [*line, move], most - total)
        if total >= most:
            break
    return total if moves else 1


def solved(kernel: Kernel, line: list[int]) -> int:
    """Return the winners when every seat plays its best move; among equals the first found."""
    moves = at(kernel, line)
    if not moves:
        return kernel.winners
    seat = kernel.mover
    return max((solved(kernel, [*line, move]) for move in moves), key=lambda winners: share_of(winners, seat))


@pytest.mark.parametrize("seed", range(6))
def test_proofs_agree_with_exhaustive_search(seed: int) -> None:
    kernel = late_cirkis(2, seed, 3000)
    expected = share_of(solved(kernel, []), 0)
    kernel.restore()
    tree = Tree(kernel, seed)
    tree.think(200_000, FOREVER)
    assert tree.proof[0], "not proven"
    assert share_of(tree.proof[0], 0) == expected
    best = tree.best()
    assert tree.value(best) == share_of(tree.proof[0], kernel.mover)


def test_a_line_that_can_be_completed_is_completed() -> None:
    table = start("E8a")
    kernel = four_circles_kernel(table.state, table.game.options)
    tree = Tree(kernel, 1)
    done = tree.think(1000, FOREVER)
    table.play(0, kernel.action(tree.best()))
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    assert tree.value(tree.best()) == 1.0
    assert done < 1000, "a proven win needs no more thought"


def early_four_circles() -> Kernel:
    table = start("E3")
    return four_circles_kernel(table.state, table.game.options)


def learned(tree: Tree) -> list[Any]:
    return [(move, tree.tries(move), tree.value(move)) for move in sorted(tree.moves())]


def test_a_seed_and_a_number_of_simulations_give_the_same_tree() -> None:
    trees = [Tree(early_four_circles(), seed) for seed in (4, 4, 5)]
    for tree in trees:
        tree.rollout = 3
        assert tree.think(500, FOREVER) == 500
    assert learned(trees[0]) == learned(trees[1])
    assert learned(trees[0]) != learned(trees[2])
    assert sum(tree_visits for _, tree_visits, _ in learned(trees[0])) == 499  # all but the first, which visited the root itself


def test_thinking_ends_when_the_choice_is_certain() -> None:
    """A bot that stops early chooses what it would have chosen in the end."""
    thorough, brief = Tree(early_four_circles(), 4), Tree(early_four_circles(), 4)
    brief.brief = True
    assert brief.think(20_000, FOREVER) < thorough.think(20_000, FOREVER) == 20_000
    assert brief.best() == thorough.best()


def test_a_proven_loss_does_not_settle_the_choice() -> None:
    """Its visits do not count: the seat to move at the root will not play it."""
    tree = Tree(early_four_circles(), 4)
    tree.think(2_000, FOREVER)
    seat = tree.kernel.mover
    leader = max(range(tree.first[0], tree.first[0] + tree.tried[0]), key=lambda child: tree.visits[child])
    tree.visits[leader] += 1_000_000
    assert tree._settled(seat, 100_000)
    tree.proof[leader] = 1 << (1 - seat)
    assert not tree._settled(seat, 100_000)


def test_every_move_can_be_probed() -> None:
    """A move the search would not try gets its visits; the others keep theirs, and the position stays."""
    tree = Tree(early_four_circles(), 4)
    tree.think(20, FOREVER)
    moves, before = set(tree.moves()), {move: tree.tries(move) for move in tree.moves()}
    untried = [move for move in moves if not before[move]]
    assert untried
    for move in untried:
        tree.probe(move, 7)
    assert set(tree.moves()) == moves
    assert all(tree.tries(move) == (before[move] or 7) for move in moves)
    assert all(0.0 < tree.value(move) < 1.0 for move in untried)
    assert tree.think(300, FOREVER) == 300
    tree.probe(-1, 5)  # no such move: nothing happens


def test_time_ends_thinking() -> None:
    assert Tree(early_four_circles(), 1).think(1 << 40, 0.0) < 100


class Counting(Kernel):
    """A race of three seats over twelve plies that counts how often a position is evaluated."""

    def __init__(self) -> None:
        super().__init__(3, 3)
        self.points, self.kept, self.asked = [0, 0, 0, 0], [0, 0, 0, 0], 0  # the last number is the ply

    def list_moves(self) -> int:
        self.count = 0 if self.over else 3
        for i in range(self.count):
            self.moves[i] = i
        return self.count

    def play(self, move: int) -> None:
        self.points[self.mover] += move * (self.points[3] + sum(self.points) % 4 - 4)
        self.points[3] += 1
        self._look()

    def _look(self) -> None:
        self.mover, self.over = self.points[3] % 3, self.points[3] == 12
        self.winners = sum((self.points[seat] == max(self.points[:3])) << seat for seat in range(3)) if self.over else 0

    def save(self) -> None:
        self.kept = list(self.points)

    def restore(self) -> None:
        self.points = list(self.kept)
        self._look()

    def share(self, seat: int) -> float:
        self.asked += 1
        return (50.0 + self.points[seat]) / (150.0 + sum(self.points[:3]))


def test_with_three_seats_a_leaf_is_evaluated_once_and_reused() -> None:
    trees = [Tree(Counting(), 1), Tree(Counting(), 1)]
    trees[1].recalls = 0
    for tree in trees:
        tree.patience = 4
        tree.think(400, FOREVER)
        tree.advance(tree.best())
        tree.think(400, FOREVER)
    one, other = trees
    assert learned(one) == learned(other), "nothing but the work is different"
    assert isinstance(one.kernel, Counting)
    assert isinstance(other.kernel, Counting)
    assert one.kernel.asked < 0.75 * other.kernel.asked


def test_with_three_seats_no_leaf_is_evaluated_twice() -> None:
    kernel = Counting()
    tree = Tree(kernel, 1)
    tree.patience = 4
    tree.think(400, FOREVER)
    judged = [node for node in range(tree.used) if tree.visits[node] and not (tree.proof[node] and not tree.many[node])]
    assert kernel.asked == 3 * len(judged)


def surest(wariness: float) -> float:
    """Return the part of the visits that goes to the most visited reply to the first move."""
    tree = Tree(Counting(), 1)
    tree.wariness = wariness
    tree.think(2000, FOREVER)
    move = tree.first[0]
    replies = [float(tree.visits[tree.first[move] + i]) for i in range(3)]
    return max(replies) / sum(replies)


def test_less_wariness_explores_fewer_replies() -> None:
    assert surest(0.3) > surest(5.0) + 0.1


@pytest.mark.parametrize(("seats", "wariness"), [(2, 1.5), (3, 0.5), (4, 0.5)])
def test_a_level_sets_its_wariness_with_several_seats(seats: int, wariness: float) -> None:
    table = Table(find("cirkis"), seats, setup={"first": 0})
    player: Any = level_makers(cirkis_kernel, {"some": Level(wariness=0.5)})["some"](table.box, table.game, 0, Random(1))
    assert player._fresh_tree(table.view(0)).wariness == wariness


def test_the_tree_stays_within_its_capacity() -> None:
    tree = Tree(early_four_circles(), 1, 5000)
    tree.think(3000, FOREVER)
    assert 4000 < tree.used <= 5000
    assert sum(tree.tries(move) for move in tree.moves()) == 2999


def test_the_subtree_of_a_move_is_kept() -> None:
    kernel = early_four_circles()
    tree = Tree(kernel, 1)
    tree.think(3000, FOREVER)
    best = tree.best()
    visits, used = tree.tries(best), tree.used
    tree.advance(best)
    assert tree.visits[0] == visits
    assert 1 < tree.used < used
    assert {kernel.action(move) for move in tree.moves()} == {kernel.action(kernel.moves[i]) for i in range(kernel.list_moves())}
    tree.think(100, FOREVER)
    assert tree.visits[0] == visits + 100


def test_an_unvisited_move_begins_a_new_tree() -> None:
    kernel = early_four_circles()
    tree = Tree(kernel, 1)
    kernel.list_moves()
    tree.advance(kernel.moves[0])
    assert tree.moves() == []
    assert tree.think(50, FOREVER) == 50


def test_only_the_most_promising_moves_are_considered() -> None:
    kernel = early_four_circles()
    count = kernel.list_moves()
    kernel.weigh()
    best = sorted((kernel.weights[i] for i in range(count)), reverse=True)[:9]
    weights = {kernel.moves[i]: kernel.weights[i] for i in range(count)}
    tree = Tree(kernel, 1)
    tree.widest = 9
    tree.think(200, FOREVER)
    assert sorted((weights[move] for move in tree.moves()), reverse=True) == best


def test_some_moves_are_overlooked_but_never_all() -> None:
    kernel = early_four_circles()
    tree = Tree(kernel, 1)
    tree.overlooked = 0.5
    tree.think(300, FOREVER)
    count = int(kernel.list_moves())
    assert 0.3 * count < len(tree.moves()) < 0.7 * count
    blind = Tree(kernel, 1)
    blind.overlooked = 1.0
    blind.think(50, FOREVER)
    assert len(blind.moves()) == 1


def test_rivals_are_the_best_move_and_slightly_worse_ones() -> None:
    tree = Tree(early_four_circles(), 1)
    tree.think(3000, FOREVER)
    rivals, reach = tree.rivals(0.02), 0.02
    assert rivals[0] == tree.best()
    assert sorted(rivals) == sorted(move for move in tree.moves() if tree.tries(move) and tree.value(move) >= tree.value(rivals[0]) - reach)
    assert 1 < len(rivals) < len(tree.rivals(0.2))
    assert [tree.tries(move) for move in rivals] == sorted(map(tree.tries, rivals), reverse=True)


def test_a_win_that_is_proven_has_no_rivals() -> None:
    table = start("E8a")
    tree = Tree(four_circles_kernel(table.state, table.game.options), 1)
    tree.think(3000, FOREVER)
    assert tree.value(tree.best()) == 1.0
    assert tree.rivals(1.0) == [tree.best()]


def bot(table: Table, level: Level, seed: int = 1) -> Any:
    maker = level_makers(four_circles_kernel, {"here": level})["here"]
    return maker(table.box, table.game, 0, Random(seed))


def test_the_bot_continues_with_its_tree() -> None:
    table = start("E3")
    player = bot(table, Level(simulations=20_000))
    table.play(0, player.choose(table.view(0), table.heard(0), table.legal()[0]))
    tree = player._tree
    kernel = four_circles_kernel(table.state, table.game.options)
    probe = Tree(kernel, 1)
    probe.think(500, FOREVER)
    table.play(1, kernel.action(probe.best()))
    assert player._kept_tree(table.heard(0)) is tree
    assert tree.visits[0] > 50
    assert 0.0 < player.value < 1.0


@pytest.mark.parametrize("slug", ["four-circles", "cirkis", "karta-doppio"])
def test_the_bot_weighs_every_action(slug: str) -> None:
    box = find(slug)
    table = Table(box, 2, rng=Random(2))
    for _ in range(8):
        [seat] = table.to_act()
        assert isinstance(seat, int)
        table.play(seat, Random(seat).choice(table.legal()[seat]))
    [seat] = table.to_act()
    assert isinstance(seat, int)
    legal = table.legal()[seat]
    worths = box.bots["regular"](box, table.game, seat, Random(1)).weigh(table.view(seat), table.heard(seat), legal)
    assert set(worths) == set(legal)
    assert all(0.0 <= worth <= 1.0 for worth in worths.values())
    assert len(set(worths.values())) > 1


def test_only_a_move_that_wins_weighs_all() -> None:
    table = start("E8a")
    legal = table.legal()[0]
    worths = bot(table, Level(simulations=2_000)).weigh(table.view(0), (), legal)
    winning = [action for action in legal if worths[action] == 1.0]
    assert winning
    for action in winning:
        assert (outcome := table.game.outcome(table.game.apply(table.state, 0, action))) is not None
        assert outcome.winners == (0,)


def test_the_bot_starts_a_new_tree_at_another_table() -> None:
    table, other = start("E3"), start("E4")
    player = bot(table, Level(simulations=50))
    player.choose(table.view(0), [Event(0, "elsewhere")], table.legal()[0])
    assert player.choose(other.view(0), other.heard(0), other.legal()[0]) in other.legal()[0]


def test_a_single_action_needs_no_thought() -> None:
    table = start("E9a")
    player = bot(table, Level())
    assert player.choose(table.view(0), (), ["pass"]) == "pass"
    assert player.choose(table.view(0), (), []) is None


@pytest.mark.parametrize("slug", ["four-circles", "cirkis", "karta-doppio"])
def test_levels_play_legal_actions(slug: str) -> None:
    box = find(slug)
    levels = import_module(f"{box.package}.bots").BOTS
    learned = ("champion", "virtuoso", "prodigy", "sage", "visionary", "oracle")  # the former best level, and the learned ones
    assert [name for name in levels if name not in learned] == ["child", "amateur", "regular", "expert", "master"]
    table = Table(box, max(box.game_type.players), rng=Random(2))
    for name in (*levels, *levels):
        [seat] = table.to_act()
        assert isinstance(seat, int)
        player = levels[name](box, table.game, seat, Random(1))
        assert player.seconds < 1 or name in ("champion", "master")
        player.seconds = 0.02
        table.play(seat, player.choose(table.view(seat), table.heard(seat), table.legal()[seat]))


def test_a_level_that_always_lapses_sees_only_a_part() -> None:
    """At first sight a bot may overlook even a line it could complete; when it searches it never does."""
    table = start("E8a")
    chosen = [bot(table, Level(simulations=500, lapses=1.0), seed).choose(table.view(0), (), table.legal()[0]) for seed in range(30)]
    assert all(action in table.legal()[0] for action in chosen)
    winning = bot(table, Level(simulations=500)).choose(table.view(0), (), table.legal()[0])
    assert 0 < chosen.count(winning) < 30
