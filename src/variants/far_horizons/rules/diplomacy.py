"""ALLY, ENEMY and NEUTRAL: attitudes towards other species.

The orders take effect at once, in the same way before departure, in production and after arrival: a
later line changes what an earlier one declared, and orders between them go by the current
attitude.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.rules.left_over import surplus
from variants.far_horizons.step_context import OrderRefused, StepContext

ALLIED = EventKind("alliance-declared", "Alliance was declared with SP {name}.")
HOSTILE = EventKind("enmity-declared", "Enmity was declared towards SP {name}.")
NEUTRAL = EventKind("neutrality-declared", "Neutrality was declared towards SP {name}.")
HOSTILE_TO_ALL = EventKind("enmity-declared-to-all", "Enmity was declared towards ALL species.")
NEUTRAL_TO_ALL = EventKind(
    "neutrality-declared-to-all", "Neutrality was declared towards ALL species."
)


def ally(context: StepContext, species: Species, order: Order) -> None:
    """ALLY SP name: one species that was met (FH-DIPLO-004)."""
    other = _named(context, order)
    if other.id not in species.met:
        reason = "You can't declare an alliance with a species you haven't met."
        raise OrderRefused("species-not-met", reason, at="species")
    _forget(species, other)
    species.allies.append(other.id)
    context.tell(species, ALLIED, name=other.name, rules=("FH-DIPLO-004",))


def enemy(context: StepContext, species: Species, order: Order) -> None:
    """ENEMY SP name, or a number for all species, met or not (FH-DIPLO-002, FH-DIPLO-007)."""
    if "number" in order.arguments:
        species.allies.clear()
        species.enemies[:] = [empire.id for empire in context.game.empires if empire is not species]
        species.all_enemies = True
        context.tell(species, HOSTILE_TO_ALL, rules=("FH-DIPLO-002",))
        return
    other = _named(context, order)
    _forget(species, other)
    species.enemies.append(other.id)
    context.tell(species, HOSTILE, name=other.name, rules=("FH-DIPLO-002",))


def neutral(context: StepContext, species: Species, order: Order) -> None:
    """NEUTRAL SP name, or a number for all species (FH-DIPLO-003)."""
    if "number" in order.arguments:
        species.allies.clear()
        species.enemies.clear()
        species.all_enemies = False
        context.tell(species, NEUTRAL_TO_ALL, rules=("FH-DIPLO-003",))
        return
    other = _named(context, order)
    _forget(species, other)  # until an ENEMY order follows: FH-DIPLO-008
    context.tell(species, NEUTRAL, name=other.name, rules=("FH-DIPLO-003",))


def _named(context: StepContext, order: Order) -> Species:
    """Return the only species that an order names."""
    if surplus(context, order):
        reason = f"Invalid or missing argument in {order.keyword} command."
        hint = "declare one species an order, and each in a line of its own"
        raise OrderRefused("too-many-words", reason, hint, "surplus")
    other: Species = order["species"]
    return other


def _forget(species: Species, other: Species) -> None:
    """Reset the attitude towards another species to neutral (FH-DIPLO-001).

    Attitudes last over turns (FH-DIPLO-005); a later line replaces them (FH-DIPLO-006).
    """
    for declared in (species.allies, species.enemies):
        if other.id in declared:
            declared.remove(other.id)
