"""Many runs of one battle, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from horizons_core.sums import int_array_sum

if TYPE_CHECKING:
    import numpy as np


@frozen
class BattleStatistics:
    """Many runs of one battle: arrays with one element (or row) a run.

    Attributes:
        sides: the names of the sides.
        winner: shape (runs,): the index of the side that won, -1 where nobody did.
        rounds: shape (runs,): how many rounds were fought.
        shots: shape (runs,): how many shots were fired.
        measures: by name, arrays of shape (runs, sides), in the unit that the name says.
        units: the names of the units, where they are groups of ships; elsewhere empty.
        survivors: shape (runs, units): the ships left of each.
    """

    sides: tuple[str, ...]
    winner: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    shots: np.ndarray[Any, Any]
    measures: Mapping[str, np.ndarray[Any, Any]] = field(factory=dict)
    units: tuple[str, ...] = ()
    survivors: np.ndarray[Any, Any] = field()

    @survivors.default
    def _no_units(self) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros((len(self.winner), len(self.units)), np.int64)

    @property
    def runs(self) -> int:
        """How many runs there were."""
        return len(self.winner)

    def wins(self, side: int | str) -> int:
        """How many runs this side, by name or index, won; raises ValueError for an unknown name."""
        index = self.sides.index(side) if isinstance(side, str) else side
        return int(int_array_sum(self.winner == index))
