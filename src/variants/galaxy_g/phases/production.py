"""Step 10: planets work, research counts, and people are born (GG-SEQ-004).

All planets make their goods first, with the levels of the turn's start; then the research of each
race is summed up; then populations grow. What became of each planet's points is in the ledger.
"""

from __future__ import annotations

from typing import Any, cast

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g import grouping, ownership
from variants.galaxy_g.constants import (
    AREAS,
    PEOPLE_PER_COLONIST,
    RESEARCH,
    ROUNDING,
)
from variants.galaxy_g.economy import Industry, Output
from variants.galaxy_g.model import Game, Group, Planet, Race, ShipType, Techs
from variants.galaxy_g.sharing import visible_highest

SHIPS_BUILT = EventKind(
    "planet.built_ships",
    "{planet} built {ships} {type}: group {group}.",
    ("GG-BLD-003", "GG-BLD-007"),
)
SHIP_BEGUN = EventKind(
    "planet.works_on_ship",
    "{planet} has put {progress:.2f} of {cost:.2f} points into a {type}.",
    ("GG-BLD-004",),
)
CAPITAL_MADE = EventKind("planet.made_capital", "{planet} made {amount:.2f} CAP.", ("GG-CAP-001",))
MATERIALS_MADE = EventKind(
    "planet.made_materials", "{planet} made {amount:.2f} MAT.", ("GG-MAT-004",)
)
POINTS_WASTED = EventKind(
    "planet.wasted_points",
    "{planet} could not use {points:.2f} points: it has neither materials nor resources.",
    ("GG-IND-003", "GG-MAT-003"),
)
RESEARCHED = EventKind(
    "race.researched",
    "{points:.2f} points of research raised {area} from {before:.2f} to {level:.2f}.",
    ("GG-TEC-009",),
)


def run(context: TurnContext) -> None:
    game: Game = context.game
    races = {race.id: race for race in game.empires}
    inhabited = [(planet, races[planet.owner]) for planet in game.planets if planet.owner in races]
    highest = visible_highest(game)
    step = Step(context, cast(Industry, context.variant.economy))
    for planet, race in inhabited:
        step.work(planet, race)
    for race in game.empires:
        step.learn(race, highest[race.id])
    for planet, _ in inhabited:
        step.grow(planet)


@define
class Step:
    """The step while it runs: `research` collects the points of each race and area."""

    context: TurnContext
    industry: Industry
    research: dict[tuple[str, str], float] = field(factory=dict)

    def work(self, planet: Planet, race: Race) -> None:
        """Spend the planet's points on its product."""
        made = self.industry.points(planet)
        upgrades = min(planet.upgraded, made)
        self.note(planet, made, "Production", "GG-IND-002")
        self.note(planet, -upgrades, "Upgrades", "GG-ORDG-006")
        points = made - upgrades
        ship_type = race.types.get(planet.product)
        if ship_type is not None:
            self.build(planet, race, ship_type, points)
        elif planet.product in RESEARCH:
            area = RESEARCH[planet.product]
            self.note(planet, -points, f"Research of {area}", "GG-TEC-010")
            self.research[race.id, area] = self.research.get((race.id, area), 0.0) + points
        elif planet.product == "CAP":
            self.make_capital(planet, points)
        elif planet.product == "MAT":
            self.make_materials(planet, points)
        else:
            self.note(planet, -points, "Unused", "GG-IND-003")

    def build(self, planet: Planet, race: Race, ship_type: ShipType, points: float) -> None:
        """Finish ships, and keep the points that are left for the next (GG-BLD-003, GG-BLD-004)."""
        mass = ship_type.design.mass
        self.note(planet, planet.progress, "Carried over from last turn", "GG-BLD-004")
        points += planet.progress
        output = self.industry.ships(points, mass, planet.materials, planet.resources)
        ships = int(output.amount)
        planet.progress = output.left
        self.spend(planet, output, f"{ships} {ship_type.name}", "GG-BLD-001")
        self.note(planet, -output.left, "Carried over to next turn", "GG-BLD-004")
        if not ships:
            cost = ship_type.design.cost
            self.tell(SHIP_BEGUN, planet, type=ship_type.name, progress=planet.progress, cost=cost)
            return
        techs = race.techs.fitting(ship_type.design)
        group = Group(number=0, type=ship_type.id, ships=ships, techs=techs, at=planet.id)
        number = grouping.add(race, group).number
        self.tell(SHIPS_BUILT, planet, type=ship_type.name, ships=ships, group=number)

    def make_capital(self, planet: Planet, points: float) -> None:
        """Add to the capital (GG-CAP-001); it becomes industry at the end of the step."""
        output = self.industry.capital(points, planet.materials, planet.resources)
        planet.capital += output.amount
        self.spend(planet, output, "Capital", "GG-CAP-001")
        self.note(planet, -output.left, "Unused", "GG-IND-003")
        if output.amount:
            self.tell(CAPITAL_MADE, planet, amount=output.amount)
        if output.left > ROUNDING:
            self.tell(POINTS_WASTED, planet, points=output.left)

    def make_materials(self, planet: Planet, points: float) -> None:
        """Add to the materials (GG-MAT-004)."""
        output = self.industry.materials(points, planet.resources)
        planet.materials += output.amount
        self.spend(planet, output, "Materials", "GG-MAT-004")
        if output.amount:
            self.tell(MATERIALS_MADE, planet, amount=output.amount)

    def spend(self, planet: Planet, output: Output, reason: str, rule: str) -> None:
        """Take what was made from the planet's points and stockpile (GG-MAT-002, GG-MAT-003)."""
        planet.materials -= output.materials
        self.note(planet, -output.work, reason, rule)
        self.note(planet, -output.digging, f"Materials for {reason}", "GG-MAT-003")

    def learn(self, race: Race, highest: Techs) -> None:
        """Raise the race's levels by all its research, at the costs of the step's beginning."""
        raised = {}
        for area in AREAS:
            points = self.research.get((race.id, area), 0.0)
            cost = self.industry.research_cost(area, race.techs, getattr(highest, area))
            if points and cost:
                raised[area] = points, points / cost
        for area, (points, gain) in raised.items():
            before = getattr(race.techs, area)
            setattr(race.techs, area, before + gain)
            data = {"area": area, "points": points, "before": before, "level": before + gain}
            self.context.emit(RESEARCHED, [race.id], data=data)

    def grow(self, planet: Planet) -> None:
        """People are born, the surplus becomes colonists, capital becomes industry (GG-POP)."""
        population = planet.population + self.industry.growth(planet)
        planet.population = min(population, planet.size)
        planet.colonists += max(0.0, population - planet.size) / PEOPLE_PER_COLONIST
        ownership.settle_down(planet)

    def note(self, planet: Planet, amount: float, reason: str, rule: str) -> None:
        """Write a line of the planet's points."""
        ledger, phase = self.context.ledger, self.context.phase_name
        ledger.note(phase, planet.owner, "points", amount, reason, planet.id, (rule,))

    def tell(self, kind: EventKind, planet: Planet, **data: Any) -> None:
        """Tell the planet's owner what it made."""
        data["planet"] = planet.name
        self.context.emit(kind, [planet.owner], place=planet.id, data=data)
