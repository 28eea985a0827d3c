"""Review a finished game: find a player's costliest mistakes, judged only by what the player could know then.

At each of the player's choices a bot gets the view at that position, the events heard so far and the legal actions, and
returns the value of each. It never gets what the player could not see, or what came later. In games without secrets it
also plays on from there, for every seat: the likely continuation explains the value.
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
LEAST: Final = 0.01  # of the win: a smaller loss is not a mistake, only a matter of taste
BETTER: Final = "win hollow plain"  # style of the outline around the better action
THEN: Final = Text(", puis ", ", then ")
OPEN: Final = "*"  # stands for a word of the player's own, which is not known in advance
A_WORD: Final = Text("un mot bien choisi", "a well-chosen word")
WAIT: Final = Text("attendre", "wait")
MoveValues = Mapping[Action, float]  # the share of the win after each action; "" stands for not acting
Advise = Callable[[Table, Sequence[Action]], MoveValues]
Call = Callable[[Seat], Bot]  # returns a bot for a seat


@dataclass(frozen=True, slots=True)
class Slip:
    """A choice after which a player's expected share was lower than after another one."""

    ply: int  # how many events had happened before
    played: Action
    better: Action
    share: float  # of the win, after what was played
    best: float  # after what would have been better

    @property
    def lost(self) -> float:
        return self.best - self.share


def advisers(box: Box) -> tuple[str, ...]:
    """Return the levels to ask: the game's strongest bot, and the search for any game in case that one has no opinion."""
    return tuple(bots.levels(box))[-1], "search"


def opinion(advisers: Iterable[Bot], view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> MoveValues:
    """Return the action values of the first adviser that has an opinion."""
    return next((worths for bot in advisers if (worths := bot.weigh(view, heard, legal))), {})


def outlook(advisers: Iterable[Bot], view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
    """Return each seat's expected share of the win from the first adviser that has an opinion."""
    return next((shares for bot in advisers if len(shares := bot.outlook(view, heard, legal))), ())


def review(table: Table, seat: Seat, advise: Advise, moments: int = MOMENTS) -> list[Slip]:
    """Find the choices that cost a seat most, the costliest first; `advise` weighs the seat's actions at an earlier table."""
    found = (_slip(then, seat, table.events[then.plies].action, advise) for then in choices(table, seat))
    return costliest((slip for slip in found if slip), moments)


def choices(table: Table, seat: Seat) -> Iterator[Table]:
    """Yield the table before each real choice of a seat, the latest first."""
    for ply in range(table.plies - 1, -1, -1):
        if table.events[ply].actor == seat and _could_do_otherwise(table.at(ply), seat):
            yield table.at(ply)


def _could_do_otherwise(then: Table, seat: Seat) -> bool:
    """Return whether there were several actions, or a single one that the game did not wait for."""
    return len(then.legal()[seat]) > 1 or seat not in then.to_act()


def weighed(then: Table, seat: Seat, played: Action) -> tuple[Action, ...]:
    """Return the actions to weigh: the legal ones, and the one played if it completed an open one."""
    legal = tuple(then.legal()[seat])
    return legal if played in legal else (*legal, played)


def _slip(then: Table, seat: Seat, played: Action, advise: Advise) -> Slip | None:
    return slip_at(then, seat, played, advise(then, weighed(then, seat, played)))


def slip_at(then: Table, seat: Seat, played: Action, worths: MoveValues) -> Slip | None:
    """Return the slip of a choice, if another one was clearly better."""
    if played not in worths:
        return None
    better = max(worths, key=lambda action: worths[action])
    slip = Slip(then.plies, played, better, worths[played], worths[better])
    return slip if slip.lost >= LEAST else None


def costliest(slips: Iterable[Slip], moments: int = MOMENTS) -> list[Slip]:
    """Return the costliest slips, the costliest first; among equals the earlier one."""
    return sorted(slips, key=lambda slip: (-slip.lost, slip.ply))[:moments]


def foresee(call: Call, game: AnyGame, state: Any, heard: Sequence[Event], event: Event) -> list[Event]:
    """Let bots play on after an event until the game ends or chance acts."""
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
    """Describe the foreseen events after an event, names filled in."""
    table = then.at(then.plies)
    for foreseen in (event, *ahead) if ahead else ():
        table.play(*foreseen)
    return [text.named(table.names) for text in table.tale(since=then.plies + 1)]


def wording(then: Table, seat: Seat, action: Action) -> Text:
    """Describe an action, names filled in.

    In games without secrets by its log line; otherwise by the words pressed for it, because its result may show what the
    player did not know.
    """
    if not action:
        return WAIT
    if then.game.hides:
        return join(_names(then, seat, action), THEN)
    after = then.game.apply(then.state, seat, action)
    return then.box.tell(then.state, Event(seat, action), then.game.view(after, seat)).named(then.names)


def _names(then: Table, seat: Seat, action: Action) -> Iterator[Text]:
    """Yield the names of the words pressed for an action; a word of the player's own is quoted."""
    words, own = then.game.touch(action), action not in then.legal()[seat]
    for i, word in enumerate(words):
        if own and i == len(words) - 1:
            yield Text(f"« {word} »", f"“{word}”")
        else:
            yield A_WORD if word == OPEN else then.called(seat, words[:i], word)


def marked(then: Table, seat: Seat, action: Action) -> Scene:
    """Draw the picture as a seat saw it, with everything pressed for an action outlined: the board and the other areas concerned."""
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
    shown = (area for area in last if area.id in outlines or area is last[0])  # the board is shown even if only a hand is pressed
    return Scene(tuple(replace(area, shapes=(*area.shapes, *outlines.get(area.id, ()))) for area in shown))


def _pressed(scene: Scene, word: str) -> list[tuple[Area, Shape]]:
    """Return the shape of a word, if there is one, and its area."""
    return [(area, shape) for area in scene.areas for shape in area.shapes if shape.word == word][:1]
