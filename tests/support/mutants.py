"""Planted faults: correct games with one fault each, what the conformance kit must report, and what it knowingly misses.

    PYTHONPATH=tests python tests/support/mutants.py     # the table: mutant, caught by what, or why not

Most mutants are a line changed in a copy of one of the two games of `outside/`; those of cirKle × DUO are subclasses.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tableronde import conformance
from tableronde.box import Box
from tableronde.game import Action, Actor, Refusal, Seat
from tableronde.shelf import find
from tableronde.text import same

OUTSIDE = Path(__file__).parents[1] / "outside"


@dataclass(frozen=True)
class Mutant:
    """A game with one fault: how its box is made in a folder, and the property that finds it ("" if none does, with the reason)."""

    name: str
    make: Callable[[Path], Box]
    by: str
    says: str = ""  # part of what the kit must report, or why it cannot know
    seats: tuple[int, ...] | None = None

    def check(self, folder: Path, enough: Callable[[conformance.Report], bool] = lambda _: False) -> conformance.Report:
        return conformance.check(self.make(folder), self.seats, games=2, bound=400, elsewhere="elsewhere" in self.by, enough=enough)

    def told(self, found: Iterable[conformance.Fault]) -> bool:
        """Return whether the kit has reported what it must."""
        return any(fault.name == self.by and self.says in fault.message for fault in found)


def edited(game: str, file: str, *changes: tuple[str, str]) -> Callable[[Path], Box]:
    """Return a maker of a third party's game with some text changed in one file; without changes the file is missing."""

    def make(folder: Path) -> Box:
        copy = folder / f"{game}_{folder.name}"
        shutil.copytree(OUTSIDE / game, copy, ignore=shutil.ignore_patterns("__pycache__"))
        text = (copy / file).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, f"{game}/{file} does not hold {old!r}"
            text = text.replace(old, new)
        (copy / file).write_text(text, encoding="utf-8") if changes else (copy / file).unlink()
        return find(str(copy))

    return make


def ford(name: str, file: str, old: str, new: str, by: str, says: str = "") -> Mutant:
    return Mutant(f"ford: {name}", edited("ford", file, (old, new)), by, says)


def mistigri(name: str, file: str, old: str, new: str, by: str, says: str = "") -> Mutant:
    return Mutant(f"mistigri: {name}", edited("mistigri", file, (old, new)), by, says, (3,))


# --- one of our own games, which hides the same from everybody ---

HATS = find("cirkle-duo")
Rules: Any = HATS.game_type


def ours(name: str, by: str, says: str = "", rules: type[Any] | None = None, **changes: Any) -> Mutant:
    box = replace(HATS, rules=rules or Rules, variants=HATS.variants[:1], **changes)
    return Mutant(f"cirkle-duo: {name}", lambda folder: box, by, says, (3,))


class Peeking(Rules):  # type: ignore[misc]
    """One seat knows the peg under every hat."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        view = super().view(state, seat)
        return replace(view, known=state.pegs) if seat == 1 else view


class Clairvoyant(Rules):  # type: ignore[misc]
    """Everybody knows the peg under every hat, in all imagined worlds, too."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        return replace(super().view(state, seat), known=state.pegs)


class Whispering(Rules):  # type: ignore[misc]
    """Every action reveals the peg under the last hat."""

    def hear(self, state: Any, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return f"{action} {state.pegs[-1]}"


class Betraying(Rules):  # type: ignore[misc]
    """A refusal names the peg under the hat."""

    def why_not(self, state: Any, actor: Actor, action: Action) -> Refusal:
        return Refusal("R6", same(f"There stands {state.pegs[3]}."))


class Dull(Rules):  # type: ignore[misc]
    """All imagined worlds are the same."""

    def imagine(self, view: Any, rng: Random) -> Any:
        return super().imagine(view, Random(1))


class Noted(Rules):  # type: ignore[misc]
    """The notes of a record are not JSON."""

    def notes(self, setup: Any) -> Any:
        return {"pegs": {1, 2, 3}}


class Uneven(Rules):  # type: ignore[misc]
    """One seat is in no team."""

    def teams(self, state: Any) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))


