"""Sections about fleets and units, classes, and what is on the yards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import NameCell, Section, Table, number_column, text_column
from variants.starcluster.report.alike import told_apart
from variants.starcluster.report.words import Data, mc, short, some

FLEETS = (
    text_column("Fleet"),
    text_column("At", choose=True),
    number_column("Units"),
    number_column("Speed", hint="movement points a turn; a transit costs 10"),
    number_column("Points", hint="movement points left over", wide=True),
    number_column("Long", hint="offensive rating at the Long band"),
    number_column("Short", hint="offensive rating at the Short band"),
    text_column("Cargo", hint="HS that its train has, of those that it needs away from colonies"),
    text_column("Bound for"),
)
UNITS = (
    text_column("Unit"),
    text_column("Fleet", choose=True),
    text_column("At", choose=True),
    text_column("Hull", choose=True),
    number_column("HS", wide=True),
    number_column("Points", hint="points of damage left, of those undamaged"),
    number_column("Long"),
    number_column("Short"),
    number_column("Defense", hint="the share of fire that misses it"),
    number_column("Speed", hint="tactical", wide=True),
    number_column("Cruising", hint="movement points a turn", wide=True),
    number_column("List", hint="MC from which upkeep follows", wide=True),
    text_column("State"),
)
CLASSES = (
    text_column("Class"),
    text_column("Hull", choose=True),
    number_column("HS"),
    number_column("MC", hint="what a unit costs you"),
    number_column("Upkeep", hint="MC a turn"),
    number_column("Points", hint="points of damage that it takes"),
    number_column("Long"),
    number_column("Short"),
    number_column("Defense", hint="the share of fire that misses it"),
    number_column("Tactical", hint="tactical speed"),
    number_column("Cruising", hint="movement points a turn"),
    number_column("Built", wide=True),
)
_YARDS = (
    text_column("Yard"),
    text_column("At"),
    text_column("Class"),
    number_column("Done", hint="hull spaces of work"),
    number_column("Of"),
    number_column("Paid"),
    text_column("Fleet"),
    text_column("Refits"),
)


def fleets(view: Data) -> Section:
    """Fleets with their place, course and standing orders, and what they explore."""
    found = view["fleets"]
    notes = [f"{one['name']}: {words}." for one in found if (words := "; ".join(tells(one)))]
    if any(one["armed"] and _doctrine(one) == USUAL_DOCTRINE for one in found):
        notes.append(f"Armed fleets have {USUAL_DOCTRINE} where nothing else is told.")
    if any(map(_has_train, found)):
        notes.append(
            "Cargo is in HS: what a train has, of what its fleet needs away from colonies."
        )
    table = Table(FLEETS, [fleet_row(one) for one in found])
    return Section("fleets", "Your fleets", [table], notes, len(found))


def fleet_row(one: Data) -> Sequence[str]:
    """The cells of a fleet."""
    return (
        NameCell(one["name"]),
        one["at"],
        str(len(one["units"])),
        short(one["speed"]),
        some(one["points"]),
        some(one["long"]),
        some(one["short"]),
        f"{short(one['train'])}/{one['needs']}" if _has_train(one) else "",
        one["goal"],
    )


def _has_train(one: Data) -> bool:
    return bool(one["train"] or one["needs"])


#: The doctrine of fleets that were told none (SC-CBT-012).
USUAL_DOCTRINE = "ENGAGE SHORT BREAK 50 LARGE"


def _doctrine(one: Data) -> str:
    guards = f" {one['guards']}" if one["guards"] else ""
    return f"{one['stance']}{guards} {one['band']} BREAK {one['break_off']} {one['target']}"


def _orders(one: Data) -> Iterator[str]:
    """The standing orders of a fleet, as they are written."""
    if one["armed"] and (doctrine := _doctrine(one)) != USUAL_DOCTRINE:
        yield doctrine
    if one["anti_drive"]:
        yield "anti-drive missiles"
    yield from (word for word in ("escorts", "raids", "detuned") if one[word])
    if one["assaults"]:
        yield f"assaults in waves of {one['wave']}"
    if one["bombards"]:
        yield f"bombards {one['bombards']}"


def tells(one: Data) -> Iterator[str]:
    """What a fleet's row does not say: its units, orders, way, instruments and scans."""
    yield ", ".join(one["units"])
    orders = ", ".join(_orders(one))
    if orders:
        yield orders
    if one["came_by"]:
        yield f"came by {one['came_by']}"
    if one["path"]:
        yield f"goes by {' '.join(one['path'])}"
    ratings = [f"{name} {short(one[key])}" for name, key in _INSTRUMENTS if one[key]]
    if ratings:
        yield f"instruments {', '.join(ratings)}"
    if one["scan"]:
        place = one["scan_point"] or one["at"]
        done = f"{one['scan_done']} of {one['scan_turns']} turns"
        yield f"{one['scan']} of {place}, {done}"
    if one["surveys"]:
        yield f"carries scans home: {one['surveys']}"


