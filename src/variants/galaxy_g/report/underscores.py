"""Names printed with underscores instead of spaces, within sentences too (GG-ORDO-004)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from variants.galaxy_g.constants import LONGEST_NAME


def underscore_names(report: Mapping[str, Any]) -> Callable[[str], str]:
    """Return a function that puts underscores into the names of a sentence."""
    names = {name for name in _names(report) if " " in name}
    if not names:
        return str
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    pattern = re.compile("|".join(map(re.escape, longest_first)))
    return lambda sentence: pattern.sub(lambda name: name[0].replace(" ", "_"), sentence)


def _names(report: Mapping[str, Any]) -> Iterator[str]:
    view = report["view"]
    yield view["race"]
    parts = ("races", "types", "alien_types", "fleets", "planets", "alien_planets", "uninhabited")
    for part in (*parts, "located"):
        for row in view[part]:
            yield row["name"]
    for event in report["events"]:
        yield from _words_of(event["data"])


def _words_of(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names in the data of an event, of which its sentence consists."""
    for value in data.values():
        if isinstance(value, str) and len(value) <= LONGEST_NAME:
            yield value
