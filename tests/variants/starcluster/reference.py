"""The battle of Starcluster in plain Python, written for reading; the kernel agrees bit for bit.

Points and damage are in tenths of a point, speeds and the gap in half points, as in the kernel. The
order of the dice is that of `variants.starcluster.battle.kernels.protocol`.
"""

from __future__ import annotations

from itertools import chain

from horizons_core.rng import Stream
from tests.variants.starcluster.reference_units import Ship
from variants.starcluster.battle.fleets import AT_ONCE, BEHIND, IN_A_WAVE, LATER, StarclusterBattle
from variants.starcluster.combat import Resolver
from variants.starcluster.model.fleets import LARGE, LONG, SHORT

PRESENT, WAITING, DESTROYED, AWAY = range(4)


class Line:
    """One side of a battle."""

    def __init__(self, force, battle):
        self.force = force
        comes = lambda unit: unit.comes if battle.assault else AT_ONCE  # noqa: E731
        ships = [Ship(unit, comes(unit), ion=battle.ion) for unit in force.units]
        self.given = ships
        self.ships = [ships[number] for number in force.order]
        self.smallest = [ships[number] for number in force.smallest_first]
        self.start = sum(ship.points for ship in ships if not ship.unit.rear)
        self.lost = 0.0
        self.retreats = False
        self.launched = 0
        self.form(assault=battle.assault)

    def form(self, *, assault):
        """Form the line, and sum up its abilities."""
        self.standing = [s for s in self.ships if s.status == PRESENT and not s.unit.rear]
        for ship in self.standing:
            ship.look_over()
        ships = self.standing or [s for s in self.ships if s.status == PRESENT]
        self.speed = min((ship.speed for ship in ships), default=1_000_000)
        self.center = max((ship.center for ship in self.standing), default=0)
        if not self.center and self.force.pdc and not assault:
            self.center = 1
        self.traction = sum(ship.pull for ship in self.standing)

    @property
    def waves(self):
        """The ships that are still to emerge."""
        return [s for s in self.ships if s.comes == IN_A_WAVE and s.status == WAITING]


