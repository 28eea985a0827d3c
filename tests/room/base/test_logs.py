"""The log: one JSON object a line, which names what happened."""

import asyncio
import json
import logging
import sys

import pytest

from tableronde.room.base.logs import JsonLines, hash_secret, watch


def test_logs_are_json_lines() -> None:
    record = logging.makeLogRecord({"msg": "A table was opened.", "event": "table_opened", "levelname": "INFO", "game": "x"})
    value = json.loads(JsonLines().format(record))
    assert list(value) == ["at", "level", "event", "message", "game"]
    assert list(value.values())[1:] == ["info", "table_opened", "A table was opened.", "x"]
    assert len(hash_secret("secret")) == 8


def test_a_background_task_that_fails_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("so it is")

    async def live() -> None:
        fine, failing = (watch(asyncio.create_task(work, name=name)) for work, name in ((asyncio.sleep(0), "fine"), (fail(), "heart")))
        await asyncio.wait({fine, failing})
        await asyncio.sleep(0)
        assert [(record.levelname, vars(record)["event"], vars(record)["task"]) for record in caplog.records] == [
            ("CRITICAL", "background_task_failed", "heart")
        ]

    asyncio.run(live())


def test_fields_never_hide_the_event_or_the_level() -> None:
    record = logging.makeLogRecord({"msg": "A bot failed.", "event": "bot_failed", "levelname": "ERROR", "level": "greedy", "at": "home"})
    value = json.loads(JsonLines().format(record))
    assert (value["event"], value["level"], value["level_"], value["at_"]) == ("bot_failed", "error", "greedy", "home")
    assert value["at"].startswith("19") or value["at"].startswith("20")


def test_messages_of_libraries_are_log_events_too() -> None:
    record = logging.makeLogRecord({"name": "uvicorn.error", "msg": "Out of %s", "args": ("luck",), "levelname": "ERROR"})
    value = json.loads(JsonLines().format(record))
    assert (value["event"], value["message"], value["logger"]) == ("library_message", "Out of luck", "uvicorn.error")


def test_a_traceback_in_the_log_is_a_list_of_lines() -> None:
    try:
        raise ZeroDivisionError("a mistake")
    except ZeroDivisionError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "a game has a fault", (), sys.exc_info())
    trace = json.loads(JsonLines().format(record))["trace"]
    assert trace[-1] == "ZeroDivisionError: a mistake"
    assert any(__file__ in line for line in trace)
