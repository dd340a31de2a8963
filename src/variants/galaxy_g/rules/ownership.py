"""Changes of a planet's owner, and of its stockpiles."""

from __future__ import annotations

from variants.galaxy_g.constants import STOCK_OF
from variants.galaxy_g.model import Game, Planet, Race


def found_colony(game: Game, planet: Planet, race: Race) -> None:
    """Make a race the planet's owner. The colony makes capital until ordered otherwise."""
    _change_owner(game, planet, race.id)
    planet.product = "CAP"


def abandon(game: Game, planet: Planet) -> None:
    """Leave the planet uninhabited. Capital and materials stay (GG-BOM-005)."""
    _change_owner(game, planet, "")
    planet.population = planet.industry = planet.colonists = 0.0


def wipe_out(game: Game, planet: Planet) -> None:
    """Leave nothing on the planet of a race that was removed (GG-IDL-003)."""
    abandon(game, planet)
    planet.capital = planet.materials = 0.0


def stock(planet: Planet, cargo: str) -> float:
    """The amount of a cargo on the planet."""
    amount: float = getattr(planet, STOCK_OF[cargo])
    return amount


def add_stock(planet: Planet, cargo: str, amount: float) -> None:
    """Add to a stockpile, or take from it, but not below 0."""
    setattr(planet, STOCK_OF[cargo], max(0.0, stock(planet, cargo) + amount))


def _change_owner(game: Game, planet: Planet, owner: str) -> None:
    """Change the owner, and end all statuses that depend on it (GG-DIP-013)."""
    before, planet.owner = planet.owner, owner
    planet.product, planet.progress, planet.upgraded = "", 0.0, 0.0
    planet.routes = {}
    for race in game.empires:
        if planet.id in race.guard and race.id == before:
            race.guard.remove(planet.id)
        if planet.id in race.attack and (
            race.id == owner or (before and _has_group_at(race, planet))
        ):
            race.attack.remove(planet.id)


def _has_group_at(race: Race, planet: Planet) -> bool:
    return any(group.at == planet.id and not group.under_way for group in race.groups)
