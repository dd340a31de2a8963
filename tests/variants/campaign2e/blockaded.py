"""A trade route for the tests of blockades, raids and pirates."""

from __future__ import annotations

from tests.variants.campaign2e.builders import campaign
from variants.campaign2e.model import Campaign

HERE, THERE = (7, 8), (7, 9)


def trading(value: int = 6, base: int = 6, **more) -> Campaign:
    """Brin's world 7,8, which trades with 7,9 at this value; Ada's world is 12,12."""
    return campaign(
        {
            HERE: {"owner": "Brin", "points": base, "partner": "7,9"},
            THERE: {"owner": "Brin", "points": value, "partner": "7,8"},
            (12, 12): {"owner": "Ada"},
        },
        **more,
    )
