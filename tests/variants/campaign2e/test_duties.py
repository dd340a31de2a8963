"""Duties stay with ships: no regrouping gives a ship a new ability."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from tests.effort import tries
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, ship, variant
from variants.campaign2e.model import Assault, Campaign, ContactOrder, Departure, ShipJob, ShipTask
from variants.campaign2e.model.places import Place

HERE, AWAY, ELSEWHERE = (7, 7), (7, 9), (8, 7)
GROUPS = ("a", "b", "c", "x", "y")
SHIPS = ("Argent-1", "Argent-2", "Gannet-1", "Heron-1", "Gannet-2")
BOUND, FREE, LAME = ("Argent-1", "Argent-2"), ("Gannet-1", "Heron-1"), ("Gannet-2",)


def bound() -> Campaign:
    """At 7,7 Ada's a must go to 7,9, her b is free, and her c cannot jump."""
    game = campaign({HERE: {}, AWAY: {"owner": "Ada"}, (9, 11): {"owner": "Brin"}})
    fleet(game, "Ada", HERE, "a", CH=2).departure = Departure(to=AWAY)
    fleet(game, "Ada", HERE, "b", DD=1, FF=1)
    fleet(game, "Ada", HERE, "c", DD=1)
    ship(game, "Gannet-2").ftl = "out"
    return game


def raiders() -> Campaign:
    """Ada's a and c, which cannot jump, meet Brin's fleet at his trading world: all withdraw."""
    worlds = {HERE: {"owner": "Brin", "partner": "9,7"}, (9, 7): {"owner": "Brin"}}
    worlds[9, 7]["partner"] = "7,7"
    game = campaign(worlds | {AWAY: {"owner": "Ada"}})
    fleet(game, "Ada", HERE, "a", CH=2)
    fleet(game, "Ada", HERE, "c", DD=1)
    ship(game, "Gannet-1").ftl = "out"
    fleet(game, "Brin", HERE, "b", FF=1)
    for group in game.groups:
        group.contact = ContactOrder(attack="", to=AWAY if group.owner == "Ada" else (9, 7))
    return game


def place_of(game: Campaign, name: str) -> Place:
    group = ship(game, name).group
    return next(g.at for g in game.groups if g.id == group)


def regroupings(late: str = "") -> st.SearchStrategy[list[str]]:
    """Some orders to reorganise, with names that may exist by then."""
    group, one = st.sampled_from(GROUPS), st.sampled_from(SHIPS)
    order = st.one_of(
        st.builds("SPLIT {} {} AS {}{}".format, group, one, group, st.just(late)),
        st.builds("TRANSFER {} TO {}{}".format, one, group, st.just(late)),
        st.builds("MERGE {} INTO {}{}".format, group, group, st.just(late)),
    )
    return st.lists(order, min_size=1, max_size=5)


@pytest.mark.rule("C2E-17.4-01", "C2E-18.2-01", "C2E-15.1-01")
@settings(max_examples=tries(40))
@given(regroupings())
def test_whatever_is_regrouped_ships_go_where_they_must_and_no_others_with_them(lines) -> None:
    moves = [f"MOVE {name} TO 8,7" for name in GROUPS]
    game = run(bound(), Ada="\n".join([*lines, *moves])).game
    assert {place_of(game, name) for name in BOUND} == {AWAY}
    assert {place_of(game, name) for name in FREE} <= {HERE, ELSEWHERE}
    assert {place_of(game, name) for name in LAME} == {HERE}


@pytest.mark.rule("C2E-17.4-01", "C2E-18.2-01", "C2E-15.1-01")
@settings(max_examples=tries(30))
@given(regroupings(" LATE"))
def test_whatever_is_regrouped_late_who_has_withdrawn_does_nothing_more(lines) -> None:
    acts = [f"RAID {name}" for name in GROUPS]
    turn = run(raiders(), Ada="\n".join([*lines, *acts]))
    losses = [event for event in turn.events if event.code == "raid.loss"]
    assert [event.data["raiders"] for event in losses] == [1], "what cannot jump, and nothing else"
    game = run(turn.game, Ada="\n".join(f"MOVE {name} TO 8,7" for name in GROUPS)).game
    assert [place_of(game, f"Argent-{number}") for number in (1, 2)] == [AWAY, AWAY]
    assert place_of(game, "Gannet-1") == HERE


@pytest.mark.rule("C2E-17.4-01")
def test_a_part_of_a_group_that_must_go_goes_with_it_and_says_so() -> None:
    game = bound()
    turn = run(game, Ada="SPLIT a Argent-2 AS x\nMOVE x TO 8,7")
    assert remarks(turn, "Ada") == ["move-fixed: MOVE: x withdraws to 7,9 this week"]
    assert place_of(turn.game, "Argent-2") == AWAY
    for order in ("TRANSFER Argent-2 TO b", "MERGE b INTO a"):
        assert remarks(run(game, Ada=order), "Ada") == [
            f"move-fixed: {order.split()[0]}: a withdraws to 7,9"
        ]


