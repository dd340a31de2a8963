"""Movement: jumps, lanes, and groups that are split and joined."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, remarks, run
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules.jumps_and_lanes import lane_path, open_part


@pytest.fixture
def game() -> Campaign:
    """Ada's world at 7,7, worlds at 7,9 and 7,10; g1 at 7,7."""
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 9): {}, (7, 10): {}})
    fleet(game, "Ada", (7, 7), "g1", CH=1, FF=2)
    return game


def at(game: Campaign, name: str = "g1") -> tuple[int, int]:
    return next(group.at for group in game.groups if group.name == name)


@pytest.mark.rule("C2E-5.1-01", "C2E-5.1-02")
@pytest.mark.parametrize(
    ("to", "end"),
    [
        ("8,7", (8, 7)),
        ("7,9", (7, 9)),
        ("8,8", None),
        ("7,10", None),
        ("7,7", None),
    ],
)
def test_a_jump_leads_to_a_neighbour_or_from_world_to_world_over_one_hex(game, to, end) -> None:
    turn = run(game, Ada=f"MOVE g1 TO {to}")
    assert at(turn.game) == (end or (7, 7))
    assert bool(remarks(turn, "Ada")) == (end is None)


@pytest.mark.rule("C2E-5.1-01")
def test_from_an_empty_hex_a_jump_leads_to_neighbours_alone(game) -> None:
    game.groups[0].at = (8, 8)
    assert at(run(game, Ada="MOVE g1 TO 7,9").game) == (7, 9)
    turn = run(game, Ada="MOVE g1 TO 7,10")
    assert remarks(turn, "Ada") == [
        "out-of-reach: MOVE: from an empty hex you can only jump to its neighbours, not to 7,10"
    ]


@pytest.mark.rule("C2E-1.5-02", "C2E-1.5-05")
def test_of_several_moves_of_a_group_the_last_counts(game) -> None:
    turn = run(game, Ada="MOVE g1 TO 7,9\nFLY g2\nMOVE g1 TO 8,7")
    assert at(turn.game) == (8, 7)
    assert [r.split(":")[0] for r in remarks(turn, "Ada")] == ["moved-twice", "unknown-order"]


@pytest.mark.rule("C2E-5.1-03")
def test_a_ship_without_ftl_drive_keeps_its_group(game) -> None:
    game.ships[1].ftl = "out"
    turn = run(game, Ada="MOVE g1 TO 7,9")
    assert at(turn.game) == (7, 7)
    assert remarks(turn, "Ada") == [
        "no-ftl: MOVE: g1 cannot jump: Heron-1 without a working FTL drive"
    ]
    split = run(game, Ada="SPLIT g1 Heron-1 AS lame\nMOVE g1 TO 7,9")
    assert (at(split.game), at(split.game, "lame")) == ((7, 9), (7, 7))


@pytest.mark.rule("C2E-15.4-01", "C2E-5.3-01")
def test_groups_that_change_places_do_not_meet(game) -> None:
    fleet(game, "Brin", (7, 9), "g1", CH=1)
    after = run(game, Ada="MOVE g1 TO 7,9", Brin="MOVE g1 TO 7,7").game
    assert [group.at for group in after.groups] == [(7, 9), (7, 7)]


@pytest.fixture
def lanes() -> Campaign:
    """A lane from 1,1 by 5,5 and 9,9 to 13,13, and a way round by 12,1."""
    route = [(1, 1), (5, 5), (9, 9), (13, 13)]
    round_about = [(1, 1), (12, 1), (12, 2), (13, 13)]
    worlds = {place: {} for place in (*route, *round_about)}
    worlds[1, 1] = {"owner": "Ada"}
    joined = [
        *pairwise(route),
        *pairwise(round_about),
    ]
    game = campaign(worlds, lanes=joined)
    fleet(game, "Ada", (1, 1), "g1", CH=1)
    return game


@pytest.mark.rule("C2E-5.2-01")
def test_a_lane_takes_one_week_whatever_its_length(lanes) -> None:
    after = run(lanes, Ada="LANE g1 TO 13,13").game
    assert at(after) == (13, 13)
    assert (after.groups[0].by_lane, after.groups[0].came_from) == (True, (9, 9))


