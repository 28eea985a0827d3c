"""Hints in three steps: where to look, which thing to take, what to do with it."""

import re
from typing import Any, Final

from tableronde.game import Action, Seat
from tableronde.room.refusals import Refused
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Hand, Person
from tableronde.scene import Point, Shape
from tableronde.text import Language, Text

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


async def hint(gathering: Gathering, driver: Hand, person: Person, seat: Seat, step: int) -> dict[str, Any]:
    """A hint for a seat; the three steps of one moment lead to the same action."""
    if not gathering.settings.friendly:
        raise Refused("À cette table, on joue sans conseils.", "This table plays without hints.")
    gathering.must_be_playing()
    if seat not in gathering.table.legal():
        raise Refused("Ce n'est pas à vous de jouer.", "It is not your turn.")
    gathering.must_not_be_early(seat)
    ply = gathering.table.plies
    action = await _advice(gathering, driver, seat, person.place or person.guest)
    if action is None or gathering.table.plies != ply:
        raise Refused("Pas de conseil pour l'instant.", "No hint for now.")
    return _step(gathering, seat, action, step, person.language)


async def _advice(gathering: Gathering, driver: Hand, seat: Seat, share: str) -> Action | None:
    key = (gathering.table.plies, seat)
    if key not in gathering.advice:
        advice = await driver.advise(seat, share)
        if gathering.table.plies != key[0]:
            return None
        gathering.advice = {key: advice}
    return gathering.advice[key]


def _step(gathering: Gathering, seat: Seat, action: Action, step: int, language: Language) -> dict[str, Any]:
    words = tuple(gathering.table.game.touch(action))
    labels = [_label(gathering, seat, words[:i], word)[language] for i, word in enumerate(words)]
    match step:
        case 1:
            return {"step": 1, "text": _where(gathering, seat, words)[language], "words": []}
        case 2:
            return {"step": 2, "text": Text(f"Pensez à : {labels[0]}", f"Think of: {labels[0]}")[language], "words": list(words[:1])}
        case _:
            text = Text(f"Jouez : {', puis '.join(labels)}", f"Play: {', then '.join(labels)}")
            return {"step": 3, "text": text[language], "words": list(words), "action": action}


def _label(gathering: Gathering, seat: Seat, picked: tuple[str, ...], word: str) -> Text:
    return gathering.moment.label(word, picked, gathering.moment.titles(seat, picked))


def _where(gathering: Gathering, seat: Seat, words: tuple[str, ...]) -> Text:
    """The area in which the first word can be pressed, by its title."""
    areas = gathering.moment.scene(seat, ()).areas
    spots = [(area, shape) for area in areas for shape in area.shapes if shape.word == words[0]]
    if not spots:
        return Text("Regardez les boutons.", "Look at the buttons.")
    area, shape = spots[0]
    side = _side(area.box, _middle(shape))
    return Text(f"Regardez : {area.title.fr or 'le plateau'}, {side.fr}.", f"Look at: {area.title.en or 'the board'}, {side.en}.")


def _middle(shape: Shape) -> Point:
    """Roughly the middle of a shape: its path may lie anywhere around its place."""
    numbers = [float(text) for text in _NUMBER.findall(shape.path)] or [0.0, 0.0]
    xs, ys = numbers[::2], numbers[1::2]
    return shape.at[0] + (min(xs) + max(xs)) / 2, shape.at[1] + (min(ys) + max(ys)) / 2


def _side(box: tuple[float, float, float, float], at: Point) -> Text:
    """In which part of an area a place lies."""
    x, y = (at[0] - box[0]) / box[2], (at[1] - box[1]) / box[3]
    across = Text("à gauche", "left") if x < 1 / 3 else Text("à droite", "right") if x > 2 / 3 else Text("au milieu", "middle")
    down = Text("en haut", "top") if y < 1 / 3 else Text("en bas", "bottom") if y > 2 / 3 else Text("à mi-hauteur", "centre")
    return Text(f"{down.fr}, {across.fr}", f"{down.en} {across.en}")
