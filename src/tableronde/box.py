"""A game's box: everything its folder offers, such as rules, picture, texts and bots."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

from tableronde.cover import Celebration, Cover
from tableronde.credits import Credits
from tableronde.game import CHANCE, AnyGame, Event, Json, Seat, count
from tableronde.kit import MakeKit
from tableronde.options import Variant, options_of, read
from tableronde.plugins.packing import collect
from tableronde.scene import Scene
from tableronde.text import LANGUAGES, NOTHING, Language, Text, same
from tableronde.theme import Look

if TYPE_CHECKING:
    from tableronde.bots.bot import BotMaker
    from tableronde.spaces import Spaces

LESSONS: Final = "lessons.toml"
PUZZLES: Final = "puzzles.json"
OPENINGS: Final = "openings.json"
ESTIMATES: Final = ("age", "minutes")  # what a booklet may not give
PARTS: Final = ("bots", "kernel", "spaces")  # what is made for one edition of the rules and may not fit another
KERNELS: Final = ("kernel", "batch")  # modules of a game's folder that repeat its rules
Draw = Callable[[Any, Seat | None, tuple[str, ...], Sequence[str]], Scene]
Tell = Callable[..., Text]  # of the view before, the event and the view after; and of the seat that reads, if it takes that
Label = Callable[[str, tuple[str, ...]], Text]
HouseRules = Callable[[Any], Text]
Command = Callable[[list[str]], int]  # arguments to exit status
Judge = Callable[[Any, Any], Sequence[float]]  # game and view are the box's own: a judge may declare their types
Style = Callable[[Any, Seat], str]
Decided = Callable[[Any], Sequence[Seat] | None]
Futile = Callable[[Any], bool]
Chapter = Callable[[Any, Any], Text | None]
Coach = Callable[[Any, Seat], Text | None]
Rotate = Callable[[Any, tuple[str, ...], int], tuple[str, ...]]


def tell_plainly(before: Any, event: Event, after: Any) -> Text:
    """Describe an event by its actor and the action itself: the default of `tell`."""
    who = Text("Le hasard", "Chance") if event.actor == CHANCE else same(f"{{{event.actor}}}")
    return Text(f"{who.fr} : {event.action}", f"{who.en}: {event.action}")


def label_plainly(word: str, picked: tuple[str, ...]) -> Text:
    """Label a button with the word itself: the default of `label`."""
    return same(word)


def style_plainly(view: Any, seat: Seat) -> str:
    """Return the theme's own style for a seat's pieces: the default of `style`."""
    return f"seat{seat}"


def no_house_rules(options: Any) -> Text:
    """Describe no house rules: the default of `house_rules`."""
    return NOTHING


def judge_by_score(game: AnyGame, view: Any) -> Sequence[float]:
    """Estimate each seat's share of the win from the scores in the facts, if any: the default of `judge`."""
    scores = game.facts(view).get("scores")
    if not isinstance(scores, list) or len(scores) != game.seats:
        return [1 / game.seats] * game.seats
    spread = max(scores) - min(scores)
    return [(1 + (score - sum(scores) / len(scores)) / (spread + 1)) / game.seats for score in scores]


