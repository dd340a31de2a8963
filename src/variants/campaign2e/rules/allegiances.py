"""Allegiances of unowned worlds, which visits reveal and peacekeeping can change.

The first visit determines a world's allegiance (C2E-1.6-01, C2E-1.6-02). Dummies visit nothing, and
the umpire's forces report nothing (C2E-15.2-01). Four weeks of peacekeeping in a war zone change
its allegiance (C2E-1.6-09, C2E-1.6-10).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Allegiance, Campaign, Player, World, place_id
from variants.campaign2e.model.places import distance
from variants.campaign2e.references import GROUP, world_name
from variants.campaign2e.rules.fleets import audience_of, group_ships, groups_at
from variants.campaign2e.rules.postures import (
    acting_ships,
    must_be_able_to_act,
    must_be_at_world,
    refuse_act,
    severity_of,
)

#: Words for allegiances, in the order of the die (C2E-1.6-01).
ALLEGIANCE_WORDS = {
    Allegiance.INDEPENDENT: "independent",
    Allegiance.FRIENDLY: "friendly to its nearest power",
    Allegiance.HOSTILE: "hostile to its nearest power",
    Allegiance.PROTECTED: "allied to a power outside",
    Allegiance.BALKANISED: "balkanised, but stable",
    Allegiance.WAR_ZONE: "balkanised, a war zone",
}

ALLEGIANCE_FOUND = EventKind(
    "world.visited", "{world} is {words}{nearest}.", ("C2E-1.6-01", "C2E-1.6-02", "C2E-1.6-03")
)


def visit(context: TurnContext[Campaign]) -> None:
    """Report the allegiance of unowned worlds to players who end movement there (C2E-1.6-02).

    The die is rolled at the first visit.
    """
    game = context.game
    owners_by_place: dict[str, list[str]] = {}
    for group in game.groups:
        if group.owner:
            owners_by_place.setdefault(place_id(group.at), []).append(group.owner)
    players = {player.id: player for player in game.empires}
    for world in game.worlds:
        if world.owner:
            continue
        visitors = dict.fromkeys(owners_by_place.get(world.id, ()))
        new = [name for name in visitors if world.id not in players[name].visited]
        if not new:
            continue
        if world.allegiance is None:
            stream = context.stream("allegiance", world.id)
            world.allegiance = Allegiance(stream.die(6))
            world.power = _power_of(game, world, stream)
        for name in new:
            players[name].visited.append(world.id)
            _report_allegiance(context, world, world.allegiance, name)


def forget_allegiance(game: Campaign, world: World) -> None:
    """Remove a world's allegiance and all knowledge of it; an owner has come or gone (C2E-1.5-08).

    Former visitors keep their knowledge of its yield (C2E-1.1-02).
    """
    world.allegiance, world.power = None, ""
    for player in game.empires:
        if world.id in player.visited:
            player.visited.remove(world.id)
            if world.id not in player.surveyed:
                player.surveyed.append(world.id)


def nearest_power(game: Campaign, world: World, stream: Stream) -> str:
    """Return the owner of the nearest owned world, or "" (C2E-1.6-03).

    Ties go to the player with more worlds at that distance, then to a die.
    """
    counts: dict[str, int] = {}
    distances = {other.id: distance(world.at, other.at) for other in game.worlds if other.owner}
    minimum = min(distances.values(), default=0)
    for other in game.worlds:
        if distances.get(other.id) == minimum and other.owner:
            counts[other.owner] = counts.get(other.owner, 0) + 1
    maximum = max(counts.values(), default=0)
    tied = [player.id for player in game.empires if counts.get(player.id) == maximum and maximum]
    return stream.choice(tied) if len(tied) > 1 else "".join(tied)


def _power_of(game: Campaign, world: World, stream: Stream) -> str:
    """Return the player to whom a friendly or hostile world's allegiance refers."""
    if world.allegiance in (Allegiance.FRIENDLY, Allegiance.HOSTILE):
        return nearest_power(game, world, stream)
    return ""


def _report_allegiance(
    context: TurnContext[Campaign], world: World, allegiance: Allegiance, name: str
) -> None:
    context.emit(
        ALLEGIANCE_FOUND,
        [name],
        place=world.id,
        world=world_name(world),
        words=ALLEGIANCE_WORDS[allegiance],
        nearest=f", {world.power}" if world.power else "",
        allegiance=allegiance.name.lower(),
        power=world.power,
    )


#: C2E-1.6-10: consecutive weeks, tonnes of dropships per income point, and results of the die.
MISSION_WEEKS, MISSION_TONNES = 4, 10
MISSION_RESULTS = {
    1: Allegiance.BALKANISED,
    2: Allegiance.BALKANISED,
    3: Allegiance.PROTECTED,
    4: Allegiance.INDEPENDENT,
    5: Allegiance.INDEPENDENT,
    6: Allegiance.FRIENDLY,
}

