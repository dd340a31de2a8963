"""People: births, stored and thawed colonists, and the industry of the population."""

from __future__ import annotations

from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Planet


def grow(industry: Industry, planet: Planet) -> None:
    """Add the births, which cost nothing. The surplus becomes colonists.

    The population is limited by the size (GG-POP-001, GG-POP-002, GG-POP-003). Stored colonists
    stay stored (GG-COL-003). Then capital becomes industry.
    """
    people = planet.population + industry.growth(planet)
    planet.population = min(people, planet.size)
    planet.colonists += max(0.0, people - planet.size) / industry.people_per_colonist
    settle_down(planet)


def thaw(industry: Industry, planet: Planet, colonists: float) -> None:
    """Add colonists to the population. Those without room are stored again.

    (GG-COL-001, GG-COL-002)
    """
    add_people(industry, planet, colonists * industry.people_per_colonist)


def add_people(industry: Industry, planet: Planet, people: float) -> None:
    """Add people to the population, as far as the planet has room for them (GG-POP-001)."""
    room = max(0.0, planet.size - planet.population)
    planet.population = min(planet.size, planet.population + people)
    planet.colonists += max(0.0, people - room) / industry.people_per_colonist


def settle_down(planet: Planet) -> None:
    """Cut industry to the population, and turn capital into industry.

    This happens at the end of production and when goods or people arrive (GG-IND-001, GG-CAP-002,
    GG-CAP-003).
    """
    planet.industry = min(planet.industry, planet.population)
    room = planet.population - planet.industry
    if planet.capital < room:
        planet.industry = min(planet.industry + planet.capital, planet.population)
        planet.capital = 0.0
    else:
        planet.industry = planet.population
        planet.capital -= room
