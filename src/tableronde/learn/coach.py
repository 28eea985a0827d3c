"""The coach of a player's first games: what to do now, and why a bot chose its move, from what the player's seat may know."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from tableronde import touch
from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Action, Event, Outcome, Seat
from tableronde.play.review import MoveValues
from tableronde.table import Table
from tableronde.text import NOTHING, Text, join, same

FEW: Final = 3  # things that are listed by name; if there are more, their number is given
TRIED: Final = 8  # other actions of a bot that are compared
ANSWERS: Final = 40  # the player's own actions tried after each of them
CLEAR: Final = 0.03  # of the win: smaller differences explain nothing
MUCH: Final = 0.15  # of the win: larger differences get a stronger sentence

YOURS: Final = Text("devant vous", "in front of you")


def may_do(table: Table, seat: Seat) -> Text:
    """Return a line on what a seat may do now, names filled in: the game's own, or one made from what can be pressed."""
    if seat not in table.legal():
        return NOTHING
    own = table.box.coach(table.view(seat), seat) if table.box.coach else None
    return (own or _offered(table, seat)).named(table.names)


def _offered(table: Table, seat: Seat) -> Text:
    """Describe what can be pressed first, area by area, and the buttons."""
    tree = table.touch(seat)
    picked = touch.settle(tree, ())
    node = touch.follow(tree, picked)
    words = [] if isinstance(node, str) else [word for word in node if word != "*"]
    lists = list(_things(table, seat, picked, words))
    return Text("Vous pouvez choisir : ", "You can choose: ") + join(lists, Text(" ; ", "; ")) + same(".") if lists else NOTHING


def _things(table: Table, seat: Seat, picked: touch.Picked, words: list[str]) -> Iterator[Text]:
    shown: set[str] = set()
    for area in table.scene(seat, picked).after(inf).areas:  # things shown only during the film are not named afterwards
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


def why(then: Table, event: Event, seat: Seat, worths: MoveValues) -> Text:
    """Explain another player's action from what a seat may know, names filled in; empty if there is nothing to say.

    `then` is the table just before, `worths` are an adviser's values of the actions that were possible. In games with secrets
    neither is used, only what the seat itself saw before and after.
    """
    if then.game.hides:
        return _seen(then, event, seat).named(then.names)
    assert event.actor != CHANCE
    if len(then.legal()[event.actor]) == 1:
        return Text(f"{{{event.actor}}} n’avait pas d’autre coup.", f"{{{event.actor}}} had no other move.").named(then.names)
    reasons = [stopped(event.actor)] if stops(then, event, seat) else []
    return join([*reasons, *_chances(event, worths)]).named(then.names)


def stopped(actor: Seat) -> Text:
    """Say that a bot has stopped the player from winning."""
    return Text(f"{{{actor}}} vous empêche ainsi de gagner tout de suite.", f"With this move, {{{actor}}} keeps you from winning at once.")


def stops(then: Table, event: Event, seat: Seat) -> bool:
    """Return whether a seat could win at once after most of the other actions, but not after this one."""
    others = [action for action in settled(then.legal()[event.actor]) if action != event.action]
    tried = others[:: max(1, len(others) // TRIED)][:TRIED]
    losing = sum(_wins(then, Event(event.actor, action), seat) for action in tried)
    return 2 * losing > len(tried) and not _wins(then, event, seat)


def merit(then: Table, event: Event) -> Text:
    """Say what an action does for its player at once, as an infinitive in the second person; empty if nothing, or in games with secrets."""
    assert event.actor != CHANCE
    if then.game.hides:
        return NOTHING
    if _won(then.game.outcome(then.game.apply(then.state, *event)), event.actor):
        return Text("gagner tout de suite", "win at once")
    for other in range(then.game.seats):
        if other != event.actor and stops(then, event, other):
            return Text(f"empêcher {{{other}}} de gagner tout de suite", f"keep {{{other}}} from winning at once").named(then.names)
    gain = _find_gain(then, event)
    return Text(f"augmenter votre score de {gain}", f"raise your score by {gain}") if gain else NOTHING


def _find_gain(then: Table, event: Event) -> str:
    """Return how much an action raises its player's score; "" if it does not, or if the game has no scores."""
    assert event.actor != CHANCE
    after = then.at(then.plies)
    after.play(*event)
    before, now = (table.facts(event.actor).get("scores") for table in (then, after))
    if not isinstance(before, list) or not isinstance(now, list):
        return ""
    gain = now[event.actor] - before[event.actor]
    return f"{gain:g}" if gain > 0 else ""


def _wins(then: Table, event: Event, seat: Seat) -> bool:
    """Return whether a seat has a winning action after an event."""
    game = then.game
    state = game.apply(then.state, *event)
    return any(_won(game.outcome(game.apply(state, seat, action)), seat) for action in _some_of(game.legal(state).get(seat, ())))


def _some_of(actions: Sequence[Action]) -> list[Action]:
    spoken = settled(actions)
    return spoken[:: max(1, -(-len(spoken) // ANSWERS))]


def _won(outcome: Outcome | None, seat: Seat) -> bool:
    return outcome is not None and outcome.winners == (seat,)


def _chances(event: Event, worths: MoveValues) -> Iterator[Text]:
    """Compare an action with the best of the others if there is something to learn from it, in words.

    Players never see win probabilities in numbers. Small differences are not mentioned: after most moves of a weak bot they would be.
    """
    others = [share for action, share in worths.items() if action != event.action]
    if event.action not in worths or not others:
        return
    ahead, who = worths[event.action] - max(others), f"{{{event.actor}}}"
    if ahead >= CLEAR:
        yield Text(f"{who} a joué son meilleur coup.", f"{who} made the best move.")
    elif ahead <= -MUCH:
        yield Text(f"{who} avait bien mieux à faire : profitez-en.", f"{who} missed a much better move. Take advantage of it!")


def _seen(then: Table, event: Event, seat: Seat) -> Text:
    """Describe how the chances of the seat that acted have changed, judged only by what this seat saw before and after."""
    game, after = then.game, then.game.apply(then.state, *event)
    if event.actor == CHANCE or game.outcome(after) is not None:
        return NOTHING
    before, now = (then.box.judge(game, game.view(state, seat))[event.actor] for state in (then.state, after))
    if abs(now - before) < CLEAR:
        return NOTHING
    who = f"{{{event.actor}}}"
    closer = Text(f"cela rapproche {who} de la victoire.", f"this brings {who} closer to winning.")
    further = Text(f"cela éloigne {who} de la victoire.", f"this takes {who} further from winning.")
    return Text("D’après ce que vous voyez, ", "From what you can see, ") + (closer if now > before else further)
