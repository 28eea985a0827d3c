"""The command line: tableronde serve, play, learn, print, engine, replay, review, arena and others, and the games' own commands."""

import argparse
import json
import os
import sys
from contextlib import nullcontext, redirect_stdout
from functools import partial
from math import comb
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tableronde import __version__
from tableronde.arguments import seats, seconds, seed, whole
from tableronde.home import data_home
from tableronde.outside import told
from tableronde.progress import bar
from tableronde.text import LANGUAGES, Language, Text, join

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tableronde.arena import Tally
    from tableronde.box import Box
    from tableronde.game import Action
    from tableronde.options import Option
    from tableronde.review import Worths
    from tableronde.shelf import Shelf
    from tableronde.table import Table
    from tableronde.terminal import Screen


A_GAME: Final = "a game on the shelf, or a module, file or folder with a BOX"
COMMANDS: Final = (
    "serve",
    "minds",
    "cluster",
    "store",
    "play",
    "learn",
    "puzzles",
    "openings",
    "print",
    "engine",
    "replay",
    "review",
    "check",
    "games",
    "arena",
    "bench",
    "research",
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 if all went well, 1 if something was found wrong, 2 if the words were off."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        passed_on = _passed_on(arguments)
        if passed_on is not None:
            return passed_on
        parsed = _parser().parse_args(arguments)
        return int(parsed.run(parsed))
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except (ValueError, LookupError, OSError) as error:
        print(f"tableronde: {_sentence(error)}", file=sys.stderr)
        return 2
    except Exception as error:  # a fault in a game's code, or in ours: who can mend it sets TABLERONDE_TRACEBACK
        if os.environ.get("TABLERONDE_TRACEBACK"):
            raise
        print(f"tableronde: {told(error)} (TABLERONDE_TRACEBACK=1 shows the way there)", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tableronde", description="A game room and an engine for board games.")
    parser.add_argument("--version", action="version", version=f"tableronde {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("serve", help="open the game room in the browser", add_help=False)
    _play_parser(commands.add_parser("play", help="play in the terminal"))
    _learn_parser(commands.add_parser("learn", help="learn a game in the terminal, step by step"))
    engine = commands.add_parser("engine", help="speak the JSON-lines protocol on standard input and output")
    _shelf_argument(engine)
    engine.set_defaults(run=_engine)
    _replay_parser(commands.add_parser("replay", help="tell a recorded game"))
    _review_parser(commands.add_parser("review", help="the moments of a recorded game where most was lost"))
    _check_parser(commands.add_parser("check", help="run the conformance kit on a game"))
    games = commands.add_parser("games", help="list the games, their variants, options and bots")
    games.add_argument("games", nargs="*", metavar="GAME", help=f"only these: {A_GAME}")
    _shelf_argument(games)
    games.set_defaults(run=_games)
    _arena_parser(commands.add_parser("arena", help="let bots play against each other"))
    _puzzles_parser(commands.add_parser("puzzles", help="solve a game's puzzles in the terminal, make them, prove them"))
    _openings_parser(commands.add_parser("openings", help="let the strongest bot judge every first action of an open game for two"))
    _print_parser(commands.add_parser("print", help="make a game, its rules or a recorded game on paper (PDF)"))
    commands.add_parser("minds", help="think for rooms on other machines", add_help=False)
    commands.add_parser("cluster", help="try a room of several nodes out on this machine", add_help=False)
    commands.add_parser("store", help="look after what the room keeps", add_help=False)
    commands.add_parser("bench", help="measure how fast a game's kernel plays", add_help=False)
    commands.add_parser("research", help="turn records into data for programs that learn", add_help=False)
    return parser


def _play_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help=A_GAME)
    _shelf_argument(parser)
    parser.add_argument("--players", type=seats, help="how many seats (the fewest the game allows)")
    parser.add_argument("--people", type=whole(0, 99), default=1, help="how many of them at this keyboard; the others are bots (1)")
    parser.add_argument("--bot", default="search", help="the bots' level, or your own: FILE.py:CLASS (search)")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="a bot's thinking time (1)")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument("--seed", type=seed, help="deal and roll the same every time")
    _options_arguments(parser)
    _screen_arguments(parser)
    parser.set_defaults(run=_play)


def _learn_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("lesson", nargs="?", default="", help="from which lesson on, by its name or its number (the first)")
    _screen_arguments(parser)
    parser.set_defaults(run=_learn)


def _replay_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    _shelf_argument(parser)
    parser.add_argument("--at", type=whole(0, 10**6), metavar="N", help="stop after N events")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write the picture there as well")
    _screen_arguments(parser)
    parser.set_defaults(run=_replay)


def _check_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--players", type=seats, action="append", help="only with so many seats (may be repeated)")
    parser.add_argument("--games", type=whole(1, 10**6), default=2, help="random games for each number of seats and each variant (2)")
    parser.add_argument("--seed", type=seed, default=0)
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="write there for each fault the record of a game that shows it")
    _options_arguments(parser)
    parser.set_defaults(run=_check)


