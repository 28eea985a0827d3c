"""The conformance kit: one call plays random games of any game and checks at many moments that it keeps its promises.

    from tableronde import conform
    assert not conform.check(BOX).faults

Each property is a function that gets a `Moment` and yields a sentence for everything it finds wrong.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

from tableronde import touch
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Event, Game, Illegal, Json, Seat, is_open
from tableronde.options import Variant
from tableronde.paint.svg import paint
from tableronde.record import Record, compact
from tableronde.scene import Scene, Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES, NOTHING, Language, Text
from tableronde.theme import THEMES

PATH: Final = re.compile(r"(M-?[\d.]+ -?[\d.]+|L-?[\d.]+ -?[\d.]+|C-?[\d.]+( -?[\d.]+){5}|Z)*", re.ASCII)
NONSENSE: Final = ("", " ", "*", "pass ", "nonsense", "0", "-1", "é", "\x00", "9" * 40, "a b c d e f")
MANY: Final = 50  # faults after which looking further tells nothing new
WORLDS: Final = 6  # imagined states that should not all be the same


@dataclass(frozen=True)
class Moment:
    """A table at one moment of a random game, and luck of its own."""

    table: Table
    rng: Random

    @property
    def viewers(self) -> list[Seat | None]:
        return [None, *range(self.table.game.seats)]

    def illegal(self) -> Iterator[tuple[Actor, Action]]:
        """Actions that are not legal now: nonsense, and what is legal for somebody else."""
        legal = self.table.legal()
        everybody: list[Actor] = [*range(self.table.game.seats + 1), CHANCE]
        theirs = [self.rng.choice(actions) for actions in legal.values()]
        for actor in everybody:
            refused = [action for action in (*NONSENSE, *theirs) if action not in legal.get(actor, ())]
            yield from ((actor, action) for action in self.rng.sample(refused, min(4, len(refused))))


@dataclass(frozen=True)
class Fault:
    """A promise that a game breaks, and the record that shows it."""

    name: str
    message: str
    where: Record

    def __str__(self) -> str:
        game, players, options, event = self.where.game, self.where.players, compact(dict(self.where.options)), len(self.where.events)
        return f"{self.name}: {self.message} ({game}, {players} players, {options}, event {event})"


@dataclass
class Report:
    """What a check did and found."""

    games: int = 0
    plies: int = 0
    moments: int = 0
    faults: list[Fault] = field(default_factory=list)


Property = Callable[[Moment], Iterable[str]]


def actions_are_canonical(moment: Moment) -> Iterator[str]:
    """Actors are seats or chance; each has actions, sorted, unique, in ASCII."""
    game = moment.table.game
    for actor, actions in moment.table.legal().items():
        if actor != CHANCE and actor not in range(game.seats):
            yield f"{actor!r} is no actor"
        if not actions:
            yield f"{actor!r} is listed without an action"
        if list(actions) != sorted(set(actions)):
            yield f"the actions of {actor!r} are not sorted, or one is there twice"
        yield from (f"{action!r} is not plain ASCII" for action in actions if not action.isascii() or not action.isprintable())


def the_end_is_the_end(moment: Moment) -> Iterator[str]:
    """Nobody can act exactly when there is an outcome; winners are seats; whom the game waits for can act."""
    table = moment.table
    outcome, legal = table.outcome, table.legal()
    if (outcome is None) != bool(legal):
        yield f"legal actions {dict(legal)!r:.80} with outcome {outcome}"
    if outcome and (list(outcome.winners) != sorted(set(outcome.winners)) or not set(outcome.winners) <= set(range(table.game.seats))):
        yield f"strange winners {outcome.winners}"
    if not set(table.to_act()) <= set(legal) or bool(table.to_act()) != bool(legal):
        yield f"it waits for {table.to_act()}, who cannot act"


def rules_are_pure(moment: Moment) -> Iterator[str]:
    """Asking and playing changes no state, and the same question has the same answer."""
    table, game, state = moment.table, moment.table.game, moment.table.state
    before = repr(state)
    for actor, action in _some_events(moment, 2):
        if repr(game.apply(state, actor, action)) != repr(game.apply(state, actor, action)):
            yield f"{action!r} does not always lead to the same state"
    if game.legal(state) != table.legal():
        yield "the legal actions change by themselves"
    game.facts(game.view(state, 0))
    if repr(state) != before:
        yield "a state was changed by looking at it or by playing on"


def undo_takes_back(moment: Moment) -> Iterator[str]:
    """Playing and taking back leads to the same state."""
    table = moment.table
    for event in _some_events(moment, 1):
        before, legal = table.state, table.legal()
        table.play(*event)
        table.undo()
        if table.state != before or table.legal() != legal:
            yield f"taking back {event.action!r} leads elsewhere"


def touch_tree_is_legal_actions(moment: Moment) -> Iterator[str]:
    """The words to press lead to the legal actions, all of them and nothing else."""
    table = moment.table
    for seat in _seats_to_press(moment):
        leaves = touch.leaves(table.touch(seat))
        if sorted(leaves) != list(table.legal()[seat]):
            yield f"seat {seat} cannot press its way to all its actions"


def words_can_be_pressed(moment: Moment) -> Iterator[str]:
    """On the way to an action each word is a shape with a spoken title, or a button with a label."""
    table = moment.table
    for seat in _seats_to_press(moment):
        for picked, offers in _a_way_down(moment, seat):
            scene = table.scene(seat, picked)
            shapes = {shape.word: shape for shape in scene.shapes() if shape.word}
            yield from (
                f"{word!r} has neither a title nor a label" for word in offers if not _spoken(table.box, shapes.get(word), word, picked)
            )


def pictures_are_sound(moment: Moment) -> Iterator[str]:
    """Ids are unique, paths are made of M, L, C and Z, and every theme paints SVG that parses."""
    table = moment.table
    scenes = [table.scene(viewer) for viewer in moment.rng.sample(moment.viewers, 2)]
    for seat in _seats_to_press(moment)[:1]:
        *_, (picked, offers) = _a_way_down(moment, seat)
        scenes.append(table.scene(seat, (*picked, moment.rng.choice(offers))))  # everything picked: what would happen
    for scene in scenes:
        yield from _uneven(scene)
        for _, shown in scene.frames():
            counts = Counter(shape.id for shape in shown.shapes())
            yield from (f"two shapes are called {name!r}" for name, times in counts.items() if times > 1)
            yield from (f"{shape.id!r} has a strange path" for shape in shown.shapes() if not PATH.fullmatch(shape.path))
        yield from _unpaintable(table.box, scene, moment.rng.choice(list(THEMES)), moment.rng.choice(LANGUAGES))


def facts_are_json(moment: Moment) -> Iterator[str]:
    """Every viewer's facts survive a trip through JSON, and say who is to act."""
    table = moment.table
    for viewer in moment.viewers:
        facts = table.facts(viewer)
        if json.loads(compact(facts)) != facts:
            yield f"the facts for {viewer} are not plain JSON"
        if facts.get("to_act", [str(actor) for actor in table.to_act()]) != [str(actor) for actor in table.to_act()]:
            yield "the facts and the game do not wait for the same actor"


