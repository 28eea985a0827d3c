"""What holds for all tests: none changes the logging of those after it."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _unchanged_logging() -> Iterator[None]:
    """Undo `configure_logging`, which a room started in this process calls: its handler would outlive the captured stream."""
    loggers = [logging.getLogger(name) for name in ("tableronde", "uvicorn.error", "psycopg")]
    before = [(logger.level, logger.propagate, logger.handlers[:], logger.filters[:]) for logger in loggers]
    yield
    for logger, (level, propagate, handlers, filters) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.propagate, logger.handlers, logger.filters = propagate, handlers, filters
