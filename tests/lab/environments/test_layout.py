"""Which columns a view's things have, and what stands in them: told of views that are made up."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import horizons_core as hz
from horizons_lab.environments import layout
from horizons_lab.environments.layout import layout_of


def view_of(data, empire="P1"):
    return hz.View("any", "any", 3, empire, data)


@pytest.fixture
def laid_out(monkeypatch):
    """The layout of a game with these views at its beginning, and these after turns."""

    def made(*views, later=(), schema=None, rows=2):
        given = {}

        def new_game(seats, **more):
            given.update(more, seats=seats)
            empires = [SimpleNamespace(id=seat, active=seat != "P3") for seat in seats]
            return SimpleNamespace(empires=empires, told=views)

        def views_for(game, empires):
            assert list(empires) == ["P1", "P2"]
            return dict(enumerate(game.told))

        def played(variant, game, bots, key, turns):
            given.update(bots=list(bots), turns=turns)
            for told in later:
                after = SimpleNamespace(empires=game.empires, told=told)
                yield SimpleNamespace(after=SimpleNamespace(game=after))

        monkeypatch.setattr(layout, "play", played)
        variant = SimpleNamespace(
            new_game=new_game,
            views=views_for,
            order_options=None,
            order_text=None,
            report_form=SimpleNamespace(view_schema=schema or {}),
        )
        found = layout_of(variant, 3, {"size": 9}, rows)
        assert given["seats"] == given["bots"] == ["P1", "P2", "P3"]
        assert (given["options"], given["turns"]) == ({"size": 9}, 6)
        return found

    return made


def columns(found):
    return {table.name: table.columns for table in found.tables}


def rows_of(found, view, name):
    """The rows of a table as mappings of what is not 0."""
    array = found.arrays(view)[name]
    names = columns(found)[name]
    return [{n: float(v) for n, v in zip(names, row, strict=True) if v} for row in array]


def test_numbers_and_answers_are_columns_and_lists_of_things_tables(laid_out):
    view = view_of({"turn": 4, "over": True, "ships": [{"size": 2.5, "old": False}], "gone": []})
    found = laid_out(view)
    assert columns(found) == {
        "self": ("gone.count", "over", "ships.count", "turn"), "ships": ("old", "size")
    }  # fmt: skip
    assert [table.rows for table in found.tables] == [1, 2]
    assert found.space()["ships"].shape == (2, 2)
    assert rows_of(found, view, "self") == [{"over": 1, "ships.count": 1, "turn": 4}]
    assert rows_of(found, view, "ships") == [{"size": 2.5}, {}]


def test_the_view_itself_comes_first_and_then_lists_by_name(laid_out):
    found = laid_out(view_of({"zoo": [{"n": 1}], "ant": [{"n": 1}]}))
    assert [table.name for table in found.tables] == ["self", "ant", "zoo"]


def test_things_beyond_the_last_row_are_left_out_and_counted(laid_out):
    view = view_of({"ships": [{"size": size} for size in (3, 4, 5)]})
    found = laid_out(view)
    assert rows_of(found, view, "ships") == [{"size": 3}, {"size": 4}]
    assert rows_of(found, view, "self") == [{"ships.count": 3}]


def test_a_word_of_few_is_a_column_for_each(laid_out):
    view = view_of({"ships": [{"kind": "old tug"}, {"kind": "raft"}]})
    found = laid_out(view)
    assert columns(found)["ships"] == ("kind=old tug", "kind=raft")
    assert rows_of(found, view, "ships") == [{"kind=old tug": 1}, {"kind=raft": 1}]
    assert rows_of(found, view_of({"ships": [{"kind": "new"}]}), "ships") == [{}, {}]


@pytest.mark.parametrize(
    ("words", "are_columns"),
    [("abcdefgh", True), ("abcdefghi", False), (["Ann", "Ship 2"], False), (["-x"], False),
     (["x_y-z"], True)],
)  # fmt: skip
def test_words_are_told_apart_if_they_are_few_and_no_names_with_numbers(
    laid_out, words, are_columns
):
    found = laid_out(view_of({"n": 1, "ships": [{"kind": word} for word in words]}))
    told = columns(found).get("ships", ())
    assert told == (tuple(f"kind={word}" for word in sorted(words)) if are_columns else ())


def test_a_word_that_may_be_the_seats_own_id_says_whether_it_is(laid_out):
    views = [view_of({"ships": [{"owner": name} for name in ("P1", "P2", "a 7")]}, seat)
             for seat in ("P1", "P2")]  # fmt: skip
    found = laid_out(*views)
    assert columns(found)["ships"] == ("owner=me",)
    assert rows_of(found, views[0], "ships") == [{"owner=me": 1}, {}]
    assert rows_of(found, views[1], "ships") == [{}, {"owner=me": 1}]


@pytest.mark.parametrize(
    ("place", "numbers"),
    [("3,6", [3, 6]), ("-1,0,12", [-1, 0, 12]), ("1,2,3,4", [1, 2, 3, 4]),
     ("123456789,-987654321", [123456789, -987654321])],
)  # fmt: skip
def test_a_place_is_its_numbers(laid_out, place, numbers):
    view = view_of({"at": place})
    found = laid_out(view)
    assert columns(found)["self"] == tuple(f"at.{axis}" for axis in range(len(numbers)))
    assert found.arrays(view)["self"][0].tolist() == np.float32(numbers).tolist()


@pytest.mark.parametrize("place", ["3", "1,2,3,4,5", "1234567890,1", "1,", "1, 2", "x1,2"])
def test_what_is_no_place_is_a_word(laid_out, place):
    assert "at.0" not in columns(laid_out(view_of({"n": 1, "at": place})))["self"]


def test_of_a_list_of_numbers_the_first_four_are_columns(laid_out):
    view = view_of({"ware": [9, 8.5, True, 6, 5], "few": (1, 2), "mixed": [1, "x"], "none": []})
    found = laid_out(view)
    assert columns(found)["self"] == (
        "few.0", "few.1", "few.count", "mixed.count", "none.count",
        "ware.0", "ware.1", "ware.2", "ware.3", "ware.count",
    )  # fmt: skip
    assert rows_of(found, view, "self") == [
        {"few.0": 1, "few.1": 2, "few.count": 2, "mixed.count": 2,
         "ware.0": 9, "ware.1": 8.5, "ware.2": 1, "ware.3": 6, "ware.count": 5}
    ]  # fmt: skip


def test_things_in_things_are_told_by_the_way_to_them_three_names_deep(laid_out):
    view = view_of(
        {"a": {"b": {"c": 7, "d": {"e": 1}}, "f": [1]}, "list": [{"g": {"h": {"i": 2}}}]}
    )
    found = laid_out(view)
    assert columns(found) == {
        "self": ("a.b.c", "a.f.0", "a.f.count", "list.count"), "list": ("g.h.i",)
    }  # fmt: skip
    assert rows_of(found, view, "self") == [{"a.b.c": 7, "a.f.0": 1, "a.f.count": 1,
                                             "list.count": 1}]  # fmt: skip
    assert rows_of(found, view, "list") == [{"g.h.i": 2}, {}]


def test_columns_are_those_of_all_seats_and_turns_and_of_the_schema(laid_out):
    schema = {
        "properties": {
            "mines": {"items": {"properties": {"depth": {"type": "integer"},
                                               "state": {"enum": ["dug", "new"]}}}},
            "week": {"type": "integer"},
        }
    }  # fmt: skip
    found = laid_out(
        view_of({"a": 1}),
        view_of({"b": 1}, "P2"),
        later=[(view_of({"c": 1}),), (view_of({"ships": [{"n": 1}]}, "P2"),)],
        schema=schema,
    )
    assert columns(found) == {
        "self": ("a", "b", "c", "mines.count", "ships.count", "week"),
        "mines": ("depth", "state=dug", "state=new"),
        "ships": ("n",),
    }


def test_a_number_that_is_too_large_for_an_array_is_the_largest(laid_out):
    view = view_of({"debt": -(10**60), "gold": 10**60, "ore": 2.5e38})
    found = laid_out(view)
    told = found.arrays(view)["self"][0]
    assert told.tolist() == np.float32([-3e38, 3e38, 2.5e38]).tolist()
    assert found.space().contains(found.arrays(view))


def test_what_is_not_there_is_0(laid_out):
    found = laid_out(view_of({"a": 1, "ships": [{"n": None, "m": 2}]}))
    assert columns(found)["ships"] == ("m",)
    told = found.arrays(view_of({}))
    assert {name: array.any() for name, array in told.items()} == {"self": False, "ships": False}
    assert {array.dtype for array in told.values()} == {np.dtype(np.float32)}
