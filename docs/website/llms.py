"""`llms.txt` and Markdown beside every page, for programs that read."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from website.sources import ROOT

SUMMARY: Final = "A game room, an engine and a toolkit for board games: one folder of plain Python, and a game has everything."


def write(stage: Path, site: Path) -> None:
    """Write the list, and the text of every page it names."""
    (site / "llms.txt").write_text("\n".join(_lines(stage)) + "\n", encoding="utf-8")
    for page in named(stage):
        target = site / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text((stage / page).read_text(encoding="utf-8"), encoding="utf-8")


def named(stage: Path) -> list[Path]:
    """Return the pages of the list: those of the first page, and the API reference."""
    index = (stage / "index.md").read_text(encoding="utf-8")
    links = [Path(name) for name in re.findall(r"\]\(([\w/-]+\.md)\)", index)]
    return [page for page in dict.fromkeys(links) if "files" not in page.parts] + sorted(
        path.relative_to(stage) for path in (stage / "reference" / "api").glob("*.md")
    )


def _lines(stage: Path) -> Iterator[str]:
    yield from ("# Table Ronde", "", f"> {SUMMARY}", "")
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for title, section in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", index, re.DOTALL | re.MULTILINE):
        found = [(name, link, more) for name, link, more in re.findall(r"- \[([^]]+)\]\(([\w/-]+\.md)\)(.*)", section)]
        if found:
            yield from (f"## {title}", "", *(f"- [{name}]({link}){more}" for name, link, more in found), "")
    yield from ("## Optional", "")
    yield from (
        f"- [{path.stem}](reference/api/{path.name}): signatures and examples"
        for path in sorted((stage / "reference" / "api").glob("*.md"))
    )
