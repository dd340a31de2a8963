"""Planetary defenses and garrisons (SC-PDC, SC-CMS, SC-CGB)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    context,
    examples,
    ledger,
    meet,
    remarks,
    run,
    ship,
    variant,
)
from tests.variants.starcluster.installing import rich, spent
from variants.starcluster.model import Planet, Race, Silo, Troops
from variants.starcluster.model.empires import WAR
from variants.starcluster.rules.defenses import defense_price, silo_level
from variants.starcluster.rules.growth import garrison_recovery
from variants.starcluster.rules.growth import restore_garrisons as regain


@pytest.mark.rule("SC-PDC-001")
def test_a_lost_pdc_is_rebuilt_without_troops():
    game = rich(el=2)
    game.place("2").planets = [Planet(pdc=True), Planet()]
    turn = run(game, Ada="INSTALL PDC 2 2\nINSTALL PDC 2 2")

    assert spent(turn) == 10_000
    assert remarks(turn) == [(2, "slot-taken")]
    rebuilt = turn.game.place("2").planets[1]
    assert (rebuilt.pdc, rebuilt.garrison) == (True, 0)


@pytest.mark.rule("SC-INS-002", "SC-GND-003")
@pytest.mark.parametrize("kind", ["PDC", "CMS", "CGB"])
def test_nothing_is_built_on_a_planet_that_others_hold(kind):
    game = rich(el=2)
    meet(game, stance=WAR)
    game.place("2").planets = [Planet(fallen="Brin"), Planet(fallen="Ada")]
    order = f"INSTALL {kind} 2 1"
    assert remarks(run(game, Ada=order)) == [(1, "planet-fallen")]
    assert [order.code for order in variant().check_orders(game, "Ada", order)] == ["planet-fallen"]
    assert remarks(run(game, Ada=f"INSTALL {kind} 2 2")) == []
    game.version = "1.0.0"
    assert remarks(run(game, Ada=order)) == []


@pytest.mark.rule("SC-PDC-001", "SC-CMS-002", "SC-CGB-001")
@pytest.mark.parametrize("kind", ["PDC", "CMS", "CGB"])
def test_who_does_not_say_how_many_gets_one(kind):
    game = rich(el=2)
    installed = {
        message: run(game, Ada=f"INSTALL {kind} 2 1{message}").game.place("2").planets[0]
        for message in ("", " 1")
    }
    planet = installed[""]

    assert planet == installed[" 1"]
    assert planet.pdc + len(planet.silos) + len(planet.ground_bases) == 1
    assert remarks(run(game, Ada="INSTALL PDC 2 1 2")) == [(1, "slot-taken")]


@pytest.mark.rule("SC-CMS-002")
@examples("SC-CMS-002")
def test_a_silo_costs_by_its_missiles_and_the_el(example):
    inputs, expect = example.given, example.expect
    game = rich(inputs["el"])
    ada = game.empire("Ada")
    ada.developed += [f"R{n}" for n in range(1, inputs["missile_sl"] + 1)]
    turn = run(game, Ada="INSTALL CMS 2 1 3")

    assert spent(turn) == 3 * expect["mc"]
    assert turn.game.place("2").planets[0].silos == [Silo()] * 3


@pytest.mark.rule("SC-CMS-001", "SC-CMS-002")
def test_the_level_of_silos_is_that_of_the_missiles_they_fire():
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    assert silo_level(game, ada, place) == 1
    ada.developed += ["R1", "R2", "G1"]
    assert silo_level(game, ada, place) == 2
    place.silo_missile = "G"
    assert silo_level(game, ada, place) == 1


@pytest.mark.rule("SC-CMS-005")
@examples("SC-CMS-005")
def test_no_more_silos_than_a_planet_holds(example):
    inputs, expect = example.given, example.expect
    game = rich()
    if "system" in inputs:
        game.place("2").planets = [Planet()] * 3 + [Planet(kind="ST")] * 2
        orders = "\n".join(f"INSTALL CMS 2 {n} 11" for n in range(1, 6))
        turn = run(game, Ada=orders)
        built = sum(len(planet.silos) for planet in turn.game.place("2").planets)
        assert built == expect["max_silos"]
        return
    name = "1" if inputs["planet"] == "HOMEWORLD" else "2"
    game.place(name).planets = [Planet(pdc=True, silos=[Silo() for _ in range(inputs["silos"])])]
    turn = run(game, Ada=f"INSTALL CMS {name} 1 {inputs['ordered']}")
    silos = turn.game.place(name).planets[0].silos
    assert len(silos) == inputs["silos"] + expect["built"]
    assert len(remarks(turn)) == expect.get("refused", 0)
    messages = remarks(run(turn.game, Ada=f"INSTALL CMS {name} 1"))
    assert messages == [(1, "too-many-silos")]


@pytest.mark.rule("SC-CMS-004")
@pytest.mark.parametrize(("text", "revealed"), [("Xp", True), ("X", False)])
def test_silos_built_before_enemy_instruments_are_revealed(text, revealed):
    game = rich()
    meet(game, stance=WAR)
    ship(game, "Brin", "2", "Spies", "DD", f"{text} (A)x18 Q Q Q (I)x5")
    turn = run(game, Ada="INSTALL CMS 2 1")

    assert turn.game.place("2").planets[0].silos == [Silo(revealed=revealed)]


@pytest.mark.rule("SC-CGB-001", "SC-RACE-007")
@examples("SC-CGB-001")
def test_a_ground_base_costs_by_the_troops_level(example):
    inputs, expect = example.given, example.expect
    game = rich()
    ada = game.empire("Ada")
    ada.developed += [f"Qt{n}" for n in range(2, inputs["ground_troops_sl"] + 1)]
    if inputs.get("rm") == 66:
        ada.race = Race(array=(33, 66, 66), traits=())
    turn = run(game, Ada="INSTALL CGB 2 1")

    assert spent(turn) == expect["mc"]
    assert turn.game.place("2").planets[0].ground_bases == [expect["base_points"]]


@pytest.mark.rule("SC-CGB-002")
@examples("SC-CGB-002")
def test_ground_bases_cost_more_in_war(example):
    inputs, expect = example.given, example.expect
    game = rich()
    game.place("2").planets[0].ground_bases = [50.0] * inputs["bases"]
    meet(game, stance=WAR if inputs["war"] else "NEUTRAL")

    assert ledger(run(game))["ground bases"] == -100 * expect["mc"]


@pytest.mark.rule("SC-PDC-004")
@examples("SC-PDC-004")
def test_garrisons_regain_less_under_siege(example):
    inputs, expect = example.given, example.expect
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    meet(game, stance=WAR)
    planet = place.planets[0] = Planet(pdc=True, garrison=40.0)
    if inputs.get("system_siege"):
        ship(game, "Brin", "2", "Siege", "DD", "(LLLL)1 Q Q Q (I)x5")
    if inputs.get("planet_siege"):
        planet.troops = [Troops(owner="Brin", points=20.0)]
    if inputs.get("bombarded"):
        planet.bombarded = 7

    assert garrison_recovery(game, ada, place, 1, planet, 7) == expect["points"]


@pytest.mark.rule("SC-PDC-004")
def test_a_battle_line_keeps_a_siege_away_and_a_bombardment_is_one():
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    meet(game, stance=WAR)
    planet = place.planets[0]
    siege = ship(game, "Brin", "2", "Siege", "DD", "(LLLL)1 Q Q Q (I)x5")
    assert garrison_recovery(game, ada, place, 1, planet, 7) == 5
    game.fleet(siege.fleet).bombards = (1, "PDC")
    assert garrison_recovery(game, ada, place, 1, planet, 7) == 2.5
    assert garrison_recovery(game, ada, place, 2, planet, 7) == 5
    ship(game, "Ada", "2", "Freighters", "FT4", "(H)x60 Q Q (Ic)x2")
    assert garrison_recovery(game, ada, place, 2, planet, 7) == 5
    ship(game, "Ada", "2", "Line", "DD", "(A)x20 Q Q Q (I)x5")
    assert garrison_recovery(game, ada, place, 2, planet, 7) == 10


@pytest.mark.rule("SC-PDC-003", "SC-PDC-004")
def test_a_garrison_holds_a_hundred_points_at_most_and_none_without_its_pdc():
    game = rich()
    game.place("2").planets = [Planet(pdc=True, garrison=95.0), Planet(garrison=0.0)]
    regain(context(game, "growth"))

    assert [planet.garrison for planet in game.place("2").planets] == [100.0, 0.0]


@pytest.mark.rule("SC-RACE-007")
def test_a_militant_race_pays_half_for_defenses():
    game = rich(el=2)
    ada, place = game.empire("Ada"), game.place("2")
    ada.race = Race(array=(33, 66, 66), traits=())
    ctx = context(game)

    assert [defense_price(ctx, ada, place, kind) for kind in ("PDC", "CMS", "CGB")] == [
        500_000,
        50_000,
        500_000,
    ]


@pytest.mark.rule("SC-CMS-005")
def test_silos_ordered_in_one_turn_count_together():
    turn = run(rich(), Ada="INSTALL CMS 2 1 6\nINSTALL CMS 2 1 6\nINSTALL CMS 2 1")

    assert len(turn.game.place("2").planets[0].silos) == 10
    assert remarks(turn) == [(2, "too-many-silos"), (3, "too-many-silos")]
