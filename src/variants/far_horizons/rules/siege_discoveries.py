"""Reports to besiegers about discoveries on a planet (FH-SIEGE-020, FH-SIEGE-022)."""

from __future__ import annotations

from variants.far_horizons.model import Colony, Species
from variants.far_horizons.model.transactions import Discovery, TransactionKind, transaction
from variants.far_horizons.step_context import StepContext


def report_to_besiegers(
    context: StepContext,
    species: Species,
    colony: Colony,
    act: Discovery,
    ship: str = "",
    *,
    quantity: int = 0,
    item: int = 0,
) -> None:
    """Report an act of a colony's owner to all besiegers later in the turn.

    `ship` is the ship or, for a transfer of items, the other planet.
    """
    owners = _owners(context, species, colony)
    for besieger in context.economy.told_besiegers(owners):
        context.deal(
            transaction(
                TransactionKind.SIEGE_DISCOVERY,
                besieger=besieger,
                act=int(act),
                planet=colony.name,
                ship=ship,
                besieged_name=species.name,
                quantity=quantity,
                item=item,
            )
        )


def _owners(context: StepContext, species: Species, colony: Colony) -> list[int]:
    """Return the numbers of the species with besieging ships, ship by ship."""
    x, y, z = colony.place.sector
    return [
        deal.facts["besieger"]
        for deal in context.game.transactions
        if deal.kind == TransactionKind.BESIEGED
        and deal.facts["besieged"] == species.number
        and (deal.facts["x"], deal.facts["y"], deal.facts["z"]) == (x, y, z)
        and deal.facts["orbit"] == colony.place.orbit
    ]
