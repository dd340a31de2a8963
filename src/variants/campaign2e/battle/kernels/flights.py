"""Fighters, salvo missiles, and point defence (C2E-14.1-02)."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import count, hurt
from variants.campaign2e.battle.kernels.gunnery import rerolled
from variants.campaign2e.battle.kernels.protocol import (
    Arena,
    can_act,
    depth_of,
    die,
    thrust_of,
    write,
)


@part
def kills_of_pds(a: Arena, heavy: bool) -> int:
    """Roll the die of a PDS: 4 and 5 kill one, 6 kills two and rolls again.

    Heavy fighters are immune to a 4.
    """
    kills = 0
    while True:
        roll = die(a)
        if roll == 6:
            kills += 2
        else:
            return kills + (roll == 5 or (roll == 4 and not heavy))


@part
def kills_of_beam(a: Arena) -> int:
    """Roll the die of a class 1 beam as point defence: 5 and 6 kill one, 6 rolls again."""
    kills = 0
    while True:
        roll = die(a)
        kills += roll >= 5
        if roll < 6:
            return kills


@kernel
def defend(a: Arena, ship: int, most: int, heavy: bool) -> int:
    """Return the kills of up to `most` point defences of a ship that have not fired this turn.

    Its own PDS come first, then its beams of class 1 if the enemy's main line is out of their
    reach, then PDS lent by a ship with ADFC. A ship out of control has none.
    """
    ships = a.ships
    if ships[ship, at.CONTROL] > 0:
        return 0
    kills = 0
    while most > 0 and ships[ship, at.SPENT] < ships[ship, at.COUNT + at.PDS]:
        ships[ship, at.SPENT] += 1
        most -= 1
        kills += kills_of_pds(a, heavy)
    if a.table[at.RANGE] + depth_of(a, ship) > a.table[at.BEAM_BAND]:
        while most > 0 and ships[ship, at.ONES_SPENT] < ships[ship, at.ONES]:
            ships[ship, at.ONES_SPENT] += 1
            most -= 1
            kills += kills_of_beam(a)
    side = ships[ship, at.SIDE]
    if most > 0 and a.sides[side, at.LENDERS] > 0 and a.sides[side, at.FORMATION] != at.DISPERSED:
        kills += borrow(a, ship, most, heavy)
    return kills


@kernel
def borrow(a: Arena, ship: int, most: int, heavy: bool) -> int:
    """Return the kills of PDS that ships with ADFC lend to a ship in the same line."""
    ships = a.ships
    side = ships[ship, at.SIDE]
    kills = 0
    for other in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if (
            ships[other, at.COUNT + at.ADFC] > 0
            and other != ship
            and ships[other, at.STATUS] == at.IN_PLACE
            and ships[other, at.WARM] == 0
            and ships[other, at.CONTROL] == 0
            and ships[other, at.REAR] == ships[ship, at.REAR]
            and (ships[other, at.LENT] == 0 or ships[other, at.LENT] == ship + 1)
        ):
            while most > 0 and ships[other, at.SPENT] < ships[other, at.COUNT + at.PDS]:
                ships[other, at.LENT] = ship + 1
                ships[other, at.SPENT] += 1
                most -= 1
                kills += kills_of_pds(a, heavy)
    return kills


@part
def speed_of(a: Arena, group: int) -> int:
    """Return the distance that a group flies in a turn: half as much again for fast ones."""
    speed = a.table[at.FIGHTER_SPEED]
    return speed + speed // 2 if a.groups[group, at.SORT] == at.FAST else speed


@kernel
def dearest(a: Arena, side: int) -> int:
    """Return a side's most expensive ship in place, in a tie the first; -1 for none."""
    ship = a.sides[side, at.DEAREST]
    while ship < a.sides[side, at.LAST_SHIP] and a.ships[ship, at.STATUS] != at.IN_PLACE:
        ship += 1
    a.sides[side, at.DEAREST] = ship
    return ship if ship < a.sides[side, at.LAST_SHIP] else -1


@kernel
def fly(a: Arena, first: int, second: int) -> None:
    """Act with the fighters of both sides, beginning with the side that has the initiative."""
    if a.sides[first, at.LAST_GROUP] + a.sides[second, at.LAST_GROUP] > 0:
        for side in (first, second):
            launch_and_fly(a, side)
        for side, enemy in ((first, second), (second, first)):
            act_with_fighters(a, side, enemy)


