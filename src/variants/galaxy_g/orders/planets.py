"""Orders for ship types and planets: D, E, N, P, R and T."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, integer, one_of
from variants.galaxy_g.constants import ROUTE_KINDS
from variants.galaxy_g.orders import offers, references
from variants.galaxy_g.orders.grammar import COMPONENT, ORDERS, RENAMES
from variants.galaxy_g.rules import designs, names, production, routes

_OWN_PLANET = Argument(find=references.own_planet, offers=offers.own_planets)

DESIGN = Command(
    keyword="D",
    rule="design",
    phase=ORDERS,
    syntax=("D type drive attacks weapons shields cargo", "D FLEET fleet"),
    help="Designs a ship type, or creates an empty fleet.",
    example="D Gunship 4 2 2 4 0",
    mistake="D Toy 0.5 0 0 0 0",
    arguments={
        "name": str,
        "drive": str,
        "attacks": Argument(integer(), optional=True),
        "weapons": Argument(COMPONENT, optional=True),
        "shields": Argument(COMPONENT, optional=True),
        "cargo": Argument(COMPONENT, optional=True),
    },
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
    help="Erases a ship type without ships, or disbands a fleet.",
    example="E Gunship",
    mistake="E Nothing_of_that_name",
    arguments={"name": Argument(find=references.type_or_fleet, offers=offers.types_and_fleets)},
    rules=("GG-ORDE-001", "GG-FLO-003"),
    run=designs.erase,
    checks={"not_in_use": designs.not_in_use},
)

RENAME_PLANET = Command(
    keyword="N",
    rule="rename_planet",
    phase=RENAMES,
    syntax=("N planet new-name",),
    help="Gives one of your planets a new name, after all other orders.",
    example="N 12 Zzyax_Prime",
    mistake="N Nowhere_at_all Here",
    arguments={"planet": _OWN_PLANET, "name": str},
    rules=("GG-ORDN-001",),
    run=names.rename_planet,
    checks={"name": names.check_planet_name},
)

PRODUCE = Command(
    keyword="P",
    rule="produce",
    phase=ORDERS,
    syntax=("P planet CAP|MAT|DRIVE|WEAPONS|SHIELDS|CARGO", "P planet type"),
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
    help="Sets a route from one of your planets, or ends it if you give no destination.",
    example="R 12 COL 13",
    mistake="R Nowhere_at_all COL 13",
    arguments={
        "planet": _OWN_PLANET,
        "cargo": Argument(one_of(*ROUTE_KINDS), offers.words(*ROUTE_KINDS)),
        "destination": Argument(find=references.planet, offers=offers.planets, optional=True),
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
    help="Renames a ship type or a fleet, after all other orders.",
    example="T Drone Probe",
    mistake="T Nothing_of_that_name Probe",
    arguments={
        "name": Argument(
            find=references.type_or_fleet_before_renames, offers=offers.types_and_fleets
        ),
        "new_name": str,
    },
    rules=("GG-ORDT-001", "GG-FLO-009"),
    run=designs.rename,
    checks={"name": designs.check_changed_name},
)

COMMANDS = (DESIGN, ERASE, RENAME_PLANET, PRODUCE, ROUTE, RENAME_TYPE)
