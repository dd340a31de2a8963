"""Fields of the shapes of a view, by their contents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.report import described
from variants.far_horizons.constants import GASES, ITEM_OF

INTEGER = {"type": "integer"}
GASES_SHOWN = [gas for gas in GASES if gas]


def count(description: str = "") -> Any:
    return described(description, minimum=0)


def tenths() -> Any:
    return described("in tenths")


def hundredths(description: str = "in hundredths") -> Any:
    return described(description, minimum=0)


def sector() -> Any:
    return described("x, y, z", minItems=3, maxItems=3)


def sectors(description: str) -> Any:
    return described(description, items={"minItems": 3, "maxItems": 3})


def orbit() -> Any:
    return described("number of the planet; 0 is deep space", minimum=0)


def gas() -> Any:
    return described(enum=GASES_SHOWN)


def by_name(names: Iterable[str], schema: dict[str, Any], description: str = "") -> Any:
    """Create a field for a dict with a value for each of these names."""
    properties = dict.fromkeys(names, schema)
    return described(
        description, properties=properties, required=[*properties], additionalProperties=False
    )


def items(description: str = "how many there are of each item") -> Any:
    properties = dict.fromkeys(ITEM_OF, INTEGER)
    return described(description, properties=properties, additionalProperties=False)


def units(description: str) -> Any:
    return by_name(("IU", "AU"), INTEGER, description)
