"""A fresh game is changed into the situation of a scenario."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from variants.galaxy_g.constants import (
    AREAS,
    CARGO_KINDS,
    LARGEST_NUMBER,
    OPTIONS,
    PRODUCTS,
    ROUTE_KINDS,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import (
    Design,
    Game,
    Group,
    MapArea,
    Planet,
    Race,
    Techs,
    design_fault,
    distance,
)
from variants.galaxy_g.rules import visibility
from variants.galaxy_g.scenario_state import words as read

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
#: Room that rounding may take.
_ROUNDING = 1e-9


def apply_state(game: Game, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError naming the place.

    It answers True: Galaxy G has scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    races = [
        (f"races.{name}", read.race(game, "races", name), given)
        for name, given in scenario_state.things("races", state.get("races", {}), _RACE)
    ]
    planets = list(scenario_state.things("planets", state.get("planets", {}), _PLANET))
    _remove(game, scenario_state.listed("remove", state.get("remove", [])))
    for _, race, given in races:
        if "home" in given:
            game.planet(race.home).name = str(given["home"])
    for name, given in planets:
        _apply_planet(game, f"planets.{name}", name, given)
    for where, race, given in races:
        _apply_race(game, race, where, given)
    for name, given in planets:
        _put_to_work(game, f"planets.{name}", name, given)
    for place, given in enumerate(
        scenario_state.listed("groups", state.get("groups", [])), start=1
    ):
        _apply_group(game, f"groups[{place}]", given)
    visibility.learn(RULEBOOK_ECONOMY, game)
    return True


def _remove(game: Game, what: list[Any]) -> None:
    for one in what:
        scenario_state.word("remove", one, ("planets",))
        homes = {race.home for race in game.empires}
        game.planets = [planet for planet in game.planets if planet.id in homes]


def _apply_planet(game: Game, where: str, name: str, given: Mapping[str, Any]) -> None:
    """A planet's place, owner and stocks; one that is new is added."""
    planet = game.planet_named(name)
    if planet is None:
        if "at" not in given:
            raise ScenarioError(f"{where} is new and has no place", "give it at: [x, y]")
        planet = Planet(id=_free_number(game, name), name=name, at=(0.0, 0.0))
        insort(game.planets, planet, key=lambda one: one.number)
    if "at" in given:
        x, y = read.numbers(f"{where}.at", given["at"], 2, minimum=-math.inf)
        planet.at = (x, y)
    if "owner" in given:
        owner = given["owner"]
        _give(planet, read.race(game, f"{where}.owner", owner).id if owner else "")
    for stock in _STOCKS:
        if stock in given:
            setattr(planet, stock, read.number(f"{where}.{stock}", given[stock]))


def _free_number(game: Game, name: str) -> str:
    """The number that the name is, if no planet has it, or else the next one."""
    taken = {planet.id for planet in game.planets}
    if name.isdecimal() and int(name) > 0 and str(int(name)) not in taken:
        return str(int(name))
    return str(max((planet.number for planet in game.planets), default=0) + 1)


def _give(planet: Planet, owner: str) -> None:
    if owner == planet.owner:
        return
    planet.owner, planet.progress, planet.routes = owner, 0.0, {}
    planet.product = "CAP" if owner else ""
    if not owner:
        planet.population = planet.industry = planet.colonists = 0.0


def _put_to_work(game: Game, where: str, name: str, given: Mapping[str, Any]) -> None:
    """A planet's product and routes, which may name ship types and other planets."""
    if "product" not in given and "routes" not in given:
        return
    planet = read.planet(game, where, name)
    if not planet.owner:
        raise ScenarioError(f"{where} has no owner", "only owned planets produce and have routes")
    if "product" in given:
        types = game.race(planet.owner).types.values()
        known = {**dict.fromkeys(PRODUCTS), **{kind.name: kind.id for kind in types}}
        product = scenario_state.word(f"{where}.product", given["product"], known)
        planet.product = known[product] or product
    for kind, to in scenario_state.fields(
        f"{where}.routes", given.get("routes", {}), ROUTE_KINDS
    ).items():
        planet.routes[kind] = read.planet(game, f"{where}.routes.{kind}", to).id


def _apply_race(game: Game, race: Race, where: str, given: Mapping[str, Any]) -> None:
    if "called" in given:
        race.called = str(given["called"])
    levels = read.levels(f"{where}.techs", given.get("techs", {}), AREAS)
    race.techs = evolve(race.techs, **levels)
    for name, numbers in scenario_state.named(f"{where}.types", given.get("types", {})).items():
        _design(race, f"{where}.types.{name}", name, numbers)
    for name in scenario_state.listed(f"{where}.fleets", given.get("fleets", [])):
        if race.fleet_named(str(name)) is None:
            race.new_fleet(str(name))
    for option, on in scenario_state.fields(
        f"{where}.options", given.get("options", {}), OPTIONS
    ).items():
        race.options[option] = bool(on)
    if "area" in given:
        x, y, size = read.numbers(f"{where}.area", given["area"], 3, minimum=-math.inf)
        race.area = MapArea(x=x, y=y, size=size)
    if "missed" in given:
        race.missed = read.whole(f"{where}.missed", given["missed"], minimum=0)
    _set_relations(game, race, where, given)


