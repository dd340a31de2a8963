"""Years of peace: building, learning, discoveries, trade, espionage and losses, turn by turn.

    python -m tests.variants.starcluster.worked_affairs

rewrites the texts in `golden/affairs`: review the diff before committing. Each file has the orders
of a turn, the remarks on them, the events, and every other changed part of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.variants.starcluster.builders import (
    chain,
    colony,
    meet,
    ship,
    surveyed,
)
from tests.variants.starcluster.worked_turns import Orders, Scene, course, without_natives
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Planet, Project, Starcluster, WarpLink
from variants.starcluster.model.knowledge import detailed_survey
from variants.starcluster.model.systems import BLACK_HOLE, MASER, PULSAR, RUINS
from variants.starcluster.rules.charts import learn_points, learn_transit

FOLDER = Path(__file__).parent / "golden" / "affairs"
SCOUT = "(X)x15 (Xp)x12 (H)x10 (Ic)x3 Q Q Q"


def builders() -> Starcluster:
    """Ada has money, four colonies and yards, and a level to reach."""
    game = without_natives(chain("1", "2", "3", "4", "5"))
    ada = game.empire("Ada")
    ada.el, ada.freighters, ada.stock[TREASURY] = 2, 60, 900_000 * MC
    ada.levels |= {"CON": 2, "ARM": 2}
    for name in ("2", "3"):
        colony(game, name, pu=80, growth=2, wealth=3)
    game.place("1").science, game.place("2").science, game.place("3").science = 3, 3, 2
    game.place("2").generic, game.place("2").dedicated, game.place("2").dedicated_tree = 2, 2, "ARM"
    for name in ("4", "5"):
        place = surveyed(game, name, growth=3, wealth=2)
        ada.charts.surveys[name] = detailed_survey(place, 0, ())
    tug = ship(game, "Ada", "1", "Tugs", "DD", "(T)x2(H)x8(Q)x3(I)x5", "Tug")
    tug.lost = [0.0] * (len(tug.design.systems) - 1) + [10.0]
    return game


BUILDING: Sequence[Orders] = (
    {
        "Ada": """
        DESIGN Hawk DD (S)x4(A)x6(Q)x3[Y1](KKKKKKK)1(I)x5
        DESIGN Liner FT4 (H)x67(Q)x2(Bsa)(Hb)(I)x8
        DESIGN Sloop CT (A)x8(Q)x2(I)x4
        DROP Sloop
        BUILD Yard-1 2 Hawk FLEET Home
        BUILD Yard-1 3 Liner
        CANCEL Yard-1 Liner 1
        INSTALL SCIENCE 4
        UPGRADE SCIENCE 3
        INSTALL PDC 2 1
        INSTALL CMS 1 1 2
        INSTALL CGB 1 1
        RESEARCH 1 CON
        DEVELOP A2 2:G 2:D
        COLONIZE 4 FROM 1
        TRANSFER 10 FROM 1 TO 2
        STANDING INVEST MAX
    """
    },
    {
        "Ada": """
        DESIGN Hawk2 DD (S)x8(A)x2(Q)x3[Y1](KKKKKKK)1(I)x5
        REPAIR Tugs
        PRIORITY SY PU SYM MS
    """
    },
    {"Ada": "REFIT Hawk-1 Hawk2 AT Yard-1\nTOW Tugs Yard-1\nCONVOY ON\nCLOSE GENERIC 2"},
    {"Ada": "RESEARCH 1 STOP\nRESEARCH EL 1 2 3\nMOVE Tugs 2\nDETUNE Home ON"},
    {"Ada": "SCRAP Hawk-2\nTOW Tugs OFF\nCONVOY OFF\nCOLONIZE 5 FROM 1\nINVEST 100"},
    {"Ada": "WITHDRAW ALL\nSTANDING INVEST OFF\nUPGRADE DEDICATED 2 3"},
    *({"Ada": ""},) * 4,
)


def diplomats() -> Starcluster:
    """Ada and Brin know each other and a race; both are rich and have a spy or two."""
    game = chain("1", "26", "2", "9", seed=2)
    ada, brin, native = game.empire("Ada"), game.empire("Brin"), game.natives[0]
    for link in game.links:
        learn_points(brin, link.a, [link])
        learn_points(brin, link.b, [link])
        brin.charts.probed += [link.end(link.a), link.end(link.b)]
        ada.charts.probed += [link.end(link.a), link.end(link.b)]
    for fleet in game.fleets_of(native.id):
        fleet.at = "9"
    game.place(native.home).owner, native.home = "", "9"
    colony(game, "9", native.id, pu=140)
    colony(game, "2", pu=200)
    for player, other in (("Ada", "Brin"), ("Ada", native.id), ("Brin", native.id)):
        meet(game, player, other)
    ada.relations[native.id].talks = True
    for empire in (ada, brin):
        empire.stock[TREASURY], empire.freighters, empire.el = 400_000 * MC, 40, 3
        empire.intelligence = 3
    ada.intelligence = 9
    brin.developed += ["S2", "A2"]
    return game


AFFAIRS: Sequence[Orders] = (
    {
        "Ada": "SPY Brin REPORT\nENVOY NPR1\nTRADE Brin ON\nGIVE NPR1 MC 5000\nCLAIM 26",
        "Brin": "SPY GUARD\nTRADE Ada ON\nTRADE NPR1 ON",
    },
    {"Ada": "SPY Brin STEAL S2\nGIVE Brin TECH A1\nGIVE Brin DATA 2", "Brin": "SPY Ada POOL"},
    {"Ada": "SPY Brin POOL\nGIVE Brin MC 123.45\nPENALTY CHANCE", "Brin": "SPY Ada INCITE 2"},
    {"Ada": "SPY NPR1 REPORT\nWAR Brin", "Brin": "SPY Ada SURVEY 2\nINTELLIGENCE"},
    {"Ada": "PEACE Brin\nSPY Brin INCITE 26", "Brin": "PEACE Ada\nSPY Ada PROJECT 1"},
    {"Ada": "ENVOY NPR1\nSPY Brin STEAL A2", "Brin": "SPY Ada REPORT"},
    {"Ada": "TRADE NPR1 ON\nENVOY NPR1", "Brin": "TRADE Ada OFF"},
    {"Ada": "GIVE Brin SYSTEM 2\nAMALGAMATE NPR1\nWAR NPR1", "Brin": "SPY Ada POOL"},
    {"Ada": "PEACE NPR1\nRACE Others"},
    *({"Ada": "", "Brin": ""},) * 3,
)


def explorers() -> Starcluster:
    """Before Ada's scouts lie ruins, a pulsar, a maser nebula, a black hole and a hidden point."""
    game = without_natives(chain(*"1234567", players=("Ada", "Brin"), seed=3))
    ada = game.empire("Ada")
    game.options = {**game.options, "pace": 20}
    ada.developed.append("CD")
    ada.charts.points, ada.charts.probed = {}, []
    learn_transit(ada, game.links[0])
    for name in "234567":
        learn_points(ada, name, game.links_at(name))
    game.links += [
        WarpLink(number=6, a="2", b="8", hidden_a=4),
        WarpLink(number=7, a="9", b="2", closed_b=True),
    ]  # fmt: skip
    for name, anomaly in (("3", RUINS), ("4", PULSAR), ("6", BLACK_HOLE)):
        game.place(name).anomaly, game.place(name).nebula = anomaly, ""
    game.place("5").nebula, game.place("5").anomaly = MASER, ""
    for name in ("One", "Two"):
        ship(game, "Ada", "2", name, "DD", SCOUT, "Scout").drones = 2
    unit = next(unit for unit in game.units if unit.of_class == "Scout")
    other = next(unit for unit in game.units if unit.name == "Scout-2")
    other.fleet = unit.fleet
    game.fleets = [fleet for fleet in game.fleets if fleet.name != "Two"]
    for fleet in game.fleets_of("Ada"):
        fleet.points = 9_000
    return game


