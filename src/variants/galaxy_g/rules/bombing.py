"""Steps 4 and 9: armed ships bomb the planets of their enemies."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.battle.encounter import PlanetGroups
from variants.galaxy_g.combat import Resolver, resolver_of
from variants.galaxy_g.model import Game, Group, Planet, Race
from variants.galaxy_g.rules import diplomacy, ownership
from variants.galaxy_g.rules.visibility import record_sightings

PLANET_BOMBED = EventKind(
    "planet.bombed",
    "{bombers} bombed {planet} of {owner}: population {before[population]:.2f} to"
    " {after[population]:.2f}, industry {before[industry]:.2f} to {after[industry]:.2f}.",
    ("GG-BOM-001", "GG-BOM-002", "GG-BOM-004"),
)
BOMBED_EMPTY = EventKind(
    "planet.bombed_empty", "{planet} was bombed empty and has no owner any more.", ("GG-BOM-005",)
)


def bomb_planets(context: TurnContext) -> None:
    """Planet by planet, twice a turn: after the battles of steps 3 and 8 (GG-BOM-006)."""
    game: Game = context.game
    races = {race.id: race for race in game.empires}
    for number, members in sorted(game.groups_by_planet().items(), key=lambda item: int(item[0])):
        planet = game.planet(number)
        if planet.owner:
            bombing = [(race, group) for race, group in members if is_bombing(race, group, planet)]
            if bombing:
                _bomb(context, planet, races[planet.owner], bombing, members)


def is_bombing(race: Race, group: Group, planet: Planet) -> bool:
    """True if the group bombs the planet; helpers of a coalition do not (GG-BOM-001)."""
    return race.design_of(group).armed and diplomacy.at_war_over(race, planet)


def guns_of(resolver: Resolver, groups: PlanetGroups, shields_tech: float) -> dict[float, int]:
    """The number of guns of each strength, of all races together (GG-BOM-002)."""
    guns: dict[float, int] = {}
    for race, group in groups:
        design = race.design_of(group)
        strength = resolver.bomb(design, group.techs.weapons, shields_tech)
        guns[strength] = guns.get(strength, 0) + design.attacks * group.ships
    return guns


def _bomb(
    context: TurnContext, planet: Planet, owner: Race, bombing: PlanetGroups, members: PlanetGroups
) -> None:
    """Bomb with all guns together. The same share of everything is lost (GG-BOM-004)."""
    resolver = resolver_of(context)
    damage = resolver.bomb_damage(guns_of(resolver, bombing, owner.techs.shields))
    before = _figures(planet)
    survival = resolver.spared(planet.population, damage)
    planet.population *= survival
    planet.industry *= survival
    planet.colonists *= survival
    emptied = planet.population <= 0
    if emptied:
        ownership.abandon(context.game, planet)
    _report(context, planet, owner, bombing, members, damage=damage, before=before)
    if emptied:
        audience = _audience(owner, members)
        context.emit(BOMBED_EMPTY, audience, place=planet.id, planet=planet.name)


def _report(
    context: TurnContext,
    planet: Planet,
    owner: Race,
    bombing: PlanetGroups,
    members: PlanetGroups,
    **facts: Any,
) -> None:
    """Report it to all who see it (GG-VIS-013), and note that they saw both sides (GG-VIS-010)."""
    audience = _audience(owner, members)
    bombers = {race.id: race.name for race, _ in bombing}
    record_sightings(context.notes, audience, [*bombers, owner.id])
    context.emit(
        PLANET_BOMBED,
        audience,
        place=planet.id,
        planet=planet.name,
        owner=owner.name,
        bombers=", ".join(bombers.values()),
        after=_figures(planet),
        **facts,
    )


def _audience(owner: Race, members: PlanetGroups) -> list[str]:
    return list(dict.fromkeys([owner.id, *(race.id for race, _ in members)]))


def _figures(planet: Planet) -> dict[str, float]:
    return {
        "population": planet.population,
        "industry": planet.industry,
        "colonists": planet.colonists,
    }
