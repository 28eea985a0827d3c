"""The conformance kit: sound games pass, and each kind of broken game is caught."""

import inspect
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.toys import POST, RACE, SECRET, Hands, Post, Race, Secret, draw
from tableronde import conformance
from tableronde.box import Box
from tableronde.conformance.report import _short
from tableronde.game import CHANCE, Action, Actor, Game, Illegal, Legal, Outcome, Refusal, Seat
from tableronde.options import Variant
from tableronde.scene import Area, Frame, Scene, Shape, words
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import NOTHING, Text, same

OUTSIDE = Path(__file__).parents[1] / "outside"


@pytest.mark.parametrize("box", [SECRET, POST, RACE], ids=lambda box: box.slug)
def test_sound_games_pass(box: Box) -> None:
    report = conformance.check(box, games=3)
    assert report.faults == []
    assert report.games == 3 * len(box.game_type.players)
    assert report.moments >= 2 * report.games


def test_variants_that_do_not_fit_are_left_out() -> None:
    report = conformance.check(find("four-circles"), seats=[2, 5], games=1, moments=2)
    assert report.games == len(find("four-circles").variants)


class Unsorted(Secret):
    def legal(self, state: Hands) -> Legal:
        return {seat: actions[::-1] for seat, actions in super().legal(state).items()}


class NotAscii(Secret):
    def legal(self, state: Hands) -> Legal:
        return {seat: ["show 0", "show 1", "show é"] for seat in super().legal(state)}


