"""How often Karta Doppio's master does what its page `learned` says, and how often its opponent: counted in the games of bench/learned.py.

python bench/learned.py karta-doppio --with champion --games 40 --simulations 600 --best 0 --keep GAMES
python -m bench.karta_ideas GAMES
"""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.learned import Choice, Game, read

from tableronde.game import Action, Seat
from tableronde.games.karta_doppio import BOX
from tableronde.table import Table


@dataclass(frozen=True)
class Effect:
    """What a card does, to whoever lays it."""

    made: int  # tokens it brings
    broken: int  # tokens it takes from the other
    locked: int  # points of one's own that lie under two leaves from now on
    open: int  # points of one's own under one leaf, afterwards


def effect(table: Table, seat: Seat, action: Action) -> Effect:
    """What a card would do."""
    before, after = table.facts(), table.at(table.plies)
    after.play(seat, action)
    facts, colour = after.facts(), before["colours"][seat]
    change = facts["last"]["delta"]
    known = {tuple(square) for square in before["squares"]}
    own = [square for square in facts["squares"] if square[2] == colour]
    locked = [square for square in own if square[3] == 2 and tuple(square) not in known]
    return Effect(max(0, change[seat]), max(0, -change[1 - seat]), len(locked), sum(square[3] == 1 for square in own))


def follow(game: Game) -> tuple[Counter[str], Counter[str]]:
    """What the master did in a game, and the other."""
    table, both = game.table(BOX, 0), (Counter[str](), Counter[str]())
    for action in game.actions:
        [seat] = table.to_act()
        assert isinstance(seat, int)
        done = effect(table, seat, action)
        both[seat != game.seat].update(cards=1, made=done.made, broken=done.broken, locked=done.locked, open=done.open)
        table.play(seat, action)
    return both


def ideas(game: Game, choice: Choice) -> dict[str, int]:
    """Which ideas tell two different choices apart."""
    table = game.table(BOX, choice.ply)
    new, old = (effect(table, game.seat, action) for action in (choice.new, choice.old))
    return {
        "differing": 1,
        "master locks more": new.locked > old.locked,
        "champion locks more": new.locked < old.locked,
        "champion makes a line, master does not": old.made > 0 == new.made,
        "master makes a line, champion does not": new.made > 0 == old.made,
        "master breaks, champion does not": new.broken > 0 == old.broken,
        "champion breaks, master does not": old.broken > 0 == new.broken,
    }


def main() -> None:
    games = read(Path(sys.argv[1]))
    both = [sum(counted, Counter[str]()) for counted in zip(*map(follow, games), strict=True)]
    print(f"{len(games)} games, {sum(game.won for game in games):g} won by the master\nmaster {dict(both[0])}\nchampion {dict(both[1])}")
    print(dict(sum((Counter(ideas(game, each)) for game in games for each in game.choices if each.new != each.old), Counter[str]())))


if __name__ == "__main__":
    main()
