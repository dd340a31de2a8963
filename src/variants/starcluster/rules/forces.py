"""Sides of battles, made of the game's fleets (SC-CBT-012, SC-PDC-002, SC-LOG-018)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from horizons_core.model import folded
from variants.starcluster.battle.fleets import AT_ONCE, BEHIND, IN_A_WAVE, Combatant, Side, damaged
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import Refinements
from variants.starcluster.model import Empire, Fleet, StarSystem, Unit
from variants.starcluster.model.fleets import AVOID
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.lines import in_line
from variants.starcluster.rules.movement import refinements
from variants.starcluster.rules.retreats import retreat_link
from variants.starcluster.rules.silos import missile_of, ready_silos
from variants.starcluster.rules.supply import is_out_of_supply


def build_side(
    deployed: Deployment,
    empire: Empire,
    at: StarSystem,
    fleets: Sequence[Fleet],
    comes: Callable[[Fleet], str] = lambda _: AT_ONCE,
    wave: int = 5,
) -> Side:
    """Make a side of an empire's fleets in a system; `comes` gives when each appears."""
    exits: dict[int | None, bool] = {}
    for fleet in fleets:
        if fleet.came_by not in exits:
            exits[fleet.came_by] = retreat_link(deployed.game, empire, fleet) is not None
    units = [
        combatant
        for fleet in fleets
        for combatant in _combatants(
            deployed.units_of([fleet]),
            empire,
            comes(fleet),
            has_exit=exits[fleet.came_by],
            detuned=fleet.detuned,
            tuning=deployed.tuning,
        )
    ]
    doctrine = largest_fleet(deployed, fleets).doctrine
    return Side(
        name=empire.id,
        units=tuple(units),
        band=doctrine.band,
        break_off=min(fleet.doctrine.break_off for fleet in fleets),
        target=doctrine.target,
        anti_drive=doctrine.anti_drive and _has_anti_drive(empire),
        avoids=doctrine.stance == AVOID,
        pdc=at.owner == empire.id and any(planet.pdc for planet in at.planets),
        silos=len(ready_silos(at)) if at.owner == empire.id else 0,
        missile=missile_of(deployed.game, empire, at),
        wave=wave,
    )


def largest_fleet(deployed: Deployment, fleets: Iterable[Fleet]) -> Fleet:
    """The fleet with most HS; of equal ones the first by name (SC-CBT-012)."""
    return min(fleets, key=lambda fleet: (-deployed.spaces([fleet]), folded(fleet.name)))


def _combatants(
    units: Sequence[Unit],
    empire: Empire,
    comes: str,
    *,
    has_exit: bool,
    detuned: bool,
    tuning: Mapping[str, bool],
) -> Iterable[Combatant]:
    """Yield the units of a fleet in a battle."""
    supplied, modifier = not is_out_of_supply(units), empire.race.combat
    by_design: dict[Design, Refinements] = {}
    for unit in units:
        if unit.design not in by_design:
            by_design[unit.design] = refinements(empire, unit)
        late = comes == IN_A_WAVE and not in_line(unit)
        yield Combatant(
            name=unit.name,
            key=unit.id,
            design=unit.design,
            left=damaged(unit.design, unit.lost),
            starving=unit.starving,
            used=unit.shots,
            ordnance_used=unit.ordnance,
            supplied=supplied,
            detuned=tuning.get(unit.id, detuned),
            refinements=by_design[unit.design],
            modifier=modifier,
            train=unit.train,
            has_exit=has_exit and _can_leave(unit),
            comes=BEHIND if late else comes,
        )


def _can_leave(unit: Unit) -> bool:
    return not unit.design.hull.type.is_starbase


def _has_anti_drive(empire: Empire) -> bool:
    return empire.has("ENI:ADM") or empire.has("ENJ:ADM")
