"""tableronde check: run the conformance kit on a game."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde import conformance
from tableronde.cli.arguments import A_GAME, options, options_arguments, shelf
from tableronde.cli.bounded_numbers import seats, seed, whole
from tableronde.options import Variant
from tableronde.text import Text


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde check")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--players", type=seats, action="append", help="check only this number of seats (may be repeated)")
    parser.add_argument(
        "--games", type=whole(1, 10**6), default=2, help="random games for each number of seats and each variant (default: 2)"
    )
    parser.add_argument("--seed", type=seed, default=0, help="the same seed finds the same faults (default: 0)")
    parser.add_argument("--first", action="store_true", help="stop at the first fault")
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER", help="write to this folder, for each fault, the record of a game that shows it"
    )
    options_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Check a game and print its faults; return 1 if there are any, or if no game could be played."""
    chosen = parser().parse_args(arguments)
    box = shelf(chosen).find(chosen.game)
    fixed = options(box, chosen)
    variants = [Variant("chosen", Text("", ""), fixed)] if fixed else None
    report = conformance.check(
        box, chosen.players, variants, chosen.games, seed=chosen.seed, enough=lambda report: chosen.first and bool(report.faults)
    )
    for i, fault in enumerate(report.faults, 1):
        print(fault)
        if chosen.records and fault.where:
            chosen.records.mkdir(parents=True, exist_ok=True)
            (chosen.records / f"{i}-{fault.name}.json").write_text(fault.where.text(), encoding="utf-8")
    for advice in report.advice:
        print(f"advice: {advice}")
    verdict = f"{len(report.faults)} fault{'s' * (len(report.faults) > 1)}" if report.faults else "no fault"
    unshown = [clause for clause, places in report.shown.items() if not places]
    if len(unshown) < len(report.shown):  # not a fault; listed once the first clause is shown
        print(f"clauses not shown by any figure or lesson: {', '.join(unshown) or 'none'}")
    print(f"{box.slug}: {report.games} games, {report.plies} events, {report.moments} positions checked closely: {verdict}")
    return 1 if report.faults or not report.games else 0
