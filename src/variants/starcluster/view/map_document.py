"""The map document of a view for the map drawer (`horizons_core.report`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from horizons_core.model import View
from horizons_core.report import counted
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.view.map_layout import lay_out_systems

#: The value (maximum population times wealth) drawn in the deepest shade.
_BEST = 5000
#: The shade of systems with a basic survey only.
_BASIC = 0.05
_LEGEND = (
    ("mapped", "detailed survey; a stronger colour for a richer system"),
    ("unknown", "not surveyed"),
    ("home", "colony"),
    ("own", "own units"),
    ("enemy", "units of others"),
    ("lane", "link"),
    ("half", "link known from one end"),
    ("loose", "warp point not probed"),
    ("course", "course of own fleets"),
)
_LAYERS = (
    {"name": "courses", "text": "courses"},
    {"name": "loose", "text": "warp points not probed"},
)
_SHORT = {
    HOMEWORLD: "Home",
    "Anomaly": "Anomaly",
    "Starless Nexus": "Nexus",
    "Starless Nebula": "Nebula",
    "Single Star": "Single",
    "Single Star with Nebula": "Single+N",
    "Binary System": "Binary",
    "Binary Nebula": "Binary+N",
    "Trinary System": "Trinary",
}
#: Place, kind, owner, count and title of a mark.
Mark = tuple[str, str, str, int, str]
Row = Mapping[str, Any]


def chart(view: View) -> dict[str, Any]:
    """All known systems, with links, unprobed points, fleets and colonies."""
    systems = {system["id"]: system for system in view["systems"]}
    links = _mapped_links(view["links"], systems)
    first = view.get("home") or (links[0]["a"] if links else next(iter(systems), ""))
    spots = lay_out_systems(first, tuple((link["a"], link["b"]) for link in links), tuple(systems))
    marks = _marks(view)
    places = [
        {"id": name, "at": list(spots[name]), "marks": marks.get(name, []), **_place(system)}
        for name, system in systems.items()
    ]
    you = view["race"]["name"] if view.empire else None
    columns, rows = ([spot[axis] for spot in spots.values()] or [0] for axis in (0, 1))
    return {
        "title": f"The map of {you}" if you else "The map",
        "geometry": "graph",
        "width": max(columns) - min(columns) + 1,
        "height": max(rows) - min(rows) + 1,
        "wraps": False,
        "places": places,
        "links": [*_link_rows(links, spots), *_courses(view)],
        "loose": list(_unlinked(view["systems"])),
        "empires": _empires(view),
        "you": you,
        "layers": list(_LAYERS),
        "legend": [{"kind": kind, "text": text} for kind, text in _LEGEND],
    }


def _mapped_links(links: Iterable[Row], systems: Mapping[str, Row]) -> list[Row]:
    """The links between systems on the map."""
    return [link for link in links if link["a"] in systems and link["b"] in systems]


def _link_rows(links: Sequence[Row], spots: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The links, first those that led to systems, which are straight; others bend around them."""
    systems: set[str] = set()
    first: list[dict[str, Any]] = []
    later: list[dict[str, Any]] = []
    for link in links:
        ends = {link["a"], link["b"]}
        (later if ends <= systems else first).append(_link_row(link))
        systems |= ends
    return [*first, *later] if spots else []


def _link_row(link: Row) -> dict[str, Any]:
    points = [link.get("a_point"), link.get("b_point")]
    half = link.get("b_point") == ""
    return {
        "a": link["a"],
        "b": link["b"],
        "kind": "half" if half else "lane",
        "title": " to ".join(
            p or end for p, end in zip(points, (link["a"], link["b"]), strict=True)
        ),
    }


def _courses(view: View) -> Iterator[dict[str, Any]]:
    """The courses of fleets, as far as the empire knows the systems on the way."""
    behind = {p["name"]: p["leads"] for system in view["systems"] for p in system.get("points", ())}
    for fleet in view["fleets"]:
        start = fleet["at"]
        for point in fleet["path"]:
            end = behind.get(point)
            if not end:
                break
            title = f"course of {fleet['name']}"
            yield {"a": start, "b": end, "kind": "course", "layer": "courses", "title": title}
            start = end


