"""Effects of a race's options on its report (GG-ORDO, GG-FLO-010)."""

from __future__ import annotations

import pytest

from horizons_core.report import Column
from tests.variants.galaxy_g.documents import document, event, full_view, view
from tests.variants.galaxy_g.reading import rows, sections, text_sections
from tests.variants.galaxy_g.war import VARIANT, play, table
from tests.variants.galaxy_g.war import group as ships
from variants.galaxy_g.constants import OPTIONS
from variants.galaxy_g.report import FORM
from variants.galaxy_g.report.text import table as text_table

WORDS = (Column("A"), Column("B"), Column("C"))
WORD_AND_FIGURE = (Column("A"), Column("B", numbers=True))


def with_options(data, **options):
    """A document of this view with options switched."""
    data["options"] = OPTIONS | options
    return document(data)


@pytest.mark.rule("GG-ORDO-002", "GG-ORDO-003")
def test_the_report_says_how_every_option_stands():
    words = " ".join(text_sections(with_options(view(), PRODTABLE=True))["Options"]).split(", ")

    assert words == [
        "GALAXYTV", "NO UNDERSCORES", "NO TWOCOL", "NAMECASE", "NO AUTOUNLOAD", "NO SORTGROUPS",
        "PRODTABLE", "FLEETTABLES",
    ]  # fmt: skip


@pytest.mark.rule("GG-ORDO-003")
def test_galaxytv_is_stored_and_shown_and_changes_nothing_else():
    turn = play(table(), {"Ada": "O NO GALAXYTV"})
    on, off = (
        text_sections(with_options(full_view())),
        text_sections(with_options(full_view(), GALAXYTV=False)),
    )

    assert "NO GALAXYTV" in sections(turn.report("Ada").text)["Options"][0]
    assert on.pop("Options") != off.pop("Options")
    assert on == off


@pytest.mark.rule("GG-ORDO-004", "GG-NAM-002")
@pytest.mark.parametrize("example", VARIANT.rules.examples("GG-ORDO-004"), ids=str)
def test_names_are_printed_with_underscores_or_spaces(example):
    name, printed = example.given["name"], example.expect["printed"]
    data = view()
    data["planets"][0]["name"] = name
    text = text_sections(with_options(data, UNDERSCORES=example.given["on"]))

    assert text["Your planets"][1].startswith(f"{printed} ")


@pytest.mark.rule("GG-ORDO-004")
def test_underscores_are_printed_in_every_table_and_sentence():
    told_of = event(
        "bombing", "planet.bombed", "Blue Men bombed Zzyax Prime of Dead Race.",
        data={"bombers": "Blue Men", "planet": "Zzyax Prime", "owner": "Dead Race"},
    )  # fmt: skip
    data = with_options(full_view(), UNDERSCORES=True)
    data["events"] = [told_of]
    text = FORM.text(data)

    assert "Blue_Men bombed Zzyax_Prime of Dead_Race." in text
    for name in ("Zzyax Prime", "Blue Men", "Far Drakh", "Space Gun", "Home Fleet"):
        assert name not in text
        assert name.replace(" ", "_") in text


@pytest.mark.rule("GG-ORDO-004")
def test_underscores_do_not_change_what_players_wrote():
    data = with_options(full_view(), UNDERSCORES=True)
    data["orders"] = [{"line": 1, "text": 'S 1 "Zzyax Prime"', "done": True}]
    data["events"] = [
        event("orders", "message", "Message: ...", data={"text": "Zzyax Prime is ours"})
    ]
    text = FORM.text(data)

    assert 'S 1 "Zzyax Prime"' in text
    assert "> Zzyax Prime is ours" in text


@pytest.mark.rule("GG-ORDO-005")
@pytest.mark.parametrize("example", VARIANT.rules.examples("GG-ORDO-005"), ids=str)
def test_tables_stand_in_two_columns(example):
    count = example.given["rows"]
    places = [{"id": str(n), "name": str(n), "x": 1.0, "y": 2.0} for n in range(count)]
    on = text_sections(with_options(view(located=places), TWOCOL=example.given["on"]))
    off = text_sections(with_options(view(located=places), TWOCOL=False))
    lines = rows(on["Other planets in view"])

    assert len(lines) - 1 == example.expect["printed_lines"]
    assert len(off["Other planets in view"]) - 1 == count
    assert lines[0] == ["Name", "X", "Y"] * 2
    assert [line[0] for line in lines[1:]] + [line[3] for line in lines[1:]] == [
        place["name"] for place in places
    ]


@pytest.mark.rule("GG-ORDO-005")
def test_a_table_too_wide_for_two_columns_stands_in_one():
    wide = [("n" * 20, "m" * 20, "o" * 20) for _ in range(10)]

    assert len(text_table(WORDS, wide, two_columns=True)) == 1 + 10


