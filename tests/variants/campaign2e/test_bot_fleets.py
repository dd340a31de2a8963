"""The destinations of groups of bots that play to win, and splits and merges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, ship, variant
from variants.campaign2e.bots import fleets, home_fleet
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.model import Allegiance, Campaign, Counter, Departure
from variants.campaign2e.model.players import ALLY

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}
INDEPENDENT = {"allegiance": Allegiance.INDEPENDENT}


def bot_view(game: Campaign) -> BotView:
    return BotView.of(variant().view(game, "Ada"), variant().economy)


# the home fleet


def guarded(game: Campaign, home: str = "7,7") -> list[str]:
    """The destination of the home fleet."""
    bot = bot_view(game)
    home_fleet.guard(bot, RouteMap.of(bot.view), home, fleets.movable(bot))
    return bot.lines


def realm(**of_worlds: Any) -> Campaign:
    """Ada's worlds stand two hexes apart in column 7, from row 7 to 13; her Argent is at 7,9."""
    game = campaign({(7, row): ADA | of_worlds.get(f"row{row}", {}) for row in (7, 9, 11, 13)})
    fleet(game, "Ada", (7, 9), "g1", CH=1)
    return game


def test_the_home_fleet_goes_home_by_its_shortest_way() -> None:
    assert guarded(realm()) == ["MOVE g1 TO 7,7"]
    assert guarded(realm(), home="7,13") == ["MOVE g1 TO 7,11"]
    assert guarded(realm(), home="7,9") == []
    assert guarded(realm(), home="1,1") == [], "no way leads there"


@pytest.mark.parametrize("trouble", [{"interdicted": ["Brin"]}, {"controlled": "Brin"}])
def test_the_home_fleet_goes_where_an_own_world_is_in_trouble(trouble: dict[str, Any]) -> None:
    assert guarded(realm(row13=trouble)) == ["MOVE g1 TO 7,11"]
    assert guarded(realm(row13=trouble, row9=trouble)) == [], "one is nearer"


def test_a_counter_at_an_own_world_is_a_danger_unless_it_is_an_ally_s() -> None:
    game = realm()
    game.counters = [Counter(owner="Brin", number=1, at=(7, 11))]
    assert guarded(game) == ["MOVE g1 TO 7,11"]
    game.empire("Ada").stances = {"Brin": ALLY}
    assert guarded(game) == ["MOVE g1 TO 7,11"], "Brin is none of Ada's"
    game.empire("Ada").told_stances = {"Brin": ALLY}
    assert guarded(game) == ["MOVE g1 TO 7,7"]


def test_who_is_out_of_supply_goes_only_nearer_to_bases() -> None:
    game = campaign({(7, 3): ADA, (7, 5): {}, (7, 7): {}, (7, 9): {}, (7, 11): ADA})
    fleet(game, "Ada", (7, 9), "g1", CH=1)
    assert guarded(game, home="7,3") == ["MOVE g1 TO 7,7"]
    ship(game, "Argent-1").out_of_supply = True
    bot = bot_view(game)
    group = bot.groups["g1"]
    routes = RouteMap.of(bot.view)
    allowed = [to for to in group["jumps"] if home_fleet.may_go(bot, routes, group, to)]
    assert allowed == ["7,10", "7,11"]
    assert not home_fleet.may_go(bot, routes, group, "7,3"), "by lane"


def test_the_home_fleet_waits_while_a_ship_of_it_is_mended() -> None:
    game = realm(row9={})
    bot = bot_view(game)
    bot.ships["Argent-1"]["work"] = "HULL 3"  # type: ignore[index]
    home_fleet.guard(bot, RouteMap.of(bot.view), "7,7", fleets.movable(bot))
    assert bot.lines == []


def test_fleets_stand_at_the_capital_or_else_at_the_richest_base() -> None:
    game = campaign({(7, 7): ADA, (7, 9): ADA | {"points": 8}, (9, 7): ADA | {"points": 8}})
    assert home_fleet.capital_of(bot_view(game)) == "7,7"
    game.worlds[0].interdicted = ["Brin"]
    assert home_fleet.capital_of(bot_view(game)) == "9,7"
    game.worlds[2].controlled = "Brin"
    assert home_fleet.capital_of(bot_view(game)) == "7,9"
    assert home_fleet.capital_of(bot_view(campaign({(7, 7): BRIN}))) == ""


