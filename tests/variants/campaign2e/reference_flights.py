"""Fighters and missiles of the reference battle. See `reference`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.variants.campaign2e.reference_fire import beam_die, defend
from tests.variants.campaign2e.reference_ships import Ship, TaskGroup
from variants.campaign2e.battle.kernels import protocol as at

if TYPE_CHECKING:
    from tests.variants.campaign2e.reference import Fight
    from tests.variants.campaign2e.reference_fleets import Fleet

# fighters


def speed_of(fight: Fight, group: TaskGroup) -> int:
    speed = fight.rules.fighter_speed
    return speed + speed // 2 if group.kind == "fast" else speed


def launch_and_fly(fight: Fight, side: Fleet) -> None:
    for group in side.groups:
        carrier = group.carrier
        ready = carrier.is_in_place and not carrier.warm and carrier.out_of_control == 0
        if group.where == "flying" and side.running:
            go_home(fight, group)
        elif group.where == "flying":
            group.flown += speed_of(fight, group)
        elif (
            group.where == "aboard"
            and group.endurance > 0
            and ready
            and not side.running
            and fight.range <= fight.rules.launch_range
        ):
            group.where, group.flown = "flying", speed_of(fight, group) // 2
            fight.log.write(at.LAUNCHED, carrier.row, group.row, group.left)


def go_home(fight: Fight, group: TaskGroup) -> None:
    group.where = "returning"
    group.home = fight.log.turn + (fight.range - 1) // speed_of(fight, group) + 1


def rest(fight: Fight, group: TaskGroup) -> None:
    if group.where == "flying" and group.endurance <= 0:
        go_home(fight, group)


def act_with_fighters(fight: Fight, side: Fleet, enemy: Fleet) -> None:
    """Groups in contact meet enemy groups one to one; the others attack the dearest ship."""

    def in_contact() -> list[TaskGroup]:
        reach = fight.range - fight.rules.fighter_reach
        return [g for g in side.groups if g.is_free(fight.log.turn) and g.flown >= reach]

    for group in in_contact():
        foe = next((g for g in enemy.groups if g.is_free(fight.log.turn)), None)
        if foe is not None:
            dogfight(fight, group, foe)
    for group in in_contact():
        target = enemy.dearest()
        if target is not None and group.kind != "interceptor":
            attack_ship(fight, group, target)


def dogfight(fight: Fight, group: TaskGroup, foe: TaskGroup) -> None:
    group.busy = foe.busy = fight.log.turn
    group.endurance -= 1
    by_group, by_foe = kills_of_group(fight, group, foe), kills_of_group(fight, foe, group)
    fight.log.hit = True
    fight.log.write(at.DOGFIGHT, group.row, foe.row, by_group, by_foe)
    foe.lose(by_group)
    group.lose(by_foe)
    rest(fight, group)


def kills_of_group(fight: Fight, group: TaskGroup, foe: TaskGroup) -> int:
    kills = 0
    for _ in range(group.left):
        thrown = 6
        while thrown == 6:
            thrown = min(6, fight.log.die() + (group.kind == "interceptor"))
            kills += (0, 0, 0, foe.kind != "heavy", 1, 2)[thrown - 1]
    return kills


def attack_ship(fight: Fight, group: TaskGroup, target: Ship) -> None:
    group.endurance -= 1
    group.lose(defend(fight, target, fight.rules.pds_per_group, group.kind == "heavy"))
    screens = len(target.working("screen"))
    normal = piercing = 0
    semi: list[int] = []
    for _ in range(group.left):
        if group.kind == "torpedo":
            if fight.log.die() >= 4:
                semi.append(fight.log.die())
            continue
        thrown = min(6, fight.log.die() + (group.kind == "attack"))
        plain, through = beam_die(fight, thrown, screens)
        normal += plain
        piercing += through
    target.hurt(-1 - group.row, at.BY_FIGHTERS, normal, semi, piercing)
    if group.kind == "torpedo":
        group.endurance = 0
    rest(fight, group)


def come_aboard(side: Fleet) -> None:
    """Survivors return, up to the room in the hangars that remain and are present."""
    for ship in side.ships:
        free = len(ship.working("hangar"))
        for group in ship.groups:
            in_time = group.where == "returning" and group.home < ship.exit_turn
            recovered = ship.is_in_place or (ship.status in ("jumped", "disengaged") and in_time)
            if group.where == "aboard":
                free -= 1
            elif group.where != "gone" and free > 0 and recovered:
                group.where, group.flown = "aboard", 0
                free -= 1
            elif group.where != "gone":
                group.where, group.left = "gone", 0


# missiles


def fire_missiles(fight: Fight, side: Fleet, enemy: Fleet) -> None:
    rules = fight.rules
    if side.running:
        return
    for ship in side.ships:
        for weapon in ship.systems:
            if not ship.can_act or weapon.kind not in ("rack", "rack_er", "launcher"):
                continue
            reach = rules.extended_range if weapon.kind == "rack_er" else rules.missile_range
            empty = weapon.kind == "launcher" and ship.salvoes == 0
            target = enemy.dearest()
            if not weapon.working or empty or target is None or fight.range > reach:
                continue
            if weapon.kind == "launcher":
                ship.salvoes -= 1
            else:
                weapon.working, weapon.fired = False, True
            salvo(fight, ship, target)


def salvo(fight: Fight, ship: Ship, target: Ship) -> None:
    """A salvo finds its target, or not; of six missiles some are on target, less those killed."""
    thrust = 0 if target.warm or target.out_of_control else target.thrust
    hits: list[int] = []
    if fight.log.die() <= max(1, 5 - thrust // 2):
        kills = defend(fight, target, fight.rules.pds_per_salvo)
        hits = [fight.log.die() for _ in range(max(0, fight.log.die() - kills))]
    target.hurt(ship.row, at.BY_MISSILES, 0, hits)
