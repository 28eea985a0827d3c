"""Hints in three steps: where to look, which thing to take, what to do with it and why."""

import re
from collections.abc import Sequence
from typing import Any, Final

from tableronde.game import Action, Seat
from tableronde.review import wording
from tableronde.room.refusals import Refused
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Advice, Hand, Person
from tableronde.scene import Point, Shape
from tableronde.table import Table
from tableronde.text import NOTHING, Language, Text, same

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


async def hint(gathering: Gathering, driver: Hand, person: Person, seat: Seat, step: int) -> dict[str, Any]:
    """A hint for a seat; the three steps of one moment lead to the same action."""
    if not gathering.settings.friendly:
        raise Refused("À cette table, on joue sans conseils.", "This table plays without hints.")
    gathering.must_be_playing()
    if seat not in gathering.table.legal():
        raise Refused("Ce n’est pas à vous de jouer.", "It is not your turn.")
    gathering.must_not_be_early(seat)
    advice = await _advice(gathering, driver, seat, person.place or person.guest)
    if advice is None or advice.action not in gathering.table.legal().get(seat, ()):
        raise Refused("Pas de conseil pour l’instant.", "No hint for now.")
    return _step(gathering, seat, advice, step, person.language)


async def _advice(gathering: Gathering, driver: Hand, seat: Seat, share: str) -> Advice | None:
    key = (gathering.table.plies, seat)
    if key not in gathering.advice:
        advice = await driver.advise(seat, share)
        key = (gathering.table.plies, seat)  # others may have acted meanwhile; what is still legal is still good
        gathering.advice = {key: advice}
    return gathering.advice[key]


def _step(gathering: Gathering, seat: Seat, advice: Advice, step: int, language: Language) -> dict[str, Any]:
    words = tuple(gathering.table.game.touch(advice.action))
    match step:
        case 1:
            return {"step": 1, "text": _where(gathering, seat, words)[language], "words": []}
        case 2:
            first = _label(gathering, seat, (), words[0])
            return {"step": 2, "text": _marked(first)[language], "words": list(words[:1])}
        case _:
            text, why = _what(gathering.table, seat, advice.action), _why(gathering.table.legal()[seat], advice)
            return {"step": 3, "text": text[language], "why": why[language], "words": list(words), "action": advice.action}


def _marked(first: Text) -> Text:
    """Which thing: it is marked on the table, whatever it is called."""
    return Text(f"Pensez à ce qui est marqué : {first.fr}", f"Think of what is marked: {first.en}")


def _what(table: Table, seat: Seat, action: Action) -> Text:
    """What to do: as the log will tell it, or, where something is hidden, what to press."""
    said = wording(table, seat, action)
    return Text(f"Jouez : {said.fr}", f"Play: {said.en}") if table.game.hides else said


def _why(legal: Sequence[Action], advice: Advice) -> Text:
    """What speaks for it: the chances it keeps, against those of the next best; nothing where nobody can say."""
    if len(legal) == 1:
        return Text("C’est le seul coup possible.", "It is the only action there is.")
    if advice.share is None or advice.other is None:
        return NOTHING
    share, other = round(100 * advice.share), round(100 * advice.other)
    if share - other < 1:
        return Text(
            f"D’autres coups se valent : vos chances de gagner restent d’environ {share} %.",
            f"Other actions are as good: your chance to win stays at about {share}%.",
        )
    return Text(
        f"Vos chances de gagner : environ {share} %, contre {other} % pour le meilleur autre coup.",
        f"Your chance to win: about {share}%, against {other}% for the best of the others.",
    )


def _label(gathering: Gathering, seat: Seat, picked: tuple[str, ...], word: str) -> Text:
    return gathering.moment.label(word, picked, gathering.moment.titles(seat, picked))


def _where(gathering: Gathering, seat: Seat, words: tuple[str, ...]) -> Text:
    """The area in which the first word can be pressed, by its title."""
    areas = gathering.moment.scene(seat, ()).areas
    spots = [(area, shape) for area in areas for shape in area.shapes if shape.word == words[0]]
    if not spots:
        return Text("Regardez les boutons.", "Look at the buttons.")
    area, shape = spots[0]
    side, title = _side(area.box, _middle(shape)), area.title
    named = Text(f" : « {title.fr} »", f": “{title.en}”") if title.en else NOTHING
    return Text(f"Regardez {side.fr}", f"Look {side.en}") + named + same(".")


def _middle(shape: Shape) -> Point:
    """Roughly the middle of a shape: its path may lie anywhere around its place."""
    numbers = [float(text) for text in _NUMBER.findall(shape.path)] or [0.0, 0.0]
    xs, ys = numbers[::2], numbers[1::2]
    return shape.at[0] + (min(xs) + max(xs)) / 2, shape.at[1] + (min(ys) + max(ys)) / 2


def _side(box: tuple[float, float, float, float], at: Point) -> Text:
    """In which part of an area a place lies."""
    x, y = (at[0] - box[0]) / box[2], (at[1] - box[1]) / box[3]
    down = Text("en haut", "top") if y < 1 / 3 else Text("en bas", "bottom") if y > 2 / 3 else NOTHING
    across = Text("à gauche", "left") if x < 1 / 3 else Text("à droite", "right") if x > 2 / 3 else NOTHING
    parts = [part for part in (down, across) if part.en]
    if not parts:
        return Text("au milieu", "in the middle")
    return Text(", ".join(part.fr for part in parts), f"at the {' '.join(part.en for part in parts)}")
