"""Counters and dummies, and discoveries at unassigned worlds."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from tests.variants.campaign2e.decreed import Decree, ShipFate, run_decreed
from variants.campaign2e.model import Allegiance, Campaign, ContactOrder, World, place_id
from variants.campaign2e.rules.allegiances import nearest_power

RULES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Ada's battleship is at her world 7,7, her destroyer and Brin's frigate elsewhere."""
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 7), "main", BB=1)
    fleet(game, "Ada", (1, 1), "scout", DD=1)
    fleet(game, "Brin", (9, 9), "g1", FF=1)
    return game


def places(game: Campaign, owner: str) -> list[tuple[int, int]]:
    return sorted(counter.at for counter in game.counters if counter.owner == owner)


@pytest.mark.rule("C2E-15.1-01", "C2E-15.3-01", "C2E-15.2-02")
def test_every_group_has_one_counter_and_defences_have_none(game) -> None:
    fleet(game, "Ada", (7, 7), "DEF-7-7", FORT=1).defence = True
    after = run(game).game
    assert places(after, "Ada") == [(1, 1), (7, 7)]
    assert places(after, "Brin") == [(9, 9)]


@pytest.mark.rule("C2E-15.1-01")
def test_a_counter_keeps_its_number_and_no_number_is_used_twice(game) -> None:
    first = run(game).game
    numbers = {counter.at: counter.number for counter in first.counters if counter.owner == "Ada"}
    first.ships = [ship for ship in first.ships if ship.group != "Ada/g2"]
    first.groups = [group for group in first.groups if group.id != "Ada/g2"]
    fleet(first, "Ada", (2, 2), "new", FF=1)
    second = run(first, Ada="MOVE main TO 7,8").game
    after = {counter.at: counter.number for counter in second.counters if counter.owner == "Ada"}
    assert after == {(7, 8): numbers[7, 7], (2, 2): 3}


@pytest.mark.rule("C2E-15.1-02")
def test_the_owner_is_told_which_counter_stands_for_which_group(game) -> None:
    fleet(game, "Ada", (2, 2), "third", FF=1)
    after = run(run(game).game).game
    view = variant().view(after, "Ada")
    numbers = {group["at"]: group["counter"] for group in view["groups"]}
    assert sorted(numbers.values()) == [1, 2, 3]
    ours = (counter for counter in after.counters if counter.owner == "Ada")
    assert {place_id(counter.at): counter.number for counter in ours} == numbers
    assert [counter.number for counter in after.counters if counter.owner == "Brin"] == [1]


@pytest.mark.rule("C2E-15.2-01")
def test_a_dummy_moves_as_a_group_does(game) -> None:
    first = run(game, Ada="DUMMY main MOVE 7,8\nMOVE main TO 8,7")
    assert not remarks(first, "Ada")
    assert places(first.game, "Ada") == [(1, 1), (7, 8), (8, 7)]
    second = run(first.game, Ada="DUMMY main MOVE 7,9")
    assert places(second.game, "Ada") == [(1, 1), (7, 9), (8, 7)]
    third = run(second.game, Ada="DUMMY main REMOVE")
    assert places(third.game, "Ada") == [(1, 1), (8, 7)]


