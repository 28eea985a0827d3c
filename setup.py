"""Compile the kernels and the tree search with mypyc, where that can be done; all else is in pyproject.toml.

TABLERONDE_PURE=1 leaves it out. Without mypy, its runtime librt or a C compiler, the same files run as plain Python.
"""

import os
import sys
from glob import glob
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

SEARCHES = ["src/tableronde/learn/force.py", "src/tableronde/bots/tree.py", "src/tableronde/bots/learned.py"]
BATCHES = ["src/tableronde/pages.py", "src/tableronde/research/herd.py", *sorted(glob("src/tableronde/games/*/batch.py"))]
COMPILED = [
    "src/tableronde/kernel.py",
    *SEARCHES,
    *sorted(path for name in ("kernel", "sight", "guesses", "judgement") for path in glob(f"src/tableronde/games/*/{name}.py")),
    *BATCHES,
]


class build_ext_if_possible(build_ext):
    """Compile, or say in one line that nothing was compiled."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            self.extensions = []
            _left_out(f"the C compiler gave up ({error})")


def _left_out(why: str) -> None:
    print(f"tableronde: kernels run as plain Python, since {why}", file=sys.stderr)


def _extensions() -> list[Any]:
    if os.environ.get("TABLERONDE_PURE") == "1":
        _left_out("TABLERONDE_PURE is set")
        return []
    try:
        import librt.vecs  # noqa: F401
        from mypyc.build import mypycify
    except ImportError as error:
        _left_out(f"{error.name} is not installed")
        return []
    extensions = mypycify(["--config-file=", "--strict", *COMPILED], opt_level="3", group_name="tableronde")
    for extension in extensions:
        if sys.platform != "win32":
            # Calls within the library may be inlined; sums are rounded as Python rounds them.
            extension.extra_compile_args += ["-fno-semantic-interposition", "-ffp-contract=off"]
    return list(extensions)


setup(ext_modules=_extensions(), cmdclass={"build_ext": build_ext_if_possible})
