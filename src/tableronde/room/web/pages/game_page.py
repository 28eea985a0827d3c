"""A game's own page: its box, what it is about, three pictures, and the way to everything else."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.learn.figures import BrokenFigure, figures
from tableronde.learn.rulebook import FIGURE
from tableronde.room.base.replies import both
from tableronde.room.web.pages.illustrations import Illustrator
from tableronde.room.web.pages.link_previews import TO_GAME
from tableronde.room.web.pages.page_data import describe
from tableronde.room.web.requests import answer, card_of, find_box, language_of
from tableronde.text import Language

PICTURES: Final = 3
_made: Final[dict[tuple[int, Language], tuple[Box, str]]] = {}  # made once; holding the box keeps its id from being reused


async def page(request: Request) -> Response:
    """Answer with a game's own page."""
    box, language = find_box(request), language_of(request)
    data = {**describe(box), "goal": both(box.goal)}
    if request.url.path.endswith(".json"):
        return answer(request, "game", "", data)
    shown = await asyncio.to_thread(_draw, box, language)
    return answer(request, "game", box.title[language], data, shown, card_of(request, box, TO_GAME))


def _draw(box: Box, language: Language) -> str:
    """Return a few figures of the rules as HTML; nothing if the game has none."""
    key = (id(box), language)
    if key not in _made:
        illustrator = Illustrator(box, language)
        shown = "".join(illustrator(name, caption) for caption, name in choose(box, FIGURE.findall(box.rulebook(language))))
        whole = illustrator.stock.fill(f'<div class="figures">{shown}</div>')
        _made[key] = box, f'<section class="glimpses">{whole}</section>' if shown else ""
    return _made[key][1]


def choose(box: Box, named: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those captions and names of figures that show the most, each figure once, in the order of the rules."""
    different = list({name: (caption, name) for caption, name in reversed(named)}.values())[::-1]
    fullest = sorted(different, key=lambda each: -_count_shapes(box, each[1]))[:PICTURES]
    return [each for each in different if each in fullest]


def _count_shapes(box: Box, name: str) -> int:
    """Return how many shapes a figure's board has; 0 for a broken figure."""
    try:
        return len(figures(box)[name].scene(box).areas[0].shapes)
    except (BrokenFigure, KeyError):
        return 0  # the illustrator logs it
