"""The treasury: steps of income, events, purchases (SC-ECO, SC-EVT)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    colony,
    context,
    examples,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    variant,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Fleet, GrowthModifier, Project
from variants.starcluster.rules import income as events
from variants.starcluster.rules import trade
from variants.starcluster.rules.income import (
    EARNINGS,
    EVENTS,
    LOSS,
    Earnings,
    apply_event,
    event_of,
    income_change,
)
from variants.starcluster.rules.treasury import balance, charge, credit


def befall(game, roll, net=480_000, **notes):
    """Let the event of a roll befall Ada; the answer is the context."""
    ctx = context(game, "income", **{EARNINGS: {"Ada": Earnings(net, net)}, **notes})
    stream = ctx.stream("event", "Ada", known_to="Ada")
    apply_event(ctx, game.empire("Ada"), event_of(roll), stream)
    return ctx


# the steps


@pytest.mark.rule("SC-ECO-001")
def test_money_comes_and_goes_in_the_order_of_the_steps(monkeypatch):
    example = CLAUSES.examples("SC-ECO-001")[0]
    inputs = example.given
    game = new_game()
    meet(game)
    ada = game.empire("Ada")
    ada.deposit = 100 * inputs["deposit"]
    monkeypatch.setattr(events, "event_of", lambda _: EVENTS[6])
    monkeypatch.setattr(StarclusterEconomy, "dividend", lambda *_: 100 * inputs["dividends"] // 1)
    orders = f"INVEST {inputs['invest']}\nGIVE Brin MC 100\nFREIGHTERS 8"
    turn = run(game, Ada=orders)
    after = turn.game.empire("Ada")

    assert after.stock[TREASURY] == 100 * example.expect["treasury_after"]
    phases = [e.phase for e in turn.ledger.entries if e.empire == "Ada"]
    assert phases == sorted(phases, key=["income", "purchases", "investment"].index)


@pytest.mark.rule("SC-ECO-002")
@examples("SC-ECO-003")
def test_gross_income_is_the_sum_of_all_systems(example):
    game = new_game()
    names = [str(n) for n in range(2, 2 + len(example.given["systems"]))]
    for name, income in zip(names, example.given["systems"], strict=True):
        colony(game, name, pu=income, wealth=1)
    game.empire("Ada").freighters = 1_000
    turn = run(game)

    earned = sum(
        ledger(turn)[f"income of {name}"] for name in names if f"income of {name}" in ledger(turn)
    )
    assert earned == 100 * example.expect["gross"]


@pytest.mark.rule("SC-YRD-006", "SC-ECO-004")
def test_upkeep_goes_by_list_prices():
    example = CLAUSES.examples("SC-YRD-006")[0]
    game = new_game()
    unit = ship(game, "Ada", "1", "Fleet", "DD", "(A)x20 Q Q Q (I)x5")
    unit.list_price = round(100 * example.given["units_price_total"])
    unit.price = 5
    turn = run(game)

    assert ledger(turn)["units"] == -round(100 * example.expect["upkeep"])


@pytest.mark.rule("SC-ECO-005")
def test_what_runs_is_paid_before_new_orders_and_those_in_their_order():
    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY] = 0
    ada.projects["G1"] = Project(name="G1", centers=["1:G"], chances=-100)
    game.place("1").pu = 170  # 850 MC, less 200 of upkeep
    turn = run(game, Ada="FREIGHTERS 1\nINSTALL CMS 1 1")

    assert ledger(turn)["project G1"] == -65_000
    assert [code for _, code in remarks(turn)] == ["too-expensive", "too-expensive"]


@pytest.mark.rule("SC-ECO-006")
def test_what_cannot_be_paid_is_owed_until_money_comes():
    game = new_game()
    ada, ctx = game.empire("Ada"), context(game)
    ada.stock[TREASURY] = 500
    charge(ctx, ada, 800, "upkeep", ())
    assert (ada.stock[TREASURY], ada.deficit, balance(ada)) == (0, 300, -300)
    credit(ctx, ada, 200, "trade", ())
    assert balance(ada) == -100
    credit(ctx, ada, 250, "trade", ())
    assert (ada.stock[TREASURY], ada.deficit) == (150, 0)
    native = game.natives[0]
    charge(ctx, native, 800, "upkeep", ())
    assert balance(native) == 0


# events


@pytest.mark.rule("SC-EVT-001")
def test_the_table_of_events_is_that_of_the_rulebook():
    rows = CLAUSES["SC-EVT-001"].rows
    names = {row["event"]: row for row in rows if row["event"] != "None"}
    for roll in range(1, 101):
        row = next(
            r for r in rows if int(r["roll"].split("-")[0]) <= roll <= int(r["roll"].split("-")[-1])
        )
        event = event_of(roll)
        assert (event.name or "None", event.percent) == (row["event"], row["net_percent"])
    assert len(EVENTS) == len(names) + 1
    average = sum(event_of(roll).percent for roll in range(1, 101)) / 100
    assert average == pytest.approx(-0.95)


@pytest.mark.rule("SC-EVT-001")
@examples("SC-EVT-001")
def test_events_change_net_incomes_that_are_positive(example):
    inputs, expect = example.given, example.expect
    event, net = event_of(inputs["d100"]), 100 * inputs["net"]
    assert net + income_change(event.percent, net) == 100 * expect["post_event_net"]

    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY] = 100 * inputs.get("treasury", 10_000) + max(0, net)
    before = ada.stock[TREASURY]
    effects = befall(game, inputs["d100"], net)
    change = expect["post_event_net"] - inputs["net"]
    told_mc = [event.data["mc"] for event in effects.events if event.code == "event.income"]
    assert told_mc == ([change] if change else [])
    lost = 100 * expect.get("treasury_loss", 0)
    assert ada.stock[TREASURY] == before + income_change(event.percent, net) - lost


@pytest.mark.rule("SC-EVT-001")
def test_embezzlement_takes_a_twentieth_of_the_treasury_before_income():
    game = new_game()
    game.empire("Ada").stock[TREASURY] = 1_000_000 + 480_000
    effects = befall(game, 16)

    (event,) = (event for event in effects.events if event.code == LOSS.code)
    assert event.data["mc"] == 500
    assert game.empire("Ada").stock[TREASURY] == 950_000 + 480_000


@pytest.mark.rule("SC-EVT-001")
def test_piracy_takes_one_to_six_freighters_and_one_with_an_escort():
    lost = set()
    game = new_game()
    for turn in range(60):
        game.turn, game.empire("Ada").freighters = turn, 20
        befall(game, 6)
        lost.add(20 - game.empire("Ada").freighters)
    assert lost == {1, 2, 3, 4, 5, 6}
    game = new_game()
    game.fleets.append(Fleet(id="Ada/F9", owner="Ada", name="Guard", at="1", escorts=True))
    befall(game, 10)
    assert game.empire("Ada").freighters == 19


@pytest.mark.rule("SC-EVT-001", "SC-GRO-004")
@pytest.mark.parametrize(("roll", "growth"), [(18, -2), (20, -2), (91, 2), (93, 2)])
def test_disasters_and_settlers_change_growth_for_six_turns(roll, growth):
    game = new_game()
    colony(game, "2")
    befall(game, roll)

    spells = [spell for system in game.colonies("Ada") for spell in system.spells]
    assert spells == [GrowthModifier(growth=growth, turns=6)]


@pytest.mark.rule("SC-EVT-001")
def test_a_rich_strike_makes_a_system_below_ten_richer():
    game = new_game()
    colony(game, "2", wealth=10)
    befall(game, 94)
    assert (game.place("1").wealth, game.place("2").wealth) == (6, 10)
    game.place("1").wealth = 10
    assert befall(game, 95).events == []


@pytest.mark.rule("SC-EVT-001", "SC-RES-006")
def test_with_a_grant_projects_cost_nothing_and_go_on(monkeypatch):
    monkeypatch.setattr(events, "event_of", lambda _: event_of(97))
    game = new_game()
    game.empire("Ada").projects["G1"] = Project(name="G1", centers=["1:G"], chances=-100)
    turn = run(game, Ada="RESEARCH 1 ARM")

    assert not any(reason.startswith("project") for reason in ledger(turn))
    assert turn.game.empire("Ada").projects["G1"].turns == 1
    assert remarks(turn) == [(1, "center-too-low")]


@pytest.mark.rule("SC-EVT-001", "SC-GTN-004")
def test_witty_robots_double_dividends_and_no_event_touches_a_deposit(monkeypatch):
    game = new_game()
    ada = game.empire("Ada")
    ada.deposit = 100_000
    for roll in (1, 16, 100):
        effects = befall(game, roll)
    before = ada.stock[TREASURY]
    monkeypatch.setattr(StarclusterEconomy, "dividend", lambda *_: 700)
    trade.pay_dividends(effects)

    assert ada.stock[TREASURY] == before + 1_400
    assert ada.deposit == 100_000


@pytest.mark.rule("SC-EVT-001", "SC-GTN-002", "SC-RES-006")
def test_forecasts_count_on_nothing_that_dice_decide():
    game = new_game()
    ada = game.empire("Ada")
    ada.deposit = 100_000
    for name in ("G1", "E1", "F1", "R1"):
        ada.projects[name] = Project(name=name, centers=["1:G"], turns=90, chances=30)
    for turn in range(20):
        game.turn = turn
        foreseen = variant().forecast(game, "Ada", "").data["forecast"]
        codes = {event["code"] for event in foreseen["events"]}
        assert not any(code.startswith(("event.", "project.")) for code in codes)
        assert not any(entry["reason"] == "dividends" for entry in foreseen["ledger"])
