"""A table as short plain text for language models: facts, latest events and legal actions; and the parser of their answers.

It needs no other packages. Facts have the names of the game's dossier, so that a model that has read the rules page understands them.
"""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Json, Seat, is_open
from tableronde.record import compact

LATEST: Final = 8  # latest events in the prompt
LISTED: Final = 40  # actions listed; the others are allowed too


def prompt(box: Box, game: AnyGame, view: Any, seat: Seat, heard: Sequence[Event], legal: Sequence[Action]) -> str:
    """Write everything a seat needs for its choice, in a few lines."""
    parts = [
        f"{box.title.en}. You are seat {seat} of {game.seats}.",
        f"Goal: {box.goal.en}" if box.goal.en else "",
        *_facts(game.facts(view)),
    ]
    latest = "; ".join(f"{actor}: {action}" for actor, action in heard[-LATEST:])
    parts += [f"Latest: {latest}" if latest else "", *_offer(legal), "Answer with one action, exactly as written."]
    return "\n".join(part for part in parts if part)


def understood(answer: str, legal: Sequence[Action]) -> Action:
    """Find the legal action in an answer, the longest if there are several; LookupError if there is none."""
    lines = [line.strip(" `'\"*.\t") for line in answer.splitlines()]
    found = [action for action in legal if action in lines] or [action for action in legal if _stands_in(action, answer)]
    spoken = [line for line in lines for action in legal if is_open(action) and line.startswith(action[:-1]) and len(line) >= len(action)]
    if not found and not spoken:
        raise LookupError(f"there is no legal action in {answer[:60]!r}")
    return max(found or spoken, key=len)


def _stands_in(action: Action, answer: str) -> bool:
    return re.search(rf"(?<![\w,>|@-]){re.escape(action)}(?![\w,>|@-])", answer) is not None


def _facts(facts: dict[str, Json]) -> list[str]:
    """Return a line for each fact that is not empty."""
    return [
        f"{name}: {value if isinstance(value, str) else compact(value)}" for name, value in facts.items() if value not in (None, [], {}, "")
    ]


def _offer(legal: Sequence[Action]) -> list[str]:
    """List the legal actions; of many only some, spread evenly."""
    step = -(-len(legal) // LISTED) or 1
    shown = "  ".join(legal[::step])
    more = f" (every {step}th of {len(legal)}; the others are allowed too)" if step > 1 else ""
    word = " (* stands for a word of your own)" if any(map(is_open, legal)) else ""
    return [f"You may{more}{word}: {shown}"]


class TextBot(Bot):
    """A player that uses a language model: define `ask`, which sends a prompt to a model and returns its answer.

    An answer without a legal action is sent back with an explanation; after some attempts the choice is random.
    """

    tries = 3

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """Return the model's answer to a prompt."""

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        question = prompt(self.box, self.game, view, self.seat, heard, legal)
        for _ in range(self.tries):
            answer = self.ask(question)
            try:
                return understood(answer, legal)
            except LookupError as error:
                question = f"{question}\n({error.args[0]})"
        closed = [action for action in legal if not is_open(action)]
        return self.rng.choice(closed) if closed else None
