"""Lessons: steps from the first move to a first tactic, each a position, a sentence or two, and something to do.

They are in `lessons.toml` of a game's folder. A learner's action is judged by a set of good actions, or by a goal that
any legal action may reach. Browser and terminal show the same steps and use the same judgement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal

from tableronde.box import LESSONS as FILE
from tableronde.box import Box
from tableronde.game import Action, Event, Illegal, Json, Seat
from tableronde.learn import figures
from tableronde.learn.figures import BrokenFigure, Figure
from tableronde.table import Table
from tableronde.text import LANGUAGES, Text

WELL_DONE: Final = Text("Très bien !", "Well done!")
NOT_THAT: Final = Text(
    "Ce coup est permis, mais ce n’est pas celui que l’on cherche ici.", "That is allowed, but it is not what is asked for here."
)
_LESSON: Final = {"id", "title", "step"}
_STEP: Final = {"figure", "position", "text", "good", "goal", "hint", "wrong", "done", "reply", "clauses"}
_WRONG: Final = {"actions", "text"}
_MISSING: Final = object()


class BrokenLesson(BrokenFigure):
    """A lesson that cannot be shown: its file and step, and what is wrong with it."""


@dataclass(frozen=True)
class Wrong:
    """A sentence for legal actions that are wrong in a step; without actions, for all that have no other sentence."""

    actions: tuple[Action, ...]
    text: Text


@dataclass(frozen=True)
class Verdict:
    """The answer to a learner's action: done, wrong though legal, or refused by the rules."""

    kind: Literal["done", "wrong", "refused"]
    text: Text
    clause: str = ""
    after: Table | None = field(default=None, repr=False, compare=False)  # the table with the action played, unless it was refused


@dataclass(frozen=True)
class Step:
    """A position, a text, and usually something to do."""

    box: Box = field(repr=False, compare=False)
    name: str  # "jump, step 2", for messages
    figure: Figure  # where it begins
    text: Text
    good: tuple[Action, ...] = ()
    goal: Mapping[str, Json] = field(default_factory=dict)
    hint: Text | None = None
    wrong: tuple[Wrong, ...] = ()
    done: Text | None = None
    reply: tuple[str, ...] = ()  # what other players and chance do afterwards, as in a figure
    clauses: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether there is something to do; otherwise the step is only read."""
        return bool(self.good or self.goal)

    @property
    def seat(self) -> Seat:
        """The learner's seat."""
        return self.figure.seat or 0

    @cached_property
    def table(self) -> Table:
        """The table where the step begins; do not change it, play on a copy: `table.at(table.plies)`."""
        return self.figure.table(self.box)

    def judge(self, action: Action) -> Verdict:
        """Judge an action of the learner."""
        after = self.table.at(self.table.plies)
        try:
            played = after.play(self.seat, action).action
        except Illegal as illegal:
            return Verdict("refused", illegal.refusal.text, illegal.refusal.clause)
        if self._is_done(played, after):
            return Verdict("done", self._named(self.done or WELL_DONE), after=after)
        return Verdict("wrong", self._named(self._blame(played)), after=after)

    def answered(self, after: Table) -> list[Table]:
        """Return the table after each action of the reply; empty if the game is over by then."""
        shown: list[Table] = []
        told = replace(self.figure, actions=self.reply)
        for action in self.reply if after.legal() else ():
            last = shown[-1] if shown else after
            shown.append(told.played_on(last, action))
        return shown

    def next(self) -> Figure:
        """Return the position where a step that continues this one begins: after the first good action and its reply."""
        table = self.judge(self.good[0]).after if self.good else self.table
        assert table is not None
        events = [*(self.answered(table) or [table])[-1].events] if self.good else table.events
        return replace(self.figure, setup=dict(table.setup), actions=tuple(map(_format_event, events)), picked=(), mark=())

    def some_good(self) -> Action | None:
        """Return an action that completes the step: the first good one, or the first legal one that reaches the goal."""
        if self.good:
            return self.good[0]
        legal = self.table.legal().get(self.seat, ()) if self.goal else ()
        return next((action for action in legal if self.judge(action).kind == "done"), None)

    def _is_done(self, played: Action, after: Table) -> bool:
        if self.goal:
            return reached(self.goal, after, self.seat)
        return played in (self.canonical(action) for action in self.good)

    def canonical(self, action: Action) -> Action:
        """Return the canonical form of a legal action; others as they are."""
        try:
            return self.table.at(self.table.plies).play(self.seat, action).action
        except Illegal:
            return action

    def _blame(self, played: Action) -> Text:
        own = [wrong.text for wrong in self.wrong if played in map(self.canonical, wrong.actions)]
        return next(iter(own + [wrong.text for wrong in self.wrong if not wrong.actions]), NOT_THAT)

    def _named(self, text: Text) -> Text:
        return text.named(self.table.names)


@dataclass(frozen=True)
class Lesson:
    """A title and its steps."""

    id: str
    title: Text
    steps: tuple[Step, ...]


def _format_event(event: Event) -> str:
    return f"{event.actor}: {event.action}"


def reached(goal: Mapping[str, Json], table: Table, seat: Seat) -> bool:
    """Return whether the facts that a seat knows match a goal; `over` and `won` are understood in every game."""
    outcome = table.outcome
    facts = {"over": outcome is not None, "won": outcome is not None and seat in outcome.winners, **table.facts(seat)}
    return all(_fits(_fact(facts, path.split(".")), wanted) for path, wanted in goal.items())


