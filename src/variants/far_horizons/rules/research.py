"""RESEARCH: first levels covered by knowledge, then research (FH-TECH-006, FH-TEACH-006)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import TECH_NAMES
from variants.far_horizons.hints import technology_hint
from variants.far_horizons.model import Species, Tech
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.rules.amounts import missing_amount, note_nothing_left, substitute
from variants.far_horizons.rules.production_state import SpeciesProduction, no_funds
from variants.far_horizons.step_context import OrderRefused, StepContext

SPENT = EventKind("research-spent", "Spent {amount} on {tech} research.", ("FH-TECH-006",))
LEARNT = EventKind(
    "level-learnt",
    "Spent {amount} raising {tech} tech level from {before} to {after} using transferred"
    " knowledge.",
    ("FH-TEACH-006",),
)


def research(production: SpeciesProduction, order: Order) -> None:
    """RESEARCH n technology; it is paid like any product."""
    amount, code = _amount(order), order["tech"]
    tech = production.species.techs[code]
    level = production.learnt.get(code, tech.level)
    if level == 0 and tech.knowledge == 0:  # FH-SETUP-005, FH-TEACH-007
        reason = f"{TECH_NAMES[code]} cannot be researched without transferred knowledge."
        raise OrderRefused("level-zero", reason, "another species has to teach it first")
    amount = _affordable(production, order, amount)
    if amount == 0:
        return
    # FH-TECH-003
    production.pay(amount, f"research in {TECH_NAMES[code]}")
    rest = _learn(production, code, tech, amount)
    if rest:
        tech.points += rest
        production.tell(SPENT, amount=rest, tech=TECH_NAMES[code])


def technology(_context: StepContext, _species: Species, order: Order, argument: str) -> str:
    """Return the abbreviation of the technology to research."""
    word: ClassWord | None = order[argument]
    if word is None:
        hint = technology_hint(order.written.get(argument, ""))
        raise OrderRefused("no-tech", "Invalid or missing technology.", hint, argument)
    return word.code


def _amount(order: Order) -> int:
    """Return the amount, which comes before the technology (FH-TECH-006)."""
    amount: int | None = order.get("amount")
    if amount is None:
        hint = f"write the amount first, as in {order.keyword} 27 {order['tech']}"
        raise OrderRefused("no-amount", "Invalid or missing amount.", hint, "tech")
    if amount < 0:
        raise missing_amount("amount")
    return amount


def _affordable(production: SpeciesProduction, order: Order, requested: int) -> int:
    """Return the amount to spend: 0 is the balance, larger amounts are cut (FH-BUILD-003)."""
    amount = requested or production.open_planet.balance
    if amount <= 0:
        note_nothing_left(production, order)
        return 0
    if amount > production.funds:
        if production.funds <= 0:
            raise no_funds(production, amount)
        substitute(production, order, "funds", production.funds, requested)
        return production.funds
    return amount


def _learn(production: SpeciesProduction, code: str, tech: Tech, amount: int) -> int:
    """Buy the levels that knowledge covers; return the rest of the amount (FH-TEACH-006).

    The levels apply to the whole species, at once (FH-TECH-005).
    """
    before = level = production.learnt.get(code, tech.level)
    rest = amount
    cost = production.economy.taught_level_cost
    while level < tech.knowledge and cost(level) <= rest:
        rest -= cost(level)
        level += 1
    if level == before:
        return rest
    if production.economy.taught_at_once:
        tech.level = level
    else:
        production.learnt[code] = level
    name = TECH_NAMES[code]
    production.tell(LEARNT, amount=amount - rest, tech=name, before=before, after=level)
    return rest
