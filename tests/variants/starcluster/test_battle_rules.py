"""Effects of a battle in space, clause by clause, by the kernel (SC-CBT)."""

from __future__ import annotations

import numpy as np
import pytest

from horizons_core.kernels.battles import room_like
from horizons_core.kernels.sampling import open_run
from horizons_core.rules import catalogue
from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    FREIGHTER,
    FRIGATE,
    KINDS,
    MISSILES,
    RESOLVER,
    SCOUT,
    STARBASE,
    TACTICAL,
    duel,
    of,
)
from tests.variants.starcluster.builders import new_game, ship
from variants.starcluster.battle.fights import build_arrays, fight_once
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fights import (
    escapes,
    has_reached_losses,
    leave_before_first_round,
    pursue,
    shift_gap,
)
from variants.starcluster.battle.kernels.fire import aim, damage_unit, strike
from variants.starcluster.battle.kernels.state import form_line, update_ratings
from variants.starcluster.battle.outcome import apply_fate, read_outcome
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.ratings import (
    defense_rating,
    is_in_line,
    offensive_ratings,
    tactical_speed,
)
from variants.starcluster.designs.text import read_systems
from variants.starcluster.rules.units import (
    apply_damage,
    is_destroyed,
    points_left,
    working_systems,
)

CLAUSES = catalogue("starcluster", "variants.starcluster")
NEVER = {"one": {"break": 100}, "two": {"break": 100}}


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def design(kind):
    return Design(hull_named(kind["hull"]), read_systems(kind["design"]))


def ready(battle, key=0):
    """A battle before its first round, in arrays, with room for a record."""
    arena = room_like(build_arrays(battle, RESOLVER.numbers), np.zeros((500, at.RECORD_COLUMNS)))
    open_run(arena.source, np.uint64(key), np.uint64(0))
    for unit in range(len(arena.units)):
        update_ratings(arena, unit)
    form_line(arena, 0)
    form_line(arena, 1)
    return arena


def rows(arena, kind):
    """The rows of a kind that the record holds."""
    written = arena.record[: int(arena.table[at.ROWS])].tolist()
    return [row for row in written if row[1] == kind]


@pytest.mark.rule("SC-CBT-001")
@examples("SC-CBT-001")
def test_who_stands_in_the_line(example):
    inputs = example.given
    drive = {"I1": "(I)x4 1", "Ic1": "(Ic)x2 1", None: ""}[inputs.get("drive")]
    text = f"[A1]{'(LLLL)1' * inputs['weapons']}{drive}"
    in_line = is_in_line(Design(hull_named(inputs["hull"]), read_systems(text)))
    assert in_line == example.expect["in_line"]


@pytest.mark.rule("SC-CBT-002")
@examples("SC-CBT-002")
def test_damage_takes_what_stands_first(example):
    game = new_game()
    unit = ship(game, "Ada", "1", "Fleet", "FGf", example.given["design"])
    assert unit.design.points == 260
    left = apply_damage(unit, 10 * example.given.get("damage", 0))
    gone = zip(unit.design.systems, points_left(unit), strict=True)
    assert [s.code for s, points in gone if points == 0] == example.expect.get("lost", [])
    assert sum(points_left(unit)) == 10 * example.expect.get("left", 26)
    assert (left, is_destroyed(unit)) == (0, False)
    assert apply_damage(unit, 1_000) == 1_000 - 10 * example.expect.get("left", 26)
    assert is_destroyed(unit)


@pytest.mark.rule("SC-CBT-003")
@examples("SC-CBT-003")
def test_a_weapon_works_with_all_its_points_and_others_with_any(example):
    inputs = example.given
    game = new_game()
    text = {"K": "(K)x7 1[A1]", "Y": "[Y1][A1]"}[inputs["component"]]
    unit = ship(game, "Ada", "1", "Fleet", "DD", text)
    unit.lost = [unit.design.systems[0].points - 10 * inputs["points_left"], 0.0]
    codes = [system.code for system in working_systems(unit)]
    assert (inputs["component"] in codes) == example.expect["works"]

    damage = {"hull": "DD", "design": text, "damage": unit.lost[0] / 10}
    arena = ready(duel([damage], [of(FRIGATE)]))
    fires = arena.figures[0, at.SHORT_FIRE] > 0
    sees = arena.figures[0, at.SIGHT] == 1.0
    assert (fires if inputs["component"] == "K" else sees) == example.expect["works"]


