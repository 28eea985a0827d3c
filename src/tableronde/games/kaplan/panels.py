"""What lies around the dial: the trick at the start, the uses of the dice, a hand, a notebook, the players."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil
from textwrap import wrap
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.games.kaplan.announcing import ally
from tableronde.games.kaplan.dial import BLANK, CARDS, KINDS, PLACES, metal
from tableronde.games.kaplan.dice import Use, ways
from tableronde.games.kaplan.marks import around, disc, family, token
from tableronde.games.kaplan.state import Clue
from tableronde.games.kaplan.texts import KIND_NAMES, card_name, clue_text, letter_text, player, points, reckoning_text
from tableronde.games.kaplan.tokens import token_ids
from tableronde.games.kaplan.view import View
from tableronde.scene import Area, Point, Shape, polyline, rectangle, words
from tableronde.text import NOTHING, Text, same

IN_HAND: Final = 6  # tokens in a row, large enough for a finger
IN_A_ROW: Final = 9  # tokens in a row, to be looked at
CLUE_WIDTH: Final = 33  # letters on a line of a clue


def shifted(at: Point, by: Point) -> Point:
    """A point moved."""
    return at[0] + by[0], at[1] + by[1]


def written(id: str, text: Text, at: Point, size: float, style: str = "ink start") -> Shape:
    """Words standing by themselves."""
    return Shape(id, style=style, at=at, label=text, size=size)


def trick() -> Area:
    """The two sorts that have put a word on the table: 120 cards, 30 by the colour, 18 by the symbol."""
    return Area("trick", (0, 0, 900, 190), tuple(_trick()), Text("Le tour de Kaplan", "Kaplan’s trick"))


def _trick() -> Iterator[Shape]:
    stacks = ((120, Text("cartes", "cards")), (30, Text("par la couleur", "by the colour")), (18, Text("par le symbole", "by the symbol")))
    for i, (count, text) in enumerate(stacks):
        x = 130.0 + 320 * i
        for j in range(max(2, count // 12)):
            yield Shape(f"stack {i} {j}", rectangle(78, 104, 9), "card-back", (x - 12 + 3.2 * j, 82 - 2.0 * j))
        yield Shape(f"stack {i}", disc(32), "die title bold", (x, 76), label=same(str(count)), size=32, title=same(f"{count} ") + text)
        yield written(f"stack {i} text", text, (x, 164), 26, "ink title")
    for i in range(2):
        yield Shape(f"sort {i}", "M-38 0L30 0M16 -12L32 0L16 12", "brass thick", (290.0 + 320 * i, 76))


def uses_panel(view: View, offers: Sequence[str]) -> Area:
    """All uses of the dice; those that the duty of two forbids are pale."""
    listed: dict[Use, str] = {}
    for way in ways(view.dice):
        listed[way.use] = listed.get(way.use) or way.reckoning
    shapes = [shape for i, (use, how) in enumerate(sorted(listed.items())) for shape in _use(i, use, how, offers)]
    return Area("uses", (0, 0, 620, 104 * ceil(len(listed) / 2) + 8), tuple(shapes), Text("Les emplois des dés", "The uses of the dice"))


def _use(i: int, use: Use, reckoning: str, offers: Sequence[str]) -> Iterator[Shape]:
    word = "use-" + "-".join(map(str, use))
    open_to = any(offer.startswith("use-") for offer in offers)
    style = "press" if word in offers else "ghost" if open_to else ""
    at = (156.0 + 308 * (i % 2), 56.0 + 104 * (i // 2))
    name, how = same(" · ".join(map(str, use))), same(reckoning_text(reckoning))
    title = Text("Jouer ", "Play ") + name + (same(f" ({how.fr})") if reckoning else NOTHING)
    yield Shape(word, rectangle(296, 92, 14), f"surface {style}", at, title=title, word=word if word in offers else "")
    yield from _small_ring(word, shifted(at, (-98, 0)), 33, dict.fromkeys(use, "full"))
    ink = "faint" if style == "ghost" else "ink"
    yield written(f"{word} name", name, shifted(at, (38, -12 if reckoning else 0)), 32, f"{ink} title bold")
    if reckoning:
        yield written(f"{word} how", how, shifted(at, (38, 24)), 20, "faint")


def _small_ring(id: str, at: Point, radius: float, marked: dict[int, str]) -> Iterator[Shape]:
    """Twelve dots in a ring, some of them marked."""
    for place in PLACES:
        size = 6.5 if place in marked else 2.5
        yield Shape(f"{id} dot {place}", disc(size), marked.get(place, "faint hollow"), shifted(at, around(place, radius)))


def choice_panel(view: View, offers: Sequence[str]) -> Area:
    """The clue cards to choose from, large enough for a finger."""
    cards = [card for card in CARDS if card in offers]
    left = 310 - 75.0 * (len(cards) - 1)
    shapes = [shape for i, card in enumerate(cards) for shape in _choice(view, card, (left + 150 * i, 92.0))]
    return Area("choice", (0, 0, 620, 184), tuple(shapes), Text("L’indice à consulter", "The clue to consult"))


def _choice(view: View, card: str, at: Point) -> Iterator[Shape]:
    known = view.clues[CARDS.index(card)]
    note = KIND_NAMES[known.kind] if known else Text("jamais lu", "not read yet")
    title = Text("Consulter l’indice ", "Consult the clue ") + card_name(card) + same(", ") + note
    yield Shape(f"choice {card}", rectangle(134, 168, 14), f"{metal(card)} press", at, title=title, word=card)
    yield Shape(f"choice {card} plate", rectangle(120, 92, 8), "paper plain", at)
    yield written(f"choice {card} name", card_name(card), shifted(at, (0, -16)), 26, "paper title bold")
    yield written(f"choice {card} note", note, shifted(at, (0, 20)), 15, "paper")


class Pile(NamedTuple):
    """Some of one's own tokens, laid out in rows."""

    name: str  # "hand" or "waiting"
    values: tuple[int, ...]
    row: int  # tokens in a row
    step: float  # from one token to the next
    offers: Sequence[str] = ()

    @property
    def height(self) -> float:
        return 36 + self.step * max(1, ceil(len(self.values) / self.row))


