"""Report sections about surveyed systems, unprobed points, and other empires."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import (
    OwnerCell,
    Section,
    Table,
    counted,
    counts,
    number_column,
    text_column,
)
from variants.starcluster.view.figures import Data, blank_if_zero, compact, mc, or_unknown

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
    text_column("Open", choose=True, hint="whether you could colonize it now"),
    text_column("Owner", choose=True),
    number_column("PU"),
    number_column("Way", hint="transits from your nearest colony"),
)
_EMPTY = tuple(
    column
    for column in _SYSTEMS
    if column.head in ("System", "Survey", "Age", "Type", "Growth", "Wealth", "Way")
)
_POINTS = (text_column("System"), text_column("Warp points and destinations"))
_CARRIED = (
    text_column("System"),
    text_column("Scan", choose=True),
    number_column("Turn"),
    text_column("Aboard"),
    number_column("Arrives", hint="in turns, by courier drone"),
)
_LEVELS = ("none", "basic", "detailed")


def carried(view: Data) -> Section:
    """Scans that have not come home, and unprobed points."""
    rows = [
        (
            row["system"],
            _LEVELS[row["level"]],
            str(row["turn"]),
            ", ".join(row["carriers"]),
            "" if row["arrives"] is None else str(row["arrives"]),
        )
        for row in view["carried"]
    ]
    unprobed = [
        point["name"]
        for system in view["systems"]
        for point in system["points"]
        if not point["leads"]
    ]
    notes = [f"Not probed: {' '.join(unprobed)}."] if unprobed else []
    if view["pace"] != 100:
        notes.append(f"Scans take {view['pace']} per cent of the rulebook's time.")
    return Section("surveys", "Surveys under way", [Table(_CARRIED, rows)], notes)


def systems(view: Data) -> Section:
    """All known systems and their warp points."""
    rows = view["systems"]
    return _systems(rows, [Table(_SYSTEMS, [_system(row) for row in rows])])


def systems_in_short(view: Data) -> Section:
    """All known systems, with a short line for those where settling is impossible."""
    rows = view["systems"]
    empty = [row for row in rows if is_empty(row)]
    settled = [_system(row) for row in rows if not is_empty(row)]
    tables = [
        Table(_SYSTEMS, settled),
        Table(_EMPTY, [_empty(row) for row in empty], "Without a habitable planet"),
    ]
    return _systems(rows, tables)


def _systems(rows: Sequence[Data], tables: Sequence[Table]) -> Section:
    point_rows = [
        (row["id"], ", ".join(_point(point) for point in row["points"]))
        for row in rows
        if row["points"]
    ]
    notes = [
        f"{row['id']}: {', '.join(row['installations'])}." for row in rows if row["installations"]
    ]
    points = Table(_POINTS, point_rows, "Warp points")
    return Section("systems", "Systems", [*tables, points], notes, len(rows))


def is_empty(row: Data) -> bool:
    """True if a system is known to have no habitable planet."""
    return row["planets"] == [] and not row["owner"] and not row["pu"]


def _point(point: Data) -> str:
    name = point["name"].rpartition(".")[2]
    return f"{name} to {point['leads']}" if point["leads"] else f"{name} not probed"


def _system(row: Data) -> Sequence[str]:
    return (
        row["id"],
        *_surveyed(row),
        kind(row),
        planets(row),
        or_unknown(row["most_pu"]),
        or_unknown(row["growth"]),
        or_unknown(row["wealth"]),
        "?"
        if row["level"] < 2
        else ""
        if row["habitability"] is None
        else str(row["habitability"]),
        "" if row["habitability"] is None else "yes" if row["bearable"] else "no",
        OwnerCell(row["owner"] or ""),
        "" if row["pu"] is None else str(row["pu"]),
        _way(row),
    )


def _empty(row: Data) -> Sequence[str]:
    growth, wealth = or_unknown(row["growth"]), or_unknown(row["wealth"])
    return (row["id"], *_surveyed(row), kind(row), growth, wealth, _way(row))


def _surveyed(row: Data) -> tuple[str, str]:
    """The level of survey of a system, and its age."""
    if row["yours"]:
        return "own", ""
    return _LEVELS[row["level"]], or_unknown(row["age"])


def _way(row: Data) -> str:
    return "" if row["transits"] is None else str(row["transits"])


def kind(row: Data) -> str:
    """A system's type, with its nebula or anomaly."""
    extras = [row[part] for part in ("nebula", "anomaly") if row.get(part)]
    extras += ["spent"] * bool(row.get("spent"))
    type_ = row["kind"] or "?"
    return f"{type_} ({', '.join(extras)})" if extras else type_


