"""Names for colonies and ships that the species does not have yet."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.rng import Stream

_KINDS = (
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
_THINGS = (
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


def colony_name(stream: Stream, taken: Collection[str]) -> str:
    """A name for a planet."""
    name = f"{stream.choice(_KINDS)} {stream.choice(_THINGS)}"
    return unused(name, taken)


def unused(name: str, taken: Collection[str]) -> str:
    """The name with the first number that makes it new."""
    known = {each.casefold() for each in taken}
    number, found = 1, name
    while found.casefold() in known:
        number += 1
        found = f"{name} {number}"
    return found
