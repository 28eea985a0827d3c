"""A table: one game being played. It holds the record and its fold; all play goes through it."""

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
    Game,
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
    """One game being played: legal, play, undo, and what each seat sees and hears."""

    def __init__(self, box: Box, seats: int, options: Json = None, setup: Setup | None = None, rng: Random | None = None) -> None:
        """A new table; without a set-up one is dealt. ValueError with a sentence if anything does not fit."""
        self.box = box
        self.game: AnyGame = box.game(seats, options)
        if setup is not None and not isinstance(setup, Mapping):
            raise ValueError(f"a set-up is an object with names and values, not {setup!r}")
        self.setup: Setup = self.game.deal(rng or Random()) if setup is None else setup
        self.names: Sequence[Text] = box.names(seats)  # what the seats are called; a room puts the players' names here
        self.events: list[Event] = []
        self._states: list[Any] = [self.game.start(self.setup)]
        self._legal: Legal | None = None
        self._viewed: tuple[tuple[Any, dict[Seat | None, Any]], ...] = ()  # the states last looked at, and the views of each

    @property
    def state(self) -> Any:
        """The state now. Bots and pictures get views of it, never the state."""
        return self._states[-1]

    @property
    def plies(self) -> int:
        """How many events have happened."""
        return len(self.events)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def reason(self, outcome: Outcome) -> Text:
        """Why a game ended so, in words, names put in; the bare reason where the box has none."""
        return self.box.reasons.get(outcome.reason, same(outcome.reason)).named(self.names)

    def legal(self) -> Legal:
        """Who may do what now."""
        if self._legal is None:
            self._legal = self.game.legal(self.state)
        return self._legal

    def to_act(self) -> tuple[Actor, ...]:
        """Whom the table waits for."""
        if type(self.game).to_act is Game.to_act:
            return tuple(self.legal())  # what the game would say, without asking twice
        return self.game.to_act(self.state)

    def play(self, actor: Actor, action: Action) -> Event:
        """Make an action happen; Illegal, and nothing has changed, if it is not legal."""
        event = Event(actor, self._canonical(actor, action))
        state = self.game.apply(self.state, *event)
        self.events.append(event)
        self._states.append(state)
        self._legal = None
        return event

    def undo(self) -> Event:
        """Take the last event back; ValueError if there is none."""
        if not self.events:
            raise ValueError("nothing has been played yet")
        self._states.pop()
        self._legal = None
        return self.events.pop()

    def at(self, ply: int) -> "Table":
        """The same table as it stood after so many events; playing on there leaves this one as it is."""
        past = copy(self)
        past.events, past._states, past._legal = self.events[:ply], self._states[: ply + 1], None
        return past

    def why_not(self, actor: Actor, action: Action) -> Refusal | None:
        """The clause that forbids an action now, or None if it is legal."""
        try:
            self._canonical(actor, action)
        except Illegal as illegal:
            return illegal.refusal
        return None

    def why_not_press(self, seat: Seat, words: Sequence[str]) -> Refusal:
        """Why a seat cannot press the last of these words after the others."""
        legal = self.legal()
        if seat not in legal:
            return refuse_in_general(legal, self.to_act(), seat, "").named(self.names)
        return self.game.why_not_press(self.state, seat, words).named(self.names)

    def second_thought(self, seat: Seat, action: Action) -> Text | None:
        """Why a legal action deserves a second thought, names put in; None if it does not. Illegal if it is not legal."""
        if type(self.game).second_thought is Game.second_thought:
            return None
        thought = self.game.second_thought(self.view(seat), seat, self._canonical(seat, action))
        return thought and thought.named(self.names)

    def view(self, seat: Seat | None = None) -> Any:
        """What a seat may know; None is an onlooker."""
        return self._seen(self.state, self._seat(seat))

    def facts(self, seat: Seat | None = None) -> dict[str, Json]:
        """What a seat may know, as JSON; without a seat the public facts."""
        return self.game.facts(self.view(seat))

    def heard(self, seat: Seat | None = None, since: int = 0) -> list[Event]:
        """The events since one, as that seat learned them."""
        over, happened = self.outcome is not None, enumerate(self.events[since:], since)
        return [Event(actor, self.game.hear(self._states[i], actor, action, seat, over)) for i, (actor, action) in happened]

    def tale(self, seat: Seat | None = None, since: int = 0) -> list[Text]:
        """The events since one, in words, as that seat learned them; `{0}` stands for the player in seat 0."""
        views = [self._seen(state, seat) for state in self._states[since:]]
        return [self.box.tell(views[i], event, views[i + 1]) for i, event in enumerate(self.heard(seat, since))]

    def touch(self, seat: Seat) -> touch.Tree:
        """The tree of what a seat can press now."""
        return touch.tree(self.legal().get(seat, ()), self.game.touch)

    def scene(self, seat: Seat | None = None, picked: Sequence[str] = ()) -> Scene:
        """The picture for a seat that has picked these words so far."""
        node = {} if seat is None else touch.follow(self.touch(seat), picked)
        return self.draw(seat, picked, () if isinstance(node, str) else tuple(node))

    def draw(self, seat: Seat | None = None, picked: Sequence[str] = (), offers: Sequence[str] = ()) -> Scene:
        """The picture for a seat to which these words are offered next, whatever could be pressed."""
        last = self.last(seat) if self.box.draws_last else ()
        return self.box.scene(self.view(seat), seat, tuple(picked), offers, last)

    def last(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What led to this moment, as a seat heard it: the last thing anybody did, and what chance did after it."""
        since = self.plies
        while since and self.events[since - 1].actor == CHANCE:
            since -= 1
        return tuple(self.heard(seat, max(since - 1, 0)))

    def chapter(self) -> Text | None:
        """What the last thing anybody did brought to an end while the table goes on, as everybody may know it; names put in."""
        if self.box.chapter is None or not self.events or self.outcome is not None:
            return None
        since = self.plies - len(self.last())
        ended = self.box.chapter(self._seen(self._states[since], None), self.view())
        return ended and ended.named(self.names)

    def styles(self) -> list[str]:
        """The theme words of each seat's pieces now."""
        view = None if self.box.style is style_plainly else self.view()
        return [self.box.style(view, seat) for seat in range(self.game.seats)]

    def called(self, seat: Seat, picked: Sequence[str], word: str) -> Text:
        """What a word is called that a seat can press after those picked: as its shape is, or as its button, names put in."""
        titles = (shape.title for shape in self.scene(seat, picked).shapes() if shape.word == word)
        return next((title for title in titles if title.en), self.box.label(word, tuple(picked))).named(self.names)

    def record(self) -> Record:
        """Everything that makes this game what it is."""
        return Record(
            self.game.slug,
            self.game.edition,
            self.game.seats,
            options.write(self.game.options),
            self.setup,
            tuple(self.events),
            self.game.notes(self.setup),
        )

    @classmethod
    def replay(cls, box: Box, record: Record) -> "Table":
        """The table a record tells of; BrokenRecord names what does not fit."""
        game = box.game_type
        if record.game != game.slug:
            raise BrokenRecord(f"this is a record of {record.game}, not of {game.slug}")
        if record.edition != game.edition:
            raise BrokenRecord(f"the record was made with edition {record.edition} of {game.slug}; these rules are edition {game.edition}")
        try:
            table = cls(box, record.players, record.options, record.setup)
        except ValueError as error:
            raise BrokenRecord(f"the record's game cannot be set up: {error}") from None
        for i, event in enumerate(record.events):
            table._replay(i, event)
        return table

    def _replay(self, i: int, event: Event) -> None:
        try:
            happened = self.play(*event)
        except Illegal as illegal:
            raise BrokenRecord(f"event {i + 1} ({event.actor}: {event.action}) is not legal: {illegal}") from None
        if happened != event:
            raise BrokenRecord(f"event {i + 1} ({event.actor}: {event.action}) should read {happened.action}")

    def _repr_svg_(self) -> str:
        from tableronde.paint.svg import paint

        return paint(self.scene().named(self.names), self.box.looks)

    def _canonical(self, actor: Actor, action: Action) -> Action:
        """The legal action meant; Illegal if there is none."""
        actions = self.legal().get(actor, ())
        if action in actions and not is_open(action):
            return action
        for legal in actions:
            if is_open(legal) and action.startswith(legal[:-1]):
                return self.game.complete(legal, action[len(legal) - 1 :])
        raise Illegal(self.game.why_not(self.state, actor, action).named(self.names))

    def _seen(self, state: Any, seat: Seat | None) -> Any:
        """A state as a seat may know it. Of the two last asked for each view is made once: many ask what is, and what was before."""
        views = next((views for known, views in self._viewed if known is state), None)
        if views is None:
            views = {}
            self._viewed = ((state, views), *self._viewed[:1])
        if seat not in views:
            views[seat] = self.game.view(state, seat)
        return views[seat]

    def _seat(self, seat: Seat | None) -> Seat | None:
        if seat is None or (type(seat) is int and 0 <= seat < self.game.seats):
            return seat
        raise ValueError(f"there is no seat {seat!r} at a table of {self.game.seats}")
