"""The interface between a game's battle and the resolver.

The rest of a battle (participants, messages, aftermath) is the same for all resolvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from horizons_core import combat
from horizons_core.model import EventKind
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.model import Action, BattleFighter, Scene, Side
from variants.far_horizons.dice import Chance


class EventReporter(Protocol):
    """Reports an event of a battle to all participants."""

    def __call__(self, kind: EventKind, **facts: Any) -> None: ...


class CombatLog(EventReporter, Protocol):
    """Receives the events of a battle, and further details for its replay."""

    def stage(self, action: Action) -> None:
        """Begin an action."""

    def listed(self, fighters: Iterable[BattleFighter]) -> None:
        """List units that are present."""

    def shot(
        self,
        shooter: BattleFighter,
        target: BattleFighter,
        *,
        hit: bool,
        absorbed: int = 0,
        damage: int = 0,
    ) -> None:
        """Record a shot with its effects; events since it was fired belong to it."""


class AimedShot(NamedTuple):
    """A shot of an imagined round at a target; the damage counts in a bombardment."""

    shooter: BattleFighter
    target: BattleFighter
    damage: int = 0


class ActionResults(Protocol):
    """Decides the actions of a battle, in the order of their numbers.

    Changes fighters in place: age, cargo, state and destinations of forced ships.
    """

    @property
    def battle(self) -> combat.Battle | None:
        """The battle as it began, for `simulate`; None if it was fought in another way."""

    def rounds(self, action: Action, log: CombatLog) -> bool:
        """Fight an action to its end; return whether any round took place."""

    def aims(self, action: Action, log: CombatLog) -> Sequence[AimedShot]:
        """Return the shots in the imagined rounds of an action, in their order.

        In germ warfare they include carriers without a shot.
        """

    def infects(self, action: Action, side: Side, target: BattleFighter, bombs: int) -> bool:
        """Return whether any of a side's bombs wipes out a colony."""


class GameCombat(Protocol):
    """The part of a resolver that games use instead of `resolve`, if it exists.

    The rulebook's methods replace missing ones. A resolver without `fight` fights with `resolve`;
    bombardments, germ warfare and sieges among the survivors then follow the rulebook.
    """

    @property
    def rules(self) -> BattleRules:
        """The battle rules."""

    def gather(self, scene: Scene) -> None:
        """Called when all sides and fighters are known, before anything happens."""

    def fight(self, scene: Scene, chance: Chance) -> ActionResults:
        """Begin a battle, with the dice of its subject (`scene.subject_of`)."""


def report_nothing(kind: EventKind, **facts: Any) -> None:
    """Report nothing, for battles where only the outcome counts."""
