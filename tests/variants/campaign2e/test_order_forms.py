"""The syntax of orders: optional words, and the bounds of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from horizons_core.orders import Command
from tests.variants.campaign2e.builders import add_ship, ship, variant
from tests.variants.campaign2e.order_clauses import mark_of
from tests.variants.campaign2e.reported import situation
from variants.campaign2e.model import Campaign, TaskGroup
from variants.campaign2e.orders import COMMANDS

#: By clause, orders of its form.
FORMS: Mapping[str, tuple[str, ...]] = {
    "C2E-1.5-06": ('NAME g1 "Home Fleet"', "NAME 7,5 Sol", "NAME Bastion-1 Resolute"),
    "C2E-2.5-02": ("BILLS g1", "BILLS g1 Tempest-1", "PAY Brin 0.01", "DISBAND Tempest-1"),
    "C2E-3.6-05": ("RESUPPLY g2 FROM Packhorse-1",),
    "C2E-3.8-03": ("LEASE Packhorse AT 7,5",),
    "C2E-3.8-04": ("LOAD Packhorse-1 FUEL 1", "LOAD Packhorse-1 CREW 5 WEAPONRY 51"),
    "C2E-4.4-02": ("SPARE FC 1 AT 7,5",),
    "C2E-5.1-01": ("MOVE g1 TO 7,4", "HOLD g1"),
    "C2E-5.2-01": ("LANE g1 TO 12,9",),
    "C2E-5.4-01": ("LANE OFF 7,5", "LANE ON 4,3"),
    "C2E-5.4-02": ("LANE g1 TO 12,9 VIA 7,5",),
    "C2E-6.1-01": ("INTERDICT g9", "INTERDICT g9 OFF"),
    "C2E-6.2-01": ("RAID g9", "NORAID g9"),
    "C2E-7.2-01": ("ENGAGE DEFENCES g9", "ENGAGE DEFENCES g9 OFF"),
    "C2E-7.5-02": ("BOMBARD g9", "BOMBARD g9 STRIKES 1"),
    "C2E-7.6-01": ("LAND g9",),
    "C2E-8.1-01": ("DEFEND 7,5 BUY Glimmer", "DEFEND 7,5 BUY Glimmer 2"),
    "C2E-8.6b-01": ("ABSTRACT 7,5 ON", "ABSTRACT 7,5 OFF"),
    "C2E-9.1-02": ("RECONSTRUCT 8,5 HELPED BY 7,5", "RECONSTRUCT 8,5 ALONE"),
    "C2E-10.1-03": ("TRADE 8,5 WITH 9,5", "TRADE 7,5 WITH NONE"),
    "C2E-10.1-05": ("DEAL 7,5 WITH 12,9 SHARE 0", "DEAL 7,5 WITH 12,9 SHARE 100"),
    "C2E-11.1-01": ("REPAIR Argent-1 ALL", "REPAIR Argent-1 ARMOUR 2"),
    "C2E-12.2-01": ("REBUILD Heron-1", "REBUILD Heron-1 AT 8,5", "STRIP Heron-1", "SELL Heron-1"),
    "C2E-13.1-01": (
        "LAY KEEL K Argent AT 7,5",
        "BUILD Bold 0",
        "BUILD Bold 100",
        "CANCEL KEEL Bold",
    ),
    "C2E-13.1-02": ("BUY Heron AT 7,5", "BUY Heron 2 AT 7,5", "BUY Heron AT 7,5 AS new"),
    "C2E-13.2-01": ("LAY KEEL K MASS 90 TYPE CH AT 7,5",),
    "C2E-13.2-04": ("REDESIGN Bold AS Merrow",),
    "C2E-14.1-01": ("MANUAL g1",),
    "C2E-15.1-01": (
        "SPLIT g1 Argent-1",
        "SPLIT g1 Argent-1 Argent-2 AS new LATE",
        "MERGE g4 INTO g1",
        "TRANSFER Heron-2 TO g1 LATE",
    ),
    "C2E-15.2-01": ("DUMMY g1 MOVE 7,3", "DUMMY g1 REMOVE"),
    "C2E-16.5-01": ("REFIT Argent-2 B1/6 TO PDS", "REFIT Argent-2 HULL 2 TO FREE"),
    "C2E-17.1-02": (
        "STANCE Brin ALLY",
        "STANCE Brin NEUTRAL",
        "STANCE Cyra HOSTILE",
        "ALLOW Brin BASE ON",
        "ALLOW Cyra SUPPLY OFF",
    ),
    "C2E-17.3-01": (
        "CONTACT g1 ATTACK",
        "CONTACT g1 WITHDRAW",
        "CONTACT g1 WITHDRAW TO 7,4",
        "CONTACT g1 ATTACK IF ANY",
        "CONTACT g1 ATTACK IF EQUAL ELSE WITHDRAW TO 7,4",
    ),
    "C2E-17.6-01": (
        "BATTLE g1 SPEED 0",
        "BATTLE g1 SPEED 24",
        "BATTLE g1 FORMATION tight EDGE NW INTENT close",
        "BATTLE g1 BREAKOFF 1",
        "BATTLE g1 BREAKOFF 100 EXIT run",
    ),
    "C2E-N.17-01": ("CONTACT g1 WITHDRAW",),
    "C2E-17.8-01": ("BATTLE g1 EDGE NW", "BATTLE g1 EDGE S EXIT ftl"),
    "C2E-17.9-01": ("ENTRY g1 NEARER", "ENTRY g1 FARTHER EDGE SE SPLIT"),
}
FEW, MANY, BAD = "too-few-words", "too-many-words", "bad-argument"
#: By clause, orders that do not match its form, with the code of each error.
NO_FORMS: Mapping[str, Mapping[str, str]] = {
    "C2E-1.5-06": {"NAME g1": FEW, "NAME g1 7,5": BAD, "NAME nobody Fleet": "not-yours"},
    "C2E-2.5-02": {"BILLS": FEW, "PAY Brin 0": BAD, "PAY Brin": FEW, "PAY Ada 1": "yourself"},
    "C2E-3.6-05": {"RESUPPLY g2": FEW, "RESUPPLY FROM Packhorse-1": MANY},
    "C2E-3.8-03": {"LEASE Packhorse": FEW, "RETURN Packhorse-1": "not-leased"},
    "C2E-3.8-04": {"LOAD Packhorse-1 FUEL 57": "too-much", "LOAD Packhorse-1 FUEL 1.5": "bad-load"},
    "C2E-4.4-02": {
        "SPARE FC 0 AT 7,5": BAD,
        "SPARE FC 1000 AT 7,5": BAD,
        "SPARE FC 999 AT 7,5": "too-expensive",
        "SPARE FC AT 7,5": FEW,
    },
    "C2E-5.1-01": {"MOVE g1": FEW, "MOVE TO 7,4": MANY, "HOLD": FEW},
    "C2E-5.2-01": {"LANE g1": FEW, "LANE g1 TO 8,5": "no-lane"},
    "C2E-5.4-01": {"LANE OFF": FEW, "LANE OFF 8,5": "no-lane", "LANE OFF 12,9": "not-your-world"},
    "C2E-6.1-01": {"INTERDICT": FEW, "INTERDICT g9 ON": MANY},
    "C2E-7.5-02": {
        "BOMBARD g9 STRIKES 0": BAD,
        "BOMBARD g9 STRIKES 1000": BAD,
        "BOMBARD g9 STRIKES 999": "too-many-strikes",
    },
    "C2E-8.1-01": {"DEFEND 7,5 BUY Glimmer 0": BAD, "DEFEND 7,5": FEW},
    "C2E-8.6b-01": {
        "ABSTRACT 7,5": FEW,
        "ABSTRACT 7,5 MAYBE": BAD,
        "ABSTRACT 9,5 ON": "not-your-world",
    },
    "C2E-9.1-02": {"RECONSTRUCT 8,5": FEW, "RECONSTRUCT 8,5 HELPED BY 8,5": "too-far-apart"},
    "C2E-10.1-05": {"DEAL 7,5 WITH 12,9 SHARE 101": BAD, "DEAL 7,5 WITH 12,9": FEW},
    "C2E-11.1-01": {"REPAIR Argent-1": FEW, "REPAIR Bastion-1 HULL 1": "not-damaged"},
    "C2E-13.1-01": {"LAY KEEL K AT 7,5": MANY, "BUILD Bold 101": BAD, "BUILD Bold": FEW},
    "C2E-13.1-02": {
        "BUY Heron 0 AT 7,5": BAD,
        "BUY Heron": FEW,
        "BUY Warden AT 7,5": "defence-design",
    },
    "C2E-13.2-01": {
        "LAY KEEL K MASS 90 AT 7,5": MANY,
        "LAY KEEL K TYPE SC AT 7,5": MANY,
        "LAY KEEL K MASS 0 TYPE SC AT 7,5": BAD,
        "LAY KEEL K MASS 1 TYPE SC AT 7,5": "bad-mass",
    },
    "C2E-13.2-04": {"REDESIGN Bold": FEW, "REDESIGN Bold AS Argent": "wrong-mass"},
    "C2E-15.1-01": {"SPLIT g1": FEW, "MERGE g1": FEW, "MERGE g1 INTO g1": "same-group"},
    "C2E-15.2-01": {"DUMMY g1": FEW, "DUMMY g1 MOVE 7,2": "out-of-reach"},
    "C2E-17.1-02": {
        "STANCE Brin": FEW,
        "STANCE Brin FOE": BAD,
        "STANCE Ada ALLY": "yourself",
        "ALLOW Brin BASE": FEW,
    },
    "C2E-17.3-01": {"CONTACT g1": FEW, "CONTACT g1 ATTACK IF LUCKY": BAD},
    "C2E-17.6-01": {
        "BATTLE g1 SPEED 25": BAD,
        "BATTLE g1 BREAKOFF 0": BAD,
        "BATTLE g1 BREAKOFF 101": BAD,
        "BATTLE g1 EDGE E": BAD,
        "BATTLE g1 EXIT jump": BAD,
    },
    "C2E-17.9-01": {"ENTRY g1": FEW, "ENTRY g1 SIDEWAYS": BAD},
}


#: By keyword, the optional arguments; other orders have none.
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "BATTLE": ("speed", "formation", "edge", "intent", "percent", "way_out"),
    "BOMBARD": ("strikes",),
    "BUY": ("count", "name"),
    "CLAIM": ("card",),
    "COMMISSION": ("count", "name"),
    "COMMISSION SUPPLY": ("count", "name"),
    "CONTACT": ("attack", "limit", "place"),
    "DEFEND": ("count",),
    "DUMMY": ("place", "remove"),
    "ENGAGE DEFENCES": ("off",),
    "INTERDICT": ("off",),
    "LANE": ("via",),
    "LAY KEEL": ("design", "type", "mass"),
    "MERGE": ("late",),
    "PIRATE": ("design", "count", "place", "remove", "group"),
    "PROPOSE": ("words",),
    "REBUILD": ("world",),
    "RECONSTRUCT": ("helper", "alone"),
    "REPAIR": ("source", "fast"),
    "SPARE": ("world", "ship"),
    "SPLIT": ("name", "late"),
    "TRANSFER": ("late",),
}


@pytest.mark.parametrize(
    "command",
    [pytest.param(c, marks=mark_of(c.keyword), id=c.keyword) for c in COMMANDS],
)
def test_forms_are_told_which_words_may_be_left_out(command: Command) -> None:
    optional = [name for name, argument in command.arguments.items() if argument.optional]
    assert optional == list(LEFT_OUT.get(command.keyword, ()))


def game() -> Campaign:
    """The situation of the reports; Ada holds Brin's world, and has a capture at home."""
    scene = situation()
    scene.proposals = []
    scene.world("9,5").controlled = "Ada"
    scene.groups.append(TaskGroup(id="Ada/g9", owner="Ada", name="g9", at=(9, 5)))
    for code in ("SDN", "SDN", "SDN", "AL"):
        add_ship(scene, scene.groups[-1], code)
    prize = add_ship(scene, scene.groups[1], "FF")
    prize.captured = True
    scene.groups.append(TaskGroup(id="Ada/g4", owner="Ada", name="g4", at=(7, 5)))
    add_ship(scene, scene.groups[-1], "FF")
    scene.empire("Ada").jobs, scene.empire("Ada").next_group = [], 10
    ship(scene, "Packhorse-1").spares = {}
    return scene


def codes(line: str) -> list[str]:
    """The error codes of an order of Ada's."""
    remarks = variant().check_orders(game(), "Ada", line)
    return [remark.code for remark in remarks if remark.severity == "error"]


def cases(lines: Mapping[str, Any]) -> Iterator[Any]:
    """One case per line, marked with its clause, with the expected remark."""
    for clause, some in lines.items():
        for line in some:
            more = [some[line]] if isinstance(some, Mapping) else []
            yield pytest.param(line, *more, marks=pytest.mark.rule(clause), id=line)


@pytest.mark.parametrize("line", list(cases(FORMS)))
def test_each_form_of_an_order_is_taken(line: str) -> None:
    assert codes(line) == []


@pytest.mark.parametrize(("line", "code"), list(cases(NO_FORMS)))
def test_what_is_no_form_of_an_order_is_refused(line: str, code: str) -> None:
    assert codes(line) == [code]
