"""Changing a fresh campaign into the situation of a scenario: time, players and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import set_fields, text
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.market import navies
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, Lane, Player, Store
from variants.campaign2e.model.players import ALLY, HOSTILE, NEUTRAL
from variants.campaign2e.rules.supply import BASE, SUPPLY
from variants.campaign2e.scenario_state import fields as read
from variants.campaign2e.scenario_state.forces import apply_dummy, apply_group
from variants.campaign2e.scenario_state.worlds import WORLD, add_worlds, apply_world, join_in_trade
from variants.campaign2e.setup.cards import card_of

PLAYER = (
    "treasury", "capital", "navy", "stances", "allow", "designs", "in_service", "stores", "visited",
    "surveyed", "explored", "cards", "commissioning", "joined",
)  # fmt: skip
_STORE = ("spares", "used", "coming", "modules", "craft")
_STANCES = (ALLY, NEUTRAL, HOSTILE)

_PARTS = (
    "week", "round", "order", "remove", "explored", "worlds", "lanes", "players", "groups",
    "dummies",
)  # fmt: skip
_LAST_ROUND = 3


def apply_player(game: Campaign, path: str, player: Player, data: Mapping[str, Any]) -> None:
    """Set the given data of a player."""
    if "treasury" in data:
        player.stock[CREDITS] = read.hundredths(f"{path}.treasury", data["treasury"])
    if "capital" in data:
        player.capital = read.world_id(game, f"{path}.capital", data["capital"])
    if "navy" in data:
        player.navy = scenario_state.word(f"{path}.navy", data["navy"], navies())
    set_fields(player, path, data, "joined commissioning")
    if "cards" in data:
        place = f"{path}.cards"
        player.hand = [_card(place, entry) for entry in scenario_state.listed(place, data["cards"])]
    for name, words in scenario_state.named(f"{path}.designs", data.get("designs", {})).items():
        _design(f"{path}.designs.{name}", player, name, words)
    if "in_service" in data:
        place = f"{path}.in_service"
        player.in_service = [
            read.design(place, entry, player.designs, game).name
            for entry in scenario_state.listed(place, data["in_service"])
        ]
    _apply_dealings(game, path, player, data)
    _apply_stores(game, path, player, data)
    _apply_knowledge(game, path, player, data)


def _card(path: str, value: Any) -> str:
    try:
        return card_of(str(value))
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}") from None


def _design(path: str, player: Player, name: str, words: Any) -> None:
    try:
        player.designs[name] = design_from(name, text(path, words))
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}") from None


def _apply_dealings(game: Campaign, path: str, player: Player, data: Mapping[str, Any]) -> None:
    """Set stances and permissions, and inform the players concerned."""
    stances = scenario_state.named(f"{path}.stances", data.get("stances", {}))
    for name, stance in stances.items():
        other = _other(game, f"{path}.stances", player, name)
        player.stances[other.id] = scenario_state.word(f"{path}.stances", stance, _STANCES)
        other.told_stances[player.id] = player.stances[other.id]
    for name, words in scenario_state.named(f"{path}.allow", data.get("allow", {})).items():
        other = _other(game, f"{path}.allow", player, name)
        place = f"{path}.allow.{name}"
        allowed = [
            scenario_state.word(place, word, (BASE, SUPPLY))
            for word in scenario_state.listed(place, words)
        ]
        for kind, users in ((BASE, player.bases), (SUPPLY, player.supply)):
            if other.id in users:
                users.remove(other.id)
            if kind in allowed:
                users.append(other.id)
        other.told_leave[player.id] = [kind for kind in (BASE, SUPPLY) if kind in allowed]


def _other(game: Campaign, path: str, player: Player, name: str) -> Player:
    other = read.player(game, path, name)
    if other is player:
        raise ScenarioError(f"{path}: this must be another player", "name another player")
    return other


def _apply_stores(game: Campaign, path: str, player: Player, data: Mapping[str, Any]) -> None:
    for name, store in scenario_state.objects(f"{path}.stores", data.get("stores", {}), _STORE):
        place = f"{path}.stores.{name}"
        player.stores[read.world(game, place, name).id] = Store(
            spares=read.parts(f"{place}.spares", store.get("spares", {}), player.designs),
            used=read.parts(f"{place}.used", store.get("used", {}), player.designs),
            coming=[
                _delivery(f"{place}.coming", player, delivery)
                for delivery in scenario_state.listed(f"{place}.coming", store.get("coming", []))
            ],
            modules=_numbers(f"{place}.modules", store.get("modules", {})),
            craft=_numbers(f"{place}.craft", store.get("craft", {})),
        )


def _numbers(path: str, value: Any) -> dict[str, int]:
    """Return the number of each item by name."""
    return {
        name: read.count(f"{path}.{name}", count)
        for name, count in scenario_state.named(path, value).items()
    }


def _delivery(path: str, player: Player, value: Any) -> tuple[int, str, int]:
    """Parse spares on their way: week, part and number."""
    delivery = scenario_state.listed(path, value)
    if len(delivery) != 3:
        raise ScenarioError(f"{path}: {value} is not a delivery", "write [week, part, number]")
    week, word, number = delivery
    part = read.part(path, word, player.designs)
    return read.count(path, week), part, read.count(path, number, 1)


def _apply_knowledge(game: Campaign, path: str, player: Player, data: Mapping[str, Any]) -> None:
    """Set what a player has visited and seen."""
    for name in scenario_state.listed(f"{path}.visited", data.get("visited", [])):
        world = read.world(game, f"{path}.visited", name)
        if world.id not in player.visited:
            player.visited.append(world.id)
    for name in scenario_state.listed(f"{path}.surveyed", data.get("surveyed", [])):
        player.surveyed.append(read.world(game, f"{path}.surveyed", name).id)
    for name in read.hexes(f"{path}.explored", data.get("explored", [])):
        player.explored.append(name)
        if name not in game.explored:
            game.explored.append(name)


def apply_state(game: Campaign, state: Mapping[str, Any]) -> bool:
    """Change a fresh campaign into the situation; raises ScenarioError with the position.

    Returns True: the campaign supports scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    _set_time(game, state)
    for target in scenario_state.listed("remove", state.get("remove", [])):
        _remove_objects(game, scenario_state.word("remove", target, ("worlds", "forces")))
    for name in read.hexes("explored", state.get("explored", [])):
        if name not in game.explored:
            game.explored.append(name)
    worlds = list(scenario_state.objects("worlds", state.get("worlds", {}), WORLD))
    players = list(scenario_state.objects("players", state.get("players", {}), PLAYER))
    add_worlds(game, [(f"worlds.{name}", name) for name, _ in worlds])
    for name, data in players:
        apply_player(game, f"players.{name}", read.player(game, "players", name), data)
    for name, data in worlds:
        apply_world(game, f"worlds.{name}", read.world(game, "worlds", name), data)
    _name_capitals(game)
    for number, pair in enumerate(scenario_state.listed("lanes", state.get("lanes", [])), start=1):
        _add_lane(game, f"lanes[{number}]", pair)
    for name, data in worlds:
        join_in_trade(game, f"worlds.{name}", read.world(game, "worlds", name), data)
    groups = scenario_state.listed("groups", state.get("groups", []))
    for number, group in enumerate(groups, start=1):
        apply_group(game, f"groups[{number}]", group)
    dummies = scenario_state.listed("dummies", state.get("dummies", []))
    for number, dummy in enumerate(dummies, start=1):
        apply_dummy(game, f"dummies[{number}]", dummy)
    return True


