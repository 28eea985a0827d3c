"""The page about this room: what it is, how it treats other people's games, and an address to write to."""

import re
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.game import Json
from tableronde.learn.rulebook import LOOSE, UNBROKEN
from tableronde.room.base.replies import both
from tableronde.room.web.requests import answer, card_of, language_of, room_of
from tableronde.text import Language, Text

TITLE: Final = Text("À propos de cette salle", "About this room")
_MAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_ADDRESS: Final = re.compile(r"https?://\S+")
_WRITE: Final = Text("Pour nous écrire : ", "Write to us: ")
_WRITE_TO_PROJECT: Final = Text(
    "Pour nous écrire, ouvrez un ticket (issue) auprès du projet Table Ronde.",
    "To write to us, open an issue with the Table Ronde project.",
)
_GAMES: Final = Text("Les jeux de l’étagère, et leurs auteurs", "The games on the shelf, and who made them")
_UNSAID: Final = Text("Cette boîte ne nomme personne.", "This box names nobody.")
PARTS: Final = (
    (
        Text("Ce qu’est cette salle", "What this room is"),
        (
            Text(
                "Table Ronde est une salle de jeux de société : on y joue dans le navigateur, avec des amis ou des robots, sans compte, "
                "sans installation et sans publicité. Chacun peut en ouvrir une : ce logiciel est libre.",
                "Table Ronde is a room for board games: play in the browser, with friends or bots, without an account, without installing "
                "anything and without advertisements. Anyone can open one: the software is free.",
            ),
            Text(
                "Elle fait vivre des jeux que l’on trouve rarement. Elle ne les remplace pas : rien ne vaut la boîte, ses pièces et "
                "ceux qui sont autour de la table.",
                "It keeps games alive that are hard to find. It does not replace them: nothing compares to the box, its pieces and the "
                "people round the table.",
            ),
        ),
    ),
    (
        Text("Les droits des auteurs", "The rights of authors"),
        (
            Text(
                "Nous suivons les règles sans recopier les livrets : les textes de ces pages sont les nôtres.",
                "We follow the rules without copying the booklets: the texts on these pages are our own.",
            ),
            Text(
                "Les plateaux, les cartes et les pièces sont dessinés ici, trait par trait : nous n’utilisons ni photographies, ni pages "
                "numérisées, ni illustrations des éditeurs.",
                "Boards, cards and pieces are drawn here, line by line: we use no photographs, no scans and no artwork of the publishers.",
            ),
            Text(
                "Nous nommons ceux qui ont fait chaque jeu, pour autant que nous le sachions. Un auteur, un illustrateur ou un éditeur qui "
                "souhaite être nommé autrement, ou voir son jeu retiré, n’a qu’à nous écrire : ce sera fait.",
                "We name the people who made each game, as far as we know them. Authors, illustrators or publishers who wish to be listed "
                "otherwise, or to have their game removed, need only write to us: we will do it.",
            ),
        ),
    ),
    (
        Text("Soutenir les auteurs", "How to support the authors"),
        (
            Text(
                "Achetez le jeu s’il se vend encore, à l’éditeur ou dans une boutique près de chez vous ; d’occasion sinon.",
                "Buy the game if it is still sold, from the publisher or a shop near you; otherwise second-hand.",
            ),
            Text(
                "Jouez-y à une vraie table, dans une ludothèque ou un club, et nommez son auteur quand vous en parlez. Dites à l’éditeur "
                "que vous attendez une nouvelle édition.",
                "Play it at a real table, in a game library or a club, and name its author when you talk about it. Tell the publisher that "
                "you are waiting for a new edition.",
            ),
        ),
    ),
)


async def page(request: Request) -> Response:
    """Answer with the page, or with the same as data."""
    room, language = room_of(request), language_of(request)
    boxes = list(room.boxes.values())
    said = [{"title": both(title), "text": [both(text) for text in texts]} for title, texts in PARTS]
    data = {"title": both(TITLE), "contact": room.contact or None, "about": said, "games": [_credits(box) for box in boxes]}
    html = f'<article class="book">{_html(room.contact, boxes, language)}</article>'
    return answer(request, "about", TITLE[language], data, html, card_of(request))


def _credits(box: Box) -> dict[str, Json]:
    return {"game": box.slug, "title": both(box.title), "credits": box.credits.json() if box.credits else None}


def _html(contact: str, boxes: list[Box], language: Language) -> str:
    write = f"<p>{_escape(_WRITE[language])}{_link(contact)}</p>" if contact else f"<p>{_escape(_WRITE_TO_PROJECT[language])}</p>"
    parts = [
        f"<h2>{_escape(title[language])}</h2>" + "".join(f"<p>{_escape(text[language])}</p>" for text in texts) for title, texts in PARTS
    ]
    games = "".join(f"<li>{_game(box, language)}</li>" for box in boxes)
    welcome, rights, support = parts
    return f"<h1>{_escape(TITLE[language])}</h1>{welcome}{rights}{write}{support}<h2>{_escape(_GAMES[language])}</h2><ul>{games}</ul>"


def _game(box: Box, language: Language) -> str:
    said = box.credits.sentences[language] if box.credits else _UNSAID[language]
    title = f'<a href="/new/{box.slug}">{_escape(box.title[language])}</a>'
    return f"{title}<br>{_escape(said)}"


def _link(contact: str) -> str:
    """Return the operator's address, as a link if it is one."""
    text = escape(contact)
    if _MAIL.fullmatch(contact):
        return f'<a href="mailto:{text}">{text}</a>'
    if _ADDRESS.fullmatch(contact):
        return f'<a href="{text}" rel="noreferrer">{text}</a>'
    return text


def _escape(text: str) -> str:
    return LOOSE.sub(UNBROKEN, escape(text, quote=False))