def test_journeys_go_round_blocked_worlds() -> None:
    corners = [(7, 7), (7, 12), (12, 7), (12, 12), (2, 12), (2, 2)]
    lanes = [
        (corners[0], corners[1]),
        (corners[1], corners[3]),
        (corners[0], corners[2]),
        (corners[2], corners[5]),
        (corners[5], corners[3]),
    ]
    game = campaign(dict.fromkeys(corners, ADA), lanes=lanes)
    fleet(game, "Ada", (7, 7), "g1", CH=1)

    def gone() -> list[str]:
        bot = bot_view(game)
        bot.move(bot.groups["g1"], "12,12")
        return bot.lines

    assert gone() == ["LANE g1 TO 12,12"]
    game.worlds[[world.id for world in game.worlds].index("7,12")].lane_off = True
    assert gone() == ["LANE g1 TO 12,12 VIA 12,7 2,2"]


# scouts


def unvisited(worlds: dict[Any, Any], far: int = 2, **campaign_of: Any) -> list[str]:
    bot = bot_view(campaign(worlds, **campaign_of))
    return home_fleet.unvisited(bot, RouteMap.of(bot.view), far)


def test_neutral_worlds_within_reach_or_so_far_are_visited_once() -> None:
    worlds = {(7, 7): ADA, (7, 9): {}, (7, 11): {}, (9, 9): BRIN, (1, 1): {}}
    assert unvisited(worlds) == ["7,9"]
    assert unvisited(worlds, far=4) == ["7,9", "7,11"]
    assert unvisited(worlds, lanes=[((1, 1), (7, 7))]) == ["1,1", "7,9"]
    game = campaign(worlds | {(7, 9): INDEPENDENT})
    game.empire("Ada").visited = ["7,9"]
    bot = bot_view(game)
    assert home_fleet.unvisited(bot, RouteMap.of(bot.view)) == []


def scouted(game: Campaign, *goals: str) -> list[str]:
    bot = bot_view(game)
    home_fleet.scout(bot, RouteMap.of(bot.view), goals)
    return bot.lines


def test_the_smallest_sound_ship_at_a_base_becomes_a_scout_up_to_two() -> None:
    game = campaign({(7, 7): ADA, (7, 9): {}})
    fleet(game, "Ada", (7, 7), "g1", CH=1, DD=1, FF=2)
    assert scouted(game, "7,9") == ['SPLIT g1 Heron-1 AS "Scout 1"']
    assert scouted(game) == []
    ship(game, "Heron-1").owed = 100
    ship(game, "Heron-2").hull_lost = 4
    assert scouted(game, "7,9") == ['SPLIT g1 Gannet-1 AS "Scout 1"']
    ship(game, "Gannet-1").captured = True
    assert scouted(game, "7,9") == [], "an Argent is too dear"


def test_a_ship_alone_or_away_from_bases_is_no_scout() -> None:
    alone = campaign({(7, 7): ADA, (7, 9): {}})
    fleet(alone, "Ada", (7, 7), "g1", FF=1)
    assert scouted(alone, "7,9") == []
    away = campaign({(7, 7): ADA, (7, 9): {}})
    fleet(away, "Ada", (7, 9), "g1", FF=2)
    assert scouted(away, "7,9") == []


def test_scouts_go_to_worlds_of_their_own_and_no_third_one_is_sent() -> None:
    game = campaign({(7, 7): ADA, (7, 9): {}, (7, 5): {}})
    fleet(game, "Ada", (7, 7), "g1", FF=2)
    fleet(game, "Ada", (7, 7), "Scout 1", FF=1)
    split = 'SPLIT g1 Heron-1 AS "Scout 2"'
    assert scouted(game, "7,9", "7,5") == ['MOVE "Scout 1" TO 7,5', split]
    fleet(game, "Ada", (7, 7), "Scout 2", FF=1)
    assert scouted(game, "7,9", "7,5") == ['MOVE "Scout 1" TO 7,5', 'MOVE "Scout 2" TO 7,9']


