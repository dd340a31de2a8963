"""The plain text of a report: its sections, their order and their columns (GG-RPT)."""

from __future__ import annotations

import copy

import pytest
from jsonschema import Draft202012Validator

from horizons_core import opening
from tests.variants.galaxy_g.documents import document, event, full_view, group, large_view, view
from tests.variants.galaxy_g.reading import rows, sections, text_sections
from tests.variants.galaxy_g.war import VARIANT, play, table
from tests.variants.galaxy_g.war import group as ships
from variants.galaxy_g.report import FORM
from variants.galaxy_g.report.sections import SECTIONS
from variants.galaxy_g.report.text import WIDTH

MISTAKE = {
    "severity": "error", "code": "unknown-group", "message": "you have no group 99",
    "line": 3, "column": 3, "words": "99", "hint": "your groups are 1 to 3",
}  # fmt: skip
BATTLE = {
    "title": "Battle at Zzyax Prime",
    "sides": ["Zzyaxians", "Drakh"],
    "units": [
        {
            "name": name, "side": side, "mark": "", "before": {"ships": before},
            "after": {"ships": after}, "destroyed": not after,
        }
        for side, name, before, after in ((0, "Cruiser", 10, 4), (1, "Drone", 3, 0))
    ],
    "shots": [
        {
            "shooter": 0, "target": 1, "absorbed": 0, "damage": 0, "lost": [],
            "destroyed": hit, "round": 1,
        }
        for hit in (False, True, True, True)
    ],
    "rounds": 1,
    "winner": 0,
}  # fmt: skip


def full_document(**more):
    """A document with no empty section."""
    data = full_view(**more)
    data["options"] |= {"PRODTABLE": True}
    return document(
        data,
        orders=[
            {"line": 2, "text": "S 1 60", "done": True},
            {"line": 3, "text": "S 99 60", "done": False},
        ],
        diagnostics=[MISTAKE],
        events=[
            event("orders", "message", "Message: hi", data={"text": "Your ships;\nour planet?"}),
            event("battles", "battle.fought", "Battle at Zzyax Prime.", data=BATTLE),
            event("bombing", "planet.bombed", "Drakh bombed 13 of Zzyaxians."),
            event("production", "race.researched", "Drive rose from 1.40 to 1.50."),
        ],
        ledger=[
            {
                "phase": "production", "account": "points", "amount": amount, "reason": reason,
                "rules": [], "place": "12",
            }
            for amount, reason in ((325.0, "Production"), (-325.0, "Research of drive"))
        ],
    )  # fmt: skip


@pytest.mark.rule("GG-RPT-001")
def test_the_sections_are_those_of_the_rules_in_their_order():
    expected = [row["section"] for row in VARIANT.rules["GG-RPT-001"].rows]
    titles = [title for title, _ in SECTIONS.values()]

    assert list(SECTIONS) == expected
    assert list(text_sections(full_document()))[: len(titles) + 1] == [
        "This turn in short",
        *titles,
    ]


@pytest.mark.rule("GG-RPT-001")
def test_empty_sections_are_left_out():
    bare = document(view(types=[], groups=[], planets=[]))

    assert list(text_sections(bare)) == ["Options", "Status of races", "Map", "Dice"]


@pytest.mark.rule("GG-RPT-001")
def test_each_section_that_has_something_to_tell_is_there_without_the_others():
    data = full_document()
    all_titles = list(text_sections(data))
    for part, title in {
        "alien_types": "Alien ship types",
        "incoming": "Incoming groups",
        "routes": "Your routes",
        "alien_planets": "Alien planets",
        "uninhabited": "Uninhabited planets",
        "located": "Other planets in view",
        "alien_groups": "Alien groups",
    }.items():
        less = copy.deepcopy(data)
        less["view"][part] = []
        assert list(text_sections(less)) == [other for other in all_titles if other != title]


@pytest.mark.rule("GG-RPT-001")
def test_a_report_of_turn_0_comes_before_the_first_orders():
    report = opening(VARIANT.new_game(["Ada", "Brin"], seed=1)).report("Ada")

    assert "turn 0" in report.text
    assert "Your planets" in sections(report.text)


@pytest.mark.rule("GG-RPT-001")
def test_every_race_of_the_game_gets_a_report_after_a_turn():
    turn = play(table(players=("Ada", "Brin", "Cato")))

    for name in ("Ada", "Brin", "Cato"):
        assert f"{name} Home" in turn.report(name).text
        assert f"{name} Home" in turn.report(name).html


@pytest.mark.rule("GG-RPT-002")
@pytest.mark.parametrize("example", VARIANT.rules.examples("GG-RPT-002"), ids=str)
def test_numbers_have_two_decimals_and_stay_exact(example):
    value, printed = example.given["value"], example.expect["printed"]
    game = table(ships("Ada", "Drone", "Ada Home", number=1, techs={"drive": value}))
    report = VARIANT.view(game, "Ada")
    text = text_sections(document(view(groups=report["groups"])))

    assert report["groups"][0]["drive"] == value
    assert rows(text["Your groups"])[1][3] == printed


