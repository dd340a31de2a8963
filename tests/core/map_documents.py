"""Small map documents, and lookups in their pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from horizons_core.report import map_svg

SVG = "{http://www.w3.org/2000/svg}"
#: With this extent a unit of the plane is a unit of the drawing, which begins two margins earlier.
EXTENT = 896
BEFORE = 52.0


def hexes(*places: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Return a map of three columns and two rows."""
    known = {
        "title": "Hexes", "geometry": "hex", "width": 3, "height": 2, "wraps": False,
        "places": list(places), "empires": ["Ada", "Brin"], "shown": [], "you": "Ada", "legend": [],
    }  # fmt: skip
    return known | more


def plane(*places: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Return a map of points; of symbols, if any place has one."""
    known = hexes(*places) | {"title": "Plane", "geometry": "plane"}
    return known | {"width": EXTENT, "height": EXTENT} | more


def place(x: float, y: float, **more: Any) -> dict[str, Any]:
    """Return an empty place."""
    known = {
        "id": f"{x},{y}", "at": [x, y], "label": "", "state": "mapped", "level": None,
        "title": f"place {x},{y}", "lines": [], "marks": [],
    }  # fmt: skip
    return known | more


def star(name: str, x: float, y: float, sign: str = "dot", **more: Any) -> dict[str, Any]:
    """Return a place with a symbol."""
    return place(x, y, id=name, title=name, sign=sign) | more


def fleet(owner: str, count: int, kind: str = "enemy", **more: Any) -> dict[str, Any]:
    """Return a mark of ships."""
    return {"kind": kind, "owner": owner, "count": count} | more


def picture(document: Mapping[str, Any]) -> ET.Element:
    """Draw a document that was saved and loaded."""
    return ET.fromstring(map_svg(json.loads(json.dumps(document)), standalone=True))


def size(root: ET.Element) -> tuple[float, float]:
    """Return the width and height of a picture."""
    _, _, width, height = map(float, root.get("viewBox", "").split())
    return width, height


def of_class(root: ET.Element, kind: str) -> list[ET.Element]:
    """Return the elements of exactly this class."""
    return [element for element in root.iter() if element.get("class") == kind]


def within(root: ET.Element, name: str) -> ET.Element:
    """Return the elements drawn at this place on a map of symbols, or its cell on other maps."""
    return next(element for element in root.iter() if element.get("data-place") == name)


def numbers(text: str | None) -> tuple[float, ...]:
    """Return all numbers in a path or a transformation."""
    return tuple(map(float, re.findall(r"-?[0-9.]+", text or "")))


def moved(element: ET.Element) -> tuple[float, ...]:
    """Return the translation of an element."""
    return numbers((element.get("transform") or "").partition(")")[0])


def xy(element: ET.Element) -> tuple[float, float]:
    """Return the position of a text or a rectangle."""
    return float(element.get("x", "nan")), float(element.get("y", "nan"))


def ends(line: ET.Element) -> tuple[float, ...]:
    """Return the coordinates of both ends of a line."""
    return tuple(float(line.get(name, "nan")) for name in ("x1", "y1", "x2", "y2"))


def texts(root: ET.Element, kind: str) -> dict[str, tuple[float, float]]:
    """Return the texts of a class with their positions."""
    return {element.text or "": xy(element) for element in of_class(root, kind)}
