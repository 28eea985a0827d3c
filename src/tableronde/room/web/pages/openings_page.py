"""A game's openings: what the strongest bot thinks of each first action, as a picture, and what it has learned, in words."""

import asyncio
from datetime import date
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.game import Json
from tableronde.learn.openings import Opening, as_json, deals_more_than_turns, openings
from tableronde.learn.worths import LOOKS, SHADES, Worths, percent
from tableronde.paint.svg import paint
from tableronde.room.faults import game_code
from tableronde.room.refusals import Trouble
from tableronde.room.web.pages import both, rules_in_short
from tableronde.room.web.requests import answer, card_of, find_box, language_of
from tableronde.room.web.rulebook import more
from tableronde.room.web.unfurl import TO_OPENINGS
from tableronde.scene import Scene
from tableronde.text import LANGUAGES, Language, Text, join, same
from tableronde.theme import PAGE

LEARNED: Final = "learned"  # learned.fr.md and learned.en.md in a game's folder
TITLE: Final = Text("{0} : les ouvertures", "{0}: openings")
WORTH: Final = Text("Ce que vaut le premier coup", "What the first move is worth")
ABOUT: Final = Text(
    "Notre robot le plus fort a pesé chaque premier coup. Les nombres disent combien de parties sur cent il donne à qui commence ainsi, "
    "contre un adversaire de sa force.",
    "Our strongest bot has weighed every first move. The numbers say how many games out of a hundred it gives to whoever begins so, "
    "against an opponent of its own strength.",
)
ONE_DEAL: Final = Text(
    "Ils valent pour une donne ; avec d’autres cartes en main, ils seraient autres.",
    "They hold for one deal; with another hand they would be different.",
)
LEGEND: Final = Text("Parties sur cent pour qui commence", "Games out of a hundred for whoever begins")
MOVE: Final = Text("Premier coup", "First move")
SHARE: Final = Text("Sur cent", "Out of 100")
ALIKE: Final = Text(
    "Chaque image vaut aussi pour les coups qui reviennent au même une fois tournés ou retournés.",
    "Each picture stands for all moves that come to the same once turned or mirrored.",
)
MADE: Final = Text("Pesé le {0}. Pour peser de nouveau : {1}", "Weighed on {0}. To weigh again: {1}")
MONTHS: Final = (
    *(Text("janvier", "January"), Text("février", "February"), Text("mars", "March"), Text("avril", "April")),
    *(Text("mai", "May"), Text("juin", "June"), Text("juillet", "July"), Text("août", "August")),
    *(Text("septembre", "September"), Text("octobre", "October"), Text("novembre", "November"), Text("décembre", "December")),
)


async def page(request: Request) -> Response:
    """What first actions are worth."""
    box, language = find_box(request), language_of(request)
    if not box.has_openings:
        raise Trouble(404, "Les ouvertures de ce jeu n’ont pas été pesées.", "The openings of this game have not been weighed.")
    title = TITLE.named([box.title])[language]
    if request.url.path.endswith(".json"):
        return answer(request, "openings", title, await asyncio.to_thread(_data, box))
    shown = await asyncio.to_thread(_shown, box, language)  # with its pictures it takes a moment, the first time
    return answer(
        request, "openings", title, rules_in_short(box), f'<article class="book">{shown}</article>', card_of(request, box, TO_OPENINGS)
    )


_pages: Final[dict[tuple[int, Language], tuple[Box, str]]] = {}  # each is made once; the box is kept, so that its id stays its own
_told: Final[dict[int, tuple[Box, dict[str, Json]]]] = {}  # and so is what programs read


def _shown(box: Box, language: Language) -> str:
    key = (id(box), language)
    if key not in _pages:
        with game_code(box):
            _pages[key] = box, "".join((_first_moves(box, language), more(box, LEARNED, language)))
    return _pages[key][1]


