"""A step as a phase of a turn: a desk with the game's own dice, ledger, events and remarks."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.orders import MOST_REMARKS, Diagnostic
from horizons_core.turn import TurnContext
from variants.far_horizons.dice import Foreseen
from variants.far_horizons.economy import Treasury
from variants.far_horizons.model import Species
from variants.far_horizons.orders.language import Orders
from variants.far_horizons.rules.knowledge import store_scans
from variants.far_horizons.step_context import Credit, Desk, News

#: A step of the turn; see `desk.py`.
Step = Callable[[Desk], None]


def phase_of(step: Step) -> Callable[[TurnContext], None]:
    """The function of a phase that runs this step for all species."""

    def run(context: TurnContext) -> None:
        desk = desk_for(context)
        step(desk)
        store_scans(desk)
        pass_on(desk, context)

    return run


def desk_for(context: TurnContext) -> Desk:
    """A desk with what the context has; species that sent no orders have none on it."""
    economy: Treasury = context.variant.economy
    orders = {
        species.number: given
        for species in context.game.empires
        if species.id in context.heard and isinstance(given := context.orders[species.id], Orders)
    }
    chance = economy.chance(context)
    return Desk(
        context.game,
        Foreseen(chance) if context.forecast else chance,
        orders | context.notes.get("drafted", {}),
        habits=economy.habits,
        tolerance=economy.tolerance,
        credit=_credit(context),
        news=context.notes.setdefault("battles", News()),
    )


def _credit(context: TurnContext) -> Credit:
    """Money by the ledger. A debt is beyond what a ledger holds: the treasury is empty instead."""

    def credit(species: Species, amount: int, reason: str) -> None:
        context.post(species, "EU", max(amount, -species.treasury), reason)

    return credit


def pass_on(desk: Desk, context: TurnContext) -> None:
    """What the desk's step told becomes events and remarks of the turn.

    Remarks are on what players wrote: drafts for the absent get none.
    """
    for told in desk.told:
        context.emit(
            told.kind,
            (told.species,) if told.species else (),
            place=told.place,
            dice=told.dice,
            rules=told.rules,
            data=told.facts,
        )
    for species, remark in desk.remarks:
        if context.forecast or species in context.heard:
            _keep(context, species, remark)


def _keep(context: TurnContext, species: str, remark: Diagnostic) -> None:
    remarks = context.diagnostics.setdefault(species, [])
    if len(remarks) < MOST_REMARKS:
        remarks.append(remark)
    else:
        context.left_out[species] = context.left_out.get(species, 0) + 1
