"""Objects of a view that orders can name: their words, places and known facts.

Pages use them to let players point at a map. A view model may have a method
`things(view) -> list[Thing]`; without it, players can only point at places of the map.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from attrs import field, frozen

Fact = str | int | float


@frozen
class Thing:
    """An object in a view that orders can name.

    Attributes:
        words: its name in orders, without quotes.
        kind: its kind, in a word for players: "ship".
        place: the id of its place on the map; "" if it has none.
        title: a description, in a line for players.
        yours: whether it belongs to the reader.
        is_place: whether it fills its place, such as the world of a hex.
        facts: other known facts, by name.
        owner: the owner, if it takes part in battles; "" if unknown.
        unit: the unit in a battle file; empty if it does not fight.
    """

    words: str
    kind: str
    place: str = ""
    title: str = ""
    yours: bool = True
    is_place: bool = False
    facts: Mapping[str, Fact] = field(factory=dict)
    owner: str = ""
    unit: Mapping[str, Any] = field(factory=dict)


def facts_in(row: Mapping[str, Any], without: Collection[str] = ()) -> dict[str, Fact]:
    """Return the facts in a row of a view that fit a word or a number, without empty values.

    Lists of words are joined; anything more complex is left out.
    """
    facts: dict[str, Fact] = {}
    for name, value in row.items():
        if name in without or not value:
            continue
        words = name.replace("_", " ")
        if value is True:
            facts[words] = "yes"
        elif isinstance(value, str | int | float):
            facts[words] = round(value, 2) if isinstance(value, float) else value
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            facts[words] = ", ".join(value)
        elif isinstance(value, Mapping) and all(isinstance(n, int) for n in value.values()):
            listed = [f"{key} {n}" for key, n in value.items() if n]
            if listed:
                facts[words] = ", ".join(listed)
    return facts
