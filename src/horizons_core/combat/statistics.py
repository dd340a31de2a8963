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
    """Many runs of a battle: arrays with one element (or row) per run.

    Attributes:
        sides: the names of the sides.
        winner: shape (runs,): the index of the winning side, -1 if no side won.
        rounds: shape (runs,): the number of rounds.
        shots: shape (runs,): the number of shots.
        measures: by name, arrays of shape (runs, sides), in the unit that the name says.
        units: the names of the units, if they are groups of ships; otherwise empty.
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
        """The number of runs."""
        return len(self.winner)

    def wins(self, side: int | str) -> int:
        """Return the number of runs won by a side; raises ValueError for an unknown name."""
        index = self.sides.index(side) if isinstance(side, str) else side
        return int(int_array_sum(self.winner == index))
