"""A battle of a turn with what names its dice, so that it can be fought again."""

from __future__ import annotations

from attrs import frozen

from horizons_core.combat import Battle


@frozen
class FoughtBattle:
    """A battle that was fought in a turn: run 0 of what the variant's resolver simulates of it.

    Attributes:
        phase: the name of the phase.
        place: where it was, as events name the place; None for nowhere in particular.
        battle: who met, as the resolver takes it.
        key: the key of its dice.
        empires: the ids of the empires of each side, in the order of the sides.
    """

    phase: str
    place: str | None
    battle: Battle
    key: int
    empires: tuple[tuple[str, ...], ...]
