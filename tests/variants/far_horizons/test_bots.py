"""The bots: legal orders in any company, from their view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

import horizons_core as hz
from tests.effort import THOROUGH
from tests.games import bot_orders
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model.transactions import MishapFate, TransactionKind, transaction

VARIANT = hz.load_variant("far_horizons")
COMPANIES = {
    "settlers": ("settler",) * 20,
    "both": ("settler", "settler", "settler", "auto") * 5,
}


def played(bots: Sequence[str], turns: int, seed: int, **options: object) -> Iterator[hz.Turn]:
    """A game among these bots, turn by turn."""
    seats = {f"P{number}": bot for number, bot in enumerate(bots)}
    game = VARIANT.new_game(list(seats), seed=seed, options={"last_turn": 0, **options})
    for _ in range(turns):
        turn = hz.run_turn(game, bot_orders(game, seats, "bots", seed))
        yield turn
        game = turn.game


def rejected(turn: hz.Turn) -> list[str]:
    """The remarks on orders that were refused."""
    return [
        str(r) for remarks in turn.diagnostics.values() for r in remarks if r.severity == "error"
    ]


@pytest.mark.parametrize(
    ("company", "turns"),
    [
        ("both", 10),
        *(pytest.param(company, 40, marks=pytest.mark.slow) for company in COMPANIES),
    ],
)
def test_no_order_is_rejected_among_20_species(company, turns):
    for turn in played(COMPANIES[company], turns, seed=1):
        assert rejected(turn) == []
        assert VARIANT.invariants(turn.game) == []


@pytest.mark.slow
def test_settlers_settle_meet_befriend_and_teach():
    *_, turn = played(("settler",) * 6, 40, seed=3)
    for species in turn.game.empires:
        grown = [colony for colony in species.living_colonies() if colony.base >= 500]
        assert len(grown) >= 4
        assert species.level("LS") > 20
        assert species.allies
        assert any(tech.knowledge > tech.level for tech in species.techs.values())


def test_auto_sends_transports_back_and_forth():
    """AUTO alone keeps an existing colony growing (FH-AUTO-002)."""
    game = VARIANT.new_game(["Ada", "Brin"], seed=5, options={"last_turn": 0})
    ada = game.empire("Ada")
    home = ada.home_colony
    stars = sorted(game.stars, key=lambda s: distance_squared(s.sector, home.place.sector))
    x, y, z = next(star.sector for star in stars[1:] if not star.home_system)
    state = {
        "species": {
            "Ada": {
                "techs": {"LS": 99, "GV": 90},
                "planets": {"Second": {"at": f"{x} {y} {z} #1", "mining_base": 3.0,
                                       "manufacturing_base": 2.0}},
                "ships": {"TR5 Ark": {"at": "Second", "cargo": {"CU": 20, "IU": 10, "AU": 10},
                                      "loaded_at": home.name, "unloading_at": "Second"}},
            }
        }
    }  # fmt: skip
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    bot = VARIANT.bots["auto"]
    bases, places = [], set()
    for number in range(8):
        orders = {
            name: bot.orders(VARIANT.view(game, name), hz.Stream.from_key("auto", name, number))
            for name in ("Ada", "Brin")
        }
        turn = hz.run_turn(game, orders)
        assert rejected(turn) == []
        game = turn.game
        bases.append(game.empire("Ada").colonies[1].base)
        places.add(next(game.empire("Ada").living_ships()).place.sector)
    assert bases[0] == 50 + 20
    assert bases[-1] > 100
    assert places == {home.place.sector, (x, y, z)}


def test_an_order_for_a_ship_that_was_lost_this_turn_is_no_mistake():
    game = game_with()
    game.transactions.append(
        transaction(
            TransactionKind.MISHAP, owner=1, fate=MishapFate.SELF_DESTRUCTED, ship="TR1 Scout"
        )
    )
    result = step("post-arrival", game, {"Human": "Scan TR1 Scout\nScan TR1 Nobody"})

    assert result.codes("Human") == ["ship-lost", "unknown-ship"]
    assert result.log("Human").count("!!! Order ignored:") == 2


def test_what_was_lost_is_no_secret_to_others():
    game = game_with()
    game.transactions.append(
        transaction(
            TransactionKind.MISHAP, owner=2, fate=MishapFate.SELF_DESTRUCTED, ship="TR1 Scout"
        )
    )
    result = step("post-arrival", game, {"Human": "Scan TR1 Scout"})

    assert result.codes("Human") == ["unknown-ship"]


@pytest.mark.parametrize("bot", ["settler", "raider"])
@pytest.mark.parametrize("seed", range(1, 9) if THOROUGH else (1, 2))
def test_a_stand_in_sends_no_colonists_where_they_die(bot, seed):
    """The player has named every planet of the home system, most of which are deadly."""
    seats = {"Ada": bot, "Brin": "auto"}
    game = VARIANT.new_game(list(seats), seed=seed, options={"last_turn": 0})
    x, y, z = game.empire("Ada").home_colony.place.sector
    names = [f"Name {x} {y} {z} {orbit} PL Rock {orbit}" for orbit in range(1, 10)]
    game = hz.run_turn(game, {"Ada": "\n".join(["START PRE-DEPARTURE", *names, "END"])}).game
    for _ in range(8):
        orders = bot_orders(game, seats, "stand-in", seed)
        events = VARIANT.forecast(game, "Ada", orders["Ada"])["forecast"]["events"]
        assert not [event["text"] for event in events if event["code"] == "colony-destroyed"]
        game = hz.run_turn(game, orders).game
