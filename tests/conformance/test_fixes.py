"""Every message of the conformance kit has a fix, in the code and in the reference, and no other has one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tableronde.conformance as kit
from tableronde.conformance.fixes import BARE, FIXES, fix_of
from tableronde.conformance.report import Fault, Finding

FOLDER = Path(str(kit.__file__)).parent
PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "conformance.md").read_text(encoding="utf-8")


def messages() -> Iterator[str]:
    """The causes that the code spells, with `…` for what they name."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Finding", "Advice", "Unsound"):
                yield from (text for cause in node.args[:1] if (text := spelled(cause)))


def spelled(cause: ast.expr) -> str:
    if isinstance(cause, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in cause.values)
    return str(cause.value) if isinstance(cause, ast.Constant) else ""


def test_every_message_has_a_fix_and_no_other() -> None:
    assert set(messages()) - BARE == set(FIXES)


def test_the_reference_has_the_same_table() -> None:
    rows = re.findall(r"^- (.+?)\n\n  (.+?)(?=\n- |\n*\Z)", PAGE.partition("## Messages and fixes")[2], re.MULTILINE | re.DOTALL)
    assert {" ".join(message.split()): " ".join(fix.split()) for message, fix in rows} == FIXES


def test_a_fault_finds_its_fix_whatever_it_names() -> None:
    def fix(cause: str) -> str:
        return fix_of(Fault("check", Finding(cause), None))

    assert "both pages" in fix("a refusal cites R9, which is not in rules.fr.md")
    assert "frozen=True" in fix("a state must be frozen data")
    assert "line" in fix("KeyError in apply (mygame/rules.py:40)")
    assert fix("lessons.toml: cross: step 2: it has no text") == FIXES["lessons.toml: …"]
    assert fix("crossing: 'a1' is not legal") == ""
