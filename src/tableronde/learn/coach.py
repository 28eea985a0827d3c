"""The coach of one's first games: what one may do now, and why a bot did what it did. Never more than one's seat may know."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from tableronde import touch
from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Action, Event, Outcome, Seat
from tableronde.review import Worths
from tableronde.table import Table
from tableronde.text import NOTHING, Text, join, same

FEW: Final = 3  # things that are named one by one; of more it is said how many they are
TRIED: Final = 8  # other actions of a bot that are looked at
ANSWERS: Final = 40  # one's own actions after each of them
CLEAR: Final = 0.03  # of the win: less is no reason
MUCH: Final = 0.15  # of the win: so much is worth a word of its own

YOURS: Final = Text("devant vous", "before you")


def may_do(table: Table, seat: Seat) -> Text:
    """What a seat may do now, in a line: as the game says it, or else from what can be pressed. Names put in."""
    if seat not in table.legal():
        return NOTHING
    own = table.box.coach(table.view(seat), seat) if table.box.coach else None
    return (own or _offered(table, seat)).named(table.names)


def _offered(table: Table, seat: Seat) -> Text:
    """The things that can be pressed first, area by area, and the buttons."""
    tree = table.touch(seat)
    picked = touch.settle(tree, ())
    node = touch.follow(tree, picked)
    words = [] if isinstance(node, str) else [word for word in node if word != "*"]
    lists = list(_things(table, seat, picked, words))
    return Text("Vous pouvez choisir : ", "You can choose: ") + join(lists, Text(" ; ", "; ")) + same(".") if lists else NOTHING


def _things(table: Table, seat: Seat, picked: touch.Picked, words: list[str]) -> Iterator[Text]:
    shown: set[str] = set()
    for area in table.scene(seat, picked).after(inf).areas:  # what only flashed by is not named afterwards
        titles = {shape.word: shape.title for shape in area.shapes if shape.word in words and shape.word not in shown}
        shown |= set(titles)
        if titles:
            yield _some(list(titles.values()), YOURS if area.seat == seat else area.title)
    buttons = [table.box.label(word, picked) for word in words if word not in shown]
    if buttons:
        yield _some(buttons, NOTHING)


def _some(titles: list[Text], area: Text) -> Text:
    where = Text(f" ({area.fr})", f" ({area.en})") if area.en else NOTHING
    if len(titles) <= FEW:
        *first, last = titles
        return join((*([join(first, same(", "))] if first else []), last), Text(" ou ", " or ")) + where
    return Text(f"une des {len(titles)} possibilités entourées", f"one of {len(titles)} outlined possibilities") + where


def why(then: Table, event: Event, seat: Seat, worths: Worths) -> Text:
    """Why somebody else did something, as a seat may know it; names put in, and nothing where there is nothing to say.

    `then` is the table just before, `worths` what an adviser thinks of the actions that were possible; where anything is hidden
    neither those nor the worths are looked at, only what the seat itself saw before and after.
    """
    if then.game.hides:
        return _seen(then, event, seat).named(then.names)
    assert event.actor != CHANCE
    if len(then.legal()[event.actor]) == 1:
        return Text(f"{{{event.actor}}} n’avait pas d’autre coup.", f"{{{event.actor}}} had no other move.").named(then.names)
    reasons = [stopped(event.actor)] if stops(then, event, seat) else []
    return join([*reasons, *_chances(event, worths)]).named(then.names)


def stopped(actor: Seat) -> Text:
    """A bot has seen one's win coming."""
    return Text(f"{{{actor}}} vous empêche ainsi de gagner tout de suite.", f"This way {{{actor}}} keeps you from winning at once.")


def stops(then: Table, event: Event, seat: Seat) -> bool:
    """Whether a seat could win at once after most of the other actions, and after this one cannot."""
    others = [action for action in settled(then.legal()[event.actor]) if action != event.action]
    tried = others[:: max(1, len(others) // TRIED)][:TRIED]
    losing = sum(_wins(then, Event(event.actor, action), seat) for action in tried)
    return 2 * losing > len(tried) and not _wins(then, event, seat)


def _wins(then: Table, event: Event, seat: Seat) -> bool:
    """Whether a seat has an action that wins after an event."""
    game = then.game
    state = game.apply(then.state, *event)
    return any(_won(game.outcome(game.apply(state, seat, action)), seat) for action in _some_of(game.legal(state).get(seat, ())))


def _some_of(actions: Sequence[Action]) -> list[Action]:
    spoken = settled(actions)
    return spoken[:: max(1, -(-len(spoken) // ANSWERS))]


def _won(outcome: Outcome | None, seat: Seat) -> bool:
    return outcome is not None and outcome.winners == (seat,)


def _chances(event: Event, worths: Worths) -> Iterator[Text]:
    """How an action compares with the best of the others. In words: who plays is never told anybody's chances in numbers."""
    others = [share for action, share in worths.items() if action != event.action]
    if event.action not in worths or not others:
        return
    ahead, who = worths[event.action] - max(others), f"{{{event.actor}}}"
    if ahead >= CLEAR:
        yield Text(f"{who} a joué son meilleur coup.", f"{who} made the best move there was.")
    elif ahead <= -MUCH:
        yield Text(f"{who} avait bien mieux à faire : profitez-en.", f"{who} had a much better move: make use of it.")
    elif ahead <= -CLEAR:
        yield Text(f"{who} avait un peu mieux à faire.", f"{who} had a slightly better move.")
    else:
        yield Text(f"{who} avait plusieurs coups qui se valaient.", f"{who} had several moves that were as good.")


def _seen(then: Table, event: Event, seat: Seat) -> Text:
    """How the chances of who acted have changed, judged only by what the seat saw before and after."""
    game, after = then.game, then.game.apply(then.state, *event)
    if event.actor == CHANCE or game.outcome(after) is not None:
        return NOTHING
    before, now = (then.box.judge(game, game.view(state, seat))[event.actor] for state in (then.state, after))
    if abs(now - before) < CLEAR:
        return NOTHING
    who = f"{{{event.actor}}}"
    closer = Text(f"cela rapproche {who} de la victoire.", f"this brings {who} closer to winning.")
    further = Text(f"cela éloigne {who} de la victoire.", f"this takes {who} further from winning.")
    return Text("D’après ce que vous voyez, ", "By what you can see, ") + (closer if now > before else further)
