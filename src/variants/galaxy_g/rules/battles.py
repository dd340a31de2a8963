"""Steps 3 and 8: at each planet where enemies meet there is one battle.

How a battle is fought is the resolver's: `combat.Resolver` and `battle/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.combat import BattleRecord
from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.battle.encounter import Here, battle_of, summary, take_losses, units_seen
from variants.galaxy_g.combat import resolver_of
from variants.galaxy_g.model import Game, Planet, Race
from variants.galaxy_g.rules.hostility import hostile_pairs
from variants.galaxy_g.rules.visibility import witness

BATTLE = EventKind(
    "battle.fought",
    "{title}: {summary}.",
    ("GG-CBT-001", "GG-CBT-010", "GG-CBT-017", "GG-DIP-011"),
)


def fight_battles(context: TurnContext) -> None:
    """Planet by planet, in the order of their numbers (GG-CBT-001, GG-CBT-016).

    Ships in hyperspace take no part; those that were sent this turn do in step 3 (GG-CBT-002).
    """
    game: Game = context.game
    by_planet = game.groups_by_planet()
    owners = {race.id: race for race in game.empires}
    for number in sorted(by_planet, key=int):
        planet, here = game.planet(number), by_planet[number]
        owner = owners.get(planet.owner)
        hostile = hostile_at(planet, here, owner)
        if hostile:
            fight(context, planet, here, hostile, owner)
    _remove_wrecks(game)


def _remove_wrecks(game: Game) -> None:
    for race in game.empires:
        race.groups = [group for group in race.groups if group.ships]


def hostile_at(planet: Planet, here: Here, owner: Race | None) -> list[tuple[str, str]]:
    """The pairs of races that fight at a planet, by the ships that they have there."""
    if here[0][0] is here[-1][0]:  # they stand race by race
        return []
    armed = {race.id for race, group in here if race.design_of(group).armed}
    if not armed:
        return []
    present = {race.id: race for race, _ in here}
    return hostile_pairs(planet, list(present.values()), armed, owner)


def fight(
    context: TurnContext,
    planet: Planet,
    here: Here,
    hostile: Sequence[tuple[str, str]],
    owner: Race | None,
) -> None:
    """Fight a battle and take the losses from the groups.

    `hostile` are pairs of ids; the `owner` of the planet is told of it, with ships there or not.
    """
    battle, stream = battle_of(here, hostile), context.stream(planet.id)
    record = resolver_of(context).resolve(battle, stream)
    sides = list({race.id: race for race, _ in here}.values())
    context.fought(battle, stream, [[race.id] for race in sides], planet.id)
    observers = sides
    if owner is not None and all(race.id != owner.id for race in sides):
        observers = [*sides, owner]
    _tell(context, planet, here, record, observers)
    audience = [race.id for race in observers]
    types = dict.fromkeys((race.id, group.type) for race, group in here)
    witness(context.notes, audience, [race.id for race in sides], types)
    take_losses(here, record)


def _tell(
    context: TurnContext,
    planet: Planet,
    here: Here,
    record: BattleRecord,
    observers: Sequence[Race],
) -> None:
    """An event for each observer, told its way, and one for the gamemaster.

    (GG-CBT-017, GG-VIS-013)
    """
    told = record.told(
        f"Battle at {planet.name}",
        place=planet.name,
        turn=context.turn,
        phase=context.phase_name,
        summary=summary(record),
    )
    dice = _dice(context, planet, record)
    for observer in (*observers, None):
        units = list(units_seen(told["units"], here, observer))
        data = {**told, "you": observer.name if observer else None, "units": units}
        audience = [observer.id] if observer else []
        context.emit(BATTLE, audience, place=planet.id, dice=[dice], data=data)


def _dice(context: TurnContext, planet: Planet, record: BattleRecord) -> Dice:
    """Where the battle's dice come from: the stream, and how many words of it."""
    return Dice((context.phase_name, planet.id), 0, record.words)
