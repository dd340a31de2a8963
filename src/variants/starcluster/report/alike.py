"""Units equal to their classes, which text reports only count."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter

from variants.starcluster.report.words import Data, mc

#: Facts that a unit has from its class, and its own.
_of_class = itemgetter(
    "hull", "design", "spaces", "list_price", "long", "short", "defense", "tactical", "cruising",
)  # fmt: skip
_individual = itemgetter(
    "out", "starving", "shots", "ordnance", "shuttles", "gigs", "drones", "troops", "cold",
    "towed_by", "yards", "mobile_yards", "shops",
)  # fmt: skip


def split_units(view: Data) -> tuple[list[Data], list[str]]:
    """The units to list, and a sentence that counts the others, if any."""
    classes = {row["name"]: row for row in view["classes"]}
    listed: list[Data] = []
    counts: Counter[tuple[str, bool, float]] = Counter()
    for unit in view["units"]:
        of_class = classes.get(unit["of_class"])
        if of_class is None or not equals_class(of_class, unit):
            listed.append(unit)
        else:
            counts[unit["of_class"], unit["train"], unit["price"]] += 1
    parts: list[str] = []
    for (name, train, price), number in counts.items():
        words = ["train"] * train
        words += [f"{mc(price)} MC paid"] * (price != classes[name]["price"])
        parts.append(f"{number:,} {name}" + (f" ({', '.join(words)})" if words else ""))
    return listed, [f"Undamaged and unchanged: {', '.join(parts)}."] if parts else []


def equals_class(of_class: Data, unit: Data) -> bool:
    """True if a unit equals its class: undamaged and in supply, with nothing aboard."""
    return (
        unit["points"] == unit["points_of"] == of_class["points"]
        and _of_class(unit) == _of_class(of_class)
        and not any(_individual(unit))
    )
