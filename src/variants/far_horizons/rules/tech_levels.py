"""Levels rise by research and by private gains, and knowledge is received (economy 7.2)."""

from __future__ import annotations

from attrs import define

from horizons_core.model import EventKind
from variants.far_horizons.constants import ITEMS, TECH_NAMES, TECHS
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Species, Tech
from variants.far_horizons.model.transactions import Kind
from variants.far_horizons.rules.inbox import Inbox
from variants.far_horizons.step_context import Desk

TECH_ROSE = EventKind(
    "tech-rose",
    "  {tech} tech level rose from {before} to {level}.",
    ("FH-TECH-004", "FH-TECH-008"),
)
NOVELTY = EventKind("new-technology", "  You now have the technology to {what}.", ("FH-HTECH-002",))
KNOWLEDGE_RECEIVED = EventKind(
    "knowledge-received",
    "  SP {donor} transferred knowledge of {tech} to you up to tech level {level}.",
    ("FH-TEACH-002", "FH-TEACH-010"),
)

#: From here on luck may bring one level more than the points are worth, and no more.
_LIMITED_FROM = 51
_UNLIMITED = 10**9
_BUILDING_FOR_OTHERS = 25


@define
class Limit:
    """The highest level that research may bring.

    The engine forgets to set it where nothing is researched (`Habits.stale_research_limit`).
    """

    stale: bool = False
    level: int = 0

    def forget(self) -> None:
        """Begin a technology without research."""
        if not self.stale:
            self.level = _UNLIMITED


def worth(level: int, points: int) -> int:
    """The level that points buy without luck, at the square of each level (FH-TEACH-004)."""
    while points >= level * level:
        points -= level * level
        level += 1
    return level


def researched(tech: Tech, dice: Dice, limit: Limit) -> int:
    """The level after research, before private gains; the points used are gone."""
    level = tech.level
    sure = worth(level, tech.points)
    limit.level = sure + 1 if level >= _LIMITED_FROM else _UNLIMITED
    for _ in range((sure - level) // 2):
        tech.points -= level * level
        level += 1
    while tech.points >= level:
        tech.points -= level
        level += _lucky(level, dice)
    return level


def _lucky(level: int, dice: Dice) -> bool:
    """A chance of 1 in `level`."""
    return 8 * level <= dice(max(1, 16 * level)) <= 8 * level + 15


def risen(tech: Tech, dice: Dice, limit: Limit) -> int:
    """The level of a technology at the end of the turn (FH-TECH-004, FH-TECH-008)."""
    limit.forget()
    level = researched(tech, dice, limit) if tech.points > 0 else tech.level
    if tech.level > 0 and dice(6) == 6:
        level += 1
    return max(tech.level, min(level, limit.level))


def advance(desk: Desk, species: Species, limit: Limit) -> None:
    """Research of a species, and what it can build now."""
    for code in TECHS:
        tech, before = species.techs[code], species.level(code)
        subject = ("research", species.number, code)
        tech.level = risen(tech, desk.chance.dice(*subject), limit)
        if tech.level > before:
            name, rolled = TECH_NAMES[code], desk.chance.drawn(*subject)
            desk.tell(species, TECH_ROSE, dice=rolled, tech=name, before=before, level=tech.level)
    for what in novelties(species):
        desk.tell(species, NOVELTY, what=what)
    for tech in species.techs.values():
        tech.initial = tech.level


def novelties(species: Species) -> list[str]:
    """What the levels reached in this turn permit for the first time (FH-HTECH-002)."""

    def passed(code: str, level: int) -> bool:
        tech = species.techs[code]
        return tech.initial < level <= tech.level

    lines = [f"build {item.plural}" for item in ITEMS if passed(item.tech, item.level)]
    if passed("MA", _BUILDING_FOR_OTHERS):
        lines.append("do interspecies construction")
    return lines


def learn(desk: Desk, species: Species, inbox: Inbox) -> None:
    """Knowledge that others have taught, where it goes beyond the own (FH-TEACH-010)."""
    for deal in inbox.of(Kind.KNOWLEDGE_TAUGHT):
        code, level = TECHS[deal.facts["tech"]], deal.facts["level"]
        tech = species.techs[code]
        if level <= max(tech.level, tech.knowledge):
            continue
        tech.knowledge = level
        donor, name = deal.facts["donor_name"], TECH_NAMES[code]
        desk.tell(species, KNOWLEDGE_RECEIVED, donor=donor, tech=name, level=level)
