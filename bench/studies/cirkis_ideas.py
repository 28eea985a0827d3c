"""Study: how often CirKis' master follows the ideas of its page `learned`, compared with its opponent.

It counts in games kept by bench/studies/learned.py, and prints each player's habits, then for each idea in how many positions it
separates the two choices and, for some of these, how often each choice wins when play continues.

python bench/studies/learned.py cirkis --with champion --games 100 --simulations 4000 --best 0 --keep GAMES
python -m bench.studies.cirkis_ideas GAMES [--on N] [--positions N] [--simulations N]
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import mean

from bench.studies.learned import Choice, Game, compared, ideas_parser, read

from tableronde.game import Action, Seat
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.rules import PASS
from tableronde.games.cirkis.rules.board import Figure, board
from tableronde.games.cirkis.rules.pieces import Placement, standard
from tableronde.table import Table

WIDE = 0.05  # of the win: a difference between two choices that counts
BIG, FAN, SLIVER = "big-slice", "fan", "sliver"
PLACES = {place.action: place for place in standard().placements}


@dataclass
class Habits:
    """A player's habits in all its games."""

    when: dict[str, list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )  # the turns in which each shape was laid, counting its own pieces
    counts: Counter[str] = field(default_factory=Counter)

    def describe(self) -> str:
        when = ", ".join(f"{shape} {mean(turns):.1f} ({len(turns)})" for shape, turns in sorted(self.when.items()))
        return f"  mean turn of each shape (number laid): {when}\n  {dict(self.counts)}"


def opens(table: Table, seat: Seat, action: Action) -> bool:
    """Return whether a piece lets the opponent lay the first sliver: it touches a free space for one."""
    facts = table.facts()
    free = [space for space, ring in enumerate(board().spaces) if ring.kind == "S" and facts["owner"][space] is None]
    here = PLACES.get(action)
    lets = here is not None and shape_of(action) != SLIVER and any(here.around >> space & 1 for space in free)
    return lets and facts["sliver_bonus"] and facts["pieces_left"][1 - seat][SLIVER] > 0


def shape_of(action: Action) -> str:
    """Return the shape that is laid."""
    return action.partition("@")[0]


def circle_of(place: Placement) -> Figure:
    """Return the circle a big slice lies in."""
    return next(figure for figure in board().figures if set(place.spaces) <= set(figure.spaces))


def follow(game: Game, master: Habits, other: Habits) -> None:
    """Count what both players did in a game."""
    table, laid, circles = game.table(BOX, 0), [0, 0], list[tuple[Seat, str]]()
    for action in game.actions:
        [seat] = table.to_act()
        assert isinstance(seat, int)
        habits = master if seat == game.seat else other
        if action != PASS:
            laid[seat] += 1
            habits.when[shape_of(action)].append(laid[seat])
            habits.counts.update(_opening(table, seat, action))
            if shape_of(action) == BIG:
                circle = circle_of(PLACES[action])
                circles.append((seat, circle.name))
                habits.counts["big slice in an empty circle"] += all(table.facts()["owner"][space] is None for space in circle.spaces)
        table.play(seat, action)
        habits.counts.update(f"free turn: {why}" for why in table.state.now.free if action != PASS)
    for seat, name in circles:
        (master if seat == game.seat else other).counts["big slice that was paid"] += name in table.facts()["figures"]


def _opening(table: Table, seat: Seat, action: Action) -> list[str]:
    if not opens(table, seat, action):
        return []
    forced = all(opens(table, seat, each) for each in table.legal()[seat])
    return ["lets the other lay the first sliver", *(["and had to"] if forced else [])]


def ideas(game: Game, choice: Choice) -> dict[str, bool]:
    """Return the ideas that separate two different choices."""
    table, new, old = game.table(BOX, choice.ply), shape_of(choice.new), shape_of(choice.old)
    lets = [opens(table, game.seat, action) for action in (choice.new, choice.old)]
    return {
        "champion lets the other lay the first sliver": lets[1] and not lets[0],
        "master lets the other lay the first sliver": lets[0] and not lets[1],
        "champion lays a big slice": old == BIG != new,
        "master lays a big slice": new == BIG != old,
        "master lays a fan": new == FAN != old,
        "champion lays a fan": old == FAN != new,
    }


def main() -> None:
    parsed = ideas_parser(__doc__ or "").parse_args()
    games, master, other = read(parsed.games), Habits(), Habits()
    for game in games:
        follow(game, master, other)
    print(f"{len(games)} games, {sum(game.won for game in games):g} won by the master")
    print(f"master\n{master.describe()}\nchampion\n{other.describe()}")
    wide = [(game, choice) for game in games for choice in game.choices if choice.new != choice.old and choice.gap >= WIDE]
    print(f"{len(wide)} choices differ by {WIDE} or more")
    told = [(pair, ideas(*pair)) for pair in wide]
    for name in told[0][1] if told else ():
        print(compared(BOX, name, [pair for pair, which in told if which[name]], parsed), flush=True)


if __name__ == "__main__":
    main()
