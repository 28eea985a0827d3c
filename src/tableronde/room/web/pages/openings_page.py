"""A game's openings: the strongest bot's values of each first action as a picture, and what it has learned as text."""

import asyncio
from datetime import date
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.game import Json
from tableronde.learn.opening_pictures import LOOKS, SHADES, OpeningPictures, percent
from tableronde.learn.openings import Opening, as_json, deals_more_than_turns, openings
from tableronde.render.svg import paint
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import both
from tableronde.room.web.pages.link_previews import TO_OPENINGS
from tableronde.room.web.pages.page_data import rules_in_short
from tableronde.room.web.pages.rules_page import more
from tableronde.room.web.requests import answer, card_of, find_box, language_of
from tableronde.scene import Scene
from tableronde.text import LANGUAGES, Language, Text, join, same
from tableronde.theme import PAGE

LEARNED: Final = "learned"  # learned.fr.md and learned.en.md in a game's folder
TITLE: Final = Text("{0} : les ouvertures", "{0}: openings")
WORTH: Final = Text("Ce que vaut le premier coup", "What the first move is worth")
ABOUT: Final = Text(
    "Notre robot le plus fort a évalué chaque premier coup : combien de parties sur cent le premier joueur gagne s’il commence ainsi, "
    "contre un adversaire de même force.",
    "Our strongest bot has evaluated every first move: how many games out of a hundred the first player wins after it, "
    "against an opponent of equal strength.",
)
ONE_DEAL: Final = Text(
    "Ces nombres valent pour une donne ; avec d’autres cartes en main, ils changeraient.",
    "The numbers hold for one deal; with other hands they would be different.",
)
LEGEND: Final = Text("Parties gagnées sur cent par le premier joueur", "Games out of a hundred won by the first player")
MOVE: Final = Text("Premier coup", "First move")
SHARE: Final = Text("Sur cent", "Out of 100")
ALIKE: Final = Text(
    "Chaque image vaut aussi pour les coups identiques à une rotation ou à une symétrie près.",
    "Each picture stands for all moves that are the same after turning or mirroring the board.",
)
MADE: Final = Text("Évalué le {0}. Pour recommencer : {1}", "Evaluated on {0}. To evaluate again: {1}")
MONTHS: Final = (
    *(Text("janvier", "January"), Text("février", "February"), Text("mars", "March"), Text("avril", "April")),
    *(Text("mai", "May"), Text("juin", "June"), Text("juillet", "July"), Text("août", "August")),
    *(Text("septembre", "September"), Text("octobre", "October"), Text("novembre", "November"), Text("décembre", "December")),
)


async def page(request: Request) -> Response:
    """Answer with the values of first actions."""
    box, language = find_box(request), language_of(request)
    if not box.has_openings:
        raise Trouble(404, "Les ouvertures de ce jeu n’ont pas été évaluées.", "The openings of this game have not been evaluated.")
    title = TITLE.named([box.title])[language]
    if request.url.path.endswith(".json"):
        return answer(request, "openings", title, await asyncio.to_thread(_get_data, box))
    shown = await asyncio.to_thread(_make_page, box, language)  # with its pictures it takes a moment, the first time
    return answer(
        request, "openings", title, rules_in_short(box), f'<article class="book">{shown}</article>', card_of(request, box, TO_OPENINGS)
    )


_pages: Final[dict[tuple[int, Language], tuple[Box, str]]] = {}  # made once; holding the box keeps its id from being reused
_data: Final[dict[int, tuple[Box, dict[str, Json]]]] = {}  # the same for programs


def _make_page(box: Box, language: Language) -> str:
    key = (id(box), language)
    if key not in _pages:
        with game_code(box):
            _pages[key] = box, "".join((_write_first_moves(box, language), more(box, LEARNED, language)))
    return _pages[key][1]


def _get_data(box: Box) -> dict[str, Json]:
    """Return all of it for programs."""
    if id(box) not in _data:
        _data[id(box)] = box, _make_data(box)
    return _data[id(box)][1]


