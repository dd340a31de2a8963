"""Hints for players whose orders are refused."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.order_steps import AFTER, BEFORE, MARS, humans
from tests.variants.far_horizons.single_steps import step

SHIPS = {
    "DD Dawson": {"at": "10 10 10", "age": 20, "cargo": {"DR": 3}},
    "CT Scout": {"at": "12 13 10"},
    "TR20 Mule": {"at": "Earth", "cargo": {"SU": 5}},
    "BAS Fort": {"at": "Earth", "tons": 100000, "cargo": {"GT": 1}},
    "FF Hull": {"at": "Earth", "status": "building", "unpaid": 250},
}
PLANETS = {
    "Earth": {"items": {"RM": 5, "CU": 2}},
    "Mars": {"at": MARS, "mining_base": 5.0, "items": {"TP": 4, "IU": 3}},
    "Moon": {"at": "10 10 10 #1"},
}


def hint(order, phase=BEFORE, manufacturing=24):
    techs = {"MA": manufacturing, "LS": 9, "BI": 40}
    game = humans(treasury=50, met=["Klingon"], enemies=["Klingon"], techs=techs,
                  ships=SHIPS, planets=PLANETS)  # fmt: skip
    [remark] = step(phase, game, {"Human": order}).remarks("Human")
    assert remark.severity == "error"
    return remark.hint


@pytest.mark.rule("FH-ORDER-022")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("SCAN CT Dawson", "did you mean 'DD Dawson'?"),
        ("SCAN FF Hull", "it still costs 250"),
        ("TRANSFER 5 DR PL Earth, DD Dawson", "PL Earth has 5 RM, 2 CU"),
        ("TRANSFER 5 RM PL Moon, DD Dawson", "PL Moon has nothing"),
        ("TRANSFER 5 RM PL Eart, DD Dawson", "did you mean 'PL Earth'?"),
        ("TRANSFER 5 SU TR20 Mule, DD Dawson", "one takes 20"),
        ("TRANSFER 5 XX PL Earth, DD Dawson", "write a class like CU or RM"),
        ("TRANSFER some RM PL Earth, DD Dawson", "write how many items, 0 for all"),
        ("INSTALL 3 IU PL Mars", "transfer CU to the planet first"),
        ("INSTALL 3 AU PL Mars", "transfer AU to the planet first"),
        ("BASE 6 TR20 Mule, BAS New", "there are 5"),
        ("BASE 3 TR20 Mule, BAS Fort", "2 more units are allowed at this MA"),
        ("BASE 3 TR20 Mule, BAS Dawson", "by DD Dawson"),
        ("BASE 3 TR20 Mule, DD Dawson", "DD Dawson is not a starbase"),
        ("REPAIR DD Dawson", "19 are needed and 3 aboard; with a number fewer are used"),
        ("REPAIR CT Scout", "transfer DR to CT Scout first"),
        ("LAND DD Dawson, PL Mars", "DD Dawson is at 10 10 10, PL Mars at 12 13 10 #2"),
        ("ORBIT DD Dawson", "DD Dawson is in deep space: name a planet"),
        ("ORBIT DD Dawson, 7", "the system has no planet of this number"),
        ("NAME 12 13 10 2 PL Venus", "you call it PL Mars"),
        ("NAME 9 9 9 1 PL Mars", "PL Mars is at 12 13 10 #2"),
        ("SEND 5 SP Klingon", "declare it NEUTRAL first, if you mean it"),
        ("SEND 5 Klingon", "did you mean 'SP Klingon'?"),
        ("SEND SP Klingon", "write how much, 0 for all"),
    ],
)
def test_before_departure(order, expected):
    assert hint(order) == expected


@pytest.mark.rule("FH-ORDER-022", "FH-TECH-007")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("200 Gravitics", "write GV for Gravitics"),
        ("Gravitics 200", "write GV for Gravitics"),
        ("200 life support", "write LS for Life Support"),
        ("200 Biolgy", "write BI for Biology"),
        ("200 m", "it is one of MI, MA, ML, GV, LS, BI"),
        ("200", "it is one of MI, MA, ML, GV, LS, BI"),
        ("GV 200", "write the amount first, as in RESEARCH 27 GV"),
    ],
)
def test_how_research_is_written(order, expected):
    assert hint(f"PRODUCTION PL Earth\nRESEARCH {order}", "production") == expected


@pytest.mark.rule("FH-ORDER-022", "FH-ORDER-018")
@pytest.mark.parametrize(
    ("order", "phase", "expected"),
    [
        (
            "PRODUCTION PL Earth\nIBUILD SP Klingon 10 GU1",
            "production",
            "put a comma after 'SP Klingon'",
        ),
        (
            "PRODUCTION PL Earth\nIBUILD SP Klingon: 10 GU1",
            "production",
            "put a comma after 'SP Klingon'",
        ),
        (
            "PRODUCTION PL Earth\nIBUILD SP Klingo, 10 GU1",
            "production",
            "did you mean 'SP Klingon'?",
        ),
        ("ALLY SP Klingon 10", BEFORE, "nothing may follow 'SP Klingon'"),
        ("ALLY SP Klingo", BEFORE, "did you mean 'SP Klingon'?"),
    ],
)
def test_no_name_is_suggested_that_stands_there_already(order, phase, expected):
    assert hint(order, phase, manufacturing=30) == expected


@pytest.mark.rule("FH-ORDER-022")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("TEACH XX SP Klingon", "it is one of MI, MA, ML, GV, LS, BI"),
        ("TELESCOPE BAS Fort", "at least 2 GT are needed aboard"),
        ("TELESCOPE DD Dawson", "DD Dawson is not a starbase"),
        ("TERRAFORM 2 PL Mars", "there are 4 on PL Mars"),
        ("TERRAFORM 6 PL Mars", "there are 4 of 6"),
        ("TRANSFER 1 RM PL Earth, PL Moon", "transfer to it before departure, in the next turn"),
    ],
)
def test_after_arrival(order, expected):
    assert hint(order, AFTER) == expected
