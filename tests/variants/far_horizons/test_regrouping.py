"""Loading, landing and founding in any order give no new abilities."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.far_horizons.playthrough import new_game
from tests.variants.far_horizons.single_steps import step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.rules.inhabitants import free_room

GAME = new_game()
HULLS = ["TR20 Ark", "TR20 Mover", "TR5 Filler", "DD Dawson", "CL Guardian", "BAS Hub", "DD Runner",
         "TR9 Hole", "TR1 Scout"]  # fmt: skip
GROUND = ["PL Earth", "PL Mars", "PL Foul", "PL Wayside"]
SHIPS, PLACES = st.sampled_from(HULLS), st.sampled_from(HULLS + GROUND)
PLANETS = st.sampled_from(GROUND)
ITEMS = st.sampled_from(["CU", "IU", "AU", "PD", "SU", "JP", "FS", "TP", "RM"])
COUNTS = st.sampled_from([0, 1, 5, 20, 500])
BEFORE = st.one_of(
    st.builds("Transfer {} {} {}, {}".format, COUNTS, ITEMS, PLACES, PLACES),
    st.builds("Transfer {} {} {}, {}".format, COUNTS, ITEMS, PLACES, PLACES),
    st.builds("Unload {}".format, SHIPS),
    st.builds("Install {} {} {}".format, COUNTS, st.sampled_from(["IU", "AU"]), PLANETS),
    st.builds("Base {} {}, BAS {}".format, COUNTS, PLACES, st.sampled_from(["Hub", "New"])),
    st.builds("Land {}, {}".format, SHIPS, PLANETS),
    st.builds("Orbit {}, {}".format, SHIPS, PLANETS),
    st.builds("Deep {}".format, SHIPS),
)
SECTORS = st.sampled_from(["14 12 10", "12 10 10", "10 10 11", "10 11 10", "9 10 10"])
FLIGHTS = st.one_of(
    st.builds("Jump {}, {}".format, SHIPS, SECTORS),
    st.builds("Move {}, {}".format, SHIPS, SECTORS),
    st.builds("Pjump {}, {}, BAS Hub".format, SHIPS, SECTORS),
    st.builds("Wormhole {}".format, SHIPS),
)
FLOWN = {"jump-tried", "ship-moved", "wormhole-used"}


def stocks(species) -> Counter:
    """The number of items in each sector, stored or installed."""
    counts: Counter = Counter()
    for ship in species.living_ships():
        for item, count in ship.cargo.items():
            counts[ship.place.sector, item] += count
    for colony in species.living_colonies():
        units = {"IU": colony.mining_units.installing, "AU": colony.manufacturing_units.installing}
        for item, count in (*colony.items.items(), *units.items()):
            counts[colony.place.sector, item] += count
    return counts


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(BEFORE, min_size=1, max_size=16))
def test_nothing_is_made_or_leaves_its_sector(lines):
    result = step("pre-departure", GAME, {"Terrans": "\n".join(lines)})
    before, after = GAME.empires[0], result.game.empires[0]
    began = stocks(before)
    assert all(count <= began[place] for place, count in stocks(after).items())
    ships = {ship.name: ship for ship in after.living_ships()}
    for ship in before.living_ships():
        now = ships.pop(ship.name)
        assert (now.place.sector, now.unpaid) == (ship.place.sector, ship.unpaid)
        assert now.age == ship.age or (now.age < ship.age and now.tonnage > ship.tonnage)
        assert free_room(now) >= min(0, free_room(ship))
        if ship.where in (ShipLocation.BUILDING, ShipLocation.WITHDREW, ShipLocation.FORCED):
            assert (now.where, now.cargo) == (ship.where, ship.cargo)
    assert all(ship.starbase for ship in ships.values())


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(FLIGHTS, min_size=2, max_size=12))
def test_a_ship_flies_once_in_a_turn(lines):
    result = step("jumps", GAME, {"Terrans": "\n".join(lines)})
    events = [event for event in result.context.events if event.code in FLOWN]
    flown = Counter(event.data["ship"] for event in events if "Terrans" in event.audience)
    assert max(flown.values(), default=0) <= 1
