"""What has become of the ships, read off the arrays that the kernels leave (C2E-14.1-02)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from variants.campaign2e.battle.arrays import DRIVES
from variants.campaign2e.battle.fights import Fought
from variants.campaign2e.battle.fleets import BattleShip, CampaignBattle, Side
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import is_adrift
from variants.campaign2e.battle.outcome import Fate, Outcome
from variants.campaign2e.battle.record import History
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.model.ships import APART

WORDS = {number: word for word, number in DRIVES.items()}
STATUS = {
    at.IN_PLACE: "in_place",
    at.JUMPED: "jumped",
    at.DISENGAGED: "disengaged",
    at.HULK: "hulk",
    at.DESTROYED: "destroyed",
}


def outcome_of(battle: CampaignBattle, fought: Fought) -> Outcome:
    """What a battle has led to."""
    arena, ships = fought.arena, battle.ships
    holder = int(arena.table[at.HOLDER])
    fates = {
        ships[row[at.INDEX]].ship.id: fate_of(battle.fleets, ships[row[at.INDEX]], fought, number)
        for number, row in enumerate(arena.ships.tolist())
    }
    return Outcome(
        holder=None if holder < 0 else holder,
        tactical_turns=int(arena.table[at.TURN]),
        fates=fates,
        history=History(battle, fought),
    )


def status_of(fought: Fought, number: int) -> str:
    """The status of the ship in a row."""
    status = int(fought.arena.ships[number, at.STATUS])
    if status == at.IN_PLACE and is_adrift(fought.arena, number):
        return "adrift"
    return STATUS[status]


def fate_of(sides: Sequence[Side], each: BattleShip, fought: Fought, number: int) -> Fate:
    """What has become of the ship in a row."""
    row = fought.arena.ships[number].tolist()
    ship, status = each.ship, status_of(fought, number)
    out, rigged, fired = _systems(each, fought, row)
    rigged += [word for place, word in enumerate(APART) if row[at.MENDED + place]]
    fled = status == "jumped" and bool(row[at.UNDER_FIRE])
    return Fate(
        status=status,
        armour_lost=ship.armour_left - row[at.ARMOUR],
        hull_lost=ship.hull_left - row[at.HULL],
        systems_out=tuple(out),
        jury_rigged=tuple(word for word in rigged if not _is_out(word, row)),
        drive=WORDS[row[at.DRIVE]],
        ftl=WORDS[row[at.FTL]],
        core_out=tuple(
            core for place, core in enumerate(CORE_SYSTEMS) if row[at.BRIDGE + place] != at.WORKING
        ),
        fighters=tuple(_fighters(fought, number)),
        salvoes=row[at.SALVOES],
        fired=tuple(fired),
        combat_turns=int(fought.arena.sides[row[at.SIDE], at.COMBAT_TURNS]),
        exit_speed=row[at.EXIT_SPEED] if fled else None,
        exit_formation=sides[row[at.SIDE]].formation if fled else None,
    )


def _is_out(word: str, row: Sequence[int]) -> bool:
    """Whether a drive or core system was knocked out once more after it had been repaired."""
    if word == "drive":
        return bool(row[at.DRIVE_LOST])
    if word == "ftl":
        return bool(row[at.FTL_LOST])
    return word in CORE_SYSTEMS and row[at.BRIDGE + CORE_SYSTEMS.index(word)] != at.WORKING


def _systems(
    each: BattleShip, fought: Fought, row: Sequence[int]
) -> tuple[list[str], list[str], list[str]]:
    """The keys of systems knocked out in the battle, repaired in it, and fired in it."""
    out: list[str] = []
    rigged: list[str] = []
    fired: list[str] = []
    before, systems = each.ship, each.design.systems
    rows = fought.arena.systems[row[at.FIRST] : row[at.FIRST] + row[at.SYSTEMS]].tolist()
    for system in sorted(rows, key=lambda one: one[at.PLACE]):
        key, state = systems[system[at.PLACE]].key, system[at.STATE]
        is_weapon_of_capture = before.captured and systems[system[at.PLACE]].part.is_weaponry
        if key in before.out or is_weapon_of_capture:
            continue
        if state in (at.LOST, at.BEYOND):
            out.append(key)
        elif state == at.FIRED and key not in before.fired:
            fired.append(key)
        if state in (at.WORKING, at.FIRED) and system[at.JURY_RIGGED]:
            rigged.append(key)
    return out, rigged, fired


def _fighters(fought: Fought, number: int) -> Iterator[int]:
    """How many fighters are left of each group of the ship in a row, in the order of its design."""
    for group in fought.arena.groups.tolist():
        if group[at.CARRIER] == number:
            yield group[at.LEFT]
