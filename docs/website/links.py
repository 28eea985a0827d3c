"""Links and names: what `make lint` finds without building the site."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from website.reference import Section, examples_path, sections
from website.sources import ROOT, describe

LINK: Final = re.compile(r"\]\((?!figure:|https?:|mailto:)([^)#\s]*)#?([^)\s]*)\)")
NO_EXAMPLE: Final = {"data"}  # types and constants are shown by their value


def documents() -> list[Path]:
    """Return every document whose links are checked."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / ".github").rglob("*.md"))]


def prose(text: str) -> str:
    """Return a document without its blocks of code."""
    return re.sub(r"^```.*?^```$|^    [^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)


@cache
def anchors(path: Path) -> set[str]:
    """Return the anchors of a document: its headings, as GitHub and the site spell them."""
    titles = re.findall(r"^#+ (.*)$", prose(path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links() -> Iterator[str]:
    """Yield each link that leads nowhere."""
    for page in documents():
        if "examples" in page.relative_to(ROOT).parts:  # rules pages of games link as their games do
            continue
        for target, anchor in LINK.findall(prose(page.read_text(encoding="utf-8"))):
            there = page.parent / target if target else page
            if not there.exists():
                yield f"{page.relative_to(ROOT)}: there is no {target}"
            elif anchor and there.suffix == ".md" and anchor not in anchors(there.resolve()):
                yield f"{page.relative_to(ROOT)}: {target or 'the page'} has no heading #{anchor}"


def missing_names() -> Iterator[str]:
    """Yield each public name without a sentence or an example, and each that the sources do not have."""
    for section in sections():
        yield from (f"python-api.md: {section.module} has no {name}" for name in section.unknown)
        yield from _without_sentence(section)
        yield from _without_example(section)


def _without_sentence(section: Section) -> Iterator[str]:
    for entry in section.entries:
        if not (entry.described.sentence or entry.meaning or entry.meanings):
            yield f"{section.module}.{entry.name} has neither a docstring nor a row in python-api.md"
        for member in entry.described.members:
            if member.kind == "method" and not (member.text or member.name in entry.meanings or _inherited(section, entry.name)):
                yield f"{section.module}.{entry.name}.{member.name} has no docstring"


def _inherited(section: Section, name: str) -> bool:
    """Return whether a class overrides methods that are described where they are defined."""
    import ast

    from website.sources import _binding

    described = describe(section.module, name)
    node = described and _binding(described.home, name)
    return isinstance(node, ast.ClassDef) and bool(node.bases)


def _without_example(section: Section) -> Iterator[str]:
    here = {each.module for each in sections()}
    for entry in section.entries:
        elsewhere = entry.described.home in here - {section.module}
        if entry.described.kind not in NO_EXAMPLE and not elsewhere and not section.examples_of(entry.name):
            yield f"{section.module}.{entry.name} is in no example of {examples_path(section.module).relative_to(ROOT)}"
