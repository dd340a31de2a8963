"""JUMP and the JUMPS step: destinations, flights, and ships that left a battle.

(FH-JUMP-005, FH-MISHAP-001)

Clauses: FH-WITHDRAW-011, FH-FM-008.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.jumps.mishaps import CERTAIN, Jump, JumpEnding, JumpOutcome, attempt
from variants.far_horizons.model import JUMPED, Place, Sector, Ship, ShipLocation, Species
from variants.far_horizons.model.orders import LineOrder, WrittenName
from variants.far_horizons.model.transactions import MishapFate, TransactionKind, transaction
from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.landing import refuse_salvage
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

#: Positions of ships that still have to jump out of a battle.
IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)


@frozen
class JumpGoal:
    """A ship's destination: a place, and its wording in the order: "PL Mars" or "12 7 18"."""

    place: Place
    text: str


def format_sector(sector: Sector) -> str:
    """Format a sector as in orders."""
    return " ".join(map(str, sector))


def readings(context: StepContext, order: Order, argument: str) -> Iterator[WrittenName]:
    """Yield a name as written and, if the rules forgive missing commas, with one inserted."""
    name: WrittenName | None = order.get(argument)
    if name is not None:
        yield name
    if isinstance(order, LineOrder):
        reread = context.names.second_reading(order, "unknown-place", argument)
        if reread is not None and reread.get(argument) is not None:
            yield reread[argument]


def must_be_free(species: Species, ship: Ship) -> None:
    """Raise Refused for a ship that cannot leave."""
    title = ship_name(ship)
    if ship.where == ShipLocation.BUILDING:  # FH-JUMP-004
        hint = "it can jump in the turn after it is finished"
        raise OrderRefused("under-construction", f"{title} is still under construction!", hint)
    if ship.where in IN_TRANSIT:  # FH-WITHDRAW-003
        hint = f"it goes to {format_sector(ship.destination)} by itself"
        raise OrderRefused("in-transit", f"{title} is in transit after combat!", hint)
    refuse_salvage(species, ship)  # FH-DISBAND-004
    if ship.moved:  # FH-MOVE-005
        hint = "JUMP, PJUMP, MOVE or WORMHOLE: one of them a turn"
        raise OrderRefused("moved", f"{title} already jumped or moved this turn!", hint)


def sector_goal(sector: Sector) -> JumpGoal:
    """Return the deep space of a sector as a goal (FH-JUMP-006)."""
    return JumpGoal(Place(sector), format_sector(sector))


TRIED = EventKind(
    "jump-tried", "{ship} will try to jump to {goal} ({percent:.2f}%).", ("FH-JUMP-005",)
)
TRIED_THROUGH = EventKind(
    "portal-jump-tried",
    "{ship} will try to jump to {goal} via jump portal {portal} ({percent:.2f}%).",
    ("FH-JP-004", "FH-JP-008"),
)
TRIED_THROUGH_FOREIGN = EventKind(
    "foreign-portal-jump-tried",
    "{ship} will try to jump to {goal} via jump portal {portal} owned by SP {owner}"
    " ({percent:.2f}%).",
    ("FH-JP-007", "FH-JP-008"),
)
_SAFETY = "FS"
_CHANCE = ("FH-MISHAP-001", "FH-MISHAP-003")


@frozen
class Portal:
    """A starbase that sends a ship through its portal, and its owner."""

    base: Ship
    owner: Species


def chance_of(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, portal: Portal | None = None
) -> int:
    """Return the chance of a mishap, in hundredths of a percent (FH-MISHAP-001, FH-JP-008)."""
    squared = distance_squared(ship.place.sector, goal.place.sector)
    sender, owner = (portal.base, portal.owner) if portal else (ship, species)
    return context.economy.mishap_chance(squared, owner.level("GV"), sender.age)


def fly(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, portal: Portal | None = None
) -> JumpOutcome:
    """Attempt the jump of a ship, which counts as moved in any case.

    Fail-safe units work automatically, if the ship itself carries them.
    """
    fail_safes = ship.cargo.get(_SAFETY, 0)  # FH-FS-003, FH-JP-009
    risk = Jump(
        origin=ship.place.sector,
        destination=goal.place.sector,
        chance=chance_of(context, species, ship, goal, portal),
        radius=context.game.radius,
        fail_safes=fail_safes,
        forced=ship.where == ShipLocation.FORCED,
    )
    subject = ("jump", species.number, ship.name)
    outcome = attempt(risk, context.chance.dice(*subject))
    _report_attempt(context, species, ship, goal, risk, portal)
    _place_or_remove(context, species, ship, goal, outcome)
    return outcome


def _report_attempt(
    context: StepContext,
    species: Species,
    ship: Ship,
    goal: JumpGoal,
    risk: Jump,
    portal: Portal | None,
) -> None:
    """Report the attempt; its outcome is reported at the end of the turn."""
    subject = ("jump", species.number, ship.name)
    facts: dict[str, Any] = {
        "ship": ship_name(ship),
        "goal": goal.text,
        "percent": risk.chance / 100,
    }
    kind = TRIED
    if portal is not None:
        kind = TRIED_THROUGH
        facts["portal"] = ship_name(portal.base)
        if portal.owner is not species:
            kind = TRIED_THROUGH_FOREIGN
            facts["owner"] = portal.owner.name
    context.notify(species, kind, rules=_CHANCE, dice=context.chance.drawn(*subject), **facts)


