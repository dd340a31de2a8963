"""Proposals: non-standard equipment and designs, known to all (C2E-16.2-01)."""

from __future__ import annotations

from attrs import define

from variants.campaign2e.designs.design import Slot
from variants.campaign2e.designs.parts import Part
from variants.campaign2e.model.limits import PlayerId

APPROVED, REFUSED = "approved", "refused"


@define(kw_only=True)
class Proposal:
    """What a player has proposed to use.

    Attributes:
        name: of the system, or of the design.
        by: the id of the player.
        part: the system as it is installed; None where a design is proposed.
        slots: of a design, the places for modules (C2E-16.4-01).
        answer: the umpire's: `APPROVED`, `REFUSED`, or "" as long as there is none.
    """

    name: str
    by: PlayerId
    part: Part | None = None
    slots: tuple[Slot, ...] = ()
    answer: str = ""
