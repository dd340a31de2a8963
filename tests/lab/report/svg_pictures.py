"""The plots of a page as a reader sees them: their texts and marks, and the positions of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from xml.etree import ElementTree as ET

from attrs import frozen

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_REFERENCE = re.compile(r"#[\w-]+")


@frozen
class Text:
    """A text with its position; `anchor` tells whether this is its beginning, middle or end."""

    words: str
    x: float
    y: float
    size: float
    anchor: str

    @property
    def sides(self) -> tuple[float, float]:
        """Return the left and right end, if its letters are as wide as those of most fonts."""
        width = 0.55 * self.size * len(self.words)
        left = self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * width
        return left, left + width


@frozen
class Mark:
    """A line, a column, a band or a marker: the points of its outline, and its style."""

    points: tuple[tuple[float, float], ...]
    style: dict[str, str]

    @property
    def left(self) -> float:
        return min(x for x, _ in self.points)

    @property
    def right(self) -> float:
        return max(x for x, _ in self.points)

    @property
    def top(self) -> float:
        return min(y for _, y in self.points)

    @property
    def bottom(self) -> float:
        return max(y for _, y in self.points)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def is_filled(self, colour: str) -> bool:
        return self.style.get("fill") == f"var(--hz-{colour})"

    def is_stroke(self, colour: str) -> bool:
        return self.style["fill"] == "none" and self.style["stroke"] == f"var(--hz-{colour})"


class Picture:
    """A plot: its size, its description for screen readers, and all that is drawn."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        _, _, self.width, self.height = map(float, self.root.attrib["viewBox"].split())
        self.title, self.told = (self.root[place].text or "" for place in (0, 1))
        self.texts = [_text(element) for element in self.root.iter(f"{_SVG}text")]
        shapes = {path.get("id", ""): path for path in self.root.iter(f"{_SVG}path")}
        self.marks = [
            _used(element, shapes) if element.tag == f"{_SVG}use" else _mark(element)
            for element in _drawn_elements(self.root)
            if element.tag in {f"{_SVG}use", f"{_SVG}path"}
        ]

    def text(self, words: str) -> Text:
        """Return the only text with these words."""
        (match,) = (text for text in self.texts if text.words == words)
        return match

    def filled(self, colour: str) -> list[Mark]:
        """Return markers, columns and bands of a colour of the page, such as "e0" or "ink"."""
        return [mark for mark in self.marks if mark.is_filled(colour)]

    def strokes(self, colour: str) -> list[Mark]:
        """Return lines of a colour."""
        return [mark for mark in self.marks if mark.is_stroke(colour)]


def pictures(html: str) -> list[Picture]:
    """Return the plots of a page in their order."""
    return [Picture(svg) for svg in re.findall("<svg xmlns.*?</svg>", html, re.DOTALL)]


def scale(ticks: Sequence[tuple[float, float]]) -> Callable[[float], float]:
    """Return a function that reads an axis, from the values and positions of its labels."""
    (value, place), (last_value, last_place) = min(ticks), max(ticks)
    each = (last_value - value) / (last_place - place)
    return lambda position: value + each * (position - place)


def number(words: str) -> float:
    """Return the number of a label, which may have a typographer's minus."""
    return float(words.replace("\N{MINUS SIGN}", "-"))


def outline(svg: str) -> Iterator[str]:
    """Yield a plot as lines: each text and each mark with its position and style."""
    root = ET.fromstring(svg)
    named = [e for e in root.iter() if e.tag in {f"{_SVG}path", f"{_SVG}clipPath"}]
    ids = [f"#{e.get('id')}" for e in named if e.get("id")]
    names = {name: f"#shape-{place}" for place, name in enumerate(ids)}
    yield " ".join(f'{key}="{value}"' for key, value in root.attrib.items())
    for element in root.iter():
        kind = element.tag.removeprefix(_SVG)
        if kind in {"svg", "g", "defs"}:
            continue
        named_as = f"#{element.get('id')}"
        parts = [kind, names[named_as]] if named_as in names else [kind]
        parts += [
            f'{key.rpartition("}")[2]}="{_sorted(value) if key == "style" else value}"'
            for key, value in element.attrib.items()
            if named_as not in names or key != "id"
        ]
        line = " ".join(" ".join([*parts, element.text or ""]).split())
        yield _REFERENCE.sub(lambda match: names.get(match[0], match[0]), line)


def _sorted(style: str) -> str:
    """Return a style with its properties sorted."""
    return "; ".join(sorted(style.split("; ")))


def _drawn_elements(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the elements that are drawn themselves, without definitions for use elsewhere."""
    for child in element:
        if child.tag != f"{_SVG}defs":
            yield child
            yield from _drawn_elements(child)


def _style(element: ET.Element) -> dict[str, str]:
    pairs = (pair.split(":") for pair in element.get("style", "").split(";") if pair.strip())
    return {name.strip(): value.strip() for name, value in pairs}


def _points(path: str) -> tuple[tuple[float, float], ...]:
    numbers = list(map(float, _NUMBER.findall(path)))
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _mark(element: ET.Element) -> Mark:
    return Mark(_points(element.get("d", "")), _style(element))


def _used(element: ET.Element, shapes: dict[str, ET.Element]) -> Mark:
    shape = shapes[element.attrib[_LINK][1:]]
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    points = tuple((x + a, y + b) for a, b in _points(shape.get("d", "")))
    return Mark(points, {**_style(shape), **_style(element)})


def _text(element: ET.Element) -> Text:
    style = _style(element)
    size = float(style["font-size"].removesuffix("px"))
    words = element.text or ""
    return Text(
        words,
        float(element.get("x", 0)),
        float(element.get("y", 0)),
        size,
        style.get("text-anchor", "start"),
    )
