"""Fleets in a hex, stances, and hostilities between players.

Stances, and permissions to use bases and supply ships (C2E-17.1-02), take effect when all orders of
the step have been read (C2E-1.5-03).

A fleet is all forces of a player in a hex; owners who are not allied are hostile (C2E-17.1-01).
Withdrawn groups take no further part in the week (C2E-17.4-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Place, Player, Ship, TaskGroup, World
from variants.campaign2e.model.players import ALLY, NEUTRAL
from variants.campaign2e.references import PLAYER
from variants.campaign2e.rules.supply import BASE, SUPPLY

STANCE_ANNOUNCED = EventKind(
    "stance.told", "{by} takes the stance {stance} towards {to}.", ("C2E-17.1-02",)
)
PERMISSION_ANNOUNCED = EventKind("leave.told", "{by} {verb} {to} use {what}.", ("C2E-17.1-02",))

#: In a turn's notes: ordered stances by player and other player.
_STANCES = "stances ordered"
#: In a turn's notes: permissions by player, other player and kind.
_PERMISSIONS = "leaves ordered"

_PERMITTED_USE = {BASE: "their bases", SUPPLY: "their supply ships"}


def set_stance(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """STANCE: take a stance towards another player."""
    other = order[PLAYER]
    context.notes.setdefault(_STANCES, {})[sender.id, other.id] = order["towards"]


def set_permission(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """ALLOW: permit or forbid another player to use bases or supply ships."""
    other = order[PLAYER]
    permissions = context.notes.setdefault(_PERMISSIONS, {})
    permissions[sender.id, other.id, order["leave"]] = order["switch"] == "ON"


def settle_stances(context: TurnContext[Campaign]) -> None:
    """Put stances and permissions into effect, and inform the players concerned."""
    game = context.game
    for (by, to), stance in context.notes.pop(_STANCES, {}).items():
        player = game.empire(by)
        if player.stance(to) != stance:
            player.stances[to] = stance
            game.empire(to).told_stances[by] = stance
            context.emit(STANCE_ANNOUNCED, [by, to], by=by, to=to, stance=stance)
    for (by, to, kind), granted in context.notes.pop(_PERMISSIONS, {}).items():
        player, other = game.empire(by), game.empire(to)
        users = player.bases if kind == BASE else player.supply
        if (to in users) == granted:
            continue
        (users.append if granted else users.remove)(to)
        received = set(other.told_leave.get(by, ())) ^ {kind}
        other.told_leave[by] = [word for word in (BASE, SUPPLY) if word in received]
        verb = "lets" if granted else "no longer lets"
        context.emit(
            PERMISSION_ANNOUNCED,
            [by, to],
            by=by,
            to=to,
            verb=verb,
            what=_PERMITTED_USE[kind],
            given=granted,
        )


def allied(game: Campaign, owner: str, other: str) -> bool:
    """Return whether two owners are allied, with mutual stances of ALLY (C2E-17.1-02).

    Every owner is allied with itself, and no player with the umpire's forces.
    """
    if owner == other:
        return True
    if not owner or not other:
        return False
    return all(_stance(game, a, b) == ALLY for a, b in ((owner, other), (other, owner)))


def _stance(game: Campaign, owner: str, other: str) -> str:
    """Return an owner's stance towards another.

    In a forecast only announced stances of other players are known.
    """
    announced = game.empire(other).told_stances.get(owner, NEUTRAL)
    stances = game.empire(owner).stances
    return stances.get(other, announced)


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


def shared_hexes(game: Campaign) -> list[Place]:
    """Return the hexes with groups of several owners, in the order of the game's groups."""
    return [at for at, groups in by_hex(game).items() if len({group.owner for group in groups}) > 1]


def group_ships(game: Campaign, groups: Iterable[TaskGroup]) -> list[Ship]:
    """Return the ships of these groups, in the order of the game's ships."""
    ids = {group.id for group in groups}
    return [ship for ship in game.ships if ship.group in ids]


def construction_points(ships: Iterable[Ship]) -> int:
    """Return the ships' construction points, by which fleet sizes are compared (C2E-17.2-01)."""
    return int_sum(ship.design.points for ship in ships)


@define
class Fleet:
    """All ships of an owner in a hex that can make contact with other fleets.

    Attributes:
        owner: the id of the owner; "" for the umpire.
        against: for a punitive force, its only enemy; "" otherwise (C2E-1.6-11).
        at: the hex.
        groups: its groups, in the order of the game's groups.
        ships: its ships.
    """

    owner: str
    against: str
    at: Place
    groups: list[TaskGroup]
    ships: list[Ship]

    @property
    def leader(self) -> TaskGroup:
        """The group whose orders count (see `leading_group`; C2E-17.3-02)."""
        return leading_group(self.groups, self.ships)

    @property
    def points(self) -> int:
        return construction_points(self.ships)


def leading_group(groups: Sequence[TaskGroup], ships: Sequence[Ship]) -> TaskGroup:
    """Return the group with the most construction points; ties go to the first by name."""
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
    ships_by_group: dict[str, list[Ship]] = {group.id: [] for group in groups}
    for ship in game.ships:
        if ship.group in ships_by_group and not ship.captured:
            ships_by_group[ship.group].append(ship)
    for group in groups:
        ships = ships_by_group[group.id]
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


def are_in_contact(game: Campaign, fleet: Fleet, other: Fleet) -> bool:
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
    """Return the group of defence units that a world's owner has there (C2E-8.1-01)."""
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
