"""Promises about words: what happens is told, who wins is explained, and the box says what it must in both languages."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tableronde import rulebook
from tableronde.box import Box
from tableronde.conform.moments import Moment
from tableronde.conform.report import Advice, Finding, Unsound
from tableronde.game import is_open
from tableronde.options import Variant, options_of, read
from tableronde.text import LANGUAGES, NOTHING, Text
from tableronde.theme import PATTERNS, Look

_SEAT: Final = re.compile(r"\{\d+\}")
_SLUG: Final = re.compile(r"[\w-]+", re.ASCII)
_KINDS: Final[tuple[tuple[str, str, Callable[[Any], bool]], ...]] = (
    ("tips", "a tuple of texts", lambda tips: isinstance(tips, (tuple, list)) and _are(Text, tips)),
    ("seat_names", "a tuple of texts", lambda names: isinstance(names, (tuple, list)) and _are(Text, names)),
    ("variants", "a tuple of variants", lambda variants: isinstance(variants, (tuple, list)) and _are(Variant, variants)),
    ("fading", "a tuple of names of facts", lambda names: isinstance(names, (tuple, list)) and _are(str, names)),
    ("reasons", "texts by name", lambda reasons: isinstance(reasons, Mapping) and _are(Text, reasons.values())),
    ("looks", "looks by word", lambda looks: isinstance(looks, Mapping) and _are(Look, looks.values())),
    ("bots", "bots by level", lambda bots: isinstance(bots, Mapping) and all(map(callable, bots.values()))),
    ("commands", "functions by name", lambda commands: isinstance(commands, Mapping) and all(map(callable, commands.values()))),
    ("age", "a whole number", lambda age: type(age) is int),
    ("minutes", "a whole number", lambda minutes: type(minutes) is int),
)
_FULL_STOP: Final = (".", "!", "?", ":", ";", ",", "…")


def events_are_told(moment: Moment) -> Iterator[Finding]:
    """The last event can be told to every viewer in both languages."""
    table = moment.table
    if table.events:
        for viewer in moment.viewers:
            [text] = table.tale(viewer, table.plies - 1)
            if not is_complete(text):
                yield Finding("nothing is told of an event", repr(table.events[-1].action))
            yield from unnamed("what is told", text.named(table.names))


def second_thoughts_are_said(moment: Moment) -> Iterator[Finding]:
    """Why an action deserves a second thought is said in both languages, or not at all."""
    table = moment.table
    for seat in moment.seats_to_press:
        for action in moment.some((action for action in table.legal()[seat] if not is_open(action)), 3):
            thought = table.second_thought(seat, action)
            if thought is not None and not is_complete(thought):
                yield Finding("a second thought is not said in both languages", f"{thought} of {action!r}")
            yield from unnamed("a second thought", thought or NOTHING)


def the_coach_speaks(moment: Moment) -> Iterator[Finding]:
    """What a seat may do now is said in both languages, or left to the room."""
    table = moment.table
    for seat in moment.seats_to_press if table.box.coach else ():
        said = table.box.coach(table.view(seat), seat) if table.box.coach else None
        if said is not None and not is_complete(said):
            yield Finding("the coach does not speak both languages", f"{said} to seat {seat}")
        yield from unnamed("the coach", (said or NOTHING).named(table.names))


def chapters_are_told(moment: Moment) -> Iterator[Finding]:
    """How a round ended while the table goes on is said in both languages, or not at all."""
    said = moment.table.chapter()
    if said is not None and not is_complete(said):
        yield Finding("how a chapter ended is not said in both languages", f"{said}")
    yield from unnamed("a chapter", said or NOTHING)


def the_whole_tale_is_told(moment: Moment) -> Iterator[Finding]:
    """Once the game is over, all of it can be told to a viewer."""
    table = moment.table
    for event, text in zip(table.events, table.tale(moment.rng.choice(moment.viewers)), strict=True):
        if not is_complete(text):
            yield Finding("nothing is told of an event", repr(event.action))


def reasons_read_well(moment: Moment) -> Iterator[Finding]:
    """Why a game ended is a fragment that can stand after "Anne wins: ", in both languages.

    It has no full stop at its end, and begins with a small letter, unless it begins with the same word in both languages: a name.
    """
    outcome = moment.table.outcome
    if outcome is None:
        return
    text = moment.table.box.reasons.get(outcome.reason)
    if text is None or not is_complete(text):
        yield Finding(f"the box has no reason in words for the outcome {outcome.reason!r}", "reasons={…: Text(…, …)}")
        return
    yield from _ill_formed(outcome.reason, text)


def judges_give_shares(moment: Moment) -> Iterator[Finding]:
    """The judge gives each seat its share of the win: from 0 to 1, together 1."""
    table = moment.table
    for seat in moment.some(range(moment.game.seats), 2):
        shares = list(table.box.judge(moment.game, table.view(seat)))
        shown = f"{shares!r:.60}"
        if len(shares) != moment.game.seats:
            yield Finding("the judge does not give one share for each seat", shown)
        elif not all(-1e-6 <= share <= 1 + 1e-6 for share in shares) or abs(sum(shares) - 1) > 0.01:
            yield Finding("the judge's shares are not between 0 and 1, or do not add up to 1", shown)


def pages_are_there(box: Box) -> Iterator[Finding]:
    """The package that a box names is there; its rules pages come in both languages, with the same clauses."""
    try:
        pages = {language: box.rulebook(language) for language in LANGUAGES}
    except LookupError as error:
        yield Finding("the box's package is not there", str(error))
        return
    missing = [language for language in LANGUAGES if not pages[language]]
    if box.package or len(missing) == 1:
        yield from (Finding(f"there is no rules.{language}.md beside the game", box.package) for language in missing)
    if pages["fr"] and pages["fr"] == pages["en"]:
        yield Advice("both rules pages are the same text: one of them is not in its language")
    if all(pages.values()):
        alone = rulebook.clauses(pages["fr"]) ^ rulebook.clauses(pages["en"])
        yield from (Finding("a clause stands in the rules of one language only", clause) for clause in sorted(alone))


def the_box_is_complete(box: Box) -> Iterator[Finding]:
    """What the box says it says in both languages; its looks are such as painters know."""
    yield from (Finding(f"{field} should be {wanted}", f"{getattr(box, field)!r:.60}") for field, wanted in _ill_made(box))
    named = {"title": [box.title], "tips": box.tips, "seat_names": box.seat_names, "variants": [each.title for each in box.variants]}
    named["options"] = [option.text for option in options_of(box.game_type.options_type)]
    for field, texts in named.items():
        yield from (Finding(f"{field}: a text is empty in one language", repr(text)) for text in texts if not is_complete(text))
    for field, text in (("blurb", box.blurb), ("goal", box.goal)):
        if bool(text.fr.strip()) != bool(text.en.strip()):
            yield Finding(f"{field}: a text is empty in one language", repr(text))
    if box.seat_names and len(box.seat_names) < max(box.game_type.players):
        yield Finding("there are fewer seat names than seats", f"{len(box.seat_names)} of {max(box.game_type.players)}")
    strange = {word: look.pattern for word, look in box.looks.items() if look.pattern not in (None, *PATTERNS)}
    yield from (Finding("a look has an unknown pattern", f"{pattern!r} of {word!r}") for word, pattern in strange.items())


def _ill_made(box: Box) -> Iterator[tuple[str, str]]:
    """Fields of another kind than they should be, and of which."""
    for field, wanted, is_right in _KINDS:
        if not is_right(getattr(box, field)):
            yield field, wanted
    if not _SLUG.fullmatch(box.slug):
        yield "slug", "letters, digits and hyphens"


def _are(kind: Any, values: Any) -> bool:
    return all(isinstance(value, kind) for value in values)


def variants_can_be_chosen(box: Box) -> Iterator[Finding]:
    """A variant has a name of its own, and options that the game knows; its house rules can be said."""
    names = [variant.name for variant in box.variants]
    if len(set(names)) < len(names):
        yield Finding("two variants have the same name", ", ".join(names))
    for name, chosen in [("the default", {}), *((variant.name, dict(variant.options)) for variant in box.variants)]:
        try:
            options: Any = read(box.game_type.options_type, chosen)
        except ValueError as error:
            yield Finding("a variant has options that the game refuses", f"{name}: {error}")
            continue
        said = box.house_rules(options)
        if bool(said.fr.strip()) != bool(said.en.strip()):
            yield Finding("house rules are said in one language only", f"{name}: {said}")


def is_complete(text: Text) -> bool:
    """Whether something is said in both languages."""
    if not isinstance(text, Text) or not all(isinstance(text[language], str) for language in LANGUAGES):
        raise Unsound("a Text(fr, en) is wanted where there is something else", f"{text!r:.60}")
    return all(text[language].strip() for language in LANGUAGES)


def unnamed(what: str, text: Text) -> Iterator[Finding]:
    """Seats that a text names but the table does not have, once the names are in."""
    for said in (text.fr, text.en):
        yield from (Finding(f"{what} names a seat that is not there", f"{seat} in {said!r:.80}") for seat in _SEAT.findall(said))


def _ill_formed(reason: str, text: Text) -> Iterator[Finding]:
    name = text.fr.split()[0] == text.en.split()[0]
    for language in LANGUAGES:
        said = text[language].strip()
        if said.endswith(_FULL_STOP):
            yield Finding(f"the reason {reason!r} ends with a stop: it stands inside a sentence", repr(said))
        if said[0].isupper() and not name:
            yield Finding(f"the reason {reason!r} begins with a capital: it stands inside a sentence", repr(said))
