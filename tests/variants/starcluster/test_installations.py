"""Centers and planetary defenses: prices, limits, when they work (SC-INS, SC-SCI, SC-RDC)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import (
    colony,
    context,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Planet, Project, Race, Silo, Troops
from variants.starcluster.model.empires import WAR
from variants.starcluster.rules.defenses import defense_price, silo_level
from variants.starcluster.rules.garrisons import regained
from variants.starcluster.rules.garrisons import run as regain

CLAUSES = catalogue("starcluster", "variants.starcluster")


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def rich(el=1, colonies=("2",)):
    """A game in which Ada has much money, and colonies besides her home."""
    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.el, ada.freighters = 100 * 1_000_000, el, 100
    ada.race = Race(traits=("Creative",))
    for name in colonies:
        colony(game, name)
    return game


def spent(turn):
    """What was paid in the turn's purchases, in MC."""
    entries = [one for one in turn.ledger.entries if one.empire == "Ada"]
    return -sum(one.amount for one in entries if one.phase == "purchases") / 100


# science centers


@pytest.mark.rule("SC-SCI-001")
@examples("SC-SCI-001")
def test_a_new_science_center_costs_by_el_and_number(example):
    told, expect = example.given, example.expect
    others = [str(n) for n in range(3, 3 + told["n_after"] - 1)]
    game = rich(told["el"], ("2", *others))
    game.place("1").science = 0
    for name in others:
        game.place(name).science = told["el"] + 1
    turn = run(game, Ada="INSTALL SCIENCE 2")

    assert spent(turn) == expect["mc"]
    assert turn.game.place("2").science == expect["rating"]


@pytest.mark.rule("SC-SCI-001", "SC-SCI-004")
def test_two_centers_of_one_turn_are_counted_both():
    turn = run(rich(1, ("2", "3")), Ada="INSTALL SCIENCE 2\nINSTALL SCIENCE 3\nINSTALL SCIENCE 3")

    assert spent(turn) == 40_000 + 60_000
    assert remarks(turn) == [(3, "slot-taken")]
    assert remarks(run(turn.game, Ada="INSTALL SCIENCE 2")) == [(1, "slot-taken")]


@pytest.mark.rule("SC-SCI-002")
@examples("SC-SCI-002")
def test_a_science_center_is_raised_for_the_price_of_a_new_one_less_its_rating(example):
    told, expect = example.given, example.expect
    others = [str(n) for n in range(3, 2 + told["n"])]
    game = rich(told["el"], others)
    game.place("1").science = told["rating"]
    for name in others:
        game.place(name).science = 1
    turn = run(game, Ada="UPGRADE SCIENCE 1\nUPGRADE SCIENCE 1")

    assert spent(turn) == expect["mc"]
    assert remarks(turn) == [(2, "beyond-rating")]
    assert turn.game.place("1").science == expect["new_rating"]
    assert remarks(run(turn.game, Ada="UPGRADE SCIENCE 1")) == [(1, "beyond-rating")]


@pytest.mark.rule("SC-SCI-005")
@examples("SC-SCI-005")
def test_science_centers_cost_upkeep_by_el_and_number(example):
    told, expect = example.given, example.expect
    others = [str(n) for n in range(2, 1 + told["n"])]
    game = rich(told["el"], others)
    for name in ("1", *others):
        game.place(name).science = 1
    turn = run(game)

    assert ledger(turn)["Science Centers"] == -100 * expect["total"]
    assert expect["total"] == expect["each"] * told["n"]


# R&D centers


@pytest.mark.rule("SC-RDC-001", "SC-RDC-004")
@examples("SC-RDC-001")
def test_generic_centers_cost_the_square_of_their_level(example):
    told, expect = example.given, example.expect
    game = rich()
    game.empire("Ada").levels["ARM"] = told["sl"]
    before = told.get("from_sl", 0)
    game.place("2").generic = before
    word = "UPGRADE" if before else "INSTALL"
    turn = run(game, Ada=f"{word} GENERIC 2 {told['sl']}\nUPGRADE GENERIC 2 {told['sl']}")

    assert spent(turn) == expect["mc"]
    assert len(remarks(turn)) == 1
    assert turn.game.place("2").generic == told["sl"]
    assert ledger(turn)["R&D Centers"] == -10_000 * (1 + before)
    assert ledger(run(turn.game))["R&D Centers"] == -10_000 * (1 + told["sl"])


