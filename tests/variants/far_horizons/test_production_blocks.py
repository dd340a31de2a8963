"""PRODUCTION orders and the orders below them; orders of any kind (FH-PROD-007)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.far_horizons.productions import VEGA, produce, reasons, spending, spent
from tests.variants.far_horizons.single_steps import Falls, game_with, step

MISSING = "Missing PRODUCTION order!"
DISBANDED = {"at": "9 9 9 #1", "disbanded": True}


def starts(result):
    codes = {"production-start", "special-production-start"}
    return [event.data["planet"] for event in result.events("Human") if event.code in codes]


def vega(**fields):
    return {"Vega": {**spending(50), "at": VEGA, "kind": "normal", **fields}}


@pytest.mark.rule("FH-PROD-007")
def test_each_block_is_for_its_planet():
    orders = "PRODUCTION PL Vega\nBuild 5 IU\nPRODUCTION PL Earth\nBuild 7 AU"
    result = produce(orders, opened="", planets=vega())
    assert result.colony("Human", "Vega").items == {"IU": 5}
    assert result.colony("Human", "Earth").items == {"AU": 7}
    assert starts(result) == ["Vega", "Earth"]


@pytest.mark.rule("FH-PROD-007", "FH-EU-007")
@pytest.mark.parametrize("orders", ["START PRODUCTION\nEND", "START JUMPS\nEND", None])
def test_planets_without_orders_produce_in_their_order(orders):
    planets = vega() | {"Bare": {"at": "9 9 9 #1"}}
    game = game_with({"species": {"Human": {"planets": planets}}})
    result = step("production", game, {"Human": orders} if orders else {})
    assert starts(result) == ["Earth", "Vega"]
    left = [event.data["balance"] for event in result.events("Human", "production-end")]
    assert left[0] == 500
    assert result.species("Human").treasury == sum(left)


@pytest.mark.rule("FH-PROD-007")
@pytest.mark.parametrize("order", ["Build 3 PD", "Research 5 MI", "Hide", "Shipyard"])
def test_orders_before_the_first_planet(order):
    result = produce(order, opened="")
    assert reasons(result) == [MISSING]
    assert spent(result) == 0


@pytest.mark.rule("FH-PROD-007", "FH-CMD-013")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("PRODUCTION PL Nowhere", "Invalid planet name in PRODUCTION command."),
        ("PRODUCTION PL Eart", "Invalid planet name in PRODUCTION command."),
        ("PRODUCTION Vega", "Invalid planet name in PRODUCTION command."),
        ("PRODUCTION", "Invalid planet name in PRODUCTION command."),
        ("PRODUCTION PL Earth", "More than one PRODUCTION command for planet."),
        ("PRODUCTION PL Gone", "Production orders cannot be given for a disbanded colony!"),
    ],
)
def test_a_rejected_production_order_takes_its_block_with_it(line, reason):
    planets = vega() | {"Gone": DISBANDED}
    orders = f"{line}\nBuild 5 IU\nResearch 5 MI\nPRODUCTION PL Vega\nBuild 7 AU"
    result = produce(orders, planets=planets, earth={"items": {"IU": 1}})
    assert reasons(result) == [reason, MISSING, MISSING]
    assert result.colony("Human", "Earth").items == {"IU": 1}
    assert result.colony("Human", "Vega").items == {"AU": 7}
    hints = [remark.hint for remark in result.remarks("Human")]
    assert hints[1] == hints[2] == "the PRODUCTION order before it was not carried out"


@pytest.mark.parametrize("in_1999", [False, True])
@pytest.mark.parametrize(
    ("written", "expected"),
    [("PL Earth", True), ("pl earth", True), ("PL Earht", False), ("Earth", False), ("PL", False),
     ("SP Earth", False)],
)  # fmt: skip
def test_production_wants_pl_and_the_exact_name(written, expected, in_1999):
    result = produce(f"PRODUCTION {written}", opened="", in_1999=in_1999)
    reason = "Invalid planet name in PRODUCTION command."
    assert reasons(result) == ([] if expected else [reason])


@pytest.mark.rule("FH-PROD-007")
def test_a_planet_without_base_may_be_opened():
    planets = {"Bare": {"at": VEGA, "items": {"FS": 4}}}
    result = produce("Recycle 4 FS", opened="Bare", planets=planets)
    assert starts(result) == ["Bare", "Earth"]
    assert result.species("Human").treasury == 500 + 50


@pytest.mark.rule("FH-PROD-007")
def test_declarations_need_no_planet():
    assert reasons(produce("Enemy SP Klingon", opened="")) == []


@pytest.mark.rule("FH-PROD-007")
def test_the_log_of_a_production():
    result = produce("Build 3 AU\nPRODUCTION PL Nowhere", planets=vega(), treasury=7)
    assert result.log("Human").splitlines() == [
        "",
        "Production orders:",
        "",
        "  Number of economic units at start of production: 7",
        "",
        "  Start of production on PL Earth. (Initial balance is 500.)",
        "    3 Colonial Manufacturing Units were produced.",
        "  End of production on PL Earth. (Ending balance is 497.)",
        "",
        "!!! Order ignored:",
        "!!! PRODUCTION PL Nowhere",
        "!!! Invalid planet name in PRODUCTION command.",
        "",
        "  Start of production on PL Vega. (Initial balance is 50.)",
        "  End of production on PL Vega. (Ending balance is 50.)",
    ]


@pytest.mark.rule("FH-DEVELOP-008", "FH-AUTO-001")
def test_what_develop_remembered_last_turn_is_forgotten():
    planets = vega(ordered={"IU": 4}, needed={"AU": 3})
    colony = produce("", planets=planets).colony("Human", "Vega")
    assert (colony.mining_units.ordered, colony.manufacturing_units.needed) == (0, 0)


# the engine's treatment of rejected lines


@pytest.mark.rule("FH-PROD-007")
def test_in_the_engine_those_without_a_section_do_not_produce():
    game = game_with()
    result = step("production", game, {"Human": "START JUMPS\nEND"}, in_1999=True)
    assert (result.log("Human"), result.species("Human").treasury) == ("", 0)


def test_in_the_engine_orders_below_a_rejected_line_act_on_another_planet():
    planets = vega(population=9)
    orders = "PRODUCTION PL Nowhere\nBuild 2 CU\nResearch 1 MI"
    result = produce(orders, 100, planets=planets, treasury=900, in_1999=True)
    assert result.colony("Human", "Vega").items.get("CU") == 2


@pytest.mark.parametrize(
    ("line", "hidden"), [("PRODUCTION TR1 Earth", "Kronos"), ("PRODUCTION PL Nowhere", "Bare")]
)
def test_in_the_engine_orders_act_on_the_block_before_where_pl_is_missing(line, hidden):
    planets = {"Kronos": {"at": "10 10 10 #4"}, "Bare": {"at": "10 10 10 #5"}}
    orders = f"PRODUCTION PL Kronos\n{line}\nHide"
    result = produce(orders, 100, opened="", planets=planets, in_1999=True)
    colonies = result.species("Human").living_colonies()
    assert [colony.name for colony in colonies if colony.hiding] == [hidden]


@pytest.mark.parametrize(
    ("orders", "ends"),
    [
        ("PRODUCTION PL Vega\nPRODUCTION PL Earth\nPRODUCTION PL Earth", "Vega Earth Earth"),
        ("PRODUCTION PL Earth\nPRODUCTION PL Earth\nPRODUCTION PL Vega", "Earth Vega"),
        ("PRODUCTION PL Earth\nPRODUCTION PL Earth", "Earth Vega"),
    ],
)
def test_in_the_engine_a_rejected_line_ends_a_production_if_no_planet_opens_after_it(orders, ends):
    result = produce(orders, 100, opened="", planets=vega(), in_1999=True)
    event = result.events("Human", "production-end")
    assert [e.data["planet"] for e in event] == ends.split()


@pytest.mark.parametrize(("planet", "spent"), [("Earth", 50), ("Vega", 70)])
def test_in_the_engine_a_rejected_first_line_uses_what_another_species_left(planet, spent):
    """The treasury has the limit of the other planet, which came last."""
    aliens = {"Klingon": {"treasury": 900, "met": ["Human"]}}
    orders = "PRODUCTION PL Nowhere\nResearch 70 MI"
    result = produce(f"PRODUCTION PL {planet}", 70, opened="", planets=vega(), aliens=aliens,
                  treasury=70, also={"Klingon": orders}, in_1999=True)  # fmt: skip
    assert result.species("Klingon").techs["MI"].points == spent


def test_in_the_engine_the_last_entry_of_the_list_of_planets_may_be_empty():
    game = game_with({"species": {"Human": {"planets": {**vega(), "Gone": {"at": "10 10 10 #4"}}}}})
    game.empires[0].colonies[2] = None
    orders = {"Human": "PRODUCTION PL Earth\nPRODUCTION PL Vega\nPRODUCTION PL Nowhere\nBuild PB A"}
    result = step("production", game, orders, in_1999=True)
    event = result.events("Human", "production-end")
    assert [e.data["planet"] for e in event] == ["Earth", "Vega", "Unused"]
    assert reasons(result)[-1] == "Shipyard capacity exceeded!"


@pytest.mark.rule("FH-PROD-007")
@pytest.mark.parametrize(
    ("human", "named", "ended"),
    [
        (True, "Gone Kronos", ["Gone", "Kronos", "Vega"]),
        (False, "Gone Kronos", ["Kronos", "Vega"]),
        (True, "Kronos Gone Vega", ["Kronos", "Vega"]),
    ],
)
def test_in_the_engine_a_rejected_first_line_ends_a_production_after_another_species(
    human, named, ended
):
    game = game_with({"species": {"Klingon": {"planets": {"Gone": DISBANDED, **vega()}}}})
    orders = {"Klingon": "\n".join(f"PRODUCTION PL {name}" for name in named.split())}
    if human:
        orders["Human"] = "PRODUCTION PL Earth"
    result = step("production", game, orders, in_1999=True)
    assert [event.data["planet"] for event in result.events("Klingon", "production-end")] == ended
    result = step("production", game, orders)
    planets = [event.data["planet"] for event in result.events("Klingon", "production-end")]
    assert planets == ["Kronos", "Vega"]


# any text


WORDS = st.sampled_from(
    ["0", "1", "-1", "99999999999999999999", "7.5", "PL Earth", "PL Vega", "PL Bare", "PL Nowhere",
     "DD Axe", "DD Old", "TR5 Tub", "BAS Fort", "TR99999999 Big", "PBS New", "BAS New", "PD", "CU",
     "RM", "FS", "TP", "GU9", "MI", "BI", "SP Klingon", "SP Human", "SP Nobody", ",", "many", ";"],
)  # fmt: skip
KEYWORDS = st.sampled_from(
    ["PRODUCTION", "BUILD", "CONTINUE", "IBUILD", "ICONTINUE", "DEVELOP", "RECYCLE", "UPGRADE",
     "RESEARCH", "SHIPYARD", "HIDE", "ESTIMATE", "AMBUSH", "INTERCEPT", "ALLY", "ENEMY", "NEUTRAL"],
)  # fmt: skip
LINES = st.builds(
    lambda word, arguments: " ".join([word, *arguments]), KEYWORDS, st.lists(WORDS, max_size=5)
)
SITUATIONS = st.fixed_dictionaries(
    {
        "balance": st.sampled_from([0, 1, 99, 5000]),
        "treasury": st.sampled_from([0, 30, 9999]),
        "level": st.sampled_from([0, 1, 25, 90]),
        "percent": st.sampled_from([0.0, 50.0, 110.0, 450.0]),
        "kind": st.sampled_from(["normal", "mining", "resort"]),
        "in_1999": st.booleans(),
    }
)


@settings(
    max_examples=tries(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(lines=st.lists(LINES, max_size=12), case=SITUATIONS)
def test_no_orders_stop_production_or_make_something_of_nothing(lines, case):
    level, in_1999 = case["level"], case["in_1999"]
    planets = {
        "Vega": {"at": VEGA, "mining_base": 9, "manufacturing_base": 9, "kind": case["kind"],
                 "population": 20, "items": {"PD": 3, "RM": 5}},
        "Bare": {"at": "10 10 10 #4", "items": {"CU": 4}},
    }  # fmt: skip
    ships = {
        "DD Axe": {"at": "Earth", "status": "building", "unpaid": 100},
        "DD Old": {"at": "Earth", "age": 20, "moved": "jumped"},
        "TR5 Tub": {"at": "Earth", "age": 9, "cargo": {"CU": 5}},
        "BAS Fort": {"at": "Earth", "tons": 20_000, "age": 9},
    }
    result = produce(
        "\n".join(lines), case["balance"], planets=planets, ships=ships, met=["Klingon"],
        techs=dict.fromkeys(("MI", "MA", "ML", "GV", "LS", "BI"), level),
        treasury=case["treasury"], fleet={"cost": 1, "percent": case["percent"]}, in_1999=in_1999,
        chance=Falls(*[50, 30, 90] * 30),
    )  # fmt: skip
    human = result.species("Human")
    if not in_1999:
        assert human.treasury >= 0
        assert all(colony.base >= 0 for colony in human.living_colonies())
    for holder in [*human.living_colonies(), *result.species("Klingon").living_colonies()]:
        assert all(count > 0 for count in holder.items.values())
        assert holder.population >= 0
    for ship in [*human.living_ships(), *result.species("Klingon").living_ships()]:
        assert ship.unpaid >= 0
        assert all(count > 0 for count in ship.cargo.values())
    assert result.log("Human")
