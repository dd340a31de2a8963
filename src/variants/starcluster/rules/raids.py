"""ESCORT and RAID: protection and destruction of pool freighters (SC-LOG-008, SC-LOG-010)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import ShipSystem as Part
from variants.starcluster.designs.ratings import offensive_ratings
from variants.starcluster.economy import BLOCK
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.references import FLEET
from variants.starcluster.rules.fleets import remove_units
from variants.starcluster.rules.logistics import is_out_of_supply
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.sides import enemy_line_at
from variants.starcluster.rules.sightings import was_seen
from variants.starcluster.rules.units import apply_damage, is_destroyed, working_systems

ESCORTS = EventKind("fleet.escorts", "{fleet} {how} freighters of the pool.", ("SC-LOG-008",))
RAIDS = EventKind("fleet.raids", "{fleet} {how} freighters.", ("SC-LOG-010",))
RAIDED = EventKind(
    "raid.suffered", "{raiders} have destroyed {freighters} freighters at {place}.", ("SC-LOG-010",)
)
RAID = EventKind(
    "raid.done",
    "{fleets} have destroyed {freighters} freighters at {place} and taken {damage} points of "
    "damage.",
    ("SC-LOG-010",),
)
RAIDERS_LOST = EventKind("raid.lost", "{units} were lost at {place}.", ("SC-LOG-010",))

#: Points of rating required to destroy a freighter (SC-LOG-010).
RATING = 40
#: Factor of convoys on escorts (SC-LOG-009).
CONVOY = 2


def escort(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """ESCORT: a fleet protects the pool's freighters in the whole empire."""
    game = context.game
    fleet = order[FLEET]
    on: bool = order["switch"]
    if on:
        _must_be_armed(game, fleet)
        if game.place(fleet.at).owner != empire.id:
            message = f"{fleet.at} is not a colony of yours"
            raise Refused(Refusal("not-your-system", message, "MOVE it to one first", "fleet"))
    fleet.escorts = on
    state = "escorts" if on else "no longer escorts"
    context.emit(ESCORTS, empire.readers, place=fleet.at, fleet=fleet.name, how=state)


