"""Ground assaults, and changes of a world's owner.

In a ground assault dropships take a planet point by point, week by week (C2E-7.6). Taken points
remain part of the world until it is subdued; if the assault ends early, its owner gets them back. A
world changes owners by an assault or a surrender (C2E-7.6-05, C2E-8.4-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Assault, Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.references import GROUP, world_name
from variants.campaign2e.rules.allegiances import forget_allegiance
from variants.campaign2e.rules.battle_results import make_capture
from variants.campaign2e.rules.fleets import (
    allied,
    audience_of,
    construction_points,
    defenders_of,
    group_ships,
    groups_at,
)
from variants.campaign2e.rules.postures import (
    CHANGED_HANDS,
    controls,
    must_control,
    refuse_act,
    remaining_points,
    severity_of,
)
from variants.campaign2e.rules.supply import may_act
from variants.campaign2e.rules.task_groups import new_group_of, remove_empty_groups, remove_ships
from variants.campaign2e.rules.trade import end_agreements

WORLD_TAKEN = EventKind("world.taken", "{world} is {by}'s now.", ("C2E-7.6-05", "C2E-8.4-02"))
WORK_LOST = EventKind(
    "world.work_lost", "What was built and repaired at {world} is lost: {names}.", ("C2E-7.6-05",)
)


def pass_world_to(context: TurnContext[Campaign], world: World, by: str) -> None:
    """Give a world to a player: its trade ends; type, lanes and hub status remain.

    Keels and ships under repair there are lost; spares, second-hand parts, modules and surviving
    defence units pass to the attacker.
    """
    game = context.game
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
    context.emit(
        WORLD_TAKEN, [EVERYONE], place=world.id, world=world_name(world), by=by, owner=before
    )


def _lose_work(context: TurnContext[Campaign], world: World, owner: str) -> None:
    """Destroy the keels at a world, and the ships under repair there."""
    game = context.game
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
        make_capture(game, ship, by)
        ship.group = new_group_of(game, by, world.at).id
    remove_empty_groups(game)


#: C2E-7.6-01: tonnes of dropships per die, and per point at the start (C2E-7.6-02).
TONNES = 10
#: C2E-7.6-03: results of the die for ten tonnes.
TAKES, DESTROYS, LOST_IN_ASSAULT = (1, 2), 3, 6

ASSAULT_FOUGHT = EventKind(
    "assault.fought",
    "{tonnes} t of dropships at {world} roll {thrown}: {taken} points taken, {destroyed}"
    " destroyed, {lost} t lost; {standing} points still stand.",
    ("C2E-7.6-03", "C2E-7.6-04"),
)
ASSAULT_ENDED = EventKind("assault.ended", "The assault on {world} ends: {why}.", ("C2E-7.6-04",))

#: In a turn's notes: LAND orders of this week.
_LANDINGS_ORDERED = "landings ordered"
#: In a turn's notes: hexes of first landings.
_FIRST_LANDINGS = "first landings"


def order_landing(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """LAND: assault the planet at the group's place, every week until it is subdued."""
    group = order[GROUP]
    must_control(context, sender, group)
    if not any(ship.dropships for ship in landing_ships(context.game, [group])):
        message = f"{group.name} has no landing ship with dropships"
        hint = "a landing ship needs a design with LANDER and bays"
        refuse_act(context, group, "no-landing-ship", message, hint)
    if not any(other.land and other.at == group.at for other in context.game.groups_of(sender.id)):
        context.notes.setdefault(_FIRST_LANDINGS, set()).add(group.at)
    group.land = True
    context.notes.setdefault(_LANDINGS_ORDERED, []).append((sender.id, order))


def landing_ships(game: Campaign, groups: Iterable[TaskGroup]) -> list[Ship]:
    """Return the ships of groups whose bays are for assaults (C2E-7.4-01, C2E-7.6-01)."""
    ships = group_ships(game, groups)
    return [ship for ship in ships if ship.design.lander and not ship.captured]


def run_assaults(context: TurnContext[Campaign]) -> None:
    """Resolve a week of every assault that was ordered or continues."""
    ordered: list[tuple[str, Order]] = context.notes.pop(_LANDINGS_ORDERED, [])
    game = context.game
    if context.forecast:
        _foresee(context, ordered)
        return
    places = {group.at for group in game.groups if group.land}
    for world in game.worlds:
        if world.at not in places and world.assault is None:
            continue
        groups = [
            group
            for group in groups_at(game, world.at)
            if group.land and controls(game, world, group.owner) and may_act(game, group)
        ]
        if groups and world.assault is None:
            world.assault = _begin_assault(context, world, groups, ordered)
        if groups and world.assault is not None:
            _fight_assault(context, world, world.assault, groups)
        elif world.assault is not None:
            _end_assault(context, world, "it is no longer assaulted")


def _foresee(context: TurnContext[Campaign], ordered: Sequence[tuple[str, Order]]) -> None:
    """Warn of landings that are too weak to start an assault by themselves (C2E-7.6-02)."""
    game = context.game
    first = context.notes.get(_FIRST_LANDINGS, ())
    for world in game.worlds:
        groups = [group for group in groups_at(game, world.at) if group.land]
        if world.at in first and groups:
            _begin_assault(context, world, groups, ordered)


