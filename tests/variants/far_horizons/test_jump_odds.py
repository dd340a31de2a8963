"""The fates of these ships: the resolver, the kernels and the statistics of jumps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.combat import Battle, BattleRecord
from horizons_core.errors import BattleError
from horizons_core.kernels.jit import ExecutionMode, only
from horizons_core.rng import Stream
from horizons_core.testing.laws.battles import BattleLaws
from tests.effort import tries
from tests.variants.far_horizons.jump_questions import QUESTIONS, measured
from tests.variants.far_horizons.mishap_reference import jumped, reference_record
from variants.far_horizons.combat import Resolver
from variants.far_horizons.dice import dice_of
from variants.far_horizons.jumps.kernels import fleet_of, outcomes_of, sums_of
from variants.far_horizons.jumps.mishaps import Jump, JumpEnding, attempt
from variants.far_horizons.jumps.odds import (
    ENDINGS,
    MAX_JUMPS,
    Jumper,
    JumpQuestion,
    record_run,
    simulate,
)

EXAMPLES = tries(200)
keys = st.integers(0, 2**64 - 1)


class TestLaws(BattleLaws):
    """A recorded jump equals its run of the simulation, and the reference."""

    variant_name = "far_horizons"
    battles = QUESTIONS

    @property
    def variant(self) -> Any:
        """The resolver alone: these tests need nothing else of a variant."""
        resolver = Resolver()
        hook = SimpleNamespace(horizons_combat_resolver=lambda variant: resolver)
        return SimpleNamespace(hook=hook, combat=resolver, battle=resolver.battle)

    def reference(self, battle: Battle, key: int, run: int) -> BattleRecord:
        assert isinstance(battle, JumpQuestion)
        return reference_record(battle, key, run)

    def measured(self, record: BattleRecord) -> dict[str, list[int]]:
        return measured(record)


@st.composite
def questions(draw: Any) -> JumpQuestion:
    """Any fleet, within the galaxy and beyond."""
    radius = draw(st.integers(3, 30))
    near = st.integers(0, 2 * radius - 1)
    far = near | st.integers(0, 4 * radius)
    fleet = st.lists(
        st.builds(
            Jumper,
            name=st.sampled_from(["One", "Two"]),
            age=st.integers(0, 49),
            fail_safes=st.sampled_from([0, 0, 1, 4]),
            count=st.integers(1, 2),
            forced=st.booleans(),
        ),
        min_size=1,
        max_size=3,
    )
    return JumpQuestion(
        sides=ENDINGS,
        origin=draw(st.tuples(near, near, near)),
        destination=draw(st.tuples(far, far, far)),
        gravitics=draw(st.sampled_from([0, 1, 4, 20, 60, 500])),
        radius=radius,
        fleet=tuple(draw(fleet)),
    )


@settings(deadline=None, max_examples=EXAMPLES)
@given(questions(), keys, st.integers(0, 2**64 - 1))
def test_the_kernel_jumps_as_the_reference_does(question, key, run):
    assert record_run(question, key, run) == reference_record(question, key, run)


@pytest.mark.parametrize("goal", [(0, 0, 0), (1, 0, 2), (7, 7, 7), (6, 7, 5), (9, 0, 7)])
def test_at_the_edges_of_the_galaxy_ships_misjump_as_in_a_turn(goal):
    ship = Jumper(name="Old", age=30)
    question = JumpQuestion(
        sides=ENDINGS, origin=(3, 4, 3), destination=goal, gravitics=1, radius=4, fleet=(ship,)
    )
    jump, ends = question.jump_of(ship), set()
    for key in range(300):
        outcome = attempt(jump, dice_of(Stream(key)))
        [[row]] = outcomes_of(fleet_of([jump], [key]), 1).tolist()
        assert row[2:] == [*(outcome.sector or (-1, -1, -1))]
        ends.add(outcome.sector)
    assert len(ends) > 20


@settings(deadline=None, max_examples=EXAMPLES)
@given(questions(), keys)
def test_interpreted_and_compiled_jumps_are_the_same(question, key):
    fleet = question.compiled(key)
    with only(ExecutionMode.INTERPRETED):
        outcomes, sums = outcomes_of(fleet, 3), sums_of(fleet, 3)
    with only(ExecutionMode.COMPILED):
        assert outcomes_of(fleet, 3).tolist() == outcomes.tolist()
        assert sums_of(fleet, 3).tolist() == sums.tolist()


@settings(deadline=None, max_examples=EXAMPLES)
@given(questions(), keys)
def test_the_kernel_jumps_as_the_step_of_a_turn_does(question, key):
    for jumper in question.fleet:
        jump = question.jump_of(jumper)
        outcome = attempt(jump, dice_of(Stream(key)))
        [[row]] = outcomes_of(fleet_of([jump], [key]), 1).tolist()
        sector = outcome.sector or (-1, -1, -1)
        assert row == [int(outcome.ending), outcome.used, *sector]


@pytest.mark.parametrize("runs", [1, 63, 64, 65, 1023, 1025, 5000])
def test_runs_of_any_number_are_the_same_runs(runs):
    question = Resolver().battle(QUESTIONS[1])
    stats = Resolver().simulate(question, runs, key=3, threads=2)
    assert stats.runs == runs
    last = jumped(question, 3, runs - 1)
    ends = [ship.ending for _, ship in last]
    assert stats.measures["ships"][-1].tolist() == [ends.count(ending) for ending in ENDINGS]
    record = record_run(question, 3, runs - 1)
    assert measured(record)["fail-safes used"] == stats.measures["fail-safes used"][-1].tolist()


def test_a_ship_does_not_care_who_jumps_beside_it():
    scout = Jumper("Scout", age=5)
    alone = _simulated([scout])
    among = _simulated([scout, Jumper("Other", fail_safes=3)])
    assert (alone.endings[:, 0] == among.endings[:, 0]).all()
    assert (alone.sectors[:, 0] == among.sectors[:, 0]).all()


def _simulated(fleet: list[Jumper], runs: int = 2000, threads: int = 1, **more: int) -> Any:
    return simulate(
        fleet,
        (10, 10, 10),
        (17, 10, 10),
        **{"gravitics": 4, "radius": 20, "key": 5, "runs": runs, "threads": threads, **more},
    )


@pytest.mark.rule("FH-MISHAP-002")
def test_of_a_fifth_that_goes_wrong_a_fifth_is_lost():
    """20 %: 80 % arrive, 16 % mis-jump, 4 % are lost."""
    stats = simulate(
        [Jumper("Scout")], (10, 10, 10), (12, 10, 14), gravitics=1, radius=20, runs=40_000, key=1
    )
    shares = [stats.share(ending)["Scout"] for ending in JumpEnding]
    assert shares == pytest.approx([0.8, 0.16, 0.04], abs=0.008)


@pytest.mark.rule("FH-FS-002")
def test_each_fail_safe_unit_is_one_more_attempt():
    fleet = [Jumper(f"with {units}", fail_safes=units) for units in range(4)]
    stats = _simulated(fleet, runs=20_000)
    arrived = stats.share(JumpEnding.ARRIVED)
    for units in range(4):
        assert arrived[f"with {units}"] == pytest.approx(1 - 0.1225 ** (units + 1), abs=0.01)
    assert stats.fail_safes_used()["with 1"] == pytest.approx(0.1225, abs=0.01)
    assert stats.fail_safes_used()["with 0"] == 0


@pytest.mark.rule("FH-MISHAP-004")
def test_a_misjump_ends_where_the_rule_says_and_as_often():
    """The sum of a die and the negative of another: a triangle around the destination."""
    origin, destination = (10, 10, 10), (30, 12, 10)
    stats = simulate(
        [Jumper("Lost")], origin, destination, gravitics=101, radius=20, runs=60_000, key=4
    )
    width = 2 * 400 * 20 // 10_000
    assert width == 1  # so the least width counts
    astray = stats.sectors[stats.endings[:, 0] == JumpEnding.MISJUMPED, 0] - np.array(destination)
    assert len(astray) > 2_000
    assert np.abs(astray).max() == 2
    assert (astray != 0).any(axis=1).all()
    share = (astray[:, 0] == 2).mean()
    assert share == pytest.approx((1 / 9) / (1 - (3 / 9) ** 3), abs=0.02)
    assert stats.parsecs_off("Lost").max() == pytest.approx(12**0.5)
    assert stats.parsecs_off("Lost").min() == 1


@pytest.mark.rule("FH-MISHAP-004")
def test_the_worked_example_of_a_misjump():
    """From 10 10 10 to 30 12 10 at 40 %: widths 16, 3 and 3."""
    jump = Jump(origin=(10, 10, 10), destination=(30, 12, 10), chance=4000, radius=20)
    outcomes = outcomes_of(fleet_of([jump], [9]), 20_000)[:, 0]
    astray = outcomes[outcomes[:, 0] == JumpEnding.MISJUMPED, 2:]
    assert [(int(low), int(high)) for low, high in zip(astray.min(0), astray.max(0), strict=True)]\
        == [(15, 39), (10, 14), (8, 12)]  # fmt: skip


@pytest.mark.rule("FH-FM-004")
def test_a_forced_ship_never_misjumps():
    stats = _simulated([Jumper("Pushed", forced=True)], runs=20_000)
    assert stats.share(JumpEnding.MISJUMPED)["Pushed"] == 0
    assert stats.share(JumpEnding.LOST)["Pushed"] == pytest.approx(0.1225, abs=0.01)


def test_statistics_by_ship_do_not_depend_on_threads():
    fleet = [Jumper("A", count=3), Jumper("B", age=9, fail_safes=1)]
    single, double = _simulated(fleet), _simulated(fleet, threads=2)
    assert single.names == ("A 1", "A 2", "A 3", "B")
    for name in ("endings", "used", "sectors"):
        assert np.array_equal(getattr(single, name), getattr(double, name)), name
    assert single.runs == 2000


def test_too_many_jumps_are_refused():
    with pytest.raises(ValueError, match="20,000,000"):
        _simulated([Jumper("A", count=2)], runs=MAX_JUMPS)


@pytest.mark.parametrize(
    "bad",
    [
        {"destination": (2_000_000, 0, 0)},
        {"chance": 10_001},
        {"chance": -1},
        {"fail_safes": -1},
        {"radius": 0},
        {"radius": 600_000},
    ],
    ids=str,
)
def test_kernels_take_no_number_out_of_bounds(bad):
    jump = {"origin": (1, 1, 1), "destination": (2, 2, 2), "chance": 5, "radius": 20, **bad}
    with pytest.raises(ValueError, match="out of bounds"):
        fleet_of([Jump(**jump)], [1])


# --- text specifications -------------------------------------------------------------------------


def _spec(**changes: Any) -> dict[str, Any]:
    jump = {**QUESTIONS[0]["jump"], **changes}
    return {"title": "A jump", "jump": {k: v for k, v in jump.items() if v is not None}}


def test_a_jump_is_read():
    question = Resolver().battle(_spec(ships=[{"name": "DD X", "age": 2}, {"count": 3}]))
    assert (question.origin, question.destination) == ((10, 10, 10), (17, 10, 10))
    assert (question.gravitics, question.radius) == (4, 20)
    assert question.fleet == (Jumper("DD X", age=2), Jumper("Ship", count=3))


def test_the_bounds_of_a_question():
    ship = {"age": 49, "fail_safes": 9_999, "count": 10_000, "forced": False}
    low = Resolver().battle(_spec(gravitics=0, radius=1, to=[0, 0, 0]))
    high = Resolver().battle(_spec(gravitics=9_999, radius=9_999, to="9999 0 9999", ships=[ship]))
    assert (low.gravitics, low.radius, low.destination) == (0, 1, (0, 0, 0))
    assert (high.gravitics, high.radius, high.destination) == (9_999, 9_999, (9_999, 0, 9_999))
    assert high.fleet == (Jumper("Ship", 49, 9_999, 10_000),)
    assert len(high.compiled(1).ships) == 10_000


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([], "a question is a mapping"),
        ({}, "'jump' is not a mapping"),
        ({"sides": {}}, ".sides. needs 2 to 60 sides"),
        ({"jump": {}, "jumps": 1}, "unknown field 'jumps'"),
        (_spec(gravitic=1), "jump: unknown field 'gravitic'"),
        (_spec(radius=None), "'radius' is missing"),
        (_spec(to="10 10 10"), "jump.to is where the ships are"),
        (_spec(to="10 10"), "jump.to is '10 10'"),
        (_spec(to=5), "jump.to is 5"),
        (_spec(to=f"1 2 {'9' * 5000}"), "jump.to is '999"),
        (_spec(to=[1, 2, -3]), "jump.to is -3"),
        (_spec(to="1 2 x"), "jump.to is 'x'"),
        (_spec(gravitics=-1), "jump.gravitics is -1"),
        (_spec(gravitics=10_000), "jump.gravitics is 10000"),
        (_spec(radius=10_000), "jump.radius is 10000"),
        (_spec(to=[1, 2, 10_000]), "jump.to is 10000"),
        (_spec(ships=[{"fail_safes": -1}]), "fail_safes is -1"),
        (_spec(ships=[{"age": -1}]), "age is -1"),
        (_spec(ships=[{"count": 10_000}, {}]), "jump.ships are 10,001"),
        (_spec(gravitics=True), "jump.gravitics is True"),
        (_spec(radius=0), "jump.radius is 0"),
        (_spec(ships=[]), "jump.ships is not a list"),
        (_spec(ships=["TR1"]), r"jump.ships\[1\] is not a ship"),
        (_spec(ships=[{"agee": 1}]), r"jump.ships\[1\]: unknown field 'agee'"),
        (_spec(ships=[{"age": 50}]), r"jump.ships\[1\].age is 50"),
        (_spec(ships=[{"count": 0}]), r"jump.ships\[1\].count is 0"),
        (_spec(ships=[{"fail_safes": 1.5}]), r"fail_safes is 1.5"),
        (_spec(ships=[{"forced": 1}]), r"forced is 1"),
        (_spec(ships=[{"count": 9999}, {"count": 9999}]), "jump.ships are 19,998"),
    ],
    ids=str,
)
def test_a_mistake_in_a_question_is_named(spec, message):
    with pytest.raises(BattleError, match=message):
        Resolver().battle(spec)