def raid(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """RAID: a fleet attacks freighters where it meets no enemy line."""
    fleet = order[FLEET]
    on: bool = order["switch"]
    if on:
        _must_be_armed(context.game, fleet)
    fleet.raids = on
    state = "raids" if on else "no longer raids"
    context.emit(RAIDS, empire.readers, place=fleet.at, fleet=fleet.name, how=state)


def raid_freighters(context: TurnContext[Starcluster]) -> None:
    """Do one raid of each empire in each possible system, after the battles (SC-LOG-010)."""
    game = context.game
    raiding: dict[tuple[str, str], list[Fleet]] = {}
    for fleet in game.fleets:
        if fleet.raids:
            raiding.setdefault((fleet.at, fleet.owner), []).append(fleet)
    players = {empire.id: empire for empire in game.empires}
    for (at, owner), fleets in raiding.items():
        system, raider = game.place(at), game.power(owner)
        victim = players.get(system.owner)
        if raider is None or victim is None or not at_war(raider, victim):
            continue
        if not enemy_line_at(game, raider, system.id):
            _raid(context, raider, victim, system, fleets)


def raid_rating(game: Starcluster, owner: Empire, fleets: Sequence[Fleet]) -> Fraction:
    """The combined Short-band rating of raiding fleets; logistics ships do not count."""
    return ordered_sum(
        (_short(owner, units) for units in map(game.units_in, fleets)),
        Fraction(0),
    )


def escort_rating(game: Starcluster, empire: Empire) -> Fraction:
    """The rating of an empire's escorts in each of its systems (SC-LOG-008, SC-LOG-009).

    Logistics ships count here as Q-ships (SC-LOG-013). A fleet that has left the empire's own
    systems escorts no freighters.
    """
    colonies = {system.id for system in game.colonies(empire.id)}
    escorts = [
        fleet for fleet in game.fleets_of(empire.id) if fleet.escorts and fleet.at in colonies
    ]
    fleets = map(game.units_in, escorts)
    total = ordered_sum((_short(empire, units, q_ships=True) for units in fleets), Fraction(0))
    return total / len(colonies) * (CONVOY if empire.convoy else 1) if colonies else Fraction(0)


def freighters_lost(raiders: Fraction, escorts: Fraction, maximum: int) -> int:
    """The freighters destroyed by a raid, out of `maximum` that it meets (SC-LOG-010)."""
    return max(0, min(floor((raiders - escorts) / RATING), maximum))


def freighters_at(game: Starcluster, system: StarSystem) -> int:
    """The freighters exposed to raiders in a system, serving its population and its yards."""
    fleets = {fleet.id for fleet in game.fleets_of(system.owner) if fleet.at == system.id}
    units = [unit.design for unit in game.units if unit.fleet in fleets]
    yards = int_sum(design.count("SY") + design.count("SYM") for design in units)
    return ceil(Fraction(system.pu, BLOCK)) + yards


def _raid(
    context: TurnContext[Starcluster],
    raider: Empire,
    victim: Empire,
    system: StarSystem,
    fleets: list[Fleet],
) -> None:
    game = context.game
    escorts = escort_rating(game, victim)
    maximum = min(victim.freighters, freighters_at(game, system))
    destroyed = freighters_lost(raid_rating(game, raider, fleets), escorts, maximum)
    victim.freighters -= destroyed
    stream = context.stream("raid", system.id, raider.id)
    damage = escorts * Fraction(stream.roll("2d6") + 7, 14) if escorts else Fraction(0)
    identified = any(was_seen(context, victim.id, fleet.id) for fleet in fleets)
    context.emit(
        RAIDED,
        victim.readers,
        place=system.id,
        raiders=f"Raiders of {raider.name}" if identified else "Unknown raiders",
        freighters=destroyed,
    )
    context.emit(
        RAID,
        raider.readers,
        place=system.id,
        fleets=", ".join(fleet.name for fleet in fleets),
        freighters=destroyed,
        damage=round(float(damage), 2),
    )
    _damage_raiders(context, raider, system, fleets, damage)


def _damage_raiders(
    context: TurnContext[Starcluster],
    raider: Empire,
    system: StarSystem,
    fleets: list[Fleet],
    damage: Fraction,
) -> None:
    """Apply the escorts' fire to one raider after the other, largest first."""
    game = context.game
    units = [unit for fleet in fleets for unit in game.units_in(fleet)]
    left = 10 * float(damage)
    for unit in sorted(units, key=lambda target: -target.design.spaces):
        left = apply_damage(unit, left)
    lost = [unit for unit in units if is_destroyed(unit)]
    if lost:
        names = ", ".join(unit.name for unit in lost)
        context.emit(RAIDERS_LOST, raider.readers, place=system.id, units=names)
        remove_units(game, lost)


def _short(owner: Empire, units: Sequence[Unit], *, q_ships: bool = False) -> Fraction:
    """The Short-band rating of a fleet; magazines are closed out of supply (SC-LOG-018)."""
    out = is_out_of_supply(units)
    total = Fraction(0)
    for unit in units:
        if unit.train and not q_ships:
            continue
        parts = [part for part in working_systems(unit) if not (out and _needs_shots(part))]
        total += offensive_ratings(unit.design, parts, owner.race.combat)[1]
    return total


def _needs_shots(part: Part) -> bool:
    return part.weapon is not None and part.weapon.ammo


def _must_be_armed(game: Starcluster, fleet: Fleet) -> None:
    if not any(part.weapon for unit in game.units_in(fleet) for part in working_systems(unit)):
        message = f"{fleet.name} has no working weapon"
        raise Refused(Refusal("no-weapons", message, "use an armed fleet", "fleet"))
