"""The printed map of the galaxy (FH-MAP-001)."""

from __future__ import annotations

from collections.abc import Iterator

from variants.far_horizons.model import Game, Star

_COLUMNS = 21  #: per page
_EMPTY = "     |"

Columns = dict[tuple[int, int], list[Star]]


def star_map(game: Game) -> str:
    """Format the map of all stars, in pages side by side.

    Stars with the same x and y, which generated galaxies don't have, are listed one above another,
    lower z first.
    """
    width = 2 * game.radius
    columns: Columns = {}
    for star in sorted(game.stars, key=lambda star: star.sector):
        columns.setdefault(star.sector[:2], []).append(star)
    pages = (
        "".join(
            f"{line}\n" for line in _page(range(left, min(left + _COLUMNS, width)), columns, width)
        )
        for left in range(0, width, _COLUMNS)
    )
    return "".join(f"{page}\n\f" for page in pages)


def _page(xs: range, columns: Columns, width: int) -> Iterator[str]:
    margin = xs.start == 0
    for y in reversed(range(width)):
        yield ("   -" if margin else "") + "------" * len(xs)
        yield from _row(xs, y, columns, margin=margin)
    yield (" Y -" if margin else "") + "------" * len(xs)
    yield ("  X " if margin else "") + "".join(f"  {x:2}  " for x in xs)


def _row(xs: range, y: int, columns: Columns, *, margin: bool) -> Iterator[str]:
    """Yield two lines for the stars of a row, or more if a column has several."""
    cells = [_cell(columns.get((x, y), [])) for x in xs]
    height = max(2, *(len(cell) for cell in cells))
    for line in range(height):
        left = f"{y:2} |" if line == height - 1 else "   |"
        yield (left if margin else "") + "".join(
            cell[line] if line < len(cell) else _EMPTY for cell in cells
        )


def _cell(stars: list[Star]) -> list[str]:
    lines = []
    for star in stars:
        z = star.sector[2]
        lines.append(f"{z:3}  |" if z < 10 else f"{z:4} |")
        lines.append(f" {star.kind}{star.colour}{star.size} |")
    return lines
