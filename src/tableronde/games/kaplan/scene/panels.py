"""The areas around the dial: the trick at the start, the uses of the dice, a hand, a notebook, the players.

One unit in these areas is about a pixel of a small phone: letters are at least 12 units high, targets at least 44 units wide.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from math import ceil
from textwrap import wrap
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.games.kaplan.rules.announcing import ally, stake
from tableronde.games.kaplan.rules.dial import BLANK, CARDS, KINDS, PLACES, metal
from tableronde.games.kaplan.rules.dice import Use, ways
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.scene.marks import around, disc, family, token
from tableronde.games.kaplan.scene.tokens import token_ids
from tableronde.games.kaplan.texts import card_name, clue_name, clue_text, kind_name, letter_text, name_of, player, points, reckoning_text
from tableronde.scene import Area, Point, Shape, polyline, rectangle, words
from tableronde.text import NOTHING, Text, same

WIDTH: Final = 340.0
IN_HAND: Final = 6  # tokens in a row, large enough for a finger
IN_A_ROW: Final = 10  # tokens in a row that are only looked at
CLUE_WIDTH: Final = 33  # letters on a line of a clue
CLUE_SHORT: Final = 20  # longest clue beside its kind, in letters
SMALL: Final = 12.0  # height of letters
PLAIN: Final = 16.0


def shifted(at: Point, by: Point) -> Point:
    """A point moved."""
    return at[0] + by[0], at[1] + by[1]


def written(id: str, text: Text, at: Point, size: float, style: str = "ink start") -> Shape:
    """Words as a shape of their own."""
    return Shape(id, style=style, at=at, label=text, size=size)


@cache
def trick() -> Area:
    """The two sorts that selected the word: of 120 cards, 30 by the colour, then 18 by the symbol."""
    return Area("trick", (0, 0, WIDTH, 96), tuple(_trick()), Text("Le tour de Kaplan", "Kaplan’s trick"), role="side")


def _trick() -> Iterator[Shape]:
    stacks = ((120, Text("cartes", "cards")), (30, Text("par la couleur", "by the colour")), (18, Text("par le symbole", "by the symbol")))
    for i, (count, text) in enumerate(stacks):
        x = 54.0 + 116 * i
        for j in range(max(2, count // 24)):
            yield Shape(f"stack {i} {j}", rectangle(38, 52, 5), "card-back", (x - 4 + 2.6 * j, 42 - 1.8 * j))
        yield Shape(f"stack {i}", disc(17), "die title bold", (x, 38), label=same(str(count)), size=PLAIN, title=same(f"{count} ") + text)
        yield written(f"stack {i} text", text, (x, 84), 13, "ink title")
    for i in range(2):
        yield Shape(f"sort {i}", "M-16 0L13 0M6 -6L14 0L6 6", "brass thick", (112.0 + 116 * i, 38))


def uses_panel(view: View, offers: Sequence[str]) -> Area:
    """All uses of the dice; those that the duty to make two bets forbids are pale."""
    listed: dict[Use, str] = {}
    for way in ways(view.dice):
        listed[way.use] = listed.get(way.use) or way.reckoning
    shapes = [shape for i, (use, how) in enumerate(sorted(listed.items())) for shape in _use(i, use, how, offers)]
    cells = len(listed)
    if "kaplan" in offers and _open_to(offers):
        shapes += _announcement(view, cells)
        cells += 1
    title = Text("Les dés", "The dice")
    return Area("uses", (0, 0, WIDTH, 58.0 * ceil(cells / 2)), tuple(shapes), title, role="choices")


def _open_to(offers: Sequence[str]) -> bool:
    """Whether this seat may choose a use."""
    return any(offer.startswith("use-") for offer in offers)


def _announcement(view: View, i: int) -> Iterator[Shape]:
    """The button to announce instead of using the dice: on a phone, the dial with Kaplan's corner is not visible here."""
    assert view.seat is not None
    at, worth = _cell_at(i), same(f"{stake(view, view.seat)} points")
    title = Text("Annoncer « Kaplan » : ", "Say “Kaplan”: ") + worth
    yield Shape("announce", rectangle(162, 52, 8), "surface press", at, title=title, word="kaplan")
    yield written("announce name", Text("Kaplan !", "Kaplan!"), shifted(at, (0, -9)), 18, "brass title bold")
    yield written("announce worth", worth, shifted(at, (0, 12)), 13, "faint")


