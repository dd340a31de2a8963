"""Optional and required words of an order, and the bounds of its numbers."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.single_steps import RULES, game_with
from variants.far_horizons.orders.arguments import LineArgument
from variants.far_horizons.orders.commands import COMMANDS

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
#: The lines before an order of a section.
BEGINNINGS = {
    "PRE-DEPARTURE": "", "JUMPS": "", "POST-ARRIVAL": "",
    "PRODUCTION": "PRODUCTION PL Earth\n", "COMBAT": "BATTLE 12 13 10\n",
}  # fmt: skip


def _case(section, order, codes, clauses):
    marks = pytest.mark.rule("FH-CMD-001", *clauses.split())
    return pytest.param(section, order, codes, marks=marks, id=order)


@pytest.mark.parametrize(
    ("section", "order", "codes"),
    [
        _case("PRE-DEPARTURE", "LAND DD Dawson", [], "FH-LAND-001"),
        _case("PRE-DEPARTURE", "LAND DD Dawson, PL Earth", [], "FH-LAND-001"),
        _case("PRE-DEPARTURE", "LAND DD Dawson, 3", [], "FH-LAND-001"),
        _case("PRE-DEPARTURE", "ORBIT DD Dawson", [], "FH-LAND-001"),
        _case("JUMPS", "MOVE DD Kirk, 12 13 11", [], "FH-MOVE-001 FH-CMD-010"),
        _case("JUMPS", "MOVE DD Kirk, 12 13 11 2", ["no-sector"], "FH-MOVE-001 FH-CMD-010"),
        _case("JUMPS", "MOVE DD Kirk, 12 13", ["no-sector"], "FH-MOVE-001 FH-CMD-010"),
        _case("JUMPS", "JUMP DD Kirk, 12 13 11 2", ["no-destination"], "FH-JUMP-001"),
        _case("JUMPS", "JUMP DD Kirk, 12 13", ["no-destination"], "FH-JUMP-001"),
        _case("JUMPS", "VISITED 12 13 10", [], "FH-VISITED-001"),
        _case("JUMPS", "VISITED 12 13 10 4", ["no-sector"], "FH-VISITED-001"),
        _case("JUMPS", "VISITED 12 13", ["no-sector"], "FH-VISITED-001"),
        _case("JUMPS", "WORMHOLE DD Kirk", [], "FH-WORM-001 FH-CMD-009"),
        _case("PRODUCTION", "UPGRADE DD Dawson", [], "FH-UPG-001 FH-CMD-012"),
        _case("PRODUCTION", "UPGRADE DD Dawson, 10", ["too-little"], "FH-UPG-001 FH-CMD-012"),
        _case("PRODUCTION", "BUILD 3 PD", [], "FH-BUILD-001 FH-CMD-011"),
        _case("PRODUCTION", "BUILD 3 PD, TR5 Mover", [], "FH-BUILD-001 FH-CMD-011"),
        _case("PRODUCTION", "BUILD DD New", ["no-funds"], "FH-BUILD-001 FH-CMD-011"),
        _case("PRODUCTION", "BUILD DD New, 10", [], "FH-BUILD-001 FH-CMD-011"),
        _case("PRODUCTION", "CONTINUE DD Hull", [], "FH-CMD-011"),
        _case("PRODUCTION", "CONTINUE DD Hull, 5", [], "FH-CMD-011"),
        _case("PRODUCTION", "RECYCLE TR5 Mover", [], "FH-REC-001 FH-CMD-013"),
        _case(
            "PRODUCTION", "IBUILD SP Klingon, 3 PD", ["no-colonists-for-others"], "FH-IBUILD-001"
        ),
        _case("PRODUCTION", "IBUILD SP Klingon, DD New", ["no-funds"], "FH-IBUILD-001"),
        _case(
            "PRODUCTION",
            "IBUILD SP Klingon, BAS New, 50",
            ["not-multiple-of-hundred"],
            "FH-IBUILD-001",
        ),
        _case("PRODUCTION", "DEVELOP", ["healthy-home"], "FH-DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP 20", ["healthy-home"], "FH-DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP PL Mars", [], "FH-DEVELOP-001"),
        _case("PRODUCTION", "DEVELOP 20 PL Mars", [], "FH-DEVELOP-001"),
        _case("PRODUCTION", "RESEARCH 5 MI", [], "FH-TECH-001"),
        _case("PRODUCTION", "RESEARCH MI", ["no-amount"], "FH-TECH-001"),
        _case("PRODUCTION", "INTERCEPT 5", [], "FH-INTERCEPT-001"),
        _case("PRODUCTION", "AMBUSH 5", [], "FH-AMBUSH-001"),
        _case("PRODUCTION", "ESTIMATE SP Klingon", [], "FH-ESTIMATE-001"),
        _case("PRODUCTION", "SHIPYARD", [], "FH-YARD-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson", [], "FH-DR-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson, 3", [], "FH-DR-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10 10", [], "FH-DR-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10 10 2", [], "FH-DR-001"),
        _case("PRE-DEPARTURE", "NAME 9 9 9 1 PL Moon", [], "FH-NAME-001 FH-CMD-003"),
        _case(
            "PRE-DEPARTURE", "NAME 9 9 9 1 5 PL Moon", ["no-class-word"], "FH-NAME-001 FH-CMD-003"
        ),
        _case("PRE-DEPARTURE", "SEND 5 SP Klingon", [], "FH-SEND-001"),
        _case("POST-ARRIVAL", "TEACH BI SP Klingon", [], "FH-TEACH-001"),
        _case("POST-ARRIVAL", "TEACH BI 5 SP Klingon", [], "FH-TEACH-001"),
        _case("POST-ARRIVAL", "DESTROY DD Kirk", [], "FH-DESTROY-001"),
        _case("POST-ARRIVAL", "DESTROY DD Kirc", ["unknown-ship"], "FH-DESTROY-001"),
        _case("PRE-DEPARTURE", "ENEMY SP Klingon", [], "FH-DIPLO-001"),
        _case("PRE-DEPARTURE", "ENEMY 0", [], "FH-DIPLO-001"),
        _case("PRE-DEPARTURE", "NEUTRAL 1", [], "FH-DIPLO-001"),
        _case("PRE-DEPARTURE", "ALLY SP Klingon", [], "FH-DIPLO-001"),
        _case("COMBAT", "ENGAGE 3", ["no-attack-target"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4", ["bad-number"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 2", ["no-attack-target"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 8", ["bad-number"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 10", ["bad-number"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 9", ["no-attack-target"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 4 0", ["bad-number"], "FH-ENGAGE-001"),
        _case("COMBAT", "TARGET 0", ["bad-number"], "FH-TARGET-001"),
        _case("COMBAT", "TARGET 5", ["bad-number"], "FH-TARGET-001"),
        _case("COMBAT", "TARGET 4", [], "FH-TARGET-001"),
        _case("COMBAT", "TARGET 1", [], "FH-TARGET-001"),
        _case("COMBAT", "WITHDRAW 0 100 100", [], "FH-WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 101 100 100", ["bad-number"], "FH-WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 0 101 100", ["bad-number"], "FH-WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW 0 100 101", ["bad-number"], "FH-WITHDRAW-001"),
        _case("COMBAT", "WITHDRAW -1 100 100", ["bad-number"], "FH-WITHDRAW-001"),
        _case("COMBAT", "ATTACK 0", [], "FH-ATTACK-001"),
        _case("COMBAT", "HIJACK SP 5", ["unknown-number"], "FH-HIJACK-001"),
        _case("COMBAT", "ATTACK SP Klingon", [], "FH-ATTACK-001"),
        _case("COMBAT", "HAVEN 1 2 3", [], "FH-WITHDRAW-001"),
        _case("COMBAT", "HAVEN 1 2", ["no-sector"], "FH-WITHDRAW-001"),
        _case("COMBAT", "HAVEN 1 2 3 4", ["too-many-words"], "FH-WITHDRAW-001"),
        _case("PRODUCTION", "RECYCLE 1 CU", [], "FH-REC-001 FH-CMD-013"),
        _case("PRODUCTION", "RECYCLE 1", ["no-item"], "FH-REC-001 FH-CMD-013"),
        _case("PRE-DEPARTURE", "DESTROY DD Dawsonn", ["unknown-ship"], "FH-DESTROY-001"),
        _case("POST-ARRIVAL", "TEACH BI", ["unknown-species"], "FH-TEACH-001"),
        _case("PRE-DEPARTURE", "SEND SP Klingon", ["no-number"], "FH-SEND-001"),
        _case("PRE-DEPARTURE", "REPAIR 10 10", ["no-sector"], "FH-DR-001"),
        _case("PRE-DEPARTURE", "REPAIR DD Dawson, -1", ["negative-number"], "FH-DR-001"),
        _case("COMBAT", "ENGAGE -1", ["bad-number"], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 0", [], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 2 1", [], "FH-ENGAGE-001"),
        _case("COMBAT", "ENGAGE 7", ["bad-number"], "FH-ENGAGE-001"),
    ],
)
def test_an_order_is_taken_or_refused(section, order, codes):
    text = f"START {section}\n{BEGINNINGS[section]}{order}\nEND"
    assert [refusal.code for refusal in RULES.check_orders(GAME, "Human", text)] == codes


@pytest.mark.rule("FH-CMD-001", "FH-CMD-011", "FH-BUILD-001", "FH-IBUILD-001", "FH-TECH-001")
@pytest.mark.parametrize(
    ("keyword", "left_out"),
    [
        ("BUILD", ["count", "destination", "amount", "surplus"]),
        ("CONTINUE", ["amount", "surplus"]),
        ("IBUILD", ["count", "amount"]),
        ("ICONTINUE", ["amount"]),
        ("RESEARCH", []),
    ],
)
def test_what_may_be_left_out_of_an_order_of_several_forms_is_declared(keyword, left_out):
    """The others are read, whatever the order's checks require."""
    [arguments] = [command.arguments for command in COMMANDS if command.keyword == keyword]
    read = {name: part for name, part in arguments.items() if isinstance(part, LineArgument)}
    assert [name for name, argument in read.items() if argument.optional] == left_out
