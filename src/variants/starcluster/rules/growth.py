"""Growth, garrisons and revolts, after income (SC-GRO, SC-PDC-003, SC-PDC-004, SC-RACE-005)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Planet, Starcluster, StarSystem
from variants.starcluster.model.game import Holdings
from variants.starcluster.model.races import LOW
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.relations import are_enemies, armed_enemies
from variants.starcluster.rules.units import in_line
from variants.starcluster.setup.empires import GARRISON

GROWN = EventKind(
    "system.grown", "System {system} has grown by {grown} to {pu} PU.", ("SC-GRO-001",)
)
REVOLT = EventKind(
    "system.revolt", "{pu} PU of {system} are in revolt for {turns} turns.", ("SC-RACE-005",)
)

#: Rolls of 1d100 up to this cause a revolt (SC-RACE-005).
REVOLTS = 5


def grow_colonies(context: TurnContext[Starcluster]) -> None:
    """Grow every colony; those of races with low chauvinism may revolt."""
    game = context.game
    economy = economy_of(context)
    holdings = Holdings(game)
    for empire in game.powers:
        unserved = {} if empire.npr else pool_service(holdings, empire, economy).unserved
        for system in holdings.colonies(empire.id):
            if system.id not in unserved:
                _grow(context, empire, system, economy)
            _count_down(system)
            if empire.race.chauvinism == LOW:
                _may_revolt(context, empire, system)


def _grow(
    context: TurnContext[Starcluster],
    empire: Empire,
    system: StarSystem,
    economy: StarclusterEconomy,
) -> None:
    if system.pu >= system.most_pu:
        return  # SC-GRO-002: a full system rolls nothing
    stream = context.stream("growth", system.id, known_to=empire.dice_reader)
    grown = economy.growth(system, empire.race, stream.die(6))
    if grown:
        system.pu += grown
        dice = [context.dice(stream, "growth", system.id)]
        context.emit(
            GROWN,
            empire.readers,
            place=system.id,
            dice=dice,
            system=system.id,
            grown=grown,
            pu=system.pu,
        )


def _count_down(system: StarSystem) -> None:
    """Count down temporary states: modifiers (SC-GRO-004), revolts and occupation."""
    for spell in system.spells:
        spell.turns -= 1
    system.spells = [spell for spell in system.spells if spell.turns > 0]
    system.occupied = max(0, system.occupied - 1)
    if system.revolt_turns:
        system.revolt_turns -= 1
        if not system.revolt_turns:
            system.revolt = 0


def _may_revolt(context: TurnContext[Starcluster], empire: Empire, system: StarSystem) -> None:
    if system.revolt_turns:
        return
    stream = context.stream("revolt", system.id, known_to=empire.dice_reader)
    if stream.die(100) > REVOLTS:
        return
    system.revolt = min(system.pu, stream.roll("2d100"))
    system.revolt_turns = stream.die(4)
    context.emit(
        REVOLT,
        empire.readers,
        place=system.id,
        dice=[context.dice(stream, "revolt", system.id)],
        pu=system.revolt,
        system=system.id,
        turns=system.revolt_turns,
    )


#: Base points regained in a turn without a fight (SC-PDC-004).
REGAINED = 10.0


def restore_garrisons(context: TurnContext[Starcluster]) -> None:
    """Restore points to the garrisons of all standing PDC, up to 100."""
    game = context.game
    holdings = Holdings(game)
    for empire in game.powers:
        for system in holdings.colonies(empire.id):
            for number, planet in enumerate(system.planets, 1):
                if planet.pdc and planet.garrison < GARRISON:
                    gained = garrison_recovery(game, empire, system, number, planet, context.turn)
                    planet.garrison = min(GARRISON, planet.garrison + gained)


def garrison_recovery(
    game: Starcluster, empire: Empire, system: StarSystem, number: int, planet: Planet, turn: int
) -> float:
    """Points regained by a garrison: halved by each kind of siege, none under fire (SC-PDC-004)."""
    if planet.bombarded == turn:
        return 0.0
    points = REGAINED
    if armed_enemies(game, empire, system.id) and not _is_defended(game, empire, system):
        points /= 2
    if _is_besieged(game, empire, system, number, planet):
        points /= 2
    return points


def _is_defended(game: Starcluster, empire: Empire, system: StarSystem) -> bool:
    """True if a battle line of the owner is there."""
    fleets = {fleet.id for fleet in game.fleets_of(empire.id) if fleet.at == system.id}
    units = (unit for unit in game.units_of(empire.id) if unit.fleet in fleets)
    return any(map(in_line, units))


def _is_besieged(
    game: Starcluster, empire: Empire, system: StarSystem, number: int, planet: Planet
) -> bool:
    """True if enemy troops are on a planet, or an enemy fleet is to bombard it."""
    if any(are_enemies(game, empire.id, troops.owner) for troops in planet.troops):
        return True
    return any(
        fleet.bombards is not None
        and fleet.bombards[0] == number
        and are_enemies(game, empire.id, fleet.owner)
        for fleet in game.fleets
        if fleet.at == system.id
    )