class NeverOver(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return None


class OverTooSoon(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return Outcome((0,), "at once")


class StrangeWinner(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return Outcome((7,), "who?") if state.mover == self.seats else None


class Endless(Secret):
    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        return state


class Forgetful(Secret):
    """Not pure: it changes the state it is given."""

    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        object.__setattr__(state, "cards", state.cards[::-1])
        return super().apply(state, actor, action)


class Lucky(Secret):
    """Not pure: it uses its own randomness."""

    luck = Random(1)

    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        return replace(super().apply(state, actor, action), cards=tuple(self.luck.randint(1, 9) for _ in state.cards))


class Peeking(Secret):
    """The view holds every card."""

    def view(self, state: Hands, seat: Seat | None) -> tuple[Seat | None, Hands]:
        return seat, state


class Whispering(Secret):
    """The view is right, but what is heard reveals the card."""

    def hear(self, state: Hands, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return f"show {state.cards[0]}"


class Betraying(Secret):
    """A refusal reveals the card."""

    def why_not(self, state: Hands, actor: Actor, action: Action) -> Refusal:
        return Refusal("R1", same(f"not with {state.cards}"))


class Signalling(Secret):
    """The actions offered reveal the others' cards."""

    def legal(self, state: Hands) -> Legal:
        odd = sum(card or 0 for card in state.cards) % 2
        return {seat: actions[: 1 + odd] for seat, actions in super().legal(state).items()}


class Unimaginative(Secret):
    """Imagining always gives the same cards."""

    def imagine(self, view: Any, rng: Random) -> Hands:
        return super().imagine(view, Random(1))


class Masked(Secret):
    """It masks what is heard, but defines no imagine."""

    imagine = Game.imagine


class Speechless(Secret):
    def why_not(self, state: Hands, actor: Actor, action: Action) -> Refusal:
        return Refusal("R1", NOTHING)


class Ambiguous(Secret):
    def touch(self, action: Action) -> list[str]:
        return ["show"]


class Unsealed(Post):
    """Its choices are declared sealed, although the later one knows the earlier one."""

    def apply(self, state: tuple[str, ...], actor: Actor, action: Action) -> tuple[str, ...]:
        flower = action.split()[-1] + str(sum(map(bool, state)))
        return tuple(flower if seat == actor else other for seat, other in enumerate(state))


class WaitsForNobody(Race):
    def to_act(self, state: tuple[int, str]) -> tuple[Actor, ...]:
        return (CHANCE,) if self.legal(state) else ()


class OddWeights(Race):
    def weights(self, state: tuple[int, str]) -> dict[Action, float]:
        return {"heads": 1.0, "edge": 1.0}


class NoWeight(Race):
    def weights(self, state: tuple[int, str]) -> dict[Action, float]:
        return {"heads": 1.0, "tails": 0.0}


class ForgottenSide(Race):
    """Chance has a legal action without weight."""

    def weights(self, state: tuple[int, str]) -> dict[Action, float]:
        return {"heads": 1.0}


class Frozen(Secret):
    """A set of words in the view, in a different order each time: that is not a secret."""

    def view(self, state: Hands, seat: Seat | None) -> Any:
        words = sorted("ABCDEFGH", key=lambda _: self.luck.random())
        return super().view(state, seat), frozenset(words)

    luck = Random(1)

    def facts(self, view: Any) -> dict[str, Any]:
        return super().facts(view[0])

    def imagine(self, view: Any, rng: Random) -> Hands:
        return super().imagine(view[0], rng)


class Foreign(Post):
    """A player's text may be completed to something other than ASCII."""

    def complete(self, action: Action, text: str) -> Action:
        if not text.strip().isalpha():
            raise Illegal(Refusal("R1", same("No.")))
        return f"name {text.strip()}"


class Curt(Post):
    """A text is refused without a message."""

    def complete(self, action: Action, text: str) -> Action:
        if not text.isalpha() or not text.isascii():
            raise Illegal(Refusal("R1", NOTHING))
        return f"name {text}"


class Starless(Post):
    """An open action whose words to press have no *."""

    def touch(self, action: Action) -> list[str]:
        return ["name"]


class Stumbling(Post):
    """Some texts raise an exception other than Illegal."""

    def complete(self, action: Action, text: str) -> Action:
        return f"name {text.split()[0].upper()}"


class Changing(Post):
    """A completed action completes differently each time."""

    def complete(self, action: Action, text: str) -> Action:
        return super().complete(action, text) + "S"


class Taciturn(Post):
    """It accepts no word."""

    def complete(self, action: Action, text: str) -> Action:
        raise Illegal(Refusal("R1", same("No.")))


class HalfHidden(Post):
    """A view that hides something, in a game without imagine."""

    def view(self, state: tuple[str, ...], seat: Seat | None) -> tuple[str, ...]:
        return tuple(flower if i == seat else "" for i, flower in enumerate(state))


class Sight:
    """A view that is equal only to itself."""

    def __init__(self, cards: Any) -> None:
        self.cards = cards


class ByIdentity(Secret):
    def view(self, state: Hands, seat: Seat | None) -> Any:
        return Sight(super().view(state, seat))


class Shouting(Secret):
    """Every seat hears what was said, although no view shows it."""

    def hear(self, state: Hands, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return action


class Announcing(Shouting):
    """The same, but declared public."""

    def public(self, state: Hands, actor: Actor, action: Action) -> bool:
        return True


class Muttering(Secret):
    """Declared public, but not every seat hears it."""

    def public(self, state: Hands, actor: Actor, action: Action) -> bool:
        return True


class NotJson(Secret):
    def facts(self, view: Any) -> dict[str, Any]:
        return {"cards": view[1].cards}


class Crashing(Secret):
    def facts(self, view: Any) -> dict[str, Any]:
        raise RuntimeError("out of paper")


BROKEN = [
    (Unsorted, "actions_are_canonical"),
    (NotAscii, "actions_are_canonical"),
    (NeverOver, "the_end_is_the_end"),
    (OverTooSoon, "the_end_is_the_end"),
    (StrangeWinner, "the_end_is_the_end"),
    (WaitsForNobody, "the_end_is_the_end"),
    (Endless, "games_end"),
    (Forgetful, "rules_are_pure"),
    (Lucky, "rules_are_pure"),
    (Lucky, "records_replay"),
    (Peeking, "secrets_are_kept"),
    (Whispering, "secrets_are_not_heard"),
    (Shouting, "secrets_are_not_heard"),
    (Muttering, "secrets_are_not_heard"),
    (Betraying, "secrets_are_kept"),
    (Signalling, "secrets_are_kept"),
    (Unimaginative, "secrets_vary"),
    (Masked, "secrets_vary"),
    (Speechless, "refusals_are_clear"),
    (Ambiguous, "touch_tree_is_legal_actions"),
    (Unsealed, "sealed_choices_commute"),
    (OddWeights, "chance_is_weighed"),
    (NoWeight, "chance_is_weighed"),
    (ForgottenSide, "chance_is_weighed"),
    (Foreign, "open_words_are_read"),
    (Curt, "open_words_are_read"),
    (Starless, "touch_tree_is_legal_actions"),
    (Stumbling, "open_words_are_read"),
    (Changing, "open_words_are_read"),
    (Taciturn, "games_can_be_played"),
    (HalfHidden, "secrets_are_kept"),
    (ByIdentity, "states_are_values"),
    (NotJson, "facts_are_json"),
    (Crashing, "facts_are_json"),
]


@pytest.mark.parametrize(("rules", "name"), BROKEN, ids=[f"{rules.__name__} {name}" for rules, name in BROKEN])
def test_a_broken_game_is_caught(rules: type[Any], name: str) -> None:
    report = conformance.check(Box(rules=rules, title=same("broken"), draw=draw), seats=[2], games=2, bound=60)
    assert name in {fault.name for fault in (*report.faults, *report.advice)}
    assert all(rules.slug in str(fault) for fault in report.faults)


def with_shapes(*shapes: Shape) -> Callable[..., Scene]:
    def broken(view: Any, seat: Any, picked: Any, offers: Any) -> Scene:
        scene = draw(view, seat, picked, offers)
        return replace(scene, areas=(replace(scene.areas[0], shapes=scene.areas[0].shapes + shapes),))

    return broken


@pytest.mark.parametrize(
    ("shapes", "name"),
    [
        ([Shape("twin"), Shape("twin")], "pictures_are_sound"),
        ([Shape("arc", "M0 0A1 1 0 0 1 2 2")], "pictures_are_sound"),
        ([words("\x00", (0, 0), 1, id="nul")], "pictures_are_sound"),
        ([Shape("shy", style="ivory invisible")], "pictures_are_sound"),
        ([Shape("who", title=same("{4}"))], "pictures_are_sound"),
    ],
)
def test_a_broken_picture_is_caught(shapes: list[Shape], name: str) -> None:
    report = conformance.check(replace(SECRET, draw=with_shapes(*shapes)), seats=[2], games=1)
    assert name in {fault.name for fault in report.faults}


@pytest.mark.parametrize(
    "film",
    [(Frame(1.0),), (Frame(0.0), Frame(2.0), Frame(2.0)), (Frame(0.0, (Area("elsewhere", (0, 0, 1, 1), ()),)),)],
)
def test_a_broken_film_is_caught(film: tuple[Frame, ...]) -> None:
    box = replace(SECRET, draw=lambda view, seat, picked, offers: replace(draw(view, seat, picked, offers), film=film))
    assert {fault.name for fault in conformance.check(box, games=1).faults} == {"pictures_are_sound"}


def test_missing_words_are_caught() -> None:
    def nothing(*anything: Any) -> Any:
        return NOTHING

    silent = replace(SECRET, draw=lambda *given: Scene((replace(draw(*given).areas[0], shapes=()),)), label=nothing, tell=nothing)
    names = {fault.name for fault in conformance.check(silent, seats=[2], games=1).faults}
    assert {"words_can_be_pressed", "events_are_told"} <= names


def test_the_order_of_a_set_in_a_view_is_no_secret() -> None:
    box = replace(SECRET, rules=Frozen, draw=lambda view, *rest: draw(view[0], *rest))
    assert conformance.check(box, seats=[2]).faults == []


def test_what_is_public_by_the_rules_may_be_heard() -> None:
    assert conformance.check(replace(SECRET, rules=Announcing), seats=[2]).faults == []


def test_faults_are_grouped_by_cause_with_a_record_of_the_first() -> None:
    report = conformance.check(replace(SECRET, rules=Shouting), seats=[3], games=3)
    [fault] = report.faults
    assert fault.count > 3
    assert str(fault).startswith(f"secrets_are_not_heard ({fault.count} times): what is heard reveals a secret (if")
    assert fault.where is not None
    assert Table.replay(replace(SECRET, rules=Shouting), fault.where).plies == len(fault.where.events)


def test_an_exception_carries_the_line_of_the_author() -> None:
    faults = conformance.check(replace(SECRET, rules=Crashing), seats=[2], games=1).faults
    line = inspect.getsourcelines(Crashing.facts)[1] + 1
    assert {fault.first.cause for fault in faults} == {f"RuntimeError in facts ({_short(__file__)}:{line})"}
    assert all(fault.first.example == "out of paper" for fault in faults)


def test_the_line_is_the_authors_even_if_our_code_raises() -> None:
    def broken(view: Any, seat: Any, picked: Any, offers: Any) -> Scene:
        return Scene((Area("spots", (0, 0, 1, 1), (words("x", None, 1),)),))  # type: ignore[arg-type]

    causes = {fault.first.cause for fault in conformance.check(replace(SECRET, draw=broken), seats=[2], games=1).faults}
    line = inspect.getsourcelines(broken)[1] + 1
    assert f"TypeError in broken ({_short(__file__)}:{line})" in causes


def test_the_same_seed_finds_the_same() -> None:
    first, second = (conformance.check(replace(SECRET, rules=Betraying), seats=[3], seed=5) for _ in range(2))
    assert [str(fault) for fault in first.faults] == [str(fault) for fault in second.faults]
    assert (first.plies, first.moments) == (second.plies, second.moments)


def test_the_default_options_are_played_besides_the_variants() -> None:
    box = find(str(OUTSIDE / "ford"))
    assert conformance.check(box, games=1).games == 1 + len(box.variants)
    same_as_default = Variant("same", same("same"), {"rows": 1})
    assert conformance.check(replace(box, variants=(same_as_default,)), games=1).games == 1


@pytest.mark.parametrize("name", ["ford", "mistigri"])
def test_the_outside_games_are_sound(name: str) -> None:
    report = conformance.check(find(str(OUTSIDE / name)))
    assert [str(fault) for fault in report.faults] == []
    assert report.games >= 4


def test_a_press_on_something_not_on_offer_must_be_refused_with_a_sentence() -> None:
    class Speechless(Secret):
        def why_not(self, state: Hands, actor: Actor, action: Action) -> Refusal:
            return Refusal("", NOTHING if action == "resign" else same("No."))

    shy = with_shapes(Shape("white flag", title=same("white flag"), word="resign"))
    assert conformance.check(replace(SECRET, draw=shy), seats=[2]).faults == []
    [fault] = conformance.check(replace(SECRET, draw=shy, rules=Speechless), seats=[2]).faults
    assert (fault.name, fault.first.cause) == ("presses_are_explained", "an action is refused without a message")


def test_reasons_may_begin_with_a_name() -> None:
    named = {"shown": Text("Kaplan est nommé", "Kaplan is named")}
    assert conformance.check(replace(SECRET, reasons=named), seats=[2], games=1).faults == []
    capital = {"shown": Text("Nommé", "Named")}
    assert {fault.name for fault in conformance.check(replace(SECRET, reasons=capital), seats=[2], games=1).faults} == {"reasons_read_well"}


SCRIPT = """
from tableronde import conform
print(len(conform.check(BOX, games=1, moments=1).faults), "faults")
"""


@pytest.mark.parametrize("guard", ["", "\nif __name__ == '__main__':\n"], ids=["at once", "guarded"])
def test_a_game_that_checks_itself_starts_no_endless_processes(guard: str, tmp_path: Path) -> None:
    """A running script cannot be loaded in another process. A module that checks itself on import can, and then runs the check again."""
    game, script = Path(__file__).parents[2] / "docs/examples/pebbles.py", tmp_path / "mine.py"
    script.write_text(game.read_text(encoding="utf-8") + guard + textwrap.indent(SCRIPT, "    " if guard else ""), encoding="utf-8")
    for command in ([str(script)], ["-m", "tableronde", "games", str(script)]):
        run = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.count("0 faults") == (not guard or command == [str(script)])