EXPLORING: Sequence[Orders] = (
    {"Ada": "SCAN One\nPROBE One W9"},
    {"Ada": "PROBE One W2\nFLEET Home Scout-2\nCOURIER One"},
    {"Ada": "SURVEY One\nMOVE Home 1\nSCAN One"},
    *({"Ada": ""},) * 2,
    {"Ada": "MOVE One W2\nMOVE Home 2\nSWEEP One"},
    {"Ada": "SCAN One\nSCAN Home"},
    {"Ada": "SURVEY One\nPROBE Home W3"},
    *({"Ada": ""},) * 2,
    {"Ada": "COURIER One\nPROBE One W2\nMOVE Home 3"},
    {"Ada": "JOIN Home One\nMOVE One W2"},
    {"Ada": "SCAN One"},
    {"Ada": "SURVEY One"},
    *({"Ada": ""},) * 2,
    {"Ada": "PROBE One W2"},
    {"Ada": "MOVE One W2"},
    {"Ada": "PROBE One W2\nMOVE Home 4"},
    {"Ada": "MOVE One W2\nSTOP Home"},
    {"Ada": "MOVE Home 1"},
    *({"Ada": ""},) * 2,
)


def the_poor() -> Starcluster:
    """Brin has nothing left but debts; Ada and Cleo know him."""
    game = chain("1", "26", players=("Ada", "Brin", "Cleo"), seed=4)
    brin = game.empire("Brin")
    for empire in ("Ada", "Cleo"):
        meet(game, empire, "Brin")
        game.empire(empire).stock[TREASURY] = 30_000 * MC
    brin.stock[TREASURY], brin.freighters, brin.deposit = 2_900 * MC, 2, 100 * MC
    brin.desperate = brin.abroad = True
    game.place(brin.home).pu = 0
    game.place(brin.home).science = 2
    colony(game, "30", "Brin", pu=0, science=3, nebula="", planets=[Planet(), Planet(kind="ST")])
    for name in ("Last", "Lost"):
        unit = ship(game, "Brin", "30", name, "DD", "(H)x20 Q Q Q (Ic)x5", "Cutter")
        unit.price = 30_000
    for price in (20_000, 10_050, 15_000):
        ship(game, "Brin", "30", "Guard", "DD", "(A)x10 (K)x7 Y Q Q Q (I)x5", "Guard").price = price
    brin.developed += ["E1"]
    brin.projects = {name: Project(name=name, centers=["30"]) for name in ("CON", "A2")}
    brin.projects["A2"].centers = ["26:G"]
    return game


POVERTY: Sequence[Orders] = (
    {"Brin": "LIQUIDATE CON Guard-1\nPENALTY TIME"},
    {"Brin": "AGAIN", "Ada": "GIVE Brin MC 50"},
    *({"Brin": ""},) * 2,
    {"Ada": "BID Brin 30 500\nBID Brin E1 20", "Cleo": "BID Brin 30 600\nBID Brin Cutter-2 10"},
    {"Brin": "AGAIN"},
    {"Brin": "SRW G\nRACE Phoenix"},
)

SCENES: Mapping[str, Scene] = {
    "building.txt": Scene(builders, BUILDING, ((5, "Ada"),)),
    "affairs.txt": Scene(diplomats, AFFAIRS, ((8, "Brin"),)),
    "exploring.txt": Scene(explorers, EXPLORING, ((12, "Ada"),)),
    "poverty.txt": Scene(the_poor, POVERTY, ((3, "Brin"), (4, "Ada"))),
}

if __name__ == "__main__":
    for name, scene in SCENES.items():
        (FOLDER / name).write_text(course(scene), "utf-8")
