"""Battles for the tests of kernels and properties: together they use every rule."""

from __future__ import annotations

from typing import Any

from horizons_core.combat import BattleRecord
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

#: Battle rules: the book's, the engine's, and a set of arbitrary numbers.
RULES = {
    "rulebook": BattleRules(),
    "engine": ENGINE_1999_BATTLES,
    "house": BattleRules(
        most_rounds=7,
        bombardment_rounds=3,
        most_shots=3,
        strength_per_shot=700,
        defenses_per_tonnage=150,
        transport_strength_percent=40,
        hijacker_strength_percent=60,
        shield_recovery_percent=11,
        even_hit_percent=60,
        least_hit_percent=10,
        most_hit_percent=90,
        surprise_hit_factor=3,
        distorted_hit_percent=40,
        favourite_percent=50,
        capture_percent=130,
        forced_jump_percent=90,
        germ_percent=30,
        germ_percent_per_level=1,
        home_loot_factor=3,
    ),
}

QUESTIONS: dict[str, dict[str, Any]] = {
    "two fleets": {"sides": {"A": {"ships": [{"class": "DD", "count": 5}]},
                             "B": {"ships": [{"class": "DD", "count": 5}]}}},
    "mixed fleets": {
        "sides": {
            "A": {"tech": {"ML": 23, "LS": 12}, "ships": [
                {"class": "CA", "count": 3, "age": 7, "cargo": {"GU3": 1, "SG2": 2}},
                {"class": "PB", "count": 6, "age": -1}, "TR5S Slow", "DDS Lame",
                {"class": "BAS", "tons": 200000}]},
            "B": {"tech": {"ML": 17, "LS": 31}, "ships": [
                {"class": "BC", "count": 2, "cargo": {"SG3": 1, "RM": 17}},
                {"class": "FF", "count": 7, "age": 20}, {"class": "TR10", "cargo": {"CU": 90}}],
                "orders": ["ATTACK A", "ENGAGE 3", "TARGET 3", "WITHDRAW 10 30 60"]},
        }
    },
    "three sides and a planet": {
        "sides": {
            "A": {"tech": {"ML": 20, "LS": 10}, "ships": [
                {"class": "CA", "count": 4, "at": 2}, {"class": "TR3", "at": 2}],
                "orders": ["ATTACK B", "ATTACK C", "ENGAGE 4 2", "ENGAGE 5 2"]},
            "B": {"tech": {"ML": 12, "LS": 15}, "ships": [{"class": "DD", "count": 3}],
                  "colonies": [{"planet": 2, "mining": 40.0, "manufacturing": 25.5,
                                "population": 12, "items": {"PD": 1500, "CU": 40, "IU": 9}}],
                  "orders": ["ENGAGE 1", "ENGAGE 2 2"]},
            "C": {"ships": [{"class": "CT", "count": 8}], "allies": ["B"], "battle": False,
                  "colonies": [{"planet": 2, "mining": 3.0, "items": {"PD": 210}}]},
        }
    },
    "surprise, reserves and a hidden colony": {
        "sides": {
            "A": {"ships": [{"class": "BC", "count": 2, "at": 3}],
                  "orders": ["ATTACK B", "ENGAGE 4 3", "ENGAGE 7 3"]},
            "B": {"battle": False, "allies": ["A"], "ships": [
                {"class": "DD", "count": 4, "at": 3},
                {"class": "CL", "count": 2, "at": 3, "landed": True, "reserve": True}],
                "colonies": [{"planet": 3, "mining": 9.0, "items": {"PD": 600}},
                             {"planet": 4, "hidden": True, "mining": 1.0}]},
        }
    },
    "reserves of a side that is listed second": {
        "sides": {
            "A": {"ships": [{"class": "CL", "count": 4, "at": 1}],
                  "orders": ["ATTACK B", "ENGAGE 4 1"]},
            "B": {"ships": [{"class": "DD", "count": 3, "at": 1},
                            {"class": "CA", "at": 1, "landed": True, "count": 2},
                            {"class": "CT", "at": 1, "landed": True}],
                  "orders": ["HIDE CA", "HIDE CT", "ENGAGE 2 1", "WITHDRAW 0 20 100"]},
        }
    },
    "forced jumps": {
        "sides": {
            "A": {"tech": {"ML": 20, "GV": 60}, "ships": [
                {"class": "BAS", "tons": 400000, "age": 12, "cargo": {"FJ": 30, "FM": 22}},
                {"class": "BAS", "tons": 100000, "cargo": {"FM": 16}}]},
            "B": {"tech": {"ML": 22, "GV": 40}, "ships": [
                {"class": "DD", "count": 6}, {"class": "TR2"}, {"class": "BAS", "tons": 90000}]},
        }
    },
    "a starbase that only forces": {
        "sides": {
            "A": {"tech": {"ML": 0, "GV": 60}, "ships": [
                {"class": "BAS", "tons": 300000, "cargo": {"FJ": 40}}]},
            "B": {"tech": {"ML": 8, "GV": 10}, "ships": [{"class": "DD", "count": 3}]},
        }
    },
    "hijacking": {
        "sides": {
            "A": {"tech": {"ML": 30}, "ships": [{"class": "CA", "count": 6}],
                  "orders": ["HIJACK B", "ENGAGE 3", "TARGET 2"]},
            "B": {"tech": {"BI": 48}, "ships": [
                {"class": "CLS", "count": 2, "age": 9, "cargo": {"FS": 4, "TP": 1}},
                {"class": "TR7", "cargo": {"RM": 19, "CU": 3, "SG1": 2}}]},
        }
    },
    "germs": {
        "sides": {
            "A": {"tech": {"ML": 30, "BI": 20}, "ships": [
                {"class": "CA", "count": 3, "at": 5}, {"class": "TR12", "cargo": {"GW": 3}}],
                "orders": ["ATTACK B", "ATTACK C", "ENGAGE 6 5"]},
            "B": {"tech": {"BI": 25}, "colonies": [
                {"planet": 5, "home": True, "mining": 50.5, "items": {"PD": 20}}]},
            "C": {"colonies": [{"planet": 5, "manufacturing": 2.0, "items": {"CU": 5}}]},
        }
    },
    "germs of two enemies": {
        "sides": {
            "A": {"tech": {"ML": 30, "BI": 30}, "allies": ["C"], "ships": [
                {"class": "CA", "at": 5, "cargo": {"GW": 2}}],
                "orders": ["ATTACK B", "ENGAGE 6 5"]},
            "B": {"tech": {"ML": 0, "BI": 25}, "colonies": [
                {"planet": 5, "mining": 50.5, "items": {"PD": 20}}]},
            "C": {"tech": {"ML": 30, "BI": 20}, "allies": ["A"], "ships": [
                {"class": "DD", "at": 5, "cargo": {"GW": 4}}],
                "orders": ["ATTACK B", "ENGAGE 6 5"]},
        }
    },
    "no shields, no guns": {
        "sides": {
            "A": {"tech": {"ML": 5, "LS": 0}, "ships": [{"class": "DD", "count": 4}]},
            "B": {"tech": {"ML": 0, "LS": 40}, "ships": [{"class": "CL", "count": 3}]},
        }
    },
    "transports alone": {
        "sides": {"A": {"ships": [{"class": "TR8", "count": 3}]},
                  "B": {"ships": [{"class": "TR3", "count": 4}]}},
    },
    "against itself": {
        "sides": {
            "A": {"ships": [{"class": "DD", "count": 3}], "orders": ["ATTACK A", "ENGAGE 3"]},
            "B": {"ships": [{"class": "CT", "count": 2, "at": 1, "landed": True}],
                  "battle": False},
        }
    },
    "distorted": {
        "sides": {
            "A": {"ships": [{"class": "DD", "count": 3, "cargo": {"FD": 15}}]},
            "B": {"ships": [{"class": "CL", "count": 3, "cargo": {"FD": 19, "GU1": 1}}]},
        }
    },
    "two quarrels at once": {
        "sides": {
            "A": {"ships": [{"class": "DD", "count": 3}, {"class": "CL", "count": 2}],
                  "orders": ["ATTACK B", "ENGAGE 3"]},
            "B": {"ships": [{"class": "CT", "count": 2}], "orders": ["ENGAGE 3"]},
            "C": {"ships": [{"class": "FF", "count": 4}], "orders": ["ATTACK D", "ENGAGE 3"]},
            "D": {"ships": [{"class": "CL", "count": 2}], "orders": ["ENGAGE 3"]},
        }
    },
    "a planet that is still guarded": {
        "sides": {
            "A": {"ships": [{"class": "TR9", "count": 4, "at": 2}],
                  "orders": ["ATTACK B", "ENGAGE 5 2"]},
            "B": {"tech": {"ML": 0, "LS": 90}, "colonies": [
                {"planet": 2, "mining": 0.3, "items": {"PD": 5000}}]},
        }
    },
    "attackers who are met on their way": {
        "sides": {
            "A": {"tech": {"ML": 30, "LS": 6}, "ships": [{"class": "DD", "count": 2}],
                  "orders": ["ATTACK B", "ENGAGE 4 2"]},
            "B": {"tech": {"ML": 32, "LS": 6}, "ships": [{"class": "CL", "count": 2}],
                  "colonies": [{"planet": 2, "mining": 5.0, "items": {"PD": 40}}],
                  "orders": ["ATTACK A", "ENGAGE 3"]},
        }
    },
    "a fleet that holds on": {
        "sides": {
            "A": {"ships": [{"class": "DD", "count": 3}],
                  "orders": ["ATTACK B", "ENGAGE 3", "WITHDRAW 0 100 67"]},
            "B": {"tech": {"ML": 20}, "ships": [{"class": "BC", "count": 2}]},
        }
    },
    "planets against each other": {
        "sides": {
            "A": {"tech": {"ML": 20}, "colonies": [
                {"planet": 2, "mining": 9.0, "items": {"PD": 500}}],
                "orders": ["ATTACK B", "ENGAGE 4 2", "ENGAGE 5 2"]},
            "B": {"colonies": [
                {"planet": 2, "mining": 40.0, "items": {"PD": 300, "IU": 7}}]},
        }
    },
    "bombs that hardly hurt": {
        "sides": {
            "A": {"tech": {"ML": 1}, "ships": [{"class": "PB", "age": 45, "at": 1}],
                  "orders": ["ATTACK B", *(f"ENGAGE 5 {planet}" for planet in range(1, 9))]},
            "B": {"tech": {"ML": 0}, "colonies": [
                {"planet": 7, "items": {"CU": 3}},
                {"planet": 1, "mining": 900.0, "manufacturing": 900.0},
                {"planet": 2, "mining": 600.0, "manufacturing": 900.0},
                {"planet": 3, "manufacturing": 0.1, "population": 4},
                {"planet": 4, "mining": 0.1, "items": {"CU": 3}},
                {"planet": 5, "population": 4, "items": {"CU": 3}},
                {"planet": 6, "population": 1, "items": {"CU": 1}},
                {"planet": 8, "population": 5}]},
        }
    },
    "transports before a besieged planet": {
        "sides": {
            "A": {"tech": {"ML": 40}, "ships": [
                {"class": "CA", "count": 2}, {"class": "TR4", "count": 2, "at": 6}],
                "orders": ["ATTACK B", "ENGAGE 7 6"]},
            "B": {"tech": {"ML": 1}, "colonies": [
                {"planet": 6, "mining": 5.0, "items": {"PD": 10}}]},
        }
    },
}  # fmt: skip


def measured(record: BattleRecord) -> dict[str, list[int]]:
    """Measures of the statistics, computed from a record with all sides present."""
    lost, withdrew = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        lost[unit.side] += unit.destroyed
        withdrew[unit.side] += unit.fate == "withdrew"
    return {"ships lost": lost, "ships withdrawn": withdrew}
