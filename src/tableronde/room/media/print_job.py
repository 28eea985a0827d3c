"""One printed game, made in a process of its own that ends: setting a kit takes half a gigabyte, which a room would never give back."""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Final, NamedTuple

from tableronde.kit import Wish

PREVIEW_PAGES: Final = 4  # pages
PREVIEW_DPI: Final = 60.0  # dots per inch
SECONDS: Final = 120.0  # after which a job is given up
NICENESS: Final = 10


class Printed(NamedTuple):
    """A document, with its first pages as PNG."""

    pdf: bytes
    pages: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return len(self.pdf) + sum(map(len, self.pages))


class PrintFault(Exception):
    """Raised when the code of the game failed: what is wrong in one line, and the traceback."""

    def __init__(self, text: str, trace: list[str]) -> None:
        super().__init__(text)
        self.text, self.trace = text, trace


class CannotPrint(Exception):
    """Raised when Typst is not installed."""


class PrintLost(Exception):
    """Raised when the process was ended before it answered."""


def run_job(place: str, wish: Wish, part: str, on_start: Callable[["subprocess.Popen[bytes]"], None]) -> Printed:
    """Print a part of the game at a place in a new process; raise PrintFault, CannotPrint or PrintLost."""
    command = (sys.executable, "-P", "-m", "tableronde.room.media.print_job")  # -P: no module of the current folder is found first
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    request = json.dumps({"place": place, "wish": asdict(wish), "part": part}).encode()
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        on_start(process)
        try:
            answer, _ = process.communicate(request, SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise PrintLost(f"no answer after {SECONDS:.0f} s") from None
    head, _, data = answer.partition(b"\n")
    if process.returncode or not head:
        raise PrintLost(f"exit status {process.returncode}")
    return _read_answer(json.loads(head), data)


def _read_answer(head: dict[str, Any], data: bytes) -> Printed:
    if head.get("missing"):
        raise CannotPrint
    if "fault" in head:
        raise PrintFault(head["fault"], head["trace"])
    parts, at = [], 0
    for size in head["sizes"]:
        parts.append(data[at : at + size])
        at += size
    return Printed(parts[0], tuple(parts[1:]))


def main() -> None:
    """Answer the request on standard input: a line of JSON, then the PDF and the pictures."""
    with suppress(OSError):
        os.nice(NICENESS)
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints is no answer
    request = json.load(sys.stdin)
    head, parts = _answer(request["place"], Wish(**request["wish"]), request["part"])
    answer.write(json.dumps(head).encode() + b"\n" + b"".join(parts))
    answer.close()


def _answer(place: str, wish: Wish, part: str) -> tuple[dict[str, Any], list[bytes]]:
    from tableronde.plugins.loader import describe_error
    from tableronde.printing.build import game_document
    from tableronde.printing.typst import TypstMissing
    from tableronde.shelf import find

    try:
        document = game_document(find(place), wish, part)
        preview = replace(document, pages=document.pages[:PREVIEW_PAGES])
        parts = [document.pdf(), *preview.pictures(PREVIEW_DPI)[:PREVIEW_PAGES]]
    except TypstMissing:
        return {"missing": True}, []
    except Exception as error:
        return {"fault": describe_error(error), "trace": traceback.format_exc().splitlines()}, []
    return {"sizes": [len(each) for each in parts]}, parts


if __name__ == "__main__":
    main()
