"""Rising tech levels, by research and private gains, and received knowledge."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.constants import ITEMS, TECH_NAMES, TECHS
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Species, Tech
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.rules.inbox import SpeciesTransactions
from variants.far_horizons.step_context import StepContext

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
    """Return the level after research, using up points, before private gains (FH-TEACH-004).

    Half of the levels that the points buy are certain; the rest are attempts.
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

    `highest` and the result are the limits of the previous technology and of the last one.
    """
    economy = context.economy
    for code in TECHS:
        tech, before = species.techs[code], species.level(code)
        subject = ("research", species.number, code)
        highest = economy.highest_level(tech.level, tech.points, highest)
        tech.level = level_at_turn_end(tech, context.chance.dice(*subject), economy, highest)
        if tech.level > before:
            name, rolled = TECH_NAMES[code], context.chance.drawn(*subject)
            context.tell(
                species, TECH_ROSE, dice=rolled, tech=name, before=before, level=tech.level
            )
    for novelty in novelties(species, economy):
        context.tell(species, NOVELTY, what=novelty)
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
    """Receive knowledge taught by others, if it exceeds one's own (FH-TEACH-010)."""
    for deal in inbox.of(TransactionKind.KNOWLEDGE_TAUGHT):
        code, level = TECHS[deal.facts["tech"]], deal.facts["level"]
        tech = species.techs[code]
        if level <= max(tech.level, tech.knowledge):
            continue
        tech.knowledge = level
        donor, name = deal.facts["donor_name"], TECH_NAMES[code]
        context.tell(species, KNOWLEDGE_RECEIVED, donor=donor, tech=name, level=level)