@pytest.mark.rule("C2E-17.4-01")
def test_groups_that_must_go_the_same_way_may_be_one() -> None:
    game = bound()
    game.groups[1].departure = Departure(to=AWAY)
    turn = run(game, Ada="MERGE b INTO a")
    assert remarks(turn, "Ada") == []
    assert {place_of(turn.game, name) for name in (*BOUND, *FREE)} == {AWAY}


@pytest.mark.rule("C2E-17.4-01")
def test_no_new_ship_joins_a_group_that_must_go() -> None:
    game = bound()
    game.world("7,7").owner = "Ada"
    turn = run(game, Ada="BUY Heron AT 7,7 AS a")
    assert remarks(turn, "Ada") == ["move-fixed: BUY: a withdraws to 7,9 this week"]


@pytest.mark.rule("C2E-11.1-01")
def test_a_ship_that_moves_and_joins_who_stayed_is_not_mended() -> None:
    game = campaign({HERE: {"owner": "Ada"}, AWAY: {"owner": "Ada"}})
    fleet(game, "Ada", HERE, "a", CH=1)
    fleet(game, "Ada", AWAY, "b", CH=1)
    for vessel in game.ships:
        vessel.out = ["beam3_1"]
        job = ShipJob(
            ship=vessel.id, tasks=[ShipTask(what="B3/3", system="beam3_1")], paid=True, weeks=1
        )
        game.empire("Ada").jobs.append(job)
    for order in ("TRANSFER Argent-1 TO b LATE", "MERGE a INTO b LATE", "MERGE b INTO a LATE"):
        turn = run(game, Ada=f"MOVE a TO 7,9\n{order}")
        assert remarks(turn, "Ada") == []
        assert [s.out for s in turn.game.ships] == [["beam3_1"], []], order


@pytest.mark.rule("C2E-7.6-04")
def test_dropships_on_the_ground_stay_there_whatever_becomes_of_the_group() -> None:
    for order in ("SPLIT a Talon-1 LATE", "TRANSFER Talon-1 TO b LATE", "MERGE a INTO b LATE"):
        game = campaign({HERE: {"owner": "Brin", "controlled": "Ada"}, AWAY: {"owner": "Ada"}})
        landing = fleet(game, "Ada", HERE, "a", CH=1)
        fleet(game, "Ada", HERE, "b", CH=1)
        fleet(game, "Ada", HERE, "c", AL=1)
        lander = game.ships[-1]
        lander.name, lander.group, landing.land = "Talon-1", landing.id, True
        game.groups.pop()
        game.world("7,7").assault = Assault(by="Ada", tonnes={"Ada": 60})
        after = run(game, Ada=order).game
        assert ship(after, "Talon-1").dropships == 0, f"{order}: control is lost, and they with it"


@pytest.mark.rule("C2E-17.6-02", "C2E-17.7-01")
def test_a_group_has_the_strictest_way_of_coming_of_all_that_join_it() -> None:
    game = campaign({HERE: {"owner": "Ada"}, AWAY: {"owner": "Ada"}})
    fleet(game, "Ada", AWAY, "a", CH=1).departure = Departure(to=HERE, speed=14, formation="open")
    fleet(game, "Ada", HERE, "b", CH=1)
    fleet(game, "Ada", AWAY, "c", CH=1).departure = Departure(to=HERE, speed=6, formation="open")
    turn = run(game, Ada="SPLIT b Argent-2 AS d LATE\nMERGE a INTO b LATE\nMERGE c INTO b LATE")
    (b,) = [group for group in turn.game.groups if group.name == "b"]
    assert (b.entry_speed, b.entry_formation, b.came_from is None) == (14, "open", False)
    codes = [remark.split(":")[0] for remark in remarks(turn, "Ada")]
    assert codes == ["empty-group", "entry-fixed"]


@pytest.mark.rule("C2E-15.1-01", "C2E-14.1-01")
def test_orders_with_late_are_carried_out_after_a_battle_by_hand() -> None:
    game = campaign({(3, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game = variant().with_seat(game, "Uma", "umpire")
    for owner in ("Ada", "Brin"):
        fleet(game, owner, (3, 3), "g1", CH=1, FF=1).contact = ContactOrder(attack="ANY")
    waiting = run(game, Ada="MANUAL g1\nSPLIT g1 Heron-1 AS x LATE", Brin="MANUAL g1").game
    assert waiting.halted
    fates = "Ada/Argent-1: {status: in_place}, Ada/Heron-1: {status: in_place}, "
    fates += "Brin/Argent-1: {status: destroyed}, Brin/Heron-1: {status: destroyed}"
    record = f"{{tactical_turns: 1, field_held_by: Ada, ships: {{{fates}}}}}"
    over = run(waiting, Uma=f"RESULT {waiting.pending[0].id} FILE {record}").game
    assert sorted(group.name for group in over.groups_of("Ada")) == ["g1", "x"]


@pytest.mark.rule("C2E-17.4-01")
def test_games_of_the_rules_before_keep_what_they_had() -> None:
    game = bound()
    game.version = "1.0.0"
    turn: hz.Turn = run(game, Ada="SPLIT a Argent-2 AS x\nMOVE x TO 8,7")
    assert remarks(turn, "Ada") == []
    assert place_of(turn.game, "Argent-2") == ELSEWHERE
    assert "moved" not in hz.dump(turn.game)["ships"][0]
