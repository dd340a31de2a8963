"""Properties of all bots: legal orders in any company, from their view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from attrs import define, field

import horizons_core as hz
from horizons_core.testing.playing import bot_orders
from tests.effort import THOROUGH
from variants.galaxy_g.model import Techs

VARIANT = hz.load_variant("galaxy_g")

#: The players, and the number of turns.
COMPANIES = {
    "random": (("random",) * 6, 60 if THOROUGH else 20),
    "all": (("conqueror", "random", "expander", "settler") * 2, 40 if THOROUGH else 30),
}
#: Orders with words of the player's own, and the password.
OWN_WORDS = {"Q", "Y", "Z", "@"}


def played(
    bots: Sequence[str], turns: int, seed: int = 1
) -> Iterator[tuple[hz.Turn, dict[str, str]]]:
    """A game among these bots, turn by turn, with the orders that led to each."""
    bots_of = {f"P{number}": VARIANT.bots[bot] for number, bot in enumerate(bots)}
    game = VARIANT.new_game(list(bots_of), seed=seed, options={"diameter": 80})
    for _ in range(turns):
        orders = bot_orders(VARIANT, game, bots_of, seed)
        turn = hz.run_turn(game, orders)
        yield turn, orders
        game = turn.game


def rejected(turn: hz.Turn, orders: dict[str, str]) -> list[tuple[str, str, str]]:
    """The orders that were refused, with the player and the reason."""
    return [
        (name, orders[name].splitlines()[remark.line - 1], remark.message)
        for name, remarks in turn.diagnostics.items()
        for remark in remarks
        if remark.severity == "error"
    ]


@define
class Chronicle:
    """A record of a game: refused orders, letters of the orders given, codes of events."""

    rejected: list[tuple[str, str, str]] = field(factory=list)
    letters: set[str] = field(factory=set)
    events: set[str] = field(factory=set)


@cache
def long_game(company: str) -> Chronicle:
    chronicle = Chronicle()
    for turn, orders in played(*COMPANIES[company]):
        chronicle.rejected += rejected(turn, orders)
        chronicle.letters |= {line[0] for t in orders.values() for line in t.splitlines() if line}
        chronicle.events |= {event.code for event in turn.events}
    return chronicle


@pytest.mark.parametrize("company", COMPANIES)
def test_no_order_is_rejected_in_a_long_game_of_many(company):
    assert long_game(company).rejected == []


def test_a_check_before_the_turn_finds_no_fault_in_their_orders():
    for turn, _ in played(["random", "conqueror"], 20):
        bots = {"P0": VARIANT.bots["random"], "P1": VARIANT.bots["conqueror"]}
        for name, text in bot_orders(VARIANT, turn.game, bots, "check").items():
            assert [
                d for d in VARIANT.check_orders(turn.game, name, text) if d.severity == "error"
            ] == []


def test_no_bot_leaves_the_game_or_writes_in_its_own_words():
    assert not OWN_WORDS & set().union(*(long_game(company).letters for company in COMPANIES))


def test_long_games_have_battles_landings_upgrades_and_renamed_planets():
    events = set().union(*(long_game(company).events for company in COMPANIES))

    assert {
        "battle.fought",
        "planet.bombed",
        "landing.repelled",
        "planet.colonized",
        "group.upgraded",
        "group.scrapped",
        "route.departed",
        "race.renamed",
        "planet.renamed",
    } <= events


@pytest.mark.parametrize("bot", VARIANT.bots)
def test_bots_know_nothing_but_their_view(bot):
    *_, (turn, _) = played([bot, "random"], 12)
    other = hz.load(hz.dump(turn.game))
    other.secret = "0" * 64
    other.empire("P1").techs = Techs(drive=1.0, weapons=50.0, shields=1.0, cargo=1.0)
    other.planet(other.empire("P1").home).capital = 999.0

    mine, same = (
        VARIANT.bots[bot].orders(VARIANT.view(game, "P0"), hz.Stream.from_key("one"))
        for game in (turn.game, other)
    )

    assert mine == same


@pytest.mark.parametrize("bot", VARIANT.bots)
def test_a_race_without_planets_or_ships_gives_its_bot_nothing_to_trip_over(bot):
    game = VARIANT.new_game(["P0", "P1"], seed=1)
    home = game.planet(game.empire("P0").home)
    home.owner, home.population, home.industry = "", 0.0, 0.0
    game.empire("P0").groups.clear()

    text = VARIANT.bots[bot].orders(VARIANT.view(game, "P0"), hz.Stream.from_key("one"))

    turn = hz.run_turn(game, {"P0": text})
    assert rejected(turn, {"P0": text}) == []
