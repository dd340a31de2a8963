"""Avatars: small flags, chosen by their owners or derived from their names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.texts import mark_text

#: Drawings of flags in a square of 32 units, over a field; `c` stands for the second colour.
PATTERNS: Mapping[str, str] = {
    mark_text("bend"): '<path fill="c" d="M0 0h9l23 23v9h-9L0 9z"/>',
    mark_text("bars"): '<path fill="c" d="M0 6h32v6H0zM0 20h32v6H0z"/>',
    mark_text("chevron"): '<path fill="c" d="M0 0l18 16L0 32z"/>',
    mark_text("cross"): '<path fill="c" d="M9 0h6v12h17v6H15v14H9V18H0v-6h9z"/>',
    mark_text("disc"): '<circle fill="c" cx="16" cy="16" r="9"/>',
    mark_text("half"): '<path fill="c" d="M0 0h16v32H0z"/>',
    mark_text("quarters"): '<path fill="c" d="M0 0h16v16H0zM16 16h16v16H16z"/>',
    mark_text("ring"): '<circle fill="none" stroke="c" stroke-width="5" cx="16" cy="16" r="9"/>',
    mark_text("saltire"): '<path fill="c" d="M0 0h6l10 10L26 0h6v6L22 16l10 10v6h-6L16 22 6 32H0'
    'v-6l10-10L0 6z"/>',
    mark_text("star"): '<path fill="c" d="M16 3l3.2 9.3 9.8.2-7.8 5.9 2.8 9.4-8-5.6-8 5.6 2.8-9.4'
    'L3 12.5l9.8-.2z"/>',
}
#: Colours that people with colour blindness can tell apart (Okabe and Ito), darkest first.
COLOURS: Mapping[str, str] = {
    mark_text("black"): "#1b1b1b",
    mark_text("blue"): "#0072b2",
    mark_text("red"): "#d55e00",
    mark_text("green"): "#009e73",
    mark_text("purple"): "#cc79a7",
    mark_text("sky"): "#56b4e9",
    mark_text("orange"): "#e69f00",
    mark_text("yellow"): "#f0e442",
    mark_text("white"): "#f7f7f7",
}


class FlagError(HorizonsError):
    """A flag that cannot be drawn."""


def checked_flag(pattern: str, field: str, charge: str) -> str:
    """Return a flag as it is stored; "" without a pattern; raises FlagError."""
    if not pattern:
        return ""
    if pattern not in PATTERNS or not {field, charge} <= set(COLOURS) or field == charge:
        raise FlagError(
            LocalizedText("this flag can't be drawn"),
            LocalizedText("choose a pattern and two different colours"),
        )
    return f"{pattern} {field} {charge}"


def flag_parts(name: str, flag: str = "") -> tuple[str, str, str]:
    """Return pattern and colours of a flag; one that was not chosen follows from the name."""
    if flag:
        pattern, field, charge = flag.split()
        return pattern, field, charge
    digest = hashlib.sha256(name.encode()).digest()
    colours = list(COLOURS)
    field = colours.pop(digest[0] % len(colours))
    return list(PATTERNS)[digest[1] % len(PATTERNS)], field, colours[digest[2] % len(colours)]


@lru_cache(maxsize=1_000)
def avatar(name: str, flag: str = "") -> Markup:
    """Return the avatar of a person, hidden from screen readers: the name stands next to it."""
    pattern, field, charge = flag_parts(name, flag)
    drawn = PATTERNS[pattern].replace('"c"', f'"{COLOURS[charge]}"')
    return Markup(  # noqa: S704 - drawn here
        f'<svg class="avatar" viewBox="0 0 32 32" aria-hidden="true">'
        f'<path fill="{COLOURS[field]}" d="M0 0h32v32H0z"/>{drawn}</svg>'
    )
