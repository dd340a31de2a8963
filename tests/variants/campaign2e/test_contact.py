"""Contact: reports of size, attackers, withdrawals and their destinations, and battles."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run
from tests.variants.campaign2e.decreed import Decree, run_decreed
from variants.campaign2e.model import Campaign, ContactOrder, TaskGroup
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.decisions import relative_size

RULES = catalogue("campaign2e", "variants.campaign2e")

AWAY = (3, 3)


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    """Ada's world is 7,7, Brin's 9,9, and 3,3 is an empty hex."""
    return campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})


def group(game: Campaign, owner: str, name: str = "g1") -> TaskGroup:
    return next(g for g in game.groups if (g.owner, g.name) == (owner, name))


def codes(turn, player: str) -> list[str]:
    return [event.code for event in turn.events if event.visible_to(player)]


# reports of size


@pytest.mark.rule("C2E-17.2-01")
@examples("C2E-17.2-01")
def test_reports_of_size(example) -> None:
    inputs, expect = example.given, example.expect
    if "own_points" in inputs:
        words = {"larger": "significantly_larger", "smaller": "significantly_smaller"}
        message = relative_size(inputs["own_points"], inputs["other_points"])
        assert words.get(message, "roughly_equal") == expect["report"]
    else:
        ours, other = inputs["own_largest_mass"], inputs["other_largest_mass"]
        assert (max(ours, other) >= 2 * min(ours, other)) == expect["glaring_discrepancy"]


@pytest.mark.rule("C2E-17.1-01", "C2E-17.2-01", "C2E-15.3-01")
def test_fleets_in_a_hex_learn_how_large_the_others_are_and_nothing_else(game) -> None:
    fleet(game, "Ada", AWAY, "g1", FF=1)
    fleet(game, "Brin", AWAY, "g1", SDN=1)
    turn = run(game)
    ada = turn.game.empire("Ada").reports
    assert [(r.at, r.owner, r.size, r.glaring, r.week) for r in ada] == [
        (AWAY, "Brin", "larger", True, 2)
    ]
    assert [r.size for r in turn.game.empire("Brin").reports] == ["smaller"]
    event = next(event for event in turn.events if event.code == "contact.size")
    assert set(event.data) == {"force", "words", "vessels", "owner", "size", "glaring", "defences"}


@pytest.mark.rule("C2E-17.1-01")
def test_fleets_of_one_owner_and_in_two_hexes_make_no_contact(game) -> None:
    fleet(game, "Ada", AWAY, "g1", FF=1)
    fleet(game, "Ada", AWAY, "g2", FF=1)
    fleet(game, "Brin", (4, 4), "g1", FF=1)
    after = run(game).game
    assert not after.empire("Ada").reports
    assert not any(g.withdrawn for g in after.groups)


@pytest.mark.rule("C2E-17.1-02")
@pytest.mark.parametrize("mutual", [True, False])
def test_only_allies_of_each_other_make_no_contact(game, mutual) -> None:
    fleet(game, "Ada", AWAY, "g1", FF=1)
    fleet(game, "Brin", AWAY, "g1", FF=1)
    game.empire("Ada").stances["Brin"] = ALLY
    if mutual:
        game.empire("Brin").stances["Ada"] = ALLY
    assert bool(run(game).game.empire("Ada").reports) != mutual


# decisions


@pytest.mark.rule("C2E-17.3-01")
@pytest.mark.parametrize(
    ("order", "attacks"),
    [
        ("CONTACT g1 ATTACK", (True, True, True)),
        ("CONTACT g1 ATTACK IF ANY", (True, True, True)),
        ("CONTACT g1 ATTACK IF EQUAL ELSE WITHDRAW TO 4,3", (True, True, False)),
        ("CONTACT g1 ATTACK IF SMALLER ELSE WITHDRAW", (True, False, False)),
        ("CONTACT g1 WITHDRAW", (False, False, False)),
        ("", (True, False, False)),
    ],
)
def test_the_report_and_the_standing_order_decide(order, attacks) -> None:
    """Against a smaller, an equal and a larger fleet, away from home."""
    for number, other in enumerate(("FF", "CH", "SDN")):
        game = campaign({(7, 7): {}})
        fleet(game, "Ada", AWAY, "g1", CH=1)
        fleet(game, "Brin", AWAY, "g1", **{other: 1}).contact = ContactOrder(attack="")
        turn = run(game, Ada=order)
        assert not remarks(turn, "Ada")
        assert group(turn.game, "Ada").withdrawn != attacks[number]


@pytest.mark.rule("C2E-17.3-01")
def test_without_an_order_a_fleet_stands_up_to_its_equals_at_home_alone(game) -> None:
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    fleet(game, "Brin", (7, 7), "g1", CH=1)
    after = run(game).game
    assert (group(after, "Ada").withdrawn, group(after, "Brin").withdrawn) == (False, True)


@pytest.mark.rule("C2E-17.3-01")
def test_of_several_reports_the_worst_decides() -> None:
    game = campaign({(7, 7): {}}, players=("Ada", "Brin", "Cato"))
    fleet(game, "Ada", AWAY, "g1", CH=1).contact = ContactOrder(attack="EQUAL")
    for other, code in (("Brin", "FF"), ("Cato", "SDN")):
        fleet(game, other, AWAY, "g1", **{code: 1}).contact = ContactOrder(attack="")
    assert group(run(game).game, "Ada").withdrawn


@pytest.mark.rule("C2E-17.3-02")
def test_the_order_of_the_group_with_most_points_counts_for_the_whole_fleet(game) -> None:
    fleet(game, "Ada", AWAY, "a", FF=1).contact = ContactOrder(attack="ANY")
    fleet(game, "Ada", AWAY, "b", CH=1).contact = ContactOrder(attack="", to=(4, 3))
    fleet(game, "Brin", AWAY, "g1", CH=1).contact = ContactOrder(attack="ANY")
    after = run(game).game
    assert [group(after, "Ada", name).departure.to for name in "ab"] == [(4, 3), (4, 3)]


@pytest.mark.rule("C2E-3.6-07")
@pytest.mark.parametrize(
    ("state", "at", "attacks"),
    [
        ({"out_of_supply": True}, AWAY, False),
        ({"owed": 95}, AWAY, False),
        ({"owed": 95}, (7, 7), True),
        ({"out_of_supply": True}, (7, 7), False),
    ],
)
def test_out_of_supply_nobody_chooses_to_attack_and_in_debt_at_home_alone(
    game, state, at, attacks
) -> None:
    fleet(game, "Ada", at, "g1", CH=1).contact = ContactOrder(attack="ANY")
    for name, value in state.items():
        setattr(game.ships[0], name, value)
    fleet(game, "Brin", at, "g1", CH=1).contact = ContactOrder(attack="", to=(at[0] + 1, at[1]))
    assert group(run(game).game, "Ada").withdrawn != attacks


@pytest.mark.rule("C2E-17.3-01")
def test_orders_that_a_group_cannot_follow_are_refused_or_remarked(game) -> None:
    fleet(game, "Ada", AWAY, "g1", CH=1)
    fleet(game, "Ada", (7, 7), "forts", FF=1)
    game.ships[1].ftl = "out"
    turn = run(
        game, Ada="CONTACT g1 WITHDRAW TO 13,13\nCONTACT forts WITHDRAW\nCONTACT g1 ATTACK IF ODD"
    )
    assert remarks(turn, "Ada") == [
        "out-of-reach: CONTACT: 13,13 is more than a week from 3,3",
        "cannot-withdraw: CONTACT: forts cannot withdraw: none of its ships can jump",
        "bad-argument: CONTACT: limit: 'ODD' is not one of SMALLER, EQUAL, ANY",
    ]
    assert group(turn.game, "Ada").contact == ContactOrder(attack="", to=(13, 13))
    assert group(turn.game, "Ada", "forts").contact is None


# withdrawal


@pytest.mark.rule("C2E-17.4-01", "C2E-18.2-01")
def test_who_withdraws_is_gone_the_week_after_and_nothing_changes_that(game) -> None:
    fleet(game, "Ada", AWAY, "g1", CH=1).contact = ContactOrder(attack="ANY")
    fleet(game, "Brin", AWAY, "g1", CH=1).contact = ContactOrder(attack="", to=(3, 4))
    first = run(game)
    assert group(first.game, "Brin").departure.to == (3, 4)
    assert "contact.occupies" in codes(first, "Ada")
    assert "battle.fought" not in codes(first, "Ada")
    second = run(first.game, Brin="MOVE g1 TO 2,3")
    assert remarks(second, "Brin") == ["move-fixed: MOVE: g1 withdraws to 3,4 this week"]
    assert (group(second.game, "Brin").at, group(second.game, "Ada").at) == ((3, 4), AWAY)


@pytest.mark.rule("C2E-17.5-01")
def test_if_all_withdraw_all_leave_and_nobody_fights(game) -> None:
    for player in ("Ada", "Brin"):
        fleet(game, player, AWAY, "g1", CH=1).contact = ContactOrder(attack="")
    turn = run(game)
    assert all(g.departure for g in turn.game.groups)
    assert not {"contact.occupies", "battle.fought"} & set(codes(turn, "Ada"))


@pytest.mark.rule("C2E-18.2-01")
@pytest.mark.parametrize(
    ("start", "came_from", "goal", "to"),
    [
        ((8, 7), (9, 7), (9, 8), (9, 8)),
        ((8, 7), (9, 7), (12, 12), (7, 7)),
        ((8, 7), (9, 7), None, (7, 7)),
        (AWAY, (3, 2), None, (3, 2)),
        ((7, 9), (8, 9), None, (7, 7)),
    ],
)
def test_where_a_withdrawal_leads(game, start, came_from, goal, to) -> None:
    """As ordered, else to the nearest base within a jump, else back."""
    game.worlds.append(campaign({(7, 9): {}}).worlds[0])
    mover = fleet(game, "Brin", came_from, "g1", CH=1)
    mover.owner = "Ada"
    game.ships[0].owner = "Ada"
    mover.contact = ContactOrder(attack="", to=goal)
    fleet(game, "Brin", start, "g2", CH=1).contact = ContactOrder(attack="ANY")
    turn = run(game, Ada=f"MOVE g1 TO {start[0]},{start[1]}")
    assert group(turn.game, "Ada").departure.to == to


@pytest.mark.rule("C2E-18.2-01")
def test_without_base_or_origin_a_neighbour_is_chosen_by_chance(game) -> None:
    for x in range(1, 9):
        fleet(game, "Ada", (20, 3 * x), f"a{x}", FF=1).contact = ContactOrder(attack="")
        fleet(game, "Brin", (20, 3 * x), f"b{x}", FF=1).contact = ContactOrder(attack="ANY")
    after = run(game).game
    ways = {
        (g.departure.to[0] - g.at[0], g.departure.to[1] - g.at[1]) for g in after.groups_of("Ada")
    }
    assert len(ways) > 2


@pytest.mark.rule("C2E-17.4-01")
def test_a_withdrawal_along_a_lane_is_not_stopped_by_a_block_that_arises_later() -> None:
    ends = ((7, 7), (7, 12))
    game = campaign({ends[0]: {}, ends[1]: {"owner": "Brin"}}, lanes=[ends])
    fleet(game, "Ada", ends[0], "g1", CH=1).contact = ContactOrder(attack="", to=ends[1])
    fleet(game, "Brin", ends[0], "g1", CH=1).contact = ContactOrder(attack="ANY")
    first = run(game).game
    assert group(first, "Ada").departure.by_lane
    first.world_at(ends[0]).interdicted = ["Brin"]
    second = run(first).game
    assert (group(second, "Ada").at, group(second, "Ada").by_lane) == (ends[1], True)


@pytest.mark.rule("C2E-17.3-02")
@pytest.mark.parametrize("attacked", [True, False])
def test_ships_that_cannot_jump_stay_behind_and_fight_only_if_attacked(game, attacked) -> None:
    fleet(game, "Ada", AWAY, "g1", CH=1, FF=1).contact = ContactOrder(attack="")
    game.ships[1].ftl = "out"
    fleet(game, "Brin", AWAY, "g1", CH=1).contact = ContactOrder(attack="ANY" if attacked else "")
    decree = Decree()
    after = run_decreed(game, decree).game
    parts = {g.name: [s.name for s in after.ships_in(g.id)] for g in after.groups_of("Ada")}
    assert parts == {"g1": ["Argent-1"], "g2": ["Heron-1"]}
    assert group(after, "Ada").withdrawn
    assert [[s.name for s in force.ships] for forces in decree.forces for force in forces] == (
        [["Argent-1"], ["Heron-1"]] if attacked else []
    )
