"""What the sources say about a name: its signature, its docstring, its members. Nothing is imported, so no extra is needed."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"
PACKAGE: Final = "tableronde"
SHORT: Final = 60  # characters of a value that is shown
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Described:
    """A public name: what it is, how it is called, what it says of itself."""

    name: str
    kind: str  # "class", "function", "method", "property", "attribute" or "data"
    signature: str = ""
    text: str = ""
    members: tuple["Described", ...] = field(default=())
    home: str = ""  # the module that defines it

    @property
    def sentence(self) -> str:
        """The first sentence of its docstring."""
        return " ".join(self.text.partition("\n\n")[0].split())


def path_of(module: str) -> Path | None:
    """Return the file of a module of this package; None if there is none."""
    base = SOURCE.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    path = path_of(module)
    if path is None:
        raise LookupError(f"there is no module {module}")
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _lines(module: str) -> list[str]:
    path = path_of(module)
    return path.read_text(encoding="utf-8").splitlines() if path else []


def describe_module(module: str) -> str:
    """Return the docstring of a module."""
    return ast.get_docstring(parsed(module)) or ""


def describe(module: str, name: str) -> Described | None:
    """Return what the sources say about a name of a module, wherever it is defined; None if it is not there."""
    node = _binding(module, name)
    match node:
        case ast.ClassDef():
            inside = tuple(members(node, _lines(module)))
            return Described(name, "class", _class_signature(node, module), ast.get_docstring(node) or "", inside, module)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return Described(name, "function", _signature(node), ast.get_docstring(node) or "", home=module)
        case ast.ImportFrom():
            return _imported(node, name)
        case ast.Assign(value=ast.Name(id=other)) if other != name and (found := describe(module, other)):
            return Described(name, found.kind, found.signature, found.text, found.members, found.home)
        case ast.Assign() | ast.AnnAssign() if node.value is not None:
            value = ast.unparse(node.value)
            return Described(name, "data", f" = {value}" if len(value) <= SHORT else "", home=module)
        case ast.AnnAssign():
            return Described(name, "data", home=module)
    return None


def _imported(node: ast.ImportFrom, name: str) -> Described | None:
    """Follow an import to where the name is defined."""
    original = next(alias.name for alias in node.names if name in (alias.asname, alias.name))
    if node.module is None or not f"{node.module}.".startswith(f"{PACKAGE}."):
        return Described(name, "data", home=node.module or "")
    found = describe(node.module, original) if path_of(node.module) else None
    return found and Described(name, found.kind, found.signature, found.text, found.members, found.home)


def _binding(module: str, name: str) -> ast.stmt | None:
    """Return the statement that binds a name: the last one, except where both branches of a condition do."""
    found = [node for node in _statements(parsed(module).body) if name in _bound(node)]
    return found[-1] if found else _starred(module, name)


def _starred(module: str, name: str) -> ast.stmt | None:
    """Return an import of everything that has the name."""
    for node in _statements(parsed(module).body):
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*" and node.module and _binding(node.module, name):
            return ast.ImportFrom(node.module, [ast.alias(name)], 0)
    return None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        match node:
            case ast.If(body=first, orelse=other):
                yield from _statements([*first, *other])
            case ast.Try(body=first, handlers=handlers):
                yield from _statements([*(each for handler in handlers for each in handler.body), *first])
            case _:
                yield node


def _bound(node: ast.stmt) -> set[str]:
    match node:
        case ast.ImportFrom():
            return {alias.asname or alias.name for alias in node.names}
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return {node.name}
        case ast.Assign():
            return {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def members(node: ast.ClassDef, lines: list[str]) -> Iterator[Described]:
    """Yield the public methods, properties and fields of a class in their order."""
    for each in node.body:
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not each.name.startswith("_"):
                marks = {_last_word(mark) for mark in each.decorator_list}
                if "setter" in marks:
                    continue
                is_property = bool(marks & {"property", "cached_property"})
                shape = _returns(each) if is_property else _signature(each)
                yield Described(each.name, "property" if is_property else "method", shape, ast.get_docstring(each) or "")
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                value = f" = {ast.unparse(each.value)}" if each.value and len(ast.unparse(each.value)) <= SHORT else ""
                yield Described(name, "attribute", f": {ast.unparse(each.annotation)}{value}", _comment(lines[each.lineno - 1]))


def _comment(line: str) -> str:
    """Return the comment at the end of a line, which describes a field."""
    found = re.search(r"  # (?!type:|noqa)(.*)$", line)
    return found[1][:1].upper() + found[1][1:].rstrip(".") + "." if found else ""


def _last_word(mark: ast.expr) -> str:
    return ast.unparse(mark).split("(")[0].split(".")[-1]


def _returns(node: Function) -> str:
    return f": {ast.unparse(node.returns)}" if node.returns else ""


def _signature(node: Function) -> str:
    """Return the parameters of a function as its author wrote them, without `self` and without what Hypothesis gives."""
    arguments = node.args
    for group in (arguments.posonlyargs, arguments.args):
        if group and (group[0].arg in ("self", "cls") or "composite" in map(_last_word, node.decorator_list)):
            arguments = ast.arguments(
                **{**{name: getattr(arguments, name) for name in ast.arguments._fields}, _group(arguments): group[1:]}
            )
            break
    returned = f" -> {ast.unparse(node.returns)}" if node.returns and ast.unparse(node.returns) != "None" else ""
    return f"({ast.unparse(arguments)}){returned}"


def _group(arguments: ast.arguments) -> str:
    return "posonlyargs" if arguments.posonlyargs else "args"


def _class_signature(node: ast.ClassDef, module: str) -> str:
    """Return how a class is called: by its `__init__`, by its fields, or by those of its base class in this package."""
    made = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__new__")), None)
    if made:
        return _signature(made).partition(" -> ")[0]
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and _is_parameter(each)]
    if fields and _has_fields(node):
        return f"({', '.join(ast.unparse(each) for each in fields)})"
    for base in node.bases:
        found = describe(module, ast.unparse(base).split("[")[0])
        if found and found.kind == "class":
            return found.signature
    return ""


def _is_parameter(node: ast.AnnAssign) -> bool:
    return not ast.unparse(node.annotation).startswith("ClassVar") and not ast.unparse(node.target).startswith("_")


def _has_fields(node: ast.ClassDef) -> bool:
    words = {_last_word(mark) for mark in node.decorator_list} | {ast.unparse(base).split(".")[-1] for base in node.bases}
    return bool(words & {"dataclass", "NamedTuple", "TypedDict", "Struct"})