def _place_or_remove(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, outcome: JumpOutcome
) -> None:
    """Put a ship where its jump ended, or remove it from the game (FH-JUMP-003)."""
    _use_fail_safes(context, species, ship, outcome.used)
    ship.moved = JUMPED
    if outcome.sector is None:
        _deal(context, species, ship, MishapFate.SELF_DESTRUCTED)
        _remove(species, ship)
        return
    place = goal.place if outcome.ending == JumpEnding.ARRIVED else Place(outcome.sector)
    if outcome.ending == JumpEnding.MISJUMPED:
        _deal(context, species, ship, MishapFate.MISJUMPED, place)
    place_ship(context, species, ship, place)  # FH-JUMP-002


def place_ship(context: StepContext, species: Species, ship: Ship, place: Place) -> None:
    """Move a ship to a place: in orbit or in deep space; the star counts as visited."""
    ship.place = place
    ship.where = ShipLocation.ORBIT if place.orbit else ShipLocation.DEEP_SPACE  # FH-JUMP-007
    context.visit(species, place.sector)


def _use_fail_safes(context: StepContext, species: Species, ship: Ship, used: int) -> None:
    """Report and remove used fail-safe units (FH-FS-002)."""
    for _ in range(used):
        _deal(context, species, ship, MishapFate.FAIL_SAFE_USED)
    if used:
        ship.cargo[_SAFETY] -= used
        if not ship.cargo[_SAFETY]:
            del ship.cargo[_SAFETY]


def _deal(
    context: StepContext, species: Species, ship: Ship, fate: MishapFate, place: Place | None = None
) -> None:
    facts: dict[str, int] = {}
    if place is not None:
        facts = dict(zip("xyz", place.sector, strict=True))
    context.deal(
        transaction(
            TransactionKind.MISHAP,
            owner=species.number,
            fate=int(fate),
            ship=ship_name(ship),
            **facts,
        )
    )


def _remove(species: Species, ship: Ship) -> None:
    """Remove a ship; its slot stays empty."""
    for number, other in enumerate(species.ships):
        if other is ship:
            species.ships[number] = None


def jump(context: StepContext, species: Species, order: Order) -> None:
    """JUMP ship, x y z or PL name (FH-JUMP-005)."""
    ship: Ship = order["ship"]
    must_be_free(species, ship)
    _must_have_drive(ship)
    depart(context, species, order, ship, distinct_destination(order, ship))


def distinct_destination(order: Order, ship: Ship) -> JumpGoal:
    """Return a ship's destination, which must differ from its position."""
    goal: JumpGoal | OrderRefused = order["destination"]
    if isinstance(goal, OrderRefused):
        raise goal
    if goal.place.sector == ship.place.sector:
        reason = f"{ship_name(ship)} was already at specified x,y,z."
        hint = "within a star system: LAND, ORBIT or DEEP, before departure or after arrival"
        raise OrderRefused("already-there", reason, hint, "destination")
    return goal


def depart(
    context: StepContext,
    species: Species,
    order: Order,
    ship: Ship,
    goal: JumpGoal,
    portal: Portal | None = None,
) -> None:
    """Carry out a ship's jump, over any distance; warn of probable mistakes."""
    if chance_of(context, species, ship, goal, portal) == CERTAIN:
        message = f"the jump of {ship_name(ship)} to {goal.text} is certain to fail"
        hint = "the chance is the square of the distance / Gravitics, in percent: jump less far"
        context.note(species, order, "certain-mishap", message, hint=hint)
    elif context.star(goal.place.sector) is None:
        message = f"there is no star at {goal.text}: {ship_name(ship)} goes into empty space"
        context.note(species, order, "no-star", message)
    fly(context, species, ship, goal, portal)  # FH-JUMP-001, FH-JUMP-006


def _must_have_drive(ship: Ship) -> None:
    """Raise Refused for ships that cannot jump by themselves (FH-JUMP-005)."""
    title = ship_name(ship)
    if ship.starbase:  # FH-BAS-001, FH-WORM-002
        hint = "a starbase can be moved by one parsec with MOVE, or go through a wormhole"
        raise OrderRefused("starbase", f"{title} is a starbase and cannot jump!", hint)
    if ship.sub_light:  # FH-SHIP-007
        hint = "a sub-light ship can MOVE by one parsec, or use a jump portal (PJUMP) or a wormhole"
        raise OrderRefused("sub-light", f"{title} is a sub-light ship and cannot jump!", hint)


def release(context: StepContext, species: Species) -> None:
    """Carry out the jumps of all ships of a species that are in transit."""
    for ship in list(species.living_ships()):
        if ship.where in IN_TRANSIT:
            release_ship(context, species, ship)


def release_ship(context: StepContext, species: Species, ship: Ship) -> None:
    """Jump with a ship in transit to its destination's deep space (FH-WITHDRAW-012, FH-FM-004)."""
    fly(context, species, ship, JumpGoal(Place(ship.destination), format_sector(ship.destination)))


def run(context: StepContext) -> None:
    """Carry out all jump orders; ships in transit from a battle follow (FH-TURN-003).

    Species with a jump section come first, in the order of their numbers, each with its orders and
    then its ships in transit; the ships in transit of the other species follow.
    """
    without_orders = []
    for species in context.game.empires:
        orders = section(context, species, "JUMPS")
        if orders is None:
            without_orders.append(species)
            continue
        carry_out(context, species, orders)
        release(context, species)
    for species in without_orders:
        release(context, species)
