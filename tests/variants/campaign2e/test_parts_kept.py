"""No part is created from nothing by stripping, swapping, loading, returning or regrouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.campaign2e.builders import add_ship, fleet, run_without_accounts, ship
from tests.variants.campaign2e.modular import modular
from variants.campaign2e.model import Campaign, Ship

SHIPS = ("Lancer-1", "Lancer-2", "Heron-1", "Argent-1", "Argent-2", "Argent-3", "Packhorse-1")
LEASED = "Packhorse-2"
PARTS = ("B3/3", "B2/3", "B1/6", "PDS", "FC", "PT/3", "RACK", "ALL")
GROUPS = ("g1", "prize", "x", "y")


def damaged() -> Campaign:
    """Ada's ships at 7,5 lack parts that others have; one of them is a capture."""
    game = modular()
    g1 = game.groups[0]
    for code in ("CH", "CH", "AX"):
        add_ship(game, g1, code)
    prize = fleet(game, "Ada", (7, 5), "prize", CH=1)
    ship(game, "Argent-3").captured = True
    assert prize.name == "prize"
    ship(game, "Lancer-1").second_hand = ["beam3_1"]
    ship(game, "Lancer-2").out = ["beam3_1", "pds_1"]
    ship(game, "Heron-1").out = ["fc_1"]
    ship(game, "Argent-1").out = ["beam3_1", "beam2_1", "pds_1"]
    ship(game, "Argent-2").second_hand = ["beam3_2"]
    ship(game, "Packhorse-1").spares, ship(game, "Packhorse-1").used = {"FC": 1}, {"PDS": 1}
    store = game.empire("Ada").store("7,5")
    store.spares, store.used = {"B3/3": 1, "PDS": 1}, {"B2/3": 1}
    return game


GAME = damaged()


def parts_of(ship: Ship) -> Iterator[tuple[str, int, bool]]:
    """The parts of a ship that work: the word, how many, and whether they are original."""
    for system in ship.design.systems:
        if system.key not in ship.out and not ship.leased:
            is_original = not ship.captured and system.key not in ship.second_hand
            yield system.part.word, 1, is_original


def stored_parts(game: Campaign) -> Iterator[tuple[str, int, bool]]:
    """The same of stores and holds."""
    for stock in (*game.empire("Ada").stores.values(), *game.ships_of("Ada")):
        for parts in (stock.spares, getattr(stock, "modules", {})):
            yield from ((word, number, True) for word, number in parts.items())
        yield from ((word, number, False) for word, number in stock.used.items())


def sound_parts(game: Campaign) -> Counter[tuple[str, bool]]:
    """The number of working parts by word: in total, and original ones."""
    aboard = (part for s in game.ships_of("Ada") for part in parts_of(s))
    counts: Counter[tuple[str, bool]] = Counter()
    for word, number, is_original in (*aboard, *stored_parts(game)):
        if word in PARTS:  # not the parts made to the measure of a hull
            counts[word, False] += number
            counts[word, True] += number * is_original
    return counts


_ships, _others = st.sampled_from(SHIPS), st.sampled_from((*SHIPS, LEASED, "SPARES"))
LINES = st.one_of(
    st.builds("REPAIR {} {} FROM {}".format, _ships, st.sampled_from(PARTS), _others),
    st.builds("REPAIR {} {} FROM {} FAST".format, _ships, st.sampled_from(PARTS), _others),
    st.builds(
        "SWAP {} {}".format,
        st.sampled_from(SHIPS[:2]),
        st.sampled_from(["A PT/3", "A RACK", "A B3/3", "B PDS", "B B1/6"]),
    ),
    st.builds("STRIP {}".format, st.sampled_from(["Argent-3", "Argent-1"])),
    st.builds("DISBAND {}".format, _ships),
    st.builds("RETURN {}".format, st.just(LEASED)),
    st.just("LEASE Packhorse AT 7,5"),
    st.builds("LOAD {} SPARES {} 1".format, st.just("Packhorse-1"), st.sampled_from(PARTS[:5])),
    st.just("LOAD Packhorse-1 FUEL 5"),
    st.builds("SPLIT g1 {} AS {}".format, _ships, st.sampled_from(GROUPS)),
    st.builds(
        "TRANSFER {} TO {}".format, st.sampled_from((*SHIPS, LEASED)), st.sampled_from(GROUPS)
    ),
    st.builds(
        "MERGE {} INTO {}".format, st.sampled_from((*GROUPS, "g2", "g3")), st.sampled_from(GROUPS)
    ),
    st.builds("MOVE {} TO 7,6".format, st.sampled_from(GROUPS)),
)


@pytest.mark.rule("C2E-11.3.1-01", "C2E-11.3.2-01", "C2E-11.3.3-02", "C2E-16.4-02", "C2E-3.8-03")
@settings(max_examples=tries(120), deadline=None)
@given(
    st.lists(st.lists(LINES, max_size=8), min_size=1, max_size=3), st.sampled_from([0, 500, 9000])
)
def test_no_part_is_made_from_nothing_and_no_used_one_becomes_original(weeks, money) -> None:
    game = deepcopy(GAME)
    game.empire("Ada").stock["credits"] = money
    before = sound_parts(game)
    for lines in [*weeks, [], []]:
        game = run_without_accounts(game, Ada="\n".join(lines)).game
    after = sound_parts(game)
    assert {key: n for key, n in after.items() if n > before[key]} == {}
