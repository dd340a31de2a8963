"""Changing a fresh campaign into the situation of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from variants.campaign2e.model import Campaign, Lane
from variants.campaign2e.scenario_state import words as read
from variants.campaign2e.scenario_state.state_of_forces import apply_dummy, apply_group
from variants.campaign2e.scenario_state.state_of_players import PLAYER, apply_player
from variants.campaign2e.scenario_state.state_of_worlds import (
    WORLD,
    add_worlds,
    apply_world,
    join_in_trade,
)

_PARTS = (
    "week", "round", "order", "remove", "explored", "worlds", "lanes", "players", "groups",
    "dummies",
)  # fmt: skip
_LAST_ROUND = 3


def apply_state(game: Campaign, state: Mapping[str, Any]) -> bool:
    """Change a fresh campaign into the situation; raises ScenarioError with the position.

    Returns True: the campaign supports scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    _set_time(game, state)
    for target in scenario_state.listed("remove", state.get("remove", [])):
        _remove(game, scenario_state.word("remove", target, ("worlds", "forces")))
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


def _remove(game: Campaign, target: str) -> None:
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
