"""The turn: its order, its length, its rounding, and automatic effects (SC-TURN, SC-ORD)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import pytest

from tests.variants.starcluster.builders import CLAUSES, chain, place_of, run, ship
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.turn import PHASES

#: The steps of SC-TURN-001: purchases and investment are steps of income, sightings and standings
#: of the reports.
SEQUENCE = (
    "orders",
    "diplomacy",
    "movement",
    "space_combat",
    "bombardment",
    "ground_combat",
    "exploration",
    "colonization",
    "espionage",
    "income",
    "purchases",
    "investment",
    "liquidation",
    "construction",
    "research",
    "growth",
    "sightings",
    "reports",
    "standings",
)


@pytest.mark.rule("SC-TURN-001")
def test_the_phases_stand_in_the_order_of_the_rulebook():
    assert tuple(phase.name for phase in PHASES) == SEQUENCE


@pytest.mark.rule("SC-TURN-001", "SC-TURN-002")
def test_forecasts_foresee_no_fights_and_no_end():
    hidden = {phase.name for phase in PHASES if not phase.foreseeable}
    assert hidden == {"space_combat", "sightings", "standings"}


@pytest.mark.rule("SC-TURN-002")
def test_a_turn_is_a_month():
    game = run(chain("1", "2"), 2).game
    assert game.turn == 2


@pytest.mark.rule("SC-TURN-003")
def test_fractions_and_money_are_rounded():
    up, down, price = CLAUSES.examples("SC-TURN-003")
    assert ceil(Fraction(up.given["expression"].removeprefix("FRU "))) == up.expect["value"]
    assert floor(Fraction(down.given["expression"].removeprefix("FRD "))) == down.expect["value"]
    economy = StarclusterEconomy()
    before = MC * Fraction(str(price.given["price"])) / economy.resale
    assert before.denominator == 1, "hundredths of which a share is the price"
    assert economy.resale_of(int(before)) == MC * Fraction(str(price.expect["price"]))


@pytest.mark.rule("SC-ORD-002", "SC-EXP-013", "SC-LOG-008")
def test_a_player_who_sends_nothing_loses_nothing():
    game = chain("1", "2", "3")
    ship(game, "Ada", "1", "Scouts", "DD", "(H)x10 (Ic)x5")
    ship(game, "Ada", "1", "Survey", "DD", "(X)x5 (H)x10 Ic")
    ship(game, "Ada", "1", "Guard", "DD", "K (I)x5")
    orders = "MOVE Scouts 3\nSCAN Survey\nESCORT Guard ON\nDETUNE Guard ON\nCONVOY ON"
    turn = run(game, 4, Ada=orders)
    fleets = {fleet.name: fleet for fleet in turn.game.fleets}

    assert place_of(turn) == "3"
    assert fleets["Survey"].scan.turns == 4
    assert fleets["Guard"].escorts
    assert fleets["Guard"].detuned
    assert turn.game.empire("Ada").convoy
