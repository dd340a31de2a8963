"""Report sections about colonies and their growth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import CurveCell, Section, Table, counted, number_column, text_column
from variants.starcluster.view.figures import Data, blank_if_zero, compact, mc
from variants.starcluster.view.own_empire import AHEAD

_COLONIES = (
    text_column("System"),
    number_column("PU"),
    number_column("Most", hint="System Max POP"),
    number_column("Wealth", hint="effective Wealth Modifier", wide=True),
    number_column("Income", hint="MC a turn at present"),
    text_column("State"),
)
_GROWTH = (
    text_column("System"),
    number_column("Modifier", wide=True),
    number_column("A turn", hint="mean growth in PU"),
    text_column(f"PU after {', '.join(map(str, AHEAD))} turns"),
    number_column("Full in", hint="mean number of turns"),
)
_CENTERS = (
    text_column("System"),
    number_column("Science", hint="rating of its Science Center"),
    number_column("Generic", hint="level of its Generic R&D Center"),
    number_column("Dedicated", hint="level of its Dedicated R&D Center"),
    text_column("Tree"),
)
_DEFENSES = (
    text_column("Planet"),
    text_column("Kind", choose=True),
    number_column("PDC", hint="base points of its forces"),
    number_column("Silos"),
    number_column("Known", hint="silos known to others", wide=True),
    number_column("Loaded", wide=True),
    text_column("Ground bases", hint="base points left in each"),
    text_column("Troops landed"),
)
_UNDER_WAY = (
    text_column("What", choose=True),
    text_column("From"),
    text_column("To"),
    number_column("PU"),
    number_column("Travel", hint="turns left"),
    number_column("Work", hint="turns of landing and initialization left"),
    number_column("Since", hint="the turn of its order", wide=True),
)
_INSTALLING = (
    text_column("What", choose=True),
    text_column("System"),
    number_column("Planet"),
    number_column("Level"),
    text_column("Tree"),
    number_column("Number"),
)


def colonies(view: Data) -> Section:
    """The colonies with income, growth, centers and defenses."""
    rows = view["colonies"]
    growing = [row for row in rows if row["full_in"] != 0]
    centers = [row for row in rows if row["science"] or row["generic"] or row["dedicated"]]
    planets = [(row["id"], planet) for row in rows for planet in row["planets"]]
    tables = [
        Table(_COLONIES, [_colony(row, view) for row in rows]),
        Table(_GROWTH, [_growth(row) for row in growing], "Growth"),
        Table(_CENTERS, [_centers(row) for row in centers], "Centers"),
        Table(_DEFENSES, [_defenses(system, planet) for system, planet in planets], "Defenses"),
    ]
    notes = [f"{row['id']}: {words}." for row in rows if (words := "; ".join(_conditions(row)))]
    if view["claims"]:
        notes.append(f"You claim {', '.join(view['claims'])}.")
    return Section("colonies", "Your colonies", tables, notes, len(rows))


def _colony(row: Data, view: Data) -> Sequence[str]:
    states = ["homeworld"] * (row["id"] == view["home"])
    states += ["in revolt"] * bool(row["revolt"]) + ["newly conquered"] * bool(row["occupied"])
    states += ["without freighters"] * bool(row["unserved"])
    return (
        row["id"],
        str(row["pu"]),
        str(row["most_pu"]),
        str(row["wealth"]),
        mc(row["income"]),
        ", ".join(states),
    )


def _growth(colony: Data) -> Sequence[str]:
    return (
        colony["id"],
        str(colony["growth"]),
        compact(colony["grows"]),
        CurveCell(" ".join(map(str, [colony["pu"], *colony["curve"]]))),
        "never" if colony["full_in"] is None else str(colony["full_in"]),
    )


def _centers(colony: Data) -> Sequence[str]:
    return (
        colony["id"],
        blank_if_zero(colony["science"]),
        blank_if_zero(colony["generic"]),
        blank_if_zero(colony["dedicated"]),
        colony["dedicated_tree"],
    )


def _defenses(system: str, planet: Data) -> Sequence[str]:
    troops = (
        f"{compact(f['points'])} of {f['owner']} (Qt{f['generation']})" for f in planet["troops"]
    )
    return (
        f"{system} {planet['number']}",
        planet["kind"],
        compact(planet["garrison"]) if planet["pdc"] else "none",
        blank_if_zero(planet["silos"]),
        blank_if_zero(planet["revealed"]),
        blank_if_zero(planet["loaded"]),
        ", ".join(map(compact, planet["ground_bases"])),
        ", ".join(troops),
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
    tables = [
        Table(_UNDER_WAY, [_expedition(row) for row in view["expeditions"]]),
        Table(_INSTALLING, [_installing(row) for row in view["installing"]], "Installations"),
    ]
    return Section("under-way", "Expeditions and installations", tables)


def _expedition(row: Data) -> Sequence[str]:
    return (
        row["kind"].lower(),
        row["origin"],
        row["target"],
        str(row["pu"]),
        blank_if_zero(row["travel"]),
        "" if row["work"] is None else str(row["work"]),
        str(row["since"]),
    )


def _installing(row: Data) -> Sequence[str]:
    return (
        row["kind"],
        row["system"],
        blank_if_zero(row["planet"]),
        blank_if_zero(row["level"]),
        row["tree"],
        str(row["number"]),
    )
