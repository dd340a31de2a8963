"""The orders below a rejected PRODUCTION line."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Colony, Place, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, wrap_run
from variants.far_horizons.rules.production_state import OpenPlanet, SpeciesProduction
from variants.far_horizons.rules.siege import besiegers_of
from variants.far_horizons.step_context import OrderRefused, StepContext

#: The name and the place of an empty entry in the engine's list of named planets.
_EMPTY, _NOWHERE = "Unused", Place((0, 0, 0), 99)


def rejected_blocks_go_on(commands: Commands) -> None:
    """Orders below a rejected PRODUCTION line are carried out (FH-PROD-007).

    They act on the repeated or disbanded planet, on that of the previous block if PL is missing, or
    on the last in the list of named planets if no planet has that name. The balance is 0; treasury
    and shipyards have what is left on the planet opened last, of any species. Their production is
    reported as ended if no other planet opens, or if the line is a species' first and the engine
    still has the last planet of another species open.
    """

    def wrapper(run: Handler) -> Handler:
        def produce(context: StepContext, species: Species, order: Order) -> None:
            production: SpeciesProduction = context.shared
            previous, is_first = production.open, not production.begun
            try:
                run(context, species, order)
            except OrderRefused:
                ends = (
                    is_first and production.step.latest is not None and production.step.latest.ends
                )
                production.open = production.step.latest = _open(
                    production, order, previous, ends=ends
                )
                raise

        return produce

    wrap_run(commands, "PRODUCTION", wrapper)


def _open(
    production: SpeciesProduction, order: Order, previous: OpenPlanet | None, *, ends: bool
) -> OpenPlanet:
    """Open the planet that is used instead, with what is left of the treasury and the shipyards."""
    colony, latest = _chosen_colony(production, order, previous), production.step.latest
    empty = colony.place == _NOWHERE
    planet = (
        production.context.home(production.species) if empty else production.context.planet(colony)
    )
    opened = production.open = OpenPlanet(colony, planet, ends=ends)
    if latest is not None:
        opened.limit, opened.enlarged = latest.limit, latest.enlarged
        opened.slots = 0 if empty else latest.slots  # no ship can be anywhere else
    if colony.siege:
        opened.besiegers = tuple(besieger.species for besieger in besiegers_of(production))
    return opened


def _chosen_colony(
    production: SpeciesProduction, order: Order, previous: OpenPlanet | None
) -> Colony:
    """Return the planet on which orders act: the named one, or one that the engine still has.

    The names of planets are compared only if PL is written.
    """
    named: Colony | OrderRefused = order["planet"]
    if isinstance(named, Colony):
        return named
    if previous is not None and not _has_class_word(order):
        return previous.colony
    return production.species.colonies[-1] or Colony(name=_EMPTY, place=_NOWHERE)


def _has_class_word(order: Order) -> bool:
    """Tell whether PL stands before the name of a planet."""
    first = order.written.get("planet", "").split(maxsplit=1)[:1]
    return bool(first) and first[0].upper() == "PL"