@pytest.mark.rule("SC-CBT-003", "SC-LOG-016")
def test_supply_damage_covers_systems_from_the_front_and_destroys_nothing():
    bare = {"hull": "DD", "design": "[Y1](KKKKKKK)1[CIC1]"}
    arena = ready(duel([{**bare, "starving": 8}], [of(FRIGATE)]))
    assert arena.figures[0, at.SHORT_FIRE] == 0
    assert arena.units[0, at.DIRECTS] == 1
    assert damage_unit(arena, 0, 109.0, False) == 0
    assert arena.units[0, at.STATUS] == at.PRESENT


@pytest.mark.rule("SC-CBT-004", "SC-CBT-005", "SC-ENJ-002")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["design"])
def test_the_kernel_reckons_ratings_by_the_formulas(kind):
    plan = design(kind)
    arena = ready(duel([of(kind)], [of(FRIGATE)]))
    figures = arena.figures[0]
    long, short = offensive_ratings(plan)
    assert figures[at.LONG_FIRE] + figures[at.LONG_MISSILES] == pytest.approx(10 * float(long))
    assert figures[at.SHORT_FIRE] + figures[at.SHORT_MISSILES] == pytest.approx(10 * float(short))
    speed = tactical_speed(plan)
    assert arena.units[0, at.SPEED] == 2 * speed
    assert 1 - figures[at.EXPOSED] == pytest.approx(float(defense_rating(plan, speed)))


@pytest.mark.rule("SC-CBT-006")
@examples("SC-CBT-006")
def test_the_gap_moves_as_the_sides_wish_and_the_faster_one_can(example):
    inputs = example.given
    wishes = dict(zip(("one", "two"), ({"band": band} for band in inputs["wish"]), strict=True))
    arena = ready(duel([of(FRIGATE)], [of(FRIGATE)], wishes))
    arena.table[at.GAP] = 2 * inputs["gap"]
    for side, speed in enumerate(inputs["speed"]):
        arena.sides[side, at.SLOWEST] = 2 * speed
    shift_gap(arena)
    assert arena.table[at.GAP] == 2 * example.expect["gap"]


@pytest.mark.rule("SC-CBT-006", "SC-NEB-002")
@pytest.mark.parametrize(("place", "gap"), [({}, 3), ({"nebula": "gas"}, 0)])
def test_a_battle_opens_at_gap_three_and_in_gas_at_none(place, gap):
    battle = duel([of(FRIGATE)], [of(FRIGATE)], place=place)
    fought = fight_once(battle, RESOLVER.numbers, 1)
    gaps = [row[3] / 2 for row in fought.record.tolist() if row[1] == at.BAND_IS]
    bands = [row[2] for row in fought.record.tolist() if row[1] == at.BAND_IS]
    assert gaps[:2] == [gap, 1 if gap else 0]
    assert bands[0] == (at.LONG if gap else at.SHORT)


@pytest.mark.rule("SC-CBT-007")
@pytest.mark.parametrize(
    ("ratings", "roll", "pool"), [([5] * 5, 7, 25), ([12, 12], 12, 32.57), ([12], 2, 7.714)]
)
def test_a_pool_goes_by_two_dice(ratings, roll, pool):
    band = at.LONG if ratings[0] == 5 else at.SHORT
    battle = duel([of(FRIGATE, len(ratings))], [of(FRIGATE)], {"one": {"pdc": True}})
    for key in range(300):
        arena = ready(battle, key)
        aim(arena, 0, band)
        if rows(arena, at.FIRED)[0][3] == roll:
            break
    assert arena.amounts[0, at.POOL] / 10 == pytest.approx(pool, abs=0.005)