def test_a_scout_turns_back_while_its_supply_lasts() -> None:
    game = campaign({(7, 7): ADA, (7, 9): {}, (7, 11): {}, (7, 13): {}})
    fleet(game, "Ada", (7, 9), "Scout 1", FF=1)
    scout = ship(game, "Heron-1")
    for endurance, to in ((4, "7,11"), (3, "7,11"), (2, "7,7")):
        scout.endurance = endurance
        assert scouted(game, "7,13") == [f'MOVE "Scout 1" TO {to}']
    game.groups[0].departure = Departure(to=(7, 8))
    assert scouted(game, "7,13") == []
    game.groups[0].departure = None
    scout.endurance, scout.owed = 4, 100
    assert scouted(game, "7,13") == ['MOVE "Scout 1" TO 7,7']


# parting and joining


def organized(game: Campaign, *, fights: bool, continues_invasion: bool = False) -> list[str]:
    bot = bot_view(game)
    fleets.organize(bot, fights=fights, continues_invasion=lambda _: continues_invasion)
    return bot.lines


def test_groups_of_one_kind_in_a_place_are_joined_to_the_strongest() -> None:
    game = campaign({(7, 7): ADA})
    for name, ships in (("g1", 1), ("g2", 2), ("g3", 1)):
        fleet(game, "Ada", (7, 7), name, CH=ships)
    fleet(game, "Ada", (7, 9), "g4", CH=1)
    assert organized(game, fights=False) == ["MERGE g1 INTO g2", "MERGE g3 INTO g2"]


def test_what_cannot_jump_is_left_and_who_fights_leaves_small_ships_at_home() -> None:
    game = campaign({(7, 7): ADA})
    fleet(game, "Ada", (7, 7), "g1", CH=2, FF=1, SC=1, AX=1)
    assert organized(game, fights=False) == []
    assert organized(game, fights=True) == ['SPLIT g1 Glimmer-1 Packhorse-1 AS "Home 1"']
    ship(game, "Argent-2").ftl = "out"
    for fights in (False, True):
        assert organized(game, fights=fights) == ['SPLIT g1 Argent-2 AS "Left 1"']
    ship(game, "Argent-2").ftl, ship(game, "Argent-2").core_out = "ok", ["bridge"]
    assert organized(game, fights=False) == ['SPLIT g1 Argent-2 AS "Left 1"']


def test_warships_leave_landing_ships_when_there_is_nowhere_to_land() -> None:
    game = campaign({(7, 7): ADA})
    fleet(game, "Ada", (7, 7), "Landing 1", CH=1, AL=2, AX=1)
    assert organized(game, fights=True, continues_invasion=True) == []
    assert organized(game, fights=True) == ['SPLIT "Landing 1" Argent-1 AS "Strike 1"']
    bot = bot_view(game)
    assert [group["name"] for group in fleets.landing(bot)] == ["Landing 1"]
    assert fleets.landers(bot) == fleets.strikers(bot) == []
    ship(game, "Argent-1").group = fleet(game, "Ada", (7, 7), "g2").id
    bot = bot_view(game)
    assert [group["name"] for group in fleets.landers(bot)] == ["Landing 1"]
    assert [group["name"] for group in fleets.strikers(bot)] == ["g2"]


def test_a_fleet_leaves_the_smaller_part_of_it_in_dock() -> None:
    game = campaign({(7, 7): ADA})
    fleet(game, "Ada", (7, 7), "g1", CH=3)
    for docked, lines in ((1, ['SPLIT g1 Argent-1 AS "Left 1"']), (2, [])):
        bot = bot_view(game)
        bot.repairing = {f"Argent-{number + 1}" for number in range(docked)}
        fleets.organize(bot, fights=True, continues_invasion=lambda _: False)
        assert bot.lines == lines
    assert fleets.strikers(bot) == [], "it waits for them"


def test_captures_and_what_must_go_somewhere_stay_as_they_are() -> None:
    game = campaign({(7, 7): ADA})
    for name in ("g1", "g2"):
        fleet(game, "Ada", (7, 7), name, CH=1, FF=1)
    game.groups[0].departure = Departure(to=(7, 8))
    ship(game, "Argent-2").captured = True
    assert organized(game, fights=True) == []