@pytest.mark.rule("C2E-5.2-01")
def test_of_ways_with_as_few_lanes_the_lower_column_counts(lanes) -> None:
    assert lane_path(lanes, "1,1", "13,13") == ["1,1", "5,5", "9,9", "13,13"]
    assert lane_path(lanes, "13,13", "1,1") == ["13,13", "9,9", "5,5", "1,1"]


@pytest.mark.rule("C2E-5.4-02")
@pytest.mark.parametrize(("block", "end"), [((9, 9), (5, 5)), ((13, 13), (9, 9)), ((1, 1), (1, 1))])
def test_a_journey_ends_before_the_block(lanes, block, end) -> None:
    lanes.world_at(block).lane_off = True
    assert at(run(lanes, Ada="LANE g1 TO 13,13").game) == end


@pytest.mark.rule("C2E-5.4-02")
def test_another_way_is_taken_only_where_the_order_names_it(lanes) -> None:
    lanes.world_at((5, 5)).interdicted = ["Brin"]
    assert at(run(lanes, Ada="LANE g1 TO 13,13").game) == (1, 1)
    assert at(run(lanes, Ada="LANE g1 TO 13,13 VIA 12,1").game) == (13, 13)


@pytest.mark.rule("C2E-5.4-02")
@pytest.mark.parametrize(
    ("path", "blocked", "arrives"),
    [("A H1 H2 B", "H2", "H1"), ("A H1 H2 B", "B", "H2"), ("A H1 B", "A", "A")],
)
def test_examples_of_journeys_cut_short(path, blocked, arrives) -> None:
    assert open_part(path.split(), lambda name: name == blocked)[-1] == arrives


@pytest.mark.rule("C2E-15.1-01")
def test_groups_are_split_and_joined_where_they_are(game) -> None:
    fleet(game, "Ada", (7, 9), "far", FF=1)
    turn = run(game, Ada="SPLIT g1 Heron-1 Heron-2 AS h\nMERGE far INTO g1\nTRANSFER Heron-1 TO g1")
    assert remarks(turn, "Ada") == ["not-together: MERGE: far is at 7,9, g1 at 7,7"]
    names = {
        group.name: sorted(s.name for s in turn.game.ships_in(group.id))
        for group in turn.game.groups
    }
    assert names == {"g1": ["Argent-1", "Heron-1"], "h": ["Heron-2"], "far": ["Heron-3"]}


@pytest.mark.rule("C2E-1.5-05", "C2E-15.1-01")
def test_words_of_orders_may_be_written_small(game) -> None:
    fleet(game, "Ada", (7, 7), "Asgard", FF=1)
    turn = run(game, Ada="split g1 heron-1 as h\nmerge g1 into asgard late\nmove h to 7,9")
    assert remarks(turn, "Ada") == []
    assert at(turn.game, "h") == (7, 9)


@pytest.mark.rule("C2E-15.1-01", "C2E-15.2-02")
def test_a_group_without_a_ship_leaves_the_map(game) -> None:
    fleet(game, "Ada", (7, 7), "g2", FF=1)
    after = run(game, Ada="TRANSFER Heron-3 TO g1").game
    assert [group.name for group in after.groups] == ["g1"]


@pytest.mark.rule("C2E-1.5-06")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("NAME g1 Fleet", None),
        ("NAME Heron-1 Argent-1", "name-taken"),
        ("NAME 7,7 ARGENT", "name-taken"),
        ("NAME g1 7,5", "bad-argument"),
        ("NAME g1 TO", "bad-argument"),
        ("NAME g9 Fleet", "not-yours"),
        ("NAME 7,9 Prize", "not-yours"),
        (f"NAME g1 {'x' * 25}", "bad-argument"),
    ],
)
def test_names_are_given_to_own_things_and_are_free(game, order, code) -> None:
    codes = [remark.split(":")[0] for remark in remarks(run(game, Ada=order), "Ada")]
    assert codes == ([] if code is None else [code])
