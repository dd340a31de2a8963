"""A war of some turns: an assault, bombardment, landings, raids, silos, repairs and intruders.

    python -m tests.variants.starcluster.worked_war

rewrites the texts in `golden/war`: review the diff before committing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import horizons_core as hz
from tests.variants.starcluster.battles import DESTROYER, DIRECTED, FRIGATE
from tests.variants.starcluster.builders import books, chain, colony, meet, run, ship
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Planet, Silo, Starcluster, Unit
from variants.starcluster.model.fleets import GUARD
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.rules.fleets import disband_empty

FOLDER = Path(__file__).parent / "golden" / "war"
BARGE = {"hull": "FT4", "design": "(Qt)x40(Qtc)x10(Bsa)x10(Q)x2(I)x8"}
TENDER = {"hull": "FT4", "design": "(H)x67(Q)x2(Bsa)(Hb)(I)x8"}
DOCK = {"hull": "BS2", "design": "(SY)x4(MS)x3(Q)x2"}

#: The orders of Ada and Brin, turn by turn.
ORDERS = (
    (
        (
            "DOCTRINE Hawks BREAK 100 BAND SHORT TARGET SMALL\nASSAULT Hawks W2 WAVE 4\n"
            "RAID Wolves ON\nMOVE Guests 9"
        ),
        "SILOS 3 TYPE R\nSILOS 3 HOLD 2\nREPAIR Post MAX 1",
    ),
    ("BOMBARD Hawks 3 1 PDC\nMOVE Boats 3", "REPAIR Post"),
    ("BOMBARD Hawks 3 2 CMS\nBOMBARD Boats 3 1 PDC\nLAND Boats 3 2 30", "SILOS 3 FIRE"),
    ("BOMBARD Hawks 3 3 PU\nBOMBARD Boats OFF\nLAND Boats 3 1 190\nLAND Boats 3 2 60", ""),
    ("BOMBARD Hawks 3 1 CMS\nLAND Boats 3 1 30", ""),
    ("BOMBARD Hawks OFF\nLAND Boats 3 3 ALL\nRAID Wolves OFF", ""),
    ("EMBARK Boats 3 1 50\nEMBARK Boats 3 2 20\nREPAIR Hawks\nBUILD CRAFT Boats 3 ST", ""),
    ("PEACE Brin\nMOVE Hawks 2", "PEACE Ada"),
)


def war() -> Starcluster:
    """Ada besieges Brin's guarded colony 3, and has two fleets elsewhere."""
    game = chain("1", "2", "3", "4", "9", players=("Ada", "Brin"))
    ada, brin = game.empire("Ada"), game.empire("Brin")
    for link in game.links:
        learn_transit(brin, link)
    meet(game, stance="WAR")
    meet(game, "Ada", game.natives[0].id)
    for empire in (ada, brin):
        empire.stock[TREASURY], empire.freighters = 50_000 * MC, 60
    ada.developed += ["R1", "R2", "R3", "st2"]
    _colonies(game)
    _fleets(game)
    return game


def _colonies(game: Starcluster) -> None:
    native = game.natives[0]
    third = colony(game, "3", "Brin", pu=64, planets=[
        Planet(pdc=True, garrison=60.0, ground_bases=[20.0, 15.0], silos=[Silo()]),
        Planet(silos=[Silo(revealed=True), Silo()], garrison=12.0),
        Planet(kind="ST", garrison=31.5),
    ])  # fmt: skip
    third.science, third.generic, third.dedicated, third.dedicated_tree = 3, 1, 2, "ARM"
    game.empire("Brin").developed += ["S2", "A2"]
    colony(game, "9", native.id, pu=120)
    colony(game, "2", "Ada", pu=40)
    game.place("4").nebula = game.place("4").anomaly = ""


def _squadron(
    game: Starcluster, owner: str, at: str, name: str, *kinds: tuple[dict[str, str], int]
) -> list[Unit]:
    units: list[Unit] = []
    for kind, number in kinds:
        for _ in range(number):
            units.append(ship(game, owner, at, f"{name} {len(units)}", kind["hull"],
                              kind["design"], kind["hull"]))  # fmt: skip
    for unit in units:
        unit.fleet = units[0].fleet
    fleet = game.fleet(units[0].fleet)
    fleet.name, fleet.points = name, 2_000
    return units


