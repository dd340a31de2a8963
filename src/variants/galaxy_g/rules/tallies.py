"""Groups as text and as the plain data of events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from variants.galaxy_g.model import Group, Race


def ship_counts_text(race: Race, groups: Iterable[Group]) -> str:
    """Ships by type: "10 Drone, 3 Gunship", in the order of their first appearance."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.type] = counts.get(group.type, 0) + group.ships
    return ", ".join(f"{ships} {race.types[type_id].name}" for type_id, ships in counts.items())


def group_rows(race: Race, groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Each group's number, ships and type, for its owner."""
    return [
        {"number": group.number, "ships": group.ships, "type": race.types[group.type].name}
        for group in groups
    ]