FILM = "(Frame(0.0), Frame(2.0, (_middle(view, seat, ()),)))"
MASK = 'return "give ?" if action.startswith("give ") and actor != seat and not over else action  # M2'
HELD = 'return Refusal("M4", FOLLOW) if card in state.hands[actor] else Refusal("M1", NOT_HELD)'
SCORES = '"scores": list(self.points(view.plays))'
SHARES = "return [chance / sum(chances) for chance in chances]"
KEEPS, SOUNDS, REFUSES, PAINTS = "secrets_are_kept", "secrets_are_not_heard", "refusals_are_clear", "pictures_are_sound"

CAUGHT = [
    # secrets
    mistigri(
        "a view shows a neighbour's hand",
        "rules.py",
        "(state.hands[seat], state",
        "(state.hands[seat - 1], state",
        KEEPS,
        "the view reveals",
    ),
    mistigri(
        "a view shows a gift too early", "rules.py", "return () if self.sealed(state) else state", "return state", KEEPS, "the view reveals"
    ),
    mistigri(
        "a spectator sees a hand",
        "rules.py",
        "((), (), ()) if seat is None",
        "(state.hands[0], (), ()) if seat is None",
        KEEPS,
        "the view reveals",
    ),
    mistigri("hear tells every gift", "rules.py", MASK, "return action", SOUNDS, "what is heard"),
    mistigri(
        "hear tells the receiver at once",
        "rules.py",
        "and actor != seat and",
        "and seat not in (actor, (actor + 1) % self.seats) and",
        SOUNDS,
    ),
    mistigri(
        "hear tells one card only",
        "rules.py",
        'action.startswith("give ") and',
        'action.startswith("give ") and action != "give Jc" and',
        SOUNDS,
    ),
    mistigri("hear tells the spectators only", "rules.py", "and actor != seat and", "and actor != seat and seat is not None and", SOUNDS),
    mistigri(
        "why_not tells who holds a card",
        "rules.py",
        HELD,
        'who = [i for i, hand in enumerate(state.hands) if card in hand]\n        return Refusal("M1", Text(f"{who}", f"{who}"))',
        KEEPS,
        "a refusal reveals",
    ),
    mistigri(
        "why_not cites another clause if a card is held at all",
        "rules.py",
        HELD,
        'return Refusal("M4" if any(card in hand for hand in state.hands) else "M1", NOT_HELD)',
        KEEPS,
        "a refusal reveals",
    ),
    mistigri(
        "private is forgotten", "rules.py", "options_type, private =", "options_type, _private =", "seats_know_the_same_unless_private"
    ),
    mistigri("imagine always draws the same", "imagining.py", "rng.shuffle(unseen)", "unseen.sort()", "secrets_vary"),
    mistigri(
        "imagine forgets what was received",
        "imagining.py",
        "gifts[seat] = list(view.received)",
        "gifts[seat] = []",
        KEEPS,
        "does not give the same view",
    ),
    mistigri(
        "imagine forgets whose turn it is", "rules.py", "view.first, view.plays)\n\n    def touch", "0, view.plays)\n\n    def touch", KEEPS
    ),
    mistigri("imagine is not written", "rules.py", "def imagine(", "def dream(", "secrets_vary", "but not imagine"),
    mistigri(
        "a wrong rule that upsets imagine",
        "rules.py",
        "return (trick and [card for card in hand if card[1] == trick[0][1][1]]) or hand",
        "return hand",
        KEEPS,
        "AssertionError in hands_that_fit",
    ),
    ours("a seat knows what is under every hat", "seats_know_the_same_unless_private", "", Peeking),
    ours("hear tells what is under a hat", SOUNDS, "", Whispering),
    ours("why_not tells what is under a hat", KEEPS, "a refusal reveals", Betraying),
    ours("imagine always draws the same", "secrets_vary", "", Dull),
    # refusals
    mistigri(
        "why_not raises without a verb",
        "rules.py",
        '*verb, card = action.split() or [""]',
        "*verb, _, card = action.split()",
        REFUSES,
        "rules.py:",
    ),
    mistigri(
        "why_not raises on a card not held",
        "rules.py",
        HELD,
        'state.hands[actor].index(card)\n        return Refusal("M4", FOLLOW)',
        REFUSES,
        "ValueError in why_not",
    ),
    mistigri(
        "why_not raises for chance",
        "rules.py",
        "if actor not in self.legal(state):",
        "if exchanging and len(state.gifts[actor]) == GIFTS:",
        REFUSES,
        "Error in why_not (",
    ),
    mistigri("why_not says nothing in English", "words.py", '"You do not have that card."', '""', REFUSES, "without a message"),
    mistigri("why_not names a seat that is not there", "words.py", '"Wait for your turn."', '"Wait for {7}."', REFUSES, "names a seat"),
    mistigri("a clause that the rules lack", "rules.py", 'Refusal("M1", NOT_HELD)', 'Refusal("M9", NOT_HELD)', REFUSES, "cites M9"),
    ford("a clause renamed in one rules page", "rules.fr.md", "**R3**", "**R13**", REFUSES, "cites R3, which is not in rules.fr.md"),
    ford("a clause in one language only", "rules.en.md", "**R7**", "Also:", "pages_are_there", "R7"),
    Mutant("ford: a rules page is missing", edited("ford", "rules.en.md"), "pages_are_there", "no rules.en.md"),
    ford("package is mistyped", "__init__.py", "package=__name__", 'package="frod"', "pages_are_there", "frod"),
    ford(
        "a wrong rule that a figure shows: stones are taken straight ahead, too",
        "rules.py",
        "and straight not in mine and straight not in theirs",
        "and straight not in mine",
        "figures_can_be_shown",
        "'e5 e6' is marked as refused, but it is legal",
    ),
    ford("a figure does not come about", "figures.toml", '"d5 d4"', '"d5 d3"', "figures_can_be_shown", "'d5 d3' is not legal"),
    ford("a page shows a figure that is not there", "rules.fr.md", "figure:taken", "figure:token", "pages_show_figures", "token"),
    ford("a lesson praises what is illegal", "lessons.toml", '["e4 d4"]', '["e4 e6"]', "lessons_can_be_completed", "is listed as good"),
    ford("a lesson speaks one language", "lessons.toml", ', en = "Taking"', "", "lessons_can_be_completed", "both languages"),
    ford("why_not raises on an empty action", "rules.py", "not words or len(words) > 2", "len(words) > 2", REFUSES, "TypeError in why_not"),
    ford(
        "why_not_press raises",
        "rules.py",
        "    def why_not(",
        "    def why_not_press(self, state: State, seat: Seat, words: object) -> Refusal:\n"
        "        return _why_no_start(state, words[1])\n\n    def why_not(",
        "presses_are_explained",
        "IndexError in why_not_press",
    ),
    ford(
        "a second thought in French only",
        "rules.py",
        "    def why_not(",
        "    def second_thought(self, view: State, seat: Seat, action: Action) -> Text:\n"
        '        return Text("Vraiment ?", "")\n\n    def why_not(',
        "second_thoughts_are_said",
    ),
    # words and pictures
    mistigri("an unknown style word", "picture.py", '"felt"', '"velvet"', PAINTS, "'velvet'"),
    mistigri("two shapes with one id", "picture.py", 'Shape(f"back {seat} {i}"', 'Shape(f"back {seat}"', PAINTS, "the same id"),
    mistigri("a card to press without a title", "picture.py", "title=name(card), word", "word", "words_can_be_pressed", "neither a title"),
    mistigri("a label that raises", "words.py", "return name(word)", "return name(word[1:])", "words_can_be_pressed", "cards.py:"),
    mistigri(
        "two cards that are pressed alike",
        "rules.py",
        "return action.split()[1:]",
        "return action.split()[:1]",
        "touch_tree_is_legal_actions",
    ),
    mistigri("a film that begins late", "picture.py", FILM, "(Frame(1.0),)", PAINTS, "a film must begin"),
    mistigri("tell raises on what is masked", "words.py", 'if card == "?":', 'if card == "!":', "events_are_told", "KeyError in name"),
    mistigri(
        "tell raises at the end of a trick",
        "words.py",
        "taker(after.plays[-seats:])",
        "taker(after.plays[seats:])",
        "the_whole_tale_is_told",
        "",
    ),
    ford("tell is silent in English", "words.py", 'f"{{{event.actor}}} goes from {start} to {end}."', '""', "events_are_told"),
    ford("the picture names a third player", "picture.py", "a stone of {{{owner}}}", "a stone of {{{owner + 1}}}", PAINTS, "names a seat"),
    ford(
        "draw raises when few stones are left",
        "picture.py",
        "left = [",
        "assert all(map(all, view.stones))\n    left = [",
        PAINTS,
        "AssertionError in draw",
    ),
    ford("a path with an arc", "picture.py", "circle(0.62)", '"M0 0A1 1 0 0 1 2 2"', PAINTS, "M, L, C and Z"),
    ours("an unknown style for a seat", PAINTS, "'tartan'", style=lambda view, seat: "tartan"),
    # the end and the judge
    mistigri("a reason is missing", "words.py", '"fewest": Text', '"least": Text', "reasons_read_well", "no text for the outcome's reason"),
    mistigri(
        "a reason with a full stop",
        "words.py",
        '"fewest points")',
        '"fewest points.")',
        "reasons_read_well",
        "must not end with a full stop",
    ),
    mistigri(
        "a reason with a capital",
        "words.py",
        '"le moins de points"',
        '"Le moins de points"',
        "reasons_read_well",
        "must not begin with a capital",
    ),
    mistigri("judge says 7", "rules.py", SHARES, "return [7.0 for _ in chances]", "judges_give_shares"),
    mistigri("judge gives points, no shares", "rules.py", SHARES, "return [-each for each in burden]", "judges_give_shares"),
    mistigri(
        "judge forgets a seat",
        "rules.py",
        SHARES,
        "return [1 / (game.seats - 1)] * (game.seats - 1)",
        "judges_give_shares",
        "one share for each seat",
    ),
    mistigri(
        "scores are no list",
        "rules.py",
        SCORES,
        '"scores": {str(i): n for i, n in enumerate(self.points(view.plays))}',
        "facts_are_json",
        "the scores",
    ),
    mistigri("scores are text", "rules.py", SCORES, '"scores": [str(n) for n in self.points(view.plays)]', "facts_are_json", "the scores"),
    mistigri("a seat has no score", "rules.py", SCORES, '"scores": list(self.points(view.plays))[1:]', "facts_are_json", "the scores"),
    ours("judge says 7", "judges_give_shares", "", judge=lambda game, view: [7.0] * game.seats),
    ford(
        "a third player wins", "rules.py", 'Outcome((seat,), "crossed")', 'Outcome((seat + 1,), "crossed")', "the_end_is_the_end", "winners"
    ),
    ford("it goes on after the end", "rules.py", "return {} if self.outcome(state) else", "return", "the_end_is_the_end"),
    # rules as data
    ford(
        "a state that can be changed",
        "rules.py",
        "@dataclass(frozen=True)\nclass State",
        "@dataclass\nclass State",
        "states_are_values",
        "a state",
    ),
    mistigri(
        "a view with a list in it",
        "rules.py",
        "tuple(len(held) for held in state.hands), put",
        "[len(held) for held in state.hands], put",
        "states_are_values",
        "a view",
    ),
    ford("unsorted actions", "rules.py", "sorted(_moves(state))", "_moves(state)", "actions_are_canonical"),
    ford(
        "a deal with luck of its own",
        "rules.py",
        "rng.randrange(2)",
        'self.__dict__.setdefault("dealt", []).append(0) or len(self.__dict__["dealt"]) % 2',
        "deals_are_repeatable",
    ),
    ford("the facts wait for the other", "rules.py", "[str(view.mover)]", "[str(1 - view.mover)]", "facts_are_json", "to_act in the facts"),
    mistigri(
        "a sealed choice whose order matters",
        "rules.py",
        "put = replace(state,",
        "put = replace(state, first=actor,",
        "sealed_choices_commute",
        "order",
    ),
    mistigri(
        "a sealed choice that narrows others'",
        "rules.py",
        "for card in state.hands[seat]) for seat in givers",
        "for card in state.hands[seat][sum(map(len, state.gifts)) // 2 :]) for seat in givers",
        "sealed_choices_commute",
        "changes the legal actions of another seat",
    ),
    ours("what a record notes is no JSON", "records_replay", "the notes of a record cannot be written", Noted),
    ours("a seat without a team", "teams_share_the_seats", "", Uneven),
    # options and the box
    ford(
        "a fault with the default options only",
        "rules.py",
        'return {"first": rng',
        'assert self.options.rows > 1\n        return {"first": rng',
        "games_can_be_played",
        "AssertionError in deal",
    ),
    ford(
        "a variant with an option that is not there",
        "__init__.py",
        '{"rows": 2}',
        '{"row": 2}',
        "variants_can_be_chosen",
        "no option 'row'",
    ),
    ford("a variant beyond its bounds", "__init__.py", '{"rows": 2}', '{"rows": 3}', "variants_can_be_chosen", "rows"),
    ford("a title in French only", "__init__.py", '"The Ford"', '""', "the_box_is_complete", "title"),
    ford("a seat without a name", "__init__.py", ', Text("Roseau", "Reed"))', ",)", "the_box_is_complete", "seat names"),
    mistigri(
        "house rules that raise",
        "words.py",
        "if options.mistigri == 5:",
        "if options.jack == 5:",
        "variants_can_be_chosen",
        "AttributeError in house_rules",
    ),
]

