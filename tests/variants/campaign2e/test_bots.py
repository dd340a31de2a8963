"""Properties of all bots: legal orders in any company, from their view alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from attrs import define, field

import horizons_core as hz
from horizons_core.testing.playing import play
from tests.effort import THOROUGH
from tests.variants.campaign2e.builders import campaign, fleet, variant
from variants.campaign2e.bots.random import RANDOM_ORDERS
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.rules.standings import standings

#: The players, the set-up, and the number of turns.
COMPANIES = {
    "random": (("random",) * 3, "orders", 40),
    "all": (("trader", "random", "trader", "raider"), "automatic", 25 if THOROUGH else 18),
    "from cards": (("trader", "raider", "random"), "orders", 14),
}
SEEDS = (1, 2) if THOROUGH else (1,)


@define
class Chronicle:
    """A record of games: refused orders and orders given."""

    refused: list[tuple[str, str]] = field(factory=list)
    orders: list[str] = field(factory=list)
    games: list[Campaign] = field(factory=list)


@cache
def games(company: str) -> Chronicle:
    """Some games of a company, from all seeds."""
    names, setup, turns = COMPANIES[company]
    chronicle = Chronicle()
    for seed in SEEDS:
        bots = {f"P{number}": variant().bots[name] for number, name in enumerate(names)}
        game = variant().new_game(list(bots), seed=seed, options={"setup": setup})
        for played in play(variant(), game, bots, seed, turns):
            game = played.after.game
            for player, remarks in played.after.diagnostics.items():
                lines = played.orders.get(player, "").splitlines()
                chronicle.orders += lines
                chronicle.refused += [
                    (lines[r.line - 1], r.message) for r in remarks if r.severity == "error"
                ]
        chronicle.games.append(game)
    return chronicle


@pytest.mark.parametrize("company", COMPANIES)
def test_no_order_is_refused(company: str) -> None:
    assert games(company).refused == []


def test_the_random_bot_gives_orders_of_every_kind_that_it_knows() -> None:
    text = "\n".join(games("random").orders)
    # Their subjects have to happen first.
    rare = {"RETURN", "REPAIR", "RECONSTRUCT", "DUMMY", "LAND", "RAID", "NORAID"}
    rare |= {"BOMBARD", "PEACEKEEP", "SWAP"}
    missing = {word for word in RANDOM_ORDERS if f"\n{word} " not in f"\n{text}" and word != "PAIR"}
    assert missing <= rare


def test_a_trader_is_worth_more_than_who_plays_at_random() -> None:
    won = {"P0": 0, "P1": 0, "P2": 0, "P3": 0}
    for game in games("all").games:
        for standing in standings(game):
            won[standing.player] += standing.total
    assert min(won["P0"], won["P2"]) > won["P1"]


def test_a_raider_takes_worlds() -> None:
    for game in games("all").games:
        worlds = [world for world in game.worlds_of("P3") if world.taken_in]
        assert worlds


def test_a_trader_that_chose_its_forces_has_forts_and_supply_ships() -> None:
    for game in games("from cards").games:
        ships = game.ships_of("P0")
        assert any(ship.defence and ship.bound for ship in ships)
        assert any(ship.design.is_supply_ship for ship in ships)


@pytest.mark.parametrize("company", COMPANIES)
def test_nobody_owes_anything_for_long(company: str) -> None:
    for game in games(company).games:
        assert not [ship.name for ship in game.ships if ship.owed]


def in_debt() -> Campaign:
    """Ada has two worlds that trade, no money, and more ships than she can keep; they owe."""
    game = campaign(
        {(7, 7): {"owner": "Ada", "partner": "7,8"}, (7, 8): {"owner": "Ada", "partner": "7,7"}},
        money=0,
    )
    fleet(game, "Ada", (7, 7), "g1", CH=9, FF=3)
    for ship in game.ships:
        ship.owed = 3_000
    return game


@pytest.mark.parametrize("bot", ["random", "trader", "raider"])
def test_who_is_poor_recovers(bot: str) -> None:
    game, bots = in_debt(), {"Ada": variant().bots[bot]}
    for played in play(variant(), game, bots, 1, 8):
        game = played.after.game
    ships = game.ships_of("Ada")
    assert ships
    assert not any(ship.owed for ship in ships)
    assert game.empire("Ada").stock[CREDITS] > 0


def test_a_view_tells_bases_from_other_worlds() -> None:
    worlds = {(7, 7): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}, (7, 9): {}}
    friend = {"allegiance": Allegiance.FRIENDLY, "power": "Ada"}
    lost = {"owner": "Ada", "controlled": "Brin"}
    game = campaign({**worlds, (9, 7): friend, (9, 9): lost})
    game.empire("Ada").visited = ["9,7"]
    bases = {w["id"] for w in variant().view(game, "Ada")["worlds"] if w["base"]}
    assert bases == {"7,7", "9,7"}


def test_a_lane_to_a_world_that_nobody_has_seen_is_not_in_the_view() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 16): {}}, lanes=[((7, 7), (7, 16))])
    fleet(game, "Ada", (7, 7), "g1", FF=1)
    view = variant().view(game, "Ada")
    assert view["lanes"] == []
    assert view["groups"][0]["lanes"] == []


def orders_of(game: Campaign, names: Sequence[str], player: str) -> list[str]:
    view = variant().view(game, player)
    return [variant().bots[name].orders(view, hz.Stream.from_key("bot", 1)) for name in names]


def test_what_is_hidden_changes_no_order() -> None:
    game: Campaign = games("all").games[0]
    names = list(variant().bots)
    before = orders_of(game, names, "P0")
    other = hz.load(hz.dump(game), variant=variant())
    for player in other.empires[1:]:
        player.stock[CREDITS] += 12_345
        player.designs.clear()
        player.navy = ""
    for ship in other.ships:
        if ship.owner != "P0":
            ship.hull_lost, ship.endurance = 1, 0
    for world in other.worlds:
        if world.owner not in ("P0", ""):
            world.partner, world.defences = "", 3
    assert orders_of(other, names, "P0") == before
