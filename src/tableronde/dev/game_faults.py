"""Errors of an author's code as data: what went wrong, in which of the author's lines, and the way there."""

import linecache
import traceback
from typing import Final

from tableronde.game import Json
from tableronde.plugins import loader

MOST: Final = 12  # lines of the author's code that are shown


def describe_fault(error: BaseException) -> dict[str, Json]:
    """Describe an error: its sentence, the author's line, and the lines of the author's code that led there."""
    cause = error.__cause__ if isinstance(error, loader.Fault) and error.__cause__ else error
    if isinstance(cause, SyntaxError):
        lines = [_describe_line(cause.filename or "", cause.lineno or 0, "")]
    else:
        frames = traceback.extract_tb(cause.__traceback__)
        lines = [_describe_line(frame.filename, frame.lineno or 0, frame.name) for frame in frames if loader.is_authors(frame.filename)]
    return {"kind": type(cause).__name__, "text": _sentence(cause), "lines": lines[-MOST:], "where": loader.where(cause)}


def _sentence(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    return str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)


def _describe_line(file: str, number: int, name: str) -> dict[str, Json]:
    linecache.checkcache(file)
    return {"file": file, "line": number, "name": name, "code": linecache.getline(file, number).strip()}
