"""Effects on planets: bombardment, germ warfare and siege."""

from __future__ import annotations

import pytest

from tests.effort import tries
from tests.variants.far_horizons.battlefields import (
    ENGINE,
    FIELD,
    battlefield,
    combat,
    duel,
    fighter,
    side,
)
from tests.variants.far_horizons.single_steps import Fair, Falls, step
from variants.far_horizons.battle import bombardment
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.bombardment import chance_of
from variants.far_horizons.battle.fight import report_nothing
from variants.far_horizons.battle.model import FighterKind
from variants.far_horizons.model import Colony, Place, Ship, ShipLocation, Species, Status
from variants.far_horizons.model.transactions import TransactionKind as Deal
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

BOMB, GERMS, SIEGE = (f"ATTACK SP Klingon\nENGAGE {option} 1" for option in (5, 6, 7))
ORBIT = {"at": f"{FIELD} #1"}
FLEET = {"CA Front": ORBIT, "TR40 Plague": {**ORBIT, "cargo": {"GW": 9}}}
STRONG = {"techs": {"ML": 50, "BI": 60}}
MEEK = {"techs": {"ML": 0, "BI": 10}}


def _colony(**facts):
    return Colony(name="Rock", place=Place((12, 13, 10), 1), **facts)


def _bombed(colony, damage, rules=RULEBOOK_BATTLES, notify=report_nothing):
    """Let a colony suffer a bombardment of this damage B; its species."""
    species = Species(id="Klingon", colonies=[colony])
    target = fighter(1, kind=FighterKind.COLONY, colony=colony, cargo=colony.items)
    sides = [side(0), side(1, species=species)]
    scene, _ = duel(fighter(0), target, sides=sides, rules=rules)
    bombardment.damage_colony(scene, target, damage, notify)
    return species


# bombardment


@pytest.mark.rule("FH-BOMB-002")
@pytest.mark.parametrize(
    ("damage", "bases", "share", "after"),
    [
        (1_903_500, (1260, 1240, 1500), 100, (0, 0, 0)),
        (95_000, (1260, 1000, 1500), 5, (1197, 950, 1425)),
        (1_903_500, (1500, 1500, 1500), 83, (255, 255, 255)),
    ],
)
def test_damage_of_a_bombardment(damage, bases, share, after):
    mining, manufacturing, population = bases
    colony = _colony(mining_base=mining, manufacturing_base=manufacturing, population=population,
                     status=Status.POPULATED)  # fmt: skip
    assert bombardment.damage_percent(damage, colony) == share
    _bombed(colony, damage)
    assert (colony.mining_base, colony.manufacturing_base, colony.population) == after
    assert colony.populated == any(after)


@pytest.mark.rule("FH-BOMB-002")
@pytest.mark.parametrize(
    ("damage", "base", "items", "share"),
    [
        (500, 0, {}, 0), (500, 0, {"CU": 9}, 65), (1_000, 1, {}, 101),
        (1_903_599, 2499, {"CU": 1}, 100), (1_903_600, 2499, {"CU": 1}, 100),
        (9_519, 2_000, {}, 0), (1_903_600, 2_475, {}, 101), (1_903_600, 2_476, {}, 100),
        (1_000, 250, {}, 0), (1_000, 51, {}, 2), (1_000, 52, {}, 2), (1_001, 52, {}, 2),
        (10**13, 10, {}, 101),
    ],
)  # fmt: skip
def test_the_share_that_a_bombardment_takes(damage, base, items, share):
    assert bombardment.damage_percent(damage, _colony(mining_base=base, items=items)) == share


@pytest.mark.rule("FH-BOMB-002", "FH-BOMB-004")
def test_the_least_damage_spares_the_stock():
    _bombed(colony := _colony(mining_base=1260, population=9, items={"PD": 900}), 1)
    assert (colony.mining_base, colony.items) == (1259, {"PD": 900})


