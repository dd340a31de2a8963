"""Orders that the engine carries out differently."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, remove_check, wrap_run
from variants.far_horizons.rules.battle_orders import BattleSection
from variants.far_horizons.rules.jump_orders import IN_TRANSIT
from variants.far_horizons.rules.telescopes import mark_used
from variants.far_horizons.rules.transit import release_ship
from variants.far_horizons.step_context import OrderRefused, StepContext


def enemy_of_itself(commands: Commands) -> None:
    """ENEMY with a number lists the species itself (no clause)."""

    def wrapper(run: Handler) -> Handler:
        def enemy(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            if "number" in order.arguments:
                species.enemies[:] = [other.id for other in context.game.empires]

        return enemy

    wrap_run(commands, "ENEMY", wrapper)


def earlier_battle_goes_on(commands: Commands) -> None:
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


def withdrawals_on_order(commands: Commands) -> None:
    """A ship that withdrew or was forced away goes at once if it gets a jump order.

    By the rulebook it goes after the species' other orders (FH-WITHDRAW-011, FH-FM-008).
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


def telescopes_tire(commands: Commands) -> None:
    """A refused TELESCOPE uses up the starbase's telescopes all the same (FH-GT-003)."""

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


def names_twice(commands: Commands) -> None:
    """IBUILD ignores the names that the recipient uses (FH-IBUILD-006, FH-IBUILD-007)."""

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
