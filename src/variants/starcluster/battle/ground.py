"""Fights for planets, from a game or a file (SC-GND-002).

```yaml
variant: starcluster
planet:
  attacker: {name: Ada, aboard: 150, landing: 20, generation: 1, combat: 5}
  defender: {name: Brin, garrison: 100, pdc: true}
  rounds: 10
```
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from horizons_core.battle_fields import boolean, integer, known, mapping, number
from horizons_core.combat import (
    Battle,
    BattleRecord,
    BattleStatistics,
    Fighter,
    Key,
    Note,
    battle_key,
)
from horizons_core.errors import BattleError
from horizons_core.sums import ordered_sum
from variants.starcluster.designs.tables import factor_tenths

if TYPE_CHECKING:
    from variants.starcluster.battle.kernels.ground import GroundArrays

#: Rounds in a turn (SC-GND-002), and the default of battle files.
ROUNDS, TO_THE_END = 10, 200
MAX_POINTS = 1_000_000
#: The key for the strength of a side's troops in records.
COUNTS = "base points"
_ATTACKER = ("name", "landed", "aboard", "landing", "generation", "combat")
_DEFENDER = ("name", "garrison", "generation", "combat", "pdc")


@frozen(kw_only=True)
class TroopGroup:
    """Troops of a side.

    Attributes:
        points: base points ashore.
        aboard: base points still to land.
        generation: generation of the Qt that carried them; for garrisons the highest developed.
        modifier: their race's combat modifier (SC-RACE-016).
    """

    points: float = 0.0
    aboard: float = 0.0
    generation: int = 1
    modifier: Fraction = Fraction(1)

    @property
    def worth(self) -> float:
        """Effective points of one base point, without a PDC (SC-GND-002)."""
        return float(Fraction(factor_tenths(self.generation), 10) * self.modifier)


@frozen
class GroundBattle(Battle):
    """A fight for a planet; side 0 attacks.

    Attributes:
        attackers, defenders: their troops.
        landing: base points that craft bring down in a round (SC-GND-001).
        pdc: whether the planet's PDC is intact.
        rounds: the maximum number of rounds.
    """

    attackers: tuple[TroopGroup, ...]
    defenders: tuple[TroopGroup, ...]
    landing: float = 0.0
    pdc: bool = False
    rounds: int = ROUNDS

    @property
    def groups(self) -> int:
        return max(len(self.attackers), len(self.defenders))

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The troops of each side as one unit, with their base points ashore and aboard."""
        totals = [
            round(ordered_sum(troops.points + troops.aboard for troops in side))
            for side in (self.attackers, self.defenders)
        ]
        return tuple(
            Fighter(
                name=f"Troops of {name}",
                side=side,
                before={COUNTS: totals[side]},
                after={COUNTS: totals[side]},
                destroyed=False,
                counts="base point",
            )
            for side, name in enumerate(self.sides)
        )


@frozen(kw_only=True)
class GroundOutcome:
    """The outcome of a fight for a planet.

    Attributes:
        winner: 0 for the attacker, 1 for the defender, None while both still fight.
        rounds: number of rounds fought.
        words: number of words drawn from the stream.
        ashore: for each side, the base points of each of its troops ashore.
        aboard: base points of each of the attacker's troops aboard.
        rolls: for each round, the dice of both sides and their base points afterwards.
    """

    winner: int | None
    rounds: int
    words: int
    ashore: tuple[tuple[float, ...], tuple[float, ...]]
    aboard: tuple[float, ...]
    rolls: tuple[tuple[float, ...], ...] = field(default=())


def fight_once(battle: GroundBattle, shelter: float, key: Key, run: int = 0) -> GroundOutcome:
    """Fight one run; `shelter` is the factor of a PDC on the defender's strength."""
    import numpy as np

    from variants.starcluster.battle.kernels.ground import fight_for_planets

    start = _build_arrays(battle, shelter, battle.rounds)
    work = _build_arrays(battle, shelter, battle.rounds)
    totals, left = np.zeros((1, 4), np.int64), np.zeros((1, 2))
    dice = np.uint64(battle_key(key)), np.uint64(run)
    fight_for_planets(start, work, battle.rounds, *dice, totals, left)
    winner, rounds, _, words = totals[0].tolist()
    mine, theirs = (tuple(row) for row in work.ashore.tolist())
    return GroundOutcome(
        winner=None if winner < 0 else winner,
        rounds=rounds,
        words=words,
        ashore=(mine[: len(battle.attackers)], theirs[: len(battle.defenders)]),
        aboard=tuple(work.aboard[0].tolist()[: len(battle.attackers)]),
        rolls=tuple(map(tuple, work.record[:rounds].tolist())),
    )


def simulate(
    battle: GroundBattle, shelter: float, runs: int, key: Key, threads: int = 1
) -> BattleStatistics:
    """Fight the battle `runs` times and measure base points left, rounded down."""
    import numpy as np

    from horizons_core.kernels.battles import fight_in_batches
    from variants.starcluster.battle.kernels.ground import fight_for_planets

    start = _build_arrays(battle, shelter, 0)
    totals, left = np.zeros((runs, 4), np.int64), np.zeros((runs, 2))
    fight_in_batches(
        fight_for_planets,
        lambda: (start, _build_arrays(battle, shelter, 0), battle.rounds),
        battle_key(key),
        (totals, left),
        threads,
    )
    return BattleStatistics(
        sides=battle.sides,
        winner=totals[:, 0],
        rounds=totals[:, 1],
        shots=totals[:, 2],
        measures={"base points left": left.astype(np.int64)},
    )


