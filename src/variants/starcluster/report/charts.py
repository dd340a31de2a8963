"""Sections about exploration: systems as surveyed, points not probed, scans on their way home."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import OwnerCell, Section, Table, counted, number_column, text_column
from variants.starcluster.report.words import Data, maybe

_SYSTEMS = (
    text_column("System"),
    text_column("Survey", choose=True),
    number_column("Age", hint="turns since the survey"),
    text_column("Type", choose=True),
    text_column("Planets"),
    number_column("Most", hint="System Max POP"),
    number_column("Growth", wide=True),
    number_column("Wealth"),
    number_column("HI", hint="Habitability Index"),
    text_column("Open", choose=True, hint="whether its index permits a colony of yours now"),
    text_column("Owner", choose=True),
    number_column("PU"),
    number_column("Way", hint="transits from the nearest colony of yours"),
)
_POINTS = (text_column("System"), text_column("Points, and where they lead"))
_CARRIED = (
    text_column("System"),
    text_column("Scan", choose=True),
    number_column("Turn"),
    text_column("Aboard"),
    number_column("Arrives", hint="in turns, by courier drone"),
)
_LEVELS = ("none", "basic", "detailed")


def carried(view: Data) -> Section:
    """Scans that were done and have not come home, and points that nobody has probed."""
    rows = [
        (
            one["system"],
            _LEVELS[one["level"]],
            str(one["turn"]),
            ", ".join(one["carriers"]),
            "" if one["arrives"] is None else str(one["arrives"]),
        )
        for one in view["carried"]
    ]
    loose = [
        point["name"]
        for system in view["systems"]
        for point in system["points"]
        if not point["leads"]
    ]
    notes = [f"Not probed: {' '.join(loose)}."] if loose else []
    if view["pace"] != 100:
        notes.append(f"Scans take {view['pace']} per cent of the rulebook's time.")
    return Section("surveys", "Surveys under way", [Table(_CARRIED, rows)], notes)


def systems(view: Data) -> Section:
    """All systems that are known, and their warp points."""
    found = view["systems"]
    ways = [
        (one["id"], ", ".join(_point(point) for point in one["points"]))
        for one in found
        if one["points"]
    ]
    tables = [
        Table(_SYSTEMS, [_system(one) for one in found]),
        Table(_POINTS, ways, "Warp points"),
    ]
    notes = [
        f"{one['id']}: {', '.join(one['installations'])}." for one in found if one["installations"]
    ]
    return Section("systems", "Systems", tables, notes, len(found))


def _point(point: Data) -> str:
    name = point["name"].rpartition(".")[2]
    return f"{name} to {point['leads']}" if point["leads"] else f"{name} not probed"


def _system(one: Data) -> Sequence[str]:
    return (
        one["id"],
        "own" if one["yours"] else _LEVELS[one["level"]],
        "" if one["yours"] else maybe(one["age"]),
        kind(one),
        planets(one),
        maybe(one["most_pu"]),
        maybe(one["growth"]),
        maybe(one["wealth"]),
        "?"
        if one["level"] < 2
        else ""
        if one["habitability"] is None
        else str(one["habitability"]),
        "" if one["habitability"] is None else "yes" if one["bearable"] else "no",
        OwnerCell(one["owner"] or ""),
        "" if one["pu"] is None else str(one["pu"]),
        "" if one["transits"] is None else str(one["transits"]),
    )


def kind(one: Data) -> str:
    """A system's type, with its nebula or anomaly."""
    more = [one[part] for part in ("nebula", "anomaly") if one.get(part)]
    more += ["spent"] * bool(one.get("spent"))
    told = one["kind"] or "?"
    return f"{told} ({', '.join(more)})" if more else told


def planets(one: Data) -> str:
    """The habitable planets: 5 (2 ST), or their number alone, or a question mark."""
    if one["planets"] is None:
        return maybe(one["habitable"])
    large = one["planets"].count("ST")
    return f"{len(one['planets'])} ({large} ST)" if large else str(len(one["planets"]))


def unexplored(view: Data) -> str:
    """How far the charts go, in a sentence."""
    levels = [one["level"] for one in view["systems"]]
    detailed = counted(levels.count(2), "system")
    return f"{detailed} surveyed in detail, {levels.count(1)} basically, {levels.count(0)} not"
