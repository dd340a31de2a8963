"""What may be left out of an order, what may not, and which numbers an order takes."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.single_steps import RULES, game_with

GAME = game_with(
    {
        "species": {
            "Human": {
                "met": ["Klingon"],
                "treasury": 500,
                "techs": {"BI": 50, "MA": 60, "GV": 60, "LS": 40, "ML": 40},
                "planets": {
                    "Mars": {"at": "10 10 10 #4", "mining_base": 5.0, "population": 60},
                    "Earth": {"items": {"RM": 50, "CU": 9, "IU": 5}},
                },
                "ships": {
                    "DD Dawson": {"at": "Earth", "age": 9, "cargo": {"DR": 9}},
                    "DD Kirk": {"at": "12 13 10"},
                    "TR5 Mover": {"at": "Earth", "cargo": {"CU": 5}},
                    "DD Hull": {"at": "Earth", "status": "building", "unpaid": 50},
                },
            },
            "Klingon": {"met": ["Human"]},
        }
    },
    ("Human", "Klingon"),
)
#: What comes before an order of a section.
BEGINNINGS = {
    "PRE-DEPARTURE": "", "JUMPS": "", "POST-ARRIVAL": "",
    "PRODUCTION": "PRODUCTION PL Earth\n", "COMBAT": "BATTLE 12 13 10\n",
}  # fmt: skip


def _case(section, order, codes, clauses):
    ids = [f"FH-{clause}" for clause in clauses.split()]
    return pytest.param(section, order, codes, marks=pytest.mark.rule("FH-CMD-001", *ids), id=order)


@pytest.mark.parametrize(
    ("section", "order", "codes"),
    [
        _case("PRE-DEPARTURE", "LAND DD Dawson", [], "LAND-001"),
        _case("PRE-DEPARTURE", "LAND DD Dawson, PL Earth", [], "LAND-001"),
        _case("PRE-DEPARTURE", "LAND DD Dawson, 3", [], "LAND-001"),
        _case("PRE-DEPARTURE", "ORBIT DD Dawson", [], "LAND-001"),
        _case("JUMPS", "MOVE DD Kirk, 12 13 11", [], "MOVE-001 CMD-010"),
        _case("JUMPS", "MOVE DD Kirk, 12 13 11 2", ["no-sector"], "MOVE-001 CMD-010"),
        _case("JUMPS", "MOVE DD Kirk, 12 13", ["no-sector"], "MOVE-001 CMD-010"),
        _case("JUMPS", "JUMP DD Kirk, 12 13 11 2", ["no-destination"], "JUMP-001"),
        _case("JUMPS", "JUMP DD Kirk, 12 13", ["no-destination"], "JUMP-001"),
        _case("JUMPS", "VISITED 12 13 10", [], "VISITED-001"),
        _case("JUMPS", "VISITED 12 13 10 4", ["no-sector"], "VISITED-001"),
        _case("JUMPS", "VISITED 12 13", ["no-sector"], "VISITED-001"),
        _case("JUMPS", "WORMHOLE DD Kirk", [], "WORM-001 CMD-009"),
        _case("PRODUCTION", "UPGRADE DD Dawson", [], "UPG-001 CMD-012"),
        _case("PRODUCTION", "UPGRADE DD Dawson, 10", ["too-little"], "UPG-001 CMD-012"),
        _case("PRODUCTION", "BUILD 3 PD", [], "BUILD-001 CMD-011"),
        _case("PRODUCTION", "BUILD 3 PD, TR5 Mover", [], "BUILD-001 CMD-011"),
        _case("PRODUCTION", "BUILD DD New", ["no-funds"], "BUILD-001 CMD-011"),
        _case("PRODUCTION", "BUILD DD New, 10", [], "BUILD-001 CMD-011"),
        _case("PRODUCTION", "CONTINUE DD Hull", [], "CMD-011"),
        _case("PRODUCTION", "CONTINUE DD Hull, 5", [], "CMD-011"),
        _case("PRODUCTION", "RECYCLE TR5 Mover", [], "REC-001 CMD-013"),
        _case("PRODUCTION", "IBUILD SP Klingon, 3 PD", ["no-people"], "IBUILD-001"),
        _case("PRODUCTION", "IBUILD SP Klingon, DD New", ["no-funds"], "IBUILD-001"),
        _case("PRODUCTION", "IBUILD SP Klingon, BAS New, 50", ["not-a-hundred"], "IBUILD-001"),
        _case("PRODUCTION", "DEVELOP", ["healthy-home"], "DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP 20", ["healthy-home"], "DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP PL Mars", [], "DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP 20 PL Mars", [], "DEVELOP-001"),
        _case("PRODUCTION", "RESEARCH 5 MI", [], "TECH-001"),
        _case("PRODUCTION", "RESEARCH MI", ["no-amount"], "TECH-001"),
        _case("PRODUCTION", "INTERCEPT 5", [], "INTERCEPT-001"),
        _case("PRODUCTION", "AMBUSH 5", [], "AMBUSH-001"),
        _case("PRODUCTION", "ESTIMATE SP Klingon", [], "ESTIMATE-001"),
        _case("PRODUCTION", "SHIPYARD", [], "YARD-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson", [], "DR-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson, 3", [], "DR-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10 10", [], "DR-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10 10 2", [], "DR-001"),
        _case("PRE-DEPARTURE", "NAME 9 9 9 1 PL Moon", [], "NAME-001 CMD-003"),
        _case("PRE-DEPARTURE", "NAME 9 9 9 1 5 PL Moon", ["no-class-word"], "NAME-001 CMD-003"),
        _case("PRE-DEPARTURE", "SEND 5 SP Klingon", [], "SEND-001"),
        _case("POST-ARRIVAL", "TEACH BI SP Klingon", [], "TEACH-001"),
        _case("POST-ARRIVAL", "TEACH BI 5 SP Klingon", [], "TEACH-001"),
        _case("POST-ARRIVAL", "DESTROY DD Kirk", [], "DESTROY-001"),
        _case("POST-ARRIVAL", "DESTROY DD Kirc", ["unknown-ship"], "DESTROY-001"),
        _case("PRE-DEPARTURE", "ENEMY SP Klingon", [], "DIPLO-001"),
        _case("PRE-DEPARTURE", "ENEMY 0", [], "DIPLO-001"),
        _case("PRE-DEPARTURE", "NEUTRAL 1", [], "DIPLO-001"),
        _case("PRE-DEPARTURE", "ALLY SP Klingon", [], "DIPLO-001"),
        _case("COMBAT", "ENGAGE 3", ["attacks-nobody"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4", ["bad-number"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 2", ["attacks-nobody"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 8", ["bad-number"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 10", ["bad-number"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 9", ["attacks-nobody"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 0", ["bad-number"], "ENGAGE-001"),
        _case("COMBAT", "TARGET 0", ["bad-number"], "TARGET-001"),
        _case("COMBAT", "TARGET 5", ["bad-number"], "TARGET-001"),
        _case("COMBAT", "TARGET 4", [], "TARGET-001"),
        _case("COMBAT", "TARGET 1", [], "TARGET-001"),
        _case("COMBAT", "WITHDRAW 0 100 100", [], "WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 101 100 100", ["bad-number"], "WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 0 101 100", ["bad-number"], "WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 0 100 101", ["bad-number"], "WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW -1 100 100", ["bad-number"], "WITHDRAW-001"),
        _case("COMBAT", "ATTACK 0", [], "ATTACK-001"),
        _case("COMBAT", "HIJACK SP 5", ["unknown-number"], "HIJACK-001"),
        _case("COMBAT", "ATTACK SP Klingon", [], "ATTACK-001"),
        _case("COMBAT", "HAVEN 1 2 3", [], "WITHDRAW-001"),
        _case("COMBAT", "HAVEN 1 2", ["no-sector"], "WITHDRAW-001"),
        _case("COMBAT", "HAVEN 1 2 3 4", ["too-many-words"], "WITHDRAW-001"),
        _case("PRODUCTION", "RECYCLE 1 CU", [], "REC-001 CMD-013"),
        _case("PRODUCTION", "RECYCLE 1", ["no-item"], "REC-001 CMD-013"),
        _case("PRE-DEPARTURE", "DESTROY DD Dawsonn", ["unknown-ship"], "DESTROY-001"),
        _case("POST-ARRIVAL", "TEACH BI", ["unknown-species"], "TEACH-001"),
        _case("PRE-DEPARTURE", "SEND SP Klingon", ["no-number"], "SEND-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10", ["no-sector"], "DR-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson, -1", ["negative-number"], "DR-001"),
        _case("COMBAT", "ENGAGE -1", ["bad-number"], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 0", [], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 2 1", [], "ENGAGE-001"),
        _case("COMBAT", "ENGAGE 7", ["bad-number"], "ENGAGE-001"),
    ],
)
def test_an_order_is_taken_or_refused(section, order, codes):
    text = f"START {section}\n{BEGINNINGS[section]}{order}\nEND"
    assert [refusal.code for refusal in RULES.check_orders(GAME, "Human", text)] == codes