@pytest.mark.rule("FH-BOMB-002")
def test_stock_and_shipyards_suffer_too():
    colony = _colony(mining_base=1000, shipyards=2, items={"PD": 55}, status=Status.POPULATED)
    damage = next(n for n in range(0, 10**7, 100) if bombardment.damage_percent(n, colony) == 40)
    _bombed(colony, damage)
    assert (colony.items, colony.shipyards) == ({"PD": 33}, 2)


@pytest.mark.rule("FH-BOMB-004")
def test_a_bombardment_always_does_some_damage():
    def weak():
        return _colony(mining_base=1260, manufacturing_base=1000, population=1500)

    colony = weak()
    _bombed(colony, 500)
    assert (colony.mining_base, colony.manufacturing_base) == (1259, 1000)
    _bombed(colony := weak(), 500, ENGINE_1999_BATTLES)
    assert (colony.mining_base, colony.manufacturing_base) == (1260, 1000)
    _bombed(colony := _colony(mining_base=4, manufacturing_base=5), 1)
    assert (colony.mining_base, colony.manufacturing_base) == (4, 4)
    _bombed(colony := _colony(mining_base=1, population=9), 1)
    assert (colony.mining_base, colony.population) == (0, 9)
    _bombed(colony := _colony(population=9, items={"CU": 1}), 1)
    assert (colony.population, colony.items) == (8, {"CU": 1})
    _bombed(colony := _colony(items={"CU": 3}), 1)
    assert colony.items["CU"] == 2


@pytest.mark.rule("FH-BOMB-004")
@pytest.mark.parametrize(
    ("damage", "rules", "expected"),
    [
        (300_000, RULEBOOK_BATTLES, ["base-bombed"]),
        (300_000, ENGINE_1999_BATTLES, ["base-bombed"]),
        (1, RULEBOOK_BATTLES, ["base-bombed"]),
        (1, ENGINE_1999_BATTLES, ["bombardment-insignificant"]),
    ],
)
def test_what_is_told_of_the_damage_to_bases(damage, rules, expected):
    kinds = []
    _bombed(_colony(mining_base=900), damage, rules, lambda kind, **_: kinds.append(kind.code))
    assert kinds == expected


@pytest.mark.rule("FH-BOMB-004")
def test_of_damage_to_the_people_alone_it_is_told_that_it_was_little():
    kinds = []
    colony = _colony(population=9, items={"CU": 1})
    _bombed(colony, 1, notify=lambda kind, **_: kinds.append(kind.code))
    assert kinds == ["bombardment-light"]


@pytest.mark.rule("FH-BOMB-003")
def test_ten_strike_cruisers_of_level_50_wipe_out_a_heavily_populated_planet():
    fleet = {f"CS Ten {i}": ORBIT for i in range(10)}
    rock = {"mining_base": 120, "manufacturing_base": 80, "population": 300, "shipyards": 1}
    landed = {"DD Wreck": {**ORBIT, "status": "building"}}
    game = battlefield({"Human": fleet, "Klingon": landed}, {"Klingon": {"Rock": rock}},
                       Human=STRONG, Klingon=MEEK)  # fmt: skip
    fought = combat(game, Human=BOMB)
    rock = fought.colony("Klingon", "Rock")
    assert (rock.base, rock.population, rock.shipyards, rock.populated) == (0, 0, 0, False)
    assert fought.ship("Klingon", "Wreck") is None
    assert "completely wiped out" in fought.log("Klingon")


@pytest.mark.rule("FH-BOMB-006")
def test_the_highest_base_is_the_original_one():
    home = _colony(mining_base=1800, status=Status.HOME | Status.POPULATED)
    species = _bombed(home, 400_000)
    assert home.mining_base < 1800
    assert species.home_base == 1800
    species.colonies = [home]
    home.mining_base = 950
    target = fighter(1, kind=FighterKind.COLONY, colony=home, cargo=home.items)
    scene, _ = duel(fighter(0), target, sides=[side(0), side(1, species=species)])
    bombardment.damage_colony(scene, target, 1000, report_nothing)
    assert species.home_base == 1800


