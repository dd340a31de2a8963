"""Report sections about colonies and their growth."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.report import (
    CurveCell,
    Section,
    Table,
    columns,
    counted,
    number_column,
    text_column,
)
from variants.starcluster.view.figures import Data, compact
from variants.starcluster.view.own_empire import AHEAD
from variants.starcluster.view.own_shapes import (
    OwnColony,
    OwnExpedition,
    OwnInstallation,
    OwnPlanet,
)


def colonies(view: Data) -> Section:
    """The colonies with income, growth, centers and defenses."""
    rows = view["colonies"]
    growing = [row for row in rows if row["full_in"] != 0]
    centers = [row for row in rows if row["science"] or row["generic"] or row["dedicated"]]
    planets = [{"system": row["id"], **planet} for row in rows for planet in row["planets"]]
    state = text_column("State", lambda row: _state(row, view["home"]))
    tables = [
        Table.of(columns(OwnColony, "id pu most_pu wealth income", state), rows),
        Table.of(columns(OwnColony, "id growth grows", _CURVE, "full_in"), growing, "Growth"),
        Table.of(
            columns(OwnColony, "id science generic dedicated dedicated_tree"), centers, "Centers"
        ),
        Table.of(_DEFENSES, planets, "Defenses"),
    ]
    notes = [f"{row['id']}: {words}." for row in rows if (words := "; ".join(_conditions(row)))]
    if view["claims"]:
        notes.append(f"You claim {', '.join(view['claims'])}.")
    return Section("colonies", "Your colonies", tables, notes, len(rows))


def _state(row: Data, home: str) -> str:
    states = ["homeworld"] * (row["id"] == home)
    states += ["in revolt"] * bool(row["revolt"]) + ["newly conquered"] * bool(row["occupied"])
    states += ["without freighters"] * bool(row["unserved"])
    return ", ".join(states)


def _troops(planet: Data) -> str:
    return ", ".join(
        f"{compact(f['points'])} of {f['owner']} (Qt{f['generation']})" for f in planet["troops"]
    )


_CURVE = text_column(
    f"PU after {', '.join(map(str, AHEAD))} turns",
    lambda row: CurveCell(" ".join(map(str, [row["pu"], *row["curve"]]))),
)
_DEFENSES = columns(
    OwnPlanet,
    text_column("Planet", lambda row: f"{row['system']} {row['number']}"),
    "kind",
    number_column(
        "PDC",
        lambda row: compact(row["garrison"]) if row["pdc"] else "none",
        hint="base points of its forces",
    ),
    "silos revealed loaded ground_bases",
    text_column("Troops landed", _troops),
)


def _conditions(colony: Data) -> Iterator[str]:
    """Yield unusual conditions of a colony."""
    if colony["unserved"]:
        yield f"{colony['unserved']} PU earn nothing and do not grow: not enough freighters"
    if colony["revolt"]:
        yield f"{colony['revolt']} PU are in revolt for {counted(colony['revolt_turns'], 'turn')}"
    if colony["occupied"]:
        yield f"its income is halved for {counted(colony['occupied'], 'turn')}"
    for spell in colony["spells"]:
        yield f"growth {spell['growth']:+d} for {counted(spell['turns'], 'turn')}"
    if colony["transferred"]:
        yield f"transfers have brought {colony['transferred']} PU"
    if colony["silo_missile"]:
        yield f"its silos fire {colony['silo_missile']}"
    if colony["silos_fire"] is not None:
        yield f"{colony['silos_fire']} of its silos fire"
    for planet in colony["planets"]:
        if planet["fallen"]:
            yield f"planet {planet['number']} has fallen to {planet['fallen']}"


def under_way(view: Data) -> Section:
    """Expeditions, transfers, and installations that work from the next turn on."""
    under_way = columns(OwnExpedition, "kind origin target pu travel work since")
    installing = columns(OwnInstallation, "kind system planet level tree number")
    tables = [
        Table.of(under_way, view["expeditions"]),
        Table.of(installing, view["installing"], "Installations"),
    ]
    return Section("under-way", "Expeditions and installations", tables)
