"""What the modules of a game's folder offer for its box: functions and constants named like the box's fields."""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple

from tableronde.cover import Celebration, Cover
from tableronde.credits import Credits
from tableronde.text import Text

_FUNCTIONS: Final = {"draw", "tell", "label", "judge", "house_rules", "style", "rotate", "chapter", "coach", "kit"}


class _Kind(NamedTuple):
    """What the value of a field must be."""

    fits: Callable[[Any], bool]
    name: str


def _instance(kinds: type | tuple[type, ...], name: str) -> _Kind:
    return _Kind(lambda value: isinstance(value, kinds), name)


_CALLABLE: Final = _Kind(callable, "a function")
_TEXT: Final = _instance(Text, "a Text")
_NUMBER: Final = _Kind(lambda value: type(value) is int, "a whole number")
_SEVERAL: Final = _instance((tuple, list), "a tuple")
_MAPPING: Final = _instance(Mapping, "a mapping")
_KINDS: Final[Mapping[str, _Kind]] = {
    **dict.fromkeys(_FUNCTIONS, _CALLABLE),
    **dict.fromkeys(("title", "blurb", "goal"), _TEXT),
    **dict.fromkeys(("age", "minutes", "order"), _NUMBER),
    **dict.fromkeys(("tips", "variants", "fading", "seat_names", "estimated"), _SEVERAL),
    **dict.fromkeys(("reasons", "commands", "looks", "bots", "level_texts", "fairer", "editions", "proved"), _MAPPING),
    **dict.fromkeys(("decided", "futile"), _CALLABLE),
    "spaces": _Kind(callable, "a class or function"),
    "package": _instance(str, "a name"),
    "cover": _instance(Cover, "a Cover"),
    "celebration": _instance(Celebration, "a Celebration"),
    "credits": _instance(Credits, "a Credits"),
}


def spell(field: str) -> str:
    """Return the name a field has in the modules of a game's folder: functions as they are, data in capitals."""
    return field if field in _FUNCTIONS else field.upper()


def collect(slug: str, fields: Iterable[str], parts: Sequence[ModuleType], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that modules offer for fields that are not given; TypeError with a sentence if one does not fit."""
    found: dict[str, Any] = {}
    for field in fields:
        if field in given or field not in _KINDS:
            continue
        offered = list(_offered(field, parts))
        if len({id(value) for value in offered}) > 1:
            raise TypeError(f"{slug}: two modules define {spell(field)}: pass the one to use as {field}=…")
        if offered:
            found[field] = offered[0]
    return found


def _offered(field: str, parts: Sequence[ModuleType]) -> Iterator[Any]:
    """Yield the values of a field. A name that a module imports for itself is left alone if it is something else."""
    name, kind = spell(field), _KINDS[field]
    for part in parts:
        value = vars(part).get(name)
        if value is None or isinstance(value, ModuleType):
            continue
        if kind.fits(value):
            yield value
        elif not _is_import(statement := _find_binding(part, name)):
            place = f"{part.__file__}:{statement.lineno}" if statement else part.__name__
            way = f"give it another name, or pass {field}=… to Box.packed"
            raise TypeError(f"{place}: {name} is taken for the box's {field}, which is {kind.name}, not {_article(value)}; {way}")


def _find_binding(part: ModuleType, name: str) -> ast.stmt | None:
    """Return the statement of a module that binds a name; None if its source is unknown."""
    try:
        statements = ast.parse(inspect.getsource(part)).body
    except (OSError, TypeError, SyntaxError):  # made at run time
        return None
    return next((statement for statement in reversed(statements) if name in _names_bound(statement)), None)


def _is_import(statement: ast.stmt | None) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _names_bound(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module binds."""
    match statement:
        case ast.Import() | ast.ImportFrom():
            yield from (alias.asname or alias.name for alias in statement.names)
        case ast.FunctionDef() | ast.ClassDef():
            yield statement.name
        case ast.Assign() | ast.AnnAssign():
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))


def _article(value: Any) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
