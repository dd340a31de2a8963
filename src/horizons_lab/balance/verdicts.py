"""The budget of games for an assertion, and errors for refuted and undecided ones.

Tests of balance take minutes, while a change of code needs an answer in seconds. Within a budget an
assertion that is decided early fails or passes as usual; an undecided one raises UndecidedError.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from horizons_lab.statistics import StatisticsError

_budget: ContextVar[int | None] = ContextVar("budget", default=None)
#: Result of an assertion that its games do not decide: it fails, or it passes.
IfUndecided = Literal["fail", "pass"]


@contextmanager
def limited_to(games: int) -> Iterator[None]:
    """Limit each assertion in the block to at most `games` games or battles.

    Raises StatisticsError for less than one.
    """
    if games < 1:
        raise StatisticsError(f"a budget of {games} games", "give at least one")
    token = _budget.set(games)
    try:
        yield
    finally:
        _budget.reset(token)


def within_budget(games: int) -> int:
    """Return the number of games that an assertion may take, `games` at most."""
    budget = _budget.get()
    return games if budget is None else min(games, budget)


def is_cut(games: int) -> bool:
    """Return whether the budget is smaller than `games`."""
    return within_budget(games) < games


class NotBalancedError(AssertionError):
    """The games refute the assertion; the message gives the evidence."""


class UndecidedError(AssertionError):
    """The games neither refute nor prove the assertion; the message gives the interim result."""


def handle_undecided(asserted: str, evidence: str, remedy: str, if_undecided: IfUndecided) -> None:
    """End an undecided assertion; raises UndecidedError unless it is to pass."""
    if if_undecided == "fail":
        raise UndecidedError(f"undecided whether {asserted}: {evidence} ({remedy})")
