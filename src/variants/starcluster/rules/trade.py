"""The Galactic Trading Network, trade treaties, and gifts (SC-GTN, SC-TRD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import floor
from types import MappingProxyType

from horizons_core.amounts import half_up
from horizons_core.errors import did_you_mean
from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Relation, Starcluster, StarSystem, Unit
from variants.starcluster.model.empires import ALLIANCE, TRADE, WAR
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.references import EMPIRE, own_system, own_unit, system
from variants.starcluster.rules.charts import chart_survey, survey_of
from variants.starcluster.rules.fleets import disband_empty, hand_over_system, hand_over_units
from variants.starcluster.rules.income import DOUBLED, EARNINGS
from variants.starcluster.rules.relations import armed_enemies, enemy_held_systems
from variants.starcluster.rules.research import learn_technology
from variants.starcluster.rules.treasury import balance, credit, pay
from variants.starcluster.technologies import technology

DIVIDEND = EventKind(
    "news.dividend", "The network pays {percent} percent this turn.", ("SC-VIS-002", "SC-GTN-002")
)
DEPOSITED = EventKind(
    "network.deposited",
    "{mc:,.2f} MC are invested; the deposit is {deposit:,.2f} MC.",
    ("SC-GTN-001",),
)
WITHDRAWN = EventKind(
    "network.withdrawn", "{mc:,.2f} MC are withdrawn, for a fee of {fee:,.2f} MC.", ("SC-GTN-003",)
)
STANDING = EventKind("network.standing", "{how} is invested from now on.", ("SC-GTN-001",))

#: Words in place of an amount: all that there is, or all that may be deposited.
ALL = "ALL"
MAX = "MAX"
#: Key of a turn's notes: withdrawals so far, by empire.
_WITHDRAWN = "withdrawn"


def pay_dividends(context: TurnContext[Starcluster]) -> None:
    """Step 6: one roll for all dividends (SC-GTN-002), then withdrawals (SC-GTN-003).

    Forecasts include no dividend.
    """
    game = context.game
    economy = economy_of(context)
    if not context.forecast:
        stream = context.stream("dividend", known_to=EVERYONE)
        game.dividend = stream.die(10)
        context.emit(
            DIVIDEND,
            [EVERYONE],
            percent=max(0, game.dividend - 2),
            dice=[context.dice(stream, "dividend")],
        )
        for empire in game.empires:
            doubled = empire.id in context.notes.get(DOUBLED, ())
            paid = economy.dividend(empire.deposit, game.dividend) * (2 if doubled else 1)
            credit(context, empire, paid, "dividends", ("SC-GTN-002",))
    context.carry_out("WITHDRAW")


def withdraw(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """WITHDRAW: moves money from the deposit to the treasury, less a fee (SC-GTN-003).

    The fee is based on all withdrawals of a turn, so that splitting them does not reduce it.
    """
    economy = economy_of(context)
    amount: int = empire.deposit if order["amount"] == ALL else order["amount"]
    if amount > empire.deposit or not amount:
        message = f"the deposit is {empire.deposit / MC:.2f} MC"
        raise Refused(Refusal("no-deposit", message, "withdraw at most that", "amount"))
    fee = half_up(amount * economy.fee)
    if context.game.plays_by("1.1.0"):
        withdrawn: dict[str, int] = context.notes.setdefault(_WITHDRAWN, {})
        before = withdrawn.get(empire.id, 0)
        withdrawn[empire.id] = before + amount
        fee = half_up((before + amount) * economy.fee) - half_up(before * economy.fee)
    empire.deposit -= amount
    credit(context, empire, amount - fee, "withdrawn from the network", ("SC-GTN-003",))
    context.emit(WITHDRAWN, empire.readers, mc=amount / MC, fee=fee / MC)


def invest(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INVEST: an amount above the limit is reduced (SC-GTN-001)."""
    economy = economy_of(context)
    maximum = economy.most_deposit(max(0, balance(empire)), empire.deposit)
    if not maximum:
        message = f"with {balance(empire) / MC:.2f} MC left, you cannot deposit anything"
        hint = f"the deposit, {empire.deposit / MC:.2f} MC, may reach a tenth of the treasury"
        raise Refused(Refusal("deposit-full", message, hint, "amount"))
    requested: int = maximum if order["amount"] == MAX else order["amount"]
    if requested > maximum:
        message = f"only {maximum / MC:.2f} MC are deposited"
        hint = "the deposit may reach a tenth of the treasury"
        context.refuse(
            empire.id, order, Refusal("deposit-reduced", message, hint, "amount", "warning")
        )
    deposit(context, empire, min(requested, maximum))


