"""Laws of battles: a recorded battle and a simulation of many runs give the same results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import strategies as st

from horizons_core.codec import canonical
from horizons_core.combat import Battle, BattleRecord, BattleStatistics
from horizons_core.errors import BattleError
from horizons_core.kernels.jit import ExecutionMode, only
from horizons_core.testing import strategies
from horizons_core.testing.laws.settings import ContractSettings

#: Runs and keys tried to find a difference: enough to rule out chance.
_TRIES = 24
#: Runs of each battle checked by a law.
_RUNS = 4


def _differences(left: BattleStatistics, right: BattleStatistics) -> list[str]:
    """Return the names of the arrays that differ between two statistics."""
    arrays = ("winner", "rounds", "shots")
    names = [name for name in arrays if not _same(getattr(left, name), getattr(right, name))]
    measures = sorted({*left.measures, *right.measures})
    return names + [n for n in measures if not _same(left.measures[n], right.measures[n])]


def _same(left: object, right: object) -> bool:
    return bool(np.array_equal(np.asarray(left), np.asarray(right)))


def _first(stats: BattleStatistics, runs: int) -> BattleStatistics:
    measures = {name: values[:runs] for name, values in stats.measures.items()}
    return BattleStatistics(
        stats.sides, stats.winner[:runs], stats.rounds[:runs], stats.shots[:runs], measures
    )


class BattleLaws(ContractSettings):
    """`resolve(battle, key, run=i)` is run i of `simulate(battle, n, key)`."""

    def reference(self, battle: Battle, key: int, run: int) -> BattleRecord | None:  # noqa: ARG002
        """Return the battle by a resolver written for clarity; or None by default."""
        return None

    def measured(self, record: BattleRecord) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return measures of the statistics that a record determines, by side."""
        return {}

    def _battles(self) -> list[Battle]:
        has_combat = self.variant.hook.horizons_combat_resolver(variant=self.variant) is not None
        assert bool(self.battles) == has_combat, "list some battles in `battles`"
        return [self.variant.battle(spec) for spec in self.battles]

    def test_a_recorded_battle_is_its_run_of_the_simulation(self) -> None:
        def law(battle: Battle, key: int, run: int) -> None:
            stats = self.variant.combat.simulate(battle, run + 1, key)
            record = self.variant.combat.resolve(battle, key, run=run)
            assert record.sides == stats.sides == battle.sides
            assert (-1 if record.winner is None else record.winner) == stats.winner[run]
            assert record.rounds == stats.rounds[run]
            assert record.fired == stats.shots[run]
            for name, values in self.measured(record).items():
                assert list(values) == stats.measures[name][run].tolist(), name

        battles = self._battles()
        if battles:
            self.explore(law, st.sampled_from(battles), strategies.keys(), st.integers(0, 40))

    def test_a_battle_does_not_depend_on_threads(self) -> None:
        for battle in self._battles():
            simulate = self.variant.combat.simulate
            single = simulate(battle, self.battle_runs, 7, threads=1)
            assert _differences(single, simulate(battle, self.battle_runs, 7, threads=2)) == []

    def test_a_battle_does_not_depend_on_how_many_are_asked_for(self) -> None:
        for battle in self._battles():
            stats = self.variant.combat.simulate(battle, self.battle_runs, 7)
            assert stats.runs == self.battle_runs
            for runs in (1, 3, self.battle_runs // 2):
                fewer = self.variant.combat.simulate(battle, runs, 7)
                assert _differences(_first(stats, runs), fewer) == []

    def test_every_measure_has_a_row_for_each_run_and_a_column_for_each_side(self) -> None:
        for battle in self._battles():
            stats = self.variant.combat.simulate(battle, 3, 7)
            shapes = {name: values.shape for name, values in stats.measures.items()}
            assert shapes == dict.fromkeys(shapes, (3, len(battle.sides)))
            assert {stats.winner.shape, stats.rounds.shape, stats.shots.shape} == {(3,)}
            assert set(stats.winner.tolist()) <= {*range(-1, len(battle.sides))}

    def test_a_battle_has_other_dice_by_another_key_and_in_another_run(self) -> None:
        """Some battles have the same end for all dice; at least one must not."""
        battles = [b for b in self._battles() if self.variant.combat.resolve(b, 11).words]
        for source in ("key", "run") if battles else ():
            assert any(self._differs_by(source, battle) for battle in battles), (
                f"the resolver fights the same battle whatever its {source}: create the dice"
                " with Stream(battle_key(key), run)"
            )

    def _differs_by(self, source: str, battle: Battle) -> bool:
        resolve = self.variant.combat.resolve
        first = canonical(resolve(battle, 11).to_dict())
        records = (
            resolve(battle, n) if source == "key" else resolve(battle, 11, run=n)
            for n in range(1, _TRIES)
        )
        return any(canonical(record.to_dict()) != first for record in records)

    def test_a_unit_of_a_battle_is_destroyed_if_nothing_is_left_of_it(self) -> None:
        """For a group, with its number of ships left: it is destroyed at 0 only."""
        for battle in self._battles():
            for run in range(_RUNS):
                for unit in self.variant.combat.resolve(battle, 19, run=run).units:
                    assert unit.destroyed == (unit.left == 0), (
                        f"{unit.name}: {unit.left} left, but destroyed is {unit.destroyed}:"
                        " Fighter.after and Fighter.destroyed must agree"
                    )

    def test_a_record_is_plain_data_and_the_same_each_time(self) -> None:
        for battle in self._battles():
            record = self.variant.combat.resolve(battle, 11)
            assert canonical(record.to_dict()) == canonical(
                self.variant.combat.resolve(battle, 11).to_dict()
            )
            for shot in record.shots:
                assert 0 <= shot.shooter < len(record.units)
                assert 0 <= shot.target < len(record.units)

    def test_a_battle_is_the_same_whether_its_kernel_is_interpreted_or_compiled(self) -> None:
        for battle in self._battles():
            for run in range(_RUNS):
                records = []
                for mode in (ExecutionMode.INTERPRETED, ExecutionMode.COMPILED):
                    with only(mode):
                        record = self.variant.combat.resolve(battle, 17, run=run)
                    records.append(canonical(record.to_dict()))
                assert records[0] == records[1]

    def test_a_battle_is_fought_as_the_reference_says(self) -> None:
        for battle in self._battles():
            for run in range(_RUNS):
                expected = self.reference(battle, 13, run)
                if expected is not None:
                    assert self.variant.combat.resolve(battle, 13, run=run) == expected

    def test_nonsense_is_no_battle(self) -> None:
        for spec in ({}, {"nonsense": 1}) if self._battles() else ():
            with pytest.raises(BattleError):
                self.variant.battle(spec)
