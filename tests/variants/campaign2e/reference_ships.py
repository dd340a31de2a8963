"""Ships of the reference battle: their state, damage, and repairs by crews.

Plain Python, written for reading; see `reference`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from horizons_core.rng import Stream
from variants.campaign2e.battle.fleets import BattleShip
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.combat import Resolver

GUNS = ("beam", "torpedo", "needle", "submunition")
RACKS = ("rack", "rack_er")
NEVER_REPAIRED = ("magazine", "hangar")
CORE = ("bridge", "life", "power")


@dataclass
class BattleLog:
    """The events, as rows of the kernel's record, with the dice, the rules and the turn."""

    dice: Stream
    rules: Resolver
    turn: int = 0
    shots: int = 0
    hit: bool = False
    rows: list[list[int]] = field(default_factory=list)

    def die(self) -> int:
        return self.dice.die(6)

    def write(self, kind: int, actor: int, *numbers: int) -> None:
        self.rows.append([self.turn, kind, actor, *numbers, *[0] * (4 - len(numbers))])


@dataclass(eq=False)
class ShipSystem:
    row: int
    key: str
    kind: str
    number: int
    arcs: int
    worse: int
    price: int
    working: bool = True
    fired: bool = False
    repairable: bool = False
    jury_rigged: bool = False

    @property
    def is_gun(self) -> bool:
        return self.kind in GUNS


@dataclass(eq=False)
class TaskGroup:
    """A group of fighters and the hangar it belongs to."""

    row: int
    carrier: Ship
    hangar: ShipSystem
    kind: str
    left: int
    endurance: int
    where: str = "aboard"
    flown: int = 0
    busy: int = 0
    home: int = 0

    def is_free(self, turn: int) -> bool:
        return self.where == "flying" and self.busy != turn

    def lose(self, kills: int) -> None:
        self.left -= min(kills, self.left)
        if self.left == 0:
            self.where = "gone"


