"""Hexes beyond the initial area: when they are generated, and what players learn of them."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from variants.campaign2e.model import Campaign, Dummy, Lane, World, place_id, place_of
from variants.campaign2e.model.places import distance, within
from variants.campaign2e.model.worlds import HUB
from variants.campaign2e.rules.exploration import explore, is_in_grid
from variants.campaign2e.setup.worlds import add_hub_lanes

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
HOMES = {(13, 7): {"owner": "Ada"}, (1, 1): {"owner": "Brin"}}


@pytest.fixture
def game() -> Campaign:
    """Ada's g1 is at 13,7 at the edge of the grid, Brin's at 1,1."""
    game = campaign(HOMES)
    fleet(game, "Ada", (13, 7), "g1", CH=1)
    return game


def outside(at, radius=2) -> set[str]:
    return {place_id(spot) for spot in within(at, radius) if not is_in_grid(spot)}


@pytest.mark.rule("C2E-1.1-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.1-01"), ids=str)
def test_groups_go_beyond_the_edge(example) -> None:
    start, end = (tuple(example.given[key]) for key in ("from", "to"))
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", start, "g1", CH=1)
    turn = run(game, Ada=f"MOVE g1 TO {place_id(end)}")
    assert remarks(turn, "Ada") == []
    assert (turn.game.groups[0].at == end) == example.expect["legal"]


@pytest.mark.rule("C2E-1.1-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.1-02"), ids=str)
def test_hexes_within_two_of_a_group_are_made(game, example) -> None:
    assert game.groups[0].at == tuple(example.given["group_at"])
    after = run(game).game
    name = place_id(tuple(example.given["hex"]))
    assert (name in after.explored) == example.expect["generated"]
    assert set(after.explored) == outside((13, 7))


@pytest.mark.rule("C2E-1.1-02")
def test_they_are_made_once_and_for_good(game) -> None:
    first = run(game).game
    second = run(first).game
    assert second.explored == first.explored
    assert [world.id for world in second.worlds] == [world.id for world in first.worlds]


@pytest.mark.rule("C2E-1.1-02", "C2E-15.2-01")
def test_dummies_make_hexes_as_groups_do_and_tell_nothing(game) -> None:
    fleet(game, "Brin", (1, 1), "b1", BB=1)
    game.dummies = [Dummy(id="Brin/d1", owner="Brin", group="Brin/g1", at=(7, 13))]
    after = run(game).game
    assert set(after.explored) == outside((13, 7)) | outside((7, 13)) | outside((1, 1))
    assert set(after.empire("Ada").explored) == outside((13, 7))
    assert set(after.empire("Brin").explored) == outside((1, 1))


@pytest.mark.rule("C2E-1.1-02", "C2E-2.6-01", "C2E-2.6-02", "C2E-1.7-01")
def test_their_contents_come_by_the_dice_of_the_map(game) -> None:
    explore(game, within((30, 30), 8), lambda at: Stream.from_key("far", *at))
    worlds = [world for world in game.worlds if distance(world.at, (30, 30)) <= 8]
    assert 80 < len(worlds) < 137  # of 217 hexes one in two holds a world
    ordinary = [world for world in worlds if not world.resource]
    assert all(2 <= world.points <= 10 for world in ordinary)
    assert 0 < len(worlds) - len(ordinary) < len(worlds) // 3
    assert [world.at for world in game.worlds] == sorted(world.at for world in game.worlds)


@pytest.mark.rule("C2E-1.1-02")
def test_a_world_there_is_known_but_not_what_it_yields_before_a_visit(game) -> None:
    game.worlds.append(World(id="15,7", at=(15, 7), full=9, points=9, resource="Fuel"))
    game.explored = ["15,7"]
    turn = run(game)
    events = [event for event in turn.events if event.code == "world.found"]
    assert ("15,7", ("Ada",)) in [(event.place, event.audience) for event in events]
    known = {world["id"]: world for world in variant().view(turn.game, "Ada")["worlds"]}
    assert (known["15,7"]["surveyed"], known["15,7"]["points"]) == (False, 0)
    assert known["15,7"]["resource"] == ""
    assert "15,7" not in [world["id"] for world in variant().view(turn.game, "Brin")["worlds"]]
    turn.game.empire("Ada").visited.append("15,7")
    known = {world["id"]: world for world in variant().view(turn.game, "Ada")["worlds"]}
    assert (known["15,7"]["surveyed"], known["15,7"]["points"]) == (True, 9)


@pytest.mark.rule("C2E-1.1-02", "C2E-1.8-01", "C2E-1.8-02", "C2E-2.7-01")
def test_a_hub_beyond_the_edge_gets_its_lanes_at_once() -> None:
    worlds = {(5, 5): {"resource": HUB}, (15, 7): {"resource": HUB, "points": 9}}
    near = {at: {} for at in within((15, 7), 3) if at != (15, 7)}
    linked, reached = [], set()
    for seed in range(12):
        game = campaign(worlds | near | {(22, 7): {}})
        hub = game.world("15,7")
        add_hub_lanes(game.worlds, game.lanes, hub, Stream.from_key("hub", seed))
        assert Lane("5,5", "15,7") in game.lanes
        lanes = [lane for lane in game.lanes if "15,7" in (lane.a, lane.b)]
        linked.append(len(lanes) - 1)
        assert hub.points == hub.full == 9 + linked[-1]
        assert not any("22,7" in (lane.a, lane.b) for lane in game.lanes)
        assert len(set(game.lanes)) == len(game.lanes)
        among = [lane for lane in game.lanes if "15,7" not in (lane.a, lane.b)]
        reached |= {distance(place_of(lane.a), place_of(lane.b)) for lane in among}
    assert reached == {1, 2}
    assert 8 < sum(linked) / len(linked) < 16  # a third of 36


@pytest.mark.rule("C2E-1.1-02")
def test_without_a_new_hub_no_lanes_are_rolled(game) -> None:
    game.worlds.append(World(id="5,5", at=(5, 5), full=9, points=9, resource=HUB))
    game.worlds.sort(key=lambda world: world.at)
    stream = Stream.from_key("no hub", 2)
    explore(game, within((14, 7), 4), lambda at: stream.fork(*at))
    assert not any(world.resource == HUB for world in game.worlds if world.id != "5,5")
    assert game.lanes == []


@pytest.mark.rule("C2E-5.2-01", "C2E-15.3-02")
def test_a_way_leads_by_known_worlds_alone() -> None:
    worlds = {(7, 7): {"owner": "Ada"}, (20, 7): {"resource": HUB}, (1, 1): {"owner": "Brin"}}
    game = campaign(worlds, lanes=[((7, 7), (20, 7)), ((1, 1), (20, 7))])
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    turn = run(game, Ada="LANE g1 TO 1,1")
    assert remarks(turn, "Ada") == ["no-lane: LANE: no lane leads from 7,7 to 1,1"]
    game.empire("Ada").explored.append("20,7")
    assert run(game, Ada="LANE g1 TO 1,1").game.groups[0].at == (1, 1)


@pytest.mark.rule("C2E-1.1-02")
def test_others_groups_do_not_change_what_a_hex_holds(game) -> None:
    alone = run(game).game
    fleet(game, "Brin", (7, 13), "b1", CH=1)
    both = run(game).game

    def around(played: Campaign) -> dict[str, int]:
        near = outside((13, 7))
        return {world.id: world.points for world in played.worlds if world.id in near}

    assert around(alone) == around(both)
    assert hz.digest(alone) != hz.digest(both)
