"""The picture of Le Cadran de Kaplan: an engraved dial of gold, silver and copper, with sarcophagi that open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from tableronde.game import Seat
from tableronde.games.kaplan.rules.announcing import silent, stake
from tableronde.games.kaplan.rules.dial import CARDS, KINDS, LETTERS_TO_END, PLACES, metal, metals
from tableronde.games.kaplan.rules.view import SeenPlace, View, veiled
from tableronde.games.kaplan.scene.captions import captions, is_fresh
from tableronde.games.kaplan.scene.film import film
from tableronde.games.kaplan.scene.marks import READABLE, around, card_back, die, family, halo, letter_card, sarcophagus
from tableronde.games.kaplan.scene.panels import choice_panel, clue_sheet, hand, notebook, players_panel, trick, uses_panel
from tableronde.games.kaplan.scene.reveal import burst, firework, plaque, reveal, unveiling
from tableronde.games.kaplan.scene.tokens import Spot, board_tokens, token_ids
from tableronde.games.kaplan.texts import METAL_NAMES, capital, clue_name, letter_text, listed, player, players, the_word
from tableronde.scene import Area, Frame, Point, Scene, Shape, circle, polyline, rectangle, words
from tableronde.text import NOTHING, Text, same

SPOTS: Final = {"copper": 3, "silver": 7, "gold": 11}  # the shield's three spots: in the middle of each metal's arc
CORNER: Final = 425.0  # from the centre to the middle of a corner, along both sides
PAUSE: Final = 1.0  # seconds before the first letter is turned at the end, and after the last one
STEP: Final = 0.5  # seconds from one letter to the next
TOLD: Final = 0.4  # seconds from one clue to the next
UNVEILING: Final = Text("Le mot de Kaplan se découvre…", "Kaplan’s word comes to light…")


def draw(view: View, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """The dial, and around it what this seat holds and knows."""
    areas = (_dial(view, picked, offers), *_others(view, seat, offers))
    frames = _film(view, seat) if view.over else () if picked else film(view, areas)  # a player who is choosing has seen enough
    return Scene(areas, tuple(captions(view, picked)), tuple(frames))


def _film(view: View, seat: Seat | None) -> Iterator[Frame]:
    """The film of the end: the letters of the word are turned one by one, then the clues, and then everything else."""
    if view.secret is None:
        return
    letters = len(view.secret.word)
    for turned in range(letters + 1):
        dial = _dial(veiled(view, turned), (), (), with_result=False)
        areas = (dial, *unveiling(view, turned), *_unsaid(view, turned, seat))
        yield Frame(PAUSE + STEP * (turned - 1) if turned else 0.0, areas, (UNVEILING,))
    shown = 2 * PAUSE + STEP * (letters - 1)
    for clues in range(len(KINDS) + 1):
        areas = (_dial(view, (), ()), *firework(view, clues), *_unsaid(view, letters, seat))
        yield Frame(shown + TOLD * clues, areas, (the_word(view),))
    yield Frame(shown + TOLD * len(KINDS) + PAUSE)


def _unsaid(view: View, turned: int, seat: Seat | None) -> Iterator[Area]:
    """The areas that would reveal the result too early, while that number of letters is turned."""
    yield players_panel(replace(view, secret=None))
    if seat is not None:
        yield notebook(veiled(view, turned), seat)
        yield clue_sheet(veiled(view, turned), seat)


def _others(view: View, seat: Seat | None, offers: Sequence[str]) -> Iterator[Area]:
    if view.over:
        yield from reveal(view)
    elif is_fresh(view):
        yield trick()
    if view.phase == "use":
        yield uses_panel(view, offers)
    if any(offer in CARDS for offer in offers):
        yield choice_panel(view, offers)
    if seat is not None:
        yield hand(view, seat, offers)
        yield notebook(view, seat)
        yield clue_sheet(view, seat)
    yield players_panel(view)


def _dial(view: View, picked: tuple[str, ...], offers: Sequence[str], with_result: bool = True) -> Area:
    shapes = (*ENGRAVING, *_on_dial(_planned(view, picked), picked, offers, with_result))
    return Area("dial", (-500, -500, 1000, 1000), shapes, Text("Le cadran", "The dial"), role="board")


def _on_dial(view: View, picked: tuple[str, ...], offers: Sequence[str], with_result: bool) -> Iterator[Shape]:
    ids, attention = [token_ids(view, seat) for seat in range(view.seats)], _attention(view, picked, offers)
    for place in PLACES:
        yield from _place(view, place, ids, attention.get(f"p{place}"))
    yield from _core(view, offers, with_result)
    yield from _dice(view)
    yield from _stake_corner(view, offers)
    yield from _letters_corner(view.face_up)
    yield from _reserve(view, offers)


def _planned(view: View, picked: tuple[str, ...]) -> View:
    """The dice as the picked use, or the one pointed at, would lay them."""
    use = [int(place) for word in picked if word.startswith("use-") for place in word.split("-")[1:]]
    return replace(view, left=tuple(use)) if use else view


def _engraving() -> Iterator[Shape]:
    """Rings and rays cut into the wood."""
    yield Shape("rim", circle(498), "dial-rim")
    yield Shape("face", circle(452), "dial-face")
    for i in range(60):
        if i % 5:
            yield Shape(f"tick {i}", polyline([around(i / 5, 452), around(i / 5, 462)]), "engraved")
    for place in PLACES:
        yield Shape(f"ray {place}", polyline([around(place + 0.5, 258), around(place + 0.5, 452)]), "engraved")
    yield Shape("core", circle(250), "dial-core")
    for i in range(24):
        yield Shape(f"guilloche {i}", circle(101), "guilloche", around(i / 2, 137))
    yield Shape("core ring", circle(238), "engraved")


ENGRAVING: Final = tuple(_engraving())


def _place(view: View, place: int, ids: Sequence[Mapping[Spot, str]], attention: str | None) -> Iterator[Shape]:
    there = view.crown[place - 1]
    yield from _lying(place, there, "" if view.over else f"p{place}")
    if attention:
        yield halo(place, there.letter is None and there.face != "open", attention)
    if there.tokens:
        yield from board_tokens(view, place, ids)
    for i, seat in enumerate(there.seen_by):
        at = around(place + (i - (len(there.seen_by) - 1) / 2) * 0.13, 259)
        yield Shape(f"looked {place} {seat}", family(seat, 6.5), f"seat{seat} plain thin", at)


@lru_cache(1024)  # most places have not changed
def _lying(place: int, there: SeenPlace, word: str) -> tuple[Shape, ...]:
    """The things on a place, with its number beside them."""
    title, number = _place_title(place, there), words(str(place), around(place, 475), READABLE, "on-dial title bold", f"number {place}")
    if there.letter is not None:
        card, lens = letter_card(place, there.letter, title)
        return number, replace(card, word=word), lens
    return number, *(card_back(place, title, word) if there.face == "open" else sarcophagus(place, there.face, title, word))


def _attention(view: View, picked: tuple[str, ...], offers: Sequence[str]) -> dict[str, str]:
    """The style of the line around places: last resolved, can be pressed, or picked; later ones override earlier ones."""
    return {
        **({f"p{view.last.place}": "recent"} if view.last and not view.over else {}),
        **dict.fromkeys(_places_in_uses(offers), "lit thin"),
        **dict.fromkeys(offers, "lit"),
        **dict.fromkeys((*picked, *_places_in_uses(picked)), "chosen"),
    }


def _places_in_uses(offers: Sequence[str]) -> set[str]:
    """The places that some use of the dice offers."""
    return {f"p{place}" for offer in offers if offer.startswith("use-") for place in offer.split("-")[1:]}


def _place_title(place: int, there: SeenPlace) -> Text:
    """The label of a place for screen readers: its number, metal, state, tokens, and the players who have looked."""
    of = listed(METAL_NAMES[name] for name in metals(place))
    text = Text(f"Place {place}, ", f"Place {place}, ") + of + same(", ") + _FACES[there.face]
    if there.letter is not None:
        text = text + Text(" : ", ": ") + letter_text(there.letter)
    for seen in there.tokens:
        value = Text("caché", "hidden") if seen.value is None else same(str(seen.value))
        text = text + Text(", jeton de ", ", token of ") + player(seen.seat) + same(" ") + value
    return text + (Text(", vue par ", ", seen by ") + players(there.seen_by) if there.seen_by else NOTHING)


_FACES = {
    "K": Text("sarcophage face K", "sarcophagus, K side"),
    "eye": Text("sarcophage face Œil", "sarcophagus, Eye side"),
    "open": Text("carte découverte, face cachée", "uncovered card, face down"),
    "letter": Text("carte retournée", "card face up"),
}


def _core(view: View, offers: Sequence[str], with_result: bool) -> Iterator[Shape]:
    """The middle of the dial: the shield and the pawns; at the end, the word with its saying."""
    if view.over:
        yield from burst(float(with_result))
    if view.over and with_result:
        yield from plaque(view)
    else:
        yield from _shield(view, offers)
        yield from CENTRE


def _shield(view: View, offers: Sequence[str]) -> Iterator[Shape]:
    """The shield: two clue cards of each metal, until they are consulted."""
    yield from (_niche(name) for name in SPOTS)
    for card in CARDS:
        x, y = around(SPOTS[metal(card)], 158)
        if card in view.shield:
            yield _clue_card(view, card, (x + (-36 if card[1] == "1" else 36), y), offers)


@cache
def _niche(metal: str) -> Shape:
    return Shape(f"spot {metal}", rectangle(150, 104, 16), "niche", around(SPOTS[metal], 158))


def _clue_card(view: View, card: str, at: Point, offers: Sequence[str], size: tuple[float, float] = (64.0, 88.0)) -> Shape:
    """A clue card to look at; cards to choose from are in a panel, large enough for a finger, and cannot be pressed here too."""
    return _clue_back(card, view.consulted[CARDS.index(card)], at, "" if view.over or card in offers else card, size)


@lru_cache(512)
def _clue_back(card: str, seen: tuple[Seat, ...], at: Point, word: str, size: tuple[float, float]) -> Shape:
    title = capital(clue_name(card)) + (Text(", consulté par ", ", read by ") + players(seen) if seen else NOTHING)
    return Shape(
        f"clue {card}",
        rectangle(*size, 8),
        f"{metal(card)} title bold",
        at,
        label=same("I" * int(card[1])),
        size=READABLE,
        title=title,
        word=word,
    )


def _reserve(view: View, offers: Sequence[str]) -> Iterator[Shape]:
    """The clue cards that have left the shield, in the lower left corner."""
    if not view.reserve:
        return
    yield Shape("reserve", style="faint start", at=(-496, 482), label=Text("réserve", "reserve"), size=READABLE)
    for i, card in enumerate(view.reserve):
        x, y = -476 + 48.0 * (i % 3), 427 - 58.0 * (i // 3)
        yield _clue_card(view, card, (x, y), offers, (44.0, 52.0))
        for j, seat in enumerate(view.consulted[CARDS.index(card)]):
            yield Shape(
                f"read {card} {seat}", family(seat, 4.5), f"seat{seat} plain thin", (x - 15 + 10.0 * (j % 4), y + 10 + 11 * (j // 4))
            )


def _centre() -> Iterator[Shape]:
    """The two pawns of the draw, one on the other, face down, because they would reveal the word to anybody who knows the deck (Q34)."""
    title = Text("Le pion-couleur et le pion-symbole du tirage, face cachée", "The colour pawn and the symbol pawn of the draw, face down")
    yield Shape("colour pawn", circle(62), "wood", title=title)
    for i in (-1, 0, 1):
        yield Shape(f"pawn window {i}", rectangle(26, 12, 3), "socket", (34.0 * i, 48.0 - 14 * abs(i)))
    yield Shape("symbol pawn", circle(40), "dial-rim title bold", label=same("K"), size=46)


CENTRE: Final = tuple(_centre())


def _dice(view: View) -> Iterator[Shape]:
    """The dice: in their corner after a roll, on their places once they are used."""
    laid = [(place, "die") for place in view.left if view.dice] + [(place, "die ghost") for place in view.used if view.dice]
    for i, number in enumerate(view.dice if not laid else ()):
        at = (CORNER - 36 + 36 * i, -CORNER - 34 + 66 * (i % 2))
        yield die(f"die {i}", number, at, title=Text(f"Dé : {number}", f"Die: {number}"))
    for i, (place, style) in enumerate(laid):
        twins = [j for j, (other, _) in enumerate(laid) if other == place]
        at = around(place + 0.5 - 0.14 * twins.index(i), 444)
        yield die(f"die {i}", place, at, 25, style, Text(f"Dé sur la place {place}", f"Die on place {place}"))


def _stake_corner(view: View, offers: Sequence[str]) -> Iterator[Shape]:
    """The value of an announcement now, or the stake of the viewer's own, in the upper left corner; pressing it announces."""
    if view.over:
        return
    made = next((each.stake for each in view.announced if each.seat in (view.seat, view.ally)), None)
    name, title = Text("Kaplan !", "Kaplan!"), Text("Annoncer « Kaplan » : ", "Say “Kaplan”: ")
    if made is not None:
        name, title = Text("annoncé", "said"), Text("« Kaplan » est annoncé : ", "“Kaplan” has been said: ")
    worth = same(str(stake(view, silent(view)[0] if view.seat is None else view.seat) if made is None else made))
    at, style = (-CORNER + 4, -CORNER - 8), f"surface {'press' if 'kaplan' in offers else ''}"
    yield Shape("kaplan", rectangle(154, 134, 16), style, at, title=title + worth + same(" points"), word="kaplan")
    yield Shape("kaplan name", style="brass title", at=(at[0], at[1] - 39), label=name, size=READABLE)
    yield Shape("kaplan stake", style="ink title bold", at=(at[0], at[1] + 21), label=worth, size=50)


@cache
def _letters_corner(face_up: int) -> tuple[Shape, Shape]:
    """The number of face-up letter cards, of the eight that end the game, in the lower right corner."""
    title = Text(f"Cartes retournées : {face_up} sur {LETTERS_TO_END}", f"Cards face up: {face_up} of {LETTERS_TO_END}")
    return (
        Shape("letters count", style="ink title bold end", at=(492, 417), label=same(f"{face_up}/{LETTERS_TO_END}"), size=56, title=title),
        Shape("letters", style="faint end", at=(496, 478), label=Text("cartes", "cards"), size=READABLE),
    )
