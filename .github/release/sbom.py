"""Say in an SBOM which version it describes, which its generator cannot read: python .github/release/sbom.py FILE"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def complete(path: Path, root: Path = ROOT) -> None:
    """Name the version of the package, and that it depends on every component."""
    [version] = re.findall(r'^__version__ = "(.*)"$', (root / "src/tableronde/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    sbom = json.loads(path.read_text(encoding="utf-8"))
    package = sbom["metadata"]["component"]
    package.update(version=version, purl=f"pkg:pypi/{package['name']}@{version}")
    own = next(each for each in sbom["dependencies"] if each["ref"] == package["bom-ref"])
    own["dependsOn"] = sorted(each["bom-ref"] for each in sbom["components"])
    path.write_text(json.dumps(sbom, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    complete(Path(sys.argv[1]))
