"""Estimates of the likely winner of a battle, from a race's knowledge.

Lanchester's square law: each side loses ships in proportion to the other's shots, and the side with
the smaller share of losses per round at the beginning wins. The ratio of these shares and the
numbers of ships give the chance. It draws no dice, so ten thousand ships cost as little as ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

from horizons_core.exact import exp2, log2
from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.combat import CERTAIN
from variants.galaxy_g.model import Design
from variants.galaxy_g.orders.ship_designs import Facts

#: Assumed ratio of others' hidden levels to the bot's own.
CAUTION = 1.1
#: The design assumed for unknown ships.
_UNKNOWN = Design(10.0, 1, 10.0, 10.0, 0.0)
_CERTAIN_ODDS = 60.0  #: binary logarithm of odds that count as certain


@frozen
class CombatProfile:
    """The strength of a ship in a battle: guns, the power of a shot, and the defence."""

    guns: int
    attack: float
    defence: float


#: Numbers of ships of a side with the same profile.
ShipCounts = dict[CombatProfile, int]


def chance_to_win(board: BotView, squads: Sequence[Squad], aliens: Sequence[Facts]) -> float:
    """The chance of squads to destroy groups of others."""
    if not aliens:
        return 1.0
    ours, theirs = _side_of(board, squads), _enemy_side(board, aliens)
    losses, gains = _loss_rate(board, theirs, ours), _loss_rate(board, ours, theirs)
    if not losses or not gains:
        return 1.0 if gains else 0.0
    shooting, shot_at = _armed(ours), _armed(theirs)
    ships = 2 * shooting * shot_at / (shooting + shot_at)
    odds = (log2(gains) - log2(losses)) * math.sqrt(ships)
    return 1 / (1 + exp2(min(_CERTAIN_ODDS, max(-_CERTAIN_ODDS, -odds))))


def _side_of(board: BotView, squads: Sequence[Squad]) -> ShipCounts:
    side: ShipCounts = {}
    for squad in squads:
        profile = _combat_profile(board, squad.design, squad.techs.weapons, squad.techs.shields)
        side[profile] = side.get(profile, 0) + squad.ships
    return side


def _enemy_side(board: BotView, aliens: Sequence[Facts]) -> ShipCounts:
    weapons, shields = CAUTION * board.techs.weapons, CAUTION * board.techs.shields
    side: ShipCounts = {}
    for group in aliens:
        design = board.designs.get((group["race"], group["type"]), _UNKNOWN)
        profile = _combat_profile(board, design, weapons, shields)
        side[profile] = side.get(profile, 0) + group["ships"]
    return side


def _combat_profile(
    board: BotView, design: Design, weapons: float, shields: float
) -> CombatProfile:
    combat = board.combat
    return CombatProfile(
        design.attacks, combat.attack(design, weapons), combat.defence(design, shields)
    )


def _armed(side: ShipCounts) -> int:
    return int_sum(ships for profile, ships in side.items() if profile.guns)


def _loss_rate(board: BotView, shooters: ShipCounts, targets: ShipCounts) -> float:
    """The share of the targets' armed ships lost in one round, at the beginning.

    Every ship draws fire, armed or not. Unarmed targets all fall in the end.
    """
    counted = {profile: ships for profile, ships in targets.items() if profile.guns} or targets
    guns = [profile for profile in shooters if profile.guns]
    if not guns:
        return 0.0
    attacks = sorted({profile.attack for profile in guns})
    defences = sorted({profile.defence for profile in counted})
    table = board.combat.thresholds(attacks, defences).tolist()
    hits = 0.0
    for gun in guns:
        row = table[attacks.index(gun.attack)]
        for profile, ships in counted.items():
            chance = row[defences.index(profile.defence)] / CERTAIN
            hits += shooters[gun] * gun.guns * ships * chance
    return hits / ordered_sum(targets.values()) / int_sum(counted.values())


def bomb_damage(board: BotView, squads: Sequence[Squad]) -> float:
    """Damage of squads to a planet in one bombing (GG-BOM-002)."""
    guns: dict[float, int] = {}
    for squad in squads:
        bomb = board.combat.bomb(squad.design, squad.techs.weapons, CAUTION * board.techs.shields)
        guns[bomb] = guns.get(bomb, 0) + squad.design.attacks * squad.ships
    return board.combat.bomb_damage(guns)
