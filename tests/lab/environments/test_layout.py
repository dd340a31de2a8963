"""Columns of the things in a view and their contents, for fictional views."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import horizons_core as hz
from horizons_lab.environments import observations
from horizons_lab.environments.observations import observation_layout


def view_of(data, empire="P1"):
    return hz.View("any", "any", 3, empire, data)


@pytest.fixture
def laid_out(monkeypatch):
    """Return the layout of a game with these views at its beginning, and these after turns."""

    def make(*views, later=(), schema=None, rows=2):
        arguments = {}

        def new_game(seats, **more):
            arguments.update(more, seats=seats)
            empires = [SimpleNamespace(id=seat, active=seat != "P3") for seat in seats]
            return SimpleNamespace(empires=empires, told=views)

        def views_for(game, empires):
            assert list(empires) == ["P1", "P2"]
            return dict(enumerate(game.told))

        def played(variant, game, bots, key, turns):
            arguments.update(bots=list(bots), turns=turns)
            for view in later:
                after = SimpleNamespace(empires=game.empires, told=view)
                yield SimpleNamespace(after=SimpleNamespace(game=after))

        monkeypatch.setattr(observations, "play", played)
        variant = SimpleNamespace(
            new_game=new_game,
            views=views_for,
            order_options=None,
            order_text=None,
            report_form=SimpleNamespace(view_schema=schema or {}),
        )
        result = observation_layout(variant, 3, {"size": 9}, rows)
        assert arguments["seats"] == arguments["bots"] == ["P1", "P2", "P3"]
        assert (arguments["options"], arguments["turns"]) == ({"size": 9}, 6)
        return result

    return make


def columns(layout):
    return {table.name: table.columns for table in layout.tables}


def rows_of(layout, view, name):
    """Return the rows of a table as mappings of their nonzero values."""
    array = layout.arrays(view)[name]
    names = columns(layout)[name]
    return [{n: float(v) for n, v in zip(names, row, strict=True) if v} for row in array]


def test_numbers_and_answers_are_columns_and_lists_of_things_tables(laid_out):
    view = view_of({"turn": 4, "over": True, "ships": [{"size": 2.5, "old": False}], "gone": []})
    layout = laid_out(view)
    assert columns(layout) == {
        "self": ("gone.count", "over", "ships.count", "turn"), "ships": ("old", "size")
    }  # fmt: skip
    assert [table.rows for table in layout.tables] == [1, 2]
    assert layout.space()["ships"].shape == (2, 2)
    assert rows_of(layout, view, "self") == [{"over": 1, "ships.count": 1, "turn": 4}]
    assert rows_of(layout, view, "ships") == [{"size": 2.5}, {}]


def test_the_view_itself_comes_first_and_then_lists_by_name(laid_out):
    layout = laid_out(view_of({"zoo": [{"n": 1}], "ant": [{"n": 1}]}))
    assert [table.name for table in layout.tables] == ["self", "ant", "zoo"]


def test_things_beyond_the_last_row_are_left_out_and_counted(laid_out):
    view = view_of({"ships": [{"size": size} for size in (3, 4, 5)]})
    layout = laid_out(view)
    assert rows_of(layout, view, "ships") == [{"size": 3}, {"size": 4}]
    assert rows_of(layout, view, "self") == [{"ships.count": 3}]


def test_a_word_of_few_is_a_column_for_each(laid_out):
    view = view_of({"ships": [{"kind": "old tug"}, {"kind": "raft"}]})
    layout = laid_out(view)
    assert columns(layout)["ships"] == ("kind=old tug", "kind=raft")
    assert rows_of(layout, view, "ships") == [{"kind=old tug": 1}, {"kind=raft": 1}]
    assert rows_of(layout, view_of({"ships": [{"kind": "new"}]}), "ships") == [{}, {}]


@pytest.mark.parametrize(
    ("words", "are_columns"),
    [("abcdefgh", True), ("abcdefghi", False), (["Ann", "Ship 2"], False), (["-x"], False),
     (["x_y-z"], True)],
)  # fmt: skip
def test_words_are_told_apart_if_they_are_few_and_no_names_with_numbers(
    laid_out, words, are_columns
):
    layout = laid_out(view_of({"n": 1, "ships": [{"kind": word} for word in words]}))
    names = columns(layout).get("ships", ())
    assert names == (tuple(f"kind={word}" for word in sorted(words)) if are_columns else ())


def test_a_word_that_may_be_the_seats_own_id_says_whether_it_is(laid_out):
    views = [view_of({"ships": [{"owner": name} for name in ("P1", "P2", "a 7")]}, seat)
             for seat in ("P1", "P2")]  # fmt: skip
    layout = laid_out(*views)
    assert columns(layout)["ships"] == ("owner=me",)
    assert rows_of(layout, views[0], "ships") == [{"owner=me": 1}, {}]
    assert rows_of(layout, views[1], "ships") == [{}, {"owner=me": 1}]


@pytest.mark.parametrize(
    ("place", "numbers"),
    [("3,6", [3, 6]), ("-1,0,12", [-1, 0, 12]), ("1,2,3,4", [1, 2, 3, 4]),
     ("123456789,-987654321", [123456789, -987654321])],
)  # fmt: skip
def test_a_place_is_its_numbers(laid_out, place, numbers):
    view = view_of({"at": place})
    layout = laid_out(view)
    assert columns(layout)["self"] == tuple(f"at.{axis}" for axis in range(len(numbers)))
    assert layout.arrays(view)["self"][0].tolist() == np.float32(numbers).tolist()


@pytest.mark.parametrize("place", ["3", "1,2,3,4,5", "1234567890,1", "1,", "1, 2", "x1,2"])
def test_what_is_no_place_is_a_word(laid_out, place):
    assert "at.0" not in columns(laid_out(view_of({"n": 1, "at": place})))["self"]


def test_of_a_list_of_numbers_the_first_four_are_columns(laid_out):
    view = view_of({"ware": [9, 8.5, True, 6, 5], "few": (1, 2), "mixed": [1, "x"], "none": []})
    layout = laid_out(view)
    assert columns(layout)["self"] == (
        "few.0", "few.1", "few.count", "mixed.count", "none.count",
        "ware.0", "ware.1", "ware.2", "ware.3", "ware.count",
    )  # fmt: skip
    assert rows_of(layout, view, "self") == [
        {"few.0": 1, "few.1": 2, "few.count": 2, "mixed.count": 2,
         "ware.0": 9, "ware.1": 8.5, "ware.2": 1, "ware.3": 6, "ware.count": 5}
    ]  # fmt: skip


def test_things_in_things_are_told_by_the_way_to_them_three_names_deep(laid_out):
    view = view_of(
        {"a": {"b": {"c": 7, "d": {"e": 1}}, "f": [1]}, "list": [{"g": {"h": {"i": 2}}}]}
    )
    layout = laid_out(view)
    assert columns(layout) == {
        "self": ("a.b.c", "a.f.0", "a.f.count", "list.count"), "list": ("g.h.i",)
    }  # fmt: skip
    assert rows_of(layout, view, "self") == [{"a.b.c": 7, "a.f.0": 1, "a.f.count": 1,
                                             "list.count": 1}]  # fmt: skip
    assert rows_of(layout, view, "list") == [{"g.h.i": 2}, {}]


def test_columns_are_those_of_all_seats_and_turns_and_of_the_schema(laid_out):
    schema = {
        "properties": {
            "mines": {"items": {"properties": {"depth": {"type": "integer"},
                                               "state": {"enum": ["dug", "new"]}}}},
            "week": {"type": "integer"},
        }
    }  # fmt: skip
    layout = laid_out(
        view_of({"a": 1}),
        view_of({"b": 1}, "P2"),
        later=[(view_of({"c": 1}),), (view_of({"ships": [{"n": 1}]}, "P2"),)],
        schema=schema,
    )
    assert columns(layout) == {
        "self": ("a", "b", "c", "mines.count", "ships.count", "week"),
        "mines": ("depth", "state=dug", "state=new"),
        "ships": ("n",),
    }


def test_a_number_that_is_too_large_for_an_array_is_the_largest(laid_out):
    view = view_of({"debt": -(10**60), "gold": 10**60, "ore": 2.5e38})
    layout = laid_out(view)
    values = layout.arrays(view)["self"][0]
    assert values.tolist() == np.float32([-3e38, 3e38, 2.5e38]).tolist()
    assert layout.space().contains(layout.arrays(view))


def test_what_is_not_there_is_0(laid_out):
    layout = laid_out(view_of({"a": 1, "ships": [{"n": None, "m": 2}]}))
    assert columns(layout)["ships"] == ("m",)
    arrays = layout.arrays(view_of({}))
    assert {name: array.any() for name, array in arrays.items()} == {"self": False, "ships": False}
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float32)}
