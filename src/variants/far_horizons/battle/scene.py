"""A battle with everything that its rules need: participants, orders and the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import Belligerent
from variants.far_horizons.battle.model import SectorBattle
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Place, Sector


@define
class Scene:
    """A battle, in a game or without one.

    The `economy` values hijacked ships and numbers disguised species. `parties` are the battle's
    sides with their orders. `groups` has a number for each fighter, the same for identical ships,
    -1 for colonies; without it each fighter counts by itself.
    """

    rules: BattleRules
    battle: SectorBattle
    economy: Economy = RULEBOOK_ECONOMY
    parties: list[Belligerent] = field(factory=list)
    groups: Sequence[int] | None = None


def subject_of(sector: Sector) -> tuple[str, ...]:
    """Return the subject of a battle's dice, other than those of its rounds."""
    return ("battle", str(Place(sector)))


def subject_of_rounds(sector: Sector) -> tuple[str, ...]:
    """Return the subject of the dice of a battle's rounds."""
    return (*subject_of(sector), "rounds")