def _unlinked(systems: Iterable[Row]) -> Iterator[dict[str, Any]]:
    for system in systems:
        for point in system.get("points", ()):
            if not point["leads"]:
                title = f"{point['name']} is not probed"
                text = point["name"].rpartition(".")[2]
                yield {"a": system["id"], "text": text, "title": title, "layer": "loose"}


def _place(system: Row) -> dict[str, Any]:
    """Facts of a system's cell: its index, type, planets and population."""
    level = system.get("level", 2)
    value = (system["most_pu"] or 0) * (system["wealth"] or 0)
    return {
        "label": system["id"],
        "state": "mapped" if level else "unknown",
        "level": None if not level else _BASIC if level == 1 else min(1.0, round(value / _BEST, 3)),
        "title": ", ".join(_words(system)),
        "lines": list(_lines(system, level)),
    }


def _lines(system: Row, level: int) -> Iterator[str]:
    if not level:
        yield "?"
        return
    kind: str = system["kind"]
    yield _SHORT.get(kind, kind)
    if system["owner"] and system["pu"] is not None:
        yield f"{system['pu']} PU"
    elif level == 2 and system["habitability"] is not None:
        yield f"{system['most_pu']} HI {system['habitability']}"
    elif system.get("habitable"):
        yield f"{system['habitable']} pl."


def _words(system: Row) -> Iterator[str]:
    """The parts of a system's title."""
    yield f"{system['id']}: {system['kind'] or 'not surveyed'}"
    if system.get("age"):
        yield f"surveyed {counted(system['age'], 'turn')} ago"
    if system.get("planets"):
        large = system["planets"].count("ST")
        yield f"{len(system['planets'])} habitable" + (f" ({large} ST)" if large else "")
    elif system.get("habitable"):
        yield f"{system['habitable']} habitable"
    yield from (system[part] for part in ("nebula", "anomaly") if system.get(part))
    if system["most_pu"]:
        yield f"at most {system['most_pu']} PU"
        yield f"growth {system['growth']}, wealth {system['wealth']}"
        yield f"habitability {system['habitability']}"
    if system["owner"]:
        yield f"colony of {system['owner']}, {system['pu']} PU"


def _marks(view: View) -> dict[str, list[dict[str, Any]]]:
    """The marks of each system."""
    marks: dict[str, list[dict[str, Any]]] = {}
    for at, kind, owner, count, title in (*_colonies(view), *_forces(view)):
        mark = {"kind": kind, "owner": owner, "count": count, "title": title}
        marks.setdefault(at, []).append(mark)
    return marks


def _colonies(view: View) -> Iterator[Mark]:
    for system in view["systems"]:
        if system["owner"]:
            yield system["id"], "home", system["owner"], 1, ""


def _forces(view: View) -> Iterator[Mark]:
    """The reader's fleets, or those of all empires; and fleets of others in sight."""
    you = view["race"]["name"] if view.empire else ""
    for fleet in view["fleets"]:
        owner = fleet.get("owner", you)
        count = len(fleet["units"])
        yield fleet["at"], "own", owner, count, f"{owner}: {fleet['name']}, {count} units"
    for row in view.get("sightings", ()):
        hulls = ", ".join(f"{number} {hull}" for hull, number in row["hulls"].items())
        yield row["system"], "enemy", row["owner"], row["units"], f"{row['owner']}: {hulls}"


def _empires(view: View) -> list[str]:
    """The empires drawn: the players, then races in the order of first contact."""
    players = [player["name"] for player in view["players"]]
    contacts = view["contacts"] if view.empire else view["powers"]
    return list(dict.fromkeys([*players, *(power["name"] for power in contacts)]))
