"""Effects of nebulas and anomalies on units at the end of movement (SC-NEB-003, SC-ANO-004)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.systems import MASER, NEUTRON_STAR
from variants.starcluster.rules.damage import apply_damage, best_working, is_destroyed
from variants.starcluster.rules.fleets import remove_units

HURT = EventKind(
    "hazard.damage",
    "{fleet} takes {points} points of damage at {place}.",
    ("SC-NEB-003", "SC-ANO-004"),
)
LOST = EventKind("hazard.lost", "{units} are lost at {place}.", ("SC-NEB-003", "SC-ANO-004"))

#: Tenths in a point of damage.
POINT = 10
#: The die of damage in a maser nebula (SC-NEB-003).
MASER_DIE = 3
#: The damage of a neutron star, in points (SC-ANO-004).
NEUTRON_DAMAGE = 1


def apply_hazards(context: TurnContext) -> None:
    """Damage all units in maser nebulas, and ships without shields at neutron stars."""
    game: Starcluster = context.game
    places = {
        system.id: system
        for system in game.systems
        if system.nebula == MASER or system.anomaly == NEUTRON_STAR
    }
    by_fleet = game.units_by_fleet()
    for fleet in list(game.fleets):
        place = places.get(fleet.at)
        owner = game.power(fleet.owner) if place else None
        if place is not None and owner is not None:
            _damage_fleet(context, owner, fleet, place, by_fleet[fleet.id])


def maser_damage(roll: int, emitter: int) -> int:
    """Damage points of a maser nebula to a unit with an emitter of a generation."""
    return max(0, roll - emitter)


def _damage_fleet(
    context: TurnContext, owner: Empire, fleet: Fleet, place: StarSystem, units: Sequence[Unit]
) -> None:
    total = 0
    for unit in units:
        points = _points(context, owner, place, unit)
        apply_damage(unit, float(POINT * points))
        total += points
    if total:
        context.emit(HURT, owner.readers, place=place.id, fleet=fleet.name, points=total)
    lost = [unit for unit in units if is_destroyed(unit)]
    if lost:
        names = ", ".join(unit.name for unit in lost)
        context.emit(LOST, owner.readers, place=place.id, units=names)
        remove_units(context.game, lost)


def _points(context: TurnContext, owner: Empire, place: StarSystem, unit: Unit) -> int:
    if place.nebula == MASER:
        if context.forecast:
            return 0  # the dice are unknown
        roll = context.stream("maser", unit.id, known_to=owner.dice_reader).die(MASER_DIE)
        return maser_damage(roll, best_working(unit, "MNE"))
    is_ship = not unit.design.hull.type.is_starbase
    return NEUTRON_DAMAGE if is_ship and not best_working(unit, "S") else 0
