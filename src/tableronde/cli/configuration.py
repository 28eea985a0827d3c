"""Where the values of options come from: flags, then the environment (`TABLERONDE_…`), then a TOML file, then defaults.

An option `--metrics-port` is `TABLERONDE_METRICS_PORT` in the environment and `metrics_port` in the file. A secret can also be given by the
name of a file that holds it: `--metrics-token-file`.
"""

import argparse
import os
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

PREFIX: Final = "TABLERONDE_"
FILE_OPTION: Final = "config"
BY_NAME: Final = ("limit", "bot")  # options of the form NAME=VALUE: tables in the file
SEVERAL: Final = ("game", "name", "proxy", *BY_NAME)  # may be repeated; in the environment, values are separated by commas
MERGED: Final = "limit"  # each of its names is an option of its own
TRUE: Final = ("1", "true", "yes", "on")
SECRETS: Final = ("bus_password", "metrics_token")  # given directly or by the name of a file
FALSE: Final = ("0", "false", "no", "off", "")
OTHER_VARIABLES: Final = ("PURE", "QUICK", "TRACEBACK", "SETUP", "ELSEWHERE")  # that are not options
EVERY_KEY: Final = frozenset(  # of all commands that read the file, so that they can share one
    (
        *("host", "port", "data", "store", "bus", "bus_password", "bus_password_file", "bus_seal", "share_port", "no_browser", "workers"),
        *("game", "bot", "name", "proxy", "keep", "contact", "metrics_port", "metrics_token", "metrics_token_file", "limit", "traces"),
        "worker_key_file",
    )
)


class WrongConfiguration(ValueError):
    """Raised with a sentence that names the flag, the variable or the key."""


@dataclass(frozen=True, slots=True)
class Source:
    """A place where values come from."""

    title: str  # the name of the place in error messages
    values: Mapping[str, Sequence[str]]  # by the name of the option, as texts
    rank: int

    def describe(self, name: str) -> str:
        """Return the name of the option in this place."""
        match self.rank:
            case 0:
                return f"--{name.replace('_', '-')}"
            case 1:
                return f"${PREFIX}{name.upper()}"
        return f"{name} in {self.title}"


@dataclass(slots=True)
class Reading:
    """The values of all options of a command, and where each comes from (nothing: its default)."""

    values: argparse.Namespace
    origins: dict[str, str] = field(default_factory=dict)


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Add --config to a parser."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="read options from this TOML file ($TABLERONDE_CONFIG)")


def read_options(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None = None, environ: Mapping[str, str] | None = None
) -> Reading:
    """Read the options of a command; the parser ends the program with a sentence if one is wrong."""
    try:
        return _read(parser, arguments, os.environ if environ is None else environ)
    except WrongConfiguration as wrong:
        parser.error(str(wrong))


def _read(parser: argparse.ArgumentParser, arguments: Sequence[str] | None, environ: Mapping[str, str]) -> Reading:
    actions = {action.dest: action for action in parser._actions if action.option_strings and action.dest != "help"}
    given = _parse_flags(parser, actions, arguments)
    for name in SECRETS:
        if f"{name}_file" in actions and name not in actions:  # it has no flag, because every user of a machine can read flags
            actions[name] = argparse.Action([f"--{name}"], name, default="")
            setattr(given, name, None)
    variables = _read_environment(actions, environ)
    file = given.config or (Path(variables.values[FILE_OPTION][0]) if FILE_OPTION in variables.values else None)
    sources = [variables, *([_read_file(file, actions)] if file else [])]
    reading = Reading(given)
    ranks = {name: _settle(reading, action, sources) for name, action in actions.items()}
    for name in SECRETS:
        if f"{name}_file" in actions:
            _settle_secret(reading, name, ranks)
    return reading


def _parse_flags(
    parser: argparse.ArgumentParser, actions: Mapping[str, argparse.Action], arguments: Sequence[str] | None
) -> argparse.Namespace:
    """Parse the command line alone: None for what it does not name."""
    defaults = {name: action.default for name, action in actions.items()}
    for action in actions.values():
        action.default = None
    try:
        return parser.parse_args(arguments)
    finally:
        for name, action in actions.items():
            action.default = defaults[name]


def _settle(reading: Reading, action: argparse.Action, sources: Sequence[Source]) -> int:
    """Choose the value of an option; return the rank of its source."""
    name, given = action.dest, getattr(reading.values, action.dest)
    if given is not None:
        reading.origins[name] = Source("", {}, 0).describe(name)
    if name == MERGED:
        lower = [text for source in reversed(sources) for text in source.values.get(name, ())]
        setattr(reading.values, name, [*lower, *(given or ())])
        flags = [Source("", {name: given}, 0)] if given else []
        if found := [source.describe(name) for source in (*flags, *sources) if name in source.values]:
            reading.origins[name] = ", ".join(found)
        return 0
    if given is not None:
        return 0
    for source in sources:
        if name in source.values:
            setattr(reading.values, name, _convert(action, source.values[name], source.describe(name)))
            reading.origins[name] = source.describe(name)
            return source.rank
    setattr(reading.values, name, list(action.default) if isinstance(action.default, list) else action.default)
    return len(sources) + 1


