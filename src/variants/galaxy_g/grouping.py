"""Splitting, numbering and merging groups (GG-GRP-003 to GG-GRP-007).

A race's groups stand in the order of their numbers; the newest is the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.codec import copy_of
from variants.galaxy_g.model import Group, Race


def add(race: Race, group: Group) -> Group:
    """Give a group the race's next number (GG-GRP-005)."""
    group.number = race.highest_number + 1
    race.groups.append(group)
    return group


def split(race: Race, group: Group, ships: int) -> Group:
    """Break ships off into a new group outside any fleet (GG-GRP-003, GG-FLT-005)."""
    part = copy_of(group)
    part.ships, part.fleet = ships, ""
    group.ships -= ships
    return add(race, part)


def rejoin(race: Race, group: Group, part: Group) -> None:
    """Put ships back that were broken off in vain, if both are still where they were."""
    if part is group or any(race.group(one.number) is not one for one in (group, part)):
        return
    fleet, part.fleet = part.fleet, group.fleet
    if _kind(part) == _kind(group):
        group.ships += part.ships
        remove(race, [part])
    else:
        part.fleet = fleet


def merge(race: Race) -> None:
    """Merge identical groups into that of the lowest number; empty ones vanish (GG-GRP-004)."""
    kept: dict[tuple[Any, ...], Group] = {}
    for group in race.groups:
        if not group.ships:
            continue
        first = kept.setdefault(_kind(group), group)
        if first is not group:
            first.ships += group.ships
    race.groups = list(kept.values())


def remove(race: Race, gone: Iterable[Group]) -> None:
    """Take groups away."""
    numbers = {group.number for group in gone}
    race.groups = [group for group in race.groups if group.number not in numbers]


def _kind(group: Group) -> tuple[Any, ...]:
    """What must be equal in groups that are merged."""
    return (
        group.type,
        group.techs.levels,
        group.cargo,
        group.load,
        group.fleet,
        group.at,
        group.to,
        group.left,
        group.under_way,
        group.intercepts,
    )
