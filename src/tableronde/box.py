"""A game's box: everything its folder offers. The rules, the picture, the words, the bots."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from tableronde.game import CHANCE, AnyGame, Event, Json, Seat
from tableronde.kit import MakeKit
from tableronde.options import Variant, options_of, read
from tableronde.scene import Scene
from tableronde.text import LANGUAGES, NOTHING, Language, Text, same
from tableronde.theme import Look

if TYPE_CHECKING:
    from tableronde.bots.bot import BotMaker
    from tableronde.spaces import Spaces

LESSONS: Final = "lessons.toml"
PUZZLES: Final = "puzzles.json"
OPENINGS: Final = "openings.json"
Draw = Callable[[Any, Seat | None, tuple[str, ...], Sequence[str]], Scene]
Tell = Callable[[Any, Event, Any], Text]
Label = Callable[[str, tuple[str, ...]], Text]
HouseRules = Callable[[Any], Text]
Command = Callable[[list[str]], int]  # arguments to exit status
Judge = Callable[[Any, Any], Sequence[float]]  # its own game and view: a judge may name their types
Style = Callable[[Any, Seat], str]
Chapter = Callable[[Any, Any], Text | None]
Coach = Callable[[Any, Seat], Text | None]
Rotate = Callable[[Any, tuple[str, ...], int], tuple[str, ...]]


def tell_plainly(before: Any, event: Event, after: Any) -> Text:
    """An event in words, when a game has no better ones: who, and the action itself."""
    who = Text("Le hasard", "Chance") if event.actor == CHANCE else same(f"{{{event.actor}}}")
    return Text(f"{who.fr} : {event.action}", f"{who.en}: {event.action}")


def label_plainly(word: str, picked: tuple[str, ...]) -> Text:
    """A button's text, when a game has no better one: the word itself."""
    return same(word)


def style_plainly(view: Any, seat: Seat) -> str:
    """The look of a seat's pieces, when a game has no other: the theme's own for that seat."""
    return f"seat{seat}"


def no_house_rules(options: Any) -> Text:
    """Nothing beyond the rulebook."""
    return NOTHING


def judge_by_score(game: AnyGame, view: Any) -> Sequence[float]:
    """A rough guess of each seat's share of the win, from the scores in the facts if there are any."""
    scores = game.facts(view).get("scores")
    if not isinstance(scores, list) or len(scores) != game.seats:
        return [1 / game.seats] * game.seats
    spread = max(scores) - min(scores)
    return [(1 + (score - sum(scores) / len(scores)) / (spread + 1)) / game.seats for score in scores]


_SMALL: Final = {"draw", "tell", "label", "judge", "house_rules", "style", "rotate", "chapter", "coach", "kit"}  # functions


def _spelled(each: "Field[Any]") -> str:
    """The name under which a module of a game's folder has something for the box: a function's as it is, data in capitals."""
    return each.name if each.name in _SMALL else each.name.upper()


