"""A table as plain text for language models: rules, facts, latest events and legal actions; and the parser of their answers.

It needs no other packages. Facts have the names of the game's dossier, so that a model that has read the rules page understands them.
"""

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Json, Seat, is_open
from tableronde.learn.rulebook import FIGURE, unlinked
from tableronde.record import compact

LATEST: Final = 8  # latest events in the prompt
LISTED: Final = 40  # actions listed; the others are allowed too
LONGEST: Final = 60  # characters of an answer that is taken for an action
KEYS: Final = ("action", "move")  # of the object with the answer
DECORATION: Final = " `'\"*.!\t"  # around an action in a line
ASKED: Final = 'Answer with one JSON object, the action exactly as written: {"action": "…"}'


def prompt(box: Box, game: AnyGame, view: Any, seat: Seat, heard: Sequence[Event], legal: Sequence[Action], *, rules: bool = False) -> str:
    """Write everything a seat needs for its choice, in a few lines; with `rules` also the rules page."""
    parts = [
        f"{box.title.en}. You are seat {seat} of {game.seats}.",
        f"Goal: {box.goal.en}" if box.goal.en else "",
        f"The rules:\n{rules_text(box)}\n" if rules and box.has_rulebook else "",
        *_facts(game.facts(view)),
    ]
    latest = "; ".join(f"{actor}: {action}" for actor, action in heard[-LATEST:])
    parts += [f"Latest: {latest}" if latest else "", *_offer(legal), ASKED]
    return "\n".join(part for part in parts if part)


def rules_text(box: Box) -> str:
    """Return the English rules page without its figures and links."""
    return unlinked(FIGURE.sub("", box.rulebook("en"))).strip()


def understood(answer: str, legal: Sequence[Action]) -> Action:
    """Find the legal action in an answer: in its last JSON object, or without one in its last line; LookupError if it is not there."""
    for said in _said(answer):
        if said in legal and not is_open(said):
            return said
        if any(is_open(action) and said.startswith(action[:-1]) and len(said) >= len(action) for action in legal):
            return said
    raise LookupError(f"there is no legal action in {answer[-60:]!r}")


def _said(answer: str) -> list[str]:
    """Return the actions that an answer may mean: what its last object says, or its last line as it is, bare, and without a label."""
    found = _last_object(answer)
    if found is not None:
        return [value for key in KEYS if isinstance(value := found.get(key), str)][:1]
    line = next((line.strip() for line in reversed(answer.splitlines()) if line.strip()), "")
    return [line, line.strip(DECORATION), line.rpartition(": ")[2].strip(DECORATION)]


def _last_object(answer: str) -> dict[str, Any] | None:
    """Return the last JSON object in a text that is not inside another one."""
    decoder, found, start = json.JSONDecoder(), None, answer.find("{")
    while start >= 0:
        try:
            found, end = decoder.raw_decode(answer, start)
        except (ValueError, RecursionError):
            end = start + 1
        start = answer.find("{", end)
    return found


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

    An answer without a legal action is sent back with an explanation, which cites the clause; after some attempts the choice is random.
    """

    tries = 3
    rules = True  # whether prompts contain the rules page

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """Return the model's answer to a prompt."""

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        question = prompt(self.box, self.game, view, self.seat, heard, legal, rules=self.rules)
        for _ in range(self.tries):
            answer = self.ask(question)
            try:
                return understood(answer, legal)
            except LookupError as error:
                question = f"{question}\n({self._explain(view, answer) or error.args[0]})"
        closed = [action for action in legal if not is_open(action)]
        return self.rng.choice(closed) if closed else None

    def _explain(self, view: Any, answer: str) -> str:
        """Return why the action of an answer is refused, with its clause; empty if the answer has none.

        The state is imagined: a refusal is the same in all states that the seat cannot tell apart.
        """
        said = next(iter(_said(answer)), "")
        if not said or not said.isascii() or len(said) > LONGEST:
            return ""
        refusal = self.game.why_not(self.game.imagine(view, self.rng), self.seat, said)
        names = self.box.names(self.game.seats)
        return f"{said!r}: {refusal.text.named(names).en}" + (f" [{refusal.clause}]" if refusal.clause else "")
