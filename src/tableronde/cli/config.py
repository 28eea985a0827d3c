"""`tableronde config`: whether the room's configuration is valid, and what it is, without opening the room."""

import argparse
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tableronde.cli.configuration import BY_NAME, SECRETS, Reading, list_unknown_variables
from tableronde.room.__main__ import read_plan
from tableronde.room.base.limits import Limits
from tableronde.room.bus import find_weakness
from tableronde.room.web.server.serve import Plan

MASK: Final = "********"
PASSWORD: Final = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


def main(arguments: list[str] | None = None) -> int:
    """Check or show; return 0 if the room would accept the configuration, 1 if something in it is doubtful, 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="tableronde config", description="Check or show the configuration that `tableronde serve` would use with the same options."
    )
    parser.add_argument(
        "what", choices=("check", "show"), help="check it, or show all values and where each comes from; secrets are masked"
    )
    chosen, rest = parser.parse_known_args(sys.argv[2:] if arguments is None else arguments)
    plan, reading = read_plan(rest)
    if chosen.what == "show":
        print("\n".join(list_values(reading, plan.limits)))
        return 0
    doubts = find_doubts(plan, reading)
    print("\n".join(doubts) or "no fault")
    return 1 if doubts else 0


def list_values(reading: Reading, limits: Limits) -> list[str]:
    """Return all values as a file that could be given to --config, secrets masked, each with its origin."""
    lines, tables = [], []
    for name, value in sorted(vars(reading.values).items()):
        origin = reading.origins.get(name, "default")
        if name in BY_NAME:
            found = {key: getattr(limits, key) for key in Limits.list_names()} if name == "limit" else _read_pairs(value)
            tables += ["", f"[{name}]  # {origin}", *(f"{key} = {_write(item)}" for key, item in found.items())]
        elif name not in ("config", *(f"{secret}_file" for secret in SECRETS)):
            masked = MASK if name in SECRETS and value else value
            shown = _write(masked)
            lines.append(f"{name} = {shown}  # {origin}" if shown else f"# {name} is not set")
    return [*lines, *tables]


def find_doubts(plan: Plan, reading: Reading) -> list[str]:
    """Return what is allowed and yet probably not meant, as sentences."""
    doubts = [f"{name} is set, and nothing reads it" for name in list_unknown_variables(vars(reading.values), os.environ)]
    if plan.bus and (weakness := find_weakness(plan.bus, plan.bus_password)):
        doubts.append(weakness)
    if plan.bus and plan.bus_seal != "require":
        doubts.append(f"with --bus-seal {plan.bus_seal} a stranger on the bus can act for guests: require seals once all nodes accept them")
    if plan.bus and plan.bus_seal != "off" and find_spec("nacl") is None:
        doubts.append("sealing the bus needs PyNaCl: install it with `pip install 'tableronde[cluster]'`")
    if not plan.store and not _can_be_used(plan.data):
        doubts.append(f"{plan.data} cannot be written to")
    return doubts


def _can_be_used(folder: Path) -> bool:
    """Return whether a folder, or the nearest one above it that exists, can be written to."""
    nearest = next((each for each in (folder, *folder.absolute().parents) if each.exists()), folder)
    return os.access(nearest, os.W_OK)


def _read_pairs(texts: list[str]) -> dict[str, str]:
    """Return bots by their names; a program without a name is its own."""
    return {name: value or name for name, _, value in (text.partition("=") for text in texts)}


def _write(value: Any) -> str:
    """Write a value as TOML; nothing for one that is not set."""
    match value:
        case None | "":
            return ""
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case list():
            return f"[{', '.join(map(_write, value))}]"
    masked = PASSWORD.sub(rf"\1:{MASK}@", str(value))
    return '"' + masked.replace("\\", "\\\\").replace('"', '\\"') + '"'
