"""Choosing worlds with cards: claims in turn, permitted claims of a pair, leftovers."""

from __future__ import annotations

import pytest

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import World, place_id
from variants.campaign2e.rules.setup_rounds import default_setup, new_map_and_hands, select_worlds
from variants.campaign2e.setup.cards import RANKS, CardPlay, Selection, combined

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
OPTIONS = {"income": 1.0}


def world(at, owner="", points=6) -> World:
    return World(id=place_id(tuple(at)), at=tuple(at), full=points, points=points, owner=owner)


def pair(at) -> tuple[str, str]:
    column, row = at
    return f"{RANKS[row - 1]}H", f"{RANKS[column - 1]}S"


def selection(*worlds: World, **more) -> Selection:
    return Selection(sorted(worlds, key=lambda x: x.at), ["A", "B"], {"A": [], "B": []}, **more)


def options(of: Selection, at, player="A") -> list[tuple[int, int]]:
    return [option.at for option in of.options(player, pair(at))]


@pytest.mark.rule("C2E-1.3-04")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-04"), ids=str)
def test_players_play_one_pair_each_in_turn(example) -> None:
    grid = [world((x, y)) for x in range(1, 14) for y in range(1, 14)]
    hexes = iter([(3 * n, 3 * m) for n in range(1, 5) for m in range(1, 5)])
    plays = {
        player: [CardPlay(pair(next(hexes))) for _ in range(count)]
        for player, count in example.given["pairs"].items()
    }
    of = Selection(grid, example.given["order"], plays)
    of.play_pairs()
    assert [claim.player for claim in of.claims] == example.expect["sequence"]


@pytest.mark.rule("C2E-1.3-05", "C2E-1.3-06")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-05", "C2E-1.3-06"), ids=str)
def test_two_exact_pairs_then_what_is_adjacent(example) -> None:
    inputs = example.given
    hexes = {tuple(inputs["pair_hex"]), tuple(inputs["claimed"])}
    of = selection(*map(world, hexes), played={"A": inputs["pair_number"] - 1})
    allowed = options(of, inputs["pair_hex"])
    assert (tuple(inputs["claimed"]) in allowed) == example.expect["legal"]


@pytest.mark.rule("C2E-1.3-05")
def test_without_an_exact_pair_the_nearest_free_system_is_claimed() -> None:
    of = selection(world((5, 11)), world((5, 7)), world((9, 9)))
    assert options(of, (5, 9)) == [(5, 7), (5, 11)]


@pytest.mark.rule("C2E-1.3-05", "C2E-1.3-11")
def test_a_pair_that_does_not_hit_waits_for_those_that_do() -> None:
    of = selection(world((5, 5)), world((7, 7)), world((9, 9)), in_given_order=frozenset("A"))
    of.plays["A"] = [CardPlay(pair((9, 8))), CardPlay(pair((5, 5))), CardPlay(pair((7, 7)))]
    of.play_pairs()
    assert [claim.world.at for claim in of.claims] == [(5, 5), (7, 7), (9, 9)]


@pytest.mark.rule("C2E-1.3-09")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-09"), ids=str)
def test_who_misses_a_world_may_turn_to_others(example) -> None:
    lost, ours, claimed = (tuple(example.given[key]) for key in ("lost", "own_first", "claimed"))
    first = world(ours, "A")
    of = selection(world(lost, "B"), first, world(claimed), first={"A": first}, played={"A": 1})
    assert (claimed in options(of, lost)) == example.expect["legal"]


@pytest.mark.rule("C2E-1.3-06", "C2E-1.3-09")
def test_a_later_pair_among_taken_systems_may_turn_to_others_too() -> None:
    first = world((10, 10), "A")
    of = selection(
        world((5, 6), "B"), first, world((10, 12)), world((5, 8)), played={"A": 2},
        first={"A": first},
    )  # fmt: skip
    assert options(of, (5, 5)) == [(10, 12)]


@pytest.mark.rule("C2E-1.3-06", "C2E-1.3-07")
def test_a_pair_without_any_system_near_goes_face_down() -> None:
    of = selection(world((1, 1)), played={"A": 2})
    of.plays["A"] = [CardPlay(pair((9, 9)))]
    of.play_pairs()
    assert (of.claims, of.face_down) == ([], {"A": ["9H", "9S"]})


@pytest.mark.rule("C2E-1.3-10")
def test_silent_players_claim_in_descending_base_income() -> None:
    of = selection(world((2, 2), points=4), world((3, 5), points=9), world((7, 7), points=6))
    of.plays["A"] = [CardPlay(pair(at)) for at in ((2, 2), (7, 7), (3, 5))]
    of.play_pairs()
    assert [claim.world.points for claim in of.claims] == [9, 6, 4]


