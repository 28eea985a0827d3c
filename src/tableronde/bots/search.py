"""A tree search that plays any game, in plain Python.

Monte-Carlo tree search over what the seat may know: each simulation draws a state that fits the view (`imagine`), walks
down the tree along actions that are legal in it to a node never visited, and adds every seat's expected share there
to the averages of all actions on the way. In a game without secrets every drawn state is the true one.

If the game has its own judge, and it prefers some of the actions, it rates every action of a node first: the most
promising is tried first, the next once those before have fallen to its rating, and a new node is worth as much as its
best answer. Otherwise actions are tried in any order, and a new node is worth the result of random play from there.

Chance acts by its weights; each thing the seat can hear of it leads to a separate node. Seats that choose at the same time
choose in the same node, so that none of them answers a choice it cannot know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from time import monotonic
from typing import Any

from tableronde.bots.bot import Bot, divided
from tableronde.bots.simple import settled, shares
from tableronde.box import judge_by_score
from tableronde.game import CHANCE, Action, Actor, Event

Turn = tuple[Actor, list[Action]]
Shares = Sequence[float]


@dataclass(slots=True)
class Node:
    """Statistics of the play below one action."""

    actor: Actor = CHANCE
    guess: Shares = ()  # every seat's share by the judge
    visits: int = 0
    total: float = 0.0  # the actor's shares, summed
    children: dict[Event, "Node"] = field(default_factory=dict)

    def first_sight(self) -> float:
        """The judge's value of the action for the seat that chooses it."""
        return self.guess[self.actor] if self.guess and self.actor != CHANCE else 0.0

    def worth(self) -> float:
        """The actor's share of the win."""
        return self.total / self.visits if self.visits else self.first_sight()

    def promise(self, drop: float, bonus: float) -> float:
        """Return the share plus a bonus for few visits. The judge's value counts as one visit, corrected by its error elsewhere."""
        return (self.total + self.first_sight() + drop) / (self.visits + 1) + bonus / sqrt(self.visits + 1)


