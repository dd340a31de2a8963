"""Attack or withdraw: decisions of fleets at contact (C2E-17.3-01, C2E-17.3-02).

Decisions are final once step 4 has begun: an attacking fleet stays until the battle is over, and
a withdrawing one cannot be attacked this week (C2E-N.17-01).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import BattleOrder, Campaign, ContactOrder, TaskGroup, place_id
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.rules.departures import unable_to_leave, way_to
from variants.campaign2e.rules.fleets import Fleet
from variants.campaign2e.rules.size_reports import LARGER, SIZES, SMALLER, worst
from variants.campaign2e.rules.supply import may_attack

#: The worst report with which an order still attacks.
_STILL = {"SMALLER": SMALLER, "EQUAL": "equal", "ANY": LARGER}

#: In a turn's notes: groups with a request for a battle by hand.
BY_HAND = "battles by hand"


def set_contact(context: TurnContext, _sender: Any, order: Order) -> None:
    """CONTACT: set the standing contact order of a group."""
    game: Campaign = context.game
    group: TaskGroup = order["group"]
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
    if target is not None and way_to(game, group.at, target) is None:
        message = f"{place_id(target)} is more than a week from {place_id(group.at)}"
        hint = "until it is in reach, the program chooses where to withdraw"
        context.refuse(_sender.id, order, Refusal("out-of-reach", message, hint, "place", "note"))


def set_battle(_context: TurnContext, _sender: Any, order: Order) -> None:
    """BATTLE: set the tactics of a group; omitted values keep their defaults (C2E-17.6-01)."""
    group: TaskGroup = order["group"]
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


def set_entry(_context: TurnContext, _sender: Any, order: Order) -> None:
    """ENTRY: set a group's uses of the drop, word by word (C2E-17.9-01)."""
    group: TaskGroup = order["group"]
    words = order.several("change")
    group.entry = tuple(f"EDGE {word}" if word in EDGES else word for word in words)


def ask_by_hand(context: TurnContext, _sender: Any, order: Order) -> None:
    """MANUAL: request that the group's battle of this week is fought by hand (C2E-14.1-01)."""
    context.notes.setdefault(BY_HAND, set()).add(order["group"].id)


def standing_order(game: Campaign, fleet: Fleet) -> ContactOrder:
    """Return the contact order of a fleet: its leading group's, or the default (C2E-17.3-01)."""
    order = fleet.leader.contact
    if order is not None:
        return order
    return ContactOrder(attack="EQUAL" if _is_at_home(game, fleet) else "SMALLER")


def attacks(game: Campaign, fleet: Fleet, sizes: Sequence[str]) -> bool:
    """Return whether a fleet attacks, given size reports of which the worst decides."""
    still = _STILL.get(standing_order(game, fleet).attack)
    if still is None or not _may_attack(game, fleet):
        return False
    return SIZES.index(worst(sizes)) <= SIZES.index(still)


def _may_attack(game: Campaign, fleet: Fleet) -> bool:
    """Return whether a fleet can choose to attack: armed and in supply (C2E-3.6-07)."""
    return any(ship.is_armed for ship in fleet.ships) and may_attack(game, fleet.leader)


def _is_at_home(game: Campaign, fleet: Fleet) -> bool:
    world = game.world_at(fleet.at)
    return world is not None and bool(fleet.owner) and world.owner == fleet.owner
