"""The combat log, which reports the same events to every side in full or in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import Dice, EventKind
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.model import Action, BattleFighter, Scene, Side
from variants.far_horizons.battle.replay import Replay
from variants.far_horizons.model import Place
from variants.far_horizons.step_context import StepContext

#: Maximum number of details of a battle, over all its readers; logs continue in short form.
MAX_DETAILS = 200_000


class BattleLog:
    """Reports a battle to its species, in full or in short as each has chosen; records its replay.

    Endless exchanges, such as those of fleets that cannot hurt each other, are cut short. A species
    that a house rule lists twice gets the report of the battle twice, one after the other.
    """

    def __init__(self, context: StepContext, scene: Scene) -> None:
        self._context, self._rules = context, scene.rules
        self._place = Place(scene.battle.sector)
        self._replay = Replay(scene.battle)
        self._details = 0
        self._all_short: bool = context.game.options.get("short_logs", False)
        readers = {side.number: side for side in reversed(scene.battle.sides) if side.species}
        self._readers = sorted(readers.values(), key=lambda side: side.index)
        self._repeats = [s for s in scene.battle.sides if s.species and s not in self._readers]
        self._reported: list[tuple[EventKind, dict[str, Any]]] = []
        self._most = MAX_DETAILS // max(1, len(self._readers))

    def __call__(self, kind: EventKind, **facts: Any) -> None:
        """Report an event to every species of the battle whose log includes it (FH-SUMMARY-001)."""
        self._replay.add_message(kind, facts)
        if kind in messages.ONLY_FULL:
            self._count()
        for side in self._readers:
            if kind in self._left_out(side):
                continue
            assert side.species is not None  # noqa: S101 - readers have one
            self._context.notify(side.species, kind, place=self._place, **facts)
        if self._repeats:
            self._reported.append((kind, facts))

    def stage(self, action: Action) -> None:
        """Begin an action."""
        self._replay.stage(action)

    def listed(self, fighters: Iterable[BattleFighter]) -> None:
        """List units that are present."""
        self._replay.listed(fighters)

    def shot(
        self,
        shooter: BattleFighter,
        target: BattleFighter,
        *,
        hit: bool,
        absorbed: int = 0,
        damage: int = 0,
    ) -> None:
        """Record a shot with its effects."""
        self._replay.shot(shooter, target, hit=hit, absorbed=absorbed, damage=damage)

    def end(self, dice: Iterable[Dice]) -> None:
        """Write the last line, with each reader's own replay if the battle was fought."""
        x, y, z = self._place.sector
        about: dict[str, Any] = {"place": self._place, "dice": tuple(dice), "x": x, "y": y, "z": z}
        replay_for = self._replay.data_for if self._replay.begun else None
        for side in self._readers:
            assert side.species is not None  # noqa: S101 - readers have one
            extra = replay_for(side) if replay_for else {}
            self._context.notify(side.species, messages.END, **about, **extra)
        for side in self._repeats:
            self._repeat(side, about)
        if replay_for:
            self._context.notify_gamemaster(messages.END, **about, **replay_for(None))

    def _repeat(self, side: Side, about: Mapping[str, Any]) -> None:
        """Report the battle to a side a second time."""
        assert side.species is not None  # noqa: S101 - readers have one
        for kind, facts in self._reported:
            if kind not in self._left_out(side):
                self._context.notify(side.species, kind, place=self._place, **facts)
        self._context.notify(side.species, messages.END, **about)

    def _count(self) -> None:
        """Count a detail, and announce the limit when it is exceeded."""
        self._details += 1
        if self._details == self._most + 1:
            self(messages.CUT_SHORT)

    def _left_out(self, side: Side) -> frozenset[EventKind]:
        """Return the events that a side's log leaves out; some games have only short logs."""
        # FH-SUMMARY-003
        if not (side.summary or self._all_short or self._details > self._most):
            return messages.ONLY_SHORT
        if self._rules.short_logs_count_defenses:
            return messages.ONLY_FULL
        return messages.ONLY_FULL | messages.PARTIAL
