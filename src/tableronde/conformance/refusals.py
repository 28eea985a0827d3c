"""Promises about refusals: whatever is tried that is not legal is refused, in words, by a clause that players can read."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tableronde import rulebook
from tableronde.box import Box
from tableronde.conform.moments import Moment
from tableronde.conform.report import Finding
from tableronde.conform.words import is_complete, unnamed
from tableronde.game import CHANCE, Action, Actor, Illegal, Refusal, is_open
from tableronde.text import LANGUAGES, Language

Clauses = Mapping[Language, Collection[str]]  # which each rules page holds


def refusals_are_clear(moment: Moment) -> Iterator[Finding]:
    """What is not legal is refused, in both languages, by a clause of the rules page, and changes nothing."""
    everybody: list[Actor] = [*range(moment.game.seats + 1), CHANCE]
    known = _known(moment.table.box)
    for actor in dict.fromkeys([*moment.some(everybody, 2), *moment.seats_to_press[:1]]):
        for action in moment.plausible(actor):
            yield from _refused(moment, known, actor, action)


def presses_are_explained(moment: Moment) -> Iterator[Finding]:
    """Pressing something that is not on offer is refused, in both languages, by a clause of the rules page."""
    known = _known(moment.table.box)
    for seat in moment.some(range(moment.game.seats), 2):
        for words in moment.presses(seat):
            yield from _unclear(known, moment.table.why_not_press(seat, words), f"pressing {' '.join(words)!r:.60} by {seat}")


def _refused(moment: Moment, known: Clauses, actor: Actor, action: Action) -> Iterator[Finding]:
    table = moment.table
    before, events = table.state, list(table.events)
    try:
        table.play(actor, action)
    except Illegal as illegal:
        yield from _unclear(known, illegal.refusal, f"{action!r:.60} by {actor!r}")
    else:
        table.undo()
        if not any(is_open(legal) and action.startswith(legal[:-1]) for legal in table.legal().get(actor, ())):
            yield Finding("what is not legal was played", f"{action!r:.60} by {actor!r}")
    if table.state is not before or table.events != events:
        yield Finding("a refusal changed the table", f"{action!r:.60}")


def _unclear(known: Clauses, refusal: Refusal, what: str) -> Iterator[Finding]:
    if not is_complete(refusal.text):
        yield Finding("an action is refused without a word", what)
    yield from unnamed("a refusal", refusal.text)
    for language, clauses in known.items() if refusal.clause else ():
        if clauses and refusal.clause not in clauses:
            yield Finding(f"a refusal cites {refusal.clause}, which rules.{language}.md does not hold", what)


_clauses = lru_cache(maxsize=8)(rulebook.clauses)


def _known(box: Box) -> Clauses:
    """The clauses of the rules page in each language."""
    return {language: _clauses(_page(box, language)) for language in LANGUAGES}


def _page(box: Box, language: Language) -> str:
    try:
        return box.rulebook(language)
    except LookupError:
        return ""  # which another property tells
