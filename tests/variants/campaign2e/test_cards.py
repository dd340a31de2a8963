"""Playing cards: dealt, read, and paired by default."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.effort import tries
from variants.campaign2e.setup.cards import RANKS, card_of, deal, default_pairs, hex_of, is_red

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


def players(count: int) -> list[str]:
    return [f"Player {number}" for number in range(count)]


@pytest.mark.rule("C2E-1.3-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-01"), ids=str)
def test_every_player_is_dealt_twelve_cards(example) -> None:
    hands = deal(players(example.given["players"]), Stream.from_key("cards"))
    assert {len(hand) for hand in hands.values()} == {example.expect["cards_each"]}
    assert sum(map(len, hands.values())) == example.expect["cards_dealt"]


@pytest.mark.rule("C2E-1.3-01")
@pytest.mark.parametrize(("count", "packs"), [(2, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_a_pack_serves_four_players(count, packs) -> None:
    deals = [deal(players(count), Stream.from_key("packs", number)) for number in range(20)]
    most = max(
        max(Counter(card for hand in hands.values() for card in hand).values()) for hands in deals
    )
    assert most == packs


@pytest.mark.rule("C2E-1.3-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.3-02"), ids=str)
def test_red_gives_the_row_and_black_the_column(example) -> None:
    red, black = (
        card_of(f"{rank}{suit[0]}")
        for rank, suit in (example.given[c].split(" of ") for c in ("red", "black"))
    )
    assert (is_red(red), is_red(black)) == (True, False)
    assert hex_of(red, black) == (example.expect["column"], example.expect["row"])


@pytest.mark.rule("C2E-1.3-02")
def test_each_rank_names_a_column_and_a_row() -> None:
    assert [hex_of(f"{rank}D", f"{rank}C") for rank in RANKS] == [(n, n) for n in range(1, 14)]


@pytest.mark.rule("C2E-1.3-03")
@pytest.mark.parametrize(("words", "card"), [("7h", "7H"), ("10S", "10S"), ("kc", "KC")])
def test_cards_are_rank_and_suit(words, card) -> None:
    assert card_of(words) == card


@pytest.mark.rule("C2E-1.3-03")
@pytest.mark.parametrize("words", ["", "H7", "1S", "11C", "0H", "7", "7X", "joker"])
def test_what_is_no_card_is_told(words) -> None:
    with pytest.raises(ValueError, match="write rank and suit"):
        card_of(words)


hands = st.lists(
    st.sampled_from([rank + suit for rank in RANKS[:6] for suit in "HDSC"]),
    min_size=2,
    max_size=8,
    unique=True,
)
maps = st.dictionaries(
    st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(2, 15), max_size=20
)


@pytest.mark.rule("C2E-1.3-03", "C2E-1.3-07", "C2E-1.3-10")
@settings(max_examples=tries(60), deadline=None)
@given(hand=hands, incomes=maps)
def test_default_pairs_hit_as_many_systems_as_any_others(hand, incomes) -> None:
    reds = [card for card in hand if is_red(card)]
    blacks = [card for card in hand if not is_red(card)]
    pairs = default_pairs(hand, incomes)
    assert len(pairs) == min(len(reds), len(blacks))
    assert all(is_red(red) and not is_red(black) for red, black in pairs)
    assert not Counter(card for pair in pairs for card in pair) - Counter(hand)
    few, many = sorted((reds, blacks), key=len)
    ways = (zip(few, chosen, strict=True) for chosen in permutations(many, len(few)))
    red_first = ([sorted(pair, key=is_red, reverse=True) for pair in way] for way in ways)
    assert worth(pairs, incomes) == max(worth(way, incomes) for way in red_first)


def worth(pairs, incomes) -> tuple[int, int]:
    hit = {hex_of(*pair) for pair in pairs} & incomes.keys()
    return len(hit), sum(incomes[at] for at in hit)


@pytest.mark.rule("C2E-1.3-10")
def test_exact_hits_come_first_the_richest_before_the_others() -> None:
    pairs = default_pairs(["2H", "3H", "9H", "2S", "3S", "9S"], {(2, 2): 4, (3, 3): 9})
    assert [hex_of(*pair) for pair in pairs] == [(3, 3), (2, 2), (9, 9)]
