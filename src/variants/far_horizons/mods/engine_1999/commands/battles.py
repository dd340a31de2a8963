"""Which species a number stands for, and what a bad number in WITHDRAW leaves."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from variants.far_horizons.model import Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, around, found_by
from variants.far_horizons.orders.references import Finder, deferred
from variants.far_horizons.rules.battle_orders import BattleSection, bearer
from variants.far_horizons.step_context import Refused, StepContext

_LIMITS = ("transports", "warships", "fleet")


def numbers_across_game(commands: Commands) -> None:
    """A number is that of the first species of the game that bears it (FH-ATTACK-007)."""

    def anywhere(context: StepContext, _species: Species, order: Order, argument: str) -> Species:
        return bearer(context, order, argument, context.game.empires)

    def wrapper(_find: Finder) -> Finder:
        return deferred(anywhere)

    for keyword in ("ATTACK", "HIJACK"):
        found_by(commands, keyword, "distortion", wrapper)


def piecemeal_withdrawals(commands: Commands) -> None:
    """A bad number in WITHDRAW leaves those before it in force (FH-WITHDRAW-004)."""

    def wrapper(run: Handler) -> Handler:
        def withdraw(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            limits = section.intent(species).limits
            for name in _LIMITS:
                limit: int | Refused = order[name]
                if isinstance(limit, Refused):
                    raise limit
                setattr(limits, name, limit)
            run(context, species, order)

        return withdraw

    for name in _LIMITS:
        found_by(commands, "WITHDRAW", name, deferred)
    around(commands, "WITHDRAW", wrapper)
