"""A short game as text: orders, events, states and one side's report.

    cd tests/variants/galaxy_g
    PYTHONPATH=../../.. python -m tests.variants.galaxy_g.playthrough > golden/playthrough.txt

rewrites the file. Its diff shows the effect of a changed rule on players. The game has every kind
of event in it (a test counts them).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache

import horizons_core as hz
from tests.games import played
from tests.transcripts import chart, course, text, told

PLAYERS = ("Ada", "Brin", "Cato", "Dane", "Edda")

STATE = {
    "remove": ["planets"],
    "planets": {
        "Alpha": {
            "at": [20, 20], "owner": "Ada", "size": 500, "population": 500, "industry": 400,
            "resources": 2, "capital": 50, "materials": 20, "colonists": 60, "product": "Drone",
            "progress": 5,
        },
        "Mud": {
            "at": [22, 18], "owner": "Ada", "size": 100, "population": 50, "industry": 10,
            "product": "CAP", "resources": 0,
        },
        "Ore": {
            "at": [18, 21], "owner": "Ada", "size": 60, "population": 40, "industry": 20,
            "product": "MAT", "resources": 8,
        },
        "Beta": {
            "at": [26, 20], "owner": "Brin", "size": 300, "population": 100, "industry": 80,
            "resources": 1, "product": "CAP", "materials": 100,
        },
        "Gamma": {"at": [20, 26], "size": 200, "resources": 3},
        "Delta": {
            "at": [30, 30], "owner": "Cato", "size": 300, "population": 12, "industry": 4,
            "resources": 1, "product": "Fort",
        },
        "Void": {"at": [23, 23], "size": 0, "resources": 0},
        "Zeta": {"at": [40, 20], "owner": "Dane", "size": 100, "population": 12, "industry": 9},
        "Eta": {"at": [41, 20], "owner": "Dane", "size": 100, "population": 24, "industry": 9},
        "Theta": {"at": [42, 20], "owner": "Dane", "size": 100, "population": 90, "industry": 9},
        "Eddaheim": {"owner": None},
    },
    "races": {
        "Ada": {
            "war": ["Dane"],
            "techs": {"drive": 1.5, "weapons": 1.4, "shields": 1.3, "cargo": 1.2},
            "types": {
                "Drone": [1, 0, 0, 0, 0],
                "Hauler": [8, 0, 0, 2, 10],
                "Cruiser": [15, 1, 15, 15, 0],
            },
        },
        "Brin": {"types": {"Gunship": [4, 2, 2, 4, 0]}},
        "Cato": {"types": {"Fort": [0, 3, 30, 100, 0], "Scout": [2, 0, 0, 1, 0]}},
        "Edda": {"home": "Eddaheim", "types": {"Probe": [1, 0, 0, 0, 0]}},
    },
    "groups": [
        {"owner": "Ada", "number": 1, "ships": 4, "type": "Hauler", "at": "Alpha"},
        {"owner": "Ada", "number": 2, "ships": 3, "type": "Cruiser", "at": "Beta"},
        {"owner": "Ada", "number": 3, "ships": 2, "type": "Cruiser", "at": "Alpha",
         "techs": {"drive": 1, "weapons": 1, "shields": 1}},
        {"owner": "Ada", "number": 4, "ships": 5, "type": "Drone", "at": "Delta"},
        {"owner": "Ada", "number": 5, "ships": 1, "type": "Hauler", "at": "Beta", "cargo": "COL",
         "load": 3},
        {"owner": "Ada", "number": 6, "ships": 1, "type": "Hauler", "at": "Delta", "cargo": "COL",
         "load": 1.5},
        {"owner": "Ada", "number": 7, "ships": 2, "type": "Cruiser", "at": "Void"},
        {"owner": "Ada", "number": 8, "type": "Hauler", "at": "Zeta", "cargo": "COL", "load": 3},
        {"owner": "Ada", "number": 9, "type": "Hauler", "at": "Eta", "cargo": "COL", "load": 3},
        {"owner": "Ada", "number": 10, "type": "Hauler", "at": "Theta", "cargo": "COL", "load": 3},
        {"owner": "Ada", "number": 11, "type": "Hauler", "at": "Ore", "cargo": "CAP", "load": 3},
        {"owner": "Ada", "number": 12, "ships": 2, "type": "Cruiser", "at": "Alpha",
         "to": "Theta", "left": 22},
        {"owner": "Brin", "number": 2, "ships": 3, "type": "Gunship", "at": "Theta", "to": "Mud",
         "left": 19},
        {"owner": "Brin", "number": 1, "ships": 4, "type": "Gunship", "at": "Beta"},
        {"owner": "Cato", "number": 1, "ships": 2, "type": "Scout", "at": "Delta"},
        {"owner": "Edda", "number": 1, "ships": 1, "type": "Probe", "at": "Void"},
    ],
}  # fmt: skip

TURNS: tuple[Mapping[str, str], ...] = (
    {
        "Ada": """\
#GALAXY golden Ada
C "mutant camels"       ; the new name holds from step 2 on
D Bomber 20 2 30 20 0
P Alpha Bomber          ; gives the Drone up
R Alpha COL Gamma
G 3 1
F Player_2
F Player_3
V 4 Player_3 Watcher 2
W Player_2
U 6
U 8
U 9
U 10
U 11
Y lark
Z camels@example.com
S 99 Alpha
@ Player_3
Your Drones; a gift.
@
#END
""",
        "Brin": "I 1 Gamma 1\nZ brin@example.com",
        "Cato": "Y\nI 1 Alpha",
    },
    {
        "Ada": "W Player_3\nW Player_5\nN Alpha camelot\nX 4 1\nS 1 Beta\nR Alpha WAR Void\n"
        "P Ore WEAPONS",
        "Brin": "P Beta Gunship\nS 1 Alpha",
        "Cato": "S MAX Void",
    },
    {
        "Ada": "U 5\nI 3 Beta\nL MAX MAT\nA Player_2\nS 2 Delta",
        "Brin": "@\nEnough!\n@",
        "Cato": "P Delta CAP",
    },
    {"Ada": "F Player_2\nY", "Brin": "O SORTGROUPS", "Cato": ""},
    {"Ada": "", "Brin": "", "Cato": ""},
    {"Ada": "Q Mutant_Camels", "Brin": "Q Player_2", "Cato": "Q Player_3"},
)


def new_game() -> hz.Game:
    """The situation before the first turn."""
    variant = hz.load_variant("galaxy_g")
    game = variant.new_game(PLAYERS, seed=12, options={"diameter": 80}, name="Golden")
    variant.hook.horizons_scenario_state(game=game, state=STATE)
    return game


@cache
def turns() -> tuple[hz.Turn, ...]:
    """The turns of the game."""
    return played(new_game(), TURNS)


def lines() -> Iterator[str]:
    yield from told(hz.opening(new_game()), "Ada")
    for orders, turn in zip(TURNS, turns(), strict=True):
        yield from course(turn, orders)
        yield from told(turn, "Ada")
    yield "=== the map of Ada and the gamemaster's after turn 2"
    for empire in ("Ada", None):
        yield from chart(turns()[1].game, empire)


def playthrough() -> str:
    return text(lines())


if __name__ == "__main__":
    sys.stdout.write(playthrough())
