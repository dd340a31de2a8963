"""The faces of games: a colour of their own, an emblem, and a strip of their world in the head.

It comes from the little that a variant says of its face; one that says nothing has a default.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import count, pairwise

from markupsafe import Markup

import horizons_core as hz
from horizons_core.plugins import Face

#: How large a strip is, in units of its drawing.
WIDTH, HEIGHT = 480, 120
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
#: A corner of a hexagon of radius 1 that stands on a corner, by its number.
_CORNERS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))


@cache
def face_of(variant: str) -> Face:
    """The face of a variant; the default one of a variant that is not here any more."""
    found = hz.variants().get(variant)
    return found.face if found else Face()


@cache
def title_of(variant: str) -> str:
    """What a variant's games are called; its name if it is not here any more."""
    found = hz.variants().get(variant)
    return found.title if found else variant


def emblem(variant: str) -> Markup:
    """The emblem of a variant's games, to stand beside their names; readers of screens skip it."""
    drawn = _EMBLEMS[face_of(variant).motif]
    return Markup(  # noqa: S704 - drawn here
        f'<svg class="emblem" viewBox="0 0 32 32" aria-hidden="true">{drawn}</svg>'
    )


@lru_cache(maxsize=256)
def strip(variant: str, key: str) -> Markup:
    """A strip of a game's world, each game's another one; readers of screens skip it."""
    drawn = "".join(_STRIPS[face_of(variant).motif](_shares(key)))
    return Markup(  # noqa: S704 - drawn here, of numbers alone
        f'<svg class="strip" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMaxYMid slice"'
        f' aria-hidden="true">{drawn}</svg>'
    )


def style_sheet() -> bytes:
    """The colours of all variants that are here, for what is marked as theirs."""
    lines = []
    for name in sorted(hz.variants()):
        face = face_of(name)
        chosen = f'[data-face="{name}"]'
        lines.append(f"{chosen} {{ --accent: {face.light}; }}")
        lines.append(
            "@media (prefers-color-scheme: dark) {"
            f' :root:not([data-theme="light"]) {chosen} {{ --accent: {face.dark}; }} }}'
        )
        lines.append(f':root[data-theme="dark"] {chosen} {{ --accent: {face.dark}; }}')
    return "\n".join([*lines, ""]).encode()


def _shares(key: str) -> Iterator[float]:
    """Numbers from 0 to 1 that a key gives, the same each time. Nothing of a game hangs on them."""
    for number in count():
        for byte in hashlib.sha256(f"{key} {number}".encode()).digest():
            yield byte / 255


def _dot(x: float, y: float, radius: float, kind: str = "a") -> str:
    return f'<circle class="{kind}" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}"/>'


def _hexes(shares: Iterator[float]) -> Iterator[str]:
    size = 19.0
    for row in range(6):
        for column in range(16):
            x = column * size * 1.732 + (row % 2) * size * 0.866
            y = row * size * 1.5 - 4
            chosen = next(shares)
            kind = "a" if chosen > 0.93 else "b" if chosen > 0.72 else "l"
            corners = " ".join(
                f"{x + (size - 2) * dx:.0f},{y + (size - 2) * dy:.0f}" for dx, dy in _CORNERS
            )
            yield f'<polygon class="{kind}" points="{corners}"/>'


def _places(shares: Iterator[float], number: int) -> list[tuple[float, float]]:
    """Places spread over the strip from left to right, none too near the rim."""
    step = WIDTH / number
    return [
        ((n + 0.2 + 0.6 * next(shares)) * step, 14 + next(shares) * (HEIGHT - 28))
        for n in range(number)
    ]


def _stars(shares: Iterator[float]) -> Iterator[str]:
    for x, y in _places(shares, 46):
        yield _dot(x, y, 0.7 + 1.6 * next(shares) ** 3, "b")
    chosen = _places(shares, 9)
    yield from (_line(a, b) for a, b in pairwise(chosen) if next(shares) > 0.25)
    for x, y in chosen:
        size = 4 + 6 * next(shares)
        yield (
            f'<path class="a" d="M0-8L1.7-1.7 8 0 1.7 1.7 0 8-1.7 1.7-8 0-1.7-1.7z"'
            f' transform="translate({x:.0f} {y:.0f}) scale({size / 8:.2f})"/>'
        )


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f'<path class="l" d="M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}"/>'


def _lanes(shares: Iterator[float]) -> Iterator[str]:
    worlds = _places(shares, 9)
    for step in (1, 2):
        for (x, y), (to_x, to_y) in zip(worlds, worlds[step:], strict=False):
            bend = (next(shares) - 0.5) * 80
            middle = f"{(x + to_x) / 2:.0f} {(y + to_y) / 2 + bend:.0f}"
            kind = "l" if step == 1 else "l dashed"
            yield f'<path class="{kind}" d="M{x:.0f} {y:.0f}Q{middle} {to_x:.0f} {to_y:.0f}"/>'
    for x, y in worlds:
        radius = 4 + 5 * next(shares)
        yield _dot(x, y, radius, "paper")
        yield _dot(x, y, radius, "a" if next(shares) > 0.4 else "b")


def _warp_points(shares: Iterator[float]) -> Iterator[str]:
    systems = _places(shares, 10)
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
    for x, y in _places(shares, 30):
        yield _dot(x, y, 0.8 + next(shares), "b")
    for x, y in _places(shares, 6):
        radius = 9 + 20 * next(shares)
        yield _dot(x, y, radius, "paper")
        yield _dot(x, y, radius, "b")
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
    x, y = WIDTH * 0.72, HEIGHT * 0.5
    yield _dot(x, y, 10)
    for number in range(1, 7):
        wide, tall = 34 * number, 13 * number
        yield f'<ellipse class="l" cx="{x:.0f}" cy="{y:.0f}" rx="{wide}" ry="{tall}"/>'
        side = 1 if next(shares) > 0.5 else -1
        yield _dot(x + side * wide, y, 3 + 3 * next(shares), "a")


_STRIPS: Mapping[str, Callable[[Iterator[float]], Iterator[str]]] = {
    "orbits": _orbits,
    "hexes": _hexes,
    "stars": _stars,
    "lanes": _lanes,
    "warp_points": _warp_points,
    "planets": _planets,
}