def secrets_are_kept(moment: Moment) -> Iterator[str]:
    """A state that differs only in what a viewer may not know looks, sounds and offers the same to that viewer."""
    table, game = moment.table, moment.table.game
    for viewer in moment.viewers:
        view = table.view(viewer)
        for _ in range(2):
            world = game.imagine(view, moment.rng)
            yield from (f"{what} of {viewer} tells a secret" for what in _differences(moment, viewer, view, world))


def refusals_are_clear(moment: Moment) -> Iterator[str]:
    """What is not legal is refused, in both languages, and changes nothing."""
    table = moment.table
    for actor, action in moment.illegal():
        before, events = table.state, list(table.events)
        try:
            table.play(actor, action)
        except Illegal as illegal:
            if not _complete(illegal.refusal.text):
                yield f"{action!r} by {actor!r} is refused without a word"
        else:
            table.undo()
            if not any(is_open(legal) and action.startswith(legal[:-1]) for legal in table.legal().get(actor, ())):
                yield f"{action!r} by {actor!r} is not legal and was played"
        if table.state is not before or table.events != events:
            yield f"refusing {action!r} changed the table"


def sealed_choices_commute(moment: Moment) -> Iterator[str]:
    """Where choices are sealed it does not matter in which order they arrive."""
    game, state = moment.table.game, moment.table.state
    if not game.sealed(state):
        return
    events = [Event(actor, moment.rng.choice(moment.table.legal()[actor])) for actor in moment.table.to_act()][:4]
    results = {repr(_applied(game, state, order)) for order in permutations(events)}
    if len(results) > 1:
        yield "the order of sealed choices changes the state"


