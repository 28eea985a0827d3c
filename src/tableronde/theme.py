"""Themes: the looks of style words in the lamplight, paper, print and colour-blind themes.

A style is a few words ("seat0 glass picked"); each word is a `Look` with some properties set, and later words override
earlier ones. No meaning depends on a colour alone: every seat and every colour has its own pattern, and painters without
colour use the patterns only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

PATTERNS: Final = ("plain", "stripes", "dots", "hatch", "rings", "chevrons", "grid", "waves")


@dataclass(frozen=True, slots=True)
class Look:
    """The properties a style word sets; None leaves a property to the other words."""

    fill: str | None = None  # "#rrggbb", or "none"
    stroke: str | None = None
    width: float | None = None  # of the stroke, in hundredths of the area's smaller side
    opacity: float | None = None  # of the fill
    pattern: str | None = None  # one of PATTERNS
    dash: bool | None = None
    ink: str | None = None  # of the label
    font: str | None = None  # "serif" or "sans"
    bold: bool | None = None
    anchor: str | None = None  # "start", "middle" or "end": the alignment of a label

    def under(self, other: "Look") -> "Look":
        """Return this look, overridden by another one."""
        return replace(self, **{f.name: value for f in fields(other) if (value := getattr(other, f.name)) is not None})


Looks = Mapping[str, Look]


@dataclass(frozen=True, slots=True)
class Theme:
    """A named set of looks, with a background colour."""

    name: str
    ground: str
    looks: Looks

    @property
    def grain(self) -> str:
        """The colour of patterns."""
        return "#000000" if self.name == "print" else "var(--grain)" if self.name == "page" else self.ground

    def look(self, style: str) -> Look:
        """Return the look of a style; words the theme does not know change nothing."""
        look = _PLAIN
        for word in style.split():
            look = look.under(self.looks.get(word, _NO_LOOK))
        return look

    def over(self, looks: Looks) -> "Theme":
        """Return this theme with a game's own words added."""
        return replace(self, looks={**self.looks, **looks})


_NO_LOOK: Final = Look()
_PLAIN: Final = Look(
    fill="none", stroke="none", width=0.4, opacity=1.0, pattern="plain", dash=False, font="sans", bold=False, anchor="middle"
)

SEAT_COLOURS: Final = ("#7b4fa3", "#c8452e", "#2f8f5b", "#d9a21b", "#2f6fb5", "#c2588a", "#5d6b78", "#8a5a3b")
SAFE_COLOURS: Final = ("#5e3c99", "#d55e00", "#009e73", "#f0e442", "#0072b2", "#cc79a7", "#4d4d4d", "#a6761d")
COLOURS: Final = {"purple": 0, "red": 1, "green": 2, "yellow": 3, "blue": 4, "rose": 5, "grey": 6, "brown": 7}


def _coloured(colours: tuple[str, ...], edge: str) -> dict[str, Look]:
    """Return the looks of the seats and the colours, each with its own pattern and a readable label colour."""
    looks = [
        Look(fill=colour, stroke=edge, pattern=pattern, ink=_readable(colour)) for colour, pattern in zip(colours, PATTERNS, strict=True)
    ]
    return {f"seat{i}": look for i, look in enumerate(looks)} | {name: looks[i] for name, i in COLOURS.items()}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white), as accessibility guidelines define it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 (none) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _readable(colour: str) -> str:
    return max(("#0d0a08", "#ffffff"), key=lambda ink: contrast(ink, colour))


