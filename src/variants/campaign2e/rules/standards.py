"""Standard equipment, and repairs of other equipment (C2E-16.1-01, C2E-16.2-02, C2E-16.3-01)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Refusal, Refused
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.model import Campaign, Place, Player, Ship, place_id
from variants.campaign2e.model.proposals import APPROVED


def approved_parts(game: Campaign, player: Player) -> Mapping[str, ShipPart]:
    """Return the non-standard parts that a player may use, by name (C2E-16.2-01)."""
    return {
        proposal.name: proposal.part
        for proposal in game.proposals
        if proposal.by == player.id and proposal.answer == APPROVED and proposal.part is not None
    }


def parts_for(game: Campaign, player: Player, ship: Ship) -> Mapping[str, ShipPart]:
    """Return the non-standard parts possible aboard a ship: approved ones, and its own."""
    return {**approved_parts(game, player), **ship.design.special}


def counts_as_standard(game: Campaign, player: Player, design: Design) -> bool:
    """Return whether a ship of a design is standard, or deemed so by the umpire (C2E-16.2-02).

    Its non-standard equipment is never standard.
    """
    return design.is_standard or any(
        proposal.part is None
        and proposal.answer == APPROVED
        and (proposal.by, proposal.name) == (player.id, design.name)
        for proposal in game.proposals
    )


def needs_capital(game: Campaign, player: Player, ship: Ship, key: str) -> bool:
    """True if something can only be repaired from stocks or at the capital (C2E-16.3-01).

    This applies to non-standard equipment, identified by its system key, and to all of a ship that
    has some, unless the ship is deemed standard.
    """
    if not counts_as_standard(game, player, ship.design):
        return True
    parts = (system.part for system in ship.design.systems if system.key == key)
    # C2E-16.3-02: foreign technology is never standard.
    return any(part.special is not None for part in parts)


def must_be_capital(player: Player, ship: Ship, part: str, at: Place) -> None:
    """Raise Refused away from the capital (C2E-16.3-01)."""
    if place_id(at) != player.capital:
        message = f"{part} of {ship.name} is not standard"
        hint = f"repair it FROM SPARES, or at your capital, {player.capital}"
        raise Refused(Refusal("not-standard", message, hint, "ship"))