_INSTRUMENTS = (("X", "x_rating"), ("Xp", "xp_rating"), ("Xc", "xc_rating"))


def units(view: Data) -> Section:
    """Each unit with what damage has left of it."""
    return _units(view, view["units"], ())


def units_in_short(view: Data) -> Section:
    """Units that are not as their classes are; all others are counted."""
    found, counted = told_apart(view)
    return _units(view, found, counted)


def _units(view: Data, found: Sequence[Data], first: Sequence[str]) -> Section:
    designs = {one["name"]: one["design"] for one in view["classes"]}
    notes = [
        f"{one['name']}: {words}."
        for one in found
        if (words := "; ".join(details(one, designs.get(one["of_class"], ""))))
    ]
    table = Table(UNITS, [unit_row(one) for one in found])
    return Section("units", "Your units", [table], [*first, *notes], len(found))


def unit_row(one: Data) -> Sequence[str]:
    """The cells of a unit."""
    return (
        NameCell(one["name"]),
        NameCell(one["fleet"]),
        one["at"],
        one["hull"],
        str(one["spaces"]),
        f"{short(one['points'])}/{short(one['points_of'])}",
        some(one["long"]),
        some(one["short"]),
        some(one["defense"]),
        some(one["tactical"]),
        some(one["cruising"]),
        mc(one["list_price"]) if one["list_price"] else "",
        ", ".join(_states(one)),
    )


def _states(one: Data) -> Iterator[str]:
    if one["out"]:
        yield "damaged"
    if one["starving"]:
        yield "out of supply"
    if one["train"]:
        yield "train"
    if one["towed_by"]:
        yield f"towed by {one['towed_by']}"


def details(one: Data, design: str) -> Iterator[str]:
    """What is out of order in a unit, what is aboard, and how it differs from its class."""
    if one["design"] != design:
        yield f"built as {parted(one['design'])}"
    if one["out"]:
        yield f"out of order: {', '.join(one['out'])}"
    if one["starving"]:
        yield f"{short(one['starving'])} points of supply damage"
    if one["shots"]:
        yield f"shots fired: {one['shots']}"
    if one["ordnance"]:
        yield f"external ordnance fired: {one['ordnance']}"
    craft = (("shuttles", "shuttles"), ("gigs", "gigs"), ("drones", "courier drones"))
    yield from (f"{one[key]} {words}" for key, words in craft if one[key])
    kinds = (("troops", "ground troops"), ("cold", "cold troops"))
    yield from (f"{words} of {short(one[key])} base points" for key, words in kinds if one[key])
    modules = (("yards", "SY"), ("mobile_yards", "SYM"), ("shops", "MS"))
    yield from (f"{one[key]} {code}" for key, code in modules if one[key])
    if one["price"] != one["list_price"]:
        yield f"{mc(one['price'])} MC were paid for it"


def classes(view: Data) -> Section:
    """The registered classes: what they cost and are worth, and their design strings."""
    found = view["classes"]
    notes = [
        f"{one['name']} {one['hull']}, {mc(one['list_price'])} by the list, "
        f"{one['quarters']} quarters: {parted(one['design'])}"
        for one in found
    ]
    for one in found:
        if one["prototype"]:
            notes.append(f"{one['name']}: the first unit is a prototype at twice price and work.")
        notes += [f"{one['name']} cannot be built: {fault}." for fault in one["faults"]]
    table = Table(CLASSES, [class_row(one) for one in found])
    return Section("classes", "Your classes", [table], notes, len(found))


def parted(design: str) -> str:
    """A design string with blanks between its groups, so that it goes into several lines."""
    return design.replace("][", "] [")


def class_row(one: Data) -> Sequence[str]:
    """The cells of a class."""
    return (
        NameCell(one["name"]),
        one["hull"],
        str(one["spaces"]),
        mc(one["price"]),
        mc(one["upkeep"]),
        short(one["points"]),
        some(one["long"]),
        some(one["short"]),
        some(one["defense"]),
        some(one["tactical"]),
        some(one["cruising"]),
        some(one["built"]),
    )


def yards(view: Data) -> Section:
    """What is being built."""
    rows = [
        (
            NameCell(one["yard"]),
            one["at"],
            NameCell(one["of_class"]),
            str(one["done"]),
            str(one["work"]),
            mc(one["paid"]),
            NameCell(one["fleet"]),
            NameCell(one["refit"]),
        )
        for one in view["yards"]
    ]
    return Section("yards", "On the yards", [Table(_YARDS, rows)], (), len(rows))
