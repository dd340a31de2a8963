"""The rounds of one action, shot by shot, in the order of the 1999 engine's draws.

It draws the shooter, four candidates, the forced jump, whether a transport is spared, the
favourite, whether a transport fires, the damage and the hit. The shooter may be a unit that cannot
act. The kernel draws able units only, with the same chances and fewer dice.
"""

from __future__ import annotations

from attrs import define, field

from horizons_core.sums import int_sum
from tools.far_horizons_parity import fighters
from variants.far_horizons.battle import hits, messages
from variants.far_horizons.battle.fight import AimedShot, CombatLog, EventReporter
from variants.far_horizons.battle.model import (
    Action,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    Scene,
)
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import truncated

#: The face of a ten-sided die with which a transport fires, or is fired at.
_BOLD = 5
_CANDIDATES = 4


@define
class ActionCounts:
    """Counts of an action: rounds that took place, shots fired, shots that hit."""

    rounds: int = 0
    shots: int = 0
    hits: int = 0


def fight(scene: Scene, action: Action, dice: Dice, log: CombatLog) -> ActionCounts:
    """Fight an action until a round passes without a shot.

    Fighters are changed in place. `strengths.prepare` has set the values at the start.
    """
    battle, course = scene.battle, ActionCounts()
    for number in range(1, action.most_rounds + 1):
        if battle.begun:
            fighters.withdraw(scene, action, log)
        surprising = battle.surprising and number == 1
        if not _Round(scene, action, dice, log, number, surprising).play(course):
            break
        _after_round(scene, action, log)
    return course


def imagine(scene: Scene, action: Action, dice: Dice, log: CombatLog) -> list[AimedShot]:
    """Return who aims at whom in the imagined rounds of a bombardment, germ warfare or siege."""
    if scene.battle.begun:
        fighters.withdraw(scene, action, log)
    aims: list[AimedShot] = []
    for number in range(1, action.most_rounds + 1):
        _Round(scene, action, dice, log, number, surprising=False, aims=aims).play(ActionCounts())
        if aims and not scene.battle.begun:
            scene.battle.begun = True
            fighters.withdraw(scene, action, log)
    return aims


def _after_round(scene: Scene, action: Action, log: CombatLog) -> None:
    """Let shields recover; ships may leave after the very first round (FH-WITHDRAW-008)."""
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
        fighters.withdraw(scene, action, log)


