"""Units that are as their classes are: of them a letter says no more than how many there are."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter

from variants.starcluster.report.words import Data, mc

#: What a unit has from its class, and what it has besides.
_of_class = itemgetter(
    "hull", "design", "spaces", "list_price", "long", "short", "defense", "tactical", "cruising",
)  # fmt: skip
_of_its_own = itemgetter(
    "out", "starving", "shots", "ordnance", "shuttles", "gigs", "drones", "troops", "cold",
    "towed_by", "yards", "mobile_yards", "shops",
)  # fmt: skip


def told_apart(view: Data) -> tuple[list[Data], list[str]]:
    """The units of which more is to be told, and a sentence that counts the others, if any."""
    classes = {one["name"]: one for one in view["classes"]}
    found: list[Data] = []
    alike: Counter[tuple[str, bool, float]] = Counter()
    for one in view["units"]:
        of_class = classes.get(one["of_class"])
        if of_class is None or not is_as(of_class, one):
            found.append(one)
        else:
            alike[one["of_class"], one["train"], one["price"]] += 1
    told: list[str] = []
    for (name, train, price), number in alike.items():
        words = ["train"] * train
        words += [f"{mc(price)} MC paid"] * (price != classes[name]["price"])
        told.append(f"{number:,} {name}" + (f" ({', '.join(words)})" if words else ""))
    return found, [f"Undamaged, and as their classes are: {', '.join(told)}."] if told else []


def is_as(of_class: Data, one: Data) -> bool:
    """Whether a unit is as its class is: undamaged and in supply, with nothing aboard."""
    return (
        one["points"] == one["points_of"] == of_class["points"]
        and _of_class(one) == _of_class(of_class)
        and not any(_of_its_own(one))
    )