@kernel
def launch_and_fly(a: Arena, side: int) -> None:
    """Launch fighters, move the flying ones, and call them home to a running side.

    A carrier launches if the enemy is near enough, its side stays and it is in control; it has no
    fighters in the air before, so all of its groups launch at once.
    """
    groups, ships = a.groups, a.ships
    distance, running = a.table[at.RANGE], a.sides[side, at.RUNNING]
    for group in range(a.sides[side, at.FIRST_GROUP], a.sides[side, at.LAST_GROUP]):
        carrier = groups[group, at.CARRIER]
        if groups[group, at.WHERE] == at.FLYING and running != 0:
            go_home(a, group)
        elif groups[group, at.WHERE] == at.FLYING:
            groups[group, at.FLOWN] += speed_of(a, group)
        elif (
            groups[group, at.WHERE] == at.ABOARD
            and groups[group, at.ENDURANCE] > 0
            and running == 0
            and distance <= a.table[at.LAUNCH_RANGE]
            and ships[carrier, at.STATUS] == at.IN_PLACE
            and ships[carrier, at.WARM] == 0
            and ships[carrier, at.CONTROL] == 0
        ):
            groups[group, at.WHERE] = at.FLYING
            groups[group, at.FLOWN] = speed_of(a, group) // 2
            write(a, at.LAUNCHED, carrier, group, groups[group, at.LEFT])


@kernel
def go_home(a: Arena, group: int) -> None:
    """Send a group home; it arrives after flying the distance between the fleets."""
    a.groups[group, at.WHERE] = at.RETURNING
    a.groups[group, at.HOME] = a.table[at.TURN] + (a.table[at.RANGE] - 1) // speed_of(a, group) + 1


@part
def fights(a: Arena, group: int) -> bool:
    """Return whether a group flies and is in no dogfight this turn."""
    return a.groups[group, at.WHERE] == at.FLYING and a.groups[group, at.BUSY] != a.table[at.TURN]


@kernel
def act_with_fighters(a: Arena, side: int, enemy: int) -> None:
    """Pair the groups of a side in contact with enemy groups, in order; the rest attack ships."""
    groups = a.groups
    last = a.sides[enemy, at.LAST_GROUP]
    foe = a.sides[enemy, at.FIRST_GROUP]
    reach = a.table[at.RANGE] - a.table[at.FIGHTER_REACH]
    for group in range(a.sides[side, at.FIRST_GROUP], a.sides[side, at.LAST_GROUP]):
        if not fights(a, group) or groups[group, at.FLOWN] < reach:
            continue
        while foe < last and not fights(a, foe):
            foe += 1
        if foe < last:
            dogfight(a, group, foe)
    for group in range(a.sides[side, at.FIRST_GROUP], a.sides[side, at.LAST_GROUP]):
        if (
            fights(a, group)
            and groups[group, at.FLOWN] >= reach
            and groups[group, at.SORT] != at.INTERCEPTOR
        ):
            target = dearest(a, enemy)
            if target >= 0:
                attack_ship(a, group, target)


@kernel
def dogfight(a: Arena, group: int, foe: int) -> None:
    """Resolve the simultaneous fire of two groups, which costs the attacker endurance."""
    groups = a.groups
    groups[group, at.BUSY] = a.table[at.TURN]
    groups[foe, at.BUSY] = a.table[at.TURN]
    groups[group, at.ENDURANCE] -= 1
    by_group = kills_of_group(a, group, foe)
    by_foe = kills_of_group(a, foe, group)
    a.table[at.HIT] = 1
    write(a, at.DOGFIGHT, group, foe, by_group, by_foe)
    lose_fighters(a, foe, by_group)
    lose_fighters(a, group, by_foe)
    rest(a, group)


@kernel
def kills_of_group(a: Arena, group: int, foe: int) -> int:
    """Roll a die for each fighter: 4 and 5 kill one, 6 kills two and rolls again.

    An interceptor adds one to its die; heavy fighters are immune to a 4.
    """
    more = a.groups[group, at.SORT] == at.INTERCEPTOR
    heavy = a.groups[foe, at.SORT] == at.HEAVY
    kills = 0
    for _ in range(a.groups[group, at.LEFT]):
        roll = 6
        while roll == 6:
            roll = min(6, die(a) + more)
            kills += (roll >= 5) + (roll == 6) + (roll == 4 and not heavy)
    return kills


@part
def lose_fighters(a: Arena, group: int, kills: int) -> None:
    """Remove fighters of a group; the group is gone when none are left."""
    a.groups[group, at.LEFT] -= min(kills, a.groups[group, at.LEFT])
    if a.groups[group, at.LEFT] == 0:
        a.groups[group, at.WHERE] = at.GONE


@part
def rest(a: Arena, group: int) -> None:
    """Send a group home if its endurance is spent."""
    if a.groups[group, at.WHERE] == at.FLYING and a.groups[group, at.ENDURANCE] <= 0:
        go_home(a, group)


