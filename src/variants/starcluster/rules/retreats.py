"""Retreat from a battle by one transit (SC-CBT-010)."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, WarpLink
from variants.starcluster.rules.charts import path_to_nearest
from variants.starcluster.rules.movement import halt_fleet, pass_through
from variants.starcluster.setup.empires import new_fleet

LEFT_BATTLE = EventKind(
    "fleet.broke_off", "{fleet} has broken off at {place} and withdraws to {goal}.", ("SC-CBT-010",)
)
STAYED = EventKind(
    "fleet.stayed", "{units} could not leave {place} and now form {fleet}.", ("SC-CBT-010",)
)


def retreat_link(game: Starcluster, empire: Empire, fleet: Fleet) -> WarpLink | None:
    """The link for a fleet's retreat from a battle; None if it knows none.

    It leads back to its origin, or else to the nearest own colony along known warp points.
    """
    if fleet.came_by is not None and game.links[fleet.came_by] is not None:
        link = game.link(fleet.came_by)
        if fleet.at in (link.a, link.b):
            return link
    colonies = [colony.id for colony in game.colonies(empire.id) if colony.id != fleet.at]
    home = path_to_nearest(game, empire, fleet.at, colonies)
    return home[0] if home else None


def retreat(context: TurnContext, empire: Empire, fleet: Fleet, leaving: Collection[str]) -> None:
    """Move the units that got away out of a system; the rest stays as a separate fleet."""
    game: Starcluster = context.game
    link = retreat_link(game, empire, fleet)
    if link is None:
        return
    staying = [unit for unit in game.units_in(fleet) if unit.id not in leaving]
    if staying:
        rest = new_fleet(game, empire, fleet.at)
        rest.doctrine, rest.came_by, rest.detuned = fleet.doctrine, fleet.came_by, fleet.detuned
        for unit in staying:
            unit.fleet = rest.id
        names = ", ".join(unit.name for unit in staying)
        context.emit(STAYED, empire.readers, place=fleet.at, units=names, fleet=rest.name)
    halt_fleet(fleet)
    context.emit(
        LEFT_BATTLE,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        goal=link.other(fleet.at),
    )
    pass_through(context, empire, fleet, link)