@pytest.mark.rule("GG-RPT-003")
def test_an_own_planet_is_told_with_all_its_figures():
    prime = view()["planets"][0] | {
        "x": 10.004, "y": 20.5, "size": 500.0, "population": 400.125, "industry": 300.0,
        "resources": 1.256, "product": "Drone", "capital": 1.0, "materials": 2.0,
        "colonists": 3.0, "production": 325.03,
    }  # fmt: skip
    lines = rows(text_sections(document(view(planets=[prime])))["Your planets"])

    assert " ".join(lines[0]) == "Name X Y Size Pop Ind Res Product CAP MAT COL Points"
    assert lines[1] == (
        [
            "Zzyax",
            "Prime",
            "10.00",
            "20.50",
            "500.00",
            "400.12",
            "300.00",
            "1.26",
            "Drone",
            "1.00",
            "2.00",
            "3.00",
            "325.03",
        ]
    )


@pytest.mark.rule("GG-RPT-003")
def test_an_own_group_is_told_with_all_its_figures():
    flying = group(
        7, ships=3, type="Freighter", drive=1.5, weapons=0.0, shields=1.25, cargo=1.1,
        cargo_kind="COL", load=2.5, under_way=True, planet="60", origin="13", left=7.254,
        speed=4.0,
    )  # fmt: skip
    lines = rows(text_sections(document(view(groups=[flying])))["Your groups"])

    assert " ".join(lines[0]) == (
        "No. Ships Type Drive Weapons Shields Cargo Load Amount Planet From Left Speed"
    )
    assert lines[1] == [
        "7",
        "3",
        "Freighter",
        "1.50",
        "0.00",
        "1.25",
        "1.10",
        "COL",
        "2.50",
        "60",
        "13",
        "7.25",
        "4.00",
    ]


@pytest.mark.rule("GG-RPT-003")
def test_a_group_at_rest_has_no_origin():
    lines = rows(text_sections(document(view(groups=[group(1)])))["Your groups"])

    assert lines[1][-5:] == ["Zzyax", "Prime", "-", "-", "20.00"]


@pytest.mark.rule("GG-RPT-004", "GG-ORDM-001", "GG-GAL-003")
def test_the_map_stands_in_its_frame_with_its_corners_and_size():
    lines = text_sections(document(view(area={"x": 10.0, "y": 20.0, "size": 50.0})))["Map"]
    frame = [line for line in lines if line[0] in "+|"]

    assert "(10.00, 20.00)" in lines[0]
    assert "(60.00, 70.00)" in lines[0]
    assert "size 50.00" in lines[0]
    assert {len(line) for line in frame} == {82}
    assert len(frame) == 42
    assert frame[1][1] == "*"  # the home at (10, 20.5)


@pytest.mark.rule("GG-VIS-010")
def test_war_and_coalition_are_told_of_races_in_view_alone():
    planets = {"Near": {"at": [1001, 1000], "size": 100}}
    game = table(
        ships("Ada", "Drone", "Near"),
        ships("Brin", "Drone", "Near"),
        planets=planets,
        players=("Ada", "Brin", "Cato"),
        Ada={"war": ["Brin", "Cato"], "allies": ["Brin", "Cato"]},
    )
    report = play(game).report("Ada")
    status = sections(report.text)["Status of races"]

    assert rows(status)[-1] == ["Brin", "WAR", "COALITION"]
    assert "Cato" not in report.text + report.html


@pytest.mark.rule("GG-IDL-001")
def test_who_gave_no_orders_for_three_turns_is_asked_for_them():
    page = document(view(orders_wanted=True))

    assert "Please send orders" in FORM.text(page)
    assert "Please send orders" in FORM.html(page)
    assert "Please send orders" not in FORM.text(document(view()))


def test_the_turn_in_short_tells_losses_first_and_adds_up_what_was_built():
    happened = [
        event("production", "planet.built_ships", "12 built 2 Probe: group 9.",
              data={"planet": "12", "ships": 2, "type": "Probe", "group": 9}),
        event("production", "planet.built_ships", "13 built 1 Probe: group 10.",
              data={"planet": "13", "ships": 1, "type": "Probe", "group": 10}),
        event("production", "planet.wasted_points", "14 could not use 3.00 points."),
        event("battles", "battle.fought", "A battle.", data=BATTLE),
    ]  # fmt: skip
    refused = {"severity": "error", "code": "x", "message": "no", "line": 1, "column": 1,
               "words": "S 1", "hint": ""}  # fmt: skip
    text = text_sections(document(view(), events=happened, diagnostics=[refused]))

    assert text["This turn in short"] == [
        "* 1 mistake in your orders: see Mistakes.",
        "* Battle at Zzyax Prime: Zzyaxians won; Zzyaxians lost 6 of 10, Drakh lost 3",
        "  of 3.",
        "* 14 could not use 3.00 points.",
        "* Built: 3 Probe.",
    ]
    assert text["What else happened"][0] == "* 14 could not use 3.00 points."


