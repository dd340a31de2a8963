"""Compare many runs of a case with the measurements on the engine of 1999.

Shares are compared by the standard errors of shares, means by those of means. The ages of one
run's ships depend on each other, so their error is that of a ratio of sums over runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

import numpy as np
from attrs import frozen

from horizons_core.sums import ordered_sum
from tools.far_horizons_battle_parity.cases import ParityCase
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import Runs
from variants.far_horizons.battle.model import FighterKind
from variants.far_horizons.battle.statistics import by_side, on_the_field, ships_left

#: A distance of more combined standard errors is a difference.
LIMIT = 4.0
#: Measured figures have at least this precision.
_ROUNDING = 0.5e-4
#: An amount that is rarer is not normally distributed: only its share is compared.
_RARE = 0.01
_PARTS_OF_A_SIDE = ("ships_at_start",)


@frozen
class FigureRow:
    """One figure: the engine's, ours, and their distance in combined standard errors."""

    name: str
    engine: float
    ours: float
    errors: float

    @property
    def agrees(self) -> bool:
        return self.errors <= LIMIT


@frozen
class _Ours:
    """Our runs of a case, with access to their figures."""

    case: ParityCase
    runs: Runs

    @property
    def count(self) -> int:
        return len(self.runs.totals)

    def side(self, letter: str, column: int) -> Any:
        return by_side(self.case.battle, self.runs, column)[:, self.index(letter)]

    def index(self, letter: str) -> int:
        return self.case.letters.index(letter)


def rows(case: ParityCase, runs: Runs) -> Iterator[FigureRow]:
    """Yield all figures of a case that can be compared."""
    ours, results = _Ours(case, runs), case.results
    count = int(results["runs"])
    yield from _field(ours, results.get("left_on_the_field", {}), count)
    for name, column in (
        ("rounds", at.T_ROUNDS), ("shots_fired", at.T_SHOTS), ("shots_that_hit", at.T_HITS),
    ):  # fmt: skip
        if name in results:
            yield from _amount(name, results[name], runs.totals[:, column], count)
    for letter, figures in results.get("sides", {}).items():
        yield from _side(ours, str(letter), figures, count)


def unknown(case: ParityCase) -> list[str]:
    """Return the figures of a case that are not compared."""
    names = []
    for letter, figures in case.results.get("sides", {}).items():
        skip = (*_PARTS_OF_A_SIDE, "age_of_survivors", "after_bombardment")
        names += [f"{letter} {name}" for name in figures if name not in skip and not _columns(name)]
    return names


def _field(ours: _Ours, shares: Mapping[Any, float], count: int) -> Iterator[FigureRow]:
    """Compare who is left on the field: shares by the set of sides."""
    field = on_the_field(ours.case.battle, ours.runs)
    for name, share in shares.items():
        sides = {letter for letter in ours.case.letters if letter in _letters(str(name))}
        expected = np.array([letter in sides for letter in ours.case.letters])
        matches = (field == expected).all(axis=1)
        yield _share(f"left on the field: {name}", float(share), matches, count)


def _letters(name: str) -> set[str]:
    """Return the sides in a name such as "A", "AB", "A+B" or "A and B"; none for "nobody"."""
    return set(name) if re.fullmatch(r"[A-Z]+", name) else set(re.findall(r"\b[A-Z]\b", name))


def _share(name: str, theirs: float, matches: Any, count: int) -> FigureRow:
    ours, our_count = float(matches.mean()), len(matches)
    pooled = (theirs * count + ours * our_count) / (count + our_count)
    error_squared = theirs * (1 - theirs) / count + ours * (1 - ours) / our_count
    error = sqrt(max(error_squared, pooled * (1 - pooled) * (1 / count + 1 / our_count)))
    return FigureRow(name, theirs, ours, _apart(theirs, ours, error))


def _apart(theirs: float, ours: float, error: float) -> float:
    difference = max(abs(theirs - ours) - _ROUNDING, 0.0)
    if difference == 0:
        return 0.0
    return difference / error if error > 0 else float("inf")


def _amount(name: str, figures: Mapping[str, Any], values: Any, count: int) -> Iterator[FigureRow]:
    """Compare a mean with its standard deviation, and shares of single values."""
    rare = float((values != 0).mean()) < _RARE and _is_rare(figures)
    if "mean" in figures and not rare:
        yield _mean(name, float(figures["mean"]), float(figures.get("sd", values.std())), values,
                    count)  # fmt: skip
    for value, share in figures.get("shares", {}).items():
        yield _share(f"{name} = {value}", float(share), values == value, count)
    if "share_all_gone" in figures:
        yield _share(f"{name}: all gone", float(figures["share_all_gone"]), values == 0, count)


