"""Battle odds: chances to win with confidence intervals, rounds, and remaining strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.combat import after_each_battle
from horizons_core.errors import BattleError
from horizons_host.reading import read_yaml

#: Quantiles reported for each measure.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@frozen
class BattleFile:
    """A battle read from a file, with the variant whose rules apply.

    `spec` is the data that the variant built the battle from.
    """

    title: str
    variant: hz.Variant
    battle: hz.Battle
    spec: Mapping[str, Any]


@frozen
class ShareOfRuns:
    """Share of runs with an outcome, with the 95% confidence interval (Wilson's)."""

    count: int
    share: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the share as plain data."""
        return {"count": self.count, "share": self.share, "interval": [self.low, self.high]}


@frozen
class Odds:
    """Statistics of many runs of a battle. `measures[name][side]` holds the `QUANTILES`.

    So does `survivors[unit]`: the ships left of each unit that is a group of ships.
    """

    runs: int
    wins: Mapping[str, ShareOfRuns]
    undecided: ShareOfRuns
    rounds: tuple[float, ...]
    measures: Mapping[str, Mapping[str, tuple[float, ...]]]
    survivors: Sequence[tuple[str, tuple[float, ...]]] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain data."""
        return {
            "runs": self.runs,
            "wins": {side: share.to_dict() for side, share in self.wins.items()},
            "undecided": self.undecided.to_dict(),
            "quantiles": list(QUANTILES),
            "rounds": list(self.rounds),
            "measures": {
                name: {side: list(values) for side, values in sides.items()}
                for name, sides in self.measures.items()
            },
            **({"survivors": self._survivors()} if self.survivors else {}),
        }

    def _survivors(self) -> list[dict[str, Any]]:
        return [{"unit": name, "left": list(values)} for name, values in self.survivors]


def read_battle(path: Path) -> BattleFile:
    """Read a battle from YAML: `variant`, perhaps `mods`, and what the variant asks for.

    Raises BattleError naming the place, OSError.
    """
    data = read_yaml(path)
    if not isinstance(data, dict):
        raise BattleError(f"{path}: a battle must be a mapping", "add 'variant:' and the sides")
    spec = {str(key): value for key, value in data.items()}
    name, mods = spec.pop("variant", None), spec.pop("mods", None) or []
    if not isinstance(name, str):
        raise BattleError(f"{path}: 'variant' is missing", "add the variant whose rules to use")
    if not isinstance(mods, list) or not all(isinstance(mod, str) for mod in mods):
        raise BattleError(f"{path}: 'mods' must be a list of names")
    try:
        variant = hz.load_variant(name, tuple(mods))
        battle = variant.battle(spec)
    except hz.HorizonsError as problem:
        raise BattleError(f"{path}: {problem.message}", problem.hint) from problem
    return BattleFile(str(spec.get("title") or path.stem), variant, battle, spec)


def is_fought_one_by_one(file: BattleFile) -> bool:
    """Return whether the resolver has no kernel and fights a recorded battle for each run.

    Fights one battle to find out.
    """
    fought: list[None] = []
    with after_each_battle(lambda: fought.append(None)):
        file.variant.combat.simulate(file.battle, 1, 0)
    return bool(fought)


def key_from(text: str) -> int | str:
    """Parse a key from the command line: a 64-bit number, or any words."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64:
        return int(text)
    return text


def odds(statistics: hz.BattleStatistics) -> Odds:
    """Compute the odds from the statistics of many runs."""
    runs = statistics.runs
    sides = statistics.sides
    return Odds(
        runs=runs,
        wins={side: _share(statistics.wins(index), runs) for index, side in enumerate(sides)},
        undecided=_share(int((statistics.winner < 0).sum()), runs),
        rounds=_quantiles(statistics.rounds),
        measures={
            name: {side: _quantiles(values[:, i]) for i, side in enumerate(sides)}
            for name, values in statistics.measures.items()
        },
        survivors=tuple(
            (name, _quantiles(statistics.survivors[:, unit]))
            for unit, name in enumerate(statistics.units)
        ),
    )


def _share(count: int, runs: int) -> ShareOfRuns:
    from scipy.stats import binomtest

    interval = binomtest(count, runs).proportion_ci(confidence_level=0.95, method="wilson")
    return ShareOfRuns(count, count / runs, float(interval.low), float(interval.high))


def _quantiles(values: Any) -> tuple[float, ...]:
    import numpy as np

    return tuple(float(value) for value in np.quantile(values, QUANTILES))
