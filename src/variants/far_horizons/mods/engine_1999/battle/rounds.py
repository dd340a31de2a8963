"""The rounds of one action, shot by shot, in the order in which the engine of 1999 draws.

Shooter, four candidates, the forced jump, the shyness of transports, the favourite, a transport's
own shyness, the damage, the hit. All units alike may be drawn as shooter; who cannot act is drawn
in vain. The kernel draws among the able only, with the same chances and fewer dice.
"""

from __future__ import annotations

from attrs import define, field

from horizons_core.sums import int_sum
from variants.far_horizons.battle import hits, messages
from variants.far_horizons.battle.fight import Aim, Log
from variants.far_horizons.battle.model import Act, Action, Fighter, Kind, State
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import truncated
from variants.far_horizons.mods.engine_1999.battle import moves, shots
from variants.far_horizons.mods.engine_1999.battle.twins import same_body

#: The face of a ten-sided die that lets a shot at, or by, a transport pass.
_BOLD = 5
_CANDIDATES = 4


@define
class Course:
    """How an action went: rounds that took place, shots fired, shots that hit."""

    rounds: int = 0
    shots: int = 0
    hits: int = 0


def fight(scene: Scene, action: Action, dice: Dice, log: Log) -> Course:
    """Fight an action to its end: until a round passes in which nothing is fired.

    Fighters are changed in place. `strengths.prepare` has set what the action begins with.
    """
    battle, course = scene.battle, Course()
    for number in range(1, action.most_rounds + 1):
        if battle.begun:
            moves.withdraw(scene, action, log)
        surprising = battle.surprising and number == 1
        if not _Round(scene, action, dice, log, number, surprising).play(course):
            break
        _after_round(scene, action, log)
    return course


def imagine(scene: Scene, action: Action, dice: Dice, log: Log) -> list[Aim]:
    """The imagined rounds of a bombardment, germ warfare or siege: who aims at whom."""
    if scene.battle.begun:
        moves.withdraw(scene, action, log)
    aims: list[Aim] = []
    for number in range(1, action.most_rounds + 1):
        _Round(scene, action, dice, log, number, surprising=False, aims=aims).play(Course())
        if aims and not scene.battle.begun:
            scene.battle.begun = True
            moves.withdraw(scene, action, log)
    return aims


