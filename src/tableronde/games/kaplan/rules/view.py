"""What a seat may know, built from nothing, and the same as JSON."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tableronde.game import Json, Seat
from tableronde.games.kaplan.rules.announcing import ally, camp, judged, scores
from tableronde.games.kaplan.rules.dial import CARDS, PLACES, TINTS, lies_hidden, metals, tint
from tableronde.games.kaplan.rules.options import Options
from tableronde.games.kaplan.rules.state import Announcement, Clue, Place, Resolution, Secret, State
from tableronde.games.kaplan.words.dictionary import Language


@dataclass(frozen=True, slots=True)
class SeenToken:
    """A token on the dial as everybody sees it."""

    seat: Seat
    value: int | None  # None while it is hidden
    tint: str = ""  # only if tints are played (Q25)


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A place of the crown as everybody sees it."""

    face: str
    tokens: tuple[SeenToken, ...]
    letter: str | None  # if all can read it
    seen_by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeenAnnouncement:
    """An announcement: its seat and stake; the word for its author and their ally; at the end the verdict."""

    seat: Seat
    stake: int
    word: str | None
    verdict: str | None


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know: first the public part, then what this seat alone knows."""

    seat: Seat | None
    phase: str
    to_act: tuple[str, ...]
    turn: Seat
    dice: tuple[int, ...]
    left: tuple[int, ...]
    used: tuple[int, ...]
    crown: tuple[SeenPlace, ...]
    shield: tuple[str, ...]
    reserve: tuple[str, ...]
    consulted: tuple[tuple[Seat, ...], ...]
    hands: tuple[int, ...]
    hand_tints: tuple[tuple[int, ...], ...]  # empty unless tints are played
    waiting: tuple[tuple[int, ...], ...]
    announced: tuple[SeenAnnouncement, ...]
    alliances: tuple[tuple[Seat, Seat], ...]
    asker: Seat | None
    refused: tuple[Seat, ...]
    offer: tuple[Seat, Seat] | None
    last: Resolution | None
    news: tuple[str, ...]
    turns: int  # finished turns
    reason: str
    scores: tuple[float, ...]  # empty until the game is over
    secret: Secret | None  # everything, after the game is over
    hand: tuple[int, ...]
    tokens: tuple[tuple[int, int], ...]  # its own tokens on the dial: place and value
    letters: tuple[str | None, ...]  # by place: letters it has seen itself, through its ally, or face up
    clues: tuple[Clue | None, ...]  # likewise, in the order of CARDS
    ally: Seat | None
    language: Language = "fr"  # of the words
    strict_words: bool = True  # how announced words are judged (Q31)

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def over(self) -> bool:
        return self.secret is not None

    @property
    def face_up(self) -> int:
        """The number of letter cards that all can read."""
        return sum(place.face == "letter" for place in self.crown)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """R35: the seats with the highest score, after the end."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))


def view_of(state: State, seat: Seat | None, options: Options) -> View:
    """What a seat may know of a state."""
    knowing = camp(state, seat)  # R29
    actor = state.waits_for()
    over = bool(state.reason)
    return View(
        seat=seat,
        phase=state.phase,
        to_act=() if actor is None else (str(actor),),
        turn=state.turn,
        dice=state.dice,
        left=state.left,
        used=state.used,
        crown=tuple([_seen_place(state, number, place, options) for number, place in _places(state)]),
        shield=state.shield,
        reserve=state.reserve,
        consulted=state.consulted,
        hands=tuple(len(hand) for hand in state.hands),
        hand_tints=tuple(_tints(hand) for hand in state.hands) if options.token_tints else (),
        waiting=state.waiting,
        announced=tuple(_seen_announcement(state, announcement, knowing, options) for announcement in state.announced),
        alliances=state.alliances,
        asker=state.asker,
        refused=state.refused,
        offer=state.offer,
        last=state.last,
        news=state.news,
        turns=state.turns,
        reason=state.reason,
        scores=scores(state, options.strict_words) if over else (),
        secret=state.secret if over else None,
        hand=() if seat is None else state.hands[seat],
        tokens=tuple([(number, token.value) for number, place in _places(state) for token in place.tokens if token.seat == seat]),
        letters=tuple([_known_letter(state, number, place, knowing) for number, place in _places(state)]),
        clues=tuple(_known_clue(state, card, knowing) for card in CARDS),
        ally=ally(state, seat),
        language=options.tongue,
        strict_words=options.strict_words,
    )


def veiled(view: View, turned: int) -> View:
    """The view while the word is turned over at the end: nothing more than before except its first letters, and no more clues."""
    assert view.secret is not None
    first = view.secret.start - 1
    word = {(first + i) % len(PLACES) + 1 for i in range(turned)}
    crown = tuple(
        place if place.face == "letter" or number in word else replace(place, letter=None)
        for number, place in zip(PLACES, view.crown, strict=True)
    )
    letters = tuple(
        letter if place.letter is not None or {view.seat, view.ally} & {*place.seen_by} else None
        for letter, place in zip(view.letters, crown, strict=True)
    )
    clues = tuple(clue if {view.seat, view.ally} & {*seats} else None for clue, seats in zip(view.clues, view.consulted, strict=True))
    return replace(view, crown=crown, letters=letters, clues=clues)


