"""The gamemaster's report, with full information."""

from __future__ import annotations

from horizons_core.report import Section, Table, columns, counts, number_column, text_column
from variants.starcluster.report import empire, forces
from variants.starcluster.view.figures import Data
from variants.starcluster.view.gamemaster import (
    WholeFleet,
    WholePower,
    WholeProject,
    WholeSystem,
    WholeUnit,
)

_LINKS = (text_column("Between"), text_column("Hidden"))


def powers(view: Data) -> Section:
    """Empires and non-player races, with their resources and stances."""
    names = (
        "id home el treasury deposit gross net systems pu units worth technologies charted active"
    )
    table = Table.of(columns(WholePower, names), view["powers"])
    notes = []
    for row in view["powers"]:
        facts = [f"race {row['race']}", f"freighters {row['freighters']}"]
        facts += [f"levels {counts_of(row['levels'])}"] if row["levels"] else []
        facts += [f"stances {counts_of(row['stances'])}"] if row["stances"] else []
        facts += [f"claims {' '.join(row['claims'])}"] if row["claims"] else []
        notes.append(f"{row['name']}: {'; '.join(facts)}.")
    notes.append(
        f"The game ends after turn {view['end']}; scans take {view['pace']} percent of the "
        f"rulebook's time; the network's last roll was {view['dividend']}."
    )
    return Section("powers", "Empires and races", [table], notes, len(table.rows))


def counts_of(values: Data) -> str:
    """Format names with values: CON 2, LIF 3."""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def systems(view: Data) -> Section:
    """All systems, and the links that are hidden or closed."""
    rows = view["systems"]
    link_rows = [
        (f"{link['a']} and {link['b']}", ", ".join(_link_notes(link)))
        for link in view["links"]
        if link["hidden_a"] or link["hidden_b"] or link["closed_b"]
    ]
    tables = [Table.of(_SYSTEMS, rows), Table(_LINKS, link_rows, "Hidden and closed points")]
    return Section("systems", "Systems", tables, (), len(rows))


def _link_notes(link: Data) -> list[str]:
    notes = [
        f"X{link[f'hidden_{end}']} finds the point in {link[end]}"
        for end in ("a", "b")
        if link[f"hidden_{end}"]
    ]
    return notes + [f"closed in {link['b']}"] * link["closed_b"]


def _people(row: Data) -> str:
    revolt = f" ({row['revolt']} in revolt)" if row["revolt"] else ""
    return f"{row['pu']}{revolt}" if row["owner"] else ""


def _centers(row: Data) -> str:
    centers = {
        "Science": row["science"],
        "Generic": row["generic"],
        f"Dedicated {row['dedicated_tree']}": row["dedicated"],
    }
    return counts_of({name: level for name, level in centers.items() if level})


def _defenses(row: Data) -> str:
    defenses = {"PDC": row["pdcs"], "CMS": row["silos"], "CGB": row["ground_bases"]}
    return counts({name: number for name, number in defenses.items() if number})


_SYSTEMS = columns(
    WholeSystem,
    "id kind features owner",
    number_column("PU", _people),
    "most_pu growth wealth habitability",
    text_column("Centers", _centers),
    text_column("Defenses", _defenses),
)


def fleets(view: Data) -> Section:
    """The fleets of all empires."""
    table = Table.of((*columns(WholeFleet, "owner"), *forces.FLEETS), view["fleets"])
    return Section("fleets", "Fleets", [table], (), len(table.rows))


def units(view: Data) -> Section:
    """The units of all empires."""
    rows = view["units"]
    notes = [
        f"{row['owner']}, {row['name']}: {words}."
        for row in rows
        if (words := "; ".join(forces.details(row, row["design"])))
    ]
    table = Table.of((*columns(WholeUnit, "owner"), *forces.UNITS), rows)
    return Section("units", "Units", [table], notes, len(rows))


def projects(view: Data) -> Section:
    """The research of all empires."""
    table = Table.of((*columns(WholeProject, "owner"), *empire.PROJECTS), view["projects"])
    return Section("research", "Research and development", [table])
