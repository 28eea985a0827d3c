"""All rulings of a game on one page, and as data: the open question, the answer with its reason, and how to play it otherwise."""

import asyncio
from html import escape
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.learn.rulebook import LOOSE, UNBROKEN
from tableronde.learn.rulings import Ruling, new_table_address, rulings
from tableronde.options import Option, options_of
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
SEE: Final = Text("Voir ", "See ")
PLAY: Final = Text("Jouer ainsi", "Play it this way")
OPTIONS: Final = Text("Les options", "The options")


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
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    items = "".join(_item(box, ruling, known, language) for ruling in found)
    return f"<h1>{_escape(TITLE[language])}</h1><p>{_escape(INTRO[language])}</p>" + (
        f"<ul>{items}</ul>" if items else f"<p>{_escape(NONE[language])}</p>"
    )


def _item(box: Box, ruling: Ruling, known: dict[str, Option], language: Language) -> str:
    """Return a ruling as HTML: its text, its clauses, and a link to a table that plays it otherwise."""
    rules = f"/rules/{box.slug}"
    links = [f'<a href="{rules}#{clause}">{clause}</a>' for clause in (ruling.id, *ruling.clauses)]
    below = f"{SEE[language]}{', '.join(links)}"
    if ruling.options:
        texts = " ".join(_escape(known[name].text[language]) for name in ruling.options)
        address = escape(new_table_address(box, ruling.options))
        below += f' · <a class="otherwise" href="{address}">{PLAY[language]}</a> <span class="faint">{texts}</span>'
    text = _escape(ruling.texts.get(language, ""))
    return f'<li id="{ruling.id}" class="clause"><strong>{ruling.id}</strong> {text}<br><span class="cites">{below}</span></li>'


def _escape(text: str) -> str:
    return LOOSE.sub(UNBROKEN, escape(text, quote=False))