def _data(box: Box) -> dict[str, Json]:
    """All of it for programs."""
    if id(box) not in _told:
        _told[id(box)] = box, _weighed(box)
    return _told[id(box)][1]


def _weighed(box: Box) -> dict[str, Json]:
    with game_code(box):
        worths = _worths(box)
        first = [
            {**plain, "name": both(worths.name(each))} for plain, each in zip(as_json(worths.made)["first"], worths.made.first, strict=True)
        ]
        learned = {language: more(box, LEARNED, language) for language in LANGUAGES}
    return {**rules_in_short(box), **as_json(worths.made), "first": first, "learned": learned if any(learned.values()) else None}


def _worths(box: Box) -> Worths:
    made = openings(box)
    assert made is not None
    return Worths(box, made)


def _first_moves(box: Box, language: Language) -> str:
    """The picture or the pictures, the same as a table, and how it was made."""
    worths = _worths(box)
    scene = worths.map()
    about = join((ABOUT, *([] if scene else [ALIKE]), *([ONE_DEAL] if deals_more_than_turns(box) else [])), same(" "))
    head = f"<h1>{escape(TITLE.named([box.title])[language])}</h1><h2>{escape(WORTH[language])}</h2><p>{escape(about[language])}</p>"
    body = _map(worths, scene, language) if scene else _gallery(worths, language)
    return f"{head}{body}{_made(worths, language)}"


def _map(worths: Worths, scene: Scene, language: Language) -> str:
    """One picture, its legend, and the same as a table."""
    picture = paint(scene, {**worths.box.looks, **LOOKS}, PAGE, language, name=WORTH[language])
    figure = f"<figure>{picture}<figcaption>{_legend(worths, language)}</figcaption></figure>"
    return f'<div class="worths">{figure}{_table(worths, language)}</div>'


def _legend(worths: Worths, language: Language) -> str:
    shades = "".join(f"<li>{_swatch(i)} {_range(low, high)}</li>" for i, low, high in worths.ranges())
    return f"<p>{escape(LEGEND[language])}</p><ul>{shades}</ul>"


def _swatch(shade: int) -> str:
    fill = f'fill="var(--print-fill, {SHADES[shade]})" stroke="var(--line)"'
    return f'<svg viewBox="-6 -6 12 12" width="20" height="20" aria-hidden="true"><circle r="5" {fill}/></svg>'


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def _table(worths: Worths, language: Language) -> str:
    head = f'<th scope="col">{escape(MOVE[language])}</th><th scope="col" class="number">{escape(SHARE[language])}</th>'
    rows = "".join(
        f'<tr><td>{escape(worths.name(each)[language])}</td><td class="number">{percent(each.share)}</td></tr>'
        for each in worths.made.first
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _gallery(worths: Worths, language: Language) -> str:
    """A picture after each first action, the best first."""
    return f'<div class="figures worth-list">{"".join(_card(worths, each, language) for each in worths.made.first)}</div>'


def _card(worths: Worths, opening: Opening, language: Language) -> str:
    told = worths.told(opening)[language]
    picture = paint(worths.picture(opening), worths.box.looks, PAGE, language, name=told)
    worth = f"<strong>{_swatch(worths.shade(opening.share))} {percent(opening.share)}</strong>"
    return f"<figure>{picture}<figcaption>{worth} {escape(told)}</figcaption></figure>"


def _made(worths: Worths, language: Language) -> str:
    told = MADE[language].replace("{0}", _day(worths.made.made)[language])
    return f'<p class="small faint">{told.replace("{1}", f"<code>{escape(worths.made.command)}</code>")}</p>'


def _day(iso: str) -> Text:
    """A day as people write it."""
    day = date.fromisoformat(iso)
    month, first = MONTHS[day.month - 1], "er" if day.day == 1 else ""
    return Text(f"{day.day}{first} {month.fr} {day.year}", f"{day.day} {month.en} {day.year}")
