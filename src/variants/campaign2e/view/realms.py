"""Worlds, lanes and players: public information, and private information of owners."""

from __future__ import annotations

from typing import Any

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.campaign2e.model import Campaign, Player, World, place_of
from variants.campaign2e.rules.bases import is_friendly_base, last_week_of_pacification
from variants.campaign2e.view import works
from variants.campaign2e.view.shapes import OwnWorld, SeenPlayer, SeenWorld

SELF = "SELF"


def player_of(known: Campaign, player: Player, me: Player) -> SeenPlayer:
    """Return a player as seen by another (C2E-15.3-02)."""
    worlds = known.worlds_of(player.id)
    is_me = player.id == me.id
    allowed = [
        word for word, users in (("BASE", me.bases), ("SUPPLY", me.supply)) if player.id in users
    ]
    return SeenPlayer(
        name=player.name,
        active=player.active,
        worlds=len(worlds),
        income=int_sum(world.points for world in worlds),
        stance=SELF if is_me else me.stance(player.id),
        theirs=SELF if is_me else me.told_stances.get(player.id, "NEUTRAL"),
        you_allow=allowed,
        they_allow=list(me.told_leave.get(player.id, ())),
    )


def world_of(known: Campaign, world: World, me: Player) -> SeenWorld:
    """Return public facts about a world, and its allegiance if the reader has visited it."""
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
    """Return the facts about a world that only its owner knows."""
    defences = [ship for ship in known.ships_of(me.id) if ship.defence]
    groups = {group.id for group in known.groups_of(me.id) if group.at == world.at}
    return OwnWorld(
        id=world.id,
        name=world.called or world.id,
        partner=world.partner,
        share=world.share,
        asked=me.shares.get(world.id),
        theirs=me.told_shares.get(world.partner),
        income=in_units(me.income.get(world.id, 0)),
        lane_off=world.lane_off,
        abstract=world.abstract > 0,
        defences=world.defences,
        defence_points=int_sum(ship.design.points for ship in defences if ship.group in groups),
        defence_limit=100 * world.full,
        rebuilding=world.rebuilding,
        helper=world.helper,
        keels=[works.keel_of(keel) for keel in world.keels],
        capital=world.id == me.capital,
        pacified=last_week_of_pacification(known, world),
    )


def lane_rows(known: Campaign) -> list[dict[str, Any]]:
    """Return the lanes between known worlds, and whether they are open (C2E-5.4-01)."""
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
    """Return the hexes beyond the initial area that the reader knows to be empty (C2E-1.1-02)."""
    worlds = {world.id for world in known.worlds}
    return sorted((name for name in me.explored if name not in worlds), key=place_of)
