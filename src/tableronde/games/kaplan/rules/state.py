"""The state of a game as frozen data: the secret, the dial, the tokens, the announcements, the alliances."""

from dataclasses import dataclass, replace
from typing import Any

from tableronde.game import CHANCE, Actor, Seat
from tableronde.games.kaplan.rules.dial import BLANK, CARDS, PLACES


@dataclass(frozen=True, slots=True)
class Clue:
    """R2: the content of a clue card."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Secret:
    """The letters under the sarcophagi, the clues on the shield, and the lists used to judge words."""

    word: str
    start: int
    clues: tuple[Clue, ...]  # in the order of CARDS
    forms: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()

    def letter(self, place: int) -> str:
        """R1: the word runs clockwise from its start; the rest is blank."""
        i = (place - self.start) % len(PLACES)
        return self.word[i] if i < len(self.word) else BLANK

    def clue(self, card: str) -> Clue:
        """The content of a card."""
        return self.clues[CARDS.index(card)]


@dataclass(frozen=True, slots=True)
class Token:
    """A token on a sarcophagus."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the crown."""

    face: str = "K"  # R3: "K", "eye", "open", "letter"
    tokens: tuple[Token, ...] = ()  # in the order played
    seen_by: tuple[Seat, ...] = ()  # the seats that won a look at the letter


@dataclass(frozen=True, slots=True)
class Resolution:
    """The latest bets that were resolved."""

    place: int
    face: str  # the side that was resolved
    totals: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]
    clue: str | None = None  # the card consulted; "none" if forfeited (R21)


@dataclass(frozen=True, slots=True)
class Announcement:
    """A word written down, and its stake (R25)."""

    seat: Seat
    stake: int
    word: str


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game."""

    secret: Secret
    turn: Seat
    phase: str  # "roll", "use", "bet", "clue", "ally", "answer", "over"
    hands: tuple[tuple[int, ...], ...]  # R4: values ascending
    waiting: tuple[tuple[int, ...], ...]  # R5: values ascending
    crown: tuple[Place, ...] = (Place(),) * len(PLACES)
    shield: tuple[str, ...] = CARDS
    reserve: tuple[str, ...] = ()
    consulted: tuple[tuple[Seat, ...], ...] = ((),) * len(CARDS)  # the seats that have consulted each card
    dice: tuple[int, ...] = ()
    left: tuple[int, ...] = ()  # places on which a bet is still possible in this turn, ascending
    used: tuple[int, ...] = ()  # places bet on or flipped in this turn, ascending
    announced: tuple[Announcement, ...] = ()
    alliances: tuple[tuple[Seat, Seat], ...] = ()
    asker: Seat | None = None  # the seat that may offer an alliance now, while the window is open (R28)
    refused: tuple[Seat, ...] = ()  # the seats that have refused the asker
    offer: tuple[Seat, Seat] | None = None
    last: Resolution | None = None
    news: tuple[str, ...] = ()  # what the latest event, and chance right after it, let players watch
    turns: int = 0  # finished turns
    reason: str = ""  # why the game is over: "announced" or "letters" (R33)

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def face_up(self) -> int:
        """The number of letter cards that all can read."""
        return sum(place.face == "letter" for place in self.crown)

    def at(self, place: int) -> Place:
        """The place with that number."""
        return self.crown[place - 1]

    def with_place(self, place: int, new: Place, **changes: Any) -> "State":
        """The state with one place, and perhaps other fields, changed."""
        return replace(self, crown=(*self.crown[: place - 1], new, *self.crown[place:]), **changes)

    def waits_for(self) -> Actor | None:
        """The only actor that the game waits for."""
        match self.phase:
            case "roll":
                return CHANCE
            case "clue":
                return self.chooser()
            case "ally":
                return self.asker
            case "answer":
                return self.offer[1] if self.offer else None
            case "over":
                return None
        return self.turn

    def chooser(self) -> Seat:
        """R23: the seat that chooses the clue card."""
        assert self.last is not None
        return self.last.winners[0] if len(self.last.winners) == 1 else self.turn
