"""Change of ownership of worlds, by assault or surrender (C2E-7.6-05, C2E-8.4-02)."""

from __future__ import annotations

from horizons_core.model import EVERYONE, EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.aftermath import take
from variants.campaign2e.rules.fleets import audience_of, defenders_of
from variants.campaign2e.rules.groups import new_group_of, remove_empty_groups, remove_ships
from variants.campaign2e.rules.postures import CHANGED_HANDS
from variants.campaign2e.rules.stances import allied
from variants.campaign2e.rules.trade import end_agreements
from variants.campaign2e.rules.visits import forget_allegiance

TAKEN = EventKind("world.taken", "{world} is {by}'s now.", ("C2E-7.6-05", "C2E-8.4-02"))
WORK_LOST = EventKind(
    "world.work_lost", "What was built and repaired at {world} is lost: {names}.", ("C2E-7.6-05",)
)


def pass_to(context: TurnContext, world: World, by: str) -> None:
    """Give a world to a player: its trade ends; type, lanes and hub status remain.

    Keels and ships under repair there are lost; spares, second-hand parts, modules and surviving
    defence units pass to the attacker.
    """
    game: Campaign = context.game
    before = world.owner
    end_agreements(context, world)
    if before:
        _lose_work(context, world, before)
        _take_stores(game, world, before, by)
        _take_defences(game, world, by)
    else:
        world.taken_in = game.week
        forget_allegiance(game, world)
    world.owner = by
    context.notes.setdefault(CHANGED_HANDS, set()).add(world.id)
    world.controlled, world.interdicted, world.attacked_by = "", [], ""
    world.lane_off, world.abstract, world.rebuilding, world.assault = False, 0, 0, None
    world.peacekeepers = {}
    for group in game.groups:
        if group.at == world.at:
            group.land = group.peacekeep = False
            if allied(game, group.owner, by):
                group.engage, group.posture = False, ""
    context.emit(TAKEN, [EVERYONE], place=world.id, world=world_name(world), by=by, owner=before)


def _lose_work(context: TurnContext, world: World, owner: str) -> None:
    """Destroy the keels at a world, and the ships under repair there."""
    game: Campaign = context.game
    player = game.empire(owner)
    groups = {group.id for group in game.groups if group.at == world.at}
    under_repair = {job.ship for job in player.jobs}
    ships = [
        ship for ship in game.ships_of(owner) if ship.id in under_repair and ship.group in groups
    ]
    names = [*(keel.name for keel in world.keels), *(ship.name for ship in ships)]
    world.keels = []
    remove_ships(game, ships)
    if names:
        context.emit(
            WORK_LOST,
            audience_of(owner),
            place=world.id,
            world=world_name(world),
            names=", ".join(names),
        )


def _take_stores(game: Campaign, world: World, owner: str, by: str) -> None:
    """Give the old owner's store at a world to the new owner."""
    store = game.empire(owner).stores.pop(world.id, None)
    if store is None:
        return
    new_store = game.empire(by).store(world.id)
    for theirs, mine in (
        (store.spares, new_store.spares),
        (store.used, new_store.used),
        (store.modules, new_store.modules),
    ):
        for word, number in theirs.items():
            mine[word] = mine.get(word, 0) + number


def _take_defences(game: Campaign, world: World, by: str) -> None:
    """Make surviving defence units captures of the attacker, each in a separate group."""
    defences = defenders_of(game, world)
    if defences is None:
        return
    for ship in game.ships_in(defences.id):
        take(game, ship, by)
        ship.group = new_group_of(game, by, world.at).id
    remove_empty_groups(game)
