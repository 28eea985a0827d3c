"""The quick chaos tests: some kinds of fault once, at three real nodes with real servers, while people play. The long ones try all."""

import asyncio

import pytest

from chaos.__main__ import run
from chaos.fault_injection import FAULTS
from chaos.players import WAYS
from chaos.scenarios import Scenario, scenarios
from chaos.trial import Outcome

LONGEST = 240.0  # seconds, before the stacks are printed


def _suffer(trial: str, names: tuple[str, ...], tables: int = 4, longest: float = LONGEST) -> Outcome:
    """Run one trial with some faults, or skip the test loudly."""

    async def bounded(scenario: Scenario) -> Outcome:
        asyncio.get_running_loop().call_later(longest, _say_where)
        async with asyncio.timeout(longest + 1):
            return await run(scenario, 1, tables, seed=len(names), rest=0.5)

    with scenarios() as found:
        [scenario] = [scenario for scenario in found if scenario.name == trial]
        faults = tuple(kind for kind in scenario.faults if kind.name in names)
        if len(faults) < len(names) or (scenario.missing and trial != "plain"):
            pytest.skip(f"*** {scenario.missing} ***")
        return asyncio.run(bounded(scenario._replace(faults=faults)))


def _say_where() -> None:
    for task in asyncio.all_tasks():
        task.print_stack()


def _nothing_is_wrong(outcome: Outcome, faults: int) -> None:
    assert outcome.wrong == []
    assert len(outcome.done) == faults
    assert outcome.confirmed > 20
    assert not any(history.lost_seats for history in outcome.histories)  # whichever way they came, they kept their seat
    assert '"level": "critical"' not in outcome.logs
    assert "Traceback" not in outcome.logs


def _everybody_joined(outcome: Outcome) -> None:
    assert {history.way for history in outcome.histories if history.seen} == {*WAYS, "second device", "spectator"}


def test_nodes_that_die_sleep_or_are_cut_off_lose_nothing() -> None:
    names = ("kill_owner", "pause_owner", "cut_bus", "silence_store")
    outcome = _suffer("plain", names)
    _nothing_is_wrong(outcome, len(names))
    _everybody_joined(outcome)
    assert sum(history.waits for history in outcome.histories)  # sockets that continued with another owner


def test_servers_that_are_started_anew_lose_nothing() -> None:
    names = ("restart_postgres", "restart_nats", "cut_store")
    outcome = _suffer("plain", names)
    _nothing_is_wrong(outcome, len(names))
    _everybody_joined(outcome)
    assert sum(history.breaks for history in outcome.histories) == 0  # none of this broke a player's socket


def test_all_nodes_started_anew_one_by_one_break_no_socket_and_lose_no_action() -> None:
    outcome = _suffer("plain", ("roll",))
    _nothing_is_wrong(outcome, 1)
    _everybody_joined(outcome)
    assert sum(history.breaks for history in outcome.histories) == 0
    assert sum(history.moves for history in outcome.histories)
    fates = {saying.fate for history in outcome.histories for saying in history.said[:-1]}
    assert "" not in fates  # the fate of every action is known


@pytest.mark.long
def test_servers_that_pause_stutter_or_refuse_lose_nothing() -> None:
    names = ("pause_postgres", "stutter_postgres", "pause_writer", "pause_background", "pause_nats", "end_backends", "forbid_writing")
    outcome = _suffer("plain", names)
    _nothing_is_wrong(outcome, len(names))


@pytest.mark.long
def test_two_nodes_or_both_servers_killed_at_once_lose_nothing() -> None:
    outcome = _suffer("plain", ("kill_two", "restart_both"))
    _nothing_is_wrong(outcome, 2)


@pytest.mark.long
def test_a_clock_set_by_an_hour_at_one_node_is_not_noticed() -> None:
    outcome = _suffer("plain", ("step_clock",))
    _nothing_is_wrong(outcome, 1)
    assert sum(history.breaks for history in outcome.histories) == 0


@pytest.mark.long
def test_a_pooler_that_keeps_sessions_loses_nothing() -> None:
    names = ("kill_owner", "restart_postgres", "end_backends", "roll")
    outcome = _suffer("pooler", names)
    _nothing_is_wrong(outcome, len(names))


@pytest.mark.long
def test_a_full_disk_of_postgres_loses_nothing() -> None:
    names = ("fill_disk", "fill_disk_and_log")
    outcome = _suffer("disk", names)
    _nothing_is_wrong(outcome, len(names))


@pytest.mark.long
def test_nodes_of_this_version_play_beside_those_of_the_last_one() -> None:
    names = ("upgrade", "require_seals", "accept_unsealed", "downgrade")
    outcome = _suffer("upgrade", names, tables=5)
    _nothing_is_wrong(outcome, len(names))
    assert {record.box.slug for record in outcome.records.values()} == {"four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan"}


def test_every_fault_is_tried_in_some_trial() -> None:
    with scenarios() as found:
        tried = {kind.name for scenario in found for kind in scenario.faults}
        missing = [scenario.missing for scenario in found if scenario.missing]
    assert missing or tried == {kind.name for kind in FAULTS}
