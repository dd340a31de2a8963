"""ATTACK WORLD, ABSTRACT, ENGAGE DEFENCES, BOMBARD, LAND and PEACEKEEP (C2E-7, C2E-8, C2E-1.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import off_argument
from variants.campaign2e.rules import (
    abstract_attacks,
    assaults,
    bombardment,
    peacekeeping,
    postures,
)

_PHASE = "system_actions"
_ALL = ("", "umpire")


def _armed_at(matches: Callable[[dict[str, object]], bool]) -> Callable[[View], Sequence[str]]:
    """Return a function that lists armed groups in supply at matching foreign worlds."""

    def names(view: View) -> Sequence[str]:
        targets = {w["id"] for w in view["worlds"] if not w["yours"] and matches(w)}
        return [g["name"] for g in offers.armed_groups(view) if g["at"] in targets]

    return names


def _landers(view: View) -> Sequence[str]:
    """Return groups with dropships at controlled worlds."""
    controlled = {world["id"] for world in view["worlds"] if world["controlled"]}
    carriers = {ship["group"] for ship in view["ships"] if ship["dropships"]}
    return [g["name"] for g in view["groups"] if g["at"] in controlled and g["name"] in carriers]


def _peacekeepers(view: View) -> Sequence[str]:
    zones = {world["id"] for world in view["worlds"] if world["allegiance"] == "war_zone"}
    return [g["name"] for g in offers.armed_groups(view) if g["at"] in zones]


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
        "world": Argument(find=references.own_world, offers=offers.own_worlds),
        "switch": Argument(one_of("ON", "OFF"), offers=lambda _: ("ON", "OFF")),
    },
    rules=("C2E-8.6b-01",),
    run=abstract_attacks.elect,
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
    run=bombardment.bombard,
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
    run=assaults.land,
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
    run=peacekeeping.keep_peace,
)

COMMANDS = (ATTACK_WORLD, ABSTRACT, ENGAGE_DEFENCES, BOMBARD, LAND, PEACEKEEP)