def events_are_told(moment: Moment) -> Iterator[str]:
    """The last event can be told to every viewer in both languages."""
    table = moment.table
    if table.events:
        for viewer in moment.viewers:
            [text] = table.tale(viewer, table.plies - 1)
            if not _complete(text):
                yield f"nothing is told of {table.events[-1].action!r}"


def records_replay(moment: Moment) -> Iterator[str]:
    """Record to text to replay gives an equal state and the same digest."""
    table = moment.table
    record = table.record()
    again = Record.parse(record.text())
    if again.digest != record.digest:
        yield "a record read back has another digest"
    replayed = Table.replay(table.box, again)
    if repr(replayed.state) != repr(table.state) or replayed.state != table.state:
        yield "a record read back leads to another state"


AT_MOMENTS: Final[Sequence[Property]] = (
    actions_are_canonical,
    the_end_is_the_end,
    rules_are_pure,
    undo_takes_back,
    touch_tree_is_legal_actions,
    words_can_be_pressed,
    pictures_are_sound,
    facts_are_json,
    secrets_are_kept,
    refusals_are_clear,
    sealed_choices_commute,
    events_are_told,
)


def check(
    box: Box,
    seats: Iterable[int] | None = None,
    variants: Iterable[Variant] | None = None,
    games: int = 2,
    moments: int = 8,
    seed: int = 0,
    bound: int = 5000,
) -> Report:
    """Every property, on random games for every number of seats and every variant (those that do not fit are left out).

    The beginning and the end of each game are looked at closely, and some moments between: the more, the higher `moments` is.
    """
    report = Report()
    every = tuple(variants) if variants is not None else box.variants or (Variant("", NOTHING, {}),)
    for count in seats if seats is not None else box.game_type.players:
        for variant in every:
            for i in range(games):
                rng = Random(f"{seed} {count} {variant.name} {i}")
                _check_game(box, count, variant.options, rng, moments, bound, report)
    return report


def _check_game(box: Box, seats: int, options: Json, rng: Random, moments: int, bound: int, report: Report) -> None:
    try:
        table = Table(box, seats, options, rng=rng)
    except ValueError:
        return  # this variant is not for so many seats
    report.games += 1
    _look(Moment(table, rng), (*AT_MOMENTS, secrets_vary), report)
    try:
        _play_through(table, rng, moments, bound, report)
    except Exception as error:
        report.faults.append(Fault("games_can_be_played", f"{type(error).__name__}: {error}", table.record()))
    _look(Moment(table, rng), (*AT_MOMENTS, records_replay), report)
    if table.plies >= bound and table.legal():
        report.faults.append(Fault("games_end", f"no end after {bound} events", table.record()))


def _play_through(table: Table, rng: Random, moments: int, bound: int, report: Report) -> None:
    """A random game to its end, with a close look at some of its moments."""
    while table.legal() and table.plies < bound and len(report.faults) < MANY:
        table.play(*_random_event(table, rng))
        report.plies += 1
        if rng.random() < moments / 2 / (moments + table.plies):  # often at first, when games differ most, then ever more seldom
            _look(Moment(table, rng), AT_MOMENTS, report)


def _look(moment: Moment, properties: Iterable[Property], report: Report) -> None:
    report.moments += 1
    for each in properties:
        try:
            found = list(each(moment))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        where = moment.table.record() if found else None
        report.faults += [Fault(each.__name__, message, where) for message in found if where]


def secrets_vary(moment: Moment) -> Iterator[str]:
    """Where a game hides something, imagining draws it by lot: otherwise the test of secrets would prove nothing."""
    table, game = moment.table, moment.table.game
    imagines, masks = game.hides, type(game).hear is not Game.hear
    if masks and not imagines:
        yield "it masks what is heard, but imagines nothing"
    if imagines:
        worlds = [{repr(game.imagine(table.view(viewer), moment.rng)) for _ in range(WORLDS)} for viewer in moment.viewers]
        if all(len(different) < 2 for different in worlds):
            yield "every imagined state is the same"


