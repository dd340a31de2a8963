"""Parts of reports: summary, figures, works, long battles, and the contents of the map."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.orders import Language
from horizons_core.report.battles import MAX_STEPS
from tests.page_parts import rows
from tests.variants.campaign2e.builders import campaign, fleet, run, ship, variant
from tests.variants.campaign2e.reported import BATTLE, situation, waiting, week
from variants.campaign2e.model import ShipJob, ShipTask, place_of
from variants.campaign2e.model.places import distance
from variants.campaign2e.report import CampaignReport
from variants.campaign2e.report.sections import ShipBattle

LANGUAGE: Language = variant().language


def event(code: str, text: str, place: str = "9,5", **data: Any) -> dict[str, Any]:
    return {
        "phase": "contact", "code": code, "text": text, "place": place, "data": data,
        "rules": [], "dice": [],
    }  # fmt: skip


def telling(*events: dict[str, Any], **more: Any) -> CampaignReport:
    """The report of the situation with these events and remarks."""
    data = hz.opening(situation(), variant()).report("Ada").data
    return CampaignReport({**data, "events": list(events), **more}, LANGUAGE)


def figures(report: Any) -> dict[str, tuple[str, str]]:
    """The figures at the top of a page, by their labels: number and remark."""
    html = re.search(r'<dl class="figures">.*?</dl>', report.html, re.DOTALL)
    assert html is not None
    matches = re.findall(r"<dt>(.*?)</dt><dd>(.*?)(?:<small>(.*?)</small>)?</dd>", html[0])
    return {label: (number, remark) for label, number, remark in matches}


def on_map(game: Any, reader: str) -> dict[str, dict[str, Any]]:
    """The places of a reader's map by their hexes."""
    chart = variant().map(variant().view(game, reader))
    return {place["id"]: place for place in chart["places"]}


def test_accounts_are_told_as_soon_as_there_is_something_to_account_for() -> None:
    before = variant().new_game(["Ada", "Brin"], seed=1, options={"setup": "orders"})
    assert "Treasury before" not in hz.opening(before, variant()).report("Ada").text
    assert "Treasury before" in hz.opening(situation(), variant()).report("Ada").text
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    assert "Treasury before" in run(game).report("Ada").text


def test_the_week_in_short_begins_with_mistakes_and_ends_with_the_standing() -> None:
    summary = telling(
        event("standing.told", "You stand at 5."),
        event("group.moved", "g1 jumps."),
        event("battle.fought", "A battle."),
        diagnostics=[{"severity": "error"}, {"severity": "warning"}],
    ).summary
    assert summary == ["1 mistake in your orders: see the remarks.", "A battle.", "You stand at 5."]


def test_what_happened_at_own_worlds_stands_first_and_long_lists_are_cut() -> None:
    events = [event("world.interdicted", f"{n} is interdicted.") for n in range(5)]
    events.append(event("world.interdicted", "Haven is interdicted.", "7,5"))
    assert telling(*events).summary == [
        "Haven is interdicted.",
        *(f"{n} is interdicted." for n in range(3)),
        "... and 2 more like these.",
    ]


def test_a_list_that_just_fits_is_not_cut() -> None:
    events = [event("world.interdicted", f"{n} is interdicted.") for n in range(4)]
    assert telling(*events).summary == [f"{n} is interdicted." for n in range(4)]


def test_the_page_shows_by_colour_what_came_and_what_went() -> None:
    html = week().report("Ada").html
    assert '<span class="credit">+25.00</span>' in html
    assert '<span class="debit">-3.50</span>' in html


def test_supply_is_listed_of_ships_for_which_anything_is_due() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "g1", CH=2, FORT=1)
    ship(game, "Rampart-1").bound = True
    ship(game, "Argent-2").captured = True
    ship(game, "Argent-2").weaponry_due = 231
    table = rows(hz.opening(game, variant()).report("Ada").html, "ships")
    assert [row["Ship"] for row in table if "Due: fuel" in row] == ["Argent-1", "Argent-2"]


def test_groups_without_endurance_are_named() -> None:
    game = situation()
    ship(game, "Argent-1").endurance = 0
    ship(game, "Rampart-1").endurance = 0
    text = hz.opening(game, variant()).report("Ada").text
    assert "* No endurance left: g1.\n" in text


def test_a_week_that_waits_says_so() -> None:
    costs = hz.opening(waiting(), variant()).report("Ada").text
    assert "* Week 4 is waiting for the umpire to enter the result of a battle." in costs


def test_the_figures_of_a_player() -> None:
    assert figures(week().report("Ada")) == {
        "Week": ("5", ""),
        "Treasury": ("636.51", "credits"),
        "Income": ("47.00", "last week; all ships cost 27.62"),
        "Worlds": ("4", "1 of them trade"),
        "Ships": ("6", "2 task groups, 1,774 points"),
        "Counters of others": ("3", "on the map"),
    }


