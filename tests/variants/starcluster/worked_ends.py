"""Endings: a homeworld falls, a race joins, a game is over.

    python -m tests.variants.starcluster.worked_ends

rewrites the texts in `golden/ends`: review the diff before committing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.variants.starcluster.battles import DIRECTED, FRIGATE, MISSILES
from tests.variants.starcluster.builders import chain, colony, meet, new_game, ship
from tests.variants.starcluster.worked_turns import Orders, Scene, course, without_natives
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Fleet, GrowthModifier, Race, Silo, Starcluster, Troops, Unit
from variants.starcluster.model.empires import ALLIANCE
from variants.starcluster.model.fleets import AVOID
from variants.starcluster.model.systems import UNSTABLE
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.rules.fleets import disband_empty

FOLDER = Path(__file__).parent / "golden" / "ends"
TENDER = {"hull": "FT4", "design": "(H)x67(Q)x2(Bsa)(Hb)(I)x8"}
BARGE = {"hull": "FT4", "design": "(Qt)x60(Bsa)x10(Q)x2(I)x8"}


def _ships(
    game: Starcluster, owner: str, at: str, name: str, kind: dict[str, str], number: int
) -> tuple[Fleet, list[Unit]]:
    units = [
        ship(game, owner, at, f"{name} {n}", kind["hull"], kind["design"], name)
        for n in range(number)
    ]
    fleet = game.fleet(units[0].fleet)
    for unit in units:
        unit.fleet = fleet.id
    fleet.name, fleet.points = name, 5_000
    return fleet, units


def siege() -> Starcluster:
    """Ada is at war with Brin, who has silos, a base and two fleets at his only colony, 26."""
    game = without_natives(chain("1", "2", "26", players=("Ada", "Brin"), seed=6))
    ada, brin = game.empire("Ada"), game.empire("Brin")
    for link in game.links:
        learn_transit(brin, link)
    meet(game, stance="WAR")
    ada.developed += ["R1", "R2", "ENI:ADM", "S2", "st2"]
    ada.levels["MIS"] = 2
    home = game.place("26")
    home.pu = 23
    home.planets[0].silos = [Silo()]
    home.planets[0].ground_bases = [50.0]
    hawks, _ = _ships(game, "Ada", "2", "Hawks", MISSILES, 6)
    hawks.doctrine.band, hawks.doctrine.break_off = "LONG", 100
    lead, _ = _ships(game, "Ada", "2", "Lead", DIRECTED, 9)
    lead.doctrine.break_off = 100
    for fleet in (hawks, lead):
        _, (tender,) = _ships(game, "Ada", "2", f"Mules of {fleet.name}", TENDER, 1)
        tender.fleet, tender.train = fleet.id, True
    _, barges = _ships(game, "Ada", "2", "Barge", BARGE, 2)
    for barge in barges:
        barge.troops, barge.shuttles, barge.fleet = 300.0, 10, lead.id
    _ships(game, "Brin", "26", "Larks", FRIGATE, 3)
    shy, _ = _ships(game, "Brin", "26", "Shy", FRIGATE, 1)
    shy.doctrine.stance = AVOID
    disband_empty(game)
    return game


SIEGE: Sequence[Orders] = (
    {"Ada": "DOCTRINE Hawks ADM ON TARGET SMALL\nMOVE Hawks 26\nMOVE Lead 26",
     "Brin": "DOCTRINE Larks GUARD W9\nSILOS 26 FIRE"},
    {"Ada": "BOMBARD Lead 26 1 PDC", "Brin": "MOVE Shy 26"},
    {"Ada": "BOMBARD Hawks 26 1 CMS"},
    {"Ada": "BOMBARD Lead 26 1 PU\nBOMBARD Hawks 26 1 PU\nLAND Lead 26 1 30"},
    {"Ada": "BOMBARD Lead OFF\nBOMBARD Hawks OFF\nLAND Lead 26 1 ALL"},
    {"Ada": "LAND Lead 26 1 ALL"},
)  # fmt: skip


def allies() -> Starcluster:
    """A race has been Ada's ally for long; a link is not stable, and 2 is in revolt."""
    game = chain("1", "2", "9", "4", players=("Ada", "Brin"), seed=7)
    ada, native = game.empire("Ada"), game.natives[0]
    for fleet in game.fleets_of(native.id):
        fleet.at = "9"
    game.place(native.home).owner, native.home = "", "9"
    native.race = Race(array=(33, 33, 33), traits=())
    colony(game, "9", native.id, pu=90)
    second = colony(game, "2", pu=400)
    second.revolt, second.revolt_turns, second.spells = 40, 2, [GrowthModifier(growth=-3, turns=2)]
    second.planets[0].troops = [Troops(owner="Ada", points=30.0)]
    game.place("4").anomaly = UNSTABLE
    meet(game, "Ada", native.id, ALLIANCE)
    ada.relations[native.id].talks = True
    game.turn, ada.el, ada.stock[TREASURY], ada.freighters = 50, 2, 90_000 * MC, 40
    ada.projects = {}
    for name, at in (("Scouts", "9"), ("Guards", "4")):
        _ships(game, "Ada", at, name, FRIGATE, 1)
    _ships(game, "Brin", "2", "Guests", {"hull": "DD", "design": "(H)x10(X)x5(Q)x3(Ic)x5"}, 1)
    disband_empty(game)
    return game


