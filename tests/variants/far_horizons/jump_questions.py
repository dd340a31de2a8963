"""Fleets for the tests of jump properties."""

from __future__ import annotations

from typing import Any

from horizons_core.combat import BattleRecord

QUESTIONS: tuple[dict[str, Any], ...] = (
    {
        "jump": {
            "from": "10 10 10",
            "to": "17 10 10",
            "gravitics": 4,
            "radius": 20,
            "ships": [{"name": "TR1 Scout", "age": 10}],
        }
    },
    {
        "jump": {
            "from": [5, 5, 5],
            "to": [20, 9, 38],
            "gravitics": 20,
            "radius": 20,
            "ships": [
                {"name": "DD Dawson", "count": 3, "fail_safes": 2},
                {"name": "CT Old", "age": 25, "forced": True},
                {"name": "TR5 New", "fail_safes": 1},
            ],
        }
    },
    {
        "jump": {
            "from": [38, 0, 39],
            "to": [60, 1, 39],
            "gravitics": 7,
            "radius": 20,
            "ships": [{"name": "FF Beyond", "count": 2}],
        }
    },
)


def measured(record: BattleRecord) -> dict[str, list[int]]:
    """The measures of the statistics, worked out from a record."""
    ships, used = [0, 0, 0], [0, 0, 0]
    for unit in record.units:
        ships[unit.side] += 1
        used[unit.side] += unit.before["fail-safes"] - unit.after["fail-safes"]
    return {"ships": ships, "fail-safes used": used}
