"""How far many runs of a case agree with what was measured on the engine of 1999.

Shares are compared by the standard errors of shares, means by those of means. Ages of ships of one
run depend on each other, so their error is that of a ratio of sums over runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

import numpy as np
from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import Runs
from variants.far_horizons.battle.model import Kind
from variants.far_horizons.battle.statistics import by_side, on_the_field, ships_left
from variants.far_horizons.mods.engine_1999.battle_parity.cases import ParityCase

#: Beyond so many combined standard errors a difference is one.
LIMIT = 4.0
#: Figures are printed with so many decimals at least.
_ROUNDED = 0.5e-4
#: An amount that is rarer than this is no normal variable: only its share is compared.
_RARE = 0.01
_PARTS_OF_A_SIDE = ("ships_at_start",)


@frozen
class Row:
    """One figure: theirs, ours, and how many combined standard errors they are apart."""

    name: str
    engine: float
    ours: float
    errors: float

    @property
    def agrees(self) -> bool:
        return self.errors <= LIMIT


@frozen
class _Ours:
    """Our runs, by what the figures ask for."""

    case: ParityCase
    runs: Runs

    @property
    def count(self) -> int:
        return len(self.runs.totals)

    def side(self, letter: str, column: int) -> Any:
        return by_side(self.case.battle, self.runs, column)[:, self.index(letter)]

    def index(self, letter: str) -> int:
        return self.case.letters.index(letter)


def rows(case: ParityCase, runs: Runs) -> Iterator[Row]:
    """All figures of a case that can be compared."""
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
    """Figures of a case that are not compared."""
    found = []
    for letter, figures in case.results.get("sides", {}).items():
        known = (*_PARTS_OF_A_SIDE, "age_of_survivors", "after_bombardment")
        found += [f"{letter} {name}" for name in figures if name not in known and not _of(name)]
    return found


def _field(ours: _Ours, shares: Mapping[Any, float], count: int) -> Iterator[Row]:
    """Who is left on the field: shares by the set of sides."""
    field = on_the_field(ours.case.battle, ours.runs)
    for name, share in shares.items():
        sides = {letter for letter in ours.case.letters if letter in _letters(str(name))}
        wanted = np.array([letter in sides for letter in ours.case.letters])
        found = (field == wanted).all(axis=1)
        yield _share(f"left on the field: {name}", float(share), found, count)


def _letters(name: str) -> set[str]:
    """The sides that a name such as "A", "AB", "A+B" or "A and B" stands for; none for "nobody"."""
    return set(name) if re.fullmatch(r"[A-Z]+", name) else set(re.findall(r"\b[A-Z]\b", name))


def _share(name: str, theirs: float, found: Any, count: int) -> Row:
    ours, here = float(found.mean()), len(found)
    pooled = (theirs * count + ours * here) / (count + here)
    own = theirs * (1 - theirs) / count + ours * (1 - ours) / here
    error = sqrt(max(own, pooled * (1 - pooled) * (1 / count + 1 / here)))
    return Row(name, theirs, ours, _apart(theirs, ours, error))


def _apart(theirs: float, ours: float, error: float) -> float:
    difference = max(abs(theirs - ours) - _ROUNDED, 0.0)
    if difference == 0:
        return 0.0
    return difference / error if error > 0 else float("inf")


def _amount(name: str, figures: Mapping[str, Any], found: Any, count: int) -> Iterator[Row]:
    """A mean with its standard deviation, and shares of single values."""
    rare = float((found != 0).mean()) < _RARE and _is_rare(figures)
    if "mean" in figures and not rare:
        yield _mean(name, float(figures["mean"]), float(figures.get("sd", found.std())), found,
                    count)  # fmt: skip
    for value, share in figures.get("shares", {}).items():
        yield _share(f"{name} = {value}", float(share), found == value, count)
    if "share_all_gone" in figures:
        yield _share(f"{name}: all gone", float(figures["share_all_gone"]), found == 0, count)


def _is_rare(figures: Mapping[str, Any]) -> bool:
    """Whether an amount of theirs may be 0 in nearly all runs.

    Its share of other runs is the square of its mean by the mean of its square, or more.
    """
    mean, deviation = float(figures.get("mean", 0.0)), float(figures.get("sd", 0.0))
    return mean**2 <= _RARE * (mean**2 + deviation**2)


def _mean(name: str, theirs: float, deviation: float, found: Any, count: int) -> Row:
    error = sqrt(deviation**2 / count + float(found.var()) / len(found))
    return Row(name, theirs, float(found.mean()), _apart(theirs, float(found.mean()), error))


def _of(name: str) -> tuple[int, ...]:
    """The columns of a side's outcome that make a figure; ages are no counts of ships."""
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


def _side(ours: _Ours, letter: str, figures: Mapping[str, Any], count: int) -> Iterator[Row]:
    for name, figure in figures.items():
        if name == "age_of_survivors":
            yield from _ages(ours, letter, figure, count)
        elif name == "after_bombardment":
            yield from _ruins(ours, letter, figure, count)
        elif isinstance(figure, Mapping) and _of(name):
            found = ordered_sum(ours.side(letter, column) for column in _of(name))
            if "surviving_in_place" in name and "transports" not in name:
                left = ships_left(ours.case.battle, ours.runs)
                found = left[:, ours.index(letter)]
            yield from _amount(f"{letter} {name}", figure, found, count)


def _ages(ours: _Ours, letter: str, figure: Mapping[str, Any], count: int) -> Iterator[Row]:
    """The mean age over all ships left, of all runs; those that withdrew count if they did."""
    counted = float(figure.get("ships_counted", 0)) / count
    left, alive = ours.side(letter, at.S_LEFT), ours.side(letter, at.S_ALIVE)
    here = abs(left.mean() - counted) <= abs(alive.mean() - counted)
    ships = left if here else alive
    ages = ours.side(letter, at.S_AGES_HERE if here else at.S_AGES)
    if ships.sum() < 50:
        return
    mean = float(ages.sum() / ships.sum())
    spread = float(((ages - mean * ships) ** 2).mean()) / float(ships.mean()) ** 2
    error = sqrt(spread / len(ships) + spread / count)
    theirs = float(figure["mean"])
    yield Row(f"{letter} age of survivors", theirs, mean, _apart(theirs, mean, error))


_RUINS = {
    "mining_base": (at.C_MINING, 10),
    "manufacturing_base": (at.C_MANUFACTURING, 10),
    "available_population": (at.C_POPULATION, 1),
    "planetary_defences": (at.C_DEFENSES, 1),
}


def _ruins(ours: _Ours, letter: str, figures: Mapping[str, Any], count: int) -> Iterator[Row]:
    """The state of the side's first colony over the runs in which it was bombed."""
    units = ours.case.battle.field.units
    colonies = units[units[:, at.KIND] == Kind.COLONY]
    sides = [ours.case.battle.places[side] for side in colonies[:, at.SIDE].tolist()]
    if ours.index(letter) not in sides:
        return
    colony = ours.runs.colonies[:, sides.index(ours.index(letter))]
    bombed = colony[:, at.C_BOMBED] > 0
    theirs = int(figures.get("runs", figures.get("runs_bombarded", count)))
    for name, figure in figures.items():
        known = next((name_of for name_of in _RUINS if name_of in name), None)
        if known and isinstance(figure, Mapping) and "mean" in figure and bombed.any():
            column, parts = _RUINS[known]
            found = colony[bombed][:, column] / parts
            deviation = float(figure.get("sd", found.std()))
            title = f"{letter} {name} after bombardment"
            yield _mean(title, float(figure["mean"]), deviation, found, theirs)
