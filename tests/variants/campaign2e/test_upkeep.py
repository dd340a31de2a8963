"""Bills: maintenance, resources that double it when missing, debts, leases and gifts."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, ship, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import Upkeep
from variants.campaign2e.model import Allegiance, Campaign

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}
#: Worlds of income 0 that supply the resources whose lack doubles maintenance.
SUPPLIED = {
    (1, 1): ADA | {"resource": "Fuel", "points": 0},
    (1, 3): ADA | {"resource": "Food", "points": 0},
    (1, 5): ADA | {"resource": "Manufactured Goods", "points": 0},
}


def realm(money: int = 1000, **ships: int) -> Campaign:
    """Ada's worlds supply all resources and yield nothing; her ships are at 1,1."""
    game = campaign(SUPPLIED | {(9, 9): BRIN | {"points": 0}}, money=money)
    if ships:
        fleet(game, "Ada", (1, 1), "g1", **ships)
    return game


def treasury(game: Campaign, player: str = "Ada") -> float:
    return game.empire(player).stock[CREDITS] / 100


def codes(turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def cost(upkeep: Upkeep) -> dict[str, float]:
    return {
        "fuel": upkeep.fuel / 100,
        "crew": upkeep.crew / 100,
        "weaponry": upkeep.weaponry / 100,
        "total": upkeep.total / 100,
    }


@pytest.mark.rule("C2E-3.1-01", "C2E-3.2-01", "C2E-3.3-01", "C2E-3.4-01", "C2E-3.8-02")
@pytest.mark.parametrize(
    ("code", "fuel", "crew", "weaponry", "total"),
    [
        ("CH", 1.62, 1.0, 2.31, 4.93),
        ("AX", 1.2, 0.4, 0.39, 1.99),
        ("FF", 0.36, 0.2, 0.39, 0.95),
        ("BB", 1.86, 1.4, 3.69, 6.95),
    ],
)
def test_the_three_headings(code, fuel, crew, weaponry, total) -> None:
    expected = {"fuel": fuel, "crew": crew, "weaponry": weaponry, "total": total}
    assert cost(variant().economy.upkeep(by_type(code))) == expected
    game = realm(**{code: 1})
    assert treasury(game) - treasury(run(game).game) == pytest.approx(total)


@pytest.mark.rule("C2E-3.5-01", "C2E-3.5-02", "C2E-3.5-03", "C2E-2.4-01")
@pytest.mark.parametrize(
    "example",
    [e for e in CLAUSES.examples("C2E-3.5-01", "C2E-3.5-02", "C2E-3.5-03") if "total" in e.expect],
    ids=str,
)
def test_a_missing_resource_doubles_its_heading(example) -> None:
    worlds = {
        at: ADA | {"resource": resource, "points": 0}
        for at, resource in zip([(1, 1), (1, 3), (1, 5)], example.given["access"], strict=False)
    }
    game = campaign(worlds | {(5, 5): ADA | {"points": 0}})
    fleet(game, "Ada", (5, 5), "g1", CH=1)
    turn = run(game)
    assert treasury(game) - treasury(turn.game) == pytest.approx(example.expect["total"])
    assert sorted(turn.game.empire("Ada").access) == sorted(example.given["access"])


@pytest.mark.rule("C2E-6.3-02")
def test_raided_resources_count_as_access(monkeypatch) -> None:
    game = campaign({(5, 5): ADA | {"points": 0}})
    fleet(game, "Ada", (5, 5), "g1", CH=1)

    def raid(context) -> None:
        context.game.empire("Ada").raided = ["Fuel", "Food", "Manufactured Goods"]

    with monkeypatch.context() as raids:
        raids.setattr("variants.campaign2e.rules.weeks.roll_luxuries", raid)
        raided = run(game).game
    assert treasury(game) - treasury(raided) == pytest.approx(4.93)
    assert treasury(raided) - treasury(run(raided).game) == pytest.approx(9.86), "for a week"


@pytest.mark.rule("C2E-3.5-03", "C2E-3.5-04")
def test_repairs_of_weaponry_and_hulls_double_as_well() -> None:
    economy = variant().economy
    assert economy.with_access(1800, "Manufactured Goods", ["Fuel"]) == 3600
    hull = 100 * by_type("CH").hull_points - 100 * 2 * by_type("CH").armour
    assert hull == 14400
    assert economy.with_access(hull, "Mining/Ore", []) == 28800
    assert economy.with_access(hull, "Mining/Ore", ["Mining/Ore"]) == 14400


@pytest.mark.rule("C2E-3.9-01", "C2E-3.9-02")
@pytest.mark.parametrize(
    ("weekly", "weeks"),
    [(e.given["weekly"], e.expect["weeks"]) for e in CLAUSES.examples("C2E-3.9-01", "C2E-3.9-02")],
)
def test_endurance_by_bands(weekly, weeks, monkeypatch) -> None:
    cents = Upkeep(round(100 * weekly), 0, 0)
    economy = variant().economy
    monkeypatch.setattr(type(economy), "upkeep", lambda *_: cents)
    assert economy.endurance(by_type("CH")) == weeks


@pytest.mark.rule("C2E-3.9-01", "C2E-3.9-02")
def test_a_cost_on_a_limit_belongs_to_the_longer_endurance(monkeypatch) -> None:
    economy, argent = variant().economy, by_type("CH")
    weeks = []
    for cents in (0, 200, 201, 500, 501, 800, 801, 1200, 1201, 9999):
        monkeypatch.setattr(type(economy), "upkeep", lambda *_, cents=cents: Upkeep(cents, 0, 0))
        weeks.append(economy.endurance(argent))
    assert weeks == [6, 6, 4, 4, 3, 3, 2, 2, 1, 1]


@pytest.mark.rule("C2E-2.5-02", "C2E-3.8-03")
@pytest.mark.parametrize(
    "example",
    [e for e in CLAUSES.examples("C2E-2.5-02") if "treasury_in_step_7" in e.given],
    ids=str,
)
def test_bills_are_paid_in_order_and_in_full_or_not_at_all(example) -> None:
    inputs, expected = example.given, example.expect
    types = {"Argent-1": "CH", "Heron-1": "FF", "Packhorse-1": "AX"}
    leased = inputs.get("leases", {})
    game = realm(money=0, **{types[name]: 1 for name in (*inputs["bills"], *leased)})
    game.empire("Ada").stock[CREDITS] = round(100 * inputs["treasury_in_step_7"])
    for vessel in game.ships:
        vessel.leased = vessel.name in leased
    after = run(game, Ada=inputs.get("order", "")).game
    assert treasury(after) == expected["treasury"]
    assert {s.name for s in after.ships if s.in_supply} == set(expected["paid"])
    out = [s for s in after.ships if not s.in_supply]
    assert [s.name for s in out] == expected.get("out_of_supply", [])
    for vessel in out:
        assert vessel.owed == round(100 * inputs["bills"][vessel.name])


@pytest.mark.rule("C2E-2.5-02", "C2E-3.6-07")
def test_what_is_owed_is_added_to_the_next_bill_and_then_paid() -> None:
    game = realm(money=0, FF=1)
    game = run(game, weeks=2).game
    assert (ship(game, "Heron-1").owed, ship(game, "Heron-1").in_supply) == (190, False)
    game.empire("Ada").stock[CREDITS] = 1000
    after = run(game).game
    assert treasury(after) == pytest.approx(10 - 3 * 0.95)
    assert (ship(after, "Heron-1").owed, ship(after, "Heron-1").in_supply) == (0, True)


@pytest.mark.rule("C2E-3.8-06")
def test_every_ship_is_paid_for_wherever_it_is() -> None:
    game = realm(CH=1)
    game.groups[0].at = (9, 5)
    after = run(game, weeks=4).game
    assert treasury(game) - treasury(after) == pytest.approx(19.72)
    assert ship(after, "Argent-1").fuel_due + ship(after, "Argent-1").crew_due == 1048


@pytest.mark.rule("C2E-3.8-06")
def test_weaponry_may_be_charged_after_combat_alone() -> None:
    game = realm(CH=1)
    game.options["weapon_bill"] = "after_combat"
    assert treasury(game) - treasury(run(game).game) == pytest.approx(2.62)
    ship(game, "Argent-1").fought = game.week + 1
    assert treasury(game) - treasury(run(game).game) == pytest.approx(4.93)


@pytest.mark.rule("C2E-8.1-03", "C2E-12.2-01")
@pytest.mark.parametrize(
    ("code", "marks", "pays"),
    [
        ("FORT", {"defence": True}, 0),
        ("CH", {"defence": True}, 4.93),
        ("CH", {"defence": True, "bound": True}, 0),
        ("CH", {"captured": True}, 0),
    ],
)
def test_what_costs_no_maintenance(code, marks, pays) -> None:
    game = realm(**{code: 1})
    for name, value in marks.items():
        setattr(game.ships[0], name, value)
    assert treasury(game) - treasury(run(game).game) == pytest.approx(pays)


@pytest.mark.rule("C2E-1.6-05")
def test_a_friendly_neutral_base_takes_a_fifth_more() -> None:
    game = campaign(SUPPLIED | {(5, 5): {"allegiance": Allegiance.FRIENDLY, "power": "Ada"}})
    fleet(game, "Ada", (5, 5), "g1", CH=1, AX=1)
    before = treasury(game)
    loaded = "LOAD Packhorse-1 FUEL 30\nLOAD Packhorse-1 FUEL 10 CREW 10"
    turn = run(game, Ada=loaded)
    bills = [e.amount for e in turn.ledger.of("Ada") if "Maintenance" in e.reason]
    assert bills == [-(493 + 99), -(199 + 40)]
    assert treasury(turn.game) == pytest.approx(before - 5.92 - 2.39 - 4.0)
    later = run(turn.game, Ada="LOAD Packhorse-1 FUEL 10 CREW 11")
    loading = [e.amount for e in later.ledger.of("Ada") if "Loading" in e.reason]
    assert loading == [-20], "only what comes aboard is charged"


@pytest.mark.rule("C2E-2.5-02")
def test_gifts_are_taken_at_once_and_arrive_at_the_end_of_the_step() -> None:
    game = realm(money=100)
    turn = run(game, Brin="PAY Ada 150", Ada="PAY Brin 12.5\nPAY Brin 100\nPAY Brin 80")
    assert codes(turn) == ["too-expensive"]
    assert codes(turn, "Brin") == ["too-expensive"], "what Ada gives comes too late for Brin's gift"
    assert (treasury(turn.game), treasury(turn.game, "Brin")) == (7.5, 192.5)


@pytest.mark.rule("C2E-2.5-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("PAY Ada 5", "yourself"),
        ("PAY Brin 0", "bad-argument"),
        ("PAY Brin -5", "bad-argument"),
        ("DISBAND Heron-1", "no-base"),
        ("DISBAND Nobody-1", "unknown-ship"),
        ("BILLS Nobody-1", "unknown-payee"),
        ("RETURN Argent-1", "not-leased"),
        ("LEASE Argent AT 1,1", "not-a-supply-ship"),
        ("LEASE Packhorse AT 9,9", "not-your-world"),
        ("LEASE Nothing AT 1,1", "unknown-design"),
    ],
)
def test_payments_and_leases_that_cannot_be_are_refused(order, code) -> None:
    game = realm(CH=1)
    fleet(game, "Ada", (5, 5), "away", FF=1)
    turn = run(game, Ada=order)
    assert codes(turn) == [code]
    assert len(turn.game.ships) == 2


