"""A short game as text: orders, events, states and one side's report.

    cd tests/variants/far_horizons
    PYTHONPATH=../../.. python -m tests.variants.far_horizons.playthrough > golden/playthrough.txt

rewrites the file. Its diff shows the effect of a changed rule on players. The game has every kind
of event that happens outside battles (a test counts them).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import horizons_core as hz
from tests.games import played
from tests.transcripts import chart, course, text, told

PLAYERS = ("Terrans", "Klingon", "Romulan", "Tholian")

_AIR: dict[str, Any] = {"temperature": 10, "pressure": 10, "gases": {"N2": 75, "O2": 25}}
_FOUL = {"temperature": 11, "pressure": 10, "gases": {"Cl2": 30, "N2": 40, "O2": 30}}
_BREATH = {
    "required": "O2", "least": 12, "most": 60, "neutral": ["He", "N2", "NH3", "CO2", "H2O", "CH4"],
    "poisonous": ["Cl2", "F2", "HCl", "H2S", "SO2", "H2"],
}  # fmt: skip

STATE: dict[str, Any] = {
    "turn": 30,
    "last_turn": 33,
    "radius": 15,
    "remove": ["stars", "wormholes"],
    "stars": {
        "10 10 10": {
            "planets": [{}, {}, {**_AIR, "gravity": 1.0}, {**_AIR, "gravity": 0.9}],
            "wormhole": "20 20 20",
        },
        "12 10 10": {
            "planets": [
                {**_AIR, "mining_difficulty": 1.0}, _AIR, _FOUL, _AIR, _AIR, _AIR,
                {"temperature": 29, "pressure": 0},
            ],
        },
        "14 12 10": {"planets": [{}, {}]},
        "15 10 10": {"planets": [_AIR, _AIR, {**_AIR, "gravity": 1.0}, _AIR, _AIR]},
        "18 10 10": {"planets": [{}, {}, {**_AIR, "gravity": 1.0}]},
        "10 18 10": {"planets": [{}, {}, {**_AIR, "gravity": 1.0}]},
        "20 20 20": {"planets": [{}, _AIR]},
    },
    "species": {
        "Terrans": {
            "home": "Earth", "treasury": 9000, "met": ["Klingon", "Romulan"],
            "enemies": ["Klingon"], "atmosphere": _BREATH,
            "techs": {
                "MI": {"level": 29, "points": 4000}, "MA": {"level": 100, "points": 9000},
                "ML": {"level": 40, "knowledge": 45}, "GV": {"level": 89, "knowledge": 90},
                "LS": 60, "BI": 60,
            },
            "fleet": {"cost": 300, "percent": 7.5},
            "planets": {
                "Earth": {
                    "at": "10 10 10 #3", "mining_base": 150.0, "manufacturing_base": 90.0,
                    "shipyards": 9, "items": {"RM": 9000, "CU": 200, "IU": 50, "AU": 50, "PD": 60,
                                              "DR": 9, "TP": 3, "JP": 2, "GT": 3},
                },
                "Mars": {"at": "10 10 10 #4", "mining_base": 6.0, "manufacturing_base": 3.0,
                         "population": 20, "items": {"CU": 20, "IU": 12, "AU": 8}},
                "Pit": {"at": "12 10 10 #1", "mining_base": 40.0},
                "Beach": {"at": "12 10 10 #2", "manufacturing_base": 30.0},
                "Foul": {"at": "12 10 10 #3", "mining_base": 20.0, "manufacturing_base": 30.0,
                         "items": {"TP": 3}},
                "Dying": {"at": "12 10 10 #4", "mining_base": 0.3},
                "Lost": {"at": "12 10 10 #5", "mining_base": 2.0, "items": {"CU": 9}},
                "Given Up": {"at": "12 10 10 #6", "mining_base": 21.3},
                "Inferno": {"at": "12 10 10 #7", "items": {"CU": 60, "FS": 2}},
                "Outpost": {"at": "15 10 10 #4", "mining_base": 60.0, "manufacturing_base": 40.0},
                "Guests": {"at": "15 10 10 #5"},
            },
            "ships": {
                "TR1 Scout": {"at": "Earth", "age": 2},
                "TR1 Icarus": {"at": "14 12 10", "age": 49, "cargo": {"FS": 1}},
                "TR20 Ark": {"at": "Mars", "cargo": {"CU": 40, "IU": 20, "AU": 20},
                             "loaded_at": "Earth", "unloading_at": "Mars"},
                "TR20 Mover": {"at": "Earth", "cargo": {"SU": 6}},
                "TR5 Filler": {"at": "Earth", "age": 0},
                "DD Dawson": {"at": "Earth", "age": 23},
                "FF Faithful": {"at": "Earth", "age": 12, "cargo": {"DR": 8}},
                "CT Dragon": {"at": "Earth", "age": 10},
                "TR4 Lollipop": {"at": "Earth"},
                "CL Guardian": {"at": "Earth", "status": "building", "unpaid": 1500},
                "DN Dynamite Dan": {"at": "Earth", "status": "building", "unpaid": 3000},
                "BAS Hub": {"at": "Earth", "tons": 250000, "age": 3, "cargo": {"JP": 5, "GT": 10}},
                "CT Fist": {"at": "15 10 10 #1"},
                "PB Nail": {"at": "15 10 10 #1"},
                "CA Fang": {"at": "15 10 10 #4"},
                "CS Visitor": {"at": "15 10 10"},
                "DD Runner": {"at": "14 12 10", "status": "withdrew", "to": "13 10 10"},
                "TR9 Hole": {"at": "10 10 10"},
            },
        },
        "Klingon": {
            "home": "Kronos", "treasury": 900, "met": ["Terrans", "Romulan"],
            "allies": ["Romulan"], "atmosphere": _BREATH,
            "techs": {"MI": 20, "MA": 30, "ML": 19, "GV": 95, "LS": 40, "BI": 12},
            "planets": {
                "Kronos": {"at": "15 10 10 #3", "mining_base": 90.0, "manufacturing_base": 60.0,
                           "shipyards": 3},
                "Qo": {"at": "15 10 10 #1", "mining_base": 40.0, "manufacturing_base": 30.0,
                       "population": 90, "shipyards": 2, "siege": 50, "items": {"RM": 30, "IU": 9}},
                "Grok": {"at": "15 10 10 #4", "mining_base": 60.0, "manufacturing_base": 50.0,
                         "population": 90, "siege": -95, "shipyards": 2},
            },
            "ships": {
                **{f"TR2 Runner {letter}": {"at": "Kronos"} for letter in "ABCDEFGH"},
                "ES Hull": {"at": "Grok", "status": "building", "unpaid": 200},
                "PB Claw": {"at": "14 12 10"},
                "BR Target": {"at": "10 10 12"},
                "BAS Sees Too": {"at": "10 10 13", "tons": 60000, "cargo": {"GT": 2}},
            },
        },
        "Romulan": {
            "home": "Romulus", "treasury": 3000, "met": ["Terrans", "Klingon"],
            "allies": ["Terrans"], "atmosphere": _BREATH, "techs": {"MA": 30, "GV": 999, "LS": 30},
            "planets": {
                "Romulus": {"at": "18 10 10 #3", "mining_base": 90.0, "manufacturing_base": 60.0,
                            "shipyards": 4},
                "Crag": {"at": "15 10 10 #5", "items": {"CU": 60}},
            },
            "ships": {
                "TR3 Pilgrim": {"at": "10 10 10"},
                "BAS Gift": {"at": "Romulus", "tons": 50000},
                "CT Bird": {"at": "12 10 10 #1", "cargo": {"FD": 2}},
                "TR9 Stray": {"at": "15 10 10 #3"},
                "BAS Blind": {"at": "25 25 25", "tons": 40000, "cargo": {"GT": 2}},
            },
        },
        "Tholian": {
            "home": "Web", "atmosphere": _BREATH, "techs": {"ML": 1, "BI": 0, "LS": 30},
            "fleet": {"cost": 900, "percent": 180}, "treasury": 60,
            "planets": {"Web": {"at": "10 18 10 #3", "mining_base": 30.0,
                                "manufacturing_base": 20.0}},
            "ships": {
                "BRS Folly": {"at": "Web"},
                **{f"TR1 Seeker {letter}": {"at": "Web"} for letter in "ABCDEFGH"},
            },
        },
    },
    "transactions": [
        {"kind": "besieged", "besieger": "Terrans", "besieged": "Klingon", "ship": "CT Fist",
         "place": "15 10 10 #1"},
        {"kind": "besieged", "besieger": "Terrans", "besieged": "Klingon", "ship": "PB Nail",
         "place": "15 10 10 #1"},
        {"kind": "besieged", "besieger": "Terrans", "besieged": "Klingon", "ship": "CA Fang",
         "place": "15 10 10 #4"},
    ],
}  # fmt: skip

TURNS: tuple[Mapping[str, str], ...] = (
    {
        "Terrans": """\
