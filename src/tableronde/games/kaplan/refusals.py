"""Why an action is refused: the clause that forbids it, and a sentence for the player."""

from collections.abc import Iterator

from tableronde.game import CHANCE, Action, Actor, Refusal, Seat
from tableronde.games.kaplan.alliances import FEWEST, is_free
from tableronde.games.kaplan.announcing import ally
from tableronde.games.kaplan.betting import may_end, playable
from tableronde.games.kaplan.dial import CARDS, PLACES, POSITIONS, VALUES, metal, metals
from tableronde.games.kaplan.dice import numbers, uses
from tableronde.games.kaplan.judging import LONGEST
from tableronde.games.kaplan.state import State
from tableronde.text import Text


def why_not(state: State, actor: Actor, action: Action) -> Refusal:
    """The first thing that is wrong with an action that is not legal."""
    return next(_troubles(state, actor, action.split(" ")))


def no_word() -> Refusal:
    """Q29: an announcement needs a word."""
    return _say("Q29", f"Écrivez un mot de 1 à {LONGEST} lettres.", f"Write a word of 1 to {LONGEST} letters.")


def _say(clause: str, fr: str, en: str) -> Refusal:
    return Refusal(clause, Text(fr, en))


def _troubles(state: State, actor: Actor, words: list[str]) -> Iterator[Refusal]:
    """What is wrong, from the most general to the most particular; an unreadable action comes last."""
    if state.reason:
        yield _say("R33", "La partie est terminée : plus rien ne se joue.", "The game is over; nothing more can be played.")
    if actor != CHANCE and actor not in range(state.seats):
        yield _say("", f"Il n’y a pas de place {actor} à cette table.", f"There is no seat {actor} at this table.")
    match words:
        case ["kaplan", *_] if actor != CHANCE:
            yield from _announcing(state, actor)
        case ["roll", *_]:
            yield from _rolling(state, actor)
        case ["use", *places] if _are_numbers(places):
            yield from _using(state, actor, places)
        case ["bet", place, value] if _is_in(place, PLACES) and _is_in(value, VALUES):
            yield from _betting(state, actor, int(place), int(value))
        case ["flip", place] if _is_in(place, PLACES):
            yield from _flipping(state, actor, int(place))
        case ["end"] | ["pass"]:
            yield from _stopping(state, actor, words[0])
        case ["clue", card] if card in CARDS:
            yield from _consulting(state, actor, card)
        case ["ally", seat] if seat == "none" or _is_in(seat, range(state.seats)):
            yield from _offering(state, actor, seat)
        case ["accept"] | ["refuse"]:
            yield from _wrong_moment(state, actor, "answer")
    text = " ".join(words)
    yield _say("", f"« {text} » n’est pas un coup du jeu.", f"“{text}” is no action of this game.")


def _is_in(word: str, numbers: range) -> bool:
    return word in map(str, numbers)


def _are_numbers(words: list[str]) -> bool:
    return all(_is_in(word, PLACES) for word in words)


def _wrong_moment(state: State, actor: Actor, phase: str) -> Iterator[Refusal]:
    """Not the moment for this kind of action, or not this player's moment."""
    if state.phase != phase:
        yield _AWAITED[state.phase]
    if actor != state.waits_for():
        yield _NOT_YOU[phase]


_AWAITED = {
    "roll": _say("R7", "Les trois dés doivent d’abord être lancés.", "The three dice must be thrown first."),
    "use": _say("R8", "Il faut d’abord choisir l’emploi des dés.", "The use of the dice must be chosen first."),
    "bet": _say("R9", "C’est le moment des paris.", "This is the time to bet."),
    "clue": _say("R19", "Une carte indice doit d’abord être consultée.", "A clue card must be consulted first."),
    "ally": _say("R28", "On attend une offre d’alliance, ou un refus d’en faire.", "An offer of alliance is awaited, or none."),
    "answer": _say("R28", "On attend la réponse à une offre d’alliance.", "An answer to an offer of alliance is awaited."),
}
_NOT_YOU = {
    "roll": _say("R7", "Les dés se lancent d’eux-mêmes.", "The dice are thrown by chance."),
    "use": _say("R7", "C’est au joueur dont c’est le tour d’employer les dés.", "The player on turn uses the dice."),
    "bet": _say("R9", "Seul le joueur dont c’est le tour peut parier.", "Only the player on turn may bet."),
    "clue": _say(
        "R23",
        "C’est le seul gagnant qui choisit la carte ; en cas d’égalité, le joueur dont c’est le tour.",
        "The sole winner chooses the card; after a tie, the player on turn.",
    ),
    "ally": _say("R28", "Une autre place est interrogée en ce moment.", "Another seat is being asked now."),
    "answer": _say("R28", "L’offre ne s’adresse pas à vous.", "The offer is not made to you."),
}


def _announcing(state: State, seat: Seat) -> Iterator[Refusal]:
    speakers = {announcement.seat for announcement in state.announced}
    if seat in speakers:
        yield _say("R24", "Vous avez déjà annoncé : on n’annonce qu’une fois.", "You have announced already; nobody announces twice.")
    if ally(state, seat) in speakers:
        yield _say("R30", "Votre allié a déjà annoncé pour vous deux.", "Your ally has already announced for both of you.")
    yield no_word()


