"""The bots' odds calculator: the likely winner of a battle, from a race's knowledge.

Lanchester's square law: each side loses ships in proportion to the other's shots, and the side wins
whose share of losses a round is smaller at the beginning. The ratio of these shares and the numbers
of ships give the chance. No dice are thrown, so ten thousand ships cost as little as ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

from horizons_core.exact import exp2, log2
from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.battle.chances import CERTAIN
from variants.galaxy_g.bots.board import Board, Facts, Squad
from variants.galaxy_g.model import Design

#: Assumed ratio of others' hidden levels to the bot's own.
CAUTION = 1.1
#: The design assumed for unknown ships.
_UNKNOWN = Design(10.0, 1, 10.0, 10.0, 0.0)
_CERTAIN_ODDS = 60.0  #: binary logarithm of odds that count as certain


@frozen
class Kind:
    """Equal ships in a battle: guns, the power of a shot, and the defence."""

    guns: int
    attack: float
    defence: float


#: The ships of a side by kind.
Side = dict[Kind, int]


def chance_to_win(board: Board, squads: Sequence[Squad], aliens: Sequence[Facts]) -> float:
    """The chance of squads to destroy groups of others."""
    if not aliens:
        return 1.0
    ours, theirs = _side_of(board, squads), _side_of_others(board, aliens)
    losses, gains = _loss_rate(board, theirs, ours), _loss_rate(board, ours, theirs)
    if not losses or not gains:
        return 1.0 if gains else 0.0
    shooting, shot_at = _armed(ours), _armed(theirs)
    ships = 2 * shooting * shot_at / (shooting + shot_at)
    odds = (log2(gains) - log2(losses)) * math.sqrt(ships)
    return 1 / (1 + exp2(min(_CERTAIN_ODDS, max(-_CERTAIN_ODDS, -odds))))


def _side_of(board: Board, squads: Sequence[Squad]) -> Side:
    side: Side = {}
    for squad in squads:
        kind = _kind(board, squad.design, squad.techs.weapons, squad.techs.shields)
        side[kind] = side.get(kind, 0) + squad.ships
    return side


def _side_of_others(board: Board, aliens: Sequence[Facts]) -> Side:
    weapons, shields = CAUTION * board.techs.weapons, CAUTION * board.techs.shields
    side: Side = {}
    for group in aliens:
        design = board.designs.get((group["race"], group["type"]), _UNKNOWN)
        kind = _kind(board, design, weapons, shields)
        side[kind] = side.get(kind, 0) + group["ships"]
    return side


def _kind(board: Board, design: Design, weapons: float, shields: float) -> Kind:
    combat = board.combat
    return Kind(design.attacks, combat.attack(design, weapons), combat.defence(design, shields))


def _armed(side: Side) -> int:
    return int_sum(ships for kind, ships in side.items() if kind.guns)


def _loss_rate(board: Board, shooters: Side, targets: Side) -> float:
    """The share of the targets' armed ships lost to one round, at the beginning.

    Every ship draws fire, armed or not. Unarmed targets all fall in the end.
    """
    counted = {kind: ships for kind, ships in targets.items() if kind.guns} or targets
    guns = [kind for kind in shooters if kind.guns]
    if not guns:
        return 0.0
    attacks = sorted({kind.attack for kind in guns})
    defences = sorted({kind.defence for kind in counted})
    table = board.combat.thresholds(attacks, defences).tolist()
    hits = 0.0
    for gun in guns:
        row = table[attacks.index(gun.attack)]
        for kind, ships in counted.items():
            chance = row[defences.index(kind.defence)] / CERTAIN
            hits += shooters[gun] * gun.guns * ships * chance
    return hits / ordered_sum(targets.values()) / int_sum(counted.values())


def bomb_damage(board: Board, squads: Sequence[Squad]) -> float:
    """Damage of squads to a planet in one bombing (GG-BOM-002)."""
    guns: dict[float, int] = {}
    for squad in squads:
        bomb = board.combat.bomb(squad.design, squad.techs.weapons, CAUTION * board.techs.shields)
        guns[bomb] = guns.get(bomb, 0) + squad.design.attacks * squad.ships
    return board.combat.bomb_damage(guns)
