"""All rulings of a game on one page, and as data: the open question, the answer with its reason, and how to play it otherwise."""

import asyncio
from html import escape
from itertools import groupby
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.learn.rulebook import LOOSE, UNBROKEN
from tableronde.learn.rulings import Ruling, describe_choice, new_table_address, rulings
from tableronde.options import options_of
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import both
from tableronde.room.web.pages import page_data
from tableronde.room.web.pages.link_previews import TO_RULES
from tableronde.room.web.requests import answer, card_of, find_box, language_of
from tableronde.text import Language, Text

TITLE: Final = Text("Nos lectures du livret", "How we read the booklet")
INTRO: Final = Text(
    "Ce que le livret laisse ouvert, ou que nous jouons autrement : pour chaque point, ce qu’il dit, ce que nous jouons et pourquoi. "
    "Quand une option permet l’autre lecture, un lien ouvre une nouvelle table qui la joue.",
    "Points that the booklet leaves open, or that we play differently: for each one, what it says, what we play, and why. "
    "If an option allows the other reading, a link opens a new table that plays it.",
)
NONE: Final = Text("Ce jeu n’en compte aucune.", "This game has none.")
PLACE: Final = Text("Dans les règles", "In the rules")
PLAY: Final = Text("Jouer autrement", "Play it otherwise")
COLON: Final = Text(" : ", ": ")


async def page(request: Request) -> Response:
    """Answer with a game's rulings."""
    box, language = find_box(request), language_of(request)
    if not box.has_rulebook:
        raise Trouble(404, "Ce jeu n’a pas de page de règles.", "This game has no rules page.")
    found = await asyncio.to_thread(rulings, box)
    data = {**page_data.rules_in_short(box), "rulings": [_ruling(box, each) for each in found], "options": _options(box, found)}
    if request.url.path.endswith(".json"):
        return answer(request, "rules", "", data)
    title = f"{box.title[language]} · {TITLE[language]}"
    html = f'<article class="book rulings">{_html(box, found, language)}</article>'
    return answer(request, "rules", title, page_data.rules_in_short(box), html, card_of(request, box, TO_RULES))


def _ruling(box: Box, ruling: Ruling) -> dict[str, Any]:
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    return {
        "id": ruling.id,
        "url": f"/rules/{box.slug}#{ruling.id}",
        "text": {"fr": ruling.texts.get("fr", ""), "en": ruling.texts.get("en", "")},
        "section": dict(ruling.sections),
        "clauses": list(ruling.clauses),
        "options": dict(ruling.options),
        "option_texts": [both(known[name].text) for name in ruling.options],
        "otherwise": new_table_address(box, ruling.options) if ruling.options else None,
    }


def _options(box: Box, found: tuple[Ruling, ...]) -> list[dict[str, Any]]:
    """Describe every option of the game, with the rulings it concerns."""
    return [
        {
            "name": option.name,
            "default": list(option.default) if isinstance(option.default, tuple) else option.default,
            "text": both(option.text),
            "rulings": [ruling.id for ruling in found if option.name in ruling.options],
        }
        for option in options_of(box.game_type.options_type)
    ]


def _html(box: Box, found: tuple[Ruling, ...], language: Language) -> str:
    """Return the page as HTML: a heading for each section of the rules, and its rulings below it."""
    parts = [f"<h1>{_escape(TITLE[language])}</h1><p>{_escape(INTRO[language])}</p>"]
    for section, some in groupby(found, lambda ruling: ruling.sections[language]):
        heading = f"<h2>{_escape(section)}</h2>" if section else ""
        parts.append(f"{heading}<ul>{''.join(_item(box, ruling, language) for ruling in some)}</ul>")
    return "".join(parts) if found else f"{parts[0]}<p>{_escape(NONE[language])}</p>"


def _item(box: Box, ruling: Ruling, language: Language) -> str:
    """Return a ruling as HTML: its text, its place in the rules, and a link to a table that plays it otherwise."""
    below = [_place(box, ruling, language)]
    if ruling.options:
        address = escape(new_table_address(box, ruling.options))
        choice = f"{PLAY[language]}{COLON[language]}{describe_choice(box, ruling.options)[language]}"
        below.append(f'<a class="otherwise" href="{address}">{_escape(choice)}</a>')
    text = _escape(ruling.texts.get(language, ""))
    lines = "<br>".join(below)
    return f'<li id="{ruling.id}" class="clause"><strong>{ruling.id}</strong> {text}<br><span class="cites">{lines}</span></li>'


def _place(box: Box, ruling: Ruling, language: Language) -> str:
    """Return links to the clauses that cite a ruling; if there is none, to the ruling itself on the rules page."""
    rules = f"/rules/{box.slug}"
    if not ruling.clauses:
        return f'<a href="{rules}#{ruling.id}">{_escape(PLACE[language])}</a>'
    links = ", ".join(f'<a href="{rules}#{clause}">{clause}</a>' for clause in ruling.clauses)
    return f"{_escape(PLACE[language] + COLON[language])}{links}"


def _escape(text: str) -> str:
    return LOOSE.sub(UNBROKEN, escape(text, quote=False))