def _set_time(game: Campaign, state: Mapping[str, Any]) -> None:
    if "week" in state:
        game.week = game.turn = read.count("week", state["week"])
        game.round = 0
        for player in game.empires:
            player.hand, player.commissioning = [], False
    if "round" in state:
        game.round = scenario_state.integer("round", state["round"], 0, _LAST_ROUND)
    if "order" in state:
        order = read.players(game, "order", state["order"])
        if sorted(order) != sorted(player.id for player in game.empires):
            raise ScenarioError("order: list every player once")
        game.order = order


def _remove_objects(game: Campaign, target: str) -> None:
    """Remove worlds or forces from the map, with all data about them."""
    if target == "worlds":
        game.worlds, game.lanes, game.explored, game.punitive = [], [], [], []
        for player in game.empires:
            player.capital, player.arriving = "", []
            player.stores, player.offers, player.offered = {}, [], {}
            player.shares, player.told_shares, player.helpers = {}, {}, {}
            player.visited, player.surveyed, player.explored, player.income = [], [], [], {}
        return
    game.groups, game.ships, game.dummies, game.counters = [], [], [], []
    for player in game.empires:
        player.jobs, player.bills, player.ships_named, player.in_service = [], [], {}, []
        player.next_ship = player.next_group = player.next_counter = 1


def _name_capitals(game: Campaign) -> None:
    """Make the first world of each player without a capital the capital."""
    for player in game.empires:
        own_worlds = game.worlds_of(player.id)
        if not player.capital and own_worlds:
            player.capital = own_worlds[0].id


def _add_lane(game: Campaign, path: str, value: Any) -> None:
    ends = [read.world(game, path, name) for name in scenario_state.listed(path, value)]
    if len(ends) != 2 or ends[0] is ends[1]:
        raise ScenarioError(f"{path}: a lane needs two worlds", 'write ["7,7", "9,7"]')
    a, b = sorted(ends, key=lambda world: world.at)
    lane = Lane(a.id, b.id)
    if lane not in game.lanes:
        game.lanes.append(lane)
    places = {world.id: world.at for world in game.worlds}
    game.lanes.sort(key=lambda lane: (places[lane.a], places[lane.b]))
