"""The battle kernel of the campaign: its speed, over fleet sizes, and over threads.

Battles are fought to their end by two equal sides in open formation. A row of the reference table
is the result of 100,000 battles, compared with another program's. Measurements that are compared
take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

from typing import Any

from benchmarks import battle_rows
from benchmarks.measuring import in_turns, seconds
from horizons_core.rng import Stream
from tests.variants.campaign2e.reference import Fight
from tests.variants.campaign2e.reference_battles import BATTLES, battle_of
from variants.campaign2e.battle.fights import Runs, fight_runs
from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.combat import Resolver

KEY = 20260101
RESOLVER = Resolver()
SIZES = (5, 10, 30, 100, 200)
QUICK_SIZES = (5, 30)
TYPES = ("BB", "BC", "CH", "CL", "DD", "FF", "CVE")
SHIP_TURNS = 300_000  # about as many in every timing of the growth
BATTLES_BAR = 20_000.0
RATE_BAR, TURNS_BAR = 0.10, 1.5


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure kernel against reference, battles per second, growth, threads, and the table."""
    fight_battle(cruisers(1), 1)  # compiles, or loads, the kernel
    return [
        against_reference(quick=quick),
        battles_a_second(quick=quick),
        *growth(quick=quick),
        threads(quick=quick),
        *table(quick=quick),
    ]


def cruisers(ships: int) -> CampaignBattle:
    """Return a battle with this number of heavy cruisers on each side."""
    return _battle([{"design": "CH", "count": ships}])


def mixed(ships: int) -> CampaignBattle:
    """Return a battle with this number of ships of seven types on each side."""
    return _battle([{"design": TYPES[number % len(TYPES)]} for number in range(ships)])


def _battle(side: list[dict[str, Any]]) -> CampaignBattle:
    return RESOLVER.battle({"sides": {"a": side, "b": side}})


def fight_battle(battle: CampaignBattle, runs: int, threads: int = 1) -> Runs:
    """Fight a number of runs of the battle."""
    return fight_runs(battle, RESOLVER.numbers, KEY, runs, threads)


def per_ship_turn(battle: CampaignBattle, runs: int) -> float:
    """Return seconds per ship and tactical turn over a number of runs in one thread."""
    fought: list[Runs] = []
    duration = seconds(lambda: fought.append(fight_battle(battle, runs)))
    return duration / (len(battle.ships) * int(fought[0].totals[:, 1].sum()))


def per_ship_turn_of_reference(battle: CampaignBattle, run: int) -> float:
    """Return the same for one run of the plain reference, without creating its objects."""
    fight = Fight(battle, Stream(KEY, run))
    duration = seconds(fight.fight)
    return duration / (len(battle.ships) * fight.log.turn)


def against_reference(*, quick: bool) -> dict[str, Any]:
    """Compare the time of a ship's turn in the kernel with that in the reference."""
    battle = cruisers(10)
    return battle_rows.against_reference(
        "campaign battle: kernel against reference, 10 cruisers a side",
        lambda: per_ship_turn(battle, 500),
        lambda run: per_ship_turn_of_reference(battle, run),
        "ship and turn",
        3 if quick else 25,
    )


def battles_a_second(*, quick: bool) -> dict[str, Any]:
    """Measure battles of ten cruisers a side per second and core."""
    battle, runs = cruisers(10), 500 if quick else 5_000
    return battle_rows.battles_a_second(
        "campaign battle: battles a second, 10 cruisers a side",
        lambda runs: fight_battle(battle, runs),
        runs,
        3 if quick else 15,
        BATTLES_BAR,
    )


def growth(*, quick: bool) -> list[dict[str, Any]]:
    """Measure the cost of a ship's turn at each size as a multiple of that at the smallest."""
    sizes = QUICK_SIZES if quick else SIZES
    battles = {size: mixed(size) for size in sizes}
    times = in_turns(
        battles,
        lambda size, battle: per_ship_turn(battle, max(1, SHIP_TURNS // (14 * size))),
        3 if quick else 15,
    )
    return battle_rows.relative_costs("campaign battle: cost of a ship's turn", times)


def threads(*, quick: bool) -> dict[str, Any]:
    """Compare two threads with one, on two processors."""
    battle, runs = cruisers(10), 500 if quick else 20_000
    return battle_rows.threads(
        "campaign battle: two threads against one",
        lambda count: fight_battle(battle, runs, count),
        3 if quick else 15,
        f"{runs:,} runs of 10 cruisers a side",
    )


def table(*, quick: bool) -> list[dict[str, Any]]:
    """Compare rates and turns of the reference battles with the table."""
    return [
        row for case in BATTLES for row in _compare_with_table(case, 2_000 if quick else 100_000)
    ]


def _compare_with_table(case: Any, runs: int) -> list[dict[str, Any]]:
    totals = fight_battle(battle_of(case), runs).totals
    rates = [float((totals[:, 0] == side).mean()) for side in (0, 1, -1)]
    turns = float(totals[:, 1].mean())
    rate_error = max(abs(rate - expected) for rate, expected in zip(rates, case.rates, strict=True))
    margin = max((rate * (1 - rate) / runs) ** 0.5 for rate in rates) * 1.96
    rate_figures = {
        "value": rate_error,
        "low": max(0.0, rate_error - margin),
        "high": rate_error + margin,
    }
    turn_error = abs(turns - case.turns)
    spread_of_turns = 1.96 * float(totals[:, 1].std()) / runs**0.5
    turn_figures = {
        "value": turn_error,
        "low": turn_error - spread_of_turns,
        "high": turn_error + spread_of_turns,
    }
    rates_text = ", ".join(f"{rate:.3f}" for rate in rates)
    return [
        {
            "name": f"campaign battle: {case}: rates, farthest from the table",
            **rate_figures,
            "unit": "",
            "bar": RATE_BAR,
            "better": "at most",
            "note": f"{runs:,} battles: {rates_text}",
        },
        {
            "name": f"campaign battle: {case}: turns, from the table",
            **turn_figures,
            "unit": "turns",
            "bar": TURNS_BAR,
            "better": "at most",
            "note": f"{turns:.2f}",
        },
    ]
