"""Worlds of a scenario state, with their income, owners and activities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import boolean, text
from variants.campaign2e.constants import LUXURIES_FIXED
from variants.campaign2e.designs.parsing import TYPES
from variants.campaign2e.economy import ORE, Logistics
from variants.campaign2e.model import Allegiance, Assault, Campaign, Keel, World, place_id
from variants.campaign2e.model.worlds import HUB, LUXURIES, RESOURCES
from variants.campaign2e.rules.construction import keel_of, work_of
from variants.campaign2e.rules.exploration import is_in_grid
from variants.campaign2e.scenario_state import fields as read

ORDINARY = "ordinary"
#: C2E-1.6-01: allegiances of unowned worlds.
ALLEGIANCES = {side.name.lower().replace("_", " "): side for side in Allegiance}

_COUNTS = {
    "die": "die", "defences": "defences", "conquered": "taken_in", "rebuilding": "rebuilding",
}  # fmt: skip
_PLAYERS = {
    "owner": "owner", "power": "power", "controlled": "controlled", "attacked_by": "attacked_by",
}  # fmt: skip
WORLD = (
    "income", "standing", "resource", "called", "allegiance", "visited_by", "interdicted",
    "lanes_off", "abstract", "trade", "share", "helper", "peacekeeping", "assault", "keels",
    *_COUNTS, *_PLAYERS,
)  # fmt: skip
_KEEL = ("name", "design", "mass", "type", "work", "defence")
_ASSAULT = ("by", "tonnes", "taken", "destroyed")
#: Default income of a world: the mean of two five-sided dice.
_INCOME = 6


def add_worlds(game: Campaign, entries: Iterable[tuple[str, str]]) -> None:
    """Add a world in each of these hexes that has none."""
    for path, name in entries:
        at = read.place(path, name)
        if game.world_at(at) is None:
            game.worlds.append(World(id=place_id(at), at=at, full=_INCOME, points=_INCOME))
        if not is_in_grid(at) and place_id(at) not in game.explored:
            game.explored.append(place_id(at))  # otherwise a group nearby would generate the hex
    game.worlds.sort(key=lambda world: world.at)


def apply_world(game: Campaign, path: str, world: World, data: Mapping[str, Any]) -> None:
    """Set the given data of a world."""
    for name, attribute in _PLAYERS.items():
        if name in data:
            setattr(world, attribute, read.owner(game, f"{path}.{name}", data[name]))
    for name, attribute in _COUNTS.items():
        if name in data:
            setattr(world, attribute, read.count(f"{path}.{name}", data[name]))
    _set_income(path, world, data)
    if "called" in data:
        world.called = text(f"{path}.called", data["called"])
    if "allegiance" in data:
        word = scenario_state.word(f"{path}.allegiance", data["allegiance"], ALLEGIANCES)
        world.allegiance = ALLEGIANCES[word]
    _set_activities(game, path, world, data)


def _set_income(path: str, world: World, data: Mapping[str, Any]) -> None:
    if "resource" in data:
        resources = (ORDINARY, *RESOURCES, HUB)
        resource = scenario_state.word(f"{path}.resource", data["resource"], resources)
        world.resource = "" if resource == ORDINARY else resource
        world.die = LUXURIES_FIXED if resource == LUXURIES else 0
    if "income" in data:
        world.full = world.points = read.count(f"{path}.income", data["income"])
    if "standing" in data:
        world.points = read.count(f"{path}.standing", data["standing"])


def join_in_trade(game: Campaign, path: str, world: World, data: Mapping[str, Any]) -> None:
    """Set a world's trade partner and the shares; requires that all worlds exist."""
    if "trade" in data:
        _end_trade(game, world)
        if data["trade"]:
            partner = read.world(game, f"{path}.trade", data["trade"])
            if partner.partner and partner.partner != world.id:
                message = f"{path}.trade: {partner.id} trades with {partner.partner}"
                raise ScenarioError(message, "a world can have only one partner")
            world.partner, partner.partner = partner.id, world.id
    if "share" in data:
        world.share = scenario_state.integer(f"{path}.share", data["share"], 0, 100)
        if world.owner:
            game.empire(world.owner).shares[world.id] = world.share
        partner_owner = next((w.owner for w in game.worlds if w.id == world.partner), "")
        if partner_owner:
            game.empire(partner_owner).told_shares[world.id] = world.share
    if "helper" in data:
        helper = read.world(game, f"{path}.helper", data["helper"])
        world.helper = helper.id
        for owner in sorted({world.owner, helper.owner} - {""}):
            game.empire(owner).helpers[world.id] = helper.id