@pytest.mark.rule("FH-ENGAGE-018")
def test_an_attack_does_no_harm_to_bases():
    rock = {"mining_base": 61.8, "manufacturing_base": 56.2, "items": {"PD": 300}}
    game = battlefield({"Human": {"BC Fist": ORBIT}}, {"Klingon": {"Rock": rock}}, Human=STRONG)
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 4 1")
    rock = fought.colony("Klingon", "Rock")
    assert rock.items.get("PD", 0) == 0
    assert (rock.mining_base, rock.manufacturing_base) == (618, 562)


@pytest.mark.rule("FH-BOMB-001")
def test_undefeated_planets_are_not_bombed():
    rock = {"mining_base": 60, "items": {"PD": 30_000}}
    game = battlefield({"Human": {"PB One": ORBIT}}, {"Klingon": {"Rock": rock}})
    fought = combat(game, Human=BOMB, options={"chance": None})
    assert "Bombardment" not in fought.log("Human")
    assert fought.colony("Klingon", "Rock").mining_base == 600


# germ warfare


@pytest.mark.rule("FH-GERM-001")
@pytest.mark.parametrize(
    ("attacker", "defender", "chance"),
    [(50, 50, 50), (60, 50, 70), (50, 63, 24), (80, 50, 110), (50, 80, -10)],
)
def test_chance_of_a_bomb(attacker, defender, chance):
    assert chance_of(attacker, defender, RULEBOOK_BATTLES) == chance


def _infected(bombs, *, carriers=(), levels=(60, 10), home=False, dice=None, **options):
    """The combat phase after germ warfare against Rock."""
    carrier = {**ORBIT, "cargo": {"GW": bombs} if bombs else {}}
    fleet = {"CA Front": ORBIT, "TR40 Plague": carrier, **dict(carriers)}
    rock = {"mining_base": 61.8, "manufacturing_base": 56.2, "population": 30, "shipyards": 1,
            "items": {"RM": 7}}  # fmt: skip
    game = battlefield(
        {"Human": fleet, "Klingon": {"DD Wreck": {**ORBIT, "status": "building"}}},
        {"Klingon": {"Rock": rock}},
        Human={"techs": {"ML": 20, "BI": levels[0]}},
        Klingon={"techs": {"ML": 0, "BI": levels[1]}},
    )
    if home:
        game.empires[1].colonies[1].status |= Status.HOME
    if dice:
        options["chance"] = Falls(*dice)
    return combat(game, Human=GERMS, options=options)


@pytest.mark.rule("FH-GERM-006")
@pytest.mark.rule("FH-GERM-008")
@pytest.mark.rule("FH-GW-003")
@pytest.mark.rule("FH-BOMB-006")
@pytest.mark.parametrize(("home", "loot"), [(False, 1180), (True, 5900)])
def test_germs_wipe_out_a_colony_that_is_looted(home, loot):
    fought = _infected(1, home=home)
    rock = fought.colony("Klingon", "Rock")
    assert (rock.base, rock.population, rock.items, rock.shipyards) == (0, 0, {}, 0)
    assert not rock.populated
    assert fought.ship("Klingon", "Wreck") is None
    (deal,) = [t for t in fought.game.transactions if t.kind == Deal.LOOTING]
    assert (deal.facts["recipient"], deal.facts["amount"]) == (1, loot)
    assert fought.species("Human").treasury == 0
    after = step("finish", fought.game)
    assert ("Human", loot, "looting") in after.ledger
    assert fought.species("Klingon").home_base == (1180 if home else 0)


@pytest.mark.rule("FH-GERM-009")
def test_a_home_planet_hit_by_germs_can_recover():
    assert _infected(1, home=True).species("Klingon").home_base == 1180


