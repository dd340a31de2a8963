"""A record of a battle in a turn with the key of its dice, so that it can be fought again."""

from __future__ import annotations

from attrs import frozen

from horizons_core.combat import Battle


@frozen
class FoughtBattle:
    """A battle of a turn: run 0 of the battle that the variant's resolver simulates.

    Attributes:
        phase: the name of the phase.
        place: its place, as in events; None for no particular place.
        battle: the resolver's input.
        key: the key of its dice.
        empires: the ids of the empires of each side, in the order of the sides.
    """

    phase: str
    place: str | None
    battle: Battle
    key: int
    empires: tuple[tuple[str, ...], ...]
