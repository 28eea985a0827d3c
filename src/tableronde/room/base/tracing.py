"""Traces of what happens to a message, from the socket to the disk and to everybody who watches, also across nodes.

They are off unless the room is started with --traces. Until then nothing of OpenTelemetry is imported, and a span does nothing.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, Protocol

TRACE_KEY: Final = "tableronde.trace"  # of a message between nodes: the span that it belongs to
_NOTHING: Final = nullcontext()


class Tracer(Protocol):
    """Records spans."""

    def span(self, name: str, parent: str, attributes: Mapping[str, Any]) -> AbstractContextManager[Any]:
        """Return the context of a span; `parent` names one of another node, as `current` did there."""

    def current(self) -> str:
        """Return the name of the current span for other nodes, in the form of W3C's `traceparent`; empty if there is none."""

    def close(self) -> None:
        """Send what was recorded."""


class _Switch:
    tracer: Tracer | None = None


def record_with(tracer: Tracer | None) -> None:
    """Record all spans from now on with a tracer; None: no more."""
    _Switch.tracer = tracer


def span(name: str, parent: str = "", **attributes: str | int) -> AbstractContextManager[Any]:
    """Return the context of a step in the life of a message. Attributes hold no secrets: tables and guests are hashes."""
    return _NOTHING if _Switch.tracer is None else _Switch.tracer.span(name, parent, attributes)


def current_trace() -> str:
    """Return the name of the current span for another node; empty if nothing is recorded."""
    return "" if _Switch.tracer is None else _Switch.tracer.current()


def close_tracer() -> None:
    """Send what was recorded and record no more."""
    tracer, _Switch.tracer = _Switch.tracer, None
    if tracer is not None:
        tracer.close()
