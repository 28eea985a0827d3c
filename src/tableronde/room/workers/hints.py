"""Hints in three steps: where to look, which thing to take, what to do with it and why."""

import asyncio
from collections.abc import Sequence

from tableronde.game import Action, Event, Seat
from tableronde.learn.coach import CLEAR, MUCH, merit
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Refused
from tableronde.room.base.replies import HintReply
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import Advice, Driver
from tableronde.scene import Point, Shape, path_bounds
from tableronde.text import LANGUAGES, NOTHING, Language, Text, join, same


async def give_hint(session: TableSession, driver: Driver, person: Person, seat: Seat, step: int) -> HintReply:
    """Return a hint for a seat; the three steps at one position lead to the same action."""
    if not session.saved.settings.friendly:
        raise Refused("Les conseils ne sont pas permis à cette table.", "Hints are not allowed at this table.")
    session.snapshot().check_playing()
    if seat not in session.table.legal():
        raise Refused("Ce n’est pas à vous de jouer.", "It is not your turn.")
    session.check_not_early(seat)
    advice = await _find_advice(session, driver, seat, person.place or person.guest)
    if advice is None or advice.action not in session.table.legal().get(seat, ()):
        raise Refused("Pas de conseil pour l’instant.", "No hint for now.")
    table = session.table.at(session.table.plies)
    with game_code(session.box):
        good = NOTHING if step == 2 else await asyncio.to_thread(merit, table, Event(seat, advice.action))
    if advice.action not in session.table.legal().get(seat, ()):  # others may have acted meanwhile
        raise Refused("Pas de conseil pour l’instant.", "No hint for now.")
    return _describe_step(session, seat, advice, step, good)[person.language]


async def _find_advice(session: TableSession, driver: Driver, seat: Seat, share: str) -> Advice | None:
    key = (session.table.plies, seat)
    if key not in session.advice.hints:
        advice = await driver.suggest_action(seat, share)
        key = (session.table.plies, seat)  # others may have acted meanwhile; what is still legal is still good
        session.advice.keep_hint(key, advice)
    return session.advice.hints[key]


def _describe_step(session: TableSession, seat: Seat, advice: Advice, step: int, good: Text) -> dict[Language, HintReply]:
    """Describe a step in all languages; `good` says what the action does for its player at once."""
    words = tuple(session.table.game.touch(advice.action))
    why, action, marked = NOTHING, "", words
    match step:
        case 1:
            text, marked = (
                _describe_place(session, seat, words) + same(" ") + _describe_promise(session.table.legal()[seat], advice, good),
                (),
            )
        case 2:
            text, marked = _describe_marked(_get_label(session, seat, (), words[0])), words[:1]
        case _:
            text, action = _describe_presses(session, seat, words), advice.action
            reasons = (_describe_purpose(good), _describe_reason(session.table.legal()[seat], advice))
            why = join([reason for reason in reasons if reason.en])
    return {language: _make_reply(step, text[language], why[language], marked, action) for language in LANGUAGES}


def _make_reply(step: int, text: str, why: str, words: Sequence[str], action: Action) -> HintReply:
    reply: HintReply = {"step": step, "text": text, "words": list(words)}
    return {**reply, "why": why, "action": action} if action else reply


def _describe_marked(first: Text) -> Text:
    """Describe the marked thing."""
    return Text(f"Commencez par ce qui est marqué : {first.fr}", f"Start with what is marked: {first.en}") + same(".")


def _describe_presses(session: TableSession, seat: Seat, words: tuple[str, ...]) -> Text:
    """Describe what to press, one thing after the other, without the words that follow automatically."""
    asked = [i for i in range(len(words)) if len(session.position.settle(seat, words[:i])) == i] or [len(words) - 1]
    labels = [_get_label(session, seat, words[:i], words[i]) for i in asked]
    quoted = [Text(f"« {label.fr} »", f"“{label.en}”") for label in labels]
    return Text("Touchez ", "Press ") + join(quoted, Text(", puis ", ", then ")) + same(".")


