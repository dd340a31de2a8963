"""Properties of battles, for any fleets and orders."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import horizons_core as hz
from tests.effort import tries
from tests.variants.far_horizons.battlefields import (
    ENGINE,
    FIELD,
    Told,
    battlefield,
    combat,
    duel,
    fighter,
    side,
)
from tests.variants.far_horizons.single_steps import Fair, step
from tools.far_horizons_parity import rounds
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.model import (
    ActionKind,
    FighterKind,
    FighterState,
    WithdrawalLimits,
)
from variants.far_horizons.dice import dice_of
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

WAYS = [
    {},
    {**ENGINE, "forgiving": True},
]


def _fair(key):
    return dice_of(hz.Stream.from_key("laws", key))


_SHIPS = some.builds(
    fighter,
    some.integers(0, 2),
    kind=some.sampled_from([FighterKind.WARSHIP, FighterKind.TRANSPORT, FighterKind.STARBASE]),
    tonnage=some.integers(1, 300),
    age=some.integers(-1, 49),
    sub_light=some.booleans(),
    cargo=some.dictionaries(some.sampled_from(["CU", "FJ", "FM", "GU3", "SG2"]),
                            some.integers(1, 40), max_size=3),
    state=some.sampled_from([FighterState.FIGHTING, FighterState.FIGHTING, FighterState.RESERVE]),
)  # fmt: skip
_COLONIES = some.builds(
    fighter,
    some.integers(0, 2),
    kind=some.just(FighterKind.COLONY),
    defenses=some.integers(0, 5000),
)
_LEVELS = some.integers(0, 120)


def _sides(draw):
    return [
        side(
            index,
            military=draw(_LEVELS),
            life_support=draw(_LEVELS),
            gravitics=draw(_LEVELS),
            limits=WithdrawalLimits(transports=draw(some.integers(0, 100)),
                          warships=draw(some.integers(0, 100)),
                          fleet=draw(some.integers(0, 100))),
            surprised=draw(some.booleans()),
            disguised=draw(some.booleans()),
            favourite=draw(some.sampled_from([None, *FighterKind])),
        )
        for index in range(3)
    ]  # fmt: skip


@given(
    some.data(),
    some.lists(some.one_of(_SHIPS, _COLONIES), min_size=2, max_size=9),
    some.sampled_from([RULEBOOK_BATTLES, ENGINE_1999_BATTLES]),
    some.integers(0, 99),
)
@settings(max_examples=tries(80), deadline=None)
def test_what_a_fight_leaves_behind(data, fighters, rules, key):
    for unit in fighters:
        if unit.kind is FighterKind.COLONY:
            unit.cargo = {"PD": unit.defenses} if unit.defenses else {}
    act = (
        ActionKind.ATTACK
        if any(f.kind is FighterKind.COLONY for f in fighters)
        else ActionKind.DEEP_SPACE
    )
    before = copy.deepcopy(fighters)
    sides = _sides(data.draw)
    scene, action = duel(*fighters, sides=sides, act=act, rules=rules, rounds=60)
    course = rounds.fight(scene, action, _fair(key), Told())
    assert course.hits <= course.shots
    for old, new in zip(before, fighters, strict=True):
        assert (new.state in (FighterState.DESTROYED, FighterState.HIJACKED)) == (new.age > 49)
        assert new.age >= old.age
        assert 0 <= new.shields <= max(new.defense, 0) or not new.shields
        assert 0 <= new.shield_percent <= 100
        assert new.defenses <= old.defenses
        assert all(0 < count <= old.cargo[item] for item, count in new.cargo.items())
        if new.kind is FighterKind.COLONY:
            assert new.cargo.get("PD", 0) == new.defenses
        if not new.can_leave:
            assert new.state is not FighterState.WITHDREW
        assert (new.destination is not None) == (new.state is FighterState.FORCED)
        if new.tonnage == old.tonnage and old.state is FighterState.RESERVE:
            assert new.state is not FighterState.RESERVE or new.age == old.age


_WORDS = some.sampled_from(
    ["BATTLE", "ATTACK", "HIJACK", "ENGAGE", "HAVEN", "HIDE", "SUMMARY", "TARGET", "WITHDRAW",
     FIELD, "12 13", "0", "1", "4 1", "7 1", "5 2", "-3", "99999999999999999999", "3", "SP Klingon",
     "SP Human", "SP 40", "SP", "DD One", "TR5 Mule", "PL Rock", ",", "6 1", "101", "2 1", ";"]
)  # fmt: skip
_LINES = some.lists(some.lists(_WORDS, max_size=5).map(" ".join), max_size=14).map("\n".join)


def _crowd():
    landed = {"at": f"{FIELD} #1", "status": "landed"}
    new = {"at": f"{FIELD} #1", "status": "building"}
    fleet = {"DD One": {}, "TR5 Mule": landed, "BAS Base": {"tons": 150000, "cargo": {"FJ": 30}},
             "CT New": new, "DDS Slow": {}}  # fmt: skip
    game = battlefield(
        {"Human": fleet, "Klingon": fleet, "Romulan": {"CT Ghost": {"cargo": {"FD": 2}}}},
        {"Klingon": {"Rock": {"mining_base": 10, "items": {"PD": 300, "GU9": 60}}},
         "Human": {"Fort": {"at": f"{FIELD} #2", "ambush": 90, "items": {"PD": 10}}}},
        Human={"techs": {"GV": 0}, "enemies": ["Klingon"]},
        Klingon={"techs": {"LS": 0}, "met": ["Human"], "allies": ["Human", "Romulan"]},
        Romulan={"techs": {"ML": 0, "GV": 0}},
    )  # fmt: skip
    for species in game.empires:
        species.ships.append(None)
        species.colonies.append(None)
    return game


@given(_LINES, _LINES, some.sampled_from(["combat", "strikes"]), some.sampled_from(WAYS),
       some.integers(0, 99))  # fmt: skip
@settings(max_examples=tries(80), deadline=None)
def test_nothing_that_is_written_stops_a_phase(human, klingon, phase, way, key):
    game = _crowd()
    orders = {"Human": f"BATTLE {FIELD}\n{human}", "Klingon": f"BATTLE {FIELD}\n{klingon}"}
    fought = step(phase, game, orders, chance=Fair(key), **way)
    assert fought.log("Human").count("End of battle") == 1
    for species in fought.game.empires:
        for ship in species.living_ships():
            assert ship.age <= 49 or ship.where == 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("phase", ["combat", "strikes"])
def test_hard_orders(way, phase):
    lines = [f"BATTLE {FIELD}", f"BATTLE {FIELD}", "ATTACK SP Human", "ATTACK SP Human",
             "HIJACK SP Klingon", "ATTACK 0", "ENGAGE 1", "ENGAGE 3", "ENGAGE 4 9", "ENGAGE 5 1",
             "ENGAGE 6 1", "ENGAGE 7 1", "WITHDRAW 0 0 0", f"HAVEN {FIELD}"]  # fmt: skip
    game = _crowd()
    fought = step(phase, game, {name: "\n".join(lines) for name in ("Human", "Klingon", "Romulan")},
                  **way)  # fmt: skip
    assert "End of battle" in fought.log("Human")


def test_the_dice_of_a_battle_are_not_those_of_another():
    """Orders for one sector shift no die in another (and in no other phase)."""
    ships = {"Human": {"DD One": {}, "DD Two": {"at": "9 9 9"}},
             "Klingon": {"DD Bird": {}, "DD Claw": {"at": "9 9 9"}}}  # fmt: skip
    game = battlefield(ships)
    here_text = f"BATTLE {FIELD}\nATTACK SP Klingon\nENGAGE 3"
    orders = "BATTLE 9 9 9\nATTACK SP Klingon\nENGAGE 3"
    alone = step("combat", game, {"Human": orders})
    both = step("combat", game, {"Human": f"{here_text}\n{orders}"})
    log = both.log("Human")
    assert alone.log("Human").partition("Combat log:")[2] == log[log.rindex("Combat log:") + 11 :]


@pytest.mark.parametrize(
    "stronger", [{"tonnage": 20}, {"cargo": {"GU2": 1}}, {"cargo": {"SG2": 1}}]
)
def test_what_makes_a_ship_stronger_helps_it(stronger):
    def wins(facts, runs=150):
        held = 0
        for key in range(runs):
            mine = fighter(0, **facts)
            scene, action = duel(mine, fighter(1))
            rounds.fight(scene, action, _fair(key), Told())
            held += not mine.gone
        return held

    assert wins(stronger) > wins({})
    assert wins({"age": 12}) < wins({})


def test_orders_of_the_rulebook_and_the_engine_reach_the_same_places():
    game = _crowd()
    for way in WAYS:
        fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3\nENGAGE 4 1", options=way)
        assert "The battle" in fought.log("Human")
