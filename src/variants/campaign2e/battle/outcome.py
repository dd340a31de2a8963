"""Outcome of a battle, automatic or by hand, and its effects on ships (C2E-14.1-03)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import frozen

from horizons_core.combat import BattleRecord, Fighter
from horizons_core.sums import int_sum
from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.battle.record import (
    ADRIFT,
    GOT_AWAY,
    HULK,
    JUMPED,
    SEPARATE_EVENTS,
    BattleHistory,
    RecordedHistory,
    system_word,
)
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import APART, NONE, OUT

#: Possible fates of a ship; the holder of the field captures drifting ships (C2E-12.1-01).
STATUSES = ("in_place", "jumped", "disengaged", "adrift", "hulk", "destroyed", "captured")


@frozen(kw_only=True)
class ShipFate:
    """Result of a battle for one ship. None means unchanged.

    Attributes:
        status: one of `STATUSES`.
        armour_lost, hull_lost: boxes lost in this battle.
        systems_out: keys of systems knocked out and not repaired.
        jury_rigged: keys of systems knocked out and repaired (C2E-11.3.4-01); drives and core
            systems are called drive, ftl, bridge, life and power.
        drive, ftl: final states of the drives.
        core_out: core systems that are out at the end.
        fighters: number left in each group, in the order of the design.
        salvoes: number left in the magazines.
        fired: keys of one-shot weapons that were fired.
        combat_turns: turns of combat that count for its supply (C2E-3.7-01).
        exit_speed, exit_formation: those of a ship that jumped under fire (C2E-18.2-02).
        destination: the hex to which the ship jumped, if given.
    """

    status: str
    armour_lost: int = 0
    hull_lost: int = 0
    systems_out: tuple[str, ...] = ()
    jury_rigged: tuple[str, ...] = ()
    drive: str | None = None
    ftl: str | None = None
    core_out: tuple[str, ...] | None = None
    fighters: tuple[int, ...] | None = None
    salvoes: int | None = None
    fired: tuple[str, ...] = ()
    combat_turns: int = 0
    exit_speed: int | None = None
    exit_formation: str | None = None
    destination: tuple[int, int] | None = None

    @property
    def under_fire(self) -> bool:
        """Return whether the ship jumped out under fire."""
        return self.exit_speed is not None


@frozen(kw_only=True)
class BattleOutcome:
    """Result of a battle.

    Attributes:
        holder: number of the side that holds the field; None for no side.
        tactical_turns: number of turns fought.
        fates: fates of all ships that took part, by ship id.
        history: detailed history of an automatic battle.
    """

    holder: int | None
    tactical_turns: int
    fates: Mapping[str, ShipFate]
    history: BattleHistory | RecordedHistory | None = None

    def apply_to(self, ships: Iterable[Ship]) -> None:
        """Apply damage, craft and ammunition to the ships that took part (C2E-14.1-02)."""
        for ship in ships:
            fate = self.fates.get(ship.id)
            if fate is not None and fate.status != "destroyed":
                apply_fate(fate, ship)


#: Statuses of ships by their fates in records.
_STATUS_OF = {JUMPED: "jumped", GOT_AWAY: "disengaged", HULK: "hulk", ADRIFT: "adrift"}
#: Words in records for the drives and core systems.
_WORDS_APART = dict(zip(SEPARATE_EVENTS.values(), APART, strict=True))


def outcome_of_record(battle: CampaignBattle, record: BattleRecord) -> BattleOutcome:
    """Return the outcome that a record describes; it repairs nothing and uses up no ammunition.

    A ship loses boxes by the numbers of its unit, and the components that its hits name. Every
    round with a shot by or at its side is a turn of combat; in a record without shots, every round
    is.
    """
    lost: dict[int, Counter[str]] = {}
    rounds: dict[int, set[int]] = {}
    for shot in record.shots:
        lost.setdefault(shot.target, Counter()).update(shot.lost)
        for index in (shot.shooter, shot.target):
            rounds.setdefault(record.units[index].side, set()).add(shot.round)
    fates = {}
    for number, (unit, fighter) in enumerate(zip(battle.ships, record.units, strict=True)):
        turns = len(rounds.get(fighter.side, ())) if record.shots else record.rounds
        fates[unit.ship.id] = _fate_in_record(unit.ship, fighter, lost.get(number, {}), turns)
    return BattleOutcome(
        holder=record.winner,
        tactical_turns=record.rounds,
        fates=fates,
        history=RecordedHistory(battle, record),
    )


def _fate_in_record(ship: Ship, fighter: Fighter, lost: Mapping[str, int], turns: int) -> ShipFate:
    """Return a ship's fate, with `lost` components by their words in records."""
    if fighter.destroyed:
        return ShipFate(status="destroyed", combat_turns=turns)
    left = dict(lost)
    out = []
    for system in ship.design.systems:
        word = system_word(system)
        if left.get(word) and system.key not in ship.out:
            left[word] -= 1
            out.append(system.key)
    apart = {name for word, name in _WORDS_APART.items() if left.get(word)}
    status = _STATUS_OF.get(fighter.fate, "in_place" if fighter.after["hull"] else "hulk")
    return ShipFate(
        status=status,
        armour_lost=ship.armour_left - fighter.after["armour"],
        hull_lost=ship.hull_left - fighter.after["hull"],
        systems_out=tuple(out),
        drive=OUT if "drive" in apart and ship.drive != NONE else None,
        ftl=OUT if "ftl" in apart and ship.ftl != NONE else None,
        core_out=tuple(core for core in CORE_SYSTEMS if core in apart or core in ship.core_out),
        combat_turns=turns,
    )


def apply_fate(fate: ShipFate, ship: Ship) -> None:
    """Apply a fate to its ship; destroyed ships are not changed.

    Dropships are lost if the remaining bays cannot hold them.
    """
    ship.armour_lost += fate.armour_lost
    ship.hull_lost += fate.hull_lost
    ship.out = _in_order(ship, {*ship.out, *fate.systems_out} - {*fate.jury_rigged})
    ship.fired = _in_order(ship, {*ship.fired, *fate.fired})
    if fate.drive is not None:
        ship.drive = fate.drive
    if fate.ftl is not None:
        ship.ftl = fate.ftl
    if fate.core_out is not None:
        ship.core_out = list(fate.core_out)
    if fate.fighters is not None:
        ship.fighters = list(fate.fighters)
    if fate.salvoes is not None:
        ship.salvoes = fate.salvoes
    rigged = {*ship.jury_rigged, *fate.jury_rigged}
    ship.jury_rigged = _in_order(ship, rigged - {*ship.out}) + [
        word for word in APART if word in rigged and not is_out(ship, word)
    ]
    lose_dropships(ship)


def lose_dropships(ship: Ship) -> None:
    """Remove the dropships that do not fit into the remaining bays."""
    room = int_sum(
        system.part.number
        for system in ship.design.systems
        if system.part.kind == "bay" and system.key not in ship.out
    )
    ship.dropships = min(ship.dropships, room)


def is_out(ship: Ship, word: str) -> bool:
    """Return whether a drive or core system is out; a halved drive works."""
    if word in CORE_SYSTEMS:
        return word in ship.core_out
    return (ship.ftl if word == "ftl" else ship.drive) == OUT


def _in_order(ship: Ship, keys: set[str]) -> list[str]:
    """Return the given keys in the order of the ship's design."""
    return [system.key for system in ship.design.systems if system.key in keys]
