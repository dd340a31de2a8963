"""Battles fought by the kernels, and the fates of their ships (C2E-14.1-02)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from horizons_core.kernels.battles import ArenaKernel, ArenaResult, Runs
from variants.campaign2e.battle.arrays import DRIVES, arena_of
from variants.campaign2e.battle.fleets import BattleShip, CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.campaign2e.battle.kernels.protocol import Arena
from variants.campaign2e.battle.outcome import BattleOutcome, ShipFate
from variants.campaign2e.battle.record import BattleHistory, BattleLog, Row
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.model.ships import APART

#: Columns of the totals are defined in `kernels.fights`.
KERNEL = ArenaKernel[Arena](
    fight_many, lambda arena: int(arena.table[at.ROWS]), TOTALS, SIDE_TOTALS
)
STATUS_WORDS = {number: word for word, number in DRIVES.items()}


def fight_once(
    battle: CampaignBattle, numbers: Sequence[int], key: int, run: int = 0
) -> ArenaResult[Arena]:
    """Fight one run and keep its record; `numbers` are the numbers of the rules."""
    return KERNEL.fight_once(arena_of(battle, numbers), len(battle.fleets), key, run)


def fight_runs(
    battle: CampaignBattle, numbers: Sequence[int], key: int, runs: int, threads: int = 1
) -> Runs:
    """Fight `runs` runs; run i equals `fight_once(..., run=i)` bit by bit, for any `threads`."""
    return KERNEL.fight_runs(arena_of(battle, numbers), len(battle.fleets), key, runs, threads)


STATUS = {
    at.IN_PLACE: "in_place",
    at.JUMPED: "jumped",
    at.DISENGAGED: "disengaged",
    at.HULK: "hulk",
    at.DESTROYED: "destroyed",
}


def outcome_of(battle: CampaignBattle, fought: ArenaResult[Arena]) -> BattleOutcome:
    """Return the outcome of a battle."""
    history = BattleHistory(battle, fought)
    log, arena = history.log, fought.arena
    holder = int(arena.table[at.HOLDER])
    systems: list[Row] = arena.systems.tolist()
    fighters: dict[int, list[int]] = {}
    for group in arena.groups.tolist():
        fighters.setdefault(group[at.CARRIER], []).append(group[at.LEFT])
    fates = {}
    for number, row in enumerate(log.rows):
        ship_systems = systems[row[at.FIRST] : row[at.FIRST] + row[at.SYSTEMS]]
        fates[log.ships[row[at.INDEX]].ship.id] = fate_of(
            log, number, ship_systems, fighters.get(number, ())
        )
    return BattleOutcome(
        holder=None if holder < 0 else holder,
        tactical_turns=int(arena.table[at.TURN]),
        fates=fates,
        history=history,
    )


def status_of(log: BattleLog, number: int) -> str:
    """Return the status of the ship in a row."""
    status = log.rows[number][at.STATUS]
    return "adrift" if status == at.IN_PLACE and log.adrift[number] else STATUS[status]


def fate_of(
    log: BattleLog, number: int, systems: Sequence[Row], fighters: Sequence[int]
) -> ShipFate:
    """Return the fate of the ship in a row, with its systems and fighter groups."""
    row = log.rows[number]
    unit, side = log.ships[row[at.INDEX]], row[at.SIDE]
    ship, status = unit.ship, status_of(log, number)
    out, rigged, fired = _systems(unit, systems)
    rigged += [word for place, word in enumerate(APART) if row[at.MENDED + place]]
    under_fire = status == "jumped" and bool(row[at.UNDER_FIRE])
    return ShipFate(
        status=status,
        armour_lost=ship.armour_left - row[at.ARMOUR],
        hull_lost=ship.hull_left - row[at.HULL],
        systems_out=tuple(out),
        jury_rigged=tuple(word for word in rigged if not _is_out(word, row)),
        drive=STATUS_WORDS[row[at.DRIVE]],
        ftl=STATUS_WORDS[row[at.FTL]],
        core_out=tuple(
            core for place, core in enumerate(CORE_SYSTEMS) if row[at.BRIDGE + place] != at.WORKING
        ),
        fighters=tuple(fighters),
        salvoes=row[at.SALVOES],
        fired=tuple(fired),
        combat_turns=int(log.fought.arena.sides[side, at.COMBAT_TURNS]),
        exit_speed=row[at.EXIT_SPEED] if under_fire else None,
        exit_formation=log.battle.fleets[side].formation if under_fire else None,
    )


def _is_out(word: str, row: Sequence[int]) -> bool:
    """Return whether a drive or core system was lost again after its repair."""
    if word == "drive":
        return bool(row[at.DRIVE_LOST])
    if word == "ftl":
        return bool(row[at.FTL_LOST])
    return word in CORE_SYSTEMS and row[at.BRIDGE + CORE_SYSTEMS.index(word)] != at.WORKING


def _systems(unit: BattleShip, rows: Sequence[Row]) -> tuple[list[str], list[str], list[str]]:
    """Return the keys of systems knocked out, repaired, and fired in the battle."""
    out: list[str] = []
    rigged: list[str] = []
    fired: list[str] = []
    before, systems = unit.ship, unit.design.systems
    for system in sorted(rows, key=itemgetter(at.PLACE)):
        state = system[at.STATE]
        if state == at.WORKING and not system[at.JURY_RIGGED]:
            continue
        key, part = systems[system[at.PLACE]].key, systems[system[at.PLACE]].part
        if key in before.out or (before.captured and part.is_weaponry):
            continue
        if state in (at.LOST, at.BEYOND):
            out.append(key)
        elif state == at.FIRED and key not in before.fired:
            fired.append(key)
        if state in (at.WORKING, at.FIRED) and system[at.JURY_RIGGED]:
            rigged.append(key)
    return out, rigged, fired
