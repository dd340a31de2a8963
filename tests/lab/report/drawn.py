"""The plots of a page as a reader sees them: their texts and marks, and where these are."""

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
    """A text: what it says, and where it begins, ends or has its middle, as `anchor` says."""

    words: str
    x: float
    y: float
    size: float
    anchor: str

    @property
    def sides(self) -> tuple[float, float]:
        """Where it begins and ends, if its letters are as wide as those of most fonts."""
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
    """A plot: its size, what is told of it to those who cannot see it, and all that is drawn."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        _, _, self.width, self.height = map(float, self.root.attrib["viewBox"].split())
        self.title, self.told = (self.root[place].text or "" for place in (0, 1))
        self.texts = [_text(one) for one in self.root.iter(f"{_SVG}text")]
        shapes = {one.get("id", ""): one for one in self.root.iter(f"{_SVG}path")}
        self.marks = [
            _used(one, shapes) if one.tag == f"{_SVG}use" else _mark(one)
            for one in _shown(self.root)
            if one.tag in {f"{_SVG}use", f"{_SVG}path"}
        ]

    def text(self, words: str) -> Text:
        """The only text that says this."""
        (found,) = (text for text in self.texts if text.words == words)
        return found

    def filled(self, colour: str) -> list[Mark]:
        """Markers, columns and bands of a colour of the page, such as "e0" or "ink"."""
        return [mark for mark in self.marks if mark.is_filled(colour)]

    def strokes(self, colour: str) -> list[Mark]:
        """Lines of a colour."""
        return [mark for mark in self.marks if mark.is_stroke(colour)]


def pictures(html: str) -> list[Picture]:
    """The plots of a page in their order."""
    return [Picture(svg) for svg in re.findall("<svg xmlns.*?</svg>", html, re.DOTALL)]


def scale(ticks: Sequence[tuple[float, float]]) -> Callable[[float], float]:
    """What a place on an axis means to a reader, from values and places of its labels."""
    (value, place), (last_value, last_place) = min(ticks), max(ticks)
    each = (last_value - value) / (last_place - place)
    return lambda found: value + each * (found - place)


def number(words: str) -> float:
    """The number of a label, which may have a typographer's minus."""
    return float(words.replace("\N{MINUS SIGN}", "-"))


def outline(svg: str) -> Iterator[str]:
    """A plot as lines: each text and each mark with its place and style."""
    root = ET.fromstring(svg)
    named = [one for one in root.iter() if one.tag in {f"{_SVG}path", f"{_SVG}clipPath"}]
    ids = [f"#{one.get('id')}" for one in named if one.get("id")]
    names = {name: f"#shape-{place}" for place, name in enumerate(ids)}
    yield " ".join(f'{key}="{value}"' for key, value in root.attrib.items())
    for element in root.iter():
        kind = element.tag.removeprefix(_SVG)
        if kind in {"svg", "g", "defs"}:
            continue
        named_as = f"#{element.get('id')}"
        told = [kind, names[named_as]] if named_as in names else [kind]
        told += [
            f'{key.rpartition("}")[2]}="{_sorted(value) if key == "style" else value}"'
            for key, value in element.attrib.items()
            if named_as not in names or key != "id"
        ]
        line = " ".join(" ".join([*told, element.text or ""]).split())
        yield _REFERENCE.sub(lambda found: names.get(found[0], found[0]), line)


def _sorted(style: str) -> str:
    """A style in an order that depends on nobody."""
    return "; ".join(sorted(style.split("; ")))


def _shown(element: ET.Element) -> Iterator[ET.Element]:
    """What is drawn where it stands, and is not only there to be used elsewhere."""
    for child in element:
        if child.tag != f"{_SVG}defs":
            yield child
            yield from _shown(child)


def _style(element: ET.Element) -> dict[str, str]:
    pairs = (one.split(":") for one in element.get("style", "").split(";") if one.strip())
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
