"""Campaign, second edition, keeps the contract of all variants."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.combat import BattleRecord
from horizons_core.testing import VariantContract
from tests.effort import THOROUGH, tries

BATTLES = (
    {
        "sides": {
            "Ada": [{"design": "Argent", "count": 2}],
            "Brin": [{"design": "Gannet", "count": 4}, {"design": "Heron"}],
        }
    },
    {
        "sides": {
            "Ada": [{"design": "Rookery", "hull_lost": 3}, {"design": "Tempest"}],
            "Brin": [{"design": "Warden"}, {"design": "Rampart"}],
        },
    },
)


class TestCampaign(VariantContract):
    """The full contract, in a campaign of three whose set-up the program runs."""

    silent_units = frozenset({"TaskGroup"})  # they are merged

    variant_name = "campaign2e"
    seeds = (1,)
    turns = 20 if THOROUGH else 6
    examples = tries(25)
    battle_runs = 50
    battles = BATTLES

    def measured(self, record: BattleRecord) -> Mapping[str, list[int]]:
        lost, boxes = ([0] * len(record.sides) for _ in range(2))
        for unit in record.units:
            left = 0 if unit.destroyed else unit.after["damage points"]
            lost[unit.side] += unit.destroyed
            boxes[unit.side] += unit.before["damage points"] - left
        return {"ships lost": lost, "boxes lost": boxes}
