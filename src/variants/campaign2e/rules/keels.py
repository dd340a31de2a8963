"""Keels: laying, design changes and cancellation (C2E-13.1-01, C2E-13.2)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.checks import LARGEST, TYPES
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Campaign, Keel, Player, World
from variants.campaign2e.rules.designs import any_design
from variants.campaign2e.rules.naming import must_be_free
from variants.campaign2e.rules.plans import begun_hull, change_plan
from variants.campaign2e.rules.purchases import must_be_open

LAID = EventKind(
    "keel.laid", "The keel of {name} was laid at {place}: {type} of mass {mass}.", ("C2E-13.2-01",)
)
GIVEN_UP = EventKind("keel.given_up", "The keel of {name} at {place} was given up.")
REDESIGNED = EventKind("keel.redesigned", "{name} is built as {design} now.", ("C2E-13.2-04",))


def lay(context: TurnContext, player: Player, order: Order) -> None:
    """LAY KEEL: begin a ship with a design, or only a mass and type (C2E-13.2-01)."""
    game: Campaign = context.game
    name: str = order["name"]
    must_be_free(game, player, name)
    world: World = order["world"]
    must_be_open(context.game, world, "world")
    if "design" in order.arguments:
        keel = keel_of(name, any_design(game, player, order["design"], "design"))
        if not keel.design or not keel.design.ftl:
            message = f"{order['design']} is a system defence: it has no FTL drive"
            raise Refused(Refusal("defence-design", message, "use DEFEND", "design"))
    else:
        keel = Keel(name=name, mass=order["mass"], type=_type(order))
    world.keels.append(keel)
    context.emit(LAID, [player.id], place=world.id, name=name, type=keel.type, mass=keel.mass)


def keel_of(name: str, design: Design, *, defence: bool = False) -> Keel:
    """Return a new keel of a design, without any work done."""
    return Keel(name=name, mass=design.mass, type=design.type, design=design, defence=defence)


def _type(order: Order) -> str:
    code: str = order["type"].upper()
    if code not in TYPES:
        message = f"there is no type {code}"
        raise Refused(Refusal("unknown-type", message, did_you_mean(code, TYPES), "type"))
    least, most = TYPES[code]
    mass: int = order["mass"]
    if mass < least or mass > (most or LARGEST):
        message = f"type {code} has a mass of {least} to {most or LARGEST}, not {mass}"
        raise Refused(Refusal("bad-mass", message, "", "mass"))
    return code


def build(context: TurnContext, player: Player, order: Order) -> None:
    """BUILD: set the points to build on a keel this week, at most a hundred (C2E-13.1-01)."""
    _, keel = own_keel(context.game, player, order, "keel")
    keel.wanted = order["points"]


def cancel(context: TurnContext, player: Player, order: Order) -> None:
    """CANCEL KEEL: abandon a ship under construction, without a refund."""
    world, keel = own_keel(context.game, player, order, "keel")
    world.keels.remove(keel)
    context.emit(GIVEN_UP, [player.id], place=world.id, name=keel.name)


def redesign(context: TurnContext, player: Player, order: Order) -> None:
    """REDESIGN: give a keel its first or another design (C2E-13.2-03, C2E-13.2-04)."""
    game: Campaign = context.game
    world, keel = own_keel(game, player, order, "keel")
    design = any_design(game, player, order["design"], "design")
    if design.mass != keel.mass:
        message = (
            f"{design.name} has a mass of {design.mass}, but {keel.name} was laid for {keel.mass}"
        )
        raise Refused(Refusal("other-mass", message, "the mass of a keel cannot change", "design"))
    if not design.ftl and not keel.defence:
        message = f"{design.name} is a system defence: it has no FTL drive"
        raise Refused(Refusal("defence-design", message, "use DEFEND", "design"))
    before = begun_hull(keel)
    change_plan(keel, design)
    if game.plays_by("1.1.0") and "Mining/Ore" not in player.access:  # C2E-3.5-04
        keel.extra += HUNDRED * max(0, begun_hull(keel) - before)
    context.emit(REDESIGNED, [player.id], place=world.id, name=keel.name, design=design.name)


def own_keel(game: Campaign, player: Player, order: Order, argument: str) -> tuple[World, Keel]:
    """Return the player's keel named by an argument, and its world; raises Refused."""
    word: str = order[argument]
    key, names = folded(word), []
    for world in game.worlds_of(player.id):
        for keel in world.keels:
            if folded(keel.name) == key:
                return world, keel
            names.append(keel.name)
    hint = did_you_mean(word, names) if names else "you have no keel: begin one with LAY KEEL"
    raise Refused(Refusal("unknown-keel", f"you have no keel {word}", hint, argument))
