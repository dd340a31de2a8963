"""Steps 1 to 5 of income: income of systems, upkeep, and economic events (SC-ECO, SC-EVT)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, GrowthModifier, Starcluster
from variants.starcluster.model.empires import WAR
from variants.starcluster.model.game import Holdings
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.treasury import balance, charge, credit

UNSERVED = EventKind(
    "income.unserved",
    "{pu} PU of {system} earn nothing and do not grow: not enough freighters.",
    ("SC-LOG-007",),
)

#: Key of a turn's notes: earnings by empire.
EARNINGS = "earnings"


@frozen
class Earnings:
    """An empire's earnings of a turn, in hundredths of an MC.

    Attributes:
        gross: its Gross Income (SC-ECO-003).
        net: its Pre Event Net Income, after upkeep (SC-ECO-004).
    """

    gross: int
    net: int


def credit_income(context: TurnContext[Starcluster]) -> None:
    """Credit every empire with the income of its systems and charge upkeep, in separate lines.

    These are steps 1 and 2 of SC-ECO-001.
    """
    game = context.game
    economy = economy_of(context)
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
    context: TurnContext[Starcluster],
    holdings: Holdings,
    empire: Empire,
    economy: StarclusterEconomy,
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


INCOME = EventKind(
    "event.income", "{event}: net income changes by {percent} %, {mc:,.2f} MC.", ("SC-EVT-001",)
)
LOSS = EventKind("event.loss", "{event}: the treasury loses {mc:,.2f} MC.", ("SC-EVT-001",))
PIRACY = EventKind(
    "event.piracy", "{event}: the pool loses {number} of its freighters.", ("SC-EVT-001",)
)
GROWTH = EventKind(
    "event.growth", "{event} in {system}: growth {growth} for {turns} turns.", ("SC-EVT-001",)
)
STRIKE = EventKind(
    "event.strike",
    "{event} in {system}: its Wealth Modifier is now {wealth}.",
    ("SC-EVT-001",),
)
GRANT = EventKind("event.grant", "{event}: projects cost nothing this turn.", ("SC-EVT-001",))
DIVIDENDS = EventKind(
    "event.dividends", "{event}: dividends are doubled this turn.", ("SC-EVT-001",)
)

#: Keys of a turn's notes: empires whose projects are free, and whose dividends are doubled.
GRANTED, DOUBLED = "granted", "doubled"
#: Duration in turns of a disaster or a wave of settlers, and its effect on growth.
SPELL_TURNS, SPELL_GROWTH = 6, 2
#: The highest Wealth Modifier that a strike may raise to.
MAX_WEALTH = 10


@frozen
class EconomicEvent:
    """A row of the table of events.

    Attributes:
        max_roll: the highest roll of 1d100 for it.
        name: its name; "" for no event.
        percent: change of the net income in percent.
        loses: share of the treasury lost.
        effect: another effect, a name of `_EFFECTS`; "" for none.
    """

    max_roll: int
    name: str
    percent: int = 0
    loses: Fraction = Fraction(0)
    effect: str = ""


EVENTS = (
    EconomicEvent(2, "Market crash", -50, Fraction(1, 10)),
    EconomicEvent(5, "Recession", -20),
    EconomicEvent(10, "Piracy", effect="piracy"),
    EconomicEvent(15, "Slump", -10),
    EconomicEvent(17, "Embezzlement", loses=Fraction(1, 20)),
    EconomicEvent(20, "Disaster", effect="disaster"),
    EconomicEvent(80, ""),
    EconomicEvent(85, "Trade fair", 5),
    EconomicEvent(90, "Boom", 10),
    EconomicEvent(93, "Settler wave", effect="settlers"),
    EconomicEvent(95, "Rich strike", effect="strike"),
    EconomicEvent(97, "Research grant", effect="grant"),
    EconomicEvent(99, "Golden season", 20),
    EconomicEvent(100, "Witty robots", effect="dividends"),
)


def roll_events(context: TurnContext[Starcluster]) -> None:
    """Roll an event for each player's empire (SC-EVT-001).

    Forecasts foresee none, because most turns have no event.
    """
    if context.forecast:
        return
    game = context.game
    for empire in game.empires:
        if empire.active:
            stream = context.stream("event", empire.id, known_to=empire.dice_reader)
            apply_event(context, empire, event_of(stream.die(100)), stream)


def event_of(roll: int) -> EconomicEvent:
    """The row of a roll of 1d100."""
    return next(row for row in EVENTS if roll <= row.max_roll)


def income_change(percent: int, net: int) -> int:
    """The change of a net income by an event; a negative income stays the same."""
    return half_up(net * percent, 100) if net > 0 else 0


def apply_event(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    """Apply an event to an empire; losses of the treasury are based on its former amount.

    Deposits are never touched (SC-GTN-004).

    Args:
        context: the turn.
        empire: the empire concerned.
        event: a row of the table.
        stream: its dice, for further rolls.
    """
    earned: Earnings = context.notes[EARNINGS][empire.id]
    before = max(0, balance(empire) - earned.net)
    dice = [context.dice(stream, "event", empire.id)]
    change = income_change(event.percent, earned.net)
    if change:
        move = credit if change > 0 else charge
        move(context, empire, abs(change), event.name, ("SC-EVT-001",))
        context.emit(
            INCOME,
            empire.readers,
            dice=dice,
            event=event.name,
            percent=event.percent,
            mc=change / MC,
        )
    lost = half_up(before * event.loses)
    if lost:
        charge(context, empire, lost, event.name, ("SC-EVT-001",))
        context.emit(LOSS, empire.readers, dice=dice, event=event.name, mc=lost / MC)
    if event.effect:
        _EFFECTS[event.effect](context, empire, event, stream)


def _piracy(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    escorted = any(fleet.escorts for fleet in context.game.fleets_of(empire.id))
    lost = min(empire.freighters, 1 if escorted else stream.die(6))
    empire.freighters -= lost
    dice = [context.dice(stream, "event", empire.id)]
    context.emit(PIRACY, empire.readers, dice=dice, event=event.name, number=lost)


def _grow(
    context: TurnContext[Starcluster],
    empire: Empire,
    event: EconomicEvent,
    stream: Stream,
    growth: int,
) -> None:
    colonies = context.game.colonies(empire.id)
    if not colonies:
        return
    system = stream.choice(colonies)
    system.spells.append(GrowthModifier(growth=growth, turns=SPELL_TURNS))
    context.emit(
        GROWTH,
        empire.readers,
        place=system.id,
        dice=[context.dice(stream, "event", empire.id)],
        event=event.name,
        system=system.id,
        growth=growth,
        turns=SPELL_TURNS,
    )


def _disaster(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    _grow(context, empire, event, stream, -SPELL_GROWTH)


def _settlers(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    _grow(context, empire, event, stream, SPELL_GROWTH)


def _strike(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    poorer = [colony for colony in context.game.colonies(empire.id) if colony.wealth < MAX_WEALTH]
    if not poorer:
        return
    system = stream.choice(poorer)
    system.wealth += 1
    context.emit(
        STRIKE,
        empire.readers,
        place=system.id,
        dice=[context.dice(stream, "event", empire.id)],
        event=event.name,
        system=system.id,
        wealth=system.wealth,
    )


def _grant(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    context.notes.setdefault(GRANTED, set()).add(empire.id)
    dice = [context.dice(stream, "event", empire.id)]
    context.emit(GRANT, empire.readers, dice=dice, event=event.name)


def _dividends(
    context: TurnContext[Starcluster], empire: Empire, event: EconomicEvent, stream: Stream
) -> None:
    context.notes.setdefault(DOUBLED, set()).add(empire.id)
    dice = [context.dice(stream, "event", empire.id)]
    context.emit(DIVIDENDS, empire.readers, dice=dice, event=event.name)


_EFFECTS: Mapping[
    str, Callable[[TurnContext[Starcluster], Empire, EconomicEvent, Stream], None]
] = MappingProxyType(
    {
        "piracy": _piracy,
        "disaster": _disaster,
        "settlers": _settlers,
        "strike": _strike,
        "grant": _grant,
        "dividends": _dividends,
    }
)
