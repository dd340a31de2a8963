"""Battles with events of every kind: the kernel fights them as the reference does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from horizons_core.rng import Stream
from tests.variants.campaign2e.builders import variant
from tests.variants.campaign2e.reference import Fight
from tests.variants.campaign2e.test_battle_kernel import left_by_the_kernel, left_by_the_reference
from variants.campaign2e.battle.fights import fight_once
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.combat import Resolver

NEEDLES = (
    "TYPE CH MASS 90 HULL 20 ARMOUR 2 THRUST 5 FTL WITH NEEDLE x3, SMP x2, RACK, RACK-ER,"
    " B2/6 x2, ADFC, PDS x2, FC x2"
)
LAUNCHER = "TYPE CH MASS 90 HULL 20 ARMOUR 2 THRUST 4 FTL WITH SML, MAG 4, FC x2"
PACK = "TYPE FF MASS 26 HULL 6 ARMOUR 0 THRUST 6 FTL WITH SMP, PDS, FC"
KEYS = (1, 2, 3)

BATTLES: Mapping[str, dict[str, Any]] = {
    "damaged ships": {
        "sides": {
            "Ada": [
                {"design": "Argent", "count": 3, "systems_out": ["fc_1", "beam3_1"]},
                {"design": "Bastion", "drive": "halved", "second_hand": ["fc_1", "pds_1"]},
                {"design": "Tempest", "hull_lost": 9, "out_of_supply": True},
            ],
            "Brin": [
                {"design": "Gannet", "count": 5, "weaponry_unmet": True},
                {"design": "Leviathan", "armour_lost": 6, "hull_lost": 12},
            ],
        },
    },
    "carriers": {
        "sides": {
            "Ada": [{"design": "Skyhold"}, {"design": "Rookery", "count": 2}],
            "Brin": [{"design": "Eyrie"}, {"design": "Merrow", "count": 3}, {"design": "Monolith"}],
        },
        "orders": {"Ada": {"intent": "standoff", "formation": "dispersed"}},
    },
    "flight": {
        "sides": {
            "Ada": [{"design": "Argent", "count": 4}, {"design": "Packhorse", "count": 2}],
            "Brin": [{"design": "Tempest", "count": 5}],
        },
        "orders": {
            "Ada": {"formation": "tight", "breakoff": 10, "exit": "ftl", "speed": 4},
            "Brin": {"intent": "close", "breakoff": 100, "entry": ["NEARER", "SPLIT"]},
        },
    },
    "pursuit": {
        "sides": {
            "Ada": [{"design": "Heron", "count": 6}, {"design": "Oxcart", "count": 2}],
            "Brin": [{"design": "Bastion", "count": 2}, {"design": "Gannet", "count": 3}],
        },
        "orders": {
            "Ada": {"intent": "run", "exit": "run", "edge": "NW"},
            "Brin": {"intent": "close", "entry": ["EDGE N"], "by_lane": True},
        },
    },
    "small arms": {
        "sides": {
            "Ada": [{"design": NEEDLES, "count": 4}],
            "Brin": [{"design": NEEDLES, "count": 3}, {"design": "Warden"}, {"design": "Rampart"}],
        },
        "orders": {"Brin": {"present": True, "intent": "close"}},
    },
    "a launcher, a pack": {
        "sides": {
            "Ada": [{"design": LAUNCHER, "count": 3}, {"design": PACK, "count": 5}],
            "Brin": [{"design": "Argent", "count": 2}, {"design": "Gannet", "count": 2}],
        },
        "orders": {"Ada": {"intent": "close"}, "Brin": {"intent": "close"}},
    },
    "freighters behind": {
        "sides": {
            "Ada": [{"design": "Bastion"}, {"design": "Packhorse", "count": 3}],
            "Brin": [{"design": "Glimmer", "count": 8}, {"design": "Merrow", "count": 3}],
        },
        "orders": {"Ada": {"exit": "ftl", "breakoff": 90}, "Brin": {"entry": ["SPLIT"]}},
    },
    "three sides": {
        "sides": {
            "Ada": [{"design": "Argent", "count": 2}, {"design": "Hammerfall"}],
            "Brin": [{"design": "Merrow", "count": 3}],
            "Cleo": [{"design": "Bramble", "count": 6}, {"design": "Breaker"}],
        },
        "orders": {"Cleo": {"intent": "standoff", "entry": ["FARTHER"]}},
    },
}


@cache
def fights(name: str) -> tuple[tuple[Any, Fight], ...]:
    """Some fights of a battle: by the kernel and by the reference."""
    battle, resolver, fights = variant().battle(BATTLES[name]), Resolver(), []
    for key in KEYS:
        fight = Fight(battle, Stream(key, 0), resolver)
        fight.fight()
        fights.append((fight_once(battle, resolver.numbers, key, 0), fight))
    return tuple(fights)


@pytest.mark.rule("C2E-14.1-02", "C2E-18.1-01", "C2E-18.1-02", "C2E-18.3-03", "C2E-17.9-01")
@pytest.mark.parametrize("name", BATTLES)
def test_a_great_battle_is_fought_as_by_the_reference(name: str) -> None:
    for fought, fight in fights(name):
        assert fought.record.tolist() == fight.log.rows
        assert left_by_the_kernel(fought.arena) == left_by_the_reference(fight)
        assert fought.totals.tolist()[:3] == [fight.holder, fight.log.turn, fight.log.shots]


def test_all_that_a_record_tells_happens_in_them() -> None:
    rows = [row for name in BATTLES for fought, _ in fights(name) for row in fought.record.tolist()]
    assert {row[1] for row in rows} == set(range(at.GOT_AWAY + 1))
    causes = {row[3] for row in rows if row[1] == at.WAS_DESTROYED}
    assert causes == {at.BY_GUNS, at.BY_MISSILES, at.BY_FIGHTERS, at.BY_JUMP, at.BY_CORE}
    lost = {row[3] for row in rows if row[1] == at.SYSTEM_LOST and row[3] < 0}
    assert lost == {at.THE_DRIVE, at.THE_FTL, at.THE_BRIDGE, at.THE_LIFE, at.THE_POWER}