def lose_dropships(context: TurnContext[Campaign], world: World) -> None:
    """Remove the dropships on the ground when control is lost (C2E-7.6-04)."""
    if world.assault is None:
        return
    game = context.game
    groups = [group for group in game.groups if group.at == world.at and group.land]
    for ship in landing_ships(game, groups):
        ship.dropships = 0
    _end_assault(context, world, "control is lost, and the dropships on the ground with it")


def _begin_assault(
    context: TurnContext[Campaign],
    world: World,
    groups: Sequence[TaskGroup],
    ordered: Sequence[tuple[str, Order]],
) -> Assault | None:
    """Begin an assault, or refuse its orders; it needs ten tonnes per point (C2E-7.6-02)."""
    game = context.game
    tonnes: dict[str, int] = {}
    for ship in landing_ships(game, groups):
        tonnes[ship.owner] = tonnes.get(ship.owner, 0) + ship.dropships
    needed = TONNES * max(1, remaining_points(world))
    if int_sum(tonnes.values()) >= needed:
        return Assault(by=max(tonnes, key=lambda name: tonnes[name]), tonnes=tonnes)
    for name, order in ordered:
        if order[GROUP] in groups:
            message = f"an assault on {world_name(world)} takes {needed} t of dropships, not"
            message += f" {int_sum(tonnes.values())}"
            severity = severity_of(context, order[GROUP])
            if context.forecast:  # allies may also land
                severity = "warning"
            hint = "add dropships, or land together with allies"
            refusal = Refusal("too-few-dropships", message, hint, "group", severity)
            context.refuse(name, order, refusal)
    for group in groups:
        group.land = False
    return None


def _fight_assault(
    context: TurnContext[Campaign], world: World, assault: Assault, groups: Sequence[TaskGroup]
) -> None:
    """Resolve one week of an assault: a die for every ten tonnes (C2E-7.6-03)."""
    game = context.game
    subject = ("assault", world.id)
    stream = context.stream(*subject)
    ships = landing_ships(game, groups)
    if not remaining_points(world):
        pass_world_to(context, world, _winner(game, assault, ships, stream))
        return
    tonnes = int_sum(ship.dropships for ship in ships)
    dice = [stream.die(6) for _ in range(tonnes // TONNES)]
    points_taken, points_destroyed = _apply_dice(world, assault, dice)
    lost = TONNES * dice.count(LOST_IN_ASSAULT)
    _lose_assault(ships, lost)
    owners = audience_of(world.owner, *(ship.owner for ship in ships))
    context.emit(
        ASSAULT_FOUGHT,
        owners,
        place=world.id,
        dice=[context.dice(stream, *subject)],
        world=world_name(world),
        tonnes=tonnes,
        thrown=", ".join(map(str, dice)),
        taken=points_taken,
        destroyed=points_destroyed,
        lost=lost,
        standing=remaining_points(world),
    )
    if not remaining_points(world):
        pass_world_to(context, world, _winner(game, assault, ships, stream))
    elif tonnes - lost < TONNES:
        _end_assault(context, world, "no dropships are left")


def _apply_dice(world: World, assault: Assault, dice: Sequence[int]) -> tuple[int, int]:
    """Return the points taken and destroyed by dice, which the remaining points limit."""
    points_taken = points_destroyed = 0
    for die in dice:
        if not remaining_points(world):
            break
        if die in TAKES:
            assault.taken += 1
            points_taken += 1
        elif die == DESTROYS:
            assault.destroyed += 1
            world.points -= 1
            points_destroyed += 1
    return points_taken, points_destroyed


def _lose_assault(ships: Sequence[Ship], tonnes: int) -> None:
    """Remove lost dropships from the ships that have most of them left."""
    for _ in range(tonnes):
        maximum = max(ships, key=lambda ship: ship.dropships)
        maximum.dropships = max(0, maximum.dropships - 1)


def _winner(game: Campaign, assault: Assault, ships: Sequence[Ship], stream: Stream) -> str:
    """Return the new owner of a planet: the ally with most dropships at the start (C2E-7.6-05).

    Ties go to more points in the system, then a die.
    """
    group_ids = {ship.group for ship in ships}
    places = [group.at for group in game.groups if group.id in group_ids][:1]
    groups = [group for group in game.groups if group.at in places]
    allies = group_ships(game, groups)

    def rank(name: str) -> tuple[int, int]:
        worth = construction_points(ship for ship in allies if ship.owner == name)
        return assault.tonnes.get(name, 0), worth

    owners = list(dict.fromkeys(ship.owner for ship in ships))
    best = [name for name in owners if rank(name) == max(map(rank, owners))]
    return best[0] if len(best) == 1 else stream.choice(best)


def _end_assault(context: TurnContext[Campaign], world: World, reason: str) -> None:
    """End an assault: taken points return to the owner, remaining dropships re-embark."""
    game = context.game
    groups = [group for group in game.groups if group.at == world.at and group.land]
    for group in groups:
        group.land = False
    tonnes = world.assault.tonnes if world.assault is not None else {}
    world.assault = None
    audience = audience_of(world.owner, *tonnes)
    context.emit(ASSAULT_ENDED, audience, place=world.id, world=world_name(world), why=reason)
