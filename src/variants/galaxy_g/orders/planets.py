"""Orders for ship types and planets: D, E, N, P, R and T."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, integer, one_of
from variants.galaxy_g import references
from variants.galaxy_g.constants import ROUTE_KINDS
from variants.galaxy_g.orders import offers, ship_offers
from variants.galaxy_g.orders.design_card import DESIGN_CARD
from variants.galaxy_g.orders.grammar import COMPONENT, ORDERS, RENAMES
from variants.galaxy_g.rules import designs, names, production, routes

_OWN_PLANET = Argument(find=references.own_planet, offers=offers.own_planets, things=("planet",))


DESIGN = Command(
    keyword="D",
    rule="design",
    phase=ORDERS,
    forms=(
        "D {name} {design}",
        "D {name} {drive} {attacks} {weapons} {shields} {cargo}",
        "D FLEET {fleet} [\nJ {group} {fleet}]",
    ),
    syntax=("D type drive attacks weapons shields cargo", "D FLEET fleet"),
    label="Design ships or found a fleet",
    group="Production",
    help="Designs a ship type, or creates an empty fleet.",
    example="D Gunship 4 2 2 4 0",
    mistake="D Toy 0.5 0 0 0 0",
    arguments={
        "design": Argument(
            offers=offers.designs,
            optional=True,
            bare=True,
            label="ready design",
            help="Drive, attacks, weapons, shields and cargo.",
        ),
        "drive": Argument(offers=offers.component("drive"), help="0, or at least 1."),
        "attacks": Argument(
            integer(), offers.component("attacks"), optional=True, label="number of guns"
        ),
        "weapons": Argument(
            COMPONENT, offers.component("weapons"), optional=True, label="strength of each gun"
        ),
        "shields": Argument(COMPONENT, offers.component("shields"), optional=True),
        "cargo": Argument(COMPONENT, offers.component("cargo"), optional=True, label="cargo hold"),
        "name": Argument(offers=offers.type_names, label="name of the ship type"),
        "fleet": Argument(offers=offers.new_names, optional=True, label="name of the new fleet"),
        "group": Argument(
            offers=ship_offers.at_rest,
            optional=True,
            label="first group of the fleet",
            help="A fleet without ships ends with the turn.",
        ),
    },
    card=DESIGN_CARD,
    on=("planet",),
    rules=("GG-ORDD-001", "GG-FLO-002"),
    run=designs.design,
    checks={
        "complete": designs.complete,
        "can_be_built": designs.can_be_built,
        "name": designs.check_new_name,
    },
)

ERASE = Command(
    keyword="E",
    rule="erase",
    phase=ORDERS,
    syntax=("E type", "E fleet"),
    label="Erase a type or fleet",
    group="Production",
    help="Erases a ship type without ships, or disbands a fleet.",
    example="E Gunship",
    mistake="E Nothing_of_that_name",
    arguments={
        "name": Argument(
            find=references.type_or_fleet,
            offers=offers.erasable,
            label="ship type or fleet",
            things=("type", "fleet"),
        )
    },
    rules=("GG-ORDE-001", "GG-FLO-003"),
    run=designs.erase,
    checks={"not_in_use": designs.not_in_use},
)

RENAME_PLANET = Command(
    keyword="N",
    rule="rename_planet",
    phase=RENAMES,
    syntax=("N planet new-name",),
    label="Rename a planet",
    group="Production",
    help="Gives one of your planets a new name, after all other orders.",
    example="N 12 Zzyax_Prime",
    mistake="N Nowhere_at_all Here",
    arguments={
        "planet": _OWN_PLANET,
        "name": Argument(offers=offers.planet_names, label="new name"),
    },
    rules=("GG-ORDN-001",),
    run=names.rename_planet,
    checks={"name": names.check_planet_name},
)

PRODUCE = Command(
    keyword="P",
    rule="produce",
    phase=ORDERS,
    syntax=("P planet CAP|MAT|DRIVE|WEAPONS|SHIELDS|CARGO", "P planet type"),
    label="Choose the product",
    group="Production",
    help="Sets what one of your planets produces.",
    example="P 12 CAP",
    mistake="P Nowhere_at_all CAP",
    arguments={
        "planet": _OWN_PLANET,
        "product": Argument(find=references.product, offers=offers.products),
    },
    rules=("GG-ORDP-001",),
    run=production.set_product,
)

ROUTE = Command(
    keyword="R",
    rule="route",
    phase=ORDERS,
    syntax=(f"R planet {'|'.join(ROUTE_KINDS)} [planet]",),
    label="Set a route",
    group="Cargo",
    help="Sets a route from one of your planets, or ends it if you give no destination.",
    example="R 12 COL 13",
    mistake="R Nowhere_at_all COL 13",
    arguments={
        "planet": _OWN_PLANET,
        "cargo": Argument(one_of(*ROUTE_KINDS), offers.route_kinds, label="kind of route"),
        "destination": Argument(
            find=references.planet,
            offers=offers.route_ends,
            optional=True,
            help="Leave it out to end the route.",
            things=("planet",),
        ),
    },
    rules=("GG-ORDR-001",),
    run=routes.route,
    checks={"has_route": routes.has_route, "leads_elsewhere": routes.leads_elsewhere},
)

RENAME_TYPE = Command(
    keyword="T",
    rule="rename_type",
    phase=RENAMES,
    syntax=("T type new-name", "T fleet new-name"),
    label="Rename a type or fleet",
    group="Production",
    help="Renames a ship type or a fleet, after all other orders.",
    example="T Drone Probe",
    mistake="T Nothing_of_that_name Probe",
    arguments={
        "name": Argument(
            find=references.type_or_fleet_before_renames,
            offers=offers.types_and_fleets,
            label="ship type or fleet",
            things=("type", "fleet"),
        ),
        "new_name": Argument(offers=offers.new_names, label="new name"),
    },
    rules=("GG-ORDT-001", "GG-FLO-009"),
    run=designs.rename,
    checks={"name": designs.check_changed_name},
)

COMMANDS = (DESIGN, ERASE, RENAME_PLANET, PRODUCE, ROUTE, RENAME_TYPE)