ALLIES: Sequence[Orders] = (
    {"Ada": "MOVE Scouts 4\nAMALGAMATE NPR1\nTRADE NPR1 ON", "Brin": "STOP Guests"},
    {"Ada": "MOVE Guards 1\nTRADE Brin ON", "Brin": "TRADE Ada ON"},
    *({"Ada": "AMALGAMATE NPR1"},) * 2,
    {"Ada": "INSTALL SCIENCE 9\nINSTALL PDC 9 1\nSTANDING INVEST MAX"},
    *({"Ada": ""},) * 2,
    {"Ada": "AMALGAMATE NPR1\nWAR Brin"},
    *({"Ada": ""},) * 2,
)


def late() -> Starcluster:
    """Two turns are left; Ada builds by a ship with yards, and claims a system of the core."""
    game = without_natives(new_game("Ada", "Brin", "Cleo", seed=8, end=3))
    ada = game.empire("Ada")
    game.place("C001").owner, game.place("C001").pu = "Ada", 15
    ada.claims, ada.stock[TREASURY], ada.freighters = ["C002"], 20_000 * MC, 30
    _ships(game, "Ada", "1", "Dock", {"hull": "FT4", "design": "(SYM)x6(MS)x2(H)x20(Q)x3(I)x8"}, 1)
    game.empire("Cleo").active = False
    disband_empty(game)
    return game


LATE: Sequence[Orders] = (
    {"Ada": """
        ARRAY 33 33 33
        ADVANTAGE Wealthy
        ADVANTAGE Prolific
        ADVANTAGE Warrior Culture
        LRW R
        SRW E
        RACE Mutants
        DESIGN Sloop FG (A)x9(Q)x2(EEEE)1[Y](I)x4
        BUILD Dock-1 1 Sloop
     """, "Brin": "DISADVANTAGE Poor\nADVANTAGE Creative\nADVANTAGE Adaptable\nSRW Zz"},
    {"Ada": "BUILD Dock-1 1 Sloop\nMOVE Dock 2", "Brin": "RACE Mutants"},
    {"Ada": "STOP Dock"},
)  # fmt: skip

SCENES: Mapping[str, Scene] = {
    "siege.txt": Scene(siege, SIEGE, ((4, "Brin"), (5, "Ada"))),
    "allies.txt": Scene(allies, ALLIES, ((51, "Ada"),)),
    "late.txt": Scene(late, LATE, ((3, "Brin"),)),
}

if __name__ == "__main__":
    for name, scene in SCENES.items():
        (FOLDER / name).write_text(course(scene), "utf-8")
