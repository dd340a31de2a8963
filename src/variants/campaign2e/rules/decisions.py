"""Reports of size, and decisions to attack or withdraw.

At contact a fleet gets a report of the other force's size (C2E-17.2-01), and decides to attack or
to withdraw (C2E-17.3-01, C2E-17.3-02). Decisions are final once step 4 has begun: an attacking
fleet stays until the battle is over, and a withdrawing one cannot be attacked this week
(C2E-N.17-01).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import (
    BattleOrder,
    Campaign,
    ContactOrder,
    Ship,
    SizeReport,
    place_id,
)
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.references import GROUP, Sender
from variants.campaign2e.rules.departures import departure_to, unable_to_leave
from variants.campaign2e.rules.fleets import (
    Fleet,
    audience_of,
    construction_points,
    defenders_of,
    fleets_at,
    shared_hexes,
)
from variants.campaign2e.rules.supply import may_attack

SMALLER, EQUAL, LARGER = "smaller", "equal", "larger"
#: From the best report to the worst.
SIZES = (SMALLER, EQUAL, LARGER)

#: Words for the size of a force, relative to the reader's.
SIZE_WORDS = {
    SMALLER: "significantly smaller than yours",
    EQUAL: "roughly equal to yours",
    LARGER: "significantly larger than yours",
}

SIZE_REPORTED = EventKind(
    "contact.size", "At {place} you meet {force}: it is {words}{vessels}.", ("C2E-17.2-01",)
)


def relative_size(own_points: int, other_points: int) -> str:
    """Return the size of a force by points, relative to one of `own_points` (C2E-17.2-01).

    Significantly larger or smaller means by more than a half.
    """
    if 2 * other_points > 3 * own_points:
        return LARGER
    return SMALLER if 2 * own_points > 3 * other_points else EQUAL


def is_glaring(ships_a: Sequence[Ship], ships_b: Sequence[Ship]) -> bool:
    """Return whether the largest vessels of two forces differ in mass by a factor of two."""
    masses = [max((ship.design.mass for ship in ships), default=0) for ships in (ships_a, ships_b)]
    return max(masses) >= 2 * min(masses)


def worst_report(sizes: Sequence[str]) -> str:
    """Return the worst of several reports, which decides for a fleet (C2E-17.3-01)."""
    return max(sizes, key=SIZES.index)


def report_sizes(context: TurnContext[Campaign], fleet: Fleet, met: Sequence[Fleet]) -> list[str]:
    """Report other forces to a fleet's owner one by one; returns their sizes."""
    sizes = []
    for other in met:
        rating = relative_size(fleet.points, other.points)
        sizes.append(rating)
        _report_size(
            context, fleet, other.owner, rating, glaring=is_glaring(fleet.ships, other.ships)
        )
    return sizes


def report_defences(context: TurnContext[Campaign]) -> None:
    """Report the size of defence units to owners of ships in their system (C2E-15.3-02)."""
    game = context.game
    places = set(shared_hexes(game))
    for world in game.worlds:
        defences = defenders_of(game, world) if world.at in places else None
        if defences is None:
            continue
        units = game.ships_in(defences.id)
        for fleet in fleets_at(game, world.at):
            if fleet.owner == defences.owner:
                continue
            rating = relative_size(fleet.points, construction_points(units))
            glaring = is_glaring(fleet.ships, units)
            _report_size(context, fleet, defences.owner, rating, glaring=glaring, defences=True)


def _report_size(
    context: TurnContext[Campaign],
    fleet: Fleet,
    other: str,
    rating: str,
    *,
    glaring: bool,
    defences: bool = False,
) -> None:
    game = context.game
    reader = next((p for p in game.empires if p.id == fleet.owner), None)
    if reader is None:
        return
    report = SizeReport(
        week=game.week, at=fleet.at, owner=other, size=rating, glaring=glaring, defences=defences
    )
    reader.reports = [old for old in reader.reports if not _same_force(old, report)]
    reader.reports.append(report)
    origin = f"of {other}" if other else "of unknown owner"
    context.emit(
        SIZE_REPORTED,
        audience_of(fleet.owner),
        place=place_id(fleet.at),
        force=f"{'defence units' if defences else 'a fleet'} {origin}",
        words=SIZE_WORDS[rating],
        vessels=", and the largest vessels differ glaringly" if glaring else "",
        owner=other,
        size=rating,
        glaring=glaring,
        defences=defences,
    )


