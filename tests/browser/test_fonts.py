"""The client's own fonts: light, licensed, loaded from the room, with every letter of its texts and figures of equal width."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from support.browser_people import Person, RoomServer
from tableronde.shelf import Shelf

CLIENT: Final = Path(__file__).parents[2] / "src" / "tableronde" / "client"
MOST: Final = 90_000  # bytes of all fonts together
FACES: Final = ["500 20px Alegreya", "800 20px Alegreya", "400 20px 'Alegreya Sans'", "700 20px 'Alegreya Sans'"]
OUTSIDE: Final = set("→●✓∴⁴")  # drawn marks that the system's fonts show
MEASURE: Final = """async ([face, letters]) => {
  const [loaded] = await document.fonts.load(face, letters.join(""));
  const pen = document.createElement("canvas").getContext("2d");
  const width = (fallback, text) => {
    pen.font = `${face}, ${fallback}`;
    return pen.measureText(text).width;
  };
  const missing = letters.filter((letter) => width("monospace", letter.repeat(9)) !== width("serif", letter.repeat(9)));
  return { loaded: Boolean(loaded), missing, figures: [..."0123456789"].map((figure) => width("serif", figure)) };
}"""


def test_the_fonts_are_light_and_carry_their_licenses() -> None:
    files = {path.name: path for path in (CLIENT / "fonts").iterdir()}
    assert sum(path.stat().st_size for name, path in files.items() if name.endswith(".woff2")) <= MOST
    licenses = [path.read_text(encoding="utf-8") for name, path in files.items() if name.startswith("OFL")]
    assert len(licenses) == 2
    assert all("SIL OPEN FONT LICENSE Version 1.1" in text for text in licenses)


def letters() -> set[str]:
    """Return all characters of the client's texts and of the games' rules pages."""
    texts = [(CLIENT / "base" / "strings.js").read_text(encoding="utf-8")]
    texts += [box.rulebook(language) for box in Shelf.installed().boxes() for language in ("fr", "en")]
    return {letter for text in texts for letter in text if letter.isprintable() and not letter.isspace()}


@pytest.mark.parametrize("face", FACES)
def test_a_font_has_every_letter_and_figures_of_equal_width(face: str, room: RoomServer, meet: Callable[..., Person]) -> None:
    page = meet(room).visit("/")
    found = page.evaluate(MEASURE, [face, sorted(letters() - OUTSIDE)])
    assert found["loaded"]
    assert found["missing"] == []
    assert len(set(found["figures"])) == 1
    assert set(page.evaluate(MEASURE, [face, ["Ж"]])["missing"]) == {"Ж"}, "a letter that no font here has is noticed"


def test_fonts_are_served_as_fonts(room: RoomServer, meet: Callable[..., Person]) -> None:
    ana = meet(room)
    ana.visit("/")
    for path in (CLIENT / "fonts").glob("*.woff2"):
        assert ana.fetch(f"/static/fonts/{path.name}").headers["content-type"] == "font/woff2"