@pytest.mark.rule("SC-CBT-007", "SC-CBT-005")
def test_the_defense_rating_is_the_share_that_misses():
    arena = ready(duel([of(FRIGATE)], [of(FRIGATE)], {"one": {"pdc": True}}))
    arena.amounts[0, at.POOL] = 250.0
    strike(arena, 0)
    assert rows(arena, at.WAS_HIT)[0][4] == pytest.approx(197.2)


@pytest.mark.rule("SC-CBT-008")
@pytest.mark.parametrize(("target", "left"), [("LARGE", [0, 150, 260]), ("SMALL", [380, 0, 20])])
def test_a_center_pours_fire_on_one_unit_after_the_other(target, left):
    enemies = [of(DESTROYER), of(FRIGATE, 2)]
    arena = ready(duel([of(DIRECTED)], enemies, {"one": {"target": target}}))
    arena.figures[:, at.EXPOSED] = 1.0
    arena.amounts[0, at.POOL] = 490.0 if target == "LARGE" else 500.0
    strike(arena, 0)
    points = [
        sum(arena.worth[row[at.FIRST] : row[at.END], at.LEFT])
        for row in arena.units.tolist()
        if row[at.SIDE] == 1
    ]
    assert points == left


@pytest.mark.rule("SC-CBT-008")
def test_without_a_center_each_weapon_picks_a_target_and_excess_is_lost():
    arena = ready(duel([of(DESTROYER)], [of(FRIGATE, 2)]))
    arena.figures[:, at.EXPOSED] = 1.0
    aim(arena, 0, at.SHORT)
    assert arena.sides[0, at.PICKED] == 3
    arena.powers[:3] = 300.0
    arena.picks[:3, at.AIM] = [1, 1, 2]
    strike(arena, 0)
    assert arena.units[1:, at.STATUS].tolist() == [at.DESTROYED, at.DESTROYED]
    assert len(rows(arena, at.WAS_HIT)) == 2


@pytest.mark.rule("SC-CBT-008", "SC-DES-003")
def test_a_better_center_makes_better_fire_and_a_pdc_is_a_center():
    better = {**DIRECTED, "design": DIRECTED["design"].replace("CIC1", "CIC3")}
    pools = []
    for kind, message in ((DIRECTED, {}), (better, {}), (DESTROYER, {"pdc": True})):
        arena = ready(duel([of(kind)], [of(FRIGATE)], {"one": message}))
        aim(arena, 0, at.SHORT)
        pools.append(arena.amounts[0, at.POOL])
    assert pools[1] / pools[0] == pytest.approx(1.04)
    assert pools[2] == pools[0] > 0


@pytest.mark.rule("SC-CBT-009")
def test_at_most_twenty_rounds_are_fought_and_shields_are_whole_again():
    weak = {"hull": "DD", "design": "(S)x20 1[Y1](GGG)1[Mgs](IIIII)1"}
    battle = duel([of(weak)], [of(weak)], NEVER)
    fought = fight_once(battle, RESOLVER.numbers, 1)
    outcome = read_outcome(battle, fought)
    assert (outcome.rounds, outcome.winner) == (20, None)
    assert sum(outcome.fates[0].left) < design(weak).points
    game = new_game()
    unit = ship(game, "Ada", "1", "Fleet", weak["hull"], weak["design"])
    apply_fate(outcome.fates[0], unit)
    assert (unit.lost, unit.shots) == ([], 8)


@pytest.mark.rule("SC-CBT-010", "SC-DES-003")
@pytest.mark.parametrize(
    ("speeds", "tractors", "chance"),
    [((6, 5), 2, 80), ((5, 5), 9, 10), ((5, 5), 0, 50), ((4, 5), 0, 20), ((4, 5), 2, 5)],
)
def test_the_chance_to_break_off(speeds, tractors, chance):
    enemy = {"hull": "CL", "design": f"{'[T1]' * tractors}[A1](KKKKKKK)1(IIIII)1"}
    arena = ready(duel([of(FRIGATE)], [of(enemy)]))
    assert arena.sides[1, at.TRACTION] == 10 * tractors
    for side, speed in enumerate(speeds):
        arena.sides[side, at.SLOWEST] = 2 * speed
    escapes(arena, 0)
    assert rows(arena, at.TRIED)[0][3] == chance


