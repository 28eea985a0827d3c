"""Reads a PDF back: every line, fill and word on its pages, in millimetres from the upper left corner."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader

from tableronde.printing.components.component_drawing import CUT, FOLD

POINT = 25.4 / 72  # millimetres
Matrix = tuple[float, float, float, float, float, float]
Spot = tuple[float, float]
_PLAIN = rb"(?:\\.|[^\\()])*"  # balanced brackets in a string are not escaped
_STRING = rb"\(" + _PLAIN + rb"(?:\(" + _PLAIN + rb"(?:\(" + _PLAIN + rb"\)" + _PLAIN + rb")*\)" + _PLAIN + rb")*\)"
_OTHERS = rb"|<<.*?>>|<[0-9A-Fa-f\s]*>|/[^\s/\[\]()<>]*|[\[\]]|[-+]?(?:\d+\.?\d*|\.\d+)|[A-Za-z'\"][A-Za-z0-9*'\"]*"
_TOKEN = re.compile(_STRING + _OTHERS, re.DOTALL)
_NUMBER = frozenset(b"+-.0123456789")  # first characters of a number
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


class Box(NamedTuple):
    """A box: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> Spot:
        return self.right - self.left, self.bottom - self.top

    @property
    def middle(self) -> Spot:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def within(self, other: "Box") -> "Box":
        """Return the intersection of two boxes."""
        return Box(max(self.left, other.left), max(self.top, other.top), min(self.right, other.right), min(self.bottom, other.bottom))


@dataclass(frozen=True)
class Path:
    """A drawn path: its parts, each a list of points without the handles of curves."""

    parts: tuple[tuple[Spot, ...], ...]
    stroked: bool
    filled: bool
    width: float
    dashed: bool
    colours: tuple[tuple[float, ...], ...]  # of line and fill, including a pattern's own
    clip: Box
    pattern: str = ""  # identifies the pattern, if it is filled with one

    @cached_property
    def box(self) -> Box:
        """The box around all its points."""
        xs, ys = ([point[i] for part in self.parts for point in part] for i in (0, 1))
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def seen(self) -> Box:
        """The visible box, including the width of lines."""
        more = self.width / 2 if self.stroked else 0.0
        left, top, right, bottom = self.box
        return Box(left - more, top - more, right + more, bottom + more).within(self.clip)


class Word(NamedTuple):
    """Letters written in one operation."""

    text: str
    box: Box
    clip: Box


class _Pen(NamedTuple):
    """The graphics state."""

    matrix: Matrix
    clip: Box
    width: float = 1.0
    dashed: bool = False
    line: tuple[float, ...] = (0.0,)
    fill: tuple[float, ...] = (0.0,)
    patterned: tuple[tuple[float, ...], ...] = ()
    pattern: str = ""
    font: Any = None
    size: float = 0.0


@dataclass
class Page:
    """One page."""

    width: float
    height: float
    paths: list[Path] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    fonts: dict[str, bool] = field(default_factory=dict)  # by name: whether it is embedded

    @property
    def text(self) -> str:
        """All text without spaces: letters may be set one by one."""
        return "".join("".join(word.text.split()) for word in self.words)

    @property
    def cuts(self) -> list[Path]:
        """The lines to cut along."""
        return [path for path in self.paths if path.stroked and not path.dashed and abs(path.width - CUT) < 0.002]

    @property
    def folds(self) -> list[Path]:
        """The lines to fold along."""
        return [path for path in self.paths if path.dashed and abs(path.width - FOLD) < 0.002]

    @property
    def ink(self) -> Box:
        """The box around everything visible."""
        boxes = [path.seen for path in self.paths] + [word.box.within(word.clip) for word in self.words]
        shown = [box for box in boxes if box.right >= box.left and box.bottom >= box.top]
        lefts, tops, rights, bottoms = zip(*shown, strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))


def read(pdf: bytes) -> list[Page]:
    """Return all pages of a document."""
    known: dict[int, Any] = {}
    return [_Reader(page, known).page for page in PdfReader(BytesIO(pdf)).pages]


