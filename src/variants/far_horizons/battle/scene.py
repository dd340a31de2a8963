"""A battle with everything that its rules need: who is there, what they ordered, by which rules."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import Party
from variants.far_horizons.battle.model import Battle
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Place, Sector


@define
class Scene:
    """A battle, in a game or without one.

    The `economy` says what hijacked ships bring, and by which number a species in disguise goes.
    `parties` are the battle's sides with their orders. `groups` number kinds of ships alike, one
    for each fighter, -1 for colonies; without them each fighter counts by itself.
    """

    rules: BattleRules
    battle: Battle
    economy: Economy = RULEBOOK_ECONOMY
    parties: list[Party] = field(factory=list)
    groups: Sequence[int] | None = None


def subject_of(sector: Sector) -> tuple[str, ...]:
    """What the dice of a battle are named by, those of its rounds left out."""
    return ("battle", str(Place(sector)))


def subject_of_rounds(sector: Sector) -> tuple[str, ...]:
    """What the dice of its rounds are named by."""
    return (*subject_of(sector), "rounds")
