"""Final standings of species: the figures of the final summary (FH-END-002)."""

from __future__ import annotations

from attrs import asdict, frozen

from horizons_core.sums import int_sum
from variants.far_horizons import formulas
from variants.far_horizons.constants import TECHS
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Colony, Game, Place, Planet, Ship, ShipLocation, Species

Planets = dict[Place, Planet]


@frozen(kw_only=True)
class FinalStanding:
    """The figures of a species; `levels` are those of the technologies, in their order."""

    number: int
    name: str
    levels: tuple[int, ...]
    revenue: int
    planets: int
    ships: int
    shipyards: int
    offensive_power: int
    defensive_power: int
    treasury: int

    def figures(self) -> dict[str, float]:
        """Return all figures by name, the decisive one first."""
        values = asdict(self)
        names = ("planets", "ships", "shipyards", "offensive_power", "defensive_power", "treasury")
        levels = dict(zip(TECHS, self.levels, strict=True))
        totals = {name.replace("_", " "): values[name] for name in names}
        return {"revenue": self.revenue, **levels, **totals}


def standings(game: Game, economy: Economy) -> list[FinalStanding]:
    """Return all species by descending revenue; ties in the order of their numbers."""
    planets = {
        Place(star.sector, orbit): planet
        for star in game.stars
        for orbit, planet in enumerate(star.planets, start=1)
    }
    rows = [standing(species, planets, economy) for species in game.empires]
    return sorted(rows, key=lambda row: -row.revenue)


def standing(species: Species, planets: Planets, economy: Economy) -> FinalStanding:
    """Return the figures of a species; `planets` are all of the galaxy, by their places."""
    colonies = list(species.living_colonies())
    ships = [ship for ship in species.living_ships() if ship.where != ShipLocation.BUILDING]
    guns = [ship for ship in ships if not ship.transport]
    attack = int_sum(formulas.power(ship.tonnage) for ship in guns if _attacks(ship))
    defense = int_sum(formulas.power(ship.tonnage) for ship in guns if not _attacks(ship))
    defense += int_sum(formulas.power(defense_tonnage(colony)) for colony in colonies)
    military = species.level("ML")
    return FinalStanding(
        number=species.number,
        name=species.name,
        levels=tuple(species.level(tech) for tech in TECHS),
        revenue=int_sum(revenue(species, colony, planets, economy) for colony in colonies),
        planets=int_sum(colony.populated for colony in colonies),
        ships=len(ships),
        shipyards=int_sum(colony.shipyards for colony in colonies),
        offensive_power=with_military(attack, military),
        defensive_power=with_military(defense, military),
        treasury=species.treasury,
    )


def revenue(species: Species, colony: Colony, planets: Planets, economy: Economy) -> int:
    """Return a planet's income in a turn without stored raw material, less the fleet's share."""
    home = planets[species.home]
    site = economy.site(species, colony, planets[colony.place], home)
    earned = economy.income(colony, economy.output(species, colony, site))
    return earned - economy.fleet_share(species.fleet_percent, earned)


def defense_tonnage(colony: Colony) -> int:
    """Return a planet's defenses as tonnage of a warship, in units of 10,000 tons (FH-PD-004)."""
    units = colony.items.get("PD", 0)
    return max(units // 200, 1) if units > 0 else 0


def with_military(power: int, military: int) -> int:
    """Return the total power of ships at this Military level; 0 without any."""
    return (power + military * power // 50) // 10 if military > 0 else 0


def _attacks(ship: Ship) -> bool:
    """Tell whether a warship counts as offensive, because it can travel."""
    return not ship.starbase and not ship.sub_light
