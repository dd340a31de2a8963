"""Production: P sets a planet's product, and in step 10 all planets work.

All planets make their goods first, with the levels of the turn's start. Then each race's research
is added up, then populations grow. The ledger lists the uses of each planet's points.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import RESEARCH, ROUNDING
from variants.galaxy_g.economy import Industry, Output, industry_of
from variants.galaxy_g.model import Game, Group, Planet, Race, ShipType
from variants.galaxy_g.references import PLANET
from variants.galaxy_g.rules import groups, population, technology

UNFINISHED_LOST = EventKind(
    "ship.unfinished_lost",
    "{planet} gave up an unfinished {type}: {points:.2f} points of work are lost.",
    ("GG-BLD-005",),
)
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


# P


def set_product(context: TurnContext[Game], race: Race, order: Order) -> None:
    """P planet product (GG-ORDP-001)."""
    planet, product = order[PLANET], order["product"]
    if product == planet.product:
        return
    _discard_unfinished_ship(context, race, planet)
    planet.product = product


def _discard_unfinished_ship(context: TurnContext[Game], race: Race, planet: Planet) -> None:
    """Discard the unfinished ship of a planet (GG-BLD-005)."""
    before = race.types.get(planet.product)
    if planet.progress and before is not None:
        context.emit(
            UNFINISHED_LOST,
            [race.id],
            place=planet.id,
            planet=planet.name,
            type=before.name,
            points=planet.progress,
        )
    planet.progress = 0.0


# step 10


def run_production(context: TurnContext[Game]) -> None:
    """Step 10: goods, then research, then people and industry (GG-SEQ-004).

    Ships are therefore built with the levels of the turn's start (GG-BLD-006).
    """
    game = context.game
    races = {race.id: race for race in game.empires}
    inhabited = [(planet, races[planet.owner]) for planet in game.planets if planet.owner in races]
    step = ProductionStep(context, industry_of(context))
    highest = technology.highest_visible_levels(step.industry, game)
    for planet, race in inhabited:
        step.run_planet(planet, race)
    for race in game.empires:
        technology.apply_research(context, race, step.research.get(race.id, {}), highest[race.id])
    for planet, _ in inhabited:
        population.grow(step.industry, planet)


@define
class ProductionStep:
    """Step 10 in progress. `research` collects points, by race and area."""

    context: TurnContext[Game]
    industry: Industry
    research: dict[str, dict[str, float]] = field(factory=dict)

    def run_planet(self, planet: Planet, race: Race) -> None:
        """Spend the planet's points on its product. Unspent ones are lost (GG-IND-003)."""
        points = self.points(planet)
        ship_type = race.types.get(planet.product)
        if ship_type is not None:
            self.build(planet, race, ship_type, points)
        elif planet.product in RESEARCH:
            self.add_research(planet, race, RESEARCH[planet.product], points)
        elif planet.product == "CAP":
            self.make_capital(planet, points)
        elif planet.product == "MAT":
            self.make_materials(planet, points)
        else:
            self.note(planet, -points, "Unused", "GG-IND-003")

    def points(self, planet: Planet) -> float:
        """The points of the planet (GG-IND-002), less those spent on upgrades (GG-ORDG-006)."""
        total = self.industry.points(planet)
        upgrades = min(planet.upgraded, total)
        self.note(planet, total, "Production", "GG-IND-002")
        self.note(planet, -upgrades, "Upgrades", "GG-ORDG-006")
        return total - upgrades

    def add_research(self, planet: Planet, race: Race, area: str, points: float) -> None:
        """Add the planet's points to those of the race's other planets (GG-TEC-010)."""
        self.note(planet, -points, f"Research of {area}", "GG-TEC-010")
        sums = self.research.setdefault(race.id, {})
        sums[area] = sums.get(area, 0.0) + points

    def build(self, planet: Planet, race: Race, ship_type: ShipType, points: float) -> None:
        """Finish ships, and keep the points left for the next ship (GG-BLD-004)."""
        design = ship_type.design
        self.note(planet, planet.progress, "Carried over from last turn", "GG-BLD-004")
        points += planet.progress
        output = self.industry.ships(points, design, planet.materials, planet.resources)
        ships = int(output.amount)
        planet.progress = output.left
        self.spend(planet, output, f"{ships} {ship_type.name}", "GG-BLD-001")
        self.note(planet, -output.left, "Carried over to next turn", "GG-BLD-004")
        if not ships:
            cost = self.industry.ship_cost(design)
            self.emit(SHIP_BEGUN, planet, type=ship_type.name, progress=planet.progress, cost=cost)
        else:
            self.commission(planet, race, ship_type, ships)

    def commission(self, planet: Planet, race: Race, ship_type: ShipType, ships: int) -> None:
        """Make a group of the finished ships, with the race's current levels (GG-BLD-007)."""
        techs = race.techs.fitting(ship_type.design)
        group = Group(type=ship_type.id, ships=ships, techs=techs, at=planet.id)
        number = groups.add(race, group).number
        self.emit(SHIPS_BUILT, planet, type=ship_type.name, ships=ships, group=number)

    def make_capital(self, planet: Planet, points: float) -> None:
        """Add to the capital, which becomes industry later (GG-CAP-001, GG-CAP-003)."""
        output = self.industry.capital(points, planet.materials, planet.resources)
        planet.capital += output.amount
        self.spend(planet, output, "Capital", "GG-CAP-001")
        self.note(planet, -output.left, "Unused", "GG-IND-003")
        if output.amount:
            self.emit(CAPITAL_MADE, planet, amount=output.amount)
        if output.left > ROUNDING:
            self.emit(POINTS_WASTED, planet, points=output.left)

    def make_materials(self, planet: Planet, points: float) -> None:
        """Add to the materials (GG-MAT-004)."""
        output = self.industry.materials(points, planet.resources)
        planet.materials += output.amount
        self.spend(planet, output, "Materials", "GG-MAT-004")
        if output.amount:
            self.emit(MATERIALS_MADE, planet, amount=output.amount)

    def spend(self, planet: Planet, output: Output, reason: str, rule: str) -> None:
        """Take the costs from the planet's stockpile and points (GG-MAT-001, GG-MAT-002)."""
        planet.materials -= output.materials
        self.note_spent(planet, output, reason, rule)

    def note_spent(self, planet: Planet, output: Output, reason: str, rule: str) -> None:
        """Enter the points spent, on the work and on missing materials (GG-MAT-003)."""
        self.note(planet, -output.work, reason, rule)
        self.note(planet, -output.digging, f"Materials for {reason}", "GG-MAT-003")

    def note(self, planet: Planet, amount: float, reason: str, rule: str) -> None:
        """Enter a line into the ledger of the planet's points."""
        ledger, phase = self.context.ledger, self.context.phase_name
        ledger.note(phase, planet.owner, "points", amount, reason, planet.id, (rule,))

    def emit(self, kind: EventKind, planet: Planet, **data: Any) -> None:
        """Emit an event for the planet's owner."""
        data["planet"] = planet.name
        self.context.emit(kind, [planet.owner], place=planet.id, data=data)