def _use(i: int, use: Use, reckoning: str, offers: Sequence[str]) -> Iterator[Shape]:
    word = "use-" + "-".join(map(str, use))
    style = "press" if word in offers else "ghost" if _open_to(offers) else ""
    at = _cell_at(i)
    name, how = same(" · ".join(map(str, use))), same(reckoning_text(reckoning))
    title = Text("Jouer ", "Play ") + name + (same(f" ({how.fr})") if reckoning else NOTHING)
    yield Shape(word, rectangle(162, 52, 8), f"surface {style}", at, title=title, word=word)
    yield from _small_ring(word, shifted(at, (-54, 0)), 18, "full", frozenset(use))
    ink = "faint" if style == "ghost" else "ink"
    yield written(f"{word} name", name, shifted(at, (22, -9 if reckoning else 0)), 18, f"{ink} title bold")
    if reckoning:
        yield written(f"{word} how", how, shifted(at, (22, 12)), 13, "faint")


def _cell_at(i: int) -> Point:
    """The places of the uses, two in a row."""
    return 84.0 + 172 * (i % 2), 29.0 + 58 * (i // 2)


@lru_cache(512)
def _small_ring(id: str, at: Point, radius: float, style: str, marked: frozenset[int]) -> tuple[Shape, ...]:
    """Twelve dots in a ring, some of them marked."""
    looks = [(4.0, style) if place in marked else (1.5, "faint hollow") for place in PLACES]
    return tuple(
        Shape(f"{id} dot {place}", disc(size), look, shifted(at, around(place, radius)))
        for place, (size, look) in zip(PLACES, looks, strict=True)
    )


def choice_panel(view: View, offers: Sequence[str]) -> Area:
    """The clue cards to choose from, large enough for a finger."""
    cards = [card for card in CARDS if card in offers]
    shapes = [shape for i, card in enumerate(cards) for shape in _choice(view, card, (84 + 172.0 * (i % 2), 34 + 68.0 * (i // 2)))]
    title = Text("Indice à consulter", "Clue to read")
    return Area("choice", (0, 0, WIDTH, 68.0 * ceil(len(cards) / 2)), tuple(shapes), title, role="choices")


def _choice(view: View, card: str, at: Point) -> Iterator[Shape]:
    known = view.clues[CARDS.index(card)]
    note = name_of(known) if known else Text("pas encore lu", "not read yet")
    title = Text("Consulter l’", "Read ") + clue_name(card) + same(", ") + note
    yield Shape(f"choice {card}", rectangle(162, 62, 8), f"{metal(card)} press", at, title=title, word=card)
    yield Shape(f"choice {card} plate", rectangle(148, 48, 5), "paper plain", at)
    yield written(f"choice {card} name", card_name(card), shifted(at, (0, -9)), PLAIN, "paper title bold")
    yield written(f"choice {card} note", note, shifted(at, (0, 12)), SMALL, "paper")


class Pile(NamedTuple):
    """Some of a player's own tokens, laid out in rows."""

    name: str  # "hand" or "waiting"
    values: tuple[int, ...]
    row: int  # tokens in a row
    step: float  # from one token to the next
    offers: Sequence[str] | None = ()  # None: its tokens only wait and cannot be pressed

    @property
    def height(self) -> float:
        return 20 + self.step * max(1, ceil(len(self.values) / self.row))


def hand(view: View, seat: Seat, offers: Sequence[str]) -> Area:
    """The viewer's own tokens: in hand, and waiting below."""
    piles, shapes, top = _piles(view, seat, offers), list[Shape](), 0.0
    for pile in piles:
        shapes += _pile(view, seat, pile, top)
        top += pile.height
    return Area("hand", (0, 0, WIDTH, top), tuple(shapes), Text("Votre main", "Your hand"), seat, role="hand")


def _piles(view: View, seat: Seat, offers: Sequence[str]) -> list[Pile]:
    """The tokens that can be played (R6) are large enough for a finger; others only wait."""
    waiting = view.waiting[seat]
    if not view.hand and waiting:
        return [Pile("waiting", waiting, IN_HAND, 56.0, offers)]
    playable = Pile("hand", view.hand, IN_HAND, 56.0, offers)
    return [playable, Pile("waiting", waiting, IN_A_ROW, 33.0, None)] if waiting else [playable]


def _pile(view: View, seat: Seat, pile: Pile, top: float) -> Iterator[Shape]:
    ids = token_ids(view, seat)
    if pile.offers is None:
        yield _waiting_place(pile, top)
    yield written(f"{pile.name} name", PILES[pile.name], (2, top + 8), SMALL, "faint start")
    for i, value in enumerate(pile.values):
        at = (2 + pile.step * (i % pile.row + 0.5), top + 18 + pile.step * (i // pile.row + 0.5))
        yield from _own_token(ids[pile.name, i], seat, value, at, 0.45 * pile.step, pile.offers)


def _waiting_place(pile: Pile, top: float) -> Shape:
    """The target under the waiting tokens: they are small, so one target for all of them explains why none can be played."""
    path, at = rectangle(WIDTH, pile.height, 6), (WIDTH / 2, top + pile.height / 2)
    return Shape("waiting place", path, "ghost bare", at, title=PILES["waiting"], word=f"w{pile.values[0]}")


PILES: Final = {
    "hand": Text("en main", "in hand"),
    "waiting": Text("en attente, à la vue de tous", "waiting, in full view"),
}


def _own_token(id: str, seat: Seat, value: int, at: Point, radius: float, offers: Sequence[str] | None) -> Iterator[Shape]:
    word = "" if offers is None else f"v{value}"
    title = Text(f"Votre jeton {value}", f"Your token {value}")
    yield from token(id, seat, str(value), at, radius, "press" if word in (offers or ()) else "", title, word)


def notebook(view: View, seat: Seat) -> Area:
    """The letters this seat knows: a ring of twelve places with room for pencil marks."""
    shared = NOTHING if view.ally is None else Text(", partagé avec ", ", shared with ") + player(view.ally)
    return Area("notebook", (0, 0, WIDTH, 174), tuple(_notes(view)), Text("Votre carnet", "Your notebook") + shared, seat, role="notes")


def _notes(view: View) -> Iterator[Shape]:
    """Three rows of four places, each with its letter and a pencil box."""
    yield Shape("page", rectangle(WIDTH, 174, 10), "surface", (WIDTH / 2, 87))
    for place, letter in zip(PLACES, view.letters, strict=True):
        x, y = 4 + 83.0 * ((place - 1) % 4), 4 + 56.0 * ((place - 1) // 4)
        yield words(str(place), (x + 7, y + 9), SMALL, "faint", f"note number {place}")
        yield _note(view, place, letter, (x + 21, y + 31))
        yield _pencil_box(place, (x + 59, y + 28))


def _pencil_box(place: int, at: Point) -> Shape:
    """Room for a pencil mark beside a place."""
    title = Text(f"Case à annoter, place {place}", f"Pencil box, place {place}")
    return Shape(f"pencil {place}", rectangle(45, 47, 6), "pencil thin ink", at, size=24, title=title, jot=str(place))


def _note(view: View, place: int, letter: str | None, at: Point) -> Shape:
    """A place in the notebook: unknown, blank, or its letter; one that is face up has a firm edge."""
    id, path = f"note {place}", disc(16)
    if letter is None:
        return Shape(
            id, path, "pencil", at, label=same("?"), size=PLAIN, title=Text(f"Place {place} : inconnue", f"Place {place}: unknown")
        )
    edge = "thick" if view.crown[place - 1].face == "letter" else ""
    title = Text(f"Place {place} : ", f"Place {place}: ") + letter_text(letter)
    if letter == BLANK:
        return Shape(id, path, f"faint hollow {edge}", at, label=same("—"), size=18, title=title)
    return Shape(id, path, f"paper title bold {edge}", at, label=same(letter), size=22, title=title)


def clue_sheet(view: View, seat: Seat) -> Area:
    """The six kinds of clue in a fixed order, those not yet consulted as empty lines."""
    read = {clue.kind: (card, clue) for card, clue in zip(CARDS, view.clues, strict=True) if clue}
    shapes, y = list[Shape](), 3.0
    for kind in KINDS:
        shapes += [written(f"clue kind {kind}", kind_name(kind, view.language), (10, y + 14), SMALL, "faint start")]
        line = Shape(f"clue line {kind}", polyline([(134, y + 18), (316, y + 18)]), "pencil thin")
        shapes += _clue(*read[kind], y + 14) if kind in read else [line]
        y += 28 + (20 * _lines(read[kind][1]) if kind in read else 0)
    page = Shape("clue page", rectangle(WIDTH, y, 10), "surface", (WIDTH / 2, y / 2))
    return Area("clues", (0, 0, WIDTH, y), (page, *shapes), Text("Vos indices", "Your clues"), seat, role="notes")


def _lines(clue: Clue) -> int:
    """The number of lines that a clue takes below its kind, in the longer language; 0 if it is short."""
    text = clue_text(clue)
    longest = max(text.fr, text.en, key=len)
    return len(wrap(longest, CLUE_WIDTH)) if len(longest) > CLUE_SHORT else 0


def _clue(card: str, clue: Clue, y: float) -> Iterator[Shape]:
    """A clue that was consulted, beside its kind or on as many lines as it needs, and the metal of its card."""
    text = clue_text(clue)
    lines = zip_longest(wrap(text.fr, CLUE_WIDTH), wrap(text.en, CLUE_WIDTH), fillvalue="")
    at = (10.0, y + 20) if _lines(clue) else (134.0, y)
    for i, (fr, en) in enumerate(lines):
        yield written(f"clue text {clue.kind} {i}", Text(fr, en), shifted(at, (0, 20 * i)), PLAIN, "ink start title")
    yield Shape(f"clue chip {clue.kind}", rectangle(14, 18, 3), metal(card), (326, y), title=card_name(card) + Text(" : ", ": ") + text)


def players_panel(view: View) -> Area:
    """The players: tokens in hand and waiting, places looked at, clues consulted, announcements, alliances."""
    shapes, y = list[Shape](), 0.0
    for seat in range(view.seats):
        rows = 0 if seat == view.seat else ceil(len(view.waiting[seat]) / IN_A_ROW)
        shapes += _player(view, seat, y, 46 + 28.0 * rows)
        y += 52 + 28.0 * rows
    return Area("players", (0, 0, WIDTH, y), tuple(shapes), Text("Les joueurs", "The players"), role="others")


def _player(view: View, seat: Seat, y: float, height: float) -> Iterator[Shape]:
    edge = "win" if view.over and seat in view.winners else "picked" if view.to_act == (str(seat),) else ""
    yield from _plate(seat, y, height, edge, _standing(view, seat), _claim(view, seat))
    if seat != view.seat and view.waiting[seat]:
        yield from _waiting(view, seat, y + 60)
    looked = frozenset(place for place in PLACES if seat in view.crown[place - 1].seen_by)
    yield from _small_ring(f"looks {seat}", (313, y + 25), 16, f"seat{seat} plain thin", looked)


@lru_cache(512)  # most players have not changed
def _plate(seat: Seat, y: float, height: float, edge: str, standing: Text, claim: Text) -> tuple[Shape, ...]:
    title = player(seat) + same(", ") + standing + same(". ") + claim
    return (
        Shape(f"player {seat}", rectangle(WIDTH - 2, height, 8), f"surface {edge}", (WIDTH / 2, y + height / 2 + 2), title=title),
        Shape(f"family {seat}", family(seat, 11), f"seat{seat}", (20, y + 25)),
        written(f"name {seat}", player(seat), (40, y + 16), PLAIN, "ink title start"),
        written(f"standing {seat}", standing, (40, y + 35), SMALL, "faint start"),
        written(f"claim {seat}", claim, (284, y + 16), PLAIN, "brass title bold end"),
    )


def _waiting(view: View, seat: Seat, y: float) -> Iterator[Shape]:
    ids = token_ids(view, seat)
    for i, value in enumerate(view.waiting[seat]):
        at = (24.0 + 30 * (i % IN_A_ROW), y + 28 * (i // IN_A_ROW))
        yield from token(ids["waiting", i], seat, str(value), at, 12)


def _standing(view: View, seat: Seat) -> Text:
    """A player's tokens, clues and ally, in short."""
    text = Text(f"{view.hands[seat]} en main", f"{view.hands[seat]} in hand")
    clues = sum(seat in seats for seats in view.consulted)
    if clues:
        text = text + Text(f" · {clues} indice{'s' if clues > 1 else ''}", f" · {clues} clue{'s' if clues > 1 else ''}")
    partner = ally(view, seat)
    return text + (Text(" · avec ", " · with ") + player(partner) if partner is not None else NOTHING)


def _claim(view: View, seat: Seat) -> Text:
    """The stake that a player has announced for, or the points at the end."""
    if view.over:
        return points(view.scores[seat])
    stakes = [made.stake for made in view.announced if made.seat == seat]
    return Text(f"Kaplan ! {stakes[0]}", f"Kaplan! {stakes[0]}") if stakes else NOTHING
