"""A bot's view of its planets and ships, and its orders so far.

Orders of a turn are carried out in sequence before anything else happens, and the board applies
them as the rules do: later orders see a group as already sent or broken off.
"""

from __future__ import annotations

from attrs import define, evolve, field

from horizons_core.model import View, folded
from variants.galaxy_g.combat import RULEBOOK_COMBAT, GameCombat
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Industry
from variants.galaxy_g.model import Design, Point, Techs, distance
from variants.galaxy_g.orders.ship_designs import PROBE, Facts, design_of, number_text, techs_of


def quoted(name: str) -> str:
    """Quote a name with spaces, as one word of an order."""
    return f'"{name}"' if " " in name else name


@define(eq=False)
class Squad:
    """One of the race's groups after the orders so far; `sent` means that it leaves.

    `at` is its planet, or its destination in hyperspace.
    """

    number: int
    ships: int
    type: str
    design: Design
    techs: Techs
    cargo: str
    load: float
    capacity: float
    at: str
    fleet: str
    under_way: bool
    left: float
    industry: Industry
    probe: bool
    sent: bool = False

    @property
    def free(self) -> bool:
        """True if orders can still move it."""
        return not self.under_way and not self.sent

    @property
    def mobile(self) -> bool:
        return self.design.drive > 0

    @property
    def people(self) -> float:
        """Colonists aboard all ships."""
        return self.load * self.ships if self.cargo == "COL" else 0.0

    def speed(self, load: float = 0.0) -> float:
        """Light years a turn with a load in each ship."""
        return self.industry.speed(self.design, self.techs, load)


