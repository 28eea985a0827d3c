"""Spans recorded with OpenTelemetry and sent to a collector over HTTP. Imported only if traces are wanted."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from tableronde import __version__

HEADER = "traceparent"


class OpenTelemetryTracer:
    """A tracer for one process."""

    def __init__(self, exporter: SpanExporter, node: str = "") -> None:
        names = {"service.name": "tableronde", "service.version": __version__, "service.instance.id": node}
        self.provider = TracerProvider(resource=Resource.create(names))
        self.provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self.provider.get_tracer("tableronde")
        self._form = TraceContextTextMapPropagator()

    def span(self, name: str, parent: str, attributes: Mapping[str, Any]) -> AbstractContextManager[Any]:
        """Return the context of a span."""
        context = self._form.extract({HEADER: parent}) if parent else None
        return self._tracer.start_as_current_span(name, context=context, attributes=dict(attributes))

    def current(self) -> str:
        """Return the name of the current span for other nodes."""
        carrier: dict[str, str] = {}
        self._form.inject(carrier)
        return carrier.get(HEADER, "")

    def close(self) -> None:
        """Send what was recorded."""
        self.provider.shutdown()


def make_tracer(url: str, node: str) -> OpenTelemetryTracer:
    """Return a tracer that sends spans to the collector at an address such as http://127.0.0.1:4318/v1/traces."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OpenTelemetryTracer(OTLPSpanExporter(endpoint=url), node)
