"""Why an action is refused: the clause that forbids it, and a sentence for the player."""

from collections.abc import Iterator

from tableronde.game import CHANCE, Action, Actor, Refusal, Seat
from tableronde.games.kaplan.rules.alliances import FEWEST, is_free
from tableronde.games.kaplan.rules.announcing import ally
from tableronde.games.kaplan.rules.betting import may_end, playable
from tableronde.games.kaplan.rules.dial import CARDS, PLACES, POSITIONS, VALUES, metal, metals
from tableronde.games.kaplan.rules.dice import numbers, uses
from tableronde.games.kaplan.rules.judging import LONGEST
from tableronde.games.kaplan.rules.state import State
from tableronde.text import Text


def why_not(state: State, actor: Actor, action: Action) -> Refusal:
    """The first reason why an action is not legal."""
    return next(_troubles(state, actor, action.split(" ")))


def no_word() -> Refusal:
    """Q29: an announcement needs a word."""
    return _why("Q29", f"Écrivez un mot de 1 à {LONGEST} lettres.", f"Write a word of 1 to {LONGEST} letters.")


def _why(clause: str, fr: str, en: str) -> Refusal:
    return Refusal(clause, Text(fr, en))


def _troubles(state: State, actor: Actor, words: list[str]) -> Iterator[Refusal]:
    """The reasons, from the most general to the most specific; an unreadable action comes last."""
    if state.reason:
        yield _why("R33", "La partie est terminée : on ne joue plus.", "The game is over: nothing more can be played.")
    if actor != CHANCE and actor not in range(state.seats):
        yield _why("", f"Il n’y a pas de joueur {actor + 1} à cette table.", f"There is no player {actor + 1} at this table.")
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
    yield _why("", f"« {text} » n’est pas un coup du jeu.", f"“{text}” is not a move in this game.")


def _is_in(word: str, numbers: range) -> bool:
    return word in map(str, numbers)


def _are_numbers(words: list[str]) -> bool:
    return all(_is_in(word, PLACES) for word in words)


def _wrong_moment(state: State, actor: Actor, phase: str) -> Iterator[Refusal]:
    """Why this is not the moment for this kind of action, or not this player's turn."""
    if state.phase != phase:
        yield _AWAITED[state.phase]
    if actor != state.waits_for():
        yield _NOT_YOU[phase]


_AWAITED = {
    "roll": _why("R7", "Les trois dés doivent d’abord être lancés.", "The three dice must be thrown first."),
    "use": _why("R8", "Choisissez d’abord comment jouer les dés.", "First choose how to play the dice."),
    "bet": _why("R9", "C’est le moment de parier.", "It is time to bet."),
    "clue": _why("R19", "Une carte indice doit d’abord être consultée.", "A clue card must be read first."),
    "ally": _why("R28", "On attend qu’un joueur propose une alliance, ou y renonce.", "A player is deciding whether to offer an alliance."),
    "answer": _why("R28", "On attend la réponse à une offre d’alliance.", "An offer of alliance is waiting for an answer."),
}
_NOT_YOU = {
    "roll": _why("R7", "Les dés se lancent tout seuls.", "The dice are thrown for you."),
    "use": _why(
        "R7", "Ces dés sont ceux d’un autre joueur : attendez votre tour.", "These dice belong to another player: wait for your turn."
    ),
    "bet": _why("R9", "Vous ne pouvez parier qu’à votre tour.", "You can only bet on your turn."),
    "clue": _why(
        "R23",
        "La carte est choisie par le gagnant du pari ; en cas d’égalité, par le joueur dont c’est le tour.",
        "The winner of the bet chooses the card; after a tie, the player whose turn it is.",
    ),
    "ally": _why("R28", "C’est à un autre joueur de proposer une alliance.", "It is another player’s turn to offer an alliance."),
    "answer": _why("R28", "Cette offre ne s’adresse pas à vous.", "That offer is not for you."),
}


def _announcing(state: State, seat: Seat) -> Iterator[Refusal]:
    speakers = {announcement.seat for announcement in state.announced}
    if seat in speakers:
        yield _why("R24", "Vous avez déjà annoncé : on n’annonce qu’une fois.", "You have already announced, and you can do so only once.")
    if ally(state, seat) in speakers:
        yield _why("R30", "Votre allié a déjà annoncé pour vous deux.", "Your ally has already announced for both of you.")
    yield no_word()


def _rolling(state: State, actor: Actor) -> Iterator[Refusal]:
    if _no_dice(state):
        yield _why("R36", "Cette partie se joue sans dés.", "This game is played without dice.")
    yield from _wrong_moment(state, actor, "roll")
    yield _why("R7", "Donnez trois dés, de 1 à 12, du plus petit au plus grand.", "Give three dice from 1 to 12, the smallest first.")


