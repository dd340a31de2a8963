"""Maps as files: SVG, a page that can be moved and enlarged, or PNG."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_core.report import map_figure, map_svg
from horizons_host.pages import page

Document = Mapping[str, Any]

#: Pixels for each unit of the drawing.
_ZOOM = 2
_NO_LIBRARY = (
    "a map as PNG needs the library resvg-py",
    "install it with: pip install 'horizons[png]'; or use .svg or .html",
)


def map_drawer(path: Path) -> Callable[[Document], str | bytes]:
    """What draws a map document in the form that the file's name asks for.

    Raises HorizonsError for an ending that is not known, and where the library for PNG is missing.
    """
    form = path.suffix.lower()
    if form not in _DRAWERS:
        raise HorizonsError(
            f"can't write a map to '{path}'", "use a file name that ends in .svg, .html or .png"
        )
    if form == ".png":
        _png_library()
    return _DRAWERS[form]


def map_drawing(document: Document) -> str:
    """The map as an SVG file."""
    return str(map_svg(document, standalone=True))


def map_page(document: Document) -> str:
    """A page with the map alone, without outside resources."""
    return page("map.html.jinja", "map.js", title=document["title"], figure=map_figure(document))


def map_png(document: Document) -> bytes:
    """The map as PNG, in the colours for light pages; raises HorizonsError without the library."""
    from matplotlib import get_data_path

    drawn = _png_library().svg_to_bytes(
        svg_string=_with_plain_colours(map_drawing(document)),
        zoom=_ZOOM,
        font_dirs=[str(Path(get_data_path(), "fonts", "ttf"))],
        sans_serif_family="DejaVu Sans",
    )
    return bytes(drawn)


def _png_library() -> Any:
    try:
        import resvg_py
    except ImportError:
        raise HorizonsError(*_NO_LIBRARY) from None
    return resvg_py


def _with_plain_colours(drawing: str) -> str:
    """The drawing with the colours themselves, since its variables are for browsers."""
    light = drawing.partition("@media")[0]
    colours = dict(re.findall(r"(--hz-[a-z0-9]+): *([^;]+);", light))
    return re.sub(r"var\((--hz-[a-z0-9]+)\)", lambda found: colours[found[1]], drawing)


_DRAWERS: dict[str, Callable[[Document], str | bytes]] = {
    ".svg": map_drawing,
    ".html": map_page,
    ".png": map_png,
}