@pytest.mark.rule("C2E-2.5-02")
def test_a_ship_that_is_disbanded_is_gone_with_its_debts() -> None:
    game = realm(money=0, FF=1, CH=1)
    game = run(game).game
    after = run(game, Ada="DISBAND Heron-1\nDISBAND Argent-1").game
    assert (after.ships, after.groups, treasury(after)) == ([], [], 0)


@pytest.mark.rule("C2E-3.8-03")
def test_a_leased_ship_costs_four_times_its_maintenance() -> None:
    game = campaign({(5, 5): ADA | {"points": 0}})  # without resources: undoubled all the same
    turn = run(game, Ada="LEASE Packhorse AT 5,5")
    assert treasury(game) - treasury(turn.game) == pytest.approx(7.96)
    leased = ship(turn.game, "Packhorse-1")
    assert (leased.leased, leased.endurance) == (True, 6)
    assert codes(run(turn.game, Ada="DISBAND Packhorse-1")) == ["leased"]
    back = run(turn.game, Ada="RETURN Packhorse-1").game
    assert (back.ships, treasury(back)) == ([], treasury(turn.game))
    turn.game.groups[0].at = (9, 9)
    assert codes(run(turn.game, Ada="RETURN Packhorse-1")) == ["no-base"]
    controlled = campaign({(5, 5): ADA | {"controlled": "Brin"}})
    assert codes(run(controlled, Ada="LEASE Packhorse AT 5,5")) == ["no-base"]


