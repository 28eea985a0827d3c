"""Study: what a game's strongest level plays differently from a weaker one, as material for the page `learned` in the game's folder.

The strongest level plays a weaker one, both with the same number of simulations, and every choice in which they differ is noted.
The positions where the strongest saw the greatest difference are then evaluated again by both, with twenty times as many simulations,
and played on after either choice, by each level against itself. Only for games for two, and levels that search over a kernel.

python bench/studies/learned.py GAME [--with LEVEL] [--games N] [--simulations N] [--best N] [--on N] [--keep FILE]
    [--at GAME:PLY[:ACTION] ...]

With --keep all games are written to a file, a game a line (`Game`); if the file exists, its games are used instead of
new ones. With --at these positions are evaluated rather than those of the greatest difference; where the weaker level was to act, add
the action that the strongest would have chosen.
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
from tableronde.kernels.proof import FromState
from tableronde.shelf import find
from tableronde.table import Table

DEEPER = 20
HARDLY = 0.01  # of the win: the most that varied play may give away


@dataclass(frozen=True)
class SearchLevel:
    """A level: its kernel and its search settings."""

    from_state: FromState
    level: Level

    def tree(self, table: Table, simulations: int, seed: int) -> Tree:
        """Return its tree after this many simulations."""
        tree = Tree(self.from_state(table.state, table.game.options), seed, 3_000_000)
        tree.patience, tree.widest, tree.thorough = self.level.patience, self.level.widest, self.level.thorough
        tree.think(simulations, 1e9)
        return tree

    def choice(self, tree: Tree) -> Action:
        """Choose at random among the best and the well-explored moves that are hardly worse, so that games differ throughout."""
        moves = [move for move in tree.rivals(min(self.level.variety, HARDLY)) if 8 * tree.tries(move) >= tree.tries(tree.best())]
        return tree.kernel.action(moves[tree.luck.below(len(moves))])

    def share(self, table: Table, seat: Seat, action: Action, simulations: int) -> tuple[float, str]:
        """Return a seat's expected share after an action, and whether it is proved."""
        after = table.at(table.plies)
        after.play(seat, action)
        if after.outcome:
            return won(after, seat), "proved"
        tree = self.tree(after, simulations, 7)
        worth = tree.value(tree.best())
        return worth if tree.kernel.mover == seat else 1 - worth, "proved" if tree.proof[0] else ""

    def played_on(self, table: Table, seat: Seat, action: Action, simulations: int, seed: int) -> float:
        """Return a seat's result when this level plays on for both sides after an action."""
        table, rng = table.at(table.plies), Random(seed)
        table.play(seat, action)
        while legal := table.legal():
            [(actor, actions)] = legal.items()
            table.play(actor, actions[0] if len(actions) == 1 else self.choice(self.tree(table, simulations, rng.getrandbits(40))))
        return won(table, seat)


@dataclass(frozen=True)
class Choice:
    """A choice of the strongest level, and that of the other in the same position."""

    ply: int
    new: Action
    old: Action
    gap: float  # difference in share, as the strongest saw it


@dataclass(frozen=True)
class Game:
    """A game of the strongest level against the other."""

    number: int
    won: float  # the strongest level's part of the win
    seat: Seat  # the strongest level's seat
    setup: Json
    actions: list[Action]
    choices: list[Choice]

    def table(self, box: Box, ply: int) -> Table:
        """Return the table after this many actions."""
        table = Table(box, 2, {}, self.setup)
        for action in self.actions[:ply]:
            [actor] = table.to_act()
            table.play(actor, action)
        return table


def won(table: Table, seat: Seat) -> float:
    """Return a seat's part of the win."""
    assert table.outcome
    return (seat in table.outcome.winners) / len(table.outcome.winners)


def find_level(box: Box, name: str) -> SearchLevel:
    """Return a level by its name."""
    maker = box.bots[name]
    assert isinstance(maker, partial), f"{name} does not search over a kernel"
    return SearchLevel(**maker.keywords)


def find_levels(box: Box, other: str) -> tuple[SearchLevel, SearchLevel]:
    """Return the strongest level and another one."""
    return find_level(box, list(box.bots)[-1]), find_level(box, other)


