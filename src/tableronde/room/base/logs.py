"""Structured log: one JSON object per line on standard error. Cookies, tokens, nicknames and addresses of tables are never logged."""

import asyncio
import hashlib
import json
import logging
import time
from contextvars import ContextVar
from typing import Final

from tableronde.room.base.log_events import BACKGROUND_TASK_FAILED, LIBRARY_MESSAGE

HUNG_UP: Final = "ASGI callable returned without completing handshake"  # clients may leave before the handshake is complete
request_id: ContextVar[str] = ContextVar("request", default="")  # set while a request is answered, on whichever node
_STANDARD: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message", "event"}


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON: time, level, event, sentence and fields; a traceback is a list of lines.

    Records of libraries declare no event: theirs is `library_message`, with the name of their logger.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        event = getattr(record, "event", None)
        own = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": event or LIBRARY_MESSAGE.code,
            "message": record.getMessage(),
            **({"request": request_id.get()} if request_id.get() else {}),
        }
        fields = {key: field for key, field in vars(record).items() if key not in _STANDARD}
        value = {**own, **{f"{key}_" if key in own else key: field for key, field in fields.items()}}
        if event is None:
            value["logger"] = record.name
        if record.exc_info:
            value["trace"] = self.formatException(record.exc_info).splitlines()
        return json.dumps(value, ensure_ascii=False, default=str)


def hash_secret(secret: str) -> str:
    """Return a short stable name for a secret, from which the secret cannot be derived."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def watch(task: "asyncio.Task[None]") -> "asyncio.Task[None]":
    """Log the failure of a task that runs as long as the room: at once, while an operator can still act."""
    task.add_done_callback(_log_end)
    return task


def _log_end(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        BACKGROUND_TASK_FAILED.log(error, task=task.get_name())


def configure_logging(level: int = logging.INFO) -> None:
    """Log the room and the web server as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("tableronde", "uvicorn.error", "psycopg"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "tableronde" else logging.ERROR)  # malformed requests of strangers are not worth a warning
    logging.getLogger("uvicorn.error").addFilter(lambda record: not record.getMessage().startswith(HUNG_UP))
