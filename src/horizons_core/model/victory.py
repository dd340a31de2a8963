"""Victory conditions: when a game ends, and who has won."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from attrs import frozen

from horizons_core.model.entities import Outcome


@runtime_checkable
class Victory(Protocol):
    """The rule that ends a game. A variant provides it; a mod may replace or wrap it."""

    def outcome(self, game: Any, turn: int) -> Outcome | None:
        """Return the result if the game is over after this turn; None otherwise."""


@frozen
class NoVictory:
    """A victory rule for games that only the gamemaster ends."""

    def outcome(self, game: Any, turn: int) -> Outcome | None:  # noqa: ARG002 - the protocol's
        """Return None: the game continues."""
        return None
