"""Destinations of bots' scouts: views, and the resulting orders (SC-EXP)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.situations import (
    bot,
    chain,
    colony,
    contact,
    fleet,
    surveyed,
    system,
)
from variants.starcluster.bots import scouting

HOME = surveyed("1", yours=True, owner="Race 1")
WAY = chain("1", "2", "3", "4")
POINTS = [{"name": "5.W1", "leads": "4"}, {"name": "5.W2", "leads": ""},
          {"name": "5.W3", "leads": ""}]  # fmt: skip


def carried(at, *carriers, level=1):
    return {"system": at, "level": level, "carriers": list(carriers)}


@pytest.mark.rule("SC-EXP-003", "SC-EXP-005")
@pytest.mark.parametrize(
    ("place", "aboard", "level", "work"),
    [
        (system("5"), 0, 0, ("SCAN",)),
        (system("5"), 1, 0, ()),  # the ship that brings it home comes back for more
        (system("5"), 1, 1, ("SURVEY",)),
        (system("5", points=POINTS), 1, 1, ("PROBE", "5.W2")),
        (surveyed("5", level=1), 0, 0, ("SURVEY",)),
        (surveyed("5", level=1), 1, 0, ("SURVEY",)),
        (surveyed("5", level=1, habitable=None), 0, 0, ("SURVEY",)),
        (surveyed("5", level=1, habitable=0), 0, 0, ()),
        (surveyed("5", level=1), 2, 0, ()),
        (surveyed("5", level=1), 2, 2, ()),
        (surveyed("5"), 0, 0, ()),
        (surveyed("5", points=POINTS), 0, 0, ("PROBE", "5.W2")),
        (surveyed("5", points=POINTS[:1]), 0, 0, ()),
        # of others' systems, and of one's own, only the points are of interest
        (system("5", owner="Race 2"), 0, 0, ()),
        (system("5", owner="Race 2", points=POINTS), 0, 0, ("PROBE", "5.W2")),
        (surveyed("5", level=1, owner="Race 2"), 0, 0, ()),
        (surveyed("5", level=1, owner="Race 1", yours=True), 0, 0, ()),
        (system("5", owner="Race 1", yours=True, points=POINTS), 0, 0, ("PROBE", "5.W2")),
    ],
)
def test_a_system_is_scanned_then_probed_then_surveyed(place, aboard, level, work):
    scene = bot(systems=[HOME, place], carried=[carried("5", "X", level=aboard)] * bool(aboard))
    assert scouting._scout_work(scene, "5", level) == work


def test_who_carries_a_scan_goes_on_with_the_survey():
    """Others, who do not have it aboard, cannot."""
    row = fleet("Eyes", "2", 2)
    for carriers, orders in ((["Eyes-2"], ["SURVEY Eyes"]), (["Others-1"], [])):
        scene = bot(systems=[HOME, system("2")], carried=[carried("2", *carriers)])
        assert scouting.work_here(scene, row) == bool(orders)
        assert scene.lines == orders


def scouts(*fleets, calm=None, **systems):
    """The orders for fleets where only these systems lack something."""
    places = {name: surveyed(name) for name in ("2", "3", "4")} | {"1": HOME}
    extra = {name: systems.pop(name) for name in ("carried",) if name in systems}
    places |= {name.removeprefix("at_"): row for name, row in systems.items()}
    contacts = [contact("NPR1", stance=calm)] if calm else []
    rows = {"systems": list(places.values()), "fleets": list(fleets), "contacts": contacts}
    return bot(links=WAY, colonies=[colony("1")], **rows, **extra)


NEW = system("3")
VISITED = system("3", visited=True)


@pytest.mark.parametrize(
    ("fleets", "places", "orders"),
    [
        # to the nearest work; two fleets do not go to the same
        ([fleet("A", "1")], {"at_3": NEW}, ["MOVE A 3"]),
        ([fleet("A", "1")], {"at_3": NEW, "at_4": system("4")}, ["MOVE A 3"]),
        ([fleet("A", "1"), fleet("B", "1")], {"at_3": NEW, "at_4": system("4")},
         ["MOVE A 3", "MOVE B 4"]),
        ([fleet("A", "1"), fleet("B", "1")], {"at_3": NEW}, ["MOVE A 3"]),
        ([fleet("A", "3")], {"at_3": NEW}, ["SCAN A"]),
        ([fleet("A", "1")], {}, []),
        # a ship is on the way, or at work there
        ([fleet("A", "1"), fleet("B", "1", path=["2", "3"], goal="3")], {"at_3": NEW}, []),
        ([fleet("A", "1"), fleet("B", "3", scan="SCAN")], {"at_3": NEW}, []),
        ([fleet("A", "1"), fleet("B", "1", goal="3")], {"at_3": NEW}, ["MOVE A 3"]),
        # both instruments are needed, and drives
        ([fleet("A", "1", x_rating=0.0)], {"at_3": NEW}, []),
        ([fleet("A", "1", xp_rating=0.0)], {"at_3": NEW}, []),
        ([fleet("A", "1", speed=0.0)], {"at_3": NEW}, []),
        # a place from which no ship came back
        ([fleet("A", "1")], {"at_3": VISITED}, []),
        ([fleet("A", "1")], {"at_3": VISITED, "calm": "NEUTRAL"}, ["MOVE A 3"]),
        ([fleet("A", "1")], {"at_3": VISITED, "calm": "HOSTILE"}, []),
        ([fleet("A", "1")], {"at_3": VISITED, "calm": "WAR"}, []),
        ([fleet("A", "1"), fleet("W", "3", armed=True, x_rating=0.0)], {"at_3": VISITED},
         ["MOVE A 3"]),
        ([fleet("A", "1")], {"at_3": surveyed("3", level=1)}, ["MOVE A 3"]),
        # two scans are worth the way home; one is, if there is nothing else to do
        ([fleet("A", "3")], {"at_3": NEW, "carried": [carried("3", "A-1", level=2)]}, ["MOVE A 1"]),
        ([fleet("A", "3")], {"at_3": NEW, "at_4": system("4"),
                             "carried": [carried("3", "A-1", level=2)]}, ["MOVE A 4"]),
        ([fleet("A", "3")], {"at_2": system("2"), "at_3": NEW, "at_4": system("4"),
                             "carried": [carried("3", "A-1", level=2),
                                         carried("2", "A-1", level=2)]}, ["MOVE A 1"]),
        # scans without new facts are no news
        ([fleet("A", "3")], {"carried": [carried("3", "A-1", level=2)]}, []),
        ([fleet("A", "3")], {"at_3": NEW, "carried": [carried("3", "B-1", level=2)]}, []),
        # nor are those that others carry home
        ([fleet("A", "3"), fleet("B", "3", path=["1"], goal="1")],
         {"at_3": NEW, "carried": [carried("3", "A-1", "B-1", level=2)]}, []),
        ([fleet("Z", "3"), fleet("B", "3", path=["1"], goal="1")],
         {"at_3": NEW, "carried": [carried("3", "Z-1", "B-1", level=2)]}, []),
        ([fleet("A", "3"), fleet("B", "3", path=["2"], goal="2")],
         {"at_3": NEW, "carried": [carried("3", "A-1", "B-1", level=2)]}, ["MOVE A 1"]),
    ],
)  # fmt: skip
def test_single_scouts_look_for_work_and_bring_news(fleets, places, orders):
    scene = scouts(*fleets, **places)
    scouting.send_scouts(scene)
    assert scene.lines == orders


def test_no_peace_makes_the_core_safe():
    """There not only ships fire (SC-SET-011)."""
    for name, calm in (("4", True), ("C4", False)):
        rows = [HOME, system(name, visited=True)]
        scene = bot(systems=rows, contacts=[contact("NPR1")])
        assert scene.is_calm
        assert scouting._is_deadly(scene, name) != calm


NEWS = {"at_3": surveyed("3", level=0), "carried": [carried("3", *(f"A-{n}" for n in range(1, 6)))]}
DONE = {**NEWS, "carried": [carried("3", *(f"A-{n}" for n in range(1, 6)), level=2)]}


@pytest.mark.parametrize(
    ("fleets", "places", "orders"),
    [
        # a group sends one ship with its news, and waits there for the result
        ([fleet("A", "3", 5)], DONE, ['FLEET "News of A-5" A-5', 'MOVE "News of A-5" 1']),
        ([fleet("A", "3", 4)], DONE, ["MOVE A 1"]),
        ([fleet("A", "3", 4), fleet("B", "2", path=["1"], goal="1", units=["A-5"])], DONE, []),
        ([fleet("A", "3", 5)], NEWS, ["SURVEY A"]),
        # too few stay at home, or go there
        ([fleet("A", "1", 3)], {"at_3": NEW}, []),
        ([fleet("A", "1", 4)], {"at_3": NEW}, ["MOVE A 3"]),
        ([fleet("A", "2", 3)], {"at_2": HOME | {"id": "2"}, "at_3": NEW}, ["MOVE A 3"]),
        # an idle group waits where the only survey is under way
        ([fleet("A", "1", 4), fleet("B", "3", scan="SURVEY")], {}, ["MOVE A 3"]),
        ([fleet("A", "1", 4), fleet("B", "3", scan="SCAN")], {}, []),
        ([fleet("A", "1", 4), fleet("B", "3", scan="SURVEY"), fleet("C", "3", 4)], {}, []),
        ([fleet("A", "1", 4), fleet("B", "3", scan="SURVEY"),
          fleet("C", "2", path=["3"], goal="3")], {}, []),
        ([fleet("A", "1", 4), fleet("B", "3", scan="SURVEY"),
          fleet("C", "3", x_rating=0.0)], {}, ["MOVE A 3"]),
    ],
)  # fmt: skip
def test_groups_of_scouts_send_couriers_and_wait(fleets, places, orders):
    scene = scouts(*fleets, **places)
    scouting.send_scouts(scene, load=1, minimum=4)
    assert scene.lines == orders


def test_too_few_scouts_in_a_colony_gather_at_the_homeworld():
    for home, orders in (("1", ["MOVE A 1"]), ("9", [])):
        scene = bot(
            systems=[HOME, HOME | {"id": "2"}], links=WAY, home=home,
            colonies=[colony("1"), colony("2")], fleets=[fleet("A", "2", 3)],
        )  # fmt: skip
        scouting.send_scouts(scene, load=1, minimum=4)
        assert scene.lines == orders


def test_new_scouts_join_where_they_are_until_a_group_is_whole():
    rows = [fleet("A", "1"), fleet("B", "1"), fleet("C", "2"), fleet("D", "1"), fleet("E", "1", 3),
            fleet("F", "1", x_rating=0.0), fleet("G", "1", path=["2"])]  # fmt: skip
    scene = bot(systems=[HOME], colonies=[colony("1")], fleets=rows)
    scouting.form_groups(scene)
    assert scene.lines == ["JOIN B A", "JOIN D A"]
    assert scene.busy == {"A", "B", "D"}


def test_of_several_scans_of_a_system_the_best_counts():
    scene = bot(carried=[carried("2", "A", level=2), carried("2", "B"), carried("3", "B")])
    assert scene.carried == {"2": 2, "3": 1}