def _random_event(table: Table, rng: Random) -> Event:
    """What a player at random would do; those nobody waits for seldom speak."""
    legal, waited = table.legal(), table.to_act()
    others = [actor for actor in legal if actor not in waited]
    actor = rng.choice(others) if others and rng.random() < 0.02 else rng.choice(waited)
    spoken = [action for action in legal[actor] if not is_open(action)]
    if spoken and actor in waited:
        return Event(actor, rng.choice(spoken))
    return Event(actor, _with_a_word(rng.choice(legal[actor]), rng))


def _with_a_word(action: Action, rng: Random) -> Action:
    return action[:-1] + "".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=7)) if is_open(action) else action


def _some_events(moment: Moment, count: int) -> list[Event]:
    """A few events that could happen next."""
    legal = moment.table.legal()
    actors = moment.rng.sample(sorted(legal, key=str), min(count, len(legal)))
    return [Event(actor, _with_a_word(moment.rng.choice(legal[actor]), moment.rng)) for actor in actors]


def _seats_to_press(moment: Moment) -> list[Seat]:
    return [actor for actor in moment.table.legal() if actor != CHANCE]


def _a_way_down(moment: Moment, seat: Seat) -> Iterator[tuple[touch.Picked, tuple[str, ...]]]:
    """The words picked and the words offered next, along the way to a random action."""
    node: touch.Tree | Action = moment.table.touch(seat)
    picked: touch.Picked = ()
    while not isinstance(node, str):
        yield picked, tuple(node)
        word = moment.rng.choice(list(node))
        picked, node = (*picked, word), node[word]


def _spoken(box: Box, shape: Shape | None, word: str, picked: touch.Picked) -> bool:
    return word == "*" or _complete(shape.title if shape else box.label(word, picked))


def _complete(text: Text) -> bool:
    return all(text[language].strip() for language in LANGUAGES)


def _uneven(scene: Scene) -> Iterator[str]:
    """What is wrong with a film."""
    starts, known = [frame.seconds for frame in scene.film], {area.id for area in scene.areas}
    if starts and (starts[0] != 0 or starts != sorted(set(starts))):
        yield f"a film must begin at 0 seconds and go on from there, not {starts}"
    strange = {area.id for frame in scene.film for area in frame.areas} - known
    yield from (f"the film shows the area {name!r}, which the scene lacks" for name in sorted(strange))


def _unpaintable(box: Box, scene: Scene, theme: str, language: Language) -> Iterator[str]:
    try:
        ElementTree.fromstring(paint(scene, box.looks, THEMES[theme], language))
    except ElementTree.ParseError as error:
        yield f"the {theme} picture is not SVG: {error}"


def _differences(moment: Moment, viewer: Seat | None, view: Any, world: Any) -> Iterator[str]:
    """What a viewer could tell the true state from an imagined one by."""
    table, game = moment.table, moment.table.game
    other = game.view(world, viewer)
    if other != view or repr(other) != repr(view):
        yield "the view"
    if compact(game.facts(other)) != compact(game.facts(view)):
        yield "the facts"
    legal = game.legal(world)
    if legal.get(viewer) != table.legal().get(viewer) if viewer is not None else False:
        yield "what can be pressed"
    if game.to_act(world) != table.to_act():
        yield "who is to act"
    offers = () if viewer is None else tuple(table.touch(viewer))
    if table.box.draw(other, viewer, (), offers) != table.box.draw(view, viewer, (), offers):
        yield "the picture"
    for actor, action in _some_events(moment, 3):
        if action in legal.get(actor, ()) and game.hear(world, actor, action, viewer) != game.hear(table.state, actor, action, viewer):
            yield f"what is heard of {action!r}"
    if viewer is not None:
        yield from (
            f"the refusal of {word!r}" for word in NONSENSE if game.why_not(world, viewer, word) != game.why_not(table.state, viewer, word)
        )


def _applied(game: Any, state: Any, events: Iterable[Event]) -> Any:
    for event in events:
        state = game.apply(state, *event)
    return state