@define
class _Round:
    """One round; an imagined one collects `aims` instead of firing."""

    scene: Scene
    action: Action
    dice: Dice
    log: CombatLog
    number: int
    surprising: bool
    aims: list[AimedShot] | None = None
    shots_left: int = 0
    has_title: bool = False
    _targets: dict[int, list[BattleFighter]] = field(factory=dict)

    def play(self, course: ActionCounts) -> bool:
        """Play the round; tell whether anything was fired or forced."""
        self._begin()
        took_place = False
        while self.shots_left > 0:
            self._remove_shots_of_gone_units()
            shooter = self._draw_shooter()
            if _can_act(shooter) and self._act(shooter, course):
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
            fighters.join(self.scene, self.action)
        for fighter in self.action.fighters:
            if fighter.gone:
                fighter.shots_left = fighter.shots
        self.shots_left = int_sum(fighter.shots_left for fighter in self.action.fighters)

    def _remove_shots_of_gone_units(self) -> None:
        """Remove the shots of lost or absent units, which count until a shooter is drawn."""
        for fighter in self.action.fighters:
            if fighter.shots_left and fighter.gone:
                self._remove_shots(fighter)

    def _draw_shooter(self) -> BattleFighter:
        """Draw any unit as shooter, even one that cannot act (FH-TARGET-001, step 1)."""
        fighters = self.action.fighters
        return fighters[self.dice(len(fighters)) - 1]

    def _act(self, shooter: BattleFighter, course: ActionCounts) -> bool:
        """Let one shooter act; tell whether it fired, or tried to force a ship away."""
        targets = self._targets_of(shooter)
        if not targets:
            self._remove_shots(shooter)
            return False
        target = self._choose(targets)
        if self._force(shooter, target):
            return True
        if shooter.shots_left == 0 or self._declines(shooter, target):
            return False
        shooter.shots_left -= 1
        self.shots_left -= 1
        may_hesitate = (
            shooter.kind is FighterKind.TRANSPORT and self.action.act is not ActionKind.GERM_WARFARE
        )
        if may_hesitate and self.dice(10) != _BOLD:
            return False
        self._fire(shooter, target, course)
        return True

    def _targets_of(self, shooter: BattleFighter) -> list[BattleFighter]:
        targets = self._targets.get(shooter.side)
        if targets is None:
            targets = [
                fighter for fighter in self.action.fighters
                if self.scene.battle.hostile(shooter, fighter) and self._in_reach(fighter)
            ]  # fmt: skip
            self._targets[shooter.side] = targets
        return targets

    def _in_reach(self, target: BattleFighter) -> bool:
        if target.state != FighterState.FIGHTING:
            return False
        if self.action.act is ActionKind.ATTACK:
            return target.is_ship or target.defenses > 0
        return target.kind is FighterKind.COLONY or self.action.act is not ActionKind.GERM_WARFARE

    def _choose(self, targets: list[BattleFighter]) -> BattleFighter:
        """Choose the most powerful of four draws, the earliest on a tie (FH-TARGET-001, step 2)."""
        best, most = targets[0], -1
        for _ in range(_CANDIDATES):
            candidate = targets[self.dice(len(targets)) - 1]
            if candidate.shots * candidate.damage > most:
                best, most = candidate, candidate.shots * candidate.damage
        return best

    def _force(self, shooter: BattleFighter, target: BattleFighter) -> bool:
        """Try to force the target away with forced jump units (FH-FM-005)."""
        side, percent = self.scene.battle.side_of(shooter), self.scene.rules.forced_jump_percent
        chance = percent * side.gravitics // max(1, side.gravitics + side.military)
        if self.dice(100) >= chance or not (shooter.is_ship and target.is_ship):
            return False
        if not force_away(self.scene, shooter, target, self.dice, self.log):
            return False
        if target.gone:
            self._remove_target(target)
        return True

    def _declines(self, shooter: BattleFighter, target: BattleFighter) -> bool:
        """Tell whether a transport is spared, or the target is no favourite (FH-TARGET-004)."""
        favourite = self.scene.battle.side_of(shooter).favourite
        spared = target.kind is FighterKind.TRANSPORT and favourite is not FighterKind.TRANSPORT
        if spared and self.dice(10) != _BOLD:
            return True
        if favourite is None or self.dice(100) > self.scene.rules.favourite_percent:
            return False
        return target.kind is not favourite

    def _fire(self, shooter: BattleFighter, target: BattleFighter, course: ActionCounts) -> None:
        course.shots += 1
        chance = chance_to_hit(self.scene, shooter, target)
        damage = shooter.damage + truncated((26 - self.dice(51)) * shooter.damage, 100)
        if self.aims is not None:
            self.aims.append(AimedShot(shooter, target, damage))
            return
        hit = self.dice(100) <= chance
        course.hits += hit
        self._write_title()
        hits.report_shot(shooter, target, self.log, hit=hit)
        if hit:
            apply_hit(self.scene, self.action, shooter, target, damage, self.dice, self.log)
            if target.gone or (not target.is_ship and target.defenses == 0):
                self._remove_target(target)
        else:
            self.log.shot(shooter, target, hit=False)

    def _remove_target(self, target: BattleFighter) -> None:
        """Remove a lost target from all lists of targets, and its shots.

        The shots of another entry of the same ship are removed when that entry is drawn.
        """
        self._remove_shots(target)
        for fighter in fighters.same_body(self.action.fighters, target):
            for targets in self._targets.values():
                if fighter in targets:
                    targets.remove(fighter)

    def _remove_shots(self, fighter: BattleFighter) -> None:
        self.shots_left -= fighter.shots_left
        fighter.shots_left = 0

    def _write_title(self) -> None:
        if not self.has_title:
            self.has_title = True
            self.log(messages.ROUND, round=self.number)


