"""What a battle in a game asks of the resolver: its rules, and who wins each action.

The rest of a battle (who is there, what is told, what follows) is the same for all resolvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from horizons_core import combat
from horizons_core.model import EventKind
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.model import Action, Fighter, Side
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.dice import Chance


class Tell(Protocol):
    """Tells what happened in a battle to all who are in it."""

    def __call__(self, kind: EventKind, **facts: Any) -> None: ...


class Log(Tell, Protocol):
    """Is told what happened, and shown what a replay needs besides."""

    def stage(self, action: Action) -> None:
        """An action begins."""

    def listed(self, fighters: Iterable[Fighter]) -> None:
        """The log lists these units."""

    def shot(
        self, shooter: Fighter, target: Fighter, *, hit: bool, absorbed: int = 0, damage: int = 0
    ) -> None:
        """A shot has done what it did; what was told since it was fired is due to it."""


class Aim(NamedTuple):
    """A shot of an imagined round: who aimed at whom; the damage counts in a bombardment."""

    shooter: Fighter
    target: Fighter
    damage: int = 0


class Fight(Protocol):
    """Decides the actions of one battle, which come in the order of their numbers.

    Fighters are changed in place: age, cargo, state and where forced ships are thrown.
    """

    @property
    def battle(self) -> combat.Battle | None:
        """The battle as it began, for `simulate`; None if it was fought in another way."""

    def rounds(self, action: Action, log: Log) -> bool:
        """Fight an action to its end; whether any round took place."""

    def aims(self, action: Action, log: Log) -> Sequence[Aim]:
        """Who aims at whom in the imagined rounds of an action, in their order.

        In germ warfare carriers without a shot are among them.
        """

    def infects(self, action: Action, side: Side, target: Fighter, bombs: int) -> bool:
        """Whether one of so many bombs of a side wipes out a colony."""


class Combat(Protocol):
    """The part of a resolver that games ask."""

    @property
    def rules(self) -> BattleRules:
        """The rules of battle."""

    def gather(self, scene: Scene) -> None:
        """Called when all sides and fighters are known, before anything happens."""

    def fight(self, scene: Scene, chance: Chance) -> Fight:
        """Begin to fight a battle, with the dice of its subject (`scene.subject_of`)."""


def silent(kind: EventKind, **facts: Any) -> None:
    """Tells nobody: for battles of which only the outcome counts."""
