"""Far Horizons keeps the contract of all variants, by the rulebook and with the engine's habits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from horizons_core.combat import Battle, BattleRecord
from horizons_core.model import View
from horizons_core.orders import Command
from horizons_core.testing import VariantContract
from horizons_core.testing.laws.secrecy import SecrecyLaws
from horizons_core.testing.laws.turns import TurnLaws
from tests.effort import THOROUGH, tries
from tests.variants.far_horizons import battle_questions, battle_reference, jump_questions
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.jumps.odds import ENDINGS
from variants.far_horizons.orders.sections import SECTIONS_OF

#: No game ends while it is watched.
ENDLESS = {"last_turn": 0}


class TestFarHorizons(VariantContract):
    """The full contract, under the rulebook's rules."""

    variant_name = "far_horizons"
    options = ENDLESS
    seeds = (1, 2, 3, 4, 5) if THOROUGH else (1, 2)
    turns = 20 if THOROUGH else 6
    examples = tries(50)
    losses = frozenset({"colony-destroyed", "ship-lost", "ship-destroyed", "units-lost"})
    unforeseen_refusals = frozenset({"no-such-planet"})  # an unseen place
    battles = (*jump_questions.QUESTIONS, *battle_questions.QUESTIONS.values())
    saved_games = Path(__file__).parent / "saves"

    def as_set(self, command: Command, orders: Sequence[str], view: View) -> str:
        section = SECTIONS_OF[command.keyword][-1]
        home = next(colony for colony in view["colonies"] if colony["home"])
        begun = {
            "PRODUCTION": f"PRODUCTION PL {home['name']}",
            "COMBAT": "BATTLE {} {} {}".format(*home["sector"]),
            "STRIKES": "BATTLE {} {} {}".format(*home["sector"]),
        }
        lines = [begun.get(section, ""), *(order.removesuffix("\nEND") for order in orders)]
        return "\n".join([f"START {section}", *lines, "END"])

    def measured(self, record: BattleRecord) -> Mapping[str, list[int]]:
        jump = record.sides == ENDINGS
        return jump_questions.measured(record) if jump else battle_questions.measured(record)

    def reference(self, battle: Battle, key: int, run: int) -> BattleRecord | None:
        is_battle = isinstance(battle, FleetBattle)
        return battle_reference.resolve(battle, key, run) if is_battle else None


def test_the_contract_catches_bots_that_order_a_loss():
    class Contract(TestFarHorizons):
        losses = frozenset({"research-spent"})

    with pytest.raises(AssertionError, match="turn 1, .*: Spent"):
        Contract().test_no_bot_orders_what_its_forecast_shows_to_be_lost(1)


class TestEngine1999(TurnLaws):
    """The contract for turns, with the dice and habits of 1999."""

    variant_name = "far_horizons"
    mods = ("engine_1999",)
    options = ENDLESS
    seeds = (1,)
    turns = 20 if THOROUGH else 6


@pytest.mark.slow
class TestSecrecyAtLength(SecrecyLaws):
    """The secrecy contract in a longer game of four, over two thousand changes."""

    variant_name = "far_horizons"
    players = ("Ada", "Brin", "Cato", "Dane")
    options = ENDLESS
    seeds = (3,)
    turns = 30
    examples = 2000
