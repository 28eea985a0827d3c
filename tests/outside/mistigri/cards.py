"""The cards: a rank and a suit, "Jc" for the jack of clubs."""

from tableronde.text import Text

RANKS = "789TJQKA"
SUITS = "cdhs"
MISTIGRI = "Jc"
_RANKS = {
    "7": Text("sept", "seven"),
    "8": Text("huit", "eight"),
    "9": Text("neuf", "nine"),
    "T": Text("dix", "ten"),
    "J": Text("valet", "jack"),
    "Q": Text("dame", "queen"),
    "K": Text("roi", "king"),
    "A": Text("as", "ace"),
}
_SUITS = {"c": Text("trèfle", "clubs"), "d": Text("carreau", "diamonds"), "h": Text("cœur", "hearts"), "s": Text("pique", "spades")}
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SHORT = {"T": Text("10", "10"), "J": Text("V", "J"), "Q": Text("D", "Q"), "K": Text("R", "K"), "A": Text("A", "A")}


def deck(seats: int) -> list[str]:
    """Return the deck, eight cards for each seat: from the seven up for four players, from the nine up for three."""
    return [rank + suit for suit in SUITS for rank in RANKS[-2 * seats :]]


def strength(card: str) -> int:
    """Return the rank of a card in its suit."""
    return RANKS.index(card[0])


def order(card: str) -> tuple[int, int]:
    """Return the sort key of a hand: by suits, low cards first."""
    return SUITS.index(card[1]), strength(card)


def name(card: str) -> Text:
    """Return the name of a card."""
    rank, suit = _RANKS[card[0]], _SUITS[card[1]]
    return Text(f"{rank.fr} de {suit.fr}", f"{rank.en} of {suit.en}")


def face(card: str) -> Text:
    """Return what is printed on a card."""
    rank, sign = _SHORT.get(card[0], Text(card[0], card[0])), _SIGNS[card[1]]
    return Text(rank.fr + sign, rank.en + sign)
