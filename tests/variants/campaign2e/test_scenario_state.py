"""Scenario states: their effects, and errors with their places."""

from __future__ import annotations

import pytest

from horizons_core.errors import ScenarioError
from tests.variants.campaign2e.builders import variant
from variants.campaign2e.invariants import faults
from variants.campaign2e.model import Allegiance, Lane, Store
from variants.campaign2e.scenario_state.state import apply_state

BARE = {"week": 5, "remove": ["worlds", "forces"]}
TWO = {"7,7": {"owner": "Ada"}, "8,7": {"owner": "Brin", "income": 8}}


def fresh():
    return variant().new_game(["Ada", "Brin"], seed=1, options={"setup": "orders"})


def changed(**state):
    """A campaign on an empty map, changed by this state; it keeps the invariants."""
    game = fresh()
    assert apply_state(game, {**BARE, "worlds": TWO, **state})
    assert faults(game, variant()) == []
    return game


def refusal(**state):
    with pytest.raises(ScenarioError) as caught:
        apply_state(fresh(), {**BARE, "worlds": TWO, **state})
    return str(caught.value)


def test_nothing_is_changed_by_an_empty_state():
    game = fresh()
    apply_state(game, {})
    assert game == fresh()


def test_a_week_ends_the_set_up():
    game = changed()
    assert (game.week, game.turn, game.round) == (5, 5, 0)
    assert not any(player.hand or player.commissioning for player in game.empires)


def test_a_round_of_the_set_up_has_cards_and_an_order():
    game = fresh()
    apply_state(game, {"round": 1, "order": ["Brin", "Ada"], "players": {"Ada": {"cards": ["7h"]}}})
    assert (game.round, game.order, game.empire("Ada").hand) == (1, ["Brin", "Ada"], ["7H"])


def test_a_trade_ends_the_one_that_its_world_had_before_and_no_other():
    game = changed(worlds={f"{column},7": {"owner": "Ada"} for column in range(5, 10)})
    for trades in ({"6,7": "7,7", "8,7": "9,7"}, {"6,7": "5,7"}):
        apply_state(game, {"worlds": {world: {"trade": to} for world, to in trades.items()}})
    partners = {world.id: world.partner for world in game.worlds}
    assert partners == {"5,7": "6,7", "6,7": "5,7", "7,7": "", "8,7": "9,7", "9,7": "8,7"}


def test_worlds_and_forces_are_removed_with_all_that_is_about_them():
    game = variant().new_game(["Ada", "Brin"], seed=1)
    apply_state(game, {"remove": ["worlds", "forces"]})
    assert [game.worlds, game.lanes, game.groups, game.ships] == [[], [], [], []]
    assert [player.capital for player in game.empires] == ["", ""]
    assert game.empire("Ada").next_ship == 1


def test_a_world_yields_its_income_and_stands_as_said():
    game = changed(
        worlds={
            "7,7": {
                "income": 6,
                "standing": 4,
                "resource": "Fuel",
                "called": "Sol",
                "owner": "Ada",
            },
            "8,8": {"resource": "Luxuries", "income": 11},
        }
    )
    sol, other = game.worlds
    assert (sol.full, sol.points, sol.supplies, sol.called) == (6, 4, "Fuel", "Sol")
    assert (other.full, other.points, other.die) == (11, 11, 5)
    assert game.empire("Ada").capital == "7,7"


def test_a_world_beyond_the_initial_area_is_not_made_anew():
    assert changed(worlds={"15,7": {"income": 3}}).explored == ["15,7"]


def test_trade_and_deals_have_two_ends():
    worlds = {"7,7": {"owner": "Ada", "trade": "8,7", "share": 60}}
    worlds["8,7"] = {"owner": "Brin", "share": 40}
    game = changed(worlds=worlds)
    first, second = game.worlds
    assert (first.partner, second.partner) == ("8,7", "7,7")
    assert (first.share, second.share) == (60, 40)
    assert game.empire("Brin").told_shares == {"7,7": 60}


