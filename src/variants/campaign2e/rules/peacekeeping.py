"""Peacekeeping: four weeks in a war zone change its allegiance (C2E-1.6-09, C2E-1.6-10)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Allegiance, Campaign, Player, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.fleets import audience_of, groups_at, ships_of_groups
from variants.campaign2e.rules.postures import (
    acting_ships,
    must_be_able,
    must_be_at_world,
    refuse_act,
    severity_of,
)
from variants.campaign2e.rules.visits import IN_WORDS

#: C2E-1.6-10: consecutive weeks, tonnes of dropships per income point, and results of the die.
WEEKS, TONNES = 4, 10
RESULTS = {
    1: Allegiance.BALKANISED,
    2: Allegiance.BALKANISED,
    3: Allegiance.PROTECTED,
    4: Allegiance.INDEPENDENT,
    5: Allegiance.INDEPENDENT,
    6: Allegiance.FRIENDLY,
}

KEPT = EventKind(
    "peace.kept", "You have kept the peace at {world} for {weeks} of {of} weeks.", ("C2E-1.6-10",)
)
BROKEN = EventKind("peace.broken", "The mission at {world} starts over: {why}.", ("C2E-1.6-10",))
STABLE = EventKind(
    "world.stabilised",
    "{world} is at peace: it is {words}.",
    ("C2E-1.6-09", "C2E-1.6-10"),
)

#: In a turn's notes: PEACEKEEP orders of this week.
_ORDERED = "missions ordered"


def keep_peace(context: TurnContext, sender: Player, order: Order) -> None:
    """PEACEKEEP: keep the peace in the war zone at the group's place, until it leaves."""
    group: TaskGroup = order["group"]
    world = must_be_at_world(context, group)
    unknown = context.forecast and world.id not in sender.visited
    if world.owner or not (world.allegiance is Allegiance.WAR_ZONE or unknown):
        message = f"{world_name(world)} is not a war zone"
        refuse_act(context, group, "no-war-zone", message, "only war zones need peacekeepers")
    must_be_able(context, group)
    group.peacekeep = True
    context.notes.setdefault(_ORDERED, []).append((sender.id, order, world))


def run(context: TurnContext) -> None:
    """Count the week of every mission, and conclude those that have lasted long enough."""
    ordered: list[tuple[str, Order, World]] = context.notes.pop(_ORDERED, [])
    _refuse_weak_ones(context, ordered)
    if context.forecast:
        return
    game: Campaign = context.game
    fought = set(game.fought)
    places = {group.at for group in game.groups if group.peacekeep}
    for world in game.worlds:
        in_zone = world.allegiance is Allegiance.WAR_ZONE and world.at in places
        if not in_zone and not world.peacekeepers:
            continue
        before, world.peacekeepers = world.peacekeepers, {}
        for player in game.empires:
            is_able = _is_enough(context, world, player.id)
            if is_able and world.id not in fought:
                world.peacekeepers[player.id] = before.get(player.id, 0) + 1
                weeks = world.peacekeepers[player.id]
                data = {"world": world_name(world), "weeks": weeks, "of": WEEKS}
                context.emit(KEPT, [player.id], place=world.id, data=data)
            elif player.id in before:
                reason = "there was a battle" if is_able else "the force is too small, or gone"
                context.emit(
                    BROKEN, [player.id], place=world.id, world=world_name(world), why=reason
                )
        finished = [name for name, weeks in world.peacekeepers.items() if weeks >= WEEKS]
        if finished:
            _stabilise(context, world, finished)


def _refuse_weak_ones(context: TurnContext, ordered: Sequence[tuple[str, Order, World]]) -> None:
    """Refuse missions with insufficient force; all groups of a player there count together."""
    for name, order, world in ordered:
        if not _is_enough(context, world, name):
            needed = context.variant.economy.deterrent(100 * world.points)
            message = f"a mission at {world_name(world)} needs armed ships of {needed} points"
            message += f" and {TONNES * world.points} t of dropships"
            hint = "all your groups with PEACEKEEP there count"
            severity = severity_of(context, order["group"])
            context.refuse(name, order, Refusal("too-weak", message, hint, "group", severity))
    for _, order, world in ordered:
        if not _is_enough(context, world, order["group"].owner):
            order["group"].peacekeep = False


def _is_enough(context: TurnContext, world: World, player: str) -> bool:
    """True if a player's peacekeepers suffice: 50 points and 10 tonnes per income point."""
    game: Campaign = context.game
    economy: Logistics = context.variant.economy
    groups = [g for g in groups_at(game, world.at) if g.owner == player and g.peacekeep]
    ships = [ship for group in groups for ship in acting_ships(game, group)]
    armed = int_sum(economy.force(ship) for ship in ships)
    tonnes = int_sum(ship.dropships for ship in ships_of_groups(game, groups))
    needed = economy.deterrent(100 * world.points)
    return bool(ships) and armed >= needed and tonnes >= TONNES * world.points


def _stabilise(context: TurnContext, world: World, keepers: Sequence[str]) -> None:
    """Conclude a mission: a die decides the world's new allegiance."""
    game: Campaign = context.game
    stream = context.stream("peacekeeping", world.id)
    keeper = keepers[0] if len(keepers) == 1 else stream.choice(keepers)
    result = RESULTS[stream.die(6)]
    world.allegiance, world.peacekeepers = result, {}
    world.power = keeper if result is Allegiance.FRIENDLY else ""
    for group in game.groups:
        if group.at == world.at:
            group.peacekeep = False
    context.emit(
        STABLE,
        audience_of(*(player.id for player in game.empires if world.id in player.visited)),
        place=world.id,
        dice=[context.dice(stream, "peacekeeping", world.id)],
        world=world_name(world),
        words=f"friendly to {keeper}" if world.power else IN_WORDS[result],
        allegiance=result.name.lower(),
        power=world.power,
    )
