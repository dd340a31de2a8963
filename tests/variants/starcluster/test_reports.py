"""Reports: the whole view, nothing else, and money that adds up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

from horizons_core.codec import canonical
from tests.page_parts import Parts, rows
from tests.told_views import untold_names, untold_numbers
from tests.variants.starcluster.builders import new_game, run, ship, variant
from tests.variants.starcluster.reported import ORDERS, WARSHIP, golden, report, situation, turn
from variants.starcluster.model import Class, Relation, Starcluster
from variants.starcluster.model.fleets import Doctrine
from variants.starcluster.report import charts, forces

GOLDEN = Path(__file__).parent / "golden" / "report.txt"
HOSTILE = "<img src=x onerror=alert(1)>"


@cache
def gamemasters() -> Any:
    """The gamemaster's of the same."""
    view = variant().view(situation(), None)
    report = turn().report("Ada")
    data = {
        **report.data,
        "view": dict(view.data),
        "map": variant().map(view),
        "empire": "",
        "role": "gamemaster",
    }
    return type(report)(data, report.form.of_everything)


@pytest.mark.rule("SC-VIS-001")
def test_every_figure_of_the_view_stands_in_the_text() -> None:
    # of fleets without weapons, of detailed surveys, and the sum of hulls
    otherwise = {"level", "break_off", "wave", "habitable", "sightings"}
    looked_for, missing = untold_numbers(report(), otherwise)
    assert looked_for > 250
    assert not missing


@pytest.mark.rule("SC-VIS-001")
def test_every_name_of_the_view_stands_in_the_text() -> None:
    view = dict(report().data["view"])
    for part in ("classes", "units"):
        view[part] = [{**row, "design": ""} for row in view[part]]
    shown_report = type(report())({**report().data, "view": view}, report().form)
    looked_for, missing = untold_names(shown_report, OTHERWISE)
    assert looked_for > 150
    points = {point["name"] for row in view["systems"] for point in row["points"]}
    assert not set(missing) - points  # they stand as W1 in the row of their system


#: Words that appear in others, or hold several.
OTHERWISE = {"kind", "hull_name", "working"}


def test_the_gamemaster_is_told_everything() -> None:
    looked_for, missing = untold_numbers(gamemasters(), SHORTER)
    assert looked_for > 1000
    assert not missing


#: The gamemaster's data of fleets is shorter.
SHORTER = {
    "break_off", "wave", "scan_done", "scan_turns", "surveys", "x_rating", "xp_rating", "train",
    "needs",
}  # fmt: skip


def hidden_otherwise() -> Starcluster:
    """The same situation with different possessions of others."""
    game = situation()
    brin = game.empire("Brin")
    brin.stock["MC"], brin.el, brin.developed = 7_700_000, 4, ["S9"]
    game.units = [unit for unit in game.units if unit.owner != "NPR2"]
    for fleet in game.fleets_of("NPR1"):
        fleet.name = "Wrath"
    for system in game.systems:
        if system.owner != "Ada":
            system.wealth, system.anomaly = 9, "pulsar"
    known = {n for numbers in game.empire("Ada").charts.points.values() for n in numbers}
    for number, link in enumerate(game.links):
        if number not in known:
            game.links[number] = evolve(link, a="C001", b="C002")
    return game


@pytest.mark.rule("SC-VIS-001")
def test_what_is_hidden_changes_no_byte_of_a_report() -> None:
    other = run(hidden_otherwise(), Ada=ORDERS)
    first, second = (each.report("Ada") for each in (turn(), other))
    assert turn().digest != other.digest
    assert canonical(first.data) == canonical(second.data)
    assert first.text == second.text
    assert first.html == second.html


def test_reports_keep_to_their_schema_and_fit_a_letter() -> None:
    for name in ("Ada", "Brin"):
        page = turn().report(name)
        Draft202012Validator(page.form.schema()).validate(page.data)
    assert max(map(len, report().text.splitlines())) <= 80


@pytest.mark.rule("SC-VIS-001")
def test_units_as_their_classes_are_counted_in_a_letter_and_listed_on_the_page() -> None:
    game = new_game("Ada")
    ships = [ship(game, "Ada", "1", f"Home{n}", "FGf", WARSHIP, "Lance") for n in range(4)]
    game.empire("Ada").classes["Lance"] = Class(name="Lance", design=ships[0].design)
    ships[1].lost = [5.0] + [0.0] * (len(ships[1].design.systems) - 1)
    ships[2].shuttles = 3
    report = run(game).report("Ada")
    units = report.text[
        report.text.index("Your units\n---") : report.text.index("Your classes\n---")
    ]
    assert "unchanged: 2 Lance (324.10 MC paid)." in units
    assert [n for n in range(1, 5) if f"Lance-{n}" in units] == [2, 3]
    assert {f"Lance-{n}" for n in range(1, 5)} < {row["Unit"] for row in rows(report.html, "units")}


