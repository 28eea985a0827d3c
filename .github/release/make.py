"""Build the source distribution and, from it, both wheels: python .github/release/make.py FOLDER"""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build(what: str, sources: Path, folder: Path, pure: bool) -> None:
    """Call the build backend as pip does, with the packages of this environment."""
    code = f"import sys; from setuptools import build_meta; build_meta.build_{what}(sys.argv[1])"
    environment = {**os.environ, "TABLERONDE_PURE": "1" if pure else "0"}
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=sources, env=environment, check=True, stdout=subprocess.DEVNULL)


def main(folder: Path) -> None:
    """Build all three; the compiled wheel has to be compiled."""
    folder.mkdir(parents=True, exist_ok=True)
    build("sdist", ROOT, folder, pure=True)
    [source] = folder.glob("*.tar.gz")
    for pure in (True, False):
        with tempfile.TemporaryDirectory() as unpacked, tarfile.open(source) as archive:
            archive.extractall(unpacked, filter="data")
            [sources] = Path(unpacked).iterdir()
            build("wheel", sources, folder, pure)
    wheels = sorted(folder.glob("*.whl"))
    if len(wheels) != 2:
        sys.exit(f"a pure and a compiled wheel were to be made, not {[wheel.name for wheel in wheels]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
