"""The gamemaster's report, with full information."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import OwnerCell, Section, Table, counts, number_column, text_column
from variants.starcluster.report import empire, forces
from variants.starcluster.view.figures import Data, blank_if_zero, mc

_OWNER = text_column("Owner", choose=True)
_POWERS = (
    text_column("Empire"),
    text_column("Home"),
    number_column("EL"),
    number_column("Treasury"),
    number_column("Deposit", wide=True),
    number_column("Gross", hint="MC a turn at present", wide=True),
    number_column("Net", hint="MC a turn at present"),
    number_column("Systems"),
    number_column("PU"),
    number_column("Units"),
    number_column("Worth", hint="list price of its units in MC"),
    number_column("Technologies", wide=True),
    number_column("Charted", hint="known systems"),
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
    """Empires and non-player races, with their resources and stances."""
    rows = [_power_row(row) for row in view["powers"]]
    notes = []
    for row in view["powers"]:
        facts = [f"race {row['race']}", f"freighters {row['freighters']}"]
        facts += [f"levels {counts_of(row['levels'])}"] if row["levels"] else []
        facts += [f"stances {counts_of(row['stances'])}"] if row["stances"] else []
        facts += [f"claims {' '.join(row['claims'])}"] if row["claims"] else []
        notes.append(f"{row['name']}: {'; '.join(facts)}.")
    notes.append(
        f"The game ends after turn {view['end']}; scans take {view['pace']} per cent of the "
        f"rulebook's time; the network's last roll was {view['dividend']}."
    )
    return Section("powers", "Empires and races", [Table(_POWERS, rows)], notes, len(rows))


def counts_of(values: Data) -> str:
    """Format names with values: CON 2, LIF 3."""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _power_row(row: Data) -> Sequence[str]:
    return (
        OwnerCell(row["id"]),
        row["home"],
        str(row["el"]),
        mc(row["treasury"]),
        mc(row["deposit"]) if row["deposit"] else "",
        mc(row["gross"]),
        mc(row["net"]),
        str(row["systems"]),
        str(row["pu"]),
        str(row["units"]),
        mc(row["worth"]),
        str(row["technologies"]),
        str(row["charted"]),
        "" if row["active"] else "out",
    )


def systems(view: Data) -> Section:
    """All systems, and the links that are hidden or closed."""
    rows = [_system_row(row) for row in view["systems"]]
    link_rows = [
        (f"{link['a']} and {link['b']}", ", ".join(_link_notes(link)))
        for link in view["links"]
        if link["hidden_a"] or link["hidden_b"] or link["closed_b"]
    ]
    tables = [Table(_SYSTEMS, rows), Table(_LINKS, link_rows, "Hidden and closed points")]
    return Section("systems", "Systems", tables, (), len(rows))


def _link_notes(link: Data) -> list[str]:
    notes = [
        f"X{link[f'hidden_{end}']} finds the point in {link[end]}"
        for end in ("a", "b")
        if link[f"hidden_{end}"]
    ]
    return notes + [f"closed in {link['b']}"] * link["closed_b"]


def _system_row(row: Data) -> Sequence[str]:
    centers = {
        "Science": row["science"],
        "Generic": row["generic"],
        f"Dedicated {row['dedicated_tree']}": row["dedicated"],
    }
    defenses = {"PDC": row["pdcs"], "CMS": row["silos"], "CGB": row["ground_bases"]}
    people = f"{row['pu']}" + (f" ({row['revolt']} in revolt)" if row["revolt"] else "")
    return (
        row["id"],
        row["kind"],
        row["features"],
        OwnerCell(row["owner"]),
        people if row["owner"] else "",
        blank_if_zero(row["most_pu"]),
        str(row["growth"]),
        str(row["wealth"]),
        "" if row["habitability"] is None else str(row["habitability"]),
        counts_of({name: level for name, level in centers.items() if level}),
        counts({name: number for name, number in defenses.items() if number}),
    )


def fleets(view: Data) -> Section:
    """The fleets of all empires."""
    rows = view["fleets"]
    table_rows = [(OwnerCell(row["owner"]), *forces.fleet_row(row)) for row in rows]
    table = Table((_OWNER, *forces.FLEETS), table_rows)
    return Section("fleets", "Fleets", [table], (), len(rows))


def units(view: Data) -> Section:
    """The units of all empires."""
    rows = view["units"]
    table_rows = [(OwnerCell(row["owner"]), *forces.unit_row(row)) for row in rows]
    notes = [
        f"{row['owner']}, {row['name']}: {words}."
        for row in rows
        if (words := "; ".join(forces.details(row, row["design"])))
    ]
    table = Table((_OWNER, *forces.UNITS), table_rows)
    return Section("units", "Units", [table], notes, len(rows))


def projects(view: Data) -> Section:
    """The research of all empires."""
    rows = [(OwnerCell(row["owner"]), *empire.project_row(row)) for row in view["projects"]]
    table = Table((_OWNER, *empire.PROJECTS), rows)
    return Section("research", "Research and development", [table])