def test_a_neutral_world_stands_to_a_power_and_its_visitors_know():
    neutral = {"allegiance": "war zone", "power": "Brin", "visited_by": ["Ada"]}
    game = changed(worlds={**TWO, "7,9": neutral})
    world = game.world("7,9")
    assert (world.allegiance, world.power) == (Allegiance.WAR_ZONE, "Brin")
    assert game.empire("Ada").visited == ["7,9"]


def test_what_is_done_at_a_world_is_set():
    game = changed(
        worlds={
            "7,7": {
                "owner": "Ada", "standing": 3, "interdicted": ["Brin"], "controlled": "Brin",
                "lanes_off": True, "abstract": True, "defences": 300, "conquered": 2,
                "rebuilding": 3, "peacekeeping": {"Brin": 2}, "helper": "8,7",
                "assault": {"by": "Brin", "tonnes": {"Brin": 60}, "taken": 2, "destroyed": 1},
            },
            "8,7": {"owner": "Brin", "income": 8},
        }
    )  # fmt: skip
    world = game.world("7,7")
    assert (world.interdicted, world.controlled, world.lane_off) == (["Brin"], "Brin", True)
    assert (world.abstract, world.defences, world.taken_in, world.rebuilding) == (1, 300, 2, 3)
    assert (world.peacekeepers, world.helper) == ({"Brin": 2}, "8,7")
    assert (world.assault.by, world.assault.tonnes, world.assault.taken) == (
        "Brin",
        {"Brin": 60},
        2,
    )
    assert game.empire("Brin").helpers == {"7,7": "8,7"}


def test_lanes_join_worlds_in_their_order():
    worlds = {**TWO, "6,9": {}}
    game = changed(worlds=worlds, lanes=[["8,7", "7,7"], ["7,7", "6,9"]])
    assert game.lanes == [Lane("6,9", "7,7"), Lane("7,7", "8,7")]


def test_players_have_money_agreements_designs_and_stores():
    words = "TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC"
    game = changed(
        players={
            "Ada": {
                "treasury": 12.5, "capital": "7,7", "navy": "Iron Reach", "in_service": ["CH"],
                "stances": {"Brin": "ALLY"}, "allow": {"Brin": ["SUPPLY"]}, "joined": 3,
                "designs": {"Swift": words}, "visited": ["8,7"],
                "stores": {"7,7": {"spares": {"fc": 2}, "coming": [[9, "B3/3", 1]]}},
            }
        }
    )  # fmt: skip
    ada, brin = game.empires
    assert (ada.stock["credits"], ada.navy, ada.joined) == (1250, "Iron Reach", 3)
    assert (ada.stances, ada.supply, ada.bases) == ({"Brin": "ALLY"}, ["Brin"], [])
    assert (brin.told_stances, brin.told_leave) == ({"Ada": "ALLY"}, {"Ada": ["SUPPLY"]})
    assert (ada.designs["Swift"].mass, ada.in_service) == (20, ["Argent"])
    assert ada.stores == {"7,7": Store(spares={"FC": 2}, coming=[(9, "B3/3", 1)])}
    assert ada.visited == ["8,7"]


def test_groups_have_ships_by_designs_or_types():
    game = changed(groups=[{"owner": "Ada", "at": "7,7", "ships": {"CH": 2, "Heron": 1}}])
    (group,) = game.groups
    assert (group.id, group.name, group.at) == ("Ada/g1", "g1", (7, 7))
    assert [ship.name for ship in game.ships] == ["Argent-1", "Argent-2", "Heron-1"]
    assert [ship.endurance for ship in game.ships] == [4, 4, 6]


