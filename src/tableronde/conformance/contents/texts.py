"""Checks of texts: events have log lines, outcomes have reasons, and the texts of the box are in both languages."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tableronde.box import Box
from tableronde.conformance.report import Advice, Finding, Unsound
from tableronde.conformance.sampling import Sample
from tableronde.credits import Credits
from tableronde.game import is_open
from tableronde.learn import rulebook
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
    ("credits", "Credits", lambda credits: credits is None or isinstance(credits, Credits)),
)
_FULL_STOP: Final = (".", "!", "?", ":", ";", ",", "…")


def events_are_told(sample: Sample) -> Iterator[Finding]:
    """The last event has a log line in both languages for every viewer."""
    table = sample.table
    if table.events:
        for viewer in sample.viewers:
            [text] = table.tale(viewer, table.plies - 1)
            if not is_complete(text):
                yield Finding("tell gives no text for an event", repr(table.events[-1].action))
            yield from unnamed("a log line", text.named(table.names))


def second_thoughts_are_said(sample: Sample) -> Iterator[Finding]:
    """A second thought is in both languages, or empty."""
    table = sample.table
    for seat in sample.seats_to_press:
        for action in sample.some((action for action in table.legal()[seat] if not is_open(action)), 3):
            thought = table.second_thought(seat, action)
            if thought is not None and not is_complete(thought):
                yield Finding("a second thought is in one language only", f"{thought} of {action!r}")
            yield from unnamed("a second thought", thought or NOTHING)


def the_coach_speaks(sample: Sample) -> Iterator[Finding]:
    """The coach's text is in both languages, or empty so that the room writes it."""
    table = sample.table
    for seat in sample.seats_to_press if table.box.coach else ():
        said = table.box.coach(table.view(seat), seat) if table.box.coach else None
        if said is not None and not is_complete(said):
            yield Finding("the coach's text is in one language only", f"{said} to seat {seat}")
        yield from unnamed("the coach's text", (said or NOTHING).named(table.names))


def chapters_are_told(sample: Sample) -> Iterator[Finding]:
    """The text of a chapter is in both languages, or empty."""
    said = sample.table.chapter()
    if said is not None and not is_complete(said):
        yield Finding("the text of a chapter is in one language only", f"{said}")
    yield from unnamed("the text of a chapter", said or NOTHING)


def the_whole_tale_is_told(sample: Sample) -> Iterator[Finding]:
    """Once the game is over, every event of it has a log line."""
    table = sample.table
    for event, text in zip(table.events, table.tale(sample.rng.choice(sample.viewers)), strict=True):
        if not is_complete(text):
            yield Finding("tell gives no text for an event", repr(event.action))


def reasons_read_well(sample: Sample) -> Iterator[Finding]:
    """A reason is a fragment that can stand after "Anne wins: ", in both languages.

    It has no full stop at its end, and begins with a lowercase letter unless it begins with a name: the same word in both languages.
    """
    outcome = sample.table.outcome
    if outcome is None:
        return
    text = sample.table.box.reasons.get(outcome.reason)
    if text is None or not is_complete(text):
        yield Finding(f"the box has no text for the outcome's reason {outcome.reason!r}", "reasons={…: Text(…, …)}")
        return
    yield from _ill_formed(outcome.reason, text)


def judges_give_shares(sample: Sample) -> Iterator[Finding]:
    """The judge gives each seat a share of the win from 0 to 1; together they are 1."""
    table = sample.table
    for seat in sample.some(range(sample.game.seats), 2):
        shares = list(table.box.judge(sample.game, table.view(seat)))
        shown = f"{shares!r:.60}"
        if len(shares) != sample.game.seats:
            yield Finding("the judge must give one share for each seat", shown)
        elif not all(-1e-6 <= share <= 1 + 1e-6 for share in shares) or abs(sum(shares) - 1) > 0.01:
            yield Finding("the judge's shares must be between 0 and 1 and add up to 1", shown)


def pages_are_there(box: Box) -> Iterator[Finding]:
    """The package that a box names exists; its rules pages are in both languages, with the same clauses."""
    try:
        pages = {language: box.rulebook(language) for language in LANGUAGES}
    except LookupError as error:
        yield Finding("the box's package does not exist", str(error))
        return
    missing = [language for language in LANGUAGES if not pages[language]]
    if box.package or len(missing) == 1:
        yield from (Finding(f"there is no rules.{language}.md in the game's folder", box.package) for language in missing)
    if pages["fr"] and pages["fr"] == pages["en"]:
        yield Advice("both rules pages are the same text: one of them is not in its language")
    if all(pages.values()):
        alone = rulebook.clauses(pages["fr"]) ^ rulebook.clauses(pages["en"])
        yield from (Finding("a clause is in the rules page of one language only", clause) for clause in sorted(alone))


def the_box_is_complete(box: Box) -> Iterator[Finding]:
    """The texts of the box are in both languages; its looks have patterns that painters know."""
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
    if box.credits is None:
        yield Advice("the box does not say who made the game", "credits=Credits(authors=(…,), publisher=…)")
    strange = {word: look.pattern for word, look in box.looks.items() if look.pattern not in (None, *PATTERNS)}
    yield from (Finding("a look has an unknown pattern", f"{pattern!r} of {word!r}") for word, pattern in strange.items())


def _ill_made(box: Box) -> Iterator[tuple[str, str]]:
    """Yield the fields of the wrong type, with the type they should have."""
    for field, wanted, is_right in _KINDS:
        if not is_right(getattr(box, field)):
            yield field, wanted
    if not _SLUG.fullmatch(box.slug):
        yield "slug", "letters, digits and hyphens"


def _are(kind: Any, values: Any) -> bool:
    return all(isinstance(value, kind) for value in values)


def variants_can_be_chosen(box: Box) -> Iterator[Finding]:
    """Every variant has a unique name and options that the game accepts; its house rules are in both languages."""
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
            yield Finding("house rules are in one language only", f"{name}: {said}")


def is_complete(text: Text) -> bool:
    """Return whether a text is in both languages."""
    if not isinstance(text, Text) or not all(isinstance(text[language], str) for language in LANGUAGES):
        raise Unsound("a text must be a Text(fr, en)", f"{text!r:.60}")
    return all(text[language].strip() for language in LANGUAGES)


def unnamed(what: str, text: Text) -> Iterator[Finding]:
    """Yield a finding if a text, with the names filled in, still names a seat: one the table does not have."""
    for said in (text.fr, text.en):
        yield from (Finding(f"{what} names a seat that does not exist", f"{seat} in {said!r:.80}") for seat in _SEAT.findall(said))


def _ill_formed(reason: str, text: Text) -> Iterator[Finding]:
    name = text.fr.split()[0] == text.en.split()[0]
    for language in LANGUAGES:
        said = text[language].strip()
        if said.endswith(_FULL_STOP):
            yield Finding(f"the reason {reason!r} must not end with a full stop: it is shown inside a sentence", repr(said))
        if said[0].isupper() and not name:
            yield Finding(f"the reason {reason!r} must not begin with a capital: it is shown inside a sentence", repr(said))
