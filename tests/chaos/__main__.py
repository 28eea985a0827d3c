"""Inject every kind of fault into a room of three nodes, several times, while people play; then print what they noticed.

python -m chaos [--rounds N] [--tables N] [--seed N]        (with tests/ on the path; `make chaos` does it)
"""

import argparse
import asyncio
import time

from chaos.machines import machines
from chaos.trial import Outcome, Trial, standstill

FAULTS = (
    ("kill -9 of an owner", "kill_owner"),
    ("an owner paused for longer than its lease", "pause_owner"),
    ("PostgreSQL killed and started again", "restart_postgres"),
    ("NATS killed and started again", "restart_nats"),
    ("an owner cut off from NATS", "cut_bus"),
    ("packets to NATS swallowed", "silence_bus"),
    ("an owner cut off from PostgreSQL", "cut_store"),
    ("packets to PostgreSQL swallowed for longer than the lease", "silence_store"),
    ("all nodes restarted, one by one", "roll"),
)


def main() -> int:
    """Run it; return 1 if anything was lost, doubled, forked or revealed."""
    parser = argparse.ArgumentParser("chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds of all faults (3)")
    parser.add_argument("--tables", type=int, default=8, help="number of tables in play at any time (8)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*", help=f"only these: {', '.join(name for _, name in FAULTS)}")
    chosen = parser.parse_args()
    outcome = asyncio.run(run(chosen.rounds, chosen.tables, chosen.seed, chosen.names))
    print(table(outcome))
    for fault in outcome.wrong[:50]:
        print(fault)
    return bool(outcome.wrong)


async def run(rounds: int, tables: int, seed: int, names: list[str]) -> Outcome:
    """Inject all faults in order, `rounds` times."""
    async with machines() as there:
        trial = Trial(there, seed)
        await trial.begin(tables)
        await asyncio.sleep(2)
        for number in range(rounds):
            for title, name in FAULTS:
                if not names or name in names:
                    began = time.monotonic()
                    await trial.suffer(title, getattr(trial, name))
                    still = standstill([player.history for player in trial.players])
                    print(f"round {number + 1}: {title}, {time.monotonic() - began:.1f} s; longest standstill {still:.1f} s", flush=True)
        return await trial.finish()


def table(outcome: Outcome) -> str:
    """Return a table of what people noticed of each fault."""
    rows = ["| fault | how often | longest pause seen by a player (s) | lost |", "|---|---|---|---|"]
    for title, _ in FAULTS:
        times = [fault for fault in outcome.done if fault.name == title]
        if times:
            longest = max(outcome.pause(fault) for fault in times)
            rows.append(f"| {title} | {len(times)} | {longest:.1f} | {len(outcome.wrong)} |")
    told = outcome.histories
    total = (
        f"\n{len(outcome.done)} faults, {len(outcome.records)} tables, {len(told)} players and spectators, {outcome.confirmed} actions "
        f"confirmed, {sum(len(each.seen) for each in told)} views looked at; sockets that broke {sum(each.breaks for each in told)}, "
        f"that went on elsewhere {sum(each.waits for each in told)}, that moved when asked {sum(each.moves for each in told)}; "
        f"seats kept {sum(each.way != 'spectator' for each in told)} ({', '.join(sorted({each.way for each in told}))}); "
        f"longest standstill of a table {outcome.standstill():.1f} s; lost, doubled, forked or given away: {len(outcome.wrong)}"
    )
    return "\n".join([*rows, total])


if __name__ == "__main__":
    raise SystemExit(main())
