"""Telling besiegers what they have found out about a planet (FH-SIEGE-020, FH-SIEGE-022)."""

from __future__ import annotations

from variants.far_horizons.model import Colony, Species
from variants.far_horizons.model.transactions import Discovery, Kind, transaction
from variants.far_horizons.step_context import StepContext


def tell_besiegers(
    context: StepContext,
    species: Species,
    colony: Colony,
    act: Discovery,
    ship: str = "",
    *,
    quantity: int = 0,
    item: int = 0,
) -> None:
    """All who besiege a colony learn later in the turn what its owner has done.

    `ship` is the ship, or for a transfer of items, the other planet.
    """
    owners = _owners(context, species, colony)
    for besieger in context.economy.told_besiegers(owners):
        context.deal(
            transaction(
                Kind.SIEGE_DISCOVERY,
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
    """The numbers of the species whose ships besiege a colony, ship by ship."""
    x, y, z = colony.place.sector
    return [
        deal.facts["besieger"]
        for deal in context.game.transactions
        if deal.kind == Kind.BESIEGED
        and deal.facts["besieged"] == species.number
        and (deal.facts["x"], deal.facts["y"], deal.facts["z"]) == (x, y, z)
        and deal.facts["orbit"] == colony.place.orbit
    ]
