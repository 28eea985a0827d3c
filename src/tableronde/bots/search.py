"""A tree search that plays any game, in plain Python.

Monte-Carlo tree search over what the seat may know: each simulation draws a state that fits the view (`imagine`), walks
down the tree among the actions that are legal in it up to a node never visited, and adds what every seat may expect there
to the averages of all actions on the way. In a game without secrets every drawn state is the true one.

Where the game has a judge of its own, and it prefers some of the actions, it looks at every action of a node first: the most
promising is tried first, the next when those before turn out no better than it promises, and a new node is worth what its
best answer is worth. Else actions are tried in any order, and a new node is worth what a game played on at random leads to.

Chance acts by its weights; what the seat hears of it leads to a node of its own. Those who choose sealed choose in the same
node, so that nobody answers what he cannot know.
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
    """What was learned about the play below one action."""

    actor: Actor = CHANCE
    guess: Shares = ()  # everybody's share at first sight
    visits: int = 0
    total: float = 0.0  # the actor's shares, summed
    children: dict[Event, "Node"] = field(default_factory=dict)

    def first_sight(self) -> float:
        """What the judge thought the action to be worth to whoever chooses it."""
        return self.guess[self.actor] if self.guess and self.actor != CHANCE else 0.0

    def worth(self) -> float:
        """The actor's share of the win."""
        return self.total / self.visits if self.visits else self.first_sight()

    def promise(self, drop: float, bonus: float) -> float:
        """The share with a bonus if it was tried little. The first sight counts as one visit, corrected by how far it was off elsewhere."""
        return (self.total + self.first_sight() + drop) / (self.visits + 1) + bonus / sqrt(self.visits + 1)


class SearchBot(Bot):
    """Searches for its thinking time, or for a fixed number of simulations: then the same seed gives the same choice."""

    hears = 0  # all it needs is in the view

    simulations: int | None = None
    depth = 6  # random actions played beyond the tree, at least, where there is no judge to ask at once
    farthest = 200  # at most, until somebody is ahead
    curiosity = 0.5  # the weight of the bonus
    width = 2.0  # without a judge, a node visited n times considers this many times the root of n of its actions
    looks = 100  # of how many actions of a node below the root the judge is asked at most

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        if len(actions) < 2:
            return actions[0] if actions else None
        mine = self._think(view, actions)
        best = self._best(mine)
        self.value = mine[best].worth()
        return best

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Thinks, then looks at all other actions once more; none of them is worth more than the one it would choose."""
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
        """Thinks; its own share is what its choice is worth, the others' what they had on the average."""
        actions = settled(legal)
        if not actions:
            return ()
        mine = self._think(view, actions)
        return divided(self.seat, mine[self._best(mine)].worth(), self._gained)

    @staticmethod
    def _best(mine: Mapping[Action, Node]) -> Action:
        """The best of the actions that were visited at least half as often as any."""
        most = max(node.visits for node in mine.values())
        return max((action for action in mine if 2 * mine[action].visits >= most), key=lambda action: mine[action].worth())

    def _think(self, view: Any, actions: list[Action]) -> dict[Action, Node]:
        """What a search of the whole thinking time learned about these actions."""
        self._deadline = monotonic() + self.seconds
        self._root, done = Node(), 0
        self._gained: Shares = [0.0] * self.game.seats  # everybody's shares, summed
        self._judged = self.box.judge is not judge_by_score and self._prefers(view, actions)
        while not done or (done < self.simulations if self.simulations else not self._late()):
            self._simulate(self.game.imagine(view, self.rng), actions)
            done += 1
        return self._mine()

    def _mine(self) -> dict[Action, Node]:
        """What was learned about each action of one's own, as far as it was looked at."""
        return {action: child for (actor, action), child in self._root.children.items() if actor == self.seat}

    def _prefers(self, view: Any, actions: list[Action]) -> bool:
        """Whether the judge prefers some of these actions; if not, what it said is forgotten."""
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
        """Who acts next, with what: all who choose sealed, else one of those the game waits for; nobody at the end."""
        legal = self.game.legal(state)
        turns = [(actor, actions) for actor in self.game.to_act(state) if (actions := settled(legal[actor]))]
        return turns if len(turns) < 2 or self.game.sealed(state) else [self.rng.choice(turns)]

    def _step(self, node: Node, state: Any, turns: list[Turn]) -> tuple[Any, list[Node]]:
        """The state after one action of each, and the nodes for these, all below the same one."""
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
        """The most promising of the actions; without a judge, one never tried as long as few were tried."""
        known = self._known(node, state, actor, actions)
        if not self._judged and len(known) < min(len(actions), self.width * sqrt(node.visits + 1)):
            action = self.rng.choice([action for action in actions if Event(actor, action) not in node.children])
            return action, node.children.setdefault(Event(actor, action), Node(actor))
        nodes = [child for _, child in known]
        spread = self._spread(nodes)
        drop = max(_drop(nodes), -2 * spread)  # a greater fall is the fault of those tried, not of the judge
        bonus = self.curiosity * spread * sqrt(log(node.visits + 1))
        return max(known, key=lambda pair: pair[1].promise(drop, bonus))

    def _known(self, node: Node, state: Any, actor: Actor, actions: list[Action]) -> list[tuple[Action, Node]]:
        """These actions with their nodes, the most promising at first sight in front."""
        if self._judged:
            self._look(node, state, actor, actions)
        known = [(action, child) for action in actions if (child := node.children.get(Event(actor, action)))]
        return sorted(known, key=lambda pair: -pair[1].first_sight())

    def _spread(self, nodes: Sequence[Node]) -> float:
        """How much the best action differs from a middling one at first sight; judges speak in different tones."""
        return nodes[0].first_sight() - nodes[len(nodes) // 2].first_sight() + 0.01 if self._judged else 0.8

    def _look(self, node: Node, state: Any, actor: Actor, actions: list[Action]) -> None:
        """Ask the judge what actions are worth at first sight, unless that is known: all of the root's, as far as the time allows."""
        fresh = [action for action in actions if Event(actor, action) not in node.children]
        looks = len(fresh) if node is self._root else min(len(fresh), max(0, self.looks - len(actions) + len(fresh)))
        for action in self.rng.sample(fresh, looks):
            after = self.game.apply(state, actor, action)
            node.children[Event(actor, action)] = Node(actor, self._shares(after))
            if self._late():
                break

    def _outlook(self, node: Node, state: Any) -> Shares:
        """What everybody may expect at a new node: what its best answer is worth, or what playing on leads to."""
        turns = self._turns(state)
        if not self._judged:
            return self._play_on(state, turns)
        if not turns or turns[0][0] == CHANCE:
            return self._shares(state)
        actor, actions = turns[0]
        return self._known(node, state, actor, actions)[0][1].guess

    def _play_on(self, state: Any, turns: list[Turn]) -> Shares:
        """What everybody may expect after some random actions, and then as many more as it takes until somebody is ahead."""
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
    """How much less the visits of some nodes brought than they promised at first sight, on the average."""
    visits = sum(node.visits for node in nodes)
    return sum(node.total - node.visits * node.first_sight() for node in nodes) / visits if visits else 0.0
