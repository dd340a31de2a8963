"""Bases and endurance: weeks away from bases, combat, missing supply.

A world of a player, of an ally or of a friend can be a base; a conquered one has to be pacified
first (C2E-3.6-08). Weeks away from bases and turns of combat use up a ship's endurance, without
which it can do little (C2E-3.6, C2E-3.7). Each ship has its own values; those of a group are the
values of its neediest ship (C2E-3.6-06).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Allegiance, Campaign, Place, Ship, TaskGroup, World, place_id
from variants.campaign2e.model.places import distance

#: C2E-17.1-02: kinds of permissions between players.
BASE, SUPPLY = "BASE", "SUPPLY"


def is_friendly_base(game: Campaign, world: World, owner: str) -> bool:
    """Return whether a world is a friendly base of a player (C2E-3.6-08).

    Bases are the player's worlds, worlds of players who permit it, and neutral friends; but no
    world under hostile control, and no recently conquered neutral world.
    """
    if world.controlled or not owner:
        return False
    if world.owner == owner:
        return not needs_pacification(game, world)
    if world.owner:
        return gives_permission(game, world.owner, owner, BASE)
    return is_neutral_friend(world, owner)


def gives_permission(game: Campaign, host: str, guest: str, kind: str) -> bool:
    """Return whether a player lets another use bases or supply ships (C2E-17.1-02).

    A forecast knows only announced permissions.
    """
    player = game.empire(host)
    is_announced = kind in game.empire(guest).told_leave.get(host, ())
    return is_announced or guest in (player.bases if kind == BASE else player.supply)


def is_neutral_friend(world: World, owner: str) -> bool:
    """Return whether an unowned world is friendly to a player (C2E-1.6-05)."""
    is_friendly = world.allegiance is Allegiance.FRIENDLY and not world.owner
    return is_friendly and world.power == owner


def needs_pacification(game: Campaign, world: World) -> bool:
    """Return whether a conquered neutral world is not yet a base and cannot trade (C2E-3.6-08).

    The period starts after the week of the conquest; keels and BUY have to wait until its end.
    """
    return bool(pacification_end(game, world))


def pacification_end(game: Campaign, world: World) -> int:
    """Return the last week of a world's pacification; 0 if it is pacified (C2E-3.6-08)."""
    last: int = world.taken_in + game.options["pacification"]
    return last if world.taken_in and game.week <= last else 0


def must_be_pacified(game: Campaign, world: World, argument: str = "world") -> None:
    """Raise Refused for a world that is not pacified yet (C2E-3.6-08)."""
    if needs_pacification(game, world):
        last = pacification_end(game, world)
        message = f"{world.called or world.id} is not pacified until the end of week {last}"
        hint = "until then it cannot be a base, trade, build or use the market"
        raise Refused(Refusal("not-pacified", message, hint, argument))


def bases_of(game: Campaign, owner: str) -> list[World]:
    """Return all friendly bases of a player, by column and row."""
    return [world for world in game.worlds if is_friendly_base(game, world, owner)]


def must_be_at_base(game: Campaign, owner: str, at: Place, subject: str) -> World:
    """Return the friendly base at a place; raises Refused if there is none."""
    world = game.world_at(at)
    if world is None or not is_friendly_base(game, world, owner):
        message = f"{subject} is at {at[0]},{at[1]}, which is not a friendly base"
        hint = "bases are your worlds, friendly neutrals, and worlds of players who ALLOW you BASE"
        raise Refused(Refusal("no-base", message, hint))
    return world


RAN_OUT = EventKind(
    "supply.ran_out",
    "{ship} is out of supply at {place}: it was away longer than its endurance.",
    ("C2E-3.6-07",),
)


def may_act(game: Campaign, group: TaskGroup) -> bool:
    """Return whether a group may interdict, raid, bombard, land and attack (C2E-3.6-07).

    One ship out of supply stops its whole group.
    """
    return all(ship.in_supply for ship in game.ships_in(group.id))


def may_attack(game: Campaign, group: TaskGroup) -> bool:
    """Return whether a group may attack; unpaid bills matter only abroad (C2E-3.6-07)."""
    world = game.world_at(group.at)
    at_home = world is not None and bool(group.owner) and world.owner == group.owner
    ships = game.ships_in(group.id)
    return all(not ship.out_of_supply and (at_home or not ship.owed) for ship in ships)


def must_be_in_supply(game: Campaign, group: TaskGroup, argument: str = "group") -> None:
    """Raise Refused for a group that may not act (C2E-3.6-07)."""
    if not may_act(game, group):
        message = f"{group.name}: {_without_supply(game, group)} out of supply"
        hint = "it can only return to a base or a supply ship; SPLIT ships off to leave them behind"
        raise Refused(Refusal("out-of-supply", message, hint, argument))


def may_go(game: Campaign, group: TaskGroup, end: Place) -> bool:
    """Return whether supply allows a group's move (C2E-3.6-07).

    Out of supply it may only approach the nearest friendly base or the nearest supply ship.
    """
    if may_act(game, group):
        return True
    goals = [
        places for places in (_known_bases(game, group.owner), _tenders(game, group)) if places
    ]
    return any(_nearest(places, end) < _nearest(places, group.at) for places in goals)


