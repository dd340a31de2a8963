"""The combat log: everybody in a battle is told the same, in full or in short (FH-SUMMARY-001)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from horizons_core.model import Dice as Drawn
from horizons_core.model import EventKind
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.model import Battle, Side
from variants.far_horizons.model import Place
from variants.far_horizons.step_context import Desk

#: Details of one battle that are told, over all its readers; then the logs go on as short ones.
MOST_DETAILS = 200_000


class Tell(Protocol):
    """Tells what happened in a battle to all who are in it."""

    def __call__(self, kind: EventKind, **facts: Any) -> None: ...


def silent(kind: EventKind, **facts: Any) -> None:
    """Tells nobody: for battles of which only the outcome counts."""


class Chronicle:
    """Tells the species of a battle, each by its own wish in full or in short.

    It is a `Tell`. Shots without end, as of fleets that cannot hurt each other, are not all told.
    """

    def __init__(self, desk: Desk, battle: Battle) -> None:
        self._desk, self._battle = desk, battle
        self._place = Place(battle.sector)
        self._details = 0
        self._all_short: bool = desk.game.options.get("short_logs", False)
        self._readers = [side for side in battle.sides if side.species is not None]
        self._most = MOST_DETAILS // max(1, len(self._readers))

    def __call__(self, kind: EventKind, *, dice: Iterable[Drawn] = (), **facts: Any) -> None:
        if self._battle.film is not None:
            self._battle.film.hear(kind, facts)
        if kind in messages.ONLY_FULL:
            self._count()
        for side in self._readers:
            if kind in self._left_out(side):
                continue
            assert side.species is not None  # noqa: S101 - readers have one
            self._desk.tell(side.species, kind, place=self._place, dice=tuple(dice), **facts)

    def end(self, dice: Iterable[Drawn]) -> None:
        """The last line; with it each gets its own record of the battle, if it was fought."""
        x, y, z = self._battle.sector
        film = self._battle.film
        about: dict[str, Any] = {"place": self._place, "dice": tuple(dice), "x": x, "y": y, "z": z}
        told = film.told if film is not None and film.begun else None
        for side in self._readers:
            assert side.species is not None  # noqa: S101 - readers have one
            self._desk.tell(side.species, messages.END, **about, **(told(side) if told else {}))
        if told:
            self._desk.tell_gamemaster(messages.END, **about, **told(None))

    def _count(self) -> None:
        """One detail more; the first one too many is told as such."""
        self._details += 1
        if self._details == self._most + 1:
            self(messages.CUT_SHORT)

    def _left_out(self, side: Side) -> frozenset[EventKind]:
        """The kinds that a side is not told."""
        if not (side.summary or self._all_short or self._details > self._most):
            return messages.ONLY_SHORT
        if self._desk.habits.short_logs_count_defenses:
            return messages.ONLY_FULL
        return messages.ONLY_FULL | messages.PARTIAL
