"""The bots of Karta Doppio, and what a position looks like at first sight."""

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic
from typing import Final

from tableronde.bots.bot import Bot
from tableronde.game import Action, AnyGame, Event
from tableronde.games.karta_doppio.bits import Bits, Frame, Placing
from tableronde.games.karta_doppio.rules import State, result, scores

TOKEN: Final = 100  # what a token is worth, in visible points
NEVER: Final = 1_000_000  # a lead nobody has
BEAMS: Final = (16, 8)  # placings of the first card and of the answer to it that are followed up


def judge(game: AnyGame, state: State) -> tuple[float, float]:
    """Each seat's share of the win, from the tokens of all games and the points on the table."""
    tokens, points = scores(state), result(state.laid, state.game).points
    share = _share(TOKEN * (tokens[0] - tokens[1]) + points[0] - points[1])
    return share, 1 - share


class GentleBot(Bot):
    """A beginner: lays the card that leaves it the most lines, and minds neither the opponent's lines nor the answer."""

    def choose(self, view: State, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if not legal or not view.laid:
            return _opening(view, legal, self.rng)
        frame = Frame(view, self.game.options.corner_contact)
        bits = frame.bits(view)
        lines = {placing: frame.tokens(frame.shown(bits, placing)[bits.mover]) for placing in frame.placings(bits)}
        most = max(lines.values())
        return str(frame.laid(self.rng.choice([placing for placing, own in lines.items() if own == most])))


class KeenBot(Bot):
    """Looks three cards ahead: its own, the best answers, and what it can do then."""

    def choose(self, view: State, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if not legal or not view.laid:
            return _opening(view, legal, self.rng)
        frame = Frame(view, self.game.options.corner_contact)
        lead, placing = Search(frame, monotonic() + self.seconds).best(frame.bits(view), self.rng)
        self.value = _share(lead + TOKEN * self._brought(view))
        return str(frame.laid(placing))

    def _brought(self, view: State) -> int:
        """The lead in tokens from a game already finished."""
        now, total = result(view.laid, view.game).tokens, scores(view)
        mine, theirs = (total[seat] - now[seat] for seat in (self.seat, 1 - self.seat))
        return mine - theirs


class Search:
    """A look ahead along the placings that look best at once, and at every placing at the end of each line of play."""

    def __init__(self, frame: Frame, deadline: float) -> None:
        self.frame, self.deadline = frame, deadline

    def best(self, bits: Bits, rng: Random) -> tuple[int, Placing]:
        """The best placing found in time, and the lead it should end in."""
        ranked = self._ranked(bits, rng)
        if bits.left == 1:
            return ranked[0]
        best, choice = -NEVER, ranked[0][1]
        for _, placing in ranked if bits.left == 2 else ranked[: BEAMS[0]]:  # the last two cards are searched in full
            worth = -self._worth(self.frame.after(bits, placing), BEAMS[1:], -NEVER, -best)
            if worth > best:
                best, choice = worth, placing
            if monotonic() > self.deadline:
                break
        return best, choice

    def _worth(self, bits: Bits, beams: Sequence[int], low: int, enough: int) -> int:
        """The mover's lead after the play that follows; found to be `enough`, it need not be exact."""
        if not beams or bits.left == 1:
            return self._highest(bits, enough)
        best = low
        for _, placing in self._ranked(bits)[: beams[0]]:
            best = max(best, -self._worth(self.frame.after(bits, placing), beams[1:], -enough, -best))
            if best >= enough:
                break
        return best

    def _highest(self, bits: Bits, enough: int) -> int:
        """The highest lead after one more card, or the first that is enough."""
        highest = -NEVER
        for lead, _ in self._leads(bits):
            if lead > highest:
                highest = lead
                if lead >= enough:
                    break
        return highest

    def _ranked(self, bits: Bits, rng: Random | None = None) -> list[tuple[int, Placing]]:
        """Every placing with the lead it makes, the highest first; equal ones in random order, if luck is lent."""
        leads = list(self._leads(bits))
        if rng:
            rng.shuffle(leads)
        return sorted(leads, key=lambda pair: -pair[0])

    def _leads(self, bits: Bits) -> Iterator[tuple[int, Placing]]:
        """Every placing of the mover with the lead it makes at once."""
        tokens, sign = self.frame.tokens, 1 - 2 * bits.mover
        for placing in self.frame.placings(bits):
            red, blue = self.frame.shown(bits, placing)
            yield sign * (TOKEN * (tokens(red) - tokens(blue)) + red.bit_count() - blue.bit_count()), placing


def _opening(view: State, legal: Sequence[Action], rng: Random) -> Action | None:
    """R5: the first card, on its owner's face, whichever it is."""
    own = [action for action in legal if view.colour[0] in action]
    return rng.choice(own) if own else None


def _share(lead: int) -> float:
    """A lead in points as a share of the win."""
    return 0.5 + 0.5 * lead / (TOKEN + abs(lead))
