"""The faults of a trial: each harms nodes or servers while people play, and mends what would not mend itself."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import httpx
import psycopg

from chaos.machines import Machine, Machines, StartTrouble, signal_process
from chaos.trial import Trial
from support.rooms import TOKEN
from tableronde.room.store.leases import LEASE_SECONDS

Harm = Callable[[Trial], Awaitable[None]]
HOUR = 3600
MIXED_SECONDS = 4.0  # for which nodes of two versions play together after each restart
STUTTERS = 8
WRITERS = "application_name LIKE 'tableronde writer %'"
BACKGROUND = "backend_type IN ('checkpointer', 'walwriter', 'background writer')"
ROOM = "application_name LIKE 'tableronde%'"


class FaultKind(NamedTuple):
    """A kind of fault: its title in the table, what does it, and what the machines must have."""

    title: str
    inject: Harm
    needs: str = ""  # "clock", "disk" or "source"

    @property
    def name(self) -> str:
        """The name on the command line."""
        return self.inject.__name__


# Nodes


async def kill_owner(trial: Trial) -> None:
    """Kill a node with kill -9, and restart it some seconds later."""
    await _kill(trial, await owner(trial))


async def kill_two(trial: Trial) -> None:
    """Kill all nodes but one at the same moment."""
    await _kill(trial, *trial.machines.nodes[1:])


async def pause_owner(trial: Trial) -> None:
    """Suspend a node with SIGSTOP for longer than the lease, then continue it with SIGCONT."""
    node = await owner(trial)
    node.signal(signal.SIGSTOP)
    await asyncio.sleep(LEASE_SECONDS + 4)
    node.signal(signal.SIGCONT)


async def roll(trial: Trial) -> None:
    """Restart all nodes cleanly, one after the other."""
    for node in trial.machines.nodes:
        await _restart(trial, node)


async def _restart(trial: Trial, node: Machine, rest: float = 1.0) -> None:
    trial.dead.add(node.name)
    status = await node.leave()
    assert status == 0, (status, node.log.read_text()[-3000:])
    await node.start()
    await asyncio.sleep(1)
    trial.dead.discard(node.name)
    await asyncio.sleep(rest - 1)


async def _kill(trial: Trial, *nodes: Machine) -> None:
    trial.dead |= {node.name for node in nodes}
    await asyncio.gather(*(node.kill() for node in nodes))
    await asyncio.sleep(LEASE_SECONDS + 1)
    await asyncio.gather(*(node.start() for node in nodes))
    trial.dead -= {node.name for node in nodes}


async def upgrade(trial: Trial) -> None:
    """Restart all nodes, one by one, with this version instead of the one they run. They accept what is not sealed."""
    for node in trial.machines.nodes:
        node.source, node.seal = None, "accept"
        await _restart(trial, node, MIXED_SECONDS)


async def require_seals(trial: Trial) -> None:
    """Restart all nodes, one by one, so that they hear sealed messages only."""
    for node in trial.machines.nodes:
        node.seal = "require"
        await _restart(trial, node)


async def accept_unsealed(trial: Trial) -> None:
    """Restart all nodes, one by one, so that they also hear what is not sealed."""
    for node in trial.machines.nodes:
        node.seal = "accept"
        await _restart(trial, node)


async def downgrade(trial: Trial) -> None:
    """Restart all nodes, one by one, with the version they ran first."""
    for node in trial.machines.nodes:
        node.source = trial.machines.setup.source
        await _restart(trial, node, MIXED_SECONDS)


# Servers


async def restart_postgres(trial: Trial) -> None:
    """Kill all of PostgreSQL and restart it."""
    await _stop_postgres(trial.machines)
    await asyncio.sleep(1)
    await asyncio.to_thread(trial.machines.postgres.start)


async def restart_nats(trial: Trial) -> None:
    """Kill NATS and restart it."""
    await asyncio.to_thread(trial.machines.nats.stop, signal.SIGKILL)
    await asyncio.sleep(1)
    await asyncio.to_thread(trial.machines.nats.start)


async def restart_both(trial: Trial) -> None:
    """Kill both servers and restart them two seconds later."""
    await asyncio.gather(_stop_postgres(trial.machines), asyncio.to_thread(trial.machines.nats.stop, signal.SIGKILL))
    await asyncio.sleep(2)
    await asyncio.gather(asyncio.to_thread(trial.machines.postgres.start), asyncio.to_thread(trial.machines.nats.start))


async def pause_postgres(trial: Trial) -> None:
    """Suspend all processes of PostgreSQL for six seconds."""
    await _suspend(await _list_backends(trial, "true"), 6)


async def stutter_postgres(trial: Trial) -> None:
    """Suspend all processes of PostgreSQL again and again, so that it works a tenth of the time."""
    for _ in range(STUTTERS):
        await _suspend(await _list_backends(trial, "true"), 0.9)
        await asyncio.sleep(0.1)


async def pause_writer(trial: Trial) -> None:
    """Suspend for five seconds the process of PostgreSQL that serves one node's writer."""
    await _suspend((await _list_backends(trial, WRITERS))[:1], 5)


