"""The admiral in whole games, and under other rules."""

from __future__ import annotations

import functools

import attrs
import pytest

from horizons_core.plugins import Variant, read_data_mod
from horizons_core.testing.playing import PlayedTurn, play
from tests.variants.event_horizon.table import VARIANT
from variants import event_horizon
from variants.event_horizon.battle.fleets import battle_of_ships
from variants.event_horizon.model import place_of


@functools.cache
def whole_game() -> tuple[PlayedTurn, ...]:
    """A game of the admiral (P1) against the greedy bot (P2)."""
    game = VARIANT.new_game(["P1", "P2"], seed=5)
    bots = {"P1": VARIANT.bots["admiral"], "P2": VARIANT.bots["greedy"]}
    return tuple(play(VARIANT, game, bots, 5, 60))


@pytest.mark.slow
def test_it_ends_a_game_and_none_of_its_orders_is_rejected():
    outcome = whole_game()[-1].after.game.outcome

    assert (outcome.winners, outcome.reason) == (("P1",), "the last empire with ships")
    assert not any(turn.after.diagnostics["P1"] for turn in whole_game())


def test_it_builds_ships_of_all_its_hull():
    for turn in whole_game()[6:16]:
        lines = turn.orders["P1"].splitlines()
        built = [line.split() for line in lines if line.startswith("BUILD")]
        spent = sum(int(count) * int(hull) for _, count, hull, *_ in built)
        stock = turn.before.empire("P1").stock["hull"]
        assert spent >= 0.8 * stock


def test_it_enters_no_sector_whose_enemies_would_win():
    """Battles against the sighted ships, fought to the end by the rules."""
    chances = [
        chance_to_beat(coming, [s for s in ships if s.owner == "P2"])
        for turn in whole_game()
        for ships, coming in attacks(turn)
    ]

    assert len(chances) >= 10
    assert sum(chances) >= 0.9 * len(chances)
    assert sum(chance < 0.5 for chance in chances) <= 0.1 * len(chances)  # it knows sizes alone


def attacks(turn):
    """The ships in each sector with armed enemies in view, and P1's that will be there."""
    steps = dict(x.split()[1:] for x in turn.orders["P1"].splitlines() if x.startswith("MOVE"))
    grid, contacts = turn.before.grid, VARIANT.view(turn.before, "P1")["contacts"]

    def end(ship):
        step = steps.get(str(ship.number))
        return grid.step(ship.at, step) if step else ship.at

    for sector in sorted({c["sector"] for c in contacts if c["status"] != "unarmed"}):
        ships = [s for s in turn.before.ships if s.at == place_of(sector)]
        coming = [s for s in turn.before.ships_of("P1") if s.weapons and end(s) == place_of(sector)]
        if any(s not in ships for s in coming):
            yield ships, coming


def chance_to_beat(ours, theirs):
    """The probability of winning a battle to the end."""
    ships = [*ours, *theirs]
    visible = [True] * len(ships)
    battle = battle_of_ships(["P1", "P2"], ships, visible, visible)
    battle = attrs.evolve(battle, turns=100, charge=True)
    return VARIANT.combat.simulate(battle, 20, "odds").wins(0) / 20


@pytest.mark.parametrize("text", ["hexes = 2", "hull_divisor = 1000000", "home_value = 0"])
def test_it_plays_by_other_economies(text):
    plate = '[mod]\nname = "house"\nvariant = "event_horizon"\n'
    mod = read_data_mod(f"{plate}[economy]\n{text}\n", "house.toml")
    variant = Variant(event_horizon, [mod])
    game = variant.new_game(["Ada", "Brin"], seed=3, options={"side": 7, "turn_limit": 8})
    bots = dict.fromkeys(("Ada", "Brin"), variant.bots["admiral"])

    for turn in play(variant, game, bots, 1, 8):
        assert not any(turn.after.diagnostics.values())
