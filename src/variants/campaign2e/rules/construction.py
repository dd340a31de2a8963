"""Construction of ships: keels, their building plans, and the week's work.

A plan lists the parts of a keel in the order of building (C2E-13.2); a change of design has its
price. Keels are laid, redesigned and cancelled by orders (C2E-13.1-01). In step 8 they are worked
on, at most a hundred points a week.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from attrs import frozen

from horizons_core.amounts import amount_text, half_up
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parsing import MAX_MASS, STATIONARY, TYPES
from variants.campaign2e.designs.parts import ShipPart, percent_of
from variants.campaign2e.designs.refits import SURCHARGE, is_like_a_repair
from variants.campaign2e.economy import ORE, Logistics, economy_of
from variants.campaign2e.model import Campaign, Keel, Player, World
from variants.campaign2e.references import WORLD
from variants.campaign2e.rules.designs import any_design
from variants.campaign2e.rules.purchases import defence_group, deliver, must_be_open
from variants.campaign2e.rules.task_groups import name_must_be_free, new_group

#: Names of the pieces in a plan that are not systems.
BASIC_HULL, FTL, DRIVE, HULL_BOX, ARMOUR_BOX, CRAFT = (
    "basic hull",
    "FTL drive",
    "main drive",
    "hull box",
    "armour box",
    "craft",
)
#: Pieces of the hull, which cost double without Mining/Ore (C2E-3.5-04).
OF_THE_HULL = (BASIC_HULL, HULL_BOX, ARMOUR_BOX)


@frozen
class PlanPiece:
    """A piece of a plan, with its name, its points, and its part if it is a system."""

    name: str
    points: int
    part: ShipPart | None = None


def plan_of(keel: Keel) -> list[PlanPiece]:
    """Return the pieces of a keel in the order of building (C2E-13.2-02).

    Basic hull, drives, hull boxes, armour, systems in the order of the design, then craft.
    Without a design only basic hull and FTL drive are built (C2E-13.2-04).
    """
    if keel.design is not None:
        return list(_pieces(keel.design))
    pieces = [PlanPiece(BASIC_HULL, keel.mass)]
    if keel.type not in STATIONARY:
        pieces.append(PlanPiece(FTL, 2 * percent_of(10, keel.mass)))
    return pieces


def _pieces(design: Design) -> Iterator[PlanPiece]:
    yield PlanPiece(BASIC_HULL, design.mass)
    if design.ftl:
        yield PlanPiece(FTL, 2 * design.ftl_mass)
    if design.thrust:
        yield PlanPiece(DRIVE, 2 * design.drive_mass)
    yield from [PlanPiece(HULL_BOX, 2)] * design.hull
    yield from [PlanPiece(ARMOUR_BOX, 2)] * design.armour
    for part in design.parts:
        yield PlanPiece(part.word, part.points(design.mass), part)
    if design.craft_points:
        yield PlanPiece(CRAFT, design.craft_points)


def left_to_build(keel: Keel) -> list[PlanPiece]:
    """Return the unfinished pieces of the plan."""
    built = Counter(keel.built)
    remaining = []
    for piece in plan_of(keel):
        if built[piece.name]:
            built[piece.name] -= 1
        else:
            remaining.append(piece)
    return remaining


def change_plan(keel: Keel, design: Design) -> None:
    """Change the design of a keel (C2E-13.2-03, C2E-13.2-04).

    Finished pieces that are in the new design stay. Each of the others is replaced by the next
    pieces of the new plan that fit into its mass, at least one, and billed as a refit. Work on an
    unfinished piece counts for the next one.
    """
    old_design = keel.design
    keel.design, keel.type = design, design.type
    needed = Counter(piece.name for piece in plan_of(keel))
    kept_pieces: list[str] = []
    obsolete: list[str] = []
    for name in keel.built:
        (kept_pieces if needed[name] > 0 else obsolete).append(name)
        needed[name] -= 1
    keel.built = kept_pieces
    for name in obsolete:
        _replace(keel, old_design, name)


def begun_hull(keel: Keel) -> int:
    """Return the points of unfinished work that go into the hull."""
    available, hull_points = keel.begun, 0
    for piece in left_to_build(keel):
        share = min(piece.points, available)
        hull_points += share if piece.name in OF_THE_HULL else 0
        available -= share
    return hull_points


def points_done(keel: Keel) -> int:
    """Return the points of work done on a keel."""
    total = int_sum(piece.points for piece in plan_of(keel))
    return total - int_sum(piece.points for piece in left_to_build(keel)) + keel.begun


def _replace(keel: Keel, old_design: Design | None, name: str) -> None:
    """Replace an obsolete piece with the next pieces of the plan."""
    mass = old_design.mass if old_design is not None else keel.mass
    old = _part_of(old_design, name)
    room = old.mass(mass) if old is not None else 0
    first = True
    for piece in left_to_build(keel):
        piece_mass = piece.part.mass(keel.mass) if piece.part is not None else 0
        if piece.part is None or (not first and piece_mass > room):
            continue
        is_alike = first and old is not None and is_like_a_repair(old, piece.part, mass)
        price = HUNDRED * piece.points
        keel.extra += price if is_alike else half_up(price * SURCHARGE, 100)
        keel.built.append(piece.name)
        room, first = room - piece_mass, False
        if room <= 0:
            return


def _part_of(design: Design | None, name: str) -> ShipPart | None:
    """Return the part of a design for a piece; None if it is not a system."""
    parts = design.parts if design is not None else ()
    return next((part for part in parts if part.word == name), None)


KEEL_LAID = EventKind(
    "keel.laid", "The keel of {name} was laid at {place}: {type} of mass {mass}.", ("C2E-13.2-01",)
)
KEEL_CANCELLED = EventKind("keel.given_up", "The keel of {name} at {place} was given up.")
KEEL_REDESIGNED = EventKind("keel.redesigned", "{name} is built as {design} now.", ("C2E-13.2-04",))


def lay_keel(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """LAY KEEL: begin a ship with a design, or only a mass and type (C2E-13.2-01)."""
    game = context.game
    name: str = order["name"]
    name_must_be_free(game, player, name)
    world = order[WORLD]
    must_be_open(context.game, world, "world")
    if "design" in order.arguments:
        keel = keel_of(name, any_design(game, player, order["design"], "design"))
        if not keel.design or not keel.design.ftl:
            message = f"{order['design']} is a system defence: it has no FTL drive"
            raise Refused(Refusal("defence-design", message, "use DEFEND", "design"))
    else:
        keel = Keel(name=name, mass=order["mass"], type=_keel_type(order))
    world.keels.append(keel)
    context.emit(KEEL_LAID, [player.id], place=world.id, name=name, type=keel.type, mass=keel.mass)


def keel_of(name: str, design: Design, *, defence: bool = False) -> Keel:
    """Return a new keel of a design, without any work done."""
    return Keel(name=name, mass=design.mass, type=design.type, design=design, defence=defence)


def _keel_type(order: Order) -> str:
    code: str = order["type"].upper()
    if code not in TYPES:
        message = f"there is no type {code}"
        raise Refused(Refusal("unknown-type", message, did_you_mean(code, TYPES), "type"))
    minimum, maximum = TYPES[code]
    mass: int = order["mass"]
    if mass < minimum or mass > (maximum or MAX_MASS):
        message = f"type {code} has a mass of {minimum} to {maximum or MAX_MASS}, not {mass}"
        raise Refused(Refusal("bad-mass", message, "", "mass"))
    return code


def order_building(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """BUILD: set the points to build on a keel this week, at most a hundred (C2E-13.1-01)."""
    _, keel = own_keel(context.game, player, order, "keel")
    keel.wanted = order["points"]


def cancel_keel(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """CANCEL KEEL: abandon a ship under construction, without a refund."""
    world, keel = own_keel(context.game, player, order, "keel")
    world.keels.remove(keel)
    context.emit(KEEL_CANCELLED, [player.id], place=world.id, name=keel.name)


def redesign_keel(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """REDESIGN: give a keel its first or another design (C2E-13.2-03, C2E-13.2-04)."""
    game = context.game
    world, keel = own_keel(game, player, order, "keel")
    design = any_design(game, player, order["design"], "design")
    if design.mass != keel.mass:
        message = (
            f"{design.name} has a mass of {design.mass}, but {keel.name} was laid for {keel.mass}"
        )
        raise Refused(Refusal("wrong-mass", message, "the mass of a keel cannot change", "design"))
    if not design.ftl and not keel.defence:
        message = f"{design.name} is a system defence: it has no FTL drive"
        raise Refused(Refusal("defence-design", message, "use DEFEND", "design"))
    before = begun_hull(keel)
    change_plan(keel, design)
    if game.plays_by("1.1.0"):  # C2E-3.5-04
        price = HUNDRED * max(0, begun_hull(keel) - before)
        keel.extra += economy_of(context).with_access(price, ORE, player.access) - price
    context.emit(KEEL_REDESIGNED, [player.id], place=world.id, name=keel.name, design=design.name)


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


KEEL_BUILT = EventKind(
    "keel.built", "{points} points were built on {name} at {place}: {added}.", ("C2E-13.2-02",)
)
SHIP_LAUNCHED = EventKind("ship.launched", "{name} was launched at {place}.", ("C2E-13.1-01",))
KEEL_WAITS = EventKind(
    "keel.waits", "No work on {name} at {place}: {reason}.", ("C2E-13.1-01", "C2E-2.5-02")
)

POINTS_PER_WEEK = 100


@frozen
class KeelWork:
    """A week's work on a keel.

    Attributes:
        points: amount of work.
        finished: pieces finished by it.
        begun: points of work on the next piece afterwards.
        price: in hundredths of a credit.
    """

    points: int
    finished: tuple[str, ...]
    begun: int
    price: int


def build_keels(context: TurnContext[Campaign]) -> None:
    """Do a week's work on every keel, paid from the remaining treasury (C2E-2.5-02)."""
    game = context.game
    for player in game.empires:
        for world in game.worlds_of(player.id):
            for keel in list(world.keels):
                _work_on(context, player, world, keel)


