"""Promises of a game's own spaces: its actions as numbers, its views as bytes, its deal as draws."""

from collections.abc import Iterator

from tableronde.conform.moments import Moment
from tableronde.conform.report import Finding
from tableronde.game import is_open
from tableronde.spaces import spaces_of

TAKEN = 30  # actions of a seat that are taken there and back


def numbers_stand_for_actions(moment: Moment) -> Iterator[Finding]:
    """Every legal action has a number of its own, and comes back from it; an observation has the length it should."""
    if moment.table.box.spaces is None:
        return
    spaces = spaces_of(moment.table.box, moment.game)
    for seat in moment.some(moment.seats_to_press, 2):
        view, legal = moment.table.view(seat), [action for action in moment.table.legal()[seat] if not is_open(action)]
        numbered = spaces.numbered(view, seat, legal)
        if sorted(numbered.values()) != sorted(legal) or not all(0 <= number < spaces.actions for number in numbered):
            yield Finding("the legal actions do not each have a number of their own", f"{len(numbered)} numbers for {len(legal)} actions")
        for action in moment.some(legal, TAKEN):
            if spaces.action(view, seat, spaces.number(view, seat, action)) != action:
                yield Finding("an action does not come back from its number", repr(action))
        if len(spaces.observe(view, seat)) != spaces.size:
            yield Finding("an observation is not made of the parts it names", f"{len(spaces.observe(view, seat))} bytes, not {spaces.size}")


def draws_make_a_deal(moment: Moment) -> Iterator[Finding]:
    """The draws of a deal come to an end, and make a set-up the rules accept."""
    if moment.table.box.spaces is None:
        return
    spaces, drawn = spaces_of(moment.table.box, moment.game), list[int]()
    while (ways := spaces.draws(drawn)) and len(drawn) < 1000:
        drawn.append(moment.rng.randrange(ways))
    try:
        moment.game.start(spaces.dealt(drawn))
    except ValueError as error:
        yield Finding("the draws of a deal make no set-up", str(error))
