"""Visits: discovery of allegiances of unowned worlds (C2E-1.6-01, C2E-1.6-02).

Dummies visit nothing; the umpire's forces report nothing (C2E-15.2-01).
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Allegiance, Campaign, World, place_id
from variants.campaign2e.model.places import distance
from variants.campaign2e.references import world_name

#: Words for allegiances, in the order of the die (C2E-1.6-01).
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
    """Report the allegiance of unowned worlds to players who end movement there (C2E-1.6-02).

    The die is rolled at the first visit.
    """
    game: Campaign = context.game
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
            _report(context, world, world.allegiance, name)


def forget_allegiance(game: Campaign, world: World) -> None:
    """Remove a world's allegiance and all knowledge of it; it has, or had, an owner (C2E-1.5-08).

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

    Ties go to more worlds at that distance, then a die.
    """
    counts: dict[str, int] = {}
    distances = {other.id: distance(world.at, other.at) for other in game.worlds if other.owner}
    least = min(distances.values(), default=0)
    for other in game.worlds:
        if distances.get(other.id) == least and other.owner:
            counts[other.owner] = counts.get(other.owner, 0) + 1
    most = max(counts.values(), default=0)
    tied = [player.id for player in game.empires if counts.get(player.id) == most and most]
    return stream.choice(tied) if len(tied) > 1 else "".join(tied)


def _power_of(game: Campaign, world: World, stream: Stream) -> str:
    """Return the player to whom a friendly or hostile world's allegiance refers."""
    if world.allegiance in (Allegiance.FRIENDLY, Allegiance.HOSTILE):
        return nearest_power(game, world, stream)
    return ""


def _report(context: TurnContext, world: World, allegiance: Allegiance, name: str) -> None:
    context.emit(
        FOUND_OUT,
        [name],
        place=world.id,
        world=world_name(world),
        words=IN_WORDS[allegiance],
        nearest=f", {world.power}" if world.power else "",
        allegiance=allegiance.name.lower(),
        power=world.power,
    )
