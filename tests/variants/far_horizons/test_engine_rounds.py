"""The engine's rounds, shot by shot: shots, hits, withdrawal, reserves, forced jumps.

The kernel's are those of the plain reference (`test_battle_kernel`), which has the same rules.
"""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.far_horizons.battlefields import Told, duel, fighter, side
from tools.far_horizons_parity import fighters, rounds
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.fight import report_nothing
from variants.far_horizons.battle.model import (
    ActionKind,
    FighterKind,
    FighterState,
    HostileAct,
    WithdrawalLimits,
)
from variants.far_horizons.dice import dice_of
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES


def _fair(key=1):
    return dice_of(hz.Stream.from_key("rounds", key))


def _strike(scene, action, target, damage, *dice):
    log, faces = Told(), iter(dice)
    rounds.apply_hit(scene, action, action.fighters[0], target, damage, lambda _: next(faces), log)
    return log


@pytest.mark.parametrize(("age", "face", "outcome"), [
    (0, 75, "hits"), (0, 76, "misses"), (10, 60, "hits"), (10, 61, "misses"),
])  # fmt: skip
def test_the_age_of_a_ship_lowers_its_chance_to_hit(age, face, outcome):
    scene, action = duel(fighter(0, age=age), fighter(1, tonnage=90), rounds=1)
    scene.battle.sides[1].enemies.clear()
    action.firing, log = {0}, Told()
    action.fighters[0].shots = 1
    # shooter, four candidates, forced jump, damage, hit
    faces, sides = iter([1, 1, 1, 1, 1, 100, 26, face, 26]), []
    rounds.fight(scene, action, lambda n: (sides.append(n), next(faces))[1], log)
    assert sides[:8] == [2, 1, 1, 1, 1, 100, 51, 100]
    assert [facts["outcome"] for facts in log.of(messages.SHOT)] == [outcome]


@pytest.mark.parametrize(
    ("shields", "percent", "expected"), [(1902, 100, (902, 47, 0)), (902, 47, (432, 22, 6))]
)
def test_shields_absorb_by_their_percentage(shields, percent, expected):
    target = fighter(1, tonnage=10)
    scene, action = duel(fighter(0), target)
    target.shields, target.shield_percent = shields, percent
    _strike(scene, action, target, 1000, 26)
    assert (target.shields, target.shield_percent, target.age) == expected


def test_shields_of_the_surprised_are_down():
    target = fighter(1, tonnage=10)
    scene, action = duel(fighter(0), target)
    target.surprised = True
    _strike(scene, action, target, 1902, 26)
    assert (target.age, target.shields, target.shield_percent) == (25, 1902, 100)


def test_a_colony_loses_defenses_by_what_its_shields_let_through():
    target = fighter(1, kind=FighterKind.COLONY, name="PL Rock", defenses=2000, cargo={"PD": 2000})
    scene, action = duel(fighter(0), target, act=ActionKind.ATTACK)
    target.shields = 500
    log = _strike(scene, action, target, 1902, 51)
    assert (target.defenses, target.cargo, target.shields) == (1100, {"PD": 1100}, 0)
    lost = {"count": 900, "units": "PDs", "were": "were", "planet": "PL Rock", "shooter": "DD One"}
    assert log.of(messages.DEFENSES_LOST) == [lost]
    assert not log.of(messages.DEFENSES_GONE)


def test_a_hit_takes_one_defense_unit_at_least_and_no_more_than_there_are():
    target = fighter(1, kind=FighterKind.COLONY, defenses=3, cargo={"PD": 3})
    scene, action = duel(fighter(0), target, act=ActionKind.ATTACK)
    target.shields = 0
    _strike(scene, action, target, 1, 26)
    assert target.defenses == 2
    log = _strike(scene, action, target, 10_000, 51)
    assert (target.defenses, target.cargo) == (0, {})
    assert log.of(messages.DEFENSES_GONE)


