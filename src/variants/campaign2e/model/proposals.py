"""Proposals of non-standard equipment and designs; all players see them (C2E-16.2-01)."""

from __future__ import annotations

from attrs import define

from variants.campaign2e.designs.design import Slot
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.model.limits import PlayerId

APPROVED, REFUSED = "approved", "refused"


@define(kw_only=True)
class Proposal:
    """A non-standard system or design that a player proposes to use.

    Attributes:
        name: the name of the system or design.
        by: the id of the player.
        part: the system as installed; None if a design is proposed.
        slots: module slots of a proposed design (C2E-16.4-01).
        answer: the umpire's answer: `APPROVED`, `REFUSED`, or "" while undecided.
    """

    name: str
    by: PlayerId
    part: ShipPart | None = None
    slots: tuple[Slot, ...] = ()
    answer: str = ""
