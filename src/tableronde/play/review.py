"""A look back at a finished game: the moments where a player let most slip, judged only by what the player could know then.

At each of the player's choices a bot gets the view of that moment, what was heard up to it, and the legal actions; it says
what it thinks of each. What it never gets is what the player could not see, or what came later. Where nothing is hidden it
also plays on from there, in every seat: what would have come next says why.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import CHANCE, Action, AnyGame, Event, Seat
from tableronde.scene import Area, Scene, Shape
from tableronde.table import Table
from tableronde.text import Text, join

MOMENTS: Final = 3
AHEAD: Final = 2  # actions foreseen after the one played, and after the better one
LEAST: Final = 0.01  # of the win: less is no slip, only a matter of taste
BETTER: Final = "win hollow plain"  # how what would have been better is outlined
THEN: Final = Text(", puis ", ", then ")
OPEN: Final = "*"  # stands for a word of the player's own, which nobody knows beforehand
A_WORD: Final = Text("un mot bien choisi", "a word well chosen")
WAIT: Final = Text("attendre", "wait")
Worths = Mapping[Action, float]  # a share of the win for each action; that of silence under an empty one
Advise = Callable[[Table, Sequence[Action]], Worths]
Call = Callable[[Seat], Bot]  # a bot for a seat


@dataclass(frozen=True, slots=True)
class Slip:
    """A choice after which a player's prospects were worse than they might have been."""

    ply: int  # how many events had happened before
    played: Action
    better: Action
    share: float  # of the win, after what was played
    best: float  # after what would have been better

    @property
    def lost(self) -> float:
        return self.best - self.share


def advisers(box: Box) -> tuple[str, ...]:
    """Whom to ask: the game's strongest bot, and, if that one has no opinion, the search that plays any game."""
    return tuple(bots.levels(box))[-1], "search"


def opinion(advisers: Iterable[Bot], view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Worths:
    """What the first of some advisers thinks of a seat's actions that has an opinion at all."""
    return next((worths for bot in advisers if (worths := bot.weigh(view, heard, legal))), {})


def outlook(advisers: Iterable[Bot], view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
    """What everybody may expect, in the eyes of the first of some advisers that has an opinion: each seat's share of the win."""
    return next((shares for bot in advisers if len(shares := bot.outlook(view, heard, legal))), ())


def review(table: Table, seat: Seat, advise: Advise, moments: int = MOMENTS) -> list[Slip]:
    """The choices that cost a seat most, the costliest first; `advise` weighs actions of the seat at the table as it stood."""
    found = (_slip(then, seat, table.events[then.plies].action, advise) for then in choices(table, seat))
    return costliest((slip for slip in found if slip), moments)


def choices(table: Table, seat: Seat) -> Iterator[Table]:
    """The table as it stood before each action of a seat that could have done otherwise, the latest first."""
    for ply in range(table.plies - 1, -1, -1):
        if table.events[ply].actor == seat and _could_do_otherwise(table.at(ply), seat):
            yield table.at(ply)


def _could_do_otherwise(then: Table, seat: Seat) -> bool:
    """Whether there were several actions, or nobody waited for the one."""
    return len(then.legal()[seat]) > 1 or seat not in then.to_act()


def weighed(then: Table, seat: Seat, played: Action) -> tuple[Action, ...]:
    """The actions to be weighed: the legal ones, and, if one of these was open, what was played with its own word."""
    legal = tuple(then.legal()[seat])
    return legal if played in legal else (*legal, played)


def _slip(then: Table, seat: Seat, played: Action, advise: Advise) -> Slip | None:
    return slip_at(then, seat, played, advise(then, weighed(then, seat, played)))


def slip_at(then: Table, seat: Seat, played: Action, worths: Worths) -> Slip | None:
    """What a choice cost, if another one was clearly better."""
    if played not in worths:
        return None
    better = max(worths, key=lambda action: worths[action])
    slip = Slip(then.plies, played, better, worths[played], worths[better])
    return slip if slip.lost >= LEAST else None


def costliest(slips: Iterable[Slip], moments: int = MOMENTS) -> list[Slip]:
    """The slips that cost most, the costliest first, and of those that cost the same the earlier one."""
    return sorted(slips, key=lambda slip: (-slip.lost, slip.ply))[:moments]


def foresee(call: Call, game: AnyGame, state: Any, heard: Sequence[Event], event: Event) -> list[Event]:
    """What bots would play after an event, one after the other, up to where the game ends or chance acts."""
    ahead = [event]
    while len(ahead) <= AHEAD:
        state = game.apply(state, *ahead[-1])
        waited = [actor for actor in game.to_act(state) if actor != CHANCE]
        chosen = call(waited[0]).choose(state, [*heard, *ahead], game.legal(state)[waited[0]]) if waited else None
        if chosen is None:
            break
        ahead.append(Event(waited[0], chosen))
    return ahead[1:]


def storyline(then: Table, event: Event, ahead: Sequence[Event]) -> list[Text]:
    """What was foreseen after an event, in words, players' names put in."""
    table = then.at(then.plies)
    for foreseen in (event, *ahead) if ahead else ():
        table.play(*foreseen)
    return [text.named(table.names) for text in table.tale(since=then.plies + 1)]


def wording(then: Table, seat: Seat, action: Action) -> Text:
    """An action in words, players' names put in.

    Where nothing is hidden it is told as the log would. Else by what is pressed for it: what would have come of it is not
    for the player to know.
    """
    if not action:
        return WAIT
    if then.game.hides:
        return join(_names(then, seat, action), THEN)
    after = then.game.apply(then.state, seat, action)
    return then.box.tell(then.state, Event(seat, action), then.game.view(after, seat)).named(then.names)


def _names(then: Table, seat: Seat, action: Action) -> Iterator[Text]:
    """What is pressed for an action, by name; a word of the player's own is quoted."""
    words, own = then.game.touch(action), action not in then.legal()[seat]
    for i, word in enumerate(words):
        if own and i == len(words) - 1:
            yield Text(f"« {word} »", f"“{word}”")
        else:
            yield A_WORD if word == OPEN else then.called(seat, words[:i], word)


def marked(then: Table, seat: Seat, action: Action) -> Scene:
    """The picture as a seat saw it, with everything that is pressed for an action outlined: the board, and wherever else one presses."""
    words = tuple(then.game.touch(action))
    try:
        scenes = [then.scene(seat, words[:i]) for i in range(len(words) + 1)]
    except KeyError:  # a word of the player's own is not in the picture
        return Scene(then.scene(seat).named(then.names).areas[:1])
    outlines: dict[str, list[Shape]] = {}
    for before, word in zip(scenes, words, strict=False):
        for area, shape in _pressed(before, word):
            outlines.setdefault(area.id, []).append(Shape(f"better {shape.id}", shape.path, BETTER, shape.at, shape.turn))
    last = scenes[-1].named(then.names).areas
    shown = (area for area in last if area.id in outlines or area is last[0])  # a hand alone does not say what it was played on
    return Scene(tuple(replace(area, shapes=(*area.shapes, *outlines.get(area.id, ()))) for area in shown))


def _pressed(scene: Scene, word: str) -> list[tuple[Area, Shape]]:
    """The shape that says a word when it is pressed, if there is one, and the area it lies in."""
    return [(area, shape) for area in scene.areas for shape in area.shapes if shape.word == word][:1]