@pytest.mark.rule("GG-ORDO-005")
@pytest.mark.parametrize(("width", "lines"), [(46, 1 + 2), (47, 1 + 4)])
def test_two_columns_take_up_to_48_characters_each(width, lines):
    """Of 100 in a line, with three between them; a blank and a figure of one come beside these."""
    thin = [("n" * width, "1")] * 4

    assert len(text_table(WORD_AND_FIGURE, thin, two_columns=True)) == lines
    assert len(text_table(WORD_AND_FIGURE, thin)) == 1 + 4
    assert text_table(WORD_AND_FIGURE, [], two_columns=True) == []


@pytest.mark.rule("GG-ORDO-005")
def test_columns_of_figures_stand_to_the_right():
    lines = text_table(
        (Column("Name"), Column("Figure", numbers=True)),
        [("x", "1"), ("yy", "22")],
        two_columns=True,
    )

    assert lines == ["Name Figure   Name Figure", "x         1   yy       22"]


@pytest.mark.rule("GG-ORDO-005")
def test_an_odd_row_stands_in_the_left_column():
    lines = text_table(
        WORD_AND_FIGURE,
        [("x", "1"), ("y", "2"), ("z", "3")],
        two_columns=True,
    )

    assert lines == ["A B   A B", "x 1   z 3", "y 2"]


@pytest.mark.rule("GG-ORDO-009")
def test_prodtable_shows_ships_in_production():
    sections = text_sections(with_options(full_view(), PRODTABLE=True))
    hidden = text_sections(with_options(full_view()))

    assert rows(sections["Ships in production"]) == [
        ["Planet", "Type", "Cost", "Progress"],
        ["13", "Drone", "10.00", "4.50"],
    ]
    assert "Ships in production" not in hidden


@pytest.mark.rule("GG-ORDO-009")
def test_prodtable_is_switched_on_by_an_order():
    orders = "O PRODTABLE\nP Ada_Home Battleship"
    report = play(table(), {"Ada": orders}).report("Ada")
    planet, kind, cost, progress = rows(sections(report.text)["Ships in production"])[1][-4:]

    assert (planet, kind, cost) == ("Home", "Battleship", "900.00")
    assert 0 < float(progress) < 900


@pytest.mark.rule("GG-FLO-010")
def test_with_fleettables_each_fleet_has_a_table_with_its_name_and_speed():
    text = text_sections(with_options(full_view()))

    assert [row[0] for row in rows(text["Your groups"])] == ["No.", "1", "3"]
    assert text["Your fleets"][0] == "Home Fleet: speed 4.12, at Zzyax Prime"
    assert rows(text["Your fleets"])[2][:3] == ["2", "3", "Freighter"]


@pytest.mark.rule("GG-FLO-010")
def test_without_fleettables_groups_stand_together_with_a_fleet_column():
    text = text_sections(with_options(full_view(), FLEETTABLES=False))
    table_of_all = rows(text["Your groups"])

    assert "Your fleets" not in text
    assert "Fleet" in table_of_all[0]
    assert [row[0] for row in table_of_all] == ["No.", "1", "2", "3"]
    assert "Home Fleet" in text["Your groups"][2]


@pytest.mark.rule("GG-FLO-010")
def test_an_order_chooses_the_form_of_fleets():
    first = ships("Ada", "Drone", "Ada Home", number=1, fleet="First")
    game = table(first, Ada={"fleets": ["First"]})
    on, off = play(game), play(game, {"Ada": "O NO FLEETTABLES"})

    assert "First: speed 20.00, at Ada Home" in on.report("Ada").text
    assert "Your fleets" not in sections(off.report("Ada").text)
    assert "First" in sections(off.report("Ada").text)["Your groups"][1]


@pytest.mark.rule("GG-FLO-010")
def test_fleets_stand_apart_with_where_they_are_or_go_and_their_groups_alone():
    game = table(
        ships("Ada", "Drone", "Ada Home", number=1, fleet="First"),
        ships("Ada", "Fighter", "Ada Home", number=2, fleet="First"),
        ships("Ada", "Drone", "Ada Home", to="Brin Home", left=90, number=3, fleet="Second"),
        ships("Ada", "Drone", "Ada Home", number=4),
        Ada={"fleets": ["First", "Second"]},
    )
    text = play(game, only=("closing",)).report("Ada").text
    told_apart = sections(text)
    lines = told_apart["Your fleets"]
    heads = [line for line in lines if "speed" in line]

    assert heads == ["First: speed 6.67, at Ada Home", "Second: speed 20.00, going to Brin Home"]
    assert [row[0] for row in rows(lines) if row and row[0].isdigit()] == ["1", "2", "3"]
    assert f"\n\n{heads[1]}" in text
    assert f"\n\n\n{heads[0]}" not in text
    assert "Fleet" not in " ".join(told_apart["Your groups"] + lines[1:2])
    assert [row[0] for row in rows(told_apart["Your groups"])] == ["No.", "4"]
