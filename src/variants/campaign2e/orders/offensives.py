"""Orders for offensive operations, interdiction and raids, and for the umpire's pirates.

INTERDICT, RAID and NORAID concern commerce, as does the umpire's PIRATE (C2E-6, C2E-N.6). ATTACK
WORLD, ABSTRACT, ENGAGE DEFENCES, BOMBARD, LAND and PEACEKEEP concern worlds (C2E-7, C2E-8,
C2E-1.6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    OfferingRules,
    Range,
    integer,
    one_of,
)
from horizons_core.sums import int_sum
from variants.campaign2e import references
from variants.campaign2e.designs.market import market
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import (
    armed_groups,
    free_groups,
    group_argument,
    hex_argument,
    names,
    off_argument,
    own_groups,
    row_named,
    ships_in,
    with_points,
    world_argument,
)
from variants.campaign2e.rules import (
    abstract_attacks,
    allegiances,
    ground_assaults,
    offensive_operations,
    postures,
    umpire_forces,
)
from variants.campaign2e.rules.allegiances import MISSION_TONNES
from variants.campaign2e.rules.offensive_operations import STRIKE_WEAPONS
from variants.campaign2e.rules.purchases import MAX_AT_ONCE
from variants.campaign2e.view.rows import Row, ship_of

_PHASE = "system_actions"
_ALL = ("", "umpire")
_BLOCKADES, _ATTACKS = "Blockades and raids", "Attacks on worlds"


def _at(groups: Iterable[Row], worlds: Iterable[Row]) -> Sequence[Row]:
    """Return the groups at worlds that are not the reader's."""
    places = {world["id"] for world in worlds if not world["yours"]}
    return [group for group in groups if group["at"] in places]


def _groups_abroad(view: View) -> Sequence[str]:
    """Return armed groups in supply at worlds that are not the reader's."""
    return names(_at(armed_groups(view), view["worlds"]))


def _players_worlds(view: View) -> Sequence[Row]:
    return [world for world in view["worlds"] if world["owner"]]


def _raiding(view: View) -> Sequence[str]:
    """Return the groups with an armed ship that is not leased, at worlds of other players."""
    own_ships = (s for s in view["ships"] if not s.get("owner") and s["armed"] and not s["leased"])
    able = {ship["group"] for ship in own_ships}
    return [g["name"] for g in _at(armed_groups(view), _players_worlds(view)) if g["name"] in able]


def _at_players(view: View) -> Sequence[str]:
    return names(_at(armed_groups(view), _players_worlds(view)))


def _is_interdicting(view: View, chosen: Chosen) -> Sequence[str]:
    return _off_choices(view, chosen, lambda group: group["posture"] == postures.INTERDICT)


def _off_choices(view: View, chosen: Chosen, applies: Callable[[Row], bool]) -> Sequence[str]:
    """Return OFF for groups that already do what the order would begin."""
    group = row_named(own_groups(view), chosen.get("group"))
    groups = [group] if group is not None else own_groups(view)
    return ["OFF"] if any(map(applies, groups)) else []


INTERDICT = Command(
    keyword="INTERDICT",
    rule="interdict",
    phase=_PHASE,
    forms=("INTERDICT {group} [{off}]",),
    syntax=("INTERDICT group", "INTERDICT group OFF"),
    label="Interdict a system",
    group=_BLOCKADES,
    help="Blocks the trade and the lanes of a system, with enough force, until switched off.",
    example="INTERDICT g1",
    mistake="INTERDICT g99",
    arguments={
        "group": group_argument(_groups_abroad, postures.acting_group),
        "off": off_argument(_is_interdicting),
    },
    rules=("C2E-6.1-01", "C2E-5.4-01"),
    run=postures.interdict,
    roles=_ALL,
)

RAID = Command(
    keyword="RAID",
    rule="raid",
    phase=_PHASE,
    syntax=("RAID group",),
    label="Raid trade",
    group=_BLOCKADES,
    help="Raids the trade of a player's system: each armed ship takes a credit a week.",
    example="RAID g1",
    mistake="RAID g99",
    arguments={"group": group_argument(_raiding, postures.acting_group)},
    rules=("C2E-6.2-01", "C2E-6.2-02", "C2E-6.2-03", "C2E-6.3-01"),
    run=postures.raid,
    roles=_ALL,
)

NORAID = Command(
    keyword="NORAID",
    rule="no_raid",
    phase=_PHASE,
    syntax=("NORAID group",),
    label="Do not raid",
    group=_BLOCKADES,
    help="Keeps a group from raiding the system where it is, even an enemy's.",
    example="NORAID g1",
    mistake="NORAID g99",
    arguments={"group": group_argument(_at_players, postures.acting_group)},
    rules=("C2E-6.2-01",),
    run=postures.no_raid,
    roles=_ALL,
)


def _pirates(_: View) -> Sequence[Choice]:
    return [
        Choice(design.name, with_points(design.name, design.type, design.points))
        for design in market().values()
        if design.ftl
    ]


