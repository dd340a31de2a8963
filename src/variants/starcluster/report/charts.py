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
_EMPTY = tuple(
    one
    for one in _SYSTEMS
    if one.head in ("System", "Survey", "Age", "Type", "Growth", "Wealth", "Way")
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
    return _systems(found, [Table(_SYSTEMS, [_system(one) for one in found])])


def systems_in_short(view: Data) -> Section:
    """The same, with a line of its own for each system where nobody can settle."""
    found = view["systems"]
    empty = [one for one in found if is_empty(one)]
    settled = [_system(one) for one in found if not is_empty(one)]
    tables = [
        Table(_SYSTEMS, settled),
        Table(_EMPTY, [_empty(one) for one in empty], "Without a planet that people can live on"),
    ]
    return _systems(found, tables)


def _systems(found: Sequence[Data], tables: Sequence[Table]) -> Section:
    ways = [
        (one["id"], ", ".join(_point(point) for point in one["points"]))
        for one in found
        if one["points"]
    ]
    notes = [
        f"{one['id']}: {', '.join(one['installations'])}." for one in found if one["installations"]
    ]
    points = Table(_POINTS, ways, "Warp points")
    return Section("systems", "Systems", [*tables, points], notes, len(found))


def is_empty(one: Data) -> bool:
    """Whether a system is known to have no planet that people can live on."""
    return one["planets"] == [] and not one["owner"] and not one["pu"]


def _point(point: Data) -> str:
    name = point["name"].rpartition(".")[2]
    return f"{name} to {point['leads']}" if point["leads"] else f"{name} not probed"


def _system(one: Data) -> Sequence[str]:
    return (
        one["id"],
        *_surveyed(one),
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
        _way(one),
    )


def _empty(one: Data) -> Sequence[str]:
    growth, wealth = maybe(one["growth"]), maybe(one["wealth"])
    return (one["id"], *_surveyed(one), kind(one), growth, wealth, _way(one))


def _surveyed(one: Data) -> tuple[str, str]:
    """What is known of a system, and since when."""
    if one["yours"]:
        return "own", ""
    return _LEVELS[one["level"]], maybe(one["age"])


def _way(one: Data) -> str:
    return "" if one["transits"] is None else str(one["transits"])


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
