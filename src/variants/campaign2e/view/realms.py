"""Worlds, lanes and players: what all may know of them, and what their owners alone do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, World, place_of
from variants.campaign2e.rules.bases import is_friendly_base
from variants.campaign2e.rules.plans import points_done
from variants.campaign2e.view import fleets
from variants.campaign2e.view.contacts import proposals_of
from variants.campaign2e.view.figures import in_credits
from variants.campaign2e.view.shapes import OwnWorld, SeenPlayer, SeenWorld, Store

SELF = "SELF"


def player_of(known: Campaign, player: Player, me: Player) -> SeenPlayer:
    """A player as another sees them (C2E-15.3-02)."""
    worlds = known.worlds_of(player.id)
    is_me = player.id == me.id
    allowed = [
        word for word, who in (("BASE", me.bases), ("SUPPLY", me.supply)) if player.id in who
    ]
    return SeenPlayer(
        name=player.name,
        active=player.active,
        worlds=len(worlds),
        income=sum(world.points for world in worlds),
        stance=SELF if is_me else me.stance(player.id),
        theirs=SELF if is_me else me.told_stances.get(player.id, "NEUTRAL"),
        you_allow=allowed,
        they_allow=list(me.told_leave.get(player.id, ())),
    )


def world_of(known: Campaign, world: World, me: Player) -> SeenWorld:
    """What is public of a world, and the allegiance of one that the reader has visited."""
    surveyed = known.is_surveyed(world, me)
    visited = world.id in me.visited and not world.owner and world.allegiance is not None
    return SeenWorld(
        id=world.id,
        name=world.called or world.id,
        at=list(world.at),
        owner=world.owner,
        yours=world.owner == me.id,
        surveyed=surveyed,
        resource=world.resource if surveyed else "",
        points=world.points if surveyed else 0,
        full=world.full if surveyed else 0,
        blocked=world.is_blocked,
        interdicted=list(world.interdicted),
        controlled=world.controlled,
        base=is_friendly_base(known, world, me.id),
        allegiance=world.allegiance.name.lower() if visited and world.allegiance else None,
        power=world.power if visited else None,
    )


def own_world_of(known: Campaign, world: World, me: Player) -> OwnWorld:
    """What only its owner knows of a world."""
    defences = [ship for ship in known.ships_of(me.id) if ship.defence]
    here = {group.id for group in known.groups_of(me.id) if group.at == world.at}
    return OwnWorld(
        id=world.id,
        name=world.called or world.id,
        partner=world.partner,
        share=world.share,
        asked=me.shares.get(world.id),
        theirs=me.told_shares.get(world.partner),
        income=in_credits(me.income.get(world.id, 0)),
        lane_off=world.lane_off,
        abstract=world.abstract > 0,
        defences=world.defences,
        defence_points=sum(ship.design.points for ship in defences if ship.group in here),
        defence_limit=100 * world.full,
        rebuilding=world.rebuilding,
        helper=world.helper,
        keels=[
            {
                "name": keel.name,
                "design": keel.design.name if keel.design else "",
                "type": keel.type,
                "mass": keel.mass,
                "done": points_done(keel),
                "points": keel.design.points if keel.design else None,
                "built": list(keel.built),
            }
            for keel in world.keels
        ],
        capital=world.id == me.capital,
    )


def stores_of(me: Player) -> list[Store]:
    """What the reader has lying at worlds, by their places."""
    return [
        Store(
            world=world,
            spares=dict(store.spares),
            used=dict(store.used),
            coming=[
                {"week": week, "part": part, "number": number}
                for week, part, number in store.coming
            ],
            modules=dict(store.modules),
            craft=dict(store.craft),
        )
        for world, store in sorted(me.stores.items(), key=lambda entry: place_of(entry[0]))
        if store.spares or store.used or store.coming or store.modules or store.craft
    ]


def open_ways(known: Campaign) -> list[dict[str, Any]]:
    """The lanes between worlds that are known, and whether each is open (C2E-5.4-01)."""
    worlds = {world.id: world for world in known.worlds}
    return [
        {
            "a": lane.a,
            "b": lane.b,
            "open": not (worlds[lane.a].is_blocked or worlds[lane.b].is_blocked),
        }
        for lane in known.lanes
        if lane.a in worlds and lane.b in worlds
    ]


def empty_hexes(known: Campaign, me: Player) -> list[str]:
    """Hexes beyond the initial area that the reader knows to be empty (C2E-1.1-02)."""
    worlds = {world.id for world in known.worlds}
    return sorted((name for name in me.explored if name not in worlds), key=place_of)


def everything(game: Campaign, economy: Logistics) -> dict[str, Any]:
    """The umpire's view: all players, worlds, groups and ships."""
    return {
        "week": game.week,
        "round": game.round,
        "waits": game.halted,
        "players": [_player_for_umpire(game, player, economy) for player in game.empires],
        "worlds": [_world_for_umpire(game, world) for world in game.worlds],
        "lanes": open_ways(game),
        "empty": _empty(game),
        "groups": [fleets.group_for_umpire(game, group, economy) for group in game.groups],
        "ships": [fleets.ship_for_umpire(game, ship, economy) for ship in game.ships],
        "counters": [
            {"owner": one.owner, "number": one.number, "at": f"{one.at[0]},{one.at[1]}"}
            for one in game.counters
        ],
        "pending": [battle.id for battle in game.pending],
        "proposals": proposals_of(game),
    }


def _player_for_umpire(game: Campaign, player: Player, economy: Logistics) -> dict[str, Any]:
    return {
        "name": player.name,
        "active": player.active,
        "treasury": in_credits(player.stock.get(CREDITS, 0)),
        "income": in_credits(sum(player.income.values())),
        "capital": player.capital,
        "worlds": [world.id for world in game.worlds_of(player.id)],
        "stances": dict(player.stances),
        "points": sum(ship.design.points for ship in game.ships_of(player.id)),
        "upkeep": in_credits(
            sum(economy.upkeep(ship.design).total for ship in game.ships_of(player.id))
        ),
    }


def _world_for_umpire(game: Campaign, world: World) -> dict[str, Any]:
    return {
        "id": world.id,
        "name": world.called or world.id,
        "at": list(world.at),
        "owner": world.owner,
        "yours": False,
        "surveyed": True,
        "resource": world.resource,
        "points": world.points,
        "full": world.full,
        "blocked": world.is_blocked,
        "interdicted": list(world.interdicted),
        "controlled": world.controlled,
        "allegiance": world.allegiance.name.lower() if world.allegiance else None,
        "power": world.power,
        "partner": world.partner,
        "visitors": [one.id for one in game.empires if world.id in one.visited],
    }


def _empty(game: Campaign) -> Sequence[str]:
    worlds = {world.id for world in game.worlds}
    return sorted((name for name in game.explored if name not in worlds), key=place_of)