def _places(state: State) -> Iterable[tuple[int, Place]]:
    return zip(PLACES, state.crown, strict=True)


def _seen_place(state: State, number: int, place: Place, options: Options) -> SeenPlace:
    tokens = tuple([_seen_token(place, position, options) for position in range(len(place.tokens))]) if place.tokens else ()
    return SeenPlace(place.face, tokens, state.secret.letter(number) if _is_public(state, place) else None, place.seen_by)


def _seen_token(place: Place, position: int, options: Options) -> SeenToken:
    token = place.tokens[position]
    hidden = lies_hidden(place.face, position, options.bluff)
    return SeenToken(token.seat, None if hidden else token.value, tint(token.value) if options.token_tints else "")


def _seen_announcement(state: State, made: Announcement, knowing: set[Seat], options: Options) -> SeenAnnouncement:
    known = bool(state.reason) or made.seat in knowing
    return SeenAnnouncement(
        made.seat, made.stake, made.word if known else None, judged(state, made, options.strict_words) if state.reason else None
    )


def _is_public(state: State, place: Place) -> bool:
    return bool(state.reason) or place.face == "letter"


def _known_letter(state: State, number: int, place: Place, knowing: set[Seat]) -> str | None:
    known = _is_public(state, place) or not knowing.isdisjoint(place.seen_by)
    return state.secret.letter(number) if known else None


def _known_clue(state: State, card: str, knowing: set[Seat]) -> Clue | None:
    known = state.reason or not knowing.isdisjoint(state.consulted[CARDS.index(card)])
    return state.secret.clue(card) if known else None


def _tints(hand: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(tint(value) == name for value in hand) for name in TINTS)


def facts_of(view: View) -> dict[str, Json]:
    """A view as JSON: the public facts, and those that only its seat knows."""
    return _public(view) if view.seat is None else {**_public(view), **_private(view)}


def _public(view: View) -> dict[str, Json]:
    secret = view.secret
    facts: dict[str, Json] = {
        "over": view.over,
        "winners": list(view.winners),
        "to_act": list(view.to_act),
        "phase": view.phase,
        "turn": view.turn,
        "dice": list(view.dice),
        "left": list(view.left) if view.dice else [],
        "used": list(view.used),
        "crown": [_place_facts(number, place) for number, place in zip(PLACES, view.crown, strict=True)],
        "face_up": view.face_up,
        "shield": list(view.shield),
        "reserve": list(view.reserve),
        "clues_seen_by": {card: list(seats) for card, seats in zip(CARDS, view.consulted, strict=True)},
        "hands": list(view.hands),
        "waiting": [list(pile) for pile in view.waiting],
        "announced": [_announcement_facts(announcement, view.over) for announcement in view.announced],
        "alliances": [list(pair) for pair in view.alliances],
        "offer": list(view.offer) if view.offer else None,
        "last": _resolution_facts(view.last) if view.last else None,
        "word": secret.word if secret else None,
        "start": secret.start if secret else None,
    }
    if view.hand_tints:
        facts["hand_tints"] = [list(tints) for tints in view.hand_tints]
    if view.over:
        facts["scores"] = [whole(score) for score in view.scores]
    return facts


def _private(view: View) -> dict[str, Json]:
    own = [announcement.word for announcement in view.announced if announcement.seat in (view.seat, view.ally)]
    return {
        "seat": view.seat,
        "hand": list(view.hand),
        "tokens": [list(token) for token in view.tokens],
        "letters": {str(number): letter for number, letter in zip(PLACES, view.letters, strict=True) if letter},
        "clues": {card: {"kind": clue.kind, "text": clue.text} for card, clue in zip(CARDS, view.clues, strict=True) if clue},
        "ally": view.ally,
        "announced": own[0] if own else None,
    }


def _place_facts(number: int, place: SeenPlace) -> dict[str, Json]:
    return {
        "place": number,
        "metals": list(metals(number)),
        "face": place.face,
        "tokens": [_token_facts(token) for token in place.tokens],
        "letter": place.letter,
        "seen_by": list(place.seen_by),
    }


def _token_facts(token: SeenToken) -> dict[str, Json]:
    facts: dict[str, Json] = {"seat": token.seat, "value": token.value}
    return {**facts, "tint": token.tint} if token.tint else facts


def _announcement_facts(announcement: SeenAnnouncement, over: bool) -> dict[str, Json]:
    facts: dict[str, Json] = {"seat": announcement.seat, "stake": announcement.stake}
    return {**facts, "word": announcement.word, "verdict": announcement.verdict} if over else facts


def _resolution_facts(last: Resolution) -> dict[str, Json]:
    totals = [list(total) for total in last.totals]
    return {"place": last.place, "face": last.face, "totals": totals, "winners": list(last.winners), "clue": last.clue}


def whole(score: float) -> float:
    """A score as people write it: without decimals if it has none."""
    return int(score) if score == int(score) else score
