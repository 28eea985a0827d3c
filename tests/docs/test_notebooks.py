"""The notebooks run from the first cell to the last, and their results can be displayed."""

import ast
import json
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path) -> list[str]:
    """Return the code cells of a notebook."""
    return ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def run(code: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last line if it is an expression."""
    body = ast.parse(code).body
    last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body[:-1] if last else body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["bluff", "first_look", "learning"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TABLERONDE_QUICK", "1")
    mpl.use("Agg")
    names: dict[str, Any] = {"__name__": "notebook"}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="pyparsing|matplotlib")
        shown = [run(code, names) for code in cells(path)]
    pictures = [thing for thing in shown if thing is not None and (hasattr(thing, "savefig") or thing._repr_svg_().startswith("<svg"))]
    assert len(pictures) == {"first_look": 6, "learning": 1, "bluff": 1}[path.stem]
    assert capsys.readouterr().out
    plt.close("all")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_clean(path: Path) -> None:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_information_is_measured_right() -> None:
    """Two coins that always agree share one bit of information; independent ones share none."""
    names: dict[str, Any] = {}
    for code in cells(FOLDER / "bluff.ipynb")[:2]:
        run(code, names)
    heads = [0, 1] * 50
    assert names["information"](heads, heads) == pytest.approx(1)
    assert names["information"](heads, [0] * 50 + [1] * 50) == pytest.approx(0)
    assert names["entropy"]([0, 1, 2, 3]) == 2
