"""Positions for tests of clauses: is an action legal here, and if not, which clause refuses it?

from tableronde.testing import position

def test_r2_a_stone_moves_to_a_free_place() -> None:
    here = position(BOX, "a1 a2", "c3 c2")
    assert here.is_legal("a2 a3")
    assert here.clause("a2 c2") == "R2"
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Json, Outcome, Refusal, Seat
from tableronde.learn.figures import Figure, figures, said
from tableronde.table import Table


@dataclass(frozen=True)
class Position:
    """A position that actions have led to. Asking changes nothing, and `play` returns the next position."""

    table: Table
    start: Figure

    def is_legal(self, action: Action, actor: Actor | None = None) -> bool:
        """Return whether an action is legal; by default for the only actor whose turn it is."""
        return self.refusal(action, actor) is None

    def refusal(self, action: Action, actor: Actor | None = None) -> Refusal | None:
        """Return why an action is refused, names filled in; None if it is legal."""
        return self.table.why_not(self._actor(action) if actor is None else actor, action)

    def clause(self, action: Action, actor: Actor | None = None) -> str:
        """Return the clause that refuses an action; AssertionError with a sentence if it is legal."""
        refusal = self.refusal(action, actor)
        assert refusal is not None, f"{action!r} is legal here; legal are {self._describe_legal()}"
        return refusal.clause

    def check(self, action: Action, clause: str = "", actor: Actor | None = None) -> None:
        """Check that an action is legal, or, with a clause, that this clause refuses it in both languages and changes nothing."""
        refusal, before = self.refusal(action, actor), self.table.state
        if not clause:
            assert refusal is None, f"{action!r} is refused: {said(refusal)}; legal are {self._describe_legal()}" if refusal else ""
            return
        assert refusal is not None, f"{action!r} is legal here, and {clause} should refuse it"
        assert refusal.clause == clause, f"{action!r} is refused by {refusal.clause or 'no clause'}, not by {clause}: {refusal.text.en}"
        assert refusal.text.fr.strip(), f"the refusal of {action!r} has no French text"
        assert refusal.text.en.strip(), f"the refusal of {action!r} has no English text"
        assert self.table.state == before, f"the refusal of {action!r} changed the state"

    def play(self, *actions: Action) -> "Position":
        """Return the position after more actions, written as in a figure; BrokenFigure if one is not legal."""
        start = replace(self.start, actions=(*self.start.actions, *actions))
        return Position(start.table(self.table.box), start)

    def facts(self, seat: Seat | None = None) -> dict[str, Json]:
        """Return what a seat knows, as JSON; without a seat what everybody knows."""
        return self.table.facts(seat)

    def legal(self, actor: Actor | None = None) -> Sequence[Action]:
        """Return the legal actions of an actor; by default of the only one whose turn it is."""
        return self.table.legal().get(self._actor("") if actor is None else actor, ())

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it goes on."""
        return self.table.outcome

    def _actor(self, action: Action) -> Actor:
        """Return the actor meant if none is named: the one to act, or one that may do this."""
        waited = self.table.to_act()
        players: list[Actor] = [actor for actor in waited if actor != CHANCE] or list(waited)
        able = [actor for actor in players if action in self.table.legal().get(actor, ())]
        if len(players) > 1 and len(able) != 1:
            raise ValueError(f"several seats are to act ({', '.join(map(str, players))}): name one, as in actor={players[0]}")
        return (able or players or [0])[0]

    def _describe_legal(self) -> str:
        shown = [f"{actor}: {action}" for actor, actions in self.table.legal().items() for action in actions]
        return ", ".join(shown[:12]) + (f" and {len(shown) - 12} more" if len(shown) > 12 else "") if shown else "none: the game is over"


def position(
    box: Box,
    *actions: Action,
    players: int | None = None,
    options: Mapping[str, Json] | None = None,
    setup: Mapping[str, Json] | None = None,
    seed: int = 0,
) -> Position:
    """Return the position after these actions, written as in a figure: "a1 a2", or with the actor, "1: pass", "chance: roll 3".

    By default it has the fewest players, default options, and a set-up dealt by `seed`, which also decides what chance does
    where no action says so. BrokenFigure with a sentence if an action is not legal.
    """
    start = Figure("position", players, options or {}, setup, seed, actions, place=box.slug, edition=box.latest.rules.edition)
    return Position(start.table(box), start)


def figure(box: Box, name: str) -> Position:
    """Return the position of a figure of the game's rules pages; LookupError with a sentence if there is none."""
    known = figures(box)
    if name not in known:
        raise LookupError(f"{box.slug} has no figure {name!r}; it has {', '.join(known) or 'none'}")
    return Position(known[name].table(box), known[name])
