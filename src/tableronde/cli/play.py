"""tableronde play: play in the terminal, alone against bots or with others at one keyboard."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from shlex import quote

from tableronde.box import Box
from tableronde.cli.arguments import A_GAME, bot, options, options_arguments, resumed, screen, screen_arguments, shelf, shelf_argument
from tableronde.cli.bounded_numbers import seats, seconds, seed, whole
from tableronde.cli.data_home import data_home
from tableronde.game import Seat
from tableronde.learn.rulings import describe_departures
from tableronde.play.terminal.screen import Leave, Screen
from tableronde.play.terminal.terminal_game import TerminalGame, save
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.text import Text


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde play")
    parser.add_argument("game", nargs="?", help=A_GAME)
    shelf_argument(parser)
    parser.add_argument("--players", type=seats, help="how many seats (default: the fewest the game allows)")
    parser.add_argument(
        "--people", type=whole(0, 99), default=1, help="how many of them play at this keyboard; the others are bots (default: 1)"
    )
    parser.add_argument(
        "--seat", type=whole(1, 99), default=1, metavar="N", help="your seat, counted from 1; other people sit after you (default: 1)"
    )
    parser.add_argument(
        "--bot", default="search", help="the bots' level, or your own bot as FILE.py:CLASS or 'cmd:PROGRAM …' (default: search)"
    )
    parser.add_argument("--seconds", type=seconds, default=1.0, help="a bot's thinking time (default: 1)")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="continue a saved game")
    parser.add_argument("--seed", type=seed, help="the same seed gives the same deal and rolls")
    options_arguments(parser)
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Play until the game is over or a player leaves; an unfinished game is saved."""
    chosen = parser().parse_args(arguments)
    window, games, rng = screen(chosen), shelf(chosen), Random(chosen.seed)
    table = resumed(chosen.resume, games, chosen.game) if chosen.resume else _opened(chosen, games, window)
    people = _seats_of_people(table.game.seats, chosen)
    players = {seat: bot(table, seat, chosen.bot, chosen.seconds, rng) for seat in range(table.game.seats) if seat not in people}
    session = TerminalGame(table, players, window, rng, lambda seat: bot(table, seat, chosen.bot, chosen.seconds, rng))
    window.write(describe_departures(table.box, table.game.options)[window.language])
    window.say("Écrivez « aide » pour savoir ce que l’on peut faire.", "Type “help” to see what you can do.")
    try:
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        _keep(table, window, games.place(table.game.slug), chosen.resume)
    except Exception:
        _keep(table, window, games.place(table.game.slug), chosen.resume)
        raise
    return 0


def _seats_of_people(seats: int, chosen: Namespace) -> set[Seat]:
    """Return the seats played at this keyboard; ValueError with a sentence if there are not enough."""
    if chosen.people > seats:
        raise ValueError(f"there are {seats} seats at this table, not enough for {chosen.people} people")
    if chosen.seat > seats:
        raise ValueError(f"there is no seat {chosen.seat} at this table: its seats are 1 to {seats}")
    return {(chosen.seat - 1 + i) % seats for i in range(chosen.people)}


def _opened(chosen: Namespace, games: Shelf, window: Screen) -> Table:
    box = games.find(chosen.game) if chosen.game else _choose_game(games.boxes(), window)
    return Table(box, chosen.players or min(box.game_type.players), options(box, chosen), rng=Random(chosen.seed))


def _choose_game(boxes: Sequence[Box], window: Screen) -> Box:
    for i, box in enumerate(boxes, 1):
        window.write(f"{i:4}  {box.title[window.language]} — {box.blurb[window.language]}")
    while True:
        answer = window.read(Text("Quel jeu ? ", "Which game? ")[window.language]).strip()
        if answer.isdecimal() and 0 < int(answer) <= len(boxes):
            return boxes[int(answer) - 1]


def _keep(table: Table, window: Screen, place: str, resumed: Path | None) -> None:
    """Save the game and print how to continue it. Another saved game is not overwritten; the one that was resumed is."""
    if not table.events:
        return
    path = _free_path(table.game.slug, resumed)
    save(table, path)
    game = quote(place) if Path(place).is_absolute() else table.game.slug
    command = f"tableronde play {game} --resume {quote(str(path))}"
    window.say(f"\nLa partie est enregistrée. Pour la reprendre : {command}", f"\nThe game is saved. To resume it: {command}")


def _free_path(slug: str, resumed: Path | None) -> Path:
    """Return where to save: over the game that was resumed, or under the first name that is free: GAME.json, GAME-2.json, …"""
    names = (f"{slug}.json" if i == 1 else f"{slug}-{i}.json" for i in count(1))
    paths = (data_home() / name for name in names)
    return next(path for path in paths if not path.exists() or (resumed is not None and path.samefile(resumed)))
