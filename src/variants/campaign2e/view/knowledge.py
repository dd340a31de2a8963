"""Parts of a view about worlds, lanes, stores and other players."""

from __future__ import annotations

from typing import Any

from horizons_core.report import data_maker, row_of
from horizons_core.sums import int_sum
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Keel, Player, World, place_of
from variants.campaign2e.rules.construction import POINTS_PER_WEEK, points_done
from variants.campaign2e.rules.repair_work import weeks_of
from variants.campaign2e.rules.supply import is_friendly_base, pacification_end
from variants.campaign2e.view.shapes import (
    KeelShown,
    OfferShown,
    OwnJob,
    OwnStore,
    OwnWorld,
    SeenCounter,
    SeenPlayer,
    SeenWorld,
    SightingShown,
    SizeShown,
)

SELF = "SELF"


def keel_of(keel: Keel) -> dict[str, Any]:
    """Return a ship under construction (C2E-13.1-01)."""
    done, design = points_done(keel), keel.design
    points = design.points if design else None
    return vars(
        row_of(
            KeelShown,
            keel,
            design=design.name if design else "",
            done=done,
            points=points,
            weeks=None if points is None else -(-max(points - done, 0) // POINTS_PER_WEEK),
            built=list(keel.built),
        )
    )


def jobs_of(known: Campaign, me: Player) -> list[OwnJob]:
    """Return repairs and refits in the order in which they were ordered (C2E-11.4-02)."""
    ships = {ship.id: ship for ship in known.ships_of(me.id)}
    places = {group.id: group.at for group in known.groups_of(me.id)}
    return [
        row_of(
            OwnJob,
            job,
            ship=ships[job.ship].name,
            at=places[ships[job.ship].group],
            tasks=[task.words for task in job.tasks],
            weeks=job.weeks if job.paid else weeks_of(job),
            begun=job.paid,
        )
        for job in me.jobs
        if job.ship in ships
    ]


def stores_of(me: Player) -> list[OwnStore]:
    """Return the reader's stores at worlds, by place."""
    return [
        row_of(
            OwnStore,
            store,
            world=world,
            coming=[
                {"week": week, "part": part, "number": number}
                for week, part, number in store.coming
            ],
        )
        for world, store in sorted(me.stores.items(), key=lambda entry: place_of(entry[0]))
        if store.spares or store.used or store.coming or store.modules or store.craft
    ]


def player_of(known: Campaign, player: Player, me: Player) -> SeenPlayer:
    """Return a player as seen by another (C2E-15.3-02)."""
    worlds = known.worlds_of(player.id)
    is_me = player.id == me.id
    allowed = [
        word for word, users in (("BASE", me.bases), ("SUPPLY", me.supply)) if player.id in users
    ]
    return row_of(
        SeenPlayer,
        player,
        worlds=len(worlds),
        income=int_sum(world.points for world in worlds),
        stance=SELF if is_me else me.stance(player.id),
        theirs=SELF if is_me else me.told_stances.get(player.id, "NEUTRAL"),
        you_allow=allowed,
        they_allow=me.told_leave.get(player.id, ()),
    )


_world_row = data_maker(
    SeenWorld, "name yours surveyed resource points full blocked base allegiance power"
)


def world_of(known: Campaign, world: World, me: Player) -> dict[str, Any]:
    """Return public facts about a world, and its allegiance if it was visited: `SeenWorld`."""
    surveyed = known.is_surveyed(world, me)
    visited = world.id in me.visited and not world.owner and world.allegiance is not None
    return _world_row(
        world,
        name=world.called or world.id,
        yours=world.owner == me.id,
        surveyed=surveyed,
        resource=world.resource if surveyed else "",
        points=world.points if surveyed else 0,
        full=world.full if surveyed else 0,
        blocked=world.is_blocked,
        base=is_friendly_base(known, world, me.id),
        allegiance=world.allegiance.name.lower() if visited and world.allegiance else None,
        power=world.power if visited else None,
    )


def own_world_of(known: Campaign, world: World, me: Player, economy: Logistics) -> OwnWorld:
    """Return the facts about a world that only its owner knows."""
    defences = [ship for ship in known.ships_of(me.id) if ship.defence]
    groups = {group.id for group in known.groups_of(me.id) if group.at == world.at}
    return row_of(
        OwnWorld,
        world,
        name=world.called or world.id,
        asked=me.shares.get(world.id),
        theirs=me.told_shares.get(world.partner),
        income=me.income.get(world.id, 0),
        abstract=world.abstract > 0,
        defence_points=int_sum(ship.design.points for ship in defences if ship.group in groups),
        defence_limit=economy.defence_limit(world),
        keels=[keel_of(keel) for keel in world.keels],
        capital=world.id == me.capital,
        pacified=pacification_end(known, world),
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


def counters_of(known: Campaign, reader: str) -> list[SeenCounter]:
    """Return others' counters by place, owner and number; they do not reveal their contents."""
    foreign = (counter for counter in known.counters if counter.owner != reader)
    return [
        row_of(SeenCounter, counter)
        for counter in sorted(foreign, key=lambda item: (item.at, item.owner, item.number))
    ]


def offers_of(me: Player) -> list[dict[str, Any]]:
    """Return open trade offers: the reader's own, and those made to the reader."""
    offers = [(me.id, offer) for offer in me.offers]
    offers += [(by, offer) for by, theirs in me.offered.items() for offer in theirs]
    return [vars(row_of(OfferShown, offer, by=by)) for by, offer in offers]


def reports_of(me: Player) -> list[dict[str, Any]]:
    """Return reports of size, latest first (C2E-17.2-01)."""
    return [vars(row_of(SizeShown, report)) for report in reversed(me.reports)]


def sightings_of(me: Player) -> list[dict[str, Any]]:
    """Return the designs revealed in battles, latest first (C2E-15.3-01)."""
    return [
        vars(row_of(SightingShown, sighting, designs=dict(sighting.designs)))
        for sighting in reversed(me.sightings)
    ]


def proposals_of(known: Campaign) -> list[dict[str, Any]]:
    """Return the proposals of all players (C2E-16.2-01)."""
    return [
        {
            "by": proposal.by,
            "name": proposal.name,
            "system": proposal.part is not None,
            "answer": proposal.answer,
        }
        for proposal in known.proposals
    ]