class Ship:
    """A ship in the battle, built from its entry in the force."""

    def __init__(self, row: int, side: int, place: int, each: BattleShip, log: BattleLog) -> None:
        ship, design = each.ship, each.design
        self.row, self.side, self.place, self.log, self.design = row, side, place, log, design
        self.points, self.mass, self.rear = design.points, design.mass, each.rear
        self.status = "hulk" if ship.core_out_for_good else "in_place"
        self.armour, self.hull = ship.armour_left, ship.hull_left
        self.drive, self.ftl = ship.drive, ship.ftl
        self.core = {name: "before" if name in ship.core_out else "ok" for name in CORE}
        self.drive_lost = 0
        self.ftl_lost = False
        self.out_of_control = 0
        self.air = 0
        self.warm = False
        self.salvoes = ship.salvoes
        self.worse = 0 if ship.in_supply else 1
        self.spent = self.ones_spent = 0
        self.lends_to: Ship | None = None
        self.exit_speed = self.exit_turn = 0
        self.under_fire = False
        self.mended: set[str] = set()
        self.systems: list[ShipSystem] = []
        self.groups: list[TaskGroup] = []

    # capabilities

    def working(self, *kinds: str) -> list[ShipSystem]:
        return [s for s in self.systems if s.working and s.kind in kinds]

    @property
    def is_in_place(self) -> bool:
        return self.status == "in_place"

    @property
    def is_installation(self) -> bool:
        return self.design.is_installation

    @property
    def is_adrift(self) -> bool:
        """C2E-12.1-01: neither drive works; installations never are."""
        return self.drive in ("out", "none") and self.ftl != "ok" and not self.is_installation

    @property
    def is_armed(self) -> bool:
        launchers = self.working("launcher") and self.salvoes > 0
        return bool(self.working(*GUNS, *RACKS) or launchers)

    @property
    def can_act(self) -> bool:
        free = self.is_in_place and not self.warm and self.out_of_control == 0
        return free and bool(self.working("fc"))

    @property
    def thrust(self) -> int:
        rated = self.design.thrust
        return {"ok": rated, "halved": rated // 2}.get(self.drive, 0)

    @property
    def boxes(self) -> int:
        return self.armour + self.hull

    # damage

    @property
    def rows_done(self) -> int:
        lost, end, rows = self.design.hull - self.hull, 0, 0
        for boxes in self.design.rows[:3]:
            end += boxes
            rows += lost >= end
        return rows

    def hurt(
        self, by: int, cause: int, normal: int, semi: list[int] | None = None, piercing: int = 0
    ) -> None:
        """One attack: normal damage, semi-piercing hits one by one, penetrating damage."""
        armour = min(normal, self.armour)
        hull = normal - armour
        for damage in semi or ():
            on_armour = min((damage + 1) // 2, self.armour - armour)
            armour += on_armour
            hull += damage - on_armour
        hull = min(hull + piercing, self.hull)
        before = self.rows_done
        self.armour -= armour
        self.hull -= hull
        self.log.shots += 1
        self.log.hit = True
        self.log.write(at.WAS_ATTACKED, by, self.row, cause, armour, hull)
        if self.hull == 0:
            self.destroy(cause)
        elif self.rows_done > before:
            number = self.log.rules.first_threshold - (self.rows_done - 1)
            self.check(number - (self.rows_done - before - 1))

    def destroy(self, cause: int) -> None:
        self.status = "destroyed"
        self.log.write(at.WAS_DESTROYED, self.row, cause)

    def check(self, number: int) -> None:
        """A threshold check of all that is undamaged: lost on `number` and more."""
        for system in self.systems:
            if system.working and self.log.die() >= max(2, number - system.worse):
                self.lose(system)
        number -= self.worse
        self.check_drive(max(2, number))
        if self.ftl == "ok" and self.log.die() >= max(2, number):
            self.lose_ftl()
        for core in CORE:
            if self.core[core] == "ok" and self.log.die() >= max(2, number + 1):
                self.lose_core(core)

    def check_drive(self, number: int) -> None:
        if self.drive in ("ok", "halved") and self.log.die() >= number:
            halved = self.drive == "ok" and self.design.thrust > 1
            self.drive = "halved" if halved else "out"
            self.drive_lost += 1
            self.log.write(at.SYSTEM_LOST, self.row, at.THE_DRIVE)

    def lose_ftl(self) -> None:
        self.ftl, self.ftl_lost = "out", True
        self.log.write(at.SYSTEM_LOST, self.row, at.THE_FTL)

    def lose_core(self, core: str) -> None:
        self.core[core] = "lost"
        self.log.write(at.SYSTEM_LOST, self.row, at.THE_BRIDGE - CORE.index(core))
        if core == "bridge":
            turns = self.log.die()
            self.out_of_control = turns if turns < 6 else self.log.rules.most_turns + 1
        elif core == "life":
            self.air = self.log.die()

    def lose(self, system: ShipSystem, *, repairable: bool = True) -> None:
        if system.kind == "magazine":
            magazines = len(self.working("magazine"))
            self.salvoes = self.salvoes * (magazines - 1) // magazines
        for group in self.groups:
            if group.hangar is system and group.where == "aboard":
                group.left, group.where = 0, "gone"
        system.working = False
        system.repairable = repairable and system.kind not in NEVER_REPAIRED
        self.log.write(at.SYSTEM_LOST, self.row, system.row)

    def lose_to_needle(self) -> None:
        """The dearest working system, the first of several; it cannot be repaired."""
        working = [system for system in self.systems if system.working]
        if working:
            dearest = max(system.price for system in working)
            self.lose(next(s for s in working if s.price == dearest), repairable=False)

    # damage control

    @property
    def parties(self) -> int:
        """The marks of crew factors in the remaining boxes."""
        lost = self.design.hull - self.hull
        return sum(mark > lost for mark in self.design.crew_marks)

    def control_damage(self) -> None:
        """Three parties work on one job, in the order of jobs, each with one die."""
        parties = self.parties
        for job in self.jobs():
            if parties <= 0:
                return
            working = min(parties, self.log.rules.parties_together)
            if self.log.die() >= 7 - working:
                self.repair(job)
            parties -= self.log.rules.parties_together

    def jobs(self) -> list[str | ShipSystem]:
        jobs: list[str | ShipSystem] = [
            name for name in reversed(CORE) if self.core[name] == "lost"
        ]
        jobs += ["drive"] * (self.drive_lost > 0) + ["ftl"] * self.ftl_lost
        broken = [system for system in self.systems if system.repairable]
        return jobs + sorted(broken, key=lambda s: (s.kind != "fc", -s.price))

    def repair(self, job: str | ShipSystem) -> None:
        if isinstance(job, ShipSystem):
            job.working, job.repairable, job.jury_rigged = True, False, True
            self.log.write(at.REPAIRED, self.row, job.row)
            return
        self.mended.add(job)
        if job == "drive":
            self.drive_lost -= 1
            halved = self.drive == "out" and self.design.thrust > 1
            self.drive = "halved" if halved else "ok"
        elif job == "ftl":
            self.ftl, self.ftl_lost = "ok", False
        else:
            self.core[job] = "ok"
        if job == "bridge":
            self.out_of_control = 0
        if job == "life":
            self.air = 0
        names = ("drive", "ftl", *CORE)
        self.log.write(at.REPAIRED, self.row, at.THE_DRIVE - names.index(job))

    def suffer(self) -> None:
        """Apply the effects of a lost core at the end of a turn."""
        self.out_of_control = max(0, self.out_of_control - 1)
        if self.core["life"] == "lost":
            self.air -= 1
            if self.air == 0:
                self.status = "hulk"
                self.log.write(at.ABANDONED, self.row, 0)
                return
        if self.core["power"] == "lost" and self.log.die() >= self.log.rules.explosion:
            self.destroy(at.BY_CORE)