def _can_act(fighter: BattleFighter) -> bool:
    """Tell whether a fighter is present, not surprised and, if a colony, defended."""
    ready = fighter.state == FighterState.FIGHTING and not fighter.surprised
    return ready and (fighter.is_ship or fighter.defenses > 0)


def chance_to_hit(scene: Scene, shooter: BattleFighter, target: BattleFighter) -> int:
    """Return the chance in percent (FH-TARGET-001, FH-FD-007, FH-AGE-005)."""
    battle, rules = scene.battle, scene.rules
    attacker, defender = battle.side_of(shooter), battle.side_of(target)
    total = max(1, attacker.military + defender.military)
    chance = 2 * rules.even_hit_percent * attacker.military // total
    if target.surprised:
        chance *= rules.surprise_hit_factor
    if defender.disguised and target.is_ship:
        chance = rules.distorted_hit_percent * chance // 100
    chance = min(max(chance, rules.least_hit_percent), rules.most_hit_percent)
    age = shooter.age if shooter.is_ship else 0
    return chance - truncated(2 * age * chance, 100)


def apply_hit(
    scene: Scene,
    action: Action,
    shooter: BattleFighter,
    target: BattleFighter,
    damage: int,
    dice: Dice,
    log: CombatLog,
) -> None:
    """Apply a shot with this damage that hits (FH-SUMMARY-005)."""
    passed = damage if target.surprised else _absorb(target, damage)
    share = _share(passed, target.defense, dice) if passed > 0 else 0
    lost = 0
    if passed > 0 and target.is_ship:
        lost = hits.damage_ship(scene, action, shooter, target, share, log)
    elif passed > 0:
        lost = min(max(share * target.defenses_at_start // 100, 1), target.defenses)
        hits.lose_defenses(shooter, target, lost, log)
    log.shot(shooter, target, hit=True, absorbed=damage - passed, damage=lost)


def _absorb(target: BattleFighter, damage: int) -> int:
    """Let shields absorb damage and return the rest; a ship's shield percentage falls too."""
    if target.is_ship:
        absorbed = target.shield_percent * damage // 100
        passed = damage - absorbed
        target.shields -= absorbed
        remaining = max(target.shields, 0)
        target.shield_percent = 100 * remaining // max(1, target.defense)
    else:
        passed = 0
        target.shields -= damage
    if target.shields < 0:
        passed -= target.shields
        target.shields = 0
    return passed


def _share(passed: int, defense: int, dice: Dice) -> int:
    """Return the percentage r that a ship or colony loses, with its own random spread."""
    share = 50 * passed // max(1, defense)
    share += truncated((dice(51) - 26) * share, 100)
    return min(share, 100)


def force_away(
    scene: Scene, shooter: BattleFighter, target: BattleFighter, dice: Dice, notify: EventReporter
) -> bool:
    """Try to lock on the target; tell whether it was possible at all (FH-FM-002, FH-FM-007)."""
    if shooter.kind is not FighterKind.STARBASE:
        return False
    item = _draw_unit(shooter, dice)
    count = shooter.cargo.get(item, 0)
    if not item or count < target.tonnage or target.kind is FighterKind.STARBASE:
        return False
    success = dice(100) <= _chance_to_force(scene, shooter, target, count)
    sector = scene.battle.sector
    hits.try_to_force(sector, shooter, target, item, dice, notify, success=success)
    return True


def _draw_unit(shooter: BattleFighter, dice: Dice) -> str:
    """Return the kind of unit that is used, drawn if both are aboard."""
    aboard = [item for item in ("FJ", "FM") if shooter.cargo.get(item, 0) > 0]
    if len(aboard) == 2:
        return aboard[dice(2) - 1]
    return aboard[0] if aboard else ""


def _chance_to_force(
    scene: Scene, shooter: BattleFighter, target: BattleFighter, count: int
) -> int:
    """Return the chance in percent (FH-FM-003); a starbase's age lowers it."""
    battle = scene.battle
    gravitics = battle.side_of(shooter).gravitics - battle.side_of(target).gravitics
    chance = 2 * (count - target.tonnage + gravitics)
    if not scene.rules.forced_jumps_suffer_from_age:
        return chance
    chance = min(max(chance, 0), 100)
    return chance - 2 * max(shooter.age, 0) * chance // 100
