"""Starcluster keeps the contract of all variants."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.combat import BattleRecord
from horizons_core.testing import VariantContract
from tests.effort import THOROUGH, tries
from tests.variants.starcluster.battles import DESTROYER, FREIGHTER, FRIGATE, MISSILES, of

BATTLES = (
    {"sides": {"Ada": [of(FRIGATE, 4)], "Brin": [of(DESTROYER, 2), FREIGHTER]}},
    {
        "sides": {"Ada": [of(MISSILES, 2)], "Brin": [of(FRIGATE, 3)]},
        "assault": {"by": "Ada", "wave": 2},
    },
)


class TestStarcluster(VariantContract):
    """The full contract, in a game of three."""

    variant_name = "starcluster"
    seeds = (1,)
    turns = 20 if THOROUGH else 6
    examples = tries(25)
    battle_runs = 50
    battles = BATTLES

    def measured(self, record: BattleRecord) -> Mapping[str, list[int]]:
        lost = [0] * len(record.sides)
        for unit in record.units:
            lost[unit.side] += unit.destroyed
        return {"units lost": lost}
