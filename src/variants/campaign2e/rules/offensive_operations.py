"""Attacks on planetary defences, control of systems, and bombardment.

Groups engage the defence units of a player's world (C2E-7.2-01). A hostile fleet can control a
player's system (C2E-7.2-01): the owner loses all benefit of the system, and the controller gains
none before taking the planet (C2E-7.2-02). Five weapons can bombard a planet, which destroys its
income points (C2E-7.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.references import GROUP, world_name
from variants.campaign2e.rules import contact, ground_assaults
from variants.campaign2e.rules.abstract_attacks import is_abstract
from variants.campaign2e.rules.departures import damage_ship
from variants.campaign2e.rules.fleets import (
    allied,
    allied_parties,
    audience_of,
    defenders_of,
    groups_at,
)
from variants.campaign2e.rules.postures import (
    acting_ships,
    must_control,
    refuse_act,
    remaining_points,
)
from variants.campaign2e.rules.reconstruction import BOMBARDED
from variants.campaign2e.rules.supply import count_combat


def fight_engagements(context: TurnContext[Campaign]) -> None:
    """Fight one battle per world between groups with ENGAGE DEFENCES and its defence units.

    There is no battle if these units have fought in step 4, or if the defences are abstract, which
    only ATTACK WORLD can beat (C2E-8.6-01, C2E-8.6b-01).
    """
    game = context.game
    places = {group.at for group in game.groups if group.engage}
    for world in game.worlds:
        fought = world.id in game.defences_fought
        if world.at not in places or fought or world.defences or is_abstract(game, world):
            continue
        defences, groups = defenders_of(game, world), engaging(game, world)
        if defences is None:
            continue
        units = game.ships_in(defences.id)
        if groups and any(unit.is_armed for unit in units):
            attackers = [ship for group in groups for ship in game.ships_in(group.id)]
            contact.fight_units(context, world.at, (groups, [defences]), (attackers, units))


def engaging(game: Campaign, world: World) -> list[TaskGroup]:
    """Return the able groups that engage a world's defences and are not its owner's allies."""
    if not world.owner:
        return []
    return [
        group
        for group in groups_at(game, world.at)
        if group.engage
        and group.against in ("", world.owner)
        and not allied(game, group.owner, world.owner)
        and acting_ships(game, group)
    ]


CONTROLLED = EventKind(
    "world.controlled", "{world} is under the control of {by}.", ("C2E-7.2-01", "C2E-15.3-02")
)
CONTROL_ENDED = EventKind(
    "world.freed", "{world} is no longer under hostile control.", ("C2E-7.2-01", "C2E-15.3-02")
)


def settle_control(context: TurnContext[Campaign]) -> None:
    """Update hostile control of all systems, and report changes to everyone."""
    game = context.game
    places = {group.at for group in game.groups if group.engage}
    for world in game.worlds:
        before = world.controlled
        by = _controller(context, world) if world.at in places else ""
        if by == before:
            continue
        if before and not (by and allied(game, before, by)):
            ground_assaults.lose_dropships(context, world)
        world.controlled = by
        data = {"world": world_name(world), "by": by, "before": before}
        context.emit(CONTROLLED if by else CONTROL_ENDED, [EVERYONE], place=world.id, data=data)


def _controller(context: TurnContext[Campaign], world: World) -> str:
    """Return the player who controls a world with ENGAGE DEFENCES and sufficient force, or "".

    A player, or several allies together, need 50 points of force per point of present base income.
    The strongest ally leads until the leader leaves. The umpire's forces control nothing.
    """
    game = context.game
    economy = economy_of(context)
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


#: C2E-7.5-02: weapons per strike.
STRIKE_WEAPONS = 5
#: C2E-7.5-03: turns of combat that a strike counts as, which cost a week of endurance.
COMBAT_TURNS = 5
#: C2E-7.5-04: the highest die that destroys a point, the lowest die with which the planet hits
#: back, and its damage per remaining point.
DESTROYS, HITS_BACK, HITS_A_POINT = 2, 5, 5

STRIKES_MADE = EventKind(
    "world.struck",
    "Strikes on {world} roll {thrown}: {destroyed} income points are destroyed, {points} left.",
    ("C2E-7.5-04",),
)

#: In a turn's notes: ship and key of weapons fired on planets this week.
_WEAPONS_FIRED = "weapons fired on planets"


@define
class _Battery:
    """A group's bombarding weapons, in the order of their use (C2E-7.5-02).

    Attributes:
        ships: the ships of the group, sorted by descending points.
        fired: ship and key of weapons that have fired this week.
    """

    ships: Sequence[Ship]
    fired: set[tuple[str, str]] = field(factory=set)

    def ready(self) -> Iterator[tuple[Ship, str]]:
        for ship in self.ships:
            for system in ship.design.systems:
                free = (ship.id, system.key) not in self.fired and system.key not in ship.out
                if system.part.bombards and free and ship.hull_left > 0 and not ship.captured:
                    yield ship, system.key

    def strike(self) -> list[tuple[Ship, str]]:
        """Return the weapons of the next strike: five, or the rest."""
        return [weapon for weapon, _ in zip(self.ready(), range(STRIKE_WEAPONS), strict=False)]


def bombard(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """BOMBARD: strike the planet at the group's place, with all weapons or as often as ordered."""
    game = context.game
    group = order[GROUP]
    world = must_control(context, sender, group)
    ships = sorted(game.ships_in(group.id), key=lambda ship: (-ship.design.points, ship.id))
    battery = _Battery(ships, context.notes.setdefault(_WEAPONS_FIRED, set()))
    maximum = _must_be_able_to_bombard(context, battery, group, world)
    strikes: int = order.get("strikes", maximum)
    if strikes > maximum:
        message = f"{group.name} has weapons for only {maximum} strikes"
        raise Refused(
            Refusal(
                "too-many-strikes", message, "order fewer; each weapon fires once a week", "strikes"
            )
        )
    if not context.forecast:
        _carry_out_bombardment(context, group, world, battery, strikes)