@define
class BotView:
    """The view of a race, arranged by place, and its orders of this turn."""

    view: View
    industry: Industry
    combat: GameCombat
    planets: dict[str, Facts]  # the race's planets, by name
    scanned: dict[str, Facts]  # other planets with the race's ships, by name
    places: dict[str, Point]  # all known planets, by name
    squads: list[Squad]
    aliens: dict[str, list[Facts]]  # groups of others, by planet
    armed_aliens: dict[str, list[Facts]]  # armed groups of others, by planet
    types: dict[str, Design]
    designs: dict[tuple[str, str], Design]  # of others, by race and name
    techs: Techs
    routes: dict[tuple[str, str], str]
    newest: int
    used_names: set[str]  # names of types and fleets, folded
    products: dict[str, str]  # products of the race's planets, by name
    lines: list[str] = field(factory=list)

    @classmethod
    def of(
        cls, view: View, industry: Industry = RULEBOOK_ECONOMY, combat: GameCombat = RULEBOOK_COMBAT
    ) -> BotView:
        planets = {planet["name"]: planet for planet in view["planets"]}
        foreign = [*view["alien_planets"], *view["uninhabited"]]
        scanned = {planet["name"]: planet for planet in foreign}
        planets_ = [*view["planets"], *foreign, *view["located"]]
        types = {facts["name"]: design_of(facts) for facts in view["types"]}
        names = [*types, *(fleet["name"] for fleet in view["fleets"])]
        designs = {(t["race"], t["name"]): design_of(t) for t in view["alien_types"]}
        aliens: dict[str, list[Facts]] = {}
        armed_aliens: dict[str, list[Facts]] = {}
        for group in view["alien_groups"]:
            aliens.setdefault(group["planet"], []).append(group)
            design = designs.get((group["race"], group["type"]))
            if design is None or design.armed:
                armed_aliens.setdefault(group["planet"], []).append(group)
        probes = {name for name, design in types.items() if design == PROBE}
        return cls(
            view=view,
            industry=industry,
            combat=combat,
            planets=planets,
            scanned=scanned,
            places={planet["name"]: (planet["x"], planet["y"]) for planet in planets_},
            squads=[
                _squad(group, types[group["type"]], industry, probe=group["type"] in probes)
                for group in view["groups"]
            ],
            aliens=aliens,
            armed_aliens=armed_aliens,
            types=types,
            designs=designs,
            techs=techs_of(view["techs"]),
            routes={(r["from"], r["cargo"]): r["to"] for r in view["routes"]},
            newest=max((group["number"] for group in view["groups"]), default=0),
            used_names={folded(name) for name in names},
            products={name: planet["product"] for name, planet in planets.items()},
        )

    def distance(self, start: str, end: str) -> float:
        """The distance of two known planets in light years."""
        return distance(self.places[start], self.places[end])

    def aliens_at(self, planet: str) -> list[Facts]:
        """The groups of others seen at a planet."""
        return self.aliens.get(planet, [])

    def at(self, planet: str) -> list[Squad]:
        """The squads at a planet that can still be given orders."""
        return [squad for squad in self.squads if squad.at == planet and squad.free]

    def armed_aliens_at(self, planet: str) -> list[Facts]:
        """The armed groups of others at a planet; unknown ships count as armed."""
        return self.armed_aliens.get(planet, [])

    # orders

    def add_order(self, *words: object) -> None:
        """Add an order of these words."""
        self.lines.append(" ".join(str(w) for w in words))

    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def break_off(self, squad: Squad, ships: int) -> Squad:
        """Break ships off a squad and return them; the squad itself if these are all its ships."""
        if ships >= squad.ships:
            return squad
        self.add_order("B", squad.number, ships)
        self.newest += 1
        part = evolve(squad, number=self.newest, ships=ships, fleet="", sent=False)
        squad.ships -= ships
        self.squads.append(part)
        return part

    def send(self, squad: Squad, planet: str, ships: int | None = None) -> Squad:
        """Send a squad, or some ships of it, and return those sent."""
        part = self.break_off(squad, squad.ships if ships is None else ships)
        if planet != part.at:
            self.add_order("S", part.number, quoted(planet))
            part.sent = True
        return part

    def design(self, name: str, design: Design) -> None:
        """Design a ship type."""
        drive, attacks, weapons, shields, cargo = design.numbers
        self.add_order(
            "D", quoted(name), *map(number_text, (drive, attacks, weapons, shields, cargo))
        )
        self.types[name] = design
        self.used_names.add(folded(name))

    def erase(self, name: str) -> None:
        """Erase an unused ship type."""
        self.add_order("E", quoted(name))
        del self.types[name]

    def produce(self, planet: str, product: str) -> None:
        """Set a planet's product if it changes."""
        if self.products[planet] != product:
            self.add_order("P", quoted(planet), quoted(product))
            self.products[planet] = product

    def route(self, start: str, kind: str, end: str | None) -> None:
        """Set or end a route if it changes."""
        if self.routes.get((start, kind)) == end:
            return
        if end is None:
            self.add_order("R", quoted(start), kind)
            del self.routes[start, kind]
        else:
            self.add_order("R", quoted(start), kind, quoted(end))
            self.routes[start, kind] = end

    def new_fleet(self, kind: str, squads: list[Squad]) -> str:
        """Create a fleet of squads at one place and return its name."""
        number = 1
        while folded(f"{kind} {number}") in self.used_names:
            number += 1
        name = f"{kind} {number}"
        self.used_names.add(folded(name))
        self.add_order("D", "FLEET", quoted(name))
        for squad in squads:
            self.join(squad, name)
        return name

    def join(self, squad: Squad, fleet: str) -> None:
        """Put a squad into a fleet at its planet, or into one without ships."""
        self.add_order("J", squad.number, quoted(fleet))
        squad.fleet = fleet

    def send_fleet(self, fleet: str, planet: str) -> None:
        """Send all squads of a fleet."""
        self.add_order("S", quoted(fleet), quoted(planet))
        for squad in self.squads:
            if squad.fleet == fleet:
                squad.sent = True

    def disband(self, fleet: str) -> None:
        """Disband a fleet; its squads stay where they are."""
        self.add_order("E", quoted(fleet))
        for squad in self.squads:
            if squad.fleet == fleet:
                squad.fleet = ""


def _squad(facts: Facts, design: Design, industry: Industry, *, probe: bool) -> Squad:
    return Squad(
        number=facts["number"],
        ships=facts["ships"],
        type=facts["type"],
        design=design,
        techs=techs_of(facts),
        cargo=facts["cargo_kind"],
        load=facts["load"],
        capacity=facts["capacity"],
        at=facts["planet"],
        fleet=facts["fleet"],
        under_way=facts["under_way"],
        left=facts["left"],
        industry=industry,
        probe=probe,
    )