class SearchBot(Bot):
    """Searches for its thinking time, or for a fixed number of simulations: then the same seed gives the same choice."""

    hears = 0  # all it needs is in the view

    simulations: int | None = None
    depth = 6  # random actions played beyond the tree, at least, if there is no judge to ask at once
    farthest = 200  # the most random actions until a seat is ahead
    curiosity = 0.5  # the weight of the bonus
    width = 2.0  # without a judge, a node visited n times considers this many times the root of n of its actions
    looks = 100  # the most actions the judge is asked about at a node below the root

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        if len(actions) < 2:
            return actions[0] if actions else None
        mine = self._think(view, actions)
        best = self._best(mine)
        self.value = mine[best].worth()
        return best

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Search, then simulate all other actions once more; none is valued above the one it would choose."""
        actions = settled(legal)
        if not actions:
            return {}
        mine = self._think(view, actions)
        best = self._best(mine)
        self._deadline += self.seconds
        for action in actions:
            if action != best and not self._late():
                self._simulate(self.game.imagine(view, self.rng), [action])
        return {action: min(node.worth(), mine[best].worth()) for action, node in self._mine().items()}

    def outlook(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
        """Search; its own share is the value of its choice, the others' their average in the search."""
        actions = settled(legal)
        if not actions:
            return ()
        mine = self._think(view, actions)
        return divided(self.seat, mine[self._best(mine)].worth(), self._gained)

    @staticmethod
    def _best(mine: Mapping[Action, Node]) -> Action:
        """Return the best of the actions visited at least half as often as the most visited."""
        most = max(node.visits for node in mine.values())
        return max((action for action in mine if 2 * mine[action].visits >= most), key=lambda action: mine[action].worth())

    def _think(self, view: Any, actions: list[Action]) -> dict[Action, Node]:
        """Search for the whole thinking time and return the node of each action."""
        self._deadline = monotonic() + self.seconds
        self._root, done = Node(), 0
        self._gained: Shares = [0.0] * self.game.seats  # every seat's shares, summed
        self._judged = self.box.judge is not judge_by_score and self._prefers(view, actions)
        while not done or (done < self.simulations if self.simulations else not self._late()):
            self._simulate(self.game.imagine(view, self.rng), actions)
            done += 1
        return self._mine()

    def _mine(self) -> dict[Action, Node]:
        """Return the node of each of its own actions that was visited."""
        return {action: child for (actor, action), child in self._root.children.items() if actor == self.seat}

    def _prefers(self, view: Any, actions: list[Action]) -> bool:
        """Return whether the judge prefers some of these actions; if not, its values are discarded."""
        self._look(self._root, self.game.imagine(view, self.rng), self.seat, actions)
        if len({child.first_sight() for child in self._root.children.values()}) > 1:
            return True
        self._root = Node()
        return False

    def _late(self) -> bool:
        return not self.simulations and monotonic() > self._deadline

    # One simulation

    def _simulate(self, state: Any, actions: list[Action]) -> None:
        node, path = self._root, [self._root]
        turns = self._turns(state) if self.game.sealed(state) else []
        turns = [(self.seat, actions), *(turn for turn in turns if turn[0] != self.seat)]
        while turns:
            state, taken = self._step(node, state, turns)
            path += taken
            node = next((child for child in taken if child.actor == self.seat), taken[-1])
            if not node.visits:
                break
            turns = self._turns(state)
        gained = self._outlook(node, state)
        if self._late() and self._root.visits:
            return  # it may have been cut short
        self._gained = [sum + share for sum, share in zip(self._gained, gained, strict=True)]
        for node in path:
            node.visits += 1
            if node.actor != CHANCE:
                node.total += gained[node.actor]

    def _turns(self, state: Any) -> list[Turn]:
        """Return the next actors with their actions: all that choose at the same time, else one of those to act; none at the end."""
        legal = self.game.legal(state)
        turns = [(actor, actions) for actor in self.game.to_act(state) if (actions := settled(legal[actor]))]
        return turns if len(turns) < 2 or self.game.sealed(state) else [self.rng.choice(turns)]

    def _step(self, node: Node, state: Any, turns: list[Turn]) -> tuple[Any, list[Node]]:
        """Return the state after one action of each actor, and the nodes of these actions, all children of the same node."""
        taken = []
        for actor, actions in turns:
            if actor == CHANCE:
                action = self._roll(state)
                heard = Event(CHANCE, self.game.hear(state, CHANCE, action, self.seat))
                taken.append(node.children.setdefault(heard, Node()))
            else:
                action, child = self._descend(node, state, actor, actions)
                taken.append(child)
            state = self.game.apply(state, actor, action)
        return state, taken

    def _descend(self, node: Node, state: Any, actor: Actor, actions: list[Action]) -> tuple[Action, Node]:
        """Choose the most promising action; without a judge, one never tried as long as few were tried."""
        known = self._known(node, state, actor, actions)
        if not self._judged and len(known) < min(len(actions), self.width * sqrt(node.visits + 1)):
            action = self.rng.choice([action for action in actions if Event(actor, action) not in node.children])
            return action, node.children.setdefault(Event(actor, action), Node(actor))
        nodes = [child for _, child in known]
        spread = self._spread(nodes)
        drop = max(_drop(nodes), -2 * spread)  # a larger drop says something about the actions tried, not about the judge
        bonus = self.curiosity * spread * sqrt(log(node.visits + 1))
        return max(known, key=lambda pair: pair[1].promise(drop, bonus))

    def _known(self, node: Node, state: Any, actor: Actor, actions: list[Action]) -> list[tuple[Action, Node]]:
        """Return these actions with their nodes, those the judge rates highest in front."""
        if self._judged:
            self._look(node, state, actor, actions)
        known = [(action, child) for action in actions if (child := node.children.get(Event(actor, action)))]
        return sorted(known, key=lambda pair: -pair[1].first_sight())

    def _spread(self, nodes: Sequence[Node]) -> float:
        """Return how far the judge rates the best action above the median one; judges differ in scale."""
        return nodes[0].first_sight() - nodes[len(nodes) // 2].first_sight() + 0.01 if self._judged else 0.8

    def _look(self, node: Node, state: Any, actor: Actor, actions: list[Action]) -> None:
        """Ask the judge to rate actions not rated yet: all of the root's, as far as the time allows."""
        fresh = [action for action in actions if Event(actor, action) not in node.children]
        looks = len(fresh) if node is self._root else min(len(fresh), max(0, self.looks - len(actions) + len(fresh)))
        for action in self.rng.sample(fresh, looks):
            after = self.game.apply(state, actor, action)
            node.children[Event(actor, action)] = Node(actor, self._shares(after))
            if self._late():
                break

    def _outlook(self, node: Node, state: Any) -> Shares:
        """Estimate every seat's share at a new node: that of its best answer, or the result of random play."""
        turns = self._turns(state)
        if not self._judged:
            return self._play_on(state, turns)
        if not turns or turns[0][0] == CHANCE:
            return self._shares(state)
        actor, actions = turns[0]
        return self._known(node, state, actor, actions)[0][1].guess

    def _play_on(self, state: Any, turns: list[Turn]) -> Shares:
        """Estimate every seat's share after some random actions, and then as many more as it takes until a seat is ahead."""
        for played in range(self.farthest):
            if not turns or (played >= self.depth and (self._late() or len(set(self._shares(state))) > 1)):
                break
            for actor, actions in turns:
                action = self._roll(state) if actor == CHANCE else self.rng.choice(actions)
                state = self.game.apply(state, actor, action)
            turns = self._turns(state)
        return self._shares(state)

    def _shares(self, state: Any) -> Shares:
        return shares(self.box, self.game, state, self.seat)

    def _roll(self, state: Any) -> Action:
        weights = self.game.weights(state)
        return self.rng.choices(list(weights), list(weights.values()))[0]


def _drop(nodes: Sequence[Node]) -> float:
    """Return how much less the visits of some nodes brought on average than the judge had said."""
    visits = sum(node.visits for node in nodes)
    return sum(node.total - node.visits * node.first_sight() for node in nodes) / visits if visits else 0.0
