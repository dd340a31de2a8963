"""Errors of a game's store, and the reporting of damage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from horizons_host.databases.errors import GameStoreError, LostGameError, damaged
from horizons_host.store.columns import DamagedValueError

__all__ = ["GameStoreError", "LostGameError", "TurnTakenError", "report_damage", "turn_taken"]


class DeadlineMovedError(GameStoreError):
    """The deadline of a turn was changed while the turn was being run for it."""


class TurnTakenError(GameStoreError):
    """The turn that was being run was run by another process meanwhile."""


@contextmanager
def report_damage(place: object) -> Iterator[None]:
    """Report impossible values and missing rows as a damaged game."""
    try:
        yield
    except (DamagedValueError, exc.NoResultFound) as problem:
        raise damaged(place, str(problem)) from problem


def deadline_moved(turn: int) -> DeadlineMovedError:
    """Return the error for a turn whose deadline was changed."""
    return DeadlineMovedError(
        f"the deadline of turn {turn} has just been changed, so it was not run",
        "see 'horizons deadline show'; nothing was changed",
    )


def turn_taken(turn: int, latest: int) -> TurnTakenError:
    """Return the error for a turn that another process has run."""
    return TurnTakenError(
        f"another process has just run turn {turn}",
        f"the latest turn is {latest}; check the game before you continue",
    )
