"""Three small pictures of maps; `python -m tests.core.map_pictures` redraws the golden files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from horizons_core.report import map_svg
from tests.core.map_documents import fleet, hexes, place, plane, star

GOLDEN = Path(__file__).parent / "golden"


def hexes_of_an_empire() -> dict[str, Any]:
    """Return a map of hexes with a home, a battle, a crowd and a mothership."""
    crowd = [fleet(name, n) for n, name in enumerate(("Ada", "Brin", "Cleo", "Dora", "Emil"), 1)]
    ships = [fleet("Ada", 12, "own"), fleet("Ada", 1, "mothership")]
    home, battle = {"kind": "home", "owner": "Ada"}, {"kind": "battle"}
    return hexes(
        place(0, 0, state="in view", level=0.9, lines=["H5 T3 W0 S1"], marks=[home, *ships]),
        place(1, 0, level=0.3, label="Marketplace", lines=["H5"], marks=[*crowd, battle]),
        width=2, shown=["Ada", "Brin"], wraps=True,
        legend=[{"kind": "home", "text": "home"}, {"kind": "in view", "text": "in view"}],
    )  # fmt: skip


def points_on_a_plane() -> dict[str, Any]:
    """Return a map of points with lines."""
    marks = [{"kind": "home", "owner": "Brin"}, fleet("Brin", 3), {"kind": "battle"}]
    return plane(
        place(2, 3, id="Sol", level=0.75, state="in view", lines=["T4"], marks=marks),
        place(9, 1, id="Vega", marks=[fleet("Ada", 1)]),
        width=12, height=6, lines=[["Sol", "Vega"]],
        legend=[{"kind": "battle", "text": "battle"}],
    )  # fmt: skip


def window_on_the_stars() -> dict[str, Any]:
    """Return a part of a map of symbols, with ways and layers."""
    way = {"from": [31, 42], "to": [66, 35], "title": "a way", "text": "12"}
    return plane(
        star("Sol", 31, 42, "owned", owner="Ada", level=0.5, marks=[fleet("Ada", 7, "own")]),
        star("Vega", 66, 35, "star", level=1, tint=1, state="in view"),
        star("Far away", 90, 90, "ring"),
        width=100, height=100, up=True, window={"x": 25, "y": 25, "width": 50, "height": 25},
        outline={"at": [50, 50], "radius": 50}, layers=[{"name": "ways", "text": "ways"}],
        arrows=[
            {"kind": "route", "owner": "Ada", "layer": "ways"} | way,
            {"kind": "incoming", "at": [59, 38]} | way,
        ],
        cells=[{"at": [40, 28], "width": 5, "height": 5, "title": "somewhere here"}],
        legend=[{"kind": "incoming", "text": "incoming"}, {"kind": "trace", "text": "a trace"}],
    )  # fmt: skip


def pictures() -> Iterator[tuple[Path, str]]:
    """Yield each golden file with its expected content."""
    for document in (hexes_of_an_empire, points_on_a_plane, window_on_the_stars):
        yield GOLDEN / f"{document.__name__}.svg.txt", drawn(document())


def drawn(document: Mapping[str, Any]) -> str:
    """Return the picture without its style sheet, one line per element."""
    bare = re.sub("<style>.*?</style>", "", map_svg(document), flags=re.DOTALL)
    elements = '<(?:g |svg x|path class="cell|line|rect|circle)'
    return re.sub(f"(?={elements})", "\n", bare)


if __name__ == "__main__":
    for file, text in pictures():
        file.write_text(text, "utf-8")
