"""What did it learn? The strongest level of a game plays one below it, and is asked wherever that would have done something else.

Both think the same number of simulations. Then those positions where the strongest saw the greatest difference are looked at once more
by both, with twenty times as many, and played on from either choice, by the strongest against itself and by the other against itself.
Material for a page `learned` in a game's folder. Only for games for two, and levels that search over a kernel.

python bench/learned.py GAME [--with LEVEL] [--games N] [--simulations N] [--best N] [--on N] [--keep FILE] [--at GAME:PLY[:ACTION] ...]

With --keep everything that was found is written to a file, a game a line (`Game`); if there is such a file, its games are taken instead of
new ones. With --at these positions are looked at rather than those of the greatest difference; where the other was to act, say what the
strongest would have done there.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

from tableronde.bots.kernel_bot import Level
from tableronde.bots.tree import Tree
from tableronde.box import Box
from tableronde.game import Action, Json, Seat
from tableronde.kernels import FromState
from tableronde.shelf import find
from tableronde.table import Table

DEEPER = 20
HARDLY = 0.01  # of the win: the most that play gives away by varying


@dataclass(frozen=True)
class Mind:
    """A level: how it judges, and how it searches."""

    from_state: FromState
    level: Level

    def tree(self, table: Table, simulations: int, seed: int) -> Tree:
        """What it knows after so much thought."""
        tree = Tree(self.from_state(table.state, table.game.options), seed, 3_000_000)
        tree.patience, tree.widest, tree.thorough = self.level.patience, self.level.widest, self.level.thorough
        tree.think(simulations, 1e9)
        return tree

    def choice(self, tree: Tree) -> Action:
        """What it would do: by lot the best or what it has looked at much and found hardly worse, so that games differ to their end."""
        moves = [move for move in tree.rivals(min(self.level.variety, HARDLY)) if 8 * tree.tries(move) >= tree.tries(tree.best())]
        return tree.kernel.action(moves[tree.luck.below(len(moves))])

    def share(self, table: Table, seat: Seat, action: Action, simulations: int) -> tuple[float, str]:
        """What a seat may expect after an action, and whether that is proved."""
        after = table.at(table.plies)
        after.play(seat, action)
        if after.outcome:
            return won(after, seat), "proved"
        tree = self.tree(after, simulations, 7)
        worth = tree.value(tree.best())
        return worth if tree.kernel.mover == seat else 1 - worth, "proved" if tree.proof[0] else ""

    def played_on(self, table: Table, seat: Seat, action: Action, simulations: int, seed: int) -> float:
        """What a seat wins when this level plays both sides on after an action."""
        table, rng = table.at(table.plies), Random(seed)
        table.play(seat, action)
        while legal := table.legal():
            [(actor, actions)] = legal.items()
            table.play(actor, actions[0] if len(actions) == 1 else self.choice(self.tree(table, simulations, rng.getrandbits(40))))
        return won(table, seat)


@dataclass(frozen=True)
class Choice:
    """What the strongest did, and what the other would have done there."""

    ply: int
    new: Action
    old: Action
    gap: float  # between the two, as the strongest saw it


@dataclass(frozen=True)
class Game:
    """A game of the strongest against the other."""

    number: int
    won: float  # by the strongest
    seat: Seat  # of the strongest
    setup: Json
    actions: list[Action]
    choices: list[Choice]

    def table(self, box: Box, ply: int) -> Table:
        """The table after so many actions."""
        table = Table(box, 2, {}, self.setup)
        for action in self.actions[:ply]:
            [actor] = table.to_act()
            table.play(actor, action)
        return table


def won(table: Table, seat: Seat) -> float:
    """A seat's part of the win."""
    assert table.outcome
    return (seat in table.outcome.winners) / len(table.outcome.winners)


def mind_of(box: Box, name: str) -> Mind:
    """A level by its name."""
    maker = box.bots[name]
    assert isinstance(maker, partial), f"{name} does not search over a kernel"
    return Mind(**maker.keywords)


def minds(box: Box, other: str) -> tuple[Mind, Mind]:
    """The strongest level and another."""
    return mind_of(box, list(box.bots)[-1]), mind_of(box, other)


