"""Three levels for any game, offered where a game brings none of its own: the search, with few simulations and with slips."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tableronde.bots.bot import BotMaker
from tableronde.bots.search import SearchBot
from tableronde.bots.simple import settled
from tableronde.game import Action, Event
from tableronde.text import Text


class EasyBot(SearchBot):
    """Looks a little ahead, and plays anything at every other turn: a child can win."""

    simulations = 10
    slips = 0.6  # the probability of a random action

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        if actions and self.rng.random() < self.slips:
            return self.rng.choice(actions)
        return super().choose(view, heard, legal)


class MediumBot(EasyBot):
    """Looks further ahead, and slips now and then."""

    simulations = 25
    slips = 0.2


class HardBot(EasyBot):
    """Looks as far ahead as a table can wait for, and never slips."""

    simulations = 100
    slips = 0.0


GENERAL_LEVELS: Final[Mapping[str, BotMaker]] = {"easy": EasyBot, "medium": MediumBot, "hard": HardBot}
GENERAL_TEXTS: Final[Mapping[str, tuple[Text, Text]]] = {
    "easy": (Text("facile", "easy"), Text("se trompe souvent", "often slips")),
    "medium": (Text("moyen", "medium"), Text("se trompe parfois", "slips now and then")),
    "hard": (Text("difficile", "hard"), Text("réfléchit à chaque coup", "thinks about every move")),
}
