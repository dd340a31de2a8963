"""How the fights of a battle are decided: shot by shot with dice, or at once by the kernel.

The rest of a battle (who is there, what is told, what follows) is the same for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from attrs import define

from variants.far_horizons.battle import rounds
from variants.far_horizons.battle.germs import chance_of
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import Action, Battle, Fighter, Kind, Side, State
from variants.far_horizons.compatibility import Habits
from variants.far_horizons.dice import Dice


class Fighting(Protocol):
    """Decides the actions of one battle, which come in the order of their numbers."""

    def fight(self, action: Action, tell: Tell) -> bool:
        """Fight an action to its end; whether any round took place."""

    def imagine(self, action: Action, mark: rounds.Mark, tell: Tell) -> None:
        """The imagined rounds of an action: who aims at whom is marked."""

    def silent_drops(self, action: Action) -> Iterable[tuple[Fighter, Fighter]]:
        """Carriers of germ warfare bombs that had no shot, each with where it drops them."""

    def infects(self, action: Action, side: Side, target: Fighter, bombs: int) -> bool:
        """Whether one of so many bombs of a side wipes out a colony."""


@define
class ByDice:
    """Asks for the dice one after the other, in the order of work of the 1999 engine."""

    battle: Battle
    dice: Dice
    habits: Habits

    def fight(self, action: Action, tell: Tell) -> bool:
        return rounds.fight(self.battle, action, self.dice, tell, self.habits).rounds > 0

    def imagine(self, action: Action, mark: rounds.Mark, tell: Tell) -> None:
        rounds.imagine(self.battle, action, self.dice, mark, tell, self.habits)

    def silent_drops(self, action: Action) -> Iterator[tuple[Fighter, Fighter]]:
        """On a colony that is drawn (FH-GERM-003)."""
        if self.habits.silent_carriers:
            return
        for carrier in action.fighters:
            if carrier.state != State.FIGHTING or not carrier.cargo.get("GW", 0):
                continue
            if action.firing is not None and carrier.side not in action.firing:
                continue
            targets = [
                one for one in action.fighters
                if one.kind is Kind.COLONY and self.battle.hostile(carrier, one)
            ]  # fmt: skip
            if targets:
                yield carrier, targets[self.dice(len(targets)) - 1]

    def infects(self, action: Action, side: Side, target: Fighter, bombs: int) -> bool:  # noqa: ARG002
        chance = chance_of(side.biology, self.battle.side_of(target).biology)
        return any(self.dice(100) <= chance for _ in range(bombs))