def play(box: Box, other: str, number: int, simulations: int) -> Game:
    """One game, the strongest in the first seat or the second."""
    rng, table, (new, old), found = Random(number), Table(box, 2, {}, rng=Random(number // 2)), minds(box, other), list[Choice]()
    while legal := table.legal():
        [(seat, actions)] = legal.items()
        if len(actions) == 1:
            table.play(seat, actions[0])
        elif seat != number % 2:
            table.play(seat, old.choice(old.tree(table, simulations, rng.getrandbits(40))))
        else:
            tree = new.tree(table, simulations, rng.getrandbits(40))
            action, instead = new.choice(tree), old.choice(old.tree(table, simulations, rng.getrandbits(40)))
            worth, _ = new.share(table, int(seat), instead, simulations // 10)
            found.append(Choice(table.plies, action, instead, tree.value(tree.kernel.move(action)) - worth if action != instead else 0.0))
            table.play(seat, action)
    return Game(number, won(table, number % 2), number % 2, table.setup, [action for _, action in table.events], found)


def looked_at(box: Box, other: str, game: Game, choice: Choice, simulations: int, games: int) -> Iterator[str]:
    """A position with both choices: what both levels think of them, and what comes of them when they play on; line by line."""
    table, both = game.table(box, choice.ply), minds(box, other)
    [seat] = table.to_act()
    assert isinstance(seat, int)
    yield f"\ngame {game.number}, after {choice.ply} actions: {game.actions[: choice.ply]}"
    for name, action in (("new", choice.new), ("old", choice.old)):
        shares = [mind.share(table, seat, action, DEEPER * simulations) for mind in both]
        rest = [sum(mind.played_on(table, seat, action, simulations, seed) for seed in range(games)) for mind in both]
        thought = ", ".join(f"{share:.2f} {proved}" for share, proved in shares)
        yield f"  {name} {action}: {thought}; played on {games} times: " + ", ".join(f"{points:g}" for points in rest)


def read(path: Path) -> list[Game]:
    """Games as they are kept."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Game(**{**line, "choices": [Choice(**each) for each in line["choices"]]}) for line in lines]


def played(box: Box, other: str, parsed: argparse.Namespace) -> Iterator[Game]:
    """The games, each kept as soon as it is over."""
    with parsed.keep.open("w", encoding="utf-8", buffering=1) if parsed.keep else nullcontext() as kept:
        for number in range(parsed.games):
            game = play(box, other, number, parsed.simulations)
            if kept:
                kept.write(json.dumps(asdict(game)) + "\n")
            yield game


def widest(games: list[Game], many: int) -> list[tuple[Game, Choice]]:
    """Of the games it won, the positions where the strongest saw the greatest difference."""
    differing = [(game, choice) for game in games if game.won == 1 for choice in game.choices if choice.new != choice.old]
    return sorted(differing, key=lambda found: -found[1].gap)[:many]


def chosen(games: list[Game], place: str) -> tuple[Game, Choice]:
    """A position by the game's number and how many actions came before; where the other was to act, with what to do instead."""
    number, ply, *instead = place.split(":")
    [game] = [game for game in games if game.number == int(number)]
    found = [choice for choice in game.choices if choice.ply == int(ply)]
    return game, Choice(int(ply), instead[0], game.actions[int(ply)], 0.0) if instead else found[0]


def compared(box: Box, name: str, found: list[tuple[Game, Choice]], parsed: argparse.Namespace) -> str:
    """An idea: in how many positions it tells the two apart; and of some of them, what either choice wins when the strongest plays on."""
    some, mind = found[:: max(1, len(found) // parsed.positions)][: parsed.positions], mind_of(box, list(box.bots)[-1])
    points = [0.0, 0.0]
    for game, choice in some:
        table = game.table(box, choice.ply)
        for i, action in enumerate((choice.new, choice.old)):
            points[i] += sum(mind.played_on(table, game.seat, action, parsed.simulations, seed) for seed in range(parsed.on))
    told = f"; {len(some)} of them played on {parsed.on} times: {points[0]:g} and {points[1]:g} won" if parsed.on else ""
    return f"{name}: {len(found)}{told}"


def ideas_parser(about: str) -> argparse.ArgumentParser:
    """The words of a program that counts ideas in kept games."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", type=Path)
    parser.add_argument("--on", type=int, default=0, help="games from a position after either choice")
    parser.add_argument("--positions", type=int, default=10, help="of each idea, evenly taken")
    parser.add_argument("--simulations", type=int, default=1000)
    return parser


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--with", dest="other", metavar="LEVEL", help="the one below the strongest, if none is named")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--best", type=int, default=10, help="positions to look at once more")
    parser.add_argument("--on", type=int, default=10, help="games from each of them, for either choice and either level")
    parser.add_argument("--keep", type=Path, help="a file for all games")
    parser.add_argument("--at", nargs="*", metavar="GAME:PLY[:ACTION]", help="positions to look at instead")
    parsed = parser.parse_args()
    box = find(parsed.game)
    other = parsed.other or list(box.bots)[-2]
    games = read(parsed.keep) if parsed.keep and parsed.keep.exists() else list(played(box, other, parsed))
    print(f"{list(box.bots)[-1]} won {sum(game.won for game in games):g} of {len(games)} against {other}")
    for game, choice in [chosen(games, place) for place in parsed.at or ()] or widest(games, parsed.best):
        print("\n".join(looked_at(box, other, game, choice, parsed.simulations, parsed.on)), flush=True)


if __name__ == "__main__":
    main()
