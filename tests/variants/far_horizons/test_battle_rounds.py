"""Rounds: shots, targets, hits, shields, cargo, capture, withdrawal, reserves, forced jumps."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.far_horizons.battlefields import FIELD, battlefield, combat, duel, fighter, side
from variants.far_horizons.battle import forced, hits, messages, reserves, rounds, withdrawal
from variants.far_horizons.battle.log import silent
from variants.far_horizons.battle.model import Act, Enmity, Kind, Limits, State
from variants.far_horizons.battle.spoils import spoils_of
from variants.far_horizons.compatibility import ENGINE_1999, RULEBOOK
from variants.far_horizons.dice import dice_of
from variants.far_horizons.model import Where


def _fair(key=1):
    return dice_of(hz.Stream.from_key("rounds", key))


class Told(list):
    """What was told: kinds with facts."""

    def __call__(self, kind, **facts):
        self.append((kind, facts))

    def of(self, kind):
        return [facts for told, facts in self if told is kind]


def _strike(battle, action, target, damage, *dice):
    told, faces = Told(), iter(dice)
    hits.hit(battle, action, action.fighters[0], target, damage, lambda _: next(faces), told)
    return told


# shots


@pytest.mark.rule("FH-AGE-005")
@pytest.mark.parametrize(("age", "face", "outcome"), [
    (0, 75, "hits"), (0, 76, "misses"), (10, 60, "hits"), (10, 61, "misses"),
])  # fmt: skip
def test_the_age_of_a_ship_lowers_its_chance_to_hit(age, face, outcome):
    battle, action = duel(fighter(0, age=age), fighter(1, tonnage=90), rounds=1)
    battle.sides[1].enemies.clear()
    action.firing, told = {0}, Told()
    action.fighters[0].shots = 1
    # shooter, four candidates, forced jump, damage, hit
    faces, sides = iter([1, 1, 1, 1, 1, 100, 26, face, 26]), []
    rounds.fight(battle, action, lambda n: (sides.append(n), next(faces))[1], told)
    assert sides[:8] == [2, 1, 1, 1, 1, 100, 51, 100]
    assert [facts["outcome"] for facts in told.of(messages.SHOT)] == [outcome]


# hits


@pytest.mark.rule("FH-SUMMARY-005")
@pytest.mark.parametrize(
    ("shields", "percent", "expected"), [(1902, 100, (902, 47, 0)), (902, 47, (432, 22, 6))]
)
def test_shields_absorb_by_their_percentage(shields, percent, expected):
    target = fighter(1, tonnage=10)
    battle, action = duel(fighter(0), target)
    target.shields, target.shield_percent = shields, percent
    _strike(battle, action, target, 1000, 26)
    assert (target.shields, target.shield_percent, target.age) == expected


@pytest.mark.rule("FH-SUMMARY-005")
@pytest.mark.rule("FH-SURPRISE-002")
def test_shields_of_the_surprised_are_down():
    target = fighter(1, tonnage=10)
    battle, action = duel(fighter(0), target)
    target.surprised = True
    _strike(battle, action, target, 1902, 26)
    assert (target.age, target.shields, target.shield_percent) == (25, 1902, 100)


@pytest.mark.rule("FH-SUMMARY-005")
def test_a_colony_loses_defenses_by_what_its_shields_let_through():
    target = fighter(1, kind=Kind.COLONY, name="PL Rock", defenses=2000, cargo={"PD": 2000})
    battle, action = duel(fighter(0), target, act=Act.ATTACK)
    target.shields = 500
    told = _strike(battle, action, target, 1902, 51)
    assert (target.defenses, target.cargo, target.shields) == (1100, {"PD": 1100}, 0)
    lost = {"count": 900, "units": "PDs", "were": "were", "planet": "PL Rock", "shooter": "DD One"}
    assert told.of(messages.DEFENSES_LOST) == [lost]
    assert not told.of(messages.DEFENSES_GONE)


@pytest.mark.rule("FH-SUMMARY-005")
def test_a_hit_takes_one_defense_unit_at_least_and_no_more_than_there_are():
    target = fighter(1, kind=Kind.COLONY, defenses=3, cargo={"PD": 3})
    battle, action = duel(fighter(0), target, act=Act.ATTACK)
    target.shields = 0
    _strike(battle, action, target, 1, 26)
    assert target.defenses == 2
    told = _strike(battle, action, target, 10_000, 51)
    assert (target.defenses, target.cargo) == (0, {})
    assert told.of(messages.DEFENSES_GONE)


@pytest.mark.rule("FH-SUMMARY-005")
@pytest.mark.parametrize(("damage", "destroyed"), [(37, False), (38, True)])
def test_a_ship_of_fifty_turns_is_destroyed(damage, destroyed):
    target = fighter(1, tonnage=10, age=12)
    battle, action = duel(fighter(0), target)
    target.surprised = True
    through = next(n for n in range(100_000) if min(50 * n // target.defense, 100) // 2 == damage)
    _strike(battle, action, target, through, 26)
    assert target.age == 12 + damage
    assert (target.state is State.DESTROYED) == destroyed


@pytest.mark.rule("FH-SUMMARY-005")
@pytest.mark.parametrize(("die", "damage"), [(1, 2377), (51, 1427), (26, 1902)])
def test_the_spread_of_damage(die, damage):
    shooter, target = fighter(0, tonnage=10), fighter(1, kind=Kind.COLONY, defenses=10)
    battle, action = duel(shooter, target, act=Act.BOMBARDMENT, rounds=1)
    target.shots = 0
    marked = []
    faces = iter([1, 1, 1, 1, 1, 100, die, 1, 1, 1, 1, 1, 100, die])
    rounds.imagine(battle, action, lambda _: next(faces), lambda *mark: marked.append(mark[2]))
    assert marked == [damage, damage]


@pytest.mark.rule("FH-SUMMARY-004")
@pytest.mark.parametrize("hijacks", [False, True])
def test_hits_take_cargo_unless_it_is_to_be_captured(hijacks):
    target = fighter(1, kind=Kind.TRANSPORT, tonnage=40, cargo={"CU": 33, "FS": 4})
    enmity = Enmity.HIJACK if hijacks else Enmity.ATTACK
    battle, action = duel(fighter(0), target, sides=[side(0, enemies={1: enmity}), side(1)])
    target.surprised = True
    through = next(n for n in range(100_000) if 50 * n // target.defense == 13)
    told = _strike(battle, action, target, through, 26)
    assert target.cargo == ({"CU": 33, "FS": 4} if hijacks else {"CU": 29, "FS": 4})
    assert not told


# hijack


@pytest.mark.rule("FH-HIJACK-003")
@pytest.mark.parametrize("kind", [Kind.WARSHIP, Kind.STARBASE])
def test_a_hijacked_ship_is_sold(kind):
    target = fighter(1, kind=kind, name="CL Prize", tonnage=20, age=49)
    sides = [side(0, hijacks=True, enemies={1: Enmity.HIJACK}), side(1)]
    battle, action = duel(fighter(0), target, sides=sides)
    target.age_at_start = 0
    target.shield_percent = 0
    told = _strike(battle, action, target, 10_000, 26)
    assert target.state is State.HIJACKED
    assert battle.sides[0].gained == 1800
    assert told.of(messages.HIJACKED) == [{"ship": "CL Prize", "amount": 1800}]


@pytest.mark.rule("FH-HIJACK-003")
def test_the_last_shot_decides_between_destruction_and_capture():
    target = fighter(2, age=49)
    sides = [side(0, enemies={2: Enmity.HIJACK}), side(1, enemies={2: Enmity.ATTACK}), side(2)]
    battle, action = duel(fighter(0), fighter(1), target, sides=sides)
    target.shield_percent = 0
    hits.hit(battle, action, action.fighters[1], target, 10_000, lambda _: 26, silent)
    assert (target.state, battle.sides[0].gained) == (State.DESTROYED, 0)


@pytest.mark.rule("FH-HIJACK-004")
@pytest.mark.parametrize(
    ("facts", "biology", "value"),
    [
        ({"tonnage": 10, "age": 10}, 10, 750),
        ({"tonnage": 10, "age": 10, "cargo": {"FS": 4}}, 10, 800),
        ({"tonnage": 20}, 10, 1800),
        ({"tonnage": 10, "age": 10, "cargo": {"RM": 9, "TP": 1, "CU": 3}}, 48, 1272),
        ({"tonnage": 5, "age": 12, "sub_light": True, "kind": Kind.TRANSPORT}, 10, 270),
    ],
)
def test_what_a_prize_brings(facts, biology, value):
    target = fighter(1, **facts)
    target.age_at_start = target.age
    assert spoils_of(target, biology) == value


@pytest.mark.rule("FH-HIJACK-004")
def test_the_money_is_there_at_once():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"TR5 Mule": {"cargo": {"CU": 3}}}},
                       Human={"techs": {"ML": 90}}, Klingon={"techs": {"ML": 0}})  # fmt: skip
    fought = combat(game, Human="HIJACK SP Klingon\nENGAGE 3\nTARGET 2")
    assert fought.ship("Klingon", "Mule") is None
    assert fought.species("Human").treasury == 451
    assert fought.ledger == [("Human", 451, "captured ships")]


@pytest.mark.rule("FH-HIJACK-005")
def test_planetary_defenses_are_destroyed_not_captured():
    target = fighter(1, kind=Kind.COLONY, defenses=3, cargo={"PD": 3})
    sides = [side(0, enemies={1: Enmity.HIJACK}), side(1)]
    battle, action = duel(fighter(0), target, sides=sides, act=Act.ATTACK)
    target.shields = 0
    _strike(battle, action, target, 10_000, 26)
    assert (target.defenses, battle.sides[0].gained) == (0, 0)


# targets


def _first_shot(action, battle, shooter_face, *faces):
    """The facts of the first shot with these dice, after which nobody shoots any more."""
    told, dice = Told(), iter([shooter_face, *faces])

    def tell(kind, **facts):
        told(kind, **facts)
        if kind is messages.SHOT:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        rounds.fight(battle, action, lambda _: next(dice), tell)
    return told.of(messages.SHOT)[0]


@pytest.mark.rule("FH-TARGET-001")
@pytest.mark.parametrize(
    ("draws", "target"),
    [((1, 1, 1, 1), "PB Small"), ((1, 2, 1, 1), "BC Big"), ((1, 3, 1, 1), "PB Small"),
     ((3, 1, 1, 1), "PB Other")],
)  # fmt: skip
def test_the_best_of_four_draws_is_the_target(draws, target):
    enemies = [fighter(1, name="PB Small", tonnage=1), fighter(1, name="BC Big", tonnage=40),
               fighter(1, name="PB Other", tonnage=1)]  # fmt: skip
    battle, action = duel(fighter(0), *enemies)
    shot = _first_shot(action, battle, 1, *draws, 100, 26, 100)
    assert shot["target"] == target


@pytest.mark.rule("FH-TARGET-001")
def test_strong_targets_draw_most_of_the_fire():
    told = Told()
    for key in range(40):
        enemies = [fighter(1, name="PB", tonnage=1) for _ in range(3)]
        enemies.append(fighter(1, name="BC", tonnage=40))
        battle, action = duel(fighter(0, tonnage=45), *enemies, rounds=1)
        rounds.fight(battle, action, _fair(key), told)
    aimed = [shot["target"] for shot in told.of(messages.SHOT) if shot["shooter"] == "DD One"]
    assert aimed.count("BC") / len(aimed) == pytest.approx(1 - 0.75**4, abs=0.1)


@pytest.mark.rule("FH-TARGET-001")
@pytest.mark.parametrize(("die", "declined"), [(5, False), (4, True), (6, True)])
def test_transports_are_mostly_spared(die, declined):
    battle, action = duel(fighter(0), fighter(1, kind=Kind.TRANSPORT, name="TR15 Mule"))
    again = [1, 1, 1, 1, 1, 100, 5, 26, 100] if declined else []
    told, faces = Told(), iter([1, 1, 1, 1, 1, 100, die, *([] if declined else [26, 100]), *again])
    with pytest.raises(RuntimeError):
        rounds.fight(battle, action, lambda _: _next(faces), told)
    assert len(told.of(messages.SHOT)) == 1


def _next(faces):
    try:
        return next(faces)
    except StopIteration:
        raise RuntimeError from None


@pytest.mark.rule("FH-TARGET-004")
@pytest.mark.parametrize(
    ("favourite", "kind", "die", "fires"),
    [(Kind.STARBASE, Kind.WARSHIP, 75, False), (Kind.STARBASE, Kind.WARSHIP, 76, True),
     (Kind.WARSHIP, Kind.WARSHIP, 1, True), (Kind.STARBASE, Kind.STARBASE, 1, True),
     (Kind.COLONY, Kind.WARSHIP, 75, False)],
)  # fmt: skip
def test_a_favourite_is_preferred_three_times_in_four(favourite, kind, die, fires):
    sides = [side(0, favourite=favourite), side(1)]
    battle, action = duel(fighter(0), fighter(1, kind=kind), sides=sides)
    told, faces = Told(), iter([1, 1, 1, 1, 1, 100, die, *([26, 100] if fires else [])])
    with pytest.raises(RuntimeError):
        rounds.fight(battle, action, lambda _: _next(faces), told)
    assert bool(told.of(messages.SHOT)) == fires


@pytest.mark.rule("FH-TARGET-004")
def test_who_favours_transports_does_not_spare_them():
    sides = [side(0, favourite=Kind.TRANSPORT), side(1)]
    battle, action = duel(fighter(0), fighter(1, kind=Kind.TRANSPORT, name="TR"), sides=sides)
    assert _first_shot(action, battle, 1, 1, 1, 1, 1, 100, 1, 26, 100)["target"] == "TR"


def test_a_colony_without_defenses_is_no_target_of_an_attack():
    bare = fighter(1, kind=Kind.COLONY)
    battle, action = duel(fighter(0), bare, act=Act.ATTACK)
    assert rounds.fight(battle, action, _fair()).rounds == 0


def test_a_fight_goes_on_until_one_side_is_gone():
    for key in range(20):
        fleet = [fighter(i % 2, name=f"DD {i}") for i in range(8)]
        battle, action = duel(*fleet)
        course = rounds.fight(battle, action, _fair(key))
        left = {one.side for one in fleet if not one.gone}
        assert len(left) <= 1
        assert 0 < course.hits <= course.shots
        for one in fleet:
            assert (one.age > 49) == one.gone


def test_the_same_dice_fight_the_same_battle():
    def ages():
        fleet = [fighter(i % 3, tonnage=5 + i) for i in range(9)]
        rounds.fight(*duel(*fleet), _fair(7))
        return [(one.age, one.state, one.shields) for one in fleet]

    assert ages() == ages()


# withdrawal


@pytest.mark.rule("FH-WITHDRAW-005")
@pytest.mark.rule("FH-WITHDRAW-007")
@pytest.mark.parametrize(
    ("kind", "age", "limits", "leaves"),
    [(Kind.TRANSPORT, 10, (10, 100), False), (Kind.TRANSPORT, 11, (10, 100), True),
     (Kind.WARSHIP, 25, (0, 25), False), (Kind.WARSHIP, 26, (0, 25), True),
     (Kind.TRANSPORT, 40, (0, 25), False), (Kind.WARSHIP, 49, (0, 100), False)],
)  # fmt: skip
def test_single_ships_leave_by_their_age(kind, age, limits, leaves):
    ship = fighter(0, kind=kind, age=age)
    own = side(0, limits=Limits(transports=limits[0], warships=limits[1]))
    battle, action = duel(ship, fighter(1), sides=[own, side(1)])
    withdrawal.withdraw(battle, action, silent, RULEBOOK)
    assert (ship.state is State.WITHDREW) == leaves


@pytest.mark.rule("FH-WITHDRAW-006")
@pytest.mark.rule("FH-WITHDRAW-010")
@pytest.mark.parametrize(
    ("ships", "bases", "gone", "limit", "rulebook", "engine"),
    [(10, 0, 5, 50, True, False), (10, 0, 4, 50, False, False), (3, 0, 1, 33, True, False),
     (4, 1, 2, 50, False, False), (10, 0, 6, 50, True, True)],
)  # fmt: skip
def test_the_fleet_leaves_by_its_losses(ships, bases, gone, limit, rulebook, engine):
    for habits, leaves in ((RULEBOOK, rulebook), (ENGINE_1999, engine)):
        fleet = [fighter(0) for _ in range(ships)]
        fleet += [fighter(0, kind=Kind.STARBASE) for _ in range(bases)]
        for number, ship in enumerate(fleet[:gone]):
            ship.state = (State.DESTROYED, State.WITHDREW, State.FORCED)[number % 3]
        own = side(0, limits=Limits(fleet=limit))
        battle, action = duel(*fleet, fighter(1), sides=[own, side(1)])
        withdrawal.withdraw(battle, action, silent, habits)
        states = {ship.state for ship in fleet[gone:] if ship.can_leave}
        assert states == {State.WITHDREW if leaves else State.FIGHTING}


@pytest.mark.rule("FH-WITHDRAW-010")
@pytest.mark.parametrize("facts", [{"sub_light": True}, {"kind": Kind.STARBASE}])
def test_who_cannot_jump_cannot_withdraw(facts):
    ship = fighter(0, age=40, **facts)
    own = side(0, limits=Limits(warships=10, fleet=0))
    battle, action = duel(ship, fighter(1), sides=[own, side(1)])
    withdrawal.withdraw(battle, action, silent, RULEBOOK)
    assert ship.state is State.FIGHTING


@pytest.mark.rule("FH-WITHDRAW-007")
def test_transports_leave_with_the_fleet():
    ship = fighter(0, kind=Kind.TRANSPORT)
    battle, action = duel(ship, fighter(1), sides=[side(0, limits=Limits(fleet=0)), side(1)])
    withdrawal.withdraw(battle, action, silent, RULEBOOK)
    assert ship.state is State.WITHDREW


@pytest.mark.rule("FH-WITHDRAW-008")
def test_a_fleet_limit_of_zero_leaves_after_the_first_round():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"BC Bird": {}, "BAS Nest":
                        {"tons": 10000}}})  # fmt: skip
    fought = combat(
        game, Human="ATTACK SP Klingon\nENGAGE 3", Klingon="WITHDRAW 0 100 0\nHAVEN 9 9 9"
    )
    log = fought.log("Klingon")
    assert log.index("round 1") < log.index("jumps away") < log.index("round 2")
    bird = fought.ship("Klingon", "Bird")
    assert (bird.where, bird.destination) == (Where.WITHDREW, (9, 9, 9))
    assert (bird.place.sector, bird.place.orbit) == ((12, 13, 10), 0)


# reserves


@pytest.mark.rule("FH-HIDESHIP-003")
@pytest.mark.rule("FH-HIDESHIP-004")
@pytest.mark.parametrize("kind", [Kind.WARSHIP, Kind.TRANSPORT])
@pytest.mark.parametrize(("shots", "joins"), [(1, False), (0, True)])
def test_reserves_wait_until_their_side_cannot_shoot(kind, shots, joins):
    front, reserve = fighter(1, name="front"), fighter(1, kind=kind, name="reserve")
    battle, action = duel(fighter(0), front, reserve, fighter(0), rounds=1)
    reserve.state, front.shots = State.RESERVE, shots
    told = Told()
    rounds.fight(battle, action, _fair(), told)
    assert (reserve.state is not State.RESERVE) == joins
    if not joins:
        named = {name for shot in told.of(messages.SHOT) for name in shot.values()}
        assert "reserve" not in named


@pytest.mark.rule("FH-HIDESHIP-003")
def test_reserves_of_the_engine_join_by_their_place_in_the_list():
    first, second, last = (fighter(i, name=str(i)) for i in (0, 1, 1))
    fleet = [fighter(0), first, fighter(1), second, last]
    _, action = duel(*fleet, habits=ENGINE_1999, rounds=1)
    for one in (first, second, last):
        one.state = State.RESERVE
    for one in fleet:
        one.shots_left = 0 if one.state is State.RESERVE else one.shots
    reserves.join(action, ENGINE_1999)
    states = [one.state for one in (first, second, last)]
    assert states == [State.RESERVE, State.FIGHTING, State.RESERVE]


def test_for_the_engine_the_first_of_the_list_says_whose_reserves_are_patient():
    waiting, armed = fighter(1, name="waiting"), fighter(1)
    _, action = duel(fighter(0), waiting, armed, habits=ENGINE_1999, rounds=1)
    waiting.state, waiting.shots_left = State.RESERVE, 0
    for one in (action.fighters[0], armed):
        one.shots_left = one.shots
    reserves.join(action, ENGINE_1999)
    assert waiting.state is State.FIGHTING


@pytest.mark.rule("FH-SURPRISE-001", "FH-HIDESHIP-003")
@pytest.mark.parametrize("surprised", [True, False])
def test_a_reserve_that_is_surprised_has_no_shots_in_the_first_round(surprised):
    waiting = fighter(1, name="waiting")
    _, action = duel(fighter(0), waiting, rounds=1)
    waiting.state, waiting.surprised, waiting.shots_left = State.RESERVE, surprised, 0
    reserves.join(action, RULEBOOK)
    assert waiting.state is State.FIGHTING
    assert waiting.shots > 0
    assert waiting.shots_left == (0 if surprised else waiting.shots)


@pytest.mark.rule("FH-HIDESHIP-006")
def test_a_hidden_ship_that_stays_out_is_not_shown():
    landed = {"at": f"{FIELD} #1", "status": "landed"}
    fleet = {"BC Front": {"at": f"{FIELD} #1"}, "BC Hidden": landed}
    game = battlefield({"Human": fleet, "Klingon": {"TR1 Mule": {"at": f"{FIELD} #1"}}})
    orders = "ATTACK SP Klingon\nENGAGE 4 1"
    hidden = combat(game, Human=f"{orders}\nHIDE BC Hidden")
    assert "BC Hidden" not in hidden.log("Klingon")
    assert "BC Hidden" in combat(game, Human=orders).log("Klingon")


# surprise


@pytest.mark.rule("FH-SURPRISE-002")
def test_in_the_first_round_the_surprised_do_not_fire():
    told = Told()
    sides = [side(0), side(1, surprised=True)]
    battle, action = duel(
        fighter(0, name="A", tonnage=20), fighter(1, name="B", tonnage=70), sides=sides, rounds=2
    )
    rounds.fight(battle, action, _fair(3), told)
    shooters = []
    for kind, facts in told:
        if kind is messages.ROUND:
            shooters.append(set())
        elif kind is messages.SHOT:
            shooters[-1].add(facts["shooter"])
    assert shooters[0] == {"A"}
    assert "B" in shooters[1]


@pytest.mark.rule("FH-SURPRISE-002")
def test_a_surprise_lasts_for_the_first_fight_only():
    sides = [side(0), side(1, surprised=True), side(2)]
    battle, action = duel(fighter(0), fighter(2), sides=sides, rounds=1)
    battle.fighters.append(late := fighter(1))
    rounds.fight(battle, action, _fair())
    assert not battle.surprising
    action.fighters = [action.fighters[0], late]
    late.shots = 1
    course = rounds.fight(battle, action, _fair())
    assert course.rounds == 1
    assert late.surprised is False


# forced jumps


def _base(**cargo):
    return fighter(0, kind=Kind.STARBASE, name="BAS Nest", tonnage=30, cargo=cargo)


@pytest.mark.rule("FH-FM-003")
@pytest.mark.rule("FH-FM-002")
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
        battle, _ = duel(base, target, sides=sides)
        faces = iter([die, 2, 2, 2]).__next__
        assert forced.attempt(battle, base, target, lambda _, f=faces: f(), silent, RULEBOOK)
        assert (target.state is State.FORCED) == success


@pytest.mark.rule("FH-FM-003")
def test_the_age_of_a_starbase_does_not_count_in_the_engine():
    base, target = _base(FM=12), fighter(1, tonnage=10)
    base.age = 40
    battle, _ = duel(base, target, sides=[side(0, gravitics=35), side(1, gravitics=30)])
    assert forced.attempt(battle, base, target, lambda _: 14, silent, ENGINE_1999)
    assert target.state is State.FORCED


@pytest.mark.rule("FH-FM-002")
@pytest.mark.rule("FH-FM-005")
@pytest.mark.rule("FH-FM-007")
@pytest.mark.parametrize(
    ("units", "target", "tried"),
    [(10, {"tonnage": 10}, True), (9, {"tonnage": 10}, False), (4, {"tonnage": 5}, False),
     (90, {"tonnage": 5, "kind": Kind.STARBASE}, False)],
)  # fmt: skip
def test_units_for_the_tonnage_are_needed(units, target, tried):
    base, one = _base(FM=units), fighter(1, **target)
    battle, _ = duel(base, one)
    assert forced.attempt(battle, base, one, lambda _: 100, silent, RULEBOOK) == tried


@pytest.mark.rule("FH-FM-005")
@pytest.mark.parametrize(
    ("levels", "percent"), [((30, 20), 29), ((30, 30), 24), ((30, 0), 49), ((0, 0), -1)]
)
def test_how_often_a_starbase_gets_an_opportunity(levels, percent):
    for die in {max(percent, 1), percent + 1, 100} - {0}:
        base, told = _base(FM=90), Told()
        own = side(0, gravitics=levels[0], military=levels[1])
        battle, action = duel(base, fighter(1, tonnage=5), sides=[own, side(1)], rounds=1)
        faces = iter([1, 1, 1, 1, 1, die, 100])
        with pytest.raises(RuntimeError):
            rounds.fight(battle, action, lambda sides, f=faces: min(sides, _next(f)), told)
        assert bool(told.of(messages.FORCED) or told.of(messages.FORCED_IN_VAIN)) == (
            die <= percent
        )


@pytest.mark.rule("FH-FM-005")
def test_a_starbase_forces_ships_away_by_itself():
    told, gone = Told(), []
    for key in range(20):
        base, target = _base(FJ=60), fighter(1, name="DD Two")
        sides = [side(0, gravitics=60, military=1), side(1, military=0)]
        battle, action = duel(base, target, sides=sides)
        rounds.fight(battle, action, _fair(key), told)
        gone.append(target.state)
        assert base.cargo == {"FJ": 60}
        if target.state is State.FORCED:
            assert all(1 <= abs(a - b) <= 2 for a, b in
                       zip(target.destination, battle.sector, strict=True))  # fmt: skip
    assert State.FORCED in gone
    assert told.of(messages.FORCED)[0]["target"] == "DD Two"


@pytest.mark.rule("FH-FM-005")
def test_no_planet_is_forced_away():
    base, planet = _base(FJ=60), fighter(1, kind=Kind.COLONY, defenses=9000)
    sides = [side(0, gravitics=90, military=1), side(1, military=0)]
    battle, action = duel(base, planet, act=Act.ATTACK, sides=sides, rounds=3)
    told = Told()
    rounds.fight(battle, action, _fair(), told)
    assert planet.state is State.FIGHTING
    assert not told.of(messages.FORCED) + told.of(messages.FORCED_IN_VAIN)


@pytest.mark.rule("FH-FM-002")
def test_a_forced_misjump_ends_anywhere():
    base, target = _base(FM=60), fighter(1)
    battle, _ = duel(base, target)
    faces, sides = iter([1, 100, 1, 50]), []
    forced.attempt(
        battle, base, target, lambda n: (sides.append(n), next(faces))[1], silent, RULEBOOK
    )
    assert target.destination == (99, 0, 49)
    assert sides == [100] * 4


@pytest.mark.rule("FH-FJ-002")
def test_a_forced_jump_ends_close_by_but_never_off_the_map():
    base, target = _base(FJ=60), fighter(1)
    battle, _ = duel(base, target)
    battle.sector = (1, 5, 1)
    faces, sides = iter([1, 1, 3, 5, 4]), []
    forced.attempt(
        battle, base, target, lambda n: (sides.append(n), next(faces))[1], silent, RULEBOOK
    )
    assert target.destination == (0, 7, 2)  # a die of 3 is thrown again
    assert sides == [100, 5, 5, 5, 5]


# distortion


@pytest.mark.rule("FH-FD-008")
@pytest.mark.rule("FH-AMBUSH-010")
def test_loss_of_distortion_units_reveals_a_ship_once():
    ghost = {"CA Ghost": {"cargo": {"FD": 30}}, "CA Shade": {"cargo": {"FD": 30}}}
    game = battlefield({"Human": ghost, "Klingon": {"BC Bird": {}}}, Human={"techs": {"LS": 1}})
    game.empires[0].distortion = 171
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3")
    log = " ".join(fought.log("Klingon").split())
    ships = {name: fought.ship("Human", name) for name in ("Ghost", "Shade")}
    lost = [name for name, ship in ships.items() if ship is None or ship.cargo.get("FD") != 30]
    assert lost
    for name in ("Ghost", "Shade"):
        assert log.count(f"it is CA {name}, owned by SP Human!") == (name in lost)
