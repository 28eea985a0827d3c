"""The run of a check: random games for every number of seats, with the default options and every variant."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from tableronde.bots.improvised_words import with_a_word
from tableronde.box import Box
from tableronde.conformance.behavior.bots import bots_choose_what_is_legal
from tableronde.conformance.behavior.determinism import answers_are_steady, worlds_are_steady
from tableronde.conformance.behavior.editions import editions_can_be_played
from tableronde.conformance.behavior.options import options_can_be_played, setups_are_read
from tableronde.conformance.behavior.other_process import games_are_the_same_elsewhere
from tableronde.conformance.behavior.rules import (
    actions_are_canonical,
    chance_is_weighed,
    deals_are_repeatable,
    facts_are_json,
    open_words_are_read,
    records_replay,
    rules_are_pure,
    sealed_choices_commute,
    states_are_values,
    teams_share_the_seats,
    the_end_is_the_end,
    undo_takes_back,
)
from tableronde.conformance.behavior.secrets import (
    seats_know_the_same_unless_private,
    secrets_are_kept,
    secrets_are_not_heard,
    secrets_vary,
)
from tableronde.conformance.behavior.spaces import draws_make_a_deal, numbers_stand_for_actions
from tableronde.conformance.contents.lessons import figures_can_be_shown, lessons_can_be_completed, pages_show_figures, where_shown
from tableronde.conformance.contents.pictures import (
    pictures_are_sound,
    touch_tree_is_legal_actions,
    what_is_held_can_be_turned,
    words_can_be_pressed,
)
from tableronde.conformance.contents.print_kits import kits_can_be_made
from tableronde.conformance.contents.refusals import presses_are_explained, refusals_are_clear
from tableronde.conformance.contents.rulings import rulings_name_options
from tableronde.conformance.contents.texts import (
    chapters_are_told,
    events_are_told,
    judges_give_shares,
    pages_are_there,
    reasons_read_well,
    second_thoughts_are_said,
    the_box_is_complete,
    the_coach_speaks,
    the_whole_tale_is_told,
    variants_can_be_chosen,
)
from tableronde.conformance.knowledge import Knowledge
from tableronde.conformance.report import Finding, Report, blame
from tableronde.conformance.sampling import Property, Sample
from tableronde.game import Action, Event, Json, is_open
from tableronde.options import Variant
from tableronde.options import read as read_options
from tableronde.table import Table
from tableronde.text import NOTHING

MANY: Final = 50  # findings after which a property is no longer asked
WORDY: Final = 0.1  # how often an open action is chosen when there are others
MEMORY: Final = 60  # actions remembered, to be tried again when they are no longer legal
About = TypeVar("About", Box, Sample)
NO_WORD: Final = Finding("the kit finds no word that an open action accepts")
DEFAULT: Final = Variant("", NOTHING, {})

OF_THE_BOX: Final[Sequence[Callable[[Box], Iterable[Finding]]]] = (
    pages_are_there,
    the_box_is_complete,
    variants_can_be_chosen,
    options_can_be_played,
    figures_can_be_shown,
    pages_show_figures,
    lessons_can_be_completed,
    kits_can_be_made,
    editions_can_be_played,
    rulings_name_options,
)
AT_MOMENTS: Final[Sequence[Property]] = (
    actions_are_canonical,
    the_end_is_the_end,
    teams_share_the_seats,
    rules_are_pure,
    states_are_values,
    undo_takes_back,
    chance_is_weighed,
    touch_tree_is_legal_actions,
    words_can_be_pressed,
    pictures_are_sound,
    what_is_held_can_be_turned,
    facts_are_json,
    judges_give_shares,
    secrets_are_kept,
    secrets_are_not_heard,
    seats_know_the_same_unless_private,
    refusals_are_clear,
    presses_are_explained,
    second_thoughts_are_said,
    the_coach_speaks,
    chapters_are_told,
    answers_are_steady,
    sealed_choices_commute,
    open_words_are_read,
    events_are_told,
    numbers_stand_for_actions,
)
AT_THE_START: Final[Sequence[Property]] = (
    *AT_MOMENTS,
    secrets_vary,
    worlds_are_steady,
    deals_are_repeatable,
    setups_are_read,
    draws_make_a_deal,
)
AT_THE_FIRST: Final[Sequence[Property]] = (*AT_THE_START, bots_choose_what_is_legal)
AT_THE_END: Final[Sequence[Property]] = (*AT_MOMENTS, reasons_read_well, the_whole_tale_is_told, records_replay)
OF_GAMES: Final = ("games_can_be_played", "games_end", "seats_have_secrets", "games_are_the_same_elsewhere")  # of whole games


def check(
    box: Box,
    seats: Iterable[int] | None = None,
    variants: Iterable[Variant] | None = None,
    games: int = 2,
    moments: int = 8,
    seed: int = 0,
    bound: int = 5000,
    elsewhere: bool = True,
    enough: Callable[[Report], bool] = lambda _: False,
) -> Report:
    """Check every property on random games for every number of seats, with the default options and every variant that fits them.

    The beginning and the end of each game are checked closely, and positions in between: more of them, the higher `moments` is.
    Some of the games are replayed `elsewhere`, in another process. `enough` is asked after every question whether to stop.
    """
    run = _Run(box, moments, bound)
    for _ in run.steps(seats, variants, games, seed, elsewhere):
        if enough(run.report):
            break
    return run.report


def check_box(box: Box) -> Report:
    """Check what depends on no position: pages, figures, lessons, options, kit."""
    run = _Run(box, 0, 0)
    for _ in run.ask(OF_THE_BOX, box):
        pass
    return run.report


def check_games(box: Box, seats: int, variant: Variant, games: int = 2, moments: int = 8, seed: int = 0, bound: int = 5000) -> Report:
    """Check every property of positions on random games with one number of seats and one variant."""
    run = _Run(box, moments, bound)
    for i in range(games):
        for _ in run.game(seats, variant.options, Random(f"{seed} {seats} {variant.name} {i}")):
            pass
    run.finish(elsewhere=True)
    return run.report


def groups(box: Box) -> list[tuple[int, Variant]]:
    """List the numbers of seats and the variants that are checked, the default options first."""
    run = _Run(box, 0, 0)
    return [(seats, variant) for variant in variants_to_check(box) for seats in box.game_type.players if run.fits(seats, variant)]


def variants_to_check(box: Box) -> list[Variant]:
    """List the default options, unless a variant is the same, and all variants."""
    standard = dict(DEFAULT.options)
    return [*([] if any(_means(box, variant, standard) for variant in box.variants) else [DEFAULT]), *box.variants]


def _means(box: Box, variant: Variant, options: Json) -> bool:
    kind = box.game_type.options_type
    try:
        return read_options(kind, variant.options) == read_options(kind, options)
    except ValueError:
        return False  # another property reports it


@dataclass
class _Run:
    """A check in progress: it is paused after each question."""

    box: Box
    moments: int
    bound: int
    report: Report = field(default_factory=Report)
    knowledge: Knowledge = field(default_factory=Knowledge)

    def steps(
        self, seats: Iterable[int] | None, variants: Iterable[Variant] | None, games: int, seed: int, elsewhere: bool
    ) -> Iterator[None]:
        """Run the whole check."""
        yield from self.ask(OF_THE_BOX, self.box)
        self.report.shown = where_shown(self.box)
        counts = list(seats or self.box.game_type.players)
        for variant in list(variants) if variants is not None else variants_to_check(self.box):
            fitting = [count for count in counts if self.fits(count, variant)]
            for count in fitting:
                for i in range(games):
                    yield from self.game(count, variant.options, Random(f"{seed} {count} {variant.name} {i}"))
            if not fitting and seats is None:
                finding = Finding("a variant fits none of the numbers of seats that the game allows", variant.name or "the default options")
                self.report.add("variants_can_be_chosen", finding)
        self.finish(elsewhere)

    def finish(self, elsewhere: bool) -> None:
        """Check what all games together show."""
        for advice in self.knowledge.findings():
            self.report.add("seats_have_secrets", advice)
        if elsewhere:
            for finding in _findings(lambda about: games_are_the_same_elsewhere(about, self.report.kept), self.box):
                self.report.add("games_are_the_same_elsewhere", finding)

    def fits(self, seats: int, variant: Variant) -> bool:
        """Return whether a variant is for this number of seats."""
        try:
            self.box.game(seats, variant.options)
        except ValueError:
            return False
        except Exception:
            return True  # reported when it is played
        return True

    def game(self, seats: int, options: Json, rng: Random) -> Iterator[None]:
        """Play a random game, and check its beginning, its end and some positions in between closely."""
        report = self.report
        try:
            table = Table(self.box, seats, options, rng=rng)
        except Exception as error:
            report.add("games_can_be_played", blame(error))
            return
        report.games += 1
        past: list[Action] = []
        yield from self.look(Sample(table, rng), AT_THE_START if report.games > 1 else AT_THE_FIRST)
        try:
            yield from self.play_through(table, rng, past)
            yield from self.look(Sample(table, rng, tuple(past)), AT_THE_END)
            if table.plies >= self.bound and table.legal():
                report.add("games_end", Finding("a game has no end", f"after {self.bound} events"), table)
            report.keep(table)
        except Exception as error:
            report.add("games_can_be_played", blame(error), table)

    def play_through(self, table: Table, rng: Random, past: list[Action]) -> Iterator[None]:
        """Play a random game to its end."""
        while table.legal() and table.plies < self.bound:
            past += [rng.choice(actions) for actions in table.legal().values() if len(past) < MEMORY or not rng.randrange(10)]
            event = _random_event(table, rng)
            if event is None:
                self.report.add("games_can_be_played", NO_WORD, table)
                return
            table.play(*event)
            self.report.plies += 1
            often = self.moments / 2 / (self.moments + table.plies)  # less often as a game goes on: games differ most early
            if rng.random() < often:
                yield from self.look(Sample(table, rng, tuple(past)), AT_MOMENTS)

    def look(self, sample: Sample, properties: Sequence[Property]) -> Iterator[None]:
        """Check all properties at a position."""
        self.report.moments += 1
        with suppress(Exception):  # other properties report it
            self.knowledge.look(sample)
        yield from self.ask(properties, sample, sample.table)

    def ask(self, properties: Sequence[Callable[[About], Iterable[Finding]]], about: About, table: Table | None = None) -> Iterator[None]:
        """Check every property that has not been broken too often already."""
        for each in properties:
            if self.report.found(each.__name__) >= MANY:
                continue
            for finding in _findings(each, about):
                self.report.add(each.__name__, finding, table)
            yield


def _findings(each: Callable[[About], Iterable[Finding]], about: About) -> Iterator[Finding]:
    try:
        yield from each(about)
    except Exception as error:
        yield blame(error)


def _random_event(table: Table, rng: Random) -> Event | None:
    """Choose a random event, seldom of a seat the game does not wait for; None if no word is found for the only open actions."""
    legal, waited = table.legal(), table.to_act()
    others = [actor for actor in legal if actor not in waited]
    actor = rng.choice(others) if others and rng.random() < 0.02 else rng.choice(waited)
    spoken, written = ([action for action in legal[actor] if is_open(action) is open] for open in (False, True))
    if actor in waited and spoken and (not written or rng.random() >= WORDY):
        return Event(actor, rng.choice(spoken))
    return with_a_word(table.game, actor, rng.choice(written if actor in waited else legal[actor]), rng)
