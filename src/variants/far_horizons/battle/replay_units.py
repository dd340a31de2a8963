"""Values that a replay shows of a fighter: years or defences, cargo, fate; its log entries."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.battle.model import (
    LARGEST_AGE,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    Side,
)

#: Units of damage to a ship, and to a colony.
YEAR, DEFENSES = "year", "PD"
CAPTURED = "captured"
FATES = {
    FighterState.WITHDREW: "withdrew",
    FighterState.FORCED: "forced away",
    FighterState.HIJACKED: CAPTURED,
}


@frozen
class ShotEntry:
    """A shot: fighters by their numbers; `end` is the state of a ship that was lost to it."""

    round: int
    shooter: int
    target: int
    hit: bool
    absorbed: int
    damage: int
    end: FighterState | None
    bared: bool


@frozen
class LogEntry:
    """A log entry between shots: its text, ships that left, and disguises that it ended."""

    round: int
    text: str
    left: tuple[int, ...]
    revealed: tuple[int, ...]
    in_vain: bool


@frozen
class UnitList:
    """Fighters in a list of units, with their ages, and the number of its stage.

    Lists of bombardments and the like have no stage.
    """

    ages: tuple[tuple[int, int], ...]
    stage: int | None = None


def side_label(side: Side) -> str:
    """Return the name of a side in logs, without SP."""
    return side.name.removeprefix("SP ")


def stage_name(act: int, planet: int) -> str:
    """Return the title of a stage with rounds."""
    return "Deep space" if act == ActionKind.DEEP_SPACE else f"Planet #{planet}"


def numbers_of(fighter: BattleFighter) -> dict[str, int]:
    """Return the numbers of a fighter: a ship's remaining years and cargo; or defences."""
    if fighter.kind is FighterKind.COLONY:
        return {f"{DEFENSES}s": fighter.defenses}
    cargo = {item: amount for item, amount in fighter.cargo.items() if amount}
    return {f"{YEAR}s": years_left(fighter.age), **cargo}


def years_left(age: int) -> int:
    """Return how many years a ship of this age can still lose."""
    return max(LARGEST_AGE + 1 - age, 0)