def _all_worlds(view: View) -> Sequence[str]:
    return [world["id"] for world in view["worlds"]]


def _removal(view: View) -> Sequence[str]:
    return ["REMOVE"] if own_groups(view) else []


PIRATE = Command(
    keyword="PIRATE",
    rule="order_pirates",
    phase="administration",
    forms=("PIRATE {design} {count} AT {place}", "PIRATE {remove} {group}"),
    syntax=("PIRATE design [n] AT x,y", "PIRATE REMOVE group"),
    label="Place or remove pirates",
    group="Umpire",
    help="Puts pirates on the map, or removes a group of the umpire's.",
    example="PIRATE Bramble 2 AT 7,5",
    mistake="PIRATE Brambel AT 7,5",
    arguments={
        "design": Argument(offers=_pirates, optional=True),
        "count": Argument(
            integer(1, MAX_AT_ONCE),
            offers=lambda _: Range(1, MAX_AT_ONCE),
            optional=True,
            label="number of ships",
        ),
        "place": hex_argument(_all_worlds, optional=True),
        "remove": Argument(offers=_removal, optional=True),
        "group": Argument(
            find=references.own_group,
            offers=arguments.groups,
            optional=True,
            label="group",
        ),
    },
    rules=("C2E-N.6-01",),
    run=umpire_forces.order_pirates,
    roles=("umpire",),
)

BLOCKADE_COMMANDS = (INTERDICT, RAID, NORAID, PIRATE)


def _attackers(view: View) -> Sequence[str]:
    """Return armed groups in supply at worlds without an owner."""
    unowned = [world for world in view["worlds"] if not world["owner"]]
    return names(_at(armed_groups(view), unowned))


def _engaging(view: View) -> Sequence[str]:
    """Return armed groups in supply at worlds of players who are not allies."""
    allies = {
        player["name"]
        for player in view["players"]
        if not view.role and player["stance"] == player["theirs"] == ALLY
    }
    worlds = [world for world in _players_worlds(view) if world["owner"] not in allies]
    return names(_at(armed_groups(view), worlds))


def _is_engaged(view: View, chosen: Chosen) -> Sequence[str]:
    return _off_choices(view, chosen, lambda group: group["engage"])


def _controlled(view: View) -> Sequence[Row]:
    """Return the worlds that the reader or an ally controls, or can control this week."""
    friends = {p["name"] for p in view["players"] if p["stance"] == p["theirs"] == ALLY}
    friends.add(view.empire or "")
    engaged = {group["at"] for group in view["groups"] if group["engage"]}
    return [
        world
        for world in _players_worlds(view)
        if world["controlled"] in friends or world["id"] in engaged
    ]


def _supplied(view: View) -> Sequence[Row]:
    """Return the groups that stay, and whose ships are all in supply."""
    unsupplied = {ship["group"] for ship in view["ships"] if not ship["in_supply"]}
    return [group for group in free_groups(view) if group["name"] not in unsupplied]


def _strikes(view: View, group: Row) -> int:
    """Return the strikes that the weapons of a group make (C2E-7.5-02).

    Ships without a week of endurance make none (C2E-7.5-03).
    """
    weapons = 0
    for row in ships_in(view, group):
        ship = ship_of(view, row)
        if ship is not None and not row["captured"] and row["endurance"]:
            weapons += int_sum(
                system.part.bombards and system.key not in ship.out
                for system in ship.design.systems
            )
    return weapons // STRIKE_WEAPONS


def _bombers(view: View) -> Sequence[str]:
    worlds = [world for world in _controlled(view) if world["points"]]
    return [g["name"] for g in _at(_supplied(view), worlds) if _strikes(view, g)]


def _number_of_strikes(view: View, chosen: Chosen) -> Range:
    group = row_named(view["groups"], chosen.get("group"))
    groups = [group] if group is not None else view["groups"]
    return Range(1, max((_strikes(view, group) for group in groups), default=0))


def _landers(view: View) -> Sequence[str]:
    """Return groups with dropships of landing ships at controlled worlds."""
    carriers = {
        row["group"]
        for row in view["ships"]
        if row["dropships"]
        and not row["captured"]
        and (ship := ship_of(view, row)) is not None
        and ship.design.lander
    }
    groups = _at(_supplied(view), _controlled(view))
    return [group["name"] for group in groups if group["name"] in carriers]