def _using(state: State, actor: Actor, places: list[str]) -> Iterator[Refusal]:
    if _no_dice(state):
        yield _why("R36", "Cette partie se joue sans dés.", "This game is played without dice.")
    yield from _wrong_moment(state, actor, "use")
    if numbers(places) not in uses(state.dice):
        yield _why(
            "R7",
            "Ces dés ne donnent pas cela : jouez les trois, ou bien la somme ou la différence de deux dés (de 1 à 12) et le troisième.",
            "These dice cannot give that: play all three, or the sum or difference of two dice (1 to 12) and the third.",
        )
    yield _why(
        "R11",
        "D’autres places permettent davantage de paris : faites-en deux dès que c’est possible.",
        "Other places allow more bets: you must make two whenever you can.",
    )


def _no_dice(state: State) -> bool:
    """R36: outside the roll itself, no dice on the table means a game without dice."""
    return not state.dice and state.phase != "roll"


def _betting(state: State, actor: Actor, place: int, value: int) -> Iterator[Refusal]:
    yield from _place_trouble(state, actor, place)
    if state.at(place).face == "open":
        yield _why(
            "R14",
            "Il n’y a plus de sarcophage ici : on y retourne la carte, sans jeton.",
            "The sarcophagus is gone: flip the card there, without a token.",
        )
    yield from _token_trouble(state, value)
    yield _bars_second()


def _flipping(state: State, actor: Actor, place: int) -> Iterator[Refusal]:
    yield from _place_trouble(state, actor, place)
    if state.at(place).face in POSITIONS:
        yield _why(
            "R14",
            "Un sarcophage couvre encore cette carte : on ne peut pas la retourner.",
            "A sarcophagus still covers that card: it cannot be flipped.",
        )
    yield _bars_second()


def _place_trouble(state: State, actor: Actor, place: int) -> Iterator[Refusal]:
    """The reasons that bets and flips have in common."""
    yield from _wrong_moment(state, actor, "bet")
    if state.at(place).face == "letter":
        yield _why(
            "R9", "Cette carte est déjà retournée : on n’y joue plus.", "That card is already face up: nothing more can be played there."
        )
    if _no_dice(state) and place in state.used:
        yield _why(
            "R36",
            "Sans dés, vous ne pouvez faire qu’un pari par place et par tour.",
            "Without dice, you can make only one bet per place each turn.",
        )
    if place not in state.left:
        yield _why(
            "R9", "Vos dés ne désignent pas cette place, ou plus maintenant.", "Your dice do not point to that place, or no longer do."
        )


def _token_trouble(state: State, value: int) -> Iterator[Refusal]:
    if value in playable(state, state.turn):
        return
    if value in state.waiting[state.turn]:
        yield _why("R5", "Ce jeton attend : jouez d’abord ceux de votre main.", "That token is waiting: first play those in your hand.")
    yield _why("R4", f"Vous n’avez pas de jeton {value} à jouer.", f"You have no token {value} to play.")


def _bars_second() -> Refusal:
    return _why(
        "R11",
        "Ce premier pari rendrait le second impossible, et deux sont obligatoires.",
        "That first bet would rule out the second, and you must make two.",
    )


def _stopping(state: State, actor: Actor, word: str) -> Iterator[Refusal]:
    if state.phase not in ("use", "bet"):
        yield _AWAITED[state.phase]
    if actor != state.turn:
        yield _NOT_YOU["bet"]
    if word == "end" and state.phase == "use":
        yield _AWAITED["use"]
    if may_end(state):
        yield _why("R15", "Vous avez déjà parié : finissez plutôt votre tour.", "You have already bet: end your turn instead.")
    yield _why(
        "R11",
        "Vous devez faire deux paris par tour, tant que c’est possible.",
        "You must make two bets each turn as long as you can.",
    )


def _consulting(state: State, actor: Actor, card: str) -> Iterator[Refusal]:
    yield from _wrong_moment(state, actor, "clue")
    assert state.last is not None
    if metal(card) not in metals(state.last.place):
        yield _why("R19", "Cette carte n’est pas du même métal que le sarcophage.", "That card is not the same metal as the sarcophagus.")
    yield _why(
        "R20",
        "Tant qu’il reste des cartes sur le bouclier, choisissez parmi elles.",
        "As long as there are cards on the shield, choose one of those.",
    )


def _offering(state: State, actor: Actor, seat: str) -> Iterator[Refusal]:
    if state.seats < FEWEST:
        yield _why("R27", "On ne s’allie qu’à partir de cinq joueurs.", "Alliances are for five players or more.")
    yield from _wrong_moment(state, actor, "ally")
    if seat == str(actor):
        yield _why("R28", "Vous ne pouvez pas vous allier avec vous-même.", "You cannot ally with yourself.")
    if not is_free(state, int(seat)):
        yield _why("R27", "Ce joueur a déjà annoncé, ou il a déjà un allié.", "That player has already announced, or already has an ally.")
    yield _why("R28", "Ce joueur vous a déjà dit non.", "That player has already said no to you.")
