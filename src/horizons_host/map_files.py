"""Maps as files: SVG, an HTML page with pan and zoom, or PNG."""

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
    """Return the function that draws a map document in the format of the file's suffix.

    Raises HorizonsError for an unknown suffix, and for PNG if its library is missing.
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
    """Draw the map as an SVG file."""
    return str(map_svg(document, standalone=True))


def map_page(document: Document) -> str:
    """Render a self-contained HTML page with the map."""
    return page("map.html.jinja", "map.js", title=document["title"], figure=map_figure(document))


def map_png(document: Document) -> bytes:
    """Draw the map as PNG, in light colours; raises HorizonsError without the library."""
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
    """Replace CSS variables with their light colours, since only browsers resolve them."""
    light = drawing.partition("@media")[0]
    colours = dict(re.findall(r"(--hz-[a-z0-9]+): *([^;]+);", light))
    return re.sub(r"var\((--hz-[a-z0-9]+)\)", lambda match: colours[match[1]], drawing)


_DRAWERS: dict[str, Callable[[Document], str | bytes]] = {
    ".svg": map_drawing,
    ".html": map_page,
    ".png": map_png,
}