START PRE-DEPARTURE
  Name 14 12 10 1 PL Wayside
  Name 14 12 10 3 PL Nowhere
  Install 5 IU PL Mars
  Unload TR20 Ark
  Repair FF Faithful, 3
  Destroy TR4 Lollipop
  Deep DD Dawson
  Orbit DD Dawson, PL Earth
  Orbit TR5 Filler, 1
  Land TR5 Filler, PL Earth
  Base 4 TR20 Mover, BAS High Guardian
  Base 2 TR20 Mover, BAS Hub
  Transfer 0 JP PL Earth, BAS Hub
  Transfer 5 PD PL Earth, PL Luna
  Disband PL Given Up
  Land CS Visitor, 3
  Land CS Visitor, 5
  Message SP Romulan
  Peace; and plenty.
  ZZZ
  Enemy 7
  Neutral SP Romulan
  Ally SP Romulan
END
START JUMPS
  Jump TR1 Scout, 14 12 10
  Jump TR1 Icarus, 21 21 21
  Pjump TR5 Filler, 12 10 10, BAS Hub
  Wormhole TR9 Hole
  Visited 18 10 10
  Move BAS High Guardian, 10 10 11
END
START PRODUCTION
  PRODUCTION PL Earth
    Continue DN Dynamite Dan, 1250
    Continue CL Guardian
    Build DD Hammer, 250
    Build 5 FS TR10S Barrel of Monkeys
    Build TR10S Barrel of Monkeys
    Continue BAS Hub, 200
    Upgrade DD Dawson
    Recycle CT Dragon
    Recycle 20 PD
    Recycle 0 RM
    Build 30 CU
    Build 10 CU TR20 Mover
    Research 1300 ML
    Research 100 GV
    Shipyard
    Estimate SP Klingon
    Ambush 50
    Intercept 900
    Develop 60 PL Mars
    Develop 20 PL Foul, TR1 Scout
  PRODUCTION PL Pit
    Hide
  PRODUCTION PL Mars
    Develop
