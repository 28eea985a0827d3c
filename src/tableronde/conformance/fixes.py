"""How to mend what the conformance kit finds, by its message; `…` stands for what a message names.

A test compares the list with the messages in the code, and the table of the reference with the list.
"""

import re
from functools import cache
from typing import Final

from tableronde.conformance.report import Fault

FIXES: Final[dict[str, str]] = {
    # Rules
    "an actor is neither a seat nor chance": "Use numbers from 0 to `self.seats - 1`, or `CHANCE`, as keys of `legal`.",
    "an actor is listed without an action": "Leave an actor out of `legal` when it has no action.",
    "actions are not sorted, or one is listed twice": "Return `sorted(set(actions))`.",
    "an action must be plain ASCII": "Write actions with letters, digits and spaces; accents belong in `label` and `tell`.",
    "outcome must return an Outcome or None": "Return `Outcome((seat,), reason)`.",
    "the game is over, but legal still lists actions": "Return `{}` from `legal` as soon as `outcome` returns a result.",
    "no one can act, but there is no outcome: the game never ends": "Return an `Outcome` where `legal` is empty, or add a pass.",
    "the winners must be a tuple of seats": "Write `(seat,)`, with the comma.",
    "the winners must be sorted seats, each listed once": "Return `tuple(sorted(set(winners)))`.",
    "the outcome's scores must be one number for each seat": "Give one score for each seat, or none at all.",
    "to_act names an actor that cannot act": "Name only actors that have actions in `legal`, and at least one of them.",
    "the teams must hold every seat exactly once": "Put each seat into one team; without teams remove the method.",
    "the same action leads to different states": "Take randomness out of `apply`; dice are actions of `CHANCE`.",
    "the legal actions change when they are asked for again": "Keep no lists or counters on the game; compute from the state.",
    "a state was changed by a question or by an action": "Use frozen dataclasses and tuples; change them with `replace`.",
    "… must be frozen data": "Write `@dataclass(frozen=True)`, and `tuple` and `frozenset` in place of `list` and `set`.",
    "two views of the same state must be equal: compare them by value": "Make the view a frozen dataclass.",
    "a view cannot be sent to another process, where bots think": "Keep functions, files and locks out of the view.",
    "undoing an action leads to another state": "Let `apply` return a new state and leave the old one as it is.",
    "weights must name legal actions of chance only, and at least one": "Return weights for the actions in `legal(state)[CHANCE]`.",
    "a legal action of chance has no weight: it never happens": "Give it a weight, or leave it out of `legal`.",
    "a weight must be a positive number": "Leave out what cannot happen.",
    "a sealed choice changes the legal actions of another seat": "Reveal choices only when all have been made.",
    "the order of sealed choices changes the state": "Store choices by seat, and resolve them together after the last one.",
    "a text for an open action is refused without a message": "Give `Illegal` a `Refusal` with a text in both languages.",
    "a completed open action must be plain ASCII": "Return a canonical form from `complete`, such as capitals without accents.",
    "a completed open action must complete to itself": "Let `complete` return an action that begins like the open one.",
    "… cannot be written as JSON": "Use `None`, `True` and `False`, numbers, text, lists and dictionaries with text as keys.",
    "… must be plain JSON: it reads back differently": "Use lists in place of tuples, and text in place of numbers as keys.",
    "a record read back has another digest": "Return the same set-up and options as were read.",
    "a record read back leads to another state": "Put everything random into the set-up or into actions of `CHANCE`.",
    "deal must draw only with the Random it is given": "Use the parameter `rng`, never the module `random`.",
    "to_act in the facts differs from the game's": "Return `[str(actor) for actor in …]` in the order of `to_act`.",
    "the scores in the facts must be a list with a number for each seat": "Return one number for each seat, or no `scores`.",
    "… answers the same question differently: it uses randomness, a clock or memory": "Compute the answer from the arguments alone.",
    "a game has no end": "Add a rule that ends it: a limit of turns, or no repeated positions.",
    "the kit finds no word that an open action accepts": "Let `complete` accept some word of letters or a number.",
    "a game cannot be replayed in another process": "Keep nothing outside the folder, and no order of sets in states.",
    "… in … (…:…)": "The game's code failed at this line; the example is the error's message.",
    # Options, set-ups, editions
    "the options are not a frozen dataclass": "Write `@dataclass(frozen=True)` above the class of options.",
    "implied names an option that does not exist": "Use the names of the fields in `implied`.",
    "the option … names a word that is not one of its values": "Use the values of its `Literal` as keys of `names`.",
    "a choice is refused in one language only": "Give `Unfit` a French and an English sentence.",
    "start changes the set-up it is given: it must leave it as it is": "Copy lists before you change them.",
    "…: an unsuitable set-up must be refused with ValueError": "Check keys and types at the beginning of `start`.",
    "start accepts a set-up that cannot be played: …": "Check values as well as keys in `start`.",
    "a set-up is refused without a message": "Write a sentence into the `ValueError`.",
    "edition …: a record replays differently": "Do not change old rules; copy them into a module of their own.",
    "edition …: a record does not replay": "Keep the old rules as they were in `editions`.",
    "two variants have the same name": "Give every variant a name of its own.",
    "a variant has options that the game refuses": "Use names and values of the options' dataclass.",
    "a variant fits none of the numbers of seats that the game allows": "Let the rules accept its options for some number of seats.",
    "house rules are in one language only": "Return a `Text` with both, or `NOTHING`.",
    # Secrets
    "two seats know different things: the game must say private = True": "Write `private = True` in the class of the rules.",
    "the game defines hear, but not imagine": "Write `imagine`: a random state that gives the same view.",
    "the view reveals a secret, or an imagined state does not give the same view": (
        "Build the view from what the seat may know, and let `imagine` keep all of that."
    ),
    "the facts reveal a secret": "Compute `facts` from the view.",
    "to_act reveals a secret": "Let `to_act` and the end of the game depend on what everybody knows.",
    "teams reveals a secret when a player resigns": "Let `teams` depend on what everybody knows.",
    "sealed reveals a secret": "Let `sealed` depend on what everybody knows.",
    "the words to press reveal a secret": "Offer a seat only what follows from its own view.",
    "the picture reveals a secret": "Draw from the view and the parameters only; use no ids that name hidden things.",
    "a refusal reveals a secret": "Let `why_not` use only what the seat knows.",
    "the refusal of a press reveals a secret": "Let `why_not_press` use only what the seat knows.",
    "every imagined state is the same: imagine must draw what is hidden at random": "Shuffle what the viewer does not know with `rng`.",
    "imagine must draw only with the Random it is given": "Use the parameter `rng`, never the module `random`.",
    "a view is not the state itself, but the game does not define imagine": "Write `imagine`, or return the state from `view`.",
    "an action is public, but not every seat hears it as it is": "Return the action unchanged from `hear` where `public` is true.",
    "what is heard reveals a secret (if the rules make it public, the game's method public should say so)": (
        "Mask it in `hear`, as in `give ?`, or return `True` from `public`."
    ),
    "every seat always imagines a part of the state as it is, though it is hidden from spectators": (
        "Let `imagine` draw that part at random, or show it in every view."
    ),
    "imagine always returned the truth: nothing is hidden from a seat": "Let `imagine` draw the other hands at random.",
    "a seat always imagines what is another one's as it is: is it no secret?": "Take it out of the view, or show it to everybody.",
    # Refusals and words
    "a refusal changed the table": "Change nothing in `why_not`.",
    "an action is refused without a message": "Return a `Refusal` with a text in both languages.",
    "an illegal action was played": "Let `complete` refuse, with `Illegal`, what is not an open action.",
    "a refusal cites …, which is not in rules.….md": "Write the clause in bold at the beginning of a paragraph of both pages.",
    "a text must be a Text(fr, en)": "Return `Text(french, english)`; `same(word)` is alike in both.",
    "tell gives no text for an event": "Return a sentence for every action, also for a masked one.",
    "… names a seat that does not exist": "Write `{{{seat}}}` in an f-string, with a seat of the table.",
    "a second thought is in one language only": "Return both languages, or `None`.",
    "the coach's text is in one language only": "Return both languages, or `None`.",
    "the text of a chapter is in one language only": "Return both languages, or `None`.",
    "the box has no text for the outcome's reason …": "Add the reason to `REASONS`.",
    "the reason … must not end with a full stop: it is shown inside a sentence": "Remove the full stop.",
    "the reason … must not begin with a capital: it is shown inside a sentence": "Begin with a small letter.",
    "the judge must give one share for each seat": "Return a list of `game.seats` numbers.",
    "the judge's shares must be between 0 and 1 and add up to 1": "Divide each by their sum.",
    # Box and pages
    "… should be …": "Give the field a value of that kind.",
    "…: a text is empty in one language": "Write it in both languages.",
    "there are fewer seat names than seats": "Name every seat of the largest table.",
    "the box does not say who made the game": "Add `CREDITS = Credits(authors=(…,))`.",
    "a look has an unknown pattern": "Use a pattern of the theme: plain, stripes, dots, hatch, rings, chevrons, grid or waves.",
    "the box's package does not exist": "Pass `package=__name__`, or leave it out.",
    "there is no rules.….md in the game's folder": "Write the page; in a wheel, list it as package data.",
    "both rules pages are the same text: one of them is not in its language": "Translate one of them.",
    "a clause is in the rules page of one language only": "Write the clause into both pages.",
    "a ruling names different options in the two languages": "Link the same option in both pages.",
    "a ruling names an option that cannot be chosen": "Use a name and a value of the options.",
    "rules.….md links to an option that cannot be chosen": "Use a name and a value of the options.",
    # Figures and lessons
    "a figure is in the rules page of one language only": "Show it in both pages.",
    "…: … shows a clause that no rules page states": "Correct `clauses`, or write the clause.",
    "rules.….md shows a figure that does not exist": "Correct the name, or add it to `figures.toml`.",
    "lessons.toml: …": "Correct the key or value that the message names.",
    # Pictures
    "draw must return a Scene": "Return `Scene((area, …))`.",
    "the shapes of an area must be a tuple": "Write `tuple(shapes)`.",
    "… of a scene must be a tuple (is a comma missing?)": "Write `(area,)`, with the comma.",
    "the same position is drawn differently the second time": "Take randomness, clocks and counters out of `draw`.",
    "two areas have the same id": "Give each area an id of its own, such as `hand 2`.",
    "an area has no size": "Give its `box` a positive width and height.",
    "an area belongs to a seat that does not exist": "Use a seat of the table, or `None`.",
    "… is in one language only": "Write the text in both languages.",
    "two shapes have the same id": "Give each shape of a scene an id of its own.",
    "a film must begin at 0 seconds, and its times must increase": "Begin with `Frame(0.0, …)`.",
    "a film shows an area that is not in the scene": "Use the ids of the scene's areas.",
    "the place, turn and size of a shape must be finite numbers": "Look for a division by zero or a missing place.",
    "a shape with a label needs a size for its letters": "Set `size=…` beside `label=…`.",
    "a path must be made of M, L, C and Z": "Use the helpers of `tableronde.scene`, such as `circle` and `polygon`.",
    "the style word … is neither in the themes nor in the box's looks": "Correct the word, or define it in `LOOKS`.",
    "the … picture is not SVG": "Remove characters from labels and titles that XML does not allow.",
    # What can be pressed
    "a seat cannot reach all its actions by pressing words": "Let `touch` return different words for different actions.",
    "touch must return words": "Return a tuple or list of text, without empty words.",
    "the last word to press for an open action must be its *": "Return `*` as the last word of an open action.",
    "a word on offer has neither a title nor a label: give its shape a title, or label it": "Set `title=…`, or answer in `label`.",
    "turning the held piece must give words": "Return a tuple of words from `rotate`.",
    # Kits
    "a text of a component of the kit is missing in one language": "Write it in both languages.",
    "the count of a component of the kit must be at least 1": "Leave out components that are not needed.",
    "a cut line of the kit must be a closed path with a size": "End the path with `Z`.",
    "a component of the kit with a back must be folded or printed on both sides": "Set how its back is made.",
    "a text of the kit is missing in one language": "Write it in both languages.",
    "the style word … is neither in the themes nor in the kit's looks": "Correct the word, or define it in the kit.",
    # Bots and numbers
    "the bot … is not a Bot": "Return an object with the methods of a bot from the function in `BOTS`.",
    "the bot … chooses an action that is not legal": "Choose one of the actions it is given, or `None`.",
    "the bot … weighs actions that are not legal, or by numbers outside 0 to 1": "Return shares for the actions it is given.",
    "the outlook of the bot … must be a share for each seat, adding up to 1": "Return a list of shares, or an empty one.",
    "two legal actions have the same number, or one is out of range": "Let `number` return a different number for every action.",
    "an action is not recovered from its number": "Let `action` be the inverse of `number`.",
    "an observation must have the length of its declared parts": "Make `observe` as long as the sum of `parts`.",
    "the draws of a deal do not make a set-up": "Let the draws of the spaces give the same set-ups as `deal`.",
}
BARE: Final = {"…: …", "edition …: …"}  # messages that another part of the package writes: they say themselves what to do


def fix_of(fault: Fault) -> str:
    """Return how to mend a fault; empty if its message says so itself."""
    return next((fix for pattern, fix in _patterns() if pattern.fullmatch(fault.first.cause)), "")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the messages as patterns, those that say most first."""
    ordered = sorted(FIXES, key=lambda message: -len(message.replace("…", "")))
    return tuple((re.compile(".+?".join(map(re.escape, message.split("…"))), re.DOTALL), FIXES[message]) for message in ordered)
