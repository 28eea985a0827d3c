"""Structured logs: one JSON object a line on standard error. No cookie, token, address of a table or name is ever logged."""

import asyncio
import hashlib
import json
import logging
import time
from contextvars import ContextVar
from typing import Final

HUNG_UP: Final = "ASGI callable returned without completing handshake"  # the client has gone before it was let in
request_id: ContextVar[str] = ContextVar("request", default="")  # what is said while a request is answered says so, on whatever node
log: Final = logging.getLogger("tableronde.room")
_OWN: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as one line of JSON: when, how bad, what, and whatever was said beside it; a traceback is a list of lines."""

    def format(self, record: logging.LogRecord) -> str:
        own = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **({"request": request_id.get()} if request_id.get() else {}),
        }
        extras = {key: extra for key, extra in vars(record).items() if key not in _OWN}
        value = {**own, **{f"{key}_" if key in own else key: extra for key, extra in extras.items()}}
        if record.exc_info:
            value["trace"] = self.formatException(record.exc_info).splitlines()
        return json.dumps(value, ensure_ascii=False, default=str)


def shadow(secret: str) -> str:
    """A short name for something whose real name is a secret: the same each time, and of no use to anybody."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def watched(task: "asyncio.Task[None]") -> "asyncio.Task[None]":
    """Something that goes on as long as the room does: should it ever fail, that is said at once, and not when nobody can do anything
    about it any more."""
    task.add_done_callback(_tell)
    return task


def _tell(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.critical("something that has to go on has ended: start the room again", exc_info=error, extra={"task": task.get_name()})


def configure(level: int = logging.INFO) -> None:
    """Log the room and the web server as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("tableronde", "uvicorn.error", "psycopg"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "tableronde" else logging.ERROR)  # what strangers send is not worth a warning
    logging.getLogger("uvicorn.error").addFilter(lambda record: not record.getMessage().startswith(HUNG_UP))
