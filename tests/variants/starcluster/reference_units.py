"""A unit in the reference battle: its systems row by row, and the working ones."""

from __future__ import annotations

from math import ceil, floor

from variants.starcluster.battle.fleets import AT_ONCE, IN_A_WAVE, rows_of
from variants.starcluster.model.fleets import LONG

PRESENT, WAITING = range(2)


class Row:
    """Adjacent systems of the same kind."""

    def __init__(self, unit, places):
        self.system = unit.design.systems[places[0]]
        self.each = float(self.system.points)
        self.left = float(sum(unit.left[place] for place in places))
        self.weapon = self.system.weapon
        self.damage = unit.damage(self.system) if self.weapon else (0.0, 0.0)

    def working(self, left):
        """A weapon needs all its points, any other system one (SC-CBT-003)."""
        return floor(left / self.each) if self.weapon else ceil(left / self.each)


class Ship:
    """A unit."""

    def __init__(self, unit, comes, *, ion):
        self.unit, self.comes = unit, comes
        self.status = PRESENT if comes == AT_ONCE else WAITING
        self.age = 0 if comes == IN_A_WAVE else 2
        self.rows = [Row(unit, places) for places in rows_of(unit, ion=ion)]
        places = (place for row in rows_of(unit, ion=ion) for place in row)
        self.points = float(sum(unit.left[place] for place in places))
        self.used, self.ordnance_used = unit.used, unit.ordnance_used
        self.touched = any(
            left < system.points
            for system, left in zip(unit.design.systems, unit.left, strict=True)
        )

    @property
    def rows_left(self):
        return [row for row in self.rows if row.left > 0]

    def works(self):
        """Rows with how many of each work; supply damage covers the front (SC-LOG-016)."""
        starving = self.unit.starving
        for row in self.rows_left:
            covered = min(row.left, starving)
            starving -= covered
            count = row.working(row.left - covered)
            if count:
                yield row, count

    def best(self, code):
        """The best generation of a working system of this kind; 0 without one."""
        return max(
            (r.system.generation for r, _ in self.works() if r.system.code == code), default=0
        )

    @property
    def rooms(self):
        return sum(count for row, count in self.works() if row.system.drive)

    @property
    def speed(self):
        return int(2 * self.unit.speed(self.rooms))

    def look_over(self):
        """The share of fire that hits it in the next round, as its drive is now."""
        self.exposed = float(1 - self.unit.defense(self.rooms))

    @property
    def center(self):
        return self.best("CIC")

    @property
    def pull(self):
        return sum(n * (9 + r.system.generation) for r, n in self.works() if r.system.code == "T")

    @property
    def movable(self):
        return self.speed > 0 and self.unit.has_exit

    # fire

    def value(self, row, band):
        """The effect of one weapon at a band (SC-CBT-004)."""
        sensors, targeting = self.best("Y"), self.best("M")
        damage = row.damage[0 if band == LONG else 1]
        damage *= 1.0 + 0.05 * (sensors - 1) if sensors else 0.5
        if row.weapon.long_range:
            damage *= 1.0 + 0.01 * (9 + targeting) if targeting else 1.0
        return damage

    def weapons(self):
        return [(row, count) for row, count in self.works() if row.weapon]

    def shots_left(self, rules):
        if not self.unit.supplied:
            return 0
        sizes = {"Mg": rules.capacity, "Mgs": rules.small_capacity}
        held = sum(n * sizes.get(row.system.code, 0) for row, n in self.works())
        return max(0, held - self.used)

    def ordnance_left(self):
        if not self.unit.supplied or self.touched:
            return 0
        return self.unit.design.count("XO") - self.ordnance_used

    def fire_all(self, band, rules):
        """The sums of guns and of missiles, if there are shots for all of them; otherwise 0."""
        missiles = sum(n for row, n in self.weapons() if row.system.code == "R")
        total = sum(
            n
            for row, n in self.weapons()
            if row.weapon.ammo
            and row.system.code != "R"
            and row.damage[0 if band == LONG else 1] > 0
        )
        outside = min(missiles, self.ordnance_left())
        if missiles + total and missiles - outside + total > self.shots_left(rules):
            return None
        self.ordnance_used += outside
        self.used += missiles - outside + total
        sums = [0.0, 0.0]
        for row, count in self.weapons():
            sums[row.system.code == "R"] += count * self.value(row, band)
        return sums

    def fire_one_by_one(self, band, share, rules):
        """Each weapon that has a shot: its damage, and whether it is a missile."""
        shots, outside = self.shots_left(rules), self.ordnance_left()
        for row, count in self.weapons():
            damage = self.value(row, band) * share
            is_missile = row.system.code == "R"
            for _ in range(count if damage > 0 else 0):
                if is_missile and outside:
                    outside -= 1
                    self.ordnance_used += 1
                elif row.weapon.ammo:
                    if not shots:
                        break
                    shots -= 1
                    self.used += 1
                yield damage, is_missile

    # damage

    def take(self, damage, *, at_drives):
        """Apply damage to the systems, first written first lost; return the rest of it."""
        before = damage
        if at_drives:
            damage = self._through(damage, [r for r in self.rows if r.system.code == "S"])
            damage = self._through(damage, [r for r in self.rows if r.system.drive])
        damage = self._through(damage, self.rows)
        self.touched |= damage < before
        return damage

    @staticmethod
    def _through(damage, rows):
        for row in rows:
            share = min(damage, row.left)
            row.left -= share
            damage -= share
        return damage
