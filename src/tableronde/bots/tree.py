"""A tree search over kernels: Monte-Carlo tree search with prior estimates (PUCT), and a solver.

Each simulation goes back to the root's position and walks down: at every node it takes the move with the highest
average so far plus a bonus for moves that have a high prior (the kernel's `weigh`) and few visits. At a
leaf it plays a few plies at random, if asked to, and the kernel estimates each seat's share of the win (`share`). The
estimate is added to the averages of all moves on the way.

The end of a game is a proof, not an estimate, and proofs move up: a node is proven if the seat to move has a move that is
proven to win, or if all moves are proven; then the best of them counts. Moves proven to lose are not visited again.

Nodes are stored in a few long arrays of numbers. The children of a node are adjacent: those tried come first, then
the most promising of the untried, so that a choice looks at the tried ones and one more. A leaf gets children once it was
visited `patience` times; with three seats or more it is evaluated once, and that value is reused. The arrays grow up to
`capacity` nodes; then the tree stops growing but keeps updating its averages. After a move is played, `advance` keeps the
part of the tree below it.

For a seed and a number of simulations the search is the same every time.
"""

from math import sqrt
from time import monotonic
from typing import Final

from tableronde.flat import i64, vec
from tableronde.kernel import Kernel, Luck, share_of, wander

ROOT: Final[i64] = 0
DEEPEST: Final[i64] = 512  # plies below the root
SEATS: Final[i64] = 8  # unused: a tree holds as many seats as its kernel has; older code may import it
PAUSE: Final[i64] = 32  # simulations between two checks of the clock