def _arena_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=A_GAME)
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="one for each seat, a level or your own (FILE.py:CLASS); more with --players: all meet all"
    )
    parser.add_argument("--players", type=seats, help="seats at a table (as many as there are bots)")
    parser.add_argument("--games", type=whole(1, 10**6), default=20, help="of each match; seats move on after each game (20)")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="play that many games at once (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--records", type=Path, metavar="FILE", help="write all games there, one record a line")
    parser.add_argument("--seconds", type=seconds, help="a bot's thinking time")
    parser.add_argument("--seed", type=seed, default=0)
    _options_arguments(parser)
    parser.set_defaults(run=_arena)


def _puzzles_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("what", nargs="?", choices=("play", "list", "make", "verify"), default="play", help="what to do (play)")
    parser.add_argument("puzzle", nargs="?", default="", help="which one to play (that of the day)")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed makes the same puzzles (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was made there (the game's own folder)")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="make with that many processes (1)")
    parser.add_argument("--every", type=whole(1, 10**6), default=1, metavar="N", help="prove only every N-th puzzle (1)")
    _screen_arguments(parser)
    parser.set_defaults(run=_puzzles)


def _openings_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="the bot's thinking time for each, at most (60)")
    parser.add_argument("--seed", type=seed, default=0, help="a level that has the time to think to its end thinks the same again (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was found there (the game's own folder)")
    parser.set_defaults(run=_openings)


def _print_parser(parser: argparse.ArgumentParser) -> None:
    from tableronde.printing.arguments import arguments

    parser.add_argument("what", metavar="GAME|RECORD", help=f"{A_GAME}; or the file of a record")
    parser.add_argument("--lang", choices=LANGUAGES, default=language(os.environ), help="the language (that of your locale)")
    arguments(parser)
    _shelf_argument(parser)
    parser.set_defaults(run=_print)


def _review_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument("--seat", type=whole(0, 98), default=0)
    parser.add_argument("--bot", help="whose opinion (the game's strongest bot's)")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="its thinking time for each choice (1)")
    _shelf_argument(parser)
    _screen_arguments(parser)
    parser.set_defaults(run=_review)


def _shelf_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        dest="more",
        action="append",
        default=[],
        metavar="PLACE",
        help="put one more game on the shelf: its file, folder or module",
    )


def _options_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", help="a named set of options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="one option (may be repeated)")


def _screen_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=language(os.environ), help="the language (that of your locale)")
    parser.add_argument("--theme", choices=("dark", "light", "safe", "print"), default="dark")
    parser.add_argument("--no-colour", action="store_true", help="plain characters only")


