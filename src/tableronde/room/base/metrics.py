"""What the room counts about itself, as Prometheus reads it."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(slots=True)
class Metrics:
    """Counters since the room was opened."""

    actions: int = 0
    refusals: int = 0
    faults: int = 0  # requests or messages that met a fault of ours
    messages_in: int = 0
    messages_out: int = 0
    bytes_out: int = 0  # before compression
    turned_away: int = 0  # by the limits
    tables_opened: int = 0
    relayed: int = 0  # requests and sockets that another node answers
    relayed_bytes: int = 0  # of what they were answered on sockets
    seconds: float = 0.0  # spent on actions in all, from message to confirmation
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))

    def acted(self, seconds: float) -> None:
        """An action was confirmed after so long."""
        self.actions += 1
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def sent(self, size: int) -> None:
        """A message of that many bytes went out."""
        self.messages_out += 1
        self.bytes_out += size

    def text(self, gauges: dict[str, int]) -> str:
        """Everything in Prometheus' text format, with some values of the moment."""
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
        lines = [line for name, value in counters.items() for line in _metric(f"{name}_total", "counter", value)]
        lines += [line for name, value in gauges.items() for line in _metric(name, "gauge", value)]
        return "\n".join([*lines, *self._histogram()]) + "\n"

    def _histogram(self) -> list[str]:
        name, total, lines = "tableronde_action_seconds", 0, []
        for bound, number in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            total += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [f"# TYPE {name} histogram", *lines, f"{name}_sum {self.seconds:.6f}", f"{name}_count {self.actions}"]


def _metric(name: str, kind: str, value: int) -> list[str]:
    return [f"# TYPE tableronde_{name} {kind}", f"tableronde_{name} {value}"]
