"""More planted faults, in the manner of `mutants.py`: randomness and memory, options, set-ups, types, a box's bots."""

from pathlib import Path

from support.mutants import KEEPS, PAINTS, Mutant, edited, ford, mistigri
from tableronde.box import Box

STEADY, OPTIONS, SETUPS, BOX, BOTS = (
    "answers_are_steady",
    "options_can_be_played",
    "setups_are_read",
    "the_box_is_complete",
    "bots_choose_what_is_legal",
)
ELSEWHERE, AREA = "games_are_the_same_elsewhere", '(-8.5, -9, 17, 18), tuple(shapes), Text("La rivière", "The river")'
REFUSED = 'raise ValueError("a set-up must be {first: 0 or 1}")'
LUCK = 'f"{{{event.actor}}} goes from {start} to {end}."'


def with_a_bot(name: str, body: str, says: str) -> Mutant:
    """Return the Ford with a bot of its own."""
    bot = f"\n\nfrom tableronde.bots import RandomBot\n\n\nclass Mine(RandomBot):\n    {body}\n\n\nBOX = Box("
    change = ("\n\nBOX = Box(", bot), ("package=__name__", 'package=__name__, bots={"mine": Mine}')
    return Mutant(f"ford: {name}", edited("ford", "__init__.py", *change), BOTS, says)


def untranslated(folder: Path) -> Box:
    """Return the Ford with its French page instead of the English one."""
    box = edited("ford", "rules.en.md", ("", ""))(folder)
    pages = folder / f"ford_{folder.name}"
    (pages / "rules.en.md").write_text((pages / "rules.fr.md").read_text(encoding="utf-8"), encoding="utf-8")
    return box


CAUGHT: list[Mutant] = [
    # randomness, clocks, memory
    ford("luck in what is told", "words.py", LUCK, LUCK[:-1] + " {__import__('random').random()}\"", STEADY, "tell"),
    ford(
        "luck in the facts",
        "rules.py",
        '"to_act": [] if',
        '"luck": __import__("random").random(),\n            "to_act": [] if',
        STEADY,
        "facts",
    ),
    ford(
        "a judge with a memory",
        "rules.py",
        "return [share, 1 - share]",
        "MEMORY.append(0)\n    share = len(MEMORY) % 2\n    return [share, 1 - share]\n\n\nMEMORY: list[int] = []",
        STEADY,
        "judge",
    ),
    ford(
        "a clock in the refusals",
        "rules.py",
        'Refusal("R2", WAIT)',
        'Refusal("R2", Text(*[str(__import__("time").time_ns())] * 2))',
        STEADY,
        "why_not",
    ),
    mistigri("imagine draws with luck of its own", "imagining.py", "rng.shuffle(unseen)", "Random().shuffle(unseen)", "worlds_are_steady"),
    ford("the order of a set in the facts", "rules.py", "[[cell for cell in cells if cell]", "[list(set(cells))", ELSEWHERE, "the facts"),
    ford("hash in a state", "rules.py", "1 - state.mover, action)", "1 - state.mover, action + str(hash(action)))", ELSEWHERE, "the state"),
    # set-ups
    ford(
        "start changes the set-up",
        "rules.py",
        "        return State((bank(0",
        '        setup["first"] = 0\n        return State((bank(0',
        SETUPS,
        "changes",
    ),
    # options
    ford(
        "a choice that fails",
        "rules.py",
        'return {"first": rng',
        'assert self.options.rows < 2\n        return {"first": rng',
        OPTIONS,
        "with {'rows': 2}",
    ),
    ford(
        "a choice is refused in English only",
        "rules.py",
        "    def deal(",
        "    def __init__(self, seats, options):\n        super().__init__(seats, options)\n        if options.rows == 2:\n"
        '            raise __import__("tableronde.options").options.Unfit("", "No.")\n\n    def deal(',
        OPTIONS,
        "one language only",
    ),
    ford(
        "implied names no option",
        "rules.py",
        "low=1, high=2)",
        'low=1, high=2)\n\n    def implied(self):\n        return {"row": 1}',
        OPTIONS,
        "implied",
    ),
    ford(
        "__init__ fails",
        "rules.py",
        "    def deal(",
        "    def __init__(self, seats, options):\n        raise KeyError(seats)\n\n    def deal(",
        "games_can_be_played",
        "KeyError in __init__",
    ),
    # types
    ford("tips without a comma", "words.py", "TIPS = (", 'TIPS = Text("a", "a") or (', BOX, "tips should be"),
    ford("an age in words", "__init__.py", "age=8", 'age="eight"', BOX, "age should be"),
    ford("a slug with spaces", "rules.py", '"ford", 1', '"The Ford", 1', BOX, "slug should be"),
    ford(
        "reasons that are no texts",
        "words.py",
        'Text("une pierre a passé le gué", "a stone has crossed the ford")',
        '"crossed"',
        BOX,
        "reasons should be",
    ),
    ford(
        "tell gives plain text",
        "words.py",
        "    start, end = event.action.split()",
        '    return "moves"\n    start, end = event.action.split()',
        "events_are_told",
        "must be a Text(fr, en)",
    ),
    ford("captions without a comma", "picture.py", "(caption,))", "(caption))", PAINTS, "is a comma missing"),
    ford(
        "a caption in French only",
        "picture.py",
        'f"Stones: {left[0]} for {{0}}, {left[1]} for {{1}}."',
        '""',
        PAINTS,
        "a caption is in one language",
    ),
    ford("two areas with one id", "picture.py", f'(Area("river", {AREA}),)', f'(Area("river", {AREA}),) * 2', PAINTS, "two areas"),
    ford("an area without size", "picture.py", "(-8.5, -9, 17, 18)", "(-8.5, -9, 0, 18)", PAINTS, "no size"),
    ford("an area of nobody's", "picture.py", AREA, f"{AREA}, seat=5", PAINTS, "a seat that does not exist"),
    ford("a stone nowhere", "picture.py", "centre(cell, seat), title=title", '(float("inf"), 0.0), title=title', PAINTS, "must be finite"),
    ford(
        "an outcome that is none",
        "rules.py",
        'return Outcome((seat,), "crossed")',
        "return (seat,)",
        "the_end_is_the_end",
        "must return an Outcome",
    ),
    ford(
        "nobody can act, and nobody has won",
        "rules.py",
        "return {} if self.outcome(state) else",
        'return {} if state.last.endswith("4") or self.outcome(state) else',
        "the_end_is_the_end",
        "no one can act",
    ),
    ford(
        "touch gives a text",
        "rules.py",
        "    def why_not(",
        "    def touch(self, action):\n        return action\n\n    def why_not(",
        "touch_tree_is_legal_actions",
        "must return words",
    ),
    ford(
        "a view that cannot travel",
        "rules.py",
        '    last: str = ""\n',
        '    last: str = ""\n    then: object = lambda: 0\n',
        "states_are_values",
        "another process",
    ),
    # secrets
    mistigri(
        "a press refused tells who holds a card",
        "rules.py",
        "    def legal(",
        "    def why_not_press(self, state, seat, words):\n"
        "        who = [i for i, hand in enumerate(state.hands) if words[-1] in hand]\n"
        '        return Refusal("M1", Text(f"{who}", f"{who}"))\n\n    def legal(',
        KEEPS,
        "the refusal of a press",
    ),
    # rare texts
    ford(
        "a chapter in French only",
        "__init__.py",
        "package=__name__",
        'package=__name__, chapter=lambda before, after: Text("Fini.", "")',
        "chapters_are_told",
    ),
    with_a_bot("a bot that chooses what is not legal", 'choose = lambda self, view, heard, legal: "fly"', "an action that is not legal"),
    with_a_bot("a bot that raises", "choose = lambda self, view, heard, legal: view.nothing", "AttributeError in"),
    with_a_bot("a bot that weighs by points", "weigh = lambda self, view, heard, legal: dict.fromkeys(legal, 7.0)", "outside 0 to 1"),
    with_a_bot("a bot whose outlook forgets a seat", "outlook = lambda self, view, heard, legal: [1.0]", "a share for each seat"),
]