def test_ships_have_suffered_and_carry_what_is_said():
    ships = [
        {"design": "Argent", "name": "Resolute", "hull_lost": 9, "out": ["fc_1"], "drive": "halved",
         "ftl": "out", "core_out": ["life"], "endurance": 1, "fuel_due": 1.62, "owed": 4.93},
        {"design": "AX", "fuel": 20, "spares": {"FC": 1}},
        {"design": "Rookery", "fighters": [6, 2]},
    ]  # fmt: skip
    game = changed(groups=[{"owner": "Ada", "at": "7,7", "ships": ships}])
    resolute, packhorse, rookery = game.ships
    assert (resolute.name, resolute.hull_lost, resolute.out) == ("Resolute", 9, ["fc_1"])
    assert (resolute.drive, resolute.ftl, resolute.core_out) == ("halved", "out", ["life"])
    assert (resolute.endurance, resolute.fuel_due, resolute.owed) == (1, 162, 493)
    assert (packhorse.fuel, packhorse.spares) == (2000, {"FC": 1})
    assert rookery.fighters == [6, 2]


def test_a_group_and_a_ship_of_a_known_name_are_changed():
    game = changed(groups=[{"owner": "Ada", "at": "7,7", "name": "home", "ships": {"CH": 2}}])
    ships = [{"name": "argent-1", "hull_lost": 3}]
    change = {"owner": "Ada", "name": "HOME", "at": "8,7", "posture": "raid", "ships": ships}
    apply_state(game, {"groups": [change]})
    (group,) = game.groups
    assert (group.at, group.posture) == ((8, 7), "raid")
    assert [ship.hull_lost for ship in game.ships] == [3, 0]


def test_defence_units_form_the_group_of_their_world():
    ships = [{"design": "FORT", "bound": True}]
    game = changed(groups=[{"owner": "Ada", "at": "7,7", "defences": True, "ships": ships}])
    (group,), (unit,) = game.groups, game.ships
    assert (group.name, group.defence, unit.defence, unit.bound) == ("DEF-7-7", True, True, True)


def test_the_umpire_has_forces():
    force = {"owner": "umpire", "at": "7,7", "until": 9, "against": "Ada", "ships": {"CT": 1}}
    game = changed(groups=[force])
    (group,), (ship,) = game.groups, game.ships
    assert (group.owner, group.until, group.against, ship.owner) == ("", 9, "Ada", "")
    assert game.next_umpire == 3


def test_a_dummy_stands_with_its_group_or_elsewhere():
    groups = [{"owner": "Ada", "at": "7,7", "name": "main", "ships": {"BB": 1}}]
    dummies = [{"owner": "Ada", "group": "main", "at": "7,8"}]
    (dummy,) = changed(groups=groups, dummies=dummies).dummies
    assert (dummy.owner, dummy.group, dummy.at) == ("Ada", "Ada/g1", (7, 8))


@pytest.mark.rule("C2E-13.2-02")
def test_a_keel_has_so_much_work_done_in_the_order_of_building():
    keels = [
        {"name": "Resolute", "design": "Argent", "work": 110},
        {"name": "Hope", "mass": 90, "type": "CH"},
    ]
    game = changed(worlds={"7,7": {"owner": "Ada", "keels": keels}})
    resolute, hope = game.world("7,7").keels
    assert (resolute.built, resolute.begun) == (["basic hull", "FTL drive"], 2)
    assert (hope.design, hope.built) == (None, [])


