"""Orders for groups and fleets: B, G, H, I, J, L, S, U, V and X."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, Offers, one_of
from variants.galaxy_g import references
from variants.galaxy_g.constants import CARGO_KINDS
from variants.galaxy_g.orders import ship_offers
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
    offers=ship_offers.movable,
    label="group or fleet",
    things=("group", "fleet"),
)
_SHIPS = Argument(
    SHIPS,
    ship_offers.some_ships,
    optional=True,
    label="number of ships",
    help="Leave it out for all ships.",
)
_MANY_SHIPS = Argument(ships_or_max, ship_offers.some_ships, optional=True, label="number of ships")


def _group(choices: Offers) -> Argument:
    return Argument(find=references.group, offers=choices, things=("group",))


def _planet(choices: Offers) -> Argument:
    return Argument(find=references.planet, offers=choices, things=("planet",))


def _amount(choices: Offers) -> Argument:
    return Argument(
        AMOUNT,
        choices,
        optional=True,
        label="amount of cargo",
        help="The total of all ships; without a number of ships, as many as it needs.",
    )


BREAK_OFF = Command(
    keyword="B",
    rule="break_off",
    phase=ORDERS,
    forms=("B {group} {ships}", "B {group} {fleet}"),
    syntax=("B group ships", "B group FLEET"),
    label="Break off ships",
    group="Ships",
    help="Breaks ships off a group into a new one, or takes a group out of its fleet.",
    example="B 3 4",
    mistake="B 99 4",
    arguments={
        "group": _group(ship_offers.divisible),
        "fleet": Argument(
            offers=ship_offers.leaving_fleet, optional=True, label="leaving the fleet"
        ),
        "ships": Argument(ships_or_fleet, ship_offers.some_ships, label="number of ships"),
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
    label="Upgrade",
    group="Ships",
    help=(
        "Upgrades ships at one of your planets; with a number (0 for all), partial upgrades"
        " count too."
    ),
    example="G 3",
    mistake="G 99",
    arguments={
        "group": _group(ship_offers.upgradable),
        "ships": Argument(
            SHIPS,
            ship_offers.upgraded_ships,
            optional=True,
            label="number of ships",
            help="Leave it out for as many as the planet can pay for.",
        ),
    },
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
    label="Turn back",
    group="Movement",
    help=f"Turns ships in hyperspace round. {_PART}.",
    example="H 3",
    mistake="H 99",
    arguments={
        "group": Argument(
            find=references.group_or_fleet,
            offers=ship_offers.in_flight,
            label="group or fleet",
            things=("group", "fleet"),
        ),
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
    label="Intercept",
    group="Movement",
    help="Sends ships after those that leave the planet this turn, or to the planet if none do.",
    example="I 3 12",
    mistake="I 99 12",
    arguments={
        "group": _LEAVING,
        "planet": _planet(ship_offers.watched),
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
    label="Join a fleet",
    group="Ships",
    help="Puts a group into a fleet, or all groups of a fleet into another.",
    example="J 3 Home",
    mistake="J 99 Home",
    arguments={
        "group": Argument(
            find=references.also_checking(references.group_or_fleet, "fleet", references.fleet),
            offers=ship_offers.joining,
            label="group or fleet",
            things=("group", "fleet"),
        ),
        "fleet": Argument(
            find=references.fleet,
            offers=ship_offers.fleets_to_join,
            label="fleet to join",
            things=("fleet",),
        ),
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
    forms=("L {group} {cargo} MAX {amount}", "L {group} {cargo} [{ships} [{amount}]]"),
    syntax=("L group CAP|MAT|COL [ships|MAX [amount]]",),
    label="Load cargo",
    group="Cargo",
    help=(
        "Loads cargo; the amount is the total for all ships, and MAX uses as many ships as needed."
    ),
    example="L 3 COL",
    mistake="L 99 COL",
    arguments={
        "group": _group(ship_offers.loadable),
        "cargo": Argument(one_of(*CARGO_KINDS), ship_offers.cargo, label="kind of cargo"),
        "ships": _MANY_SHIPS,
        "amount": _amount(ship_offers.loaded_amount),
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
    default=True,
    rule="send",
    phase=ORDERS,
    syntax=("S group planet [ships]", "S fleet planet"),
    label="Send",
    group="Movement",
    help=f"Sends ships to a planet. {_PART}.",
    example='S 100 "Zzyax Prime"',
    mistake="S 100 Zzyax Prime",
    arguments={
        "group": _LEAVING,
        "planet": _planet(ship_offers.destinations),
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
    forms=("U {group} MAX {amount}", "U {group} [{ships} [{amount}]]"),
    syntax=("U group [ships|MAX [amount]]",),
    label="Unload cargo",
    group="Cargo",
    help="Unloads cargo onto the planet; colonists on an enemy planet attack it.",
    example="U 3",
    mistake="U 99",
    arguments={
        "group": _group(ship_offers.unloadable),
        "ships": _MANY_SHIPS,
        "amount": _amount(ship_offers.unloaded_amount),
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
    forms=("V {group} {race} [{type}] [{ships}]",),
    syntax=("V group race [type-name] [ships]",),
    label="Give ships away",
    group="Ships",
    help="Gives ships with their cargo to another race that has a ship at the same planet.",
    example="V 3 Drakh Spy",
    mistake="V 99 Nobody_at_all",
    arguments={
        "group": Argument(
            find=references.also_checking(references.group, "race", references.other_race),
            offers=ship_offers.givable,
            things=("group",),
        ),
        "race": Argument(
            find=references.other_race,
            offers=ship_offers.receivers,
            label="recipient",
            things=("race",),
        ),
        "type": Argument(
            offers=ship_offers.given_names,
            optional=True,
            label="name of the ship type for the recipient",
        ),
        "ships": Argument(
            offers=ship_offers.some_ships,
            optional=True,
            label="number of ships",
            help="Leave it out for all ships.",
        ),
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
    label="Scrap",
    group="Ships",
    help="Turns ships into raw materials for the planet where they are.",
    example="X 3",
    mistake="X 99",
    arguments={"group": _group(ship_offers.scrappable), "ships": _SHIPS},
    rules=("GG-ORDX-001",),
    run=cargo.scrap,
    checks={"at_rest": groups.at_rest, "cargo_can_stay": cargo.cargo_can_stay},
)

COMMANDS = (BREAK_OFF, UPGRADE, RECALL, INTERCEPT, JOIN, LOAD, SEND, UNLOAD, GIVE, SCRAP)
