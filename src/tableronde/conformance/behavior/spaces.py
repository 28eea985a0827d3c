"""Checks of a game's spaces: its actions as numbers, its views as bytes, its deal as draws."""

from collections.abc import Iterator

from tableronde.conformance.report import Finding
from tableronde.conformance.sampling import Sample
from tableronde.game import is_open
from tableronde.spaces import spaces_of

TAKEN = 30  # actions of a seat that are converted and back


def numbers_stand_for_actions(sample: Sample) -> Iterator[Finding]:
    """Every legal action has its own number and is recovered from it; an observation has the declared length."""
    if sample.table.box.spaces is None:
        return
    spaces = spaces_of(sample.table.box, sample.game)
    for seat in sample.some(sample.seats_to_press, 2):
        view, legal = sample.table.view(seat), [action for action in sample.table.legal()[seat] if not is_open(action)]
        numbered = spaces.numbered(view, seat, legal)
        if sorted(numbered.values()) != sorted(legal) or not all(0 <= number < spaces.actions for number in numbered):
            yield Finding(
                "two legal actions have the same number, or one is out of range", f"{len(numbered)} numbers for {len(legal)} actions"
            )
        for action in sample.some(legal, TAKEN):
            if spaces.action(view, seat, spaces.number(view, seat, action)) != action:
                yield Finding("an action is not recovered from its number", repr(action))
        if len(spaces.observe(view, seat)) != spaces.size:
            yield Finding(
                "an observation must have the length of its declared parts", f"{len(spaces.observe(view, seat))} bytes, not {spaces.size}"
            )


def draws_make_a_deal(sample: Sample) -> Iterator[Finding]:
    """The draws of a deal come to an end, and make a set-up the rules accept."""
    if sample.table.box.spaces is None:
        return
    spaces, drawn = spaces_of(sample.table.box, sample.game), list[int]()
    while (ways := spaces.draws(drawn)) and len(drawn) < 1000:
        drawn.append(sample.rng.randrange(ways))
    try:
        sample.game.start(spaces.dealt(drawn))
    except ValueError as error:
        yield Finding("the draws of a deal do not make a set-up", str(error))