def _fleets(game: Starcluster) -> None:
    kinds = ((DIRECTED, 4), (DESTROYER, 4), (FRIGATE, 2), (TENDER, 2))
    hawks = _squadron(game, "Ada", "2", "Hawks", *kinds)
    hawks[9].lost = [30.0, 10.0] + [0.0] * (len(hawks[9].design.systems) - 2)
    hawks[10].train = hawks[11].train = True
    boats = _squadron(game, "Ada", "2", "Boats", (BARGE, 2), (DESTROYER, 1), (TENDER, 1))
    boats[0].troops, boats[0].cold, boats[0].shuttles = 200.0, 30.0, 6
    boats[1].troops, boats[1].gigs, boats[3].train = 150.0, 7, True
    game.fleet(boats[0].fleet).doctrine.stance = "AVOID"
    _squadron(game, "Ada", "4", "Wolves", (FRIGATE, 2))
    _squadron(game, "Ada", "4", "Guests", (DESTROYER, 1))
    guards = _squadron(game, "Brin", "3", "Larks", (FRIGATE, 2), (DESTROYER, 1))
    doctrine = game.fleet(guards[0].fleet).doctrine
    doctrine.stance, doctrine.guards, doctrine.break_off = GUARD, 1, 60
    post = _squadron(game, "Brin", "26", "Post", (DOCK, 1))
    post[0].lost = [0.0] * (len(post[0].design.systems) - 1) + [10.0]
    _squadron(game, "Brin", "4", "Shields", (FRIGATE, 1))
    disband_empty(game)


#: Ada's orders, turn by turn, against a hostile race: she has wronged it, and it comes.
ORDERS_OF_RACE = (
    ("MOVE Guests 3\nDOCTRINE Guests AVOID", ""),
    ("BOMBARD Guests 3 1 PU", ""),
    ("WAR NPR1\nMOVE Guests 2", ""),
    ("SILOS 2 FIRE 1", ""),
    *(("", ""),) * 5,
    ("PEACE NPR1", ""),
)


def race() -> Starcluster:
    """Ada's colony 2 lies between her home and that of a race, 3, which has ships to spare."""
    game = chain("1", "2", "3", players=("Ada", "Brin"))
    ada, native = game.empire("Ada"), game.natives[0]
    for link in game.links:
        learn_transit(native, link)
    for fleet in game.fleets_of(native.id):
        fleet.at = "3"
    game.place(native.home).owner, game.place(native.home).pu = "", 0
    native.home = "3"
    meet(game, "Ada", native.id, "HOSTILE")
    ada.stock[TREASURY], ada.freighters = 50_000 * MC, 60
    colony(game, "3", native.id, pu=300)
    planets = [Planet(pdc=True, garrison=40.0, silos=[Silo(), Silo()]), Planet(garrison=20.0)]
    colony(game, "2", pu=55, planets=planets).science = 1
    _squadron(game, "Ada", "2", "Guests", (DESTROYER, 2))
    _squadron(game, "Ada", "2", "Larks", (FRIGATE, 2))
    disband_empty(game)
    return game


#: Orders of Ada's raiders in Brin's space, and of his escorts and guards.
ORDERS_OF_RAIDERS = (
    ("RAID Wolves ON\nRAID Lame ON", "ESCORT Larks ON\nCONVOY ON"),
    ("MOVE Wolves 3\nDETUNE Wolves ON\nTOW Mules Hulk-1", ""),
    ("DOCTRINE Wolves AVOID BREAK 20\nMOVE Mules 1", "MOVE Larks 2"),
    ("MOVE Wolves 2", "DOCTRINE Larks GUARD W1\nESCORT Larks ON"),
    ("RAID Wolves OFF\nMOVE Wolves 1", "CONVOY OFF\nESCORT Larks OFF"),
    ("ASSAULT Wolves W1 WAVE 1", "MOVE Larks 26"),
    ("TRAIN FT4-1 OFF", ""),
    ("", ""),
)