@pytest.mark.rule("C2E-N.3-01", "C2E-3.8-05")
def test_what_an_auxiliary_carries_lasts() -> None:
    economy = variant().economy
    hold = 100 * by_type("AX").cargo
    weekly = {code: economy.upkeep(by_type(code)).total for code in ("CH", "FF")}
    assert (hold, by_type("AX").points) == (5600, 193)
    assert hold - 11 * weekly["CH"] == 177
    assert 11 * 5 * weekly["FF"] <= hold


@pytest.mark.rule("C2E-N.3-02", "C2E-3.1-02")
def test_a_heavy_cruiser_costs_about_five_credits() -> None:
    design = by_type("CH")
    total = variant().economy.upkeep(design).total
    assert total == 493
    assert total / design.points == pytest.approx(1.63, abs=0.005)


@pytest.mark.rule("C2E-3.1-01", "C2E-3.8-03")
def test_a_view_tells_what_each_ship_costs_undoubled() -> None:
    game = realm(CH=2, AX=1)
    ship(game, "Argent-2").captured = ship(game, "Packhorse-1").leased = True
    ships = {s["name"]: s for s in variant().view(game, "Ada")["ships"]}
    costs = {name: row["upkeep"] for name, row in ships.items()}
    assert costs == {"Argent-1": 4.93, "Argent-2": 0, "Packhorse-1": 4 * 1.99}
    assert ships["Argent-1"]["headings"] == {"fuel": 1.62, "crew": 1.0, "weaponry": 2.31}
    none = {"fuel": 0, "crew": 0, "weaponry": 0}
    assert ships["Argent-2"]["headings"] == ships["Packhorse-1"]["headings"] == none