@pytest.mark.rule("SC-RDC-002")
@examples("SC-RDC-002")
def test_dedicated_centers_cost_by_the_trees_modifier(example):
    told, expect = example.given, example.expect
    tree = {1: "ARM", 2: "CON"}[told["tree_modifier"]]
    game = rich()
    game.empire("Ada").levels[tree] = told["sl"]
    before = told.get("from_sl", 0)
    place = game.place("2")
    if before:
        place.dedicated, place.dedicated_tree = before, tree
    order = (
        f"UPGRADE DEDICATED 2 {told['sl']}"
        if before
        else f"INSTALL DEDICATED 2 {tree} {told['sl']}"
    )
    turn = run(game, Ada=order)

    assert spent(turn) == expect["mc"]
    place = turn.game.place("2")
    assert (place.dedicated, place.dedicated_tree) == (told["sl"], tree)


@pytest.mark.rule("SC-RDC-004")
@examples("SC-RDC-004")
def test_development_centers_cost_upkeep_by_their_level(example):
    game = rich()
    game.place("1").generic = 0
    game.place("2").dedicated, game.place("2").dedicated_tree = example.given["sl"], "CON"

    assert ledger(run(game))["R&D Centers"] == -100 * example.expect["mc"]


@pytest.mark.rule("SC-RDC-005", "SC-RDC-006", "SC-INS-002")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("INSTALL GENERIC 1 1", "slot-taken"),
        ("INSTALL GENERIC 2 1\nINSTALL GENERIC 2 1", "slot-taken"),
        ("INSTALL DEDICATED 2 CON 1\nINSTALL DEDICATED 2 ARM 1", "slot-taken"),
        ("INSTALL DEDICATED 2 CON 2", "beyond-rating"),
        ("INSTALL DEDICATED 2 ARM 3", "beyond-rating"),
        ("INSTALL DEDICATED 2 XYZ 1", "unknown-tree"),
        ("INSTALL GENERIC 2 3", "beyond-rating"),
        ("UPGRADE GENERIC 2 2", "no-center"),
        ("UPGRADE DEDICATED 2 2", "no-center"),
        ("UPGRADE SCIENCE 2", "no-center"),
        ("UPGRADE GENERIC 1 1", "beyond-rating"),
        ("INSTALL SCIENCE 3", "not-your-system"),
        ("INSTALL SCIENCE 99", "unknown-system"),
        ("CLOSE SCIENCE 2", "no-center"),
        ("INSTALL PDC 2 1", "slot-taken"),
        ("INSTALL PDC 2 2", "no-planet"),
        ("INSTALL CMS 2 2", "no-planet"),
        ("INSTALL CGB 2 9", "no-planet"),
    ],
)
def test_wrong_installations_are_refused(orders, code):
    game = rich()
    game.empire("Ada").levels["ARM"] = 2
    game.place("2").planets = [Planet(pdc=True)]
    charted = game.empire("Ada").charts
    charted.visited.append("3")

    assert [found for _, found in remarks(run(game, Ada=orders))] == [code]


@pytest.mark.rule("SC-INS-001", "SC-INS-002")
def test_what_is_paid_works_from_the_next_turn_on_and_needs_no_yard():
    game = rich()
    game.units = []
    game.empire("Ada").levels["ARM"] = 2
    orders = "INSTALL GENERIC 2 2\nDEVELOP A2 2:G"
    turn = run(game, Ada=orders)

    assert remarks(turn) == [(2, "no-center")]
    assert texts(turn, "installation.opened") == ["a Generic R&D Center in 2 is ready."]
    assert remarks(run(turn.game, Ada="DEVELOP A2 2:G")) == []


@pytest.mark.rule("SC-INS-002", "SC-RES-008")
def test_a_closed_center_costs_upkeep_once_more_and_ends_its_project():
    game = rich()
    game.empire("Ada").projects["S2"] = Project(name="S2", centers=["1:G"])
    turn = run(game, Ada="CLOSE GENERIC 1")

    assert ledger(turn)["R&D Centers"] == -10_000
    assert turn.game.empire("Ada").projects == {}
    assert "R&D Centers" not in ledger(run(turn.game))


# planetary defenses


@pytest.mark.rule("SC-PDC-001")
def test_a_lost_pdc_is_rebuilt_without_troops():
    game = rich(el=2)
    game.place("2").planets = [Planet(pdc=True), Planet()]
    turn = run(game, Ada="INSTALL PDC 2 2\nINSTALL PDC 2 2")

    assert spent(turn) == 10_000
    assert remarks(turn) == [(2, "slot-taken")]
    rebuilt = turn.game.place("2").planets[1]
    assert (rebuilt.pdc, rebuilt.garrison) == (True, 0)