@pytest.mark.rule("SC-CBT-010", "SC-CBT-012")
@pytest.mark.parametrize(("percent", "tries"), [(100, False), (40, True)])
def test_a_side_tries_to_leave_when_it_has_lost_what_its_doctrine_says(percent, tries):
    doctrines = {"one": {"break": percent}, "two": {"break": 100}}
    battle = duel([of(FRIGATE, 3)], [of(DESTROYER, 6)], doctrines)
    fought = fight_once(battle, RESOLVER.numbers, 5)
    assert bool([row for row in fought.record.tolist() if row[1] == at.TRIED]) == tries


@pytest.mark.rule("SC-CBT-010")
def test_who_avoids_battle_tries_at_once_and_starbases_stay():
    mine = [of(FRIGATE, 2), of(STARBASE)]
    for key in range(20):
        arena = ready(duel(mine, [of(DESTROYER)], {"one": {"avoid": True}}), key)
        leave_before_first_round(arena)
        status = {row[at.INDEX]: row[at.STATUS] for row in arena.units.tolist()}
        if status[0] == at.AWAY:
            break
    assert [status[index] for index in range(4)] == [at.AWAY, at.AWAY, at.PRESENT, at.PRESENT]


@pytest.mark.rule("SC-CBT-010")
def test_without_a_known_exit_a_fleet_stays():
    arena = ready(duel([of(FRIGATE, exit=False)], [of(DESTROYER)], {"one": {"avoid": True}}))
    leave_before_first_round(arena)
    assert arena.units[0, at.STATUS] == at.PRESENT
    assert not rows(arena, at.TRIED)


@pytest.mark.rule("SC-CBT-011")
@examples("SC-CBT-011")
def test_magazines_are_emptied_a_shot_a_weapon_and_round(example):
    inputs = example.given
    text = f"[Y1]{'(GGG)1' * inputs['weapons']}{'[Mg]' * inputs['Mg']}(I)x4 1"
    arena = ready(duel([{"hull": "DD", "design": text}], [of(STARBASE)]))
    for _ in range(inputs["rounds"]):
        aim(arena, 0, at.SHORT)
    assert 20 - arena.units[0, at.USED] == example.expect["shots_left"]
    aim(arena, 0, at.LONG)
    assert 20 - arena.units[0, at.USED] == example.expect["shots_left"]


@pytest.mark.rule("SC-CBT-011")
def test_external_ordnance_is_fired_first_and_only_before_damage():
    arena = ready(duel([of(MISSILES)], [of(STARBASE)]))
    aim(arena, 0, at.LONG)
    assert arena.units[0, [at.ORDNANCE_USED, at.USED]].tolist() == [2, 0]
    aim(arena, 0, at.LONG)
    assert arena.units[0, [at.ORDNANCE_USED, at.USED]].tolist() == [2, 2]
    hurt_one = ready(duel([of(MISSILES, damage=0.5)], [of(STARBASE)]))
    aim(hurt_one, 0, at.LONG)
    assert hurt_one.units[0, [at.ORDNANCE_USED, at.USED]].tolist() == [0, 2]


@pytest.mark.rule("SC-CBT-011")
def test_in_a_last_round_those_fire_that_stand_first():
    mixed = {"hull": "CL", "design": "[Y1](LjLjLjLjLj)1(GGG)1[Mg](IIIII)1"}
    arena = ready(duel([of(mixed, shots=19)], [of(STARBASE)], {"one": {"pdc": True}}))
    aim(arena, 0, at.SHORT)
    roll = rows(arena, at.FIRED)[0][3]
    assert arena.amounts[0, at.POOL] == pytest.approx(80 * (roll + 7) / 14)
    arena.units[0, at.USED] = 20
    aim(arena, 0, at.SHORT)
    assert arena.amounts[0, at.POOL] == 0


