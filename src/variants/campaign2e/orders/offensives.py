"""Orders for offensive operations, interdiction, raids, and the umpire's pirates.

INTERDICT, RAID and NORAID, and the umpire's PIRATE (C2E-6, C2E-N.6).

ATTACK WORLD, ABSTRACT, ENGAGE DEFENCES, BOMBARD, LAND and PEACEKEEP (C2E-7, C2E-8, C2E-1.6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.campaign2e import references
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import hex_word, off_argument
from variants.campaign2e.rules import (
    abstract_attacks,
    allegiances,
    ground_assaults,
    offensive_operations,
    postures,
    umpire_forces,
)
from variants.campaign2e.rules.purchases import MAX_AT_ONCE

_PHASE = "system_actions"
_ALL = ("", "umpire")


def _abroad(view: View) -> Sequence[str]:
    """Return armed groups in supply at worlds of others."""
    foreign = {world["id"] for world in view["worlds"] if not world["yours"]}
    return [group["name"] for group in arguments.armed_groups(view) if group["at"] in foreign]


def _at_players(view: View) -> Sequence[str]:
    owned = {w["id"] for w in view["worlds"] if w["owner"] and not w["yours"]}
    return [group["name"] for group in arguments.armed_groups(view) if group["at"] in owned]


INTERDICT = Command(
    keyword="INTERDICT",
    rule="interdict",
    phase=_PHASE,
    syntax=("INTERDICT group", "INTERDICT group OFF"),
    help="Blocks the trade and the lanes of a system, with enough force, until switched off.",
    example="INTERDICT g1",
    mistake="INTERDICT g99",
    arguments={
        "group": Argument(find=postures.acting_group, offers=_abroad),
        "off": off_argument(),
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
    help="Raids the trade of a player's system: each armed ship takes a credit a week.",
    example="RAID g1",
    mistake="RAID g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_at_players)},
    rules=("C2E-6.2-01", "C2E-6.2-02", "C2E-6.2-03", "C2E-6.3-01"),
    run=postures.raid,
    roles=_ALL,
)

NORAID = Command(
    keyword="NORAID",
    rule="no_raid",
    phase=_PHASE,
    syntax=("NORAID group",),
    help="Keeps a group from raiding the system where it is, even an enemy's.",
    example="NORAID g1",
    mistake="NORAID g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_at_players)},
    rules=("C2E-6.2-01",),
    run=postures.no_raid,
    roles=_ALL,
)

PIRATE = Command(
    keyword="PIRATE",
    rule="order_pirates",
    phase="administration",
    syntax=("PIRATE design [n] AT x,y", "PIRATE REMOVE group"),
    help="Puts pirates on the map, or removes a group of the umpire's.",
    example="PIRATE Bramble 2 AT 7,5",
    mistake="PIRATE Brambel AT 7,5",
    arguments={
        "design": Argument(optional=True),
        "count": Argument(integer(1, MAX_AT_ONCE), offers=lambda _: Range(1, 3), optional=True),
        "place": Argument(hex_word, optional=True),
        "remove": Argument(optional=True),
        "group": Argument(find=references.own_group, optional=True),
    },
    rules=("C2E-N.6-01",),
    run=umpire_forces.order_pirates,
    roles=("umpire",),
)

BLOCKADE_COMMANDS = (INTERDICT, RAID, NORAID, PIRATE)


def _armed_at(matches: Callable[[dict[str, object]], bool]) -> Callable[[View], Sequence[str]]:
    """Return a function that lists armed groups in supply at matching foreign worlds."""

    def names(view: View) -> Sequence[str]:
        targets = {w["id"] for w in view["worlds"] if not w["yours"] and matches(w)}
        return [g["name"] for g in arguments.armed_groups(view) if g["at"] in targets]

    return names


def _landers(view: View) -> Sequence[str]:
    """Return groups with dropships at controlled worlds."""
    controlled = {world["id"] for world in view["worlds"] if world["controlled"]}
    carriers = {ship["group"] for ship in view["ships"] if ship["dropships"]}
    return [g["name"] for g in view["groups"] if g["at"] in controlled and g["name"] in carriers]


def _peacekeepers(view: View) -> Sequence[str]:
    zones = {world["id"] for world in view["worlds"] if world["allegiance"] == "war_zone"}
    return [g["name"] for g in arguments.armed_groups(view) if g["at"] in zones]


ATTACK_WORLD = Command(
    keyword="ATTACK WORLD",
    rule="attack_world",
    phase=_PHASE,
    syntax=("ATTACK WORLD group",),
    help="Attacks the world where the group is, if it has no owner or its owner chose ABSTRACT.",
    example="ATTACK WORLD g1",
    mistake="ATTACK WORLD g99",
    arguments={
        "group": Argument(
            find=postures.acting_group, offers=_armed_at(lambda world: not world["owner"])
        )
    },
    rules=("C2E-8.4-01", "C2E-8.5-01", "C2E-8.5-02", "C2E-8.6b-01"),
    run=abstract_attacks.order_attack,
)

ABSTRACT = Command(
    keyword="ABSTRACT",
    rule="elect_abstract",
    phase="administration",
    syntax=("ABSTRACT own-world ON|OFF",),
    help="Sets whether attacks on a world of yours are resolved by a die roll, from next week on.",
    example="ABSTRACT 7,5 ON",
    mistake="ABSTRACT 7,5 MAYBE",
    arguments={
        "world": Argument(find=references.own_world, offers=arguments.own_worlds),
        "switch": Argument(one_of("ON", "OFF"), offers=lambda _: ("ON", "OFF")),
    },
    rules=("C2E-8.6b-01",),
    run=abstract_attacks.elect_abstract_defence,
)

ENGAGE_DEFENCES = Command(
    keyword="ENGAGE DEFENCES",
    rule="engage_defences",
    phase=_PHASE,
    syntax=("ENGAGE DEFENCES group", "ENGAGE DEFENCES group OFF"),
    help="Fights the defences of a player's world, and takes control of its system.",
    example="ENGAGE DEFENCES g1",
    mistake="ENGAGE DEFENCES g99",
    arguments={
        "group": Argument(
            find=postures.acting_group, offers=_armed_at(lambda world: bool(world["owner"]))
        ),
        "off": off_argument(),
    },
    rules=("C2E-7.2-01", "C2E-7.1-01"),
    run=postures.engage,
    roles=_ALL,
)

BOMBARD = Command(
    keyword="BOMBARD",
    rule="bombard",
    phase=_PHASE,
    syntax=("BOMBARD group", "BOMBARD group STRIKES n"),
    help="Destroys income points of a world that you control: five heavy weapons make a strike.",
    example="BOMBARD g1 STRIKES 2",
    mistake="BOMBARD g1 STRIKES 0",
    arguments={
        "group": Argument(
            find=postures.acting_group, offers=_armed_at(lambda world: bool(world["controlled"]))
        ),
        "strikes": Argument(integer(1, 999), offers=lambda _: Range(1, 2), optional=True),
    },
    rules=("C2E-7.5-02", "C2E-7.1-01", "C2E-7.4-01"),
    run=offensive_operations.bombard,
)

LAND = Command(
    keyword="LAND",
    rule="land_troops",
    phase=_PHASE,
    syntax=("LAND group",),
    help="Assaults a world that you control with dropships, every week until it is subdued.",
    example="LAND g1",
    mistake="LAND g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_landers)},
    rules=("C2E-7.6-01", "C2E-7.6-02", "C2E-7.6-04"),
    run=ground_assaults.order_landing,
)

PEACEKEEP = Command(
    keyword="PEACEKEEP",
    rule="keep_peace",
    phase=_PHASE,
    syntax=("PEACEKEEP group",),
    help="Keeps the peace in a war zone, whose allegiance changes after four weeks.",
    example="PEACEKEEP g1",
    mistake="PEACEKEEP g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_peacekeepers)},
    rules=("C2E-1.6-10",),
    run=allegiances.keep_peace,
)

OFFENSIVE_COMMANDS = (ATTACK_WORLD, ABSTRACT, ENGAGE_DEFENCES, BOMBARD, LAND, PEACEKEEP)