CONTROLS = [
    ford("nothing is wrong", "words.py", "It is not your turn.", "Wait a moment.", ""),
    mistigri("cards keep their word whether on offer or not", "picture.py", 'word=card if card in offers else ""', "word=card", ""),
    mistigri("nothing is wrong", "cards.py", '"jack"', '"knave"', ""),
    ours("nothing is wrong", ""),
]

NOT_SEEN = [
    ford(
        "a wrong rule: a taken stone stays",
        "rules.py",
        '"" if cell == end else cell',
        "cell",
        "",
        "the kit does not know the rules; only tests by clause do",
    ),
    ford(
        "why_not cites a clause that forbids something else",
        "rules.py",
        'Refusal("R5", STRAIGHT_TAKES)',
        'Refusal("R7", STRAIGHT_TAKES)',
        "",
        "the clause is there; that it is the right one only a reader sees",
    ),
    ford(
        "a judge that is upside down",
        "rules.py",
        "exp((second - first) / 2)",
        "exp((first - second) / 2)",
        "",
        "any shares could be right; an arena with greedy bots shows it",
    ),
    ford(
        "a rules page that says something else",
        "rules.en.md",
        "Never sideways, never back",
        "Sideways or back as you like",
        "",
        "the kit does not read prose",
    ),
    ford("French in the English text", "words.py", '"The game is over."', '"La partie est terminée."', "", "the kit knows no language"),
    Mutant(
        "mistigri: sealed is forgotten",
        edited("mistigri", "rules.py", ("def sealed(", "def giving("), ("self.sealed(", "self.giving(")),
        "",
        "races are legal, too; whether choices are meant to be sealed the game must say",
        (3,),
    ),
    mistigri(
        "imagine ignores who could not follow suit",
        "imagining.py",
        "voids[seat].add(led)",
        "pass",
        "",
        "the view is the same; bots play worse, and no view is wrong",
    ),
    mistigri(
        "imagine forgets where one's own gifts went",
        "imagining.py",
        "[card for card in view.given if card not in played]",
        "[]",
        "",
        "the view is the same; bots play worse, and no view is wrong",
    ),
    mistigri(
        "a secret is called public",
        "rules.py",
        MASK,
        "return action\n\n    def public(self, state: State, actor: Actor, action: Action) -> bool:\n        return True",
        "",
        "the kit takes the game's word for what is public by its rules",
    ),
    ours("a view knows every hat, and so does imagine", "", "the game itself says that this is no secret", Clairvoyant),
]


def table(mutants: Iterable[Mutant]) -> str:
    """Return the mutants as a Markdown table: caught by what, or why not."""
    lines = ["| mutant | caught by | what the kit says, or why it cannot |", "| --- | --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        for i, mutant in enumerate(mutants):
            own = Path(folder) / f"m{i}"
            own.mkdir()
            report = mutant.check(own)
            lines.append(_line(mutant, [*report.faults, *report.advice], folder))
    return "\n".join(lines)


def _line(mutant: Mutant, faults: list[conformance.Fault], folder: str) -> str:
    seen = next((fault for fault in faults if fault.name == mutant.by), faults[0] if faults else None)
    text = (
        seen.message.replace(folder, "…").replace("|", "/").replace("\n", " ")[:140]
        if seen
        else mutant.says or "a control: nothing is wrong"
    )
    return f"| {mutant.name} | {seen.name if seen else '–'} | {text} |"


if __name__ == "__main__":
    import support.planted as planted

    more = [*planted.CAUGHT, *planted.ADVISED, *planted.NOT_SEEN]
    sys.stdout.write(table([*CAUGHT, *CONTROLS, *NOT_SEEN, *more]) + "\n")
