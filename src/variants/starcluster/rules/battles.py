"""Space battles of a turn: opponents and outcomes (SC-CBT-001, SC-CBT-009)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import (
    AT_ONCE,
    IN_A_WAVE,
    LATER,
    StarclusterBattle,
    battle_of,
)
from variants.starcluster.combat import Resolver
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem
from variants.starcluster.model.systems import GAS, ION, ION_STORM
from variants.starcluster.rules import aftermath
from variants.starcluster.rules.assaults import assault_of
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.enemies import are_opponents, meeting_fleets, wants_battle
from variants.starcluster.rules.forces import build_side, largest_fleet
from variants.starcluster.rules.retreats import retreat
from variants.starcluster.rules.silos import fire_alone
from variants.starcluster.rules.stances import at_war
from variants.starcluster.rules.tuning import tuning_of


def fight_battles(context: TurnContext) -> None:
    """Fight the battles of all systems; fleets that broke off leave after all of them."""
    game: Starcluster = context.game
    leaving: dict[str, set[str]] = {}
    deployed = Deployment(game, tuning=tuning_of(context))
    powers = list(game.powers)
    for system in game.systems:
        owners = {fleet.owner for fleet in deployed.fleets.get(system.id, ())}
        if not owners:
            continue
        parties = [power for power in powers if power.id in owners]
        for first, second in _pairs(context, deployed, system, parties):
            _meet(context, deployed, system, (first, second), leaving)
        _silos_alone(context, deployed, system, parties)
    deployed.remove_lost()
    for fleet in list(game.fleets):
        empire = game.power(fleet.owner) if fleet.id in leaving else None
        if empire is not None:
            retreat(context, empire, fleet, leaving[fleet.id])


def _pairs(
    context: TurnContext, deployed: Deployment, at: StarSystem, parties: Sequence[Empire]
) -> list[tuple[Empire, Empire]]:
    """Pairs of opponents in a system, the pair with the most HS first."""
    pairs = [
        pair for pair in combinations(parties, 2) if are_opponents(context, deployed, at, *pair)
    ]

    def spaces(pair: tuple[Empire, Empire]) -> int:
        return -int_sum(deployed.spaces(deployed.at(at.id, power.id)) for power in pair)

    return sorted(pairs, key=spaces)


def _meet(
    context: TurnContext,
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    leaving: dict[str, set[str]],
) -> None:
    """Fight a battle of two empires if one wants it; fleets that broke off before are excluded."""
    first, second = empires
    mine, yours = (
        [fleet for fleet in fleets if fleet.id not in leaving]
        for fleets in meeting_fleets(deployed, at, first, second)
    )
    if not (mine and yours and wants_battle(deployed, [*mine, *yours])):
        return
    if assault_of(context, deployed, at.id, yours, mine) is not None:
        first, second, mine, yours = second, first, yours, mine
    battle = _battle(context, deployed, at, (first, second), (mine, yours))
    resolver: Resolver = context.variant.combat
    stream = context.stream("battle", at.id, first.id, second.id)
    outcome = resolver.fight(battle, stream)
    context.fought(battle, stream, [[first.id], [second.id]], at.id)
    away = aftermath.apply_battle(context, deployed, at, (first, second), (mine, yours), outcome)
    for fleet, units in away.items():
        leaving.setdefault(fleet, set()).update(units)


def _battle(
    context: TurnContext,
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    fleets: tuple[Sequence[Fleet], Sequence[Fleet]],
) -> StarclusterBattle:
    """Make the battle of two empires; in an assault the first one attacks (SC-WPA-001)."""
    assault = assault_of(context, deployed, at.id, *fleets)
    came = {fleet.id for fleet in assault.fleets} if assault else set()
    guards = {fleet.id for fleet in assault.guards} if assault else set()

    def comes(fleet: Fleet) -> str:
        if assault is None or fleet.id in guards:
            return AT_ONCE
        return IN_A_WAVE if fleet.id in came else LATER

    wave = assault.wave if assault else 5
    side_one, side_two = (
        build_side(deployed, empire, at, own_fleets, comes, wave)
        for empire, own_fleets in zip(empires, fleets, strict=True)
    )
    return battle_of(
        side_one,
        side_two,
        gas=at.nebula == GAS,
        ion=at.nebula == ION or at.anomaly == ION_STORM,
        assault=assault is not None,
    )


def _silos_alone(
    context: TurnContext, deployed: Deployment, at: StarSystem, parties: Sequence[Empire]
) -> None:
    """Let silos of an owner without units there fire at an enemy's largest fleet (SC-CMS-006)."""
    game: Starcluster = context.game
    owner = game.power(at.owner) if at.owner else None
    if owner is None or owner in parties:
        return
    for enemy in parties:
        visible, _ = meeting_fleets(deployed, at, enemy, owner)
        if visible and at_war(owner, enemy):
            fire_alone(context, deployed, owner, enemy, at, largest_fleet(deployed, visible))
            return
