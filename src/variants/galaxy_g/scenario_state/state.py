"""Application of a scenario state to a fresh game; errors name the place."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Collection, Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import empire, fields, listed
from variants.galaxy_g.constants import (
    AREAS,
    CARGO_KINDS,
    MAX_NUMBER,
    OPTIONS,
    PRODUCTS,
    ROUTE_KINDS,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import (
    Design,
    Fleet,
    Game,
    Group,
    MapArea,
    Planet,
    Race,
    ShipType,
    Techs,
    design_fault,
    distance,
)
from variants.galaxy_g.rules import visibility

#: The largest amount in a state, far above those of real games.
MAX_AMOUNT = 1_000_000_000_000
#: The largest whole number; kernels cannot count more ships in a group.
MAX_COUNTED = 1_000_000_000

_PARTS = ("remove", "planets", "races", "groups")
_STOCKS = (
    "size", "population", "industry", "resources", "capital", "materials", "colonists", "progress",
)  # fmt: skip
_PLANET = ("at", "owner", "product", "routes", *_STOCKS)
_RELATIONS = ("war", "allies")
_STATUSES = ("attack", "guard", "allied_planets")
_RACE = (
    "home", "called", "techs", "types", "fleets", *_RELATIONS, *_STATUSES, "options", "area",
    "missed",
)  # fmt: skip
_GROUP = (
    "owner", "number", "ships", "type", "at", "techs", "cargo", "load", "fleet", "to", "left",
)  # fmt: skip
#: Tolerance for errors of rounding.
_ROUNDING = 1e-9


def read_number(path: str, value: Any, minimum: float = 0.0) -> float:
    """Read a number, not below the minimum."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and math.isnan(value)):
        raise ScenarioError(f"{path}: {value!r} is not a number")
    if value < minimum:
        raise ScenarioError(f"{path}: {value} is below {minimum:g}")
    if value > MAX_AMOUNT:
        raise ScenarioError(f"{path}: {value} is above {MAX_AMOUNT:,}")
    return float(value)


def read_integer(path: str, amount: Any, minimum: int) -> int:
    """Read a whole number, not below the minimum."""
    value = read_number(path, amount, minimum)
    if value != int(value):
        raise ScenarioError(f"{path}: {amount:g} is not a whole number")
    if value > MAX_COUNTED:
        raise ScenarioError(f"{path}: {amount} is above {MAX_COUNTED:,}")
    return int(value)


def read_numbers(path: str, data: Any, count: int, minimum: float = 0.0) -> list[float]:
    """Read a list of a given count of numbers."""
    values = [read_number(path, value, minimum) for value in listed(path, data)]
    if len(values) != count:
        raise ScenarioError(f"{path} has {len(values)} numbers, not {count}")
    return values


def read_levels(path: str, data: Any, names: Collection[str]) -> dict[str, float]:
    """Read numbers by name."""
    return {
        name: read_number(f"{path}.{name}", level)
        for name, level in fields(path, data, names).items()
    }


def find_race(game: Game, path: str, name: Any) -> Race:
    """Find the race of this player or name."""
    return empire(game, path, name)


def find_planet(game: Game, path: str, name: Any) -> Planet:
    """Find the planet of this name."""
    match = game.planet_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [planet.name for planet in game.planets])
        raise ScenarioError(f"{path}: no planet '{name}'", hint)
    return match


def find_type(owner: Race, path: str, name: Any) -> ShipType:
    """Find the race's ship type of this name."""
    match = owner.type_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [kind.name for kind in owner.types.values()])
        raise ScenarioError(f"{path}: {owner.id} has no type '{name}'", hint)
    return match


def find_fleet(owner: Race, path: str, name: Any) -> Fleet:
    """Find the race's fleet of this name."""
    match = owner.fleet_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [fleet.name for fleet in owner.fleets.values()])
        raise ScenarioError(f"{path}: {owner.id} has no fleet '{name}'", hint)
    return match


