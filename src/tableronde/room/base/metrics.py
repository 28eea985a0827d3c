"""Counters and gauges of the room, in Prometheus' text format."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


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

    def count_action(self, seconds: float) -> None:
        """Count an action that was confirmed after that many seconds."""
        self.actions += 1
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def count_sent(self, size: int) -> None:
        """Count a message of that many bytes."""
        self.messages_out += 1
        self.bytes_out += size

    def render(self, gauges: dict[str, int]) -> str:
        """Return all counters and the given gauges in Prometheus' text format."""
        counters = {
            "refusals": self.refusals,
            "faults": self.faults,
            "messages_in": self.messages_in,
            "messages_out": self.messages_out,
            "bytes_out": self.bytes_out,
            "turned_away": self.turned_away,
            "tables_opened": self.tables_opened,
            "relayed": self.relayed,
            "relayed_bytes": self.relayed_bytes,
        }
        lines = [line for name, value in counters.items() for line in _render_metric(f"{name}_total", "counter", value)]
        lines += [line for name, value in gauges.items() for line in _render_metric(name, "gauge", value)]
        return "\n".join([*lines, *self._render_histogram()]) + "\n"

    def _render_histogram(self) -> list[str]:
        name, total, lines = "tableronde_action_seconds", 0, []
        for bound, number in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            total += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [f"# TYPE {name} histogram", *lines, f"{name}_sum {self.seconds:.6f}", f"{name}_count {self.actions}"]


def _render_metric(name: str, kind: str, value: int) -> list[str]:
    return [f"# TYPE tableronde_{name} {kind}", f"tableronde_{name} {value}"]
