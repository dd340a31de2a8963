"""A game whose view has no empty part, and its golden report.

PYTHONPATH=../../.. python -m tests.variants.starcluster.reported > golden/report.txt
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from typing import Any

import horizons_core as hz
from tests.outlines import outline
from tests.variants.starcluster.builders import new_game, run, ship, variant
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import (
    Class,
    Estate,
    Expedition,
    ExplorationWork,
    GrowthModifier,
    Installation,
    Project,
    Relation,
    Sighting,
    Silo,
    Starcluster,
    SurveyedColony,
    Troops,
    UnitConstruction,
)
from variants.starcluster.model.knowledge import detailed_survey
from variants.starcluster.rules.charts import learn_points, learn_transit

WARSHIP = "[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1][(II)1(II)1]"
SCOUT = "(X)x15 (Xp)x12 (Ic)x3 Q Q Q"
ORDERS = """
DESIGN Cutter FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1][(II)1(II)1]
FREIGHTERS 3
MOVE Nobody 4
"""


def situation() -> Starcluster:
    """Two empires at war with a race: Ada has something of everything."""
    game = new_game("Ada", "Brin")
    _chart(game)
    _settle(game)
    _build(game)
    _meet(game)
    return game


@cache
def turn() -> hz.Turn:
    """A turn of the situation, with a mistake in the orders."""
    return run(situation(), Ada=ORDERS)


@cache
def report() -> Any:
    """Ada's report of a view with no empty part."""
    report, view = turn().report("Ada"), variant().view(situation(), "Ada")
    return type(report)({**report.data, "view": dict(view.data)}, report.form)


def golden() -> str:
    """The sections of the report as text, and the outline of its page."""
    text: str = report().text
    page = text[text.index("Treasury\n---") : text.index("Orders you can give now")]
    return f"{page}{outline(report().html)}\n"


def _chart(game: Starcluster) -> None:
    """Ada knows 2 with its points, and the race's home by a survey."""
    charts = game.empire("Ada").charts
    for link in game.links_at("2"):
        learn_points(game.empire("Ada"), "2", [link])
    learn_transit(game.empire("Ada"), game.links_at("2")[0])
    home = game.place(game.natives[0].home)
    colony = SurveyedColony(owner="NPR1", pu=home.pu, installations=("a PDC", "a Science Center"))
    charts.surveys[home.id] = detailed_survey(home, 0, (), colony)
    game.empire("Ada").claims.append(home.id)


def _settle(game: Starcluster) -> None:
    """A young colony at 2 with troubles, and shipments on their way to it."""
    ada, home, colony = game.empire("Ada"), game.place("1"), game.place("2")
    home.pu = 990
    colony.owner, colony.pu, colony.revolt, colony.revolt_turns = "Ada", 52, 7, 3
    colony.spells, colony.occupied, colony.transferred = [GrowthModifier(growth=2, turns=4)], 5, 15
    colony.dedicated, colony.dedicated_tree, colony.silo_missile = 2, "CON", "R"
    colony.silos_fire = 1
    planet = home.planets[0]
    planet.silos = [Silo(revealed=True), Silo(loading=1)]
    planet.ground_bases, planet.fallen = [41.0], "Brin"
    planet.troops = [Troops(owner="Brin", points=33.0, generation=2)]
    ada.expeditions = [Expedition(origin="1", target="3", pu=30, travel=2, work=7, since=1)]
    ada.transfers = [Expedition(origin="1", target="2", pu=25, travel=4, since=1)]
    ada.installing = [
        Installation(kind="PDC", system="2", planet=1, number=2),
        Installation(kind="DEDICATED", system="1", level=3, tree="SHD"),
    ]
    ada.deposit, ada.invests, game.dividend = 12_345, "MAX", 7
    ada.desperate, ada.liquidate, ada.penalty = True, ["CON", "Frigate-1"], "CHANCE"
    ada.convoy, ada.freighters, ada.deficit = True, 40, 4_400
    game.estates = [Estate(owner="NPR1", turn=2, bidders=["Ada"], systems=["24"], units=["Rock"])]


def _build(game: Starcluster) -> None:
    """Projects, classes, a damaged warship, scouts at work and a ship on the yard."""
    ada = game.empire("Ada")
    ada.projects = {
        "CON": Project(name="CON", centers=["1"], turns=9, chances=2, suspended=3),
        "E1": Project(name="E1", centers=["1:G", "2:D"], turns=4, breakthroughs=1),
        "EL": Project(name="EL", centers=["1", "2"], turns=13),
    }
    ada.last_el, ada.knots, ada.levels = 1, ["BB"], {"CON": 2}
    design = Design(hull_named("FGf"), read_systems(WARSHIP))
    ada.classes["Frigate"] = Class(name="Frigate", design=design)
    ada.classes["Hulk"] = Class(
        name="Hulk", design=Design(hull_named("CL"), design.systems), prototype=True
    )
    warship = ship(game, "Ada", "1", "Home", "FGf", WARSHIP, "Frigate")
    warship.lost = [10.0] + [0.0] * (len(design.systems) - 1)
    warship.ordnance, warship.starving, warship.shots, warship.shuttles, warship.gigs = (
        5,
        12.0,
        6,
        8,
        9,
    )
    warship.troops, warship.cold, warship.train = 35.0, 4.0, True
    home = game.fleets_of("Ada")[-1]
    home.escorts = home.raids = home.detuned = home.assaults = True
    home.bombards, home.doctrine.anti_drive, home.came_by = (1, "PDC"), True, 0
    scout = ship(game, "Ada", "2", "Scouts", "DD", SCOUT, "Scout")
    scout.drones, scout.surveys, scout.towed_by = 4, ["9/2/1"], home.id
    ada.carried["9/2/1"] = detailed_survey(game.place("9"), 1, ())
    ada.couriers.append((6, detailed_survey(game.place("8"), 1, ())))
    game.fleets_of("Ada")[-1].scan = ExplorationWork(kind="SURVEY", system="2", turns=5, last=1)
    far = ship(game, "Ada", "3", "Far", "DD", SCOUT, "Scout")
    far.price += int(Fraction(1, 2) * far.price)
    game.fleets_of("Ada")[-1].path = [ada.charts.points["3"][0]]
    game.fleets_of("Ada")[-1].points = 250
    ada.yards = [
        UnitConstruction(
            yard=game.units[0].id,
            of_class="Frigate",
            design=design,
            at="1",
            paid=32_610,
            work=22,
            done=10,
            fleet="Guard",
            refit=warship.id,
        )
    ]


def _meet(game: Starcluster) -> None:
    """A war with the race, and peace with Brin, whose fleet is in sight."""
    ada = game.empire("Ada")
    ada.relations = {
        "NPR1": Relation(
            stance="WAR", since=3, talks=True, envoy=2, successes=4, gifts=[(5, 70_000)], asked=6
        ),
        "Brin": Relation(since=1, offers_peace=True, offers_trade=True),
    }
    link = ada.charts.points["1"][0]
    ada.sightings = [
        Sighting(turn=0, system="1", owner="Brin", hulls={"DD": 2, "BS2": 1}, came_by=link),
        Sighting(turn=0, system="1", owner="NPR1", hulls={"DD": 4}, left_by=link),
    ]
    ship(game, "Brin", "1", "Hunters", "DD", "(L)x4 Y (I)x3 Q Q Q")


if __name__ == "__main__":
    sys.stdout.write(golden())
