"""The combat log: everybody in a battle is told the same, in full or in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import Dice, EventKind
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.model import Action, Fighter, Side
from variants.far_horizons.battle.replay import Replay
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.model import Place
from variants.far_horizons.step_context import StepContext

#: Details of one battle that are told, over all its readers; then the logs go on as short ones.
MOST_DETAILS = 200_000


class BattleLog:
    """Tells the species of a battle, each by its own wish in full or in short; keeps the replay.

    Shots without end, as of fleets that cannot hurt each other, are not all told. A species that a
    house rule lists twice reads of the battle twice, one time after the other.
    """

    def __init__(self, context: StepContext, scene: Scene) -> None:
        self._context, self._rules = context, scene.rules
        self._place = Place(scene.battle.sector)
        self._replay = Replay(scene.battle)
        self._details = 0
        self._all_short: bool = context.game.options.get("short_logs", False)
        readers = {side.number: side for side in reversed(scene.battle.sides) if side.species}
        self._readers = sorted(readers.values(), key=lambda side: side.index)
        self._again = [s for s in scene.battle.sides if s.species and s not in self._readers]
        self._kept: list[tuple[EventKind, dict[str, Any]]] = []
        self._most = MOST_DETAILS // max(1, len(self._readers))

    def __call__(self, kind: EventKind, **facts: Any) -> None:
        """Tell every species of the battle, as far as its log has such things (FH-SUMMARY-001)."""
        self._replay.hear(kind, facts)
        if kind in messages.ONLY_FULL:
            self._count()
        for side in self._readers:
            if kind in self._left_out(side):
                continue
            assert side.species is not None  # noqa: S101 - readers have one
            self._context.tell(side.species, kind, place=self._place, **facts)
        if self._again:
            self._kept.append((kind, facts))

    def stage(self, action: Action) -> None:
        """An action begins."""
        self._replay.stage(action)

    def listed(self, fighters: Iterable[Fighter]) -> None:
        """The log lists these units."""
        self._replay.listed(fighters)

    def shot(
        self, shooter: Fighter, target: Fighter, *, hit: bool, absorbed: int = 0, damage: int = 0
    ) -> None:
        """A shot has done what it did."""
        self._replay.shot(shooter, target, hit=hit, absorbed=absorbed, damage=damage)

    def end(self, dice: Iterable[Dice]) -> None:
        """The last line; with it each gets its own replay of the battle, if it was fought."""
        x, y, z = self._place.sector
        about: dict[str, Any] = {"place": self._place, "dice": tuple(dice), "x": x, "y": y, "z": z}
        told = self._replay.told if self._replay.begun else None
        for side in self._readers:
            assert side.species is not None  # noqa: S101 - readers have one
            self._context.tell(side.species, messages.END, **about, **(told(side) if told else {}))
        for side in self._again:
            self._tell_again(side, about)
        if told:
            self._context.tell_gamemaster(messages.END, **about, **told(None))

    def _tell_again(self, side: Side, about: Mapping[str, Any]) -> None:
        """All that was told, once more."""
        assert side.species is not None  # noqa: S101 - readers have one
        for kind, facts in self._kept:
            if kind not in self._left_out(side):
                self._context.tell(side.species, kind, place=self._place, **facts)
        self._context.tell(side.species, messages.END, **about)

    def _count(self) -> None:
        """One detail more; the first one too many is told as such."""
        self._details += 1
        if self._details == self._most + 1:
            self(messages.CUT_SHORT)

    def _left_out(self, side: Side) -> frozenset[EventKind]:
        """The kinds that a side is not told; in some games all get short logs."""
        # FH-SUMMARY-003
        if not (side.summary or self._all_short or self._details > self._most):
            return messages.ONLY_SHORT
        if self._rules.short_logs_count_defenses:
            return messages.ONLY_FULL
        return messages.ONLY_FULL | messages.PARTIAL
