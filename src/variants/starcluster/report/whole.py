"""The gamemaster's report: everything."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import OwnerCell, Section, Table, counts, number_column, text_column
from variants.starcluster.report import forces, research
from variants.starcluster.report.words import Data, mc, some

_OWNER = text_column("Owner", choose=True)
_POWERS = (
    text_column("Empire"),
    text_column("Home"),
    number_column("EL"),
    number_column("Treasury"),
    number_column("Deposit", wide=True),
    number_column("Gross", hint="MC a turn as things stand", wide=True),
    number_column("Net", hint="MC a turn as things stand"),
    number_column("Systems"),
    number_column("PU"),
    number_column("Units"),
    number_column("Worth", hint="MC of its units by the list"),
    number_column("Technologies", wide=True),
    number_column("Charted", hint="systems that it knows"),
    text_column("State"),
)
_SYSTEMS = (
    text_column("System"),
    text_column("Type", choose=True),
    text_column("Features"),
    _OWNER,
    number_column("PU"),
    number_column("Most"),
    number_column("Growth"),
    number_column("Wealth"),
    number_column("HI"),
    text_column("Centers"),
    text_column("Defenses"),
)
_LINKS = (text_column("Between"), text_column("Hidden"))


def powers(view: Data) -> Section:
    """Empires and non-player races with their means, and how they stand."""
    rows = [_power(one) for one in view["powers"]]
    notes = []
    for one in view["powers"]:
        told = [f"race {one['race']}", f"freighters {one['freighters']}"]
        told += [f"levels {counts_of(one['levels'])}"] if one["levels"] else []
        told += [f"stances {counts_of(one['stances'])}"] if one["stances"] else []
        told += [f"claims {' '.join(one['claims'])}"] if one["claims"] else []
        notes.append(f"{one['name']}: {'; '.join(told)}.")
    notes.append(
        f"The game ends after turn {view['end']}; scans take {view['pace']} per cent of the "
        f"rulebook's time; the network's last roll was {view['dividend']}."
    )
    return Section("powers", "Empires and races", [Table(_POWERS, rows)], notes, len(rows))


def counts_of(things: Data) -> str:
    """Things with what they are worth: CON 2, LIF 3."""
    return ", ".join(f"{name} {worth}" for name, worth in things.items())


def _power(one: Data) -> Sequence[str]:
    return (
        OwnerCell(one["id"]),
        one["home"],
        str(one["el"]),
        mc(one["treasury"]),
        mc(one["deposit"]) if one["deposit"] else "",
        mc(one["gross"]),
        mc(one["net"]),
        str(one["systems"]),
        str(one["pu"]),
        str(one["units"]),
        mc(one["worth"]),
        str(one["technologies"]),
        str(one["charted"]),
        "" if one["active"] else "out",
    )


def systems(view: Data) -> Section:
    """All systems, and the links that are hidden or closed."""
    rows = [_system(one) for one in view["systems"]]
    hidden = [
        (f"{link['a']} and {link['b']}", ", ".join(_hidden(link)))
        for link in view["links"]
        if link["hidden_a"] or link["hidden_b"] or link["closed_b"]
    ]
    tables = [Table(_SYSTEMS, rows), Table(_LINKS, hidden, "Hidden and closed points")]
    return Section("systems", "Systems", tables, (), len(rows))


def _hidden(link: Data) -> list[str]:
    found = [
        f"X{link[f'hidden_{end}']} finds the point in {link[end]}"
        for end in ("a", "b")
        if link[f"hidden_{end}"]
    ]
    return found + [f"closed in {link['b']}"] * link["closed_b"]


def _system(one: Data) -> Sequence[str]:
    centers = {
        "Science": one["science"],
        "Generic": one["generic"],
        f"Dedicated {one['dedicated_tree']}": one["dedicated"],
    }
    defenses = {"PDC": one["pdcs"], "CMS": one["silos"], "CGB": one["ground_bases"]}
    people = f"{one['pu']}" + (f" ({one['revolt']} in revolt)" if one["revolt"] else "")
    return (
        one["id"],
        one["kind"],
        one["features"],
        OwnerCell(one["owner"]),
        people if one["owner"] else "",
        some(one["most_pu"]),
        str(one["growth"]),
        str(one["wealth"]),
        "" if one["habitability"] is None else str(one["habitability"]),
        counts_of({name: level for name, level in centers.items() if level}),
        counts({name: number for name, number in defenses.items() if number}),
    )


def fleets(view: Data) -> Section:
    """The fleets of all."""
    found = view["fleets"]
    rows = [(OwnerCell(one["owner"]), *forces.fleet_row(one)) for one in found]
    table = Table((_OWNER, *forces.FLEETS), rows)
    return Section("fleets", "Fleets", [table], (), len(found))


def units(view: Data) -> Section:
    """The units of all."""
    found = view["units"]
    rows = [(OwnerCell(one["owner"]), *forces.unit_row(one)) for one in found]
    notes = [
        f"{one['owner']}, {one['name']}: {words}."
        for one in found
        if (words := "; ".join(forces.details(one, one["design"])))
    ]
    return Section("units", "Units", [Table((_OWNER, *forces.UNITS), rows)], notes, len(found))


def projects(view: Data) -> Section:
    """The research of all."""
    rows = [(OwnerCell(one["owner"]), *research.project_row(one)) for one in view["projects"]]
    table = Table((_OWNER, *research.PROJECTS), rows)
    return Section("research", "Research and development", [table])