# works, but should be improved
ADVISED: list[Mutant] = [
    ford(
        "the order of a set in the picture",
        "picture.py",
        "for cell in sorted(on, key=on.__getitem__)",
        "for cell in set(on)",
        ELSEWHERE,
        "the picture",
    ),
    ford("start raises KeyError", "rules.py", 'set(setup) != {"first"} or type', "type", SETUPS, "KeyError in start"),
    ford("start takes what cannot be played", "rules.py", ' or setup["first"] not in (0, 1)', "", SETUPS, "cannot be played"),
    ford("start refuses without a word", "rules.py", REFUSED, "raise ValueError", SETUPS, "without a message"),
    ford(
        "options that can be changed", "rules.py", "@dataclass(frozen=True)\nclass Options", "@dataclass\nclass Options", OPTIONS, "frozen"
    ),
    ford(
        "winners in a list", "rules.py", 'Outcome((seat,), "crossed")', 'Outcome([seat], "crossed")', "the_end_is_the_end", "tuple of seats"
    ),
    Mutant("ford: both rules pages in one language", untranslated, "pages_are_there", "same text"),
    mistigri(
        "teams tell who has the jack",
        "rules.py",
        "    def legal(",
        '    def teams(self, state):\n        holder = next((i for i, hand in enumerate(state.hands) if "Jc" in hand), 0)\n'
        "        return (holder,), tuple(i for i in range(self.seats) if i != holder)\n\n    def legal(",
        KEEPS,
        "teams reveals a secret",
    ),
]

NOT_SEEN: list[Mutant] = [
    ford(
        "a list that grows unseen",
        "rules.py",
        "        start, end = action.split()\n        mine",
        '        self.__dict__.setdefault("seen", []).append(action)\n        start, end = action.split()\n        mine',
        "",
        "nothing that is asked ever depends on it",
    ),
    mistigri("hear still masks once all is over", "rules.py", " and not over else", " else", "", "a game may keep its secrets for ever"),
    mistigri(
        "winners who are half a team",
        "rules.py",
        "    def legal(",
        "    def teams(self, state):\n        return (0, 1), (2,)\n\n    def legal(",
        "",
        "who shares a win is a rule of the game",
    ),
    ford(
        "a stone outside its area",
        "picture.py",
        "centre(cell, seat), title=title",
        "(500.0 + 3 * i, 9.0 * owner), title=title",
        "",
        "things may lie ready out of sight, to glide in",
    ),
]
