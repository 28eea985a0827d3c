"""Counters and gauges of the room, in Prometheus' text format."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, get_args

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
MetricType = Literal["counter", "gauge", "histogram"]
Reason = Literal[
    "rate",
    "connections",
    "full",
    "messages",
    "not_reading",
    "late",
    "too_long",
    "headers",
    "malformed",
    "host",
    "origin",
    "banned",
    "tables_a_day",
    "no_new_tables",
]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
REASON_OF_STATUS: Final[Mapping[int, Reason]] = {
    400: "malformed",
    403: "origin",
    408: "late",
    413: "too_long",
    421: "host",
    429: "rate",
    431: "headers",
    503: "full",
}
Labels = tuple[tuple[str, str], ...]


class MetricInfo(NamedTuple):
    """The type of a metric, and what it means."""

    type: MetricType
    help: str


_OLDER: Final = "The same as {0}_total, under the name and the type of older versions."
_GROWING: Final = {  # they only grow, but were published as gauges without _total: both names are given
    "commits": "Commits of the store since the start.",
    "store_faults": "Commits of the store that failed, since the start.",
    "workers_lost": "Worker processes that died and were replaced.",
    "bots_failed": "Tasks in which the own code of a bot or a game failed.",
    "tables_claimed": "Tables claimed by this node since the start.",
    "tables_lost": "Tables that another node took over, or that were loaded again.",
    "minds_asked": "Tasks sent to processes of tableronde workers.",
    "minds_answered": "Tasks that these processes answered.",
}
METRICS: Final[Mapping[str, MetricInfo]] = {  # without the prefix
    "action_seconds": MetricInfo("histogram", "Seconds from the arrival of an action to its confirmation."),
    "messages_in_total": MetricInfo("counter", "Messages from sockets."),
    "messages_out_total": MetricInfo("counter", "Messages to sockets."),
    "bytes_out_total": MetricInfo("counter", "Bytes to sockets, before compression."),
    "refusals_total": MetricInfo("counter", "Actions and requests refused by the rules or the room."),
    "refusals_by_cause_total": MetricInfo("counter", "The same by cause: the rules of the game, or the room."),
    "turned_away_total": MetricInfo("counter", "Requests refused by a limit, a ban, the origin or the host name."),
    "turned_away_by_reason_total": MetricInfo("counter", "The same by reason."),
    "faults_total": MetricInfo("counter", "Requests and messages that failed because of a fault in the room; read the log."),
    "tables_opened_total": MetricInfo("counter", "Tables opened since the start."),
    "relayed_total": MetricInfo("counter", "Requests and sockets answered by another node."),
    "relayed_bytes_total": MetricInfo("counter", "Bytes of these sockets."),
    "tables_awake": MetricInfo("gauge", "Tables in memory."),
    "tables_kept": MetricInfo("gauge", "Tables in the store."),
    "viewers": MetricInfo("gauge", "Open sockets."),
    "tables_held": MetricInfo("gauge", "Tables that this node owns, in memory or not."),
    "lease_certain": MetricInfo("gauge", "1 while this node may confirm and show anything of its tables."),
    "bus_up": MetricInfo("gauge", "1 while the bus answers."),
    "nodes_heard": MetricInfo("gauge", "Other nodes heard within two seconds."),
    "streams_in": MetricInfo("gauge", "Requests and sockets of clients of other nodes here."),
    "streams_out": MetricInfo("gauge", "Requests and sockets of clients here that other nodes answer."),
    "dependency_up": MetricInfo("gauge", "1 while the store, the bus or the workers can be used."),
    "dependency_faults_total": MetricInfo("counter", "Faults of the store and of workers since the start."),
    "mode": MetricInfo("gauge", "1 for the mode that the operator has chosen."),
    "rules": MetricInfo("gauge", "Bans and mutes."),
    "quota_reached": MetricInfo("gauge", "1 while a quota allows no new tables."),
    "build_info": MetricInfo("gauge", "Always 1; the labels name the versions."),
    **{f"{name}_total": MetricInfo("counter", text) for name, text in _GROWING.items()},
    **{name: MetricInfo("gauge", _OLDER.replace("{0}", name)) for name in _GROWING},
}
PROCESS_METRICS: Final[Mapping[str, MetricInfo]] = {  # without our prefix, as everywhere
    "process_resident_memory_bytes": MetricInfo("gauge", "Memory of this process."),
    "process_cpu_seconds_total": MetricInfo("counter", "Processor time of this process, user and system."),
    "process_open_fds": MetricInfo("gauge", "Open file descriptors."),
    "process_max_fds": MetricInfo("gauge", "Maximum number of open file descriptors."),
    "process_start_time_seconds": MetricInfo("gauge", "When this process started, in seconds since 1970."),
    "process_threads": MetricInfo("gauge", "Threads of this process."),
}


@dataclass(slots=True)
class Metrics:
    """Counters since the room was opened."""

    actions: int = 0
    refusals: int = 0
    faults: int = 0  # requests or messages that failed because of a fault in the room
    messages_in: int = 0
    messages_out: int = 0
    bytes_out: int = 0  # before compression
    turned_away: int = 0  # by limits
    tables_opened: int = 0
    relayed: int = 0  # requests and sockets that another node answers
    relayed_bytes: int = 0  # of the sockets among them
    seconds: float = 0.0  # total time from message to confirmation
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    reasons: Counter[Reason] = field(default_factory=Counter)  # of those turned away
    refused_by_rules: int = 0

    def count_action(self, seconds: float) -> None:
        """Count an action that was confirmed after that many seconds."""
        self.actions += 1
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def count_sent(self, size: int) -> None:
        """Count a message of that many bytes."""
        self.messages_out += 1
        self.bytes_out += size

    def turn_away(self, reason: Reason) -> None:
        """Count a request or message that was refused by a limit, a ban, the origin or the host name."""
        self.turned_away += 1
        self.reasons[reason] += 1

    def refuse(self, by_rules: bool) -> None:
        """Count an action or request that the rules or the room refused."""
        self.refusals += 1
        self.refused_by_rules += by_rules

    def render(self, gauges: Mapping[str, float], labeled: Iterable[tuple[str, Labels, float]] = ()) -> str:
        """Return all counters and the given gauges in Prometheus' text format. `labeled`: numbers of a metric, each with its labels."""
        plain: dict[str, float] = {
            "refusals_total": self.refusals,
            "faults_total": self.faults,
            "messages_in_total": self.messages_in,
            "messages_out_total": self.messages_out,
            "bytes_out_total": self.bytes_out,
            "turned_away_total": self.turned_away,
            "tables_opened_total": self.tables_opened,
            "relayed_total": self.relayed,
            "relayed_bytes_total": self.relayed_bytes,
            **gauges,
            **{f"{name}_total": number for name, number in gauges.items() if name in _GROWING},
        }
        families: dict[str, list[tuple[Labels, float]]] = {name: [((), number)] for name, number in plain.items()}
        for name, labels, number in (*self._list_labeled(), *labeled):
            families.setdefault(name, []).append((labels, number))
        lines = [line for name, numbers in families.items() for line in _render_family(name, numbers)]
        return "\n".join([*lines, *self._render_histogram()]) + "\n"

    def _list_labeled(self) -> Iterator[tuple[str, Labels, float]]:
        for reason in REASONS:
            yield "turned_away_by_reason_total", (("reason", reason),), self.reasons[reason]
        yield "refusals_by_cause_total", (("cause", "rules"),), self.refused_by_rules
        yield "refusals_by_cause_total", (("cause", "room"),), self.refusals - self.refused_by_rules

    def _render_histogram(self) -> list[str]:
        name, total = "tableronde_action_seconds", 0
        lines = _render_head(name, METRICS["action_seconds"])
        for bound, number in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            total += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.seconds:.6f}", f"{name}_count {self.actions}"]


def _render_head(name: str, info: MetricInfo) -> list[str]:
    return [f"# HELP {name} {info.help}", f"# TYPE {name} {info.type}"]


def _render_family(name: str, numbers: Iterable[tuple[Labels, float]]) -> list[str]:
    """Return the lines of one metric."""
    whole = name if name in PROCESS_METRICS else f"tableronde_{name}"
    info = PROCESS_METRICS[name] if name in PROCESS_METRICS else METRICS[name]
    return [*_render_head(whole, info), *(f"{whole}{_render_labels(labels)} {_render_number(number)}" for labels, number in numbers)]


def _render_labels(labels: Labels) -> str:
    def escape(value: str) -> str:
        return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

    pairs = ",".join(f'{name}="{escape(value)}"' for name, value in labels)
    return f"{{{pairs}}}" if pairs else ""


def _render_number(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(round(number, 6))
