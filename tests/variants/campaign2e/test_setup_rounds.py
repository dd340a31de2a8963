"""The set-up in rounds of orders, and by the program alone."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, remarks, run, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign
from variants.campaign2e.model.places import distance
from variants.campaign2e.rules.starting_forces import weekly_income
from variants.campaign2e.setup.cards import hex_of

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def codes(turn: hz.Turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


@pytest.fixture
def rounds() -> Campaign:
    """A campaign before round 1, with cards dealt."""
    game: Campaign = variant().new_game(["Ada", "Brin"], seed=3, options={"setup": "orders"})
    return game


def cards(game: Campaign, suits: str, player: str = "Ada") -> list[str]:
    return [card for card in game.empire(player).hand if card[-1] in suits]


@pytest.mark.rule("C2E-1.3-10", "C2E-1.3-11", "C2E-1.4-01", "C2E-4.1-02", "C2E-4.2-01")
def test_the_program_carries_out_the_whole_setup() -> None:
    game = variant().new_game(["Ada", "Brin", "Cleo", "Dag"], seed=3)
    assert (game.round, game.week) == (0, 0)
    assert variant().hook.horizons_invariants(game=game, variant=variant()) == [[]]
    for player in game.empires:
        assert player.hand == []
        assert len(game.worlds_of(player.id)) >= 5
        assert any(world.partner for world in game.worlds_of(player.id))
        assert game.ships_of(player.id)
        bought = sum(ship.design.points / (1 + ship.bound) for ship in game.ships_of(player.id))
        income = weekly_income(game, player.id, variant().economy)
        assert player.stock[CREDITS] == variant().economy.starting_capital(income) - 100 * bought
    assert run(game).game.week == 1


@pytest.mark.rule("C2E-4.3-01", "C2E-4.1-02")
def test_what_the_default_forces_leave_of_the_capital_is_the_treasury(rounds) -> None:
    game = run(run(rounds).game).game
    before = {player.id: player.stock[CREDITS] for player in game.empires}
    turn = run(game)
    for player in turn.game.empires:
        ships = turn.game.ships_of(player.id)
        spent = sum(ship.design.points / (1 + ship.bound) for ship in ships)
        assert ships
        assert player.stock[CREDITS] == before[player.id] - 100 * spent
        lines = list(turn.ledger.of(player.id))
        assert {line.rules for line in lines} == {("C2E-4.1-02",)}
        assert sum(line.amount for line in lines) == -100 * spent
        assert not player.commissioning


@pytest.mark.rule("C2E-1.3-10")
@pytest.mark.parametrize("seed", range(4))
def test_the_richest_start_is_worth_at_most_twice_the_poorest(seed) -> None:
    names = [f"Player {number}" for number in range(8)]
    game = variant().new_game(names, seed=seed)
    incomes = [weekly_income(game, name, variant().economy) for name in names]
    assert max(incomes) <= 2 * min(incomes)


@pytest.mark.rule("C2E-1.2-05")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.2-05"), ids=str)
def test_a_campaign_begins_with_two_to_twelve_players(example) -> None:
    names = [f"Player {number}" for number in range(example.given["players"])]
    try:
        game = variant().new_game(names, seed=1, options={"setup": "orders"})
    except OptionError:
        game = None
    assert (game is not None) == example.expect["created"]


@pytest.mark.rule("C2E-1.3-11", "C2E-16.3-01", "C2E-1.5-01")
def test_three_rounds_come_before_week_1(rounds) -> None:
    stages = []
    for _ in range(4):
        stages.append((rounds.round, rounds.week))
        rounds = run(rounds).game
    assert stages == [(1, 0), (2, 0), (3, 0), (0, 0)]
    assert (rounds.round, rounds.week) == (0, 1)
    assert all(player.capital for player in rounds.empires)


@pytest.mark.rule("C2E-1.3-10", "C2E-1.3-11")
def test_silent_players_get_the_defaults_of_every_round(rounds) -> None:
    worlds = run(rounds)
    assert all(len(worlds.game.worlds_of(name)) >= 5 for name in ("Ada", "Brin"))
    assert {event.code for event in worlds.events} <= {"world.claimed", "world.given"}
    agreements = run(worlds.game)
    for player in agreements.game.empires:
        income = weekly_income(agreements.game, player.id, variant().economy)
        assert player.stock[CREDITS] == variant().economy.starting_capital(income)
        assert player.commissioning
    forces = run(agreements.game)
    assert all(forces.game.ships_of(name) for name in ("Ada", "Brin"))
    assert forces.game.groups[0].number == 0
    assert variant().hook.horizons_invariants(game=forces.game, variant=variant()) == [[]]


@pytest.mark.rule("C2E-1.3-03", "C2E-1.3-11")
def test_pairs_are_played_in_the_order_given(rounds) -> None:
    places = {world.at for world in rounds.worlds}
    exact = [
        (red, black)
        for red in cards(rounds, "HD")
        for black in cards(rounds, "SC")
        if hex_of(red, black) in places
    ]
    red, black = exact[0]
    x, y = hex_of(red, black)
    turn = run(rounds, Ada=f"CLAIM {x},{y} WITH {red} {black}")
    assert codes(turn) == []
    first = next(e for e in turn.events if e.data["player"] == "Ada")
    assert (first.place, first.data["red"], first.data["black"]) == (f"{x},{y}", red, black)
    assert turn.game.empire("Ada").capital == f"{x},{y}"


@pytest.mark.rule("C2E-1.3-03", "C2E-1.3-04")
def test_bad_pairs_and_claims_are_refused(rounds) -> None:
    (red, other), (black, more) = cards(rounds, "HD")[:2], cards(rounds, "SC")[:2]
    world = rounds.worlds[0].id
    empty = next(
        f"{x},{y}" for x in range(1, 14) for y in range(1, 14) if rounds.world_at((x, y)) is None
    )
    foreign = cards(rounds, "HD", "Brin")[0]
    orders = {
        f"PAIR {red} {black}": "",
        f"PAIR {red} {other}": "same-colour",
        f"PAIR {red} {more}": "card-used",
        f"PAIR {foreign} {more}": "not-in-hand",
        "PAIR 7X KS": "bad-argument",
        f"CLAIM {world}": "missing-card",
        f"CLAIM {empty} WITH {other} {more}": "no-system",
        f"CLAIM {world} WITH {red} {black}": "claim-missed",
        f"CLAIM {world} WITH {other} {black}": "card-used",
    }
    turn = run(rounds, Ada="\n".join(orders))
    assert codes(turn) == [code for code in orders.values() if code]


@pytest.mark.rule("C2E-1.3-04", "C2E-1.3-11")
def test_a_claim_that_is_not_met_is_answered(rounds) -> None:
    (red, other), (black, more) = cards(rounds, "HD")[:2], cards(rounds, "SC")[:2]
    place, other_place = hex_of(red, black), hex_of(other, more)
    far = max(
        rounds.worlds, key=lambda x: min(distance(x.at, at) for at in (place, other_place))
    ).id
    lines = [f"CLAIM {far} WITH {red} {black}", f"CLAIM {far} WITH {other} {more}"]
    turn = run(rounds, Ada="\n".join([*lines, lines[0]]))
    first, second, third = turn.diagnostics["Ada"]
    assert (first.code, first.line) == ("ordered-twice", 1)
    assert [event.code for event in (second, third)] == ["claim-missed"] * 2
    places = [e.place for e in turn.events if e.data["player"] == "Ada" and "red" in e.data]
    assert f"{other} and {more} could not claim {far}: they take" in second.message
    assert second.message.split()[-1] in places


@pytest.mark.rule("C2E-1.3-03")
@pytest.mark.parametrize(
    ("hand", "left"), [(["7H", "KS", "8D", "QC"], "8D, QC"), (["7H", "KS"], "none")]
)
def test_who_plays_a_card_twice_is_told_which_are_left(hand: list[str], left: str) -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, setup="orders")
    game.round, game.week = 1, 0
    game.empire("Ada").hand = hand
    (remark,) = variant().check_orders(game, "Ada", "PAIR 7H KS\nPAIR 7H KS")
    assert (remark.code, remark.hint) == ("card-used", f"cards left: {left}")


@pytest.mark.rule("C2E-1.3-11")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-11")[:2], ids=str)
def test_each_round_has_its_orders(example) -> None:
    game = campaign({(7, 5): ADA, (7, 6): ADA, (9, 9): BRIN}, setup="orders")
    game.round, game.week = example.given["round"], 0
    order = {"COMMISSION": "COMMISSION Argent AT 7,5", "TRADE A WITH B": "TRADE 7,5 WITH 7,6"}
    turn = run(game, Ada=order[example.given["order"]])
    assert (codes(turn) == []) == example.expect["legal"]
    assert set(codes(turn)) <= {"wrong-round"}


@pytest.mark.rule("C2E-1.3-11")
def test_orders_of_weeks_and_of_other_rounds_are_told_where_they_belong() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, setup="orders")
    game.round, game.week = 2, 0
    turn = run(game, Ada="BUY Heron AT 7,5\nSPARE FC 1 AT 7,5\nPAIR 7H KS\nNAME 7,5 Home")
    assert codes(turn) == ["wrong-round"] * 4
    hints = [remark.hint for remark in turn.diagnostics["Ada"]]
    assert hints == [
        "give it in the weeks after that",
        "give it in round 3, forces",
        "give it in round 1, worlds",
        "give it in the weeks after that",
    ]


@pytest.mark.rule("C2E-1.3-11", "C2E-4.2-01", "C2E-10.1-03")
def test_capital_counts_the_trades_agreed_and_defaults_only_for_who_ordered_none() -> None:
    worlds = {(7, y): ADA for y in range(5, 9)} | {(9, y): BRIN for y in range(5, 9)}
    game = campaign(worlds, setup="orders", money=0)
    game.round, game.week = 2, 0
    after = run(game, Ada="TRADE 7,5 WITH 7,6").game
    assert after.empire("Ada").stock[CREDITS] == 100 * 50 * (12 + 12 + 6 + 6)
    assert after.empire("Brin").stock[CREDITS] == 100 * 50 * 48


@pytest.mark.rule("C2E-16.3-01")
def test_the_capital_is_named_before_play() -> None:
    game = campaign({(7, 5): ADA, (7, 6): ADA, (9, 9): BRIN}, week=0)
    first = run(game, Ada="CAPITAL 7,6").game
    assert first.empire("Ada").capital == "7,6"
    late = run(first, Ada="CAPITAL 7,5")
    assert (codes(late), late.game.empire("Ada").capital) == (["play-has-begun"], "7,6")
    first.world("7,6").owner = "Brin"
    assert run(first).game.empire("Ada").capital == "7,6"
    assert codes(run(game, Ada="CAPITAL 9,9")) == ["not-your-world"]


@pytest.mark.rule("C2E-13.1-03", "C2E-13.1-04", "C2E-13.1-05")
def test_one_navy_of_the_list_is_allied_before_play() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, week=0)
    turn = run(game, Ada='ALLY NAVY "northern line"\nALLY NAVY "Free Ports"\nALLY NAVY Savasku')
    assert turn.game.empire("Ada").navy == "Northern Line"
    assert codes(turn) == ["already-allied", "unknown-navy"]
    assert codes(run(turn.game, Ada='ALLY NAVY "Northern Line"')) == ["play-has-begun"]


@pytest.mark.rule("C2E-13.1-03")
def test_the_starting_fleet_gets_no_discount() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, setup="orders")
    game.round, game.week = 3, 0
    game.empire("Ada").navy, game.empire("Ada").commissioning = "Northern Line", True
    turn = run(game, Ada="COMMISSION Argent AT 7,5")
    assert next(line.amount for line in turn.ledger.of("Ada")) == -30200


@pytest.mark.rule("C2E-1.3-03", "C2E-15.3-02")
def test_nobody_sees_the_cards_of_others(rounds) -> None:
    view = variant().view(rounds, "Ada")
    assert view["cards"] == rounds.empire("Ada").hand
    known = hz.dump(variant().known(rounds, "Ada"))
    assert [len(player.get("hand") or []) for player in known["empires"]] == [12, 0]
