"""The stored state of a live table is changed in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[3] / "src" / "tableronde"


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
