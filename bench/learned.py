"""What did it learn? The strongest level of a game plays the one below it, and is asked wherever that would have done something else.

Both think the same number of simulations; then those positions where the strongest saw the greatest difference are looked at once more
by both, with twenty times as many. Material for a page `learned` in a game's folder. Only for levels that search over a kernel.

python bench/learned.py GAME [--games N] [--simulations N] [--best N]
"""

import argparse
from dataclasses import dataclass
from functools import partial
from random import Random

from tableronde.bots.kernel_bot import Level
from tableronde.bots.tree import Tree
from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.kernels import FromState
from tableronde.shelf import find
from tableronde.table import Table

DEEPER = 20


@dataclass(frozen=True)
class Mind:
    """A level: how it judges, and how it searches."""

    from_state: FromState
    level: Level

    def tree(self, table: Table, simulations: int, seed: int) -> Tree:
        """What it knows after so much thought."""
        tree = Tree(self.from_state(table.state, table.game.options), seed, 3_000_000)
        tree.patience, tree.widest = self.level.patience, self.level.widest
        tree.think(simulations, 1e9)
        return tree

    def choice(self, tree: Tree) -> Action:
        """What it would do."""
        return tree.kernel.action(tree.varied(self.level.variety) if self.level.variety else tree.best())

    def share(self, table: Table, seat: Seat, action: Action, simulations: int) -> tuple[float, str]:
        """What a seat may expect after an action, and whether that is proved."""
        after = table.at(table.plies)
        after.play(seat, action)
        if after.outcome:
            return (seat in after.outcome.winners) / len(after.outcome.winners), "proved"
        tree = self.tree(after, simulations, 7)
        worth = tree.value(tree.best())
        return worth if tree.kernel.mover == seat else 1 - worth, "proved" if tree.proof[0] else ""


@dataclass(frozen=True)
class Choice:
    """A moment at which the two would have done different things."""

    game: int
    table: Table
    seat: Seat
    new: Action
    old: Action
    gap: float  # between the two, as the strongest saw it


def minds(box: Box) -> tuple[Mind, Mind]:
    """The strongest level and the one below it."""
    old, new = list(box.bots.values())[-2:]
    assert isinstance(old, partial)
    assert isinstance(new, partial)
    return Mind(**new.keywords), Mind(**old.keywords)


def play(box: Box, game: int, simulations: int) -> tuple[float, list[Choice]]:
    """One game, the strongest in the first seat or the second; what it won, and where the two differ."""
    rng, table, (new, old), found = Random(game), Table(box, 2, {}, rng=Random(game)), minds(box), list[Choice]()
    while legal := table.legal():
        [(seat, actions)] = legal.items()
        assert isinstance(seat, int)
        if len(actions) == 1:
            table.play(seat, actions[0])
        elif seat != game % 2:
            table.play(seat, old.choice(old.tree(table, simulations, rng.getrandbits(40))))
        else:
            tree = new.tree(table, simulations, rng.getrandbits(40))
            action, other = new.choice(tree), old.choice(old.tree(table, simulations, rng.getrandbits(40)))
            tree.probe(tree.kernel.move(other), simulations // 10)
            gap = tree.value(tree.kernel.move(action)) - tree.value(tree.kernel.move(other))
            found.append(Choice(game, table.at(table.plies), seat, action, other, gap))
            table.play(seat, action)
    outcome = table.outcome
    assert outcome
    return (game % 2 in outcome.winners) / len(outcome.winners), [each for each in found if each.new != each.old]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--best", type=int, default=10, help="positions to look at once more")
    parsed = parser.parse_args()
    box = find(parsed.game)
    played = [play(box, game, parsed.simulations) for game in range(parsed.games)]
    print(f"{list(box.bots)[-1]} won {sum(won for won, _ in played):g} of {parsed.games}")
    for each in sorted((each for won, found in played if won == 1 for each in found), key=lambda each: -each.gap)[: parsed.best]:
        print(f"\ngame {each.game}, after {each.table.plies} actions: {[action for _, action in each.table.events]}")
        for name, action in (("new", each.new), ("old", each.old)):
            shares = [mind.share(each.table, each.seat, action, DEEPER * parsed.simulations) for mind in minds(box)]
            print(f"  {name} {action}: " + ", ".join(f"{share:.2f} {proved}" for share, proved in shares))


if __name__ == "__main__":
    main()