def _rolling(state: State, actor: Actor) -> Iterator[Refusal]:
    if _no_dice(state):
        yield _say("R36", "On joue sans dés.", "The game is played without dice.")
    yield from _wrong_moment(state, actor, "roll")
    yield _say("R7", "Trois dés de 1 à 12, dans l’ordre croissant.", "Three dice from 1 to 12, in ascending order.")


def _using(state: State, actor: Actor, places: list[str]) -> Iterator[Refusal]:
    if _no_dice(state):
        yield _say("R36", "On joue sans dés.", "The game is played without dice.")
    yield from _wrong_moment(state, actor, "use")
    if numbers(places) not in uses(state.dice):
        yield _say(
            "R7",
            "Ces dés ne donnent pas cela : jouez les trois, ou la somme ou la différence de deux et le troisième (de 1 à 12).",
            "These dice do not give that: play all three, or the sum or difference of two and the third (1 to 12).",
        )
    yield _say("R11", "Un autre emploi des dés permet plus de paris : on en doit deux.", "Another use allows more bets, and two are due.")


def _no_dice(state: State) -> bool:
    """R36: outside the throw itself, no dice on the table means a game without them."""
    return not state.dice and state.phase != "roll"


def _betting(state: State, actor: Actor, place: int, value: int) -> Iterator[Refusal]:
    yield from _place_trouble(state, actor, place)
    if state.at(place).face == "open":
        yield _say("R14", "Plus de sarcophage ici : on y retourne la carte.", "No sarcophagus is left there; its card can be flipped.")
    yield from _token_trouble(state, value)
    yield _bars_second()


def _flipping(state: State, actor: Actor, place: int) -> Iterator[Refusal]:
    yield from _place_trouble(state, actor, place)
    if state.at(place).face in POSITIONS:
        yield _say("R14", "On ne retourne qu’une carte découverte ; un sarcophage la couvre.", "Only an uncovered card can be flipped.")
    yield _bars_second()


def _place_trouble(state: State, actor: Actor, place: int) -> Iterator[Refusal]:
    """What bets and flips have in common."""
    yield from _wrong_moment(state, actor, "bet")
    if state.at(place).face == "letter":
        yield _say("R9", "La lettre est déjà visible : rien ne s’y joue plus.", "That letter is face up already; nothing is played there.")
    if _no_dice(state) and place in state.used:
        yield _say("R36", "Sans dés, un seul pari par place et par tour.", "Without dice, one bet per place and turn.")
    if place not in state.left:
        yield _say("R9", "Vos dés ne désignent pas (ou plus) cette place.", "Your dice do not designate that place, or no longer.")


def _token_trouble(state: State, value: int) -> Iterator[Refusal]:
    if value in playable(state, state.turn):
        return
    if value in state.waiting[state.turn]:
        yield _say("R5", "Ce jeton attend : jouez d’abord ceux de votre main.", "That token is waiting; play those in your hand first.")
    yield _say("R4", f"Vous n’avez pas de jeton {value} à jouer.", f"You have no token {value} to play.")


def _bars_second() -> Refusal:
    return _say("R11", "Ce premier pari empêcherait le second, qui est dû.", "That first bet would bar the second, which is due.")


def _stopping(state: State, actor: Actor, word: str) -> Iterator[Refusal]:
    if state.phase not in ("use", "bet"):
        yield _AWAITED[state.phase]
    if actor != state.turn:
        yield _NOT_YOU["bet"]
    if word == "end" and state.phase == "use":
        yield _AWAITED["use"]
    if may_end(state):
        yield _say("R15", "Après deux paris on ne passe plus : on termine son tour.", "After two bets there is no passing; end your turn.")
    yield _say("R11", "On doit deux paris par tour tant que c’est possible.", "Two bets are due in a turn as long as they are possible.")


def _consulting(state: State, actor: Actor, card: str) -> Iterator[Refusal]:
    yield from _wrong_moment(state, actor, "clue")
    assert state.last is not None
    if metal(card) not in metals(state.last.place):
        yield _say("R19", "Cette carte n’est pas du métal du sarcophage.", "That card is not of the sarcophagus’ metal.")
    yield _say("R20", "Tant que le bouclier porte des cartes, on choisit parmi elles.", "While the shield holds cards, choose among them.")


def _offering(state: State, actor: Actor, seat: str) -> Iterator[Refusal]:
    if state.seats < FEWEST:
        yield _say("R27", "Les alliances demandent cinq joueurs.", "Alliances need five players.")
    yield from _wrong_moment(state, actor, "ally")
    if seat == str(actor):
        yield _say("R28", "On ne s’allie pas avec soi-même.", "Nobody allies with himself.")
    if not is_free(state, int(seat)):
        yield _say("R27", "Cette place a déjà annoncé ou est déjà alliée.", "That seat has announced or is allied already.")
    yield _say("R28", "Cette place vous a déjà répondu non.", "That seat has already refused you.")