async def pause_background(trial: Trial) -> None:
    """Suspend for six seconds what PostgreSQL does in the background."""
    await _suspend(await _list_backends(trial, BACKGROUND), 6)


async def pause_nats(trial: Trial) -> None:
    """Suspend NATS for six seconds."""
    assert trial.machines.nats.process is not None
    await _suspend([trial.machines.nats.process.pid], 6)


async def end_backends(trial: Trial) -> None:
    """Let the operator of PostgreSQL end all connections of the room, five times in five seconds."""
    for _ in range(5):
        await _ask_postgres(trial, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ROOM}")
        await asyncio.sleep(1)


async def forbid_writing(trial: Trial) -> None:
    """Make the server read-only for four seconds."""
    for value, seconds in (("on", 4), ("off", 0)):
        await _ask_postgres(trial, f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        await _ask_postgres(trial, "SELECT pg_reload_conf()")
        await asyncio.sleep(seconds)


# Connections


async def cut_bus(trial: Trial) -> None:
    """Cut a node's connection to NATS for a while."""
    node = await owner(trial)
    node.bus.cut()
    await asyncio.sleep(2)
    node.bus.mend()


async def silence_bus(trial: Trial) -> None:
    """Swallow all packets between a node and NATS for a while."""
    node = await owner(trial)
    node.bus.silence()
    await asyncio.sleep(LEASE_SECONDS + 1)
    node.bus.mend()


async def cut_store(trial: Trial) -> None:
    """Cut a node's connections to PostgreSQL for a while."""
    node = await owner(trial)
    node.store.cut()
    await asyncio.sleep(1)
    node.store.mend()


async def silence_store(trial: Trial) -> None:
    """Swallow all packets between a node and PostgreSQL for longer than the lease."""
    node = await owner(trial)
    node.store.silence()
    await asyncio.sleep(LEASE_SECONDS + 2)
    node.store.mend()


# Clocks and disks


async def step_clock(trial: Trial) -> None:
    """Set one node's clock an hour forward, then an hour back, then right again."""
    node = next(node for node in trial.machines.nodes if node.clock is not None)
    assert node.clock is not None
    for seconds, rest in ((HOUR, 3), (-HOUR, 3), (0, 0)):
        node.clock.set(seconds)
        await asyncio.sleep(rest)


async def fill_disk(trial: Trial) -> None:
    """Fill PostgreSQL's disk for six seconds while everybody plays on."""
    assert trial.machines.disk is not None
    trial.machines.disk.fill()
    await asyncio.sleep(6)
    trial.machines.disk.free()
    await _revive(trial.machines)


async def fill_disk_and_log(trial: Trial) -> None:
    """Fill PostgreSQL's disk and use its log up, which it does not survive; then free the disk, and start it again as an operator would."""
    assert trial.machines.disk is not None
    trial.machines.disk.fill()
    for _ in range(8):
        try:
            await _ask_postgres(trial, "SELECT pg_switch_wal()", "SELECT pg_logical_emit_message(false, 'chaos', repeat('x', 100000))")
        except psycopg.Error:
            break
    await asyncio.sleep(4)
    trial.machines.disk.free()
    await _revive(trial.machines)


async def _revive(machines: Machines) -> None:
    """Start PostgreSQL again if it has ended; it may still be recovering, or about to give up."""
    for _ in range(20):
        process = machines.postgres.process
        if process is None or process.poll() is not None:
            await asyncio.to_thread(machines.postgres.start)
        if await asyncio.to_thread(machines.postgres.is_answering):
            return
        await asyncio.sleep(0.5)
    raise StartTrouble("PostgreSQL does not come back")


async def owner(trial: Trial) -> Machine:
    """Return the node that owns most tables now."""
    held = {node.name: await _count_tables(node) for node in trial.machines.nodes if node.name not in trial.dead}
    return max((node for node in trial.machines.nodes if node.name in held), key=lambda node: held[node.name])


async def _count_tables(node: Machine) -> int:
    try:
        async with httpx.AsyncClient(base_url=node.base, timeout=5) as web:
            text = (await web.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})).text
        return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("tableronde_tables_awake ")), -1)
    except httpx.HTTPError:
        return -1