@pytest.mark.rule("C2E-15.2-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DUMMY scout MOVE 1,2", "no-capital"),
        ("DUMMY main MOVE 7,10", "out-of-reach"),
        ("DUMMY main REMOVE", "no-dummy"),
        ("DUMMY other MOVE 7,8", "unknown-group"),
        ("MOVE main TO 7,8", None),
    ],
)
def test_dummies_that_cannot_be(game, order, code) -> None:
    turn = run(game, Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ([code] if code else [])
    assert not turn.game.dummies


@pytest.mark.rule("C2E-15.2-01")
def test_away_from_own_bases_no_dummy_appears(game) -> None:
    away = run(game, Ada="MOVE main TO 7,8").game
    turn = run(away, Ada="DUMMY main MOVE 7,9")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["no-base"]


@pytest.mark.rule("C2E-15.2-01")
@pytest.mark.parametrize("loss", ["ship", "merged"])
def test_a_dummy_goes_with_the_last_capital_unit_of_its_group(game, loss) -> None:
    first = run(game, Ada="DUMMY main MOVE 7,8").game
    if loss == "ship":
        first.ships[0].group = "Ada/g2"
        fleet(first, "Ada", (7, 7), "rest", FF=1)
        first.ships[-1].group = "Ada/g1"
        assert not run(first).game.dummies
    else:
        fleet(first, "Ada", (7, 7), "other", FF=1)
        assert not run(first, Ada="MERGE main INTO other").game.dummies


@pytest.mark.rule("C2E-15.2-01", "C2E-17.1-01")
def test_a_dummy_that_is_met_is_removed_and_makes_no_contact(game) -> None:
    fleet(game, "Brin", (7, 8), "g2", FF=1)
    turn = run(game, Ada="DUMMY main MOVE 7,8")
    assert not turn.game.dummies
    assert not turn.game.empire("Brin").reports
    (event,) = (event for event in turn.events if event.code == "dummy.removed")
    assert set(event.audience) == {"Ada", "Brin"}


@pytest.mark.rule("C2E-15.2-01", "C2E-15.3-01")
def test_each_player_s_dummies_are_counted_apart() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    for name in ("a1", "a2", "a3"):
        fleet(game, "Ada", (7, 7), name, BB=1)
    fleet(game, "Brin", (9, 9), "b1", BB=1)
    first = run(game, Ada="DUMMY a1 MOVE 7,8\nDUMMY a2 MOVE 7,8", Brin="DUMMY b1 MOVE 9,8").game
    assert [dummy.id for dummy in first.dummies] == ["Ada/d1", "Ada/d2", "Brin/d1"]
    later = run(first, Ada="DUMMY a1 REMOVE\nDUMMY a3 MOVE 7,6").game
    assert [dummy.id for dummy in later.dummies] == ["Ada/d2", "Brin/d1", "Ada/d3"]


@pytest.mark.rule("C2E-15.3-01")
def test_dummies_and_groups_get_their_numbers_by_chance() -> None:
    """Of twenty battleships with a dummy each, the dummy has the higher number now and then."""
    game = campaign({(x, 1): {"owner": "Ada"} for x in range(1, 40, 2)})
    for x in range(1, 40, 2):
        fleet(game, "Ada", (x, 1), f"f{x}", BB=1)
    orders = "\n".join(f"DUMMY f{x} MOVE {x},2" for x in range(1, 40, 2))
    after = run(game, Ada=orders).game
    numbers = {counter.at: counter.number for counter in after.counters}
    assert sorted(numbers.values()) == list(range(1, 41))
    higher = sum(numbers[x, 2] > numbers[x, 1] for x in range(1, 40, 2))
    assert 2 < higher < 18


# visits


@pytest.mark.rule("C2E-1.6-01", "C2E-1.6-02")
def test_a_visit_reveals_what_a_world_stands_for_to_the_visitor_alone() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}, (1, 1): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 7), "g1", FF=1)
    turn = run(game, Ada="MOVE g1 TO 7,8")
    neutral = turn.game.world("7,8")
    assert neutral.allegiance is not None
    assert turn.game.empire("Ada").visited == ["7,8"]
    (event,) = (event for event in turn.events if event.code == "world.visited")
    assert event.audience == ("Ada",)
    later = run(turn.game)
    assert later.game.world("7,8").allegiance is neutral.allegiance
    assert "world.visited" not in [event.code for event in later.events]


@pytest.mark.rule("C2E-1.6-02", "C2E-15.2-01")
def test_without_a_visit_nothing_is_known_and_dummies_visit_nothing(game) -> None:
    game.worlds.append(World(id="7,8", at=(7, 8), full=5, points=5))
    after = run(game, Ada="DUMMY main MOVE 7,8").game
    assert (after.world("7,8").allegiance, after.empire("Ada").visited) == (None, [])


@pytest.mark.rule("C2E-1.6-01")
def test_every_allegiance_is_as_likely_as_the_others() -> None:
    places = [(x, y) for x in range(1, 51) for y in range(1, 9)]
    game = campaign({at: {} for at in places})
    game.explored = [place_id((x, y)) for x in range(-2, 54) for y in range(-2, 12)]
    for number, at in enumerate(places):
        fleet(game, "Ada", at, f"g{number}", FF=1)
    after = run(game).game
    allegiances = Tally(world.allegiance for world in after.worlds)
    assert sum(allegiances.values()) == 400
    assert all(35 < allegiances[allegiance] < 105 for allegiance in Allegiance)


