"""What a replay shows of a fighter: years or defences, cargo, its fate, and what happened."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.battle.model import LARGEST_AGE, Act, Fighter, Kind, Side, State

#: What damage takes from a ship, and from a colony.
YEAR, DEFENSES = "year", "PD"
CAPTURED = "captured"
FATES = {
    State.WITHDREW: "withdrew",
    State.FORCED: "forced away",
    State.HIJACKED: CAPTURED,
}


@frozen
class Taken:
    """A shot: fighters by their numbers; `end` is the state of a ship that was lost with it."""

    round: int
    shooter: int
    target: int
    hit: bool
    absorbed: int
    damage: int
    end: State | None
    bared: bool


@frozen
class Said:
    """What the log said between shots: who left with it, and whose disguise it ended."""

    round: int
    text: str
    left: tuple[int, ...]
    revealed: tuple[int, ...]
    in_vain: bool


@frozen
class Listed:
    """Fighters in a list of units, with their ages, and the number of the stage it is of.

    Without a stage it is the list of a bombardment or the like.
    """

    ages: tuple[tuple[int, int], ...]
    stage: int | None = None


def called(side: Side) -> str:
    """The name of a side as logs show it, without SP."""
    return side.name.removeprefix("SP ")


def stage_name(act: int, planet: int) -> str:
    """What a stage with rounds is called."""
    return "Deep space" if act == Act.DEEP_SPACE else f"Planet #{planet}"


def numbers_of(one: Fighter) -> dict[str, int]:
    """What there is of a fighter: years that a ship has left, with its cargo; defences."""
    if one.kind is Kind.COLONY:
        return {f"{DEFENSES}s": one.defenses}
    return {f"{YEAR}s": years_left(one.age), **{item: n for item, n in one.cargo.items() if n}}


def years_left(age: int) -> int:
    """How many years a ship of this age may still lose."""
    return max(LARGEST_AGE + 1 - age, 0)
