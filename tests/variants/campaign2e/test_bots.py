"""Properties of all bots: legal orders in any company, from their view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from attrs import define, field

import horizons_core as hz
from horizons_core.model import Seat
from horizons_core.testing.playing import bot_orders, play
from tests.effort import THOROUGH
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.rules.standings import standings

#: The players, the set-up, and the number of turns.
COMPANIES = {
    "all": (("trader", "random", "trader", "raider"), "automatic", 25 if THOROUGH else 18),
    "from cards": (("trader", "raider", "random"), "orders", 14),
}
SEEDS = (1, 2) if THOROUGH else (1,)


@define
class Chronicle:
    """A record of games: refused orders and orders given, by the name of the bot."""

    refused: dict[str, list[tuple[str, str]]] = field(factory=dict)
    orders: Counter[str] = field(factory=Counter)
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
            for player, diagnostics in played.after.diagnostics.items():
                lines = played.orders.get(player, "").splitlines()
                bot = names[int(player[1:])]
                chronicle.orders[bot] += len(lines)
                chronicle.refused.setdefault(bot, []).extend(
                    (lines[r.line - 1], r.message) for r in diagnostics if r.severity == "error"
                )
        chronicle.games.append(game)
    return chronicle


@pytest.mark.parametrize("company", COMPANIES)
def test_no_order_is_refused_but_for_what_others_do(company: str) -> None:
    refused, orders = games(company).refused, games(company).orders
    assert refused["trader"] == refused["raider"] == []
    assert len(refused["random"]) <= orders["random"] // 50


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
    bots = COMPANIES[company][0]
    for game in games(company).games:
        debtors = {bots[int(ship.owner[1:])] for ship in game.ships if ship.owed}
        assert debtors <= {"random"}


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


@pytest.mark.parametrize("bot", ["trader", "raider"])
def test_who_is_poor_recovers(bot: str) -> None:
    game, bots = in_debt(), {"Ada": variant().bots[bot]}
    for played in play(variant(), game, bots, 1, 8):
        game = played.after.game
    ships = game.ships_of("Ada")
    assert ships
    assert not any(ship.owed for ship in ships)
    assert game.empire("Ada").stock[CREDITS] > 0


@pytest.mark.parametrize("bot", ["random", "trader", "raider"])
def test_a_bot_can_stand_in_for_who_has_equipment_of_their_own(bot: str) -> None:
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}, week=0)
    game.seats = [Seat(id="Uma", role="umpire")]
    propose = "PROPOSE K-GUN LIKE B3/3 MASS 5 POINTS 20"
    game = run(game, Ada=propose, Uma="APPROVE K-GUN").game  # type: ignore[assignment]
    design = "DESIGN Lance TYPE CL MASS 60 HULL 15 ARMOUR 0 THRUST 4 FTL WITH K-GUN, FC\n"
    turn = run(game, Ada=f"{design}LAY KEEL First Lance AT 7,5")
    assert remarks(turn, "Ada") == []
    game = run(turn.game, 3).game  # type: ignore[arg-type, assignment]
    assert "Lance" in {ship.design.name for ship in game.ships}
    text = orders_of(game, [bot], "Ada")[0]
    assert [r for r in run(game, Ada=text).diagnostics["Ada"] if r.severity == "error"] == []


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
    bots = variant().bots
    return [bot_orders(variant(), game, {player: bots[name]}, 1)[player] for name in names]


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