@pytest.mark.rule("FH-GERM-005")
@pytest.mark.rule("FH-GERM-003")
def test_bombs_that_fail_are_lost():
    fought = _infected(3, levels=(10, 60))
    rock = fought.colony("Klingon", "Rock")
    assert (rock.base, rock.population) == (1180, 30)
    assert fought.ship("Human", "Plague").cargo == {}
    assert "but failed!" in " ".join(fought.log("Human").split())
    assert not fought.game.transactions


@pytest.mark.rule("FH-GERM-002")
@pytest.mark.parametrize(("levels", "bombs", "share"), [((50, 50), 2, 0.75), ((50, 63), 3, 0.561)])
def test_one_success_is_enough(levels, bombs, share):
    runs = tries(300)
    wins = sum(
        not _infected(bombs, levels=levels, chance=Fair(key)).colony("Klingon", "Rock").populated
        for key in range(runs)
    )
    assert wins / runs == pytest.approx(share, abs=4 * (share * (1 - share) / runs) ** 0.5)


@pytest.mark.rule("FH-GW-002")
def test_without_bombs_there_is_no_germ_warfare():
    fought = _infected(0)
    assert fought.colony("Klingon", "Rock").populated
    assert "no germ warfare bombs" in " ".join(fought.log("Human").split())


@pytest.mark.rule("FH-GERM-003")
@pytest.mark.rule("FH-GERM-004")
def test_all_bombs_in_the_sector_are_dropped():
    far = {"TR20 Mule": {"at": FIELD, "cargo": {"GW": 1}}}
    fought = _infected(0, carriers=far, levels=(10, 60))
    assert fought.ship("Human", "Mule").cargo == {}
    assert "with 1 germ warfare bomb, but failed!" in " ".join(fought.log("Human").split())


@pytest.mark.rule("FH-GERM-002", "FH-GERM-005")
@pytest.mark.parametrize(
    ("bombs", "words"), [(1, "1 germ warfare bomb"), (2, "2 germ warfare bombs")]
)
@pytest.mark.parametrize(("levels", "end"), [((60, 10), "!"), ((10, 60), ", but failed!")])
def test_bombs_are_counted_in_words(bombs, words, levels, end):
    log = " ".join(_infected(bombs, levels=levels).log("Human").split())
    assert f" with {words}{end}" in log


@pytest.mark.rule("FH-HIDESHIP-005")
def test_bombs_of_hidden_ships_are_not_used():
    landed = {**ORBIT, "status": "landed"}
    game = battlefield(
        {"Human": {"TR40 Plague": {**landed, "cargo": {"GW": 1}}, "CA Front": ORBIT}},
        {"Klingon": {"Rock": {"mining_base": 10}}},
        Human=STRONG,
    )
    fought = combat(game, Human=f"{GERMS}\nHIDE TR40 Plague")
    assert fought.ship("Human", "Plague").cargo == {"GW": 1}
    assert combat(game, Human=GERMS).ship("Human", "Plague").cargo == {}


@pytest.mark.rule("FH-GERM-004")
@pytest.mark.rule("FH-GERM-006")
def test_bombs_of_an_own_colony_on_the_planet_count():
    game = battlefield(
        {"Human": {"CA Front": ORBIT}},
        {
            "Human": {"Fort": {"items": {"GW": 1, "CU": 2}}},
            "Klingon": {"Rock": {"mining_base": 10}},
        },
        Human=STRONG,
        Klingon=MEEK,
    )
    fought = combat(game, Human=GERMS)
    assert not fought.colony("Klingon", "Rock").populated
    assert fought.colony("Human", "Fort").items == {"CU": 2}
    engine = combat(game, Human=GERMS, options=ENGINE)
    assert engine.colony("Human", "Fort").items == {"GW": 1, "CU": 2}


