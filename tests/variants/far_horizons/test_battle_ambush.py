"""Ambushes, from the money of production to the ships of the strike phase."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import step
from variants.far_horizons.battle.ambushes import Tonnage, ambush_spending, effective_aging
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

AMBUSH = "ATTACK SP Klingon"


def _game(amount=710, klingon=None, human=None, **species):
    """The Human waits with FF, DD and an ambush; the Klingon has come with FF, DD and TR7."""
    victims = {"FF K1": {}, "DD K2": {}, "TR7 K3": {}} if klingon is None else klingon
    ours = {"FF H1": {}, "DD H2": {}} if human is None else human
    fort = {"mining_base": 10, "ambush": amount}
    return battlefield({"Human": ours, "Klingon": victims}, {"Human": {"Fort": fort}}, **species)


def _ages(fought, species="Klingon"):
    return {ship.name: ship.age for ship in fought.species(species).living_ships()}


def _strike(game, orders=AMBUSH, **options):
    return combat(game, phase="strikes", Human=orders, options=options)


@pytest.mark.rule("FH-AMBUSH-004")
@pytest.mark.parametrize(
    ("spent", "warships", "transports", "aging"),
    [(710, 25, 7, 27), (100, 10, 0, 10), (100, 0, 20, 50), (9, 10, 0, 0), (9, 0, 0, 0)],
)
def test_effective_aging(spent, warships, transports, aging):
    assert (
        effective_aging(spent, Tonnage(warships, transports), warships, RULEBOOK_BATTLES) == aging
    )


@pytest.mark.rule("FH-AMBUSH-004", "FH-AMBUSH-008")
@pytest.mark.parametrize(
    ("spent", "warships", "transports", "forces", "aging"),
    [(710, 25, 7, 25, 27), (710, 25, 7, 12, 12), (710, 25, 7, 50, 54), (710, 25, 7, 0, 0),
     (100, 0, 20, 0, 50), (9, 0, 0, 0, 0)],
)  # fmt: skip
def test_the_ratio_of_warships_counts(spent, warships, transports, forces, aging):
    assert effective_aging(spent, Tonnage(warships, transports), forces, RULEBOOK_BATTLES) == aging


@pytest.mark.rule("FH-AMBUSH-004", "FH-AMBUSH-008")
def test_in_the_engine_an_ambush_has_a_tenth_of_its_effect_for_each_victim():
    assert effective_aging(710, Tonnage(25, 7), 25, ENGINE_1999_BATTLES) == 2
    two = battlefield(
        {"Human": {"BC H1": {}, "BC H2": {}}, "Klingon": {"FF K1": {}}, "Romulan": {"FF R1": {}}},
        {"Human": {"Fort": {"mining_base": 10, "ambush": 500}}},
    )
    fought = _strike(two, "ATTACK SP Klingon\nATTACK SP Romulan", **ENGINE)
    once = effective_aging(500, Tonnage(20, 0), 80, ENGINE_1999_BATTLES)
    assert _ages(fought) == {"K1": 2 * once}
    fought = _strike(two, "ATTACK SP Klingon\nATTACK SP Romulan")
    assert "was ambushed by SP Human" in fought.log("Klingon")


@pytest.mark.rule("FH-AMBUSH-002")
@pytest.mark.rule("FH-AMBUSH-003")
@pytest.mark.rule("FH-AMBUSH-005")
def test_an_ambush_ages_all_ships_of_the_attacked():
    fought = _strike(_game())
    assert _ages(fought) == {"K1": 27, "K2": 27, "K3": 27}
    assert _ages(fought, "Human") == {"H1": 0, "H2": 0}
    assert "SP Klingon was ambushed by SP Human!" in fought.log("Klingon")
    assert "first punch" not in fought.log("Human")


@pytest.mark.rule("FH-AMBUSH-004", "FH-AMBUSH-005")
def test_ships_elsewhere_are_not_ambushed_and_do_not_lessen_it():
    near = {"FF K1": {}, "DD K2": {}, "TR7 K3": {}}
    fought = _strike(_game(klingon={**near, "BC K4": {"at": "1 2 3"}}))
    assert _ages(fought) == {"K1": 27, "K2": 27, "K3": 27, "K4": 0}


@pytest.mark.rule("FH-AMBUSH-002")
@pytest.mark.parametrize(("orders", "works"), [("", False), ("ATTACK SP Klingon", True),
                                               ("HIJACK SP Klingon", True)])  # fmt: skip
def test_an_ambush_needs_an_attack_order(orders, works):
    assert (_ages(_strike(_game(), orders))["K1"] == 27) == works


@pytest.mark.rule("FH-AMBUSH-002")
def test_in_the_engine_an_ally_of_the_attacked_may_ambush_too():
    friends = {"met": ["Romulan"], "allies": ["Romulan"]}
    game = battlefield(
        {"Human": {"FF H1": {}, "DD H2": {}}, "Klingon": {"FF K1": {}}, "Romulan": {"PB R1": {}}},
        {"Human": {"Fort": {"mining_base": 10, "ambush": 5000}}},
        Human=friends,
    )
    orders = {"phase": "strikes", "Klingon": "ATTACK SP Romulan"}
    assert combat(game, **orders).ship("Klingon", "K1").age == 0
    assert combat(game, options=ENGINE, **orders).ship("Klingon", "K1") is None


@pytest.mark.rule("FH-AMBUSH-005")
@pytest.mark.parametrize(("age", "destroyed"), [(22, False), (23, True)])
def test_who_is_older_than_49_is_destroyed(age, destroyed):
    klingon = {"FF K1": {"age": age}, "DD K2": {}, "TR7 K3": {"cargo": {"CU": 3}, "age": 40}}
    fought = _strike(_game(klingon=klingon))
    assert (fought.ship("Klingon", "K1") is None) == destroyed
    assert ("FF K1 was destroyed in the ambush!" in fought.log("Human")) == destroyed
    assert "TR7 K3 (3 CU) was destroyed in the ambush!" in fought.log("Human")


@pytest.mark.rule("FH-AMBUSH-005")
def test_unfinished_ships_do_not_outlive_an_ambush():
    new = {"FF K1": {"at": f"{FIELD} #1", "status": "building"}, "DD K2": {}, "TR7 K3": {}}
    game = _game(7100, klingon=new)
    assert _ages(_strike(game)) == {}
    assert list(_ages(_strike(_game(71000, klingon=new), **ENGINE))) == ["K1"]


@pytest.mark.rule("FH-AMBUSH-006")
def test_without_enemies_the_money_is_wasted():
    fought = _strike(_game(klingon={}))
    assert "no one to fight with" in fought.log("Human")
    assert fought.species("Human").treasury == 0
    weak = _strike(_game(9))
    assert "completely ineffective" in " ".join(weak.log("Klingon").split())


@pytest.mark.rule("FH-AMBUSH-006")
@pytest.mark.parametrize(("spent", "age"), [(0, 0), (1, 1)])
def test_an_ambush_takes_some_money(spent, age):
    fought = _strike(_game(spent, klingon={"PB K1": {}}, human={"PB H1": {}}))
    assert _ages(fought) == {"K1": age}
    assert "ineffective" not in " ".join(fought.log("Human").split())


@pytest.mark.rule("FH-AMBUSH-006")
def test_who_has_paid_nothing_holds_up_no_other_ambush():
    ships = {species: {f"PB {species}": {}} for species in ("Human", "Klingon", "Romulan")}
    castle = {"Castle": {"at": f"{FIELD} #2", "mining_base": 10, "ambush": 3}}
    game = battlefield(ships, {"Romulan": castle})
    both = combat(game, phase="strikes", Human=AMBUSH, Romulan=AMBUSH)
    assert _ages(both) == {"Klingon": 3}


@pytest.mark.rule("FH-AMBUSH-007")
def test_amounts_of_several_planets_and_species_add_up():
    forts = {"Fort": {"mining_base": 10, "ambush": 400},
             "Rock": {"at": f"{FIELD} #2", "mining_base": 10, "ambush": 310}}  # fmt: skip
    ships = {"Human": {"FF H1": {}, "DD H2": {}}, "Romulan": {"FF R1": {}, "DD R2": {}},
             "Klingon": {"FF K1": {}, "DD K2": {}, "TR7 K3": {}}}  # fmt: skip
    castle = {"Castle": {"at": f"{FIELD} #2", "mining_base": 10, "ambush": 257}}
    game = battlefield(ships, {"Human": forts, "Romulan": castle})
    assert _ages(_strike(game)) == {"K1": 27, "K2": 27, "K3": 27}
    both = combat(game, phase="strikes", Human=AMBUSH, Romulan=AMBUSH)
    assert _ages(both)["K1"] == 27 + 10 * 257 // 257


@pytest.mark.rule("FH-AMBUSH-007", "FH-AMBUSH-008")
@pytest.mark.parametrize(("ours", "aging"), [({}, 0), ({"FF R1": {}, "DD R2": {}}, 10)])
def test_money_of_an_ally_counts_by_its_own_warships(ours, aging):
    castle = {"Castle": {"at": f"{FIELD} #2", "mining_base": 10, "ambush": 257}}
    ships = {"Human": {"FF H1": {}, "DD H2": {}}, "Romulan": ours,
             "Klingon": {"FF K1": {}, "DD K2": {}, "TR7 K3": {}}}  # fmt: skip
    game = battlefield(ships, {"Romulan": castle})
    both = combat(game, phase="strikes", Human=AMBUSH, Romulan=AMBUSH)
    assert _ages(both)["K1"] == aging


@pytest.mark.rule("FH-AMBUSH-007")
def test_what_was_spent_in_other_sectors_does_not_count():
    near = {"Fort": {"mining_base": 10, "ambush": 20},
            "Low": {"at": "10 10 10 #4", "mining_base": 10, "ambush": 1},
            "High": {"at": "15 10 10 #2", "mining_base": 10, "ambush": 300}}  # fmt: skip
    game = battlefield({"Human": {"FF H1": {}}}, {"Human": near})
    assert ambush_spending(game.empire("Human"), (12, 13, 10)) == 20


@pytest.mark.rule("FH-AMBUSH-009")
def test_at_the_end_of_a_wormhole_an_ambush_counts_twice():
    now = {"FF K1": {"moved": "wormhole"}, "DD K2": {"through_wormhole": True}, "TR7 K3": {}}
    game = _game(355, klingon=now)
    assert _ages(_strike(game)) == {"K1": 26, "K2": 13, "K3": 13}
    game = _game(2200, klingon=now)
    engine = _ages(_strike(game, **ENGINE))
    assert engine["K2"] == 2 * engine["K1"] == 2 * engine["K3"]


@pytest.mark.rule("FH-AMBUSH-001")
@pytest.mark.rule("FH-AMBUSH-003")
def test_an_ambush_from_its_money_to_its_end():
    fort = {"at": f"{FIELD} #2", "mining_base": 100, "manufacturing_base": 100}
    ships = {"Human": {"FF H1": {}, "DD H2": {}}, "Klingon": {"FF K1": {}, "DD K2": {}}}
    game = battlefield(ships, {"Human": {"Fort": fort}}, Human={"techs": {"LS": 90}})
    paid = step("production", game, {"Human": "PRODUCTION PL Fort\nAMBUSH 250"})
    struck = combat(paid.game, phase="strikes", Human=AMBUSH)
    assert _ages(struck) == {"K1": 10, "K2": 10}
    assert "the first punch" not in struck.log("Human")
    ended = step("finish", struck.game)
    assert ended.colony("Human", "Fort").ambush == 0


@pytest.mark.rule("FH-AMBUSH-003")
@pytest.mark.parametrize(
    ("amount", "orders", "idle"),
    [(0, AMBUSH, True), (710, AMBUSH, False), (0, f"{AMBUSH}\nENGAGE 3", False)],
)
def test_a_battle_with_neither_ambush_nor_fight_says_so(amount, orders, idle):
    fought = _strike(_game(amount), orders)
    assert ("the first punch" in fought.log("Human")) == idle


@pytest.mark.rule("FH-AMBUSH-010")
def test_a_distorted_ship_lost_in_an_ambush_is_known():
    ghost = {"CT Ghost": {"cargo": {"FD": 2}}}
    fought = _strike(_game(71000, klingon=ghost), "ATTACK SP Klingon")
    log = " ".join(fought.log("Human").split())
    assert "CT ??? was destroyed in the ambush!" in log
    assert "it is CT Ghost, owned by SP Klingon!" in log
