"""Any text of an order before departure or after arrival lets the step finish."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.far_horizons.order_steps import AFTER, AS_IN_1999, BEFORE, MARS
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.model import Game
from variants.far_horizons.orders.sections import SECTIONS_OF

SHIPS = {
    "DD Dawson": {"at": "12 13 10 #2", "age": 20, "cargo": {"DR": 5}},
    "TR20 Mule": {"at": "10 10 10", "cargo": {"CU": 30, "IU": 10, "AU": 10, "SU": 5}},
    "BAS Fort": {"at": "Earth", "tons": 300000, "age": 3, "cargo": {"GT": 9}},
    "FF Hull": {"at": "Earth", "status": "building", "unpaid": 50},
    "CT Gone": {"at": "9 9 9", "status": "withdrew", "to": "3 3 3"},
}
PLANETS = {
    "Earth": {"items": {"RM": 9, "PD": 9, "CU": 9, "IU": 5}},
    "Mars": {"at": MARS, "mining_base": 5.0, "items": {"TP": 9, "CU": 3}, "siege": 40},
    "Moon": {"at": "10 10 10 #1", "disbanded": True},
}
KLINGONS = {"planets": {"Lair": {"at": "10 10 10 #4", "mining_base": 3.0}}, "allies": ["Human"]}


def crowded(levels: dict[str, int]) -> Game:
    human = {
        "techs": levels, "treasury": 100, "met": ["Klingon"], "ships": SHIPS, "planets": PLANETS
    }  # fmt: skip
    game = game_with({"species": {"Human": human, "Klingon": KLINGONS}})
    ships, colonies = game.empire("Human").ships, game.empire("Human").colonies
    ships.insert(1, None)
    colonies.insert(2, None)
    return game


GAMES = [
    crowded({"GV": 60, "MA": 40, "LS": 30}),
    crowded(dict.fromkeys(("GV", "MA", "LS", "BI", "MI", "ML"), 0)),
]
WORDS = (
    st.sampled_from(
        ["PL", "SP", "DD", "TR20", "BAS", "FF", "CT", "TR", "BI", "GV", "MI", "XX", "x"]
    )
    | st.sampled_from(["CU", "IU", "AU", "SU", "DR", "GT", "TP", "RM", "PD", ",", ";", "zzz"])
    | st.sampled_from(["Earth", "Mars", "Moon", "Dawson", "Mule", "Fort", "Hull", "Gone"])
    | st.sampled_from(["Klingon", "Human", "99999999999999999999999", "2.5", "-1", "MI"])
    | st.integers(0, 13).map(str)
    | st.text(max_size=4)
)
_OURS = {"PRE-DEPARTURE", "POST-ARRIVAL"}
COMMANDS = [word for word, sections in SECTIONS_OF.items() if _OURS & set(sections)]
ORDERS = st.lists(
    st.builds(
        lambda word, rest: " ".join([word, *rest]),
        st.sampled_from(COMMANDS),
        st.lists(WORDS, max_size=9),
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.rule("FH-ORDER-022")
@settings(max_examples=tries(120), deadline=None)
@given(
    orders=ORDERS,
    phase=st.sampled_from([BEFORE, AFTER]),
    game=st.sampled_from(GAMES),
    old=st.booleans(),
)
def test_no_order_stops_a_step(orders, phase, game, old):
    text = "\n".join(orders)
    result = step(phase, game, {"Human": text}, **(AS_IN_1999 if old else {}))
    for species in result.game.empires:
        assert species.treasury >= 0
        for ship in species.living_ships():
            assert all(count > 0 for count in ship.cargo.values())
        for colony in species.living_colonies():
            assert all(count > 0 for count in colony.items.values())
    total = sum(species.treasury for species in result.game.empires)
    assert total == sum(species.treasury for species in game.empires)
    for event in result.context.events:
        assert isinstance(event.text, str)


USEFUL = [
    *("TRANSFER 3 CU TR20 Mule, PL Earth", "TRANSFER 0 CU TR20 Mule, DD Dawson"),
    *("TRANSFER 1 RM PL Earth, PL Moon", "INSTALL PL Mars", "UNLOAD TR20 Mule"),
    *("BASE TR20 Mule, BAS New", "BASE 2 TR20 Mule, BAS Fort"),
    *("REPAIR DD Dawson", "REPAIR 12 13 10 2", "SCAN DD Dawson"),
    *("LAND DD Dawson", "LAND TR20 Mule, 4", "ORBIT TR20 Mule, 2", "ORBIT DD Dawson"),
    *("DEEP DD Dawson", "NAME 9 9 9 1 PL New", "DISBAND PL Mars", "DESTROY BAS Fort"),
    *("SEND 5 SP Klingon", "TEACH BI SP Klingon", "TELESCOPE BAS Fort", "TERRAFORM PL Mars"),
    *("AUTO", "ENEMY 1", "NEUTRAL SP Klingon", "ALLY SP Klingon"),
    "MESSAGE SP Klingon\nhello\nZZZ",
]
#: Orders that use no items up.
HARMLESS = {
    "TRANSFER", "SCAN", "LAND", "ORBIT", "DEEP", "NAME", "SEND", "TEACH", "AUTO", "ENEMY", "ALLY"
}  # fmt: skip


@settings(max_examples=tries(60), deadline=None)
@given(orders=st.lists(st.sampled_from(USEFUL)), phase=st.sampled_from([BEFORE, AFTER]))
def test_items_are_never_made_or_lost_but_by_what_uses_them_up(orders, phase):
    harmless = [order for order in orders if order.split()[0] in HARMLESS]
    result = step(phase, GAMES[0], {"Human": "\n".join(harmless)})
    assert cargo(result.game) == cargo(GAMES[0])


def cargo(game: Game) -> Counter[str]:
    """All items of all species."""
    counts: Counter[str] = Counter()
    for species in game.empires:
        for ship in species.living_ships():
            counts.update(ship.cargo)
        for colony in species.living_colonies():
            counts.update(colony.items)
    return counts