def test_the_figures_of_everything() -> None:
    result = figures(hz.opening(waiting(), variant()).report("Uma"))
    assert result["Players"] == ("3", "in the campaign")
    assert result["Worlds"] == ("7", "6 of them have owners")
    assert result["Ships"] == ("11", "5 task groups")
    assert result["Waiting"] == ("1", "battles for their results")


@pytest.mark.rule("C2E-11.4-02", "C2E-11.4-03")
def test_repairs_are_told_with_the_weeks_that_are_left() -> None:
    game = situation()
    hurt = ship(game, "Argent-2")
    task = ShipTask(what="FTL", price=1000, major=True)
    begun = ShipJob(ship=hurt.id, tasks=[task], weeks=1, paid=True)
    game.empire("Ada").jobs += [begun, ShipJob(ship=hurt.id, tasks=[task], rebuilds=True)]
    table = rows(hz.opening(game, variant()).report("Ada").html, "works")
    assert [(row["Work"], row["Weeks"], row["State"]) for row in table if "Work" in row] == [
        ("HULL 5", "1", "not paid yet, double speed"),
        ("FTL", "1", "begun"),
        ("FTL", "2", "not paid yet, the capture becomes yours"),
    ]


def test_worlds_say_what_is_not_as_usual() -> None:
    game = situation()
    haven = game.world("7,5")
    haven.abstract, haven.defences, haven.helper = 1, 350, "8,5"
    text = " ".join(hz.opening(game, variant()).report("Ada").text.split())
    assert (
        "7,5 Haven: attacks on it are abstract; 350 points of abstract defences are left; "
        "8,5 helps to rebuild it." in text
    )


@pytest.mark.rule("C2E-3.8-03")
def test_leased_ships_cost_their_fee_and_nothing_by_heading() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "g1", AX=1)
    ship(game, "Packhorse-1").leased = True
    vessel = variant().view(game, "Ada")["ships"][0]
    assert (vessel["upkeep"], sum(vessel["headings"].values())) == (4 * 1.99, 0)
    text = run(game).report("Ada").text
    assert "7.96 for leases" in " ".join(text.split())


def test_a_long_battle_is_cut_and_says_so() -> None:
    record = copy.deepcopy(BATTLE)
    record["notes"] = [{"at": 0, "round": 1, "text": f"Note {n}."} for n in range(MAX_STEPS + 4)]
    steps = ShipBattle(record, 0).steps
    assert len(steps) == MAX_STEPS + 1
    assert steps[-1] == "... and 5 steps more: see the data of this report."


@pytest.mark.rule("C2E-1.1-01", "C2E-1.1-02")
def test_the_map_ends_in_a_ring_of_hexes_that_nobody_has_explored() -> None:
    places = on_map(situation(), "Ada")
    known = {name for name, place in places.items() if place["state"] != "unknown"}
    beyond = places.keys() - known
    assert "14,14" in known
    assert {"0,0", "15,14"} <= beyond
    for name in beyond:
        assert min(distance(place_of(name), place_of(other)) for other in known) == 1


@pytest.mark.rule("C2E-15.3-02")
def test_a_world_beyond_the_edge_is_a_question_mark_until_it_is_visited() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (14, 7): {"points": 9, "called": "Far"}})
    game.empire("Ada").explored = ["14,7"]
    unvisited = on_map(game, "Ada")["14,7"]
    assert (unvisited["label"], unvisited["lines"]) == ("Far", ["?", "14,7"])
    assert "not visited yet" in unvisited["title"]
    game.empire("Ada").surveyed = ["14,7"]
    visited = on_map(game, "Ada")["14,7"]
    assert visited["lines"] == ["9", "14,7"]
    assert visited["level"] > unvisited["level"]


def test_the_map_shows_own_groups_and_dummies_and_counters_of_others() -> None:
    places = on_map(situation(), "Ada")
    marks = {
        (name, mark["kind"], mark["owner"], mark["count"])
        for name, place in places.items()
        for mark in place["marks"]
    }
    assert {("7,5", "own", "Ada", 3), ("7,4", "own", "Ada", 1)} < marks
    assert {("9,5", "enemy", "Brin", 1), ("9,4", "enemy", "Brin", 1)} < marks
    assert {("3,3", "interdicted", "Brin", 1), ("12,9", "home", "Cyra", 1)} < marks


def test_the_umpires_map_shows_groups_and_no_counters() -> None:
    places = on_map(situation(), "Uma")
    kinds = {mark["kind"] for place in places.values() for mark in place["marks"]}
    assert kinds == {"home", "own", "interdicted"}
    assert [mark["count"] for mark in places["9,5"]["marks"] if mark["kind"] == "own"] == [4]
