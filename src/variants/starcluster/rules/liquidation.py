"""LIQUIDATE and PENALTY, and sales to cover a deficit (SC-BRK-001)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.model.works import CHANCE
from variants.starcluster.rules.construction import remove_unit
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.projects import EL, HULL, count_suspension, is_science, payments
from variants.starcluster.rules.treasury import credit
from variants.starcluster.rules.yards import SOLD
from variants.starcluster.technologies import TREES, technology

LISTED = EventKind("deficit.listed", "To pay debts, these go first: {names}.", ("SC-BRK-004",))
PENALTY = EventKind(
    "deficit.penalty", "Suspended projects lose {what}.", ("SC-BRK-004", "SC-BRK-005")
)
FREIGHTERS_SOLD = EventKind(
    "deficit.freighters", "{number} freighters of yards are sold for {mc:,.2f} MC.", ("SC-BRK-002",)
)
UNIT_SOLD = EventKind("deficit.unit", "{unit} is sold for {mc:,.2f} MC.", ("SC-BRK-003",))
SUSPENDED = EventKind(
    "deficit.project",
    "{project} is suspended, and {mc:,.2f} MC are refunded.",
    ("SC-BRK-004", "SC-BRK-005"),
)
WITHDRAWN = EventKind(
    "deficit.deposit",
    "{mc:,.2f} MC of the deposit are withdrawn, for a fee of {fee:,.2f} MC.",
    ("SC-BRK-006",),
)


def set_liquidation_list(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """LIQUIDATE: the units to sell and projects to suspend first (SC-BRK-004)."""
    game = context.game
    names = [_listed_name(game, empire, word) for word in order.several("thing")]
    empire.liquidate = list(dict.fromkeys(names))
    context.emit(LISTED, empire.readers, names=", ".join(empire.liquidate))


def set_penalty(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """PENALTY: choose what suspended projects lose."""
    empire.penalty = order["penalty"]
    loss = "chances" if empire.penalty == CHANCE else "time"
    context.emit(PENALTY, empire.readers, what=loss)


def cover_deficits(context: TurnContext[Starcluster]) -> None:
    """Sell and suspend, item by item, until the deficit is covered (SC-BRK-001, SC-ECO-006)."""
    for empire in context.game.empires:
        for step in _STEPS:
            if empire.deficit:
                step(context, empire)


def _sell_freighters(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Sell freighters of yards and shops, counted before convoys (SC-BRK-002)."""
    game = context.game
    economy = economy_of(context)
    convoy, empire.convoy = empire.convoy, False
    served = pool_service(game, empire, economy)
    empire.convoy = convoy
    dedicated = served.yards + served.mobile_yards + served.shop_freighters
    proceeds = int(MC * economy.freighter_price * economy.freighter_resale)
    number = min(dedicated, ceil(Fraction(empire.deficit, proceeds)))
    if number:
        empire.freighters -= number
        context.notes.setdefault(SOLD, {})[empire.id] = number
        credit(context, empire, number * proceeds, f"{number} freighters sold", ("SC-BRK-002",))
        mc = number * proceeds // MC
        context.emit(FREIGHTERS_SOLD, empire.readers, number=number, mc=mc)


def _sell_units(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Sell military units, listed ones first, then the lowest price first (SC-BRK-003)."""
    game = context.game
    economy = economy_of(context)
    military = [unit for unit in game.units_of(empire.id) if unit.design.is_military]
    for unit in sorted(military, key=lambda unit: (_rank(empire, unit.name), unit.price)):
        if not empire.deficit:
            return
        proceeds = economy.resale_of(unit.price)
        place = game.fleet(unit.fleet).at
        remove_unit(game, unit)
        credit(context, empire, proceeds, f"{unit.name} sold", ("SC-BRK-003",))
        context.emit(UNIT_SOLD, empire.readers, place=place, unit=unit.name, mc=proceeds / MC)


def _suspend_science(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Suspend projects of Science Centers (SC-BRK-004)."""
    _suspend(context, empire, lambda project: is_science(project.name))


def _suspend_development(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Suspend projects of R&D Centers (SC-BRK-005)."""
    _suspend(context, empire, lambda project: not is_science(project.name))


def _suspend(
    context: TurnContext[Starcluster], empire: Empire, selects: Callable[[Project], bool]
) -> None:
    """Suspend projects and refund the turn's costs, listed ones first, then the most expensive."""
    costs = payments(context)

    def rank(project: Project) -> tuple[int, int]:
        return _rank(empire, project.name), -costs[empire.id, project.name]

    running = [
        project
        for project in empire.projects.values()
        if selects(project) and not project.suspended and costs.get((empire.id, project.name))
    ]
    for project in sorted(running, key=rank):
        if not empire.deficit:
            return
        refund = costs.pop((empire.id, project.name))
        count_suspension(project, empire)
        credit(context, empire, refund, f"project {project.name} suspended", ("SC-BRK-004",))
        context.emit(SUSPENDED, empire.readers, project=project.name, mc=refund / MC)


def _empty_deposit(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Withdraw from the deposit as much as needed, rounded up (SC-BRK-006)."""
    economy = economy_of(context)
    share = 1 - economy.fee
    amount = min(empire.deposit, ceil(empire.deficit / share))
    if amount:
        gained = ceil(amount * share)
        empire.deposit -= amount
        credit(context, empire, gained, "withdrawn from the network", ("SC-BRK-006",))
        fee = (amount - gained) / MC
        context.emit(WITHDRAWN, empire.readers, mc=amount / MC, fee=fee)


_STEPS = (_sell_freighters, _sell_units, _suspend_science, _suspend_development, _empty_deposit)


def _rank(empire: Empire, name: str) -> int:
    """The position of a unit or project in the empire's list; unlisted ones come last."""
    key = folded(name)
    positions = (n for n, listed in enumerate(empire.liquidate) if folded(listed) == key)
    return next(positions, len(empire.liquidate))


def _listed_name(game: Starcluster, empire: Empire, word: str) -> str:
    """The full name of the named unit or project; raises Refused for any other (SC-ORD-004)."""
    for name in _project_names(word):
        return name
    for unit in game.units_of(empire.id):
        if folded(unit.name) == folded(word):
            return unit.name
    message = f"{word} is not a project or unit of yours"
    hint = "use a tree, EL, HULL:BB, a technology, or the name of a unit"
    raise Refused(Refusal("unknown-thing", message, hint, "thing"))


def _project_names(word: str) -> Iterator[str]:
    """Yield the name of each possible project that matches, whether or not it has begun."""
    name = word.upper()
    hull = name.removeprefix(HULL)
    hull_type = HULL_TYPES.get(hull)
    if name == EL or name in TREES or (name.startswith(HULL) and hull_type and hull_type.special):
        yield name
    match = technology(word)
    if match is not None:
        yield match.name
