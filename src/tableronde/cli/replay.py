"""tableronde replay: print a recorded game line by line, with its last picture."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.arguments import resumed, screen, screen_arguments, shelf, shelf_argument
from tableronde.cli.bounded_numbers import whole
from tableronde.render import svg, terminal_text


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde replay")
    parser.add_argument("file", type=Path, help="the file of a record")
    shelf_argument(parser)
    parser.add_argument("--at", type=whole(0, 10**6), metavar="N", help="stop after N events")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write the picture to this file as well")
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Print the game."""
    chosen = parser().parse_args(arguments)
    table, window = resumed(chosen.file, shelf(chosen)), screen(chosen)
    while chosen.at is not None and table.plies > chosen.at:
        table.undo()
    for i, line in enumerate(table.tale(), 1):
        print(f"{i:4}  {line.named(table.names)[window.language]}")
    scene = table.scene().named(table.names)
    print(terminal_text.paint(scene, table.box.looks, window.theme, window.language, *window.size, window.coloured))
    if chosen.svg:
        chosen.svg.write_text(svg.paint(scene, table.box.looks, window.theme, window.language), encoding="utf-8")
    return 0
