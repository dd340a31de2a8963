"""The odds of a battle: chances to win with their intervals, rounds, what is left of each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.combat import watched
from horizons_core.errors import BattleError
from horizons_host.reading import read_yaml

#: Of which quantiles of each measure are told.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@frozen
class BattleFile:
    """A battle that was read from a file, with the variant whose rules it is fought by.

    `spec` is what the variant read the battle from.
    """

    title: str
    variant: hz.Variant
    battle: hz.Battle
    spec: Mapping[str, Any]


@frozen
class Share:
    """How many of the runs ended so, with the 95% interval of the chance (Wilson's)."""

    count: int
    share: float
    low: float
    high: float

    def told(self) -> dict[str, Any]:
        """The share as plain data."""
        return {"count": self.count, "share": self.share, "interval": [self.low, self.high]}


@frozen
class Odds:
    """What many runs of a battle say. `measures[name][side]` holds the `QUANTILES`.

    So does `survivors[unit]`, of the ships left of each unit that is a group of ships.
    """

    runs: int
    wins: Mapping[str, Share]
    undecided: Share
    rounds: tuple[float, ...]
    measures: Mapping[str, Mapping[str, tuple[float, ...]]]
    survivors: Sequence[tuple[str, tuple[float, ...]]] = ()

    def told(self) -> dict[str, Any]:
        """The odds as plain data."""
        return {
            "runs": self.runs,
            "wins": {side: share.told() for side, share in self.wins.items()},
            "undecided": self.undecided.told(),
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


def is_fought_one_by_one(found: BattleFile) -> bool:
    """Whether the resolver has no kernel and fights a recorded battle for each run.

    One is fought to see it.
    """
    fought: list[None] = []
    with watched(lambda: fought.append(None)):
        found.variant.combat.simulate(found.battle, 1, 0)
    return bool(fought)


def key_from(text: str) -> int | str:
    """A key as written on the command line: a number of 64 bits, or any words."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64:
        return int(text)
    return text


def odds(statistics: hz.BattleStatistics) -> Odds:
    """Work the odds out of many runs."""
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


def _share(count: int, runs: int) -> Share:
    from scipy.stats import binomtest

    interval = binomtest(count, runs).proportion_ci(confidence_level=0.95, method="wilson")
    return Share(count, count / runs, float(interval.low), float(interval.high))


def _quantiles(values: Any) -> tuple[float, ...]:
    import numpy as np

    return tuple(float(value) for value in np.quantile(values, QUANTILES))
