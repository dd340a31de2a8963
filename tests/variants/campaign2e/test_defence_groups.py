"""Ships of the defences of a world, and which of them may leave."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.campaign2e.builders import (
    campaign,
    fleet,
    remarks,
    run,
    run_as_it_stands,
    ship,
)
from tests.variants.campaign2e.decreed import Decree, ShipFate, run_decreed
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, ContactOrder, Place
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.starting_forces import defence_points

HOME, ENEMY = (7, 5), (7, 7)
GROUPS, SHIPS = ("DEF-7-5", "g9", "g1", "x"), ("Argent-1", "Argent-2", "Gannet-1", "Rampart-1")
LATE = st.sampled_from(["", " LATE"])


def defended() -> Campaign:
    """Ada's world 7,7 has a fort and two Gannets as defences, one of these bound; and a g1."""
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "DEF-7-7", FORT=1, DD=2).defence = True
    for vessel in game.ships:
        vessel.defence = True
    ship(game, "Gannet-2").bound = True
    fleet(game, "Ada", (7, 7), "g1", MON=1, FF=2)
    return game


@pytest.mark.rule("C2E-8.1-01", "C2E-15.1-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SPLIT DEF-7-7 Gannet-1 AS picket", None),
        ("TRANSFER Gannet-1 TO g1", None),
        ("SPLIT g1 Warden-1 AS rest", None),
        ("SPLIT DEF-7-7 Rampart-1 AS rest", "bound"),
        ("SPLIT DEF-7-7 Gannet-2 AS rest", "bound"),
        ("TRANSFER Rampart-1 TO g1", "bound"),
        ("TRANSFER Heron-1 TO DEF-7-7", "defence-group"),
        ("MERGE g1 INTO DEF-7-7", "defence-group"),
    ],
)
def test_of_defences_only_what_can_leave_joins_others(order: str, code: str | None) -> None:
    turn = run(defended(), Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ([code] if code else [])
    before = {s.name: s.group for s in defended().ships}
    after = {s.name: s.group for s in turn.game.ships}
    assert (before != after) == (code is None)


@pytest.mark.rule("C2E-8.2-01", "C2E-8.2-03", "C2E-8.2-02")
@pytest.mark.parametrize(
    ("at_start", "amount", "clause"), [(True, -10300, "C2E-8.2-01"), (False, -20600, "C2E-8.2-03")]
)
def test_accounts_tell_by_which_clause_defences_are_paid(
    at_start: bool, amount: int, clause: str
) -> None:
    game = campaign({(7, 7): {"owner": "Ada"}})
    game.empire("Ada").commissioning = at_start
    turn = run(game, Ada="DEFEND 7,7 BUY Rampart")
    line = next(line for line in turn.ledger.of("Ada") if "Rampart" in line.reason)
    assert (line.amount, tuple(line.rules)) == (amount, (clause,))
    assert ship(turn.game, "Rampart-1").bound == at_start


def homes(game: Campaign) -> dict[str, Place]:
    """The place of each ship, by name."""
    at = {group.id: group.at for group in game.groups}
    return {s.name: at[s.group] for s in game.ships}


@pytest.mark.rule("C2E-8.1-01", "C2E-8.1-03")
def test_forts_stand_where_they_are_bought_whatever_left_before() -> None:
    game = campaign({HOME: {"owner": "Ada"}, ENEMY: {"owner": "Brin"}})
    game = run(game, Ada="DEFEND 7,5 BUY Argent").game
    game.empire("Ada").bills = ["Ada/DEF-7-5"]
    left = run(game, Ada="MOVE DEF-7-5 TO 7,7\nCONTACT DEF-7-5 ATTACK")
    assert remarks(left, "Ada") == []
    (group,) = left.game.groups
    assert (group.name, group.at, group.defence) == ("g1", ENEMY, False)
    assert left.game.empire("Ada").bills == [group.id]
    assert [e.text for e in left.events if e.code == "name.given"] == ["DEF-7-5 is now called g1."]
    assert not left.game.ships[0].defence
    assert [counter.at for counter in left.game.counters] == [ENEMY]
    bought = run(left.game, Ada="DEFEND 7,5 BUY Rampart 2\nENGAGE DEFENCES g1").game
    assert homes(bought) == {"Argent-1": ENEMY, "Rampart-1": HOME, "Rampart-2": HOME}
    assert [group.name for group in bought.groups if group.defence] == ["DEF-7-5"]
    assert defence_points(bought, bought.world("7,5")) == 412


DEFENCE_ORDERS = st.one_of(
    st.builds("DEFEND 7,5 BUY {}".format, st.sampled_from(["Argent", "Gannet", "Rampart 2"])),
    st.builds("MOVE {} TO {}".format, st.sampled_from(GROUPS), st.sampled_from(["7,5", "7,7"])),
    st.builds("MERGE {} INTO {}".format, st.sampled_from(GROUPS), st.sampled_from(GROUPS)),
    st.builds("SPLIT {} Argent-1 AS x{}".format, st.sampled_from(GROUPS), LATE),
    st.builds("TRANSFER {} TO {}{}".format, st.sampled_from(SHIPS), st.sampled_from(GROUPS), LATE),
)


@pytest.mark.rule("C2E-8.1-01", "C2E-8.1-03")
@settings(max_examples=tries(30), deadline=None)
@given(st.lists(st.lists(DEFENCE_ORDERS, max_size=4), min_size=2, max_size=2))
def test_whatever_is_ordered_forts_are_only_where_they_are_bought(weeks) -> None:
    game = campaign({HOME: {"owner": "Ada"}, ENEMY: {"owner": "Brin"}}, money=9999)
    fleet(game, "Ada", HOME, "g9", CH=1)
    game = run(game, Ada="DEFEND 7,5 BUY Argent").game
    for lines in [*weeks, ["DEFEND 7,5 BUY Rampart"]]:
        game = run(game, Ada="\n".join(lines)).game
    forts = {at for name, at in homes(game).items() if name.startswith("Rampart")}
    assert forts <= {HOME}
    assert {group.at for group in game.groups if group.defence} <= {HOME}


@pytest.mark.rule("C2E-8.1-03", "C2E-8.2-02")
@pytest.mark.parametrize("bound", [True, False])
def test_defences_that_cannot_leave_do_not_move_with_a_tug(bound: bool) -> None:
    game = campaign({HOME: {"owner": "Ada"}, ENEMY: {"owner": "Brin"}})
    group = fleet(game, "Ada", HOME, "DEF-7-5", MON=1)
    tug = "TYPE AX MASS 300 HULL 30 ARMOUR 0 THRUST 2 FTL WITH TUG 200"
    game.ships.append(new_ship("Ada/9", "Ada", "Tug", design_from("Tug", tug), group.id))
    group.defence = True
    for vessel in game.ships:
        vessel.defence = True
    game.ships[0].bound = bound
    turn = run(game, Ada="MOVE DEF-7-5 TO 7,7")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["no-ftl"]
    assert set(homes(turn.game).values()) == {HOME}


@pytest.mark.rule("C2E-8.2-02", "C2E-8.1-03")
@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("status", ["jumped", "disengaged"])
def test_defences_that_flee_from_a_battle_go_only_if_they_may(status: str, bound: bool) -> None:
    base = {"owner": "Ada", "points": 12}
    game = campaign({HOME: base, ENEMY: {"owner": "Brin"}, (9, 5): {"owner": "Ada"}})
    game = run(game, Ada="DEFEND 7,5 BUY Argent\nDEFEND 7,5 BUY Gannet").game
    ship(game, "Argent-1").bound = bound
    fleet(game, "Brin", HOME, "g1", SDN=1).contact = ContactOrder(attack="ANY")
    fled = {name: ShipFate(status) for name in ("Argent-1", "Gannet-1")}
    game = run_decreed(game, Decree("Brin", fled), Ada="CONTACT DEF-7-5 ATTACK").game
    groups = {group.id: group for group in game.groups}
    argent, gannet = (groups[ship(game, name).group] for name in fled)
    assert (argent.name == "DEF-7-5", argent.departure is None) == (bound, bound)
    assert (gannet.defence, gannet.departure.to) == (False, (9, 5))
    game.ships = game.ships_of("Ada")
    game.groups = game.groups_of("Ada")
    after = homes(run(game, Ada="DEFEND 7,5 BUY Rampart").game)
    assert (after["Rampart-1"], after["Gannet-1"]) == (HOME, (9, 5))
    assert after["Argent-1"] == (HOME if bound else (9, 5))


def test_no_group_is_named_as_the_defences_of_a_world_are() -> None:
    turn = run(defended(), Ada='SPLIT g1 Heron-1 AS DEF-7-7\nNAME g1 "def-7-7"')
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["name-taken"] * 2


@pytest.mark.rule("C2E-8.1-01", "C2E-13.1-02")
@pytest.mark.parametrize("version", ["1.1.0", "1.0.0"])
@pytest.mark.parametrize(
    ("world", "code"), [("interdicted", "interdicted"), ("new", "not-pacified")]
)
def test_no_ship_that_may_leave_is_delivered_as_a_defence_where_none_is_bought(
    world: str, code: str, version: str
) -> None:
    message = {"interdicted": ["Brin"]} if world == "interdicted" else {"taken_in": 1}
    game = campaign({HOME: {"owner": "Ada", **message}})
    game.version = version
    game.empire("Ada").commissioning = False
    turn = run_as_it_stands(game, Ada="DEFEND 7,5 BUY Rampart\nDEFEND 7,5 BUY Gannet")
    assert [r.split(":")[0] for r in remarks(turn, "Ada")] == ([code] if version == "1.1.0" else [])
    names = {s.name for s in turn.game.ships}
    assert names == {"Rampart-1"} | ({"Gannet-1"} if version == "1.0.0" else set())
