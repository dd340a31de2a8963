"""Groups that are alike but for their place: told together, so that lists do not repeat them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.tables import amount

Group = Mapping[str, Any]
Name = Callable[[str], str]

#: From so many groups on those that are alike are told in one item.
LEAST = 4

#: All that must be the same of groups that are told together.
_OWN = ("ships", "type", *AREAS, "cargo_kind", "load", "fleet", "speed")
_ALIEN = ("race", "ships", "type", "cargo_tech", "cargo_kind", "load")


def own_parted(groups: Sequence[Group]) -> tuple[list[Group], list[list[Group]]]:
    """The groups that are told by themselves, and sets of at least `LEAST` alike, all at rest."""
    return _parted(groups, lambda g: None if g["under_way"] else tuple(g[part] for part in _OWN))


def alien_parted(groups: Sequence[Group]) -> tuple[list[Group], list[list[Group]]]:
    """The same for groups of others."""
    return _parted(groups, lambda g: tuple(g[part] for part in _ALIEN))


def _parted(
    groups: Sequence[Group], key: Callable[[Group], tuple[Any, ...] | None]
) -> tuple[list[Group], list[list[Group]]]:
    sets: dict[tuple[Any, ...], list[Group]] = {}
    for group in groups:
        same = key(group)
        if same is not None:
            sets.setdefault(same, []).append(group)
    large = {same: alike for same, alike in sets.items() if len(alike) >= LEAST}
    return [group for group in groups if key(group) not in large], list(large.values())


def own_together(alike: Sequence[Group], name: Name, *, fleets: bool) -> str:
    """Own groups that are alike, with all figures of GG-RPT-003: the number and place of each."""
    one = alike[0]
    figures = [f"{area} {amount(one[area])}" for area in AREAS]
    figures += [f"load {one['cargo_kind'] or '-'} {amount(one['load'])}"]
    figures += [f"fleet {name(one['fleet']) or '-'}"] if fleets else []
    figures += [f"speed {amount(one['speed'])}"]
    places = ", ".join(f"{group['number']} at {name(group['planet'])}" for group in alike)
    return f"{one['ships']} {name(one['type'])} each ({', '.join(figures)}): No. {places}"


def aliens_together(alike: Sequence[Group], name: Name) -> str:
    """Groups of another race that are alike, with their places."""
    one = alike[0]
    figures = f"cargo {amount(one['cargo_tech'])}"
    figures += f", load {one['cargo_kind'] or '-'} {amount(one['load'])}"
    places = ", ".join(name(group["planet"]) for group in alike)
    return f"{name(one['race'])}: {one['ships']} {name(one['type'])} each ({figures}) at {places}"
