"""Execution of a section of orders, line by line, by their commands."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Check
from variants.far_horizons.model import Species
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.model.written import ReadSection, Unread, section_of
from variants.far_horizons.rules.left_over import further_order
from variants.far_horizons.step_context import StepContext

#: The beginning of a section, which may have no orders or no effect.
SECTION_BEGUN = EventKind("section-begun", "The orders of the section {section} are carried out.")


def section(context: StepContext, species: Species, name: str) -> ReadSection | None:
    """Return a species' section; None if it sent no orders or not this section."""
    drafted = context.notes.get("drafted", {})
    if species.id in drafted:
        return section_of(drafted[species.id], name)
    return (
        section_of(context.orders.get(species.id, ()), name)
        if species.id in context.senders
        else None
    )


def carry_out(
    context: StepContext, species: Species, orders: ReadSection, first: Check | None = None
) -> None:
    """Execute a section from top to bottom; a refused order changes nothing.

    It is reported, and the next order follows (FH-ORDER-022). `first` is called before each order,
    as by `TurnContext.attempt`.
    """
    phase = SECTION_OF[orders.name].phase
    context.tell(species, SECTION_BEGUN, section=orders.name)
    for entry in orders.entries:
        if isinstance(entry, Unread):
            context.pass_over(species, entry)
        elif entry.phase == phase:
            refusal = further_order(context, entry) or context.attempt(species, entry, first)
            if refusal:
                context.turn_down(species, entry, refusal)