def _convert(action: argparse.Action, texts: Sequence[str], origin: str) -> Any:
    """Convert texts as the command line would."""
    if action.nargs == 0:
        if len(texts) != 1 or texts[0].lower() not in (*TRUE, *FALSE):
            raise WrongConfiguration(f"{origin} must be true or false, not {', '.join(texts)!r}")
        return texts[0].lower() in TRUE
    values = [_convert_one(action, text, origin) for text in texts]
    if isinstance(action.default, list):
        return values
    if len(values) != 1:
        raise WrongConfiguration(f"{origin} must be one value, not {len(values)}")
    return values[0]


def _convert_one(action: argparse.Action, text: str, origin: str) -> Any:
    try:
        value = action.type(text) if callable(action.type) else text
    except argparse.ArgumentTypeError as error:
        raise WrongConfiguration(f"{origin}: {error}") from None
    except (TypeError, ValueError):
        raise WrongConfiguration(f"{origin}: {text!r} does not fit") from None
    if action.choices is not None and value not in action.choices:
        raise WrongConfiguration(f"{origin} must be one of {', '.join(map(str, action.choices))}, not {text!r}")
    return value


def _settle_secret(reading: Reading, name: str, ranks: Mapping[str, int]) -> None:
    """Read a secret from its file, unless a better source gives it directly."""
    file = f"{name}_file"
    path = getattr(reading.values, file)
    if path is None or ranks[name] < ranks[file]:
        return
    if ranks[name] == ranks[file]:
        raise WrongConfiguration(f"give either {reading.origins[name]} or {reading.origins[file]}, not both")
    setattr(reading.values, name, read_secret(Path(path)))
    reading.origins[name] = f"{path}, {reading.origins[file]}"


def read_secret(path: Path) -> str:
    """Return the secret in a file, without the end of its line; raise WrongConfiguration if there is none."""
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise WrongConfiguration(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    if not text or "\n" in text:
        raise WrongConfiguration(f"{path} must hold one line, the secret")
    return text


def _read_environment(actions: Collection[str], environ: Mapping[str, str]) -> Source:
    values: dict[str, list[str]] = {}
    for name in actions:
        text = environ.get(f"{PREFIX}{name.upper()}")
        if text:
            values[name] = _split(text) if name in SEVERAL else [text]
    start = f"{PREFIX}{MERGED.upper()}_"
    if MERGED in actions:
        each = [f"{name.removeprefix(start).lower()}={text}" for name, text in sorted(environ.items()) if name.startswith(start)]
        values |= {MERGED: [*values.get(MERGED, ()), *each]} if each else {}
    return Source("the environment", values, 1)


def list_unknown_variables(actions: Collection[str], environ: Mapping[str, str]) -> list[str]:
    """Return variables with our prefix that nothing reads."""
    known = {*(name.upper() for name in (*actions, *EVERY_KEY, FILE_OPTION)), *OTHER_VARIABLES}
    ours = [name for name in environ if name.startswith(PREFIX)]
    return sorted(name for name in ours if name.removeprefix(PREFIX) not in known and not name.startswith(f"{PREFIX}{MERGED.upper()}_"))


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _read_file(path: Path, actions: Collection[str]) -> Source:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise WrongConfiguration(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise WrongConfiguration(f"{path} is not TOML: {error}") from None
    unknown = sorted(set(found) - EVERY_KEY)
    if unknown:
        raise WrongConfiguration(f"{path} has no option {unknown[0]!r}; there are {', '.join(sorted(EVERY_KEY))}")
    return Source(str(path), {name: _read_value(path, name, value) for name, value in found.items() if name in actions}, 2)


def _read_value(path: Path, name: str, value: Any) -> list[str]:
    """Return a value of the file as texts."""
    match value:
        case bool():
            return [str(value).lower()]
        case str() | int() | float():
            return [str(value)]
        case list() if all(isinstance(item, str | int | float) for item in value):
            return [str(item) for item in value]
        case dict() if name in BY_NAME and all(isinstance(item, str | int | float) for item in value.values()):
            return [f"{key}={item}" for key, item in value.items()]
    raise WrongConfiguration(f"{name} in {path} must be a text, a number, true, false or a list of texts")
