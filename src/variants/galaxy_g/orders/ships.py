"""Orders for groups and fleets: B, G, H, I, J, L, S, U, V and X."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, one_of
from variants.galaxy_g.constants import CARGO_KINDS
from variants.galaxy_g.orders import offers, references
from variants.galaxy_g.orders.grammar import (
    AMOUNT,
    ORDERS,
    RENAMES,
    SHIPS,
    ships_or_fleet,
    ships_or_max,
)
from variants.galaxy_g.rules import cargo, gifts, groups, movement, technology

_PART = "With a number, that many ships are broken off first"

_LEAVING = Argument(
    find=references.also_checking(references.group_or_fleet, "planet", references.planet),
    offers=offers.movable,
)
_SHIPS = Argument(SHIPS, offers.ships, optional=True)
_PLANET = Argument(find=references.planet, offers=offers.planets)
_MANY_SHIPS = Argument(ships_or_max, offers.ships, optional=True)
_AMOUNT = Argument(AMOUNT, optional=True)


def _group(suggestions: offers.Offers) -> Argument:
    return Argument(find=references.group, offers=suggestions)


BREAK_OFF = Command(
    keyword="B",
    rule="break_off",
    phase=ORDERS,
    syntax=("B group ships", "B group FLEET"),
    help="Breaks ships off a group into a new one, or takes a group out of its fleet.",
    example="B 3 4",
    mistake="B 99 4",
    arguments={
        "group": _group(offers.groups),
        "ships": Argument(ships_or_fleet, offers.ships),
    },
    rules=("GG-ORDB-001", "GG-FLO-001"),
    run=groups.break_off,
    checks={"may_leave_fleet": groups.may_leave_fleet, "leaves_some": groups.leaves_some},
)

UPGRADE = Command(
    keyword="G",
    rule="upgrade",
    phase=RENAMES,
    syntax=("G group [ships]",),
    help=(
        "Upgrades ships at one of your planets; with a number (0 for all), partial upgrades"
        " count too."
    ),
    example="G 3",
    mistake="G 99",
    arguments={"group": _group(offers.groups_at_home), "ships": _SHIPS},
    rules=("GG-ORDG-001", "GG-ORDG-004", "GG-ORDG-005"),
    run=technology.upgrade,
    checks={
        "at_rest": groups.at_rest,
        "at_own_planet": technology.at_own_planet,
        "outdated": technology.outdated,
        "points_left": technology.points_left,
    },
)

RECALL = Command(
    keyword="H",
    rule="recall",
    phase=ORDERS,
    syntax=("H group [ships]", "H fleet"),
    help=f"Turns ships in hyperspace round. {_PART}.",
    example="H 3",
    mistake="H 99",
    arguments={
        "group": Argument(find=references.group_or_fleet, offers=offers.in_flight),
        "ships": _SHIPS,
    },
    rules=("GG-ORDH-001", "GG-FLO-004"),
    run=movement.recall,
    checks={
        "whole_fleet": movement.whole_fleet,
        "on_its_way": movement.on_its_way,
        "not_in_fleet": movement.not_in_fleet,
    },
)

INTERCEPT = Command(
    keyword="I",
    rule="intercept",
    phase=ORDERS,
    syntax=("I group planet [ships]", "I fleet planet"),
    help="Sends ships after those that leave the planet this turn, or to the planet if none do.",
    example="I 3 12",
    mistake="I 99 12",
    arguments={
        "group": _LEAVING,
        "planet": _PLANET,
        "ships": _SHIPS,
    },
    rules=("GG-ORDI-001", "GG-FLO-005"),
    run=movement.intercept,
    checks={
        "whole_fleet": movement.whole_fleet,
        "fleet_has_ships": movement.fleet_has_ships,
        "at_rest": movement.at_rest,
        "has_drive": movement.has_drive,
    },
)

JOIN = Command(
    keyword="J",
    rule="join",
    phase=ORDERS,
    syntax=("J group fleet [ships]", "J fleet fleet"),
    help="Puts a group into a fleet, or all groups of a fleet into another.",
    example="J 3 Home",
    mistake="J 99 Home",
    arguments={
        "group": Argument(
            find=references.also_checking(references.group_or_fleet, "fleet", references.fleet),
            offers=offers.groups_at_rest,
        ),
        "fleet": Argument(find=references.fleet, offers=offers.fleets),
        "ships": _SHIPS,
    },
    rules=("GG-FLO-006", "GG-FLO-007"),
    run=groups.join,
    checks={
        "whole_fleet": groups.joins_as_whole,
        "at_rest": groups.joiners_at_rest,
        "fleet_at_rest": groups.fleet_at_rest,
        "together": groups.together,
    },
)

LOAD = Command(
    keyword="L",
    rule="load",
    phase=ORDERS,
    syntax=("L group CAP|MAT|COL [ships|MAX [amount]]",),
    help=(
        "Loads cargo; the amount is the total for all ships, and MAX uses as many ships as needed."
    ),
    example="L 3 COL",
    mistake="L 99 COL",
    arguments={
        "group": _group(offers.groups_with_room),
        "cargo": Argument(one_of(*CARGO_KINDS), offers.words(*CARGO_KINDS)),
        "ships": _MANY_SHIPS,
        "amount": _AMOUNT,
    },
    rules=("GG-ORDL-001", "GG-ORDL-002"),
    run=cargo.load_cargo,
    checks={
        "at_rest": groups.at_rest,
        "can_carry": cargo.can_carry,
        "cargo_to_load": cargo.cargo_to_load,
        "something_wanted": cargo.something_wanted,
    },
)

SEND = Command(
    keyword="S",
    rule="send",
    phase=ORDERS,
    syntax=("S group planet [ships]", "S fleet planet"),
    help=f"Sends ships to a planet. {_PART}.",
    example='S 100 "Zzyax Prime"',
    mistake="S 100 Zzyax Prime",
    arguments={
        "group": _LEAVING,
        "planet": _PLANET,
        "ships": _SHIPS,
    },
    rules=("GG-ORDS-001", "GG-FLO-008"),
    run=movement.send,
    checks={
        "whole_fleet": movement.whole_fleet,
        "fleet_has_ships": movement.fleet_has_ships,
        "at_rest": movement.at_rest,
        "has_drive": movement.has_drive,
    },
)

UNLOAD = Command(
    keyword="U",
    rule="unload",
    phase=ORDERS,
    syntax=("U group [ships|MAX [amount]]",),
    help="Unloads cargo onto the planet; colonists on an enemy planet attack it.",
    example="U 3",
    mistake="U 99",
    arguments={
        "group": _group(offers.groups_with_cargo),
        "ships": _MANY_SHIPS,
        "amount": _AMOUNT,
    },
    rules=("GG-ORDU-001", "GG-INV-003"),
    run=cargo.unload_cargo,
    checks={
        "at_rest": groups.at_rest,
        "cargo_to_unload": cargo.cargo_to_unload,
        "war_not_new": cargo.war_not_new,
        "something_wanted": cargo.something_wanted,
    },
)

GIVE = Command(
    keyword="V",
    rule="give",
    phase=ORDERS,
    syntax=("V group race [type-name] [ships]",),
    help="Gives ships with their cargo to another race that has a ship at the same planet.",
    example="V 3 Drakh Spy",
    mistake="V 99 Nobody_at_all",
    arguments={
        "group": Argument(
            find=references.also_checking(references.group, "race", references.other_race),
            offers=offers.groups_at_rest,
        ),
        "race": Argument(find=references.other_race, offers=offers.races),
        "type": Argument(optional=True),
        "ships": Argument(offers=offers.ships, optional=True),
    },
    rules=("GG-ORDV-001", "GG-ORDV-002"),
    run=gifts.give,
    checks={
        "at_rest": groups.at_rest,
        "to_another": gifts.to_another,
        "number_of_ships": gifts.number_of_ships,
        "type_name": gifts.check_type_name,
    },
)

SCRAP = Command(
    keyword="X",
    rule="scrap",
    phase=ORDERS,
    syntax=("X group [ships]",),
    help="Turns ships into raw materials for the planet where they are.",
    example="X 3",
    mistake="X 99",
    arguments={"group": _group(offers.groups_at_rest), "ships": _SHIPS},
    rules=("GG-ORDX-001",),
    run=cargo.scrap,
    checks={"at_rest": groups.at_rest, "cargo_can_stay": cargo.cargo_can_stay},
)

COMMANDS = (BREAK_OFF, UPGRADE, RECALL, INTERCEPT, JOIN, LOAD, SEND, UNLOAD, GIVE, SCRAP)
