"""Steps 1 and 2 of income: income of systems, and upkeep."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.empires import WAR
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.pool import pool_service
from variants.starcluster.rules.treasury import charge, credit

UNSERVED = EventKind(
    "income.unserved",
    "{pu} PU of {system} earn nothing and do not grow: not enough freighters.",
    ("SC-LOG-007",),
)

#: Key of a turn's notes: earnings by empire.
EARNINGS = "earnings"


@frozen
class Earnings:
    """An empire's earnings of a turn, in hundredths of a MC.

    Attributes:
        gross: its Gross Income (SC-ECO-003).
        net: its Pre Event Net Income, after upkeep (SC-ECO-004).
    """

    gross: int
    net: int


def credit_income(context: TurnContext) -> None:
    """Credit every empire with the income of its systems and charge upkeep, in separate lines.

    These are steps 1 and 2 of SC-ECO-001.
    """
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    earnings = context.notes.setdefault(EARNINGS, {})
    holdings = Holdings(game)
    for empire in game.powers:
        gross = _earn(context, holdings, empire, economy)
        costs = upkeep(holdings, empire, economy)
        for purpose, cost, clause in costs:
            if cost:
                charge(context, empire, cost, purpose, (clause,))
        earnings[empire.id] = Earnings(gross, gross - int_sum(cost for _, cost, _ in costs))


def gross_income(
    holdings: Starcluster | Holdings, empire: Empire, economy: StarclusterEconomy
) -> int:
    """The present Gross Income of an empire (SC-ECO-003)."""
    unserved = {} if empire.npr else pool_service(holdings, empire, economy).unserved
    return int_sum(
        economy.system_income(system, empire.race, empire.el, unserved.get(system.id, 0))
        for system in holdings.colonies(empire.id)
    )


def upkeep(
    holdings: Starcluster | Holdings, empire: Empire, economy: StarclusterEconomy
) -> list[tuple[str, int, str]]:
    """The upkeep of an empire's centers, bases and units in a turn, with clauses (SC-ECO-004)."""
    colonies = holdings.colonies(empire.id)
    centers = int_sum(bool(system.science) for system in colonies)
    levels = [level for system in colonies for level in (system.generic, system.dedicated) if level]
    bases = int_sum(len(planet.ground_bases) for system in colonies for planet in system.planets)
    at_war = any(relation.stance == WAR for relation in empire.relations.values())
    prices = (unit.list_price for unit in holdings.units_of(empire.id))
    return [
        ("Science Centers", economy.upkeep_of_science(empire.el, centers), "SC-SCI-005"),
        ("R&D Centers", economy.upkeep_of_development(levels), "SC-RDC-004"),
        ("ground bases", economy.upkeep_of_bases(bases, at_war=at_war), "SC-CGB-002"),
        ("units", economy.upkeep_of_units(prices), "SC-YRD-006"),
    ]


def _earn(
    context: TurnContext, holdings: Holdings, empire: Empire, economy: StarclusterEconomy
) -> int:
    """Credit the income of an empire's systems and return the sum."""
    unserved = {} if empire.npr else pool_service(holdings, empire, economy).unserved
    gross = 0
    for system in holdings.colonies(empire.id):
        missing = unserved.get(system.id, 0)
        earned = economy.system_income(system, empire.race, empire.el, missing)
        gross += earned
        credit(context, empire, earned, f"income of {system.id}", ("SC-ECO-002",))
        if missing:
            context.emit(UNSERVED, empire.readers, place=system.id, pu=missing, system=system.id)
    return gross
