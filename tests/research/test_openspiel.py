"""OpenSpiel's own tests and algorithms on our games, and its bots with ours."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, evaluate_bots, exploitability, ismcts, mcts

from support.helpers import OUTSIDE
from tableronde.bots import RandomBot
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.research.openspiel import HouseBot, SpielBot, TableGame, load
from tableronde.shelf import find
from tableronde.table import Table

FORD, MISTIGRI = str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("four-circles", 2, {"max_plies": 40}),
    ("cirkis", 3, {"centre_circle": True}),
    ("karta-doppio", 2, {}),
    ("cirkle-duo", 4, {"mode": "bridge", "family_win": ["colour", "shape"], "max_turns": 12}),
    ("cirkle-duo", 2, {"mode": "dice", "max_turns": 6}),
    ("kaplan", 3, {"bluff": True}),
    (FORD, 2, {"rows": 2}),
    (MISTIGRI, 3, {}),
]


@pytest.mark.parametrize(("game", "players", "options"), TABLES, ids=lambda part: str(part).rpartition("/")[2])
def test_random_games(game: str, players: int, options: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(game, players, **options), num_sims=1, serialize=True, verbose=False)


def deal(state: Any, rng: Random) -> Any:
    """Let chance act until a seat is asked."""
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def test_the_deal_is_explicit() -> None:
    game = load("karta-doppio")
    state = game.new_initial_state()
    drawn = 0
    while state.is_chance_node():
        assert len(state.chance_outcomes()) == 16 - drawn
        state.apply_action(0)
        drawn += 1
    assert drawn == 8
    assert state.at.state.dealt[0] == (0, 2, 4, 6, 8, 10, 12, 14)


def test_dice_fall_by_their_weights() -> None:
    state = load("kaplan", 2).new_initial_state()
    for _ in range(3):
        state.apply_action(0)
    odds = {state.action_to_string(CHANCE_PLAYER, roll): chance for roll, chance in state.chance_outcomes()}
    assert odds["roll 1 2 3"] == pytest.approx(6 / 12**3)
    assert odds["roll 4 4 4"] == pytest.approx(1 / 12**3)
    assert sum(odds.values()) == pytest.approx(1)


CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)


def test_in_a_race_chance_chooses_the_quickest() -> None:
    rng = Random(2)
    state = deal(load("cirkle-duo", 4, mode="bridge").new_initial_state(), rng)
    while not state.at.waited:
        if state.is_chance_node():
            deal(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert state.is_chance_node()
    assert "is quickest" in state.action_to_string(CHANCE_PLAYER, 0)
    waited = state.at.waited
    state.apply_action(1)
    assert state.current_player() == waited[1]


def test_observations_tell_a_seat_what_it_may_know() -> None:
    state = deal(load("kaplan", 2).new_initial_state(), Random(1))
    one = state.observation_string(0)
    assert '"hand":[1,1,2,2' in one
    assert one != state.observation_string(1)
    assert "heard chance: roll" in state.information_state_string(0)
    assert len(state.observation_tensor(0)) == state.game.spaces.size
    assert len(state.information_state_tensor(0)) == state.game.spaces.size + 128
    assert np.any(np.array(state.information_state_tensor(0)[-128:]))
    word = state.at.state.secret.word
    other = state.resample_from_infostate(0, lambda: 0.3)
    assert other.at.state.secret.word != word
    assert other.information_state_string(0) == state.information_state_string(0)


def test_its_mcts_finds_a_win_in_one() -> None:
    """In the Ford a stone one step from the far bank goes there."""
    game = load(FORD)
    state = deal(game.new_initial_state(), Random(1))
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1))
    rng = Random(4)
    while not any(_wins(state, action) for action in state.legal_actions()):
        state.apply_action(rng.choice([action for action in state.legal_actions() if not _wins(state, action)]))
    assert _wins(state, bot.step(state))


def _wins(state: Any, action: int) -> bool:
    child = state.child(action)
    return bool(child.is_terminal() and child.returns()[state.current_player()] == 1)


def test_cfr_solves_a_small_cirkle() -> None:
    """Two turns and two set-ups that differ in the place of the exact peg: the player who lifts second knows which it is."""
    box = find("cirkle-duo")
    one = dict(Table(box, 2, rng=Random(1)).setup)
    pegs = list(one["pegs"])
    other = {**one, "pegs": [*pegs[8:], *pegs[:8]]}
    game = load("cirkle-duo", 2, [one, other], max_turns=2)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


@pytest.mark.parametrize(("name", "players", "options"), [("cirkle-duo", 3, {"max_turns": 8}), (MISTIGRI, 3, {})])
def test_its_ismcts_plays_a_hidden_game_with_our_bots(name: str, players: int, options: dict[str, Any]) -> None:
    game = load(name, players, **options)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    theirs = ismcts.ISMCTSBot(game, evaluator, 2.0, 12, -1, np.random.RandomState(1))
    ours = [HouseBot(game, seat, "greedy" if seat == 1 else "random", seat) for seat in range(players)]
    rng, state = Random(1), game.new_initial_state()
    while not deal(state, rng).is_terminal():
        seat = state.current_player()
        state.apply_action((ours[seat] if seat else theirs).step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_our_bots_play_at_their_tables() -> None:
    game = load("four-circles", 2)
    gained = evaluate_bots.evaluate_bots(
        game.new_initial_state(), [HouseBot(game, 0, "amateur"), HouseBot(game, 1, "random")], np.random.RandomState(1)
    )
    assert list(gained) == [1, -1]


def test_their_bots_play_at_our_tables() -> None:
    def make(game: TableGame, seat: int) -> pyspiel.Bot:
        return mcts.MCTSBot(game, 2, 8, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1))

    box = find(FORD)
    table = Table(box, 2, rng=Random(1))
    players = [SpielBot(box, table.game, 0, Random(1), make=make), RandomBot(box, table.game, 1, Random(2))]
    assert arena.play(table, players, Random(3)).winners
    assert CHANCE not in {actor for actor, _ in table.events}


def test_options_come_back_from_the_games_name() -> None:
    game = load("cirkle-duo", 4, mode="bridge", family_win=["colour", "shape"], strict=False)
    again = pyspiel.load_game(str(game))
    assert again.rules.options == game.rules.options
    assert again.rules.seats == 4
    with pytest.raises(ValueError, match="no option 'nonsense'"):
        load("cirkis", nonsense=1)


def test_python_exits_cleanly() -> None:
    code = "from tableronde.research.openspiel import load; game = load('cirkis', 3); state = game.new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