def _set_relations(game: Game, race: Race, where: str, given: Mapping[str, Any]) -> None:
    for relation in (name for name in _RELATIONS if name in given):
        place = f"{where}.{relation}"
        found = [
            read.race(game, place, name).id
            for name in scenario_state.listed(place, given[relation])
        ]
        setattr(race, relation, found)
    for status in (name for name in _STATUSES if name in given):
        place = f"{where}.{status}"
        found = [
            read.planet(game, place, name).id
            for name in scenario_state.listed(place, given[status])
        ]
        setattr(race, status, found)


def _design(race: Race, where: str, name: str, given: Any) -> None:
    drive, attacks, weapons, shields, cargo = read.numbers(where, given, 5)
    if max(drive, attacks, weapons, shields, cargo) > LARGEST_NUMBER:
        raise ScenarioError(f"{where}: at most {LARGEST_NUMBER:,.0f} of each component")
    design = Design(drive, read.whole(where, attacks, minimum=0), weapons, shields, cargo)
    fault = design_fault(design)
    if fault is not None:
        raise ScenarioError(f"{where}: {fault[1]}", fault[2])
    found = race.type_named(name)
    if found is None:
        race.new_type(name, design)
    else:
        found.design = design


def _apply_group(game: Game, where: str, given: Any) -> None:
    scenario_state.fields(where, given, _GROUP)
    if "owner" not in given:
        raise ScenarioError(f"{where} has no owner")
    race = read.race(game, f"{where}.owner", given["owner"])
    number = given.get("number", race.highest_number + 1)
    number = read.whole(f"{where}.number", number, minimum=1)
    group = race.group(number) or _new_group(race, where, number, given)
    if "type" in given:
        group.type = read.ship_type(race, f"{where}.type", given["type"]).id
    if "ships" in given:
        group.ships = read.whole(f"{where}.ships", given["ships"], minimum=1)
    if "techs" in given or "type" in given:
        _equip(race, group, f"{where}.techs", given.get("techs", {}))
    if "fleet" in given:
        fleet = given["fleet"]
        group.fleet = read.fleet(race, f"{where}.fleet", fleet).id if fleet else ""
    _load(race, group, where, given)
    _move(game, group, where, given)


def _new_group(race: Race, where: str, number: int, given: Mapping[str, Any]) -> Group:
    if "type" not in given:
        raise ScenarioError(f"{where} is new and has no type")
    kind = read.ship_type(race, f"{where}.type", given["type"])
    group = Group(number=number, type=kind.id, ships=1, techs=Techs(), at=race.home)
    insort(race.groups, group, key=lambda one: one.number)
    return group


def _equip(race: Race, group: Group, where: str, given: Any) -> None:
    """The race's techs but for those given, as far as the design has such components."""
    own = {area: getattr(race.techs, area) for area in AREAS}
    levels = {**own, **read.levels(where, given, AREAS)}
    group.techs = Techs(**levels).fitting(race.design_of(group))


def _load(race: Race, group: Group, where: str, given: Mapping[str, Any]) -> None:
    if "cargo" in given:
        cargo = given["cargo"]
        group.cargo = scenario_state.word(f"{where}.cargo", cargo, CARGO_KINDS) if cargo else ""
        group.load = group.load if cargo else 0.0
    if "load" in given:
        group.load = read.number(f"{where}.load", given["load"])
    if bool(group.cargo) != (group.load > 0):
        raise ScenarioError(f"{where}: cargo and load go together", "give both or neither")
    room = RULEBOOK_ECONOMY.capacity_of(race, group)
    if group.load > room * (1 + _ROUNDING):
        raise ScenarioError(
            f"{where}.load: {group.load:g} a ship is too much", f"it has room for {room:g}"
        )


def _move(game: Game, group: Group, where: str, given: Mapping[str, Any]) -> None:
    if "at" in given:
        group.at = read.planet(game, f"{where}.at", given["at"]).id
    if "left" in given and "to" not in given:
        raise ScenarioError(f"{where}: left without to", "say where it goes to")
    if "to" in given:
        group.to = read.planet(game, f"{where}.to", given["to"]).id
        way = distance(game.planet(group.at).at, game.planet(group.to).at)
        group.left = read.number(f"{where}.left", given.get("left", way))
        if not 0 < group.left <= way * (1 + _ROUNDING):
            raise ScenarioError(
                f"{where}.left: {group.left:g} light years", f"above 0, at most {way:.2f}"
            )
        group.under_way = True
