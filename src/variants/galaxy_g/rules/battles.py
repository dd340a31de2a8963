"""Steps 3, 4, 8 and 9: one battle at each planet where enemies meet, then bombing.

The resolver decides how a battle is fought: `combat.Resolver` and `battle/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.combat import BattleRecord, resolve_in_game
from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.battle.model import (
    PlanetGroups,
    apply_losses,
    battle_at_planet,
    observed_units,
    summary,
)
from variants.galaxy_g.combat import GameCombat, formulas_of
from variants.galaxy_g.model import Game, Group, Planet, Race
from variants.galaxy_g.rules import diplomacy, ownership
from variants.galaxy_g.rules.diplomacy import hostile_pairs
from variants.galaxy_g.rules.visibility import record_sightings

BATTLE = EventKind(
    "battle.fought",
    "{title}: {summary}.",
    ("GG-CBT-001", "GG-CBT-010", "GG-CBT-017", "GG-DIP-011"),
)


def fight_battles(context: TurnContext[Game]) -> None:
    """Fight the battles planet by planet, in the order of their numbers (GG-CBT-001, GG-CBT-016).

    Ships in hyperspace take no part. Ships sent this turn take part in step 3 (GG-CBT-002).
    """
    game = context.game
    by_planet = game.groups_by_planet()
    owners = {race.id: race for race in game.empires}
    for number in sorted(by_planet, key=int):
        planet, members = game.planet(number), by_planet[number]
        owner = owners.get(planet.owner)
        hostile = hostile_at(planet, members, owner)
        if hostile:
            fight(context, planet, members, hostile, owner)
    _remove_wrecks(game)


def _remove_wrecks(game: Game) -> None:
    for race in game.empires:
        race.groups = [group for group in race.groups if group.ships]


def hostile_at(planet: Planet, members: PlanetGroups, owner: Race | None) -> list[tuple[str, str]]:
    """The pairs of races that fight at a planet, by the ships that they have there."""
    if members[0][0] is members[-1][0]:  # the groups are sorted by race
        return []
    armed = {race.id for race, group in members if race.design_of(group).armed}
    if not armed:
        return []
    present = {race.id: race for race, _ in members}
    return hostile_pairs(planet, list(present.values()), armed, owner)


def fight(
    context: TurnContext[Game],
    planet: Planet,
    members: PlanetGroups,
    hostile: Sequence[tuple[str, str]],
    owner: Race | None,
) -> None:
    """Fight a battle and take the losses from the groups.

    `hostile` are pairs of ids. The `owner` of the planet sees the battle even without ships there.
    """
    battle, stream = battle_at_planet(members, hostile), context.stream(planet.id)
    record = resolve_in_game(context.variant.combat, battle, stream)
    sides = list({race.id: race for race, _ in members}.values())
    context.fought(battle, stream, [[race.id] for race in sides], planet.id)
    observers = sides
    if owner is not None and all(race.id != owner.id for race in sides):
        observers = [*sides, owner]
    _report_battle(context, planet, members, record, observers)
    audience = [race.id for race in observers]
    types = dict.fromkeys((race.id, group.type) for race, group in members)
    record_sightings(context.notes, audience, [race.id for race in sides], types)
    apply_losses(members, record)


def _report_battle(
    context: TurnContext[Game],
    planet: Planet,
    members: PlanetGroups,
    record: BattleRecord,
    observers: Sequence[Race],
) -> None:
    """Emit an event for each observer, as that race sees it, and one for the gamemaster.

    (GG-CBT-017, GG-VIS-013)
    """
    record_data = record.to_dict(
        f"Battle at {planet.name}",
        place=planet.name,
        turn=context.turn,
        phase=context.phase_name,
        summary=summary(record),
    )
    dice = _dice(context, planet, record)
    for observer in (*observers, None):
        units = list(observed_units(record_data["units"], members, observer))
        data = {**record_data, "you": observer.name if observer else None, "units": units}
        audience = [observer.id] if observer else []
        context.emit(BATTLE, audience, place=planet.id, dice=[dice], data=data)


def _dice(context: TurnContext[Game], planet: Planet, record: BattleRecord) -> Dice:
    """The source of the battle's dice: the stream, and the number of its words."""
    return Dice((context.phase_name, planet.id), 0, record.words)


PLANET_BOMBED = EventKind(
    "planet.bombed",
    "{bombers} bombed {planet} of {owner}: population {before[population]:.2f} to"
    " {after[population]:.2f}, industry {before[industry]:.2f} to {after[industry]:.2f}.",
    ("GG-BOM-001", "GG-BOM-002", "GG-BOM-004"),
)
BOMBED_EMPTY = EventKind(
    "planet.bombed_empty", "{planet} was bombed empty and has no owner any more.", ("GG-BOM-005",)
)


def bomb_planets(context: TurnContext[Game]) -> None:
    """Planet by planet, twice a turn: after the battles of steps 3 and 8 (GG-BOM-006)."""
    game = context.game
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


def guns_of(combat: GameCombat, groups: PlanetGroups, shields_tech: float) -> dict[float, int]:
    """The number of guns of each strength, of all races together (GG-BOM-002)."""
    guns: dict[float, int] = {}
    for race, group in groups:
        design = race.design_of(group)
        strength = combat.bomb(design, group.techs.weapons, shields_tech)
        guns[strength] = guns.get(strength, 0) + design.attacks * group.ships
    return guns


def _bomb(
    context: TurnContext[Game],
    planet: Planet,
    owner: Race,
    bombing: PlanetGroups,
    members: PlanetGroups,
) -> None:
    """Bomb with all guns together. The same share of everything is lost (GG-BOM-004)."""
    combat = formulas_of(context.variant.combat)
    damage = combat.bomb_damage(guns_of(combat, bombing, owner.techs.shields))
    before = _figures(planet)
    survival = combat.spared(planet.population, damage)
    planet.population *= survival
    planet.industry *= survival
    planet.colonists *= survival
    emptied = planet.population <= 0
    if emptied:
        ownership.abandon(context.game, planet)
    _report_bombing(context, planet, owner, bombing, members, damage=damage, before=before)
    if emptied:
        audience = _audience(owner, members)
        context.emit(BOMBED_EMPTY, audience, place=planet.id, planet=planet.name)


def _report_bombing(
    context: TurnContext[Game],
    planet: Planet,
    owner: Race,
    bombing: PlanetGroups,
    members: PlanetGroups,
    **facts: Any,
) -> None:
    """Report a bombing to all who see it (GG-VIS-013); they then know both sides (GG-VIS-010)."""
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
