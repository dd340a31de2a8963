"""Small campaigns for tests: a few worlds, players, groups and ships, and no randomness."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import horizons_core as hz
import variants.campaign2e
from horizons_core.codec import canonical, copy_of
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.market import by_type, market
from variants.campaign2e.model import (
    Campaign,
    Lane,
    Place,
    Player,
    Ship,
    TaskGroup,
    World,
    place_id,
)
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.supply import count_combat


@cache
def variant(*mods: Any) -> hz.Variant:
    """The game by its rulebook, or with mods."""
    return hz.Variant(variants.campaign2e, list(mods))


def campaign(
    worlds: Mapping[Place, Mapping[str, Any]],
    players: Sequence[str] = ("Ada", "Brin"),
    lanes: Sequence[tuple[Place, Place]] = (),
    money: int = 1000,
    week: int = 1,
    **options: Any,
) -> Campaign:
    """Return a campaign after the given week; its worlds have only the given attributes.

    Keys of a world: `owner`, `points` (income, 6 by default), and any field of `World`. Each player
    starts with `credits`.
    """
    waiting = {"setup": "orders", **options}  # the fastest value to construct, before any decisions
    game = copy_of(_new_game(tuple(players), canonical(waiting)))
    game.options["setup"] = options.get("setup", "automatic")
    game.round, game.order = 0, []
    game.week = game.turn = week
    game.worlds = []
    game.groups, game.ships, game.dummies, game.counters = [], [], [], []
    for at, facts in sorted(worlds.items()):
        points = facts.get("points", 6)
        world = World(id=place_id(at), at=at, full=facts.get("full", points), points=points)
        for name, value in facts.items():
            setattr(world, name, value)
        game.worlds.append(world)
    game.lanes = [Lane(*(place_id(at) for at in sorted(pair))) for pair in lanes]
    game.empires = [Player(id=name, stock={CREDITS: 100 * money}) for name in players]
    for player in game.empires:
        owned = game.worlds_of(player.id)
        player.capital = owned[0].id if owned else ""
    return game


@cache
def _new_game(players: tuple[str, ...], options: bytes) -> Campaign:
    game: Campaign = variant().new_game(list(players), seed=1, options=json.loads(options))
    return game


def fleet(game: Campaign, owner: str, at: Place, name: str, **ships: int) -> TaskGroup:
    """Return a group of market ships, counted by type: `fleet(game, "Ada", (7, 7), "g1", CH=2)`."""
    player = game.empire(owner)
    group = TaskGroup(id=f"{owner}/g{player.next_group}", owner=owner, name=name, at=at)
    player.next_group += 1
    game.groups.append(group)
    for code, count in ships.items():
        for _ in range(count):
            add_ship(game, group, code)
    return group


def add_ship(game: Campaign, group: TaskGroup, code: str) -> Ship:
    """A ship of the market's design of this type, or of this name, in a group."""
    player = game.empire(group.owner)
    design = market()[code] if code in market() else by_type(code)
    number = player.ships_named.get(design.name, 0) + 1
    player.ships_named[design.name] = number
    ship = new_ship(
        f"{player.id}/{player.next_ship}", player.id, f"{design.name}-{number}", design, group.id
    )
    ship.endurance = variant().economy.endurance(design)
    player.next_ship += 1
    game.ships.append(ship)
    return ship


def cruiser_away() -> Campaign:
    """Ada's base is 7,7, Brin's world 9,9; Ada's Argent-1 is alone at 7,11, far from any base."""
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 11), "g1", CH=1)
    return game


def fight(game: Campaign, ship: Ship, turns: int) -> None:
    """Count turns of combat against a ship's supply, as a battle of this week does."""
    context: Any = SimpleNamespace(game=game, variant=variant())
    count_combat(context, ship, turns)


def ship(game: Campaign, name: str) -> Ship:
    """The ship of this name."""
    return next(s for s in game.ships if s.name == name)


def run(game: Campaign, weeks: int = 1, **orders: str) -> hz.Turn:
    """Run some weeks and return the campaign; the orders are those of the first week."""
    turn = hz.run_turn(game, orders, variant=variant())
    for _ in range(weeks - 1):
        turn = hz.run_turn(turn.game, {}, variant=variant())
    return turn


def run_without_accounts(game: Campaign, weeks: int = 1, **orders: str) -> hz.Turn:
    """Run without step 5 (income and upkeep), for tests of other payments."""
    left_out = ("system_actions", "income", "upkeep")
    phases = [phase.name for phase in variant().phases if phase.name not in left_out]
    turn = hz.run_turn(game, orders, variant=variant(), only=phases)
    for _ in range(weeks - 1):
        turn = hz.run_turn(turn.game, {}, variant=variant(), only=phases)
    return turn


def run_as_it_stands(game: Campaign, weeks: int = 1, **orders: str) -> hz.Turn:
    """The same without step 5: worlds stay interdicted and controlled as a test has put it."""
    phases = [phase.name for phase in variant().phases if phase.name != "system_actions"]
    turn = hz.run_turn(game, orders, variant=variant(), only=phases)
    for _ in range(weeks - 1):
        turn = hz.run_turn(turn.game, {}, variant=variant(), only=phases)
    return turn


def remarks(turn: hz.Turn, player: str) -> list[str]:
    """Return the remarks on a player's orders, as code and message."""
    return [f"{remark.code}: {remark.message}" for remark in turn.diagnostics[player]]
