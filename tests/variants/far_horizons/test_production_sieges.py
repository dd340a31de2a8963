"""Effects of a siege on production, and assimilation of colonies (FH-SIEGE, FH-ASSIM)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    items,
    like_home,
    produce,
    reasons,
    spending,
)
from tests.variants.far_horizons.single_steps import Falls, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Colony, Place, ShipLocation, Status
from variants.far_horizons.model.transactions import Discovery, TransactionKind
from variants.far_horizons.rules.siege import lives_on

HULLS = {
    10_000: "PB", 20_000: "CT", 100_000: "FF", 200_000: "CL", 300_000: "CA", 400_000: "BC",
    500_000: "DN",
}  # fmt: skip


def fleet(tonnages=(), starbases=(), transports=0, at="12 13 10"):
    """Ships for a siege, by names as orders have them."""
    ships = {f"{HULLS[t]} Claw {n}": {"at": at} for n, t in enumerate(tonnages)}
    ships |= {f"BAS Base {n}": {"at": VEGA, "tons": t} for n, t in enumerate(starbases)}
    return ships | {f"TR9 Tub {n}": {"at": at} for n in range(transports)}


def sieges(ships, besieger="Klingon", places=(VEGA,)):
    """The records of the combat phase."""
    facts = {"kind": "besieged", "besieger": besieger, "besieged": "Human"}
    return [{**facts, "ship": ship, "place": place} for place in places for ship in ships]


def besieged(
    orders="", *, ships=None, vega=None, level=0, besieger=20, klingon=None, deals=None,
    opened="Vega", **fields,
):  # fmt: skip
    """The production of a colony that the Klingons besiege; the Humans have `level` ML."""
    ships = fleet([300_000]) if ships is None else ships
    colony = {"at": VEGA, "mining_base": 250.0, "manufacturing_base": 250.0, **(vega or {})}
    foe = {"techs": {"ML": besieger, "LS": 60}, "ships": ships, **(klingon or {})}
    aliens = {"Klingon": foe, **fields.pop("aliens", {})}
    techs = {"ML": level, "LS": 60, **fields.pop("techs", {})}
    deals = sieges(ships) if deals is None else deals
    state = {"transactions": deals, **fields.pop("state", {})}
    planets = {"Vega": colony, **fields.pop("planets", {})}
    return produce(
        orders, 0, opened=opened, planets=planets, aliens=aliens, techs=techs, state=state,
        ships=fields.pop("human_ships", {}), **fields,
    )  # fmt: skip


def effectiveness(result):
    event = result.events("Human", "siege-effectiveness")
    return event[0].data["percent"] if event else 0


def gains(result, kind=TransactionKind.SIEGE_GAIN):
    return [deal.facts for deal in result.game.transactions if deal.kind == kind]


@pytest.mark.rule("FH-SIEGE-002", "FH-SIEGE-003", "FH-SIEGE-004")
@pytest.mark.parametrize("example", examples("FH-SIEGE-002"), ids=str)
def test_how_effective_a_siege_is(example):
    case, expected = example.given, example.expect
    vega, techs = {}, {}
    if "mi" in case:
        techs = {"MI": case["mi"], "MA": case["ma"]}
    if "manufacturing_base" in case:
        vega = {name: case[name] for name in ("mining_base", "manufacturing_base")}
    elif "production_base" in case:
        half = case["production_base"] / 20
        vega = {"mining_base": half, "manufacturing_base": half}
    result = besieged(
        ships=fleet(case.get("ship_tonnages", ()), case.get("starbase_tonnages", ())), vega=vega,
        techs=techs, level=case["ml_besieged"],
        besieger=case.get("ml_besieger", 10),
    )  # fmt: skip
    assert effectiveness(result) == expected.get("effectiveness", 0)
    assert bool(result.events("Human", "siege")) is expected.get("siege", True)
    assert result.colony("Human", "Vega").siege == expected.get("effectiveness", 0)


@pytest.mark.rule("FH-SIEGE-002", "FH-SIEGE-005", "FH-SIEGE-008")
@pytest.mark.parametrize("by_ship", [False, True])
def test_ships_count_by_their_total_tonnage(by_ship):
    economy = evolve(RULEBOOK_ECONOMY, sieges_round_each_ship=by_ship)
    vega = {"mining_base": 25.0, "manufacturing_base": 25.0}
    percents = [
        effectiveness(besieged(ships=fleet(s), vega=vega, level=40, besieger=4, economy=economy))
        for s in ([200_000], [20_000] * 10, [10_000] * 20)
    ]
    assert percents == ([35, 0, 0] if by_ship else [39, 39, 39])


@pytest.mark.rule("FH-SIEGE-003")
@pytest.mark.parametrize("example", examples("FH-SIEGE-003"), ids=str)
def test_the_production_base(example):
    inputs = dict(example.given)
    techs = {"MI": inputs.pop("mi"), "MA": inputs.pop("ma")}
    result = besieged(vega=inputs, techs=techs, level=19, besieger=20)
    assert effectiveness(result) == min(95, 2500 * 120 // example.expect["production_base"])


@pytest.mark.rule("FH-SIEGE-004")
def test_at_most_95_percent():
    assert effectiveness(besieged(level=0)) == 95
    assert effectiveness(besieged(level=63, besieger=31)) == 29


@pytest.mark.rule("FH-SIEGE-005")
@pytest.mark.parametrize("example", examples("FH-SIEGE-005"), ids=str)
def test_a_ship_that_besieges_several_planets_counts_less(example):
    inputs = example.given
    places = [VEGA, "12 13 10 #1", MARS][: inputs["colonies_besieged"]]
    ships = fleet([inputs["ship_tonnage"]])
    half = inputs["production_base"] / 20
    result = besieged(
        ships=ships, deals=sieges(ships, places=places), level=inputs["ml_besieged"],
        besieger=inputs["ml_besieger"], vega={"mining_base": half, "manufacturing_base": half},
    )  # fmt: skip
    assert effectiveness(result) == example.expect["effectiveness"]


@pytest.mark.rule("FH-SIEGE-006", "FH-SIEGE-007", "FH-SIEGE-009")
@pytest.mark.parametrize(
    ("ships", "siege"),
    [
        (fleet((), [200_000]), 19 * 2500 // 5000),
        (fleet((), (), 4), 0),
        (fleet([10_000], (), 4), 3 * 2500 // 5000),
    ],
)
def test_starbases_count_a_quarter_and_transports_nothing(ships, siege):
    assert effectiveness(besieged(ships=ships, level=20)) == siege


@pytest.mark.rule("FH-SIEGE-008", "FH-SIEGE-009", "FH-PD-002")
@pytest.mark.parametrize(
    ("defenders", "place", "ships", "siege"),
    [
        (50, VEGA, fleet([10_000]), (38 + 3) * 2500 // 5000),
        (1, VEGA, fleet([10_000]), (4 + 1) * 2500 * 20 // (21 * 5000)),
        (50, "12 13 10 #1", fleet([10_000]), 3 * 2500 // 5000),
        (500, VEGA, fleet((), (), 2), 0),
    ],
)
def test_defenses_of_the_besieger_on_the_planet_help(defenders, place, ships, siege):
    post = {"planets": {"Post": {"at": place, "items": {"PD": defenders}}}}
    result = besieged(ships=ships, level=20, klingon=post)
    assert effectiveness(result) == siege


@pytest.mark.rule("FH-OCC-004", "FH-SIEGE-015")
@pytest.mark.parametrize(
    ("facts", "lives"),
    [
        ({}, False), ({"population": 1}, True), ({"items": {"CU": 1}}, True),
        ({"items": {"PD": 1}}, True), ({"items": {"PD": 2, "CU": 3}}, True),
        ({"mining_base": 1}, True), ({"manufacturing_base": 1}, True),
        ({"items": {"RM": 9}}, False),
    ],
)  # fmt: skip
def test_any_people_on_the_planet_will_do(facts, lives):
    assert lives_on(Colony(name="Post", place=Place((1, 2, 3), 1), **facts)) is lives


@pytest.mark.rule("FH-SIEGE-024")
def test_ships_that_left_do_not_besiege():
    ships = fleet([300_000, 300_000])
    gone = {next(iter(ships)): {"at": "5 5 5"}}
    both = effectiveness(besieged(ships=ships, level=40))
    alone = effectiveness(besieged(ships={**ships, **gone}, level=40, deals=sieges(ships)))
    assert (both, alone) == (58, 29)
    lost = {name: ships[name] for name in list(ships)[:1]}
    assert effectiveness(besieged(ships=lost, level=40, deals=sieges(ships))) == 29


# the loss


def losing(percent, income=500, orders="", **fields):
    """A siege of this many percent of a colony with this budget.

    Against Military 39, 100,000 tons have the weight of their owner's level; the production base is
    2500, so that the percentage is the weight.
    """
    colony = {**spending(income), "kind": "normal", "manufacturing_base": 250.0}
    colony |= fields.pop("vega", {})
    fields = {"ships": fleet([100_000]), "level": 39, "besieger": percent, **fields}
    return besieged(orders, vega=colony, **fields)


@pytest.mark.rule("FH-SIEGE-010", "FH-SIEGE-011")
@pytest.mark.parametrize("example", examples("FH-SIEGE-010"), ids=str)
def test_what_the_colony_loses(example):
    inputs, expected = example.given, example.expect
    result = losing(inputs["effectiveness"], inputs["spendable"])
    assert effectiveness(result) == inputs["effectiveness"]
    event = result.events("Human", "siege-loss")
    assert [e.data["amount"] for e in event] == list(filter(None, [expected["lost"]]))
    ended = result.events("Human", "production-end")
    assert ended[0].data["balance"] == expected["remaining"]
    assert sum(gain["amount"] for gain in gains(result)) == expected["lost"] // 4
    assert items(result, "Vega") == {}


@pytest.mark.rule("FH-SIEGE-011")
@pytest.mark.parametrize("example", examples("FH-SIEGE-011"), ids=str)
def test_a_quarter_goes_to_the_besieger_at_the_end_of_the_turn(example):
    lost = example.given["lost"]
    result = losing(50, 2 * lost)
    (gain,) = gains(result)
    assert gain["amount"] == example.expect["economic_units"]
    before = result.species("Klingon").treasury
    after = step("finish", result.game)
    assert after.species("Klingon").treasury == before + example.expect["economic_units"]


@pytest.mark.rule("FH-SIEGE-012")
@pytest.mark.parametrize("example", examples("FH-SIEGE-012"), ids=str)
def test_several_besiegers_share_by_strength(example):
    weights, loss = list(example.given["weights"].values()), example.given["loss"]
    aliens, deals = {}, []
    for name, weight in zip(("Klingon", "Romulan", "Vulcan"), weights, strict=False):
        ship = f"FF Claw of {name}"
        aliens[name] = {"techs": {"ML": weight}, "ships": {ship: {"at": "12 13 10"}}}
        deals += sieges([ship], name)
    income = -(-100 * loss // sum(weights))
    colony = {**spending(income), "at": VEGA, "kind": "normal", "manufacturing_base": 250.0}
    result = produce(
        "", 0, planets={"Vega": colony}, aliens=aliens, techs={"ML": 39},
        state={"transactions": deals}, players=("Human", "Klingon", "Romulan", "Vulcan"),
    )  # fmt: skip
    lost = [event.data["amount"] for event in result.events("Human", "siege-loss")]
    assert lost == list(example.expect["loss_shares"].values())
    assert [gain["amount"] for gain in gains(result)] == list(example.expect["tribute"].values())
    (ended,) = (t for t in result.events("Human", "production-end") if t.data["planet"] == "Vega")
    assert ended.data["balance"] == income - sum(lost)


@pytest.mark.rule("FH-SIEGE-013")
@pytest.mark.parametrize("kind", ["mining", "resort"])
def test_special_colonies_lose_money(kind):
    example = examples("FH-SIEGE-013")[0]
    share, income = example.given["effectiveness"], example.given["economic_units_generated"]
    base = {"mining": "mining_base", "resort": "manufacturing_base"}[kind]
    other = {"mining": "manufacturing_base", "resort": "mining_base"}[kind]
    # 19.2 of one base earns 128; the other, which earns nothing, brings the siege to 40 percent
    colony = {base: 19.2, other: 230.8, "items": {}, "kind": kind}
    result = losing(share, vega=colony)
    assert effectiveness(result) == share
    assert result.events("Human", f"{kind}-income")[0].data["amount"] == income
    assert result.species("Human").treasury == income - example.expect["lost"]
    assert gains(result)[0]["amount"] == example.expect["tribute"]


@pytest.mark.rule("FH-SIEGE-019", "FH-SIEGE-026")
def test_other_items_are_built_unseen_in_written_order_with_what_is_left():
    orders = "Build 40 IU\nBuild 40 AU\nBuild 40 IU"
    result = losing(50, 200, orders, chance=Falls(*[1] * 9))
    assert items(result, "Vega") == {"IU": 60, "AU": 40}
    assert gains(result, TransactionKind.SIEGE_DISCOVERY) == []


@pytest.mark.rule("FH-SIEGE-021")
def test_money_passes_a_siege():
    game = losing(50, 200, treasury=90, met=["Romulan"]).game
    sent = step("post-arrival", game, {"Human": "Send 50 SP Romulan"})
    assert sent.species("Romulan").treasury == game.empire("Romulan").treasury + 50


# detection


YARD = {"shipyards": 9, "population": 500}


@pytest.mark.rule("FH-SIEGE-014", "FH-SIEGE-017")
@pytest.mark.parametrize("example", examples("FH-SIEGE-014"), ids=str)
@pytest.mark.parametrize("order", ["Build PB Axe", "Build PB Axe, 60", "Continue PB Old, 1"])
def test_work_on_a_ship_may_be_detected(example, order):
    inputs, detected = example.given, example.expect["detected"]
    chance = Falls(100, inputs["random_1_to_100"])
    ships = {"PB Old": {"at": VEGA, "status": "building", "unpaid": 9}}
    result = losing(
        inputs["effectiveness"], 500, order, vega=YARD, chance=chance, human_ships=ships
    )
    name = order.split()[2].strip(",")
    assert (result.ship("Human", name) is None) is detected
    notes = gains(result, TransactionKind.SIEGE_DISCOVERY)
    assert [note["act"] for note in notes] == [Discovery.SHIP_BUILDING] * detected
    assert ("However, the work was detected" in " ".join(result.log("Human").split())) is detected


@pytest.mark.rule("FH-SIEGE-014", "FH-SIEGE-018")
@pytest.mark.parametrize(("die", "left"), [(37, {}), (38, {"PD": 15})])
def test_defenses_may_be_detected_and_destroyed(die, left):
    colony = {**YARD, "items": {"RM": 500, "PD": 5}}
    result = losing(37, 500, "Build 10 PD", vega=colony, chance=Falls(100, die))
    assert items(result, "Vega") == left
    assert result.colony("Human", "Vega").population == 490
    notes = gains(result, TransactionKind.SIEGE_DISCOVERY)
    assert [note["act"] for note in notes] == [Discovery.DEFENSE_BUILDING] * (not left)
    if not left:
        log = step("finish", result.game).log("Klingon")
        assert "forces detected the construction of planetary defenses" in " ".join(log.split())


@pytest.mark.rule("FH-SIEGE-014")
def test_the_dice_are_asked_once_an_order():
    chance = Falls(100, 100, 100, 100)
    losing(37, 500, "Build 9 PD\nBuild PB Axe\nBuild 9 IU", vega=YARD, chance=chance)
    assert chance.sides == [100] * (1 + 2 + 3)  # Vega opens, two orders, three home planets


@pytest.mark.rule("FH-SIEGE-015")
@pytest.mark.parametrize(
    ("post", "die", "expected"),
    [
        ({"items": {"CU": 1}}, 95, True),
        ({"items": {"PD": 1}}, 95, True),
        ({"population": 1, "kind": "normal"}, 95, True),
        ({"mining_base": 0.1}, 95, True),
        ({"mining_base": 0.1}, 96, False),
        ({"items": {"IU": 9}}, 13, False),
    ],
)
def test_besiegers_who_live_there_detect_nearly_all(post, die, expected):
    klingon = {"planets": {"Post": {"at": VEGA, **post}}}
    result = losing(12, 500, "Build PB Axe", vega=YARD, klingon=klingon, chance=Falls(100, die))
    assert effectiveness(result) == 12
    assert (result.ship("Human", "Axe") is None) is expected
    siege = result.colony("Human", "Vega").siege
    assert siege == (12 if post == {"items": {"IU": 9}} else -12)


@pytest.mark.rule("FH-SIEGE-015")
@pytest.mark.parametrize("example", examples("FH-SIEGE-015"), ids=str)
def test_the_chance_of_detection(example):
    lives = example.given["besieger_population_on_planet"]
    klingon = {"planets": {"Post": {"at": VEGA, "items": {"CU": 1} if lives else {}}}}
    percent = example.expect["detection_percent"]
    for die, discovered in ((percent, True), (percent + 1, False)):
        result = losing(
            example.given["effectiveness"], 500, "Build PB Axe", vega=YARD, klingon=klingon,
            chance=Falls(100, die),
        )  # fmt: skip
        assert (result.ship("Human", "Axe") is None) is discovered


@pytest.mark.rule("FH-SIEGE-015")
@pytest.mark.parametrize(("die", "expected"), [(95, True), (96, False)])
def test_besiegers_who_live_there_look_for_unfinished_ships(die, expected):
    klingon = {"planets": {"Post": {"at": VEGA, "items": {"CU": 1}}}}
    ships = {"PB Old": {"at": VEGA, "status": "building", "unpaid": 9}, "PB Done": {"at": VEGA}}
    result = losing(12, 500, klingon=klingon, chance=Falls(100, die), human_ships=ships)
    assert (result.ship("Human", "Old") is None) is expected
    assert result.ship("Human", "Done") is not None
    assert len(gains(result, TransactionKind.SIEGE_DISCOVERY)) == expected


@pytest.mark.rule("FH-SIEGE-016")
@pytest.mark.parametrize(
    "order",
    [
        "Build BAS Hope, 200",
        "Continue BAS Old, 200",
        "Build BAS Old, 200",
        "Ibuild SP Romulan, BAS Hope, 200",
        "Icontinue SP Romulan, BAS Old, 200",
    ],
)
def test_a_starbase_is_always_detected(order):
    ships = {"BAS Old": {"at": VEGA, "tons": 10_000}}
    result = losing(
        3, 500, order, vega=YARD, human_ships=ships, met=["Romulan"], techs={"MA": 30},
        chance=Falls(*[100] * 9),
    )  # fmt: skip
    name = "Old" if "Old" in order else "Hope"
    assert 1 <= effectiveness(result) <= 3
    assert result.ship("Human", name) is None
    assert result.ship("Romulan", name) is None
    assert spent_there(result) >= 200


def spent_there(result):
    """The cost of the orders of Vega."""
    (begun,) = (t for t in result.events("Human", "production-start") if t.data["planet"] == "Vega")
    (ended,) = (t for t in result.events("Human", "production-end") if t.data["planet"] == "Vega")
    lost = sum(event.data["amount"] for event in result.events("Human", "siege-loss"))
    return begun.data["balance"] - lost - ended.data["balance"]


@pytest.mark.rule("FH-SIEGE-028", "FH-HIDE-001", "FH-AMBUSH-001", "FH-INTERCEPT-001")
@pytest.mark.parametrize("order", ["Hide", "Ambush 5", "Intercept 5"])
def test_what_a_besieged_planet_may_not_do(order):
    result = losing(50, 500, order)
    assert len(reasons(result)) == 1
    assert "siege" in reasons(result)[0]
    assert spent_there(result) == 0


@pytest.mark.rule("FH-SIEGE-029")
def test_the_log_names_the_besiegers_even_if_they_are_distorted():
    ships = {"FF Claw": {"at": "12 13 10", "cargo": {"FD": 10}}, "FF Fang": {"at": "12 13 10"}}
    lines = losing(20, 500, ships=ships).log("Human").splitlines()
    begin = lines.index("    WARNING! PL Vega is under siege by the following:")
    assert lines[begin - 1] == ""
    assert lines[begin + 1 : begin + 5] == [
        "      Klingon FF Claw, FF Fang.",
        "      The siege is approximately 40% effective.",
        "      200 economic units were lost and 25% of the amount was transferred to",
        "        SP Klingon.",
    ]
    assert lines[begin + 5] == ""


# assimilation


def assimilating(base=(61.8, 56.2), post=(25.0, 0.0), besieger=90, **fields):
    """A siege by a species that lives on the planet."""
    vega = {"mining_base": base[0], "manufacturing_base": base[1], **fields.pop("vega", {})}
    post_state = {"at": VEGA, "mining_base": post[0], "manufacturing_base": post[1]}
    klingon = {"planets": {"Post": {**post_state, **fields.pop("post_fields", {})}}}
    ships = fields.pop("ships", fleet([500_000]))
    return besieged(ships=ships, besieger=besieger, vega=vega, klingon=klingon, **fields)


def assimilated(result):
    return bool(result.events("Human", "colony-assimilated"))


@pytest.mark.rule("FH-ASSIM-001", "FH-ASSIM-002", "FH-SIEGE-004")
@pytest.mark.parametrize("example", examples("FH-ASSIM-001"), ids=str)
def test_when_a_colony_is_assimilated(example):
    inputs, expected = example.given, example.expect
    half = inputs["besieged_base"] / 2
    # production base 1180: with ML 44 against 39, 100,000 tons make 93 percent, 10,000 more 101
    enough = inputs["effectiveness"] == 95
    tonnages = [100_000, 10_000] if enough else [100_000]
    ships = fleet(tonnages)
    result = assimilating((half, half), (inputs["besieger_base"], 0), 44, ships=ships, level=39)
    assert effectiveness(result) == (95 if enough else 93)
    assert assimilated(result) is expected["assimilated"]


@pytest.mark.rule("FH-ASSIM-001", "FH-ASSIM-002")
def test_only_installed_population_counts():
    more = {"vega": {"items": {"PD": 9000, "CU": 9000}, "population": 9000}}
    assert assimilated(assimilating(**more))
    people = {"post_fields": {"items": {"CU": 9999}}}
    assert not assimilated(assimilating(post=(0, 0), **people))
    coming = {"post_fields": {"installing": {"IU": 250}}}
    assert assimilated(assimilating(post=(0, 0), **coming))


@pytest.mark.rule("FH-ASSIM-003")
@pytest.mark.parametrize(
    "example", [e for e in examples("FH-ASSIM-003") if "besieged_base" in e.given], ids=str
)
def test_bases_beyond_200_count_little(example):
    half = example.given["besieged_base"] / 2
    result = assimilating((half, half), (example.given["besieger_base"], 0))
    assert assimilated(result) is example.expect["over_20_percent"]


@pytest.mark.rule("FH-ASSIM-004")
def test_a_home_planet_is_never_assimilated():
    klingon = {"planets": {"Post": {"at": "10 10 10 #3", "mining_base": 200.0}}}
    ships = fleet([500_000], at="10 10 10")
    result = besieged(
        opened="Earth", ships=ships, besieger=90, klingon=klingon,
        deals=sieges(ships, places=("10 10 10 #3",)), earth={"manufacturing_base": 50.0},
    )  # fmt: skip
    assert effectiveness(result) == 95
    assert not assimilated(result)


@pytest.mark.rule("FH-ASSIM-005")
@pytest.mark.parametrize("example", examples("FH-ASSIM-005"), ids=str)
def test_half_of_the_bases_goes_over_at_the_end_of_the_turn(example):
    base = (example.given["mining_base"], example.given["manufacturing_base"])
    vega = {"items": {"FS": 3, "RM": 7}, "shipyards": 2, "kind": "normal"}
    result = assimilating(base, (90.0, 0), vega=vega, orders="Research 1 MI")
    (gain,) = gains(result, TransactionKind.ASSIMILATION)
    assert gain["mining_base"] == round(10 * example.expect["mining_gain"])
    assert gain["manufacturing_base"] == round(10 * example.expect["manufacturing_gain"])
    assert gain["shipyards"] == 2
    colony = result.colony("Human", "Vega")
    assert (colony.base, colony.items, colony.status) == (0, {}, Status.COLONY)
    assert items(result, "Post", "Klingon")["FS"] == 3
    assert result.species("Human").techs["MI"].points == 0
    after = step("finish", result.game).colony("Klingon", "Post")
    assert after.mining_base == 900 + gain["mining_base"]


_AS_HOME = like_home()["12 13 10"]["planets"][2]
#: Beside Vega a planet that is like home and can spend 100, on colonists too.
TWO_PLANETS = {"stars": {"12 13 10": {"planets": {1: _AS_HOME, 2: _AS_HOME}}}}
_CAMP = {"mining_base": 0, "manufacturing_base": 1000.0, "items": {"RM": 100}, "population": 50}
BESIDE = {"Camp": {"at": "12 13 10 #1", "kind": "normal", **_CAMP}}


@pytest.mark.rule("FH-ASSIM-005")
@pytest.mark.parametrize("order", ["DEVELOP 40 PL Vega", "DEVELOP PL Vega, TR9 Tub"])
def test_nothing_is_developed_on_an_assimilated_colony_but_was_in_1999(order):
    ships = {"TR9 Tub": {"at": "12 13 10 #1"}}
    fields = {
        "state": TWO_PLANETS,
        "planets": BESIDE,
        "human_ships": ships,
        "orders": f"PRODUCTION PL Camp\n{order}",
    }

    result = assimilating(**fields)
    assert result.codes("Human") == ["assimilated"]
    assert (result.colony("Human", "Vega").items, result.ship("Human", "Tub").cargo) == ({}, {})
    assert result.colony("Human", "Camp").population == 50

    before = assimilating(in_1999=True, **fields)
    assert "assimilated" not in before.codes("Human")
    assert before.colony("Human", "Camp").population < 50


@pytest.mark.rule("FH-ASSIM-005")
def test_what_is_developed_before_the_assimilation_is_part_of_the_inventory():
    orders = "DEVELOP 40 PL Vega\nPRODUCTION PL Vega"
    result = assimilating(state=TWO_PLANETS, planets=BESIDE, opened="Camp", orders=orders)
    assert assimilated(result)
    assert items(result, "Post", "Klingon")["CU"] == 20


@pytest.mark.rule("FH-ASSIM-005")
def test_ships_on_an_assimilated_colony_stay_with_their_owner():
    ships = {
        "PB Old": {"at": VEGA, "status": "building", "unpaid": 9},
        "PB Done": {"at": VEGA, "status": "landed"},
    }
    result = assimilating(human_ships=ships, chance=Falls(100, 96))
    assert assimilated(result)
    assert result.ship("Human", "Old").where == ShipLocation.BUILDING
    assert result.ship("Human", "Done").where == ShipLocation.LANDED


def shared(posts, weights, vega, **fields):
    """A colony that several species besiege who live there."""
    aliens, deals = {}, []
    for name, base, weight in zip(("Klingon", "Romulan"), posts, weights, strict=True):
        ship = f"FF Claw of {name}"
        aliens[name] = {
            "techs": {"ML": weight, "LS": 60},
            "ships": {ship: {"at": "12 13 10"}},
            "planets": {"Post": {"at": VEGA, "mining_base": base}},
        }
        deals += sieges([ship], name)
    return produce(
        "", 0, planets={"Vega": {"at": VEGA, **vega}}, aliens=aliens, techs={"ML": 39},
        state={"transactions": deals}, **fields,
    )  # fmt: skip


@pytest.mark.rule("FH-ASSIM-006")
def test_several_besiegers_share_the_bases_by_their_strength():
    example = examples("FH-ASSIM-006")[0]
    vega = {"mining_base": example.given["mining_base"], "items": {"FS": 5}, "shipyards": 5}
    result = shared((10.0, 20.0), example.given["weights"].values(), vega)
    gained = gains(result, TransactionKind.ASSIMILATION)
    expected = [round(10 * gain) for gain in example.expect["mining_gain"].values()]
    assert [gain["mining_base"] for gain in gained] == expected
    assert [gain["shipyards"] for gain in gained] == [1, 3]
    assert items(result, "Post", "Klingon")["FS"] == 5
    assert "FS" not in items(result, "Post", "Romulan")


def test_the_engine_shares_bases_in_turn_and_loses_the_inventory():
    vega = {"mining_base": 40.0, "items": {"FS": 5}}
    result = shared((30.0, 10.0), (90, 90), vega, in_1999=True)
    gained = gains(result, TransactionKind.ASSIMILATION)
    assert [gain["mining_base"] for gain in gained] == [150, 12]
    assert "FS" not in items(result, "Post", "Klingon")