def planets(row: Data) -> str:
    """The habitable planets: 5 (2 ST), or their number alone, or a question mark."""
    if row["planets"] is None:
        return or_unknown(row["habitable"])
    large = row["planets"].count("ST")
    return f"{len(row['planets'])} ({large} ST)" if large else str(len(row["planets"]))


def unexplored(view: Data) -> str:
    """A sentence on the extent of the charts."""
    levels = [row["level"] for row in view["systems"]]
    detailed = counted(levels.count(2), "system")
    basic, unseen = levels.count(1), levels.count(0)
    return f"{detailed} with a detailed survey, {basic} with a basic one, {unseen} with none"


_POWERS = (
    text_column("Empire"),
    text_column("Kind", choose=True),
    text_column("Stance", choose=True),
    number_column("Since", hint="turn"),
    text_column("Talks"),
    number_column("Envoy", hint="turn of the last one"),
    number_column("Successes", hint="envoys that succeeded in a row"),
    text_column("Offers", hint="of yours that are open"),
    text_column("Offered", hint="what they offer"),
    text_column("State"),
)
_SEEN = (
    number_column("Turn"),
    text_column("At", choose=True),
    text_column("Whose", choose=True),
    text_column("Units"),
    text_column("Came by"),
    text_column("Left by"),
)


def contacts(view: Data) -> Section:
    """Empires and races in contact, with their stances."""
    rows = [_power(contact) for contact in view["contacts"]]
    notes = []
    for contact in view["contacts"]:
        gifts = ", ".join(f"{mc(g['MC'])} MC in turn {g['turn']}" for g in contact["gifts"])
        if contact["asked"]:
            notes.append(
                f"Your last PEACE or AMALGAMATE to {contact['name']} was in turn"
                f" {contact['asked']}."
            )
        if gifts:
            notes.append(f"Given to {contact['name']}: {gifts}.")
    return Section("contacts", "Others in contact", [Table(_POWERS, rows)], notes, len(rows))


def _power(contact: Data) -> Sequence[str]:
    offers = ["peace"] * contact["offers_peace"] + ["trade"] * contact["offers_trade"]
    offered = ["peace"] * contact["offered_peace"] + ["trade"] * contact["offered_trade"]
    return (
        OwnerCell(contact["name"]),
        "non-player race" if contact["npr"] else "empire",
        contact["stance"],
        str(contact["since"]),
        "open" if contact["talks"] or not contact["npr"] else "none",
        blank_if_zero(contact["envoy"]),
        blank_if_zero(contact["successes"]),
        ", ".join(offers),
        ", ".join(offered),
        "" if contact["active"] else "fallen",
    )


def estates(view: Data) -> Section:
    """Assets of fallen empires that are open for bids (SC-BRK-008)."""
    notes = [
        f"{estate['empire']} fell in turn {estate['turn']}; BID for {', '.join(_assets(estate))}."
        for estate in view["estates"]
    ]
    return Section("estates", "Estates of the fallen", (), notes)


def _assets(estate: Data) -> list[str]:
    return [*estate["systems"], *estate["units"], *estate["technologies"]]


def footholds(view: Data) -> Section:
    """Foreign planets that the reader has taken or where it has troops."""
    notes = [_foothold(row) for row in view["footholds"]]
    return Section("footholds", "Footholds", (), notes)


def _foothold(row: Data) -> str:
    planet = f"Planet {row['planet']} of {row['system']}"
    ashore = f"{compact(row['points'])} points of your troops are there"
    if not row["fallen"]:
        return f"{planet}: {ashore}."
    return f"{planet} has fallen to you" + (f"; {ashore}." if row["points"] else ".")


def sightings(view: Data) -> Section:
    """Sighted fleets of others."""
    rows = [
        (
            str(sighting["turn"]),
            sighting["system"],
            OwnerCell(sighting["owner"]),
            counts(sighting["hulls"]),
            sighting["came_by"],
            sighting["left_by"],
        )
        for sighting in view["sightings"]
    ]
    return Section("sightings", "Fleets in sight", [Table(_SEEN, rows)], (), len(rows))
