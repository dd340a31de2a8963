"""An empire whose view has objects of every kind, with odd numbers in all.

    python -m tests.variants.starcluster.worked_empire

rewrites the texts in `golden/empire`: review the diff before committing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

import horizons_core as hz
from tests.variants.starcluster.builders import chain, colony, meet, run, ship, surveyed, variant
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import (
    Class,
    Expedition,
    ExplorationWork,
    Installation,
    Planet,
    Project,
    Race,
    Sighting,
    Silo,
    Starcluster,
    Troops,
    UnitConstruction,
    WarpLink,
)
from variants.starcluster.model.empires import Foothold
from variants.starcluster.model.fleets import GUARD, Doctrine
from variants.starcluster.model.knowledge import basic_survey, detailed_survey
from variants.starcluster.model.systems import GrowthModifier
from variants.starcluster.report.summary import figures, overall_figures
from variants.starcluster.rules.charts import learn_points

FOLDER = Path(__file__).parent / "golden" / "empire"
#: The recorded parts of the gamemaster's view, the first rows of each.
PARTS = ("powers", "systems", "links", "fleets", "units")
#: Missiles, ordnance, a tractor, a shop and a bay; a scout; and a dock of three yards.
HAWK = "[S1][S1](QQQ)1[Y2][T1](RRRR)2[XO][Mg][MS][Bsa](IIIII)1"
EYES = "(H)x10(X)x5(Xp)x4[Xc][Y1](Q)x3(Ic)x3"
DOCK = "(SY)x3(Q)x2"


def worked() -> Starcluster:
    """Ada's homeworld 1, her colony 2 and what she knows of 3, 4 and 5."""
    game = chain("1", "2", "3", "4", players=("Ada", "Brin", "Cleo"))
    ada = game.empire("Ada")
    game.turn, ada.el = 40, 3
    _people(game)
    _fleets(game)
    ada.race = Race(array=(33, 66, 66), traits=("Prolific", "Wealthy"))
    ada.stock[TREASURY], ada.deposit = 123_456 * MC + 78, 2_000 * MC
    ada.freighters, ada.convoy, ada.priority = 24, True, ("SY", "PU", "MS", "SYM")
    ada.last_el, ada.intelligence = 7, 3
    ada.levels |= {"CON": 3, "SHD": 2}
    ada.projects = {
        "EL": Project(name="EL", centers=["1"], turns=5, chances=2),
        "ARM": Project(name="ARM", centers=["2"], turns=3, suspended=1, less_chance=2),
    }
    ada.installing = [Installation(kind="CMS", system="2", planet=1, number=2)]
    ada.expeditions = [Expedition(origin="1", target="3", pu=20, travel=4, work=3, since=38)]
    ada.claims = ["4"]
    _meet_others(game)
    return game


def _people(game: Starcluster) -> None:
    ada, place = game.empire("Ada"), game.place("1")
    ada.built["Hawk"] = 7
    place.pu, place.science, place.generic = 612, 4, 2
    place.planets[0].garrison, place.planets[0].ground_bases = 81.5, [50.0, 12.5]
    second = colony(game, "2", pu=87, growth=2, wealth=3, planets=[
        Planet(silos=[Silo(revealed=True, loading=1), Silo(), Silo()], fallen="Brin",
               troops=[Troops(owner="Brin", points=7.5, generation=2)]),
        Planet(kind="ST"),
    ])  # fmt: skip
    second.science, second.dedicated, second.dedicated_tree = 2, 3, "ARM"
    second.spells = [GrowthModifier(growth=-4, turns=2), GrowthModifier(growth=3, turns=9)]
    second.revolt, second.revolt_turns, second.transferred, second.occupied = 12, 3, 5, 2
    second.silo_missile, second.silos_fire = "G", 1
    charts = ada.charts
    third = surveyed(game, "3", wealth=4, growth=3, habitability=2)
    charts.surveys["3"] = detailed_survey(third, 31, ())
    charts.surveys["4"] = basic_survey(game.place("4"), 12)
    charts.visited += ["3", "4"]
    game.links.append(WarpLink(number=len(game.links), a="2", b="5"))
    learn_points(ada, "2", [game.links[-1]])


def _fleets(game: Starcluster) -> None:
    ada = game.empire("Ada")
    hawk = ship(game, "Ada", "2", "Hawks", "DD", HAWK, "Hawk")
    hurt = ship(game, "Ada", "2", "Hurt", "DD", HAWK, "Hawk")
    hurt.fleet, hurt.lost = hawk.fleet, [30.0, 15.0] + [0.0] * (len(hurt.design.systems) - 2)
    hurt.shots, hurt.ordnance, hurt.starving, hurt.price = 3, 1, 12.0, 20_050
    hawk.shuttles, hawk.train = 1, False
    hawks = game.fleet(hawk.fleet)
    hawks.path, hawks.came_by, hawks.points = [1, 2], 0, 350
    hawks.doctrine = Doctrine(
        stance=GUARD, guards=1, band="LONG", break_off=35, target="SMALL", anti_drive=True
    )
    hawks.escorts, hawks.wave, hawks.assaults = True, 3, True
    for name in ("Eyes", "More"):
        scout = ship(game, "Ada", "3", name, "DD", EYES, "Scout")
        scout.surveys = ["4/2/39"]
    eyes = next(fleet for fleet in game.fleets if fleet.name == "Eyes")
    scout.fleet, scout.drones, scout.gigs = eyes.id, 2, 1
    eyes.scan, eyes.detuned = ExplorationWork(kind="SURVEY", system="3", turns=4, last=40), True
    barge = ship(game, "Ada", "1", "Barge", "FT4", "(Qt)x6(Qtc)x3(H)x20(Q)x2(Ic)x2", "Barge")
    barge.troops, barge.cold, barge.train, barge.towed_by = 27.5, 15.0, True, hawks.id
    game.fleet(barge.fleet).bombards = (2, "PU")
    dock = ship(game, "Ada", "2", "Docks", "BS1", DOCK, "Dock")
    game.fleets = [fleet for fleet in game.fleets if any(u.fleet == fleet.id for u in game.units)]
    design = Design(hull_named("DD"), read_systems(HAWK))
    ada.classes["Hawk"] = Class(name="Hawk", design=design)
    lance = Design(hull_named("CL"), read_systems("(A)x40(Q)x2"))
    ada.classes["Lance"] = Class(name="Lance", design=lance, prototype=True)
    ada.yards = [
        UnitConstruction(yard=dock.id, of_class="Hawk", design=design, at="2", paid=32_150, work=30,
                 done=11, fleet="Hawks"),
        UnitConstruction(yard=dock.id, of_class="Hawk", design=design, at="2", paid=4_005, work=9,
                 refit=hurt.id),
    ]  # fmt: skip
    carried = detailed_survey(game.place("4"), 39, ())
    ada.carried = {"4/2/39": carried}


