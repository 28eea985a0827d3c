"""Make puzzles from games between bots, prove and grade them. The same seed gives the same bytes on any number of processes."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from random import Random
from typing import Any, Final

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.play import arena
from tableronde.plugins import loader
from tableronde.puzzles.puzzle import Draft, Puzzle, judge, line, workshop
from tableronde.table import Table

Progress = Callable[[int, int], None]  # called with the number done and the total
Spread = Callable[[Callable[..., Any], Iterable[Any]], Iterator[Any]]  # like map
TRIALS: Final = 8  # of each level but the best
TRIALS_OF_BEST: Final = 1  # it makes no random mistakes, and is slow
PATIENCE: Final = 3600.0  # seconds a bot may think: its number of simulations decides, on any machine
AT_ONCE: Final = 32  # games searched before the kinds still wanted are computed again
ENOUGH: Final = 20_000  # games after which the search is given up


def unseen(done: int, of: int) -> None:
    """Ignore progress."""


def make(box: Box, seed: int, processes: int = 1, progress: Progress = unseen) -> list[Puzzle]:
    """Make a set of puzzles, graded, the easiest of each kind first."""
    of = 2 * sum(workshop(box).wanted.values())
    with _workers(processes) as spread:
        found = list(_counted(_found(box, seed, spread), progress, 0, of))
        graded = list(_counted(spread(partial(graded_by_levels, box), found), progress, of // 2, of))
    return _numbered(graded)


def _counted(made: Iterable[Puzzle], progress: Progress, before: int, of: int) -> Iterator[Puzzle]:
    for done, puzzle in enumerate(made, before + 1):
        progress(done, of)
        yield puzzle


def verify(box: Box, puzzle: Puzzle) -> str:
    """Return a sentence on what is wrong with a puzzle; empty if its proof holds."""
    kind, table = workshop(box).kinds[puzzle.kind], puzzle.table(box)
    right = list(kind.right(table, puzzle.seat, puzzle.plies))
    if right != [puzzle.answer]:
        return f"{puzzle.id}: the right answers are {right}, not {puzzle.answer} alone"
    verdict = judge(box, puzzle, [action for actor, action in puzzle.solution if actor == puzzle.seat])
    return "" if verdict.word == "solved" else f"{puzzle.id}: its solution is {verdict.word}"


def drafts(box: Box, seed: int, game: int) -> Iterator[Draft]:
    """Yield the positions of a game between bots that may be puzzles."""
    shop, rng = workshop(box), Random(f"{seed} {game}")
    seats, options = shop.tables[game % len(shop.tables)]
    table = Table(box, seats, options, rng=rng)
    players = [_bot(box, table, seat, rng.choice(shop.levels), rng) for seat in range(seats)]
    arena.play(table, players, rng)
    return shop.find(table)


def proved(box: Box, draft: Draft) -> Puzzle | None:
    """Return the draft as a puzzle, if exactly one action is right."""
    kind = workshop(box).kinds[draft.kind]
    if len(kind.right(draft.table, draft.seat, draft.plies)) != 1:
        return None
    solution, position = line(kind, draft.table, draft.seat, draft.plies), replace(draft.table.record(), notes={})
    return Puzzle("", draft.kind, position, draft.seat, draft.plies, draft.film, solution)


def graded_by_levels(box: Box, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the share of attempts in which each level of its game solves it."""
    names = list(box.bots) or ["random", "greedy"]
    trials = {name: TRIALS if name != names[-1] else TRIALS_OF_BEST for name in names}
    return replace(puzzle, shares={name: sum(_solves(box, puzzle, name, i) for i in range(n)) / n for name, n in trials.items()})


def _solves(box: Box, puzzle: Puzzle, level: str, trial: int) -> bool:
    """Return whether a level solves a puzzle in the trial with that number."""
    kind, table = workshop(box).kinds[puzzle.kind], puzzle.table(box)
    bot = _bot(box, table, puzzle.seat, level, Random(f"{puzzle.position.digest} {level} {trial}"))
    answers: list[str] = []
    while (action := kind.attempt(bot, table, puzzle.seat)) is not None:
        verdict = judge(box, puzzle, [*answers, action])
        if verdict.word != "right":
            return verdict.word == "solved"
        answers.append(action)
        for actor, happened in verdict.events:
            table.play(actor, happened)
    return False


def _bot(box: Box, table: Table, seat: int, level: str, rng: Random) -> Bot:
    bot = bots.levels(box)[level](box, table.game, seat, Random(rng.getrandbits(64)))
    bot.seconds = PATIENCE
    return bot


def _found(box: Box, seed: int, spread: Spread) -> Iterator[Puzzle]:
    """Yield puzzles in the order in which their games were played, until there are enough of each kind."""
    left = Counter(workshop(box).wanted)
    for start in range(0, ENOUGH, AT_ONCE):
        look = partial(_look, box, seed, frozenset(+left))
        for found in spread(look, range(start, start + AT_ONCE)):
            for puzzle in found:
                if left[puzzle.kind] > 0:
                    left[puzzle.kind] -= 1
                    yield puzzle
        if not +left:
            return
    raise LookupError(f"{box.slug}: no more puzzles in {ENOUGH} games; still wanted: {dict(+left)}")


def _look(box: Box, seed: int, wanted: Collection[str], game: int) -> list[Puzzle]:
    """Return the puzzles of one game, at most one of each kind."""
    found: dict[str, Puzzle] = {}
    for draft in drafts(box, seed, game):
        if draft.kind in wanted and draft.kind not in found and (puzzle := proved(box, draft)):
            found[draft.kind] = puzzle
    return list(found.values())


@contextmanager
def _workers(processes: int) -> Iterator[Spread]:
    """Provide a parallel `map`: results come in the order of the inputs, whatever the number of processes."""
    if processes == 1:
        yield map
        return
    context = get_context("fork" if "fork" in get_all_start_methods() else None)
    with ProcessPoolExecutor(processes, context, loader.load_all, (loader.loaded(),)) as pool:
        yield pool.map


def _numbered(found: Sequence[Puzzle]) -> list[Puzzle]:
    """Sort puzzles by kind, the easiest first, and number their ids in that order."""
    ordered: list[Puzzle] = []
    for kind in dict.fromkeys(sorted(puzzle.kind for puzzle in found)):
        own = [puzzle for puzzle in found if puzzle.kind == kind]
        own.sort(key=lambda puzzle: -sum(puzzle.shares.values()))
        ordered += [replace(puzzle, id=f"{kind}-{i:02}") for i, puzzle in enumerate(own, 1)]
    return ordered


def table_of_shares(made: Sequence[Puzzle]) -> dict[str, Mapping[str, float]]:
    """Return the average share of puzzles each level solves, by kind."""
    kinds = dict.fromkeys(puzzle.kind for puzzle in made)
    return {kind: _average([puzzle.shares for puzzle in made if puzzle.kind == kind]) for kind in kinds}


def _average(shares: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {level: sum(share[level] for share in shares) / len(shares) for level in shares[0]}
