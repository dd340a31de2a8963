"""The expected returns of money for bots: properties of the yields by which they spend."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.bots.realm import Realm
from variants.far_horizons.bots.returns import Returns
from variants.far_horizons.rules.knowledge import record_knowledge

VARIANT = hz.load_variant("far_horizons")


def returns(**techs: int) -> Returns:
    """The yields of a species with its home planet and these levels."""
    human: dict[str, Any] = {"techs": techs}
    game = game_with({"species": {"Human": human}})
    record_knowledge(game, game.turn)
    return Returns(Realm(VARIANT.view(game, "Human"), VARIANT.economy))


def test_colonists_bring_nothing_where_all_goes_for_their_life_support():
    assert returns(LS=12).of_colonists(100, 12) == 0
    assert returns(LS=12).of_colonists(100, 15) == 0
    assert returns(LS=12).of_colonists(100, 6) > 0


def test_colonists_bring_more_where_mining_is_easier_and_life_is():
    payback = returns(LS=30)

    assert payback.of_colonists(50, 6) > payback.of_colonists(150, 6)
    assert payback.of_colonists(100, 3) > payback.of_colonists(100, 9)


def test_research_that_raises_what_is_short_brings_most():
    """Raw material and capacity are used in equal amounts (FH-BUILD-001)."""
    miners, makers = returns(MI=30, MA=10).of_research, returns(MI=5, MA=30).of_research

    assert miners["MA"] > miners["MI"]
    assert makers["MI"] > makers["MA"]


def test_what_nobody_knows_anything_of_is_not_researched():
    assert "LS" not in returns(LS=0).of_research
