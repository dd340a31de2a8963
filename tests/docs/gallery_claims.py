"""The claims of the gallery, each as a check of the rows of its study.

A check raises AssertionError if its claim is false. Tolerances are wide enough for a few hundred
battles, or some games, with any key: they detect a false claim, not the third decimal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import polars as pl
from attrs import frozen

Check = Callable[[pl.DataFrame], None]

TWENTY = 20
#: The games whose seats are compared.
GAMES = ("campaign2e", "event-horizon", "far-horizons", "galaxy-g", "starcluster")


@frozen
class Claim:
    """The check of a claim.

    Attributes:
        check: assertion about the rows.
        count: number of battles per cell, or of games, in a rerun.
    """

    check: Check
    count: int = 200


def near(value: float, expected: float, by: float) -> None:
    """Raise AssertionError unless a figure is within a tolerance of the expected one."""
    assert abs(value - expected) <= by, f"{value:.3f} is not within {by} of {expected:.3f}"


def left(table: pl.DataFrame, over: str, measure: str) -> dict[int, float]:
    """Return the survivors of the stronger side by the number of opposing ships."""
    rows = table.filter(pl.col("side") == "Many")
    return dict(zip(rows[over], rows[f"{measure} mean"], strict=True))


def square(met: int) -> float:
    """Return the survivors of twenty by Lanchester's square law."""
    return float((TWENTY**2 - met**2) ** 0.5)


def square_law(over: str, measure: str, each: float = 1.0, by: float = 0.6) -> Check:
    """Check the square law if the other side has half as many ships, or fewer.

    `each` is the value of an undamaged ship, and `by` the tolerance.
    """

    def check(table: pl.DataFrame) -> None:
        remaining = {met: value / each for met, value in left(table, over, measure).items()}
        for met in (2, 4, 6, 8, 10):
            near(remaining[met], square(met), by)
        assert remaining[10] - (TWENTY - 10) > 5, "that is the linear law"

    return check


def shields_leave_more(table: pl.DataFrame) -> None:
    remaining = left(table, "sides.Few.ships.0.count", "ships left")
    assert remaining[10] > square(10) + 2
    assert remaining[16] > square(16) + 5


def frigates_keep_firing(table: pl.DataFrame) -> None:
    square_law("sides.Few.0.count", "points left", each=26, by=1.5)(table)
    remaining = left(table, "sides.Few.0.count", "points left")
    assert all(remaining[met] < 26 * square(met) for met in (8, 10, 12, 14, 16, 18))


def won(table: pl.DataFrame, side: str, over: str) -> dict[Any, float]:
    """Return the share of battles that a side has won, by the level of a factor."""
    rows = table.filter(pl.col("side") == side)
    return dict(zip(rows[over], rows["share"], strict=True))


def by_count(table: pl.DataFrame, side: str, over: str, name: str = "count") -> dict[int, float]:
    """Return the same, by the number of ships in the group that is the level."""
    return {json.loads(lv)[0][name]: share for lv, share in won(table, side, over).items()}


def half_of_it_shields(table: pl.DataFrame) -> None:
    mine = table.filter(pl.col("side") == "Ada")
    against = mine.filter(pl.col("sides.Brin.0.design") == "[10,1,15,15,0]")
    by_count = {
        json.loads(design)[3]: share
        for design, share in zip(against["sides.Ada.0.design"], against["share"], strict=True)
    }
    near(by_count[15], 0.5, 0.12)
    assert max(by_count[shields] for shields in (12, 18)) < 0.6
    for shields in (3, 6, 24, 27):
        assert by_count[shields] < 0.4
    for _, rows in mine.group_by("sides.Brin.0.design"):
        shares = dict(zip(rows["sides.Ada.0.design"], rows["share"], strict=True))
        assert shares["[10,1,15,15,0]"] > max(shares.values()) - 0.1


def small_but_not_too_small(table: pl.DataFrame) -> None:
    shares = by_count(table, "Many", "sides.Many", "ships")
    assert max(shares[2], shares[5]) < 0.3
    assert shares[20] > 0.7
    assert shares[40] < 0.3


def few_large_ships(table: pl.DataFrame) -> None:
    shares = by_count(table, "Other", "sides.Other")
    assert shares[24] < shares[12] < 0.45
    assert shares[3] > 0.45
    assert shares[2] < 0.35


def large_ships(table: pl.DataFrame) -> None:
    shares = by_count(table, "Other", "sides.Other.ships")
    assert shares[12] > 0.9
    assert shares[15] > 0.8
    assert shares[30] < 0.45
    assert shares[40] < 0.1