@kernel
def attack_ship(a: Arena, group: int, target: int) -> None:
    """Attack a ship, after its point defence, with a beam die per remaining fighter.

    An attack fighter adds one to its die. Torpedo fighters hit once, on 4 or more, for a die of
    damage like a torpedo's, and then go home.
    """
    groups = a.groups
    sort = groups[group, at.SORT]
    groups[group, at.ENDURANCE] -= 1
    heavy = sort == at.HEAVY
    lose_fighters(a, group, defend(a, target, a.table[at.PDS_PER_GROUP], heavy))
    screens = a.ships[target, at.COUNT + at.SCREEN]
    normal, piercing, semi_on_armour, semi = at.ZERO, at.ZERO, at.ZERO, at.ZERO
    for _ in range(groups[group, at.LEFT]):
        if sort == at.TORPEDO_FIGHTER:
            if die(a) >= 4:
                damage = die(a)
                semi += damage
                semi_on_armour += (damage + 1) // 2
            continue
        roll = min(6, die(a) + (sort == at.ATTACK))
        normal += (roll > 4) + (roll == 4 and screens == 0)
        if roll == 6:
            normal += screens < 2
            piercing += rerolled(a)
    hurt(a, -1 - group, at.BY_FIGHTERS, target, normal, semi_on_armour, semi, piercing)
    if sort == at.TORPEDO_FIGHTER:
        groups[group, at.ENDURANCE] = 0
    rest(a, group)


@kernel
def come_aboard(a: Arena, side: int) -> None:
    """Recover the remaining groups of a side, up to the working hangars of their carriers.

    A carrier in place recovers all of its groups; one that left, only those that were home before.
    Others are lost.
    """
    groups, ships = a.groups, a.ships
    carrier, free = -1, 0
    for group in range(a.sides[side, at.FIRST_GROUP], a.sides[side, at.LAST_GROUP]):
        if groups[group, at.CARRIER] != carrier:
            carrier = groups[group, at.CARRIER]
            free = np.int64(ships[carrier, at.COUNT + at.HANGAR])
        position = groups[group, at.WHERE]
        if position == at.ABOARD:
            free -= 1
        elif position != at.GONE:
            status = ships[carrier, at.STATUS]
            left = at.JUMPED <= status <= at.DISENGAGED
            before = groups[group, at.HOME] < ships[carrier, at.EXIT_TURN]
            in_time = position == at.RETURNING and before
            if free > 0 and (status == at.IN_PLACE or (left and in_time)):
                groups[group, at.WHERE] = at.ABOARD
                groups[group, at.FLOWN] = 0
                free -= 1
            else:
                groups[group, at.WHERE] = at.GONE
                groups[group, at.LEFT] = 0


@kernel
def fire_missiles(a: Arena, side: int, enemy: int) -> None:
    """Fire a side's launchers and racks, unless it runs, at the most expensive enemy."""
    ships, systems = a.ships, a.systems
    distance = a.table[at.RANGE]
    longest = max(a.table[at.MISSILE_RANGE], a.table[at.EXTENDED_RANGE])
    if a.sides[side, at.RUNNING] != 0 or distance > longest:
        return
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.LAUNCHERS] == 0 or not can_act(a, ship):
            continue
        first = ships[ship, at.FIRST] + ships[ship, at.GUNS]
        for row in range(first, first + ships[ship, at.LAUNCHERS]):
            kind = systems[row, at.KIND]
            if systems[row, at.STATE] != at.WORKING:
                continue
            if kind == at.LAUNCHER and ships[ship, at.SALVOES] == 0:
                continue
            extended = kind == at.RACK_ER
            if distance > a.table[at.EXTENDED_RANGE if extended else at.MISSILE_RANGE]:
                continue
            target = dearest(a, enemy)
            if target < 0:
                return
            if kind == at.LAUNCHER:
                ships[ship, at.SALVOES] -= 1
            else:
                systems[row, at.STATE] = at.FIRED
                count(a, ship, row, at.LESS)
            salvo(a, ship, target)


@kernel
def salvo(a: Arena, ship: int, target: int) -> None:
    """Roll whether a salvo finds its target, and its hits after point defence."""
    thrust = 0
    if a.ships[target, at.WARM] == 0 and a.ships[target, at.CONTROL] == 0:
        thrust = thrust_of(a, target)
    semi_on_armour, semi = at.ZERO, at.ZERO
    if die(a) <= max(1, 5 - thrust // 2):
        kills = defend(a, target, a.table[at.PDS_PER_SALVO], at.NOT)
        for _ in range(max(0, die(a) - kills)):
            damage = die(a)
            semi += damage
            semi_on_armour += (damage + 1) // 2
    hurt(a, ship, at.BY_MISSILES, target, at.ZERO, semi_on_armour, semi, at.ZERO)
