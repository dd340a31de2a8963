"""Unused names for colonies and ships."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.rng import Stream

_ADJECTIVES = (
    "Amber",
    "Bright",
    "Calm",
    "Deep",
    "Early",
    "Far",
    "Green",
    "High",
    "Long",
    "New",
)
_NOUNS = (
    "Bay",
    "Crossing",
    "Field",
    "Garden",
    "Harbour",
    "Hope",
    "Landing",
    "Meadow",
    "Rest",
)


def colony_name(stream: Stream, used: Collection[str]) -> str:
    """Draw a name for a planet."""
    name = f"{stream.choice(_ADJECTIVES)} {stream.choice(_NOUNS)}"
    return unused(name, used)


def unused(name: str, used: Collection[str]) -> str:
    """Return the name, with a number if it is used."""
    folded = {name.casefold() for name in used}
    number, candidate = 1, name
    while candidate.casefold() in folded:
        number += 1
        candidate = f"{name} {number}"
    return candidate
