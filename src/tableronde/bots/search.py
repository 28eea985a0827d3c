"""A tree search that plays any game, in plain Python.

Monte-Carlo tree search over what the seat may know: each simulation draws a state that fits the view (`imagine`), walks
down the tree by UCB among the actions that are legal in it, adds one node, plays a short random game on, and lets the
game's judgement (or the outcome) say what each seat's share is. In a game without secrets every drawn state is the
true one, and this is plain UCT. Chance acts by its weights and is not kept in the tree's statistics.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from time import monotonic
from typing import Any

from tableronde.bots.bot import Bot
from tableronde.bots.simple import settled, shares
from tableronde.game import CHANCE, Action, Actor, Event, Seat

Move = tuple[Actor, Action]


@dataclass(slots=True)
class Node:
    """What was learned about the play below one action."""

    actor: Actor = CHANCE
    visits: int = 0
    seen: int = 0  # simulations in which the action was legal
    total: float = 0.0  # the actor's shares, summed
    children: dict[Move, "Node"] = field(default_factory=dict)


class SearchBot(Bot):
    """Searches for its thinking time, or for a fixed number of simulations: then the same seed gives the same choice."""

    simulations: int | None = None
    depth = 6  # random actions played beyond the tree before the game's judgement is asked
    curiosity = 0.4

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        if not actions:
            return None
        if len(actions) == 1:
            return actions[0]
        mine = self._search(view, actions)
        best = max(mine, key=lambda action: (mine[action].visits, mine[action].total))
        self.value = mine[best].total / mine[best].visits
        return best

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        return {action: node.total / node.visits for action, node in self._search(view, settled(legal)).items()}

    def _search(self, view: Any, actions: Sequence[Action]) -> dict[Action, Node]:
        """What a search of the whole thinking time learned about each of these actions, as far as it looked at them."""
        root, offered = self._grow(view), set(actions)
        return {action: child for (actor, action), child in root.children.items() if actor == self.seat and action in offered}

    def _grow(self, view: Any) -> Node:
        root, deadline, done = Node(), monotonic() + self.seconds, 0
        while done < (self.simulations or 2) or (self.simulations is None and monotonic() < deadline):
            self._simulate(root, self.game.imagine(view, self.rng))
            done += 1
        return root

    def _simulate(self, root: Node, state: Any) -> None:
        path, node, fresh = [root], root, False
        first = True
        while not fresh:
            actor = self.seat if first else self._next_actor(state)
            first = False
            if actor is None:
                break
            if actor == CHANCE:
                state = self._roll(state)
                continue
            node, action, fresh = self._descend(node, actor, settled(self.game.legal(state)[actor]))
            state = self.game.apply(state, actor, action)
            path.append(node)
        for share_of, gained in enumerate(self._play_on(state)):
            for node in path:
                if node.actor == share_of:
                    node.total += gained
        for node in path:
            node.visits += 1

    def _next_actor(self, state: Any) -> Actor | None:
        """One of those the game waits for; None when nobody is left to act."""
        waiting = self.game.to_act(state)
        return waiting[0] if len(waiting) == 1 else self.rng.choice(waiting) if waiting else None

    def _descend(self, node: Node, actor: Seat, actions: list[Action]) -> tuple[Node, Action, bool]:
        """The next node: an action never tried, if there is one, else the most promising by UCB."""
        fresh = [action for action in actions if (actor, action) not in node.children]
        if fresh:
            action = self.rng.choice(fresh)
            child = node.children[actor, action] = Node(actor, seen=1)
            return child, action, True
        known = [(action, node.children[actor, action]) for action in actions]
        for _, child in known:
            child.seen += 1
        action, child = max(known, key=lambda pair: self._promise(pair[1]))
        return child, action, False

    def _promise(self, child: Node) -> float:
        return child.total / child.visits + self.curiosity * sqrt(log(child.seen) / child.visits)

    def _play_on(self, state: Any) -> Sequence[float]:
        for _ in range(self.depth):
            actor = self._next_actor(state)
            if actor is None:
                break
            state = self._roll(state) if actor == CHANCE else self._wander(state, actor)
        return shares(self.box, self.game, state, self.seat)

    def _wander(self, state: Any, actor: Seat) -> Any:
        return self.game.apply(state, actor, self.rng.choice(settled(self.game.legal(state)[actor])))

    def _roll(self, state: Any) -> Any:
        weights = self.game.weights(state)
        return self.game.apply(state, CHANCE, self.rng.choices(list(weights), list(weights.values()))[0])
