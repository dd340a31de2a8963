"""Building ships: designs, the market, and keels that take weeks."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, remarks, variant
from tests.variants.campaign2e.builders import run_without_accounts as run
from variants.campaign2e.designs.market import by_type, market
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.economy import ORE, Logistics
from variants.campaign2e.model import Campaign, Keel
from variants.campaign2e.rules.construction import change_plan, keel_of, points_done, work_of

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Ada's world at 7,5 and Brin's at 9,9; a thousand credits each, and ore for Ada."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game.empire("Ada").access = ["Mining/Ore"]
    return game


def treasury(game: Campaign, player: str = "Ada") -> float:
    return game.empire(player).stock["credits"] / 100


def ships(game: Campaign) -> list[str]:
    return [ship.name for ship in game.ships]


@pytest.mark.rule("C2E-16.1-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.1-02"), ids=str)
def test_designs_of_the_rulebook_are_registered_or_refused(game, example) -> None:
    turn = run(game, Ada=example.given["order"])
    expected = example.expect
    name = example.given["order"].split()[1]
    assert (name in turn.game.empire("Ada").designs) == expected["legal"]
    assert bool(remarks(turn, "Ada")) != expected["legal"]
    if "points" in expected:
        design = turn.game.empire("Ada").designs[name]
        assert (design.used_mass, design.points) == (expected["mass_used"], expected["points"])


@pytest.mark.rule("C2E-16.1-02")
@pytest.mark.parametrize("name", ["Argent", "heron", "Mine"])
def test_a_design_needs_a_name_that_is_free(game, name) -> None:
    words = "TYPE FF MASS 18 HULL 6 ARMOUR 2 THRUST 4 FTL WITH B2/3, B1/6, FC"
    turn = run(game, Ada=f"DESIGN Mine {words}\nDESIGN {name} {words}")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["name-taken"]


@pytest.mark.rule("C2E-16.1-02")
def test_a_design_is_dropped_by_its_name(game) -> None:
    words = "TYPE FF MASS 18 HULL 6 ARMOUR 2 THRUST 4 FTL WITH B2/3, B1/6, FC"
    turn = run(game, Ada=f"DESIGN Mine {words}\nDROP DESIGN mine\nDROP DESIGN mine")
    assert turn.game.empire("Ada").designs == {}
    assert remarks(turn, "Ada") == ["unknown-design: DROP DESIGN: you have no design mine"]


@pytest.mark.rule("C2E-13.1-02", "C2E-2.5-02")
def test_ships_of_the_market_are_there_at_once_and_may_move(game) -> None:
    turn = run(game, Ada="BUY Merrow 2 AT 7,5\nBUY Heron at 7,5\nMOVE g1 TO 8,5")
    after = turn.game
    assert ships(after) == ["Merrow-1", "Merrow-2", "Heron-1"]
    assert [(group.name, group.at) for group in after.groups] == [("g1", (8, 5))]
    assert treasury(after) == 1000 - 2 * 174 - 59
    assert [ship.endurance for ship in after.ships] == [4, 4, 6]


@pytest.mark.rule("C2E-13.1-02")
def test_purchases_go_into_the_group_that_is_named(game) -> None:
    after = run(game, Ada="BUY Heron AT 7,5 AS picket\nBUY Heron AT 7,5 AS picket").game
    sizes = [(group.name, len(after.ships_in(group.id))) for group in after.groups]
    assert sizes == [("picket", 2)]


@pytest.mark.rule("C2E-13.1-03", "C2E-13.1-05")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-13.1-05"), ids=str)
def test_designs_of_the_allied_navy_cost_less(game, example) -> None:
    inputs, expected = example.given, example.expect
    if "cost" not in expected or "design" not in inputs:
        return
    player = game.empire("Ada")
    player.navy = inputs["ally"]
    after = run(game, Ada=f"BUY {inputs['design']} AT 7,5").game
    assert treasury(after) == pytest.approx(1000 - expected["cost"])


@pytest.mark.rule("C2E-3.6-08")
def test_a_world_that_is_not_pacified_has_no_market_and_no_keels(game) -> None:
    game.world("7,5").taken_in = 1
    turn = run(game, Ada="BUY Heron AT 7,5\nLAY KEEL K1 Argent AT 7,5")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["not-pacified"] * 2


@pytest.mark.rule("C2E-13.1-02", "C2E-2.5-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("BUY Rampart AT 7,5", "defence-design"),
        ("BUY Nothing AT 7,5", "unknown-design"),
        ("BUY Skyhold 2 AT 7,5", "too-expensive"),
        ("BUY Heron AT 9,9", "not-your-world"),
        ("BUY Heron AT 8,8", "unknown-world"),
        ("BUY Heron 0 AT 7,5", "bad-argument"),
        ("BUY Heron", "too-few-words"),
        ("BUY Heron AT 7,5 AS Argent", "name-taken"),
    ],
)
def test_a_purchase_that_cannot_be_is_refused_and_costs_nothing(game, order, code) -> None:
    turn = run(game, Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]
    assert (ships(turn.game), treasury(turn.game)) == ([], 1000)


@pytest.mark.rule("C2E-13.1-01", "C2E-13.1-02")
@pytest.mark.parametrize("order", ["BUY Heron AT 7,5", "LAY KEEL K1 Heron AT 7,5"])
@pytest.mark.parametrize(("field", "value"), [("interdicted", ["Brin"]), ("controlled", "Brin")])
def test_nothing_is_bought_or_laid_at_a_world_in_trouble(game, order, field, value) -> None:
    setattr(game.world_at((7, 5)), field, value)
    messages = remarks(run(game, Ada=order), "Ada")
    assert [remark.split(":")[0] for remark in messages] == [field]


@pytest.mark.rule("C2E-13.1-01", "C2E-1.5-06")
def test_a_keel_grows_by_a_hundred_points_a_week_and_becomes_a_ship(game) -> None:
    orders = "LAY KEEL Resolute Argent AT 7,5"
    spent = []
    for weeks in range(1, 5):
        after = run(game, weeks=weeks, Ada=orders).game
        spent.append(1000 - treasury(after))
        assert ships(after) == (["Resolute"] if weeks == 4 else [])
    assert spent == [100, 200, 300, 302]
    assert after.world_at((7, 5)).keels == []
    assert [(group.at, group.defence) for group in after.groups] == [((7, 5), False)]


@pytest.mark.rule("C2E-1.5-06")
def test_a_new_ship_gets_no_name_that_something_else_has(game) -> None:
    orders = "BUY Heron AT 7,5 AS Argent-1\nBUY Argent 2 AT 7,5\nDEFEND 7,5 BUY Argent"
    assert ships(run(game, Ada=orders).game) == ["Heron-1", "Argent-2", "Argent-3", "Argent-4"]


@pytest.mark.rule("C2E-13.1-01")
def test_build_says_how_much_is_done_this_week(game) -> None:
    after = run(game, weeks=2, Ada="LAY KEEL K1 Merrow AT 7,5\nBUILD K1 30").game
    assert treasury(after) == 1000 - 130
    (keel,) = after.world_at((7, 5)).keels
    assert points_done(keel) == 130


@pytest.mark.rule("C2E-13.1-01")
def test_several_keels_grow_side_by_side(game) -> None:
    orders = "\n".join(f"LAY KEEL K{n} Argent AT 7,5" for n in (1, 2, 3))
    assert treasury(run(game, Ada=orders).game) == 700


@pytest.mark.rule("C2E-13.1-01", "C2E-2.5-02")
def test_work_waits_where_it_cannot_be_paid_or_the_world_is_interdicted(game) -> None:
    game.empire("Ada").stock["credits"] = 9_999
    turn = run(game, Ada="LAY KEEL K1 Argent AT 7,5")
    assert treasury(turn.game) == 99.99
    assert "No work on K1 at 7,5: the work costs 100." in [event.text for event in turn.events]
    turn.game.world_at((7, 5)).interdicted = ["Brin"]
    turn.game.empire("Ada").stock["credits"] = 100_000
    later = run(turn.game)
    assert treasury(later.game) == 1000
    assert "No work on K1 at 7,5: the world is interdicted." in [
        event.text for event in later.events
    ]


@pytest.mark.rule("C2E-3.5-04")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-3.5-04")[:2], ids=str)
def test_hulls_cost_double_without_ore(example) -> None:
    has_ore = "Mining/Ore" in example.given["access"]
    argent = by_type("CH")
    work = work_of(keel_of("K1", argent), 1_000, Logistics(), example.given["access"])
    armour = 2 * argent.armour * (1 if has_ore else 2)
    rest = argent.points - argent.hull_points
    assert work.price / 100 == example.expect["hull_construction"] + armour + rest
    assert work.points == 302


@pytest.mark.rule("C2E-13.2-02")
def test_parts_are_added_in_a_fixed_order() -> None:
    work = work_of(keel_of("K1", market()["Argent"]), 100, Logistics(), [ORE])
    assert work.finished == ("basic hull",)
    assert work.begun == 10
    all_of_it = work_of(keel_of("K1", market()["Leviathan"]), 1_000, Logistics(), [ORE]).finished
    order = list(dict.fromkeys(all_of_it))
    assert order[:6] == ["basic hull", "FTL drive", "main drive", "hull box", "armour box", "B4/2"]
    assert order[-1] == "craft"


@pytest.mark.rule("C2E-13.2-01", "C2E-13.2-04")
def test_a_keel_of_mass_and_type_alone_gets_hull_and_ftl_drive(game) -> None:
    after = run(game, weeks=3, Ada="LAY KEEL K1 MASS 90 TYPE CH AT 7,5").game
    (keel,) = after.world_at((7, 5)).keels
    assert (keel.built, points_done(keel)) == (["basic hull", "FTL drive"], 108)
    turn = run(after, Ada="REDESIGN K1 AS Argent")
    (keel,) = turn.game.world_at((7, 5)).keels
    assert (keel.design, points_done(keel)) == (market()["Argent"], 208)


@pytest.mark.rule("C2E-13.2-01", "C2E-13.2-04")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("LAY KEEL K1 MASS 90 TYPE XX AT 7,5", "unknown-type"),
        ("LAY KEEL K1 MASS 90 TYPE BB AT 7,5", "bad-mass"),
        ("LAY KEEL K1 MASS 90 AT 7,5", "too-many-words"),
        ("LAY KEEL K1 Rampart AT 7,5", "defence-design"),
        ("LAY KEEL K1 Nothing AT 7,5", "unknown-design"),
        ("LAY KEEL Argent Argent AT 7,5", "name-taken"),
        ("LAY KEEL K0 Argent AT 7,5", "name-taken"),
        ("REDESIGN K0 AS Bastion", "wrong-mass"),
        ("REDESIGN K9 AS Argent", "unknown-keel"),
        ("REDESIGN K0 AS Nothing", "unknown-design"),
        ("BUILD K0 101", "bad-argument"),
        ("BUILD K9 10", "unknown-keel"),
        ("CANCEL KEEL K9", "unknown-keel"),
    ],
)
def test_orders_about_keels_that_cannot_be_are_refused(game, order, code) -> None:
    turn = run(game, Ada=f"LAY KEEL K0 MASS 90 TYPE CH AT 7,5\n{order}")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]


def test_who_names_no_keel_of_his_is_told_of_those_that_he_has(game) -> None:
    def hint() -> str:
        (remark,) = variant().check_orders(game, "Ada", "CANCEL KEEL Bolt")
        return remark.hint

    assert hint() == "you have no keel: begin one with LAY KEEL"
    game.world("7,5").keels = [keel_of("Bold", by_type("CH"))]
    assert hint() == "did you mean 'Bold'?"


def test_a_keel_is_given_up(game) -> None:
    after = run(game, Ada="LAY KEEL K1 Argent AT 7,5\nCANCEL KEEL K1").game
    assert (after.world_at((7, 5)).keels, treasury(after)) == ([], 1000)


def _keel(parts: str, *built: str) -> Keel:
    design = design_from("Old", f"TYPE CH MASS 90 HULL 9 ARMOUR 0 THRUST 1 FTL WITH FC, {parts}")
    keel = keel_of("K1", design)
    keel.built = ["basic hull", "FTL drive", "main drive", *["hull box"] * 9, *built]
    return keel


def _new(parts: str):
    return design_from("New", f"TYPE CH MASS 90 HULL 9 ARMOUR 0 THRUST 1 FTL WITH FC, {parts}")


@pytest.mark.rule("C2E-13.2-03")
@pytest.mark.parametrize(
    ("old", "new", "standing", "cost"),
    [
        ("B3/1", "PT/1", ["PT/1"], 12.0),
        ("B3/3", "SML, MAG 2, PDS", ["SML", "MAG 2", "PDS"], 21.6),
        ("B3/3", "HANGAR", ["HANGAR"], 32.4),
        ("PDS", "ADFC", ["ADFC"], 9.6),
    ],
)
def test_what_stands_and_is_not_in_the_new_design_is_refitted(old, new, standing, cost) -> None:
    keel = _keel(old, "FC", old)
    change_plan(keel, _new(new))
    assert keel.built[-len(standing) - 1 :] == ["FC", *standing]
    assert keel.extra / 100 == cost


@pytest.mark.rule("C2E-13.2-03")
def test_as_many_new_parts_stand_as_fit_into_the_mass_of_the_old_one() -> None:
    keel = _keel("B3/3", "FC", "B3/3")
    change_plan(keel, _new("B2/6 x3"))
    assert keel.built.count("B2/6") == 2  # 3 t each, for 6 t


@pytest.mark.rule("C2E-13.2-03")
def test_what_does_not_stand_yet_is_changed_freely() -> None:
    keel = _keel("B3/3", "FC")
    change_plan(keel, _new("HANGAR"))
    assert (keel.extra, keel.built[-1]) == (0, "FC")


@pytest.mark.rule("C2E-13.1-01")
@pytest.mark.parametrize(
    ("begun", "weeks"), [(0, 4), (2, 3), (201, 2), (202, 1), (301, 1), (302, 0)]
)
def test_a_view_tells_in_how_many_weeks_a_ship_is_ready(game, begun, weeks) -> None:
    keel = keel_of("Resolute", by_type("CH"))
    keel.begun = begun
    game.world("7,5").keels = [keel]
    (keel_row,) = variant().view(game, "Ada")["own_worlds"][0]["keels"]
    assert (keel_row["done"], keel_row["points"], keel_row["weeks"]) == (begun, 302, weeks)


@pytest.mark.rule("C2E-13.2-03", "C2E-2.5-02")
def test_a_change_is_paid_with_the_work_of_the_week(game) -> None:
    orders = "LAY KEEL K1 MASS 90 TYPE CH AT 7,5"
    game = run(game, Ada=orders).game
    (keel,) = game.world_at((7, 5)).keels
    keel.extra = 1_200
    assert treasury(run(game, Ada="BUILD K1 0").game) == 900 - 12


@pytest.mark.rule("C2E-3.5-04", "C2E-13.2-03")
@pytest.mark.parametrize(
    ("version", "ore", "saved"), [("1.1.0", "", 0), ("1.0.0", "", 61), ("1.1.0", "Mining/Ore", 0)]
)
def test_no_change_of_design_makes_work_on_the_hull_cheaper(game, version, ore, saved) -> None:
    game.version, game.empire("Ada").access = version, [ore]
    rest = "ARMOUR 0 THRUST {} FTL WITH FC"
    game = run(
        game,
        Ada=f"DESIGN Quick TYPE CH MASS 90 HULL 20 {rest.format(8)}\n"
        f"DESIGN Slow TYPE CH MASS 90 HULL 60 {rest.format(1)}",
    ).game

    def price(*weeks: str) -> float:
        after = game
        for orders in weeks:
            turn = run(after, Ada=orders)
            assert remarks(turn, "Ada") == []
            after = turn.game
        assert ships(after) == ["K"]
        return treasury(game) - treasury(after)

    full_price = price("LAY KEEL K Slow AT 7,5", "", "")
    changed = price("LAY KEEL K Quick AT 7,5", "BUILD K 79", "REDESIGN K AS Slow")
    assert full_price - changed == saved
