"""The chance that a shot destroys its target (GG-CBT-010, GG-CBT-011), as a threshold of dice.

A shot succeeds if a word of 32 bits is below the threshold of its attack and defence, which is the
chance as a number of words. A chance that is not 0 is at least one word, and one that is not
certain at most 2**32 - 1; others are rounded. Logarithms come from `exact`, so thresholds are the
same on every machine.

`certainty` is the ratio of strengths that makes a result certain: 4 in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from horizons_core.exact import log2

if TYPE_CHECKING:
    import numpy as np

CERTAIN = 2**32


def threshold(attack: float, defence: float, certainty: float = 4.0) -> int:
    """The number of words below which a shot succeeds; 0 for never, 2**32 for always."""
    if attack <= 0 or certainty * attack <= defence:
        return 0
    if defence == 0 or attack >= certainty * defence:
        return CERTAIN
    chance_between = _in_between(log2(attack), log2(defence), log2(certainty))
    uncertain: int = round(CERTAIN * chance_between)
    return min(max(uncertain, 1), CERTAIN - 1)


def chance(attack: float, defence: float, certainty: float = 4.0) -> float:
    """The chance that a shot destroys: (log4(attack / defence) + 1) / 2 within 0 to 1.

    It is exact, a multiple of 2**-32; the base of the logarithm is `certainty`.
    """
    return threshold(attack, defence, certainty) / CERTAIN


def _in_between(attack: Any, defence: Any, certainty: float) -> Any:
    """The chance by binary logarithms, of numbers or of arrays."""
    return (certainty + attack - defence) / (2 * certainty)


def table_of_thresholds(
    attacks: Sequence[float], defences: Sequence[float], certainty: float = 4.0
) -> np.ndarray[Any, Any]:
    """The thresholds of all pairs: int64[attacks, defences], equal to `threshold`."""
    import numpy as np

    attack = np.array(attacks, np.float64).reshape(-1, 1)
    defence = np.array(defences, np.float64).reshape(1, -1)
    strength = np.array([log2(value) if value > 0 else 0.0 for value in attacks]).reshape(-1, 1)
    resistance = np.array([log2(value) if value > 0 else 0.0 for value in defences]).reshape(1, -1)
    uncertain = np.rint(CERTAIN * _in_between(strength, resistance, log2(certainty)))
    table: np.ndarray[Any, Any] = np.clip(uncertain, 1, CERTAIN - 1).astype(np.int64)
    table[(defence == 0) | (attack >= certainty * defence)] = CERTAIN
    table[(attack <= 0) | (certainty * attack <= defence)] = 0
    return table
