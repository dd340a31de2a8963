"""Outcome of a battle, automatic or by hand, and its effects on ships (C2E-14.1-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from horizons_core.sums import int_sum
from variants.campaign2e.battle.record import BattleHistory
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import APART, OUT

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
    history: BattleHistory | None = None

    def apply_to(self, ships: Iterable[Ship]) -> None:
        """Apply damage, craft and ammunition to the ships that took part (C2E-14.1-02)."""
        for ship in ships:
            fate = self.fates.get(ship.id)
            if fate is not None and fate.status != "destroyed":
                apply_fate(fate, ship)


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
