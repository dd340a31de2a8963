"""The lines that a study and a program write each other."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.orders import Argument, OrderOptions, Range, integer
from horizons_core.rng import Stream
from horizons_lab.programs.messages import AnswerError, end_message, orders_of, turn_message
from tests.lab.programs.programs import view


def stream(turn=3):
    return Stream.from_key("a study", 17, turn)


def test_a_question_says_whose_orders_are_asked_for_and_what_is_known():
    message = json.loads(turn_message(view(3, ore=[1, 2.5, None, "é"]), stream()))
    key = message.pop("key")
    assert message == {
        "protocol": 1,
        "message": "turn",
        "variant": "moon",
        "game": "first",
        "player": "Ada",
        "turn": 3,
        "view": {"ore": [1, 2.5, None, "é"]},
    }
    assert len(key) == 16
    int(key, 16)


def test_the_same_question_is_the_same_line():
    assert turn_message(view(a=1, b=2), stream()) == turn_message(view(b=2, a=1), stream())
    assert turn_message(view(a=1), stream()).count(b"\n") == 1


def test_a_program_has_other_dice_each_turn_and_never_those_of_the_study():
    dice = stream()
    keys = {json.loads(turn_message(view(), stream(turn)))["key"] for turn in range(50)}
    assert len(keys) == 50
    message = json.loads(turn_message(view(), dice))
    assert int(message["key"], 16) != dice.key
    assert dice.drawn == 0


def test_what_is_offered_is_told_as_it_is_written_in_orders():
    words = Argument(offers=lambda view: ["Io", "Far Moon"])
    command = hz.Command(
        "RAID", arguments={"moon": words, "men": integer(1, 9), "note": Argument(optional=True)}
    )
    offered = {"moon": ["Io", "Far Moon"], "men": Range(1, 9), "note": None}
    message = json.loads(turn_message(view(), stream(), {"RAID": OrderOptions(command, offered)}))
    assert message["offers"] == {
        "RAID": [
            {"name": "moon", "optional": False, "words": ["Io", '"Far Moon"']},
            {"name": "men", "optional": False, "from": 1, "to": 9},
            {"name": "note", "optional": True},
        ]
    }


def test_a_program_is_told_the_offers_of_its_variant():
    variant = hz.load_variant("event_horizon")
    view_ = variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada")
    message = json.loads(turn_message(view_, stream(), variant.order_options(view_)))
    assert [argument["name"] for argument in message["offers"]["MOVE"]] == ["ship", "direction"]


def test_the_end_of_a_game_is_a_line():
    assert json.loads(end_message()) == {"protocol": 1, "message": "over"}
    assert end_message().endswith(b"}\n")


@given(st.text())
def test_orders_arrive_as_they_were_written(text):
    assert orders_of(json.dumps({"orders": text, "why": 1}).encode()) == text


@given(st.binary() | st.text().map(str.encode))
def test_any_line_is_an_answer_or_is_refused_in_words(line):
    with contextlib.suppress(AnswerError):
        assert isinstance(orders_of(line), str)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "its answer is not JSON: it is incomplete"),
        (b"{}", "its answer is not an object with the text 'orders'"),
        (b'{"orders": 7}', "its answer is not an object with the text 'orders'"),
        (b'{"orders": "a", "orders": "b"}', "its answer is not JSON: the field 'orders' appears"),
        (b'{"orders": "\\ud800"}', "its orders contain half of a surrogate pair"),
        (b'{"orders": "\xff"}', "its answer is not JSON: byte 12 is not UTF-8"),
    ],
)
def test_what_is_no_answer_is_told_in_words(line, message):
    with pytest.raises(AnswerError) as refused:
        orders_of(line)
    assert str(refused.value).startswith(message)
