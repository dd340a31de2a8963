"""Research, teaching and estimates of technologies, and new levels at the end of the turn.

Clauses: FH-TEACH-001.
"""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import ITEMS, TECH_NAMES, TECHS
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import Economy
from variants.far_horizons.hints import technology_hint
from variants.far_horizons.model import Species, Tech
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.rules.notices import SpeciesTransactions
from variants.far_horizons.rules.production_state import (
    SpeciesProduction,
    missing_amount,
    no_funds,
    note_nothing_left,
    substitute,
)
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
    rest = _buy_known_levels(production, code, tech, amount)
    if rest:
        tech.points += rest
        production.notify(SPENT, amount=rest, tech=TECH_NAMES[code])


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


def _buy_known_levels(production: SpeciesProduction, code: str, tech: Tech, amount: int) -> int:
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
    production.notify(LEARNT, amount=amount - rest, tech=name, before=before, after=level)
    return rest


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
        context.note(species, order, "level-reduced", message)
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


ESTIMATED = EventKind(
    "technology-estimated",
    "Estimate of the technology of SP {name} (government name '{government}', government type"
    " '{government_type}'):",
    ("FH-ESTIMATE-001",),
)
LEVELS = EventKind(
    "levels-estimated",
    "MI = {MI}, MA = {MA}, ML = {ML}, GV = {GV}, LS = {LS}, BI = {BI}.",
    ("FH-ESTIMATE-002",),
)


def estimate(production: SpeciesProduction, order: Order) -> None:
    """ESTIMATE SP name."""
    species = production.species
    other: Species = order["species"]
    if other.id not in species.met:
        reason = "You can't estimate the technology of a species you haven't met."
        raise OrderRefused("species-not-met", reason, at="species")
    production.pay(production.economy.estimate_price, f"estimate of {other.name}")
    subject = ("estimate", species.number, str(production.place), other.number)
    dice = production.context.chance.dice(*subject)
    levels: dict[str, Any] = {
        tech: production.economy.estimate(species.level(tech), other.level(tech), dice)
        for tech in TECHS
    }
    production.notify(
        ESTIMATED,
        name=other.name,
        government=other.government,
        government_type=other.government_type,
    )
    drawn = production.context.chance.drawn(*subject)
    production.context.notify(species, LEVELS, place=production.place, dice=drawn, **levels)


TECH_ROSE = EventKind(
    "tech-rose",
    "{tech} tech level rose from {before} to {level}.",
    ("FH-TECH-004", "FH-TECH-008"),
)
NOVELTY = EventKind("new-technology", "You now have the technology to {what}.", ("FH-HTECH-002",))
KNOWLEDGE_RECEIVED = EventKind(
    "knowledge-received",
    "SP {donor} transferred knowledge of {tech} to you up to tech level {level}.",
    ("FH-TEACH-002", "FH-TEACH-010"),
)


def level_after_research(tech: Tech, dice: Dice, economy: Economy) -> int:
    """Return the level after research, which uses up points, before free levels (FH-TEACH-004).

    Half of the levels that the points buy are certain, and the rest are attempts.
    """
    level = tech.level
    for _ in range((economy.level_for(level, tech.points) - level) // 2):
        tech.points -= economy.research_cost(level)
        level += 1
    while tech.points >= (cost := economy.attempt_cost(level)):
        tech.points -= cost
        level += _lucky(level, dice)
    return level


def _lucky(level: int, dice: Dice) -> bool:
    """Roll a chance of 1 in `level`."""
    return 8 * level <= dice(max(1, 16 * level)) <= 8 * level + 15


def level_at_turn_end(tech: Tech, dice: Dice, economy: Economy, highest: int | None) -> int:
    """Return the level of a technology at the end of the turn."""
    level, sides = tech.level, economy.free_level_sides
    if tech.points > 0:  # FH-TECH-004
        level = level_after_research(tech, dice, economy)
    if tech.level > 0 and dice(sides) == sides:  # FH-SETUP-005, FH-TECH-008
        level += 1
    # there is no end to levels (FH-TECH-002)
    return max(tech.level, level if highest is None else min(level, highest))


def advance(context: StepContext, species: Species, highest: int | None) -> int | None:
    """Advance the research of a species, and report what it can build now.

    `highest` is the limit of the previous technology, and the result that of the last one.
    """
    economy = context.economy
    for code in TECHS:
        tech, before = species.techs[code], species.level(code)
        subject = ("research", species.number, code)
        highest = economy.highest_level(tech.level, tech.points, highest)
        tech.level = level_at_turn_end(tech, context.chance.dice(*subject), economy, highest)
        if tech.level > before:
            name, rolled = TECH_NAMES[code], context.chance.drawn(*subject)
            context.notify(
                species, TECH_ROSE, dice=rolled, tech=name, before=before, level=tech.level
            )
    for novelty in novelties(species, economy):
        context.notify(species, NOVELTY, what=novelty)
    for tech in species.techs.values():
        tech.initial = tech.level
    return highest


def novelties(species: Species, economy: Economy) -> list[str]:
    """Return what the levels reached this turn permit for the first time (FH-HTECH-002)."""
    rose = {code: tech for code, tech in species.techs.items() if tech.initial < tech.level}

    def passed(code: str, level: int) -> bool:
        return rose[code].initial < level <= rose[code].level

    lines = [
        f"build {item.plural}"
        for item in ITEMS
        if item.tech in rose and passed(item.tech, economy.item_level(item.abbreviation))
    ]
    if "MA" in rose and passed("MA", economy.construction_level):
        lines.append("do interspecies construction")
    return lines


def receive_knowledge(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Receive knowledge taught by others, if it exceeds the species' own (FH-TEACH-010)."""
    for deal in inbox.of(TransactionKind.KNOWLEDGE_TAUGHT):
        code, level = TECHS[deal.facts["tech"]], deal.facts["level"]
        tech = species.techs[code]
        if level <= max(tech.level, tech.knowledge):
            continue
        tech.knowledge = level
        donor, name = deal.facts["donor_name"], TECH_NAMES[code]
        context.notify(species, KNOWLEDGE_RECEIVED, donor=donor, tech=name, level=level)