@pytest.mark.rule("SC-CMS-002")
@examples("SC-CMS-002")
def test_a_silo_costs_by_its_missiles_and_the_el(example):
    told, expect = example.given, example.expect
    game = rich(told["el"])
    ada = game.empire("Ada")
    ada.developed += [f"R{n}" for n in range(1, told["missile_sl"] + 1)]
    turn = run(game, Ada="INSTALL CMS 2 1 3")

    assert spent(turn) == 3 * expect["mc"]
    assert turn.game.place("2").planets[0].silos == [Silo()] * 3


@pytest.mark.rule("SC-CMS-001", "SC-CMS-002")
def test_the_level_of_silos_is_that_of_the_missiles_they_fire():
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    assert silo_level(ada, place) == 1
    ada.developed += ["R1", "R2", "G1", "G2", "G3"]
    assert silo_level(ada, place) == 2
    place.silo_missile = "G"
    assert silo_level(ada, place) == 3


@pytest.mark.rule("SC-CMS-005")
@examples("SC-CMS-005")
def test_no_more_silos_than_a_planet_holds(example):
    told, expect = example.given, example.expect
    game = rich()
    if "system" in told:
        game.place("2").planets = [Planet()] * 3 + [Planet(kind="ST")] * 2
        orders = "\n".join(f"INSTALL CMS 2 {n} 11" for n in range(1, 6))
        turn = run(game, Ada=orders)
        built = sum(len(planet.silos) for planet in turn.game.place("2").planets)
        assert built == expect["max_silos"]
        return
    name = "1" if told["planet"] == "HOMEWORLD" else "2"
    game.place(name).planets = [Planet(pdc=True, silos=[Silo() for _ in range(told["silos"])])]
    turn = run(game, Ada=f"INSTALL CMS {name} 1 {told['ordered']}")
    silos = turn.game.place(name).planets[0].silos
    assert len(silos) == told["silos"] + expect["built"]
    assert len(remarks(turn)) == expect.get("refused", 0)
    again = remarks(run(turn.game, Ada=f"INSTALL CMS {name} 1"))
    assert again == [(1, "too-many-silos")]


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
    told, expect = example.given, example.expect
    game = rich()
    ada = game.empire("Ada")
    ada.developed += [f"Qt{n}" for n in range(2, told["ground_troops_sl"] + 1)]
    if told.get("rm") == 66:
        ada.race = Race(array=(33, 66, 66), traits=())
    turn = run(game, Ada="INSTALL CGB 2 1")

    assert spent(turn) == expect["mc"]
    assert turn.game.place("2").planets[0].ground_bases == [expect["base_points"]]


@pytest.mark.rule("SC-CGB-002")
@examples("SC-CGB-002")
def test_ground_bases_cost_more_in_war(example):
    told, expect = example.given, example.expect
    game = rich()
    game.place("2").planets[0].ground_bases = [50.0] * told["bases"]
    meet(game, stance=WAR if told["war"] else "NEUTRAL")

    assert ledger(run(game))["ground bases"] == -100 * expect["mc"]


@pytest.mark.rule("SC-PDC-004")
@examples("SC-PDC-004")
def test_garrisons_regain_less_under_siege(example):
    told, expect = example.given, example.expect
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    meet(game, stance=WAR)
    planet = place.planets[0] = Planet(pdc=True, garrison=40.0)
    if told.get("system_siege"):
        ship(game, "Brin", "2", "Siege", "DD", "(LLLL)1 Q Q Q (I)x5")
    if told.get("planet_siege"):
        planet.troops = [Troops(owner="Brin", points=20.0)]
    if told.get("bombarded"):
        planet.bombarded = 7

    assert regained(game, ada, place, 1, planet, 7) == expect["points"]


@pytest.mark.rule("SC-PDC-004")
def test_a_battle_line_keeps_a_siege_away_and_a_bombardment_is_one():
    game = rich()
    ada, place = game.empire("Ada"), game.place("2")
    meet(game, stance=WAR)
    planet = place.planets[0]
    siege = ship(game, "Brin", "2", "Siege", "DD", "(LLLL)1 Q Q Q (I)x5")
    assert regained(game, ada, place, 1, planet, 7) == 5
    game.fleet(siege.fleet).bombards = (1, "PDC")
    assert regained(game, ada, place, 1, planet, 7) == 2.5
    assert regained(game, ada, place, 2, planet, 7) == 5
    ship(game, "Ada", "2", "Freighters", "FT4", "(H)x60 Q Q (Ic)x2")
    assert regained(game, ada, place, 2, planet, 7) == 5
    ship(game, "Ada", "2", "Line", "DD", "(A)x20 Q Q Q (I)x5")
    assert regained(game, ada, place, 2, planet, 7) == 10


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
