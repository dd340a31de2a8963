"""What becomes of the orders below a rejected PRODUCTION line."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Colony, Place, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, around
from variants.far_horizons.rules.production_state import OpenPlanet, Works
from variants.far_horizons.rules.siege import besiegers_of
from variants.far_horizons.step_context import Refused, StepContext

#: The name and the place of an empty entry in the engine's list of named planets.
_EMPTY, _NOWHERE = "Unused", Place((0, 0, 0), 99)


def rejected_blocks_go_on(commands: Commands) -> None:
    """Orders below a rejected PRODUCTION line are carried out (FH-PROD-007).

    They act on the repeated or disbanded planet; on that of the block before if PL is missing, and
    on the last in the list of named planets if no planet has that name: with balance 0, and what is
    left of the treasury and the shipyards of the planet opened last, whosever it is. The end of
    their production is told if no other planet opens, or if the line is the first of a species and
    the engine takes the last planet of another one for open.
    """

    def wrapper(run: Handler) -> Handler:
        def production(context: StepContext, species: Species, order: Order) -> None:
            works: Works = context.shared
            before, first = works.open, not works.begun
            try:
                run(context, species, order)
            except Refused:
                ends = first and works.step.latest is not None and works.step.latest.ends
                works.open = works.step.latest = _rejected(works, order, before, ends=ends)
                raise

        return production

    around(commands, "PRODUCTION", wrapper)


def _rejected(works: Works, order: Order, before: OpenPlanet | None, *, ends: bool) -> OpenPlanet:
    """The planet that is used instead, with what is left of the treasury and the shipyards."""
    colony, latest = _named(works, order, before), works.step.latest
    empty = colony.place == _NOWHERE
    planet = works.context.home(works.species) if empty else works.context.planet(colony)
    here = works.open = OpenPlanet(colony, planet, ends=ends)
    if latest is not None:
        here.limit, here.enlarged = latest.limit, latest.enlarged
        here.slots = 0 if empty else latest.slots  # no ship can be anywhere else
    if colony.siege:
        here.besiegers = tuple(one.species for one in besiegers_of(works))
    return here


def _named(works: Works, order: Order, before: OpenPlanet | None) -> Colony:
    """The planet on which orders act: the one that was named, else one that the engine still has.

    The names of planets are compared only where PL is written.
    """
    named: Colony | Refused = order["planet"]
    if isinstance(named, Colony):
        return named
    if before is not None and not _marked(order):
        return before.colony
    return works.species.colonies[-1] or Colony(name=_EMPTY, place=_NOWHERE)


def _marked(order: Order) -> bool:
    """Whether PL stands before what is written as the name of a planet."""
    first = order.written.get("planet", "").split(maxsplit=1)[:1]
    return bool(first) and first[0].upper() == "PL"
