"""People: births, stored and thawed colonists, the industry of the population, and landings.

Colonists land on planets of no race or of others as settlers, guests or conquerors.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import ROUNDING
from variants.galaxy_g.economy import Industry, industry_of
from variants.galaxy_g.model import Game, Planet, Race
from variants.galaxy_g.rules import diplomacy, ownership
from variants.galaxy_g.rules.visibility import record_sightings


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
    """Add people to the population, limited by the room on the planet (GG-POP-001)."""
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


COLONIZED = EventKind(
    "planet.colonized", "{people:.2f} people of {race} settled {planet}.", ("GG-COL-004",)
)
JOINED = EventKind(
    "planet.joined", "{people:.2f} people of {race} joined {owner} on {planet}.", ("GG-INV-001",)
)
REPELLED = EventKind(
    "landing.repelled",
    "{people:.2f} people of {race} landed on {planet} and fell, and {fallen:.2f} of {owner}.",
    ("GG-INV-002",),
)
EMPTIED = EventKind(
    "landing.emptied",
    "{people:.2f} people of {race} landed on {planet} of {owner}: nobody is left alive.",
    ("GG-INV-002",),
)
CONQUERED = EventKind(
    "landing.conquered",
    "{people:.2f} people of {race} landed on {planet} and took it; {fallen:.2f} of {owner} fell.",
    ("GG-INV-002",),
)


def land(context: TurnContext[Game], race: Race, planet: Planet, colonists: float) -> None:
    """Land colonists on a planet that does not belong to their race."""
    industry = industry_of(context)
    people = colonists * industry.people_per_colonist
    owner, before = planet.owner, planet.population
    if not owner:
        kind = _settle(industry, context.game, race, planet, people)
    elif not diplomacy.at_war_over(race, planet):
        kind = _join(industry, planet, people)
    else:
        kind = _fight(industry, context.game, race, planet, people)
    if planet.owner:
        settle_down(planet)
    parties = [race.id, owner] if owner else [race.id]
    audience = dict.fromkeys([*parties, *_present(context, planet)])
    record_sightings(context.notes, audience, parties)
    names = {other.id: other.name for other in context.game.empires}
    context.emit(
        kind,
        audience,
        place=planet.id,
        planet=planet.name,
        race=race.name,
        owner=names.get(owner, ""),
        people=people,
        fallen=min(people, before) if kind in {REPELLED, EMPTIED, CONQUERED} else 0.0,
    )


def _settle(industry: Industry, game: Game, race: Race, planet: Planet, people: float) -> EventKind:
    """Make the settlers' race the owner of the planet (GG-COL-004)."""
    ownership.found_colony(game, planet, race)
    add_people(industry, planet, people)
    return COLONIZED


def _join(industry: Industry, planet: Planet, people: float) -> EventKind:
    """Add the guests to the people of the planet's owner (GG-INV-001)."""
    add_people(industry, planet, people)
    return JOINED


def _fight(industry: Industry, game: Game, race: Race, planet: Planet, people: float) -> EventKind:
    """Fight a landing, in which each person dies with one of the population (GG-INV-002)."""
    left = people - planet.population
    if left < -ROUNDING:
        planet.population = -left
        return REPELLED
    if left <= ROUNDING:
        ownership.abandon(game, planet)
        return EMPTIED
    ownership.found_colony(game, planet, race)
    planet.population = planet.colonists = 0.0
    add_people(industry, planet, left)
    return CONQUERED


def _present(context: TurnContext[Game], planet: Planet) -> list[str]:
    """The races that had a ship at the planet when the first landing of this phase was made."""
    note = f"present in {context.phase_name}"
    if note not in context.notes:
        context.notes[note] = context.game.groups_by_planet()
    return list(dict.fromkeys(race.id for race, _ in context.notes[note].get(planet.id, ())))
