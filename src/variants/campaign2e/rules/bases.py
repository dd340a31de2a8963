"""Friendly bases, and pacification of conquered worlds (C2E-3.6-08)."""

from __future__ import annotations

from horizons_core.orders import Refusal, Refused
from variants.campaign2e.model import Allegiance, Campaign, Place, World

#: C2E-17.1-02: kinds of permissions between players.
BASE, SUPPLY = "BASE", "SUPPLY"


def is_friendly_base(game: Campaign, world: World, owner: str) -> bool:
    """Return whether a world is a friendly base of a player (C2E-3.6-08).

    Bases are own worlds, worlds of players who permit it, and neutral friends; but no world under
    hostile control, and no recently conquered neutral world.
    """
    if world.controlled or not owner:
        return False
    if world.owner == owner:
        return not needs_pacification(game, world)
    if world.owner:
        return gives_leave(game, world.owner, owner, BASE)
    return is_neutral_friend(world, owner)


def gives_leave(game: Campaign, host: str, guest: str, kind: str) -> bool:
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
    """Return whether a conquered neutral world is no base and has no trade yet (C2E-3.6-08).

    The period starts after the week of the conquest; keels and BUY have to wait, too.
    """
    return bool(last_week_of_pacification(game, world))


def last_week_of_pacification(game: Campaign, world: World) -> int:
    """Return the last week of a world's pacification; 0 if it is pacified (C2E-3.6-08)."""
    last: int = world.taken_in + game.options["pacification"]
    return last if world.taken_in and game.week <= last else 0


def must_be_pacified(game: Campaign, world: World, argument: str = "world") -> None:
    """Raise Refused for a world that is not pacified yet (C2E-3.6-08)."""
    if needs_pacification(game, world):
        last = last_week_of_pacification(game, world)
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
