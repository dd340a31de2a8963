"""FLEET, JOIN and RENAME (SC-MOV-004, SC-ORD-003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster import references
from variants.starcluster.orders.words import parse_name
from variants.starcluster.rules import fleets


def own_fleets(view: View) -> Sequence[str]:
    """The names of the player's fleets."""
    return [fleet["name"] for fleet in view["fleets"]]


def own_units(view: View) -> Sequence[str]:
    """The names of the player's units."""
    return [unit["name"] for unit in view["units"]]


FLEET = Argument(find=references.own_fleet, offers=own_fleets)


def fleet_argument(fits: Callable[[Mapping[str, Any]], bool]) -> Argument:
    """An own fleet; offers those whose view shows that the order makes sense now."""

    def offers(view: View) -> Sequence[str]:
        return [fleet["name"] for fleet in view["fleets"] if fits(fleet)]

    return Argument(find=references.own_fleet, offers=offers)


FLEET_COMMANDS = (
    Command(
        keyword="FLEET",
        rule="form_fleet",
        phase="orders",
        syntax=("FLEET name unit [unit] ...",),
        help="Forms a new fleet from units in one system.",
        example="FLEET Home Yard-1",
        mistake="FLEET Home Nothing-1",
        arguments={
            "name": Argument(parse_name),
            "unit": Argument(find=references.own_units, offers=own_units),
        },
        rules=("SC-MOV-004",),
        run=fleets.form_fleet,
    ),
    Command(
        keyword="JOIN",
        rule="join_fleet",
        phase="orders",
        syntax=("JOIN fleet other-fleet",),
        help="Joins a fleet to another one in the same system.",
        example="JOIN F2 F1",
        mistake="JOIN F1 Nothing",
        arguments={"fleet": FLEET, "other": FLEET},
        rules=("SC-MOV-004",),
        run=fleets.join_fleets,
    ),
    Command(
        keyword="RENAME",
        rule="rename_thing",
        phase="orders",
        syntax=("RENAME fleet new-name", "RENAME unit new-name"),
        help="Renames a fleet or a unit.",
        example="RENAME F1 Home",
        mistake="RENAME Nothing Home",
        arguments={"thing": Argument(offers=own_fleets), "name": Argument(parse_name)},
        rules=("SC-ORD-003",),
        run=fleets.rename_fleet_or_unit,
    ),
)