def apply_state(game: Game, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError naming the place.

    Returns True: Galaxy G has scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    races = [
        (f"races.{name}", find_race(game, "races", name), fields)
        for name, fields in scenario_state.objects("races", state.get("races", {}), _RACE)
    ]
    planets = list(scenario_state.objects("planets", state.get("planets", {}), _PLANET))
    _remove(game, scenario_state.listed("remove", state.get("remove", [])))
    for _, race, data in races:
        if "home" in data:
            game.planet(race.home).name = str(data["home"])
    for name, data in planets:
        _apply_planet(game, f"planets.{name}", name, data)
    for path, race, data in races:
        _apply_race(game, race, path, data)
    for name, data in planets:
        _put_to_work(game, f"planets.{name}", name, data)
    for number, data in enumerate(
        scenario_state.listed("groups", state.get("groups", [])), start=1
    ):
        _apply_group(game, f"groups[{number}]", data)
    visibility.update_knowledge(RULEBOOK_ECONOMY, game)
    return True


def _remove(game: Game, words: list[Any]) -> None:
    for word in words:
        scenario_state.word("remove", word, ("planets",))
        homes = {race.home for race in game.empires}
        game.planets = [planet for planet in game.planets if planet.id in homes]


def _apply_planet(game: Game, path: str, name: str, fields: Mapping[str, Any]) -> None:
    """Set a planet's place, owner and stocks; adds a new planet if needed."""
    planet = game.planet_named(name)
    if planet is None:
        if "at" not in fields:
            raise ScenarioError(f"{path} is new and has no position", "add at: [x, y]")
        planet = Planet(id=_free_number(game, name), name=name, at=(0.0, 0.0))
        insort(game.planets, planet, key=lambda p: p.number)
    if "at" in fields:
        x, y = read_numbers(f"{path}.at", fields["at"], 2, minimum=-math.inf)
        planet.at = (x, y)
    if "owner" in fields:
        owner = fields["owner"]
        _give(planet, find_race(game, f"{path}.owner", owner).id if owner else "")
    for stock in _STOCKS:
        if stock in fields:
            setattr(planet, stock, read_number(f"{path}.{stock}", fields[stock]))


def _free_number(game: Game, name: str) -> str:
    """The number in the name if no planet has it; otherwise the next free number."""
    used = {planet.id for planet in game.planets}
    if name.isdecimal() and int(name) > 0 and str(int(name)) not in used:
        return str(int(name))
    return str(max((planet.number for planet in game.planets), default=0) + 1)


def _give(planet: Planet, owner: str) -> None:
    if owner == planet.owner:
        return
    planet.owner, planet.progress, planet.routes = owner, 0.0, {}
    planet.product = "CAP" if owner else ""
    if not owner:
        planet.population = planet.industry = planet.colonists = 0.0


def _put_to_work(game: Game, path: str, name: str, fields: Mapping[str, Any]) -> None:
    """Set a planet's product and routes, which may name ship types and other planets."""
    if "product" not in fields and "routes" not in fields:
        return
    planet = find_planet(game, path, name)
    if not planet.owner:
        raise ScenarioError(f"{path} has no owner", "only owned planets produce and have routes")
    if "product" in fields:
        types = game.race(planet.owner).types.values()
        ids = {**dict.fromkeys(PRODUCTS), **{kind.name: kind.id for kind in types}}
        product = scenario_state.word(f"{path}.product", fields["product"], ids)
        planet.product = ids[product] or product
    for kind, destination in scenario_state.fields(
        f"{path}.routes", fields.get("routes", {}), ROUTE_KINDS
    ).items():
        planet.routes[kind] = find_planet(game, f"{path}.routes.{kind}", destination).id


def _apply_race(game: Game, race: Race, path: str, fields: Mapping[str, Any]) -> None:
    if "called" in fields:
        race.called = str(fields["called"])
    levels = read_levels(f"{path}.techs", fields.get("techs", {}), AREAS)
    race.techs = evolve(race.techs, **levels)
    for name, numbers in scenario_state.named(f"{path}.types", fields.get("types", {})).items():
        _design(race, f"{path}.types.{name}", name, numbers)
    for name in scenario_state.listed(f"{path}.fleets", fields.get("fleets", [])):
        if race.fleet_named(str(name)) is None:
            race.new_fleet(str(name))
    for option, on in scenario_state.fields(
        f"{path}.options", fields.get("options", {}), OPTIONS
    ).items():
        race.options[option] = bool(on)
    if "area" in fields:
        x, y, size = read_numbers(f"{path}.area", fields["area"], 3, minimum=-math.inf)
        race.area = MapArea(x=x, y=y, size=size)
    if "missed" in fields:
        race.missed = read_integer(f"{path}.missed", fields["missed"], minimum=0)
    _set_relations(game, race, path, fields)


def _set_relations(game: Game, race: Race, path: str, fields: Mapping[str, Any]) -> None:
    for relation in (name for name in _RELATIONS if name in fields):
        list_path = f"{path}.{relation}"
        ids = [
            find_race(game, list_path, name).id
            for name in scenario_state.listed(list_path, fields[relation])
        ]
        setattr(race, relation, ids)
    for status in (name for name in _STATUSES if name in fields):
        list_path = f"{path}.{status}"
        ids = [
            find_planet(game, list_path, name).id
            for name in scenario_state.listed(list_path, fields[status])
        ]
        setattr(race, status, ids)


def _design(race: Race, path: str, name: str, data: Any) -> None:
    drive, attacks, weapons, shields, cargo = read_numbers(path, data, 5)
    if max(drive, attacks, weapons, shields, cargo) > MAX_NUMBER:
        raise ScenarioError(f"{path}: at most {MAX_NUMBER:,.0f} of each component")
    design = Design(drive, read_integer(path, attacks, minimum=0), weapons, shields, cargo)
    fault = design_fault(design)
    if fault is not None:
        raise ScenarioError(f"{path}: {fault[1]}", fault[2])
    existing = race.type_named(name)
    if existing is None:
        race.new_type(name, design)
    else:
        existing.design = design


def _apply_group(game: Game, path: str, data: Any) -> None:
    scenario_state.fields(path, data, _GROUP)
    if "owner" not in data:
        raise ScenarioError(f"{path} has no owner")
    race = find_race(game, f"{path}.owner", data["owner"])
    number = data.get("number", race.highest_number + 1)
    number = read_integer(f"{path}.number", number, minimum=1)
    group = race.group(number) or _new_group(race, path, number, data)
    if "type" in data:
        group.type = find_type(race, f"{path}.type", data["type"]).id
    if "ships" in data:
        group.ships = read_integer(f"{path}.ships", data["ships"], minimum=1)
    if "techs" in data or "type" in data:
        _equip(race, group, f"{path}.techs", data.get("techs", {}))
    if "fleet" in data:
        fleet = data["fleet"]
        group.fleet = find_fleet(race, f"{path}.fleet", fleet).id if fleet else ""
    _load(race, group, path, data)
    _move(game, group, path, data)


def _new_group(race: Race, path: str, number: int, data: Mapping[str, Any]) -> Group:
    if "type" not in data:
        raise ScenarioError(f"{path} is new and has no type")
    kind = find_type(race, f"{path}.type", data["type"])
    group = Group(number=number, type=kind.id, ships=1, techs=Techs(), at=race.home)
    insort(race.groups, group, key=lambda g: g.number)
    return group


def _equip(race: Race, group: Group, path: str, data: Any) -> None:
    """Set the given techs, and otherwise the race's, for components that the design has."""
    defaults = {area: getattr(race.techs, area) for area in AREAS}
    levels = {**defaults, **read_levels(path, data, AREAS)}
    group.techs = Techs(**levels).fitting(race.design_of(group))


def _load(race: Race, group: Group, path: str, data: Mapping[str, Any]) -> None:
    if "cargo" in data:
        cargo = data["cargo"]
        group.cargo = scenario_state.word(f"{path}.cargo", cargo, CARGO_KINDS) if cargo else ""
        group.load = group.load if cargo else 0.0
    if "load" in data:
        group.load = read_number(f"{path}.load", data["load"])
    if bool(group.cargo) != (group.load > 0):
        raise ScenarioError(f"{path}: cargo and load go together", "give both or neither")
    room = RULEBOOK_ECONOMY.capacity_of(race, group)
    if group.load > room * (1 + _ROUNDING):
        raise ScenarioError(
            f"{path}.load: {group.load:g} a ship is too much", f"it has room for {room:g}"
        )


def _move(game: Game, group: Group, path: str, data: Mapping[str, Any]) -> None:
    if "at" in data:
        group.at = find_planet(game, f"{path}.at", data["at"]).id
    if "left" in data and "to" not in data:
        raise ScenarioError(f"{path}: left without to", "say where it goes to")
    if "to" in data:
        group.to = find_planet(game, f"{path}.to", data["to"]).id
        light_years = distance(game.planet(group.at).at, game.planet(group.to).at)
        group.left = read_number(f"{path}.left", data.get("left", light_years))
        if not 0 < group.left <= light_years * (1 + _ROUNDING):
            raise ScenarioError(
                f"{path}.left: {group.left:g} light years", f"above 0, at most {light_years:.2f}"
            )
        group.under_way = True