def _same_force(report: SizeReport, other: SizeReport) -> bool:
    """Return whether two reports concern the same force; the umpire may have several a week."""
    is_same = (report.at, report.owner, report.defences) == (other.at, other.owner, other.defences)
    return is_same and (bool(report.owner) or report.week != other.week)


#: The worst report with which an order still attacks.
_WORST_ACCEPTED = {"SMALLER": SMALLER, "EQUAL": "equal", "ANY": LARGER}

#: In a turn's notes: groups with a request for a battle by hand.
BY_HAND = "battles by hand"


def set_contact(context: TurnContext[Campaign], _sender: Sender, order: Order) -> None:
    """CONTACT: set the standing contact order of a group."""
    game = context.game
    group = order[GROUP]
    attack = str(order.get("limit", "ANY")) if "attack" in order.arguments else ""
    if (
        not attack
        and not group.defence
        and len(unable_to_leave(game, group)) == len(game.ships_in(group.id))
    ):
        message = f"{group.name} cannot withdraw: none of its ships can jump"
        hint = "leave out the order: ships that cannot jump fight only if attacked"
        raise Refused(Refusal("cannot-withdraw", message, hint, "group"))
    target = order.get("place")
    group.contact = ContactOrder(attack=attack, to=target)
    if target is not None and departure_to(game, group.at, target) is None:
        message = f"{place_id(target)} is more than a week from {place_id(group.at)}"
        hint = "until it is in reach, the program chooses where to withdraw"
        context.refuse(_sender.id, order, Refusal("out-of-reach", message, hint, "place", "note"))


def set_battle(_context: TurnContext[Campaign], _sender: Sender, order: Order) -> None:
    """BATTLE: set the tactics of a group; omitted values keep their defaults (C2E-17.6-01)."""
    group = order[GROUP]
    edge = order.get("edge")
    if edge is not None and group.came_from is not None:
        message = f"{group.name} entered this week, from the side by which it came"
        hint = "leave out EDGE: only groups that were already there choose a side"
        raise Refused(Refusal("edge-fixed", message, hint, "edge"))
    group.battle = BattleOrder(
        speed=order.get("speed"),
        formation=order.get("formation"),
        edge=edge,
        intent=order.get("intent"),
        breakoff=order.get("percent"),
        exit=order.get("way_out"),
    )


def set_entry(_context: TurnContext[Campaign], _sender: Sender, order: Order) -> None:
    """ENTRY: set a group's uses of the drop, word by word (C2E-17.9-01)."""
    group = order[GROUP]
    words = order.several("change")
    group.entry = tuple(f"EDGE {word}" if word in EDGES else word for word in words)


def request_manual_decision(context: TurnContext[Campaign], _sender: Sender, order: Order) -> None:
    """MANUAL: request that the group's battle of this week is fought by hand (C2E-14.1-01)."""
    context.notes.setdefault(BY_HAND, set()).add(order[GROUP].id)


def standing_order(game: Campaign, fleet: Fleet) -> ContactOrder:
    """Return the contact order of a fleet: its leading group's, or the default (C2E-17.3-01)."""
    order = fleet.leader.contact
    if order is not None:
        return order
    return ContactOrder(attack="EQUAL" if _is_at_home(game, fleet) else "SMALLER")


def decides_to_attack(game: Campaign, fleet: Fleet, sizes: Sequence[str]) -> bool:
    """Return whether a fleet attacks, given size reports of which the worst decides."""
    worst_accepted = _WORST_ACCEPTED.get(standing_order(game, fleet).attack)
    if worst_accepted is None or not _may_attack(game, fleet):
        return False
    return SIZES.index(worst_report(sizes)) <= SIZES.index(worst_accepted)


def _may_attack(game: Campaign, fleet: Fleet) -> bool:
    """Return whether a fleet can choose to attack: armed and in supply (C2E-3.6-07)."""
    return any(ship.is_armed for ship in fleet.ships) and may_attack(game, fleet.leader)


def _is_at_home(game: Campaign, fleet: Fleet) -> bool:
    world = game.world_at(fleet.at)
    return world is not None and bool(fleet.owner) and world.owner == fleet.owner