@dataclass(frozen=True)
class Box:
    """Everything a game's folder offers. Only `rules`, `title` and `draw` must be given."""

    rules: type[AnyGame]
    title: Text
    draw: Draw  # draw(view, seat, picked, offers, last=()): the picture for one seat, with what can be pressed next
    blurb: Text = NOTHING
    goal: Text = NOTHING  # how the game is won, in a line
    age: int = 8
    minutes: int = 20
    tell: Tell = tell_plainly  # tell(view before, heard event, view after): the log line of an event
    label: Label = label_plainly  # label(word, picked): the text of a button
    judge: Judge = judge_by_score  # judge(game, view): each seat's share of the win, an estimate for greedy and search bots
    reasons: Mapping[str, Text] = field(default_factory=dict)  # why a game ended, by the outcome's reason
    house_rules: HouseRules = no_house_rules  # house_rules(options): the rules of this table that are not in the rulebook
    tips: tuple[Text, ...] = ()
    variants: tuple[Variant, ...] = ()
    fading: tuple[str, ...] = ()  # public facts that the picture shows only briefly: a room does not repeat them later
    looks: Mapping[str, Look] = field(default_factory=dict)  # additional style words
    bots: "Mapping[str, BotMaker]" = field(default_factory=dict)  # its own bots by level, weakest first
    commands: Mapping[str, Command] = field(default_factory=dict)  # run by tableronde SLUG NAME …
    package: str = ""  # where rules.fr.md and rules.en.md lie, if not beside the module of the rules
    style: Style = style_plainly  # style(view, seat): the theme words of a seat's pieces
    rotate: Rotate | None = (
        None  # rotate(view, picked, step): the words picked after the held piece is turned; step 0: as it lies when picked up
    )
    chapter: Chapter | None = None  # chapter(view before, view after): how a round, or a game of a match, ended in between, if one did
    coach: Coach | None = None  # coach(view, seat): a line for first-time players on what the seat may do now
    seat_names: tuple[Text, ...] = ()  # names of the seats before anyone sits down: "White", "Red"
    kit: MakeKit | None = None  # kit(wish): the game to print, its components at actual size
    spaces: "Callable[[Any], Spaces[Any]] | None" = None  # spaces(game): its actions as numbers, its views as bytes
    order: int = 100  # position on the shelf: smaller numbers come first, whichever distribution the games are from
    cover: Cover | None = None  # the lid of its box; a plain one shows the board
    celebration: Celebration | None = None  # what its pieces do when a game has ended; by default discs of all players burst
    level_texts: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)  # by level: its title and description
    credits: Credits | None = None  # who made the game: for the shelf, the rules page and the kit
    editions: Mapping[int, type[AnyGame]] = field(default_factory=dict)  # all rules that records were made with; `rules` alone if empty
    proved: Mapping[str, Sequence[int]] = field(default_factory=dict)  # for which editions "bots", "kernel", "spaces" hold
    estimated: tuple[str, ...] = ()  # "age" or "minutes", if that is our estimate: the booklet does not give it
    decided: Decided | None = None  # decided(view): the winners, once nothing that follows can change who wins
    futile: Futile | None = None  # futile(view): whether nothing can be won in this turn, whatever is chosen
    fairer: Mapping[str, Json] = field(default_factory=dict)  # options under which the seat that begins has less of an advantage

    def __post_init__(self) -> None:
        """Refuse a list of editions that contradicts the rules it names, and names of parts and facts that do not exist."""
        for edition, rules in self.editions.items():
            if (rules.slug, rules.edition) != (self.rules.slug, edition):
                said = f"{rules.__name__}, which is edition {rules.edition} of {rules.slug}"
                raise ValueError(f"{self.rules.slug}: edition {edition} cannot be {said}")
        if self.editions and self.editions.get(self.rules.edition) is not self.rules:
            raise ValueError(f"{self.rules.slug}: its rules, edition {self.rules.edition}, are not among its editions")
        for part in self.proved:
            if part not in PARTS:
                raise ValueError(f"{self.rules.slug}: proved cannot name {part!r}; it may name {', '.join(PARTS)}")
        for fact in self.estimated:
            if fact not in ESTIMATES:
                raise ValueError(f"{self.rules.slug}: estimated cannot name {fact!r}; it may name {', '.join(ESTIMATES)}")

    @classmethod
    def packed(cls, rules: type[AnyGame], *parts: ModuleType, **more: Any) -> "Box":
        """Build the box of a folder from everything in its modules that is named like a field here, and from the keywords given.

        Names of data are in capitals: `TITLE` in one module is the title, `draw` in another the picture. TypeError if two modules
        define the same name, or if a value does not fit its field; an imported name that does not fit is ignored.
        Modules inside a module are ignored: a folder `bots` may hold a file `judge.py`.
        """
        found = collect(rules.slug, [each.name for each in fields(cls)], parts, more)
        return cls(**{"package": rules.__module__.rpartition(".")[0], **found, "rules": rules, **more})

    @property
    def game_type(self) -> type[AnyGame]:
        return self.rules

    @property
    def slug(self) -> str:
        return self.game_type.slug

    @cached_property
    def _by_edition(self) -> "dict[int, Box]":
        """Return the boxes of the editions asked for so far, which all share this mapping; at first the one on the shelf."""
        return {self.rules.edition: self}

    @property
    def latest(self) -> "Box":
        """Return the box of the latest edition, under which new tables are played."""
        return self.of_edition(max(self.editions, default=self.rules.edition))

    @property
    def first_edition(self) -> int:
        """Return the oldest edition: lessons, figures and puzzles that name none were made for it."""
        return min(self.editions, default=self.rules.edition)

    def has_edition(self, edition: int) -> bool:
        """Whether it has the rules of an edition."""
        return edition in (self.editions or (self.rules.edition,))

    def of_edition(self, edition: int) -> "Box":
        """Return the same box with the rules of another edition; LookupError with a sentence if it does not have them."""
        if edition not in self._by_edition:
            if not self.has_edition(edition):
                raise LookupError(f"there is no edition {edition} of {self.slug} here; {self.describe_editions()}")
            box = replace(self, rules=self.editions[edition])
            vars(box)["_by_edition"] = self._by_edition
            self._by_edition[edition] = box
        return self._by_edition[edition]

    def describe_editions(self) -> str:
        """Describe the editions of the rules for a message."""
        several = "s" if len(self.editions) > 1 else ""
        return f"these rules are edition{several} {count(self.editions or [self.rules.edition])}"

    def proves(self, part: Literal["bots", "kernel", "spaces"]) -> bool:
        """Whether its bots, its kernel or its spaces hold for these rules: for the latest edition, unless `proved` says otherwise."""
        return self.rules.edition in self.proved.get(part, (max(self.editions, default=self.rules.edition),))

    def game(self, seats: int, options: Json = None) -> AnyGame:
        """Create the rules for one table from options as JSON; ValueError with a sentence if they do not fit."""
        return self.rules(seats, read(self.game_type.options_type, {} if options is None else options))

    def variant_options(self, name: str) -> Mapping[str, Json]:
        """Return the options of a variant; LookupError with a sentence if there is none of that name."""
        for variant in self.variants:
            if variant.name == name:
                return variant.options
        known = ", ".join(variant.name for variant in self.variants) or "none"
        raise LookupError(f"{self.slug} has no variant {name!r}; it has {known}")

    def names(self, seats: int) -> tuple[Text, ...]:
        """Return the names of the seats before anyone sits down."""
        return self.seat_names[:seats] or tuple(Text(f"Joueur {i + 1}", f"Player {i + 1}") for i in range(seats))

    @cached_property
    def draws_last(self) -> bool:
        """Whether `draw` has a parameter `last`: the events that led to the position."""
        return "last" in signature(self.draw).parameters

    @cached_property
    def _tells_reader(self) -> bool:
        """Whether `tell` has a parameter `reader`: its lines can speak to the player who reads them."""
        return "reader" in signature(self.tell).parameters

    def describe(self, before: Any, event: Event, after: Any, reader: Seat | None = None) -> Text:
        """Return the log line of an event between two views; it speaks to the player in seat `reader` if `tell` can."""
        return self.tell(before, event, after, reader=reader) if self._tells_reader else self.tell(before, event, after)

    def scene(self, view: Any, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str], last: Sequence[Event] = ()) -> Scene:
        """Draw the picture for a seat; `last` holds the events that led to the position, as that seat heard them."""
        return self.draw(view, seat, picked, offers, **({"last": tuple(last)} if self.draws_last else {}))

    def rulebook(self, language: Language) -> str:
        """Read the players' rules page, in Markdown; empty if the folder has none."""
        return self.text(f"rules.{language}.md")

    def text(self, name: str) -> str:
        """Read a text file of the game's folder, such as a rules page; empty if there is none."""
        page = self.folder().joinpath(name)
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    @cached_property
    def has_rulebook(self) -> bool:
        """Whether there is a rules page in any language."""
        try:
            return any(self.rulebook(language) for language in LANGUAGES)
        except LookupError:
            return False

    @cached_property
    def has_lessons(self) -> bool:
        """Whether the folder has lessons."""
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
        """Whether the folder has values of the first actions."""
        try:
            return self.folder().joinpath(OPENINGS).is_file()
        except LookupError:
            return False

    def part(self, name: str) -> ModuleType | None:
        """Import a module of the game's folder by its name; None if there is none, or if it repeats the rules of another edition."""
        if name in KERNELS and not self.proves("kernel"):
            return None
        package = self.package or str(sys.modules[self._home].__package__ or "")
        found = importlib.util.find_spec(f"{package}.{name}") if package else None
        return importlib.import_module(f"{package}.{name}") if found else None

    @property
    def _home(self) -> str:
        """Return the module of the latest rules; everything else of the game is beside it."""
        return self.latest.rules.__module__

    def folder(self) -> Traversable:
        """Return the folder of the game's texts; LookupError with a sentence if there is no such package."""
        if not self.package:
            return Path(str(sys.modules[self._home].__file__)).parent
        try:
            return files(self.package)
        except (ImportError, TypeError):
            raise LookupError(f"{self.slug}: there is no package {self.package!r}, which should hold its rules pages") from None

    def description(self) -> dict[str, Json]:
        """Return the box as JSON: what a shelf shows and what a client needs to open a table."""
        game = self.game_type
        return {
            "game": game.slug,
            "edition": game.edition,
            "title": {"fr": self.title.fr, "en": self.title.en},
            "players": list(game.players),
            "options": [option.json() for option in options_of(game.options_type)],
            "variants": {variant.name: dict(variant.options) for variant in self.variants},
        }
