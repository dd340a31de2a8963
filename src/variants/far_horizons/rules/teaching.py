"""TEACH: knowledge of a technology for another species (FH-TEACH-001, FH-TEACH-002)."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.constants import TECH_NAMES, TECHS
from variants.far_horizons.model import Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.step_context import OrderRefused, StepContext


def teach(context: StepContext, species: Species, order: Order) -> None:
    """TEACH technology [n] SP name; not logged, and learned at the end of the turn.

    The level is limited to the teacher's own (FH-TEACH-003).
    """
    technology: ClassWord = order["technology"]
    tech, requested = technology.code, order.get("level")
    other: Species = order["recipient"]
    _refuse_pupil(species, other)
    level = species.level(tech)
    if requested is not None and requested > level:
        message = f"your {TECH_NAMES[tech]} level is {level}: more cannot be taught"
        context.note(species, order, "level-cut", message)
    taught_level = level if requested is None else min(requested, level)
    # it is free, and may be repeated (FH-TEACH-009)
    context.deal(
        transaction(
            TransactionKind.KNOWLEDGE_TAUGHT,
            donor=species.number,
            recipient=other.number,
            tech=TECHS.index(tech),
            level=taught_level,
            donor_name=species.name,
        )
    )


def _refuse_pupil(species: Species, other: Species) -> None:
    if other.id not in species.met:
        reason = "You can't TEACH a species you haven't met."
        raise OrderRefused("not-met", reason, at="recipient")
    if other.id in species.enemies:
        hint = "declare it NEUTRAL first, if you mean it"
        raise OrderRefused("enemy", "You can't TEACH an ENEMY.", hint, "recipient")
