"""Le Cadran de Kaplan: a word under twelve sarcophagi, three dice, bets, private looks, and one announcement each.

Clauses R1 to R37 and rulings Q1 to Q35 are those of the rules page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from tableronde.game import CHANCE, Action, Actor, Game, Illegal, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.kaplan.rules import alliances, deck
from tableronde.games.kaplan.rules.announcing import ally, announce, camp, scores, silent
from tableronde.games.kaplan.rules.betting import allowed_places, allowed_uses, bet, flip, may_end, playable, possible
from tableronde.games.kaplan.rules.dial import PLACES, lies_hidden, stock
from tableronde.games.kaplan.rules.dice import ROLLS, WEIGHTS, numbers
from tableronde.games.kaplan.rules.imagining import imagine
from tableronde.games.kaplan.rules.judging import LONGEST, normalise
from tableronde.games.kaplan.rules.options import Options
from tableronde.games.kaplan.rules.press_refusals import why_not_press
from tableronde.games.kaplan.rules.refusals import no_word, why_not
from tableronde.games.kaplan.rules.resolution import cards_for, consult
from tableronde.games.kaplan.rules.second_thoughts import before_announcing
from tableronde.games.kaplan.rules.setup import read_setup
from tableronde.games.kaplan.rules.state import State
from tableronde.games.kaplan.rules.view import View, facts_of, view_of
from tableronde.games.kaplan.scene.latest_event import news
from tableronde.text import Text

ANNOUNCE = "kaplan *"


class Kaplan(Game[Options, State, View]):
    """The rules of Le Cadran de Kaplan."""

    slug = "kaplan"
    edition = 1
    players = range(2, 9)
    private = True  # looks, clues and tokens belong to one seat each
    options_type = Options

    def deal(self, rng: Random) -> Setup:
        """Draw a colour pawn and a symbol pawn, which select a word."""
        return deck.draw_setup(rng, self.seats, self.options.tongue)

    def start(self, setup: Setup) -> State:
        secret, first = read_setup(setup, self.seats)
        hands = (stock(self.seats),) * self.seats
        return self._turn_of(State(secret, first, "roll", hands, ((),) * self.seats), first)

    def notes(self, setup: Setup) -> Mapping[str, Json]:
        """The two pawns that draw this word, if it is in the deck."""
        return deck.pawns_of(setup["word"], setup["start"], self.options.tongue)

    def legal(self, state: State) -> Legal:
        if state.reason:
            return {}
        actions: dict[Actor, list[Action]] = {seat: [ANNOUNCE] for seat in silent(state)}  # R24
        waits_for = self.to_act(state)[0]
        actions[waits_for] = sorted([*self._moves(state), *actions.get(waits_for, [])])
        return actions

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """The only actor that the game waits for. Others may announce meanwhile, but the game does not wait for them."""
        actor = state.waits_for()
        return () if actor is None else (actor,)

    def weights(self, state: State) -> Mapping[Action, float]:
        """Three dice thrown together: a triple falls in one way, three different numbers fall in six."""
        return WEIGHTS

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """R29: allies play together."""
        single = [(seat,) for seat in range(self.seats) if ally(state, seat) is None]
        return tuple(sorted([*single, *state.alliances]))

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        after = self._after(state, actor, action)
        latest = news(state, after)
        return after if after.news == latest else replace(after, news=latest)

    def _after(self, state: State, actor: Actor, action: Action) -> State:
        match action.split(" "):
            case ["roll", *dice]:
                return replace(state, dice=numbers(dice), phase="use")
            case ["use", *places]:
                return replace(state, left=numbers(places), phase="bet")
            case ["pass"] | ["end"]:
                return self._next_turn(state)
            case ["bet", place, value]:
                return self._resumed(bet(state, int(place), int(value)))
            case ["flip", place]:
                return self._resumed(flip(state, int(place)))
            case ["clue", card]:
                return self._resumed(self._consulted(state, card))
            case ["kaplan", word]:
                return self._announced(state, actor, word)
        return self._resumed(_answered(state, action))

    def outcome(self, state: State) -> Outcome | None:
        """R35: the highest score wins; equal scores share the win (Q19)."""
        if not state.reason:
            return None
        points = scores(state, self.options.strict_words)
        return Outcome(tuple(seat for seat in range(self.seats) if points[seat] == max(points)), state.reason, points)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat, self.options)

    def facts(self, view: View) -> dict[str, Json]:
        return facts_of(view)

    def complete(self, action: Action, text: str) -> Action:
        """Q20, Q29: any text of 1 to 30 letters, written in capitals without accents."""
        word = normalise(text)
        if not 1 <= len(word) <= LONGEST:
            raise Illegal(no_word())
        return action.removesuffix("*") + word

    def hear(self, state: State, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        """A hidden token is masked for all but its owner, for good; an announced word is masked for all but an ally (R30) until the end."""
        match action.split(" "):
            case ["bet", place, _] if actor != seat and self._hides(state, int(place)):
                return f"bet {place} ?"
            case ["kaplan", _] if actor not in camp(state, seat) and not over:
                return ANNOUNCE
        return action

    def public(self, state: State, actor: Actor, action: Action) -> bool:
        """Whether everybody sees an action as it happens: a token laid face up."""
        match action.split(" "):
            case ["bet", place, _]:
                return not self._hides(state, int(place))
        return False

    def imagine(self, view: View, rng: Random) -> State:
        return imagine(view, rng)

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        return why_not(state, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        return why_not_press(state, seat, words)

    def second_thought(self, view: View, seat: Seat, action: Action) -> Text | None:
        """An announcement is final."""
        verb, _, word = action.partition(" ")
        return before_announcing(view, seat, word) if verb == "kaplan" else None

    def touch(self, action: Action) -> list[str]:
        """A place, then a token; a place to flip; a card; or a use of the dice as a whole."""
        match action.split(" "):
            case ["bet", place, value]:
                return [f"p{place}", f"v{value}"]
            case ["flip", place]:
                return [f"p{place}"]
            case ["clue", card]:
                return [card]
            case ["kaplan", word]:
                return ["kaplan", word]
        return [action.replace(" ", "-")]

    def _moves(self, state: State) -> list[Action]:
        """The actions that the game waits for, without announcements."""
        match state.phase:
            case "roll":
                return list(ROLLS)
            case "use":
                return [f"use {' '.join(map(str, use))}" for use in allowed_uses(state)] or ["pass"]
            case "bet":
                return _bets(state)
            case "clue":
                assert state.last is not None
                return [f"clue {card}" for card in cards_for(state, state.last.place)]
            case "ally":
                assert state.asker is not None
                return ["ally none", *(f"ally {seat}" for seat in alliances.partners(state, state.asker))]
        return ["accept", "refuse"]

    def _resumed(self, state: State) -> State:
        """Continue the turn, or begin the next one if no bet is possible any more (R15)."""
        if state.phase != "bet" or possible(state, state.left):
            return state
        return self._next_turn(state)

    def _next_turn(self, state: State) -> State:
        return self._turn_of(state, (state.turn + 1) % self.seats, state.turns + 1)

    def _turn_of(self, state: State, seat: Seat, turns: int = 0) -> State:
        """Begin a turn: with a roll of the dice, or with all twelve places to choose from (R36)."""
        no_dice = self.options.no_dice
        left = tuple(PLACES) if no_dice else ()
        return replace(state, turn=seat, turns=turns, phase="bet" if no_dice else "roll", dice=(), left=left, used=())

    def _consulted(self, state: State, card: str) -> State:
        """A clue is consulted; if it was the last one on the shield, the alliance window opens (R27)."""
        after = consult(state, card)
        allying = self.options.alliances and self.seats >= alliances.FEWEST
        return alliances.open_window(after) if allying and state.shield and not after.shield else after

    def _announced(self, state: State, actor: Actor, word: str) -> State:
        assert actor != CHANCE
        after = announce(state, actor, word)
        return self._resumed(alliances.overheard(after)) if after.phase in ("ally", "answer") else after

    def _hides(self, state: State, place: int) -> bool:
        there = state.at(place)
        return lies_hidden(there.face, len(there.tokens), self.options.bluff)


def _bets(state: State) -> list[Action]:
    """R9 to R15: bets, flips, the end of the turn once it is allowed; a pass if no token can be played."""
    actions = [action for place in allowed_places(state) for action in _bets_on(state, place)]
    if not actions:
        return ["pass"]
    return [*actions, "end"] if may_end(state) else actions


def _bets_on(state: State, place: int) -> list[Action]:
    if state.at(place).face == "open":
        return [f"flip {place}"]
    return [f"bet {place} {value}" for value in sorted(set(playable(state, state.turn)))]


def _answered(state: State, action: Action) -> State:
    """A step in the alliance window (R28)."""
    match action.split(" "):
        case ["ally", "none"]:
            return alliances.declined(state)
        case ["ally", seat]:
            return alliances.offered(state, int(seat))
        case ["accept"]:
            return alliances.accepted(state)
    return alliances.refused(state)