def _peacekeepers(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    """Return groups that are strong enough together with those that already keep the peace."""
    zones = {w["id"]: w for w in view["worlds"] if w["allegiance"] == "war_zone"}
    peacekeepers = [group for group in _supplied(view) if group["at"] in zones]
    tonnes = {group["name"]: 0 for group in peacekeepers}
    for ship in view["ships"]:
        if ship["group"] in tonnes:
            tonnes[ship["group"]] += ship["dropships"]
    able = []
    for group in peacekeepers:
        points = zones[group["at"]]["points"]
        force = [
            g for g in peacekeepers if g["at"] == group["at"] and (g["peacekeep"] or g is group)
        ]
        is_armed = int_sum(g["force"] for g in force) >= rules.economy.deterrent(100 * points)
        has_tonnes = int_sum(tonnes[g["name"]] for g in force) >= MISSION_TONNES * points
        if is_armed and has_tonnes and any(g["armed"] for g in force):
            able.append(group["name"])
    return able


def _abstract_switch(view: View, chosen: Chosen) -> Sequence[str]:
    """Return ON or OFF, whichever changes the choice for a world."""
    world = row_named(view["own_worlds"], chosen.get("world"))
    if world is None:
        return ["ON", "OFF"]
    return ["OFF" if world["abstract"] else "ON"]


ATTACK_WORLD = Command(
    keyword="ATTACK WORLD",
    rule="attack_world",
    phase=_PHASE,
    syntax=("ATTACK WORLD group",),
    label="Attack a world",
    group=_ATTACKS,
    help="Attacks the world where the group is, if it has no owner or its owner chose ABSTRACT.",
    example="ATTACK WORLD g1",
    mistake="ATTACK WORLD g99",
    arguments={"group": group_argument(_attackers, postures.acting_group)},
    rules=("C2E-8.4-01", "C2E-8.5-01", "C2E-8.5-02", "C2E-8.6b-01"),
    run=abstract_attacks.order_attack,
)

ABSTRACT = Command(
    keyword="ABSTRACT",
    rule="elect_abstract",
    phase="administration",
    syntax=("ABSTRACT own-world ON|OFF",),
    label="Resolve attacks by dice",
    group="Worlds",
    help="Sets whether attacks on a world of yours are resolved by a die roll, from next week on.",
    example="ABSTRACT 7,5 ON",
    mistake="ABSTRACT 7,5 MAYBE",
    arguments={
        "world": world_argument(),
        "switch": Argument(one_of("ON", "OFF"), offers=_abstract_switch, label="on or off"),
    },
    rules=("C2E-8.6b-01",),
    run=abstract_attacks.elect_abstract_defence,
)

ENGAGE_DEFENCES = Command(
    keyword="ENGAGE DEFENCES",
    rule="engage_defences",
    phase=_PHASE,
    forms=("ENGAGE DEFENCES {group} [{off}]",),
    syntax=("ENGAGE DEFENCES group", "ENGAGE DEFENCES group OFF"),
    label="Engage defences",
    group=_ATTACKS,
    help="Fights the defences of a player's world, and takes control of its system.",
    example="ENGAGE DEFENCES g1",
    mistake="ENGAGE DEFENCES g99",
    arguments={
        "group": group_argument(_engaging, postures.acting_group),
        "off": off_argument(_is_engaged),
    },
    rules=("C2E-7.2-01", "C2E-7.1-01"),
    run=postures.engage,
    roles=_ALL,
)

BOMBARD = Command(
    keyword="BOMBARD",
    rule="bombard",
    phase=_PHASE,
    forms=("BOMBARD {group} [STRIKES {strikes}]",),
    syntax=("BOMBARD group", "BOMBARD group STRIKES n"),
    label="Bombard a world",
    group=_ATTACKS,
    help="Destroys income points of a world that you control: five heavy weapons make a strike.",
    example="BOMBARD g1 STRIKES 2",
    mistake="BOMBARD g1 STRIKES 0",
    arguments={
        "group": group_argument(_bombers, postures.acting_group),
        "strikes": Argument(
            integer(1, 999), offers=_number_of_strikes, optional=True, label="number of strikes"
        ),
    },
    rules=("C2E-7.5-02", "C2E-7.1-01", "C2E-7.4-01"),
    run=offensive_operations.bombard,
)

LAND = Command(
    keyword="LAND",
    rule="land_troops",
    phase=_PHASE,
    syntax=("LAND group",),
    label="Land troops",
    group=_ATTACKS,
    help="Assaults a world that you control with dropships, every week until it is subdued.",
    example="LAND g1",
    mistake="LAND g99",
    arguments={"group": group_argument(_landers, postures.acting_group)},
    rules=("C2E-7.6-01", "C2E-7.6-02", "C2E-7.6-04"),
    run=ground_assaults.order_landing,
)

PEACEKEEP = Command(
    keyword="PEACEKEEP",
    rule="keep_peace",
    phase=_PHASE,
    syntax=("PEACEKEEP group",),
    label="Keep the peace",
    group=_ATTACKS,
    help="Keeps the peace in a war zone, whose allegiance changes after four weeks.",
    example="PEACEKEEP g1",
    mistake="PEACEKEEP g99",
    arguments={"group": group_argument(_peacekeepers, postures.acting_group)},
    rules=("C2E-1.6-10",),
    run=allegiances.keep_peace,
)

OFFENSIVE_COMMANDS = (ATTACK_WORLD, ABSTRACT, ENGAGE_DEFENCES, BOMBARD, LAND, PEACEKEEP)
