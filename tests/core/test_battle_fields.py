"""Fields of battle files: values accepted, and values refused with place and remedy."""

import math

import pytest

from horizons_core import battle_fields as read
from horizons_core.errors import BattleError


def test_what_is_right_is_answered_as_it_is():
    assert read.mapping("place", None) == {}
    assert read.mapping("place", {"a": 1}) == {"a": 1}
    assert read.known("place", {"a": 1}, ("a", "b")) == {"a": 1}
    assert [read.integer("place", number, 1, 3) for number in (1, 3)] == [1, 3]
    assert [read.number("place", number, 0, 2) for number in (0, 1.5, 2)] == [0.0, 1.5, 2.0]
    assert [read.boolean("place", flag) for flag in (True, False)] == [True, False]
    assert read.choice("place", "LONG", ("LONG", "SHORT")) == "LONG"
    assert read.listed("place", (1, 2)) == [1, 2]


@pytest.mark.parametrize(
    ("reader", "value", "limits", "message", "remedy"),
    [
        (read.mapping, 3, (), "sides.A is 3", "write names with values, as in {name: value}"),
        (read.known, {"shps": 1}, (("ships",),), "sides.A: unknown field 'shps'", "'ships'"),
        (read.known, {3: 1}, (("ships",),), "sides.A: unknown field '3'", "known: ships"),
        (read.integer, 0, (1, 2000), "sides.A is 0", "write a whole number from 1 to 2,000"),
        (read.integer, 2001, (1, 2000), "sides.A is 2001", "from 1 to 2,000"),
        (read.integer, True, (0, 9), "sides.A is True", "from 0 to 9"),
        (read.integer, 1.0, (0, 9), "sides.A is 1.0", "from 0 to 9"),
        (read.integer, 1, (0, 0), "sides.A is 1", "write 0"),
        (read.number, -0.1, (0, 1e6), "sides.A is -0.1", "write a number from 0 to 1,000,000"),
        (read.number, math.nan, (0, 0.5), "sides.A is nan", "from 0 to 0.5"),
        (read.number, True, (0, 2), "sides.A is True", "from 0 to 2"),
        (read.number, "1", (0, 2), "sides.A is '1'", "from 0 to 2"),
        (read.boolean, 1, (), "sides.A is 1", "write true or false"),
        (read.choice, "LNG", (("LONG", "SHORT"),), "sides.A is 'LNG'", "did you mean 'LONG'?"),
        (read.choice, [], (("LONG", "SHORT"),), "sides.A is []", "known: LONG, SHORT"),
        (read.listed, "DD", (), "sides.A is not a list", "write [one, another]"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place_and_a_remedy(
    reader, value, limits, message, remedy
):
    with pytest.raises(BattleError) as refused:
        reader("sides.A", value, *limits)
    assert refused.value.message == message
    assert remedy in refused.value.hint