def _describe_promise(legal: Sequence[Action], advice: Advice, good: Text) -> Text:
    """Describe why it is worth looking there."""
    if len(legal) == 1:
        return Text("Il n’y a qu’un coup possible.", "There is only one move.")
    if good.en:
        return Text(f"Vous pouvez y {good.fr}.", f"There you can {good.en}.")
    if advice.share is None or advice.other is None:
        return Text("Un bon coup vous y attend.", "A good move is waiting there.")
    ahead = advice.share - advice.other
    if ahead >= MUCH:
        return Text("Un coup y vaut bien mieux que tous les autres.", "One move there is much better than all others.")
    if ahead >= CLEAR:
        return Text("Le meilleur coup s’y trouve.", "The best move is there.")
    return Text("Plusieurs coups se valent ; l’un d’eux s’y trouve.", "Several moves are equally good; one of them is there.")


def _describe_purpose(good: Text) -> Text:
    return Text(f"Pour {good.fr}.", f"To {good.en}.") if good.en else NOTHING


def _describe_reason(legal: Sequence[Action], advice: Advice) -> Text:
    """Describe the reason: the chances it keeps, against those of the next best action; nothing if unknown."""
    if len(legal) == 1:
        return Text("C’est le seul coup possible.", "It is the only possible move.")
    if advice.share is None or advice.other is None:
        return NOTHING
    share, other = round(100 * advice.share), round(100 * advice.other)
    if share - other < 1:
        return Text(
            f"D’autres coups se valent : vos chances de gagner restent d’environ {share} %.",
            f"Other moves are just as good: your winning chances stay at about {share}%.",
        )
    return Text(
        f"Vos chances de gagner : environ {share} %, contre {other} % avec le meilleur des autres coups.",
        f"Your winning chances: about {share}%, against {other}% with the next best move.",
    )


def _get_label(session: TableSession, seat: Seat, picked: tuple[str, ...], word: str) -> Text:
    return session.position.label(word, picked, session.position.titles(seat, picked))


def _describe_place(session: TableSession, seat: Seat, words: tuple[str, ...]) -> Text:
    """Describe the area in which the first word can be pressed, by its title."""
    areas = session.position.scene(seat, ()).areas
    spots = [(area, shape) for area in areas for shape in area.shapes if shape.word == words[0]]
    if not spots:
        return Text("Regardez les boutons.", "Look at the buttons.")
    area, shape = spots[0]
    side, title = _describe_side(area.box, _find_middle(shape)), area.title
    if not title.en:
        return Text(f"Regardez {side.fr}.", f"Look {side.en}.")
    return Text(f"Regardez « {title.fr} », {side.fr}.", f"Look at “{title.en}”, {side.en}.")


def _find_middle(shape: Shape) -> Point:
    """Return roughly the middle of a shape, whose path may be anywhere around its place."""
    left, top, right, bottom = path_bounds(shape.path) if shape.path else (0.0, 0.0, 0.0, 0.0)
    return shape.at[0] + (left + right) / 2, shape.at[1] + (top + bottom) / 2


def _describe_side(box: tuple[float, float, float, float], at: Point) -> Text:
    """Describe in which part of an area a place is."""
    x, y = (at[0] - box[0]) / box[2], (at[1] - box[1]) / box[3]
    down = Text("en haut", "top") if y < 1 / 3 else Text("en bas", "bottom") if y > 2 / 3 else NOTHING
    across = Text("à gauche", "left") if x < 1 / 3 else Text("à droite", "right") if x > 2 / 3 else NOTHING
    parts = [part for part in (down, across) if part.en]
    if not parts:
        return Text("au milieu", "in the middle")
    return Text(", ".join(part.fr for part in parts), f"at the {' '.join(part.en for part in parts)}")
