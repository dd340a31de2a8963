"""PRODUCTION orders, and the orders of a planet's block (FH-PROD-007)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Species, Status
from variants.far_horizons.orders.names import find_producer, planet_hint
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules import (
    building,
    building_for_others,
    development,
    diplomacy,
    estimates,
    hiding,
    interception,
    recycling,
    research,
    upgrades,
)
from variants.far_horizons.rules.dispatch import Handler
from variants.far_horizons.rules.planet_production import close_planet, gap, open_planet
from variants.far_horizons.rules.production_state import Making, OpenPlanet, Works
from variants.far_horizons.step_context import Desk, Refused

#: The orders that need an open planet.
MAKING: Mapping[str, Making] = {
    "AMBUSH": interception.ambush,
    "BUILD": building.build,
    "CONTINUE": building.go_on,
    "DEVELOP": development.develop,
    "ESTIMATE": estimates.estimate,
    "HIDE": hiding.hide,
    "IBUILD": building_for_others.ibuild,
    "ICONTINUE": building_for_others.icontinue,
    "INTERCEPT": interception.intercept,
    "RECYCLE": recycling.recycle,
    "RESEARCH": research.research,
    "SHIPYARD": building.shipyard,
    "UPGRADE": upgrades.upgrade,
}


def handlers(works: Works) -> dict[str, Handler]:
    """The functions for a species' production section."""
    return {
        **diplomacy.HANDLERS,
        "PRODUCTION": _begin_block(works),
        **{keyword: _in_block(works, making) for keyword, making in MAKING.items()},
    }


def _in_block(works: Works, making: Making) -> Handler:
    """An order of the open planet."""

    def carry_out(_desk: Desk, _species: Species, order: Order, words: Words) -> None:
        if works.open is None:
            hint = "begin with PRODUCTION PL and the name of a planet"
            if works.begun:
                hint = "the PRODUCTION order before it was not carried out"
            raise Refused("no-production-order", "Missing PRODUCTION order!", hint)
        _refuse_on_mining_colonies(works, order)
        making(works, order, words)

    return carry_out


def _refuse_on_mining_colonies(works: Works, order: Order) -> None:
    """A mining colony accepts HIDE and nothing else (FH-HIDE-004)."""
    mining = works.here.colony.has(Status.MINING)
    if mining and order.keyword != "HIDE" and not works.desk.habits.mining_colonies_obey:
        reason = f"You may not {order.keyword} on a mining colony."
        raise Refused("mining-colony", reason, "HIDE is the only order for a mining colony")


def _begin_block(works: Works) -> Handler:
    """PRODUCTION PL name."""

    def carry_out(_desk: Desk, species: Species, _order: Order, words: Words) -> None:
        before = works.open
        if before is None or not before.void:
            close_planet(works)
        works.open = None
        gap(works)
        found = find_producer(species, words)
        if found is None:
            _stay(works, _last(species), before)
            reason = "Invalid planet name in PRODUCTION command."
            hint = planet_hint(species, words) or "write PL and the exact name"
            raise Refused("unknown-planet", reason, hint, words.rest)
        colony = found.thing
        if colony.has(Status.DISBANDED):
            _stay(works, colony, before)
            reason = "Production orders cannot be given for a disbanded colony!"
            raise Refused("disbanded", reason, piece=found.piece)
        if colony.place in works.opened:
            _stay(works, colony, before)
            reason = "More than one PRODUCTION command for planet."
            hint = "write all orders of a planet below one PRODUCTION order"
            raise Refused("second-production", reason, hint, found.piece)
        open_planet(works, colony)

    return carry_out


def _stay(works: Works, colony: Colony | None, before: OpenPlanet | None) -> None:
    """In the engine orders below a rejected PRODUCTION act on a planet that has no balance."""
    if not works.desk.habits.rejected_blocks_go_on or colony is None:
        return
    works.open = OpenPlanet(colony, works.desk.planet(colony), void=True)
    if before is not None:
        works.open.limit, works.open.slots = before.limit, before.slots
        works.open.enlarged = before.enlarged


def _last(species: Species) -> Colony | None:
    colonies = list(species.living_colonies())
    return colonies[-1] if colonies else None
