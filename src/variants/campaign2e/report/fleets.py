"""Report sections about the reader's fleets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from horizons_core.report import (
    NameCell,
    Section,
    Table,
    counted,
    counts,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, credits_of, listed

HOLDS = ("fuel", "crew", "weaponry")
GROUPS = (
    text_column("Group"),
    text_column("At", choose=True),
    number_column("No.", hint="of its counter on the map"),
    number_column("Ships"),
    number_column("Points"),
    number_column("Force", hint="points that count as force"),
    number_column("Weeks", hint="of endurance left, the lowest of its ships"),
    text_column("Standing orders"),
)
SHIPS = (
    text_column("Group", choose=True),
    text_column("Ship"),
    text_column("Design", choose=True),
    text_column("Type", choose=True),
    number_column("Points", wide=True),
    number_column("Hull"),
    number_column("Armour", wide=True),
    number_column("Weeks", hint="of endurance left, of those at a base"),
    text_column("State", choose=True),
)
SUPPLY = (
    text_column("Ship"),
    number_column("Due: fuel", hint="tonnes of supply due"),
    number_column("crew", hint="tonnes of supply due"),
    number_column("weaponry", hint="tonnes of supply due"),
    number_column("Cost: fuel", wide=True, hint="credits a week, without doubling"),
    number_column("crew", wide=True, hint="credits a week, without doubling"),
    number_column("weaponry", wide=True, hint="credits a week, without doubling"),
    number_column("all", hint="credits a week, without doubling"),
    number_column("Owed"),
)
LOADS = (
    text_column("Ship"),
    number_column("Tonnes", hint="of cargo space"),
    number_column("Fuel"),
    number_column("Crew"),
    number_column("Weaponry"),
    text_column("Parts"),
)


def fleets(view: Data) -> Section:
    """Return task groups with their place, endurance and standing orders."""
    groups, defences = _by_role(view["groups"])
    tables = [
        Table(GROUPS, [group_row(group) for group in groups]),
        Table(GROUPS, [group_row(group) for group in defences], "Defences" if defences else ""),
    ]
    dummies = [
        f"Dummy counter {dummy['counter']} of {dummy['group'] or 'no group'} is at {dummy['at']}."
        for dummy in view["dummies"]
    ]
    ways = _route_notes(groups, "jumps", "jump") + _route_notes(groups, "lanes", "travel by lane")
    return Section("groups", "Your task groups", tables, [*dummies, *ways], len(groups))


def _by_role(groups: Sequence[Data]) -> tuple[list[Data], list[Data]]:
    moving = [group for group in groups if not group["defence"]]
    return moving, [group for group in groups if group["defence"]]


def group_row(group: Data) -> Sequence[str]:
    """Return the cells of a group."""
    return (
        NameCell(group["name"]),
        group["at"],
        str(group["counter"] or ""),
        str(len(group["ships"])),
        str(group["points"]),
        str(group["force"]),
        str(group["endurance"]),
        listed(_orders(group)),
    )


def _orders(group: Data) -> Iterator[str]:
    """Yield the group's standing orders as they are written."""
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
        Table(SHIPS, [ship_row(ship) for ship in fleet]),
        Table(SUPPLY, [supply_row(s) for s in fleet if costs(s)], "Supply and maintenance"),
        Table(LOADS, [load_row(ship) for ship in fleet if carries(ship)], "Holds"),
    ]
    notes = [f"{ship['name']}: {words}." for ship in fleet if (words := "; ".join(details(ship)))]
    return Section("ships", "Your ships", tables, notes, len(fleet))


def ship_row(ship: Data) -> Sequence[str]:
    """Return the cells of a ship."""
    return (
        NameCell(ship["group"]),
        NameCell(ship["name"]),
        NameCell(ship["design"]),
        ship["type"],
        str(ship["points"]),
        f"{ship['hull']}/{ship['hull_of']}",
        f"{ship['armour']}/{ship['armour_of']}" if ship["armour_of"] else "",
        f"{ship['endurance']}/{ship['endurance_of']}",
        listed(_state(ship)),
    )


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


def supply_row(ship: Data) -> Sequence[str]:
    """Return the cells of a ship's needs and costs."""
    return (
        NameCell(ship["name"]),
        *(credits_of(ship["due"][kind]) for kind in HOLDS),
        *(credits_of(ship["headings"][kind]) for kind in HOLDS),
        credits_of(ship["upkeep"]),
        credits_of(ship["owed"]) if ship["owed"] else "",
    )


def carries(ship: Data) -> bool:
    """Return whether a ship has cargo space, or anything aboard."""
    return bool(ship["cargo"] or ship["spares"] or ship["used"] or any(ship["holds"].values()))


def load_row(ship: Data) -> Sequence[str]:
    """Return the cells of a ship's load."""
    parts = [counts(ship["spares"]), f"second-hand {counts(ship['used'])}" if ship["used"] else ""]
    return (
        NameCell(ship["name"]),
        str(ship["cargo"]),
        *(credits_of(ship["holds"][kind]) for kind in HOLDS),
        listed(part for part in parts if part),
    )
