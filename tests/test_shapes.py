"""No class does too much, and what a live table stores is changed in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tableronde"
COMPILED = "from tableronde.flat import"  # a kernel is one algorithm on flat rows
MOST_LINES, MOST_METHODS = 300, 30


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """All classes of modules that are not compiled, with where they are."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if COMPILED not in text:
            yield from (
                (f"{path.relative_to(SOURCE)}:{node.name}", node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)
            )


def test_no_class_is_longer_or_has_more_methods_than_can_be_overseen() -> None:
    seen = 0
    for place, node in classes():
        methods = sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body)
        assert (node.end_lineno or 0) - node.lineno < MOST_LINES, place
        assert methods <= MOST_METHODS, place
        seen += 1
    assert seen > 300


def assigned(tree: ast.AST) -> Iterator[str]:
    """What is assigned to attributes, as it is written: "session.saved"."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            yield from (ast.unparse(part) for part in parts if isinstance(part, ast.Attribute))


OWNER = SOURCE / "room" / "tables" / "table_session.py"


@pytest.mark.parametrize("path", sorted((SOURCE / "room").rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_but_the_session_assigns_to_it(path: Path) -> None:
    found = [name for name in assigned(ast.parse(path.read_text(encoding="utf-8"))) if name.rpartition(".")[0].endswith("session")]
    assert path == OWNER or not found


def test_assignments_are_found() -> None:
    """Or the test above would hold for anything."""
    assert list(assigned(ast.parse("self.session.saved, x = a, b\nsession.since += 1"))) == ["self.session.saved", "session.since"]
    assert "self.saved" in assigned(ast.parse(OWNER.read_text(encoding="utf-8")))