def _end_trade(game: Campaign, world: World) -> None:
    for other in game.worlds:
        if other.partner == world.id and world.partner == other.id:
            other.partner, other.share = "", None
            world.partner, world.share = "", None


def _set_activities(game: Campaign, path: str, world: World, data: Mapping[str, Any]) -> None:
    """Set a world's visitors, blockades, missions, assaults and keels."""
    if "visited_by" in data:
        for name in read.players(game, f"{path}.visited_by", data["visited_by"]):
            visited = game.empire(name).visited
            if world.id not in visited:
                visited.append(world.id)
    if "interdicted" in data:
        world.interdicted = read.players(game, f"{path}.interdicted", data["interdicted"])
    if "lanes_off" in data:
        world.lane_off = boolean(f"{path}.lanes_off", data["lanes_off"])
    if "abstract" in data:
        world.abstract = int(boolean(f"{path}.abstract", data["abstract"]))
    if "peacekeeping" in data:
        weeks = scenario_state.named(f"{path}.peacekeeping", data["peacekeeping"])
        world.peacekeepers = {
            read.player(game, f"{path}.peacekeeping", name).id: read.count(
                f"{path}.peacekeeping.{name}", count
            )
            for name, count in weeks.items()
        }
    if "assault" in data:
        world.assault = _assault(game, f"{path}.assault", data["assault"])
    if "keels" in data:
        keels = scenario_state.listed(f"{path}.keels", data["keels"])
        world.keels = [
            _keel(game, f"{path}.keels[{number}]", world, keel)
            for number, keel in enumerate(keels, start=1)
        ]


def _assault(game: Campaign, path: str, value: Any) -> Assault:
    data = scenario_state.fields(path, value, _ASSAULT)
    tonnes = scenario_state.named(f"{path}.tonnes", data.get("tonnes", {}))
    return Assault(
        by=read.player(game, f"{path}.by", data.get("by")).id,
        tonnes={
            read.player(game, f"{path}.tonnes", name).id: read.count(f"{path}.tonnes", count)
            for name, count in tonnes.items()
        },
        taken=read.count(f"{path}.taken", data.get("taken", 0)),
        destroyed=read.count(f"{path}.destroyed", data.get("destroyed", 0)),
    )


def _keel(game: Campaign, path: str, world: World, value: Any) -> Keel:
    """Create a keel with points of work done, in the order of building."""
    data = scenario_state.fields(path, value, _KEEL)
    if not world.owner:
        raise ScenarioError(f"{path}: {world.id} has no owner", "lay keels at their owner's worlds")
    if "name" not in data:
        raise ScenarioError(f"{path} has no name")
    name = text(f"{path}.name", data["name"])
    if "design" in data:
        own_designs = game.empire(world.owner).designs
        keel = keel_of(name, read.design(f"{path}.design", data["design"], own_designs, game))
    elif "mass" in data and "type" in data:
        code = scenario_state.word(f"{path}.type", data["type"], TYPES)
        keel = Keel(name=name, mass=read.count(f"{path}.mass", data["mass"], 1), type=code)
    else:
        raise ScenarioError(f"{path} has no design", "give it a design, or mass and type")
    keel.defence = boolean(f"{path}.defence", data.get("defence", False))
    # C2E-13.2-02
    points = read.count(f"{path}.work", data.get("work", 0))
    work = work_of(keel, points, Logistics(), (ORE,))
    keel.built, keel.begun = list(work.finished), work.begun
    return keel
