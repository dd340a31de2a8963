"""Sections about one's own fleets: groups, their ships, supply and loads."""

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
    number_column("Weeks", hint="of endurance left, the least of its ships"),
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
    """Task groups with their place, endurance and standing orders."""
    groups, defences = _parted(view["groups"])
    tables = [
        Table(GROUPS, [group_row(one) for one in groups]),
        Table(GROUPS, [group_row(one) for one in defences], "Defences" if defences else ""),
    ]
    dummies = [
        f"Dummy counter {one['counter']} of {one['group'] or 'no group'} is at {one['at']}."
        for one in view["dummies"]
    ]
    ways = _ways(groups, "jumps", "jump") + _ways(groups, "lanes", "travel by lane")
    return Section("groups", "Your task groups", tables, [*dummies, *ways], len(groups))


def _parted(groups: Sequence[Data]) -> tuple[list[Data], list[Data]]:
    moving = [group for group in groups if not group["defence"]]
    return moving, [group for group in groups if group["defence"]]


def group_row(group: Data) -> Sequence[str]:
    """The cells of a group."""
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
    """The group's standing orders, as they are written."""
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


def _ways(groups: Sequence[Data], way: str, verb: str) -> list[str]:
    """Where groups can go next week, those in one hex together."""
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for group in groups:
        if group[way]:
            together.setdefault((group["at"], (*group[way],)), []).append(group["name"])
    return [
        f"From {at} {listed(names)} can {verb} to {' '.join(ends)}."
        for (at, ends), names in together.items()
    ]


def ships(view: Data) -> Section:
    """Each ship by its group: what it is and what is out of order."""
    order = {group["name"]: n for n, group in enumerate(itertools.chain(*_parted(view["groups"])))}
    own = sorted(view["ships"], key=lambda ship: order[ship["group"]])
    tables = [
        Table(SHIPS, [ship_row(ship) for ship in own]),
        Table(SUPPLY, [supply_row(ship) for ship in own if costs(ship)], "Supply and maintenance"),
        Table(LOADS, [load_row(ship) for ship in own if carries(ship)], "Holds"),
    ]
    notes = [f"{ship['name']}: {words}." for ship in own if (words := "; ".join(details(ship)))]
    return Section("ships", "Your ships", tables, notes, len(own))


def ship_row(ship: Data) -> Sequence[str]:
    """The cells of a ship."""
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
    """What is out of order, and what craft and ammunition are left."""
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
    """Whether supply or money is due for a ship: not for defences that cannot leave."""
    return bool(ship["upkeep"] or ship["owed"] or any(ship["due"].values()))


def _named(key: str, words: Mapping[str, str]) -> str:
    """A system by its key, and by the word that REPAIR calls it."""
    return f"{key} ({words[key]})" if key in words else key


def supply_row(ship: Data) -> Sequence[str]:
    """The cells of what a ship needs and costs."""
    return (
        NameCell(ship["name"]),
        *(credits_of(ship["due"][kind]) for kind in HOLDS),
        *(credits_of(ship["headings"][kind]) for kind in HOLDS),
        credits_of(ship["upkeep"]),
        credits_of(ship["owed"]) if ship["owed"] else "",
    )


def carries(ship: Data) -> bool:
    """Whether a ship has room for cargo, or anything aboard."""
    return bool(ship["cargo"] or ship["spares"] or ship["used"] or any(ship["holds"].values()))


def load_row(ship: Data) -> Sequence[str]:
    """The cells of what a ship carries."""
    parts = [counts(ship["spares"]), f"second-hand {counts(ship['used'])}" if ship["used"] else ""]
    return (
        NameCell(ship["name"]),
        str(ship["cargo"]),
        *(credits_of(ship["holds"][kind]) for kind in HOLDS),
        listed(part for part in parts if part),
    )
