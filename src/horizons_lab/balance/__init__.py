"""Assertions about balance for tests, decided by as few games and battles as possible.

For example::

    def test_greedy_beats_random():
        study = Study(variant="event_horizon", seats=["greedy", "random"], games=500, key="ladder")
        assert_win_rate(study, "greedy", at_least=0.8)

The dice follow from the keys, so a test that passes once always passes, until the rules or the bots
change. A failure reports the evidence and games to look at. The pytest option `--lab-budget GAMES`
limits the number of games for each assertion.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from horizons_lab.balance.battles import assert_never_hurts
    from horizons_lab.balance.games import (
        assert_fair_seats,
        assert_no_dominant,
        assert_same_distribution,
        assert_win_rate,
    )
    from horizons_lab.balance.verdicts import NotBalancedError, UndecidedError, limited_to

__all__ = [
    "NotBalancedError", "UndecidedError", "assert_fair_seats", "assert_never_hurts",
    "assert_no_dominant", "assert_same_distribution", "assert_win_rate", "limited_to",
]  # fmt: skip

_HOMES = {
    "NotBalancedError": "horizons_lab.balance.verdicts",
    "UndecidedError": "horizons_lab.balance.verdicts",
    "assert_fair_seats": "horizons_lab.balance.games",
    "assert_never_hurts": "horizons_lab.balance.battles",
    "assert_no_dominant": "horizons_lab.balance.games",
    "assert_same_distribution": "horizons_lab.balance.games",
    "assert_win_rate": "horizons_lab.balance.games",
    "limited_to": "horizons_lab.balance.verdicts",
}

if not TYPE_CHECKING:  # pytest loads this file with the plug-in in every run

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)
