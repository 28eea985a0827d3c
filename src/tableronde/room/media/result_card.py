"""The picture of a finished game, for link previews and for sharing: the final board, who won, when and how.

It is drawn from shapes alone, letters too, so that it looks the same where the room's fonts are unknown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import cos, radians, sin
from typing import Final

from tableronde.cover import Cover
from tableronde.render.lettering import Face, outline, shorten, wrap
from tableronde.render.png import BASELINE
from tableronde.scene import PATH_NUMBER, Area, Shape, circle, number, rectangle
from tableronde.text import NOTHING, Language, Text
from tableronde.theme import Look, Theme

WIDTH: Final = 1200.0
HEIGHT: Final = 630.0
MARGIN: Final = 36.0
BOARD: Final = 620.0  # the width of the left part, with the board
LEFT: Final = BOARD + 48.0  # where text begins
ROOM: Final = WIDTH - LEFT - 44.0  # for a line of text
LARGE: Final = 66.0  # the winner
SMALL: Final = 30.0  # everybody else
BODY: Final = 25.0
MOST_LINES: Final = 3  # of the sentence that says how
MOST_OTHERS: Final = 4  # rows of players below the winners
DISC: Final = 0.42  # radius of a player's disc, in letter sizes
MONTHS: Final = (
    ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
)
HOUSE: Final = "Table Ronde"
INK: Final = "card-ink-"  # before the colour of a label
GREY: Final = "#808080"


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player at the end of a game."""

    name: str
    style: str  # the style words of the player's pieces
    score: float | None
    won: bool


@dataclass(frozen=True, slots=True)
class ResultCard:
    """What the picture of a result says, in one language."""

    title: str
    date: str
    players: tuple[PlayerLine, ...]
    sentence: str
    board: Area
    language: Language

    def compose(self, theme: Theme) -> Area:
        """Return the picture as one area; the board is drawn in that theme."""
        ground = Shape("ground", rectangle(WIDTH, HEIGHT), "card-ground", (WIDTH / 2, HEIGHT / 2))
        side = Shape("side", rectangle(WIDTH - BOARD, HEIGHT), "card-side", ((WIDTH + BOARD) / 2, HEIGHT / 2))
        line = Shape("side line", rectangle(WIDTH - BOARD - 28, HEIGHT - 28, 4), "card-line", ((WIDTH + BOARD) / 2, HEIGHT / 2))
        shown = fit(self.board, (MARGIN, MARGIN, BOARD - 2 * MARGIN, HEIGHT - 2 * MARGIN), theme, self.language)
        shapes = (ground, *shown, side, line, *(word for word in self._words() if word.path))
        return Area("result", (0.0, 0.0, WIDTH, HEIGHT), shapes, Text(self.sentence, self.sentence))

    def _words(self) -> Iterator[Shape]:
        yield _write("title", self.title, 40.0, 92.0, "serif")
        yield _write("date", self.date, 22.0, 128.0, soft=True)
        y = 176.0
        for i, (player, size) in enumerate(self._rows()):
            y += size * 1.12
            yield from _write_player(f"player {i}", player, size, y)
            y += size * 0.24
        yield from self._say_how()
        yield _write("house", HOUSE, 22.0, HEIGHT - 46.0, "serif", soft=True)

    def _rows(self) -> list[tuple[PlayerLine, float]]:
        """Return the players, winners first and large, unless all share the result."""
        winners = [player for player in self.players if player.won]
        others = [player for player in self.players if not player.won][:MOST_OTHERS]
        large = LARGE if len(winners) == 1 else SMALL * 1.3
        return [(player, large) for player in winners[:MOST_OTHERS]] + [(player, SMALL) for player in others]

    def _say_how(self) -> Iterator[Shape]:
        """Write the sentence at the foot, upward from the name of the room."""
        lines = wrap(self.sentence, ROOM, BODY)
        shown = [*lines[: MOST_LINES - 1], shorten(" ".join(lines[MOST_LINES - 1 :]), ROOM, BODY)] if len(lines) > MOST_LINES else lines
        for i, line in enumerate(shown):
            yield _write(f"how {i}", line, BODY, HEIGHT - 92.0 - (len(shown) - 1 - i) * BODY * 1.3)


