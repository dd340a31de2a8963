"""Orders that the engine carries out differently, such as REPAIR."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from horizons_core.sums import int_sum
from variants.far_horizons.model import Colony, Place, Ship, Species
from variants.far_horizons.mods.engine_1999.commands.changes import (
    Commands,
    remove_check,
    wrap_find,
    wrap_run,
)
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.battles import BattleSection
from variants.far_horizons.rules.jumps import IN_TRANSIT, release_ship
from variants.far_horizons.rules.production_state import OpenPlanet, SpeciesProduction
from variants.far_horizons.rules.repair import fleet_in, shares
from variants.far_horizons.rules.siege import besiegers_of
from variants.far_horizons.rules.telescopes import mark_used
from variants.far_horizons.step_context import OrderRefused, StepContext


def list_self_as_enemy(commands: Commands) -> None:
    """ENEMY with a number lists the species itself (no clause)."""

    def wrapper(run: Handler) -> Handler:
        def enemy(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            if "number" in order.arguments:
                species.enemies[:] = [other.id for other in context.game.empires]

        return enemy

    wrap_run(commands, "ENEMY", wrapper)


def fall_back_to_previous_battle(commands: Commands) -> None:
    """After a refused BATTLE, orders are for the battle before it (FH-BATTLE-002)."""

    def wrapper(run: Handler) -> Handler:
        def battle(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            previous = section.current
            try:
                run(context, species, order)
            except OrderRefused:
                section.current = previous
                raise

        return battle

    wrap_run(commands, "BATTLE", wrapper)


def withdraw_at_once(commands: Commands) -> None:
    """A ship that withdrew or was forced away jumps at once if it gets a jump order.

    According to the rulebook, it jumps after the species' other orders (FH-WITHDRAW-011,
    FH-FM-008).
    """

    def wrapper(run: Handler) -> Handler:
        def jump(context: StepContext, species: Species, order: Order) -> None:
            ship: Ship = order["ship"]
            if ship.where in IN_TRANSIT:
                release_ship(context, species, ship)
            else:
                run(context, species, order)

        return jump

    for keyword in ("JUMP", "PJUMP"):
        wrap_run(commands, keyword, wrapper)


def count_failed_telescopes(commands: Commands) -> None:
    """A refused TELESCOPE still uses up the starbase's telescopes (FH-GT-003)."""

    def wrapper(run: Handler) -> Handler:
        def telescope(context: StepContext, species: Species, order: Order) -> None:
            starbase: Ship = order["starbase"]
            try:
                run(context, species, order)
            except OrderRefused:
                if starbase.starbase:
                    mark_used(starbase)
                raise

        return telescope

    wrap_run(commands, "TELESCOPE", wrapper)


def allow_duplicate_names(commands: Commands) -> None:
    """IBUILD may use a name that the recipient already uses (FH-IBUILD-006, FH-IBUILD-007)."""

    def wrapper(run: Handler) -> Handler:
        def ibuild(context: StepContext, species: Species, order: Order) -> None:
            recipient: Species = order["species"]
            known_ids = {id(colony) for colony in recipient.living_colonies()}
            run(context, species, order)
            for colony in recipient.living_colonies():
                if id(colony) not in known_ids:
                    colony.name = context.shared.open_planet.colony.name
                    context.game.transactions[-1].facts["receiver"] = colony.name

        return ibuild

    remove_check(commands, "name_unused")
    wrap_run(commands, "IBUILD", wrapper)


#: The value of `special` that marks a ship as repaired.
_REPAIRED = 99


def repair_with_available(commands: Commands) -> None:
    """REPAIR without a number means the number needed, or as many as are aboard (FH-DR-005)."""

    def wrapper(run: Handler) -> Handler:
        def repair(context: StepContext, species: Species, order: Order) -> None:
            if "ship" in order.arguments and "amount" not in order.arguments:
                ship: Ship = order["ship"]
                needed = context.economy.repair_units(ship.age, ship.tonnage)
                order = order.with_found({"amount": needed} if needed else {})
            run(context, species, order)

        return repair

    wrap_run(commands, "REPAIR", wrapper)


def repair_to_negative_age(commands: Commands) -> None:
    """REPAIR for a sector accepts a negative age, and then uses too many units (FH-DR-007)."""

    def wrapper(_find: Finder) -> Finder:
        return lambda _context, _species, order, argument: order[argument]

    wrap_find(commands, "REPAIR", "age", wrapper)


def mark_repaired_ships(commands: Commands) -> None:
    """REPAIR for a sector marks the ships that it repairs (no clause; seen in recorded games)."""

    def wrapper(run: Handler) -> Handler:
        def repair(context: StepContext, species: Species, order: Order) -> None:
            if "sector" in order.arguments:
                _mark(context, fleet_in(species, order["sector"]), order.get("age") or 0)
            run(context, species, order)

        return repair

    wrap_run(commands, "REPAIR", wrapper)


def _mark(context: StepContext, fleet: list[Ship], goal: int) -> None:
    """Mark the damaged ships for which there are enough units."""
    pool = int_sum(ship.cargo.get("DR", 0) for ship in fleet)
    for ship, used in shares(context, fleet, goal):
        ship.special = _REPAIRED if pool and ship.age > 0 else 0
        pool -= used


#: The name and the place of an empty entry in the engine's list of named planets.
_EMPTY, _NOWHERE = "Unused", Place((0, 0, 0), 99)


def continue_rejected_blocks(commands: Commands) -> None:
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
    """Open the planet used instead, with the rest of the treasury and of the shipyards."""
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
    """Return whether PL precedes the name of a planet."""
    first = order.written.get("planet", "").split(maxsplit=1)[:1]
    return bool(first) and first[0].upper() == "PL"