async def _stop_postgres(machines: Machines) -> None:
    await asyncio.to_thread(machines.postgres.stop, signal.SIGQUIT)


async def _ask_postgres(trial: Trial, *statements: str) -> list[int]:
    """Execute statements as the server's operator; return the first column of the last one."""
    async with await psycopg.AsyncConnection.connect(trial.machines.postgres.url, autocommit=True, connect_timeout=5) as db:
        for statement in statements:
            found = await db.execute(statement.encode())
        return [row[0] for row in await found.fetchall()] if found.description else []


async def _list_backends(trial: Trial, which: str) -> list[int]:
    """Return the processes of PostgreSQL of some kind."""
    return await _ask_postgres(trial, f"SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {which}")


async def _suspend(processes: list[int], seconds: float) -> None:
    """Suspend processes for a while."""
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for process in processes:
            signal_process(process, number)
        if number == signal.SIGSTOP:
            await asyncio.sleep(seconds)


FAULTS = (
    FaultKind("kill -9 of an owner", kill_owner),
    FaultKind("two of three nodes killed at once", kill_two),
    FaultKind("an owner paused for 6 s, longer than its lease", pause_owner),
    FaultKind("PostgreSQL killed and started again", restart_postgres),
    FaultKind("NATS killed and started again", restart_nats),
    FaultKind("both servers killed, started again after 2 s", restart_both),
    FaultKind("all of PostgreSQL paused for 6 s", pause_postgres),
    FaultKind("PostgreSQL in stutter: 0.9 s still, 0.1 s running", stutter_postgres),
    FaultKind("a writer's backend paused for 5 s", pause_writer),
    FaultKind("checkpointer and background writers paused for 6 s", pause_background),
    FaultKind("NATS paused for 6 s", pause_nats),
    FaultKind("all connections ended by PostgreSQL's operator, five times", end_backends),
    FaultKind("PostgreSQL read-only for 4 s", forbid_writing),
    FaultKind("an owner cut off from NATS", cut_bus),
    FaultKind("packets to NATS swallowed", silence_bus),
    FaultKind("an owner cut off from PostgreSQL", cut_store),
    FaultKind("packets to PostgreSQL swallowed for longer than the lease", silence_store),
    FaultKind("all nodes restarted, one by one", roll),
    FaultKind("one node's clock an hour ahead, then an hour behind", step_clock, "clock"),
    FaultKind("PostgreSQL's disk full for 6 s", fill_disk, "disk"),
    FaultKind("PostgreSQL's disk full, and its log too", fill_disk_and_log, "disk"),
    FaultKind("a rolling upgrade from the last version", upgrade, "source"),
    FaultKind("a rolling change to --bus-seal require", require_seals, "source"),
    FaultKind("a rolling change back to --bus-seal accept", accept_unsealed, "source"),
    FaultKind("a rolling downgrade to the last version", downgrade, "source"),
)
