"""Films: a card that was won is turned over, large, before its winner continues; dice roll before they lie still.

All others see that somebody looks at a card, but not its content. A film is made from the final picture: some of its shapes are
elsewhere for a moment, with the same ids, so that they glide home at the end.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from tableronde.game import CHANCE
from tableronde.games.kaplan.rules.dial import BLANK, CARDS, PLACES, metal
from tableronde.games.kaplan.rules.state import Clue, Resolution
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.scene.captions import captions
from tableronde.games.kaplan.scene.latest_event import LOOK, ROLL
from tableronde.games.kaplan.scene.marks import around, family
from tableronde.games.kaplan.texts import card_name, clue_text, letter_text, name_of, players
from tableronde.scene import Area, Frame, Shape, rectangle
from tableronde.text import Text, same

TURNED: Final = 0.7  # seconds until a card is turned over
LOOKED: Final = 2.6  # seconds until it is put away
TUMBLE: Final = 0.2  # seconds from one face of a rolling die to the next
TUMBLES: Final = 5
LETTER_CARD: Final = rectangle(300, 400, 26)
CLUE_CARD: Final = rectangle(430, 290, 24)
CLUE_LINE: Final = 17  # letters on a line of a large clue
FACE_DOWN: Final = Text("La carte gagnée, face cachée", "The card that was won, face down")
ROLLING: Final = Text("Les dés roulent…", "The dice are rolling…")

Areas = dict[str, Area]


def film(view: View, areas: Iterable[Area]) -> Iterator[Frame]:
    """The film of the latest event, before the final picture; nothing if there is nothing to watch."""
    if not view.news:
        return
    start, still = 0.0, {area.id: area for area in areas}
    rolls = ROLL in view.news
    before = _before_the_roll(still) if rolls else {}
    shown_captions = tuple(captions(_unread(view), ()))
    if LOOK in view.news:
        for seconds, shown in _looks(view, {**still, **before}):
            yield Frame(seconds, tuple({**before, **shown}.values()), shown_captions)
        start += LOOKED
    dice = [shape for shape in still["dial"].shapes if shape.id.startswith("die ")]
    for i in range(TUMBLES if rolls else 0):
        shown = {**before, "dial": _more(before["dial"], [_tumbled(die, j, i) for j, die in enumerate(dice)])}
        yield Frame(start + TUMBLE * i, tuple(shown.values()), shown_captions)
    yield Frame(start + TUMBLE * TUMBLES * rolls)


def _unread(view: View) -> View:
    """The view before the film: nothing has been read, and the dice have not been rolled."""
    known = replace(view, letters=(None,) * len(PLACES), clues=(None,) * len(CARDS))
    return replace(known, phase="roll", to_act=(CHANCE,), dice=()) if ROLL in view.news else known


def _less(area: Area, ids: str) -> Area:
    """An area without some shapes, whose ids match a pattern."""
    is_one = re.compile(ids).fullmatch
    return replace(area, shapes=tuple([shape for shape in area.shapes if not is_one(shape.id)]))


def _more(area: Area, shapes: Iterable[Shape]) -> Area:
    """An area with some shapes over all others."""
    return replace(area, shapes=(*area.shapes, *shapes))


def _before_the_roll(areas: Areas) -> Areas:
    """The picture without anything that only the dice will decide."""
    unlit = tuple(shape for shape in _less(areas["dial"], "die .*").shapes if not ("lit" in shape.style and "lit" in shape.style.split()))
    veiled = {"uses": replace(areas["uses"], shapes=tuple(_veiled(areas["uses"].shapes)))} if "uses" in areas else {}
    return {"dial": replace(areas["dial"], shapes=unlit), **veiled}


def _veiled(uses: Iterable[Shape]) -> Iterator[Shape]:
    """The uses of the dice while the roll is unknown: empty plates."""
    return (replace(shape, style="surface", title=ROLLING) for shape in uses if shape.path and " " not in shape.id)


def _tumbled(die: Shape, j: int, i: int) -> Shape:
    """A die on its way from the middle of the dial to its place, with some face."""
    way, face = i / TUMBLES, (5 * i + 7 * j + int(die.label.fr)) % len(PLACES) + 1
    x, y = around(4 * j + i, 90 * (1 - way))
    at = (x + way * die.at[0], y + way * die.at[1])
    return replace(die, at=at, turn=-75.0 * (TUMBLES - i), label=same(str(face)), title=ROLLING)


def _looks(view: View, areas: Areas) -> Iterator[tuple[float, Areas]]:
    """The card in the middle of the dial: face down, then turned over for those who have won it."""
    assert view.last is not None
    card = view.last.clue or ""
    dial = _less(areas["dial"], f"(clue|read) {card}( .*)?") if card else areas["dial"]
    clue = view.clues[CARDS.index(card)] if card else None
    if not {view.seat, view.ally} & {*view.last.winners}:
        yield 0.0, {"dial": _more(dial, _watched(view.last))}
    elif clue:
        clues = _less(areas["clues"], f"clue (text|chip) {clue.kind}( .*)?")
        yield 0.0, {"dial": _more(dial, [_clue_back(card)]), "clues": clues}
        yield TURNED, {"dial": _more(dial, _clue_face(card, clue)), "clues": clues}
    else:
        place, letter = view.last.place, view.letters[view.last.place - 1]
        notebook = _less(areas["notebook"], f"note {place}")
        yield 0.0, {"dial": _more(dial, [_letter_back(f"note {place}")]), "notebook": notebook}
        yield TURNED, {"dial": _more(dial, _letter_face(place, letter or BLANK)), "notebook": notebook}


def _letter_back(id: str, title: Text = FACE_DOWN) -> Shape:
    return Shape(id, LETTER_CARD, "card-back title bold", label=same("K"), size=130, title=title)


def _letter_face(place: int, letter: str) -> Iterator[Shape]:
    title = Text(f"Place {place} : ", f"Place {place}: ") + letter_text(letter)
    label, size = (Text("vide", "blank"), 100.0) if letter == BLANK else (same(letter), 270.0)
    yield Shape(f"note {place}", LETTER_CARD, "paper title bold", label=label, size=size, title=title)
    yield Shape("won place", style="paper", at=(0, 162), label=same(f"place {place}"), size=36)


def _clue_back(card: str, title: Text = FACE_DOWN) -> Shape:
    return Shape(f"clue {card}", CLUE_CARD, f"{metal(card)} title bold", label=same("I" * int(card[1])), size=110, title=title)


def _clue_face(card: str, clue: Clue) -> Iterator[Shape]:
    text = clue_text(clue)
    lines = [Text(*line) for line in zip_longest(wrap(text.fr, CLUE_LINE), wrap(text.en, CLUE_LINE), fillvalue="")]
    yield Shape(f"clue {card}", CLUE_CARD, "paper", title=name_of(clue) + Text(" : ", ": ") + text)
    yield Shape("won kind", style="paper", at=(0, -104), label=name_of(clue), size=36)
    for i, line in enumerate(lines):
        at = (0.0, 8 + 52 * (i - (len(lines) - 1) / 2))
        yield Shape(f"clue text {clue.kind} {i}", style="paper title bold", at=at, label=line, size=48)
    yield Shape("won card", style="paper", at=(0, 112), label=card_name(card), size=36)


def _watched(last: Resolution) -> Iterator[Shape]:
    """What all others see: the back of the card, and the players who look at it."""
    many = len(last.winners) > 1
    looking = players(last.winners) + Text(" regardent…" if many else " regarde…", " look…" if many else " looks…")
    yield _clue_back(last.clue, looking) if last.clue else _letter_back("looked at", looking)
    left = -45.0 * (len(last.winners) - 1)
    for i, seat in enumerate(last.winners):
        yield Shape(f"looker {seat}", family(seat, 34), f"seat{seat}", (left + 90 * i, 100))
    yield Shape("looking", style="on-dial title", at=(0, 226), label=looking, size=36)
