"""Players' markers: a colour, a shape and a letter, so that colour is never the only cue.

Colours are CSS variables (`templates/palette.css`): twelve that colour-blind readers can tell
apart, in a light and a dark set. Shapes and letters distinguish empires of the same colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from importlib import resources
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.sums import ordered_sum

#: Number of colours; more empires share them.
COLOURS = 12
#: Outlines about the origin with a radius of about 9, and the offset of the letter in them.
SHAPES: tuple[tuple[str, float], ...] = (
    ("M8.5 0A8.5 8.5 0 1 1-8.5 0 8.5 8.5 0 1 1 8.5 0z", 4),
    ("M-7.5-7.5H7.5V7.5H-7.5z", 4),
    ("M0-10.5L10.5 0 0 10.5-10.5 0z", 4),
    ("M0-11L10.5 7.5H-10.5z", 5.5),
    ("M-10 0L-5-8.7H5L10 0 5 8.7H-5z", 4),
    ("M0 11L-10.5-7.5H10.5z", 2.5),
)
STAR = "M0-8L1.9-2.6 7.6-2.5 3.1 1 4.7 6.5 0 3.2-4.7 6.5-3.1 1-7.6-2.5-1.9-2.6z"
BURST = "M0-8L2-3.4 6.9-6 4.3-1.2 9 1 4 2.4 5.5 7.4 1 4.4-2.6 8.4-2.8 3.4-8 3.6-4.4 0-8.4-3.6z"
HOUSE = "M0-7L7.5 0H5V6.5H-5V0H-7.5z"
#: Number of fleets drawn in one place; a number stands for the rest.
MAX_FLEETS = 4
_NUMBERED = re.compile("[0-9]{1,2}$")
_FOREIGN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@frozen
class PlayerMarker:
    """The marker of an empire.

    Attributes:
        index: the index in the list of empires, from 0, which picks colour and shape.
        letter: the empire's letter, or a number of up to two digits.
    """

    index: int
    letter: str

    @property
    def fill(self) -> str:
        """The CSS colour of the shape."""
        return f"var(--hz-e{self.index % COLOURS})"

    @property
    def ink(self) -> str:
        """The CSS colour of the letter, legible on `fill`."""
        return f"var(--hz-t{self.index % COLOURS})"

    def outline(self) -> str:
        """Return SVG of the shape without its letter, about the origin."""
        shape, _ = SHAPES[self.index % len(SHAPES)]
        return f'<path class="shape" fill="{self.fill}" d="{shape}"/>'

    def drawn(self) -> str:
        """Return SVG of the shape with its letter, about the origin."""
        _, down = SHAPES[self.index % len(SHAPES)]
        kind = "letter" if len(self.letter) < 2 else "letter two"
        return (
            f"{self.outline()}"
            f'<text class="{kind}" fill="{self.ink}" y="{down:g}">{safe(self.letter)}</text>'
        )

    def icon(self) -> Markup:
        """Return a small SVG for a line of HTML; screen readers skip it."""
        return Markup(  # noqa: S704 - the letter is escaped, the rest is ours
            '<svg class="hz-marker" viewBox="-12 -12 24 24" aria-hidden="true">'
            f"{self.drawn()}</svg>"
        )


def player_markers(empires: Sequence[str]) -> dict[str, PlayerMarker]:
    """Return the marker of each empire, by name.

    Its letter is the number of up to two digits that ends its name, or else the first free letter
    of the name; when all letters are in use, its number in the list.
    """
    markers: dict[str, PlayerMarker] = {}
    used: set[str] = set()
    spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    for index, name in enumerate(empires):
        candidates = [*_NUMBERED.findall(name), *_letters(name), *spare, str(index + 1)]
        letter = next((candidate for candidate in candidates if candidate not in used), "?")
        used.add(letter)
        markers[name] = PlayerMarker(index, letter)
    return markers


def marker_of(markers: Mapping[str, PlayerMarker], name: str | None) -> PlayerMarker:
    """Return the marker of an empire, or a grey question mark for an unlisted one."""
    return markers.get(name or "") or PlayerMarker(COLOURS - 1, "?")


def fleet_marks(
    marks: Sequence[Mapping[str, Any]], markers: Mapping[str, PlayerMarker], room: float
) -> Iterator[str]:
    """Draw the fleets at one place, side by side in `room` units about the origin.

    `marks` are those of a map document at the place, `markers` are by empire. A fleet of several
    ships has its count next to it; a mothership counts, and puts a star on its fleet.
    """
    stars = {mark.get("owner") or "" for mark in marks if mark["kind"] == "mothership"}
    fleets: dict[str, int] = {}
    for mark in marks:
        if mark["kind"] in {"own", "enemy", "mothership"}:
            owner = mark.get("owner") or ""
            fleets[owner] = fleets.get(owner, 0) + (mark.get("count") or 1)
    visible = [(owner, str(n) if n > 1 else "") for owner, n in list(fleets.items())[:MAX_FLEETS]]
    widths = [21 + 8.5 * len(text) for _, text in visible]
    scale = min(1.0, room / max(ordered_sum(widths), 1))
    x = -ordered_sum(widths) * scale / 2
    for (owner, text), width in zip(visible, widths, strict=True):
        drawn = marker_of(markers, owner).drawn()
        if owner in stars:
            drawn += f'<path class="star" transform="translate(8 -5) scale(.65)" d="{STAR}"/>'
        if text:
            drawn += f'<text class="count" x="10.5" y="4.5">{text}</text>'
        place = f"translate({number(x + 10.5 * scale)} 0) scale({number(scale)})"
        yield f'<g transform="{place}">{drawn}</g>'
        x += width * scale
    if len(fleets) > len(visible):
        hidden = len(fleets) - len(visible)
        yield f'<text class="more" x="{number(room / 2)}" y="13">+{hidden}</text>'


def safe(text: object) -> str:
    """Return text for SVG or HTML: escaped, without characters that XML does not allow."""
    return escape(_FOREIGN.sub("\ufffd", str(text)))


def short(text: str, maximum: int) -> str:
    """Return the text, cut to `maximum` characters."""
    return text if len(text) <= maximum else text[: maximum - 1] + "…"


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Format a coordinate with at most two decimals: the same bytes on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _letters(name: str) -> Iterable[str]:
    for character in name:
        upper = character.upper()
        if character.isalnum() and len(upper) == 1:
            yield upper


@cache
def style(*names: str) -> str:
    """Return the text of these style sheets in the core's `templates/`, joined."""
    folder = resources.files("horizons_core.report").joinpath("templates")
    return "".join(folder.joinpath(name).read_text("utf-8") for name in names)