def _is_rare(figures: Mapping[str, Any]) -> bool:
    """Tell whether one of the engine's amounts may be 0 in nearly all runs.

    The share of other runs is at least the square of its mean by the mean of its square.
    """
    mean, deviation = float(figures.get("mean", 0.0)), float(figures.get("sd", 0.0))
    return mean**2 <= _RARE * (mean**2 + deviation**2)


def _mean(name: str, theirs: float, deviation: float, values: Any, count: int) -> FigureRow:
    error = sqrt(deviation**2 / count + float(values.var()) / len(values))
    return FigureRow(
        name, theirs, float(values.mean()), _apart(theirs, float(values.mean()), error)
    )


def _columns(name: str) -> tuple[int, ...]:
    """Return the columns of a side's outcome that make up a figure; none for ages."""
    if name.startswith("age"):
        return ()
    for word, columns in (
        ("transports_surviving", (at.S_TRANSPORTS,)),
        ("surviving_in_place", (at.S_LEFT,)),
        ("ships_lost", (at.S_DESTROYED, at.S_CAPTURED)),
        ("withdr", (at.S_WITHDREW,)),
        ("forced", (at.S_FORCED,)),
        ("planetary_defences_left", (at.S_DEFENSES,)),
        ("treasury_gain", (at.S_GAINED,)),
        ("besieging", (at.S_BESIEGING,)),
        ("loot", (at.S_LOOT,)),
    ):
        if word in name:
            return columns
    return ()


def _side(ours: _Ours, letter: str, figures: Mapping[str, Any], count: int) -> Iterator[FigureRow]:
    for name, figure in figures.items():
        if name == "age_of_survivors":
            yield from _ages(ours, letter, figure, count)
        elif name == "after_bombardment":
            yield from _ruins(ours, letter, figure, count)
        elif isinstance(figure, Mapping) and _columns(name):
            values = ordered_sum(ours.side(letter, column) for column in _columns(name))
            if "surviving_in_place" in name and "transports" not in name:
                left = ships_left(ours.case.battle, ours.runs)
                values = left[:, ours.index(letter)]
            yield from _amount(f"{letter} {name}", figure, values, count)


def _ages(ours: _Ours, letter: str, figure: Mapping[str, Any], count: int) -> Iterator[FigureRow]:
    """Compare the mean age of all ships left, with those that withdrew if they were measured."""
    counted = float(figure.get("ships_counted", 0)) / count
    left, alive = ours.side(letter, at.S_LEFT), ours.side(letter, at.S_ALIVE)
    without_withdrawn = abs(left.mean() - counted) <= abs(alive.mean() - counted)
    ships = left if without_withdrawn else alive
    ages = ours.side(letter, at.S_AGES_HERE if without_withdrawn else at.S_AGES)
    if ships.sum() < 50:
        return
    mean = float(ages.sum() / ships.sum())
    spread = float(((ages - mean * ships) ** 2).mean()) / float(ships.mean()) ** 2
    error = sqrt(spread / len(ships) + spread / count)
    theirs = float(figure["mean"])
    yield FigureRow(f"{letter} age of survivors", theirs, mean, _apart(theirs, mean, error))


_RUINS = {
    "mining_base": (at.C_MINING, 10),
    "manufacturing_base": (at.C_MANUFACTURING, 10),
    "available_population": (at.C_POPULATION, 1),
    "planetary_defences": (at.C_DEFENSES, 1),
}


def _ruins(ours: _Ours, letter: str, figures: Mapping[str, Any], count: int) -> Iterator[FigureRow]:
    """Compare a side's first colony in the runs that bombed it."""
    units = ours.case.battle.field.units
    colonies = units[units[:, at.KIND] == FighterKind.COLONY]
    sides = [ours.case.battle.places[side] for side in colonies[:, at.SIDE].tolist()]
    if ours.index(letter) not in sides:
        return
    colony = ours.runs.colonies[:, sides.index(ours.index(letter))]
    bombed = colony[:, at.C_BOMBED] > 0
    their_count = int(figures.get("runs", figures.get("runs_bombarded", count)))
    for name, figure in figures.items():
        quantity = next((known_name for known_name in _RUINS if known_name in name), None)
        if quantity and isinstance(figure, Mapping) and "mean" in figure and bombed.any():
            column, parts = _RUINS[quantity]
            values = colony[bombed][:, column] / parts
            deviation = float(figure.get("sd", values.std()))
            title = f"{letter} {name} after bombardment"
            yield _mean(title, float(figure["mean"]), deviation, values, their_count)
