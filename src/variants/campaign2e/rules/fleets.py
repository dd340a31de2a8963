"""Fleets: all forces of a player in a hex, and hostilities between them (C2E-17.1-01).

Withdrawn groups take no further part in the week (C2E-17.4-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define

from horizons_core.sums import int_sum
from variants.campaign2e.model import Campaign, Place, Ship, TaskGroup, World
from variants.campaign2e.rules.stances import allied


def audience_of(*owners: str) -> list[str]:
    """Return the audience of an event: each owner once; the umpire sees all events anyway."""
    return [owner for owner in dict.fromkeys(owners) if owner]


def can_act(ship: Ship) -> bool:
    """Return whether a ship is armed and in supply, and so can act (C2E-6.1-01)."""
    return ship.is_armed and ship.in_supply


def groups_at(game: Campaign, at: Place) -> list[TaskGroup]:
    """Return the groups in a hex that have not withdrawn."""
    return [group for group in game.groups if group.at == at and not group.withdrawn]


def by_hex(game: Campaign) -> dict[Place, list[TaskGroup]]:
    """Return the groups that have not withdrawn, by hex."""
    by_place: dict[Place, list[TaskGroup]] = {}
    for group in game.groups:
        if not group.withdrawn:
            by_place.setdefault(group.at, []).append(group)
    return by_place


def crowded(game: Campaign) -> list[Place]:
    """Return the hexes with groups of several owners, in the order of the game's groups."""
    return [at for at, groups in by_hex(game).items() if len({group.owner for group in groups}) > 1]


def ships_of_groups(game: Campaign, groups: Iterable[TaskGroup]) -> list[Ship]:
    """Return the ships of some groups, in the order of the game."""
    ids = {group.id for group in groups}
    return [ship for ship in game.ships if ship.group in ids]


def points(ships: Iterable[Ship]) -> int:
    """Return plain construction points, as in reports of size (C2E-17.2-01)."""
    return int_sum(ship.design.points for ship in ships)


@define
class Fleet:
    """All ships of an owner in a hex that can meet others.

    Attributes:
        owner: the id of the owner; "" for the umpire.
        against: for a punitive force, its only enemy (C2E-1.6-11).
        at: the hex.
        groups: its groups, in the order of the game.
        ships: its ships.
    """

    owner: str
    against: str
    at: Place
    groups: list[TaskGroup]
    ships: list[Ship]

    @property
    def leader(self) -> TaskGroup:
        """The group whose orders count: most points, then the first name (C2E-17.3-02)."""
        return leading(self.groups, self.ships)

    @property
    def points(self) -> int:
        return points(self.ships)


def leading(groups: Sequence[TaskGroup], ships: Sequence[Ship]) -> TaskGroup:
    """Return the group with most construction points, then with the first name."""
    worth = {group.id: 0 for group in groups}
    for ship in ships:
        worth[ship.group] += ship.design.points
    return min(groups, key=lambda group: (-worth[group.id], group.name, group.id))


def fleets_at(game: Campaign, at: Place) -> list[Fleet]:
    """Return the fleets in a hex, in the order of the game's groups.

    Mobile defence units take part only if their group has a contact order (C2E-8.1-01). Captures
    take no part: they fall to the holder of the hex (C2E-12.2-01).
    """
    fleets: dict[tuple[str, str], Fleet] = {}
    groups = groups_at(game, at)
    of_groups: dict[str, list[Ship]] = {group.id: [] for group in groups}
    for ship in game.ships:
        if ship.group in of_groups and not ship.captured:
            of_groups[ship.group].append(ship)
    for group in groups:
        ships = of_groups[group.id]
        if group.defence:
            mobile = group.contact is not None
            ships = [ship for ship in ships if mobile and not ship.design.is_installation]
        if not ships:
            continue
        key = (group.owner, group.against)
        fleet = fleets.setdefault(key, Fleet(group.owner, group.against, at, [], []))
        fleet.groups.append(group)
        fleet.ships += ships
    return list(fleets.values())


def at_odds(game: Campaign, fleet: Fleet, other: Fleet) -> bool:
    """Return whether two fleets in a hex make contact because their owners are not allied.

    A punitive force meets only its target.
    """
    if fleet.owner == other.owner:
        return False
    if fleet.against or other.against:  # C2E-1.6-11
        return (fleet.against or other.against) in (fleet.owner, other.owner)
    # C2E-17.1-01
    return not allied(game, fleet.owner, other.owner)


def defenders_of(game: Campaign, world: World) -> TaskGroup | None:
    """Return the group of a world's defence units, owned by its owner (C2E-8.1-01)."""
    defences = [group for group in game.groups if group.defence and group.at == world.at]
    if game.plays_by("1.1.0"):
        defences = [group for group in defences if group.owner == world.owner]
    return defences[0] if defences else None


def allied_parties(game: Campaign, owners: Sequence[str]) -> list[list[str]]:
    """Divide owners into parties whose members are all allied with each other (C2E-17.1-02)."""
    parties: list[list[str]] = []
    for owner in owners:
        for party in parties:
            if all(allied(game, owner, other) for other in party):
                party.append(owner)
                break
        else:
            parties.append([owner])
    return parties
