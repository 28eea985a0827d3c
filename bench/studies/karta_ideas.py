"""Study: how often Karta Doppio's master follows the ideas of its page `learned`, compared with its opponent.

It counts in games kept by bench/studies/learned.py, and prints each player's habits, then for each idea in how many positions it
separates the two choices and, for some of these, how often each choice wins when play continues.

python bench/studies/learned.py karta-doppio --with champion --games 40 --simulations 600 --best 0 --keep GAMES
python -m bench.studies.karta_ideas GAMES [--on N] [--positions N] [--simulations N]
"""

from collections import Counter
from dataclasses import dataclass

from bench.studies.learned import Choice, Game, compared, ideas_parser, read

from tableronde.game import Action, Seat
from tableronde.games.karta_doppio import BOX
from tableronde.table import Table

Cell = tuple[int, int]
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Effect:
    """The effect of a card for the player who lays it."""

    made: int  # tokens it brings
    broken: int  # tokens it takes from the opponent
    locked: int  # own points that are under two leaves from now on
    open: int  # own points under one leaf, afterwards
    faced: int  # gaps in the opponent's lines before: squares where one more point makes a line
    gaps: int  # the same afterwards


def effect(table: Table, seat: Seat, action: Action) -> Effect:
    """Return what a card would do."""
    before, after = table.facts(), table.at(table.plies)
    after.play(seat, action)
    facts, colour = after.facts(), before["colours"][seat]
    change = facts["last"]["delta"]
    known = {tuple(square) for square in before["squares"]}
    own = [square for square in facts["squares"] if square[2] == colour]
    locked = [square for square in own if square[3] == 2 and tuple(square) not in known]
    faced, left = (len(gaps(each["squares"], before["colours"][1 - seat])) for each in (before, facts))
    return Effect(max(0, change[seat]), max(0, -change[1 - seat]), len(locked), sum(square[3] == 1 for square in own), faced, left)


def gaps(squares: list[tuple[int, int, str | None, int]], colour: str) -> set[Cell]:
    """Return the squares, on the table or beside it, where one more point of a colour makes a line; locked ones are left out."""
    own = {(x, y) for x, y, shown, _ in squares if shown == colour}
    shut = own | {(x, y) for x, y, _, layers in squares if layers == 2}
    near = {(x + dx, y + dy) for x, y in own for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {cell for cell in near - shut if any(_run(own, cell, step) + _run(own, cell, (-step[0], -step[1])) >= 3 for step in STEPS)}


def _run(own: set[Cell], cell: Cell, step: Cell) -> int:
    """Return how many points follow a cell in a direction."""
    length = 0
    while (cell := (cell[0] + step[0], cell[1] + step[1])) in own:
        length += 1
    return length


def follow(game: Game) -> tuple[Counter[str], Counter[str]]:
    """Count what the master and its opponent did in a game."""
    table, both = game.table(BOX, 0), (Counter[str](), Counter[str]())
    for action in game.actions:
        [seat] = table.to_act()
        assert isinstance(seat, int)
        done = effect(table, seat, action)
        both[seat != game.seat].update(cards=1, made=done.made, broken=done.broken, locked=done.locked, open=done.open, gaps=done.gaps)
        both[seat != game.seat].update(faced=done.faced > 0, closed=done.faced > 0 == done.gaps)
        table.play(seat, action)
    return both


def ideas(game: Game, choice: Choice) -> dict[str, bool]:
    """Return the ideas that separate two different choices."""
    table = game.table(BOX, choice.ply)
    new, old = (effect(table, game.seat, action) for action in (choice.new, choice.old))
    return {
        "master locks more": new.locked > old.locked,
        "champion locks more": new.locked < old.locked,
        "champion makes a line, master does not": old.made > 0 == new.made,
        "master makes a line, champion does not": new.made > 0 == old.made,
        "master breaks, champion does not": new.broken > 0 == old.broken,
        "champion breaks, master does not": old.broken > 0 == new.broken,
        "master leaves fewer gaps": new.gaps < old.gaps,
        "champion leaves fewer gaps": new.gaps > old.gaps,
    }


def main() -> None:
    parsed = ideas_parser(__doc__ or "").parse_args()
    games = read(parsed.games)
    both = [sum(counted, Counter[str]()) for counted in zip(*map(follow, games), strict=True)]
    print(f"{len(games)} games, {sum(game.won for game in games):g} won by the master\nmaster {dict(both[0])}\nchampion {dict(both[1])}")
    differing = [(game, choice) for game in games for choice in game.choices if choice.new != choice.old]
    print(f"{len(differing)} choices differ")
    told = [(pair, ideas(*pair)) for pair in differing]
    for name in told[0][1] if told else ():
        print(compared(BOX, name, [pair for pair, which in told if which[name]], parsed), flush=True)


if __name__ == "__main__":
    main()
