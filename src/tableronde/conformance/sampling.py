"""A position of a random game, and what can be tried there."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final

from tableronde import touch
from tableronde.bots.improvised_words import with_a_word
from tableronde.conformance.report import Finding
from tableronde.game import CHANCE, Action, Actor, AnyGame, Event, Seat, is_open
from tableronde.scene import Scene
from tableronde.table import Table

NONSENSE: Final = ("", " ", "*", "pass ", "nonsense", "0", "-1", "é", "\x00", "9" * 40, "a b c d e f", "x" * 5000, " ".join(["7"] * 300))
ODD_WORDS: Final = ("", " ", "é", "ß", "\x00", "1", "-1", "Ab", "ab cd", "*", "?", "z" * 5000, "😀", "a\nb", "'; --")
AHEAD: Final = 4  # events to look ahead for what will be legal

Property = Callable[["Sample"], Iterable[Finding]]


@dataclass(frozen=True)
class Sample:
    """A table at one position of a random game, with its own Random and some actions that were legal earlier in that game."""

    table: Table
    rng: Random
    past: tuple[Action, ...] = ()

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def viewers(self) -> list[Seat | None]:
        return [None, *range(self.game.seats)]

    @property
    def chance(self) -> bool:
        """Return whether chance is to act."""
        return CHANCE in self.table.legal()

    @property
    def seats_to_press(self) -> list[Seat]:
        return [actor for actor in self.table.legal() if actor != CHANCE]

    def some(self, things: Iterable[Any], count: int) -> list[Any]:
        """Choose a few of these at random."""
        every = list(things)
        return self.rng.sample(every, min(count, len(every)))

    def some_events(self, count: int) -> list[Event]:
        """Choose a few events that could happen next, by different actors."""
        legal = self.table.legal()
        events = [self.filled(actor, self.rng.choice(legal[actor])) for actor in self.some(sorted(legal, key=str), count)]
        return [event for event in events if event]

    def filled(self, actor: Actor, action: Action) -> Event | None:
        """Return an event for a legal action, an open one with a word filled in; None if the game accepts none of ours."""
        return with_a_word(self.game, actor, action, self.rng)

    def scene(self, seat: Seat | None, picked: touch.Picked = ()) -> Scene:
        """Return the picture for a seat, drawn only once."""
        if (seat, picked) not in self._scenes:
            self._scenes[seat, picked] = self.table.scene(seat, picked)
        return self._scenes[seat, picked]

    @cached_property
    def _scenes(self) -> dict[tuple[Seat | None, touch.Picked], Scene]:
        return {}

    def a_way_down(self, seat: Seat) -> Iterator[tuple[touch.Picked, tuple[str, ...]]]:
        """Yield the words picked and the words offered next, step by step to a random action."""
        node: touch.Tree | Action = self.table.touch(seat)
        picked: touch.Picked = ()
        while not isinstance(node, str):
            yield picked, tuple(node)
            word = self.rng.choice(list(node))
            picked, node = (*picked, word), node[word]

    def plausible(self, actor: Actor, worlds: Iterable[Any] = ()) -> list[Action]:
        """List illegal actions that an actor might plausibly try now.

        They are legal for others, were legal before, will be soon, or would be in another imagined state; or they are such actions
        with a word changed; or nonsense.
        """
        elsewhere = [action for world in worlds for action in _flat(self.game.legal(world))]
        pool = sorted({*_flat(self.table.legal()), *self.past, *self._later, *elsewhere})
        tries = [*self.some(pool, 8), *self._changed(pool), *self.some(NONSENSE, 2)]
        return [action for action in dict.fromkeys(tries) if not self._is_taken(actor, action)]

    def _is_taken(self, actor: Actor, action: Action) -> bool:
        actions = self.table.legal().get(actor, ())
        return action in actions or any(is_open(legal) and action.startswith(legal[:-1]) for legal in actions)

    def _changed(self, pool: list[Action]) -> Iterator[Action]:
        """Yield actions with a word removed, added or replaced."""
        words = sorted({word for action in pool for word in action.split(" ")})
        for action in self.some(pool, 4):
            own, i = action.split(" "), self.rng.randrange(len(action.split(" ")))
            yield " ".join(own[:i] + own[i + 1 :])
            yield " ".join([*own[:i], self.rng.choice(words), *own[i + 1 :]])
        yield from self.some(words, 2)

    def presses(self, seat: Seat) -> list[touch.Picked]:
        """List presses that must be refused: the words picked on the way to an action, and then a shape that is not on offer."""
        tree = self.table.touch(seat)
        picked = self.rng.choice([picked for picked, _ in self.a_way_down(seat)]) if tree else ()
        shown = {shape.word for shape in self.scene(seat, picked).shapes() if shape.word}
        dead = [word for word in sorted(shown) if not tree or touch.press(tree, picked, word) is None]
        strange = [word for word in self._words_of_others(seat) if not tree or touch.press(tree, picked, word) is None]
        return [(*picked, word) for word in dict.fromkeys([*self.some(dead, 4), *strange])]

    def _words_of_others(self, seat: Seat) -> list[str]:
        """List some words that others can press now, or that could be pressed before."""
        others = [action for actor, actions in self.table.legal().items() if actor not in (seat, CHANCE) for action in actions]
        return [word for action in self.some([*others, *self.past], 2) for word in self.game.touch(action)]

    @cached_property
    def _later(self) -> frozenset[Action]:
        """Collect the actions that become legal within the next few events of a random game."""
        found: set[Action] = set()
        state = self.table.state
        for _ in range(AHEAD):
            legal = self.game.legal(state)
            event = legal and self.filled(actor := self.rng.choice(list(legal)), self.rng.choice(legal[actor]))
            if not event:
                break
            state = self.game.apply(state, *event)
            found.update(self.some(_flat(self.game.legal(state)), 20))
        return frozenset(found)


def _flat(legal: Any) -> list[Action]:
    return [action for actions in legal.values() for action in actions]
