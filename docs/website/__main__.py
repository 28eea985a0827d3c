"""`python -m website [--check] [--out FOLDER]`: build the site, or check links and names without building it."""

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from website import links
from website.sources import ROOT, SOURCE

HERE: Final = Path(__file__).parent


def main() -> int:
    """Build the site; the exit status is 1 if something is broken."""
    parser = ArgumentParser("website")
    parser.add_argument("--check", action="store_true", help="check links and names only")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "docs", metavar="FOLDER", help="where the site goes")
    chosen = parser.parse_args()
    return check() if chosen.check else build(chosen.out)


def check() -> int:
    """Print what is wrong."""
    faults = [*links.broken_links(), *links.missing_names()]
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


def build(out: Path) -> int:
    """Build the site with Sphinx, which refuses a warning."""
    _draw_from_sources()
    from website import llms
    from website.pages import Stage

    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        Stage(stage).fill()
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", str(HERE), str(stage), str(out)]
        status = subprocess.run(command, check=False).returncode
        if status == 0:
            llms.write(stage, out)
            for left in (".doctrees", ".buildinfo"):
                _remove(out / left)
    return status


def _draw_from_sources() -> None:
    """Let this process import the package as plain Python from its sources, wherever it is installed and compiled."""
    sys.path.insert(0, str(SOURCE))
    from tableronde.kernels import compiled

    sys.meta_path.insert(0, compiled.SourceFinder)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
