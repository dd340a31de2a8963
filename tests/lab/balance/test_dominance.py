"""Assertions that no player beats all others, in duels."""

import pytest

import horizons_lab as lab
from horizons_lab.balance import NotBalancedError, UndecidedError, assert_no_dominant
from tests.lab.balance.throws import Thrower, throws


def test_who_beats_all_others_is_told_with_the_evidence():
    with pytest.raises(NotBalancedError) as failure:
        assert_no_dominant(throws(seats=["weak", "middling", "strong"]))
    message = str(failure.value)
    assert message.startswith("strong beats every other player: its share of duels won is 0.")
    assert ") against weak, 0." in message
    assert message.endswith(") against middling")


@pytest.mark.parametrize("place", range(3))
def test_players_without_names_are_told_from_each_other(place):
    def skilled(skill):
        return lambda view, stream: f"THROW {skill}"

    seats = [skilled(60 if seat == place else 0) for seat in range(3)]
    name = ["function", "function 2", "function 3"][place]
    with pytest.raises(NotBalancedError, match=f"^{name} beats every other player"):
        assert_no_dominant(throws(seats=seats))


def test_nobody_is_dominant_where_everybody_loses_to_somebody():
    """Efron's dice: each beats the next in two of three throws, the last the first."""
    faces = {
        "fours": (4, 4, 4, 4, 0, 0), "threes": (3,), "sixes": (6, 6, 2, 2, 2, 2), "ones": (5, 1),
    }  # fmt: skip
    dice = [thrower_of(name, sides) for name, sides in faces.items()]
    rates = assert_no_dominant(throws(seats=dice, options={"sides": 5}), margin=0.15)
    worst = {name: min(rates[pair].value for pair in rates if pair[0] == name) for name in faces}
    assert max(worst.values()) < 0.6


def thrower_of(name, faces):
    def thrower(view, stream):
        return f"THROW {10 * stream.choice(faces)}"

    thrower.__name__ = name
    return thrower


def test_equals_do_not_dominate_each_other():
    rates = assert_no_dominant(throws(seats=["weak", Thrower(1)]), margin=0.4)
    assert set(rates) == {("weak", "Thrower"), ("Thrower", "weak")}
    assert rates["weak", "Thrower"].value == pytest.approx(0.5, abs=0.2)


def test_too_few_duels_leave_it_undecided():
    few = throws(seats=["weak", "middling"], games=4)
    with pytest.raises(UndecidedError, match="undecided whether weak beats every other player"):
        assert_no_dominant(few)
    assert assert_no_dominant(few, if_undecided="pass")["weak", "middling"].n == 4


@pytest.mark.parametrize(
    "changes", [{"seats": ["weak", "weak"]}, {"factors": {"options.first": [0, 1]}}]
)
def test_dominance_is_tried_of_several_players_without_factors(changes):
    with pytest.raises(lab.StudyError, match="a test for dominance needs two"):
        assert_no_dominant(throws(**changes))