def play(box: Box, other: str, number: int, simulations: int) -> Game:
    """Play one game, the strongest level in the first seat or the second by turns."""
    rng, table, (new, old), found = Random(number), Table(box, 2, {}, rng=Random(number // 2)), find_levels(box, other), list[Choice]()
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
    """Yield lines on a position: how both levels value the two choices, and their results when play continues."""
    table, both = game.table(box, choice.ply), find_levels(box, other)
    [seat] = table.to_act()
    assert isinstance(seat, int)
    yield f"\ngame {game.number}, after {choice.ply} actions: {game.actions[: choice.ply]}"
    for name, action in (("new", choice.new), ("old", choice.old)):
        shares = [level.share(table, seat, action, DEEPER * simulations) for level in both]
        rest = [sum(level.played_on(table, seat, action, simulations, seed) for seed in range(games)) for level in both]
        thought = ", ".join(f"{share:.2f} {proved}" for share, proved in shares)
        yield f"  {name} {action}: {thought}; played on {games} times: " + ", ".join(f"{points:g}" for points in rest)


def read(path: Path) -> list[Game]:
    """Read games from a file."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Game(**{**line, "choices": [Choice(**each) for each in line["choices"]]}) for line in lines]


def played(box: Box, other: str, parsed: argparse.Namespace) -> Iterator[Game]:
    """Yield the games, each written to the file as soon as it is over."""
    with parsed.keep.open("w", encoding="utf-8", buffering=1) if parsed.keep else nullcontext() as kept:
        for number in range(parsed.games):
            game = play(box, other, number, parsed.simulations)
            if kept:
                kept.write(json.dumps(asdict(game)) + "\n")
            yield game


def widest(games: list[Game], many: int) -> list[tuple[Game, Choice]]:
    """Return the positions, among games it won, where the strongest level saw the greatest difference."""
    differing = [(game, choice) for game in games if game.won == 1 for choice in game.choices if choice.new != choice.old]
    return sorted(differing, key=lambda found: -found[1].gap)[:many]


def chosen(games: list[Game], place: str) -> tuple[Game, Choice]:
    """Find a position by the game's number and ply; where the other level was to act, with the action to compare."""
    number, ply, *instead = place.split(":")
    [game] = [game for game in games if game.number == int(number)]
    found = [choice for choice in game.choices if choice.ply == int(ply)]
    return game, Choice(int(ply), instead[0], game.actions[int(ply)], 0.0) if instead else found[0]


def compared(box: Box, name: str, found: list[tuple[Game, Choice]], parsed: argparse.Namespace) -> str:
    """Describe an idea: in how many positions it separates the choices, and what each of them wins in some when the strongest plays on."""
    some, level = found[:: max(1, len(found) // parsed.positions)][: parsed.positions], find_level(box, list(box.bots)[-1])
    points = [0.0, 0.0]
    for game, choice in some:
        table = game.table(box, choice.ply)
        for i, action in enumerate((choice.new, choice.old)):
            points[i] += sum(level.played_on(table, game.seat, action, parsed.simulations, seed) for seed in range(parsed.on))
    told = f"; {len(some)} of them played on {parsed.on} times: {points[0]:g} and {points[1]:g} won" if parsed.on else ""
    return f"{name}: {len(found)}{told}"


def ideas_parser(about: str) -> argparse.ArgumentParser:
    """Create the parser for scripts that count ideas in kept games."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", type=Path)
    parser.add_argument("--on", type=int, default=0, help="games to play on from a position after either choice")
    parser.add_argument("--positions", type=int, default=10, help="positions of each idea to play on, evenly chosen")
    parser.add_argument("--simulations", type=int, default=1000)
    return parser


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--with", dest="other", metavar="LEVEL", help="the other level (default: the one below the strongest)")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--best", type=int, default=10, help="positions to evaluate again")
    parser.add_argument("--on", type=int, default=10, help="games to play on from each of them, for either choice and either level")
    parser.add_argument("--keep", type=Path, help="the file of all games")
    parser.add_argument("--at", nargs="*", metavar="GAME:PLY[:ACTION]", help="evaluate these positions instead")
    parsed = parser.parse_args()
    box = find(parsed.game)
    other = parsed.other or list(box.bots)[-2]
    games = read(parsed.keep) if parsed.keep and parsed.keep.exists() else list(played(box, other, parsed))
    print(f"{list(box.bots)[-1]} won {sum(game.won for game in games):g} of {len(games)} against {other}")
    for game, choice in [chosen(games, place) for place in parsed.at or ()] or widest(games, parsed.best):
        print("\n".join(looked_at(box, other, game, choice, parsed.simulations, parsed.on)), flush=True)


if __name__ == "__main__":
    main()
