"""Views: what an empire knows after a turn, and the interface of a variant that describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.model.knowledge import Observer


@frozen
class View:
    """Everything that an empire knows after a turn; `view["ships"]` is a part of its data.

    Attributes:
        variant: the variant's name.
        game: the game's name.
        turn: the latest turn included; 0 for the set-up.
        empire: the empire's id; None for the gamemaster's view, which shows everything; with a
            role, the name of the person who has it.
        data: the known facts, in plain JSON types, in parts that the variant defines.
        role: the role of a person without an empire; "" for empires.
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
        """Return a part of the data, or `default`."""
        return self.data.get(part, default)


@runtime_checkable
class ViewModel(Protocol):
    """A variant's rules of visibility. `known` is always a game without its hidden information.

    Two optional methods serve spectators, who have no empire and see public information only:
    `spectator(game) -> Observer` defines what is public (by default, the empires that all others
    know of), and `spectator_view(known) -> dict` describes it. An optional method
    `things(view) -> list[Thing]` returns the objects of a view that orders can name, with their
    places (`horizons_core.model.things`).
    """

    def observer(self, game: Any, empire: str) -> Observer:
        """Return how well the empire (by id) knows each entity of the game."""

    def describe(self, known: Any, empire: str | None) -> dict[str, Any]:
        """Return the view's data, made from what the empire knows (None: from everything)."""

    def hypothesize(self, known: Any, empire: str) -> None:
        """Add placeholders for what was seen of other empires, for checks and forecasts."""

    def map(self, view: View) -> dict[str, Any]:
        """Return the map of a view as a document (`horizons_core.report`)."""
