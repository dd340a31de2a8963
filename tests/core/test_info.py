"""Options, players' names and hints."""

from __future__ import annotations

import attrs
import pytest

import horizons_core as hz
from horizons_core.errors import HorizonsError, OptionError, did_you_mean, nearest

INFO = attrs.evolve(
    hz.load_variant("event_horizon").info,
    options=(
        hz.Option("size", int, 4, "", 1, 9),
        hz.Option("fog", bool, True, ""),
        hz.Option("mode", str, "open", "", choices=("open", "closed")),
        hz.Option("rate", float, None, ""),
    ),
)


def test_options_left_out_have_their_defaults():
    assert INFO.checked_options({}) == {"size": 4, "fog": True, "mode": "open", "rate": None}
    assert INFO.checked_options({"size": None})["size"] == 4


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("size", 1, 1), ("size", "9", 9), ("fog", "no", False), ("fog", "Yes", True),
        ("fog", False, False), ("mode", "closed", "closed"), ("rate", "0.5", 0.5),
    ],
)  # fmt: skip
def test_options_may_be_given_as_text(name, text, value):
    assert INFO.checked_options({name: text})[name] == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("size", 0, "'size' takes a whole number from 1 to 9, not 0"),
        ("size", 10, "not 10"),
        ("size", "many", "not 'many'"),
        ("size", True, "not True"),
        ("size", 2.0, "not 2.0"),
        ("fog", "maybe", "takes yes or no"),
        ("mode", "ajar", "takes one of open, closed"),
        ("rate", "fast", "takes a number"),
        ("rate", "nan", "takes a number"),
        ("sice", 3, "no option 'sice'.*did you mean 'size'"),
    ],
)
def test_options_that_will_not_do_are_refused_with_what_will(name, text, message):
    with pytest.raises(OptionError, match=message):
        INFO.checked_options({name: text})


@pytest.mark.parametrize(
    "players",
    [["Ada"], ["Ada", "ada"], ["Ada", ""], ["Ada", " Brin"], ["Ada", "x" * 31], ["Ada", "a;b"],
     ["Ada", 'a"b'], ["Ada", "a\nb"], ["Ada", "a*"], ["Ada", "a/b"], [f"E{n}" for n in range(13)]],
)  # fmt: skip
def test_players_that_will_not_do_are_refused(players):
    with pytest.raises(OptionError):
        INFO.check_players(players)


def test_two_to_twelve_players_with_names_of_their_own_are_fine():
    INFO.check_players(["Ada", "x" * 30])
    INFO.check_players([f"E {n}" for n in range(12)])


def test_two_players_of_one_name_are_reported():
    with pytest.raises(OptionError, match="two players are called 'Ada' and 'ADA'"):
        INFO.check_players(["Ada", "ADA"])


def test_hints_name_the_nearest_or_all():
    assert nearest("MOOVE", ["BUILD", "MOVE"]) == "MOVE"
    assert nearest("xyz", ["BUILD", "MOVE"]) is None
    assert did_you_mean("buld", ["BUILD"]) == "did you mean 'BUILD'?"
    assert did_you_mean("xyz", ["BUILD", "MOVE"]) == "known: BUILD, MOVE"
    assert did_you_mean("xyz", []) == "there are none"


def test_an_error_joins_message_and_hint():
    assert str(HorizonsError("wrong", "do right")) == "wrong (do right)"
    assert str(HorizonsError("wrong")) == "wrong"


@pytest.mark.parametrize(
    ("text", "value"), [("yes", True), ("True", True), ("no", False), ("FALSE", False)]
)
def test_a_choice_of_yes_or_no_is_read_from_words(text, value):
    assert hz.Option("fog", bool, default=True, help="fog").checked(text) is value
