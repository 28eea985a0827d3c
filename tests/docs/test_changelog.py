"""The changelog has the form of keepachangelog.com, one short line for each change."""

import re
from pathlib import Path

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Upgrade notes"]
MAX_LINE = 120


def releases() -> list[tuple[str, str]]:
    """Return the title and the text of each release, the latest first."""
    _, *parts = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def test_the_unreleased_come_first_and_every_release_has_a_date() -> None:
    first, *others = [title for title, _ in releases()]
    assert first == "Unreleased"
    assert others
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", title) for title in others)


def test_every_release_has_a_sentence_and_each_section_once_in_order() -> None:
    for title, text in releases():
        assert re.match(r"\n[^-#\n]+\.\n", text), title
        found = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert found == [section for section in SECTIONS if section in found], title


def test_a_change_is_one_line_that_ends_with_a_full_stop() -> None:
    for title, text in releases():
        for line in re.findall(r"^(?:-|  ).*$", text, re.MULTILINE):
            assert line.startswith("- "), f"{title}: {line}"
            assert len(line) <= MAX_LINE, f"{title}: {line}"
            assert line.endswith("."), f"{title}: {line}"
