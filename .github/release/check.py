"""Check that a tag, the package and the changelog name the same version: python .github/release/check.py v0.2.0"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def faults(tag: str, root: Path = ROOT) -> list[str]:
    """Return what does not agree."""
    [version] = re.findall(r'^__version__ = "(.*)"$', (root / "src/tableronde/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    titles = re.findall(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    found = [] if tag == f"v{version}" else [f"the tag is {tag}, the package is {version}"]
    if not re.fullmatch(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d", titles[0]):
        found.append(f"the changelog begins with {titles[0]!r}, not with {version} and its date")
    return found


if __name__ == "__main__":
    wrong = faults(sys.argv[1])
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))
