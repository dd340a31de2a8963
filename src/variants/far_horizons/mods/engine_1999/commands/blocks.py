"""What becomes of the orders below a rejected PRODUCTION line."""

from __future__ import annotations

from attrs import define

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, around
from variants.far_horizons.rules.production_state import OpenPlanet, Works
from variants.far_horizons.step_context import Refused, StepContext


@define(eq=False)
class _Rejected(OpenPlanet):
    """A planet without a balance, on which the orders below a rejected line act.

    `ends` says that the next PRODUCTION tells the end of its production.
    """

    ends: bool = False


def rejected_blocks_go_on(commands: Commands) -> None:
    """Orders below a rejected PRODUCTION line are carried out (FH-PROD-007).

    They act on the repeated or disbanded planet, or on the last named one, with balance 0.
    """

    def wrapper(run: Handler) -> Handler:
        def production(context: StepContext, species: Species, order: Order) -> None:
            works: Works = context.shared
            before, stale = works.open, _another_produced(works)
            if isinstance(before, _Rejected) and not before.ends:
                works.open = None
            try:
                run(context, species, order)
            except Refused:
                works.open = _rejected(works, order["planet"], before, ends=stale)
                raise

        return production

    around(commands, "PRODUCTION", wrapper)


def _another_produced(works: Works) -> bool:
    """Whether this is a species' first PRODUCTION, and another has produced before it.

    The engine still takes that one's last planet for open, so it ends what it has not begun.
    """
    return not works.begun and len(works.step.active) > 1


def _rejected(
    works: Works, named: Colony | Refused, before: OpenPlanet | None, *, ends: bool
) -> OpenPlanet | None:
    """The planet that is used instead, with what is left of the treasury and the shipyards."""
    colony = _last(works.species) if isinstance(named, Refused) else named
    if colony is None:
        return None
    planet = works.context.planet(colony)
    if before is None:
        return _Rejected(colony, planet, ends=ends)
    left = before.limit, before.slots, before.enlarged
    return _Rejected(colony, planet, 0, *left)


def _last(species: Species) -> Colony | None:
    """The planet that was named last."""
    colonies = list(species.living_colonies())
    return colonies[-1] if colonies else None