def _work_on(context: TurnContext[Campaign], player: Player, world: World, keel: Keel) -> None:
    ordered, keel.wanted = keel.wanted, None
    points = POINTS_PER_WEEK if ordered is None else min(ordered, POINTS_PER_WEEK)
    work = work_of(keel, points, economy_of(context), player.access)
    if world.interdicted or world.controlled:
        _report_wait(context, player, world, keel, "the world is interdicted")
        return
    if not work.points and not work.price:
        _launch_if_done(context, player, world, keel)
        return
    if work.price > player.stock.get(CREDITS, 0):
        _report_wait(context, player, world, keel, f"the work costs {amount_text(work.price)}")
        return
    context.post(player, CREDITS, -work.price, f"Work on {keel.name}", ("C2E-13.1-01",))
    keel.built += work.finished
    keel.begun = work.begun
    keel.extra = 0
    context.emit(
        KEEL_BUILT,
        [player.id],
        place=world.id,
        name=keel.name,
        points=work.points,
        added=", ".join(dict.fromkeys(work.finished)) or "nothing finished",
    )
    _launch_if_done(context, player, world, keel)


def work_of(keel: Keel, points: int, economy: Logistics, access: Collection[str]) -> KeelWork:
    """Return the result and the cost of points of work, given the resources available.

    Work on the hull costs double without Mining/Ore (C2E-3.5-04); changes of design are paid with
    the work (C2E-13.2-03).
    """
    ready, points_used, price = keel.begun, 0, keel.extra
    finished = []
    for piece in left_to_build(keel):
        share = max(0, min(piece.points - ready, points - points_used))
        cost = HUNDRED * share
        price += economy.with_access(cost, ORE, access) if piece.name in OF_THE_HULL else cost
        points_used, ready = points_used + share, ready + share
        if ready < piece.points:
            break
        ready -= piece.points
        finished.append(piece.name)
    return KeelWork(points_used, tuple(finished), ready, price)


def _launch_if_done(
    context: TurnContext[Campaign], player: Player, world: World, keel: Keel
) -> None:
    """Launch a finished ship under the keel's name, as a new group or defence (C2E-1.5-06)."""
    game = context.game
    if keel.design is None or left_to_build(keel):
        return
    world.keels.remove(keel)
    if keel.defence:
        group = defence_group(game, player, world)
    else:
        group = new_group(game, player, world.at)
    ship = deliver(game, economy_of(context), player, keel.design, group, keel.name)
    ship.defence = keel.defence
    context.emit(SHIP_LAUNCHED, [player.id], place=world.id, name=ship.name)


def _report_wait(
    context: TurnContext[Campaign], player: Player, world: World, keel: Keel, reason: str
) -> None:
    context.emit(KEEL_WAITS, [player.id], place=world.id, name=keel.name, reason=reason)
