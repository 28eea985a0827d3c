"""The page on the command line names every command with all its arguments, defaults and choices, and no other."""

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from compat import current
from tableronde.cli import COMMANDS, main
from tableronde.shelf import Shelf

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
SECTIONS = {title: text for _, title, text in re.findall(r"^(##|###) `([a-z][a-z ]*)`\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)}
COMMON = set(re.findall(r"`(--[\w-]+)", PAGE.partition("## Common arguments")[2].partition("\n## ")[0]))
ELSEWHERE = {"serve"}  # its options are in configuration.md, which another test compares
WORDS = ("store", "admin")  # their commands are rows of one table


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with the parser that reads its arguments; those of commands in commands, too."""
    of_games = [[slug, name] for slug in current.GAMES for name in Shelf.installed().find(slug).commands]
    with patch.dict(os.environ, {"LANG": "en_GB.UTF-8"}):  # some defaults are what the environment says
        for words in [*([name] for name in COMMANDS), *of_games]:
            parser = current._parser(lambda words=words: main(words))  # type: ignore[misc]
            assert parser is not None, words
            yield " ".join(words), parser
            if words[0] not in WORDS:
                yield from ((f"{words[0]} {name}", sub) for name, sub in current._subcommands(parser).items())


PARSERS = dict(parsers())


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables of a section: the name of an option, or a word in capitals, and its cells."""
    found: dict[str, list[str]] = {}
    for line in re.findall(r"^\| `.*$", text, re.MULTILINE):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
        for name in re.findall(r"`(-{1,2}[\w-]+|[A-Z]+)", cells[0]):
            found[name] = cells
    return found


def options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """What can be given, but for help and commands."""
    shown = [action for action in parser._actions if action.dest != "help" and action.help != argparse.SUPPRESS]
    return [action for action in shown if not isinstance(action.choices, dict)]


def test_every_command_has_a_section_and_no_other() -> None:
    assert set(SECTIONS) == set(PARSERS)


@pytest.mark.parametrize("name", sorted(set(PARSERS) - ELSEWHERE))
def test_every_option_of_a_command_is_named_and_no_other(name: str) -> None:
    section = SECTIONS[name]
    named = set(re.findall(r"`(-{1,2}[a-z][\w-]*)", section.partition("| command | does |")[0]))
    there = {word for action in options(PARSERS[name]) for word in action.option_strings}
    assert named == there
    assert {word for word in there if word not in rows(section)} <= COMMON


@pytest.mark.parametrize("name", sorted(set(PARSERS) - ELSEWHERE))
def test_every_argument_of_a_command_has_a_row(name: str) -> None:
    placed = [action for action in options(PARSERS[name]) if not action.option_strings]
    lines = re.findall(r"^\| `[A-Z]+`.*$", SECTIONS[name], re.MULTILINE)
    assert len(lines) == len(placed)


@pytest.mark.parametrize("name", sorted(set(PARSERS) - ELSEWHERE))
def test_defaults_and_choices_are_those_of_the_program(name: str) -> None:
    table = rows(SECTIONS[name])
    for action in options(PARSERS[name]):
        if action.choices and not isinstance(action.choices, range):
            text = SECTIONS[name] if not set(action.option_strings) & COMMON else PAGE
            assert [choice for choice in action.choices if f"`{choice}`" not in text and f"--lang {choice}`" not in text] == []
        known = isinstance(action.default, str | int | float) and not isinstance(action.default, bool) and "/" not in str(action.default)
        cells = table.get(action.option_strings[-1]) if action.option_strings else None
        if known and cells and action.default != "":
            assert cells[1].strip("`") == str(action.default), action.option_strings


@pytest.mark.parametrize("name", WORDS)
def test_every_command_in_a_command_has_a_row_with_its_options(name: str) -> None:
    table = SECTIONS[name].partition("| command | does |")[2]
    lines = dict(re.findall(rf"^\| `tableronde {name} ([a-z-]+)(.*)$", table, re.MULTILINE))
    commands = current._subcommands(PARSERS[name])
    assert set(lines) == set(commands)
    for word, parser in commands.items():
        for option in options(parser):
            assert not option.option_strings or f"`{option.option_strings[-1]}" in lines[word]
            assert option.option_strings or re.match(r" [A-Z]+`", lines[word]), word


def test_the_page_says_what_all_take() -> None:
    assert {"--game", "--variant", "--option", "--lang", "--theme", "--no-colour"} == COMMON
