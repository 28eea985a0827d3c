"""The commands `tableronde kaplan …`: check the lexicon, make a deck, verify a deck."""

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Final

from tableronde.games.kaplan.rules.deck import file_of
from tableronde.games.kaplan.words.dictionary import LANGUAGES


def press(argv: list[str]) -> int:
    """Build a full deck from the lexicon and verify it before it is written."""
    from tableronde.games.kaplan.words.deck_check import verify as verify_deck
    from tableronde.games.kaplan.words.deck_maker import SEEDS
    from tableronde.games.kaplan.words.deck_maker import press as press_deck
    from tableronde.games.kaplan.words.lexicon import lexicon

    parser = argparse.ArgumentParser(prog="tableronde kaplan press", description=press.__doc__)
    _add_language(parser)
    parser.add_argument("--seed", type=int, help="the same seed and lexicon give the same deck (default: that of the deck in the box)")
    parser.add_argument("--out", type=Path, default=Path("deck.json"), help="where to write the deck (default: %(default)s)")
    args = parser.parse_args(argv)
    seed = SEEDS[args.language] if args.seed is None else args.seed
    begun = time.perf_counter()
    try:
        deck = press_deck(lexicon(args.language), seed, args.language)
    except ValueError as fault:
        print(f"No deck: {fault}.")
        return 1
    faults = verify_deck(deck, args.language)
    if not faults:
        args.out.write_text(json.dumps(deck, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    letters = fmean(len(game["word"]) for game in deck["games"])
    print(f"{len(deck['games'])} words, {letters:.2f} letters each on average, in {time.perf_counter() - begun:.1f} s.")
    return _report("deck", [f"{fault.check}: {fault.sentence}" for fault in faults], f"Written to {args.out}.")


def verify(argv: list[str]) -> int:
    """Carry out the two sorts of a deck for all pairs of pawns, and check what comes out (V1 to V17)."""
    from tableronde.games.kaplan.words.deck_check import verify as verify_deck

    parser = argparse.ArgumentParser(prog="tableronde kaplan verify", description=verify.__doc__)
    _add_language(parser)
    parser.add_argument("deck", type=Path, nargs="?", help="a pressed deck (default: the one in the box)")
    args = parser.parse_args(argv)
    path = args.deck or file_of(args.language)
    faults = verify_deck(json.loads(path.read_text(encoding="utf-8")), args.language)
    return _report("deck", [f"{fault.check}: {fault.sentence}" for fault in faults], "All 384 pairs of pawns find their word.")


def lexicon(argv: list[str]) -> int:
    """Proofread the words and hints of a lexicon: spelling, length, twins, roots in hints, repetitions, patterns, unfit words."""
    from tableronde.games.kaplan.words.lexicon import file_of as lexicon_of
    from tableronde.games.kaplan.words.lexicon import read_lexicon
    from tableronde.games.kaplan.words.proofreading import faults

    parser = argparse.ArgumentParser(prog="tableronde kaplan lexicon", description=lexicon.__doc__)
    _add_language(parser)
    parser.add_argument("--file", type=Path, help="a lexicon (default: the one in the box)")
    args = parser.parse_args(argv)
    try:
        entries = read_lexicon((args.file or lexicon_of(args.language)).read_text(encoding="utf-8"))
    except ValueError as fault:
        print(f"No lexicon: {fault}.")
        return 1
    plurals = sum(entry.mark.endswith("Plur") for entry in entries)
    print(f"{len(entries)} words, {fmean(len(entry.text) for entry in entries):.2f} letters each on average, {plurals} in the plural.")
    return _report("lexicon", [f"{fault.word}: {fault.sentence}" for fault in faults(entries, args.language)], "No fault found.")


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="fr", help="which edition (default: %(default)s)")


def _report(what: str, faults: list[str], praise: str) -> int:
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"The {what} has {len(faults)} faults." if faults else praise)
    return 1 if faults else 0


COMMANDS: Final[Mapping[str, Callable[[list[str]], int]]] = {"lexicon": lexicon, "press": press, "verify": verify}
