"""The values that a view offers for the arguments of orders: names, as orders write them."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.orders import Range, sample_order
from tests.variants.far_horizons.single_steps import RULES, game_with
from variants.far_horizons.orders.arguments import name
from variants.far_horizons.orders.references import any_species

STATE = {
    "species": {
        "Human": {
            "met": ["Klingon"],
            "planets": {"Mars": {"at": "10 10 10 #4"}},
            "ships": {
                "TR5 Mover": {"at": "Earth"},
                "FFS Sloth": {"at": "Earth"},
                "BAS High Guardian": {"at": "Earth", "tons": 20_000},
            },
        },
    },
}
SHIPS = ["TR5 Mover", "FFS Sloth", "BAS High Guardian"]
PLANETS = ["PL Earth", "PL Mars"]


def options(state=STATE, empire="Human"):
    game = game_with(state, ("Human", "Klingon", "Romulan"))
    return RULES.order_options(RULES.view(game, empire))


@pytest.mark.parametrize(
    ("keyword", "argument", "offered"),
    [
        ("SCAN", "ship", SHIPS),
        ("LAND", "planet", PLANETS),
        ("JUMP", "destination", PLANETS),
        ("BASE", "source", SHIPS + PLANETS),
    ],
)
def test_the_names_of_the_things_that_an_argument_may_be(keyword, argument, offered):
    assert options()[keyword].arguments[argument] == offered


def test_what_is_offered_is_found_by_the_order():
    game = game_with(STATE, ("Human", "Klingon", "Romulan"))
    for ship in options()["DESTROY"].arguments["ship"]:
        text = f"START POST-ARRIVAL\nDestroy {ship}\nEND"
        assert "unknown-ship" not in [r.code for r in RULES.check_orders(game, "Human", text)]
    mistake = RULES.check_orders(game, "Human", "START POST-ARRIVAL\nDestroy TR5 Sloth\nEND")
    assert "unknown-ship" in [r.code for r in mistake]


def test_orders_that_are_drawn_name_things_as_the_game_does():
    game = game_with(STATE, ("Human", "Klingon", "Romulan"))
    offered, dice = options(), hz.Stream.from_key("drawn by a human")
    lines = {sample_order({"any": o}, dice) for o in offered.values() for _ in range(30)} - {""}
    refused = {remark.code for line in lines for remark in remarks_on(game, line)}
    assert not {code for code in refused if code.startswith("unknown")}
    assert {"LAND TR5 Mover, PL Mars", "TERRAFORM PL Mars", "ALLY SP Klingon"} <= lines


def remarks_on(game, line):
    """The remarks on an order; an order of a production block is put into one."""
    lines = ["PRODUCTION PL Earth", line]
    return RULES.check_orders(game, "Human", RULES.order_text(lines))


def test_only_starbases_have_telescopes():
    assert options()["TELESCOPE"].arguments["starbase"] == ["BAS High Guardian"]


def test_research_is_offered_for_what_the_treasury_holds():
    arguments = options()["RESEARCH"].arguments
    view = RULES.view(game_with(STATE, ("Human", "Klingon", "Romulan")), "Human")
    assert arguments["amount"] == Range(0, view["treasury"])
    assert arguments["tech"] == ("MI", "MA", "ML", "GV", "LS", "BI")


def test_species_are_those_that_were_met():
    view = RULES.view(game_with(STATE, ("Human", "Klingon", "Romulan")), "Human")
    assert name("species", find=any_species()).offers(view) == ["SP Klingon"]


def test_a_name_that_may_be_new_can_be_any():
    assert options()["BASE"].arguments["starbase"] is None


def test_one_form_of_several_needs_nothing_for_another():
    without_ships = options({"species": {"Human": {}}})
    assert "SCAN" not in without_ships
    assert "REPAIR" in without_ships


def test_the_gamemaster_has_no_ships_of_its_own():
    assert "SCAN" not in options(empire=None)
