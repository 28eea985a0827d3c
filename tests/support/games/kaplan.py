"""The set-up and the logs of the dossier's worked examples, for the tests of Le Cadran de Kaplan."""

from random import Random
from typing import Any

from tableronde.game import CHANCE
from tableronde.games.kaplan import BOX
from tableronde.table import Table

PERCHE: dict[str, Any] = {
    "word": "PERCHE",
    "start": 10,
    "first": 0,
    "forms": ["PERCHES"],
    "neighbours": ["PECHE"],
    "clues": {
        "c1": {"kind": "initial", "text": "P"},
        "c2": {"kind": "analogy", "text": "saut"},
        "g1": {"kind": "length", "text": "6"},
        "g2": {"kind": "expression", "text": "tendre"},
        "s1": {"kind": "gender", "text": "F.Sing"},
        "s2": {"kind": "synonym", "text": "poisson"},
    },
}
LOGS = {
    "E3": """c roll 3 7 10; 0 use 10 10; 0 bet 10 4; 0 bet 10 3
             c roll 2 10 11; 1 use 2 10 11; 1 bet 10 7""",
    "E4": """c roll 5 5 8; 0 use 5 5 8; 0 bet 5 1; 0 bet 5 2; 0 end
             c roll 5 5 5; 1 use 5 5 5; 1 bet 5 9; 1 bet 5 3; 1 bet 5 4; 1 clue s1""",
    "E6": """0 bet 1 1; 0 bet 2 2; 0 end; 1 bet 1 1; 1 bet 2 2; 1 end; 2 bet 1 1; 2 bet 2 5; 2 end
             0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3; 0 clue g1; 1 bet 2 8; 1 clue c1; 1 bet 3 4""",
    "E7": """0 bet 2 1; 0 bet 3 1; 0 bet 4 2; 1 bet 2 1; 1 bet 3 1; 1 bet 4 2
             0 bet 2 5; 0 bet 3 5; 0 bet 4 6; 1 bet 2 5; 1 bet 3 5; 1 bet 4 6
             0 bet 2 9; 0 clue c2; 0 bet 3 9; 0 clue c1; 0 bet 4 8
             1 bet 10 2; 1 bet 11 3; 1 bet 6 3; 0 bet 10 2; 0 bet 11 3; 0 bet 6 3
             1 bet 10 9; 1 bet 11 9; 1 bet 6 8; 0 bet 10 4; 0 bet 11 4; 0 bet 6 6
             1 bet 10 8; 1 clue g1; 1 bet 11 7; 1 clue g2; 1 bet 6 7; 1 clue s1
             0 bet 7 7; 0 bet 8 7; 0 bet 12 8; 1 bet 7 4; 1 bet 8 4; 1 bet 12 6
             0 bet 7 9; 0 bet 8 9; 0 end; 1 bet 7 1; 1 bet 1 2; 1 end; 0 bet 7 8; 0 clue s2; 0 bet 8 5; 0 end; 1 bet 8 6""",
    "E8": """0 bet 1 1; 0 bet 2 2; 0 bet 3 3; 1 bet 1 1; 1 bet 2 2; 1 end; 2 bet 1 1; 2 bet 4 2; 2 end
             0 bet 5 4; 0 bet 6 5; 0 bet 7 6; 1 bet 8 3; 1 bet 9 4; 1 end; 2 bet 10 3; 2 bet 11 4; 2 end
             0 bet 8 7; 0 bet 9 8; 0 end; 1 bet 12 5; 1 bet 4 6; 1 end; 2 bet 12 5; 2 bet 5 6; 2 end
             0 bet 10 9; 0 bet 11 1
             1 bet 6 7; 1 bet 7 8; 1 end; 2 bet 6 7; 2 bet 1 8; 2 end
             0 bet 7 5""",
    "E9": """2 kaplan Perches
             c roll 1 2 3; 0 kaplan perhce; 0 use 1 2 3
             3 kaplan pêche""",
    "E11": """0 bet 2 1; 0 bet 3 2; 0 end; 1 bet 2 1; 1 bet 3 2; 1 end; 2 bet 2 9; 2 bet 3 8; 2 end
              3 bet 6 1; 3 bet 7 2; 3 end; 4 bet 6 1; 4 bet 7 2; 4 end; 0 bet 6 9; 0 bet 7 8; 0 end
              1 bet 10 3; 1 bet 11 4; 1 end; 2 bet 10 1; 2 bet 11 2; 2 end; 3 bet 10 9; 3 bet 11 8; 3 end
              4 bet 2 3; 4 bet 3 4; 4 end; 0 bet 2 3; 0 clue c1; 0 bet 3 7; 0 clue c2; 0 end
              1 bet 6 5; 1 bet 7 6; 1 end; 2 bet 6 6; 2 clue s1; 2 bet 7 7; 2 clue s2; 2 end
              3 bet 10 3; 3 bet 11 4; 3 end; 4 bet 10 5; 4 clue g2; 4 bet 11 6; 4 clue g1
              4 ally 2; 2 refuse; 4 ally 0; 0 accept; 1 ally none; 2 ally 1; 1 accept
              3 kaplan PERCHE; 4 bet 12 7; 0 kaplan PERCHEE""",
    "E13": "c roll 4 4 9; 0 use 4 4 9; 0 bet 4 8; 0 bet 4 6",
    "E15": """0 bet 1 1; 0 bet 2 2; 0 end; 1 bet 1 1; 1 bet 2 2; 1 end; 2 bet 1 1; 2 bet 2 5; 2 end
              0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3; 1 kaplan TORCHE; 0 kaplan PERCHE""",
}
PLAYERS = {"E7": 2, "E9": 4, "E11": 5}
NO_DICE = {"no_dice": True}
FORGIVING = {"strict_words": False}
OPTIONS = {
    **dict.fromkeys(("E6", "E7", "E8", "E15"), NO_DICE),
    "E9": FORGIVING,
    "E11": NO_DICE | FORGIVING,
    "E13": {"bluff": True, "token_tints": True},
}


def seated(players: int = 3, **options: bool) -> Table:
    """Return a new table with the word PERCHE."""
    return Table(BOX, players, options, PERCHE)


def log(table: Table, text: str) -> Table:
    """Play a log: "c" is chance, other actors are seats; actions are separated by semicolons or line breaks."""
    for line in text.replace("\n", ";").split(";"):
        if line.strip():
            actor, action = line.strip().split(" ", 1)
            table.play(CHANCE if actor == "c" else int(actor), action)
    return table


def example(name: str, lines: int | None = None) -> Table:
    """Return the table after an example's log, or after its first lines."""
    text = "\n".join(LOGS[name].split("\n")[:lines])
    return log(seated(PLAYERS.get(name, 3), **OPTIONS.get(name, {})), text)


def moves(table: Table, seat: int) -> list[str]:
    """Return the legal actions of a seat, without announcements."""
    return [action for action in table.legal().get(seat, ()) if action != "kaplan *"]


def to_play(table: Table) -> list[str]:
    """Return the legal actions of the only actor, without announcements."""
    [actor] = table.to_act()
    return [action for action in table.legal()[actor] if action != "kaplan *"]


def play_on(table: Table, rng: Random) -> None:
    """Play one more random event, without announcements."""
    table.play(table.to_act()[0], rng.choice(to_play(table)))
