"""What one empire knows after a turn, and what a variant says of knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.model.knowledge import Observer


@frozen
class View:
    """All that one empire knows after a turn; `view["ships"]` is a part of its data.

    Attributes:
        variant: the variant's name.
        game: the game's name.
        turn: the turn after which it is made; 0 for the set-up.
        empire: the empire's id; None for the gamemaster's view, which shows everything. With a role
            the name of somebody without an empire.
        data: what is known, in plain JSON types and the variant's own parts.
        role: the role of somebody without an empire; "" for empires.
    """

    variant: str
    game: str
    turn: int
    empire: str | None
    data: Mapping[str, Any] = field(factory=dict)
    role: str = ""

    def __getitem__(self, part: str) -> Any:
        return self.data[part]

    def get(self, part: str, default: Any = None) -> Any:
        """A part of the data, or `default`."""
        return self.data.get(part, default)


@runtime_checkable
class ViewModel(Protocol):
    """What a variant says of knowledge. `known` is always a game with the secrets taken out.

    Two more methods may say what people get who have no empire and may not see all (spectators):
    `spectator(game) -> Observer` says which things are public, where only empires that every empire
    knows of are by themselves; `spectator_view(known) -> dict` describes what is public. A method
    `things(view) -> list[Thing]` may say which things of a view orders can name, and where they are
    (`horizons_core.model.things`).
    """

    def observer(self, game: Any, empire: str) -> Observer:
        """How well the empire (by its id) knows each entity of the game."""

    def describe(self, known: Any, empire: str | None) -> dict[str, Any]:
        """The view's data, made from what is known (None: from everything)."""

    def hypothesize(self, known: Any, empire: str) -> None:
        """Put placeholders for what was seen of others into `known`, for checks and forecasts."""

    def map(self, view: View) -> dict[str, Any]:
        """The map as a document (`horizons_core.report`), made from a view."""
