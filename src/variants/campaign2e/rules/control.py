"""Control of systems: a hostile fleet holds a player's system (C2E-7.2-01).

The owner loses all benefit of the system; the controller gains none before taking the planet
(C2E-7.2-02).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EVERYONE, EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules import assaults
from variants.campaign2e.rules.engagements import engaging
from variants.campaign2e.rules.fleets import allied_parties, groups_at
from variants.campaign2e.rules.postures import acting_ships
from variants.campaign2e.rules.stances import allied

CONTROLLED = EventKind(
    "world.controlled", "{world} is under the control of {by}.", ("C2E-7.2-01", "C2E-15.3-02")
)
FREED = EventKind(
    "world.freed", "{world} is no longer under hostile control.", ("C2E-7.2-01", "C2E-15.3-02")
)


def settle(context: TurnContext) -> None:
    """Update hostile control of all systems, and report changes to everyone."""
    game: Campaign = context.game
    places = {group.at for group in game.groups if group.engage}
    for world in game.worlds:
        before = world.controlled
        by = _controller(context, world) if world.at in places else ""
        if by == before:
            continue
        if before and not (by and allied(game, before, by)):
            assaults.lose_dropships(context, world)
        world.controlled = by
        data = {"world": world_name(world), "by": by, "before": before}
        context.emit(CONTROLLED if by else FREED, [EVERYONE], place=world.id, data=data)


def _controller(context: TurnContext, world: World) -> str:
    """Return the player who controls a world with ENGAGE DEFENCES and sufficient force, or "".

    It takes 50 points of force per point of present base income, of one player or of allies. The
    strongest ally leads until the leader leaves. The umpire's forces control nothing.
    """
    game: Campaign = context.game
    economy: Logistics = context.variant.economy
    force: dict[str, int] = {}
    for group in engaging(game, world):
        if group.owner:
            worth = int_sum(economy.force(ship) for ship in acting_ships(game, group))
            force[group.owner] = force.get(group.owner, 0) + worth
    for party in allied_parties(game, list(force)):
        enough = int_sum(force[name] for name in party) >= economy.deterrent(
            economy.base_income(world)
        )
        if enough and not _is_contested(game, world, party):
            leads = world.controlled in party
            return world.controlled if leads else max(party, key=lambda name: force[name])
    return ""


def _is_contested(game: Campaign, world: World, party: Sequence[str]) -> bool:
    """Return whether another force prevents a party from controlling a system.

    To gain control, no other fleet may be present; to keep it, no armed one. Defences with working
    weapons always prevent it.
    """
    lasting = world.controlled in party and bool(world.controlled)
    return bool(world.defences) or any(
        _contests(game, group, armed_only=lasting or group.defence)
        for group in groups_at(game, world.at)
        if not any(allied(game, group.owner, name) for name in party)
        and group.against in ("", *party)
    )


def _contests(game: Campaign, group: TaskGroup, *, armed_only: bool) -> bool:
    ships = game.ships_in(group.id)
    return any(ship.is_armed if armed_only else not ship.captured for ship in ships)
