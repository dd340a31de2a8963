"""Report sections about the reader's fleets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.report import (
    Column,
    Section,
    Table,
    columns,
    counted,
    counts,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, listed
from variants.campaign2e.view.fields import credits_of
from variants.campaign2e.view.shapes import OwnGroup, OwnShip

HOLDS = ("fuel", "crew", "weaponry")


def fleets(view: Data) -> Section:
    """Return task groups with their place, endurance and standing orders."""
    groups, defences = _by_role(view["groups"])
    tables = [
        Table.of(GROUPS, groups),
        Table.of(GROUPS, defences, "Defences" if defences else ""),
    ]
    dummies = [
        f"Dummy counter {dummy['counter']} of {dummy['group'] or 'no group'} is at {dummy['at']}."
        for dummy in view["dummies"]
    ]
    routes = _route_notes(groups, "jumps", "jump") + _route_notes(groups, "lanes", "travel by lane")
    return Section("groups", "Your task groups", tables, [*dummies, *routes], len(groups))


def _by_role(groups: Sequence[Data]) -> tuple[list[Data], list[Data]]:
    moving = [group for group in groups if not group["defence"]]
    return moving, [group for group in groups if group["defence"]]


def _orders(group: Data) -> Iterator[str]:
    """Yield the group's standing orders in the form of the order language."""
    if group["posture"]:
        yield group["posture"]
    yield from (word for word in ("engage", "land", "peacekeep") if group[word])
    if group["contact"]:
        yield f"CONTACT {group['contact']}"
    if group["battle"]:
        yield f"BATTLE {group['battle']}"
    if not group["armed"] and not group["defence"]:
        yield "unarmed"
    if group["bound_for"]:
        yield f"must go to {group['bound_for']}"


GROUPS = columns(
    OwnGroup,
    "name at counter ships points force endurance",
    text_column("Standing orders", lambda group: listed(_orders(group))),
)


def _route_notes(groups: Sequence[Data], kind: str, verb: str) -> list[str]:
    """Return notes on destinations of groups next week, one per hex."""
    groups_by_ends: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for group in groups:
        if group[kind]:
            groups_by_ends.setdefault((group["at"], (*group[kind],)), []).append(group["name"])
    return [
        f"From {at} {listed(names)} can {verb} to {' '.join(ends)}."
        for (at, ends), names in groups_by_ends.items()
    ]


def ships(view: Data) -> Section:
    """Return each ship by group, with its design and damage."""
    groups = itertools.chain(*_by_role(view["groups"]))
    order = {group["name"]: number for number, group in enumerate(groups)}
    fleet = sorted(view["ships"], key=lambda ship: order[ship["group"]])
    tables = [
        Table.of(SHIPS, fleet),
        Table.of(SUPPLY, filter(costs, fleet), "Supply and maintenance"),
        Table.of(LOADS, filter(carries, fleet), "Holds"),
    ]
    notes = [f"{ship['name']}: {words}." for ship in fleet if (words := "; ".join(details(ship)))]
    return Section("ships", "Your ships", tables, notes, len(fleet))


def _state(ship: Data) -> Iterator[str]:
    if not ship["in_supply"]:
        yield "out of supply"
    yield from (word for word in ("captured", "leased") if ship[word])
    if ship["bound"]:
        yield "cannot leave"
    elif ship["defence"]:
        yield "defence"
    if ship["drive"] in ("halved", "out"):
        yield f"drive {ship['drive']}"
    if ship["ftl"] == "out":
        yield "FTL out"
    if ship["work"]:
        yield "in dock"


def details(ship: Data) -> Iterator[str]:
    """Yield notes on damage, remaining craft and ammunition."""
    parts = (
        ("out", "out of order"),
        ("core_out", "core out"),
        ("jury_rigged", "jury-rigged"),
        ("second_hand", "second-hand"),
    )
    for part, words in parts:
        if ship[part]:
            yield f"{words}: {', '.join(_named(key, ship['words']) for key in ship[part])}"
    if ship["work"]:
        yield f"under repair: {ship['work']}"
    if ship["slots"]:
        modules = listed(f"{module} in {slot}" for slot, module in ship["slots"].items())
        yield f"modules: {modules}"
    if ship["fitted"]:
        yield f"refitted: {ship['fitted']}"
    if ship["fighters"]:
        yield f"fighters: {', '.join(map(str, ship['fighters']))}"
    if ship["dropships"]:
        yield f"dropships of {ship['dropships']} t"
    if ship["salvoes"]:
        yield counted(ship["salvoes"], "salvo")


def costs(ship: Data) -> bool:
    """Return whether a ship needs supply or money; defences that cannot leave do not."""
    return bool(ship["upkeep"] or ship["owed"] or any(ship["due"].values()))


def _named(key: str, words: Mapping[str, str]) -> str:
    """Return a system's key, with its word in REPAIR."""
    return f"{key} ({words[key]})" if key in words else key


def carries(ship: Data) -> bool:
    """Return whether a ship has cargo space, or anything aboard."""
    return bool(ship["cargo"] or ship["spares"] or ship["used"] or any(ship["holds"].values()))


def _parts(ship: Data) -> str:
    used = f"second-hand {counts(ship['used'])}" if ship["used"] else ""
    return listed(part for part in (counts(ship["spares"]), used) if part)


def _amounts(fact: str, heads: Sequence[str], **others: Any) -> Iterator[Column]:
    """Yield the columns of a fact that has an amount for each of `HOLDS`."""
    for kind, head in zip(HOLDS, heads, strict=True):
        show = lambda ship, kind=kind: credits_of(ship[fact][kind])  # noqa: E731
        yield number_column(head, show, **others)


SHIPS = columns(
    OwnShip,
    "group name design type points",
    number_column("Hull", lambda ship: f"{ship['hull']}/{ship['hull_of']}"),
    number_column(
        "Armour",
        lambda ship: f"{ship['armour']}/{ship['armour_of']}" if ship["armour_of"] else "",
        wide=True,
    ),
    number_column(
        "Weeks",
        lambda ship: f"{ship['endurance']}/{ship['endurance_of']}",
        hint="of endurance left, of those at a base",
    ),
    text_column("State", lambda ship: listed(_state(ship)), choose=True),
)
_COST = "credits a week, without doubling"
SUPPLY = columns(
    OwnShip,
    "name",
    *_amounts("due", ("Due: fuel", "crew", "weaponry"), hint="tonnes of supply due"),
    *_amounts("headings", ("Cost: fuel", "crew", "weaponry"), wide=True, hint=_COST),
    "upkeep owed",
)
LOADS = columns(
    OwnShip,
    "name cargo",
    *_amounts("holds", ("Fuel", "Crew", "Weaponry")),
    text_column("Parts", _parts),
)
