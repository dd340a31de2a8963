"""The trade that tests of blockades, raids and pirates look at."""

from __future__ import annotations

from tests.variants.campaign2e.builders import campaign
from variants.campaign2e.model import Campaign

HERE, THERE = (7, 8), (7, 9)


def trading(value: int = 6, base: int = 6, **more) -> Campaign:
    """Brin's world 7,8, whose trade with 7,9 is worth so much; Ada's world is 12,12."""
    return campaign(
        {
            HERE: {"owner": "Brin", "points": base, "partner": "7,9"},
            THERE: {"owner": "Brin", "points": value, "partner": "7,8"},
            (12, 12): {"owner": "Ada"},
        },
        **more,
    )
