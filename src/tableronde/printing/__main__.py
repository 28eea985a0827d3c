"""`make kits`: print every game on the shelf, for both paper sizes, both languages, with and without colour."""

import sys
from itertools import product
from pathlib import Path

from tableronde.kit import INKS, PAPERS, Wish
from tableronde.printing.build import game_document
from tableronde.shelf import Shelf
from tableronde.text import LANGUAGES


def main(folder: Path) -> int:
    """Write all PDFs into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for box, paper, language, ink in product(Shelf.installed().boxes(), PAPERS, LANGUAGES, INKS):
        path = folder / f"{box.slug}-{language}-{paper}-{ink}.pdf"
        path.write_bytes(game_document(box, Wish(paper, language, ink)).pdf())
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist/kits")))