END
START POST-ARRIVAL
  Auto
  Scan TR1 Scout
  Telescope BAS Hub
  Terraform PL Foul
  Teach BI 20 SP Romulan
  Send 99999 SP Romulan
  Transfer 1 XX PL Earth, PL Mars
END
""",
        "Klingon": """\
START PRE-DEPARTURE
Enemy SP Terrans
END
START JUMPS
Jump PB Claw, 10 10 10
END
START PRODUCTION
PRODUCTION PL Qo
Build 10 PD
Build 10 PD
Build 10 PD
Build PB Secret
Build PB Hidden
PRODUCTION PL Grok
Build 5 PD
PRODUCTION PL Kronos
Build 20 IU
END
START POST-ARRIVAL
"""
        + "".join(f"Land TR2 Runner {letter}, PL Qo\n" for letter in "ABCDEFGH")
        + 6 * "Transfer 1 IU PL Qo, PL Kronos\n"
        + 6 * "Transfer 1 IU PL Kronos, PL Qo\n"
        + "END\n",
        "Romulan": """\
START PRE-DEPARTURE
Land TR9 Stray, 3
Land TR3 Pilgrim, 3
END
START JUMPS
Pjump TR3 Pilgrim, 11 10 10, BAS Hub
END
START PRODUCTION
PRODUCTION PL Romulus
Ibuild SP Terrans, 20 IU
Ibuild SP Terrans, PB Present
Icontinue SP Terrans, BAS Gift, 100
Neutral 3
Intercept 100
END
START POST-ARRIVAL
Telescope BAS Blind
END
""",
    },
    {
        "Terrans": """\
START PRE-DEPARTURE
  Install PL Mars
END
START JUMPS
  Jump TR1 Scout, PL Wayside
END
START PRODUCTION
  PRODUCTION PL Earth
    Continue DD Hammer
  PRODUCTION PL Inferno
END
START POST-ARRIVAL
  Orbit TR1 Scout, 2
END
""",
        "Tholian": "START JUMPS\n"
        + "".join(f"Jump TR1 Seeker {letter}, 14 12 10\n" for letter in "ABCDEFGH")
        + "END\n",
    },
    {"Terrans": "START COMBAT\nEND\n"},
)


def new_game() -> hz.Game:
    """The situation before the first turn."""
    variant = hz.load_variant("far_horizons")
    game = variant.new_game(PLAYERS, seed=12, options={"last_turn": 33}, name="Golden")
    variant.hook.horizons_scenario_state(game=game, state=STATE)
    return game


@cache
def turns() -> tuple[hz.Turn, ...]:
    """The turns of the game."""
    return played(new_game(), TURNS)


def lines() -> Iterator[str]:
    yield from told(hz.opening(new_game()), "Terrans", "the Terrans")
    for orders, turn in zip(TURNS, turns(), strict=True):
        yield from course(turn, orders)
        yield "--- remarks"
        for name, remarks in turn.diagnostics.items():
            yield from (f"{name}: {remark}" for remark in remarks)
        yield from told(turn, "Terrans", "the Terrans")
    yield "=== the map of the Terrans and the gamemaster's after turn 1"
    for empire in ("Terrans", None):
        yield from chart(turns()[0].game, empire)


def playthrough() -> str:
    return text(lines())


if __name__ == "__main__":
    sys.stdout.write(playthrough())
