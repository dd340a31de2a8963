"""Carrying out a section of orders, line by line, each as its command says."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Check
from variants.far_horizons.model import Species
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.model.written import ReadSection, Unread, section_of
from variants.far_horizons.rules.left_over import further_order
from variants.far_horizons.step_context import StepContext

#: The beginning of a section, which may have no orders or lead to nothing.
SECTION_BEGUN = EventKind("section-begun", "The orders of the section {section} are carried out.")


def section(context: StepContext, species: Species, name: str) -> ReadSection | None:
    """A species' section of this name; None if it sent no orders or not this section."""
    drafted = context.notes.get("drafted", {})
    if species.id in drafted:
        return section_of(drafted[species.id], name)
    return (
        section_of(context.orders.get(species.id, ()), name)
        if species.id in context.heard
        else None
    )


def carry_out(
    context: StepContext, species: Species, given: ReadSection, first: Check | None = None
) -> None:
    """Carry out a section from top to bottom; an order that is refused changes nothing.

    It is reported, and the next one follows (FH-ORDER-022).
    `first` is asked before each order, as by `TurnContext.attempt`.
    """
    phase = SECTION_OF[given.name].phase
    context.tell(species, SECTION_BEGUN, section=given.name)
    for entry in given.entries:
        if isinstance(entry, Unread):
            context.pass_over(species, entry)
        elif entry.phase == phase:
            refusal = further_order(context, entry) or context.attempt(species, entry, first)
            if refusal:
                context.turn_down(species, entry, refusal)
