"""What can go wrong with a game's store, and how damage in it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from horizons_host.databases.errors import GameStoreError, LostGameError, damaged
from horizons_host.store.columns import DamagedValueError

__all__ = ["GameStoreError", "LostGameError", "TurnTakenError", "damage_told", "taken"]


class DeadlineMovedError(GameStoreError):
    """The deadline for which a turn was being run has been changed meanwhile."""


class TurnTakenError(GameStoreError):
    """The turn that was being run has been run by another process meanwhile."""


@contextmanager
def damage_told(place: object) -> Iterator[None]:
    """Tell values and rows that cannot be so as a damaged game."""
    try:
        yield
    except (DamagedValueError, exc.NoResultFound) as problem:
        raise damaged(place, str(problem)) from problem


def moved(turn: int) -> DeadlineMovedError:
    """The turn that was being run for a deadline which is another now."""
    return DeadlineMovedError(
        f"the deadline of turn {turn} has just been changed, so it was not run",
        "see 'horizons deadline show'; nothing was changed",
    )


def taken(turn: int, latest: int) -> TurnTakenError:
    """The turn that one process wanted to run and another has run."""
    return TurnTakenError(
        f"another process has just run turn {turn}",
        f"the latest turn is {latest}; check the game before you continue",
    )
