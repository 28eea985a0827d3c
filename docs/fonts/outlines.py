"""Write the outlines of the client's letters, for pictures that leave the room: link previews and results.

python docs/fonts/outlines.py     (needs the Python packages fonttools and brotli)
"""

import json
from pathlib import Path
from typing import Any, Final

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE: Final = Path(__file__).parents[2] / "src" / "tableronde"
FACES: Final = {"serif": ("alegreya.woff2", 700), "sans": ("alegreya-sans.woff2", None)}
LESS: Final = "¤¦§¨©ª¬®¯±²³´µ¶¸¹º¼½¾ÐÞðþ™\xad"  # characters that no result contains
UNITS: Final = 500  # of an em: coordinates of three digits are exact enough


def main() -> None:
    """Write one file with both faces."""
    faces = {name: outline(*face) for name, face in FACES.items()}
    target = SOURCE / "render" / "letters.json"
    target.write_text(json.dumps(faces, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{target.stat().st_size:7} {target.name}")


def outline(file: str, weight: int | None) -> dict[str, Any]:
    """Return for each letter its width and its path, y down from the baseline."""
    font = TTFont(SOURCE / "client" / "fonts" / file)
    if weight:
        font = instantiateVariableFont(font, {"wght": weight})
    glyphs, scale = font.getGlyphSet(), UNITS / font["head"].unitsPerEm
    letters = {}
    for code, name in sorted(font.getBestCmap().items()):
        if chr(code) not in LESS:
            pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
            glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            letters[chr(code)] = [round(glyphs[name].width * scale), pen.getCommands()]
    return {"units": UNITS, "letters": letters}


if __name__ == "__main__":
    main()
