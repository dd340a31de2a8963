"""The battle kernel of Starcluster: its speed, over fleet sizes and threads, and sanity figures.

Battles are fought to their end by two equal sides. A sanity figure is a share of 100,000 battles,
compared with the design note. Measurements that are compared take turns, so that a busy machine
slows all of them alike.
"""

from __future__ import annotations

from typing import Any

from benchmarks import battle_rows
from benchmarks.measuring import in_turns, seconds
from horizons_core.rng import Stream
from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    ENERGY,
    FRIGATE,
    MISSILES,
    RESOLVER,
    STARBASE,
    TACTICAL,
    duel,
    of,
)
from tests.variants.starcluster.reference import Reference
from variants.starcluster.battle.fights import Runs, fight_runs
from variants.starcluster.battle.fleets import StarclusterBattle

KEY = 20260101
SIZES = (5, 10, 30, 100, 200)
QUICK_SIZES = (5, 30)
UNIT_ROUNDS = 2_000_000  # about as many in every timing of the growth
BATTLES_BAR = 50_000.0
FIGURE_BAR = 0.04
NEVER = {"break": 100}
BOTH = {"one": NEVER, "two": NEVER}
FAR = {"one": {**NEVER, "band": "LONG"}, "two": NEVER}
#: Figures of the design note: battles, and the share of them that the first side wins.
FIGURES = {
    "10 DD with a CIC, 10 without": (
        duel([of(DIRECTED), of(DESTROYER, 9)], [of(DESTROYER, 10)], BOTH),
        0.78,
    ),
    "13 FGf, 10 DD": (duel([of(FRIGATE, 13)], [of(DESTROYER, 10)], BOTH), 0.07),
    "13 FGf at Long, 10 DD": (duel([of(FRIGATE, 13)], [of(DESTROYER, 10)], FAR), 0.26),
    "4 BS2, 7 DD": (duel([of(STARBASE, 4)], [of(DESTROYER, 7)], BOTH), 1.0),
    **{
        f"assault of {attackers} DD on {guards}, waves of {wave}": (
            duel(
                [of(DESTROYER, attackers)],
                [of(DESTROYER, guards)],
                BOTH,
                assault={"by": "one", "wave": wave},
            ),
            wins,
        )
        for attackers, guards, wave, wins in (
            (10, 5, 5, 0.84),
            (10, 5, 10, 0.95),
            (12, 10, 5, 0.0),
            (20, 10, 10, 0.66),
        )
    },
}


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure kernel against reference, battles per second, growth, threads, and figures."""
    fight_battle(frigates(1), 1)  # compiles, or loads, the kernel
    return [
        against_reference(quick=quick),
        battles_a_second(quick=quick),
        *growth(quick=quick),
        threads(quick=quick),
        *figures(quick=quick),
    ]


def frigates(ships: int) -> StarclusterBattle:
    """Return a battle with this number of worked frigates on each side."""
    return duel([of(FRIGATE, ships)], [of(FRIGATE, ships)], BOTH)


def mixed(ships: int) -> StarclusterBattle:
    """Return a battle of ships of four designs; no ship directs the others."""
    kinds = (DESTROYER, MISSILES, TACTICAL, ENERGY)
    side = [of(kinds[number % len(kinds)]) for number in range(ships)]
    return duel(side, side, BOTH)


def fight_battle(battle: StarclusterBattle, runs: int, threads: int = 1) -> Runs:
    """Fight a number of runs of the battle."""
    return fight_runs(battle, RESOLVER.numbers, KEY, runs, threads)


def per_unit_round(battle: StarclusterBattle, runs: int) -> float:
    """Return seconds per unit and round over a number of runs in one thread."""
    fought: list[Runs] = []
    duration = seconds(lambda: fought.append(fight_battle(battle, runs)))
    return duration / (len(battle.units) * int(fought[0].totals[:, 1].sum()))


def per_unit_round_of_reference(battle: StarclusterBattle, run: int) -> float:
    """Return the same for one run of the plain reference, without creating its objects."""
    fight = Reference(battle, Stream(KEY, run))
    duration = seconds(fight.fight)
    return duration / (len(battle.units) * fight.round)


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a unit's round in the kernel with the reference."""
    battle = frigates(5)
    return battle_rows.against_reference(
        "starcluster battle: kernel against reference, 5 frigates a side",
        lambda: per_unit_round(battle, 4_000),
        lambda run: per_unit_round_of_reference(battle, run),
        "unit and round",
        3 if quick else 25,
    )


def battles_a_second(*, quick: bool) -> dict[str, Any]:
    """Measure battles of five frigates a side per second and core."""
    battle, runs = frigates(5), 4_000 if quick else 20_000
    return battle_rows.battles_a_second(
        "starcluster battle: battles a second, 5 frigates a side",
        lambda runs: fight_battle(battle, runs),
        runs,
        3 if quick else 15,
        BATTLES_BAR,
    )


def growth(*, quick: bool) -> list[dict[str, Any]]:
    """Measure the cost of a unit's round at each size as a multiple of that at the smallest."""
    sizes = QUICK_SIZES if quick else SIZES
    battles = {size: mixed(size) for size in sizes}
    times = in_turns(
        battles,
        lambda size, battle: per_unit_round(battle, max(1, UNIT_ROUNDS // (24 * size))),
        3 if quick else 15,
    )
    return battle_rows.relative_costs("starcluster battle: cost of a unit's round", times)


def threads(*, quick: bool) -> dict[str, Any]:
    """Compare two threads with one, on two processors."""
    battle, runs = frigates(5), 4_000 if quick else 50_000
    return battle_rows.threads(
        "starcluster battle: two threads against one",
        lambda count: fight_battle(battle, runs, count),
        3 if quick else 15,
        f"{runs:,} runs of 5 frigates a side",
    )


def figures(*, quick: bool) -> list[dict[str, Any]]:
    """Compare the shares of battles won with those of the design note."""
    return [
        _compare_with_note(name, battle, share, 2_000 if quick else 100_000)
        for name, (battle, share) in FIGURES.items()
    ]


def _compare_with_note(
    name: str, battle: StarclusterBattle, share: float, runs: int
) -> dict[str, Any]:
    rate = float((fight_battle(battle, runs).totals[:, 0] == 0).mean())
    margin = 1.96 * (rate * (1 - rate) / runs) ** 0.5
    error = abs(rate - share)
    return {
        "name": f"starcluster battle: {name}: share won, from the note's",
        "value": error,
        "low": max(0.0, error - margin),
        "high": error + margin,
        "unit": "",
        "bar": FIGURE_BAR,
        "better": "at most",
        "note": f"{runs:,} battles: {rate:.3f}",
    }