class _Reader:
    """Interprets the operators of a page."""

    def __init__(self, page: PageObject, known: dict[int, Any]) -> None:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        self.page = Page(POINT * width, POINT * height)
        start: Matrix = (POINT, 0.0, 0.0, -POINT, 0.0, POINT * height)
        self.known = known  # fonts and patterns, by object id
        self.patterns: dict[int, tuple[tuple[tuple[float, ...], ...], str]] = {}
        contents = page.get_contents()
        if contents is not None:
            self._run(contents, page["/Resources"], _Pen(start, Box(0, 0, self.page.width, self.page.height)))

    def _run(self, stream: Any, resources: Any, pen: _Pen) -> None:
        stack: list[_Pen] = []
        parts: list[list[Spot]] = []
        clipping = False
        text: Matrix = (1, 0, 0, 1, 0, 0)
        for operands, operator in _operations(stream.get_data()):
            match operator:
                case b"q":
                    stack.append(pen)
                case b"Q":
                    pen = stack.pop()
                case b"cm":
                    pen = pen._replace(matrix=_times(_floats(operands), pen.matrix))
                case b"w":
                    pen = pen._replace(width=float(operands[0]))
                case b"d":
                    pen = pen._replace(dashed=bool(operands[0]))
                case b"m":
                    parts.append([_at(pen.matrix, *_floats(operands))])
                case b"l":
                    parts[-1].append(_at(pen.matrix, *_floats(operands)))
                case b"c" | b"v" | b"y":
                    parts[-1].append(_at(pen.matrix, *_floats(operands)[-2:]))
                case b"re":
                    x, y, w, h = _floats(operands)
                    parts.append([_at(pen.matrix, *spot) for spot in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])
                case b"W" | b"W*":
                    clipping = True
                case b"S" | b"s" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"n":
                    if operator != b"n" and parts:
                        self._keep(parts, operator, pen)
                    if clipping and parts:
                        pen = pen._replace(clip=_around(parts).within(pen.clip))
                    parts, clipping = [], False
                case b"SCN" | b"SC" | b"G" | b"RG" | b"K":
                    pen = pen._replace(line=self._colour(operands, resources)[0])
                case b"scn" | b"sc" | b"g" | b"rg" | b"k":
                    colour, inner, mark = self._colour(operands, resources)
                    pen = pen._replace(fill=colour, patterned=inner, pattern=mark)
                case b"Do":
                    self._form(resources["/XObject"][operands[0]].get_object(), resources, pen)
                case b"Tf":
                    pen = pen._replace(font=self._font(resources["/Font"][operands[0]]), size=float(operands[1]))
                case b"BT":
                    text = (1, 0, 0, 1, 0, 0)
                case b"Tm":
                    text = _floats(operands)  # type: ignore[assignment]
                case b"Td":
                    text = _times((1, 0, 0, 1, *_floats(operands)), text)
                case b"Tj" | b"TJ":
                    text = self._write(operands[0] if operator == b"TJ" else operands, text, pen)

    def _keep(self, parts: Sequence[Sequence[Spot]], operator: bytes, pen: _Pen) -> None:
        a, b, c, d, _, _ = pen.matrix
        stroked, filled = operator in (b"S", b"s", b"B", b"B*", b"b", b"b*"), operator not in (b"S", b"s")
        colours = ((pen.line,) if stroked else ()) + ((pen.patterned or (pen.fill,)) if filled else ())
        width = pen.width * abs(a * d - b * c) ** 0.5
        shape = tuple(tuple(part) for part in parts)
        self.page.paths.append(Path(shape, stroked, filled, width, pen.dashed, colours, pen.clip, pen.pattern if filled else ""))

    def _colour(self, operands: Sequence[Any], resources: Any) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...], str]:
        """Return a colour; or those of a pattern, and what identifies it."""
        if operands and str(operands[-1]).startswith("/"):
            pattern = resources["/Pattern"][operands[-1]].get_object()
            return (), *self._inside(pattern)
        return _floats(operands), (), ""

    def _inside(self, pattern: Any) -> tuple[tuple[tuple[float, ...], ...], str]:
        """Return all colours that a pattern is drawn with, and what is drawn."""
        key = id(pattern)
        if key not in self.patterns:
            inner = _Reader.__new__(_Reader)
            inner.page, inner.known, inner.patterns = Page(0, 0), {}, {}
            huge = Box(-1e9, -1e9, 1e9, 1e9)
            inner._run(pattern, pattern.get("/Resources", {}), _Pen((1, 0, 0, 1, 0, 0), huge))
            colours = tuple({colour for path in inner.page.paths for colour in path.colours}) or ((0.0,),)
            drawn = [[(round(x, 2), round(y, 2)) for x, y in part] for path in inner.page.paths for part in path.parts]
            self.patterns[key] = colours, str(drawn)
            self.known[-key] = pattern  # the referenced pattern keeps its id
        return self.patterns[key]

    def _form(self, form: Any, resources: Any, pen: _Pen) -> None:
        if form.get("/Subtype") != "/Form":
            raise AssertionError(f"there is a picture made of dots: {form.get('/Subtype')}")
        matrix = _times(_floats(form.get("/Matrix", (1, 0, 0, 1, 0, 0))), pen.matrix)
        left, bottom, right, top = _floats(form["/BBox"])
        corners = [[_at(matrix, *spot) for spot in ((left, bottom), (right, bottom), (right, top), (left, top))]]
        self._run(form, form.get("/Resources", resources), pen._replace(matrix=matrix, clip=_around(corners).within(pen.clip)))

    def _font(self, reference: Any) -> "_Font":
        font = reference.get_object()
        if id(font) not in self.known:
            self.known[id(font)] = _Font(font)
        found: _Font = self.known[id(font)]
        self.page.fonts[str(font["/BaseFont"])] = found.embedded
        return found

    def _write(self, pieces: Sequence[Any], text: Matrix, pen: _Pen) -> Matrix:
        """Record letters; displacements lie between them."""
        letters, advance = "", 0.0
        for piece in pieces:
            if isinstance(piece, int | float):
                advance -= float(piece) / 1000 * pen.size
                continue
            said, wide = pen.font.read(piece)
            letters, advance = letters + said, advance + wide * pen.size
        matrix = _times(text, pen.matrix)
        corners = [[_at(matrix, *spot) for spot in ((0, -0.2 * pen.size), (advance, -0.2 * pen.size), (advance, 0.7 * pen.size))]]
        self.page.words.append(Word(letters, _around(corners), pen.clip))
        return _times((1, 0, 0, 1, advance, 0), text)


