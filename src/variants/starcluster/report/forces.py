"""Report sections about fleets, units, classes, and construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter

from horizons_core.report import Section, Table, columns, number_column, text_column
from variants.starcluster.view.figures import Data, compact, mc
from variants.starcluster.view.own_shapes import OwnClass, OwnFleet, OwnUnit, OwnYard

#: Facts that a unit has from its class, and its own.
_of_class = itemgetter(
    "hull", "design", "spaces", "list_price", "long", "short", "defense", "tactical", "cruising",
)  # fmt: skip
_individual = itemgetter(
    "out", "starving", "shots", "ordnance", "shuttles", "gigs", "drones", "troops", "cold",
    "towed_by", "yards", "mobile_yards", "shops",
)  # fmt: skip
#: The default doctrine of fleets (SC-CBT-012).
USUAL_DOCTRINE = "ENGAGE SHORT BREAK 50 LARGE"
_INSTRUMENTS = (("X", "x_rating"), ("Xp", "xp_rating"), ("Xc", "xc_rating"))


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


def fleets(view: Data) -> Section:
    """Fleets with their location, course, standing orders and exploration."""
    rows = view["fleets"]
    notes = [f"{row['name']}: {words}." for row in rows if (words := "; ".join(fleet_facts(row)))]
    if any(row["armed"] and _doctrine(row) == USUAL_DOCTRINE for row in rows):
        notes.append(f"Armed fleets have {USUAL_DOCTRINE} unless listed here.")
    if any(map(_has_train, rows)):
        notes.append(
            "Cargo is in HS: what a train holds, of what its fleet needs away from colonies."
        )
    table = Table.of(FLEETS, rows)
    return Section("fleets", "Your fleets", [table], notes, len(rows))


def _has_train(fleet: Data) -> bool:
    return bool(fleet["train"] or fleet["needs"])


FLEETS = columns(
    OwnFleet,
    "name at units speed points long short",
    text_column(
        "Cargo",
        lambda fleet: f"{compact(fleet['train'])}/{fleet['needs']}" if _has_train(fleet) else "",
        hint="HS of its train, of those that it needs away from colonies",
    ),
    "goal",
)


def _doctrine(fleet: Data) -> str:
    guards = f" {fleet['guards']}" if fleet["guards"] else ""
    return f"{fleet['stance']}{guards} {fleet['band']} BREAK {fleet['break_off']} {fleet['target']}"


def _orders(fleet: Data) -> Iterator[str]:
    """Yield the standing orders of a fleet in the form of the order language."""
    if fleet["armed"] and (doctrine := _doctrine(fleet)) != USUAL_DOCTRINE:
        yield doctrine
    if fleet["anti_drive"]:
        yield "anti-drive missiles"
    yield from (word for word in ("escorts", "raids", "detuned") if fleet[word])
    if fleet["assaults"]:
        yield f"assaults in waves of {fleet['wave']}"
    if fleet["bombards"]:
        yield f"bombards {fleet['bombards']}"


def fleet_facts(fleet: Data) -> Iterator[str]:
    """Yield facts missing from a fleet's row: units, orders, course, instruments and scans."""
    yield ", ".join(fleet["units"])
    orders = ", ".join(_orders(fleet))
    if orders:
        yield orders
    if fleet["came_by"]:
        yield f"came by {fleet['came_by']}"
    if fleet["path"]:
        yield f"goes by {' '.join(fleet['path'])}"
    ratings = [f"{name} {compact(fleet[key])}" for name, key in _INSTRUMENTS if fleet[key]]
    if ratings:
        yield f"instruments {', '.join(ratings)}"
    if fleet["scan"]:
        place = fleet["scan_point"] or fleet["at"]
        progress = f"{fleet['scan_done']} of {fleet['scan_turns']} turns"
        yield f"{fleet['scan']} of {place}, {progress}"
    if fleet["surveys"]:
        yield f"carries scans home: {fleet['surveys']}"


def units(view: Data) -> Section:
    """Each unit with its damage."""
    return _units(view, view["units"], ())


def units_in_short(view: Data) -> Section:
    """Units that differ from their classes; all others are counted."""
    rows, counted = split_units(view)
    return _units(view, rows, counted)


def _units(view: Data, rows: Sequence[Data], first: Sequence[str]) -> Section:
    designs = {row["name"]: row["design"] for row in view["classes"]}
    notes = [
        f"{unit['name']}: {words}."
        for unit in rows
        if (words := "; ".join(details(unit, designs.get(unit["of_class"], ""))))
    ]
    table = Table.of(UNITS, rows)
    return Section("units", "Your units", [table], [*first, *notes], len(rows))


def _states(unit: Data) -> Iterator[str]:
    if unit["out"]:
        yield "damaged"
    if unit["starving"]:
        yield "out of supply"
    if unit["train"]:
        yield "train"
    if unit["towed_by"]:
        yield f"towed by {unit['towed_by']}"


UNITS = columns(
    OwnUnit,
    "name fleet at hull spaces",
    number_column(
        "Points",
        lambda unit: f"{compact(unit['points'])}/{compact(unit['points_of'])}",
        hint="points of damage left, of the full number",
    ),
    "long short defense tactical cruising list_price",
    text_column("State", lambda unit: ", ".join(_states(unit))),
)


def details(unit: Data, design: str) -> Iterator[str]:
    """Yield damage to systems, cargo, and differences from the class."""
    if unit["design"] != design:
        yield f"built as {spaced(unit['design'])}"
    if unit["out"]:
        yield f"out of order: {', '.join(unit['out'])}"
    if unit["starving"]:
        yield f"{compact(unit['starving'])} points of supply damage"
    if unit["shots"]:
        yield f"shots fired: {unit['shots']}"
    if unit["ordnance"]:
        yield f"external ordnance fired: {unit['ordnance']}"
    craft = (("shuttles", "shuttles"), ("gigs", "gigs"), ("drones", "courier drones"))
    yield from (f"{unit[key]} {words}" for key, words in craft if unit[key])
    kinds = (("troops", "ground troops"), ("cold", "cold troops"))
    yield from (f"{words} of {compact(unit[key])} base points" for key, words in kinds if unit[key])
    modules = (("yards", "SY"), ("mobile_yards", "SYM"), ("shops", "MS"))
    yield from (f"{unit[key]} {code}" for key, code in modules if unit[key])
    if unit["price"] != unit["list_price"]:
        yield f"{mc(unit['price'])} MC paid"


def classes(view: Data) -> Section:
    """The registered classes: prices, ratings and design strings."""
    rows = view["classes"]
    notes = [
        f"{row['name']} {row['hull']}, {mc(row['list_price'])} by the list, "
        f"{row['quarters']} quarters: {spaced(row['design'])}"
        for row in rows
    ]
    for row in rows:
        if row["prototype"]:
            notes.append(
                f"{row['name']}: the first unit is a prototype at twice the price and work."
            )
        notes += [f"{row['name']} cannot be built: {fault}." for fault in row["faults"]]
    facts = "name hull spaces price upkeep points long short defense tactical cruising built"
    table = Table.of(columns(OwnClass, facts), rows)
    return Section("classes", "Your classes", [table], notes, len(rows))


def spaced(design: str) -> str:
    """A design string with spaces between its groups, so that it can wrap."""
    return design.replace("][", "] [")


def yards(view: Data) -> Section:
    """Units under construction."""
    table = Table.of(columns(OwnYard, "yard at of_class done work paid fleet refit"), view["yards"])
    return Section("yards", "On the yards", [table], (), len(table.rows))
