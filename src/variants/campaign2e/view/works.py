"""Construction, repairs and stores at worlds, as seen by their owner."""

from __future__ import annotations

from typing import Any

from variants.campaign2e.model import Campaign, Keel, Player, place_id, place_of
from variants.campaign2e.rules.construction import PER_WEEK
from variants.campaign2e.rules.plans import points_done
from variants.campaign2e.rules.repair_work import weeks_of
from variants.campaign2e.view.shapes import OwnJob, OwnStore


def keel_of(keel: Keel) -> dict[str, Any]:
    """Return a ship under construction (C2E-13.1-01)."""
    finished = points_done(keel)
    return {
        "name": keel.name,
        "design": keel.design.name if keel.design else "",
        "type": keel.type,
        "mass": keel.mass,
        "done": finished,
        "points": keel.design.points if keel.design else None,
        "weeks": -(-max(keel.design.points - finished, 0) // PER_WEEK) if keel.design else None,
        "built": list(keel.built),
    }


def jobs_of(known: Campaign, me: Player) -> list[OwnJob]:
    """Return repairs and refits in the order of their orders (C2E-11.4-02)."""
    ships = {ship.id: ship for ship in known.ships_of(me.id)}
    places = {group.id: place_id(group.at) for group in known.groups_of(me.id)}
    return [
        OwnJob(
            ship=ships[job.ship].name,
            at=places[ships[job.ship].group],
            tasks=[task.words for task in job.tasks],
            weeks=job.weeks if job.paid else weeks_of(job),
            begun=job.paid,
            fast=job.fast,
            rebuilds=job.rebuilds,
        )
        for job in me.jobs
        if job.ship in ships
    ]


def stores_of(me: Player) -> list[OwnStore]:
    """Return the reader's stores at worlds, by place."""
    return [
        OwnStore(
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
