"""The training program of CirKis: it plays by our rules, evaluates as our kernel does, and improves with a little training."""

import json
import subprocess
import sys
import zlib
from array import array
from pathlib import Path
from typing import Any

import pytest

from tableronde.bots.weights import unpacked
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.bots.guesses import SCALE
from tableronde.games.cirkis.bots.judgement import LearnedKernel
from tableronde.games.cirkis.bots.sight import AT_CHOICE, AT_PRIOR, AT_RACE, GUESSES, NUMBERS, SET, sight
from tableronde.games.cirkis.kernel import tables
from tableronde.games.cirkis.rules import PASS
from tableronde.games.cirkis.rules.pieces import standard
from tableronde.table import Table
from training.test_four_circles import COMPILER, SOURCE, told

FOLDER = SOURCE.parents[1] / "cirkis"
ROUNDS, GAMES, CHUNK = 30, 256, 8
pytestmark = pytest.mark.skipif(COMPILER is None, reason="NO C++ COMPILER: the training programs cannot be built and are not tested")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the training program for this machine, beside the tables it reads."""
    built = tmp_path_factory.mktemp("train") / "train"
    subprocess.run([str(COMPILER), "-O2", "-x", "c++", "-o", str(built), str(FOLDER / "train.cu")], check=True)
    built.with_name("tables.txt").write_text("\n".join(told(sys.executable, FOLDER / "tables.py")), encoding="ascii")
    return built


def asked(program: Path, *words: object) -> list[str]:
    return told(program, *words, "--tables", program.with_name("tables.txt"))


@pytest.fixture(scope="module")
def learned(program: Path) -> Path:
    """Train for a few seconds, with two to four players."""
    numbers = program.with_name("numbers.bin")
    log = asked(program, "learn", numbers, "--rounds", ROUNDS, "--seconds", 600, "--games", GAMES, "--rate", 0.3)
    assert json.loads(log[-1])["plies"] == ROUNDS * GAMES * CHUNK
    return numbers


@pytest.mark.parametrize(("seed", "players", "centre"), [(1, 2, 0), (2, 3, 1), (3, 4, 0), (4, 2, 1)])
def test_it_plays_by_the_rules(program: Path, seed: int, players: int, centre: int) -> None:
    table = Table(BOX, players, {"centre_circle": bool(centre)}, {"first": 0})
    *moves, end = asked(program, "check", seed, players, centre)
    for line in moves:
        count, move, *_ = map(float, line.split())
        [(seat, legal)] = table.legal().items()
        assert len(legal) == count
        table.play(seat, PASS if move == len(standard().placements) else standard().placements[int(move)].action)
    assert table.outcome
    assert end == f"over {sum(1 << seat for seat in table.outcome.winners)}"


def kernel_of(table: Table, numbers: "array[float]", policy: "array[float] | None" = None) -> LearnedKernel:
    """Return a kernel that evaluates by some weights, and predicts the others' moves by a policy."""
    options = table.game.options
    whole = numbers + (policy[len(policy) // 3 :] if policy else array("f", bytes(4 * (NUMBERS - len(numbers)))))
    kept = array("h", (round(number / SCALE) for number in whole))
    packed = unpacked(b"\n" + zlib.compress(kept.tobytes()), NUMBERS)
    kernel = LearnedKernel(table.game.seats, tables(standard(), options.centre_circle), options, sight(), packed)
    kernel.set_up(table.state)
    return kernel


@pytest.mark.parametrize(("seed", "players", "centre"), [(5, 2, 0), (6, 3, 1), (7, 4, 0), (8, 2, 1)])
def test_it_evaluates_as_the_kernel_does(program: Path, learned: Path, seed: int, players: int, centre: int) -> None:
    table = Table(BOX, players, {"centre_circle": bool(centre)}, {"first": 0})
    kernel = kernel_of(table, array("f", learned.read_bytes()))
    *moves, _ = asked(program, "check", seed, players, centre, "--from", learned)
    for line in moves:
        count, move, weight, *shares = map(float, line.split())
        assert [kernel.share(seat) for seat in range(players)] == pytest.approx(shares, abs=0.02)
        assert kernel.list_moves() == count
        kernel.weigh()
        listed = [kernel.moves[i] for i in range(kernel.count)]
        assert kernel.weights[listed.index(int(move))] == pytest.approx(weight, rel=0.03)
        kernel.play(int(move))
    assert kernel.over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_little_training_beats_no_training(program: Path, learned: Path, players: int) -> None:
    [score] = asked(program, "match", learned, "nothing", "--games", 240, "--players", players)
    [same] = asked(program, "match", "nothing", "nothing", "--games", 240, "--players", players)
    assert float(score) > float(same) + 0.2


def test_it_trains_from_a_tree_and_can_be_resumed(program: Path, learned: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "more.bin"
    how = ["--games", 16, "--seconds", 600, "--simulations", 16, "--chunk", 2, "--players", 2]
    [*_, last] = asked(program, "learn", numbers, "--rounds", 2, "--from", learned, *how)
    assert json.loads(last)["plies"] == 2 * 16 * 2
    before, after = (array("f", path.read_bytes()) for path in (learned, numbers))
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    assert 0 < changed < len(before) / 10


@pytest.fixture(scope="module")
def trained(program: Path, learned: Path) -> tuple[Path, dict[str, Any]]:
    """Train in a few games against champions with few simulations; return the last line of the log."""
    numbers = program.with_name("against.bin")
    how = [
        "--games",
        128,
        "--rounds",
        90,
        "--seconds",
        600,
        "--simulations",
        12,
        "--others",
        12,
        "--batch",
        128,
        "--batches",
        4,
        "--rows",
        8192,
    ]
    [*_, last] = asked(program, "against", numbers, "--from", learned, *how)
    return numbers, json.loads(last)


def test_it_trains_against_champions_for_three_and_four_players(learned: Path, trained: tuple[Path, dict[str, Any]]) -> None:
    numbers, last = trained
    assert last["plies"] > 2000
    before, after = (array("f", path.read_bytes()) for path in (learned, numbers))
    two = [*range(SET), *range(AT_CHOICE, AT_RACE), *range(AT_PRIOR, AT_PRIOR + GUESSES)]
    assert all(before[i] == after[i] for i in two), "two players are left alone"
    three, four = (sum(before[i] != after[i] for i in range(SET * first, SET * last)) for first, last in ((1, 4), (4, 8)))
    assert min(three, four) > 1000
    assert sum(map(bool, after[AT_RACE:AT_PRIOR])) > 500


def test_learned_weights_are_measured_against_champions(program: Path, trained: tuple[Path, dict[str, Any]]) -> None:
    """A player with more simulations wins more, from every seat equally."""
    numbers, _ = trained
    how = ["--games", 768, "--others", 12]
    little, much = (json.loads(asked(program, "trial", numbers, *how, "--simulations", many)[0]) for many in (2, 200))
    assert little["games_3"] == little["games_4"] == 384
    assert much["share_3"] > little["share_3"] + 0.05


def test_the_same_seed_gives_the_same_weights(program: Path, learned: Path, tmp_path: Path) -> None:
    how = ["--rounds", 2, "--games", 16, "--seconds", 600]
    once, again = tmp_path / "once.bin", tmp_path / "again.bin"
    for numbers in (once, again):
        asked(program, "learn", numbers, "--from", learned, *how)
    assert once.read_bytes() == again.read_bytes() != learned.read_bytes()


def test_it_predicts_the_champions_moves(learned: Path, trained: tuple[Path, dict[str, Any]]) -> None:
    numbers, _ = trained
    policy = array("f", numbers.with_name("against.bin.policy").read_bytes())
    table = Table(BOX, 3, {}, {"first": 0})
    kernel = kernel_of(table, array("f", numbers.read_bytes()), policy)
    kernel.list_moves()
    kernel.weigh()
    own = [kernel.weights[i] for i in range(kernel.count)]
    kernel.thinker = 1
    kernel.weigh()
    assert [kernel.weights[i] for i in range(kernel.count)] != own
    kernel.thinker = 0
    kernel.weigh()
    assert [kernel.weights[i] for i in range(kernel.count)] == own


def test_wrong_arguments_are_answered_with_a_sentence(program: Path, tmp_path: Path) -> None:
    for words in (
        [],
        ["learn"],
        ["learn", "x", "--wings", "2"],
        ["match", str(tmp_path / "none"), "hand"],
        ["learn", "x", "--seed"],
        ["against", "x"],
    ):
        ended = subprocess.run([str(program), *words, "--tables", str(tmp_path / "none")], capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.strip()
