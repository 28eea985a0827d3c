"""Make the client's fonts again from the published packages: Alegreya for titles, Alegreya Sans for text.

python docs/fonts/subset.py     (needs npm, and the Python packages fonttools and brotli)

The packages are pinned below. Each font keeps the letters of French and English, punctuation and the marks of the games.
Its figures are replaced by the lining figures of equal width, so that scores and clocks never move, whatever the style sheet says.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

CLIENT: Final = Path(__file__).parents[2] / "src" / "tableronde" / "client" / "fonts"
VERSION: Final = "5.3.0"
SERIF: Final = "@fontsource-variable/alegreya"
SANS: Final = "@fontsource/alegreya-sans"
SOURCES: Final = {  # our file: package, its file, and the range of weights if it has more than one
    "alegreya.woff2": (SERIF, "alegreya-latin-wght-normal.woff2", (500, 800)),
    "alegreya-sans.woff2": (SANS, "alegreya-sans-latin-400-normal.woff2", None),
    "alegreya-sans-bold.woff2": (SANS, "alegreya-sans-latin-700-normal.woff2", None),
}
LICENSES: Final = {"OFL-Alegreya.txt": SERIF, "OFL-Alegreya-Sans.txt": SANS}
MOST: Final = 90_000  # bytes of all fonts together
FEATURES: Final = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "frac", "numr", "dnom"]
LETTERS: Final = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))] + list("ŒœŸ‐‑–—‘’‚“”„•…‹›€™−⁄") + ["\u2009", "\u202f"]


def main() -> None:
    """Fetch the packages, write the fonts and their licenses, and show how large they are."""
    CLIENT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        packages = {package: fetch(package, Path(folder)) for package in (SERIF, SANS)}
        for name, (package, source, weights) in SOURCES.items():
            make(packages[package] / "files" / source, CLIENT / name, weights)
        for name, package in LICENSES.items():
            (CLIENT / name).write_bytes((packages[package] / "LICENSE").read_bytes())
    sizes = {name: (CLIENT / name).stat().st_size for name in SOURCES}
    print("\n".join(f"{size:7} {name}" for name, size in sizes.items()), f"{sum(sizes.values()):7} of {MOST}", sep="\n")
    sys.exit(sum(sizes.values()) > MOST)


def fetch(package: str, folder: Path) -> Path:
    """Download a package of the pinned version and unpack it."""
    made = subprocess.run(["npm", "pack", "--silent", f"{package}@{VERSION}"], cwd=folder, check=True, capture_output=True, text=True)
    with tarfile.open(folder / made.stdout.strip()) as packed:
        packed.extractall(folder / package, filter="data")
    return folder / package / "package"


def make(source: Path, target: Path, weights: tuple[int, int] | None) -> None:
    """Write one font: fewer weights, figures of equal width, fewer letters."""
    font = TTFont(source, recalcTimestamp=False)  # the same bytes each time
    if weights:
        font = instantiateVariableFont(font, {"wght": weights})
    level_figures(font)
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False, desubroutinize=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord(letter) for letter in LETTERS])
    subsetter.subset(font)
    subset.save_font(font, target, options)


def level_figures(font: Any) -> None:
    """Let the characters 0 to 9 show the lining figures of equal width."""
    names = {figure: font.getBestCmap()[ord(figure)] for figure in "0123456789"}
    for feature in ("lnum", "tnum"):
        swaps = single_substitutions(font, feature)
        names = {figure: swaps.get(name, name) for figure, name in names.items()}
    widths = {font["hmtx"][name][0] for name in names.values()}
    if len(widths) != 1:
        sys.exit(f"the figures {', '.join(names.values())} are not equally wide")
    for table in font["cmap"].tables:
        table.cmap.update({ord(figure): name for figure, name in names.items() if ord(figure) in table.cmap})


def single_substitutions(font: Any, feature: str) -> dict[str, str]:
    """Return which glyph a feature shows for which."""
    layout = font["GSUB"].table
    chosen = {
        index for record in layout.FeatureList.FeatureRecord if record.FeatureTag == feature for index in record.Feature.LookupListIndex
    }
    swaps: dict[str, str] = {}
    for index in sorted(chosen):
        for table in layout.LookupList.Lookup[index].SubTable:
            swaps |= getattr(getattr(table, "ExtSubTable", table), "mapping", {})
    return swaps


if __name__ == "__main__":
    main()