def record_of(battle: GroundBattle, outcome: GroundOutcome) -> BattleRecord:
    """Make the record of a fight for a planet, round by round."""
    after = [
        ordered_sum(outcome.ashore[0]) + ordered_sum(outcome.aboard),
        ordered_sum(outcome.ashore[1]),
    ]
    fighters = tuple(
        evolve(troops, after={COUNTS: round(left)}, destroyed=left < 1)
        for troops, left in zip(battle.fighters, after, strict=True)
    )
    attacker, defender = battle.sides
    notes = tuple(
        Note(0, number, f"{attacker} rolls {mine:g} and has {left:.1f} points ashore, "
             f"{defender} rolls {theirs:g} and has {remaining:.1f}.")
        for number, (mine, theirs, left, remaining) in enumerate(outcome.rolls, start=1)
    )  # fmt: skip
    return BattleRecord(
        sides=battle.sides,
        units=fighters,
        shots=(),
        rounds=outcome.rounds,
        winner=outcome.winner,
        words=outcome.words,
        notes=notes,
    )


def outcome_of_record(battle: GroundBattle, record: BattleRecord) -> GroundOutcome:
    """Read the outcome that a record describes: each side keeps the same share of all its troops.

    The attacker's craft have landed as many base points as they could in the record's rounds.
    """
    shares_kept = [
        0.0 if unit.destroyed else min(1.0, unit.after[COUNTS] / (fighter.before[COUNTS] or 1))
        for fighter, unit in zip(battle.fighters, record.units, strict=True)
    ]
    to_land = ordered_sum(troops.aboard for troops in battle.attackers)
    waiting = max(0.0, to_land - battle.landing * record.rounds) / max(1.0, to_land)
    left = [(troops.points + troops.aboard) * shares_kept[0] for troops in battle.attackers]
    aboard = [
        min(points, troops.aboard * waiting)
        for points, troops in zip(left, battle.attackers, strict=True)
    ]
    return GroundOutcome(
        winner=record.winner,
        rounds=record.rounds,
        words=record.words,
        ashore=(
            tuple(all_of - waits for all_of, waits in zip(left, aboard, strict=True)),
            tuple(troops.points * shares_kept[1] for troops in battle.defenders),
        ),
        aboard=tuple(aboard),
    )


def read_planet(data: Any) -> GroundBattle:
    """Read a fight for a planet from plain data; raises BattleError."""
    planet = known("planet", mapping("planet", data), ("attacker", "defender", "rounds"))
    mine = known("planet.attacker", mapping("planet.attacker", planet.get("attacker")), _ATTACKER)
    theirs = known("planet.defender", mapping("planet.defender", planet.get("defender")), _DEFENDER)
    names = (str(mine.get("name", "attacker")), str(theirs.get("name", "defender")))
    if names[0] == names[1]:
        raise BattleError(
            f"planet: both sides have the name {names[0]}", "give the sides different names"
        )
    aboard = _points("planet.attacker.aboard", mine, "aboard")
    attackers = TroopGroup(
        points=_points("planet.attacker.landed", mine, "landed"),
        aboard=aboard,
        **_quality("planet.attacker", mine),
    )
    garrison = _points("planet.defender.garrison", theirs, "garrison")
    return GroundBattle(
        names,
        (attackers,),
        (TroopGroup(points=garrison, **_quality("planet.defender", theirs)),),
        landing=number("planet.attacker.landing", mine.get("landing", aboard), 0, MAX_POINTS),
        pdc=boolean("planet.defender.pdc", theirs.get("pdc", False)),
        rounds=integer("planet.rounds", planet.get("rounds", TO_THE_END), 1, 1_000),
    )


def _points(place: str, fields: Mapping[str, Any], name: str) -> float:
    return number(place, fields.get(name, 0), 0, MAX_POINTS)


def _quality(place: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Read the generation of troops and their race's modifier."""
    percent = integer(f"{place}.combat", fields.get("combat", 0), -50, 50)
    return {
        "generation": integer(f"{place}.generation", fields.get("generation", 1), 1, 50),
        "modifier": 1 + Fraction(percent, 100),
    }


def _build_arrays(battle: GroundBattle, shelter: float, rounds: int) -> GroundArrays:
    """Lay out the fight as it begins, with room to record this many rounds."""
    import numpy as np

    from horizons_core.kernels.sampling import new_source
    from variants.starcluster.battle.kernels.ground import RECORD_COLUMNS, GroundArrays

    ashore, aboard, worth = (np.zeros((2, battle.groups)) for _ in range(3))
    for side, troops in enumerate((battle.attackers, battle.defenders)):
        for group, force in enumerate(troops):
            ashore[side, group], aboard[side, group] = force.points, force.aboard
            worth[side, group] = force.worth
    rules = np.array([battle.landing, shelter if battle.pdc else 1.0])
    record = np.zeros((rounds, RECORD_COLUMNS))
    return GroundArrays(ashore, aboard, worth, rules, new_source(), record)
