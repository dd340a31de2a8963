"""Games that were begun under version 1.0.0 go on by its rules, to the byte."""

from __future__ import annotations

from typing import Any

import horizons_core as hz

VARIANT = hz.load_variant("far_horizons")
FIRST_RULES = "339ffc42806b46b61634e8d362e848d5"

_AIR: dict[str, Any] = {
    "temperature": 11, "pressure": 10, "gases": {"N2": 80, "O2": 20}, "gravity": 0.9,
    "mining_difficulty": 1.0, "diameter": 10,
}  # fmt: skip
STATE: dict[str, Any] = {
    "turn": 5,
    "last_turn": 0,
    "stars": {
        "12 10 10": {"kind": "dwarf", "colour": "red", "size": 5, "planets": [_AIR, _AIR, _AIR]},
        "8 13 10": {"kind": "dwarf", "colour": "red", "size": 5, "planets": [_AIR]},
    },
    "species": {
        "Human": {
            "called": "Human", "home": "Earth", "met": ["Klingon"], "treasury": 900,
            "techs": {"MI": 20, "MA": 30, "ML": 40, "LS": 60},
            "planets": {
                "Vega": {"at": "12 10 10 #1", "mining_base": 25.0, "manufacturing_base": 25.0},
                "Crowd": {"at": "8 13 10 #1", "mining_base": 100.0, "manufacturing_base": 100.0,
                          "population": 90, "items": {"CU": 100, "IU": 50, "AU": 50}},
            },
            "ships": {"DD Elsewhere": {"at": "12 10 10 #2"}, "DD Deep": {"at": "12 10 10"},
                      "TR1S Ada's Mule": {"at": "Crowd"}},
        },
        "Klingon": {
            "called": "Klingon", "met": ["Human"], "techs": {"ML": 4, "LS": 9},
            "ships": {f"CT {letter}": {"at": "12 10 10 #1"} for letter in "ABCDEFGHIJ"},
        },
    },
    "transactions": [
        {"kind": "besieged", "besieger": "Klingon", "besieged": "Human", "ship": f"CT {letter}",
         "place": "12 10 10 #1"}
        for letter in "ABCDEFGHIJ"
    ],
}  # fmt: skip
QUIET = {
    "Human": """START PRE-DEPARTURE
INSTALL 50 IU PL Crowd
INSTALL 50 AU PL Crowd
ORBIT TR1S Ada’s Mule, 1.
END
START PRODUCTION
PRODUCTION PL Vega, please
RES 50 MI, RES 50 MA
Build 5 PD, Build 5 CU
Shipyard please
END
START POST-ARRIVAL
AUTO now
END
"""
}
ATTACK = {"Klingon": "START COMBAT\nBATTLE 12 10 10\nATTACK SP Human\nENGAGE 4 1\nENGAGE 3 2\nEND"}
#: The results of version 1.0.0 for these turns.
DIGESTS = [
    "3ac1dab2a1a7584fe2116cf8d8b446ef8fee6a3261ff2a5b9ef0e8a3563cd030",
    "a965fa20cfc100ebe23077108f9f9761a68c6e113cbb4cde00fd528c4d0f4bfa",
    "0dd9c82b2fd7ff87ee6aecc10732b88283bbbb3b5c64eb3768c6d62101c38f67",
]


def begun() -> Any:
    game = VARIANT.new_game(["Human", "Klingon"], seed=7)
    VARIANT.hook.horizons_scenario_state(game=game, state=STATE)
    return game


def turns(game: Any) -> list[hz.Turn]:
    played = []
    for orders in (QUIET, {}, ATTACK):
        played.append(hz.run_turn(played[-1].game if played else game, orders))
    return played


def capacity(turn: hz.Turn) -> int:
    """The production capacity of the crowded colony."""
    colonies = VARIANT.view(turn.game, "Human")["colonies"]
    return next(colony["capacity"] for colony in colonies if colony["name"] == "Crowd")


def codes(turn: hz.Turn) -> list[str]:
    return [remark.code for remarks in turn.diagnostics.values() for remark in remarks]


def happened(turn: hz.Turn, code: str) -> int:
    return sum(event.code == code for event in turn.events)


def test_a_game_of_version_1_0_0_plays_on_to_the_byte():
    saved = {**hz.dump(begun()), "version": "1.0.0", "rules": FIRST_RULES}
    played = turns(hz.load(saved))
    assert [turn.digest for turn in played] == DIGESTS
    assert codes(played[0]) == ["unknown-ship", "no-population"]
    assert happened(played[0], "siege-effectiveness") == 0
    assert capacity(played[0]) == 2693


def test_a_new_game_plays_by_the_new_rules():
    game = begun()
    assert game.plays_by("1.1.0")
    played = turns(game)
    assert [code for turn in played for code in codes(turn)] == ["too-many-words"] * 5
    assert happened(played[0], "siege-effectiveness") == 1
    assert capacity(played[0]) == 2707
