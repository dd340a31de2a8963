"""What is done otherwise when an order is carried out."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, around, without
from variants.far_horizons.rules.battle_orders import BattleSection
from variants.far_horizons.rules.jump_orders import IN_TRANSIT
from variants.far_horizons.rules.telescopes import mark_used
from variants.far_horizons.rules.transit import release_ship
from variants.far_horizons.step_context import Refused, StepContext


def enemy_of_itself(commands: Commands) -> None:
    """ENEMY with a number lists the species itself (no clause)."""

    def wrapper(run: Handler) -> Handler:
        def enemy(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            if "number" in order.arguments:
                species.enemies[:] = [one.id for one in context.game.empires]

        return enemy

    around(commands, "ENEMY", wrapper)


def earlier_battle_goes_on(commands: Commands) -> None:
    """After a refused BATTLE, orders are for the battle before it (FH-BATTLE-002)."""

    def wrapper(run: Handler) -> Handler:
        def battle(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            before = section.current
            try:
                run(context, species, order)
            except Refused:
                section.current = before
                raise

        return battle

    around(commands, "BATTLE", wrapper)


def withdrawals_on_order(commands: Commands) -> None:
    """A jump order for a ship that withdrew or was forced away sends it to where it goes at once.

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
        around(commands, keyword, wrapper)


def telescopes_tire(commands: Commands) -> None:
    """A starbase with too few telescopes has used them all the same (FH-GT-003)."""

    def wrapper(run: Handler) -> Handler:
        def telescope(context: StepContext, species: Species, order: Order) -> None:
            starbase: Ship = order["starbase"]
            try:
                run(context, species, order)
            except Refused:
                if starbase.starbase:
                    mark_used(starbase)
                raise

        return telescope

    around(commands, "TELESCOPE", wrapper)


def names_twice(commands: Commands) -> None:
    """IBUILD does not look at the names that the recipient uses (FH-IBUILD-006, FH-IBUILD-007)."""

    def wrapper(run: Handler) -> Handler:
        def ibuild(context: StepContext, species: Species, order: Order) -> None:
            recipient: Species = order["species"]
            before = {id(colony) for colony in recipient.living_colonies()}
            run(context, species, order)
            for colony in recipient.living_colonies():
                if id(colony) not in before:
                    colony.name = context.shared.here.colony.name
                    context.game.transactions[-1].facts["receiver"] = colony.name

        return ibuild

    without(commands, "name_unused")
    around(commands, "IBUILD", wrapper)
