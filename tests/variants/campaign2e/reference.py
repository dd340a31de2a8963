"""The automatic battle of C2E-14.1-02, written for reading: steps in their order, on objects.

It draws its dice from a plain `Stream`, in the order that the head of
`variants.campaign2e.battle.kernels.protocol` states, and must agree with the kernels bit for bit.
Ships and their damage are in `reference_ships`, sides in `reference_fleets`, what moves in
`reference_moves`, what fires in `reference_fire` and `reference_flights`.
"""

from __future__ import annotations

from fractions import Fraction

from horizons_core.rng import Stream
from tests.variants.campaign2e import reference_fire as fire
from tests.variants.campaign2e import reference_flights as flights
from tests.variants.campaign2e import reference_moves as moves
from tests.variants.campaign2e.reference_fleets import Fleet, add_systems, highest_class, ring
from tests.variants.campaign2e.reference_ships import BattleLog, Ship
from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.combat import Resolver
from variants.campaign2e.model.places import EDGES


class Fight:
    """A whole battle: all sides, their distance, and the log."""

    def __init__(self, battle: CampaignBattle, dice: Stream, rules: Resolver | None = None) -> None:
        self.rules = rules or Resolver()
        self.log = BattleLog(dice, self.rules)
        self.range = 0
        self.fleets = [Fleet(n, side, self.log) for n, side in enumerate(battle.fleets)]
        self.holder = -1
        before = rows = systems = groups = 0
        for fleet, side in zip(self.fleets, battle.fleets, strict=True):
            by_points = sorted(enumerate(side.ships), key=lambda pair: -pair[1].design.points)
            for place, each in by_points:
                ship = Ship(rows, fleet.number, before + place, each, self.log)
                fleet.ships.append(ship)
                add_systems(ship, each.ship, systems, groups)
                rows, systems = rows + 1, systems + len(ship.systems)
                groups += len(ship.groups)
                fleet.groups += ship.groups
            before += len(side.ships)

    @property
    def ships(self) -> list[Ship]:
        return [ship for fleet in self.fleets for ship in fleet.ships]

    def distance(self, ship: Ship, target: Ship) -> int:
        """C2E-14.1-02: the distance between two ships, plus one for each that is in a rear line."""
        depths = [self.fleets[each.side].depth_of(each) for each in (ship, target)]
        return self.range + sum(depths)

    # sides

    def fight(self) -> None:
        """The two with the lowest initiative meet, who is left meets the next, and so on."""
        waiting = self.roll_for_initiative()
        holder = waiting.pop(0)
        while waiting:
            other = waiting.pop(0)
            self.fight_pair(holder, other)
            if holder.standing() and other.standing():
                return
            if other.standing():
                holder = other
        if len(self.fleets) > 1 and holder.standing():
            self.holder = holder.number

    def roll_for_initiative(self) -> list[Fleet]:
        """C2E-17.7-01. Sides with equal rolls roll again if an order is needed."""
        for fleet in self.fleets:
            fleet.roll = self.log.die() + fleet.order.by_lane + 2 * fleet.order.present
        if len(self.fleets) > 2:
            while alike := self.alike():
                for fleet in alike:
                    fleet.more_rolls = 6 * fleet.more_rolls + self.log.die()
        return sorted(self.fleets, key=lambda fleet: (fleet.roll, fleet.more_rolls))

    def alike(self) -> list[Fleet]:
        rolls = [(fleet.roll, fleet.more_rolls) for fleet in self.fleets]
        return [f for f, roll in zip(self.fleets, rolls, strict=True) if rolls.count(roll) > 1]

    # the opening

    def preferred(self, side: Fleet, enemy: Fleet) -> int:
        if side.intent == "close":
            return 6
        if side.intent == "standoff":
            return max(24, self.rules.beam_band * highest_class(side))
        if side.intent == "run":
            return self.rules.most_opening
        ranges = [r for r in range(6, 49, 6) if self.expected(side, r) > 0]
        if ranges:
            return max(ranges, key=lambda r: self.balance(side, enemy, r))
        able = [ship for ship in side.ships if ship.can_act]
        loaded = any(s.working("rack", "rack_er") for s in able) or any(
            s.working("launcher") and s.salvoes for s in able
        )
        return self.rules.missile_range if loaded else 36

    def balance(self, side: Fleet, enemy: Fleet, distance: int) -> Fraction:
        """Damage done less damage suffered, each by the boxes that are left."""

        def share(side: Fleet, other: Fleet) -> Fraction:
            return self.expected(side, distance) / max(1, sum(s.boxes for s in other.in_place()))

        if not side.in_place() or not enemy.in_place():
            ours, other = (sum(s.boxes for s in fleet.in_place()) for fleet in (side, enemy))
            return self.expected(side, distance) * ours - self.expected(enemy, distance) * other
        return share(side, enemy) - share(enemy, side)

    def expected(self, side: Fleet, distance: int) -> Fraction:
        """Expected damage of all that can fire, the enemy's main line being so far off."""
        return sum(
            (
                fire.expected(self, gun, distance + side.depth_of(ship), side.running)
                for ship in side.ships
                if ship.can_act
                for gun in fire.guns_of(ship)
            ),
            Fraction(0),
        )

    def open(self, fleet: Fleet, other: Fleet) -> None:
        """C2E-17.8-01 and C2E-17.9-01: the initial distance, after the drop."""
        for side in (fleet, other):
            side.running = side.rear_runs = False
            moves.find_depth(self, side)
            if any(ship.is_installation for ship in side.in_place()):
                side.speed = 0
            side.speed = abs(side.speed)
            for ship in side.ships:
                ship.warm = False
        self.range = self.rules.same_edge + self.rules.edge_distance * ring(fleet.edge, other.edge)
        ahead, behind = (fleet, other) if fleet.roll > other.roll else (other, fleet)
        preferred = self.preferred(ahead, behind)
        for change in range((ahead.roll - behind.roll) // 2):
            self.use_change(ahead, behind, preferred, change)
        self.log.write(at.OPENING, fleet.number, other.number, self.range, fleet.roll, other.roll)

    def use_change(self, side: Fleet, other: Fleet, preferred: int, change: int) -> None:
        step = self.rules.edge_distance
        words = side.order.entry
        word = words[change] if change < min(len(words), at.MAX_CHANGES) else ""
        off = self.range - preferred
        if word == "SPLIT":
            side.is_split = True
        elif word == "NEARER" or (not word and 2 * off > step):
            self.range -= step
        elif word == "FARTHER" or (not word and 2 * off < -step):
            self.range += step
        elif word:
            before = ring(side.edge, other.edge)
            way = (EDGES.index(word.split()[1]) - side.edge) % 6
            side.edge = (side.edge + (0 if way == 0 else 1 if way <= 3 else 5)) % 6
            self.range += step * (ring(side.edge, other.edge) - before)
        self.range = min(max(self.range, self.rules.least_opening), self.rules.most_opening)

    # turns

    def fight_pair(self, fleet: Fleet, other: Fleet) -> None:
        self.open(fleet, other)
        last = self.log.turn + self.rules.most_turns
        while (
            fleet.standing()
            and other.standing()
            and (fleet.is_armed() or other.is_armed())
            and self.log.turn < last
        ):
            self.fight_turn(fleet, other)
        flights.come_aboard(fleet)
        flights.come_aboard(other)

    def fight_turn(self, fleet: Fleet, other: Fleet) -> None:
        """One tactical turn, its steps in their order."""
        self.log.turn += 1
        self.log.hit = False
        both = ((fleet, other), (other, fleet))
        armed = {side.number: side.is_armed() for side in (fleet, other)}
        for side, enemy in both:
            moves.intend(self, side, unarmed=armed[enemy.number] and not armed[side.number])
        by_initiative = self.initiative(fleet, other)
        for side, enemy in both:
            moves.jump(self, side, enemy)
        for side, _ in both:
            moves.warm_up(self, side)
        for side, _ in both:
            moves.accelerate(self, side)
        moves.move(self, fleet, other)
        self.fire(by_initiative)
        for side, _ in both:
            for ship in side.in_place():
                ship.control_damage()
                ship.suffer()
            side.combat_turns += self.log.hit
        moves.break_away(self, fleet, other)

    def fire(self, by_initiative: list[tuple[Fleet, Fleet]]) -> None:
        """Fighters, missiles and guns, the side with the initiative first."""
        for side, _ in by_initiative:
            flights.launch_and_fly(self, side)
        for side, enemy in by_initiative:
            flights.act_with_fighters(self, side, enemy)
        for side, enemy in by_initiative:
            flights.fire_missiles(self, side, enemy)
        fire.gunnery(self, *by_initiative[0])

    def initiative(self, fleet: Fleet, other: Fleet) -> list[tuple[Fleet, Fleet]]:
        first, second = 0, 0
        while first == second:
            first, second = self.log.die(), self.log.die()
        return (
            [(fleet, other), (other, fleet)] if first > second else [(other, fleet), (fleet, other)]
        )
