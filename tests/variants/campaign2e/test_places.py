"""The map of hexes without borders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.rules import catalogue
from variants.campaign2e.model.places import (
    axial,
    distance,
    from_axial,
    neighbours,
    place_id,
    place_of,
    within,
)

PLACES = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@pytest.mark.rule("C2E-1.2-04")
@pytest.mark.parametrize(
    "example", catalogue("campaign2e", "variants.campaign2e").examples("C2E-1.2-04"), ids=str
)
def test_distances_and_neighbours_are_those_of_the_rulebook(example) -> None:
    inputs, expected = example.given, example.expect
    if "a" in inputs:
        assert distance(tuple(inputs["a"]), tuple(inputs["b"])) == expected["distance"]
        return
    around = [tuple(at) for at in expected["neighbours"]]
    hex_ = tuple(inputs["hex"])
    assert neighbours(hex_) == around
    for radius in (2, 3):
        if f"within_{radius}" in expected:
            assert len(within(hex_, radius)) == expected[f"within_{radius}"] + 1


@pytest.mark.rule("C2E-1.1-01")
@given(PLACES, PLACES)
def test_any_two_hexes_of_the_plane_have_a_distance(a, b) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 1) == (b in neighbours(a))
    assert (b in within(a, 3)) == (distance(a, b) <= 3)
    assert from_axial(*axial(a)) == a
    assert place_of(place_id(a)) == a


@pytest.mark.parametrize("words", ["7", "a,b", "7;5", "", "7,5,3", "12345,1"])
def test_what_is_no_hex_is_told(words: str) -> None:
    with pytest.raises(ValueError, match="write column and row, as in 7,5"):
        place_of(words)