def raiders() -> Starcluster:
    """Ada's raiders are in Brin's colonies 2 and 3, his escorts at home; a hulk waits for a tow."""
    game = chain("1", "2", "3", "26", players=("Ada", "Brin"), seed=5)
    brin = game.empire("Brin")
    for link in game.links:
        learn_transit(brin, link)
    game.natives = []
    game.units = [unit for unit in game.units if not unit.owner.startswith("NPR")]
    for system in game.systems:
        system.owner = "" if system.owner.startswith("NPR") else system.owner
    meet(game, stance="WAR")
    for empire in game.empires:
        empire.stock[TREASURY], empire.freighters = 9_000 * MC, 25
    for name, pu in (("2", 150), ("3", 240)):
        place = colony(game, name, "Brin", pu=pu)
        place.nebula = place.anomaly = ""
    small = {**TENDER, "design": "(H)x22(Q)x2(Bsa)(Hb)(I)x8"}
    kinds = ((FRIGATE, 4), (DESTROYER, 1), (small, 1))
    wolves = _squadron(game, "Ada", "2", "Wolves", *kinds)
    wolves[0].shots, wolves[5].train = 7, True
    lame = _squadron(game, "Ada", "3", "Lame", (FRIGATE, 1))
    lame[0].lost = [0.0, 0.0, *(10.0 for _ in lame[0].design.systems[2:])]
    _squadron(game, "Ada", "2", "Mules", ({"hull": "DD", "design": "(T)x4(H)x8(Q)x3(I)x8"}, 1))
    hulk = ship(game, "Ada", "2", "Hulk", "BS1", "(SY)x2(Q)x2", "Hulk")
    hulk.lost = [10.0] + [0.0] * (len(hulk.design.systems) - 1)
    _squadron(game, "Brin", "26", "Larks", (FRIGATE, 2))
    disband_empty(game)
    return game


SCENES = {
    "course.txt": (war, ORDERS, "3"),
    "race.txt": (race, ORDERS_OF_RACE, "2"),
    "raiders.txt": (raiders, ORDERS_OF_RAIDERS, "2"),
}
#: The recorded account books, by player and turn.
REPORTS = {
    "course.txt": ((6, "Ada"), (6, "Brin")),
    "race.txt": ((8, "Ada"),),
    "raiders.txt": ((3, "Brin"),),
}


def render(name: str, between: Callable[[Starcluster], Starcluster] = lambda game: game) -> str:
    """The events turn by turn, and after each the changed units and planets.

    Each turn is run on the result of `between` for the game.
    """
    return _course(*SCENES[name], REPORTS[name], between)


def _course(
    begin: Callable[[], Starcluster],
    orders: Sequence[tuple[str, str]],
    at: str,
    reports: Sequence[tuple[int, str]],
    between: Callable[[Starcluster], Starcluster],
) -> str:
    game, lines = begin(), []
    before: list[str] = []
    for ada, brin in orders:
        turn = run(between(game), Ada=ada, Brin=brin)
        game = turn.game
        after = [*_units(game), *_planets(game, at)]
        lines += [f"== turn {game.turn}", *_events(turn)]
        lines += [line for line in after if line not in before]
        before = after
        for _, player in (report for report in reports if report[0] == game.turn):
            lines += books(turn, player)
    return "".join(f"{line}\n" for line in lines)


def _events(turn: hz.Turn) -> list[str]:
    refused = [
        f"{player} {remark.line}: {remark.code}" for player in turn.diagnostics
        for remark in turn.diagnostics[player]
    ]  # fmt: skip
    events = [event for event in turn.events if event.code not in {"system.grown", "score.told"}]
    return refused + [f"{e.code} {','.join(sorted(e.audience))}: {e.text}" for e in events]


def _units(game: Starcluster) -> list[str]:
    return [
        f"{unit.owner} {unit.name} of {game.fleet(unit.fleet).name} at {game.fleet(unit.fleet).at}:"
        f" {sum(unit.lost):.6g} lost, {unit.starving:g} starving, {unit.shots} shots,"
        f" {unit.troops:.6g} and {unit.cold:g} troops"
        for unit in game.units
        if unit.owner in {"Ada", "Brin", "NPR1"}
    ]


def _planets(game: Starcluster, at: str) -> list[str]:
    place = game.place(at)
    entries = [
        (
            f"{at}: {place.owner}, {place.pu} PU, {place.science} {place.generic}"
            f" {place.dedicated}, occupied {place.occupied}"
        )
    ]
    for number, planet in enumerate(place.planets, start=1):
        silos = ["known" if silo.revealed else "hidden" for silo in planet.silos]
        troops = [f"{t.owner} {t.points:.6g} Qt{t.generation}" for t in planet.troops]
        bases = [f"{points:.6g}" for points in planet.ground_bases]
        entries.append(
            f"{at} {number}: PDC {planet.pdc} after {planet.rounds},"
            f" garrison {planet.garrison:.6g}, bases {bases}, silos {silos}, troops {troops},"
            f" fallen to {planet.fallen or 'nobody'}"
        )
    return entries


if __name__ == "__main__":
    for name in SCENES:
        (FOLDER / name).write_text(render(name), "utf-8")