def _words(ground: str, surface: str, ink: str, faint: str, line: str, brass: str, azure: str, laurel: str) -> dict[str, Look]:
    """Return the looks of the words every game may use, from a theme's few basic colours.

    Brass is for what can be pressed, and the turn; what is chosen is heavy, a hint is azure, and a win is laurel green.
    """
    return {
        "ground": Look(fill=ground),
        "surface": Look(fill=surface, stroke=line),
        "ink": Look(ink=ink),
        "line": Look(stroke=ink),
        "faint": Look(stroke=line, ink=faint),
        "brass": Look(stroke=brass, ink=brass),
        "full": Look(fill=brass, ink=_readable(brass)),  # a disc or button of brass
        "press": Look(stroke=brass, width=0.8),
        "picked": Look(stroke=ink, width=1.8),
        "ghost": Look(opacity=0.35, dash=True),
        "last": Look(stroke=ink, width=0.9),
        "win": Look(stroke=laurel, width=1.8),
        "mark": Look(fill="none", stroke=azure, width=1.1),  # a ring around shapes marked by a figure or a lesson
        "halo": Look(fill="none", stroke=ground, width=2.4),  # under such a ring, so that it is visible on any board
        "glass": Look(opacity=0.72),
        "solid": Look(fill=ink),  # as dark as letters, also in print
        "hollow": Look(fill="none"),
        "bare": Look(stroke="none"),
        "thin": Look(width=0.2),
        "thick": Look(width=0.9),
        "dashed": Look(dash=True),
        "plain": Look(pattern="plain"),
        "title": Look(font="serif"),
        "bold": Look(bold=True),
        "start": Look(anchor="start"),
        "end": Look(anchor="end"),
        "tile": Look(fill=line, stroke=faint),
        "ivory": Look(fill="#f3ead7", stroke="#6d5f49", ink="#2b2320"),
        "vermilion": Look(fill="#c8452e", stroke="#5b1a10", ink="#ffffff"),
        "gold": Look(fill="#c9a13b", stroke="#6b5114", ink="#1d1714"),
        "silver": Look(fill="#b9bec4", stroke="#565d64", pattern="stripes", ink="#1d1714"),
        "copper": Look(fill="#b4693c", stroke="#5a2f16", pattern="dots", ink="#ffffff"),
        "felt": Look(fill="#24463a", stroke="#163027", ink="#efe6d8"),
        "wood": Look(fill="#6b4a32", stroke="#3d2819", ink="#fffaf0"),
        "paper": Look(fill="#fffaf0", stroke="#8a7a63", ink="#2b2320"),
        "black": Look(fill="#1d1714", stroke="#efe6d8", ink="#ffffff"),
    }


_DARK = _words("#1d1714", "#2a211c", "#efe6d8", "#a59a8a", "#4a3d34", "#c9a24a", "#8cc8f5", "#7fdca4")
_LIGHT = _words("#f6f1e7", "#fffaf0", "#2b2320", "#6f6455", "#c9bda9", "#7f6118", "#1c68a6", "#1d7446")
_PRINT = _words("#ffffff", "#ffffff", "#000000", "#444444", "#888888", "#000000", "#000000", "#000000")


def _printed(looks: Looks) -> dict[str, Look]:
    """Return the looks for print: black lines on white; colours become patterns."""
    return {
        word: replace(
            look,
            fill=None if look.fill is None else look.fill if look.fill == "none" else "#ffffff",
            stroke=look.stroke and ("none" if look.stroke == "none" else "#000000"),
            ink=look.ink and "#000000",
        )
        for word, look in looks.items()
    }


DARK: Final = Theme("dark", "#1d1714", _DARK | _coloured(SEAT_COLOURS, "#efe6d8"))
LIGHT: Final = Theme("light", "#f6f1e7", _LIGHT | _coloured(SEAT_COLOURS, "#2b2320"))
SAFE: Final = Theme("safe", "#f6f1e7", _LIGHT | _coloured(SAFE_COLOURS, "#2b2320"))
PRINT: Final = Theme(
    "print", "#ffffff", _printed(_PRINT | _coloured(SEAT_COLOURS, "#000000")) | {word: _PRINT[word] for word in ("halo", "solid")}
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK, PRINT, SAFE)}

COLOUR_KEYS: Final = ("fill", "stroke", "ink")


def _changing() -> tuple[tuple[str, str], ...]:
    """Return the words and keys whose colour differs between screen themes."""
    screens = (LIGHT, DARK, SAFE)
    return tuple((word, key) for word in LIGHT.looks for key in COLOUR_KEYS if len({getattr(t.looks[word], key) for t in screens}) > 1)


CHANGING: Final = _changing()  # a page's style sheet sets them as variables: --surface-fill


def _on_page(looks: Looks) -> dict[str, Look]:
    """Make colours that are the same on every screen change in print, where a style sheet sets --print-fill and --print-ink."""
    return {
        word: replace(look, fill=_unless("fill", look.fill), stroke=_unless("ink", look.stroke), ink=_unless("ink", look.ink))
        for word, look in looks.items()
    }


def _unless(printed: str, colour: str | None) -> str | None:
    return colour and (colour if colour == "none" else f"var(--print-{printed}, {colour})")


def _page() -> Theme:
    looks = _on_page(LIGHT.looks)
    for word, key in CHANGING:
        looks[word] = looks[word].under(Look(**{key: f"var(--{word}-{key})"}))  # type: ignore[arg-type]
    return Theme("page", "var(--ground)", looks)


PAGE: Final = _page()  # for pictures inside a page, which follow its theme, and print


def dressed(theme: Theme, looks: Looks) -> Theme:
    """Return a theme with a game's own words, in black if the theme is for print."""
    return theme.over(_printed(looks) if theme is PRINT else _on_page(looks) if theme is PAGE else looks)