@pytest.mark.rule("C2E-1.3-11")
@pytest.mark.parametrize(
    ("wishes", "claimed"), [(((9, 9), (7, 8)), (7, 8)), (((9, 9),), (7, 6)), ((), (7, 6))]
)
def test_the_first_legal_wish_counts_failing_that_the_richest_system(wishes, claimed) -> None:
    of = selection(world((7, 6), points=8), world((7, 8), points=3), world((9, 9), points=9))
    of.played["A"] = 2
    of.plays["A"] = [CardPlay(pair((7, 7)), wishes)]
    of.play_pairs()
    assert of.claims[0].world.at == claimed


@pytest.mark.rule("C2E-1.3-08")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-08"), ids=str)
def test_one_red_and_one_black_card_make_a_new_pair(example) -> None:
    def cards(words):
        return [word[:-1] + {"R": "H", "B": "S"}[word[-1]] for word in words]

    pairs = combined(cards(example.given["face_down"]), cards(example.given["dealt"]))
    assert pairs == [("7H", "2S"), ("4H", "9S")]
    assert len(pairs) == example.expect["new_pairs"]


@pytest.mark.rule("C2E-1.3-08")
def test_new_pairs_go_to_the_player_with_the_fewest_worlds_first() -> None:
    grid = [world((x, y)) for x in range(1, 14) for y in range(1, 14)]
    of = Selection(grid, ["A", "B"], {"A": [], "B": []})
    of.plays["A"] = [CardPlay(pair((n, n))) for n in (2, 4, 6)]
    of.plays["B"] = [CardPlay(pair((9, 2)))]
    of.face_down["A"] = ["5H", "7S", "8S", "9H", "JS", "QH"]
    of.play_pairs()
    before = len(of.claims)
    of.second_round(Stream.from_key("second round", 4))
    turns = [claim.player for claim in of.claims[before:]]
    assert len(turns) > 2
    assert turns == (["B", "A"] * 3)[: len(turns)]


@pytest.mark.rule("C2E-1.4-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.4-01")[1:], ids=str)
def test_nobody_begins_with_fewer_than_five_worlds(example) -> None:
    owned = [world((1, y), "A") for y in range(1, 1 + example.given["worlds_after_second_round"])]
    rest = [world((5, y), "B") for y in range(1, 6)]
    free = [world((4, 1)), world((2, 2), points=3), world((3, 1), points=5)]
    of = selection(*owned, *rest, *free, first={"A": owned[0], "B": rest[0]})
    of.fill_up()
    assert sum(w.owner == "A" for w in of.worlds) == example.expect["worlds_at_start"]
    if of.claims:
        assert of.claims[0].world.at == (3, 1)  # as near as 2,2, and richer


@pytest.mark.rule("C2E-1.3-10", "C2E-1.4-01", "C2E-1.4-02")
@pytest.mark.parametrize("count", [2, 4, 8, 12])
def test_the_program_carries_out_the_whole_selection(count) -> None:
    names = [f"Player {number}" for number in range(count)]
    game = default_setup(names, OPTIONS, Stream.from_key("selection", count), Logistics())
    for name in names:
        worlds = game.worlds_of(name)
        assert len(worlds) >= 5
        assert game.empire(name).capital in {w.id for w in worlds}


@pytest.mark.rule("C2E-1.3-04", "C2E-1.3-10")
def test_who_gives_orders_plays_the_other_cards_by_default() -> None:
    game = new_map_and_hands(["Ada", "Brin"], OPTIONS, Stream.from_key("some orders"))
    hand = game.empire("Ada").hand
    red = next(card for card in hand if card[-1] in "HD")
    black = next(card for card in hand if card[-1] in "SC")
    chosen = select_worlds(game, {"Ada": [CardPlay((red, black))]}, Stream.from_key("second round"))
    reds = sum(card[-1] in "HD" for card in hand)
    assert chosen.played["Ada"] >= min(reds, len(hand) - reds)


@pytest.mark.rule("C2E-1.3-07")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-07"), ids=str)
def test_cards_that_find_no_partner_are_put_face_down(example) -> None:
    inputs, expect = example.given, example.expect
    game = new_map_and_hands(["Ada", "Brin"], OPTIONS, Stream.from_key("leftovers"))
    game.worlds = [world((x, y)) for x in range(1, 14) for y in range(1, 14)]
    reds = [f"{rank}H" for rank in RANKS[: inputs["hand_red"]]]
    game.empire("Ada").hand = [*reds, *(f"{rank}S" for rank in RANKS[: inputs["hand_black"]])]
    game.empire("Brin").hand = []
    chosen = select_worlds(game, {}, Stream.from_key("second round"))
    assert sum(claim.player == "Ada" for claim in chosen.claims) >= expect["pairs"]
    assert len(chosen.face_down["Ada"]) == expect["face_down"]
    assert {card[-1] for card in chosen.face_down["Ada"]} == {"H"}
    assert chosen.face_down["Brin"] == []