@pytest.mark.rule("SC-LOG-018")
def test_out_of_supply_weapons_with_magazines_are_silent():
    arena = ready(duel([of(DESTROYER, out_of_supply=True)], [of(STARBASE)], {"one": {"pdc": True}}))
    aim(arena, 0, at.SHORT)
    roll = rows(arena, at.FIRED)[0][3]
    assert arena.amounts[0, at.POOL] == pytest.approx(60 * (roll + 7) / 14)


@pytest.mark.rule("SC-CBT-013")
def test_units_behind_the_line_are_hunted_when_it_is_gone():
    fates = set()
    for key in range(30):
        arena = ready(duel([of(FREIGHTER), of(SCOUT)], [of(DESTROYER)]), key)
        pursue(arena, 0)
        rolls = {row[2]: row[3] for row in rows(arena, at.CAUGHT)}
        assert all(roll <= 50 for roll in rolls.values())
        for unit in (0, 1):
            lost = arena.units[unit, at.STATUS] == at.DESTROYED
            assert lost == (unit in rolls)
            fates.add(lost)
    assert fates == {True, False}


@pytest.mark.rule("SC-CBT-013")
def test_units_behind_a_line_that_stands_are_safe():
    battle = duel([of(DESTROYER, 4), of(FREIGHTER, 2)], [of(FRIGATE)])
    fought = fight_once(battle, RESOLVER.numbers, 3)
    fates = read_outcome(battle, fought).fates
    assert [fate.status for fate in fates[4:6]] == ["in place"] * 2
    assert all(
        fate.left == unit.left for fate, unit in zip(fates[4:6], battle.units[4:6], strict=True)
    )


@pytest.mark.rule("SC-CBT-013")
@pytest.mark.parametrize("sides", [(DESTROYER, DESTROYER), (FREIGHTER, FREIGHTER)])
def test_nobody_is_hunted_while_a_line_stands_nor_without_hunters(sides):
    arena = ready(duel(*([of(side), of(SCOUT)] for side in sides)), 3)
    pursue(arena, 0)
    assert rows(arena, at.CAUGHT) == rows(arena, at.GOT_AWAY) == []


@pytest.mark.rule("SC-CBT-010")
@pytest.mark.parametrize(("percent", "enough"), [(99, True), (100, False)])
def test_who_breaks_off_at_a_hundred_never_does(percent, enough):
    arena = ready(duel([of(FRIGATE)], [of(FRIGATE)], {"one": {"break": percent}}))
    arena.amounts[0, at.LOST] = arena.amounts[0, at.START]
    assert has_reached_losses(arena, 0) == enough


@pytest.mark.rule("SC-CBT-013", "SC-CBT-010")
def test_a_side_without_a_line_has_one_try_to_get_away():
    arena = ready(duel([of(FREIGHTER)], [of(DESTROYER)]))
    assert arena.sides[0, at.STANDING] == 0
    leave_before_first_round(arena)
    assert rows(arena, at.TRIED)[0][3] == 20


@pytest.mark.rule("SC-ENI-006")
def test_anti_drive_missiles_take_drives_at_half_damage_once_shields_are_down():
    arena = ready(duel([of(MISSILES)], [of(FRIGATE)], {"one": {"adm": True, "pdc": True}}))
    aim(arena, 0, at.LONG)
    roll = rows(arena, at.FIRED)[0][3]
    value = 40 * 1.1 * 1.05 * 1.1  # R2 with Y2 and M1
    assert arena.amounts[0, at.DRIVE_POOL] == pytest.approx(value * 2 * (roll + 7) / 14 / 2)
    assert arena.amounts[0, at.POOL] == 0
    damage_unit(arena, 1, 30.0 + 40.0, True)
    update_ratings(arena, 1)
    assert arena.units[1, at.STATUS] == at.PRESENT
    assert arena.units[1, at.SPEED] == 0
    assert arena.figures[1, at.SHORT_FIRE] == 120


@pytest.mark.rule("SC-NEB-004", "SC-ANO-003")
def test_shields_protect_nobody_in_an_ion_nebula():
    usual, ion = (
        ready(duel([of(TACTICAL)], [of(FRIGATE)], place=place)) for place in ({}, {"nebula": "ion"})
    )
    assert usual.figures[0, at.POINTS] - ion.figures[0, at.POINTS] == 60
