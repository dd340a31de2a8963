"""The rounds of one action, shot by shot, for dice that can only be asked for one after the other.

So the engine of 1999 fights, and tests with dice that fall as told; other battles are fought by the
kernel (`retelling`), with the same chances. Dice are asked in the engine's order of work (facts 7):
shooter, four candidates, the forced jump, the shyness of transports, the favourite, a transport's
own shyness, the damage, the hit.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from variants.far_horizons.battle import forced, hits, messages, reserves
from variants.far_horizons.battle.log import Tell, silent
from variants.far_horizons.battle.model import Act, Action, Battle, Fighter, Kind, State
from variants.far_horizons.battle.withdrawal import withdraw
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import truncated

#: The face of a ten-sided die that lets a shot at, or by, a transport pass.
_BOLD = 5
_CANDIDATES = 4
_FAVOURITE = 75

#: Notes that a shot of an imagined round was aimed: shooter, target, damage.
Mark = Callable[[Fighter, Fighter, int], None]


@define
class Course:
    """How an action went: rounds that took place, shots fired, shots that hit."""

    rounds: int = 0
    shots: int = 0
    hits: int = 0


def fight(
    battle: Battle,
    action: Action,
    dice: Dice,
    tell: Tell = silent,
    habits: Habits = RULEBOOK,
) -> Course:
    """Fight an action to its end: until a round passes in which nothing is fired.

    Fighters are changed in place. `strengths.prepare` has set what the action begins with.
    """
    course = Course()
    for number in range(1, action.most_rounds + 1):
        if battle.begun:
            withdraw(battle, action, tell, habits)
        surprising = battle.surprising and number == 1
        if not _Round(battle, action, dice, tell, habits, number, surprising).play(course):
            break
        _after_round(battle, action, tell, habits)
    return course


def imagine(
    battle: Battle,
    action: Action,
    dice: Dice,
    mark: Mark,
    tell: Tell = silent,
    habits: Habits = RULEBOOK,
) -> None:
    """The imagined rounds of a bombardment, germ warfare or siege: who aims at whom is marked."""
    if battle.begun:
        withdraw(battle, action, tell, habits)
    for number in range(1, action.most_rounds + 1):
        one = _Round(battle, action, dice, tell, habits, number, surprising=False, mark=mark)
        one.play(Course())


def _after_round(battle: Battle, action: Action, tell: Tell, habits: Habits) -> None:
    """Shields recover; after the very first round ships may leave (FH-WITHDRAW-008)."""
    battle.surprising = False
    for fighter in action.fighters:
        fighter.surprised = False
        side = battle.side_of(fighter)
        if side.life_support > 0 or habits.shields_without_life_support:
            gained = (5 + side.life_support // 10) * fighter.defense // 100
            fighter.shields = min(fighter.defense, fighter.shields + gained)
    if not battle.begun:
        battle.begun = True
        withdraw(battle, action, tell, habits)


@define
class _Round:
    """One round; `mark` makes it an imagined one."""

    battle: Battle
    action: Action
    dice: Dice
    tell: Tell
    habits: Habits
    number: int
    surprising: bool
    mark: Mark | None = None
    left: int = 0
    titled: bool = False
    _targets: dict[int, list[Fighter]] = field(factory=dict)

    def play(self, course: Course) -> bool:
        """Whether anything was fired or forced."""
        self._begin()
        took_place = False
        while self.left > 0:
            shooter = self._shooter()
            if self._turn(shooter, course):
                took_place = True
        course.rounds += took_place
        return took_place

    def _begin(self) -> None:
        for fighter in self.action.fighters:
            side = self.battle.side_of(fighter)
            fighter.surprised = self.surprising and side.surprised
            active = _can_act(fighter)
            active = active and (self.action.firing is None or fighter.side in self.action.firing)
            fighter.shots_left = fighter.shots if active else 0
        if self.mark is None:
            reserves.join(self.action, self.habits)
        self.left = sum(fighter.shots_left for fighter in self.action.fighters)

    def _shooter(self) -> Fighter:
        """Any unit that can act, all alike (FH-TARGET-001, step 1)."""
        fighters = self.action.fighters
        while True:
            fighter = fighters[self.dice(len(fighters)) - 1]
            if _can_act(fighter):
                return fighter

    def _turn(self, shooter: Fighter, course: Course) -> bool:
        """What one shooter does; whether it fired, or tried to force somebody away."""
        targets = self._targets_of(shooter)
        if not targets:
            self._strike_off(shooter)
            return False
        target = self._choose(targets)
        tried = self._force(shooter, target)
        if tried:
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
                if self.battle.hostile(shooter, one) and self._in_reach(one)
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
        """The most powerful of four draws, the earliest on a tie (step 2)."""
        best, most = targets[0], -1
        for _ in range(_CANDIDATES):
            one = targets[self.dice(len(targets)) - 1]
            if one.shots * one.damage > most:
                best, most = one, one.shots * one.damage
        return best

    def _force(self, shooter: Fighter, target: Fighter) -> bool:
        """Forced jump units may act (FH-FM-005)."""
        side = self.battle.side_of(shooter)
        chance = 50 * side.gravitics // max(1, side.gravitics + side.military)
        if self.dice(100) >= chance or not (shooter.a_ship and target.a_ship):
            return False
        if not forced.attempt(self.battle, shooter, target, self.dice, self.tell, self.habits):
            return False
        if target.gone:
            self._drop(target)
        return True

    def _declines(self, shooter: Fighter, target: Fighter) -> bool:
        """Whether a transport is spared, or the favourite missing (steps 4; FH-TARGET-004)."""
        favourite = self.battle.side_of(shooter).favourite
        spared = target.kind is Kind.TRANSPORT and favourite is not Kind.TRANSPORT
        if spared and self.dice(10) != _BOLD:
            return True
        return (
            favourite is not None and self.dice(100) <= _FAVOURITE and target.kind is not favourite
        )

    def _fire(self, shooter: Fighter, target: Fighter, course: Course) -> None:
        course.shots += 1
        chance = self._chance(shooter, target)
        damage = shooter.damage + truncated((26 - self.dice(51)) * shooter.damage, 100)
        if self.mark is not None:
            self.mark(shooter, target, damage)
            return
        hit = self.dice(100) <= chance
        course.hits += hit
        self._title()
        aim = target.name if target.a_ship else f"{target.name} defenses"
        outcome = "hits" if hit else "misses"
        self.tell(messages.SHOT, shooter=shooter.name, target=aim, outcome=outcome)
        if hit:
            self._hit(shooter, target, damage)
        elif self.battle.film is not None:
            self.battle.film.shot(shooter, target, hit=False)

    def _chance(self, shooter: Fighter, target: Fighter) -> int:
        firing, aimed = self.battle.side_of(shooter), self.battle.side_of(target)
        disguised = aimed.disguised and target.a_ship
        return chance_to_hit(
            firing.military,
            aimed.military,
            age=shooter.age if shooter.a_ship else 0,
            surprised=target.surprised,
            distorted=disguised,
        )

    def _hit(self, shooter: Fighter, target: Fighter, damage: int) -> None:
        hits.hit(self.battle, self.action, shooter, target, damage, self.dice, self.tell)
        if target.gone or (not target.a_ship and target.defenses == 0):
            self._drop(target)

    def _drop(self, target: Fighter) -> None:
        """Somebody is no longer there: nobody aims at it, its shots are struck off."""
        self._strike_off(target)
        for known in self._targets.values():
            if target in known:
                known.remove(target)

    def _strike_off(self, fighter: Fighter) -> None:
        self.left -= fighter.shots_left
        fighter.shots_left = 0

    def _title(self) -> None:
        if not self.titled:
            self.titled = True
            self.tell(messages.ROUND, round=self.number)


def _can_act(fighter: Fighter) -> bool:
    """Whether a fighter is there, awake and, if a colony, defended."""
    awake = fighter.state == State.FIGHTING and not fighter.surprised
    return awake and (fighter.a_ship or fighter.defenses > 0)


def chance_to_hit(
    shooter: int, target: int, *, age: int = 0, surprised: bool = False, distorted: bool = False
) -> int:
    """The chance to hit in percent from both Military levels (FH-TARGET-001, FH-FD-007)."""
    chance = 150 * shooter // max(1, shooter + target)
    if surprised:
        chance *= 2
    if distorted:
        chance = 3 * chance // 4
    chance = min(max(chance, 2), 98)
    return chance - truncated(2 * age * chance, 100)