def _write_player(id: str, player: PlayerLine, size: float, y: float) -> Iterator[Shape]:
    """Write a player's disc, name and score on a line."""
    radius = DISC * size
    yield Shape(f"{id} disc", circle(radius), f"{player.style} plain", (LEFT + radius, y - 0.3 * size))
    score = "" if player.score is None else f"{player.score:g}".replace("-", "−")
    room = ROOM - 2 * radius - 0.3 * size - (0.7 * size * len(score) if score else 0)
    yield _write(id, shorten(player.name, room, size, "serif"), size, y, "serif", LEFT + 2 * radius + 0.3 * size)
    if score:
        yield Shape(f"{id} score", outline(score, size, "serif", "end"), "card-letters", (LEFT + ROOM, y))


def _write(id: str, text: str, size: float, y: float, face: Face = "sans", x: float = LEFT, *, soft: bool = False) -> Shape:
    cut = shorten(text, LEFT + ROOM - x, size, face)
    return Shape(id, outline(cut, size, face), "card-soft" if soft else "card-letters", (x, y))


def fit(area: Area, frame: tuple[float, float, float, float], theme: Theme, language: Language) -> Iterator[Shape]:
    """Yield the shapes of an area in the middle of a frame, as large as possible; its labels as outlines."""
    (x, y, width, height), (left, top, wide, high) = frame, area.box
    scale = min(width / wide, height / high)
    at_x, at_y = x + (width - wide * scale) / 2 - left * scale, y + (height - high * scale) / 2 - top * scale
    for shape in area.shapes:
        path = PATH_NUMBER.sub(lambda found: number(float(found[0]) * scale), shape.path)
        at = at_x + shape.at[0] * scale, at_y + shape.at[1] * scale
        placed = replace(shape, id=f"board {shape.id}", path=path, at=at, label=NOTHING, title=NOTHING, word="", jot="")
        if path:
            yield placed
        if text := shape.label[language]:
            yield _outline_label(placed, text, shape.size * scale, theme.look(shape.style))


def _outline_label(shape: Shape, text: str, size: float, look: Look) -> Shape:
    """Return the label of a shape as a shape of its own."""
    path = outline(text, size, "serif" if look.font == "serif" else "sans", look.anchor or "middle")
    slant = radians(shape.turn)
    below = shape.at[0] - BASELINE * size * sin(slant), shape.at[1] + BASELINE * size * cos(slant)
    return Shape(f"{shape.id} label", path, f"{INK}{(look.ink or GREY)[1:]}", below, shape.turn)


def looks_of_labels(area: Area) -> dict[str, Look]:
    """Return the looks of the labels that are outlines."""
    styles = {shape.style for shape in area.shapes if shape.style.startswith(INK)}
    return {style: Look(fill=f"#{style.removeprefix(INK)}") for style in styles}


def looks_of(looks: Mapping[str, Look], cover: Cover) -> dict[str, Look]:
    """Return a game's looks with those of the card: the text stands on the colour of the game's box."""
    ink = cover.lettering
    return {
        **looks,
        "card-side": Look(fill=cover.ground),
        "card-ground": Look(fill=_darken(cover.ground)),
        "card-line": Look(fill="none", stroke=ink, width=0.16, opacity=1.0),
        "card-letters": Look(fill=ink),
        "card-soft": Look(fill=ink, opacity=0.85),
    }


def _darken(colour: str) -> str:
    """Return the colour of the ground under the board: almost black, with a little of the box."""
    return "#" + "".join(f"{round(0.22 * int(colour[i : i + 2], 16) + 10):02x}" for i in (1, 3, 5))


def write_date(seconds: float | None, language: Language) -> str:
    """Write a day as people do in their language; nothing if it is unknown."""
    if seconds is None:
        return ""
    day = datetime.fromtimestamp(seconds, UTC)
    french, english = MONTHS
    first = "1er" if day.day == 1 else str(day.day)
    return f"{first} {french[day.month - 1]} {day.year}" if language == "fr" else f"{english[day.month - 1]} {day.day}, {day.year}"


def list_players(names: Sequence[str], styles: Sequence[str], winners: Sequence[int], scores: Sequence[float]) -> tuple[PlayerLine, ...]:
    """Return the players with their results, the best score first; without scores in the order of the seats."""
    scores = () if set(scores) <= {0.0, 1.0} else scores  # they only repeat who won
    order = sorted(range(len(names)), key=lambda seat: -scores[seat] if scores else seat)
    return tuple(PlayerLine(names[seat], styles[seat], scores[seat] if scores else None, seat in winners) for seat in order)
