"""Tables: games in progress. A table holds the events and the state they lead to; all play goes through it."""

from collections.abc import Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

from tableronde import options, touch
from tableronde.box import Box, style_plainly
from tableronde.game import (
    CHANCE,
    Action,
    Actor,
    AnyGame,
    Event,
    Illegal,
    Json,
    Legal,
    Outcome,
    Refusal,
    Seat,
    Setup,
    is_open,
    refuse_in_general,
)
from tableronde.record import BrokenRecord, Record
from tableronde.scene import Scene
from tableronde.text import Text, same


class Table:
    """A game in progress: legal actions, play, undo, and what each seat sees and hears."""

    def __init__(self, box: Box, seats: int, options: Json = None, setup: Setup | None = None, rng: Random | None = None) -> None:
        """Create a table; without a set-up one is dealt. ValueError with a sentence if anything does not fit."""
        self.box = box
        self.game: AnyGame = box.game(seats, options)
        if setup is not None and not isinstance(setup, Mapping):
            raise ValueError(f"a set-up must be an object with names and values, not {setup!r}")
        self.setup: Setup = self.game.deal(rng or Random()) if setup is None else setup
        self.names: Sequence[Text] = box.names(seats)  # the names of the seats; a room puts the players' names here
        self.events: list[Event] = []
        self._states: list[Any] = [self.game.start(self.setup)]
        self.notes: Mapping[str, Json] = self.game.notes(self.setup)  # a replayed record keeps those it was written with
        self._is_as_recorded = False  # whether it was replayed and nothing has happened since
        self._legal: Legal | None = None
        self._viewed: tuple[tuple[Any, dict[Seat | None, Any]], ...] = ()  # the last states seen, and the views of each

    @property
    def state(self) -> Any:
        """The current state. Bots and pictures get views of it, never the state."""
        return self._states[-1]

    @property
    def plies(self) -> int:
        """The number of events that have happened."""
        return len(self.events)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it goes on."""
        return self.game.outcome(self.state)

    def reason(self, outcome: Outcome) -> Text:
        """Return why the game ended, in words, names filled in; the bare reason if the box has no text for it."""
        return self.box.reasons.get(outcome.reason, same(outcome.reason)).named(self.names)

    def legal(self) -> Legal:
        """Return the legal actions of each actor."""
        if self._legal is None:
            self._legal = self.game.legal(self.state)
        return self._legal

    def to_act(self) -> tuple[Actor, ...]:
        """Return the actors the table waits for."""
        legal = self.legal()
        if not legal or self.game.waits_for_all:
            return tuple(legal)  # the game's answer, without asking it a second time
        return self.game.to_act(self.state)

    def play(self, actor: Actor, action: Action) -> Event:
        """Play an action; Illegal, with nothing changed, if it is not legal."""
        event = Event(actor, self._canonical(actor, action))
        state = self.game.apply(self.state, *event)
        self.events.append(event)
        self._states.append(state)
        self._legal = None
        self._is_as_recorded = False
        return event

    def undo(self) -> Event:
        """Undo the last event and return it; ValueError if there is none."""
        if not self.events:
            raise ValueError("nothing has been played yet")
        self._states.pop()
        self._legal = None
        self._is_as_recorded = False
        return self.events.pop()

    def at(self, ply: int) -> "Table":
        """Return the table as it was after this many events; playing there does not change this one."""
        past = copy(self)
        past.events, past._states, past._legal = self.events[:ply], self._states[: ply + 1], None
        past._is_as_recorded = self._is_as_recorded and past.plies == self.plies
        return past

    def why_not(self, actor: Actor, action: Action) -> Refusal | None:
        """Return the clause that forbids an action now, or None if it is legal."""
        try:
            self._canonical(actor, action)
        except Illegal as illegal:
            return illegal.refusal
        return None

    def why_not_press(self, seat: Seat, words: Sequence[str]) -> Refusal:
        """Return why a seat cannot press the last of these words after the others."""
        legal = self.legal()
        if seat not in legal:
            return refuse_in_general(legal, self.to_act(), seat, "").named(self.names)
        return self.game.why_not_press(self.state, seat, words).named(self.names)

    def second_thought(self, seat: Seat, action: Action) -> Text | None:
        """Return why a legal action should be confirmed, names filled in; None if it need not be. Illegal if it is not legal."""
        if not self.game.has_second_thoughts:
            return None
        thought = self.game.second_thought(self.view(seat), seat, self._canonical(seat, action))
        return thought and thought.named(self.names)

    def view(self, seat: Seat | None = None) -> Any:
        """Return what a seat may know; None is a spectator."""
        return self._seen(self.state, _check_seat(seat, self.game.seats))

    def facts(self, seat: Seat | None = None) -> dict[str, Json]:
        """Return what a seat may know, as JSON; without a seat the public facts."""
        return self.game.facts(self.view(seat))

    def heard(self, seat: Seat | None = None, since: int = 0) -> list[Event]:
        """Return the events from number `since` on, as that seat heard them."""
        over, happened = self.outcome is not None, enumerate(self.events[since:], since)
        return [Event(actor, self.game.hear(self._states[i], actor, action, seat, over)) for i, (actor, action) in happened]

    def tale(self, seat: Seat | None = None, since: int = 0, *, reader: Seat | None = None) -> list[Text]:
        """Return the log lines from event `since` on, as that seat heard the events; `{0}` stands for the player in seat 0.

        The lines speak to the player in seat `reader`, if the game can do that.
        """
        views = [self._seen(state, seat) for state in self._states[since:]]
        return [self.box.describe(views[i], event, views[i + 1], reader) for i, event in enumerate(self.heard(seat, since))]

    def touch(self, seat: Seat) -> touch.Tree:
        """Return the tree of words that a seat can press now."""
        return touch.tree(self.legal().get(seat, ()), self.game.touch)

    def scene(self, seat: Seat | None = None, picked: Sequence[str] = ()) -> Scene:
        """Draw the picture for a seat that has picked these words so far."""
        node = {} if seat is None else touch.follow(self.touch(seat), picked)
        return self.draw(seat, picked, () if isinstance(node, str) else tuple(node))

    def draw(self, seat: Seat | None = None, picked: Sequence[str] = (), offers: Sequence[str] = ()) -> Scene:
        """Draw the picture for a seat with these words offered next, whether or not they can be pressed."""
        last = self.last(seat) if self.box.draws_last else ()
        return self.box.scene(self.view(seat), seat, tuple(picked), offers, last)

    def last(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Return the events that led to this position, as a seat heard them: the last one of a player, and those of chance after it."""
        since = self.plies
        while since and self.events[since - 1].actor == CHANCE:
            since -= 1
        return tuple(self.heard(seat, max(since - 1, 0)))

    def chapter(self) -> Text | None:
        """Return the text on what the last action ended while the table goes on, as all may know it; names filled in."""
        if self.box.chapter is None or not self.events or self.outcome is not None:
            return None
        since = self.plies - len(self.last())
        ended = self.box.chapter(self._seen(self._states[since], None), self.view())
        return ended and ended.named(self.names)

    def styles(self) -> list[str]:
        """Return the style words of each seat's pieces now."""
        view = None if self.box.style is style_plainly else self.view()
        return [self.box.style(view, seat) for seat in range(self.game.seats)]

    def called(self, seat: Seat, picked: Sequence[str], word: str) -> Text:
        """Return the name of a word that a seat can press after those picked: its shape's title or its button's label, names filled in."""
        titles = (shape.title for shape in self.scene(seat, picked).shapes() if shape.word == word)
        return next((title for title in titles if title.en), self.box.label(word, tuple(picked))).named(self.names)

    def record(self) -> Record:
        """Return the record of this game; when it is over, its notes name the result. One that was replayed keeps its notes."""
        record = Record(
            self.game.slug,
            self.game.edition,
            self.game.seats,
            options.write(self.game.options),
            self.setup,
            tuple(self.events),
            self.notes,
        )
        return record if self._is_as_recorded else record.with_outcome(self.outcome)

    @classmethod
    def replay(cls, box: Box, record: Record) -> "Table":
        """Replay a record under the rules of its own edition; BrokenRecord says what does not fit."""
        if record.game != box.slug:
            raise BrokenRecord(f"this is a record of {record.game}, not of {box.slug}")
        try:
            its_box = box.of_edition(record.edition)
        except LookupError:
            raise BrokenRecord(f"the record was made with edition {record.edition} of {box.slug}; {box.describe_editions()}") from None
        try:
            chosen = options.as_recorded(its_box.game_type.options_type, record.options)
            table = cls(its_box, record.players, chosen, record.setup)
        except ValueError as error:
            raise BrokenRecord(f"the record's game cannot be set up: {error}") from None
        table.notes = record.notes
        for i, event in enumerate(record.events):
            table._replay(i, event)
        table._is_as_recorded = True
        return table

    def _replay(self, i: int, event: Event) -> None:
        try:
            happened = self.play(*event)
        except Illegal as illegal:
            raise BrokenRecord(f"event {i + 1} ({event.actor}: {event.action}) is not legal: {illegal}") from None
        if happened != event:
            raise BrokenRecord(f"event {i + 1} ({event.actor}: {event.action}) should read {happened.action}")

    def _repr_svg_(self) -> str:
        from tableronde.render.svg import paint

        return paint(self.scene().named(self.names), self.box.looks)

    def _canonical(self, actor: Actor, action: Action) -> Action:
        """Return the legal action in canonical form; Illegal if there is none."""
        actions = self.legal().get(actor, ())
        if action in actions and not is_open(action):
            return action
        for legal in actions:
            if is_open(legal) and action.startswith(legal[:-1]):
                return self.game.complete(legal, action[len(legal) - 1 :])
        raise Illegal(self.game.why_not(self.state, actor, action).named(self.names))

    def _seen(self, state: Any, seat: Seat | None) -> Any:
        """Return a seat's view of a state, cached for the last two states: most callers ask for the current one and the one before."""
        views = next((views for known, views in self._viewed if known is state), None)
        if views is None:
            views = {}
            self._viewed = ((state, views), *self._viewed[:1])
        if seat not in views:
            views[seat] = self.game.view(state, seat)
        return views[seat]


def _check_seat(seat: Seat | None, seats: int) -> Seat | None:
    if seat is None or (type(seat) is int and 0 <= seat < seats):
        return seat
    raise ValueError(f"there is no seat {seat!r} at a table of {seats}")
