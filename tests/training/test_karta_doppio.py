"""The training program of Karta Doppio: it plays by our rules, evaluates as our kernel does, and improves with a little training."""

import json
import subprocess
from pathlib import Path

import pytest

from tableronde.games.karta_doppio import BOX
from tableronde.table import Table
from training.test_four_circles import COMPILER, SOURCE, told

pytestmark = pytest.mark.skipif(COMPILER is None, reason="NO C++ COMPILER: the training programs cannot be built and are not tested")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("train") / "train"
    subprocess.run([str(COMPILER), "-O3", "-x", "c++", "-o", str(built), str(SOURCE.parents[1] / "karta_doppio" / "train.cu")], check=True)
    return built


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_by_the_rules(program: Path, seed: int) -> None:
    dealt, *moves = told(program, "check", seed)
    table = Table(BOX, 2, {}, {"hands": [[card for card in range(30) if int(hand) >> card & 1] for hand in dealt.split()]})
    for line in moves:
        count, action, *numbers = line.split()
        [legal] = table.legal().values()
        assert len(legal) == int(count)
        table.play(table.to_act()[0], action)
        facts = table.facts()
        assert [*facts["tokens"], *facts["points"]] == list(map(int, numbers[:4]))
    assert table.outcome


def test_a_little_training_beats_no_training(program: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.bin"
    log = told(program, "learn", numbers, "--rounds", 30, "--seconds", 600, "--games", 100, "--rate", 0.05, "--wild", 1)
    assert json.loads(log[-1])["plies"] == 30 * 100 * 16
    [score] = told(program, "match", numbers, "nothing", "--games", 400)
    [same] = told(program, "match", "nothing", "nothing", "--games", 400)
    assert float(score) > 0.6 > float(same) + 0.05


def test_wrong_arguments_are_answered_with_a_sentence(program: Path, tmp_path: Path) -> None:
    for words in ([], ["learn"], ["learn", "x", "--wings", "2"], ["check", "1", str(tmp_path / "none")], ["learn", "x", "--wild"]):
        ended = subprocess.run([str(program), *words], capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.strip()
