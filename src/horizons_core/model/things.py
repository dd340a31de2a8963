"""The things of a view that orders can name: what they are called, where they are, what is known.

Pages that let people point at a map are made from them. A view model may have a method
`things(view) -> list[Thing]`; without one only the places of the map can be pointed at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from attrs import field, frozen

Fact = str | int | float


@frozen
class Thing:
    """Something in a view that orders can name.

    Attributes:
        words: how orders name it, without quotes.
        kind: what it is, in a word for players: "ship".
        place: the id of the place of the map where it is; "" if it is at none.
        title: what it is, in a line for players.
        yours: whether it is the reader's own.
        is_place: whether it is all of its place, such as the world of a hex.
        facts: what else is known of it, by name.
        owner: whose it is, where it takes part in battles; "" if nobody says.
        unit: what it is in a battle, as battle files have it; empty if it fights in none.
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
    """What a row of a view says in a word or a number; what is empty, 0 or no is left out.

    Lists of words are joined; what is more than that is left out, too.
    """
    found: dict[str, Fact] = {}
    for name, value in row.items():
        if name in without or not value:
            continue
        words = name.replace("_", " ")
        if value is True:
            found[words] = "yes"
        elif isinstance(value, str | int | float):
            found[words] = round(value, 2) if isinstance(value, float) else value
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            found[words] = ", ".join(value)
        elif isinstance(value, Mapping) and all(isinstance(n, int) for n in value.values()):
            listed = [f"{one} {n}" for one, n in value.items() if n]
            if listed:
                found[words] = ", ".join(listed)
    return found
