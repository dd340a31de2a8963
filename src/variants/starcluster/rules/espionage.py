"""INTELLIGENCE and SPY: operations against others, and their exposure (SC-ESP)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.intelligence import Intelligence
from variants.starcluster.model import Empire
from variants.starcluster.rules.operations import (
    Operation,
    must_be_possible,
    must_be_there,
    take_effect,
)
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.stances import move_stance

RAISED = EventKind(
    "intelligence.raised", "Your Intelligence Rating is now {rating}.", ("SC-ESP-001",)
)
ON_GUARD = EventKind("spy.on_guard", "Your services are on guard this turn.", ("SC-ESP-003",))
FAILED = EventKind(
    "spy.failed", "Your operation {operation} against {target} has failed.", ("SC-ESP-002",)
)
CAUGHT = EventKind(
    "spy.caught", "{target} knows that you are behind the operation {operation}.", ("SC-ESP-004",)
)
EXPOSED = EventKind(
    "spy.exposed", "Agents of {author} were caught: {operation} has failed.", ("SC-ESP-004",)
)

#: Keys of a turn's notes: empires on guard, and pairs of author and target of operations.
_GUARDS, _DONE = "empires on guard", "operations"
#: Key of a turn's notes: empires that have raised their rating.
_RAISED = "ratings raised"


def raise_rating(context: TurnContext, empire: Empire, _order: Order) -> None:
    """INTELLIGENCE: one step a turn (SC-ESP-001)."""
    rules = _rules(context)
    raised: set[str] = context.notes.setdefault(_RAISED, set())
    if empire.id in raised:
        message = "the rating was already raised this turn"
        raise Refused(Refusal("raised-already", message, "raise it again next turn"))
    rating = empire.intelligence + 1
    if rating > rules.highest_rating(empire.el):
        message = f"the rating is {empire.intelligence}, and at most one above the EL {empire.el}"
        raise Refused(Refusal("rating-too-high", message, "raise the EL first"))
    what_for = f"Intelligence Rating {rating}"
    pay(context, empire, rules.rating_price(rating), what_for, ("SC-ESP-001",))
    empire.intelligence = rating
    raised.add(empire.id)
    context.emit(RAISED, empire.readers, rating=rating)


def order_spy_guard(context: TurnContext, empire: Empire, _order: Order) -> None:
    """SPY GUARD: makes operations against the empire harder this turn (SC-ESP-003)."""
    guards: set[str] = context.notes.setdefault(_GUARDS, set())
    if empire.id in guards:
        message = "your services are already on guard"
        raise Refused(Refusal("on-guard", message, "give this order once a turn"))
    pay(context, empire, _rules(context).guard_price(), "guard against spies", ("SC-ESP-003",))
    guards.add(empire.id)
    context.emit(ON_GUARD, empire.readers)


def spy(context: TurnContext, empire: Empire, order: Order) -> None:
    """SPY: one operation per target and turn, paid whatever the result (SC-ESP-003)."""
    operation = Operation(order["operation"], empire, order["empire"], order.get("about", ""))
    target = operation.target
    operations: set[tuple[str, str]] = context.notes.setdefault(_DONE, set())
    if (empire.id, target.id) in operations:
        message = f"you already ordered an operation against {target.name} this turn"
        raise Refused(Refusal("one-operation", message, "order another one next turn", "empire"))
    must_be_possible(operation)
    if not context.forecast:  # checks and forecasts know nothing about the target
        must_be_there(context, operation)
    level = operation.technology.level if operation.technology else 1
    price = _rules(context).price(operation.kind, level)
    what_for = f"{operation.kind} against {target.name}"
    pay(context, empire, price, what_for, ("SC-ESP-003",))
    operations.add((empire.id, target.id))
    if not context.forecast:
        _attempt(context, operation)


def rating_of(empire: Empire) -> int:
    """The Intelligence Rating of an empire; that of a non-player race is its EL (SC-ESP-001)."""
    return empire.el if empire.npr else empire.intelligence


def _attempt(context: TurnContext, operation: Operation) -> None:
    """Roll for an operation; the dice stay hidden (SC-ESP-002)."""
    author, target = operation.author, operation.target
    rules = _rules(context)
    chance = rules.chance(
        operation.kind,
        rating_of(author),
        rating_of(target),
        target.race.chauvinism,
        guarded=target.id in context.notes.get(_GUARDS, ()),
    )
    stream = context.stream("operation", author.id, target.id)
    roll = stream.die(100)
    if rules.succeeds(roll, chance):
        take_effect(context, operation, stream)
        return
    context.emit(FAILED, author.readers, operation=operation.kind, target=target.name)
    if roll >= rules.betrayed or stream.die(100) <= rules.exposed:
        _expose(context, operation)


def _expose(context: TurnContext, operation: Operation) -> None:
    """Reveal the author to the target; a non-player race resents it (SC-ESP-004, SC-DIP-004)."""
    author, target, kind = operation.author, operation.target, operation.kind
    context.emit(CAUGHT, author.readers, target=target.name, operation=kind)
    context.emit(EXPOSED, target.readers, author=author.name, operation=kind)
    if target.npr:
        move_stance(context, author, target, -1)


def _rules(context: TurnContext) -> Intelligence:
    economy: StarclusterEconomy = context.variant.economy
    return economy.intelligence
