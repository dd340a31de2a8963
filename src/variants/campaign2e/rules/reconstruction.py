"""Reconstruction: lost income points recover with time, faster with help (C2E-9.1).

Defences do not: they have to be bought again (C2E-9.2-01).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.constants import JUMP
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.references import WORLD

#: In a turn's notes, left by bombardment: ids of worlds bombarded this week.
BOMBARDED = "bombarded"

RESTORED = EventKind(
    "world.restored",
    "{world} has recovered a point of income: {points} of {full}.",
    ("C2E-9.1-01",),
)
HELP_AGREED = EventKind(
    "help.agreed", "{helper} forgoes its income to help rebuild {world}.", ("C2E-9.1-02",)
)
HELP_ASKED = EventKind(
    "help.asked", "{by} wants {helper} to help rebuild {world}.", ("C2E-9.1-02",)
)

#: In a turn's notes: orders about help this week.
_ORDERED = "help ordered"


def order_help(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """RECONSTRUCT: name a helper, agree to help, or end help; settled after all orders are read."""
    world = order[WORLD]
    if "alone" in order.arguments:
        if sender.id != world.owner and world.id not in sender.helpers:
            raise Refused(_not_yours(world))
        sender.helpers.pop(world.id, None)
    else:
        helper: World = order["helper"]
        _must_be_able(sender, world, helper)
        sender.helpers = {w: h for w, h in sender.helpers.items() if h != helper.id}
        sender.helpers[world.id] = helper.id
    context.notes.setdefault(_ORDERED, []).append((sender, order, world))


def settle(context: TurnContext[Campaign]) -> None:
    """Put help into effect if the owners of both worlds agree (C2E-9.1-02)."""
    game = context.game
    ordered = context.notes.pop(_ORDERED, ())
    helpers = {order["helper"].id for _, order, _ in ordered if "helper" in order.arguments}
    worlds = {world.id for _, _, world in ordered}
    for world in game.worlds:
        if world.id not in worlds and world.helper not in helpers:
            continue
        helper_id = game.empire(world.owner).helpers.get(world.id, "") if world.owner else ""
        helper = game.world(helper_id)
        agreed = helper is not None and _agrees(game, world, helper)
        if helper is not None and agreed and world.helper != helper.id:
            recipients = list(dict.fromkeys((world.owner, helper.owner)))
            names = {"world": references.world_name(world), "helper": references.world_name(helper)}
            context.emit(HELP_AGREED, recipients, place=world.id, data=names)
        world.helper = helper_id if agreed else ""
    _report_waiting(context, ordered)


def _report_waiting(
    context: TurnContext[Campaign], ordered: Sequence[tuple[Player, Order, World]]
) -> None:
    """Report help that is not yet agreed to the senders and the other owners."""
    for sender, order, world in ordered:
        helper = order.get("helper")
        if helper is None or world.helper == helper.id:
            continue
        if sender.helpers.get(world.id) != helper.id:
            message = "a later order for one of these worlds replaces this one"
            context.reject(sender.id, order, "ordered-twice", message, severity="warning")
            continue
        names = {"world": references.world_name(world), "helper": references.world_name(helper)}
        recipients = [owner for owner in dict.fromkeys((world.owner, helper.owner)) if owner]
        context.emit(HELP_ASKED, recipients, place=world.id, by=sender.id, data=names)
        message = "the owner of the other world has not agreed yet"
        hint = "both owners must give the same order"
        context.reject(sender.id, order, "no-agreement", message, hint, None, "warning")


def run(context: TurnContext[Campaign]) -> None:
    """Do a week's work on every world that has lost income (C2E-9.1-01)."""
    game = context.game
    for world in game.worlds:
        if world.points < world.full and counts(context, world):
            world.rebuilding += 2 if helped_by(context, world) else 1
            if world.rebuilding >= economy_of(context).weeks_a_point:
                world.rebuilding -= economy_of(context).weeks_a_point
                world.points += 1
                _report(context, world)
        if world.points >= world.full:
            _end(game, world)


def _end(game: Campaign, world: World) -> None:
    """End the work on a fully recovered world, and all help for it."""
    world.rebuilding, world.helper = 0, ""
    for player in game.empires:
        player.helpers.pop(world.id, None)


def counts(context: TurnContext[Campaign], world: World) -> bool:
    """Return whether this week counts, if no interdiction, control or bombardment prevents it."""
    troubled = world.interdicted or world.controlled or world.attacked_by
    return not troubled and world.id not in context.notes.get(BOMBARDED, ())


def helped_by(context: TurnContext[Campaign], world: World) -> World | None:
    """Return the world that forgoes its income this week to help another (C2E-9.1-02)."""
    helper = context.game.world(world.helper) if world.helper else None
    if helper is None or world.points >= world.full or not counts(context, world):
        return None
    is_able = not helper.controlled and bool(helper.owner) and helper.points > world.full
    return helper if is_able else None


def _agrees(game: Campaign, world: World, helper: World) -> bool:
    if not helper.owner:
        return False
    owner = game.empire(helper.owner)
    return owner.helpers.get(world.id) == helper.id


def _must_be_able(sender: Player, world: World, helper: World) -> None:
    name, helping = references.world_name(world), references.world_name(helper)
    if sender.id not in (world.owner, helper.owner):
        raise Refused(_not_yours(world))
    if world.points >= world.full:
        raise Refused(Refusal("not-damaged", f"{name} has lost no income", "", "world"))
    if helper is world or distance(world.at, helper.at) > JUMP:
        message = f"{helping} is not a neighbour of {name}"
        raise Refused(
            Refusal("too-far-apart", message, "choose a world at most two hexes away", "helper")
        )
    if not helper.owner:
        message = f"{helping} has no owner who could agree"
        raise Refused(Refusal("no-owner", message, "choose a player's world", "helper"))
    if helper.points <= world.full:
        message = (
            f"{helping} yields {helper.points}, not more than {name} at full income ({world.full})"
        )
        raise Refused(Refusal("too-poor", message, "choose a richer world", "helper"))


def _not_yours(world: World) -> Refusal:
    message = f"neither {references.world_name(world)} nor its helper is yours"
    return Refusal("not-your-world", message, "", "world")


def _report(context: TurnContext[Campaign], world: World) -> None:
    context.emit(
        RESTORED,
        context.game.audience_knowing(world),
        place=world.id,
        world=references.world_name(world),
        points=world.points,
        full=world.full,
    )
