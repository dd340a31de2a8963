"""The fleets and units of a scenario state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.model import folded
from horizons_core.scenario_state import text, truth
from variants.starcluster.model import Empire, Fleet, Starcluster
from variants.starcluster.model.fleets import AVOID, ENGAGE, GUARD, LARGE, LONG, SHORT, SMALL
from variants.starcluster.rules.charts import learn_points
from variants.starcluster.scenario_state import words as read
from variants.starcluster.setup.empires import add_unit, new_fleet

_FLEET_FIELDS: Mapping[str, read.Reader] = {
    "points": read.hundredths,
    "detuned": truth,
    "escorts": truth,
    "raids": truth,
    "wave": read.integer,
}
_FLEET_KEYS = ("owner", "at", "name", "units", "path", "bombards", "doctrine", *_FLEET_FIELDS)
_DOCTRINE: Mapping[str, read.Reader] = {
    "stance": read.one_of(ENGAGE, AVOID, GUARD),
    "band": read.one_of(LONG, SHORT),
    "break_off": read.integer,
    "target": read.one_of(LARGE, SMALL),
    "anti_drive": truth,
}
_UNIT: Mapping[str, read.Reader] = {
    "name": text,
    "price": read.hundredths,
    "list_price": read.hundredths,
    "starving": read.number,
    "shots": read.integer,
    "shuttles": read.integer,
    "gigs": read.integer,
    "drones": read.integer,
    "troops": read.number,
    "cold": read.number,
    "train": truth,
}
_UNIT_KEYS = ("hull", "design", "class", "count", "lost", *_UNIT)
#: The most units of one row.
_MOST_UNITS = 1000


def apply_fleet(game: Starcluster, path: str, data: Any) -> None:
    """Add a fleet with its units, or change the existing one of this name."""
    fields = scenario_state.fields(path, data, _FLEET_KEYS)
    owner = read.power(game, f"{path}.owner", fields.get("owner"))
    fleet = _fleet(game, path, owner, fields)
    read.apply_fields(fleet, path, fields, _FLEET_FIELDS)
    doctrine = scenario_state.fields(
        f"{path}.doctrine", fields.get("doctrine", {}), ("guards", *_DOCTRINE)
    )
    read.apply_fields(fleet.doctrine, f"{path}.doctrine", doctrine, _DOCTRINE)
    rows = scenario_state.listed(f"{path}.units", fields.get("units", []))
    for number, row in enumerate(rows, 1):
        _add_units(game, f"{path}.units[{number}]", owner, fleet, row)
    if "path" in fields:
        _set_path(game, f"{path}.path", owner, fleet, fields["path"])
    if "bombards" in fields:
        fleet.bombards = _bombards(f"{path}.bombards", fields["bombards"])
    if "guards" in doctrine:
        goal = read.system(game, f"{path}.doctrine.guards", doctrine["guards"]).id
        fleet.doctrine.guards = _link(game, path, fleet.at, goal)


def _fleet(game: Starcluster, path: str, owner: Empire, fields: Mapping[str, Any]) -> Fleet:
    name = text(f"{path}.name", fields.get("name", ""))
    existing = [f for f in game.fleets_of(owner.id) if folded(f.name) == folded(name)]
    at = read.system(game, f"{path}.at", fields["at"]).id if "at" in fields else ""
    if not existing and not at:
        raise ScenarioError(f"{path}: a new fleet has no position", "add its position: at")
    fleet = existing[0] if existing else new_fleet(game, owner, at, name)
    fleet.at = at or fleet.at
    return fleet


def _add_units(game: Starcluster, path: str, owner: Empire, fleet: Fleet, data: Any) -> None:
    """Add units of one design, complete unless `lost` names tenths of points lost."""
    fields = scenario_state.fields(path, data, _UNIT_KEYS)
    of_class = text(f"{path}.class", fields.get("class", "Ship"))
    class_ = owner.classes.get(of_class)
    design = class_.design if class_ and "design" not in fields else read.design(path, fields)
    count = scenario_state.integer(f"{path}.count", fields.get("count", 1), 1, _MOST_UNITS)
    for _ in range(count):
        unit = add_unit(game, owner, of_class, design, fleet)
        unit.price = unit.list_price = design.list_price
        read.apply_fields(unit, path, fields, _UNIT)
        if "lost" in fields:
            lost = scenario_state.listed(f"{path}.lost", fields["lost"])
            unit.lost = [read.number(f"{path}.lost", points) for points in lost]
            unit.lost += [0.0] * (len(design.systems) - len(unit.lost))


def _set_path(game: Starcluster, path: str, owner: Empire, fleet: Fleet, data: Any) -> None:
    """Set the systems on a fleet's path; the points on the way are probed."""
    start, fleet.path = fleet.at, []
    for next_ in read.systems(game, path, data):
        number = _link(game, path, start, next_.id)
        link = game.link(number)
        learn_points(owner, start, [link])
        if link.end(start) not in owner.charts.probed:
            owner.charts.probed.append(link.end(start))
        fleet.path.append(number)
        start = next_.id


def _link(game: Starcluster, path: str, start: str, end: str) -> int:
    for link in game.links_at(start):
        if link.other(start) == end:
            return link.number
    raise ScenarioError(f"{path}: no link joins {start} and {end}", "add it to links")


def _bombards(path: str, data: Any) -> tuple[int, str]:
    """Read the number of a planet and the target of bombardment there."""
    parts = scenario_state.listed(path, data)
    if len(parts) != 2:
        raise ScenarioError(f"{path}: {data} is not a target", "write [1, PDC]")
    target = scenario_state.word(path, parts[1], ("PDC", "CMS", "PU"))
    return scenario_state.integer(path, parts[0], 1, 100), target
