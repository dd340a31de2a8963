"""Breaking groups up and joining fleets in any order makes no ship do more than it could alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.galaxy_g.orders_tried import FORCES, TYPES, VARIANT, ada, play, small
from variants.galaxy_g.model import distance

START = [force for force in FORCES if force["owner"] == "Ada" and "to" not in force]
GAME = small(
    *START,
    Ada={"fleets": ["Home", "Guards", "Bastion", "Empty"], "types": TYPES},
)
#: The numbers of Ada's groups, and of those that orders may break off.
NUMBERS = st.integers(1, 16)
SHIPS = st.integers(1, 4)
FLEETS = st.sampled_from(["Home", "Guards", "Bastion", "Empty", "New"])
PLANETS = st.sampled_from(["Drakhnor", "12", "13", "Rock", "Far_Away"])
LINES = st.one_of(
    st.builds("B {} {}".format, NUMBERS, SHIPS),
    st.builds("B {} FLEET".format, NUMBERS),
    st.builds("D FLEET {}".format, FLEETS),
    st.builds("E {}".format, FLEETS),
    st.builds("J {} {}".format, st.one_of(NUMBERS, FLEETS), FLEETS),
    st.builds("J {} {} {}".format, NUMBERS, FLEETS, SHIPS),
    st.builds("S {} {}".format, st.one_of(NUMBERS, FLEETS), PLANETS),
    st.builds("S {} {} {}".format, NUMBERS, PLANETS, SHIPS),
    st.builds("I {} {}".format, st.one_of(NUMBERS, FLEETS), PLANETS),
    st.builds("H {}".format, st.one_of(NUMBERS, FLEETS)),
    st.builds("L {} CAP {}".format, NUMBERS, SHIPS),
    st.builds("X {} {}".format, NUMBERS, SHIPS),
)


def places(race):
    """The number of ships of each type at, or departed from, each planet."""
    counts = Counter()
    for group in race.groups:
        counts[race.types[group.type].name, group.at] += group.ships
    return counts


def way(game, start, end):
    """The light years between two planets."""
    return distance(game.planet(start).at, game.planet(end).at)


@settings(max_examples=tries(60), deadline=None)
@given(st.lists(LINES, min_size=1, max_size=14))
def test_no_ship_flies_farther_and_none_is_made(lines):
    before, game = ada(GAME), play(GAME, "\n".join(lines)).game
    after, began = ada(game), places(before)
    for group in after.groups:
        kind = after.types[group.type]
        light = VARIANT.economy.speed(kind.design, group.techs, 0.0)
        homes = [at for name, at in began if name == kind.name]
        flown = [way(game, home, group.at) for home in homes]
        if group.to:
            flown = [way(game, group.at, group.to) - group.left]
        assert min(flown) <= light + 1e-9
        assert not group.to or group.at in homes
    counts = Counter(dict.fromkeys(TYPES, 0))
    for (name, _), ships in places(after).items():
        counts[name] += ships
    for name in TYPES:
        assert counts[name] <= sum(n for (kind, _), n in began.items() if kind == name)