def a_level_decides(table: pl.DataFrame) -> None:
    shares = won(table, "Human", "sides.Human.tech.ML")
    near(shares[10], 0.5, 0.12)
    assert shares[9] < 0.37
    assert shares[11] > 0.63
    assert shares[7] < 0.06
    assert shares[13] > 0.9


def a_level_helps(table: pl.DataFrame) -> None:
    shares = won(table, "Human", "sides.Human.tech.LS")
    assert shares[6] < 0.45
    assert 0.55 < shares[14] < 0.8


def concentrated_fire(table: pl.DataFrame) -> None:
    shares = won(table, "Directed", "sides.Scattered.0.count")
    assert 0.6 < shares[10] < 0.88
    assert shares[11] < 0.4
    assert shares[12] < 0.1


def at_a_distance(table: pl.DataFrame) -> None:
    mine = table.filter((pl.col("side") == "Frigates") & (pl.col("sides.Frigates.0.count") == 13))
    shares = dict(zip(mine["doctrines.Frigates.band"], mine["share"], strict=True))
    near(shares["SHORT"], 0.07, 0.07)
    near(shares["LONG"], 0.26, 0.12)
    assert shares["LONG"] > shares["SHORT"]


def all_at_once(table: pl.DataFrame) -> None:
    shares = won(table, "Attacker", "assault.wave")
    near(shares[5], 0.84, 0.1)
    near(shares[10], 0.95, 0.08)
    assert shares[2] < 0.05


def half_against_150(table: pl.DataFrame) -> None:
    shares = won(table, "attacker", "planet.attacker.landed")
    near(shares[150], 0.49, 0.12)
    assert shares[125] < 0.05
    assert shares[200] > 0.98


def fair_seats(table: pl.DataFrame) -> None:
    """Check that each of three seats wins about a third of the decided games."""
    expected = float(table["won"].mean())
    games = table["game"].n_unique()
    for (_,), rows in table.group_by("seat"):
        near(float(rows["won"].mean()), expected, 0.4 if games < 40 else 0.08)


def the_same_for_all(table: pl.DataFrame) -> None:
    assert set(table["stock"]) == {84}


def alike_to_a_tenth(table: pl.DataFrame) -> None:
    of_games = table.group_by("game").agg(pl.col("earned").max() / pl.col("earned").min())
    assert of_games["earned"].max() < 1.1
    near(float(table["earned"].mean()), 531, 12)


def three_quarters_of_the_average(table: pl.DataFrame) -> None:
    assert table["poorest"].min() >= 75
    near(float(table["poorest"].mean()), 94, 6)


def five_to_eight_worlds(table: pl.DataFrame) -> None:
    assert table["worlds"].is_between(5, 8).mean() > 0.95
    near(float(table["worlds"].mean()), 6, 0.5)


def more_than_eighty_credits(table: pl.DataFrame) -> None:
    """Check the wrong claim of roughly 80 credits; the figures are hundredths."""
    assert 8_000 < float(table["income"].mean()) < 14_000


def twelve_habitable_systems(table: pl.DataFrame) -> None:
    near(float(table["habitable"].mean()), 12.6, 2.5)


CLAIMS: dict[str, Claim] = {
    "lanchester-event-horizon": Claim(square_law("sides.Few.0.count", "components left", each=6)),
    "lanchester-galaxy-g": Claim(square_law("sides.Few.0.ships", "ships left")),
    "lanchester-campaign2e": Claim(square_law("sides.Few.0.count", "ships left"), 50),
    "lanchester-starcluster": Claim(frigates_keep_firing, 50),
    "lanchester-far-horizons": Claim(shields_leave_more, 100),
    "shields-galaxy-g": Claim(half_of_it_shields, 400),
    "concentration-galaxy-g": Claim(small_but_not_too_small, 400),
    "concentration-event-horizon": Claim(few_large_ships, 400),
    "concentration-far-horizons": Claim(large_ships, 100),
    "military-far-horizons": Claim(a_level_decides),
    "life-support-far-horizons": Claim(a_level_helps),
    "fire-control-starcluster": Claim(concentrated_fire, 100),
    "frigates-starcluster": Claim(at_a_distance, 100),
    "assault-starcluster": Claim(all_at_once, 100),
    **{f"fair-seats-{game}": Claim(fair_seats, 6) for game in GAMES},
    "starts-event-horizon": Claim(the_same_for_all, 4),
    "starts-far-horizons": Claim(alike_to_a_tenth, 10),
    "starts-galaxy-g": Claim(three_quarters_of_the_average, 10),
    "worlds-campaign2e": Claim(five_to_eight_worlds, 2),
    "income-campaign2e": Claim(more_than_eighty_credits, 4),
    "clusters-starcluster": Claim(twelve_habitable_systems, 6),
    "landing-starcluster": Claim(half_against_150),
}