def _after_round(scene: Scene, action: Action, log: Log) -> None:
    """Shields recover; after the very first round ships may leave (FH-WITHDRAW-008)."""
    battle, rules = scene.battle, scene.rules
    battle.surprising = False
    for fighter in action.fighters:
        fighter.surprised = False
        support = battle.side_of(fighter).life_support
        if support > 0 or not rules.shields_need_life_support:
            gained = (rules.shield_recovery_percent + support // 10) * fighter.defense // 100
            fighter.shields = min(fighter.defense, fighter.shields + gained)
    if not battle.begun:
        battle.begun = True
        moves.withdraw(scene, action, log)


@define
class _Round:
    """One round; an imagined one has `aims`."""

    scene: Scene
    action: Action
    dice: Dice
    log: Log
    number: int
    surprising: bool
    aims: list[Aim] | None = None
    left: int = 0
    titled: bool = False
    _targets: dict[int, list[Fighter]] = field(factory=dict)

    def play(self, course: Course) -> bool:
        """Whether anything was fired or forced."""
        self._begin()
        took_place = False
        while self.left > 0:
            self._strike_off_the_gone()
            shooter = self._shooter()
            if _can_act(shooter) and self._turn(shooter, course):
                took_place = True
        course.rounds += took_place
        return took_place

    def _begin(self) -> None:
        for fighter in self.action.fighters:
            side = self.scene.battle.side_of(fighter)
            fighter.surprised = self.surprising and side.surprised
            active = _can_act(fighter) and self.action.fires(fighter)
            fighter.shots_left = fighter.shots if active else 0
        if self.aims is None:
            moves.join(self.scene, self.action)
        for fighter in self.action.fighters:
            if fighter.gone:
                fighter.shots_left = fighter.shots
        self.left = int_sum(fighter.shots_left for fighter in self.action.fighters)

    def _strike_off_the_gone(self) -> None:
        """Units that are lost or away have shots until the first shooter of a round is drawn."""
        for fighter in self.action.fighters:
            if fighter.shots_left and fighter.gone:
                self._strike_off(fighter)

    def _shooter(self) -> Fighter:
        """Any unit, all alike (FH-TARGET-001, step 1); one that cannot act is drawn in vain."""
        fighters = self.action.fighters
        return fighters[self.dice(len(fighters)) - 1]

    def _turn(self, shooter: Fighter, course: Course) -> bool:
        """What one shooter does; whether it fired, or tried to force somebody away."""
        targets = self._targets_of(shooter)
        if not targets:
            self._strike_off(shooter)
            return False
        target = self._choose(targets)
        if self._force(shooter, target):
            return True
        if shooter.shots_left == 0 or self._declines(shooter, target):
            return False
        shooter.shots_left -= 1
        self.left -= 1
        timid = shooter.kind is Kind.TRANSPORT and self.action.act is not Act.GERM_WARFARE
        if timid and self.dice(10) != _BOLD:
            return False
        self._fire(shooter, target, course)
        return True

    def _targets_of(self, shooter: Fighter) -> list[Fighter]:
        known = self._targets.get(shooter.side)
        if known is None:
            known = [
                one for one in self.action.fighters
                if self.scene.battle.hostile(shooter, one) and self._in_reach(one)
            ]  # fmt: skip
            self._targets[shooter.side] = known
        return known

    def _in_reach(self, target: Fighter) -> bool:
        if target.state != State.FIGHTING:
            return False
        if self.action.act is Act.ATTACK:
            return target.a_ship or target.defenses > 0
        return target.kind is Kind.COLONY or self.action.act is not Act.GERM_WARFARE

    def _choose(self, targets: list[Fighter]) -> Fighter:
        """The most powerful of four draws, the earliest on a tie (FH-TARGET-001, step 2)."""
        best, most = targets[0], -1
        for _ in range(_CANDIDATES):
            one = targets[self.dice(len(targets)) - 1]
            if one.shots * one.damage > most:
                best, most = one, one.shots * one.damage
        return best

    def _force(self, shooter: Fighter, target: Fighter) -> bool:
        """Forced jump units may act (FH-FM-005)."""
        side, percent = self.scene.battle.side_of(shooter), self.scene.rules.forced_jump_percent
        chance = percent * side.gravitics // max(1, side.gravitics + side.military)
        if self.dice(100) >= chance or not (shooter.a_ship and target.a_ship):
            return False
        if not shots.force(self.scene, shooter, target, self.dice, self.log):
            return False
        if target.gone:
            self._drop(target)
        return True

    def _declines(self, shooter: Fighter, target: Fighter) -> bool:
        """Whether a transport is spared, or the favourite missing (FH-TARGET-004)."""
        favourite = self.scene.battle.side_of(shooter).favourite
        spared = target.kind is Kind.TRANSPORT and favourite is not Kind.TRANSPORT
        if spared and self.dice(10) != _BOLD:
            return True
        if favourite is None or self.dice(100) > self.scene.rules.favourite_percent:
            return False
        return target.kind is not favourite

    def _fire(self, shooter: Fighter, target: Fighter, course: Course) -> None:
        course.shots += 1
        chance = shots.chance_to_hit(self.scene, shooter, target)
        damage = shooter.damage + truncated((26 - self.dice(51)) * shooter.damage, 100)
        if self.aims is not None:
            self.aims.append(Aim(shooter, target, damage))
            return
        hit = self.dice(100) <= chance
        course.hits += hit
        self._title()
        hits.tell_shot(shooter, target, self.log, hit=hit)
        if hit:
            shots.hit(self.scene, self.action, shooter, target, damage, self.dice, self.log)
            if target.gone or (not target.a_ship and target.defenses == 0):
                self._drop(target)
        else:
            self.log.shot(shooter, target, hit=False)

    def _drop(self, target: Fighter) -> None:
        """Somebody is no longer there: nobody aims at it, its shots are struck off.

        The shots of another entry of the same ship are struck off when it is drawn.
        """
        self._strike_off(target)
        for one in same_body(self.action.fighters, target):
            for known in self._targets.values():
                if one in known:
                    known.remove(one)

    def _strike_off(self, fighter: Fighter) -> None:
        self.left -= fighter.shots_left
        fighter.shots_left = 0

    def _title(self) -> None:
        if not self.titled:
            self.titled = True
            self.log(messages.ROUND, round=self.number)


def _can_act(fighter: Fighter) -> bool:
    """Whether a fighter is there, awake and, if a colony, defended."""
    awake = fighter.state == State.FIGHTING and not fighter.surprised
    return awake and (fighter.a_ship or fighter.defenses > 0)
