"""Effects of a single hit, of a starbase's lock, and the remains of a destroyed colony."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import Told, duel, fighter, side
from variants.far_horizons.battle import bombardment, hits, messages
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.bombardment import _Drop
from variants.far_horizons.battle.model import (
    ActionKind,
    FighterKind,
    FighterState,
    HostileAct,
    SectorBattle,
)
from variants.far_horizons.model import Colony, Place, Ship, ShipLocation, Species, Status, Units

SECTOR = (12, 13, 10)


def _ship(**facts):
    at = {"place": Place(SECTOR, 1), "where": ShipLocation.ORBIT, "tonnage": 2, "age": 0}
    return Ship(name="Ghost", class_="CT", **(at | facts))


def _bout(*, act=ActionKind.DEEP_SPACE, enmity=HostileAct.ATTACK, disguised=True, **facts):
    """A shooter, a corvette as its target, the scene and the action."""
    shooter = fighter(0, name="BC Fist")
    ship = _ship(cargo=facts.pop("cargo", {}))
    target = fighter(
        1, **{"name": "CT ???", "tonnage": 2, "ship": ship, "cargo": ship.cargo} | facts
    )
    species = Species(id="Klingon", called="Klingon")
    sides = [side(0, enemies={1: enmity}), side(1, species=species, disguised=disguised)]
    scene, action = duel(shooter, target, sides=sides, act=act)
    return scene, action, shooter, target


def _hit(share, **facts):
    scene, action, shooter, target = _bout(**facts)
    log = Told()
    years = hits.damage_ship(scene, action, shooter, target, share, log)
    return years, target, log, scene


# a hit on a ship


@pytest.mark.rule("FH-SUMMARY-005")
@pytest.mark.parametrize(
    ("before", "share", "years", "after", "state"),
    [
        (10, 0, 0, 10, FighterState.FIGHTING), (10, 1, 0, 10, FighterState.FIGHTING),
        (10, 9, 4, 14, FighterState.FIGHTING), (45, 9, 4, 49, FighterState.FIGHTING),
        (45, 10, 5, 50, FighterState.DESTROYED), (45, 100, 5, 95, FighterState.DESTROYED),
        (-1, 100, 50, 49, FighterState.FIGHTING),
    ],
)  # fmt: skip
def test_a_hit_makes_a_ship_older_until_it_is_destroyed(before, share, years, after, state):
    loss, target, log, _ = _hit(share, age=before)
    assert (loss, target.age, target.state) == (years, after, state)
    assert [facts["ship"] for facts in log.of(messages.DESTROYED)] == (
        ["CT ???"] if state is FighterState.DESTROYED else []
    )
    assert len(log.of(messages.KILLER)) == len(log.of(messages.DESTROYED))


@pytest.mark.rule("FH-SUMMARY-004", "FH-SUMMARY-005", "FH-DR-009")
@pytest.mark.parametrize(
    ("share", "left"),
    [
        (0, {"DR": 9, "CU": 50, "GU1": 1}), (1, {"DR": 9, "CU": 50, "GU1": 1}),
        (30, {"DR": 7, "CU": 35, "GU1": 1}), (98, {"DR": 1, "CU": 1, "GU1": 1}),
    ],
)  # fmt: skip
def test_a_hit_destroys_its_share_of_each_kind_of_cargo_in_silence(share, left):
    _, target, log, _ = _hit(share, cargo={"DR": 9, "CU": 50, "GU1": 1})
    assert target.cargo == left
    assert log == []


@pytest.mark.rule("FH-SUMMARY-004", "FH-FD-008")
@pytest.mark.parametrize(
    ("cargo", "share", "disguised", "known"),
    [
        ({"FD": 2, "AU": 9, "ZZ": 9}, 50, True, True),
        ({"FD": 2, "AU": 9, "ZZ": 9}, 49, True, False),
        ({"FD": 2}, 50, False, False), ({"AU": 9, "ZZ": 9}, 50, True, False),
    ],
)  # fmt: skip
def test_only_the_loss_of_distortion_units_shows_a_ship(cargo, share, disguised, known):
    _, target, log, _ = _hit(share, cargo=cargo, disguised=disguised)
    expected = [{"disguise": "CT ???", "ship": "CT Ghost", "owner": "Klingon"}]
    assert log.of(messages.REVEALED) == (expected if known else [])
    assert target.revealed is known


@pytest.mark.rule("FH-FD-008", "FH-AMBUSH-010")
@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ({}, True), ({"disguised": False}, False), ({"revealed": True}, False),
        ({"ship": None}, False), ({"disguised": False, "revealed": True, "ship": None}, False),
    ],
)  # fmt: skip
def test_a_disguise_is_lost_once(facts, known):
    scene, _, _, target = _bout(**facts)
    log = Told()
    for _ in range(2):
        hits.reveal(scene.battle, target, log)
    assert len(log.of(messages.REVEALED)) == known


@pytest.mark.rule("FH-HIJACK-003", "FH-HIJACK-004", "FH-FD-008")
@pytest.mark.parametrize(
    ("enmity", "act", "state"),
    [
        (HostileAct.HIJACK, ActionKind.DEEP_SPACE, FighterState.HIJACKED),
        (HostileAct.HIJACK, ActionKind.ATTACK, FighterState.HIJACKED),
        (HostileAct.HIJACK, ActionKind.BOMBARDMENT, FighterState.DESTROYED),
        (HostileAct.ATTACK, ActionKind.DEEP_SPACE, FighterState.DESTROYED),
    ],
)
def test_a_ship_that_is_beaten_is_captured_by_hijackers(enmity, act, state):
    _, target, log, scene = _hit(40, age=40, cargo={"CU": 5}, enmity=enmity, act=act)
    # 3 * 200 * (60 - 40) / 200 for the hull, 5 / 2 for its cargo
    gain = RULEBOOK_BATTLES.capture_percent * 62 // 100 if state is FighterState.HIJACKED else 0
    assert (target.state, scene.battle.sides[0].gained) == (state, gain)
    assert log.of(messages.HIJACKED) == ([{"ship": "CT ???", "amount": gain}] if gain else [])
    assert len(log.of(messages.DESTROYED)) == (not gain)
    assert log.of(messages.KILLER) == [{"shooter": "BC Fist"}]
    assert len(log.of(messages.REVEALED)) == 1
    assert target.cargo == {"CU": 5}


@pytest.mark.rule("FH-HIJACK-003")
def test_hijackers_lose_no_cargo_of_their_prize():
    _, target, _, scene = _hit(20, cargo={"CU": 5}, enmity=HostileAct.HIJACK)
    assert (target.state, target.cargo) == (FighterState.FIGHTING, {"CU": 5})
    assert scene.battle.sides[0].gained == 0


# a hit on a colony


@pytest.mark.rule("FH-ENGAGE-018", "FH-HIJACK-005", "FH-PD-003")
@pytest.mark.parametrize(
    ("lost", "left", "units", "were"),
    [(1, 9, "PD", "was"), (2, 8, "PDs", "were"), (10, 0, "PDs", "were")],
)
@pytest.mark.parametrize("enmity", [HostileAct.ATTACK, HostileAct.HIJACK])
def test_a_hit_on_a_colony_destroys_defenses_and_nothing_else(lost, left, units, were, enmity):
    scene, _, shooter, target = _bout(
        kind=FighterKind.COLONY, ship=None, name="PL Rock", defenses=10, cargo={"PD": 10, "CU": 3},
        enmity=enmity,
    )  # fmt: skip
    target.cargo = {"PD": 10, "CU": 3}
    log = Told()
    hits.lose_defenses(shooter, target, lost, log)
    assert (target.defenses, target.state) == (left, FighterState.FIGHTING)
    assert target.cargo == ({"PD": left, "CU": 3} if left else {"CU": 3})
    facts = {"count": lost, "units": units, "were": were, "planet": "PL Rock", "shooter": "BC Fist"}
    assert log.of(messages.DEFENSES_LOST) == [facts]
    assert log.of(messages.DEFENSES_GONE) == ([] if left else [{"planet": "PL Rock"}])
    assert scene.battle.sides[0].gained == 0


@pytest.mark.rule("FH-SUMMARY-001")
@pytest.mark.parametrize(
    ("kind", "hit", "aim", "outcome"),
    [
        (FighterKind.WARSHIP, True, "CT ???", "hits"),
        (FighterKind.COLONY, False, "CT ??? defenses", "misses"),
    ],
)
def test_every_shot_is_told(kind, hit, aim, outcome):
    _, _, shooter, target = _bout(kind=kind)
    log = Told()
    hits.report_shot(shooter, target, log, hit=hit)
    assert log.of(messages.SHOT) == [{"shooter": "BC Fist", "target": aim, "outcome": outcome}]


# ships that are thrown out


def _thrown(item, faces, *, sector=SECTOR, success=True):
    _, _, shooter, target = _bout(orbit=1)
    left = list(faces)
    hits.try_to_force(sector, shooter, target, item, lambda _: left.pop(0), Told(), success=success)
    return target.state, target.orbit, target.destination


@pytest.mark.rule("FH-FM-004")
@pytest.mark.parametrize(
    ("faces", "sector"), [((100, 1, 57), (99, 0, 56)), ((1, 99, 100), (0, 98, 99))]
)
def test_a_forced_misjump_leads_anywhere(faces, sector):
    assert _thrown("FM", faces) == (FighterState.FORCED, 0, sector)


@pytest.mark.rule("FH-FJ-002")
@pytest.mark.parametrize(
    ("faces", "sector"),
    [((1, 5, 2), (10, 15, 9)), ((3, 4, 3, 3, 1, 5), (13, 11, 12)), ((2, 2, 4), (11, 12, 11))],
)
def test_a_forced_jump_leads_one_or_two_parsecs_away_on_each_axis(faces, sector):
    assert _thrown("FJ", faces) == (FighterState.FORCED, 0, sector)


@pytest.mark.rule("FH-FJ-002")
def test_a_forced_jump_does_not_lead_below_zero():
    assert _thrown("FJ", (1, 2, 1), sector=(0, 1, 1))[2] == (0, 0, 0)
    assert _thrown("FJ", (5, 5, 4), sector=(0, 1, 1))[2] == (2, 3, 2)


@pytest.mark.rule("FH-FM-003")
@pytest.mark.parametrize("item", ["FJ", "FM"])
def test_a_lock_that_does_not_hold_changes_nothing(item):
    assert _thrown(item, (), success=False) == (FighterState.FIGHTING, 1, None)


@pytest.mark.rule("FH-WITHDRAW-011")
def test_a_ship_that_withdraws_is_out_of_the_battle_at_once():
    _, _, _, target = _bout(orbit=1)
    log = Told()
    hits.withdraw(target, log)
    assert (target.state, target.orbit, target.gone) == (FighterState.WITHDREW, 0, True)
    assert len(log.of(messages.WITHDREW)) == 1


@pytest.mark.rule("FH-WITHDRAW-010")
@pytest.mark.parametrize(
    ("kind", "sub_light", "can"),
    [
        (FighterKind.WARSHIP, False, True),
        (FighterKind.TRANSPORT, False, True),
        (FighterKind.STARBASE, False, False),
        (FighterKind.COLONY, False, False),
        (FighterKind.WARSHIP, True, False),
        (FighterKind.TRANSPORT, True, False),
        (FighterKind.STARBASE, True, False),
    ],
)
def test_who_can_withdraw(kind, sub_light, can):
    assert fighter(kind=kind, sub_light=sub_light).can_leave is can


# a colony that is wiped out


@pytest.mark.rule("FH-GERM-006", "FH-BOMB-002")
def test_of_a_wiped_out_colony_nothing_is_left_but_its_name():
    colony = Colony(
        name="Rock", place=Place(SECTOR, 1), status=Status.COLONY | Status.POPULATED,
        mining_base=9, manufacturing_base=8, population=7, shipyards=2, hiding=1, ambush=5,
        items={"RM": 6}, mining_units=Units(installing=4), manufacturing_units=Units(installing=3),
    )  # fmt: skip
    blank = Colony(name="Rock", place=Place(SECTOR, 1), status=int(Status.COLONY))
    ship, low, new, gone, elsewhere = (
        _ship(), _ship(where=ShipLocation.LANDED), _ship(where=ShipLocation.BUILDING), _ship(),
        _ship(place=Place(SECTOR, 2)),
    )  # fmt: skip
    species = Species(id="Klingon", colonies=[colony], ships=[ship, low, new, gone, elsewhere])
    target = fighter(1, kind=FighterKind.COLONY, colony=colony, defenses=50, cargo=colony.items)
    foe = fighter(0, ship=_ship())
    near, left, far = (fighter(1, ship=ship) for ship in (ship, gone, elsewhere))
    left.state = FighterState.WITHDREW
    battle = SectorBattle(
        sector=SECTOR, sides=[side(0), side(1)], fighters=[foe, target, near, left, far]
    )
    bombardment.wipe_out(battle, species, target)
    assert colony == blank
    assert (target.defenses, target.state) == (0, FighterState.FIGHTING)
    assert species.ships == [None, None, None, gone, elsewhere]
    states = [fighting.state for fighting in (foe, near, left, far)]
    assert states == [
        FighterState.FIGHTING,
        FighterState.DESTROYED,
        FighterState.WITHDREW,
        FighterState.FIGHTING,
    ]


@pytest.mark.rule("FH-GERM-003", "FH-GERM-004", "FH-GERM-005")
def test_each_carrier_drops_all_its_bombs_once_and_on_a_colony():
    rock, post = (fighter(1, kind=FighterKind.COLONY) for _ in range(2))
    ship, other = (fighter(0, cargo={"GW": count, "CU": 1}) for count in (2, 3))
    dropped = _Drop()
    for carrier, target in ((ship, fighter(1)), (ship, rock), (ship, post), (other, rock)):
        dropped.drop(carrier, target)
    assert dropped.bombs == {(id(rock), 0): 5, (id(post), 0): 0}
    assert (ship.cargo, other.cargo) == ({"CU": 1}, {"CU": 1})
