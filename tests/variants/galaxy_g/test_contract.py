"""Galaxy G keeps the contract of all variants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from horizons_core.combat import BattleRecord
from horizons_core.testing import VariantContract
from horizons_core.testing.laws.secrecy import SecrecyLaws
from tests.effort import THOROUGH, tries
from variants.galaxy_g.model import Game

BATTLES = (
    {
        "sides": {
            "Ada": [{"ships": 20, "design": [10, 1, 10, 10, 0]}],
            "Brin": [{"ships": 20, "design": [10, 1, 10, 10, 0]}],
        }
    },
    {
        "sides": {
            "Ada": [
                {"ships": 5, "type": "Cruiser"},
                {"ships": 30, "type": "Drone"},
            ],
            "Brin": [{"ships": 3, "type": "Gunship", "tech": 1.5}],
            "Cato": [{"ships": 1, "type": "Secret_A"}],
        },
        "hostile": [["Ada", "Brin"], ["Brin", "Cato"]],
    },
)


class TestGalaxyG(VariantContract):
    """The full contract, in a galaxy so small that races meet."""

    variant_name = "galaxy_g"
    options = {"diameter": 40}
    seeds = (1, 2, 3, 4, 5) if THOROUGH else (1, 2)
    turns = 20 if THOROUGH else 6
    examples = tries(50)
    losses = frozenset({"landing.repelled", "landing.emptied"})
    battles = BATTLES
    saved_games = Path(__file__).parent / "saves"

    def measured(self, record: BattleRecord) -> Mapping[str, list[int]]:
        left = [0] * len(record.sides)
        for unit in record.units:
            left[unit.side] += unit.left
        return {"ships left": left}


def test_the_contract_catches_orders_that_tell_who_plays_a_race(monkeypatch):
    by_name = Game.race_named

    def by_player_too(game, name, by):
        players = {race.id.casefold(): race for race in game.empires}
        return by_name(game, name, by) or players.get(name.casefold())

    monkeypatch.setattr(Game, "race_named", by_player_too)
    with pytest.raises(AssertionError, match="learns from [A-Z]+ what '.+' is"):
        TestGalaxyG().test_an_order_does_not_reveal_whether_a_hidden_name_exists()


@pytest.mark.slow
class TestSecrecyAtLength(SecrecyLaws):
    """The secrecy contract in a longer game of four, over two thousand changes."""

    variant_name = "galaxy_g"
    players = ("Ada", "Brin", "Cato", "Dane")
    options = {"diameter": 50}
    seeds = (3,)
    turns = 30
    examples = 2000
