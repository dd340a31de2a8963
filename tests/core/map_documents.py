"""Small map documents, and what is where on their pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from horizons_core.report import map_svg

SVG = "{http://www.w3.org/2000/svg}"
#: On a plane of this extent a unit is a unit of the drawing, which has twice the margin before it.
EXTENT = 896
BEFORE = 52.0


def hexes(*places: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A map of three columns and two rows."""
    known = {
        "title": "Hexes", "geometry": "hex", "width": 3, "height": 2, "wraps": False,
        "places": list(places), "empires": ["Ada", "Brin"], "shown": [], "you": "Ada", "legend": [],
    }  # fmt: skip
    return known | more


def plane(*places: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A map of points; of symbols, if the places have any."""
    known = hexes(*places) | {"title": "Plane", "geometry": "plane"}
    return known | {"width": EXTENT, "height": EXTENT} | more


def place(x: float, y: float, **more: Any) -> dict[str, Any]:
    """A place without anything at it."""
    known = {
        "id": f"{x},{y}", "at": [x, y], "label": "", "state": "mapped", "level": None,
        "title": f"place {x},{y}", "lines": [], "marks": [],
    }  # fmt: skip
    return known | more


def star(name: str, x: float, y: float, sign: str = "dot", **more: Any) -> dict[str, Any]:
    """A place with a symbol."""
    return place(x, y, id=name, title=name, sign=sign) | more


def fleet(owner: str, count: int, kind: str = "enemy", **more: Any) -> dict[str, Any]:
    """A mark of ships."""
    return {"kind": kind, "owner": owner, "count": count} | more


def picture(document: Mapping[str, Any]) -> ET.Element:
    """The picture of a document that was saved and read."""
    return ET.fromstring(map_svg(json.loads(json.dumps(document)), standalone=True))


def size(root: ET.Element) -> tuple[float, float]:
    """Width and height of a picture."""
    _, _, width, height = map(float, root.get("viewBox", "").split())
    return width, height


def of_class(root: ET.Element, kind: str) -> list[ET.Element]:
    """The elements of just this class."""
    return [element for element in root.iter() if element.get("class") == kind]


def within(root: ET.Element, name: str) -> ET.Element:
    """What is drawn at the place of this id on a map of symbols, or its cell on another."""
    return next(element for element in root.iter() if element.get("data-place") == name)


def numbers(text: str | None) -> tuple[float, ...]:
    """All numbers in a path or a transformation."""
    return tuple(map(float, re.findall(r"-?[0-9.]+", text or "")))


def moved(element: ET.Element) -> tuple[float, ...]:
    """Where an element is moved to."""
    return numbers((element.get("transform") or "").partition(")")[0])


def xy(element: ET.Element) -> tuple[float, float]:
    """Where a text or a rectangle stands."""
    return float(element.get("x", "nan")), float(element.get("y", "nan"))


def ends(line: ET.Element) -> tuple[float, ...]:
    """From where to where a line goes."""
    return tuple(float(line.get(name, "nan")) for name in ("x1", "y1", "x2", "y2"))


def texts(root: ET.Element, kind: str) -> dict[str, tuple[float, float]]:
    """The texts of a class, and where they stand."""
    return {element.text or "": xy(element) for element in of_class(root, kind)}
