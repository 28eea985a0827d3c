"""The API reference: a page for each public module, with signatures, sentences and examples."""

import re
from collections.abc import Iterator

from website.reference import Entry, Section, page_text, sections
from website.sources import Described

DIRECTIVES = {
    "class": "class",
    "function": "function",
    "data": "data",
    "method": "method",
    "property": "property",
    "attribute": "attribute",
}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page."""
    for section in sections():
        yield section.module, "\n".join(_page(section))


def index() -> str:
    """Return the page on the Python API, with a link to the page of each module."""

    def linked(found: re.Match[str]) -> str:
        return f"{found[0]}\n\n[Signatures and examples](api/{found[1]}.md)\n"

    text = re.sub(r"^## `([\w.]+)`$", linked, page_text(), flags=re.MULTILINE)
    names = "\n".join(f"api/{section.module}" for section in sections())
    return f"{text}\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"


def _page(section: Section) -> Iterator[str]:
    yield from (f"# `{section.module}`", "", section.intro, "", f"```{{py:module}} {section.module}", "```", "")
    shown: dict[str, str] = {}  # the name under which each example stands
    for entry in section.entries:
        home = _documented_home(section, entry)
        yield from _pointer(entry, home) if home else _described(section, entry, shown)


def _documented_home(section: Section, entry: Entry) -> str:
    """Return the other page that describes a name; empty if this one does."""
    pages = {each.module for each in sections() if each.module != section.module}
    return entry.described.home if entry.described.home in pages else ""


def _pointer(entry: Entry, home: str) -> Iterator[str]:
    role = "class" if entry.described.kind == "class" else "func" if entry.described.kind == "function" else "data"
    yield from (f"- {{py:{role}}}`{entry.name} <{home}.{entry.name}>`: {entry.described.sentence or 'see there.'}", "")


def _described(section: Section, entry: Entry, shown: dict[str, str]) -> Iterator[str]:
    described = entry.described
    yield from (f"## {entry.name}", "")
    yield from _directive(described, _words(described.text, entry.meaning), "::::")
    for member in described.members:
        yield from _directive(member, _words(member.text, entry.meanings.get(member.name, "")), ":::")
        yield from (":::", "")
    yield from ("::::", "")
    yield from _example(section, entry.name, shown)


def _directive(described: Described, text: str, fence: str) -> Iterator[str]:
    options: list[str] = []
    name, signature = described.name, described.signature
    if described.kind in ("data", "attribute", "property"):
        typed, _, value = signature.partition(" = ") if " = " in signature else (signature, "", "")
        options += [f":type: {typed.removeprefix(': ')}"] if typed.startswith(": ") else []
        options += [f":value: {value}"] if value else []
        signature = ""
    yield from (f"{fence}{{py:{DIRECTIVES[described.kind]}}} {name}{signature}", *options, "", text, "")


def _words(text: str, meaning: str) -> str:
    """Return what is said of a name: its docstring, and before it what the table says if that says more."""
    said = meaning and f"{meaning[0].upper()}{meaning[1:]}".rstrip(".") + "."
    return _deeper(said if said and not text else text)


def _deeper(text: str) -> str:
    """Let links of a page of the reference lead from a page one folder deeper."""
    return re.sub(r"\]\((?!https?:|#)([^)]*)\)", r"](../\1)", text)


def _example(section: Section, name: str, shown: dict[str, str]) -> Iterator[str]:
    """Yield the first example that uses the name, or where it stands already."""
    found = section.examples_of(name)
    if not found:
        return
    if found[0] in shown:
        yield from (f"Example: under [{shown[found[0]]}](#{shown[found[0]].lower()}).", "")
    else:
        shown[found[0]] = name
        yield from ("```python", found[0].rstrip(), "```", "")
