"""The quick chaos tests: each kind of fault once, at three real nodes with real servers, while people play."""

import asyncio

from chaos.__main__ import FAULTS
from chaos.machines import machines
from chaos.players import WAYS
from chaos.trial import Outcome, Trial

LONGEST = 240.0  # seconds, before the stacks are printed


async def _suffer(names: tuple[str, ...], tables: int = 4) -> tuple[Outcome, str]:
    asyncio.get_running_loop().call_later(LONGEST, _say_where)
    async with asyncio.timeout(LONGEST + 1), machines() as there:
        trial = Trial(there, seed=len(names))
        await trial.begin(tables)
        await trial.everybody_sits()
        for title, name in FAULTS:
            if name in names:
                await trial.suffer(title, getattr(trial, name), rest=0.5)
        return await trial.finish(), there.logs()


def _say_where() -> None:
    for task in asyncio.all_tasks():
        task.print_stack()


def _nothing_is_wrong(outcome: Outcome, logs: str, faults: int) -> None:
    assert outcome.wrong == []
    assert len(outcome.done) == faults
    assert outcome.confirmed > 20
    assert {history.way for history in outcome.histories if history.seen} == {*WAYS, "second device", "spectator"}
    assert not any(history.lost_seats for history in outcome.histories)  # whichever way they came, they kept their seat
    assert '"level": "critical"' not in logs
    assert "Traceback" not in logs


def test_nodes_that_die_sleep_or_are_cut_off_lose_nothing() -> None:
    names = ("kill_owner", "pause_owner", "cut_bus", "silence_store")
    outcome, logs = asyncio.run(_suffer(names))
    _nothing_is_wrong(outcome, logs, len(names))
    assert sum(history.waits for history in outcome.histories)  # sockets that continued with another owner


def test_servers_that_are_started_anew_lose_nothing() -> None:
    names = ("restart_postgres", "restart_nats", "cut_store")
    outcome, logs = asyncio.run(_suffer(names))
    _nothing_is_wrong(outcome, logs, len(names))
    assert sum(history.breaks for history in outcome.histories) == 0  # none of this broke a player's socket


def test_all_nodes_started_anew_one_by_one_break_no_socket_and_lose_no_action() -> None:
    outcome, logs = asyncio.run(_suffer(("roll",)))
    _nothing_is_wrong(outcome, logs, 1)
    assert sum(history.breaks for history in outcome.histories) == 0
    assert sum(history.moves for history in outcome.histories)
    fates = {saying.fate for history in outcome.histories for saying in history.said[:-1]}
    assert "" not in fates  # the fate of every action is known