@pytest.mark.rule("GG-RPT-003")
def test_groups_that_differ_in_number_and_place_alone_are_told_together():
    few = [group(number, planet=f"P{number}") for number in (1, 2, 3)]
    moving = group(5, planet="P5", under_way=True, origin="P1", left=3.0)
    assert len(text_sections(document(view(groups=few)))["Your groups"]) == 4

    text = text_sections(document(view(groups=[*few, moving, group(4, planet="P4")])))[
        "Your groups"
    ]
    assert [line.split()[0] for line in text[:2]] == ["No.", "5"]
    assert text[2:] == [
        "* 10 Drone each (drive 1.00, weapons 0.00, shields 0.00, cargo 0.00, load -",
        "  0.00, speed 20.00): No. 1 at P1, 2 at P2, 3 at P3, 4 at P4",
    ]


def test_groups_of_others_that_differ_in_place_alone_are_told_together():
    fields = {"race": "Drakh", "ships": 1, "type": "Probe", "cargo_tech": 1.0, "cargo_kind": "",
            "load": 0.0}  # fmt: skip
    groups = [fields | {"planet": f"P{number}"} for number in range(4)]
    assert text_sections(document(view(alien_groups=groups)))["Alien groups"] == [
        "* Drakh: 1 Probe each (cargo 1.00, load - 0.00) at P0, P1, P2, P3"
    ]


@pytest.mark.rule("GG-MSG-001")
def test_messages_stand_below_the_summary_as_they_were_written():
    text = text_sections(full_document())

    assert list(text)[:2] == ["This turn in short", "Messages"]
    assert text["Messages"] == ["> Your ships;", "> our planet?"]


def test_orders_are_repeated_and_those_refused_are_marked():
    assert text_sections(full_document())["Orders received"] == ["    2  S 1 60", "    3! S 99 60"]


def test_a_mistake_quotes_its_order_and_says_what_to_do():
    assert text_sections(full_document())["Mistakes"] == [
        "ERROR   line 3: S 99 60",
        "        you have no group 99 (your groups are 1 to 3)",
    ]


def test_a_line_that_was_no_order_is_quoted_from_the_remark():
    data = full_document()
    data["diagnostics"] = [MISTAKE | {"line": 9, "words": "frobnicate"}]

    assert text_sections(data)["Mistakes"][0] == "ERROR   line 9: frobnicate"


def test_bombs_stand_apart_from_what_else_happened():
    text = text_sections(full_document())

    assert text["Bombings and landings"] == ["* Drakh bombed 13 of Zzyaxians."]
    assert text["What else happened"] == ["* Drive rose from 1.40 to 1.50."]


def test_every_production_point_is_accounted_for_by_planet():
    assert text_sections(full_document())["Production points"] == [
        "Zzyax Prime: +325.00 Production; -325.00 Research of drive"
    ]


def test_a_forecast_tells_what_the_orders_would_do():
    game = table(ships("Ada", "Drone", "Near", number=1), planets={"Near": {"at": [1001, 1000]}})
    report = VARIANT.foresee(game, "Ada", "S 1 Ada_Home").report

    for telling in (report.text, report.html):
        assert "the turn with your orders" in telling
        assert "1 Drone arrived at Ada Home." in telling
        assert "the turn with your orders" not in play(game).report("Ada").text


def test_real_reports_keep_to_the_schema():
    schema = FORM.schema()
    Draft202012Validator.check_schema(schema)
    planets = {"Near": {"at": [1001, 1000], "owner": "Brin", "size": 100, "population": 50}}
    game = table(
        ships("Ada", "Fighter", "Near"),
        ships("Brin", "Freighter", "Near", cargo="CAP", load=1),
        ships("Brin", "Drone", "Brin Home", to="Ada Home", left=30),
        planets=planets,
        Ada={"war": ["Brin"], "attack": ["Near"], "fleets": ["Home"]},
    )
    turn = play(game, {"Ada": "P Ada_Home Drone\nR Ada_Home COL Near\nS 99 Near"})

    for name in ("Ada", "Brin"):
        data = turn.report(name).data
        assert [e.message for e in Draft202012Validator(schema).iter_errors(data)] == []


@pytest.mark.parametrize("secret", ["drive", "owner_techs"])
def test_the_schema_refuses_more_of_alien_ships_than_the_rules_show(secret):
    page = document(full_view())
    schema = Draft202012Validator(FORM.schema()["properties"]["view"])
    assert list(schema.iter_errors(page["view"])) == []

    page["view"]["alien_groups"][0][secret] = 2.0
    assert list(schema.iter_errors(page["view"]))


def test_rendering_leaves_the_document_as_it_was():
    data = full_document()
    before = copy.deepcopy(data)
    assert FORM.text(data)
    assert FORM.html(data)
    assert data == before


def test_no_line_is_wider_than_the_page():
    page = document(large_view())
    longest = "N" * 20
    for part in ("groups", "planets", "alien_groups", "alien_types", "alien_planets"):
        for value in page["view"][part]:
            value.update({key: longest for key in ("name", "type", "planet") if key in value})
    page["view"]["groups"][0].update(origin=longest, fleet=longest, under_way=True)

    assert max(map(len, FORM.text(page).splitlines())) <= WIDTH