def _meet_others(game: Starcluster) -> None:
    ada, native = game.empire("Ada"), game.natives[0].id
    meet(game, "Ada", "Brin", "WAR")
    meet(game, "Ada", native, "TRADE")
    relation = ada.relations[native]
    relation.since, relation.talks, relation.envoy, relation.successes = 21, True, 33, 2
    relation.gifts, relation.asked = [(30, 5_000 * MC), (38, 12_345)], 17
    relation.offers_trade = relation.offered_trade = True
    ada.sightings = [
        Sighting(turn=40, system="3", owner="Brin", hulls={"DD": 3, "CT": 1}, came_by=2),
        Sighting(turn=40, system="2", owner=native, hulls={"BS2": 2}, left_by=1),
    ]
    ada.footholds = [Foothold(system="30", planet=2, points=45.0, fallen=True)]


#: Ada's orders then: one of most kinds, and some impossible ones.
ORDERS = """
WITHDRAW 500
FREIGHTERS 2
REPAIR Hawks MAX 3
BUILD CRAFT Hawks 1 GIG
INSTALL GENERIC 2 1
RESEARCH 2 CON
SILOS 2 FIRE 2
TRAIN Barge-1 OFF
DOCTRINE Hawks BREAK 50
DETUNE Eyes OFF
RENAME Docks "New Docks"
GIVE NPR1 MC 100
ENVOY NPR1
PEACE Brin
CLAIM 3
UNCLAIM 4
COLONIZE 4 FROM 1
TRANSFER 5 FROM 1 TO 2
SCRAP Hawk-8
BOMBARD Hawks 2 1 PDC
COURIER 4/2/39
INTELLIGENCE
"""


def render(name: str) -> str:
    """The content of a file of `golden/empire`: of her view, her map, or her next turn."""
    return TELLERS[name](worked())


def _of_everything(game: Starcluster) -> str:
    data = variant().view(game, None).data
    return _yaml({part: data[part][:6] for part in PARTS})


def _report(game: Starcluster) -> str:
    report, _, _ = run(game, Ada=ORDERS).report("Ada").text.partition("\nOrders you can give now\n")
    return f"{report}\n"


def _events(game: Starcluster) -> str:
    events = run(game, Ada=ORDERS).events
    return "".join(f"{event.code} {sorted(event.audience)}: {event.text}\n" for event in events)


def _others_are_told(game: Starcluster) -> str:
    """Reports of a gamemaster and a spectator: the first lines of each part, and key figures."""
    turn = run(variant().with_seat(game, "Sam", "spectator"), Ada=ORDERS)
    ada, view = turn.report("Ada"), variant().view(turn.game, None)
    data = {"view": dict(view.data), "map": variant().map(view), "empire": "", "role": "gamemaster"}
    full = type(ada)({**ada.data, **data}, ada.form.of_everything)
    lines = []
    for told_them in (full.text, turn.report("Sam").text):
        for part in told_them.split("\n\n"):
            lines += [*part.splitlines()[:9], ""]
    lines += [" | ".join(figure) for figure in figures(_read(turn, "Ada"))]
    lines += [" | ".join(figure) for figure in overall_figures(_read(turn, None))]
    return "".join(f"{line}\n" for line in lines)


def _checked(game: Starcluster) -> str:
    """The orders of `wishes.txt`, each alone, with its remarks; accepted ones are left out."""
    lines = []
    for order in (FOLDER.parent / "wishes.txt").read_text("utf-8").splitlines():
        remarks = variant().check_orders(game, "Ada", order)
        lines.append(order)
        lines += [f"  {r.severity} {r.code}: {r.message}; {r.hint}" for r in remarks]
    return "".join(f"{line}\n" for line in lines)


def _read(turn: hz.Turn, reader: str | None) -> dict[str, Any]:
    return {"turn": turn.game.turn, "view": variant().view(turn.game, reader)}


def _yaml(data: object) -> str:
    return yaml.safe_dump(
        json.loads(json.dumps(data)), sort_keys=False, width=100, default_flow_style=None
    )


TELLERS: Mapping[str, Callable[[Starcluster], str]] = {
    "view.yaml": lambda game: _yaml(variant().view(game, "Ada").data),
    "map.yaml": lambda game: _yaml(variant().map(variant().view(game, "Ada"))),
    "whole.yaml": _of_everything,
    "report.txt": _report,
    "events.txt": _events,
    "others.txt": _others_are_told,
    "checked.txt": _checked,
}


if __name__ == "__main__":
    for name in TELLERS:
        (FOLDER / name).write_text(render(name), "utf-8")
