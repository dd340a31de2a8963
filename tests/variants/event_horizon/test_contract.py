"""Event Horizon keeps the contract of all variants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.combat import BattleRecord
from horizons_core.testing import VariantContract
from horizons_core.testing.laws.secrecy import SecrecyLaws
from horizons_core.testing.laws.turns import TurnLaws
from tests.effort import THOROUGH, tries

BATTLES = (
    {
        "turns": 1,
        "sides": {
            "Ada": [{"count": 4, "hull": 6, "thrusters": 2, "weapons": 2, "shields": 1}],
            "Brin": [{"count": 3, "hull": 9, "thrusters": 1, "weapons": 4, "shields": 1}],
        },
    },
    {
        "sides": {
            "Ada": [{"mothership": True, "hull": 40, "thrusters": 4, "weapons": 4, "shields": 4}],
            "Brin": [{"count": 9, "weapons": 1}],
            "Cato": [{"count": 2, "hull": 4, "thrusters": 2, "weapons": 2}],
        },
    },
)


class TestEventHorizon(VariantContract):
    """The full contract, on a map so small that empires meet."""

    variant_name = "event_horizon"
    options = {"side": 8}
    battles = BATTLES
    seeds = (1, 2, 3, 4, 5) if THOROUGH else (1, 2)
    turns = 20 if THOROUGH else 6
    examples = tries(50)
    saved_games = Path(__file__).parent / "saves"

    def measured(self, record: BattleRecord) -> Mapping[str, list[int]]:
        parts = ("hull", "thrusters", "weapons", "shields")
        sides = range(len(record.sides))
        left = [[u for u in record.units if u.side == side and not u.destroyed] for side in sides]
        return {
            "ships left": [len(units) for units in left],
            "components left": [sum(u.after[p] for u in units for p in parts) for units in left],
        }


class TestEventHorizonWithSharedMining(TurnLaws, SecrecyLaws):
    """The house rule, which only shares income otherwise, keeps the laws of turns and secrecy."""

    variant_name = "event_horizon"
    mods = ("shared_mining",)
    options = {"side": 8}
    seeds = (1,)
    turns = 20 if THOROUGH else 6
    examples = tries(25)


@pytest.mark.slow
class TestSecrecyAtLength(SecrecyLaws):
    """The secrecy contract in a longer game, over two thousand changes."""

    variant_name = "event_horizon"
    options = {"side": 6}
    seeds = (3,)
    turns = 12
    examples = 2000


def test_what_stays_hidden_during_a_turn_changes_nothing_of_what_is_told():
    """Two empires far from Ada fight differently: her turn is the same to the last byte."""
    variant = hz.load_variant("event_horizon")

    def reports(hull: int, orders: Mapping[str, str]) -> list[object]:
        game = variant.new_game(["Ada", "Brin", "Cato"], seed=8, name="Far")
        ships = [
            {"owner": owner, "number": number, "sector": "9,9", "hull": hull, "weapons": 3}
            for owner in ("Brin", "Cato")
            for number in (5, 6)
        ]
        variant.hook.horizons_scenario_state(game=game, state={"ships": ships})
        turn = hz.run_turn(game, {"Ada": "BUILD 1 0 1 0 0\nMOVE 1 E", **orders})
        assert any(e.code == "battle.fought" for e in turn.events)
        report = turn.report("Ada")
        return [report.text, report.html, hz.canonical(report.data)]

    assert reports(5, {}) == reports(
        50, {"Brin": "NAME 5 Loud\nMOVE 1 W", "Cato": "BUILD 2 0 1 0 0"}
    )
