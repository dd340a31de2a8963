"""Groups that differ only in their place, listed together to keep tables short."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.tables import amount

GroupRow = Mapping[str, Any]
NameFormat = Callable[[str], str]

#: Least number of equal groups that are listed as one item.
LEAST_ALIKE = 4

#: The properties that groups listed together have in common.
_OWN = ("ships", "type", *AREAS, "cargo_kind", "load", "fleet", "speed")
_ALIEN = ("race", "ships", "type", "cargo_tech", "cargo_kind", "load")


def split_own(groups: Sequence[GroupRow]) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    """The groups with a row each, and sets of at least `LEAST_ALIKE` equal groups at rest."""
    return _split(groups, lambda g: None if g["under_way"] else tuple(g[part] for part in _OWN))


def split_alien(groups: Sequence[GroupRow]) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    """The same for groups of other races."""
    return _split(groups, lambda g: tuple(g[part] for part in _ALIEN))


def _split(
    groups: Sequence[GroupRow], key: Callable[[GroupRow], tuple[Any, ...] | None]
) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    sets: dict[tuple[Any, ...], list[GroupRow]] = {}
    for group in groups:
        value = key(group)
        if value is not None:
            sets.setdefault(value, []).append(group)
    large = {
        value: equal_groups
        for value, equal_groups in sets.items()
        if len(equal_groups) >= LEAST_ALIKE
    }
    return [group for group in groups if key(group) not in large], list(large.values())


def own_item(equal_groups: Sequence[GroupRow], name: NameFormat, *, fleets: bool) -> str:
    """The item of equal own groups: the figures of GG-RPT-003, the number and place of each."""
    first = equal_groups[0]
    figures = [f"{area} {amount(first[area])}" for area in AREAS]
    figures += [f"load {first['cargo_kind'] or '-'} {amount(first['load'])}"]
    figures += [f"fleet {name(first['fleet']) or '-'}"] if fleets else []
    figures += [f"speed {amount(first['speed'])}"]
    places = ", ".join(f"{group['number']} at {name(group['planet'])}" for group in equal_groups)
    return f"{first['ships']} {name(first['type'])} each ({', '.join(figures)}): No. {places}"


def alien_item(equal_groups: Sequence[GroupRow], name: NameFormat) -> str:
    """The item of equal groups of another race, with their places."""
    first = equal_groups[0]
    figures = f"cargo {amount(first['cargo_tech'])}"
    figures += f", load {first['cargo_kind'] or '-'} {amount(first['load'])}"
    places = ", ".join(name(group["planet"]) for group in equal_groups)
    kind = f"{first['ships']} {name(first['type'])}"
    return f"{name(first['race'])}: {kind} each ({figures}) at {places}"
