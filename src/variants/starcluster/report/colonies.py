"""Sections about colonies, how they grow, what stands there, and what is on its way to be one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import CurveCell, Section, Table, counted, number_column, text_column
from variants.starcluster.report.words import Data, mc, short, some
from variants.starcluster.view.colonies import AHEAD

_COLONIES = (
    text_column("System"),
    number_column("PU"),
    number_column("Most", hint="System Max POP"),
    number_column("Wealth", hint="effective Wealth Modifier", wide=True),
    number_column("Income", hint="MC a turn as things stand"),
    text_column("State"),
)
_GROWTH = (
    text_column("System"),
    number_column("Modifier", wide=True),
    number_column("A turn", hint="PU that it grows by in the mean"),
    text_column(f"PU after {', '.join(map(str, AHEAD))} turns"),
    number_column("Full in", hint="turns in the mean"),
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
    number_column("Known", hint="silos that others know", wide=True),
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
    found = view["colonies"]
    growing = [one for one in found if one["full_in"] != 0]
    centers = [one for one in found if one["science"] or one["generic"] or one["dedicated"]]
    planets = [(one["id"], planet) for one in found for planet in one["planets"]]
    tables = [
        Table(_COLONIES, [_colony(one, view) for one in found]),
        Table(_GROWTH, [_growth(one) for one in growing], "Growth"),
        Table(_CENTERS, [_centers(one) for one in centers], "Centers"),
        Table(_DEFENSES, [_defenses(system, one) for system, one in planets], "Defenses"),
    ]
    notes = [f"{one['id']}: {words}." for one in found if (words := "; ".join(_conditions(one)))]
    if view["claims"]:
        notes.append(f"You claim {', '.join(view['claims'])}.")
    return Section("colonies", "Your colonies", tables, notes, len(found))


def _colony(one: Data, view: Data) -> Sequence[str]:
    states = ["homeworld"] * (one["id"] == view["home"])
    states += ["in revolt"] * bool(one["revolt"]) + ["newly conquered"] * bool(one["occupied"])
    states += ["without freighters"] * bool(one["unserved"])
    return (
        one["id"],
        str(one["pu"]),
        str(one["most_pu"]),
        str(one["wealth"]),
        mc(one["income"]),
        ", ".join(states),
    )


def _growth(one: Data) -> Sequence[str]:
    return (
        one["id"],
        str(one["growth"]),
        short(one["grows"]),
        CurveCell(" ".join(map(str, [one["pu"], *one["curve"]]))),
        "never" if one["full_in"] is None else str(one["full_in"]),
    )


def _centers(one: Data) -> Sequence[str]:
    return (
        one["id"],
        some(one["science"]),
        some(one["generic"]),
        some(one["dedicated"]),
        one["dedicated_tree"],
    )


def _defenses(system: str, planet: Data) -> Sequence[str]:
    troops = (
        f"{short(one['points'])} of {one['owner']} (Qt{one['generation']})"
        for one in planet["troops"]
    )
    return (
        f"{system} {planet['number']}",
        planet["kind"],
        short(planet["garrison"]) if planet["pdc"] else "none",
        some(planet["silos"]),
        some(planet["revealed"]),
        some(planet["loaded"]),
        ", ".join(map(short, planet["ground_bases"])),
        ", ".join(troops),
    )


def _conditions(one: Data) -> Iterator[str]:
    """What is not as usual in a colony."""
    if one["unserved"]:
        yield f"{one['unserved']} PU earn nothing and do not grow, for want of freighters"
    if one["revolt"]:
        yield f"{one['revolt']} PU are in revolt for {counted(one['revolt_turns'], 'turn')}"
    if one["occupied"]:
        yield f"its income is halved for {counted(one['occupied'], 'turn')}"
    for spell in one["spells"]:
        yield f"growth {spell['growth']:+d} for {counted(spell['turns'], 'turn')}"
    if one["transferred"]:
        yield f"transfers have brought {one['transferred']} PU"
    if one["silo_missile"]:
        yield f"its silos fire {one['silo_missile']}"
    if one["silos_fire"] is not None:
        yield f"{one['silos_fire']} of its silos fire"
    for planet in one["planets"]:
        if planet["fallen"]:
            yield f"planet {planet['number']} has fallen to {planet['fallen']}"


def under_way(view: Data) -> Section:
    """Expeditions, transfers, and installations that work from the next turn on."""
    tables = [
        Table(_UNDER_WAY, [_expedition(one) for one in view["expeditions"]]),
        Table(_INSTALLING, [_installing(one) for one in view["installing"]], "Installations"),
    ]
    return Section("under-way", "Expeditions and installations", tables)


def _expedition(one: Data) -> Sequence[str]:
    return (
        one["kind"].lower(),
        one["origin"],
        one["target"],
        str(one["pu"]),
        some(one["travel"]),
        "" if one["work"] is None else str(one["work"]),
        str(one["since"]),
    )


def _installing(one: Data) -> Sequence[str]:
    return (
        one["kind"],
        one["system"],
        some(one["planet"]),
        some(one["level"]),
        one["tree"],
        str(one["number"]),
    )