class Reference:
    """One battle."""

    def __init__(self, battle: StarclusterBattle, stream: Stream, rules: Resolver | None = None):
        self.battle, self.stream = battle, stream
        self.rules = rules or Resolver()
        self.assault = battle.assault
        self.one, self.two = (Line(force, battle) for force in battle.forces)
        self.gap = 0 if battle.assault or battle.gas else 2 * self.rules.first_gap
        self.round = self.strikes = 0

    def fight(self):
        self.try_at_once()
        while self.goes_on():
            self.round += 1
            if self.assault and not self.emerge():
                self.open_out()
                self.form()
            elif self.assault:
                self.form()
            elif self.round > 1 and not self.battle.gas:
                self.shift_gap()
            self.exchange()
            for ship in chain(self.one.standing, self.two.standing):
                ship.age = min(ship.age + 1, 2)
            self.form()
            self.break_off()
        self.let_through()
        for line in (self.one, self.two):
            self.hunt(line)
        return self

    def form(self):
        for line in (self.one, self.two):
            line.form(assault=self.assault)

    def other(self, line):
        return self.two if line is self.one else self.one

    @property
    def winner(self):
        standing = [bool(line.standing) for line in (self.one, self.two)]
        return -1 if standing[0] == standing[1] else standing.index(True)

    def goes_on(self):
        return self.round < self.rules.most_rounds and all(
            line.standing or (self.assault and self.is_awaited(line))
            for line in (self.one, self.two)
        )

    def is_awaited(self, line):
        if line is self.one:
            return bool(line.waves) and not line.retreats
        return any(ship.status == WAITING and not ship.unit.rear for ship in line.ships)

    # waves

    def emerge(self):
        """Bring a wave through the warp point; return False if there is none left."""
        if self.one.retreats:
            return True
        wave = self.one.waves[: self.one.force.wave]
        for ship in wave:
            crushed = self.stream.die(100) <= len(wave) - 1
            ship.status, ship.age = (DESTROYED if crushed else PRESENT), 0
            if crushed:
                self.one.lost += ship.points
        return bool(wave)

    def open_out(self):
        self.assault = False
        for ship in chain(self.one.ships, self.two.ships):
            if ship.status == WAITING and (ship.comes == LATER or not self.one.retreats):
                ship.status = PRESENT

    def let_through(self):
        if not self.assault:
            return
        if not self.two.standing:
            self.open_out()
            self.one.form(assault=self.assault)
        for ship in chain(self.one.ships, self.two.ships):
            if ship.status == WAITING:
                ship.status = AWAY if ship.comes in (IN_A_WAVE, BEHIND) else PRESENT

    # ranges

    def shift_gap(self):
        mine, yours = self.one.force.band, self.two.force.band
        ahead = self.one.speed - self.two.speed
        toward_long = 1 if mine == LONG else -1
        if mine == yours:
            change = toward_long * 2 * self.rules.closing
        elif ahead == 0:
            change = -2 * self.rules.drifting
        else:
            change = toward_long * ahead
        self.gap = min(max(self.gap + change, 0), 2 * self.rules.first_gap)

    @property
    def band(self):
        return SHORT if self.gap == 0 or self.assault or self.battle.gas else LONG

    # fire

    def exchange(self):
        """Both sides aim before either strikes."""
        sides = [(self.one, self.two), (self.two, self.one)]
        salvos = []
        for line, enemy in sides:
            silos = line.force.silos if self.round == 1 and enemy.standing else 0
            line.launched += silos
            salvos.append([self.stream.below(len(enemy.standing)) for _ in range(silos)])
        pools = [self.aim(line, enemy) for line, enemy in sides]
        targets = [list(enemy.standing) for _, enemy in sides]
        for (line, enemy), places, row in zip(sides, salvos, targets, strict=True):
            damage = line.force.salvo[0 if self.band == LONG else 1]
            for place in places:
                self.land(damage, row[place:] + row[:place], enemy)
        for (line, enemy), (picks, pool, drive_pool) in zip(sides, pools, strict=True):
            for ship, damage, at_drives in picks:
                if ship.status == PRESENT:
                    self.strike(enemy, ship, damage, at_drives=at_drives)
            self.pour(line, enemy, drive_pool, at_drives=True)
            self.pour(line, enemy, pool, at_drives=False)

    def aim(self, line, enemy):
        """The targets that weapons have picked, or the pools of fire that is directed."""
        steady = self.rules.steady
        throw = self.stream.die(6) + self.stream.die(6)
        factor = (throw + steady) / (7.0 + steady)
        if line.center:
            factor *= 1.0 + 0.02 * (line.center - 1)
        picks, pool, drive_pool = [], 0.0, 0.0
        at_drives = line.force.anti_drive
        for ship in line.standing if enemy.standing else ():
            if ship.age == 0:
                continue
            shaky = ship.age == 1 and self.assault
            share = factor * (0.01 * self.rules.shaky if shaky else 1.0)
            if line.center and (sums := ship.fire_all(self.band, self.rules)):
                guns, missiles = sums
                pool += guns * share
                drive_pool += 0.5 * (missiles * share) if at_drives else 0.0
                pool += 0.0 if at_drives else missiles * share
                continue
            for damage, is_missile in ship.fire_one_by_one(self.band, share, self.rules):
                special = is_missile and at_drives
                worth = 0.5 * damage if special else damage
                if not line.center:
                    target = enemy.standing[self.stream.below(len(enemy.standing))]
                    picks.append((target, worth, special))
                elif special:
                    drive_pool += worth
                else:
                    pool += worth
        return picks, pool, drive_pool

    def pour(self, line, enemy, pool, *, at_drives):
        """Directed fire continues with one unit after the other."""
        in_turn = enemy.ships if line.force.target == LARGE else enemy.smallest
        for ship in in_turn:
            if pool > 0.0 and ship.status == PRESENT and not ship.unit.rear:
                pool = self.strike(enemy, ship, pool, at_drives=at_drives)

    def land(self, salvo, row, enemy):
        """The rest of a salvo after a kill goes to the next unit in line."""
        for ship in row:
            if salvo > 0.0 and ship.status == PRESENT:
                salvo = self.strike(enemy, ship, salvo, at_drives=False)

    def strike(self, enemy, ship, damage, *, at_drives):
        """Strike a unit; return the damage left after its destruction."""
        share = 1.0 if ship.age == 0 else ship.exposed
        reached = damage * share
        left = ship.take(reached, at_drives=at_drives)
        if left < reached:
            enemy.lost += reached - left
        self.strikes += 1
        if not ship.rows_left:
            ship.status = DESTROYED
        return left / share

    # ways out

    def has_had_enough(self, line):
        percent = line.force.break_off
        return percent < 100 and 100.0 * line.lost >= percent * line.start

    def could_leave(self, line):
        return any(ship.status == PRESENT and ship.movable for ship in line.ships)

    def gets_away(self, line):
        enemy, rules = self.other(line), self.rules
        ahead = line.speed - enemy.speed
        chance = rules.faster if ahead > 0 else rules.slower if ahead < 0 else rules.equal
        chance -= min(enemy.traction * rules.per_tractor // 10, rules.most_traction)
        return self.stream.die(100) <= min(max(chance, rules.least_chance), 100)

    def leave(self, line):
        for ship in line.ships:
            joins = ship.status == WAITING and ship.comes == LATER
            if (ship.status == PRESENT or joins) and ship.movable:
                ship.status = AWAY
        line.form(assault=self.assault)

    def try_at_once(self):
        if self.assault:
            return
        away = []
        for line in (self.one, self.two):
            wants = not line.standing or line.force.avoids
            if wants and self.could_leave(line) and self.gets_away(line):
                away.append(line)
        for line in away:
            self.leave(line)

    def break_off(self):
        out = self.assault
        if out and self.one.retreats:
            self.leave(self.one)
            self.open_out()
            self.form()
        elif out and self.has_had_enough(self.one):
            self.one.retreats = True
        away = [
            line
            for line in ((self.two,) if out else (self.one, self.two))
            if self.tries(line) and self.gets_away(line)
        ]
        for line in away:
            self.leave(line)

    def tries(self, line):
        return (
            bool(line.standing and self.other(line).standing)
            and (line.force.avoids or self.has_had_enough(line))
            and self.could_leave(line)
        )

    def hunt(self, line):
        if line.standing or not self.other(line).standing:
            return
        for ship in line.ships:
            if ship.status != PRESENT:
                continue
            if self.stream.die(100) <= self.rules.pursuit:
                ship.status = DESTROYED
            elif ship.movable:
                ship.status = AWAY
