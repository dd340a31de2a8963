"""Destinations of groups that leave a hex, and the ships that stay behind."""

from __future__ import annotations

import pytest

from horizons_core.rng import Stream
from tests.variants.campaign2e.builders import campaign, fleet, ship
from variants.campaign2e.model import BattleOrder, Campaign, ContactOrder, Departure
from variants.campaign2e.model.places import Place, neighbours
from variants.campaign2e.rules.departures import (
    departure_to,
    leave_behind,
    split_ships_off,
    unable_to_leave,
    withdrawal_departure,
)

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}
HERE = (7, 7)


@pytest.fixture
def game() -> Campaign:
    """Ada's group is at an unowned world 7,7; her worlds are two hexes away, and one lane away."""
    worlds = {HERE: {}, (7, 9): ADA, (9, 8): ADA, (7, 14): ADA, (6, 6): BRIN}
    game = campaign(worlds, lanes=[(HERE, (7, 14))])
    fleet(game, "Ada", HERE, "g1", CH=2, DD=1)
    return game


def goes(game: Campaign, goal: Place | None = None) -> Departure:
    return withdrawal_departure(game, game.groups[0], goal, Stream.from_key("away"))


@pytest.mark.rule("C2E-18.2-01")
def test_a_group_withdraws_to_where_it_was_told_if_it_gets_there(game: Campaign) -> None:
    assert goes(game, (7, 6)) == Departure(to=(7, 6))
    assert goes(game, (6, 6)) == Departure(to=(6, 6))
    assert goes(game, (7, 14)) == Departure(to=(7, 14), by_lane=True)
    assert goes(game, (7, 10)).to == (7, 9), "no jump leads so far"
    assert goes(game, HERE).to == (7, 9), "it has to leave"


@pytest.mark.rule("C2E-18.2-01")
def test_else_it_goes_to_the_nearest_base_within_a_jump(game: Campaign) -> None:
    assert goes(game).to == (7, 9), "of two as near that of the lower column"
    game.world("7,9").controlled = "Brin"
    assert goes(game).to == (9, 8)
    game.world("6,6").owner = "Ada"
    assert goes(game).to == (6, 6)


@pytest.mark.rule("C2E-18.2-01")
def test_without_a_base_it_goes_back_or_next_door_by_chance(game: Campaign) -> None:
    for name in ("7,9", "9,8"):
        game.world(name).owner = "Brin"
    game.groups[0].came_from = (7, 8)
    assert goes(game) == Departure(to=(7, 8))
    game.groups[0].came_from = (7, 14)
    assert goes(game) == Departure(to=(7, 14), by_lane=True)
    game.world("7,14").lane_off = True
    assert goes(game).to in neighbours(HERE)
    game.groups[0].came_from = None
    keys = range(40)
    goals = {
        withdrawal_departure(game, game.groups[0], None, Stream.from_key(key)).to for key in keys
    }
    assert goals == set(neighbours(HERE))


@pytest.mark.rule("C2E-17.4-01")
@pytest.mark.parametrize(
    ("start", "end", "way"),
    [
        (HERE, (8, 7), Departure(to=(8, 7))),
        (HERE, (7, 9), Departure(to=(7, 9))),
        (HERE, (7, 14), Departure(to=(7, 14), by_lane=True)),
        (HERE, HERE, None),
        (HERE, (5, 7), None),  # an empty hex two hexes away
        ((7, 8), (7, 10), None),
        ((7, 8), (7, 14), None),
        ((7, 9), (7, 14), None),  # no lane leads there
    ],
)
def test_a_week_s_way_is_a_jump_or_an_open_lane(
    game: Campaign, start: Place, end: Place, way: Departure | None
) -> None:
    assert departure_to(game, start, end) == way
    game.world("7,7").interdicted = ["Brin"]
    assert departure_to(game, start, end) == (None if way is not None and way.by_lane else way)


@pytest.mark.rule("C2E-17.3-02")
def test_ships_that_stay_behind_are_a_group_with_the_same_orders(game: Campaign) -> None:
    group, ships = game.groups[0], list(game.ships)
    group.contact, group.battle, group.entry = ContactOrder(attack="ANY"), BattleOrder(speed=3), ()
    group.came_from, group.by_lane, group.land = (7, 8), True, True
    assert leave_behind(game, group, []) is group
    assert len(game.groups) == 1
    assert leave_behind(game, group, ships) is None
    assert leave_behind(game, group, ships[:1]) is group
    assert [len(game.ships_in(group.id)) for group in game.groups] == [2, 1]
    new = game.groups[1]
    assert (new.owner, new.at, new.came_from, new.by_lane) == ("Ada", HERE, (7, 8), True)
    assert (new.contact, new.battle, new.land) == (group.contact, group.battle, True)
    last = split_ships_off(game, group, ships[1:])
    assert [group.id for group in game.groups] == [new.id, last.id], "nothing is left of the first"


@pytest.mark.rule("C2E-17.3-01")
def test_who_cannot_jump_cannot_leave_and_defences_never_do(game: Campaign) -> None:
    group = game.groups[0]
    assert unable_to_leave(game, group) == []
    ship(game, "Argent-2").ftl = "out"
    assert [s.name for s in unable_to_leave(game, group)] == ["Argent-2"]
    group.defence = True
    assert len(unable_to_leave(game, group)) == 3
