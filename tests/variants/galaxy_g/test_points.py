"""Production points are conserved: a planet's points are spent, carried over or wasted."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz

VARIANT = hz.load_variant("galaxy_g")
DESIGNS = {"Drone": [1, 0, 0, 0, 0], "Cruiser": [15, 1, 15, 15, 0], "Odd": [1.37, 3, 2.11, 1, 7.3]}
PRODUCTS = ("CAP", "MAT", "DRIVE", "WEAPONS", "SHIELDS", "CARGO", *DESIGNS)

amounts = st.floats(0, 2000, allow_nan=False) | st.sampled_from([0.0, 1.0, 50.0, 1000.0])
planets = st.fixed_dictionaries(
    {
        "size": st.floats(1, 2000),
        "population": amounts,
        "industry": amounts,
        "resources": st.sampled_from([0.0, 0.1, 1.0, 3.7, 10.0]),
        "materials": amounts,
        "capital": amounts,
        "progress": st.floats(0, 9),
        "product": st.sampled_from(PRODUCTS),
    }
)


def turn_of(works: list[dict[str, object]], orders: str) -> hz.Turn:
    """A turn of Ada's with these planets, and old Cruisers at the first to upgrade."""
    game = VARIANT.new_game(["Ada", "Brin"], seed=1)
    named = {
        f"Works {number}": {
            "at": [40, 40 + number],
            "owner": "Ada",
            **facts,
            "population": min(facts["population"], facts["size"]),
            "industry": min(facts["industry"], facts["population"], facts["size"]),
            "progress": facts["progress"] if facts["product"] in DESIGNS else 0,
        }
        for number, facts in enumerate(works)
    }
    old = {"owner": "Ada", "type": "Cruiser", "ships": 4, "at": "Works 0", "techs": {"drive": 1}}
    state = {
        "planets": named,
        "races": {"Ada": {"types": DESIGNS, "techs": {"drive": 1.9}}},
        "groups": [old],
    }
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    return hz.run_turn(game, {"Ada": orders})


@pytest.mark.rule("GG-IND-003", "GG-BLD-004", "GG-ORDG-006", "GG-MAT-003", "GG-TEC-010")
@given(st.lists(planets, min_size=1, max_size=3), st.sampled_from(["", "G 1", "G 1 0", "G 1 2"]))
def test_every_point_made_is_spent_carried_over_or_wasted(works, orders):
    turn = turn_of(works, orders)

    for planet in turn.game.planets_of("Ada"):
        lines = [e.amount for e in turn.ledger.entries if e.place == planet.id]
        assert math.isclose(math.fsum(lines), 0, abs_tol=1e-6)
        assert (planet.progress > 0) <= (planet.product in turn.game.race("Ada").types)


@given(planets)
def test_nothing_becomes_negative_or_more_than_there_is_room_for(facts):
    turn = turn_of([facts], "G 1 0")

    assert VARIANT.invariants(turn.game) == []
