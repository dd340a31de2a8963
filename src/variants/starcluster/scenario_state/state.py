"""Application of a scenario state to a fresh game: links, systems, fleets and empires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.model import folded
from horizons_core.scenario_state import Reader, boolean, one_of, set_fields, text
from variants.starcluster.model import (
    Empire,
    Fleet,
    GrowthModifier,
    Planet,
    Silo,
    Starcluster,
    StarSystem,
    Troops,
    WarpLink,
)
from variants.starcluster.model.fleets import AVOID, ENGAGE, GUARD, LARGE, LONG, SHORT, SMALL
from variants.starcluster.model.systems import (
    ANOMALY,
    BLACK_HOLE,
    GAS,
    HOMEWORLD,
    ION,
    ION_STORM,
    MASER,
    NEUTRON_STAR,
    NEXUS,
    NOVA_SHELL,
    PULSAR,
    RUINS,
    SHEAR,
    STARLESS_NEBULA,
    UNSTABLE,
)
from variants.starcluster.rules.charts import learn_points
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.scenario_state import readers as read
from variants.starcluster.scenario_state.empires import (
    EMPIRE,
    apply_empire,
    apply_knowledge,
    apply_relation,
)
from variants.starcluster.setup.empires import BASE_POINTS, GARRISON, add_unit, new_fleet
from variants.starcluster.setup.systems import TYPES
from variants.starcluster.technologies import TREES

_KINDS = (HOMEWORLD, ANOMALY, NEXUS, STARLESS_NEBULA, *(row[1] for row in TYPES))
_ANOMALIES = (
    ION_STORM, PULSAR, SHEAR, RUINS, NEUTRON_STAR, UNSTABLE, BLACK_HOLE, NOVA_SHELL,
)  # fmt: skip
_COUNTS = (
    "spent growth wealth habitability pu revolt revolt_turns occupied transferred science generic"
    " dedicated silos_fire"
)
_WORDS = {
    "kind": one_of(*_KINDS),
    "nebula": one_of("", GAS, MASER, ION),
    "anomaly": one_of("", *_ANOMALIES),
    "dedicated_tree": one_of("", *TREES),
    "silo_missile": one_of("", "R", "G"),
}
#: Fields of each planet, and of a system if they apply to all its planets.
_DEFENCES = ("pdc", "garrison", "silos", "ground_bases", "troops")
_PLANET = ("kind", "habitability", "fallen", *_DEFENCES)
_TROOPS = ("owner", "points", "generation")
_SPELL = ("growth", "turns")
SYSTEM = ("owner", "planets", "spells", *_WORDS, *_COUNTS.split(), *_DEFENCES)
#: Maximum number of units of one row.
_MAX_UNITS = 1000

_PARTS = ("turn", "remove", "systems", "links", "empires", "relations", "fleets")
_ALL_LINKS, _ALL_UNITS, _ALL_NATIVES = "links", "units", "natives"
_LINK = ("between", "hidden", "closed")


def apply_system(game: Starcluster, path: str, system: StarSystem, data: Mapping[str, Any]) -> None:
    """Set the given facts of a system; a list of planets replaces the existing ones."""
    if "planets" in data:
        planets = scenario_state.listed(f"{path}.planets", data["planets"])
        system.planets = [_planet(f"{path}.planets", entry) for entry in planets]
        system.habitability = 1 if system.planets else None
        for number, entry in enumerate(planets, 1):
            if isinstance(entry, Mapping):
                _apply_planet(game, f"{path}.planets[{number}]", system.planets[number - 1], entry)
    if "owner" in data:
        owner = data["owner"]
        system.owner = read.power(game, f"{path}.owner", owner).id if owner else ""
    for planet in system.planets:
        _apply_planet(game, path, planet, {key: data[key] for key in _DEFENCES if key in data})
    if "spells" in data:
        spells = scenario_state.listed(f"{path}.spells", data["spells"])
        system.spells = [_spell(f"{path}.spells", entry) for entry in spells]
    set_fields(system, path, data, _COUNTS, **_WORDS)


def _planet(path: str, data: Any) -> Planet:
    fields = data if isinstance(data, Mapping) else {"kind": data}
    scenario_state.fields(path, fields, _PLANET)
    kind = scenario_state.word(f"{path}.kind", fields.get("kind", "T"), ("T", "ST"))
    return Planet(kind=kind, habitability=read.integer(path, fields.get("habitability", 1)))


def _apply_planet(game: Starcluster, path: str, planet: Planet, fields: Mapping[str, Any]) -> None:
    if "pdc" in fields:
        planet.pdc = boolean(f"{path}.pdc", fields["pdc"])
        planet.garrison = GARRISON if planet.pdc else 0.0
    if "garrison" in fields:
        planet.garrison = read.number(f"{path}.garrison", fields["garrison"])
    if "silos" in fields:
        planet.silos = [Silo() for _ in range(read.integer(f"{path}.silos", fields["silos"]))]
    if "ground_bases" in fields:
        bases = read.integer(f"{path}.ground_bases", fields["ground_bases"])
        planet.ground_bases = [BASE_POINTS] * bases
    if "troops" in fields:
        troops = scenario_state.listed(f"{path}.troops", fields["troops"])
        planet.troops = [_troops(game, f"{path}.troops", entry) for entry in troops]
    if fields.get("fallen"):
        planet.fallen = read.power(game, f"{path}.fallen", fields["fallen"]).id


def _troops(game: Starcluster, path: str, data: Any) -> Troops:
    fields = scenario_state.fields(path, data, _TROOPS)
    if "owner" not in fields:
        raise ScenarioError(f"{path}: troops need an owner", "add their owner")
    return Troops(
        owner=read.power(game, f"{path}.owner", fields["owner"]).id,
        points=read.number(f"{path}.points", fields.get("points", 0)),
        generation=read.integer(f"{path}.generation", fields.get("generation", 1)),
    )


def _spell(path: str, data: Any) -> GrowthModifier:
    fields = scenario_state.fields(path, data, _SPELL)
    growth = scenario_state.integer(
        f"{path}.growth", fields.get("growth", 0), -read.MAX_NUMBER, read.MAX_NUMBER
    )
    return GrowthModifier(
        growth=growth, turns=read.integer(f"{path}.turns", fields.get("turns", 1))
    )


_FLEET = "detuned escorts raids wave"
_FLEET_KEYS = (
    "owner", "at", "name", "units", "path", "bombards", "doctrine", "points",
    *_FLEET.split(),
)  # fmt: skip
_DOCTRINE: Mapping[str, Reader] = {
    "stance": one_of(ENGAGE, AVOID, GUARD),
    "band": one_of(LONG, SHORT),
    "target": one_of(LARGE, SMALL),
}
_UNIT = "name starving shots shuttles gigs drones troops cold train"
_UNIT_KEYS = (
    "hull", "design", "class", "count", "lost", "price", "list_price", *_UNIT.split(),
)  # fmt: skip


def apply_fleet(game: Starcluster, path: str, data: Any) -> None:
    """Add a fleet with its units, or change the existing one of this name."""
    fields = scenario_state.fields(path, data, _FLEET_KEYS)
    owner = read.power(game, f"{path}.owner", fields.get("owner"))
    fleet = _fleet(game, path, owner, fields)
    set_fields(fleet, path, fields, _FLEET, points=read.hundredths)
    doctrine = scenario_state.fields(
        f"{path}.doctrine",
        fields.get("doctrine", {}),
        ("guards", "break_off", "anti_drive", *_DOCTRINE),
    )
    set_fields(fleet.doctrine, f"{path}.doctrine", doctrine, "break_off anti_drive", **_DOCTRINE)
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
    """Add units of one design, undamaged unless `lost` has tenths of points for each system."""
    fields = scenario_state.fields(path, data, _UNIT_KEYS)
    of_class = text(f"{path}.class", fields.get("class", "Ship"))
    class_ = owner.classes.get(of_class)
    design = class_.design if class_ and "design" not in fields else read.design(path, fields)
    count = scenario_state.integer(f"{path}.count", fields.get("count", 1), 1, _MAX_UNITS)
    for _ in range(count):
        unit = add_unit(game, owner, of_class, design, fleet)
        unit.price = unit.list_price = design.list_price
        prices = dict.fromkeys(("price", "list_price"), read.hundredths)
        set_fields(unit, path, fields, _UNIT, **prices)
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


def apply_state(game: Starcluster, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError naming the place.

    Returns True: the game has scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    if "turn" in state:
        game.turn = read.integer("turn", state["turn"])
    for word in scenario_state.listed("remove", state.get("remove", [])):
        _remove(game, scenario_state.word("remove", word, (_ALL_LINKS, _ALL_UNITS, _ALL_NATIVES)))
    for name, data in scenario_state.objects("systems", state.get("systems", {}), SYSTEM):
        apply_system(game, f"systems.{name}", read.system(game, "systems", name), data)
    for number, data in enumerate(scenario_state.listed("links", state.get("links", [])), 1):
        _add_link(game, f"links[{number}]", data)
    empires = list(scenario_state.objects("empires", state.get("empires", {}), EMPIRE))
    for name, data in empires:
        apply_empire(game, f"empires.{name}", read.power(game, "empires", name), data)
    for name, data in empires:
        apply_knowledge(game, f"empires.{name}", read.power(game, "empires", name), data)
    relations = scenario_state.listed("relations", state.get("relations", []))
    for number, data in enumerate(relations, 1):
        apply_relation(game, f"relations[{number}]", data)
    fleets = scenario_state.listed("fleets", state.get("fleets", []))
    for number, data in enumerate(fleets, 1):
        apply_fleet(game, f"fleets[{number}]", data)
    return True


def _remove(game: Starcluster, kind: str) -> None:
    """Remove all links, all units, or all non-player races from the game."""
    if kind == _ALL_LINKS:
        game.links = []
        for empire in (*game.empires, *game.natives):
            charts = empire.charts
            charts.points, charts.probed = {}, []
            charts.surveys = {key: evolve(s, links=()) for key, s in charts.surveys.items()}
    elif kind == _ALL_UNITS:
        game.units, game.fleets = [], []
    else:
        natives = {native.id for native in game.natives}
        for system in game.systems:
            if system.owner in natives:
                system.owner, system.pu, system.science = "", 0, 0
                for planet in system.planets:
                    planet.pdc, planet.garrison = False, 0.0
                    planet.silos, planet.ground_bases, planet.troops = [], [], []
        game.units = [unit for unit in game.units if unit.owner not in natives]
        disband_empty(game)
        game.natives = []


def _add_link(game: Starcluster, path: str, data: Any) -> None:
    """Add a link of two systems, open at both ends by default."""
    fields = data if isinstance(data, Mapping) else {"between": data}
    scenario_state.fields(path, fields, _LINK)
    ends = read.systems(game, f"{path}.between", fields.get("between", []))
    if len(ends) != 2 or ends[0] is ends[1]:
        raise ScenarioError(f"{path}: a link needs two systems", 'write ["1", "2"]')
    hidden = read.integer(f"{path}.hidden", fields.get("hidden", 0))
    game.links.append(
        WarpLink(
            number=len(game.links),
            a=ends[0].id,
            b=ends[1].id,
            hidden_a=hidden,
            hidden_b=hidden,
            closed_b=boolean(f"{path}.closed", fields.get("closed", False)),
        )
    )