class Tree:
    """The search tree below one position."""

    def __init__(self, kernel: Kernel, seed: i64, capacity: i64 = 1_000_000) -> None:
        """Create a tree for this kernel; the kernel's position when `think` begins is the root."""
        self.kernel: Kernel = kernel
        self.luck: Luck = Luck(seed)
        self.capacity: i64 = capacity
        self.curiosity: float = 1.5  # the weight of the bonus
        self.wariness: float = 1.5  # the same where another seat than the searching one chooses
        self.caution: float = 0.1  # how much worse than its siblings an untried move is assumed to be
        self.patience: i64 = 2  # visits before a leaf gets children
        self.widest: i64 = 1024  # the most children of a node: the most promising
        self.thorough: bool = False  # whether to consider the remaining moves when the best is proven not to win
        self.rollout: i64 = 0  # random plies before a leaf is evaluated
        self.overlooked: float = 0.0  # the part of the moves that is overlooked
        self.brief: bool = False  # whether to stop early when the remaining simulations cannot change the choice
        self.room: i64 = min(4096, capacity)  # nodes the arrays have room for
        self.used: i64 = 1
        self.move: vec[i64] = vec[i64]([0] * self.room)
        self.first: vec[i64] = vec[i64]([0] * self.room)  # the first child; 0 for a leaf
        self.many: vec[i64] = vec[i64]([0] * self.room)  # children
        self.tried: vec[i64] = vec[i64]([0] * self.room)  # children that were visited
        self.visits: vec[i64] = vec[i64]([0] * self.room)
        self.proof: vec[i64] = vec[i64]([0] * self.room)  # the winners as bits, once proven
        self.whole: vec[i64] = vec[i64]([0] * self.room)  # whether no move was left out
        self.total: vec[float] = vec[float]([0.0] * self.room)  # shares of the seat that chose the move, summed
        self.prior: vec[float] = vec[float]([0.0] * self.room)
        self.recalls: i64 = kernel.seats if kernel.seats > 2 else 0  # numbers stored of an evaluated leaf; none with two seats
        self.said: vec[float] = vec[float]([0.0] * (self.room * self.recalls))  # each seat's share when the leaf was evaluated
        self.path: vec[i64] = vec[i64]([0] * DEEPEST)
        self.chooser: vec[i64] = vec[i64]([0] * DEEPEST)  # who chose each node of the path
        self.shares: vec[float] = vec[float]([0.0] * kernel.seats)

    # Thinking

    def think(self, simulations: i64, seconds: float) -> i64:
        """Run up to this many simulations, or as many as the time allows, and return their number. The kernel is left at the root."""
        self.kernel.save()
        deadline, seat = monotonic() + seconds, self.kernel.mover
        self.kernel.thinker = seat
        done: i64 = 0
        while done < simulations and not self.proof[ROOT]:
            self._simulate()
            done += 1
            if done % PAUSE == 0 and (monotonic() > deadline or (self.brief and self._settled(seat, simulations - done))):
                break
        self.kernel.restore()
        self.kernel.thinker = -1
        return done

    def probe(self, move: i64, visits: i64) -> None:
        """Visit one of the root's moves until it has this many visits, however bad it seems."""
        child = self._child(move)
        if not child:
            return
        next_try = self.first[ROOT] + self.tried[ROOT]
        if child >= next_try:
            self._swap(next_try, child)
            self._try(ROOT)
            child = next_try
        self.kernel.save()
        self.kernel.thinker = self.kernel.mover
        while self.visits[child] < visits and not self.proof[child]:
            self.kernel.restore()
            self.chooser[1] = self.kernel.mover
            self.kernel.play(move)
            self.path[0] = ROOT
            self.path[1] = child
            self._walk(child, 1)
        self.kernel.restore()
        self.kernel.thinker = -1

    def best(self) -> i64:
        """Return the move to play: a proven win, else the most visited one that is not a proven loss."""
        seat = self.kernel.mover
        best = self.first[ROOT]
        for child in range(self.first[ROOT], self.first[ROOT] + self.many[ROOT]):
            if self._rank(child, seat) > self._rank(best, seat):
                best = child
        return self.move[best]

    def rivals(self, reach: float) -> list[int]:
        """Return the move to play and the unproven ones worth at most `reach` less, the most visited first."""
        best = self._child(self.best())
        if self.proof[best] or not self.visits[best]:
            return [self.move[best]]
        least = self.total[best] / float(self.visits[best]) - reach
        others = [(-self.visits[best], self.move[best])]
        for child in range(self.first[ROOT], self.first[ROOT] + self.tried[ROOT]):
            n = self.visits[child]
            if child != best and not self.proof[child] and self.total[child] / float(n) >= least:
                others.append((-n, self.move[child]))
        return [move for _, move in sorted(others)]

    def value(self, move: i64) -> float:
        """Return the mover's share of the win after one of the root's moves."""
        child = self._child(move)
        if child and self.proof[child]:
            return share_of(self.proof[child], self.kernel.mover)
        return self.total[child] / float(self.visits[child]) if child and self.visits[child] else 0.0

    def tries(self, move: i64) -> i64:
        """Return how often one of the root's moves was visited."""
        child = self._child(move)
        return self.visits[child] if child else 0

    def moves(self) -> list[int]:
        """Return the root's moves."""
        return [self.move[child] for child in range(self.first[ROOT], self.first[ROOT] + self.many[ROOT])]

    def _child(self, move: i64) -> i64:
        """Return the root's child for a move; 0 if there is none."""
        for child in range(self.first[ROOT], self.first[ROOT] + self.many[ROOT]):
            if self.move[child] == move:
                return child
        return 0

    def _settled(self, seat: i64, left: i64) -> bool:
        """Return whether no move can catch up with the leader in the simulations left; proven losses of the seat to move do not count."""
        most: i64 = 0
        second: i64 = 0
        for child in range(self.first[ROOT], self.first[ROOT] + self.tried[ROOT]):
            visits = self.visits[child]
            if self.proof[child] and share_of(self.proof[child], seat) == 0.0:
                continue
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
        return most - second > left

    def _rank(self, child: i64, seat: i64) -> float:
        """Return the rank of a move in the final choice; a proven draw counts its visits."""
        share = share_of(self.proof[child], seat)
        if self.proof[child] and share != 0.5:
            return 1e18 if share == 1.0 else share - 2.0
        return float(self.visits[child])

    # One simulation

    def _simulate(self) -> None:
        self.kernel.restore()
        self.path[0] = ROOT
        self._walk(ROOT, 0)

    def _walk(self, node: i64, depth: i64) -> None:
        """Go down from a node whose position the kernel has, evaluate the leaf, and update all nodes on the way up."""
        kernel = self.kernel
        while self.many[node] and not self.proof[node] and depth < DEEPEST - 1:
            self.chooser[depth + 1] = kernel.mover
            node = self._promising(node, kernel.mover)
            depth += 1
            self.path[depth] = node
            if self.recalls and self._recall(node):
                self._learn(depth)
                return
            kernel.play(self.move[node])
        self._judge(node)
        self._learn(depth)

    def _recall(self, node: i64) -> bool:
        """Return whether a leaf was evaluated before and stays a leaf: its stored value is then used again, and no move is played."""
        visits = self.visits[node]
        if not 0 < visits < self.patience - 1 or self.many[node] or self.proof[node] or self.rollout:
            return False
        self._repeat(node)
        return True

    def _repeat(self, node: i64) -> None:
        """Use the stored value of a leaf again."""
        for seat in range(self.recalls):
            self.shares[seat] = self.said[node * self.recalls + seat]

    def _promising(self, node: i64, seat: i64) -> i64:
        """Return the child to visit: the highest average plus bonus among those tried and the best untried one."""
        visits, total, prior, proof = self.visits, self.total, self.prior, self.proof
        first, tried = self.first[node], self.tried[node]
        bonus = (self.curiosity if seat == self.kernel.thinker else self.wariness) * sqrt(float(visits[node]))
        best: i64 = first
        highest = -1e9
        given = 0.0  # shares of the mover, summed over all children
        times: i64 = 0
        for child in range(first, first + tried):
            given += total[child]
            times += visits[child]
            n = float(visits[child])
            worth = total[child] / n + bonus * prior[child] / (1.0 + n)
            if proof[child]:
                worth = 2.0 * share_of(proof[child], seat) - 1.0 if share_of(proof[child], seat) != 0.5 else 0.5
            if worth > highest:
                highest = worth
                best = child
        stale = self.thorough and tried > 0 and proof[best] != 0  # proven, but not a win: more visits change nothing
        if stale and tried == self.many[node] and not self.whole[node] and self._widen(node):
            return self._promising(node, seat)
        if tried < self.many[node]:
            child = first + tried
            average = given / float(times) if tried else 0.5
            if average - self.caution + bonus * prior[child] > highest or tried == 0 or stale:
                best = child
                self._try(node)
        return best

    def _try(self, node: i64) -> None:
        """Move the most promising untried child to those tried."""
        self.tried[node] += 1
        self._bring_forward(self.first[node] + self.tried[node], self.first[node] + self.many[node])

    def _bring_forward(self, start: i64, end: i64) -> None:
        """Put the most promising of some untried children in front."""
        prior = self.prior
        best: i64 = start
        for child in range(start + 1, end):
            if prior[child] > prior[best]:
                best = child
        if start < end:
            self._swap(start, best)

    def _swap(self, one: i64, other: i64) -> None:
        """Exchange two untried children."""
        move, prior = self.move[one], self.prior[one]
        self.move[one] = self.move[other]
        self.prior[one] = self.prior[other]
        self.move[other] = move
        self.prior[other] = prior

    def _judge(self, node: i64) -> None:
        """Write each seat's share of the win at a leaf to `shares`; expand the leaf if it was visited often enough."""
        kernel = self.kernel
        if kernel.over:
            self.proof[node] = kernel.winners
        if self.proof[node]:
            for seat in range(kernel.seats):
                self.shares[seat] = share_of(self.proof[node], seat)
            return
        if not self.many[node] and (node == ROOT or self.visits[node] >= self.patience - 1):
            self._expand(node)
        if self.rollout:
            wander(kernel, self.luck, self.rollout)
        if kernel.over:
            for seat in range(kernel.seats):
                self.shares[seat] = kernel.final_share(seat)
        elif kernel.seats == 2:
            kernel.foretold = 0
            self.shares[0] = kernel.share(0)
            self.shares[1] = 1.0 - self.shares[0]
            if kernel.foretold and not self.rollout and node != ROOT:
                self.proof[node] = kernel.foretold
        elif self.recalls and self.visits[node] and not self.rollout:
            self._repeat(node)
        else:
            for seat in range(kernel.seats):
                self.shares[seat] = kernel.share(seat)
                if self.recalls:
                    self.said[node * self.recalls + seat] = self.shares[seat]

    def _learn(self, depth: i64) -> None:
        """Add the result of a simulation to all nodes on its path, and pass proofs up."""
        node = self.path[depth]
        while True:
            self.visits[node] += 1
            if depth == 0:
                break
            self.total[node] += self.shares[self.chooser[depth]]
            parent = self.path[depth - 1]
            if self.proof[node] and not self.proof[parent]:
                self._prove(parent, node, self.chooser[depth])
            depth -= 1
            node = parent

    def _prove(self, node: i64, child: i64, seat: i64) -> None:
        """Prove a node from a child just proven, if that suffices."""
        if self.proof[child] == 1 << seat:
            self.proof[node] = 1 << seat
            return
        if not self.whole[node] or self.tried[node] < self.many[node]:
            return
        best: i64 = self.proof[child]
        for other in range(self.first[node], self.first[node] + self.many[node]):
            if not self.proof[other]:
                return
            if share_of(self.proof[other], seat) > share_of(best, seat):
                best = self.proof[other]
        self.proof[node] = best

    # Growing

    def _expand(self, node: i64) -> None:
        """Give a leaf its children, unless the tree is full."""
        kernel = self.kernel
        count = kernel.list_moves()
        if self.used + count > self.room and not self._grow(self.used + count):
            return
        kernel.weigh()
        seen = self._overlook(count) if self.overlooked > 0.0 else count
        kept = seen if seen <= self.widest else self.widest
        if kept < seen:
            self._select(seen, kept)
        self.whole[node] = i64(kept == count)
        self.first[node] = self.used
        self.many[node] = kept
        self._write_children(self.used, kept)
        self.used += kept
        self._bring_forward(self.first[node], self.used)

    def _widen(self, node: i64) -> bool:
        """Give a node all its moves; return whether there was room for them."""
        before, widest = self.used, self.widest
        self.widest = self.capacity
        self._expand(node)
        self.widest = widest
        if self.used > before:
            self.tried[node] = 0
        return self.used > before

    def _write_children(self, start: i64, count: i64) -> None:
        """Write new children for the first moves the kernel has listed; at the root, ties are broken at random."""
        kernel = self.kernel
        total = 0.0
        for i in range(count):
            total += kernel.weights[i]
        for i in range(count):
            child = start + i
            self.move[child] = kernel.moves[i]
            self.prior[child] = kernel.weights[i] / total * (1.0 + 0.01 * self.luck.part())
            self.first[child] = 0
            self.many[child] = 0
            self.tried[child] = 0
            self.visits[child] = 0
            self.proof[child] = 0
            self.total[child] = 0.0

    def _overlook(self, count: i64) -> i64:
        """Drop some of the listed moves at random, but not all; return how many are left."""
        moves, weights = self.kernel.moves, self.kernel.weights
        seen: i64 = 0
        for i in range(count):
            if self.luck.part() >= self.overlooked or (seen == 0 and i == count - 1):
                moves[seen] = moves[i]
                weights[seen] = weights[i]
                seen += 1
        return seen

    def _select(self, count: i64, kept: i64) -> None:
        """Bring the `kept` most promising of the listed moves to the front, in any order (Hoare's quickselect)."""
        moves, weights = self.kernel.moves, self.kernel.weights
        low: i64 = 0
        high: i64 = count - 1
        while low < high:
            pivot = weights[(low + high) >> 1]
            i: i64 = low
            j: i64 = high
            while i <= j:
                while weights[i] > pivot:
                    i += 1
                while weights[j] < pivot:
                    j -= 1
                if i <= j:
                    move, weight = moves[i], weights[i]
                    moves[i] = moves[j]
                    weights[i] = weights[j]
                    moves[j] = move
                    weights[j] = weight
                    i += 1
                    j -= 1
            if kept <= j:
                high = j
            elif kept >= i:
                low = i
            else:
                return

    def _grow(self, needed: i64) -> bool:
        """Make the arrays longer; return whether they are now long enough."""
        if needed > self.capacity:
            return False
        while self.room < needed:
            self.room = min(2 * self.room, self.capacity)
        self.move = _longer(self.move, self.room)
        self.first = _longer(self.first, self.room)
        self.many = _longer(self.many, self.room)
        self.tried = _longer(self.tried, self.room)
        self.visits = _longer(self.visits, self.room)
        self.proof = _longer(self.proof, self.room)
        self.whole = _longer(self.whole, self.room)
        self.total = _longer_parts(self.total, self.room)
        self.prior = _longer_parts(self.prior, self.room)
        self.said = _longer_parts(self.said, self.room * self.recalls)
        return True

    def advance(self, move: i64) -> None:
        """Keep the part of the tree below one of the root's moves as the new tree. The kernel plays the move as well."""
        child = self._child(move)
        if child:
            self._keep(child)
        else:
            self.clear()
        self.kernel.play(move)

    def clear(self) -> None:
        """Forget everything."""
        self.used = 1
        self.first[ROOT] = 0
        self.many[ROOT] = 0
        self.tried[ROOT] = 0
        self.visits[ROOT] = 0
        self.proof[ROOT] = 0
        self.total[ROOT] = 0.0

    def _keep(self, root: i64) -> None:
        """Move the part of the tree below a node to the front; children lie behind their parents, so nothing needed is overwritten."""
        place = vec[i64]([0] * self.used)  # where each node goes; all but the root go behind it, so 0 marks the nodes dropped
        kept: i64 = 0
        for node in range(root, self.used):
            if node == root or place[node]:
                place[node] = kept
                kept += 1
                for child in range(self.first[node], self.first[node] + self.many[node]):
                    place[child] = 1
        for node in range(root, self.used):
            if node == root or place[node]:
                self._move(node, place[node], place[self.first[node]])
        self.used = kept

    def _move(self, old: i64, new: i64, first: i64) -> None:
        """Move a node whose first child moves as well."""
        self.move[new] = self.move[old]
        self.first[new] = first if self.many[old] else 0
        self.many[new] = self.many[old]
        self.tried[new] = self.tried[old]
        self.visits[new] = self.visits[old]
        self.proof[new] = self.proof[old]
        self.whole[new] = self.whole[old]
        self.total[new] = self.total[old]
        self.prior[new] = self.prior[old]
        for i in range(self.recalls):
            self.said[new * self.recalls + i] = self.said[old * self.recalls + i]


def _longer(row: vec[i64], length: i64) -> vec[i64]:
    """Return an array with zeros added at its end."""
    longer = vec[i64]([0] * length)
    for i in range(len(row)):
        longer[i] = row[i]
    return longer


def _longer_parts(row: vec[float], length: i64) -> vec[float]:
    longer = vec[float]([0.0] * length)
    for i in range(len(row)):
        longer[i] = row[i]
    return longer
