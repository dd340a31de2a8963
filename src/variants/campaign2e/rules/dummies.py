"""Dummy counters, one per group with a capital unit (C2E-15.2-01).

To remain unrecognized, a dummy moves as a group does and triggers the exploration of hexes; it does
not visit, interdict, raid or block.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Dummy, Place, Player, TaskGroup, place_id
from variants.campaign2e.rules.departures import way_to
from variants.campaign2e.rules.fleets import audience_of, by_hex, fleets_at
from variants.campaign2e.rules.stances import allied

UNMASKED = EventKind("dummy.removed", "The counter of {owner} at {place} is a dummy.",
    ("C2E-15.2-01", "C2E-17.1-01"),
)  # fmt: skip

#: In a turn's notes: destinations by dummy.
_PLOTTED = "dummies plotted"


def order_dummy(context: TurnContext, sender: Player, order: Order) -> None:
    """DUMMY: move the dummy of a group, or remove it from the map."""
    (_move if "place" in order.arguments else _remove)(context, sender, order)


def _move(context: TurnContext, sender: Player, order: Order) -> None:
    """Plot a dummy's move; at the sender's bases a group without a dummy gets one."""
    game: Campaign = context.game
    group: TaskGroup = order["group"]
    target: Place = order["place"]
    dummy = dummy_of(game, group)
    start = group.at if dummy is None else dummy.at
    if dummy is None:
        _must_qualify(game, group, sender)
    if start != target and way_to(game, start, target) is None:
        message = f"no ship can go from {place_id(start)} to {place_id(target)} in a week"
        hint = "dummies move like groups: by a jump, or along an open lane"
        raise Refused(Refusal("out-of-reach", message, hint, "place"))
    if dummy is None:
        own_dummies = [dummy for dummy in game.dummies if dummy.owner == sender.id]
        number = max((int(dummy.id.rpartition("/d")[2]) for dummy in own_dummies), default=0) + 1
        dummy = Dummy(id=f"{sender.id}/d{number}", owner=sender.id, group=group.id, at=group.at)
        game.dummies.append(dummy)
    context.notes.setdefault(_PLOTTED, {})[dummy.id] = target


def _remove(context: TurnContext, _sender: Player, order: Order) -> None:
    game: Campaign = context.game
    dummy = dummy_of(game, order["group"])
    if dummy is None:
        message = f"{order['group'].name} has no dummy on the map"
        raise Refused(Refusal("no-dummy", message, "", "group"))
    game.dummies.remove(dummy)


def dummy_of(game: Campaign, group: TaskGroup) -> Dummy | None:
    """Return the only dummy of a group, or None."""
    return next((dummy for dummy in game.dummies if dummy.group == group.id), None)


def has_capital(game: Campaign, group: str) -> bool:
    """Return whether a group has a capital unit."""
    return any(ship.design.is_capital for ship in game.ships_in(group))


def move_plotted(context: TurnContext) -> None:
    """Move dummies together with all other movement (C2E-15.4-01)."""
    plotted: dict[str, Place] = context.notes.pop(_PLOTTED, {})
    for dummy in context.game.dummies:
        dummy.at = plotted.get(dummy.id, dummy.at)


def remove_without_capital(game: Campaign) -> None:
    """Remove dummies of groups that are gone, or have lost their last capital unit."""
    capital = {ship.group for ship in game.ships if ship.design.is_capital}
    game.dummies = [dummy for dummy in game.dummies if dummy.group in capital]


def remove_met(context: TurnContext) -> None:
    """Remove contacted dummies, which have a foreign fleet in their hex."""
    game: Campaign = context.game
    groups = by_hex(game)
    for dummy in list(game.dummies):
        if all(group.owner == dummy.owner for group in groups.get(dummy.at, ())):
            continue
        finders = [
            fleet.owner
            for fleet in fleets_at(game, dummy.at)
            if not allied(game, fleet.owner, dummy.owner) and fleet.against in ("", dummy.owner)
        ]
        if finders:
            game.dummies.remove(dummy)
            audience = audience_of(dummy.owner, *finders)
            context.emit(UNMASKED, audience, place=place_id(dummy.at), owner=dummy.owner)


def _must_qualify(game: Campaign, group: TaskGroup, sender: Player) -> None:
    """Raise Refused unless a group can get a dummy: it needs a capital unit and a base."""
    if not has_capital(game, group.id):
        message = f"{group.name} cannot have a dummy: it has no capital unit"
        raise Refused(
            Refusal(
                "no-capital", message, "capital units are BB, BDN, SDN, CVA, CVH and CVL", "group"
            )
        )
    world = game.world_at(group.at)
    if world is None or world.owner != sender.id or world.controlled:
        message = f"{group.name} can only get a new dummy at a world of yours"
        raise Refused(Refusal("no-base", message, f"it is at {place_id(group.at)}", "group"))
