"""The house rule relative_wealth: wealth by the hundred."""

from __future__ import annotations

import pytest

import horizons_core as hz
import variants.starcluster
from tests.variants.starcluster.builders import ledger, new_game
from variants.starcluster.model import Race
from variants.starcluster.mods import relative_wealth


@pytest.mark.parametrize(
    ("trait", "income"), [("Wealthy", 510_000), ("Poor", 490_000), ("Creative", 500_000)]
)
def test_the_wealth_of_a_race_changes_income_by_some_per_cent(trait, income):
    game = new_game()
    game.mods = ("relative_wealth",)
    game.empire("Ada").race = Race(traits=(trait,))
    rules = hz.Variant(variants.starcluster, [relative_wealth])

    assert ledger(hz.run_turn(game, {}, variant=rules))["income of 1"] == income


def test_it_names_itself_and_the_clause_that_it_changes():
    info = relative_wealth.horizons_mod_info()
    assert (info.name, info.variant, info.rules) == (
        "relative_wealth", "starcluster", ("SC-ECO-002",),
    )  # fmt: skip
