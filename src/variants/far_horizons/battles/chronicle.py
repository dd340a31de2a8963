"""The combat log: everybody in a battle is told the same, in full or in short (FH-SUMMARY-001)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from horizons_core.events import Dice as Drawn
from horizons_core.events import EventKind
from variants.far_horizons.battles import wording
from variants.far_horizons.battles.model import Battle
from variants.far_horizons.desk import Desk
from variants.far_horizons.model import Place


class Tell(Protocol):
    """Tells what happened in a battle to all who are in it."""

    def __call__(self, kind: EventKind, **facts: Any) -> None: ...


def silent(kind: EventKind, **facts: Any) -> None:
    """Tells nobody: for battles of which only the outcome counts."""


class Chronicle:
    """Tells the species of a battle, each by its own wish in full or in short.

    It is a `Tell`. Round numbers wait until there is something to tell of the round.
    """

    def __init__(self, desk: Desk, battle: Battle) -> None:
        self._desk, self._battle = desk, battle
        self._place = Place(battle.sector)
        self._readers = [side for side in battle.sides if side.species is not None]

    def __call__(self, kind: EventKind, *, dice: Iterable[Drawn] = (), **facts: Any) -> None:
        for side in self._readers:
            if kind in (wording.ONLY_FULL if side.summary else wording.ONLY_SHORT):
                continue
            assert side.species is not None  # noqa: S101 - readers have one
            self._desk.tell(side.species, kind, place=self._place, dice=tuple(dice), **facts)
