"""LIQUIDATE and PENALTY, and what is sold to cover a deficit (SC-BRK-001)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.model.works import CHANCE
from variants.starcluster.rules.building import remove_unit
from variants.starcluster.rules.pool import service
from variants.starcluster.rules.projects import EL, HULL, is_science, paid, suspend
from variants.starcluster.rules.treasury import credit
from variants.starcluster.rules.yards import SOLD
from variants.starcluster.technology.technologies import technology
from variants.starcluster.technology.trees import TREES

LISTED = EventKind("deficit.listed", "In need these go first: {names}.", ("SC-BRK-004",))
PENALTY = EventKind(
    "deficit.penalty", "Suspended projects lose {what}.", ("SC-BRK-004", "SC-BRK-005")
)
FREIGHTERS_SOLD = EventKind(
    "deficit.freighters", "{number} freighters of yards are sold for {mc:,.2f} MC.", ("SC-BRK-002",)
)
UNIT_SOLD = EventKind("deficit.unit", "{unit} is sold for {mc:,.2f} MC.", ("SC-BRK-003",))
SUSPENDED = EventKind(
    "deficit.project",
    "{project} is suspended, {mc:,.2f} MC come back.",
    ("SC-BRK-004", "SC-BRK-005"),
)
WITHDRAWN = EventKind(
    "deficit.deposit",
    "{mc:,.2f} MC of the deposit are withdrawn, for a fee of {fee:,.2f} MC.",
    ("SC-BRK-006",),
)


def set_list(context: TurnContext, empire: Empire, order: Order) -> None:
    """LIQUIDATE: which units are sold and which projects suspended first (SC-BRK-004)."""
    game: Starcluster = context.game
    names = [_listed(game, empire, word) for word in order.several("thing")]
    empire.liquidate = list(dict.fromkeys(names))
    context.emit(LISTED, empire.readers, names=", ".join(empire.liquidate))


def set_penalty(context: TurnContext, empire: Empire, order: Order) -> None:
    """PENALTY: what suspended projects lose."""
    empire.penalty = order["penalty"]
    what = "chances" if empire.penalty == CHANCE else "time"
    context.emit(PENALTY, empire.readers, what=what)


def run(context: TurnContext) -> None:
    """Sell and suspend, item by item, until nothing is owed any more (SC-BRK-001, SC-ECO-006)."""
    for empire in context.game.empires:
        for step in _STEPS:
            if empire.deficit:
                step(context, empire)


def _sell_freighters(context: TurnContext, empire: Empire) -> None:
    """SC-BRK-002: those that serve yards and shops, counted before convoys."""
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    convoy, empire.convoy = empire.convoy, False
    served = service(game, empire, economy)
    empire.convoy = convoy
    dedicated = served.yards + served.mobile_yards + served.shop_freighters
    each = int(MC * economy.freighter_price * economy.freighter_resale)
    number = min(dedicated, ceil(Fraction(empire.deficit, each)))
    if number:
        empire.freighters -= number
        context.notes.setdefault(SOLD, {})[empire.id] = number
        credit(context, empire, number * each, f"{number} freighters sold", ("SC-BRK-002",))
        mc = number * each // MC
        context.emit(FREIGHTERS_SOLD, empire.readers, number=number, mc=mc)


def _sell_units(context: TurnContext, empire: Empire) -> None:
    """SC-BRK-003: military units, those of the list first, then the lowest price first."""
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    military = [unit for unit in game.units_of(empire.id) if unit.design.is_military]
    for unit in sorted(military, key=lambda unit: (_rank(empire, unit.name), unit.price)):
        if not empire.deficit:
            return
        proceeds = economy.resale_of(unit.price)
        place = game.fleet(unit.fleet).at
        remove_unit(game, unit)
        credit(context, empire, proceeds, f"{unit.name} sold", ("SC-BRK-003",))
        context.emit(UNIT_SOLD, empire.readers, place=place, unit=unit.name, mc=proceeds / MC)


def _suspend_science(context: TurnContext, empire: Empire) -> None:
    """SC-BRK-004: projects of Science Centers."""
    _suspend(context, empire, lambda project: is_science(project.name))


def _suspend_development(context: TurnContext, empire: Empire) -> None:
    """SC-BRK-005: projects of R&D Centers."""
    _suspend(context, empire, lambda project: not is_science(project.name))


def _suspend(context: TurnContext, empire: Empire, among: Callable[[Project], bool]) -> None:
    """Give the turn's cost of projects back: those of the list first, then the dearest."""
    costs = paid(context)

    def rank(project: Project) -> tuple[int, int]:
        return _rank(empire, project.name), -costs[empire.id, project.name]

    running = [
        one
        for one in empire.projects.values()
        if among(one) and not one.suspended and costs.get((empire.id, one.name))
    ]
    for project in sorted(running, key=rank):
        if not empire.deficit:
            return
        refund = costs.pop((empire.id, project.name))
        suspend(project, empire)
        credit(context, empire, refund, f"project {project.name} suspended", ("SC-BRK-004",))
        context.emit(SUSPENDED, empire.readers, project=project.name, mc=refund / MC)


def _empty_deposit(context: TurnContext, empire: Empire) -> None:
    """SC-BRK-006: only as much as is needed; sums are rounded up."""
    economy: Imperium = context.variant.economy
    kept = 1 - economy.fee
    amount = min(empire.deposit, ceil(empire.deficit / kept))
    if amount:
        gained = ceil(amount * kept)
        empire.deposit -= amount
        credit(context, empire, gained, "withdrawn from the network", ("SC-BRK-006",))
        fee = (amount - gained) / MC
        context.emit(WITHDRAWN, empire.readers, mc=amount / MC, fee=fee)


_STEPS = (_sell_freighters, _sell_units, _suspend_science, _suspend_development, _empty_deposit)


def _rank(empire: Empire, name: str) -> int:
    """The place of a unit or project in the list; behind the list for all others."""
    wanted = folded(name)
    places = (n for n, one in enumerate(empire.liquidate) if folded(one) == wanted)
    return next(places, len(empire.liquidate))


def _listed(game: Starcluster, empire: Empire, word: str) -> str:
    """The unit or the project of this name; raises Refused if there can be none (SC-ORD-004)."""
    for name in _projects(word):
        return name
    for unit in game.units_of(empire.id):
        if folded(unit.name) == folded(word):
            return unit.name
    message = f"{word} is neither a project nor a unit of yours"
    hint = "write a tree, EL, HULL:BB, a technology, or the name of a unit"
    raise Refused(Refusal("unknown-thing", message, hint, "thing"))


def _projects(word: str) -> Iterator[str]:
    name = word.upper()
    hull = name.removeprefix(HULL)
    known = HULL_TYPES.get(hull)
    if name == EL or name in TREES or (name.startswith(HULL) and known and known.special):
        yield name
    found = technology(word)
    if found is not None:
        yield found.name
