"""Parts of a view about the reader's own empire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from horizons_core.amounts import half_up, in_units
from horizons_core.report import row_of
from horizons_core.sums import int_sum
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import (
    Empire,
    Planet,
    Project,
    Starcluster,
    StarSystem,
)
from variants.starcluster.rules.breakthroughs import chance_next, project_requirements
from variants.starcluster.rules.defenses import TROOPS, silo_level, usable_generation
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.rules.installations import science_centers
from variants.starcluster.rules.logistics import PoolService, modules_of
from variants.starcluster.rules.projects import EL, is_science, project_price
from variants.starcluster.rules.research import obstacles
from variants.starcluster.technologies import (
    TREES,
    Technology,
    at_level,
    breakthroughs,
    special_of_step,
)
from variants.starcluster.view.figures import figure
from variants.starcluster.view.own_shapes import (
    OpenTechnology,
    OwnColony,
    OwnExpedition,
    OwnInstallation,
    OwnPlanet,
    OwnPool,
    OwnProject,
    OwnTree,
    Price,
)
from variants.starcluster.view.shapes import OwnRace, Treasury

#: Turns ahead for which the growth curve gives the population.
AHEAD = (6, 12, 24, 36, 60)
#: The number of turns for which growth is computed.
HORIZON = 240


def pool_of(known: Starcluster, empire: Empire, served: PoolService) -> OwnPool:
    """The Construction Pool and its present service (SC-LOG-002)."""
    yards, mobile, shops = modules_of(known, empire)
    return row_of(
        OwnPool,
        served,
        freighters=empire.freighters,
        bound=served.bound,
        spare=max(0, empire.freighters - served.needed),
        yards_of=yards,
        mobile_yards_of=mobile,
        shops_of=shops,
        priority=empire.priority,
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
    curve = growth_curve(system, empire, economy)
    return row_of(
        OwnColony,
        system,
        wealth=economy.wealth(system, empire.race),
        income=economy.system_income(system, empire.race, empire.el, unserved),
        unserved=unserved,
        grows=0.0 if unserved or len(curve) < 2 else round(curve[1] - curve[0], 1),
        curve=[int(curve[min(turn, len(curve) - 1)]) for turn in AHEAD],
        full_in=next((turn for turn, pu in enumerate(curve) if pu >= system.most_pu), None),
        spells=[{"growth": spell.growth, "turns": spell.turns} for spell in system.spells],
        planets=[_planet(number, planet) for number, planet in enumerate(system.planets, 1)],
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
    return row_of(
        OwnPlanet,
        planet,
        number=number,
        silos=len(planet.silos),
        revealed=int_sum(silo.revealed for silo in planet.silos),
        loaded=int_sum(not silo.loading for silo in planet.silos),
        ground_bases=[figure(points) for points in planet.ground_bases],
        troops=[
            {"owner": force.owner, "points": figure(force.points), "generation": force.generation}
            for force in planet.troops
        ],
    )


def race_of(empire: Empire, turn: int) -> OwnRace:
    """The race's statistics, traits and modifiers after a turn (SC-RACE-001)."""
    return row_of(OwnRace, empire.race, name=empire.name, fixed=turn > empire.joined)


def treasury_of(known: Starcluster, empire: Empire, economy: StarclusterEconomy) -> Treasury:
    """The treasury and the outlook for a turn (SC-ECO-002, SC-ECO-003, SC-ECO-004)."""
    money = empire.stock.get(TREASURY, 0)
    gross = gross_income(known, empire, economy)
    bills = [(purpose, cost) for purpose, cost, _ in upkeep(known, empire, economy) if cost]
    return row_of(
        Treasury,
        empire,
        treasury=money,
        may_deposit=economy.most_deposit(money, empire.deposit),
        gross=gross,
        upkeep=[{"what": purpose, "MC": in_units(cost)} for purpose, cost in bills],
        net=gross - int_sum(cost for _, cost in bills),
        dividend=known.dividend,
    )


def expeditions_of(empire: Empire) -> list[OwnExpedition]:
    """Expeditions, then transfers of population."""
    return [
        row_of(OwnExpedition, journey, kind="TRANSFER" if journey.work is None else "EXPEDITION")
        for journey in (*empire.expeditions, *empire.transfers)
    ]


def installing_of(empire: Empire) -> list[OwnInstallation]:
    """Installations that were paid for and work from the next turn on (SC-INS-002)."""
    return [row_of(OwnInstallation, installation) for installation in empire.installing]


