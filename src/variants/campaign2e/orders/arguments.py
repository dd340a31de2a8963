"""Arguments shared by several commands: choices and parsers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from horizons_core import LocalizedText
from horizons_core.model import View, folded
from horizons_core.orders import (
    Argument,
    Chosen,
    Finder,
    Offers,
    Proposals,
    name_of,
    proposed_names,
)
from variants.campaign2e import references
from variants.campaign2e.constants import MAX_NAME_LENGTH
from variants.campaign2e.model import Place, place_of
from variants.campaign2e.view.rows import Row

_NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]*)?")


# rows of a view


def row_named(rows: Iterable[Row], word: object) -> Row | None:
    """Return the row with a name or an id; None if nothing is chosen yet."""
    key = folded(word) if isinstance(word, str) else ""
    return next((row for row in rows if key in (folded(row["name"]), row.get("id"))), None)


def words_of(chosen: Chosen, name: str) -> tuple[str, ...]:
    """Return all values chosen so far for an argument."""
    words = chosen.get(name, ())
    return (words,) if isinstance(words, str) else words


def own_groups(view: View) -> Sequence[Row]:
    """Return the reader's task groups; in the umpire's view, the groups without an owner."""
    return [group for group in view["groups"] if not group.get("owner")]


def free_groups(view: View) -> Sequence[Row]:
    """Return the reader's task groups that do not withdraw this week (C2E-17.4-01)."""
    return [group for group in own_groups(view) if not group["bound_for"]]


def ships_in(view: View, group: Row) -> Sequence[Row]:
    """Return the ships of one of the reader's groups."""
    return [s for s in view["ships"] if s["group"] == group["name"] and not s.get("owner")]


def armed_groups(view: View) -> Sequence[Row]:
    """Return the reader's armed task groups that stay, and whose ships are all in supply."""
    unsupplied = {s["group"] for s in view["ships"] if not (s["in_supply"] or s.get("owner"))}
    return [
        group
        for group in free_groups(view)
        if group["armed"] and not group["defence"] and group["name"] not in unsupplied
    ]


def bases(view: View) -> set[str]:
    """Return the reader's friendly bases (C2E-3.6-08)."""
    return {world["id"] for world in view["worlds"] if world["base"]}


def ships_at_bases(view: View) -> Sequence[Row]:
    """Return the reader's ships at friendly bases."""
    at_base = bases(view)
    return [ship for ship in view["ships"] if ship["at"] in at_base]


# choices


def names(rows: Iterable[Row]) -> Sequence[str]:
    """Return the names of rows."""
    return [row["name"] for row in rows]


def groups(view: View) -> Sequence[str]:
    """Return the reader's task groups, including defences."""
    return names(own_groups(view))


def own_worlds(view: View) -> Sequence[str]:
    """Return the reader's own worlds."""
    return [world["id"] for world in view["worlds"] if world["yours"]]


def own_bases(view: View) -> Sequence[str]:
    """Return the reader's own worlds that are friendly bases."""
    return [world["id"] for world in view["worlds"] if world["yours"] and world["base"]]


def open_worlds(view: View) -> Sequence[str]:
    """Return the reader's own worlds that deliver and build ships (C2E-13.1-01, C2E-13.1-02)."""
    return [
        world["id"]
        for world in view["worlds"]
        if world["yours"] and world["base"] and not world["interdicted"]
    ]


def other_players(view: View) -> Sequence[str]:
    """Return the other players who are still in the campaign."""
    return [
        player["name"]
        for player in view["players"]
        if player["active"] and player["name"] != view.empire
    ]


def new_names(view: View) -> Proposals:
    """Propose names that are not used by anything known to the reader (C2E-1.5-06)."""
    keels = (keel for world in view["own_worlds"] for keel in world["keels"])
    rows = (*view["ships"], *view["groups"], *view["worlds"], *view["designs"], *keels)
    return proposed_names(view, names(rows))


def group_names(view: View, chosen: Chosen) -> Proposals:
    """Propose names for a new group, and the groups at the chosen world, which ships can join."""
    captures = {ship["group"] for ship in view["ships"] if ship["captured"]}
    present = [
        group["name"]
        for group in free_groups(view)
        if group["at"] == chosen.get("world")
        and not group["defence"]
        and group["name"] not in captures
    ]
    return Proposals([*present, *new_names(view).words])


def fixed(*words: str) -> Offers:
    """Return the `offers` of an argument with a fixed list of words."""
    return lambda _: words


# arguments


def group_argument(offers: Offers = groups, find: Finder | None = references.own_group) -> Argument:
    """Return an argument for one of the sender's task groups."""
    return Argument(find=find, offers=offers, things=("group",), label="group")


def ship_argument(
    offers: Offers, find: Finder | None = None, *, optional: bool = False
) -> Argument:
    """Return an argument for one of the sender's ships."""
    return Argument(find=find, offers=offers, things=("ship",), optional=optional)


def world_argument(
    offers: Offers = own_worlds,
    find: Finder | None = references.own_world,
    *,
    optional: bool = False,
) -> Argument:
    """Return an argument for a world, by default one of the sender's worlds."""
    return Argument(find=find, offers=offers, things=("world",), optional=optional)


def hex_argument(offers: Offers, *, optional: bool = False) -> Argument:
    """Return an argument for a hex."""
    return Argument(
        hex_word, offers=offers, things=("world", "place"), optional=optional, label="hex"
    )


def with_points(name: str, kind: str, points: int) -> LocalizedText:
    """Return the label of a design, with its type and points."""
    return LocalizedText("{name}, {type}, {points} points", name=name, type=kind, points=points)


def name_argument(
    offers: Offers = new_names, *, optional: bool = False, label: str = ""
) -> Argument:
    """Return an argument for a new name."""
    return Argument(name_word, offers=offers, optional=optional, label=label)


def off_argument(offers: Offers) -> Argument:
    """Return the argument OFF of an order that stays in force until switched off."""
    return Argument(optional=True, offers=offers, label="switch off")


#: Words of the order language that cannot be names (C2E-1.5-06).
_RESERVED = """
    all any alone approve armour as at base bay beam breakoff cargo craft crew defences design
    drive edge else equal exit far farther fast file formation free from ftl fuel hangar helped
    hostile hull if intent into keel late life load mag mass merchant move nearer needle neutral
    none off on or power rack remove screen share smaller spares speed split strikes supply tug
    to type umpire via weaponry weeks with withdraw bridge ally lander pds fc adfc sml smp
    ortillery pt
"""


def name_word(words: str) -> str:
    """Parse a new name; raises ValueError with the reason (C2E-1.5-06)."""
    name: str = name_of(MAX_NAME_LENGTH)(words)
    if any(char in name for char in '";#'):
        raise ValueError("the name contains a character that names cannot have")
    if _NUMBER.fullmatch(name) or re.fullmatch(r"-?[0-9]+ *, *-?[0-9]+", name):
        raise ValueError(f"'{name}' looks like a number or a hex")
    if folded(name) in _RESERVED.split():
        raise ValueError(f"'{name}' is a word of the order language")
    return name


def hex_word(words: str) -> Place:
    """Parse a hex such as 7,5; raises ValueError."""
    return place_of(words)