def hand(view: View, seat: Seat, offers: Sequence[str]) -> Area:
    """One's own tokens: in hand, and waiting below."""
    piles, shapes, top = _piles(view, seat, offers), list[Shape](), 0.0
    for pile in piles:
        shapes += _pile(view, seat, pile, top)
        top += pile.height
    return Area("hand", (0, 0, 520, top), tuple(shapes), Text("Votre main", "Your hand"), seat)


def _piles(view: View, seat: Seat, offers: Sequence[str]) -> list[Pile]:
    """The tokens that can be played (R6) are large enough for a finger; others only wait."""
    waiting = view.waiting[seat]
    if not view.hand and waiting:
        return [Pile("waiting", waiting, IN_HAND, 84.0, offers)]
    playable = Pile("hand", view.hand, IN_HAND, 84.0, offers)
    return [playable, Pile("waiting", waiting, IN_A_ROW, 56.0)] if waiting else [playable]


def _pile(view: View, seat: Seat, pile: Pile, top: float) -> Iterator[Shape]:
    ids = token_ids(view, seat)
    yield written(f"{pile.name} name", PILES[pile.name], (10, top + 16), 18, "faint start")
    for i, value in enumerate(pile.values):
        at = (8 + pile.step * (i % pile.row + 0.5), top + 30 + pile.step * (i // pile.row + 0.5))
        yield from _own_token(ids[pile.name, i], seat, value, at, 0.39 * pile.step, pile.offers)


PILES: Final = {
    "hand": Text("en main", "in hand"),
    "waiting": Text("en attente, à la vue de tous", "waiting, in full view"),
}


def _own_token(id: str, seat: Seat, value: int, at: Point, radius: float, offers: Sequence[str]) -> Iterator[Shape]:
    word = f"v{value}" if f"v{value}" in offers else ""
    title = Text(f"Votre jeton {value}", f"Your token {value}")
    yield from token(id, seat, str(value), at, radius, "press" if word else "", title, word)


def notebook(view: View, seat: Seat) -> Area:
    """The letters this seat knows: a ring of twelve places with room for pencil marks."""
    shared = NOTHING if view.ally is None else Text(", partagé avec ", ", shared with ") + player(view.ally)
    return Area("notebook", (0, 0, 500, 500), tuple(_ring(view)), Text("Votre carnet", "Your notebook") + shared, seat)


def _ring(view: View) -> Iterator[Shape]:
    centre = (250.0, 250.0)
    yield Shape("page", rectangle(484, 484, 18), "surface", centre)
    for place, letter in zip(PLACES, view.letters, strict=True):
        at = shifted(centre, around(place, 188))
        yield words(str(place), shifted(centre, around(place, 232)), 17, "faint", f"note number {place}")
        yield _cell(place, shifted(centre, around(place, 120)))
        yield _note(view, place, letter, at)
    known = sum(letter is not None for letter in view.letters)
    yield written("note count", same(f"{known}/12"), shifted(centre, (0, -8)), 38, "ink title bold")
    yield written("note count name", Text("cartes connues", "cards known"), shifted(centre, (0, 26)), 17, "faint")


def _cell(place: int, at: Point) -> Shape:
    """Room for a pencil mark beside a place."""
    title = Text(f"Case à annoter, place {place}", f"Pencil box, place {place}")
    return Shape(f"pencil {place}", rectangle(46, 42, 6), "pencil thin ink", at, size=28, title=title, jot=str(place))


def _note(view: View, place: int, letter: str | None, at: Point) -> Shape:
    """A place in the notebook: unknown, blank, or its letter; face up for all has a firm edge."""
    id, path = f"note {place}", disc(36)
    if letter is None:
        return Shape(id, path, "pencil", at, label=same("?"), size=22, title=Text(f"Place {place} : inconnue", f"Place {place}: unknown"))
    edge = "thick" if view.crown[place - 1].face == "letter" else ""
    title = Text(f"Place {place} : ", f"Place {place}: ") + letter_text(letter)
    if letter == BLANK:
        return Shape(id, path, f"faint hollow {edge}", at, label=same("—"), size=30, title=title)
    return Shape(id, path, f"paper title bold {edge}", at, label=same(letter), size=42, title=title)


def clue_sheet(view: View, seat: Seat) -> Area:
    """The six kinds of clue in a fixed order, those not yet consulted as empty lines."""
    return Area("clues", (0, 0, 500, 560), tuple(_clues(view)), Text("Vos indices", "Your clues"), seat)


def _clues(view: View) -> Iterator[Shape]:
    told = {clue.kind: (card, clue) for card, clue in zip(CARDS, view.clues, strict=True) if clue}
    yield Shape("clue page", rectangle(484, 544, 18), "surface", (250, 280))
    for i, kind in enumerate(KINDS):
        y = 48.0 + 88 * i
        yield written(f"clue kind {kind}", KIND_NAMES[kind], (30, y), 18, "faint start")
        if kind in told:
            yield from _clue(*told[kind], y + 28)
        else:
            yield Shape(f"clue line {kind}", polyline([(30, y + 44), (470, y + 44)]), "pencil thin")


def _clue(card: str, clue: Clue, y: float) -> Iterator[Shape]:
    """A clue that was consulted, on as many lines as it needs, and the metal of its card."""
    text = clue_text(clue)
    lines = zip_longest(wrap(text.fr, CLUE_WIDTH), wrap(text.en, CLUE_WIDTH), fillvalue="")
    for i, (fr, en) in enumerate(lines):
        yield written(f"clue text {clue.kind} {i}", Text(fr, en), (30, y + 28 * i), 25, "ink start title")
    yield Shape(f"clue chip {clue.kind}", rectangle(20, 26, 4), metal(card), (462, y), title=card_name(card) + same(" : ") + text)


def players_panel(view: View) -> Area:
    """Everybody: tokens in hand and waiting, places looked at, clues consulted, announcements, alliances."""
    shapes = [shape for seat in range(view.seats) for shape in _player(view, seat, 96.0 * seat)]
    return Area("players", (0, 0, 760, 96.0 * view.seats), tuple(shapes), Text("Les joueurs", "The players"))


def _player(view: View, seat: Seat, y: float) -> Iterator[Shape]:
    edge = "win" if seat in view.winners and view.over else "picked" if view.to_act == (str(seat),) else ""
    title = player(seat) + same(", ") + _standing(view, seat) + same(". ") + _claim(view, seat)
    yield Shape(f"player {seat}", rectangle(748, 86, 12), f"surface {edge}", (380, y + 48), title=title)
    yield Shape(f"family {seat}", family(seat, 20), f"seat{seat}", (40, y + 48))
    yield written(f"name {seat}", player(seat), (78, y + 34), 25, "ink title start")
    yield written(f"standing {seat}", _standing(view, seat), (78, y + 66), 18, "faint start")
    yield written(f"claim {seat}", _claim(view, seat), (650, y + 32), 22, "brass title bold end")
    if seat != view.seat:
        yield from _waiting(view, seat, y)
    looked = {place: f"seat{seat} plain thin" for place in PLACES if seat in view.crown[place - 1].seen_by}
    yield from _small_ring(f"looks {seat}", (704, y + 48), 28, looked)


def _waiting(view: View, seat: Seat, y: float) -> Iterator[Shape]:
    ids = token_ids(view, seat)
    lines = ceil(len(view.waiting[seat]) / IN_A_ROW)
    for i, value in enumerate(view.waiting[seat]):
        at = (360.0 + 33 * (i % IN_A_ROW), y + 66 - (32 * (lines - 1 - i // IN_A_ROW)))
        yield from token(ids["waiting", i], seat, str(value), at, 13)


def _standing(view: View, seat: Seat) -> Text:
    """A player's tokens, clues and ally in a few words."""
    text = Text(f"{view.hands[seat]} en main", f"{view.hands[seat]} in hand")
    clues = sum(seat in seats for seats in view.consulted)
    if clues:
        text = text + Text(f" · {clues} indice{'s' if clues > 1 else ''}", f" · {clues} clue{'s' if clues > 1 else ''}")
    partner = ally(view, seat)
    return text + (Text(" · avec ", " · with ") + player(partner) if partner is not None else NOTHING)


def _claim(view: View, seat: Seat) -> Text:
    """What a player has announced for, or won in the end."""
    if view.over:
        return points(view.scores[seat])
    stakes = [made.stake for made in view.announced if made.seat == seat]
    return Text(f"Kaplan ! {stakes[0]}", f"Kaplan! {stakes[0]}") if stakes else NOTHING
