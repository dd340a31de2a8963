"""What a player knows of others: counters, reports of size, designs seen, and offers."""

from __future__ import annotations

from typing import Any

from variants.campaign2e.model import Campaign, Player, place_id
from variants.campaign2e.view.shapes import SeenCounter


def counters_of(known: Campaign, reader: str) -> list[SeenCounter]:
    """Others' counters, by place, owner and number: nothing of them tells what they are."""
    others = (counter for counter in known.counters if counter.owner != reader)
    return [
        SeenCounter(owner=counter.owner, number=counter.number, at=place_id(counter.at))
        for counter in sorted(others, key=lambda one: (one.at, one.owner, one.number))
    ]


def offers_of(me: Player) -> list[dict[str, Any]]:
    """Trades that wait for consent: the reader's own, and those of others to the reader."""
    own = [{"by": me.id, "world": one.world, "partner": one.partner} for one in me.offers]
    return own + [
        {"by": by, "world": one.world, "partner": one.partner}
        for by, offers in me.offered.items()
        for one in offers
    ]


def reports_of(me: Player) -> list[dict[str, Any]]:
    """Reports of size, the latest first (C2E-17.2-01)."""
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
    """The designs that battles have shown, the latest first (C2E-15.3-01)."""
    return [
        {
            "week": seen.week,
            "at": place_id(seen.at),
            "owner": seen.owner,
            "designs": dict(seen.designs),
            "defences": seen.defences,
        }
        for seen in reversed(me.sightings)
    ]


def proposals_of(known: Campaign) -> list[dict[str, Any]]:
    """What players have proposed to use, as all are told of it (C2E-16.2-01)."""
    return [
        {
            "by": proposal.by,
            "name": proposal.name,
            "system": proposal.part is not None,
            "answer": proposal.answer,
        }
        for proposal in known.proposals
    ]