class _Font:
    """A font of the file: the letters of its codes and their widths."""

    def __init__(self, font: Any) -> None:
        inner = font["/DescendantFonts"][0].get_object()
        descriptor = inner["/FontDescriptor"].get_object()
        self.embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        self.default = float(inner.get("/DW", 1000))
        self.widths = dict(_widths(inner.get("/W", [])))
        self.letters = dict(_letters(font["/ToUnicode"].get_object().get_data().decode("latin-1"))) if "/ToUnicode" in font else {}

    def read(self, codes: bytes) -> tuple[str, float]:
        """Return the letters of some two-byte codes, and their width at size one."""
        numbers = [codes[i] * 256 + codes[i + 1] for i in range(0, len(codes), 2)]
        wide = sum(self.widths.get(number, self.default) for number in numbers) / 1000
        return "".join(self.letters.get(number, "") for number in numbers), wide


def _widths(table: Any) -> Iterator[tuple[int, float]]:
    items = [item.get_object() for item in table]
    while items:
        first = int(items.pop(0))
        second = items.pop(0)
        if isinstance(second, list):
            yield from ((first + i, float(width)) for i, width in enumerate(second))
        else:
            width = float(items.pop(0))
            yield from ((code, width) for code in range(first, int(second) + 1))


def _letters(table: str) -> Iterator[tuple[int, str]]:
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, letters in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
            yield int(code, 16), bytes.fromhex(letters).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for low, high, letters in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
            start = bytes.fromhex(letters).decode("utf-16-be")
            for i in range(int(high, 16) - int(low, 16) + 1):
                yield int(low, 16) + i, start[:-1] + chr(ord(start[-1]) + i)


def _operations(stream: bytes) -> Iterator[tuple[list[Any], bytes]]:
    """Yield the operators of a page, each with its operands. (A general reader would be much slower; our pages are simple.)"""
    operands: list[Any] = []
    lists: list[list[Any]] = []
    for found in _TOKEN.finditer(stream):
        token = found[0]
        if token[0] in _NUMBER:  # by far the most frequent
            (lists[-1] if lists else operands).append(float(token))
        elif token == b"[":
            lists.append([])
        elif token == b"]":
            operands.append(lists.pop())
        elif (value := _value(token)) is not None:
            (lists[-1] if lists else operands).append(value)
        else:
            yield operands, token
            operands = []


def _value(token: bytes) -> Any:
    """Return a name or a string; None for an operator."""
    match token[:1]:
        case b"(":
            return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], _octal(escape[1])), token[1:-1])
        case b"<":
            return bytes.fromhex(token[1:-1].decode()) if token[:2] != b"<<" else b""
        case b"/":
            return token.decode()
    return None


def _octal(escape: bytes) -> bytes:
    return bytes([int(escape, 8)]) if escape.isdigit() else escape


def _floats(operands: Any) -> tuple[float, ...]:
    return tuple(map(float, operands))


def _times(first: Sequence[float], then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _at(matrix: Matrix, x: float, y: float) -> Spot:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(parts: Sequence[Sequence[Spot]]) -> Box:
    xs, ys = ([point[i] for part in parts for point in part] for i in (0, 1))
    return Box(min(xs), min(ys), max(xs), max(ys))
