"""The board of the dossier's worked examples, for the tests of cirKle × DUO."""

from collections.abc import Iterable
from typing import Any

import support.helpers as helpers
from tableronde.game import Actor, read_actor
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.rules.pieces import CARDS, DICE
from tableronde.table import Table

PEGS = ["PC", "BX", "GS", "YT", "BC", "PX", "YS", "GT", "GC", "YX", "PS", "BT", "YC", "GX", "BS", "PT"]
# E9: every lift wins; seat 0 gathers the purples and the circles
FAMILY_DECK = "PO BO KC GO PC YO PS KS BC KX PX KT GC BS PT BX YC GS BT GX GT YS YT YX"
FAMILY_LIFTS = "0 1 0 2 4 3 2 2 1 1 1 3 2 1 3 4 3 6 1 5 2 3 6 3"


def deck(top: str) -> list[str]:
    """Return a deck that begins with these cards; the others follow in standard order."""
    cards = top.split()
    return cards + [card for card in CARDS if card not in cards]


def start(players: int = 2, top: str = "", *, first: int = 0, pegs: Iterable[str] = PEGS, **options: Any) -> Table:
    """Return a table with the board of the examples; seat 0 begins."""
    cards = {} if options.get("mode") == "dice" else {"deck": deck(top)}
    return Table(BOX, players, options, {"pegs": list(pegs), "first": first, **cards})


def lifts(table: Table, places: str) -> Table:
    """Lift these hats, each as the actor whose turn it is."""
    for place in places.split():
        [actor] = table.to_act()
        table.play(actor, f"lift {place}")
    return table


def events(table: Table, *told: str) -> Table:
    """Play events written as in the dossier: "2: lift 5"."""
    for event in told:
        actor, action = event.split(": ")
        table.play(read_actor(actor), action)
    return table


def rolled(table: Table, roll: str, *places: int) -> Table:
    """Play turns that all have the same roll."""
    for place in places:
        table.play("chance", f"roll {roll}")
        lifts(table, str(place))
    return table


def all_pegs_won() -> Table:
    """Return a dice game in which every lift has won its peg."""
    table = start(2, mode="dice")
    for place, peg in enumerate(PEGS):
        faces = [peg if peg in die else die[5] for die in DICE]
        rolled(table, " ".join(faces), place)
    return table


def slapping(*told: str) -> Table:
    """Return a bridge in which seat 3 has just missed and the others hold a card each."""
    return events(lifts(start(4, "BC GX PS BT", mode="bridge"), "1 7 15 8"), *told)


def result(table: Table) -> str:
    return str(table.facts()["revealed"]["result"])


def won(table: Table) -> list[str]:
    return list(table.facts()["revealed"]["won"])


def lost(table: Table) -> list[str]:
    return list(table.facts()["revealed"]["lost"])


def lowest(table: Table, count: int) -> list[str | None]:
    """Return the lowest cards of the deck as a perfect memory knows them."""
    return list(table.facts(0)["deck"][-count:])


def offered(table: Table) -> list[int]:
    """Return the hats that can be lifted."""
    [actions] = table.legal().values()
    return sorted(int(action.removeprefix("lift ")) for action in actions)


def refused(table: Table, actor: Actor, action: str, clause: str) -> None:
    """Check that an actor's action is refused for that clause."""
    helpers.refused(table, action, clause, actor)