def set_standing(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """STANDING INVEST: deposits as much as allowed every turn (SC-GTN-001)."""
    empire.invests = MAX if order["amount"] == MAX else ""
    amount = "As much as allowed" if empire.invests else "Nothing"
    context.emit(STANDING, empire.readers, how=amount)


def make_deposits(context: TurnContext[Starcluster]) -> None:
    """Step 9: make deposits by orders of the turn, then by standing orders."""
    game = context.game
    economy = economy_of(context)
    context.carry_out()
    for empire in game.empires:
        if empire.invests == MAX:
            maximum = economy.most_deposit(max(0, balance(empire)), empire.deposit)
            if maximum:
                deposit(context, empire, maximum)


def deposit(context: TurnContext[Starcluster], empire: Empire, amount: int) -> None:
    """Move an amount from the treasury to the network."""
    pay(context, empire, amount, "invested in the network", ("SC-GTN-001",))
    empire.deposit += amount
    context.emit(DEPOSITED, empire.readers, mc=amount / MC, deposit=empire.deposit / MC)


OFFERED = EventKind("trade.offered", "{one} {how} to trade with {other}.", ("SC-TRD-001",))
BROKEN = EventKind(
    "trade.interrupted",
    "There is no trade with {other}: no safe route leads there.",
    ("SC-TRD-001",),
)


def offer_treaty(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """TRADE: mutual offers make a treaty (SC-TRD-001)."""
    other = order[EMPIRE]
    relation = empire.relations[other.id]
    if relation.stance == WAR:
        message = f"you are at war with {other.name}"
        raise Refused(Refusal("at-war", message, "make peace first", "empire"))
    offered: bool = order["switch"]
    relation.offers_trade = offered
    if empire.id in other.relations:  # forecasts have no other side
        other.relations[empire.id].offered_trade = offered
    state = "offers" if offered else "no longer offers"
    readers = [*empire.readers, *other.readers]
    context.emit(OFFERED, readers, one=empire.name, how=state, other=other.name)


def pay_treaties(context: TurnContext[Starcluster]) -> None:
    """Step 7: pay both partners of a treaty a share of the smaller gross income (SC-TRD-001)."""
    game = context.game
    economy = economy_of(context)
    earnings = context.notes[EARNINGS]
    for first, second in treaties(game):
        if not are_connected(game, first, second):
            for empire, partner in ((first, second), (second, first)):
                context.emit(BROKEN, empire.readers, other=partner.name)
            continue
        smaller = min(earnings[first.id].gross, earnings[second.id].gross)
        income = _rounded_down(game, smaller * economy.treaty)
        for empire, partner in ((first, second), (second, first)):
            credit(context, empire, income, f"trade with {partner.name}", ("SC-TRD-001",))


def _rounded_down(game: Starcluster, share: Fraction) -> int:
    """A share in hundredths, rounded down to whole MC; games of version 1.0.0 keep hundredths."""
    return MC * floor(share / MC) if game.plays_by("1.1.0") else floor(share)


def treaties(game: Starcluster) -> Iterator[tuple[Empire, Empire]]:
    """Yield all pairs of empires with a treaty, without duplicates."""
    powers = list(game.powers)
    for number, first in enumerate(powers):
        for other in powers[number + 1 :]:
            if _offers(first, other) and _offers(other, first):
                yield first, other


def are_connected(game: Starcluster, first: Empire, second: Empire) -> bool:
    """True if warp points known to one of two empires connect their colonies safely.

    No system on the way, including its ends, may hold armed units of an enemy of either.
    """
    charted = [empire.charts.points for empire in (first, second)]
    barred = enemy_held_systems(game, (first, second))
    goals = {system.id for system in game.colonies(second.id)} - barred
    border = [system.id for system in game.colonies(first.id) if system.id not in barred]
    visited = set(border)
    while border:
        if any(system in goals for system in border):
            return True
        reached: list[str] = []
        for near in border:
            for number in sorted({n for points in charted for n in points.get(near, ())}):
                far = game.link(number).other(near)
                if far not in visited and far not in barred:
                    visited.add(far)
                    reached.append(far)
        border = reached
    return False


def _offers(empire: Empire, other: Empire) -> bool:
    """True if an empire trades with another; a non-player race does so from the stance TRADE on."""
    relation: Relation | None = empire.relations.get(other.id)
    if empire.npr:
        towards = other.relations.get(empire.id)
        return towards is not None and towards.stance in (TRADE, ALLIANCE)
    return relation is not None and relation.offers_trade and relation.stance != WAR


GIVEN = EventKind("gift.given", "{other} gets {what} from you.", ("SC-TRD-002",))
RECEIVED = EventKind("gift.received", "{other} gives you {what}.", ("SC-TRD-002",))

#: Key of a turn's notes: gifts of money as (empire, order), paid in step 7.
_PAYMENTS = "payments"


def give(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """GIVE: gifts other than money take effect in the diplomacy phase."""
    if "amount" in order.arguments:
        context.notes.setdefault(_PAYMENTS, []).append((empire, order))
        return
    kind = next(name for name in _KINDS if name in order.arguments)
    gift = _KINDS[kind](context, empire, order[EMPIRE], order)
    _report(context, empire, order[EMPIRE], gift)


def pay_gifts(context: TurnContext[Starcluster]) -> None:
    """Pay gifts of money in step 7, in the order in which they were ordered."""
    for empire, order in context.notes.get(_PAYMENTS, ()):
        try:
            _pay(context, empire, order)
        except Refused as refused:
            context.refuse(empire.id, order, refused.refusal)


def give_unit(game: Starcluster, unit: Unit, to: Empire) -> None:
    """Give a unit to another empire, in its present system."""
    hand_over_units(game, [unit], to)
    disband_empty(game)


def give_system(context: TurnContext[Starcluster], place: StarSystem, to: Empire) -> None:
    """Give a system, and the knowledge about it, to another empire."""
    game = context.game
    hand_over_system(place, to)
    place.silos_fire, place.silo_missile = None, ""
    if game.plays_by("1.1.0"):  # planets fallen to the new owner are its own again
        for planet in place.planets:
            if planet.fallen == to.id:
                planet.fallen = ""
    if not to.npr:
        chart_survey(context, to, survey_of(game, place, DETAILED, 0, context.turn))


def _pay(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    other = order[EMPIRE]
    amount: int = order["amount"]
    if not other.active:
        message = f"{other.name} is no longer in the game"
        raise Refused(Refusal("unknown-empire", message, "remove this order", "empire"))
    pay(context, empire, amount, f"given to {other.name}", ("SC-TRD-002",))
    credit(context, other, amount, f"given by {empire.name}", ("SC-TRD-002",))
    empire.relations[other.id].gifts.append((context.turn, amount))
    _report(context, empire, other, f"{amount / MC:.2f} MC")


def _technology(
    _context: TurnContext[Starcluster], empire: Empire, other: Empire, order: Order
) -> str:
    match = technology(order["technology"])
    if match is None or not empire.has(match.name):
        hint = did_you_mean(order["technology"], empire.developed)
        message = f"you have not developed {order['technology']}"
        raise Refused(Refusal("not-developed", message, hint, "technology"))
    learn_technology(other, match.name)  # the giver does not learn whether it was new
    return match.name


def _data(context: TurnContext[Starcluster], empire: Empire, other: Empire, order: Order) -> str:
    place = system(context, empire, order, "system")
    survey = empire.charts.surveys.get(place.id)
    if survey is None:
        message = f"you have no survey of {place.id}"
        raise Refused(Refusal("not-surveyed", message, "SCAN it first", "system"))
    if not other.npr:
        chart_survey(context, other, survey)
    return f"the survey of {place.id}"


def _unit(context: TurnContext[Starcluster], empire: Empire, other: Empire, order: Order) -> str:
    game = context.game
    unit: Unit = own_unit(context, empire, order, "unit")
    at = game.fleet(unit.fleet).at
    _must_be_free(game, empire, at, "unit")
    name = unit.name
    give_unit(game, unit, other)
    return f"{name} at {at}"


def _system(context: TurnContext[Starcluster], empire: Empire, other: Empire, order: Order) -> str:
    game = context.game
    place = own_system(context, empire, order, "place")
    if place.kind == HOMEWORLD:
        message = f"{place.id} is a homeworld"
        raise Refused(Refusal("homeworld", message, "choose another system", "place"))
    _must_be_free(game, empire, place.id, "place")
    give_system(context, place, other)
    return f"the system {place.id}"


def _must_be_free(game: Starcluster, empire: Empire, at: str, argument: str) -> None:
    landed = [troops for planet in game.place(at).planets for troops in planet.troops]
    foreign = any(troops.owner != empire.id for troops in landed)
    if foreign or armed_enemies(game, empire, at):
        message = f"enemies are at {at}"
        raise Refused(Refusal("enemies-there", message, "drive them off first", argument))


def _report(context: TurnContext[Starcluster], empire: Empire, other: Empire, gift: str) -> None:
    context.emit(GIVEN, empire.readers, other=other.name, what=gift)
    context.emit(RECEIVED, other.readers, other=empire.name, what=gift)


_KINDS: Mapping[str, Callable[[TurnContext[Starcluster], Empire, Empire, Order], str]] = (
    MappingProxyType({"technology": _technology, "system": _data, "unit": _unit, "place": _system})
)
