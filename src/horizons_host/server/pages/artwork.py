"""The accent colour, emblem and decorative strip of each game.

All are derived from the variant's `Face`; a variant without one has a default.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from io import BytesIO
from itertools import count, pairwise

from markupsafe import Markup

import horizons_core as hz
from horizons_core.plugins import Face

#: Size of a strip, in units of its drawing.
STRIP_WIDTH, STRIP_HEIGHT = 480, 120
#: Sizes of the icons of the installed app in pixels, and their background.
ICON_SIZES, ICON_COLOR = (192, 512), "#112233"
#: Emblems in a square of 32 units: fills (`a` full, `b` faint) and strokes (`l`).
_EMBLEMS: Mapping[str, str] = {
    "orbits": '<circle class="l" cx="16" cy="16" r="11"/><circle class="a" cx="16" cy="16" r="4"/>'
    '<circle class="a" cx="24" cy="8" r="2.5"/>',
    "hexes": '<path class="b" d="M16 2l7 4v8l-7 4-7-4V6z"/><path class="a" d="M9 15l7 4v8l-7 4'
    '-7-4v-8z" transform="translate(0 -1)"/><path class="l" d="M23 14l7 4v8l-7 4-7-4v-8z"/>',
    "stars": '<path class="a" d="M13 3l2.4 8.1L23 14l-7.6 2.9L13 25l-2.4-8.1L3 14l7.6-2.9z"/>'
    '<path class="b" d="M25 18l1.3 4.2 3.7 1.8-3.7 1.8L25 30l-1.3-4.2L20 24l3.7-1.8z"/>',
    "lanes": '<path class="l" d="M5 25C10 8 20 26 27 7"/><circle class="a" cx="5" cy="25" r="4"/>'
    '<circle class="a" cx="27" cy="7" r="4"/><circle class="b" cx="16" cy="16" r="3"/>',
    "warp_points": '<path class="l" d="M7 8l18 5L12 26z"/><path class="a" d="M7 3l5 5-5 5-5-5zM25 8'
    'l5 5-5 5-5-5z"/><path class="b" d="M12 20l6 6-6 6-6-6z" transform="translate(0 -1)"/>',
    "planets": '<circle class="b" cx="16" cy="16" r="9"/>'
    '<path class="a" d="M16 7a9 9 0 0 1 0 18c5-4 5-14 0-18z"/>'
    '<ellipse class="l" cx="16" cy="16" rx="14.5" ry="4" transform="rotate(-18 16 16)"/>',
}
#: The corners of a pointy-topped hexagon of radius 1, by number.
_CORNERS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))


@cache
def face_of(variant: str) -> Face:
    """Return the face of a variant; the default if the variant is not installed."""
    info = hz.variants().get(variant)
    return info.face if info else Face()


@cache
def title_of(variant: str) -> str:
    """Return the title of a variant's games; its name if it is not installed."""
    info = hz.variants().get(variant)
    return info.title if info else variant


def emblem(variant: str) -> Markup:
    """Return the emblem of a variant's games, shown next to their names."""
    drawn = _EMBLEMS[face_of(variant).motif]
    return Markup(  # noqa: S704 - drawn here
        f'<svg class="emblem" viewBox="0 0 32 32" aria-hidden="true">{drawn}</svg>'
    )


@lru_cache(maxsize=256)
def strip(variant: str, key: str) -> Markup:
    """Return a strip for a game, different for each key and hidden from screen readers."""
    drawn = "".join(_STRIPS[face_of(variant).motif](_fractions(key)))
    return Markup(  # noqa: S704 - drawn here, of numbers alone
        f'<svg class="strip" viewBox="0 0 {STRIP_WIDTH} {STRIP_HEIGHT}"'
        f' preserveAspectRatio="xMaxYMid slice" aria-hidden="true">{drawn}</svg>'
    )