def _must_be_able_to_bombard(
    context: TurnContext[Campaign], battery: _Battery, group: TaskGroup, world: World
) -> int:
    """Return the maximum number of strikes of a group; raises Refused if it can make none."""
    weapons = len(list(battery.ready()))
    if weapons < STRIKE_WEAPONS:
        message = f"{group.name} has {weapons} weapons ready that bombard: a strike takes five"
        hint = "use ORTILLERY or beams of class 4 and above, once a week"
        refuse_act(context, group, "too-few-weapons", message, hint)
    if not remaining_points(world):
        message = f"{world_name(world)} has no income points left"
        raise Refused(Refusal("nothing-left", message, "", "group", "warning"))
    for ship, _ in battery.strike():
        if ship.needs_supply and not ship.endurance:
            message = f"{ship.name} has no week of endurance left for a strike"
            refuse_act(
                context,
                group,
                "no-endurance",
                message,
                "resupply it at a base or from a supply ship",
            )
    return weapons // STRIKE_WEAPONS


def _carry_out_bombardment(
    context: TurnContext[Campaign], group: TaskGroup, world: World, battery: _Battery, strikes: int
) -> None:
    """Carry out strikes until weapons, endurance or the planet's points run out."""
    subject = ("strikes", world.id, group.id)
    stream = context.stream(*subject)
    context.notes.setdefault(BOMBARDED, []).append(world.id)
    before, thrown, owner = world.points, [], world.owner
    for number in range(1, strikes + 1):
        weapons = battery.strike()
        tired = any(ship.needs_supply and not ship.endurance for ship, _ in weapons)
        if len(weapons) < STRIKE_WEAPONS or tired or not remaining_points(world):
            break
        thrown.append(_strike(context, group, world, battery, weapons, stream, number))
    context.emit(
        STRIKES_MADE,
        audience_of(owner, group.owner),
        place=world.id,
        dice=[context.dice(stream, *subject)],
        world=world_name(world),
        thrown=", ".join(map(str, thrown)),
        destroyed=before - world.points,
        points=world.points,
    )


def _strike(
    context: TurnContext[Campaign],
    group: TaskGroup,
    world: World,
    battery: _Battery,
    weapons: Sequence[tuple[Ship, str]],
    stream: Stream,
    number: int,
) -> int:
    """Carry out a strike with its supply cost and effects; returns the die."""
    battery.fired.update((ship.id, key) for ship, key in weapons)
    ships = {ship.id: ship for ship, _ in weapons}
    for ship in ships.values():
        count_combat(context, ship, COMBAT_TURNS)
    die = stream.die(6)
    if die <= DESTROYS:
        world.points -= 1
    elif die >= HITS_BACK:
        ids = [ship.id for ship, _ in weapons]
        target = max(ships.values(), key=lambda ship: (ids.count(ship.id), ship.design.points))
        damage = HITS_A_POINT * remaining_points(world)
        damage_ship(context, target, damage, group, ("strike", world.id, group.id, number))
    return die