def trees_of(empire: Empire, economy: StarclusterEconomy) -> list[OwnTree]:
    """The trees with the empire's levels, and the prices of the next (SC-RES-003)."""
    return [
        row_of(
            OwnTree,
            tree,
            level=empire.level(tree.code),
            special=special_of_step(tree.code, empire.level(tree.code) + 1),
            price=float(economy.research.level_price(empire.level(tree.code) + 1)),
        )
        for tree in TREES.values()
    ]


def open_technologies(empire: Empire) -> Iterator[Technology]:
    """Technologies open for development now (SC-RND-001, SC-RND-002)."""
    for tree in TREES:
        for level in range(1, empire.level(tree) + 1):
            for technology in at_level(tree, level):
                begun = empire.has(technology.name) or technology.name in empire.projects
                if not begun and not obstacles(empire, technology):
                    yield technology


def open_of(empire: Empire, economy: StarclusterEconomy) -> list[dict[str, Any]]:
    """Technologies open for development, with their prices a turn (SC-RND-004)."""
    return [
        vars(row_of(OpenTechnology, tech, MC=_development_price(tech, economy)))
        for tech in open_technologies(empire)
    ]


def _development_price(tech: Technology, economy: StarclusterEconomy) -> int:
    modifier = TREES[tech.tree].modifier
    return half_up(MC * economy.research.development_price(tech.level, modifier, tech.special))


def projects_of(game: Starcluster, empire: Empire, economy: StarclusterEconomy) -> list[OwnProject]:
    """Research and development under way, with the chances of breakthroughs."""
    return [_project(game, empire, economy, project) for project in empire.projects.values()]


def _project(
    game: Starcluster, empire: Empire, economy: StarclusterEconomy, project: Project
) -> OwnProject:
    outlook = project_requirements(game, economy, empire, project)
    return row_of(
        OwnProject,
        project,
        kind=_kind(project.name),
        least=outlook.turns,
        price=project_price(economy, empire, project),
        step=outlook.step,
        chance=chance_next(game, economy, empire, project),
        breakthroughs_of=breakthroughs(outlook.special),
    )


def _kind(name: str) -> str:
    """The kind of a project, by its name (SC-ORD-004)."""
    if name == EL:
        return "EL"
    if name in TREES:
        return "LEVEL"
    return "HULL" if is_science(name) else "TECHNOLOGY"


def prices_of(
    known: Starcluster, empire: Empire, economy: StarclusterEconomy
) -> list[dict[str, Any]]:
    """Rows of possible purchases: the order, its object, and MC."""
    race, el, research = empire.race, empire.el, economy.research
    colonies = known.colonies(empire.id)
    centers = science_centers(known, empire)
    home = next((system for system in colonies if system.id == empire.home), None)
    level = silo_level(known, empire, home) if home else 1
    rows = [
        ("FREIGHTERS", "a freighter", MC * economy.freighter_price),
        (
            "INSTALL SCIENCE",
            f"a Science Center of rating {el + 1}",
            economy.science_price(el, centers + 1),
        ),
        ("INSTALL GENERIC", "a Generic R&D Center of level 1", economy.generic_center_price(1)),
        ("INSTALL PDC", "a PDC", economy.defense_price("PDC", el, 0, race)),
        (
            "INSTALL CMS",
            "a silo at the homeworld",
            economy.defense_price("CMS", el, level, race),
        ),
        (
            "INSTALL CGB",
            "a ground base",
            economy.defense_price("CGB", el, usable_generation(empire, TROOPS), race),
        ),
        (
            "RESEARCH EL",
            f"a turn of the way to EL {el + 1}, in {research.el_centers(el)} Science Centers",
            half_up(MC * research.el_price(el)),
        ),
        (
            "INTELLIGENCE",
            f"Intelligence Rating {empire.intelligence + 1}",
            economy.intelligence.rating_price(empire.intelligence + 1),
        ),
        ("ENVOY", "an envoy to a race", economy.diplomacy.envoy_price(el)),
    ]
    lower = next((system for system in colonies if 0 < system.science <= el), None)
    if lower is not None:
        raised = f"the Science Center in {lower.id}, to rating {el + 1}"
        price = economy.science_price(el, centers, lower.science)
        rows.insert(2, ("UPGRADE SCIENCE", raised, price))
    return [vars(Price(*row)) for row in rows]