@cache
def icon(size: int) -> bytes:
    """Return the icon of the installed app as a PNG: the planet of the pages' head.

    It stays clear of the edge, as systems cut their icons into different shapes.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Arc, Circle

    # A square of one inch, with the 32 units of the drawing in its inner 76 %.
    figure = Figure(figsize=(1, 1), facecolor=ICON_COLOR)
    axes = figure.add_axes((0.12, 0.12, 0.76, 0.76))
    axes.set_axis_off()
    axes.set_xlim(0, 32)
    axes.set_ylim(29, -3)
    stroke = 2.4 * 72 * 0.76 / 32
    axes.add_patch(Circle((16, 17), 8, color="white", alpha=0.25, linewidth=0))
    axes.add_patch(Arc((16, 17), 16, 16, theta1=180, theta2=360, color="white", linewidth=stroke))
    axes.plot((1, 31), (21, 21), color="white", linewidth=stroke)
    axes.add_patch(Circle((26, 7), 2, color="white", linewidth=0))
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=size, metadata={"Software": None})
    return picture.getvalue()


@cache
def link_preview(variant: str) -> bytes:
    """Return the PNG that chat programs show beside links to games of an installed variant."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 6.3), facecolor=face_of(variant).light)
    sky = figure.add_axes((0, 0, 1, 1))
    sky.set_axis_off()
    shares = _fractions(variant)
    stars = [(next(shares), next(shares), 60 * next(shares) ** 4) for _ in range(240)]
    sky.scatter(*zip(*stars, strict=True), color="white", alpha=0.6, linewidths=0)
    figure.text(0.07, 0.45, title_of(variant), color="white", fontsize=54, fontweight="bold")
    figure.text(0.07, 0.3, "Horizons", color="white", fontsize=28, alpha=0.8)
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=100, metadata={"Software": None})
    return picture.getvalue()


def style_sheet() -> bytes:
    """Return a style sheet with the accent colours of all installed variants."""
    lines = []
    for name in sorted(hz.variants()):
        face = face_of(name)
        selector = f'[data-face="{name}"]'
        lines.append(f"{selector} {{ --accent: {face.light}; }}")
        lines.append(
            "@media (prefers-color-scheme: dark) {"
            f' :root:not([data-theme="light"]) {selector} {{ --accent: {face.dark}; }} }}'
        )
        lines.append(f':root[data-theme="dark"] {selector} {{ --accent: {face.dark}; }}')
    return "\n".join([*lines, ""]).encode()


def _fractions(key: str) -> Iterator[float]:
    """Yield numbers from 0 to 1 derived from a key: decoration only, never the dice of a game."""
    for number in count():
        for byte in hashlib.sha256(f"{key} {number}".encode()).digest():
            yield byte / 255


def _circle(x: float, y: float, radius: float, kind: str = "a") -> str:
    return f'<circle class="{kind}" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}"/>'


def _hexes(shares: Iterator[float]) -> Iterator[str]:
    size = 19.0
    for row in range(6):
        for column in range(16):
            x = column * size * 1.732 + (row % 2) * size * 0.866
            y = row * size * 1.5 - 4
            share = next(shares)
            kind = "a" if share > 0.93 else "b" if share > 0.72 else "l"
            corners = " ".join(
                f"{x + (size - 2) * dx:.0f},{y + (size - 2) * dy:.0f}" for dx, dy in _CORNERS
            )
            yield f'<polygon class="{kind}" points="{corners}"/>'


def _points(shares: Iterator[float], number: int) -> list[tuple[float, float]]:
    """Points spread over the strip from left to right, none too close to the edge."""
    step = STRIP_WIDTH / number
    return [
        ((n + 0.2 + 0.6 * next(shares)) * step, 14 + next(shares) * (STRIP_HEIGHT - 28))
        for n in range(number)
    ]