@dataclass(frozen=True)
class Box:
    """Everything a game's folder offers. Only `rules`, `title` and `draw` must be given."""

    rules: Callable[[int, Any], AnyGame]  # the Game class
    title: Text
    draw: Draw  # draw(view, seat, picked, offers, last=()): the picture for who sits there, with what can be pressed next
    blurb: Text = NOTHING
    goal: Text = NOTHING  # how the game is won, in a line
    age: int = 8
    minutes: int = 20
    tell: Tell = tell_plainly  # tell(view before, heard event, view after): what happened, in words
    label: Label = label_plainly  # label(word, picked): the text of a button
    judge: Judge = judge_by_score  # judge(game, view): each seat's share of the win, a guess for greedy and search bots
    reasons: Mapping[str, Text] = field(default_factory=dict)  # why a game ended, by the outcome's reason
    house_rules: HouseRules = no_house_rules  # house_rules(options): what this table plays beyond the rulebook
    tips: tuple[Text, ...] = ()
    variants: tuple[Variant, ...] = ()
    fading: tuple[str, ...] = ()  # public facts that the picture shows only for a moment: a room does not tell them afterwards
    looks: Mapping[str, Look] = field(default_factory=dict)  # theme words of its own
    bots: "Mapping[str, BotMaker]" = field(default_factory=dict)  # its own bots by level, weakest first
    commands: Mapping[str, Command] = field(default_factory=dict)  # of its own: tableronde SLUG NAME …
    package: str = ""  # where rules.fr.md and rules.en.md lie, if not beside the module of the rules
    style: Style = style_plainly  # style(view, seat): the theme words of a seat's pieces
    rotate: Rotate | None = (
        None  # rotate(view, picked, step): the words picked once what is held is turned; step 0: as it lies when taken up
    )
    chapter: Chapter | None = None  # chapter(view before, view after): what ended in between, if a game of a match or a round did
    coach: Coach | None = None  # coach(view, seat): what a seat may do now, in a line, for who plays for the first time
    seat_names: tuple[Text, ...] = ()  # what seats are called without players: "White", "Red"
    kit: MakeKit | None = None  # kit(wish): the game on paper, its components true to size
    spaces: "Callable[[Any], Spaces[Any]] | None" = None  # spaces(game): its actions as numbers, its views as bytes

    @classmethod
    def packed(cls, rules: type[AnyGame], *parts: ModuleType, **more: Any) -> "Box":
        """The box of a folder: from its modules everything that has the name of a field here, data in capitals, and what is said besides.

        `TITLE` in one of them is the title, `draw` in another the picture. TypeError if two of them offer the same.
        """
        found: dict[str, Any] = {"package": rules.__module__.rpartition(".")[0]}
        for each in fields(cls):
            offered = [vars(part)[_spelled(each)] for part in parts if _spelled(each) in vars(part)]
            if len({id(value) for value in offered}) > 1 and each.name not in more:
                raise TypeError(f"{rules.slug}: two modules offer {_spelled(each)}: say {each.name}=… which")
            if offered:
                found[each.name] = offered[0]
        return cls(**{**found, "rules": rules, **more})

    @property
    def game_type(self) -> type[AnyGame]:
        assert isinstance(self.rules, type)
        return self.rules

    @property
    def slug(self) -> str:
        return self.game_type.slug

    def game(self, seats: int, options: Json = None) -> AnyGame:
        """The rules for one table, from options as JSON; ValueError with a sentence if they do not fit."""
        return self.rules(seats, read(self.game_type.options_type, {} if options is None else options))

    def names(self, seats: int) -> tuple[Text, ...]:
        """What the seats are called before anybody sits there."""
        return self.seat_names[:seats] or tuple(Text(f"Joueur {i + 1}", f"Player {i + 1}") for i in range(seats))

    @cached_property
    def draws_last(self) -> bool:
        """Whether its picture wants to know what led to the moment: `draw` has a parameter `last`."""
        return "last" in signature(self.draw).parameters

    def scene(self, view: Any, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str], last: Sequence[Event] = ()) -> Scene:
        """The picture for a seat; `last` is what led to the moment, as that seat heard it."""
        return self.draw(view, seat, picked, offers, **({"last": tuple(last)} if self.draws_last else {}))

    def rulebook(self, language: Language) -> str:
        """The rules as players read them, in Markdown; empty if the folder has none."""
        return self.text(f"rules.{language}.md")

    def text(self, name: str) -> str:
        """A text of the game's folder: rules pages, figures, lessons; empty if it has none."""
        page = self.folder().joinpath(name)
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    @cached_property
    def has_rulebook(self) -> bool:
        """Whether there is anything to read in any language."""
        try:
            return any(self.rulebook(language) for language in LANGUAGES)
        except LookupError:
            return False

    @cached_property
    def has_lessons(self) -> bool:
        """Whether the folder teaches the game step by step."""
        try:
            return bool(self.text(LESSONS))
        except LookupError:
            return False

    @cached_property
    def has_puzzles(self) -> bool:
        """Whether the folder has puzzles."""
        try:
            return self.folder().joinpath(PUZZLES).is_file()
        except LookupError:
            return False

    @cached_property
    def has_openings(self) -> bool:
        """Whether the folder says what its first actions are worth."""
        try:
            return self.folder().joinpath(OPENINGS).is_file()
        except LookupError:
            return False

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's own folder by its name there; None if it has none."""
        package = self.package or str(sys.modules[self.game_type.__module__].__package__ or "")
        found = importlib.util.find_spec(f"{package}.{name}") if package else None
        return importlib.import_module(f"{package}.{name}") if found else None

    def folder(self) -> Traversable:
        """Where the game's texts lie; LookupError with a sentence if there is no such package."""
        if not self.package:
            return Path(str(sys.modules[self.game_type.__module__].__file__)).parent
        try:
            return files(self.package)
        except (ImportError, TypeError):
            raise LookupError(f"{self.slug}: there is no package {self.package!r}, where its rules pages should lie") from None

    def description(self) -> dict[str, Json]:
        """The box as JSON: what a shelf shows and what a client needs to open a table."""
        game = self.game_type
        return {
            "game": game.slug,
            "edition": game.edition,
            "title": {"fr": self.title.fr, "en": self.title.en},
            "players": list(game.players),
            "options": [option.json() for option in options_of(game.options_type)],
            "variants": {variant.name: dict(variant.options) for variant in self.variants},
        }
