"""A battle as arrays for the kernels.

Everything that the course of the battle cannot change is computed here, once for all runs: the list
of stages, and the role of every unit in each (`actions`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from variants.far_horizons.battle import actions
from variants.far_horizons.battle.actions import colony_role, ship_role
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.protocol import BattleArrays, Integers
from variants.far_horizons.battle.model import (
    BattleFighter,
    BattleStage,
    FighterKind,
    Scene,
    SectorBattle,
    Side,
)
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import power

#: Upper bound of the numbers of a battle, so that no sum or product in the kernels overflows.
MAX_VALUE = 1_000_000_000
_GUNS = {f"GU{mark}": power(5 * mark) for mark in range(1, 10)}
_SHIELDS = {f"SG{mark}": power(5 * mark) for mark in range(1, 10)}


def arrays_of(scene: Scene) -> BattleArrays:
    """Return the arrays of a battle after ambushes, with mutual hostility.

    Raises ValueError for fighters that are not in the order of sides.
    """
    battle = scene.battle
    order = [fighter.side for fighter in battle.fighters]
    if order != sorted(order):
        raise ValueError("fighters must be grouped by side, in the order of the sides")
    cargo = _Hold(scene)
    numbers = range(len(battle.fighters)) if scene.groups is None else scene.groups
    units = [
        _unit(scene.economy, fighter, group, cargo)
        for fighter, group in zip(battle.fighters, numbers, strict=True)
    ]
    stages = actions.stages_of(scene)
    return BattleArrays(
        sides=_table([_side(side) for side in battle.sides], at.SIDE_COLUMNS),
        hostile=_hostile(battle),
        units=_table(units, at.UNIT_COLUMNS),
        cargo=_table(cargo.rows, at.CARGO_COLUMNS),
        stages=_table([(stage.act, stage.planet) for stage in stages], 2),
        roles=_table([_roles(scene, stage) for stage in stages], len(battle.fighters)),
        rules=np.array([getattr(scene.rules, name) for name in at.RULES], np.int64),
    )


def _table(rows: Sequence[Sequence[int]], columns: int) -> Integers:
    table = np.array([[min(int(number), MAX_VALUE) for number in row] for row in rows], np.int64)
    return np.ascontiguousarray(table.reshape(len(rows), columns))


def _side(side: Side) -> list[int]:
    row = [0] * at.SIDE_COLUMNS
    row[at.MILITARY] = side.military
    row[at.LIFE_SUPPORT] = side.life_support
    row[at.GRAVITICS] = side.gravitics
    row[at.BIOLOGY] = side.biology
    row[at.FAVOURITE] = int(side.favourite or 0)
    row[at.TRANSPORTS_LEAVE] = side.limits.transports
    row[at.WARSHIPS_LEAVE] = side.limits.warships
    row[at.FLEET_LEAVES] = side.limits.fleet
    row[at.HIJACKS] = side.hijacks
    row[at.SURPRISED] = side.surprised
    row[at.DISGUISED] = side.disguised
    return row


def _hostile(battle: SectorBattle) -> Integers:
    table = np.zeros((len(battle.sides), len(battle.sides)), np.int64)
    for side in battle.sides:
        for other, enmity in side.enemies.items():
            table[side.index, other] = enmity
    return table


class _Hold:
    """The cargo rows of all units, unit by unit."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.rows: list[list[int]] = []

    def load(self, fighter: BattleFighter) -> dict[str, int]:
        """Append the cargo of a fighter; return the row number of each item."""
        biology, economy = self._scene.battle.side_of(fighter).biology, self._scene.economy
        item_rows = {}
        for item, count in fighter.cargo.items():
            item_rows[item] = len(self.rows)
            row = [0] * at.CARGO_COLUMNS
            row[at.COUNT] = count
            row[at.GUN], row[at.SHIELD] = _GUNS.get(item, 0), _SHIELDS.get(item, 0)
            row[at.PRICE], row[at.PER] = economy.recycled_share(item, biology)
            row[at.IS_COLONISTS], row[at.IS_DEFENSES] = item == "CU", item == "PD"
            self.rows.append(row)
        return item_rows


def _unit(economy: Economy, fighter: BattleFighter, group: int, hold: _Hold) -> list[int]:
    row = [0] * at.UNIT_COLUMNS
    row[at.SIDE], row[at.KIND] = fighter.side, fighter.kind
    row[at.TONNAGE], row[at.STANDS_AT] = fighter.tonnage, fighter.orbit
    row[at.CARGO_FROM] = len(hold.rows)
    items = hold.load(fighter)
    row[at.CARGO_TO] = len(hold.rows)
    for column, item in ((at.FORCED_JUMP, "FJ"), (at.FORCED_MISJUMP, "FM"), (at.GERMS, "GW")):
        row[column] = items.get(item, -1)
    row[at.STATE_BEFORE], row[at.GROUP] = fighter.state, group
    if fighter.kind is FighterKind.COLONY:
        _settle(row, fighter)
    else:
        row[at.AGE_BEFORE] = fighter.age
        row[at.HULL] = power(fighter.tonnage)
        row[at.CAN_LEAVE] = fighter.can_leave
        row[at.COST] = economy.ship_cost(fighter.tonnage, sub_light=fighter.sub_light)
    return row


def _settle(row: list[int], fighter: BattleFighter) -> None:
    """Fill in the columns of a colony."""
    row[at.GROUP] = -1
    row[at.DEFENSES_BEFORE] = fighter.defenses
    if fighter.colony is not None:
        row[at.MINES] = fighter.colony.mining_base
        row[at.FACTORIES] = fighter.colony.manufacturing_base
        row[at.PEOPLE] = fighter.colony.population
        row[at.HOME] = fighter.colony.home


def _roles(scene: Scene, stage: BattleStage) -> list[int]:
    """Return the role of each fighter in a stage, as bits."""
    fighters = scene.battle.fighters
    settled = {fighter.side for fighter in fighters if fighter.kind is FighterKind.COLONY}
    return [
        ship_role(fighter, scene.parties[fighter.side], stage, at_home=fighter.side in settled)
        if fighter.is_ship
        else colony_role(fighter, scene.parties[fighter.side], stage)
        for fighter in fighters
    ]