def _stars(shares: Iterator[float]) -> Iterator[str]:
    for x, y in _points(shares, 46):
        yield _circle(x, y, 0.7 + 1.6 * next(shares) ** 3, "b")
    bright = _points(shares, 9)
    yield from (_line(a, b) for a, b in pairwise(bright) if next(shares) > 0.25)
    for x, y in bright:
        size = 4 + 6 * next(shares)
        yield (
            f'<path class="a" d="M0-8L1.7-1.7 8 0 1.7 1.7 0 8-1.7 1.7-8 0-1.7-1.7z"'
            f' transform="translate({x:.0f} {y:.0f}) scale({size / 8:.2f})"/>'
        )


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f'<path class="l" d="M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}"/>'


def _lanes(shares: Iterator[float]) -> Iterator[str]:
    worlds = _points(shares, 9)
    for step in (1, 2):
        for (x, y), (to_x, to_y) in zip(worlds, worlds[step:], strict=False):
            bend = (next(shares) - 0.5) * 80
            middle = f"{(x + to_x) / 2:.0f} {(y + to_y) / 2 + bend:.0f}"
            kind = "l" if step == 1 else "l dashed"
            yield f'<path class="{kind}" d="M{x:.0f} {y:.0f}Q{middle} {to_x:.0f} {to_y:.0f}"/>'
    for x, y in worlds:
        radius = 4 + 5 * next(shares)
        yield _circle(x, y, radius, "paper")
        yield _circle(x, y, radius, "a" if next(shares) > 0.4 else "b")


def _warp_points(shares: Iterator[float]) -> Iterator[str]:
    systems = _points(shares, 10)
    yield from (_line(a, b) for a, b in pairwise(systems))
    yield from (_line(a, b) for a, b in zip(systems, systems[3:], strict=False))
    for x, y in systems:
        size = 6 + 5 * next(shares)
        kind = "a" if next(shares) > 0.5 else "paper edge"
        yield (
            f'<path class="{kind}" d="M0-{size:.0f}L{size:.0f} 0 0 {size:.0f}-{size:.0f} 0z"'
            f' transform="translate({x:.0f} {y:.0f})"/>'
        )


def _planets(shares: Iterator[float]) -> Iterator[str]:
    for x, y in _points(shares, 30):
        yield _circle(x, y, 0.8 + next(shares), "b")
    for x, y in _points(shares, 6):
        radius = 9 + 20 * next(shares)
        yield _circle(x, y, radius, "paper")
        yield _circle(x, y, radius, "b")
        yield (
            f'<path class="a" d="M0-{radius:.0f}A{radius:.0f} {radius:.0f} 0 0 1 0 {radius:.0f}'
            f"C{radius * 0.6:.0f} {radius * 0.5:.0f} {radius * 0.6:.0f}-{radius * 0.5:.0f}"
            f' 0-{radius:.0f}z" transform="translate({x:.0f} {y:.0f}) rotate(24)"/>'
        )
        if next(shares) > 0.5:
            yield (
                f'<ellipse class="l" rx="{radius * 1.6:.0f}" ry="{radius * 0.4:.0f}"'
                f' transform="translate({x:.0f} {y:.0f}) rotate(-16)"/>'
            )


def _orbits(shares: Iterator[float]) -> Iterator[str]:
    x, y = STRIP_WIDTH * 0.72, STRIP_HEIGHT * 0.5
    yield _circle(x, y, 10)
    for number in range(1, 7):
        wide, tall = 34 * number, 13 * number
        yield f'<ellipse class="l" cx="{x:.0f}" cy="{y:.0f}" rx="{wide}" ry="{tall}"/>'
        side = 1 if next(shares) > 0.5 else -1
        yield _circle(x + side * wide, y, 3 + 3 * next(shares), "a")


_STRIPS: Mapping[str, Callable[[Iterator[float]], Iterator[str]]] = {
    "orbits": _orbits,
    "hexes": _hexes,
    "stars": _stars,
    "lanes": _lanes,
    "warp_points": _warp_points,
    "planets": _planets,
}