def language(environment: Any) -> Language:
    """The language of the locale: French, or English for all others."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next((name for name in names if name), "").startswith("fr") else "en"


def _play(arguments: argparse.Namespace) -> int:
    from tableronde.terminal import Leave, Session

    screen = _screen(arguments)
    shelf = _shelf(arguments)
    table = _resumed(arguments.resume, shelf, arguments.game) if arguments.resume else _opened(arguments, shelf, screen)
    rng = Random(arguments.seed)
    if arguments.people > table.game.seats:
        raise ValueError(f"there are {table.game.seats} seats at this table, not enough for {arguments.people} people")
    players = {seat: _bot(table, seat, arguments.bot, arguments.seconds, rng) for seat in range(arguments.people, table.game.seats)}
    session = Session(table, players, screen, rng, lambda seat: _bot(table, seat, arguments.bot, arguments.seconds, rng))
    screen.write(table.box.house_rules(table.game.options)[screen.language])
    screen.say("Écrivez « aide » pour savoir ce que l’on peut faire.", "Type “help” to see what you can do.")
    try:
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        return _kept(table, screen, shelf.place(table.game.slug))
    except Exception:
        _kept(table, screen, shelf.place(table.game.slug))
        raise
    return 0


def _learn(arguments: argparse.Namespace) -> int:
    from tableronde.learn.tutor import teach
    from tableronde.terminal import Leave

    screen = _screen(arguments)
    screen.say("Écrivez « aide » pour savoir ce que l’on peut faire.", "Type “help” to see what you can do.")
    try:
        teach(_shelf(arguments).find(arguments.game), screen, arguments.lesson)
    except (Leave, EOFError, KeyboardInterrupt):
        return 0
    return 0


def _shelf(arguments: argparse.Namespace) -> "Shelf":
    """The games installed, and those added on the command line."""
    from tableronde.shelf import Shelf

    return Shelf.installed(*getattr(arguments, "more", ()))


def _kept(table: "Table", screen: "Screen", place: str) -> int:
    """Leave without losing the game."""
    from shlex import quote

    from tableronde.terminal import save

    if not table.events:
        return 0
    path = data_home() / f"{table.game.slug}.json"
    save(table, path)
    game = quote(place) if Path(place).is_absolute() else table.game.slug
    command = f"tableronde play {game} --resume {quote(str(path))}"
    screen.say(f"\nLa partie est gardée. Pour la reprendre : {command}", f"\nThe game is kept. To go on with it: {command}")
    return 0


def _opened(arguments: argparse.Namespace, shelf: "Shelf", screen: "Screen") -> "Table":
    from tableronde.table import Table

    box = shelf.find(arguments.game) if arguments.game else _choose_game(shelf.boxes(), screen)
    return Table(box, arguments.players or min(box.game_type.players), _options(box, arguments), rng=Random(arguments.seed))


def _choose_game(boxes: "Sequence[Box]", screen: "Screen") -> "Box":
    for i, box in enumerate(boxes, 1):
        screen.write(f"{i:4}  {box.title[screen.language]} — {box.blurb[screen.language]}")
    while True:
        answer = screen.read(Text("Quel jeu ? ", "Which game? ")[screen.language]).strip()
        if answer.isdecimal() and 0 < int(answer) <= len(boxes):
            return boxes[int(answer) - 1]


def _resumed(path: Path, shelf: "Shelf", game: str | None = None) -> "Table":
    """The table of a record: of a game on the shelf, unless another one is named."""
    from tableronde.record import Record
    from tableronde.table import Table

    record = Record.parse(path.read_text(encoding="utf-8", errors="replace"))
    return Table.replay(shelf.find(game) if game else shelf.box(record.game), record)


def _bot(table: "Table", seat: int, level: str, seconds: float, rng: Random) -> Any:
    from tableronde import bots

    bot = bots.find(table.box, level)(table.box, table.game, seat, Random(rng.random()))
    bot.seconds = seconds
    return bot


def _options(box: "Box", arguments: argparse.Namespace) -> dict[str, Any]:
    """The options of a variant, and those given one by one."""
    from tableronde.options import options_of

    chosen: dict[str, Any] = {}
    if arguments.variant:
        variants = {variant.name: variant for variant in box.variants}
        if arguments.variant not in variants:
            raise LookupError(f"{box.slug} has no variant {arguments.variant!r}; it has {', '.join(variants) or 'none'}")
        chosen.update(variants[arguments.variant].options)
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    for text in arguments.option:
        name, _, value = text.partition("=")
        if name not in known:
            raise LookupError(f"{box.slug} has no option {name!r}; it has {', '.join(known) or 'none'}")
        chosen[name] = known[name].parse(value)
    return chosen


def _screen(arguments: argparse.Namespace) -> "Screen":
    from tableronde.terminal import Screen
    from tableronde.theme import THEMES

    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb" and not arguments.no_colour
    return Screen(input, print, arguments.lang, THEMES[arguments.theme], coloured)


def _engine(arguments: argparse.Namespace) -> int:
    from tableronde.engine import serve

    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what a game prints must not come between the answers
        serve(sys.stdin.buffer, answers, _shelf(arguments))
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    from tableronde.paint import svg, text

    table, screen = _resumed(arguments.file, _shelf(arguments)), _screen(arguments)
    while arguments.at is not None and table.plies > max(0, arguments.at):
        table.undo()
    for i, line in enumerate(table.tale(), 1):
        print(f"{i:4}  {line.named(table.names)[screen.language]}")
    scene = table.scene().named(table.names)
    print(text.paint(scene, table.box.looks, screen.theme, screen.language, *screen.size, screen.coloured))
    if arguments.svg:
        arguments.svg.write_text(svg.paint(scene, table.box.looks, screen.theme, screen.language), encoding="utf-8")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from tableronde import conform
    from tableronde.options import Variant

    box = _shelf(arguments).find(arguments.game)
    chosen = _options(box, arguments)
    variants = [Variant("chosen", Text("", ""), chosen)] if chosen else None
    report = conform.check(box, arguments.players, variants, arguments.games, seed=arguments.seed)
    for i, fault in enumerate(report.faults, 1):
        print(fault)
        if arguments.records and fault.where:
            arguments.records.mkdir(parents=True, exist_ok=True)
            (arguments.records / f"{i}-{fault.name}.json").write_text(fault.where.text(), encoding="utf-8")
    verdict = f"{len(report.faults)} fault{'s' * (len(report.faults) > 1)}" if report.faults else "no fault"
    unshown = [clause for clause, places in report.shown.items() if not places]
    if len(unshown) < len(report.shown):  # no fault: somebody has begun to show them
        print(f"clauses that no figure and no lesson shows: {', '.join(unshown) or 'none'}")
    print(f"{box.slug}: {report.games} games, {report.plies} events, {report.moments} moments looked at closely: {verdict}")
    return 1 if report.faults or not report.games else 0


def _games(arguments: argparse.Namespace) -> int:
    from tableronde import bots
    from tableronde.game import count
    from tableronde.options import options_of

    shelf = _shelf(arguments)
    for box in [shelf.find(name) for name in arguments.games] or shelf.boxes():
        print(f"{box.slug}: {box.title.fr} / {box.title.en}, {count(box.game_type.players)} players, from {box.age}, {box.minutes} minutes")
        for variant in box.variants:
            print(f"    variant {variant.name}: {variant.title.en}")
        for option in options_of(box.game_type.options_type):
            print(f"    option {option.name} ({_values(option)}): {option.text.en}")
        print(f"    bots: {', '.join(bots.levels(box))}")
    return 0


def _values(option: "Option") -> str:
    """What an option can be, as one writes it."""
    if option.kind == "int" and option.names:
        return ", ".join(f"{number} for {name.en}" for number, name in option.names.items())
    return ", ".join(option.words) or option.kind


def _arena(arguments: argparse.Namespace) -> int:
    from tableronde import arena

    box, names = _shelf(arguments).find(arguments.game), arguments.bots
    size = arguments.players or len(names)
    rest = {"options": _options(box, arguments), "seed": arguments.seed, "seconds": arguments.seconds, "processes": arguments.processes}
    total = arguments.games * comb(len(names), size)
    with arguments.records.open("w", encoding="utf-8") if arguments.records else nullcontext() as file:
        keep = (lambda record: print(json.dumps(record.json()), file=file)) if file else None
        progress = partial(bar, of=total)
        tallies = arena.round_robin(box, names, size, arguments.games, progress=progress, keep=keep, **rest)
    ratings = arena.ratings(tallies) if len(tallies) > 1 else {}
    if arguments.json:
        print(json.dumps({"matches": [tally.json() for tally in tallies], "ratings": ratings}))
    else:
        for tally in tallies:
            _print_tally(tally)
        for name, (mu, sigma) in sorted(ratings.items(), key=lambda item: -item[1][0]):
            print(f"  {name:12} rated {mu:5.1f} ± {2 * sigma:.1f}")
    return 0


def _puzzles(arguments: argparse.Namespace) -> int:
    from tableronde.learn import puzzle_command

    box = _shelf(arguments).find(arguments.game)
    match arguments.what:
        case "make":
            return puzzle_command.make_anew(box, arguments.seed, arguments.out, arguments.processes, bar)
        case "verify":
            return puzzle_command.verify_all(box, arguments.every, bar)
        case "list":
            return puzzle_command.show(box, _screen(arguments))
    return puzzle_command.solve(box, _screen(arguments), arguments.puzzle)


def _openings(arguments: argparse.Namespace) -> int:
    from tableronde.learn.openings import make

    for line in make(_shelf(arguments).find(arguments.game), arguments.seconds, arguments.seed, arguments.out, bar):
        print(line)
    return 0


def _print(arguments: argparse.Namespace) -> int:
    from tableronde.printing.command import print_game, print_record

    shelf, what = _shelf(arguments), Path(arguments.what)
    if what.suffix == ".json" and what.is_file():
        return print_record(_resumed(what, shelf), arguments)
    return print_game(shelf.find(arguments.what), arguments)


def _review(arguments: argparse.Namespace) -> int:
    from tableronde.game import Event
    from tableronde.review import advisers, foresee, opinion, review, storyline, wording

    table, screen = _resumed(arguments.file, _shelf(arguments)), _screen(arguments)
    seat, rng = arguments.seat, Random(0)
    if seat >= table.game.seats:
        raise LookupError(f"there is no seat {seat} in a game of {table.game.seats}")
    names = (arguments.bot,) if arguments.bot else advisers(table.box)

    def advise(then: "Table", actions: "Sequence[Action]") -> "Worths":
        counsel = (_bot(then, seat, name, arguments.seconds, rng) for name in names)
        return opinion(counsel, then.view(seat), then.heard(seat), actions)

    def story(then: "Table", action: "Action") -> "Text":
        """An action in words, and what would probably have come next."""
        text, event = wording(then, seat, action), Event(seat, action)
        if then.game.hides:
            return text
        ahead = foresee(lambda other: _bot(then, other, names[0], arguments.seconds, rng), then.game, then.state, then.heard(seat), event)
        told = join(storyline(then, event, ahead))
        return Text(f"{text.fr}\n    Suite probable : {told.fr}", f"{text.en}\n    Probably next: {told.en}") if ahead else text

    slips = review(table, seat, advise)
    if not slips:
        screen.say("Rien à redire : aucun choix n’a coûté cher.", "Nothing to find fault with: no choice cost much.")
    for slip in slips:
        then = table.at(slip.ply)
        played, better = story(then, slip.played), story(then, slip.better)
        after, before = f"{slip.played}, {100 * slip.share:.0f} %", f"{slip.better}, {100 * slip.best:.0f} %"
        screen.say(
            f"Coup {slip.ply + 1} ({after}) : {played.fr}\n    Mieux valait ({before}) : {better.fr}",
            f"Move {slip.ply + 1} ({after}): {played.en}\n    Better ({before}): {better.en}",
        )
    return 0


def _print_tally(tally: "Tally") -> None:
    print(f"{tally.games} games, {tally.plies / max(1, tally.games):.1f} events each")
    for i, name in enumerate(tally.names):
        low, high = tally.interval(i)
        print(f"  {name:12} {100 * tally.share(i):5.1f} % of the wins  (95 %: {100 * low:.1f} to {100 * high:.1f})")
    seats = ", ".join(f"{seat}: {100 * won / max(1, tally.games):.1f} %" for seat, won in enumerate(tally.by_seat))
    print(f"  by seat: {seats}; whoever acted first: {100 * tally.first / max(1, tally.games):.1f} %")
    print("  ended by: " + ", ".join(f"{reason} {times}" for reason, times in tally.reasons.most_common()))


def _passed_on(arguments: list[str]) -> int | None:
    """Commands that read their own arguments: the room's, the benchmark's, and those of a game (tableronde GAME NAME …)."""
    match arguments:
        case ["serve", *rest]:
            return _serve(rest)
        case ["minds", *rest]:
            return _minds(rest)
        case ["cluster", *rest]:
            return _cluster(rest)
        case ["store", *rest]:
            return _store(rest)
        case ["bench", *rest]:
            from tableronde.bench import main as bench

            return bench(rest)
        case ["research", *rest]:
            from tableronde.research.command import main as research

            return research(rest)
        case [name, *rest] if name not in COMMANDS and not name.startswith("-"):
            return _game_command(name, rest)
    return None


def _serve(arguments: list[str]) -> int:
    try:
        from tableronde.room.__main__ import main as serve
    except ImportError as error:
        raise LookupError(f"the room needs more packages ({error.name}): pip install 'tableronde[room]'") from None
    return serve(arguments)


def _minds(arguments: list[str]) -> int:
    try:
        from tableronde.room.minds.command import main as minds
    except ImportError as error:
        raise LookupError(
            f"thinking for other machines needs more packages ({error.name}): pip install 'tableronde[room,cluster]'"
        ) from None
    return minds(arguments)


def _cluster(arguments: list[str]) -> int:
    from tableronde.room.cluster.command import main as cluster

    return cluster(arguments)


def _store(arguments: list[str]) -> int:
    try:
        from tableronde.room.store.command import main as store
    except ImportError as error:
        raise LookupError(f"the room needs more packages ({error.name}): pip install 'tableronde[room]'") from None
    return store(arguments)


def _game_command(name: str, arguments: list[str]) -> int:
    from tableronde.shelf import Shelf

    shelf = Shelf.installed()
    if name not in shelf and not Path(name).exists():
        raise LookupError(f"there is no command {name!r}; there are {', '.join(COMMANDS)}, and the games' own: tableronde GAME NAME")
    box = shelf.find(name)
    commands = box.commands
    if not arguments or arguments[0] not in commands:
        raise LookupError(f"{box.slug} has these commands of its own: {', '.join(commands) or 'none'}")
    return commands[arguments[0]](arguments[1:])


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error.args[0]) if error.args else type(error).__name__