@pytest.mark.rule("C2E-1.6-03")
@pytest.mark.parametrize("example", RULES.examples("C2E-1.6-03"), ids=str)
def test_the_nearest_power(example) -> None:
    worlds = {tuple(at): {"owner": o} for o, p in example.given["owners"].items() for at in p}
    game = campaign(worlds | {tuple(example.given["world"]): {}}, players=("A", "B"))
    world = game.world_at(tuple(example.given["world"]))
    assert nearest_power(game, world, Stream.from_key("any")) == example.expect["nearest"]


@pytest.mark.rule("C2E-1.6-03")
def test_of_two_as_near_the_one_with_more_worlds_there_then_a_die() -> None:
    tied = campaign({(7, 7): {}, (7, 6): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}})
    empires = {nearest_power(tied, tied.world("7,7"), Stream.from_key(n)) for n in range(20)}
    assert empires == {"Ada", "Brin"}
    more = campaign(
        {(7, 7): {}, (7, 6): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}, (8, 7): {"owner": "Brin"}}
    )
    empires = {nearest_power(more, more.world("7,7"), Stream.from_key(n)) for n in range(20)}
    assert empires == {"Brin"}


@pytest.mark.rule("C2E-15.3-01", "C2E-15.3-02", "C2E-15.2-01")
def test_nobody_else_can_tell_a_dummy_from_a_group() -> None:
    """A dummy of the battleship moves where a frigate moves in another game: Brin sees the same."""
    views = []
    for is_dummy in (True, False):
        game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}, (9, 9): {"owner": "Brin"}})
        fleet(game, "Ada", (7, 7), "main", BB=1)
        fleet(game, "Brin", (9, 9), "g1", FF=1)
        if not is_dummy:
            fleet(game, "Ada", (7, 7), "scout", FF=1)
        weeks = []
        for way in ("7,8", "8,8", "8,9"):
            order = f"DUMMY main MOVE {way}" if is_dummy else f"MOVE scout TO {way}"
            turn = run(game, Ada=order, Brin="CONTACT g1 ATTACK")
            assert not remarks(turn, "Ada")
            game = turn.game
            messages = [(e.code, e.text) for e in turn.events if e.visible_to("Brin")]
            weeks.append((variant().view(game, "Brin").data, messages))
        views.append(weeks)
    assert views[0] == views[1]


@pytest.mark.rule("C2E-15.3-01", "C2E-15.1-01")
def test_no_counter_stays_for_what_is_gone(game) -> None:
    fleet(game, "Brin", (1, 1), "g2", FF=1).contact = ContactOrder(attack="ANY")
    fleet(game, "Ada", (7, 7), "more", DD=1)
    game.groups[1].contact = ContactOrder(attack="ANY")
    lost = Decree("Ada", {"Heron-2": ShipFate("destroyed")})
    after = run_decreed(game, lost, Ada="MERGE more INTO main LATE").game
    assert places(after, "Brin") == [(9, 9)]
    assert places(after, "Ada") == [(1, 1), (7, 7)]
    assert [counter["at"] for counter in variant().view(after, "Ada")["counters"]] == ["9,9"]


@pytest.mark.rule("C2E-15.2-01", "C2E-15.1-01")
@pytest.mark.parametrize(("version", "most"), [("1.1.0", 1), ("1.0.0", 2)])
def test_a_capital_unit_that_is_regrouped_brings_no_second_dummy(version, most) -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 9): {"owner": "Ada"}})
    game.version = version
    fleet(game, "Ada", (7, 7), "g1", BB=1, FF=1)
    game = run(game, Ada="DUMMY g1 MOVE 7,9").game
    dummies = []
    orders = "SPLIT g1 Bastion-1 AS x\nDUMMY g1 MOVE 7,7\nDUMMY x MOVE 7,9"
    turn = hz.run_turn(
        game,
        {"Ada": orders},
        variant=variant(),
        watch=lambda _phase, now: dummies.append(len(now.dummies)),
    )
    assert max(dummies) == most
    assert [dummy.group for dummy in turn.game.dummies] == ["Ada/g2"]
    codes = [remark.code for remark in turn.diagnostics["Ada"]]
    assert codes == (["no-capital"] if version == "1.1.0" else [])
