"""Visits: what unassigned worlds stand for is found out by going there (C2E-1.6-01, C2E-1.6-02).

A dummy visits nothing; the umpire's forces do not tell (C2E-15.2-01).
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Allegiance, Campaign, World, place_id
from variants.campaign2e.model.places import distance
from variants.campaign2e.references import called

#: What the allegiances are called, by the die (C2E-1.6-01).
IN_WORDS = {
    Allegiance.INDEPENDENT: "independent",
    Allegiance.FRIENDLY: "friendly to its nearest power",
    Allegiance.HOSTILE: "hostile to its nearest power",
    Allegiance.PROTECTED: "allied to a power outside",
    Allegiance.BALKANISED: "balkanised, but stable",
    Allegiance.WAR_ZONE: "balkanised, a war zone",
}

FOUND_OUT = EventKind(
    "world.visited", "{world} is {words}{nearest}.", ("C2E-1.6-01", "C2E-1.6-02", "C2E-1.6-03")
)


def visit(context: TurnContext) -> None:
    """Tell who ends its movement at an unassigned world what it stands for (C2E-1.6-02).

    The die is thrown at the first visit.
    """
    game: Campaign = context.game
    here: dict[str, list[str]] = {}
    for group in game.groups:
        if group.owner:
            here.setdefault(place_id(group.at), []).append(group.owner)
    players = {player.id: player for player in game.empires}
    for world in game.worlds:
        if world.owner:
            continue
        came = dict.fromkeys(here.get(world.id, ()))
        new = [name for name in came if world.id not in players[name].visited]
        if not new:
            continue
        if world.allegiance is None:
            stream = context.stream("allegiance", world.id)
            world.allegiance = Allegiance(stream.die(6))
            world.power = _power_of(game, world, stream)
        for name in new:
            players[name].visited.append(world.id)
            _tell(context, world, world.allegiance, name)


def forget_allegiance(game: Campaign, world: World) -> None:
    """Let a world stand for nothing that anybody knows: it has, or had, an owner (C2E-1.5-08).

    What it yields stays known to those who have been there (C2E-1.1-02).
    """
    world.allegiance, world.power = None, ""
    for player in game.empires:
        if world.id in player.visited:
            player.visited.remove(world.id)
            if world.id not in player.surveyed:
                player.surveyed.append(world.id)


def nearest_power(game: Campaign, world: World, stream: Stream) -> str:
    """The player who owns the nearest world; "" where nobody owns any (C2E-1.6-03).

    Of several the one with more worlds at that distance, then the one whom a die chooses.
    """
    near: dict[str, int] = {}
    away = {other.id: distance(world.at, other.at) for other in game.worlds if other.owner}
    least = min(away.values(), default=0)
    for other in game.worlds:
        if away.get(other.id) == least and other.owner:
            near[other.owner] = near.get(other.owner, 0) + 1
    most = max(near.values(), default=0)
    tied = [player.id for player in game.empires if near.get(player.id) == most and most]
    return stream.choice(tied) if len(tied) > 1 else "".join(tied)


def _power_of(game: Campaign, world: World, stream: Stream) -> str:
    """Whom a world that is friendly or hostile to its nearest power is so to."""
    if world.allegiance in (Allegiance.FRIENDLY, Allegiance.HOSTILE):
        return nearest_power(game, world, stream)
    return ""


def _tell(context: TurnContext, world: World, allegiance: Allegiance, name: str) -> None:
    context.emit(
        FOUND_OUT,
        [name],
        place=world.id,
        world=called(world),
        words=IN_WORDS[allegiance],
        nearest=f", {world.power}" if world.power else "",
        allegiance=allegiance.name.lower(),
        power=world.power,
    )
