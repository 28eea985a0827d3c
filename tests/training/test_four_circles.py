"""The training programs of evaluations: they play by our rules, and improve with a little training."""

import json
import shutil
import subprocess
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import pytest

from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.bots.judgement import PRIORS
from tableronde.games.four_circles.rules import PASS
from tableronde.games.four_circles.rules.board import name
from tableronde.table import Table

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "train" / "four_circles" / "train.cu"
CURVE = SimpleNamespace(**run_path(str(ROOT / "train" / "curve.py")))
COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="NO C++ COMPILER: the training programs cannot be built and are not tested")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("train") / "train"
    subprocess.run([str(COMPILER), "-O3", "-DCHUNK=8", "-x", "c++", "-o", str(built), str(SOURCE)], check=True)
    return built


def told(*command: object) -> list[str]:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_by_the_rules(program: Path, seed: int) -> None:
    table = Table(BOX, 2, {"max_plies": 1000})
    corner = min(x for x, _ in table.state.tiles), min(y for _, y in table.state.tiles)
    lines = told(program, "check", seed, 190)
    assert len(lines) > 30
    for line in lines:
        if table.outcome:  # a repetition, which self-play does not check
            break
        count, target, source, tile = line.split()
        [legal] = table.legal().values()
        assert len(legal) == int(count)
        table.play(table.to_act()[0], _action(target, source, tile, corner))


def _action(target: str, source: str, tile: str, corner: tuple[int, int]) -> str:
    def named(text: str) -> str:
        x, y = map(int, text.split(","))
        return name((x + corner[0], y + corner[1]))

    if target == "-":
        return PASS
    pawn = named(target) if source == "-" else f"{named(source)}>{named(target)}"
    return pawn if tile == "-" else f"{named(tile)}>{named(target)}|{pawn}"


def test_a_little_training_beats_no_training(program: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.bin"
    log = told(program, "learn", numbers, "--rounds", 12, "--seconds", 600, "--games", 256, "--lambda", 0.9, "--rate", 0.3, "--heat", 0.15)
    assert json.loads(log[-1])["plies"] == 12 * 256 * 8
    [score] = told(program, "match", numbers, "nothing", "--games", 400)
    assert float(score) > 0.6
    [same] = told(program, "match", "nothing", "nothing", "--games", 400)
    assert float(score) > float(same) + 0.1


def test_the_prior_is_trained_at_the_same_time(program: Path, tmp_path: Path) -> None:
    """The prior is trained on searches two plies deep: its error decreases."""
    numbers, prior, curve = tmp_path / "numbers.bin", tmp_path / "prior.bin", tmp_path / "curve.jsonl"
    how = ["--seconds", 600, "--games", 64, "--width", 2, "--lambda", 0.7, "--rate", 0.05]
    told(program, "learn", numbers, "--rounds", 6, *how)
    [log] = told(program, "learn", numbers, "--from", numbers, "--rounds", 1, "--prior", prior, *how)
    [later] = told(program, "learn", numbers, "--from", numbers, "--rounds", 40, "--prior", prior, "--curve", curve, *how)
    assert json.loads(later)["surprise"] < json.loads(log)["surprise"] - 0.1
    assert prior.stat().st_size == 4 * PRIORS
    [point] = map(json.loads, curve.read_text().splitlines())
    assert point["first"] == point["last"] == pytest.approx(0.5, abs=0.2)
    assert point["nothing"] > 0.5


@pytest.mark.parametrize(("game", "lines"), [("four_circles", 3), ("cirkis", 3), ("karta_doppio", 1)])
def test_a_curve_is_what_its_command_draws(game: str, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    kept = Path("train", game, "curve.svg").read_text(encoding="utf-8")
    path, drawn = CURVE.again(CURVE.command_of(kept))
    assert path == Path("train", game, "curve.svg")
    assert drawn == kept
    assert drawn.count("<polyline") == lines


def test_shares_are_drawn_as_elo() -> None:
    assert CURVE.elo(0.5, 100) == 0
    assert CURVE.elo(0.76, 100) == pytest.approx(200, abs=1)
    assert CURVE.elo(1.0, 100) == pytest.approx(-CURVE.elo(0.0, 100))  # and finite
    assert CURVE.elo(1 / 4, 100, 4) == pytest.approx(0), "a fair share of three opponents"


def test_a_run_continues_another_one() -> None:
    log = [{"seconds": second, "last": 0.5} for second in (1, 2, 1, 3)]
    assert [[line["seconds"] for line in run] for run in CURVE.runs(log)] == [[1, 2], [1, 3]]
    panel = CURVE.panel_of(log, "last@1+2")
    assert [line["seconds"] for line in panel.lines] == [1, 2, 3, 5]
    assert panel.joints == [2]


def test_wrong_arguments_are_answered_with_a_sentence(program: Path, tmp_path: Path) -> None:
    for words in (
        [],
        ["learn"],
        ["learn", "x", "--wings", "2"],
        ["match", str(tmp_path / "none"), "nothing"],
        ["learn", "x", "--seed"],
        ["learn", "x", "--prior", "y"],
    ):
        ended = subprocess.run([str(program), *words], capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.strip()
