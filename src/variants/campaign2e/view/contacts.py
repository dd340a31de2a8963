"""A player's knowledge of others: counters, reports of size, designs seen, and offers."""

from __future__ import annotations

from typing import Any

from variants.campaign2e.model import Campaign, Player, place_id
from variants.campaign2e.view.shapes import SeenCounter


def counters_of(known: Campaign, reader: str) -> list[SeenCounter]:
    """Return others' counters by place, owner and number; they do not reveal their contents."""
    foreign = (counter for counter in known.counters if counter.owner != reader)
    return [
        SeenCounter(owner=counter.owner, number=counter.number, at=place_id(counter.at))
        for counter in sorted(foreign, key=lambda item: (item.at, item.owner, item.number))
    ]


def offers_of(me: Player) -> list[dict[str, Any]]:
    """Return open trade offers: the reader's own, and those made to the reader."""
    offers = [{"by": me.id, "world": offer.world, "partner": offer.partner} for offer in me.offers]
    return offers + [
        {"by": by, "world": offer.world, "partner": offer.partner}
        for by, offers in me.offered.items()
        for offer in offers
    ]


def reports_of(me: Player) -> list[dict[str, Any]]:
    """Return reports of size, the latest first (C2E-17.2-01)."""
    return [
        {
            "week": report.week,
            "at": place_id(report.at),
            "owner": report.owner,
            "size": report.size,
            "glaring": report.glaring,
            "defences": report.defences,
        }
        for report in reversed(me.reports)
    ]


def sightings_of(me: Player) -> list[dict[str, Any]]:
    """Return the designs revealed in battles, the latest first (C2E-15.3-01)."""
    return [
        {
            "week": sighting.week,
            "at": place_id(sighting.at),
            "owner": sighting.owner,
            "designs": dict(sighting.designs),
            "defences": sighting.defences,
        }
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