PEACE_KEPT = EventKind(
    "peace.kept", "You have kept the peace at {world} for {weeks} of {of} weeks.", ("C2E-1.6-10",)
)
MISSION_BROKEN = EventKind(
    "peace.broken", "The mission at {world} starts over: {why}.", ("C2E-1.6-10",)
)
WORLD_STABILISED = EventKind(
    "world.stabilised",
    "{world} is at peace: it is {words}.",
    ("C2E-1.6-09", "C2E-1.6-10"),
)

#: In a turn's notes: PEACEKEEP orders of this week.
_MISSIONS_ORDERED = "missions ordered"


def keep_peace(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """PEACEKEEP: keep the peace in the war zone at the group's place, until it leaves."""
    group = order[GROUP]
    world = must_be_at_world(context, group)
    unknown = context.forecast and world.id not in sender.visited
    if world.owner or not (world.allegiance is Allegiance.WAR_ZONE or unknown):
        message = f"{world_name(world)} is not a war zone"
        refuse_act(context, group, "not-a-war-zone", message, "only war zones need peacekeepers")
    must_be_able_to_act(context, group)
    group.peacekeep = True
    context.notes.setdefault(_MISSIONS_ORDERED, []).append((sender.id, order, world))


def run_missions(context: TurnContext[Campaign]) -> None:
    """Count the week of every mission, and conclude those that have lasted long enough."""
    ordered: list[tuple[str, Order, World]] = context.notes.pop(_MISSIONS_ORDERED, [])
    _refuse_weak_missions(context, ordered)
    if context.forecast:
        return
    game = context.game
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
                data = {"world": world_name(world), "weeks": weeks, "of": MISSION_WEEKS}
                context.emit(PEACE_KEPT, [player.id], place=world.id, data=data)
            elif player.id in before:
                reason = "there was a battle" if is_able else "the force is too small, or gone"
                context.emit(
                    MISSION_BROKEN, [player.id], place=world.id, world=world_name(world), why=reason
                )
        finished = [name for name, weeks in world.peacekeepers.items() if weeks >= MISSION_WEEKS]
        if finished:
            _stabilise(context, world, finished)


def _refuse_weak_missions(
    context: TurnContext[Campaign], ordered: Sequence[tuple[str, Order, World]]
) -> None:
    """Refuse missions with insufficient force; a player's groups at a world count together."""
    for name, order, world in ordered:
        if not _is_enough(context, world, name):
            needed = economy_of(context).deterrent(100 * world.points)
            message = f"a mission at {world_name(world)} needs armed ships of {needed} points"
            message += f" and {MISSION_TONNES * world.points} t of dropships"
            hint = "all your groups with PEACEKEEP there count"
            severity = severity_of(context, order[GROUP])
            context.refuse(name, order, Refusal("too-weak", message, hint, "group", severity))
    for _, order, world in ordered:
        if not _is_enough(context, world, order[GROUP].owner):
            order[GROUP].peacekeep = False


def _is_enough(context: TurnContext[Campaign], world: World, player: str) -> bool:
    """True if a player's peacekeepers have 50 points, and 10 tonnes per income point."""
    game = context.game
    economy = economy_of(context)
    groups = [g for g in groups_at(game, world.at) if g.owner == player and g.peacekeep]
    ships = [ship for group in groups for ship in acting_ships(game, group)]
    armed = int_sum(economy.force(ship) for ship in ships)
    tonnes = int_sum(ship.dropships for ship in group_ships(game, groups))
    needed = economy.deterrent(100 * world.points)
    return bool(ships) and armed >= needed and tonnes >= MISSION_TONNES * world.points


def _stabilise(context: TurnContext[Campaign], world: World, keepers: Sequence[str]) -> None:
    """Conclude a mission: a die decides the world's new allegiance."""
    game = context.game
    stream = context.stream("peacekeeping", world.id)
    keeper = keepers[0] if len(keepers) == 1 else stream.choice(keepers)
    result = MISSION_RESULTS[stream.die(6)]
    world.allegiance, world.peacekeepers = result, {}
    world.power = keeper if result is Allegiance.FRIENDLY else ""
    for group in game.groups:
        if group.at == world.at:
            group.peacekeep = False
    context.emit(
        WORLD_STABILISED,
        audience_of(*(player.id for player in game.empires if world.id in player.visited)),
        place=world.id,
        dice=[context.dice(stream, "peacekeeping", world.id)],
        world=world_name(world),
        words=f"friendly to {keeper}" if world.power else ALLEGIANCE_WORDS[result],
        allegiance=result.name.lower(),
        power=world.power,
    )
