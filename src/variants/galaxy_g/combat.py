"""Numbers and formulas of battles and bombs that a mod may change.

The chance that a shot destroys its target (GG-CBT-010, GG-CBT-011) is stored as a threshold: a shot
succeeds if a random 32-bit word is below the threshold for its attack and defence. The threshold is
the chance times 2**32, rounded, but at least 1 for any chance above 0, and at most 2**32 - 1 for
any chance below 1. Logarithms come from `exact`, so thresholds are the same on every machine.
`certainty` is the ratio of strengths that makes a result certain: 4 in the rulebook.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from attrs import frozen

from horizons_core.combat import (
    SHIPS,
    BattleRecord,
    BattleStatistics,
    Fighter,
    Key,
    Shot,
    battle_key,
    completed,
)
from horizons_core.exact import cbrt, harmonic, log2
from horizons_core.limits import TINY, number
from horizons_core.turn import TurnContext
from variants.galaxy_g.battle.model import GalaxyBattle
from variants.galaxy_g.constants import MAX_SHOTS
from variants.galaxy_g.model import Design, Game

if TYPE_CHECKING:
    import numpy as np

    from variants.galaxy_g.battle.kernels import BattleArrays, BattleRun


CERTAIN = 2**32


def threshold(attack: float, defence: float, certainty: float = 4.0) -> int:
    """The threshold below which a random 32-bit word succeeds; 0 for never, 2**32 for always."""
    if attack <= 0 or certainty * attack <= defence:
        return 0
    if defence == 0 or attack >= certainty * defence:
        return CERTAIN
    uncertain_chance = _uncertain_chance(log2(attack), log2(defence), log2(certainty))
    uncertain: int = round(CERTAIN * uncertain_chance)
    return min(max(uncertain, 1), CERTAIN - 1)


def chance(attack: float, defence: float, certainty: float = 4.0) -> float:
    """The chance that a shot destroys its target, from 0 to 1.

    It is (log4(attack / defence) + 1) / 2, rounded as in battles to a multiple of 2**-32; the base
    of the logarithm is `certainty`.
    """
    return threshold(attack, defence, certainty) / CERTAIN


def _uncertain_chance(log_attack: Any, log_defence: Any, log_certainty: float) -> Any:
    """The chance of an uncertain shot, from binary logarithms of numbers or of arrays."""
    return (log_certainty + log_attack - log_defence) / (2 * log_certainty)


def threshold_table(
    attacks: Sequence[float], defences: Sequence[float], certainty: float = 4.0
) -> np.ndarray[Any, Any]:
    """The thresholds of all pairs: int64[attacks, defences], equal to `threshold`."""
    import numpy as np

    attack = np.array(attacks, np.float64).reshape(-1, 1)
    defence = np.array(defences, np.float64).reshape(1, -1)
    strength = np.array([log2(value) if value > 0 else 0.0 for value in attacks]).reshape(-1, 1)
    resistance = np.array([log2(value) if value > 0 else 0.0 for value in defences]).reshape(1, -1)
    uncertain = np.rint(CERTAIN * _uncertain_chance(strength, resistance, log2(certainty)))
    table: np.ndarray[Any, Any] = np.clip(uncertain, 1, CERTAIN - 1).astype(np.int64)
    table[(defence == 0) | (attack >= certainty * defence)] = CERTAIN
    table[(attack <= 0) | (certainty * attack <= defence)] = 0
    return table


Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


@frozen
class Fought:
    """The result of one battle: ships left of each group, and how it ended.

    `winner` is the number of the only side with ships left, or None: a draw, or several sides that
    do not fight each other. `words` is the number of random words drawn. `record` is None unless it
    was requested.
    """

    survivors: tuple[int, ...]
    winner: int | None
    rounds: int
    shots: int
    words: int
    record: BattleRecord | None = None


class GameCombat(Protocol):
    """Methods of a resolver that games use besides `resolve`; the rulebook's are the default.

    Phases bomb with `bomb`, `bomb_damage` and `spared`. Bots estimate battles with the others.
    """

    def attack(self, design: Design, weapons_tech: float) -> float:
        """Return the power of each shot of a ship."""

    def defence(self, design: Design, shields_tech: float) -> float:
        """Return the resistance of a ship to shots."""

    def thresholds(self, attacks: Sequence[float], defences: Sequence[float]) -> Array:
        """Return the thresholds of shots (see the module): int64[attacks, defences]."""

    def bomb(self, design: Design, weapons_tech: float, shields_tech: float) -> float:
        """Return the damage of a single gun to a planet."""

    def bomb_damage(self, guns: Mapping[float, int]) -> float:
        """Return the damage of all guns together, from their number by strength."""

    def spared(self, population: float, damage: float) -> float:
        """Return the share of people, industry and colonists that survives damage."""


@frozen(kw_only=True)
class Resolver:
    """The rulebook's combat and bombing, as numbers and formulas.

    The kernels take the table of chances and the number of rounds from here, so battles
    with a mod that changes a number or a formula are as fast as without the mod.
    """

    #: ratio at which the larger number is certain to win; the base of the chance (GG-CBT-011)
    certainty: float = number(4.0, 1 + TINY)
    #: mass of a ship whose defence equals its shields number (GG-CBT-012)
    even_mass: float = number(30.0, TINY)
    #: maximum rounds of a battle (GG-CBT-014)
    most_rounds: int = number(100_000, 1)
    #: a gun of W does W^2 / bomb_divisor of damage to a planet (GG-BOM-002)
    bomb_divisor: float = number(10.0, TINY)

    # formulas

    def attack(self, design: Design, weapons_tech: float) -> float:
        """The power of each shot (GG-CBT-007)."""
        return design.weapons * weapons_tech

    def defence(self, design: Design, shields_tech: float) -> float:
        """Shields, diluted by the ship's size without its cargo (GG-CBT-008, GG-CBT-009)."""
        return design.shields * shields_tech * cbrt(self.even_mass) / cbrt(design.mass)

    def thresholds(self, attacks: Sequence[float], defences: Sequence[float]) -> Array:
        """The thresholds of all pairs (see the module): int64[attacks, defences] (GG-CBT-010).

        Both sequences are ascending, and chances must rise with attack and fall with defence.
        """
        return threshold_table(attacks, defences, self.certainty)

    def bomb(self, design: Design, weapons_tech: float, shields_tech: float) -> float:
        """Damage of a single gun: W^2/10, times its weapons tech over the owner's shields tech."""
        return design.weapons * design.weapons / self.bomb_divisor * (weapons_tech / shields_tech)

    def bomb_damage(self, guns: Mapping[float, int]) -> float:
        """The damage of all guns together, from their number by strength (GG-BOM-002).

        Of all guns at a planet, strongest first, the k-th does 1/k of its single damage
        (GG-BOM-003). Identical guns are summed in one step, so a hundred thousand take no longer
        than one.
        """
        parts, before = [], 0
        for gun in sorted(guns, reverse=True):
            parts.append(gun * harmonic(before, before + guns[gun]))
            before += guns[gun]
        return math.fsum(parts)

    def spared(self, population: float, damage: float) -> float:
        """The share of people, industry and colonists that survives damage (GG-BOM-004)."""
        return max(0.0, 1 - damage / population) if population > 0 else 0.0

    # battles

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """JSON Schema of a battle as plain data."""
        from variants.galaxy_g.battle.spec import battle_schema

        return battle_schema()

    def battle(self, spec: Mapping[str, Any]) -> GalaxyBattle:
        """A battle from plain data (see `battle.spec.read_spec`); raises BattleError."""
        from variants.galaxy_g.battle.spec import read_spec

        return read_spec(spec)

    def resolve(
        self, battle: GalaxyBattle, key: Key, run: int = 0, *, max_shots: int = MAX_SHOTS
    ) -> BattleRecord:
        """Fight once and record every shot, or sums if there are more than `max_shots`."""
        return cast(BattleRecord, self.fight(battle, key, run, max_shots=max_shots).record)

    def fight(
        self,
        battle: GalaxyBattle,
        key: Key,
        run: int = 0,
        *,
        record: bool = True,
        max_shots: int = MAX_SHOTS,
    ) -> Fought:
        """Fight a battle once, by default with a record as in `resolve`."""
        from variants.galaxy_g.battle.kernels import fight_once
        from variants.galaxy_g.battle.recording import Recorder

        line = battle.in_line()
        recorder = Recorder(line, max_shots) if record else None
        note = recorder.add if recorder else None
        fought = fight_once(self.kernel_field(battle), battle_key(key), run, self.most_rounds, note)
        left = dict(zip(line, fought.left.tolist(), strict=True))
        survivors = tuple(left[number] for number in range(len(line)))
        battle_record = _record(battle, fought, survivors, recorder.shots()) if recorder else None
        winner = None if fought.winner < 0 else fought.winner
        return Fought(survivors, winner, fought.rounds, fought.shots, fought.words, battle_record)

    def simulate(
        self, battle: GalaxyBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships left and lost by side, survivors by group."""
        import numpy as np

        from variants.galaxy_g.battle.kernels import fight_runs

        fought = fight_runs(
            self.kernel_field(battle), battle_key(key), runs, threads, most_rounds=self.most_rounds
        )
        survivors = np.empty_like(fought.left)
        survivors[:, battle.in_line()] = fought.left
        left, ships = _by_side(battle, survivors), _by_side(battle, _ships(battle))
        return BattleStatistics(
            sides=battle.sides,
            winner=fought.winner,
            rounds=fought.rounds,
            shots=fought.shots,
            measures={"ships left": left, "ships lost": ships - left},
            units=tuple(f"{battle.sides[group.side]}: {group.name}" for group in battle.groups),
            survivors=survivors,
        )

    def kernel_field(self, battle: GalaxyBattle) -> BattleArrays:
        """The kernels' arrays, with groups ordered by side; raises ValueError (`battle_arrays`)."""
        from variants.galaxy_g.battle.kernels import battle_arrays

        groups = [battle.groups[number] for number in battle.in_line()]
        attacks = [self.attack(group.design, group.weapons_tech) for group in groups]
        defences = [self.defence(group.design, group.shields_tech) for group in groups]
        rows, columns = sorted(set(attacks)), sorted(set(defences))
        row = {attack: number for number, attack in enumerate(rows)}
        column = {defence: number for number, defence in enumerate(columns)}
        return battle_arrays(
            len(battle.sides),
            side=[group.side for group in groups],
            ships=[group.ships for group in groups],
            attacks=[group.design.attacks for group in groups],
            attack=[row[attack] for attack in attacks],
            defence=[column[defence] for defence in defences],
            thresholds=self.thresholds(rows, columns),
            hostile=battle.hostile,
        )


#: The rulebook's own combat.
RULEBOOK_COMBAT = Resolver()


def resolver_of(context: TurnContext[Game]) -> Resolver:
    """The combat rules of the turn, with the fields and methods of the rulebook's resolver."""
    return cast(Resolver, context.variant.combat)


def formulas_of(resolver: object) -> GameCombat:
    """The formulas of bombing and of odds, of a resolver or of the rulebook."""
    return completed(resolver, RULEBOOK_COMBAT, GameCombat)


def _record(
    battle: GalaxyBattle, fought: BattleRun, survivors: Sequence[int], shots: tuple[Shot, ...]
) -> BattleRecord:
    units = tuple(
        Fighter(
            name=group.name,
            side=group.side,
            before={SHIPS: group.ships},
            after={SHIPS: left},
            destroyed=not left,
        )
        for group, left in zip(battle.groups, survivors, strict=True)
    )
    return BattleRecord(
        sides=battle.sides,
        units=units,
        shots=shots,
        rounds=fought.rounds,
        winner=None if fought.winner < 0 else fought.winner,
        words=fought.words,
    )


def _ships(battle: GalaxyBattle) -> Array:
    import numpy as np

    return np.array([[group.ships for group in battle.groups]], np.int64)


def _by_side(battle: GalaxyBattle, ships: Array) -> Array:
    """Sum ships by side; each row of `ships` has a column per group."""
    import numpy as np

    sums = np.zeros((len(ships), len(battle.sides)), np.int64)
    for column, group in enumerate(battle.groups):
        sums[:, group.side] += ships[:, column]
    return sums