@pytest.mark.parametrize(("damage", "destroyed"), [(37, False), (38, True)])
def test_a_ship_of_fifty_turns_is_destroyed(damage, destroyed):
    target = fighter(1, tonnage=10, age=12)
    scene, action = duel(fighter(0), target)
    target.surprised = True
    through = next(n for n in range(100_000) if min(50 * n // target.defense, 100) // 2 == damage)
    _strike(scene, action, target, through, 26)
    assert target.age == 12 + damage
    assert (target.state is FighterState.DESTROYED) == destroyed


@pytest.mark.parametrize(("die", "damage"), [(1, 2377), (51, 1427), (26, 1902)])
def test_the_spread_of_damage(die, damage):
    shooter, target = fighter(0, tonnage=10), fighter(1, kind=FighterKind.COLONY, defenses=10)
    scene, action = duel(shooter, target, act=ActionKind.BOMBARDMENT, rounds=1)
    target.shots = 0
    faces = iter([1, 1, 1, 1, 1, 100, die, 1, 1, 1, 1, 1, 100, die])
    aims = rounds.imagine(scene, action, lambda _: next(faces), Told())
    assert [aim.damage for aim in aims] == [damage, damage]


@pytest.mark.parametrize("hijacks", [False, True])
def test_hits_take_cargo_unless_it_is_to_be_captured(hijacks):
    target = fighter(1, kind=FighterKind.TRANSPORT, tonnage=40, cargo={"CU": 33, "FS": 4})
    enmity = HostileAct.HIJACK if hijacks else HostileAct.ATTACK
    scene, action = duel(fighter(0), target, sides=[side(0, enemies={1: enmity}), side(1)])
    target.surprised = True
    through = next(n for n in range(100_000) if 50 * n // target.defense == 13)
    log = _strike(scene, action, target, through, 26)
    assert target.cargo == ({"CU": 33, "FS": 4} if hijacks else {"CU": 29, "FS": 4})
    assert not log


@pytest.mark.parametrize("kind", [FighterKind.WARSHIP, FighterKind.STARBASE])
def test_a_hijacked_ship_is_sold(kind):
    target = fighter(1, kind=kind, name="CL Prize", tonnage=20, age=49)
    sides = [side(0, hijacks=True, enemies={1: HostileAct.HIJACK}), side(1)]
    scene, action = duel(fighter(0), target, sides=sides)
    target.age_at_start = 0
    target.shield_percent = 0
    log = _strike(scene, action, target, 10_000, 26)
    assert target.state is FighterState.HIJACKED
    assert scene.battle.sides[0].gained == 1800
    assert log.of(messages.HIJACKED) == [{"ship": "CL Prize", "amount": 1800}]


def test_the_last_shot_decides_between_destruction_and_capture():
    target = fighter(2, age=49)
    sides = [
        side(0, enemies={2: HostileAct.HIJACK}),
        side(1, enemies={2: HostileAct.ATTACK}),
        side(2),
    ]
    scene, action = duel(fighter(0), fighter(1), target, sides=sides)
    target.shield_percent = 0
    rounds.apply_hit(scene, action, action.fighters[1], target, 10_000, lambda _: 26, Told())
    assert (target.state, scene.battle.sides[0].gained) == (FighterState.DESTROYED, 0)


def test_planetary_defenses_are_destroyed_not_captured():
    target = fighter(1, kind=FighterKind.COLONY, defenses=3, cargo={"PD": 3})
    sides = [side(0, enemies={1: HostileAct.HIJACK}), side(1)]
    scene, action = duel(fighter(0), target, sides=sides, act=ActionKind.ATTACK)
    target.shields = 0
    _strike(scene, action, target, 10_000, 26)
    assert (target.defenses, scene.battle.sides[0].gained) == (0, 0)


def _first_shot(action, scene, shooter_face, *faces):
    """The facts of the first shot with these dice, after which no more shots are fired."""
    log, dice = Told(), iter([shooter_face, *faces])

    def notify(kind, **facts):
        log(kind, **facts)
        if kind is messages.SHOT:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        rounds.fight(scene, action, lambda _: next(dice), notify)
    return log.of(messages.SHOT)[0]


@pytest.mark.parametrize(
    ("draws", "target"),
    [((1, 1, 1, 1), "PB Small"), ((1, 2, 1, 1), "BC Big"), ((1, 3, 1, 1), "PB Small"),
     ((3, 1, 1, 1), "PB Other")],
)  # fmt: skip
def test_the_best_of_four_draws_is_the_target(draws, target):
    enemies = [fighter(1, name="PB Small", tonnage=1), fighter(1, name="BC Big", tonnage=40),
               fighter(1, name="PB Other", tonnage=1)]  # fmt: skip
    scene, action = duel(fighter(0), *enemies)
    shot = _first_shot(action, scene, 1, *draws, 100, 26, 100)
    assert shot["target"] == target


def test_strong_targets_draw_most_of_the_fire():
    log = Told()
    for key in range(40):
        enemies = [fighter(1, name="PB", tonnage=1) for _ in range(3)]
        enemies.append(fighter(1, name="BC", tonnage=40))
        scene, action = duel(fighter(0, tonnage=45), *enemies, rounds=1)
        rounds.fight(scene, action, _fair(key), log)
    aimed = [shot["target"] for shot in log.of(messages.SHOT) if shot["shooter"] == "DD One"]
    assert aimed.count("BC") / len(aimed) == pytest.approx(1 - 0.75**4, abs=0.1)


@pytest.mark.parametrize(("die", "declined"), [(5, False), (4, True), (6, True)])
def test_transports_are_mostly_spared(die, declined):
    scene, action = duel(fighter(0), fighter(1, kind=FighterKind.TRANSPORT, name="TR15 Mule"))
    rolls = [1, 1, 1, 1, 1, 100, 5, 26, 100] if declined else []
    log, faces = Told(), iter([1, 1, 1, 1, 1, 100, die, *([] if declined else [26, 100]), *rolls])
    with pytest.raises(RuntimeError):
        rounds.fight(scene, action, lambda _: _next(faces), log)
    assert len(log.of(messages.SHOT)) == 1


def _next(faces):
    try:
        return next(faces)
    except StopIteration:
        raise RuntimeError from None


@pytest.mark.parametrize(
    ("favourite", "kind", "die", "fires"),
    [
        (FighterKind.STARBASE, FighterKind.WARSHIP, 75, False),
        (FighterKind.STARBASE, FighterKind.WARSHIP, 76, True),
        (FighterKind.WARSHIP, FighterKind.WARSHIP, 1, True),
        (FighterKind.STARBASE, FighterKind.STARBASE, 1, True),
        (FighterKind.COLONY, FighterKind.WARSHIP, 75, False),
    ],
)
def test_a_favourite_is_preferred_three_times_in_four(favourite, kind, die, fires):
    sides = [side(0, favourite=favourite), side(1)]
    scene, action = duel(fighter(0), fighter(1, kind=kind), sides=sides)
    log, faces = Told(), iter([1, 1, 1, 1, 1, 100, die, *([26, 100] if fires else [])])
    with pytest.raises(RuntimeError):
        rounds.fight(scene, action, lambda _: _next(faces), log)
    assert bool(log.of(messages.SHOT)) == fires


def test_who_favours_transports_does_not_spare_them():
    sides = [side(0, favourite=FighterKind.TRANSPORT), side(1)]
    scene, action = duel(fighter(0), fighter(1, kind=FighterKind.TRANSPORT, name="TR"), sides=sides)
    assert _first_shot(action, scene, 1, 1, 1, 1, 1, 100, 1, 26, 100)["target"] == "TR"


def test_a_colony_without_defenses_is_no_target_of_an_attack():
    bare = fighter(1, kind=FighterKind.COLONY)
    scene, action = duel(fighter(0), bare, act=ActionKind.ATTACK)
    assert rounds.fight(scene, action, _fair(), Told()).rounds == 0


def test_a_fight_goes_on_until_one_side_is_gone():
    for key in range(20):
        fleet = [fighter(i % 2, name=f"DD {i}") for i in range(8)]
        scene, action = duel(*fleet)
        course = rounds.fight(scene, action, _fair(key), Told())
        left = {fighter.side for fighter in fleet if not fighter.gone}
        assert len(left) <= 1
        assert 0 < course.hits <= course.shots
        for ship in fleet:
            assert (ship.age > 49) == ship.gone


def test_the_same_dice_fight_the_same_battle():
    def ages():
        fleet = [fighter(i % 3, tonnage=5 + i) for i in range(9)]
        rounds.fight(*duel(*fleet), _fair(7), Told())
        return [(fighter.age, fighter.state, fighter.shields) for fighter in fleet]

    assert ages() == ages()


@pytest.mark.parametrize(
    ("kind", "age", "limits", "leaves"),
    [(FighterKind.TRANSPORT, 10, (10, 100), False), (FighterKind.TRANSPORT, 11, (10, 100), True),
     (FighterKind.WARSHIP, 25, (0, 25), False), (FighterKind.WARSHIP, 26, (0, 25), True),
     (FighterKind.TRANSPORT, 40, (0, 25), False), (FighterKind.WARSHIP, 49, (0, 100), False)],
)  # fmt: skip
def test_single_ships_leave_by_their_age(kind, age, limits, leaves):
    ship = fighter(0, kind=kind, age=age)
    first_side = side(0, limits=WithdrawalLimits(transports=limits[0], warships=limits[1]))
    scene, action = duel(ship, fighter(1), sides=[first_side, side(1)])
    fighters.withdraw(scene, action, report_nothing)
    assert (ship.state is FighterState.WITHDREW) == leaves


@pytest.mark.parametrize(
    ("ships", "bases", "gone", "limit", "rulebook", "engine"),
    [(10, 0, 5, 50, True, False), (10, 0, 4, 50, False, False), (3, 0, 1, 33, True, False),
     (4, 1, 2, 50, False, False), (10, 0, 6, 50, True, True)],
)  # fmt: skip
def test_the_fleet_leaves_by_its_losses(ships, bases, gone, limit, rulebook, engine):
    for rules, leaves in ((RULEBOOK_BATTLES, rulebook), (ENGINE_1999_BATTLES, engine)):
        fleet = [fighter(0) for _ in range(ships)]
        fleet += [fighter(0, kind=FighterKind.STARBASE) for _ in range(bases)]
        for number, ship in enumerate(fleet[:gone]):
            ship.state = (FighterState.DESTROYED, FighterState.WITHDREW, FighterState.FORCED)[
                number % 3
            ]
        first_side = side(0, limits=WithdrawalLimits(fleet=limit))
        scene, action = duel(*fleet, fighter(1), sides=[first_side, side(1)], rules=rules)
        fighters.withdraw(scene, action, report_nothing)
        states = {ship.state for ship in fleet[gone:] if ship.can_leave}
        assert states == {FighterState.WITHDREW if leaves else FighterState.FIGHTING}


@pytest.mark.parametrize("facts", [{"sub_light": True}, {"kind": FighterKind.STARBASE}])
def test_who_cannot_jump_cannot_withdraw(facts):
    ship = fighter(0, age=40, **facts)
    first_side = side(0, limits=WithdrawalLimits(warships=10, fleet=0))
    scene, action = duel(ship, fighter(1), sides=[first_side, side(1)])
    fighters.withdraw(scene, action, report_nothing)
    assert ship.state is FighterState.FIGHTING


def test_transports_leave_with_the_fleet():
    ship = fighter(0, kind=FighterKind.TRANSPORT)
    scene, action = duel(
        ship, fighter(1), sides=[side(0, limits=WithdrawalLimits(fleet=0)), side(1)]
    )
    fighters.withdraw(scene, action, report_nothing)
    assert ship.state is FighterState.WITHDREW


@pytest.mark.parametrize("kind", [FighterKind.WARSHIP, FighterKind.TRANSPORT])
@pytest.mark.parametrize(("shots", "joins"), [(1, False), (0, True)])
def test_reserves_wait_until_their_side_cannot_shoot(kind, shots, joins):
    front, reserve = fighter(1, name="front"), fighter(1, kind=kind, name="reserve")
    scene, action = duel(fighter(0), front, reserve, fighter(0), rounds=1)
    reserve.state, front.shots = FighterState.RESERVE, shots
    log = Told()
    rounds.fight(scene, action, _fair(), log)
    assert (reserve.state is not FighterState.RESERVE) == joins
    if not joins:
        named = {name for shot in log.of(messages.SHOT) for name in shot.values()}
        assert "reserve" not in named


def test_reserves_of_the_engine_join_by_their_place_in_the_list():
    first, second, last = (fighter(i, name=str(i)) for i in (0, 1, 1))
    fleet = [fighter(0), first, fighter(1), second, last]
    scene, action = duel(*fleet, rules=ENGINE_1999_BATTLES, rounds=1)
    for ship in (first, second, last):
        ship.state = FighterState.RESERVE
    for ship in fleet:
        ship.shots_left = 0 if ship.state is FighterState.RESERVE else ship.shots
    fighters.join(scene, action)
    states = [fighter.state for fighter in (first, second, last)]
    assert states == [FighterState.RESERVE, FighterState.FIGHTING, FighterState.RESERVE]


def test_for_the_engine_the_first_of_the_list_says_whose_reserves_are_patient():
    waiting, armed = fighter(1, name="waiting"), fighter(1)
    scene, action = duel(fighter(0), waiting, armed, rules=ENGINE_1999_BATTLES, rounds=1)
    waiting.state, waiting.shots_left = FighterState.RESERVE, 0
    for ship in (action.fighters[0], armed):
        ship.shots_left = ship.shots
    fighters.join(scene, action)
    assert waiting.state is FighterState.FIGHTING


@pytest.mark.parametrize("surprised", [True, False])
def test_a_reserve_that_is_surprised_has_no_shots_in_the_first_round(surprised):
    waiting = fighter(1, name="waiting")
    scene, action = duel(fighter(0), waiting, rounds=1)
    waiting.state, waiting.surprised, waiting.shots_left = FighterState.RESERVE, surprised, 0
    fighters.join(scene, action)
    assert waiting.state is FighterState.FIGHTING
    assert waiting.shots > 0
    assert waiting.shots_left == (0 if surprised else waiting.shots)


def test_in_the_first_round_the_surprised_do_not_fire():
    log = Told()
    sides = [side(0), side(1, surprised=True)]
    scene, action = duel(
        fighter(0, name="A", tonnage=20), fighter(1, name="B", tonnage=70), sides=sides, rounds=2
    )
    rounds.fight(scene, action, _fair(3), log)
    shooters = []
    for kind, facts in log:
        if kind is messages.ROUND:
            shooters.append(set())
        elif kind is messages.SHOT:
            shooters[-1].add(facts["shooter"])
    assert shooters[0] == {"A"}
    assert "B" in shooters[1]


def test_a_surprise_lasts_for_the_first_fight_only():
    sides = [side(0), side(1, surprised=True), side(2)]
    scene, action = duel(fighter(0), fighter(2), sides=sides, rounds=1)
    scene.battle.fighters.append(late := fighter(1))
    rounds.fight(scene, action, _fair(), Told())
    assert not scene.battle.surprising
    action.fighters = [action.fighters[0], late]
    late.shots = 1
    course = rounds.fight(scene, action, _fair(), Told())
    assert course.rounds == 1
    assert late.surprised is False


def _base(**cargo):
    return fighter(0, kind=FighterKind.STARBASE, name="BAS Nest", tonnage=30, cargo=cargo)


@pytest.mark.parametrize(
    ("levels", "tonnage", "units", "age", "chance"),
    [((35, 30), 10, 12, 0, 14), ((30, 40), 5, 25, 0, 20), ((30, 40), 5, 5, 0, 0),
     ((90, 20), 5, 5, 0, 100), ((35, 30), 10, 12, 10, 12)],
)  # fmt: skip
@pytest.mark.parametrize("item", ["FM", "FJ"])
def test_the_chance_to_force_a_ship_away(levels, tonnage, units, age, chance, item):
    for die, success in ((chance, True), (chance + 1, False)):
        if not 1 <= die <= 100:
            continue
        base, target = _base(**{item: units}), fighter(1, tonnage=tonnage)
        base.age = age
        sides = [side(0, gravitics=levels[0]), side(1, gravitics=levels[1])]
        scene, _ = duel(base, target, sides=sides)
        faces = iter([die, 2, 2, 2]).__next__
        assert rounds.force_away(scene, base, target, lambda _, f=faces: f(), report_nothing)
        assert (target.state is FighterState.FORCED) == success


def test_the_age_of_a_starbase_does_not_count_in_the_engine():
    base, target = _base(FM=12), fighter(1, tonnage=10)
    base.age = 40
    sides = [side(0, gravitics=35), side(1, gravitics=30)]
    scene, _ = duel(base, target, sides=sides, rules=ENGINE_1999_BATTLES)
    assert rounds.force_away(scene, base, target, lambda _: 14, report_nothing)
    assert target.state is FighterState.FORCED


@pytest.mark.parametrize(
    ("units", "target", "tried"),
    [(10, {"tonnage": 10}, True), (9, {"tonnage": 10}, False), (4, {"tonnage": 5}, False),
     (90, {"tonnage": 5, "kind": FighterKind.STARBASE}, False)],
)  # fmt: skip
def test_units_for_the_tonnage_are_needed(units, target, tried):
    base, victim = _base(FM=units), fighter(1, **target)
    scene, _ = duel(base, victim)
    assert rounds.force_away(scene, base, victim, lambda _: 100, report_nothing) == tried


@pytest.mark.parametrize(
    ("levels", "percent"), [((30, 20), 29), ((30, 30), 24), ((30, 0), 49), ((0, 0), -1)]
)
def test_how_often_a_starbase_gets_an_opportunity(levels, percent):
    for die in {max(percent, 1), percent + 1, 100} - {0}:
        base, log = _base(FM=90), Told()
        first_side = side(0, gravitics=levels[0], military=levels[1])
        scene, action = duel(base, fighter(1, tonnage=5), sides=[first_side, side(1)], rounds=1)
        faces = iter([1, 1, 1, 1, 1, die, 100])
        with pytest.raises(RuntimeError):
            rounds.fight(scene, action, lambda sides, f=faces: min(sides, _next(f)), log)
        assert bool(log.of(messages.FORCED) or log.of(messages.FORCED_IN_VAIN)) == (die <= percent)


def test_a_starbase_forces_ships_away_by_itself():
    log, gone = Told(), []
    for key in range(20):
        base, target = _base(FJ=60), fighter(1, name="DD Two")
        sides = [side(0, gravitics=60, military=1), side(1, military=0)]
        scene, action = duel(base, target, sides=sides)
        rounds.fight(scene, action, _fair(key), log)
        gone.append(target.state)
        assert base.cargo == {"FJ": 60}
        if target.state is FighterState.FORCED:
            assert all(1 <= abs(a - b) <= 2 for a, b in
                       zip(target.destination, scene.battle.sector, strict=True))  # fmt: skip
    assert FighterState.FORCED in gone
    assert log.of(messages.FORCED)[0]["target"] == "DD Two"


def test_no_planet_is_forced_away():
    base, planet = _base(FJ=60), fighter(1, kind=FighterKind.COLONY, defenses=9000)
    sides = [side(0, gravitics=90, military=1), side(1, military=0)]
    scene, action = duel(base, planet, act=ActionKind.ATTACK, sides=sides, rounds=3)
    log = Told()
    rounds.fight(scene, action, _fair(), log)
    assert planet.state is FighterState.FIGHTING
    assert not log.of(messages.FORCED) + log.of(messages.FORCED_IN_VAIN)


def test_a_forced_misjump_ends_anywhere():
    base, target = _base(FM=60), fighter(1)
    scene, _ = duel(base, target)
    faces, sides = iter([1, 100, 1, 50]), []
    rounds.force_away(
        scene, base, target, lambda n: (sides.append(n), next(faces))[1], report_nothing
    )
    assert target.destination == (99, 0, 49)
    assert sides == [100] * 4


def test_a_forced_jump_ends_close_by_but_never_off_the_map():
    base, target = _base(FJ=60), fighter(1)
    scene, _ = duel(base, target)
    scene.battle.sector = (1, 5, 1)
    faces, sides = iter([1, 1, 3, 5, 4]), []
    rounds.force_away(
        scene, base, target, lambda n: (sides.append(n), next(faces))[1], report_nothing
    )
    assert target.destination == (0, 7, 2)  # a die of 3 is thrown again
    assert sides == [100, 5, 5, 5, 5]


def test_ships_that_are_gone_cost_one_draw_when_nobody_else_has_a_shot():
    """The engine strikes their shots off only when it is about to draw the first shooter."""
    scene, action = duel(
        fighter(0), fighter(1, kind=FighterKind.COLONY, name="PL Rock"), act=ActionKind.ATTACK
    )
    action.fighters[0].state, drawn = FighterState.DESTROYED, []
    rounds.fight(scene, action, lambda sides: (drawn.append(sides), 1)[1], report_nothing)
    assert drawn == [2]