def _fact(facts: Any, path: Sequence[str]) -> Any:
    """Return the value at the end of a path of keys and list indexes."""
    for name in path:
        if isinstance(facts, Mapping) and name in facts:
            facts = facts[name]
        elif isinstance(facts, list) and name.isdecimal() and int(name) < len(facts):
            facts = facts[int(name)]
        else:
            return _MISSING
    return facts


def _fits(fact: Any, wanted: Json) -> bool:
    if isinstance(wanted, Mapping):
        return all(_fits(_fact(fact, name.split(".")), value) for name, value in wanted.items())
    return type(fact) is type(wanted) and bool(fact == wanted)


def lessons(box: Box) -> tuple[Lesson, ...]:
    """Read the lessons of a game, in order; BrokenLesson or BrokenFigure if one cannot be read."""
    whole = figures.toml(box, FILE)
    known = figures.figures(box)
    if set(whole) - {"lesson", figures.EDITION}:
        strange = sorted(set(whole) - {"lesson", figures.EDITION})
        raise BrokenLesson(FILE, box.slug, f"the file holds [[lesson]] tables, not {strange[0]!r}")
    edition = figures.edition_of(whole, FILE, box.slug)
    found = tuple(_lesson(box, known, _dated(value, edition)) for value in _list(box.slug, whole.get("lesson", [])))
    ids = [lesson.id for lesson in found]
    for id in ids:
        if ids.count(id) > 1:
            raise BrokenLesson(FILE, id, "two lessons have this id")
    return found


def _dated(lesson: Mapping[str, Any], edition: int | None) -> Mapping[str, Any]:
    """A lesson whose own positions say for which edition they were made, if the file does."""
    steps = lesson.get("step")
    if edition is None or not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        return lesson
    dated = [{**step, "position": figures.dated(step["position"], edition)} if "position" in step else step for step in steps]
    return {**lesson, "step": dated}


def _lesson(box: Box, known: Mapping[str, Figure], value: Mapping[str, Any]) -> Lesson:
    name = str(value.get("id", "a lesson"))
    _check_keys(name, value, _LESSON)
    if not name.replace("-", "").isalnum():
        raise BrokenLesson(FILE, name, "an id must consist of letters, digits and hyphens")
    steps: list[Step] = []
    for i, each in enumerate(_list(name, value.get("step", []))):
        steps.append(_step(box, known, f"{name}, step {i + 1}", each, steps[-1] if steps else None))
    if not steps:
        raise BrokenLesson(FILE, name, "a lesson must have at least one [[lesson.step]]")
    return Lesson(name, _text(name, "title", value.get("title")), tuple(steps))


def _step(box: Box, known: Mapping[str, Figure], name: str, value: Mapping[str, Any], before: Step | None) -> Step:
    _check_keys(name, value, _STEP)
    goal = value.get("goal", {})
    if not isinstance(goal, dict):
        raise BrokenLesson(FILE, name, f"goal = {goal!r} must be a table of facts")
    step = Step(
        box,
        name,
        _position(known, name, value, before),
        _text(name, "text", value.get("text")),
        _words(name, "good", value),
        goal,
        _text(name, "hint", value["hint"]) if "hint" in value else None,
        tuple(_wrong(name, each) for each in _list(name, value.get("wrong", []))),
        _text(name, "done", value["done"]) if "done" in value else None,
        _words(name, "reply", value),
        _words(name, "clauses", value),
    )
    if step.reply and not step.asks:
        raise BrokenLesson(FILE, name, "a step that is only read cannot have a reply")
    return step


def _position(known: Mapping[str, Figure], name: str, value: Mapping[str, Any], before: Step | None) -> Figure:
    """Read where a step begins: a figure, keys of one, or the end of the step before. The learner's seat is always set."""
    if "figure" in value and "position" in value:
        raise BrokenLesson(FILE, name, "a step must have a figure or a position of its own, not both")
    if "position" in value:
        found = figures.read(name, value["position"], FILE)
    elif "figure" in value:
        if value["figure"] not in known:
            raise BrokenLesson(FILE, name, f"there is no figure {value['figure']!r} in {figures.FILE}")
        found = known[value["figure"]]
    elif before is None:
        raise BrokenLesson(FILE, name, "the first step must have a figure or a position")
    elif len(before.good) > 1 or (before.goal and not before.good):
        raise BrokenLesson(FILE, name, "the step before may end in several ways, so this one needs a figure or a position")
    else:
        found = before.next()
    return replace(found, eyes=found.seat or 0)


def _wrong(name: str, value: Mapping[str, Any]) -> Wrong:
    _check_keys(name, value, _WRONG)
    return Wrong(_words(name, "actions", value), _text(name, "wrong", value.get("text")))


def _check_keys(name: str, value: Mapping[str, Any], known: set[str]) -> None:
    strange = sorted(set(value) - known)
    if strange:
        raise BrokenLesson(FILE, name, f"there is no key {strange[0]!r}; there is {', '.join(sorted(known))}")


def _list(name: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise BrokenLesson(FILE, name, f"expected a list of tables, not {value!r}")
    return value


def _words(name: str, key: str, value: Mapping[str, Any]) -> tuple[str, ...]:
    given = value.get(key, [])
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise BrokenLesson(FILE, name, f"{key} = {given!r} must be a list of texts")
    return tuple(given)


def _text(name: str, key: str, value: Any) -> Text:
    """Read a text in both languages."""
    if (
        not isinstance(value, dict)
        or set(value) != set(LANGUAGES)
        or not all(isinstance(each, str) and each.strip() for each in value.values())
    ):
        raise BrokenLesson(FILE, name, f"{key} must be in both languages: {{ fr = …, en = … }}, not {value!r}")
    return Text(value["fr"].strip(), value["en"].strip())
