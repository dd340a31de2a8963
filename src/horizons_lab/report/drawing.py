"""Plots as SVG inside a page, drawn by matplotlib in the colours and fonts of the page.

matplotlib gets placeholders for the colours of the page's palette and for texts by users; they are
replaced in its output. So plots have the page's light or dark colours, and names are neither
measured in a font without their letters nor parsed as formulas. The same numbers give the same
bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import attrs
from markupsafe import Markup

from horizons_core.report import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The width of a plot in its own units: pixels of a small phone.
WIDTH = 350
INK, SOFT, LINE, CARD = "#010100", "#010101", "#010102", "#010103"
_PALETTE = {
    INK: "var(--hz-ink)",
    SOFT: "var(--hz-soft)",
    LINE: "var(--hz-line)",
    CARD: "var(--hz-card)",
    **{f"#0102{index:02x}": f"var(--hz-e{index})" for index in range(COLOURS)},
}
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_FONT = re.compile(r"font-family: [^;]*; ")
#: The same as older releases of matplotlib write it.
_SIZE_AND_FONT = re.compile(r"font: ([\d.]+px) [^;]*")
_FRACTION = re.compile(r"-?\d+\.\d+")
_MARK = re.compile(r"text (\d+) of the page")
#: Characters that XML does not allow.
_INVALID_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def player_colour(index: int) -> str:
    """Return the placeholder of a player's colour, by the player's index; -1 for no player."""
    return f"#0102{index % COLOURS:02x}"


@contextmanager
def page_style() -> Iterator[None]:
    """Apply matplotlib's settings for plots of a page, instead of the user's."""
    from matplotlib import style

    settings = {
        "svg.hashsalt": "horizons",
        "svg.fonttype": "none",
        "text.parse_math": False,
        "font.size": 10.5,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "axes.edgecolor": LINE,
        "axes.axisbelow": True,
        "axes.spines.left": False,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.labelcolor": SOFT,
        "text.color": INK,
        "xtick.color": SOFT,
        "ytick.color": SOFT,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "grid.color": LINE,
        "grid.linewidth": 0.8,
    }
    with style.context(["default", settings], after_reset=True):
        yield


@attrs.define
class Drawing:
    """A plot that is being drawn, within `page_style`.

    Attributes:
        name: its name among the plots of the page.
        height: its height, in the units of `WIDTH`.
        figure: the figure of matplotlib.
    """

    name: str
    height: float
    figure: Figure = attrs.field(init=False)
    _texts: list[str] = attrs.field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(WIDTH / 72, self.height / 72))

    def axes(self, left: float, right: float, bottom: float, top: float) -> Axes:
        """Axes with these margins, in the units of `WIDTH`."""
        width, height = WIDTH - left - right, self.height - bottom - top
        return self.figure.add_axes(
            (left / WIDTH, bottom / self.height, width / WIDTH, height / self.height)
        )

    def write(self, x: float, y: float, text: str, **settings: Any) -> None:
        """Write a text at a place, from the upper left corner; `settings` are matplotlib's."""
        self._texts.append(_INVALID_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text))
        mark = f"text {len(self._texts) - 1} of the page"
        self.figure.text(x / WIDTH, 1 - y / self.height, mark, **settings)

    def svg(self, title: str, description: str) -> Markup:
        """Return the plot as SVG; screen readers get the title and the description."""
        buffer = BytesIO()
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        self.figure.savefig(buffer, format="svg", metadata=no_metadata)
        root = ET.fromstring(buffer.getvalue())  # noqa: S314 - matplotlib wrote it
        self._clean(root)
        self._insert_texts(root)
        root.attrib = {
            "class": "plot",
            "viewBox": f"0 0 {WIDTH} {self.height:g}",
            "role": "img",
            "aria-labelledby": f"{self.name}-title {self.name}-told",
            "stroke-linejoin": "round",
        }
        for index, (tag, text) in enumerate((("title", title), ("desc", description))):
            element = ET.Element(f"{_SVG}{tag}", id=f"{self.name}-{tag.replace('desc', 'told')}")
            element.text = _INVALID_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
            root.insert(index, element)
        ET.register_namespace("", _SVG[1:-1])
        ET.register_namespace("xlink", _LINK[1:].partition("}")[0])
        return Markup(ET.tostring(root, encoding="unicode"))  # noqa: S704 - escaped there

    def _clean(self, root: ET.Element) -> None:
        """Remove elements that a page needs once or not at all, and make ids unique to the plot."""
        for parent in list(root.iter()):
            for child in list(parent):
                if child.tag in {f"{_SVG}metadata", f"{_SVG}style"} or _is_backdrop(child):
                    parent.remove(child)
        for element in root.iter():
            element.text, element.tail = (element.text or "").strip(), ""
            keeps_id = element.tag != f"{_SVG}g"
            for key, value in list(element.attrib.items()):
                if key == "id" and keeps_id:
                    element.set(key, f"{self.name}-{value}")
                elif key == "id" or value.startswith("rotate(-0 "):
                    element.attrib.pop(key)
                elif key == _LINK:
                    element.set(key, f"#{self.name}-{value[1:]}")
                else:
                    element.set(key, self._restyle(value))

    def _restyle(self, value: str) -> str:
        """Return an attribute in the page's colours and fonts, with at most two decimals."""
        for mark, colour in _PALETTE.items():
            value = value.replace(mark, colour)
        value = _FONT.sub("", value.replace("url(#", f"url(#{self.name}-"))
        value = _SIZE_AND_FONT.sub(r"font-size: \1", value)
        return _FRACTION.sub(lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), value)

    def _insert_texts(self, root: ET.Element) -> None:
        for element in root.iter(f"{_SVG}text"):
            if match := _MARK.fullmatch(element.text or ""):
                element.text = self._texts[int(match[1])]


def _is_backdrop(element: ET.Element) -> bool:
    """Return whether this is the rectangle that matplotlib puts behind a figure or its axes."""
    paths = list(element)
    return (
        element.tag == f"{_SVG}g"
        and len(paths) == 1
        and element.get("id", "").startswith("patch_")
        and "fill: none" in paths[0].get("style", "")
        and "stroke" not in paths[0].get("style", "")
    )
