"""Bombardment: strikes of five weapons that destroy income points (C2E-7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.losses import damage_ship
from variants.campaign2e.rules.planetary_attacks import must_control, standing_points
from variants.campaign2e.rules.postures import refuse_act
from variants.campaign2e.rules.reconstruction import BOMBARDED
from variants.campaign2e.rules.supply import count_combat

#: C2E-7.5-02: weapons per strike.
WEAPONS = 5
#: C2E-7.5-03: turns of combat that a strike counts as, which cost a week of endurance.
COMBAT_TURNS = 5
#: C2E-7.5-04: up to the first die a point is destroyed; from the second on the planet hits back,
#: with this damage per remaining point.
DESTROYS, HITS_BACK, HITS_A_POINT = 2, 5, 5

STRUCK = EventKind(
    "world.struck",
    "Strikes on {world} throw {thrown}: {destroyed} income points are destroyed, {points} left.",
    ("C2E-7.5-04",),
)

#: In a turn's notes: ship and key of weapons fired on planets this week.
_FIRED = "weapons fired on planets"


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
        return [weapon for weapon, _ in zip(self.ready(), range(WEAPONS), strict=False)]


def bombard(context: TurnContext, sender: Player, order: Order) -> None:
    """BOMBARD: strike the planet at the group's place, with all weapons or as often as ordered."""
    game: Campaign = context.game
    group: TaskGroup = order["group"]
    world = must_control(context, sender, group)
    ships = sorted(game.ships_in(group.id), key=lambda ship: (-ship.design.points, ship.id))
    battery = _Battery(ships, context.notes.setdefault(_FIRED, set()))
    most = _must_be_able(context, battery, group, world)
    strikes: int = order.get("strikes", most)
    if strikes > most:
        message = f"{group.name} has weapons for only {most} strikes"
        raise Refused(
            Refusal(
                "too-many-strikes", message, "order fewer; each weapon fires once a week", "strikes"
            )
        )
    if not context.forecast:
        _bombard(context, group, world, battery, strikes)


def _must_be_able(context: TurnContext, battery: _Battery, group: TaskGroup, world: World) -> int:
    """Return the maximum number of strikes of a group; raises Refused if it can make none."""
    weapons = len(list(battery.ready()))
    if weapons < WEAPONS:
        message = f"{group.name} has {weapons} weapons ready that bombard: a strike takes five"
        hint = "use ORTILLERY or beams of class 4 and above, once a week"
        refuse_act(context, group, "too-few-weapons", message, hint)
    if not standing_points(world):
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
    return weapons // WEAPONS


def _bombard(
    context: TurnContext, group: TaskGroup, world: World, battery: _Battery, strikes: int
) -> None:
    """Strike until weapons, endurance or the planet's points run out."""
    subject = ("strikes", world.id, group.id)
    stream = context.stream(*subject)
    context.notes.setdefault(BOMBARDED, []).append(world.id)
    before, thrown, owner = world.points, [], world.owner
    for number in range(1, strikes + 1):
        weapons = battery.strike()
        tired = any(ship.needs_supply and not ship.endurance for ship, _ in weapons)
        if len(weapons) < WEAPONS or tired or not standing_points(world):
            break
        thrown.append(_strike(context, group, world, battery, weapons, stream, number))
    context.emit(
        STRUCK,
        audience_of(owner, group.owner),
        place=world.id,
        dice=[context.dice(stream, *subject)],
        world=world_name(world),
        thrown=", ".join(map(str, thrown)),
        destroyed=before - world.points,
        points=world.points,
    )


def _strike(
    context: TurnContext,
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
        damage = HITS_A_POINT * standing_points(world)
        damage_ship(context, target, damage, group, ("strike", world.id, group.id, number))
    return die
