"""Estates: assets of fallen empires, sold to the highest bidders (SC-BRK-008)."""

from __future__ import annotations

from attrs import define, field

from variants.starcluster.model.limits import Count, PowerId


@define(kw_only=True)
class Estate:
    """The assets of a fallen empire, for which others may bid in the turn after.

    Attributes:
        owner: the id of the fallen empire.
        turn: when it fell.
        bidders: ids of the empires in contact with it.
        systems: ids of its systems.
        units: names of its units.
        technologies: technologies that it had developed.
    """

    owner: PowerId
    turn: Count
    bidders: list[PowerId] = field(factory=list)
    systems: list[str] = field(factory=list)
    units: list[str] = field(factory=list)
    technologies: list[str] = field(factory=list)
