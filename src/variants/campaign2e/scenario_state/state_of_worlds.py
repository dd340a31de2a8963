"""The worlds of a scenario state: what they yield, whose they are, and what is done there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import text, truth
from variants.campaign2e.constants import LUXURIES_FIXED
from variants.campaign2e.designs.checks import TYPES
from variants.campaign2e.model import Allegiance, Assault, Campaign, Keel, World, place_id
from variants.campaign2e.model.worlds import HUB, LUXURIES, RESOURCES
from variants.campaign2e.rules.construction import work_of
from variants.campaign2e.rules.exploration import is_in_grid
from variants.campaign2e.rules.keels import keel_of
from variants.campaign2e.scenario_state import words as read

ORDINARY = "ordinary"
#: C2E-1.6-01: where a world that nobody owns stands.
ALLEGIANCES = {one.name.lower().replace("_", " "): one for one in Allegiance}

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
#: The income of a world of which a state says nothing: the mean of two dice of five sides.
_INCOME = 6


def add_worlds(game: Campaign, named: Iterable[tuple[str, str]]) -> None:
    """Make a world in each of these hexes that is without one."""
    for where, name in named:
        at = read.place(where, name)
        if game.world_at(at) is None:
            game.worlds.append(World(id=place_id(at), at=at, full=_INCOME, points=_INCOME))
        if not is_in_grid(at) and place_id(at) not in game.explored:
            game.explored.append(place_id(at))  # or a group near it would make the hex anew
    game.worlds.sort(key=lambda world: world.at)


def apply_world(game: Campaign, where: str, world: World, given: Mapping[str, Any]) -> None:
    """Set what is said of a world."""
    for name, attribute in _PLAYERS.items():
        if name in given:
            setattr(world, attribute, read.owner(game, f"{where}.{name}", given[name]))
    for name, attribute in _COUNTS.items():
        if name in given:
            setattr(world, attribute, read.whole(f"{where}.{name}", given[name]))
    _set_income(where, world, given)
    if "called" in given:
        world.called = text(f"{where}.called", given["called"])
    if "allegiance" in given:
        word = scenario_state.word(f"{where}.allegiance", given["allegiance"], ALLEGIANCES)
        world.allegiance = ALLEGIANCES[word]
    _set_what_is_done(game, where, world, given)


def _set_income(where: str, world: World, given: Mapping[str, Any]) -> None:
    if "resource" in given:
        known = (ORDINARY, *RESOURCES, HUB)
        resource = scenario_state.word(f"{where}.resource", given["resource"], known)
        world.resource = "" if resource == ORDINARY else resource
        world.die = LUXURIES_FIXED if resource == LUXURIES else 0
    if "income" in given:
        world.full = world.points = read.whole(f"{where}.income", given["income"])
    if "standing" in given:
        world.points = read.whole(f"{where}.standing", given["standing"])


def join_in_trade(game: Campaign, where: str, world: World, given: Mapping[str, Any]) -> None:
    """Let a world trade with the one named, and divide what trade adds; when all worlds stand."""
    if "trade" in given:
        _end_trade(game, world)
        if given["trade"]:
            partner = read.world(game, f"{where}.trade", given["trade"])
            if partner.partner and partner.partner != world.id:
                message = f"{where}.trade: {partner.id} trades with {partner.partner}"
                raise ScenarioError(message, "a world has one partner")
            world.partner, partner.partner = partner.id, world.id
    if "share" in given:
        world.share = scenario_state.whole(f"{where}.share", given["share"], 0, 100)
        if world.owner:
            game.empire(world.owner).shares[world.id] = world.share
        partner_owner = next((w.owner for w in game.worlds if w.id == world.partner), "")
        if partner_owner:
            game.empire(partner_owner).told_shares[world.id] = world.share
    if "helper" in given:
        helper = read.world(game, f"{where}.helper", given["helper"])
        world.helper = helper.id
        for owner in sorted({world.owner, helper.owner} - {""}):
            game.empire(owner).helpers[world.id] = helper.id


def _end_trade(game: Campaign, world: World) -> None:
    for other in game.worlds:
        if other.partner == world.id and world.partner == other.id:
            other.partner, other.share = "", None
            world.partner, world.share = "", None


def _set_what_is_done(game: Campaign, where: str, world: World, given: Mapping[str, Any]) -> None:
    """Set who does what at a world: visitors, blocks, missions, assaults and keels."""
    if "visited_by" in given:
        for name in read.players(game, f"{where}.visited_by", given["visited_by"]):
            visited = game.empire(name).visited
            if world.id not in visited:
                visited.append(world.id)
    if "interdicted" in given:
        world.interdicted = read.players(game, f"{where}.interdicted", given["interdicted"])
    if "lanes_off" in given:
        world.lane_off = truth(f"{where}.lanes_off", given["lanes_off"])
    if "abstract" in given:
        world.abstract = int(truth(f"{where}.abstract", given["abstract"]))
    if "peacekeeping" in given:
        weeks = scenario_state.named(f"{where}.peacekeeping", given["peacekeeping"])
        world.peacekeepers = {
            read.player(game, f"{where}.peacekeeping", name).id: read.whole(
                f"{where}.peacekeeping.{name}", count
            )
            for name, count in weeks.items()
        }
    if "assault" in given:
        world.assault = _assault(game, f"{where}.assault", given["assault"])
    if "keels" in given:
        keels = scenario_state.listed(f"{where}.keels", given["keels"])
        world.keels = [
            _keel(game, f"{where}.keels[{number}]", world, keel)
            for number, keel in enumerate(keels, start=1)
        ]


def _assault(game: Campaign, where: str, given: Any) -> Assault:
    said = scenario_state.fields(where, given, _ASSAULT)
    tonnes = scenario_state.named(f"{where}.tonnes", said.get("tonnes", {}))
    return Assault(
        by=read.player(game, f"{where}.by", said.get("by")).id,
        tonnes={
            read.player(game, f"{where}.tonnes", name).id: read.whole(f"{where}.tonnes", count)
            for name, count in tonnes.items()
        },
        taken=read.whole(f"{where}.taken", said.get("taken", 0)),
        destroyed=read.whole(f"{where}.destroyed", said.get("destroyed", 0)),
    )


def _keel(game: Campaign, where: str, world: World, given: Any) -> Keel:
    """A keel with so many points of work done, in the order of building."""
    said = scenario_state.fields(where, given, _KEEL)
    if not world.owner:
        raise ScenarioError(f"{where}: nobody owns {world.id}", "keels are laid at own worlds")
    if "name" not in said:
        raise ScenarioError(f"{where} has no name")
    name = text(f"{where}.name", said["name"])
    if "design" in said:
        own = game.empire(world.owner).designs
        keel = keel_of(name, read.design(f"{where}.design", said["design"], own, game))
    elif "mass" in said and "type" in said:
        code = scenario_state.word(f"{where}.type", said["type"], TYPES)
        keel = Keel(name=name, mass=read.whole(f"{where}.mass", said["mass"], 1), type=code)
    else:
        raise ScenarioError(f"{where} has no design", "or give it mass and type")
    keel.defence = truth(f"{where}.defence", said.get("defence", False))
    # C2E-13.2-02
    work = work_of(keel, read.whole(f"{where}.work", said.get("work", 0)), has_ore=True)
    keel.built, keel.begun = list(work.finished), work.begun
    return keel
