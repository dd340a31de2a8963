"""The formulas of the economy, clause by clause: worked numbers on both sides of every bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Output, Split
from variants.far_horizons.economy.risks import SpoilsClaimant
from variants.far_horizons.model import (
    MOVED,
    WORMHOLED,
    Colony,
    Place,
    Planet,
    Propulsion,
    Ship,
    ShipLocation,
    Species,
    Status,
)

AT = Place((1, 2, 3), 4)
HOME = Planet(id="home", gravity=100)


def _ship(class_="DD", tonnage=15, **facts) -> Ship:
    return Ship(name="One", class_=class_, tonnage=tonnage, place=AT, **{"age": 0} | facts)


def _slow(class_="DD", tonnage=15, **facts) -> Ship:
    return _ship(class_, tonnage, drive=Propulsion.SUB_LIGHT, **facts)


def _finished(age: int) -> Ship:
    return _ship(age=age, where=ShipLocation.ORBIT)


def _colony(**facts) -> Colony:
    return Colony(name="Rock", place=AT, **facts)


def _case(method: str, *inputs: Any, to: Any, rules: str, **named: Any):
    """One call of the economy: the method, its arguments, and its result."""
    clauses = [f"FH-{rule}" for rule in rules.split()]
    return pytest.param(method, inputs, named, to, marks=pytest.mark.rule(*clauses))


def _cases(method: str, rules: str, *answers: tuple[Any, ...], **named: Any):
    """Several calls of a method: the arguments, and last the result, of each."""
    return [_case(method, *inputs, to=to, rules=rules, **named) for *inputs, to in answers]


PRICES = [
    *_cases("ship_cost", "SHIP-005 BAS-003", (7, 700), (1, 100)),
    *_cases("ship_cost", "SHIP-006", (7, 525), (1, 75), sub_light=True),
    *_cases("original_cost", "SHIP-005 SHIP-006", (_ship(), 1500), (_slow(), 1125)),
    *_cases("largest_tonnage", "SHIP-003 BAS-002", (1, 0), (2, 1), (25, 12), (26, 13)),
    *_cases(
        "starbase_age", "AGE-003",
        (10, 3, 2, 5), (9, 4, 3, 4), (20, 5, 5, 9), (7, 4, 9, 1), (0, 1, 5, 0), (-1, 2, 3, -1),
    ),
    *_cases(
        "item_cost", "TERRA-002",
        ("TP", 0, 500), ("TP", 3, 16_666), ("TP", 40, 1250), ("TP", 100_000, 1),
    ),
    *_cases("item_cost", "BUILD-004", ("CU", 0, 1), ("FJ", 7, 125), ("GU3", 10, 750)),
    *_cases("shipyard_cost", "YARD-002", (0, 0), (1, 10), (13, 130)),
    *_cases("hiding_cost", "HIDE-003", (545, 300, 54), (9, 999, 0), (10, 0, 1)),
    *_cases("hiding_cost", "HIDE-009", (0, 0, 0), (0, 999, 0), (545, 0, 54)),
    *_cases("premium", "IBUILD-003", (0, 0), (5, 1), (100, 10), (101, 11)),
    *_cases("price_within", "IBUILD-010", (0, 0), (1, 0), (109, 99), (110, 100), (111, 100)),
    *_cases(
        "price_within", "IBUILD-010",
        (0, 100, 0), (10, 100, 0), (11, 100, 0), (12, 100, 1), (50, 5, 45), (117, 95, 97),
    ),
    *_cases("price_for_balance", "ZERO-003", (110, 100), (11, 10), (10, 9), (12, 100, 1)),
]  # fmt: skip

RETURNS = [
    *_cases("recycled_items", "REC-003", ("CU", 3, 0, 1), ("SU", 3, 0, 165), ("GU2", 1, 7, 250)),
    *_cases("recycled_items", "REC-003", ("TP", 1, 0, 250), ("TP", 3, 40, 1875)),
    *_cases("recycled_items", "REC-004", ("RM", 4, 0, 0), ("RM", 5, 0, 1), ("RM", 19, 9, 3)),
    *_cases(
        "hull_value", "REC-005",
        (1000, 0, 900), (1000, 10, 750), (1000, -1, 915), (1500, 7, 1192), (1000, 49, 165),
        (1, 0, 0),
    ),
    *_cases("recycled_ship", "REC-005", (_finished(10), 1125), (_finished(0), 1350)),
    *_cases(
        "recycled_ship", "REC-006",
        (_ship(unpaid=300), 600), (_ship(unpaid=301), 599), (_ship(), 750),
        (_slow(unpaid=125), 500), (_finished(10), 1125),
    ),
    *_cases("salvaged_items", "DISBAND-006", ("RM", 19, 0, 1), ("SU", 3, 0, 82), ("CU", 1, 0, 0)),
    *_cases("salvaged_ship", "DISBAND-006", (_finished(10), 562), (_ship(unpaid=1498), 0)),
]  # fmt: skip

REPAIRS = [
    *_cases("upgrade_cost", "UPG-002", (1, 100, 3), (2, 100, 5), (3, 1500, 113), (40, 100, 100)),
    *_cases(
        "upgrade_reduction", "UPG-001", (2, 100, 0), (3, 100, 1), (99, 100, 39), (100, 100, 40)
    ),
    *_cases("repair_reduction", "DR-002", (1, 1, 16), (3, 16, 3), (5, 15, 5), (1, 20, 0)),
    *_cases("repair_units", "DR-005", (16, 1, 1), (17, 1, 2), (5, 15, 5), (8, 2, 1)),
]

MINE, RESORT, PLAIN = (
    _colony(status=Status.COLONY | status) for status in (Status.MINING, Status.RESORT, 0)
)
PRODUCTION = [
    *_cases("raw_material", "RM-001 RM-002", (10, 1260, 287, 439), (7, 33, 250, 9), (0, 9, 99, 0)),
    *_cases("capacity", "PROD-001", (9, 125, 112), (7, 9, 6), (1, 9, 0)),
    *_cases(
        "penalty", "PENALTY-001",
        (0, 0, 0), (0, 5, 0), (3, 0, 100), (1, 3, 33), (3, 10, 30), (9, 10, 90), (10, 10, 100),
        (11, 10, 100), (1, 1, 100),
    ),
    *_cases("less_penalty", "PENALTY-001", (101, 30, 71), (99, 0, 99), (99, 100, 0)),
    *_cases(
        "economic_efficiency", "EE-001",
        (0, 100), (2000, 100), (2001, Fraction(200_005, 2001)), (2020, Fraction(10_005, 101)),
        (4000, Fraction(105, 2)), (10_000, 24),
    ),
    *_cases(
        "efficiency_for", "EE-004",
        (_colony(status=Status.HOME), Planet(id="x", efficiency=7), 100),
        (PLAIN, Planet(id="x", efficiency=7), 7),
    ),
    *_cases("efficient", "EE-003", (151, 82, 123), (99, 100, 99), (99, 1, 0)),
    *_cases("sold", "MINECOL-003 RESORT-003", (1, 0), (2, 1), (3, 2), (100, 66)),
    *_cases("income", "MINECOL-003", (MINE, Output(100, 40), 66), (MINE, Output(100, 40), 9, 66)),
    *_cases("income", "RESORT-003", (RESORT, Output(100, 40), 26), (RESORT, Output(1, 40), 9, 26)),
    *_cases(
        "income", "PROD-004",
        (PLAIN, Output(30, 40), 30), (PLAIN, Output(30, 40), 9, 39),
        (PLAIN, Output(30, 40), 11, 40), (MINE, Output(100, 40), 66), (RESORT, Output(100, 40), 26),
    ),
    *_cases("treasury_limit", "EU-005 EU-006", (100, 501, 501), home=True, bombed=False),
    *_cases("treasury_limit", "EU-006 BOMB-008", (100, 501, 400), home=True, bombed=True),
    *_cases("treasury_limit", "EU-005", (100, 501, 100), home=False, bombed=False),
    *_cases("treasury_limit", "EU-005 BOMB-008 EU-006", (100, 501, 100), home=False, bombed=True),
    *_cases(
        "balanced_units", "RM-003 DEVELOP-002",
        (20, 287, 710, 240, Split(9, 11)), (20, 287, 900, 240, Split(0, 20)),
        (20, 287, 600, 240, Split(20, 0)), (25, 100, 100, 100, Split(12, 13)),
        (24, 100, 100, 100, Split(12, 12)), (0, 100, 9, 1, Split(0, 0)),
    ),
    *_cases(
        "units_for_another", "DEVELOP-002",
        (10, 100, Split(5, 5)), (11, 100, Split(5, 6)), (7, 287, Split(5, 2)),
        (50, 287, Split(37, 13)), (0, 287, Split(0, 0)), (9, 250, Split(6, 3)),
    ),
    *_cases(
        "growth_at_home", "RM-003 PROD-002",
        (_colony(mining_base=760, manufacturing_base=264), 287, Split(14, 6)),
        (_colony(mining_base=50, manufacturing_base=49), 100, Split(0, 1)),
        (_colony(mining_base=600, manufacturing_base=399), 100, Split(0, 19)),
        (_colony(mining_base=24, manufacturing_base=25), 100, Split(0, 0)),
    ),
]  # fmt: skip

RISKS = [
    *_cases(
        "mishap_chance", "MISHAP-001 MISHAP-003",
        (0, 10, 0), (49, 10, 490), (999, 10, 9990), (1000, 10, 10_000), (1001, 10, 10_000),
        (1, 3, 33), (1, 0, 10_000), (49, 10, 1, 680), (49, 10, 5, 1441), (49, 10, -1, 490),
    ),
    *_cases("mishap_chance", "MISHAP-001", (0, 0, 10_000), (7, 1, 700), (7, 1, 0, 700)),
    *_cases(
        "aged_chance", "AGE-005",
        (50, 0, 50), (50, 10, 40), (49, 3, 47), (50, -1, 50), (150, 0, 100), (-5, 3, 0), (-5, 0, 0),
    ),
    *_cases("interception_cost", "INTERCEPT-005", (_ship(tonnage=5), 500), (_slow(tonnage=2), 200)),
    *_cases("interception_cost", "INTERCEPT-005", (_ship("BAS", 7), 700)),
    *_cases("interception_cost", "INTERCEPT-006", (_ship("TR", 20), 200), (_ship("TR", 7), 70)),
    *_cases("interception_cost", "INTERCEPT-006", (_ship(tonnage=5), 500)),
    *_cases(
        "escapes_interception", "INTERCEPT-009",
        (_ship(tonnage=4), False), (_ship(tonnage=5), False), (_ship(tonnage=6), True),
        (_ship("BAS", 6), True), (_ship("TR", 6), False), (_ship("TR", 20), False),
        (_ship("TR", 21), True),
    ),
    *_cases(
        "escapes_interception", "INTERCEPT-010",
        (_ship(moved=WORMHOLED), False), (_ship("TR", 99, moved=WORMHOLED), False),
        (_ship(moved=MOVED), True), (_ship(), True), (_ship("TR", 20), False),
        (_ship(tonnage=5), False), (_ship("TR", 21), True),
    ),
]  # fmt: skip

PEOPLE = [
    *_cases(
        "home_population", "POP-009 BOMB-008",
        (1000, 0, 1500), (1000, 1500, 1000), (1499, 1500, 1499), (1500, 1500, 1500),
        (1600, 1500, 1500), (1, 2000, 0), (7, 9, 1166),
    ),
    *_cases(
        "colony_population", "POP-006",
        (_colony(mining_base=90, manufacturing_base=20, items={"CU": 7, "PD": 33}), 10, 15),
        (_colony(items={"CU": 10, "PD": 90}), 9, 9), (_colony(items={"PD": 90}), 10, 0),
        (_colony(manufacturing_base=20), 10, 2),
        (_colony(mining_base=100, status=Status.MINING), 9, 0),
        (_colony(manufacturing_base=100, status=Status.RESORT), 9, 0),
        (_colony(mining_base=100, status=Status.POPULATED), -3, -3),
    ),
    *_cases("people_used", "POP-003", (9, 4, 4)),
]  # fmt: skip

LIFE_SUPPORT = [
    *_cases("survives", "COL-006", (2, 3, True), (3, 3, True), (4, 3, False), (0, 0, True)),
    *_cases(
        "may_be_resort", "RESORT-001 RESORT-005",
        (5, Planet(id="x", gravity=100), HOME, True), (6, Planet(id="x", gravity=100), HOME, False),
        (0, Planet(id="x", gravity=99), HOME, True), (0, Planet(id="x", gravity=101), HOME, False),
    ),
]  # fmt: skip

FLEET = [
    *_cases(
        "upkeep", "FLEET-001",
        (_ship(tonnage=15), 300), (_ship("BAS", 15), 150), (_ship("TR", 15), 60),
    ),
    *_cases(
        "upkeep", "FLEET-001 FLEET-002",
        (_slow(tonnage=15), 225), (_slow("TR", 1), 3), (_slow("TR", 7), 21), (_slow("PB", 1), 15),
        (_ship("PB", 1), 20),
    ),
    *_cases("military_discount", "FLEET-003", (0, 0), (1, 0), (51, 25), (200, 100), (250, 100)),
    *_cases("fleet_cost", "FLEET-003", ([_ship(), _ship("TR", 7)], 51, 246), ([], 9, 0)),
    *_cases("fleet_percent", "FLEET-004", (1, 3, 3333), (50, 25, 20_000), (0, 0, 10_000)),
    *_cases("fleet_percent", "FLEET-004", (5, 0, 10_000), (5, 1, 50_000), (5, -1, 10_000)),
    *_cases(
        "paid_by_treasury", "FLEET-007",
        (100, 50, 30, 30), (100, 50, 300, 100), (100, 100, 30, 0), (50, 100, 30, 0),
        (101, 100, 30, 30), (100, 50, -5, 0),
    ),
    *_cases(
        "fleet_share", "FLEET-005",
        (2500, 10, 3), (2499, 10, 2), (10_000, 7, 7), (20_000, 7, 7), (1, 4999, 0), (1, 5000, 1),
    ),
    *_cases(
        "unrest", "FLEET-008",
        (10_000, 0), (10_099, 0), (10_100, 1), (9900, -1), (20_000, 100),
    ),
    *_cases(
        "riot_loss", "FLEET-008",
        (1000, 5, 50), (99, 1, 0), (1000, 100, 1000), (1000, 150, 1000),
    ),
]  # fmt: skip

SIEGES = [
    *_cases(
        "siege_effectiveness", "SIEGE-002 SIEGE-004",
        (1, 0, 95), (10, 500, 50), (18, 500, 90), (19, 500, 95), (20, 500, 95), (1, 2500, 1),
        (1, 2501, 0),
    ),
    *_cases("detection_chance", "SIEGE-014 SIEGE-015", (40, 40), (0, 0), resident=False),
    *_cases("detection_chance", "SIEGE-014 SIEGE-015", (40, 95), (0, 95), resident=True),
    *_cases("told_besiegers", "SIEGE-022", ([2, 1, 2, 1], [2, 1])),
    *_cases(
        "assimilated_shares", "ASSIM-006",
        ([SpoilsClaimant(3, 0), SpoilsClaimant(1, 9)], 101, 50, [(75, 37), (25, 12)]),
        ([SpoilsClaimant(5, 1)], 101, 50, [(101, 50)]),
    ),
]  # fmt: skip

RESEARCH = [
    *_cases("research_cost", "TEACH-004", (1, 1), (10, 100), (0, 0)),
    *_cases("attempt_cost", "TEACH-004", (0, 0), (1, 1), (7, 7)),
    *_cases("level_for", "TEACH-004", (10, 99, 10), (10, 100, 11), (10, 220, 11), (10, 221, 12)),
    *_cases(
        "highest_level", "TEACH-004",
        (50, 10**6, None, None), (51, 0, None, None), (51, -1, 9, None), (51, 1, None, 52),
        (51, 2600, 9, 52), (51, 2601, 9, 53),
    ),
    *_cases("taught_level_cost", "TEACH-005", (1, 1), (7, 37), (10, 75)),
    *_cases(
        "item_level", "HTECH-001 INST-001 PD-008",
        ("PD", 0), ("CU", 0), ("IU", 0), ("AU", 0), ("RM", 1), ("FS", 20), ("GU4", 40),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "inputs", "named", "answer"),
    [*PRICES, *RETURNS, *REPAIRS, *PRODUCTION, *RISKS, *PEOPLE, *LIFE_SUPPORT, *FLEET, *SIEGES,
     *RESEARCH],
)  # fmt: skip
def test_a_formula(method, inputs, named, answer):
    assert getattr(RULEBOOK_ECONOMY, method)(*inputs, **named) == answer


def _thrown(*faces: int):
    """Dice that show these faces, and the numbers of sides that were asked for."""
    left, sides_asked = list(faces), []

    def dice(sides: int) -> int:
        sides_asked.append(sides)
        return left.pop(0)

    return dice, sides_asked


@pytest.mark.rule("FH-POP-006", "FH-BIO-001")
@pytest.mark.parametrize(
    ("lsn", "level", "biology", "faces", "sides", "growth"),
    [
        (0, 10, 0, (2, 1), 2, 11), (0, 10, 0, (1, 2), 2, 9), (0, 0, 0, (1, 1), 2, 10),
        (2, 10, 0, (1, 2), 2, 7), (3, 10, 0, (1, 1), 1, 7), (10, 10, 0, (1, 1), 1, 0),
        (3, 9, 39, (1, 1), 1, 7), (3, 10, 40, (1, 1), 1, 9),
    ],
)  # fmt: skip
def test_growth_and_its_dice(lsn, level, biology, faces, sides, growth):
    dice, sides_asked = _thrown(*faces)
    assert RULEBOOK_ECONOMY.growth_percent(lsn, level, biology, dice) == growth
    assert sides_asked == [sides, sides]


@pytest.mark.rule("FH-ESTIMATE-002")
@pytest.mark.parametrize(
    ("level", "theirs", "sides", "lowest", "highest"),
    [(10, 20, 21, 10, 30), (19, 20, 3, 19, 21), (18, 20, 5, 18, 22), (30, 20, 3, 19, 21),
     (30, 1, 3, 0, 2), (0, 3, 7, 0, 6), (5, 0, 3, 0, 0)],
)  # fmt: skip
def test_an_estimate_and_its_die(level, theirs, sides, lowest, highest):
    for face, guess in ((1, lowest), (sides, highest)):
        dice, sides_asked = _thrown(face)
        assert RULEBOOK_ECONOMY.estimate(level, theirs, dice) == guess
        assert sides_asked == [sides]


@pytest.mark.rule("FH-FD-005")
@pytest.mark.parametrize(
    ("number", "level", "expected"),
    [(1, 0, 19), (17, 13, 39), (16, 10, 20), (15, 4, 431), (99, 22, 97)],
)  # fmt: skip
def test_a_distortion_number_follows_from_number_and_level(number, level, expected):
    species = Species(id="x", number=number)
    species.techs["LS"].initial = level
    assert RULEBOOK_ECONOMY.distortion_number(species) == expected
    species.distortion = 171
    assert RULEBOOK_ECONOMY.distortion_number(species) == 171
    assert RULEBOOK_ECONOMY.computed_distortion(species) == expected