SHIP = {"owner": "Ada", "at": "7,7"}


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"wrlds": {}}, "state: unknown field 'wrlds' (did you mean 'worlds'?)"),
        ({"remove": ["stars"]}, "remove: unknown 'stars'"),
        ({"week": -1}, "week cannot be -1"),
        ({"round": 4}, "round cannot be 4"),
        ({"order": ["Ada"]}, "order: list every player once"),
        ({"worlds": {"seven": {}}}, "worlds.seven: 'seven' is not a hex"),
        ({"worlds": {"7,7": {"incme": 3}}}, "worlds.7,7: unknown field 'incme'"),
        ({"worlds": {"7,7": {"income": 3.5}}}, "worlds.7,7.income cannot be 3.5"),
        ({"worlds": {"7,7": {"resource": "fuel"}}}, "did you mean 'Fuel'?"),
        ({"worlds": {"7,7": {"owner": "Addy"}}}, "worlds.7,7.owner: no empire 'Addy'"),
        (
            {"worlds": {"7,7": {"allegiance": "neutral"}}},
            "worlds.7,7.allegiance: unknown 'neutral'",
        ),
        ({"worlds": {"7,7": {"trade": "9,9"}}}, "worlds.7,7.trade: there is no world 9,9"),
        ({"worlds": {"7,7": {"lanes_off": 1}}}, "worlds.7,7.lanes_off cannot be 1"),
        ({"worlds": {"7,7": {"keels": [{"name": "X"}]}}}, "7,7 has no owner"),
        ({"worlds": {"7,7": {"owner": "Ada", "keels": [{"name": "X"}]}}}, "keels[1] has no design"),
        ({"lanes": [["7,7"]]}, "lanes[1]: a lane needs two worlds"),
        ({"lanes": [["7,7", "1,1"]]}, "lanes[1]: there is no world 1,1"),
        ({"players": {"Cato": {}}}, "players: no empire 'Cato'"),
        ({"players": {"Ada": {"treasury": -1}}}, "players.Ada.treasury cannot be -1"),
        ({"players": {"Ada": {"treasury": 0.005}}}, "players.Ada.treasury: 0.005 has too many"),
        ({"players": {"Ada": {"navy": "Royal"}}}, "players.Ada.navy: unknown 'Royal'"),
        ({"players": {"Ada": {"stances": {"Ada": "ALLY"}}}}, "this must be another player"),
        ({"players": {"Ada": {"stances": {"Brin": "FOE"}}}}, "players.Ada.stances: unknown 'FOE'"),
        (
            {"players": {"Ada": {"designs": {"X": "TYPE CH"}}}},
            "players.Ada.designs.X: write a design",
        ),
        ({"players": {"Ada": {"cards": ["1H"]}}}, "players.Ada.cards: '1H' is not a card"),
        ({"players": {"Ada": {"stores": {"7,7": {"spares": {"LASER": 1}}}}}}, "spares.LASER: "),
        ({"players": {"Ada": {"stores": {"7,7": {"coming": [[9, "FC"]]}}}}}, "is not a delivery"),
        ({"groups": [{"at": "7,7"}]}, "groups[1] has no owner"),
        (
            {"groups": [{"owner": "Ada", "ships": {"CH": 1}}]},
            "groups[1] is new and has no position",
        ),
        ({"groups": [SHIP]}, "groups[1] has no ship"),
        ({"groups": [{**SHIP, "ships": {"Argnt": 1}}]}, "did you mean 'Argent'?"),
        ({"groups": [{**SHIP, "ships": {"CH": 0}}]}, "groups[1].ships.CH cannot be 0"),
        ({"groups": [{**SHIP, "ships": [{"name": "X"}]}]}, "ships[1] is new and has no design"),
        ({"groups": [{**SHIP, "ships": [{"design": "CH", "out": ["fc_9"]}]}]}, "unknown 'fc_9'"),
        ({"groups": [{**SHIP, "ships": [{"design": "CVE", "fighters": [6]}]}]}, "has 2 groups"),
        ({"groups": [{**SHIP, "posture": "rade", "ships": {"CH": 1}}]}, "did you mean 'raid'?"),
        (
            {"groups": [{**SHIP, "departure": {}, "ships": {"CH": 1}}]},
            "departure has no destination",
        ),
        (
            {"groups": [{"owner": "Ada", "at": "8,7", "defences": True, "ships": {"FORT": 1}}]},
            "8,7 does not belong to the owner of these defences",
        ),
        ({"dummies": [{"owner": "Ada", "group": "g7"}]}, "dummies[1].group: Ada has no group g7"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(state, message):
    assert message in refusal(**state)


def test_a_world_has_one_partner():
    worlds = {**TWO, "7,7": {"owner": "Ada", "trade": "8,7"}, "8,8": {"trade": "8,7"}}
    assert "worlds.8,8.trade: 8,7 trades with 7,7" in refusal(worlds=worlds)
