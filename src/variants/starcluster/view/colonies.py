"""An empire's colonies with their expected growth, and the pool that serves them."""

from __future__ import annotations

from attrs import evolve

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Planet, Starcluster, StarSystem
from variants.starcluster.rules.pool import PoolService, modules_of
from variants.starcluster.view.figures import figure
from variants.starcluster.view.work_shapes import OwnColony, OwnPlanet, OwnPool

#: Turns ahead for which the growth curve gives the population.
AHEAD = (6, 12, 24, 36, 60)
#: The number of turns for which growth is computed.
HORIZON = 240


def pool_of(known: Starcluster, empire: Empire, served: PoolService) -> OwnPool:
    """The Construction Pool and its present service (SC-LOG-002)."""
    yards, mobile, shops = modules_of(known, empire)
    return OwnPool(
        freighters=empire.freighters,
        needed=served.needed,
        bound=served.bound,
        spare=max(0, empire.freighters - served.needed),
        people=served.people,
        blocks=served.blocks,
        yards=served.yards,
        yards_of=yards,
        mobile_yards=served.mobile_yards,
        mobile_yards_of=mobile,
        shops=served.shops,
        shops_of=shops,
        priority=list(empire.priority),
        convoy=empire.convoy,
    )


def colonies_of(
    known: Starcluster, empire: Empire, economy: StarclusterEconomy, served: PoolService
) -> list[OwnColony]:
    """The systems that the empire has colonized."""
    return [
        _colony(system, empire, economy, served.unserved.get(system.id, 0))
        for system in known.colonies(empire.id)
    ]


def _colony(
    system: StarSystem, empire: Empire, economy: StarclusterEconomy, unserved: int
) -> OwnColony:
    income = economy.system_income(system, empire.race, empire.el, unserved)
    curve = growth_curve(system, empire, economy)
    full = next((turn for turn, pu in enumerate(curve) if pu >= system.most_pu), None)
    return OwnColony(
        id=system.id,
        pu=system.pu,
        most_pu=system.most_pu,
        growth=system.growth,
        wealth=economy.wealth(system, empire.race),
        income=in_units(income),
        unserved=unserved,
        grows=0.0 if unserved or len(curve) < 2 else round(curve[1] - curve[0], 1),
        curve=[int(curve[min(turn, len(curve) - 1)]) for turn in AHEAD],
        full_in=full,
        revolt=system.revolt,
        revolt_turns=system.revolt_turns,
        spells=[{"growth": spell.growth, "turns": spell.turns} for spell in system.spells],
        occupied=system.occupied,
        transferred=system.transferred,
        science=system.science,
        generic=system.generic,
        dedicated=system.dedicated,
        dedicated_tree=system.dedicated_tree,
        planets=[_planet(number, planet) for number, planet in enumerate(system.planets, 1)],
        silo_missile=system.silo_missile,
        silos_fire=system.silos_fire,
    )


def growth_curve(system: StarSystem, empire: Empire, economy: StarclusterEconomy) -> list[float]:
    """The mean PU by turn, from now until growth stops (SC-GRO-001, SC-GRO-002)."""
    curve = [float(system.pu)]
    future = evolve(system)
    for turn in range(HORIZON):
        future.pu = int(curve[-1])
        future.spells = [spell for spell in system.spells if spell.turns > turn]
        grown = int_sum(economy.growth(future, empire.race, roll) for roll in range(1, 7)) / 6
        if not grown and not future.spells:
            break
        curve.append(min(float(system.most_pu), curve[-1] + grown))
    return curve


def _planet(number: int, planet: Planet) -> OwnPlanet:
    return OwnPlanet(
        number=number,
        kind=planet.kind,
        pdc=planet.pdc,
        garrison=figure(planet.garrison),
        silos=len(planet.silos),
        revealed=int_sum(silo.revealed for silo in planet.silos),
        loaded=int_sum(not silo.loading for silo in planet.silos),
        ground_bases=[figure(points) for points in planet.ground_bases],
        troops=[
            {"owner": force.owner, "points": figure(force.points), "generation": force.generation}
            for force in planet.troops
        ],
        fallen=planet.fallen,
    )
