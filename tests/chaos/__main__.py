"""Inject every kind of fault into a room of three nodes, several times, while people play; then print what they noticed.

python -m chaos [--rounds N] [--tables N] [--seed N] [--trial NAME] [FAULT …]       (with tests/ on the path; `make chaos` does it)
"""

import argparse
import asyncio
import time
from pathlib import Path

from chaos.fault_injection import FAULTS
from chaos.machines import machines
from chaos.scenarios import Scenario, scenarios
from chaos.trial import Outcome, Trial, gaps

LAG_SECONDS = 0.05  # between two looks at the trial's own event loop
LONG_GAP = 4.0  # seconds: a table that stands still for longer is described
TRIALS = ("plain", "pooler", "disk", "upgrade")


def main() -> int:
    """Run it; return 1 if anything was lost, doubled, forked or revealed."""
    parser = argparse.ArgumentParser("chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds of all faults (3)")
    parser.add_argument("--tables", type=int, default=8, help="number of tables in play at any time (8)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trial", choices=TRIALS, action="append", help="only this trial; may be repeated")
    parser.add_argument("--logs", type=Path, help="write the logs of all nodes into this folder")
    parser.add_argument("names", nargs="*", help=f"only these: {', '.join(kind.name for kind in FAULTS)}")
    chosen = parser.parse_args()
    wrong = 0
    with scenarios() as found:
        for scenario in found:
            if not chosen.trial or scenario.name in chosen.trial:
                wrong += _try(scenario, chosen)
    return int(wrong > 0)


def _try(scenario: Scenario, chosen: argparse.Namespace) -> int:
    """Run one trial and print its table; return how much was wrong."""
    faults = tuple(kind for kind in scenario.faults if not chosen.names or kind.name in chosen.names)
    if scenario.missing:
        print(f"*** trial {scenario.name}: {scenario.missing} ***", flush=True)
    if not faults or (scenario.missing and scenario.name != "plain"):
        return 0
    outcome = asyncio.run(run(scenario._replace(faults=faults), chosen.rounds, chosen.tables, chosen.seed))
    print(f"\n{scenario.name}:\n{table(outcome)}", flush=True)
    for fault in (*outcome.wrong[:50], *outcome.describe_gaps(LONG_GAP)):
        print(fault)
    if chosen.logs is not None:
        chosen.logs.mkdir(parents=True, exist_ok=True)
        (chosen.logs / f"{scenario.name}.log").write_text(outcome.logs)
    return len(outcome.wrong)


class Lag:
    """How long the trial itself stood still: its proxies carry all that nodes and servers say, and its machine may be busy."""

    def __init__(self) -> None:
        self._longest = 0.0

    async def watch(self) -> None:
        """Measure for ever."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_SECONDS)
            self._longest = max(self._longest, time.monotonic() - began - LAG_SECONDS)

    def take(self) -> float:
        """Return the longest since the last call."""
        longest, self._longest = self._longest, 0.0
        return longest


async def run(scenario: Scenario, rounds: int, tables: int, seed: int, rest: float = 1.5) -> Outcome:
    """Inject all faults of a scenario in order, `rounds` times."""
    async with machines(scenario.setup) as there:
        trial = Trial(there, seed, games=scenario.games, ways=scenario.ways)
        lag = Lag()
        watching = asyncio.create_task(lag.watch())
        await trial.begin(tables)
        await trial.everybody_sits()
        for number in range(rounds):
            for kind in scenario.faults:
                began = time.monotonic()
                await trial.suffer(kind.title, kind.inject, rest)
                found = gaps([player.history for player in trial.players])
                still = max((gap.length for gap in found if gap.ended > began), default=0.0)
                told = f"{time.monotonic() - began:.1f} s; longest standstill {still:.1f} s, of the trial itself {lag.take():.1f} s"
                print(f"round {number + 1}: {kind.title}, {told}", flush=True)
        watching.cancel()
        outcome = await trial.finish()
        outcome.logs = there.logs()
        return outcome


def table(outcome: Outcome) -> str:
    """Return a table of what people noticed of each fault."""
    rows = ["| fault | how often | longest wait of a player (s) | longest standstill of a table (s) | lost |", "|---|---|---|---|---|"]
    for title in dict.fromkeys(fault.name for fault in outcome.done):
        times = [fault for fault in outcome.done if fault.name == title]
        longest, still = (max(map(measure, times)) for measure in (outcome.pause, outcome.standstill_at))
        rows.append(f"| {title} | {len(times)} | {longest:.1f} | {still:.1f} | {len(outcome.wrong)} |")
    told = outcome.histories
    total = (
        f"\n{len(outcome.done)} faults, {len(outcome.records)} tables, {len(told)} players and spectators, {outcome.confirmed} actions "
        f"confirmed, {sum(len(each.seen) for each in told)} views looked at; sockets that broke {sum(each.breaks for each in told)}, "
        f"that went on elsewhere {sum(each.waits for each in told)}, that moved when asked {sum(each.moves for each in told)}; "
        f"seats kept {sum(each.way != 'spectator' for each in told)} ({', '.join(sorted({each.way for each in told}))}); "
        f"longest standstill of a table {outcome.standstill():.1f} s; longest close of an old socket "
        f"{outcome.longest_close:.1f} s; lost, doubled, forked or given away: {len(outcome.wrong)}"
    )
    return "\n".join([*rows, total])


if __name__ == "__main__":
    raise SystemExit(main())