def _known_bases(game: Campaign, owner: str) -> list[Place]:
    """Return a player's known friendly bases; neutral friends need a visit (C2E-1.6-02)."""
    visited = game.empire(owner).visited if owner else ()
    return [world.at for world in bases_of(game, owner) if world.owner or world.id in visited]


def must_come_nearer(game: Campaign, group: TaskGroup, end: Place) -> None:
    """Raise Refused for a move that supply does not allow (C2E-3.6-07)."""
    if not may_go(game, group, end):
        message = f"{group.name}: {_without_supply(game, group)} out of supply"
        hint = "move nearer to the nearest friendly base or supply ship, or stay"
        raise Refused(Refusal("out-of-supply", message, hint, "group"))


def count_combat(context: TurnContext[Campaign], ship: Ship, turns: int) -> None:
    """Count turns of combat, which cost endurance and weaponry (C2E-3.7-01, C2E-3.7-02).

    Every five turns cost a week; the rest carries over. A ship with no week left is out of supply.
    A strike and an abstract attack are five turns.
    """
    if not turns or not ship.needs_supply:
        return
    economy = economy_of(context)
    game = context.game
    ship.fought = game.week
    weeks, ship.combat_turns = divmod(ship.combat_turns + turns, economy.turns_a_week)
    ship.out_of_supply = ship.out_of_supply or weeks > ship.endurance
    ship.endurance = max(0, ship.endurance - weeks)
    ship.weaponry_due += weeks * requirement(context, ship)


def requirement(context: TurnContext[Campaign], ship: Ship) -> int:
    """Return a ship's requirement of weaponry, in hundredths (C2E-3.7-02, C2E-N.3-03)."""
    economy = economy_of(context)
    weeks: int = context.game.options.get("weaponry_requirement_weeks", 1)
    return economy.requirement(ship.design, weeks)


def pass_week(context: TurnContext[Campaign]) -> None:
    """End the week: ships at bases are supplied, others need more (C2E-3.6-01, C2E-3.6-04)."""
    game = context.game
    groups = {group.id: group for group in game.groups}
    worlds = {world.id: world for world in game.worlds}
    at_base: dict[str, bool] = {}
    for ship in game.ships:
        if not ship.owner or ship.captured:
            continue
        group = groups[ship.group]
        if group.id not in at_base:
            world = worlds.get(place_id(group.at))
            at_base[group.id] = world is not None and is_friendly_base(game, world, ship.owner)
        if not ship.needs_supply:
            if at_base[group.id]:
                rearm(ship)
        elif at_base[group.id]:
            supply_at_base(economy_of(context), ship)
        elif _is_away_too_long(economy_of(context), ship):
            context.emit(RAN_OUT, [ship.owner], place=place_id(group.at), ship=ship.name)


def supply_at_base(economy: Logistics, ship: Ship) -> None:
    """Give a ship its full endurance, and all supply due (C2E-3.6-04)."""
    ship.endurance = economy.endurance(ship.design)
    ship.fuel_due = ship.crew_due = ship.weaponry_due = ship.combat_turns = 0
    ship.out_of_supply = False
    rearm(ship)


def rearm(ship: Ship) -> None:
    """Replace fired missiles and one-shot weapons (C2E-3.7-02)."""
    ship.salvoes, ship.fired = ship.design.salvoes, []


def _is_away_too_long(economy: Logistics, ship: Ship) -> bool:
    """Add a week's fuel and crew to a ship's needs; returns whether it has just run out."""
    # C2E-3.6-02; weaponry is due only after combat: C2E-3.6-03.
    weekly = economy.upkeep(ship.design)
    ship.fuel_due += weekly.fuel
    ship.crew_due += weekly.crew
    if ship.endurance:
        ship.endurance -= 1
        return False
    was_out, ship.out_of_supply = ship.out_of_supply, True
    return not was_out


def _tenders(game: Campaign, group: TaskGroup) -> list[Place]:
    """Return the places of laden supply ships of other groups that may supply a group."""
    groups = {entry.id: entry for entry in game.groups}
    return [
        groups[ship.group].at
        for ship in game.ships
        if ship.group != group.id and is_tender_for(game, ship, group.owner)
    ]


def is_tender_for(game: Campaign, ship: Ship, owner: str) -> bool:
    """Return whether a laden supply ship may supply a player's groups (C2E-3.6-05)."""
    if not ship.owner or ship.captured or not ship.design.is_supply_ship:
        return False
    is_laden = bool(ship.fuel or ship.crew or ship.weaponry)
    return is_laden and (ship.owner == owner or gives_permission(game, ship.owner, owner, SUPPLY))


def _nearest(places: Sequence[Place], at: Place) -> int:
    return min(distance(at, place) for place in places)


def _without_supply(game: Campaign, group: TaskGroup) -> str:
    names = [ship.name for ship in game.ships_in(group.id) if not ship.in_supply]
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"