@pytest.mark.rule("FH-GERM-003")
def test_carriers_without_a_shot_drop_their_bombs_too():
    game = battlefield(
        {"Human": FLEET},
        {"Klingon": {"Rock": {"mining_base": 10}}},
        Human={"techs": {"ML": 0, "BI": 60}},
        Klingon=MEEK,
    )
    assert not combat(game, Human=GERMS).colony("Klingon", "Rock").populated
    engine = combat(game, Human=GERMS, options=ENGINE)
    assert engine.colony("Klingon", "Rock").populated


def test_a_defender_with_a_ship_elsewhere_does_not_hold_up_germ_warfare():
    """The engine never ends if the defender has an armed unit besides the colony."""
    game = battlefield(
        {"Human": FLEET, "Klingon": {"TR5 Mule": {}}},
        {"Klingon": {"Rock": {"mining_base": 10}}},
        Human=STRONG,
        Klingon=MEEK,
    )
    for options in ({}, ENGINE):
        fought = combat(game, Human=GERMS, options=options)
        assert "Germ warfare" in fought.log("Human")


@pytest.mark.rule("FH-GERM-007")
@pytest.mark.rule("FH-GW-003")
@pytest.mark.parametrize("species", ["Human", "Klingon", "Romulan"])
def test_an_infected_planet_is_settled_in_the_next_turn(species):
    infected = _infected(9, levels=(90, 10)).game
    settler = infected.empire(species)
    if species != "Klingon":
        settler.colonies.append(_colony(status=Status.COLONY))
    mule = Ship(name="Ark", class_="TR", tonnage=10, place=Place((12, 13, 10), 1),
                where=ShipLocation.ORBIT, age=0, cargo={"CU": 5, "IU": 5})  # fmt: skip
    settler.ships.append(mule)
    orders = ("TRANSFER 5 CU TR10 Ark, PL Rock", "UNLOAD TR10 Ark")
    for order in orders:
        refused = step("pre-departure", infected, {species: order})
        assert refused.codes(species) == ["infected"]
        assert not refused.colony(species, "Rock").populated
        engine = step("pre-departure", infected, {species: order}, in_1999=True)
        assert "infected" not in engine.codes(species)
    later = step("finish", infected).game
    for order in orders:
        assert "infected" not in step("pre-departure", later, {species: order}).codes(species)


# siege


@pytest.mark.rule("FH-SIEGE-001")
@pytest.mark.rule("FH-SIEGE-007")
def test_every_warship_and_starbase_of_the_attacker_besieges():
    fleet = {"DD One": {}, "CA Two": ORBIT, "BAS Base": {**ORBIT, "tons": 50000}, "TR5 Mule": ORBIT}
    game = battlefield({"Human": fleet}, {"Klingon": {"Rock": {"mining_base": 10}}})
    fought = combat(game, Human=SIEGE)
    deals = [t.facts for t in fought.game.transactions if t.kind == Deal.BESIEGED]
    assert [deal["ship"] for deal in deals] == ["One", "Two", "Base"]
    assert {(deal["besieger"], deal["besieged"], deal["orbit"]) for deal in deals} == {(1, 2, 1)}
    assert fought.colony("Klingon", "Rock").siege == 1
    assert "Siege of planet #1 is now in effect..." in fought.log("Klingon")


@pytest.mark.rule("FH-SIEGE-001")
def test_without_military_there_is_no_siege():
    game = battlefield({"Human": {"DD One": ORBIT}}, {"Klingon": {"Rock": {"mining_base": 10}}},
                       Human={"techs": {"ML": 0}})  # fmt: skip
    fought = combat(game, Human=SIEGE)
    assert not fought.game.transactions
    assert fought.colony("Klingon", "Rock").siege == 0
    for species in ("Human", "Klingon"):
        assert "There is no siege of planet #1." in fought.log(species)
        assert "SP Human cannot fire a single shot, and so besieges nobody." in fought.log(species)
        assert "is now in effect" not in fought.log(species)
        assert "actually remain in the system" not in fought.log(species)
    engine = combat(game, options=ENGINE, Human=SIEGE)
    assert "Siege of planet #1 is now in effect..." in engine.log("Human")
    assert "There is no siege" not in engine.log("Human")


