"""Report sections about surveyed systems, unprobed points, and other empires."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import Section, Table, columns, counted, number_column, text_column
from variants.starcluster.view.figures import Data, compact, mc, or_unknown
from variants.starcluster.view.shapes import LEVELS, CarriedScan, SeenFleet, SeenPower, SeenSystem

_POINTS = (text_column("System"), text_column("Warp points and destinations"))


def carried(view: Data) -> Section:
    """Scans that have not been delivered, and unprobed points."""
    table = Table.of(columns(CarriedScan, "system level turn carriers arrives"), view["carried"])
    unprobed = [
        point["name"]
        for system in view["systems"]
        for point in system["points"]
        if not point["leads"]
    ]
    notes = [f"Not probed: {' '.join(unprobed)}."] if unprobed else []
    if view["pace"] != 100:
        notes.append(f"Scans take {view['pace']} percent of the rulebook's time.")
    return Section("surveys", "Surveys under way", [table], notes)


def systems(view: Data) -> Section:
    """All known systems and their warp points."""
    rows = view["systems"]
    return _systems(rows, [Table.of(_SYSTEMS, rows)])


def systems_in_short(view: Data) -> Section:
    """All known systems, with a short line for those where settling is impossible."""
    rows = view["systems"]
    empty = [row for row in rows if is_empty(row)]
    settled = [row for row in rows if not is_empty(row)]
    tables = [
        Table.of(_SYSTEMS, settled),
        Table.of(_EMPTY, empty, "Without a habitable planet"),
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


def _survey(row: Data) -> str:
    return "own" if row["yours"] else LEVELS[row["level"]]


def _age(row: Data) -> str:
    return "" if row["yours"] else or_unknown(row["age"])


def _habitability(row: Data) -> str:
    if row["level"] < 2:
        return "?"
    return "" if row["habitability"] is None else str(row["habitability"])


def _open(row: Data) -> str:
    return "" if row["habitability"] is None else "yes" if row["bearable"] else "no"


def kind(row: Data) -> str:
    """A system's type, with its nebula or anomaly."""
    extras = [row[part] for part in ("nebula", "anomaly") if row.get(part)]
    extras += ["spent"] * bool(row.get("spent"))
    type_ = row["kind"] or "?"
    return f"{type_} ({', '.join(extras)})" if extras else type_


def planets(row: Data) -> str:
    """The habitable planets, as in 5 (2 ST), or only their number, or a question mark."""
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


_SYSTEMS = columns(
    SeenSystem,
    "id",
    text_column("Survey", _survey, choose=True),
    number_column("Age", _age, hint="turns since the survey"),
    text_column("Type", kind, choose=True),
    text_column("Planets", planets),
    "most_pu growth wealth",
    number_column("HI", _habitability, hint="Habitability Index"),
    text_column("Open", _open, choose=True, hint="whether you could colonize it now"),
    "owner pu transits",
)
_EMPTY = [
    column
    for column in _SYSTEMS
    if column.head in ("System", "Survey", "Age", "Type", "Growth", "Wealth", "Way")
]


def contacts(view: Data) -> Section:
    """Empires and races in contact, with their stances."""
    table = Table.of(_POWERS, view["contacts"])
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
    return Section("contacts", "Others in contact", [table], notes, len(table.rows))


def _words(contact: Data, kind: str) -> str:
    return ", ".join(word for word in ("peace", "trade") if contact[f"{kind}_{word}"])


_POWERS = columns(
    SeenPower,
    "name npr stance since",
    text_column("Talks", lambda c: "open" if c["talks"] or not c["npr"] else "none"),
    "envoy successes",
    text_column("Offers", lambda c: _words(c, "offers"), hint="of yours that are open"),
    text_column("Offered", lambda c: _words(c, "offered"), hint="what they offer"),
    "active",
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
    table = Table.of(
        columns(SeenFleet, "turn system owner hulls came_by left_by"), view["sightings"]
    )
    return Section("sightings", "Fleets in sight", [table], (), len(table.rows))
