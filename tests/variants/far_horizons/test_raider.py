"""The raider: wars without a refused order, its decisions, and the victims of surprise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import horizons_core as hz
from tests.games import bot_orders
from tests.variants.far_horizons.battlefields import FIELD, battlefield
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model import Game
from variants.far_horizons.rules.knowledge import record_knowledge

VARIANT = hz.load_variant("far_horizons")
MIXES = {
    1: ("raider", "settler") * 6,
    2: ("raider", "raider", "settler") * 4,
    3: ("raider", "settler", "auto") * 4,
}
ENEMIES = {"Human": {"met": ["Klingon"], "enemies": ["Klingon"], "techs": {"ML": 10, "LS": 10}},
           "Klingon": {"met": ["Human"], "enemies": ["Human"]}}  # fmt: skip


def orders_of(game: Game, player: str, bot: str = "raider") -> str:
    """The orders of a bot in this situation, after the sightings of all species."""
    record_knowledge(game, game.turn)
    return VARIANT.bots[bot].orders(VARIANT.view(game, player), hz.Stream(1))


def section(orders: str, name: str) -> list[str]:
    """The orders of one section."""
    _, _, rest = orders.partition(f"START {name}\n")
    return [line.strip() for line in rest.partition("END")[0].splitlines()]


def facing(ours: Mapping[str, Any], theirs: Mapping[str, Any], **facts: Any) -> Game:
    """Human and Klingon warships in the same sector, at war."""
    species = {name: {**ENEMIES[name], **facts.get(name, {})} for name in ENEMIES}
    return battlefield({"Human": ours, "Klingon": theirs}, players=tuple(ENEMIES), **species)


def turn_of(game: Game, orders: Mapping[str, str]) -> hz.Turn:
    """A whole turn of such a small game."""
    game.secret = "5" * 64
    return hz.run_turn(game, orders)


def errors(turn: hz.Turn) -> list[str]:
    """The remarks on orders that were refused."""
    return [
        str(r) for remarks in turn.diagnostics.values() for r in remarks if r.severity == "error"
    ]


@pytest.mark.parametrize(
    ("seed", "turns"),
    [(2, 20), *(pytest.param(seed, 40, marks=pytest.mark.slow) for seed in MIXES)],
)
def test_a_war_among_12_species_without_a_rejected_order(seed, turns):
    seats = {f"P{number}": bot for number, bot in enumerate(MIXES[seed])}
    game = VARIANT.new_game(list(seats), seed=seed, options={"last_turn": 0})
    counts: Counter[str] = Counter()
    for _ in range(turns):
        turn = hz.run_turn(game, bot_orders(game, seats, "bots", seed))
        assert errors(turn) == []
        counts.update(event.code for event in turn.events)
        game = turn.game
    assert VARIANT.invariants(game) == []
    for code in (
        "ship-destroyed-in-battle", "ship-withdrew", "ship-upgraded", "defenses-gone",
        "planet-bombarded", "siege-begun", "siege-loss", "enmity-declared",
    ):  # fmt: skip
        assert counts[code] >= turns // 10, (code, counts)


# combat


def test_it_attacks_bombs_besieges_and_names_a_haven_where_the_odds_are_good():
    planets = {"Rest": {"at": f"{FIELD} #1", "mining_base": 5.0}}
    ships = {"CT Foe": {"at": f"{FIELD} #2"}}
    game = facing({"DD One": {}, "DD Two": {}}, ships, Klingon={"planets": planets})
    orders = orders_of(game, "Human")

    assert section(orders, "COMBAT") == [
        f"Battle {FIELD}", "Summary", "Attack SP Klingon",
        "Engage 3", "Engage 4 2", "Engage 5 1", "Engage 7 1", "Withdraw 0 30 100", "Haven 10 10 10",
    ]  # fmt: skip
    assert section(orders, "JUMPS") == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [({"CT One": {}}, {"DD Foe": {}}),
     ({"DD One": {}}, {"DD Foe": {}}),
     ({"DD One": {"age": 14}}, {"CT Foe": {}})],
    ids=["weaker", "equal", "worn"],
)  # fmt: skip
def test_it_leaves_where_the_odds_are_bad_or_its_ships_are_worn(ours, theirs):
    orders = orders_of(facing(ours, theirs, Human={"techs": {"ML": 10, "LS": 10, "GV": 50}}),
                       "Human")  # fmt: skip
    ship = next(iter(ours))

    assert section(orders, "COMBAT") == []
    assert section(orders, "JUMPS") == [f"Jump {ship}, 10 10 10"]


def test_it_attacks_nobody_whom_it_has_not_declared_an_enemy():
    game = facing({"DD One": {}, "DD Two": {}}, {"CT Foe": {}}, Human={"enemies": []})

    assert section(orders_of(game, "Human"), "COMBAT") == []


def test_at_home_it_fights_at_fair_odds_and_nobody_leaves():
    home = {"at": "10 10 10"}
    game = facing({"DD One": home}, {"DD Foe": home})
    combat = section(orders_of(game, "Human"), "COMBAT")

    assert combat == ["Battle 10 10 10", "Summary", "Attack SP Klingon", "Engage 3"]


# diplomacy


def test_it_declares_war_on_the_nearest_species_that_it_met_and_saw():
    game = game_with({"species": {
        "Human": {"met": ["Klingon", "Romulan", "Vulcan"],
                  "ships": {"TR1 Spy": {"at": "15 10 10"}, "TR1 Eye": {"at": "20 10 10"},
                            "TR1 Ear": {"at": "25 10 10"}}},
    }}, ("Human", "Klingon", "Romulan", "Vulcan"))  # fmt: skip
    before = section(orders_of(game, "Human"), "PRE-DEPARTURE")

    assert [order for order in before if order.startswith("Enemy")] == [
        "Enemy SP Klingon", "Enemy SP Romulan",
    ]  # fmt: skip


def test_it_declares_war_on_whoever_comes_with_warships():
    game = game_with({"species": {
        "Human": {"met": ["Klingon"], "enemies": []},
        "Klingon": {"met": ["Human"], "ships": {"ES Guest": {"at": "10 10 10"}}},
    }})  # fmt: skip

    assert "Enemy SP Klingon" in section(orders_of(game, "Human"), "PRE-DEPARTURE")


# production


def test_in_danger_nothing_is_spent_that_bombs_or_a_siege_could_take():
    game = game_with({"species": {
        "Human": {"met": ["Klingon"], "treasury": 100},
        "Klingon": {"met": ["Human"], "ships": {"ES Guest": {"at": "10 10 10"}}},
    }})  # fmt: skip
    making = section(orders_of(game, "Human", "settler"), "PRODUCTION")

    assert making[0] == "Production PL Earth"
    assert [order.split()[:2] for order in making[1:]] == [["Research", "0"]]


def test_old_ships_at_home_are_made_young():
    game = facing({"DD One": {"at": "10 10 10", "age": 12}}, {},
                  Human={"treasury": 2000})  # fmt: skip

    assert "Upgrade DD One, 450" in section(orders_of(game, "Human"), "PRODUCTION")


def test_ships_at_home_get_units_for_repairs_then_a_gun_then_a_shield():
    levels = {"MA": 30, "ML": 10, "LS": 10, "GV": 4}
    ships = {
        "FF Bare": {"at": "10 10 10"},
        "FF Ready": {"at": "10 10 10", "cargo": {"DR": 2}},
        "DD Armed": {"at": "10 10 10", "cargo": {"DR": 2, "GU1": 1}},
        "ES Away": {"at": "9 9 9"},
    }
    game = facing(ships, {}, Human={"techs": levels, "treasury": 3000})
    making = section(orders_of(game, "Human"), "PRODUCTION")

    assert [order for order in making if "," in order] == [
        "Build 2 DR, FF Bare", "Build 1 GU1, FF Ready", "Build 1 SG1, DD Armed",
    ]  # fmt: skip


def test_an_old_fleet_abroad_is_repaired_with_what_it_carries():
    game = facing({"FF One": {"age": 6, "cargo": {"DR": 2}}, "FF Two": {"age": 3}}, {})

    assert f"Repair {FIELD}" in section(orders_of(game, "Human"), "PRE-DEPARTURE")


def test_ships_at_home_are_not_repaired_but_made_young():
    game = facing({"FF One": {"at": "10 10 10", "age": 6, "cargo": {"DR": 2}}}, {})

    before = section(orders_of(game, "Human"), "PRE-DEPARTURE")

    assert not [order for order in before if order.startswith("Repair")]


# effects of battles on other orders


def test_an_order_for_a_ship_that_fell_in_battle_is_no_mistake_and_means_no_other_ship():
    game = facing({"BR One": {}, "BR Two": {}}, {"TR1 Scout 2": {}, "TR1 Scout 3": {"at": "9 9 9"}})
    turn = turn_of(game, {
        "Human": f"START COMBAT\nBattle {FIELD}\nAttack SP Klingon\nEngage 3\nEND",
        "Klingon": "START JUMPS\nJump TR1 Scout 2, 15 10 10\nEND",
    })  # fmt: skip

    assert [remark.code for remark in turn.diagnostics["Klingon"]] == ["ship-lost"]
    (left,) = turn.game.empire("Klingon").living_ships()
    assert left.place.sector == (9, 9, 9)


def test_an_order_in_favour_of_a_traitor_is_no_mistake():
    game = battlefield(
        {"Human": {"BR One": {}}, "Klingon": {"TR1 Scout": {}}}, players=("Human", "Klingon"),
        Human={"met": ["Klingon"]}, Klingon={"met": ["Human"], "allies": ["Human"]},
    )  # fmt: skip
    turn = turn_of(game, {
        "Human": f"START COMBAT\nBattle {FIELD}\nAttack SP Klingon\nEngage 3\nEND",
        "Klingon": "START POST-ARRIVAL\nTeach MI SP Human\nEND",
    })  # fmt: skip

    assert [remark.code for remark in turn.diagnostics["Klingon"]] == ["betrayed"]
