"""Steps 1 and 2 of income: what systems earn, and upkeep."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.empires import WAR
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.pool import service
from variants.starcluster.rules.treasury import charge, credit

UNSERVED = EventKind(
    "income.unserved",
    "{pu} PU of {system} earn nothing and do not grow: freighters are missing.",
    ("SC-LOG-007",),
)

#: In a turn's notes: by empire, what it has earned.
EARNINGS = "earnings"


@frozen
class Earnings:
    """What an empire has earned in a turn, in hundredths of a MC.

    Attributes:
        gross: its Gross Income (SC-ECO-003).
        net: its Pre Event Net Income, after upkeep (SC-ECO-004).
    """

    gross: int
    net: int


def run(context: TurnContext) -> None:
    """Credit every empire with what its systems earn, and charge upkeep, a line for each.

    These are steps 1 and 2 of SC-ECO-001.
    """
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    earnings = context.notes.setdefault(EARNINGS, {})
    held = Holdings(game)
    for empire in game.powers:
        gross = _earn(context, held, empire, economy)
        costs = upkeep(held, empire, economy)
        for what_for, cost, clause in costs:
            if cost:
                charge(context, empire, cost, what_for, (clause,))
        earnings[empire.id] = Earnings(gross, gross - int_sum(cost for _, cost, _ in costs))


def gross_income(held: Starcluster | Holdings, empire: Empire, economy: Imperium) -> int:
    """The Gross Income of an empire as things stand (SC-ECO-003)."""
    unserved = {} if empire.npr else service(held, empire, economy).unserved
    return int_sum(
        economy.system_income(system, empire.race, empire.el, unserved.get(system.id, 0))
        for system in held.colonies(empire.id)
    )


def upkeep(
    held: Starcluster | Holdings, empire: Empire, economy: Imperium
) -> list[tuple[str, int, str]]:
    """What an empire's centers, bases and units cost in a turn, with clauses (SC-ECO-004)."""
    colonies = held.colonies(empire.id)
    centers = int_sum(bool(system.science) for system in colonies)
    levels = [level for system in colonies for level in (system.generic, system.dedicated) if level]
    bases = int_sum(len(planet.ground_bases) for system in colonies for planet in system.planets)
    at_war = any(relation.stance == WAR for relation in empire.relations.values())
    prices = (unit.list_price for unit in held.units_of(empire.id))
    return [
        ("Science Centers", economy.upkeep_of_science(empire.el, centers), "SC-SCI-005"),
        ("R&D Centers", economy.upkeep_of_development(levels), "SC-RDC-004"),
        ("ground bases", economy.upkeep_of_bases(bases, at_war=at_war), "SC-CGB-002"),
        ("units", economy.upkeep_of_units(prices), "SC-YRD-006"),
    ]


def _earn(context: TurnContext, held: Holdings, empire: Empire, economy: Imperium) -> int:
    """Credit what an empire's systems earn; the answer is their sum."""
    unserved = {} if empire.npr else service(held, empire, economy).unserved
    gross = 0
    for system in held.colonies(empire.id):
        missing = unserved.get(system.id, 0)
        earned = economy.system_income(system, empire.race, empire.el, missing)
        gross += earned
        credit(context, empire, earned, f"income of {system.id}", ("SC-ECO-002",))
        if missing:
            context.emit(UNSERVED, empire.readers, place=system.id, pu=missing, system=system.id)
    return gross
