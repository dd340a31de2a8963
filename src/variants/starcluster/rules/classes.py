"""DESIGN and DROP: classes of Large Units (SC-DES-008)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.checks import ammunition_faults, faults
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import HULL_TYPES, hull_named
from variants.starcluster.designs.text import DesignTextError, read_systems
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Class, Empire, Starcluster
from variants.starcluster.technologies import is_among

REGISTERED = EventKind(
    "class.registered",
    "Registered {name}: {hull}, {spaces} HS, {price:,.2f} MC each, {upkeep:,.2f} MC a turn.",
    ("SC-DES-005", "SC-DES-008"),
)
PROTOTYPE = EventKind(
    "class.prototype",
    "{name} will be the first {hull}: a prototype at twice the price and work.",
    ("SC-HULL-009",),
)
DROPPED = EventKind("class.dropped", "{name} is no longer a class of yours.", ("SC-DES-008",))

#: Limit of registered classes, to keep lists readable.
MAX_CLASSES = 200


def register_class(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """DESIGN: register a class; errors of its string are reported with their place."""
    name: str = order["name"]
    if any(folded(known_name) == folded(name) for known_name in empire.classes):
        raise Refused(
            Refusal("name-taken", f"there is already a class {name}", "DROP it first", "name")
        )
    if len(empire.classes) >= MAX_CLASSES:
        message = f"you already have {MAX_CLASSES} classes"
        raise Refused(Refusal("too-many-classes", message, "DROP a class that you do not need"))
    strict = context.game.plays_by("1.1.0")
    design = _design(order, balanced=strict)
    problems = list(faults(design, empire.el, lambda code, step: developed(empire, code, step)))
    if not strict:
        waived = list(ammunition_faults(design))
        problems = [fault for fault in problems if fault not in waived]
    if problems:
        message = f"{name}: {'; '.join(fault.message for fault in problems)}"
        remedy = "; ".join(dict.fromkeys(fault.remedy for fault in problems))
        raise Refused(Refusal("bad-design", message, remedy, "design"))
    prototype = not may_build(empire, design)
    empire.classes[name] = Class(name=name, design=design, prototype=prototype)
    economy = economy_of(context)
    price = economy.unit_price(design, empire.race)
    context.emit(
        REGISTERED,
        [empire.id],
        name=name,
        hull=design.hull.name,
        spaces=design.spaces,
        price=price / MC,
        upkeep=economy.upkeep_of_units([design.list_price]) / MC,
    )
    if prototype:
        context.emit(PROTOTYPE, [empire.id], name=name, hull=design.hull.name)


def drop_class(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """DROP: remove a class; its units, built or under construction, keep their design."""
    class_ = own_class(empire, order["name"], "name")
    del empire.classes[class_.name]
    context.emit(DROPPED, [empire.id], name=class_.name)


def own_class(empire: Empire, word: str, argument: str) -> Class:
    """The empire's class of this name; raises Refused."""
    for name, class_ in empire.classes.items():
        if folded(name) == folded(word):
            return class_
    hint = did_you_mean(word, empire.classes)
    raise Refused(Refusal("unknown-class", f"you have no class {word}", hint, argument))


def may_build(empire: Empire, design: Design) -> bool:
    """True if the empire may build the design's hull without a prototype (SC-HULL-009)."""
    return design.hull.code in empire.hulls


def developed(empire: Empire, code: str, generation: int) -> bool:
    """True if the empire has developed a component, weapon or drive in a generation."""
    return is_among(empire.developed, code, generation)


def _design(order: Order, *, balanced: bool) -> Design:
    hull = hull_named(order["hull"])
    if hull is None:
        hint = did_you_mean(order["hull"], HULL_TYPES)
        raise Refused(Refusal("unknown-hull", f"there is no hull {order['hull']}", hint, "hull"))
    text: str = order["design"]
    try:
        return Design(hull, read_systems(text, balanced=balanced))
    except DesignTextError as problem:
        place = f"at {text[problem.column : problem.column + 8]!r}"
        location = place if problem.column < len(text) else "at its end"
        message = f"{problem}, {location} (character {problem.column + 1} of the design)"
        raise Refused(Refusal("bad-design", message, problem.remedy, "design")) from problem
