"""Movement of the reference battle: who runs, jumps, and gets away. See `reference`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.variants.campaign2e.reference_fleets import Fleet, highest_class, poorest
from tests.variants.campaign2e.reference_ships import Ship
from variants.campaign2e.battle.kernels import protocol as at

if TYPE_CHECKING:
    from tests.variants.campaign2e.reference import Fight


def intend(fight: Fight, side: Fleet, *, unarmed: bool) -> None:
    """A side runs for good once it has lost enough; so do the lines of a split one."""
    lost = [s for s in side.ships if s.status in ("hulk", "destroyed")]
    lost += [s for s in side.in_place() if s.is_adrift]

    def enough(ships: list[Ship]) -> bool:
        gone = sum(ship.mass for ship in ships if ship in lost)
        return gone > 0 and 100 * gone >= side.order.breakoff * sum(s.mass for s in ships)

    main = [ship for ship in side.ships if not ship.rear]
    if side.is_split and main:
        side.rear_runs |= enough([ship for ship in side.ships if ship.rear])
    if enough(main if side.is_split and main else side.ships):
        side.run()
    if unarmed or side.intent == "run":
        side.run()


def jump(fight: Fight, side: Fleet, enemy: Fleet) -> None:
    """C2E-18.1-01: ships that warmed up vanish if their drives still work."""
    for ship in side.ships:
        if not ship.is_in_place or not ship.warm:
            continue
        ship.warm = False
        if ship.ftl == "ok" and may_go(fight, ship, side, enemy):
            leave(fight, ship, side, "jumped")
            fight.log.write(at.LEFT_BY_FTL, ship.row, 0)


def near(fight: Fight, ship: Ship, side: Fleet, enemy: Fleet) -> list[Ship]:
    tight = side.formation == "tight"
    friends = [s for s in side.in_place() if tight and s is not ship and s.rear == ship.rear]
    close = fight.range < fight.rules.jump_spacing and not ship.rear
    return friends + [s for s in enemy.in_place() if close and not s.rear]


def may_go(fight: Fight, ship: Ship, side: Fleet, enemy: Fleet) -> bool:
    """The danger roll of a jump with others near."""
    targets = near(fight, ship, side, enemy)
    if not targets:
        return True
    thrown = fight.log.die()
    if thrown == 1:
        ship.lose_ftl()
        return False
    if thrown < 5:
        ship.hurt(ship.row, at.BY_JUMP, fight.log.die())
        return ship.is_in_place
    ship.destroy(at.BY_JUMP)
    for other in targets:
        other.hurt(ship.row, at.BY_JUMP, fight.log.die() + fight.log.die())
    return False


def leave(fight: Fight, ship: Ship, side: Fleet, status: str) -> None:
    ship.status, ship.exit_speed, ship.exit_turn = status, abs(side.speed), fight.log.turn
    ship.under_fire = fight.log.shots > 0


def warm_up(fight: Fight, side: Fleet) -> None:
    """C2E-18.1-02: who flees by FTL warms up; for all a new turn of point defence begins."""
    for ship in side.ships:
        ship.spent = ship.ones_spent = 0
        ship.lends_to = None
        flees = side.running or (side.rear_runs and ship.rear)
        able = ship.is_in_place and ship.ftl == "ok" and ship.out_of_control == 0
        if flees and able and side.order.exit == "ftl":
            ship.warm = True
            fight.log.write(at.WARMED, ship.row, 0)


def find_depth(fight: Fight, side: Fleet) -> None:
    main = any(not ship.rear for ship in side.in_place())
    side.depth = fight.rules.line_depth if main else 0


def accelerate(fight: Fight, side: Fleet) -> None:
    """The thrust of the slowest; a side that runs uses optional thrust (C2E-16.5-05)."""

    def best(ship: Ship) -> int:
        optional = side.running and ship.drive == "ok"
        return max(ship.thrust, ship.design.optional_thrust) if optional else ship.thrust

    find_depth(fight, side)
    moving = [ship for ship in side.in_place() if not ship.warm and ship.thrust > 0]
    immobile = any(ship.is_installation for ship in side.in_place())
    side.thrust = 0 if immobile else min(map(best, moving), default=0)
    for ship in moving:
        if side.running and 0 < ship.thrust < side.thrust:
            ship.check_drive(max(2, fight.rules.first_threshold - ship.worse))
    if immobile:
        side.speed = 0


def move(fight: Fight, fleet: Fleet, other: Fleet) -> None:
    speeds = [fight.preferred(fleet, other), fight.preferred(other, fleet)]
    first = new_speed(fight, fleet, speeds[0], other.speed)
    second = new_speed(fight, other, speeds[1], fleet.speed)
    fight.range -= first + second
    if fight.range < 0:
        fight.range, first, second = -fight.range, -first, -second
    fight.range = max(fight.range, fight.rules.least_range)
    fleet.speed, other.speed = first, second
    fight.log.write(at.MOVED, fleet.number, other.number, fight.range, first, second)


def new_speed(fight: Fight, side: Fleet, preferred: int, theirs: int) -> int:
    most, off = fight.rules.top_speed, fight.range - preferred
    speed = min(abs(off), math.isqrt(2 * max(side.thrust, 1) * abs(off)))
    speed = -most if side.running else (speed if off > 0 else -speed) - theirs
    within = max(side.speed - side.thrust, min(side.speed + side.thrust, speed))
    return max(-most, min(most, within))


def break_away(fight: Fight, fleet: Fleet, other: Fleet) -> None:
    """C2E-18.3-01: running sides may get away; both do if both run."""
    for side, enemy in ((fleet, other), (other, fleet)):
        if side.running and (enemy.running or gets_away(fight, side, enemy)):
            for ship in side.in_place():
                if ship.thrust > 0:
                    leave(fight, ship, side, "disengaged")
                    fight.log.write(at.GOT_AWAY, ship.row, 0)


def gets_away(fight: Fight, side: Fleet, enemy: Fleet) -> bool:
    """C2E-18.3-02, C2E-18.3-03: clear cut by closing speed and thrust, or else a roll."""
    reach = fight.rules.beam_band * (highest_class(enemy) - 1)
    if fight.range <= min(fight.rules.disengage_range, reach):
        return False
    closing, better = side.speed + enemy.speed, poorest(side) - poorest(enemy)
    if (closing < 0 and better >= 0) or (closing == 0 and better > 0):
        return True
    if (closing > 0 and better <= 0) or (closing == 0 and better < 0):
        return False
    runner = fight.log.die() + (better > 0)
    return runner > fight.log.die() + (better < 0)
