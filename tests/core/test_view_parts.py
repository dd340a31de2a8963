"""Views shown as figures and tables, for variants without a template of their own."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.report import form_from_templates
from horizons_core.report.rendering import Part, view_parts


def only(view):
    (part,) = view_parts(view)
    return part


def test_single_values_come_first_under_one_heading():
    parts = view_parts({"stock": {"iron": 3}, "home_world": "Sol", "taxes": 5})

    assert parts == [
        Part("What you know", (("Home world", "Sol"), ("Taxes", "5"))),
        Part("Stock", (("Iron", "3"),)),
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [(True, "yes"), (False, "no"), (None, "-"), ("", "-"), (0, "0"), (2.5, "2.5"), ((1, 2), "1, 2"),
     ((True, None), "yes, -")],
)  # fmt: skip
def test_values_are_given_in_words(value, words):
    assert only({"it": value}).figures == (("It", words),)


def test_a_mapping_in_a_mapping_stands_in_its_place_unless_names_clash():
    pacts = {"war": {"Brin": 2}, "peace": {"war": {"Cleo": False}}}

    assert only({"pacts": pacts}).figures == (("Brin", "2"), ("Peace", "war Cleo no"))


def test_an_empty_list_is_none_and_another_is_written_in_a_row():
    assert only({"orders": []}).figures == (("", "none"),)
    assert only({"orders": ["go", 3]}).figures == (("", "go, 3"),)
    assert only({"orders": [{"a": 1}, 3]}).figures == (("", "a 1, 3"),)


def test_a_list_within_a_thing_that_is_empty_is_none():
    assert only({"stock": {"orders": [], "iron": 3}}).figures == (("Orders", "none"), ("Iron", "3"))
    assert only({"posts": [{"name": "Io", "crew": ()}]}).rows == (("Io", "none"),)


def test_an_empty_mapping_is_left_out():
    assert view_parts({"stock": {}}) == []
    assert view_parts({}) == []


def test_what_the_head_of_every_report_says_is_left_out():
    empire = {"id": "e1", "active": True, "gold": 5}

    assert only({"active": True, "gold": 5}).figures == (("Gold", "5"),)
    assert only({"you": empire}).figures == (("Gold", "5"),)
    assert only({"rival": empire}).figures == (("Id", "e1"), ("Gold", "5"))
    table = only({"empires": [empire, empire]})
    assert table.columns == ("Id", "Gold")


def test_the_names_of_empires_are_left_out_where_they_go_by_their_ids():
    assert only({"you": {"called": "", "gold": 5}}).figures == (("Gold", "5"),)
    assert only({"you": {"called": "Ada", "gold": 5}}).figures == (("Called", "Ada"), ("Gold", "5"))
    assert only({"you": {"motto": "", "gold": 5}}).figures == (("Motto", "-"), ("Gold", "5"))
    rows = [{"id": "e1", "called": "", "gold": 1}, {"id": "e2", "called": "", "gold": 2}]
    assert only({"empires": rows}).columns == ("Id", "Gold")
    rows[1]["called"] = "Brin"
    assert only({"empires": rows}).rows == (("e1", "-", "1"), ("e2", "Brin", "2"))


def test_a_list_of_things_is_a_table_by_their_fields():
    stars = [{"name": "Sol", "size": 5}, {"name": "Vega", "ore": 2.5, "seen": True}]
    part = only({"far_stars": stars})

    assert part == Part(
        "Far stars",
        (),
        ("Name", "Size", "Ore", "Seen"),
        (("Sol", "5", "?", "?"), ("Vega", "?", "2.5", "yes")),
        (False, True, True, False),
    )


def test_a_table_of_one_column_is_written_in_a_row():
    assert only({"stars": [{"name": "Sol"}, {"name": "Vega"}]}).figures == (("", "Sol, Vega"),)
    gaps = [{"name": "Sol"}, {}]
    assert only({"stars": gaps}).figures == (("", "Sol, ?"),)


def test_a_stock_stands_in_its_owners_row_unless_names_clash():
    plain = only({"ships": [{"id": 1, "stock": {"iron": 2, "gold": 3}}]})
    assert plain.columns == ("Id", "Iron", "Gold")

    own_field = only({"ships": [{"id": 1, "stock": {"id": 2, "gold": 3}}]})
    assert own_field.columns == ("Id", "Stock")
    assert own_field.rows == (("1", "id 2, gold 3"),)

    twice = only({"ships": [{"id": 1, "hold": {"gold": 2}, "deck": {"gold": 3}}]})
    assert twice.columns == ("Id", "Gold", "Deck")
    assert twice.rows == (("1", "2", "gold 3"),)


def test_plain_text_has_numbers_at_the_right_and_words_at_the_left():
    part = Part("", (), ("Name", "Size"), (("Sol", "5"), ("Aldebaran", "12345")), (False, True))

    assert part.lines == [
        "Name        Size",
        "Sol            5",
        "Aldebaran  12345",
    ]
    words_last = Part("", (), ("Size", "Name"), (("5", "Sol"),), (True, False))
    assert words_last.lines == ["Size  Name", "   5  Sol"]
    assert Part("").lines == []


def test_the_names_of_figures_are_as_wide_as_the_longest():
    assert Part("", (("Gold", "5"), ("Taxes", "1"))).names_width == 5
    assert Part("").names_width == 0


def test_things_within_things_are_tables_of_their_own_that_say_whose_they_are():
    moons = [{"orbit": 2, "ice": 0.25}]
    stars = [
        {"type": "G0", "name": "Sol", "planets": [{"name": "Earth", "moons": moons}], "rank": 1},
        {"type": "K4", "name": "Vega", "planets": [], "rank": 2},
    ]
    assert view_parts({"stars": stars}) == [
        Part("Stars", (), ("Type", "Name", "Rank"), (("G0", "Sol", "1"), ("K4", "Vega", "2")),
             (False, False, True)),
        Part("Stars: planets", (), ("Of", "Name"), (("Sol", "Earth"),), (False, False)),
        Part("Stars: planets: moons", (), ("Of", "Orbit", "Ice"), (("Earth", "2", "0.25"),),
             (False, True, True)),
    ]  # fmt: skip


def test_things_within_a_mapping_are_a_table():
    start = {"poorest": 95.5, "starts": [{"race": "Ada", "home": 3}]}
    assert view_parts({"fairness": start}) == [
        Part("Fairness", (("Poorest", "95.5"),)),
        Part("Fairness: starts", (), ("Race", "Home"), (("Ada", "3"),), (False, True)),
    ]


@pytest.mark.parametrize(
    ("value", "words"), [(80.0, "80"), (14.3999999999, "14.4"), (1e6, "1000000"), (0.0004, "0")]
)
def test_decimal_places_that_say_nothing_are_left_out(value, words):
    assert only({"it": value}).figures == (("It", words),)


def test_sentences_stand_in_a_line_each():
    long = "Neighbours live within forty light years."
    assert only({"notes": [long[:40], "b"]}).figures == (("", f"{long[:40]}, b"),)
    assert only({"notes": [long, "b"]}).figures == (("", long), ("", "b"))


def test_parts_and_columns_are_in_the_order_of_the_schema_whatever_a_stored_report_has():
    columns = {name: {} for name in ("ship", "at", "cargo")}
    schema = {"properties": {"ships": {"items": {"properties": columns}}, "crews": {}}}
    variant = hz.load_variant("event_horizon")
    report = hz.opening(variant.new_game(["Ada", "Brin"], seed=1)).report("Ada").data
    view = {"crews": [1], "ships": [{"at": 3, "cargo": 0, "rust": 1, "ship": "A"}]}

    text = form_from_templates("horizons_core.report", schema).text({**report, "view": view})

    lines = text[text.index("Ships\n") :].splitlines()
    assert lines[2].split() == ["Ship", "At", "Cargo", "Rust"]
    assert "Crews" in lines
