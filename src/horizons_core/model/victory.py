"""What ends a game, and who has won it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from attrs import frozen

from horizons_core.model.entities import Outcome


@runtime_checkable
class Victory(Protocol):
    """How a game ends. A variant provides one; a mod may provide another, or wrap it."""

    def outcome(self, game: Any, turn: int) -> Outcome | None:
        """The end of the game if it is over after this turn; None if it goes on."""


@frozen
class NoVictory:
    """Games that do not end by themselves: the gamemaster ends them."""

    def outcome(self, game: Any, turn: int) -> Outcome | None:  # noqa: ARG002 - what a victory gets
        """None: the game goes on."""
        return None