@pytest.mark.rule("SC-VIS-001")
def test_a_letter_tells_of_every_system_once() -> None:
    view = variant().view(situation(), "Ada").data
    of_page, of_text = charts.systems(view).tables, charts.systems_in_short(view).tables
    assert len(of_text) == len(of_page) + 1
    of_systems = [row for table in of_text[:-1] for row in table.rows]
    assert sorted(row[0] for row in of_systems) == sorted(row[0] for row in of_page[0].rows)


@pytest.mark.rule("SC-CBT-012")
def test_the_doctrine_that_is_told_of_no_fleet_is_that_of_new_fleets() -> None:
    usual = Doctrine()
    words = f"{usual.stance} {usual.band} BREAK {usual.break_off} {usual.target}"
    assert words == forces.USUAL_DOCTRINE
    assert "ENGAGE" not in "; ".join(forces.fleet_facts(report().data["view"]["fleets"][1]))


@pytest.mark.rule("SC-ECO-001")
def test_the_account_leads_from_the_treasury_before_to_that_after() -> None:
    before = situation().empire("Ada").stock["MC"] / 100
    after = turn().game.empire("Ada").stock["MC"] / 100
    table = rows(turn().report("Ada").html, "treasury")
    sums = {row["Account"]: amount(row["MC"]) for row in table if "Account" in row}
    lines = [amount(row["MC"]) for row in table if "What for" in row]
    assert (sums.pop("Treasury before"), sums.pop("Treasury after")) == (before, after)
    assert sum(lines) == pytest.approx(after - before)
    assert sum(sums.values()) == pytest.approx(after - before)
    assert "Other" not in sums


def amount(words: str) -> float:
    return float(words.replace(",", ""))


def test_the_page_has_a_place_for_every_link_and_a_curve_for_each_colony() -> None:
    page = report().html
    parts = Parts(page)
    assert {link.removeprefix("#") for link in parts.links if link.startswith("#")} <= {*parts.ids}
    assert page.count('class="curve"') == 2
    assert "data-sortable" in page


def test_what_players_name_is_escaped() -> None:
    game = situation()
    game.empire("Brin").called = HOSTILE
    game.fleets_of("Ada")[0].name = HOSTILE
    page = run(game, Ada=ORDERS).report("Ada").html
    assert HOSTILE not in page
    assert "&lt;img" in page


def test_the_turn_in_short_tells_mistakes_and_what_was_achieved() -> None:
    text = turn().report("Ada").text
    short = text[text.index("in short") : text.index("Remarks on your orders")]
    assert "1 mistake in your orders" in short


@pytest.mark.rule("SC-VIS-001", "SC-CBT-009")
def test_battles_are_told_strike_by_strike_and_others_only_as_they_were_seen() -> None:
    game = new_game("Ada", "Brin")
    for player, other in (("Ada", "Brin"), ("Brin", "Ada")):
        game.empire(player).relations[other] = Relation(stance="WAR", since=1)
        for number in range(2):
            ship(game, player, "2", f"{player}{number}", "FGf", WARSHIP, f"Lance{player}")
    report = run(game).report("Ada")
    start = report.text.index("Battle at 2: ")
    battle = report.text[start : report.text.index("Treasury\n---")]
    assert "LanceAda-1" in battle
    assert "LanceBrin" not in report.text
    assert "FGf 1 of Brin" in battle
    assert " 1. " in battle
    assert "points lost" in battle
    assert 'id="battles"' in report.html
    assert "LanceBrin" not in report.html


def test_the_report_is_as_it_always_was() -> None:
    assert golden().splitlines() == GOLDEN.read_text("utf-8").splitlines()


@pytest.mark.rule("SC-SCI-001", "SC-RDC-001", "SC-RDC-002")
@pytest.mark.parametrize("center", ["science", "generic", "dedicated"])
def test_a_colony_with_any_center_stands_in_the_table_of_centers(center):
    game = new_game()
    place = game.place("2")
    place.owner, place.pu = "Ada", 50
    titles = []
    for level in (0, 4):
        setattr(place, center, level)
        titles.append(run(game).report("Ada").text.partition("\nCenters:\n")[2].splitlines()[1:3])
    assert titles[0][1] == ""
    assert titles[1][1].split()[:1] == ["2"]
    assert "4" in titles[1][1]