@pytest.mark.rule("FH-SIEGE-001", "FH-SIEGE-002")
def test_a_colony_without_a_base_is_not_besieged():
    game = battlefield({"Human": {"DD One": ORBIT}}, {"Klingon": {"Rock": {"items": {"CU": 9}}}})
    fought = combat(game, Human=SIEGE)
    assert fought.colony("Klingon", "Rock").siege == 0
    assert not fought.game.transactions
    assert "There is no siege of planet #1." in fought.log("Human")
    assert "PL Rock has no economic base, so nothing can be taken" in fought.log("Human")
    engine = combat(game, options=ENGINE, Human=SIEGE)
    assert engine.colony("Klingon", "Rock").siege == 1
    assert "no economic base" not in engine.log("Human")


@pytest.mark.rule("FH-SIEGE-001", "FH-SIEGE-002")
def test_who_cannot_besiege_and_what_cannot_be_besieged_is_told_in_a_siege_too():
    colonies = {"Klingon": {"Rock": {"mining_base": 10}}, "Romulan": {"Bare": {"items": {"CU": 9}}}}
    game = battlefield({"Human": {"CA One": ORBIT}, "Vulcan": {"CA Two": ORBIT}}, colonies,
                       Vulcan={"techs": {"ML": 0}})  # fmt: skip
    orders = f"{SIEGE}\nATTACK SP Romulan"
    fought = combat(game, Human=orders, Vulcan=orders)
    (deal,) = fought.game.transactions
    assert (deal.facts["besieger"], deal.facts["besieged"]) == (1, 2)
    assert "Siege of planet #1 is now in effect..." in fought.log("Vulcan")
    assert "Only those ships that actually" in fought.log("Vulcan")
    assert "SP Vulcan cannot fire a single shot" in fought.log("Vulcan")
    assert "PL Bare has no economic base" in fought.log("Vulcan")


@pytest.mark.rule("FH-SIEGE-027")
def test_sieges_end_when_the_combat_phase_begins():
    game = battlefield({}, {"Klingon": {"Rock": {"mining_base": 10, "siege": 37}}})
    assert step("combat", game).colony("Klingon", "Rock").siege == 0
    assert step("strikes", game).colony("Klingon", "Rock").siege == 37
    engine = step("combat", game, **ENGINE)
    assert engine.colony("Klingon", "Rock").siege == 37


@pytest.mark.rule("FH-SIEGE-029")
def test_the_combat_log_of_a_siege_shows_no_names_of_the_distorted():
    game = battlefield({"Human": {"CT Ghost": {**ORBIT, "cargo": {"FD": 2}}}},
                       {"Klingon": {"Rock": {"mining_base": 10}}})  # fmt: skip
    fought = combat(game, Human=SIEGE)
    assert "Ghost" not in fought.log("Klingon")
    (deal,) = fought.game.transactions
    assert (deal.facts["besieger_name"], deal.facts["ship"]) == ("Human", "Ghost")


@pytest.mark.rule("FH-SIEGE-010")
@pytest.mark.rule("FH-SIEGE-011")
def test_a_siege_from_the_battle_to_the_money():
    rock = {"at": f"{FIELD} #2", "mining_base": 100, "manufacturing_base": 100}
    game = battlefield(
        {"Human": {"BC One": {}}},
        {"Klingon": {"Rock": rock}},
        Human={"techs": {"ML": 90}},
        Klingon={"techs": {"ML": 0, "LS": 90}},
    )
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 7 2")
    produced = step("production", fought.game, {"Klingon": "PRODUCTION PL Rock"})
    (gain,) = [t for t in produced.game.transactions if t.kind == Deal.SIEGE_GAIN]
    assert gain.facts["recipient"] == 1
    assert gain.facts["amount"] > 0
    assert "is under siege" in produced.log("Klingon")
