"""Self-contained HTML pages, and maps of a game as files."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.report import map_figure, map_svg
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameStore

if TYPE_CHECKING:
    import jinja2

Document = Mapping[str, Any]

#: Pixels for each unit of the drawing.
_ZOOM = 2
_NO_LIBRARY = (
    "a map as PNG needs the library resvg-py",
    "install it with: pip install 'horizons[png]'; or use .svg or .html",
)


def page(template: str, script: str = "", **parts: Any) -> str:
    """Render a template with `parts`, and with `script` and `script_hash` if it has a script.

    Both arguments name files in the `templates/` of the host or of the core's reports. An
    undefined name in a template raises `jinja2.UndefinedError`.
    """
    document = _templates().get_template(template)
    if not script:
        return document.render(**parts)
    text = _templates().get_template(script).render()
    return document.render(script=text, script_hash=_policy_source(text), **parts)


def _policy_source(script: str) -> str:
    """Return the Content-Security-Policy source that allows this script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _templates() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("horizons_host", "templates"),
                jinja2.PackageLoader("horizons_core.report", "templates"),
            ]
        ),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def chart(store: GameStore, player: str | None, turn: int | None = None) -> dict[str, Any]:
    """Return the map a player knew after a turn (None: the latest), or all of it for player None.

    Raises SeatError for an unknown player, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is not None:
        seat = seat_of(store.seats(), player)
        report = store.report(number, seat.name)
        return _in_order(report["map"], [empire["name"] for empire in report["empires"]])
    game = hz.load(dict(store.stored(number).current_state))
    variant = hz.variant_of(game)
    document = variant.map(variant.view(game, None))
    return _in_order(document, [empire.name for empire in game.empires])


def _in_order(document: Mapping[str, Any], empires: Sequence[str]) -> dict[str, Any]:
    """Add the game's list of empires, whose order decides the markers, as on report pages."""
    return {**document, "empires": list(empires)}


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