def _make_data(box: Box) -> dict[str, Json]:
    with game_code(box):
        pictures = _load_pictures(box)
        first = [
            {**plain, "name": both(pictures.name(each))}
            for plain, each in zip(as_json(pictures.made)["first"], pictures.made.first, strict=True)
        ]
        learned = {language: more(box, LEARNED, language) for language in LANGUAGES}
    return {**rules_in_short(box), **as_json(pictures.made), "first": first, "learned": learned if any(learned.values()) else None}


def _load_pictures(box: Box) -> OpeningPictures:
    made = openings(box)
    assert made is not None
    return OpeningPictures(box, made)


def _write_first_moves(box: Box, language: Language) -> str:
    """Return the pictures, the same values as a table, and how they were made."""
    pictures = _load_pictures(box)
    scene = pictures.map()
    about = join((ABOUT, *([] if scene else [ALIKE]), *([ONE_DEAL] if deals_more_than_turns(box) else [])), same(" "))
    head = f"<h1>{escape(TITLE.named([box.title])[language])}</h1><h2>{escape(WORTH[language])}</h2><p>{escape(about[language])}</p>"
    body = _write_map(pictures, scene, language) if scene else _write_cards(pictures, language)
    return f"{head}{body}{_write_origin(pictures, language)}"


def _write_map(pictures: OpeningPictures, scene: Scene, language: Language) -> str:
    """Return one picture, its legend, and the same values as a table."""
    picture = paint(scene, {**pictures.box.looks, **LOOKS}, PAGE, language, name=WORTH[language])
    figure = f"<figure>{picture}<figcaption>{_write_legend(pictures, language)}</figcaption></figure>"
    return f'<div class="worths">{figure}{_write_table(pictures, language)}</div>'


def _write_legend(pictures: OpeningPictures, language: Language) -> str:
    shades = "".join(f"<li>{_write_swatch(i)} {_format_range(low, high)}</li>" for i, low, high in pictures.ranges())
    return f"<p>{escape(LEGEND[language])}</p><ul>{shades}</ul>"


def _write_swatch(shade: int) -> str:
    fill = f'fill="var(--print-fill, {SHADES[shade]})" stroke="var(--line)"'
    return f'<svg viewBox="-6 -6 12 12" width="20" height="20" aria-hidden="true"><circle r="5" {fill}/></svg>'


def _format_range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def _write_table(pictures: OpeningPictures, language: Language) -> str:
    head = f'<th scope="col">{escape(MOVE[language])}</th><th scope="col" class="number">{escape(SHARE[language])}</th>'
    rows = "".join(
        f'<tr><td>{escape(pictures.name(each)[language])}</td><td class="number">{percent(each.share)}</td></tr>'
        for each in pictures.made.first
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _write_cards(pictures: OpeningPictures, language: Language) -> str:
    """Return a picture after each first action, the best first."""
    return f'<div class="figures worth-list">{"".join(_write_card(pictures, each, language) for each in pictures.made.first)}</div>'


def _write_card(pictures: OpeningPictures, opening: Opening, language: Language) -> str:
    line = pictures.log_line(opening)[language]
    picture = paint(pictures.picture(opening), pictures.box.looks, PAGE, language, name=line)
    worth = f"<strong>{_write_swatch(pictures.shade(opening.share))} {percent(opening.share)}</strong>"
    return f"<figure>{picture}<figcaption>{worth} {escape(line)}</figcaption></figure>"


def _write_origin(pictures: OpeningPictures, language: Language) -> str:
    line = MADE[language].replace("{0}", _format_day(pictures.made.made)[language])
    return f'<p class="small faint">{line.replace("{1}", f"<code>{escape(pictures.made.command)}</code>")}</p>'


def _format_day(iso: str) -> Text:
    """Write a date."""
    day = date.fromisoformat(iso)
    month, first = MONTHS[day.month - 1], "er" if day.day == 1 else ""
    return Text(f"{day.day}{first} {month.fr} {day.year}", f"{day.day} {month.en} {day.year}")
