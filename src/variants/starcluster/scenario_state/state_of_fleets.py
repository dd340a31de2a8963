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

_FIELDS: Mapping[str, read.Reader] = {
    "points": read.hundredths,
    "detuned": truth,
    "escorts": truth,
    "raids": truth,
    "wave": read.whole,
}
_FLEET = ("owner", "at", "name", "units", "path", "bombards", "doctrine", *_FIELDS)
_DOCTRINE: Mapping[str, read.Reader] = {
    "stance": read.one_of(ENGAGE, AVOID, GUARD),
    "band": read.one_of(LONG, SHORT),
    "break_off": read.whole,
    "target": read.one_of(LARGE, SMALL),
    "anti_drive": truth,
}
_UNIT: Mapping[str, read.Reader] = {
    "name": text,
    "price": read.hundredths,
    "list_price": read.hundredths,
    "starving": read.number,
    "shots": read.whole,
    "shuttles": read.whole,
    "gigs": read.whole,
    "drones": read.whole,
    "troops": read.number,
    "cold": read.number,
    "train": truth,
}
_UNITS = ("hull", "design", "class", "count", "lost", *_UNIT)
#: The most units of one row.
_MOST_UNITS = 1000


def apply_fleet(game: Starcluster, where: str, given: Any) -> None:
    """Add a fleet with its units, or change the one of this name."""
    said = scenario_state.fields(where, given, _FLEET)
    owner = read.power(game, f"{where}.owner", said.get("owner"))
    fleet = _fleet(game, where, owner, said)
    read.apply_fields(fleet, where, said, _FIELDS)
    doctrine = scenario_state.fields(
        f"{where}.doctrine", said.get("doctrine", {}), ("guards", *_DOCTRINE)
    )
    read.apply_fields(fleet.doctrine, f"{where}.doctrine", doctrine, _DOCTRINE)
    for number, row in enumerate(scenario_state.listed(f"{where}.units", said.get("units", [])), 1):
        _add_units(game, f"{where}.units[{number}]", owner, fleet, row)
    if "path" in said:
        _set_path(game, f"{where}.path", owner, fleet, said["path"])
    if "bombards" in said:
        fleet.bombards = _bombards(f"{where}.bombards", said["bombards"])
    if "guards" in doctrine:
        goal = read.system(game, f"{where}.doctrine.guards", doctrine["guards"]).id
        fleet.doctrine.guards = _link(game, where, fleet.at, goal)


def _fleet(game: Starcluster, where: str, owner: Empire, said: Mapping[str, Any]) -> Fleet:
    name = text(f"{where}.name", said.get("name", ""))
    known = [one for one in game.fleets_of(owner.id) if folded(one.name) == folded(name)]
    at = read.system(game, f"{where}.at", said["at"]).id if "at" in said else ""
    if not known and not at:
        raise ScenarioError(f"{where}: a new fleet is somewhere", "add where it is: at")
    fleet = known[0] if known else new_fleet(game, owner, at, name)
    fleet.at = at or fleet.at
    return fleet


def _add_units(game: Starcluster, where: str, owner: Empire, fleet: Fleet, given: Any) -> None:
    """Some units of one design, complete unless `lost` names tenths of points lost."""
    said = scenario_state.fields(where, given, _UNITS)
    of_class = text(f"{where}.class", said.get("class", "Ship"))
    known = owner.classes.get(of_class)
    design = known.design if known and "design" not in said else read.design(where, said)
    count = scenario_state.whole(f"{where}.count", said.get("count", 1), 1, _MOST_UNITS)
    for _ in range(count):
        unit = add_unit(game, owner, of_class, design, fleet)
        unit.price = unit.list_price = design.list_price
        read.apply_fields(unit, where, said, _UNIT)
        if "lost" in said:
            lost = scenario_state.listed(f"{where}.lost", said["lost"])
            unit.lost = [read.number(f"{where}.lost", one) for one in lost]
            unit.lost += [0.0] * (len(design.systems) - len(unit.lost))


def _set_path(game: Starcluster, where: str, owner: Empire, fleet: Fleet, given: Any) -> None:
    """The systems through which a fleet goes; the points on the way are probed."""
    here, fleet.path = fleet.at, []
    for there in read.systems(game, where, given):
        number = _link(game, where, here, there.id)
        link = game.link(number)
        learn_points(owner, here, [link])
        if link.end(here) not in owner.charts.probed:
            owner.charts.probed.append(link.end(here))
        fleet.path.append(number)
        here = there.id


def _link(game: Starcluster, where: str, here: str, there: str) -> int:
    for link in game.links_at(here):
        if link.other(here) == there:
            return link.number
    raise ScenarioError(f"{where}: no link joins {here} and {there}", "add it to links")


def _bombards(where: str, given: Any) -> tuple[int, str]:
    """The number of a planet, and what is bombarded there."""
    said = scenario_state.listed(where, given)
    if len(said) != 2:
        raise ScenarioError(f"{where}: {given} is no target", "write [1, PDC]")
    what = scenario_state.word(where, said[1], ("PDC", "CMS", "PU"))
    return scenario_state.whole(where, said[0], 1, 100), what
