"""JUMP: permission, destinations, and the new place of a ship; VISITED."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import CATALOGUE, examples
from tests.variants.far_horizons.order_steps import AS_IN_1999
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.orders.sections import SECTIONS_OF

SAFE = 10_000  # a die that never brings a mishap


def fleet(**ships):
    """A game where the humans have these ships, written as in `DD_Dawson={"at": "Earth"}`."""
    named = {title.replace("_", " "): data for title, data in ships.items()}
    return game_with({"species": {"Human": {"ships": named}}})


def dawson(order, *, at="Earth", falls=(SAFE,), gravitics=4, **more):
    """The result of this order for DD Dawson."""
    state = {"ships": {"DD Dawson": {"at": at, **more}}, "techs": {"GV": gravitics}}
    game = game_with({"species": {"Human": state}})
    return step("jumps", game, {"Human": order}, chance=Falls(*falls))


def refused(result, code, reason, species="Human"):
    """Assert that the order of this species was refused so, without effect."""
    [remark] = [r for r in result.remarks(species) if r.severity == "error"]
    assert remark.code == code
    assert f"!!! {reason}" in result.log(species)
    assert not result.events(species, "jump-tried")
    return True


# --- destinations ---------------------------------------------------------------------------------


@pytest.mark.rule("FH-JUMP-005", "FH-JUMP-007")
def test_a_jump_to_coordinates_ends_in_deep_space():
    result = dawson("jump DD Dawson, 12 13 10")
    ship = result.ship("Human", "Dawson")
    assert (str(ship.place), ship.where) == ("12 13 10", ShipLocation.DEEP_SPACE)
    assert result.log("Human") == (
        "\nJump orders:\n    DD Dawson will try to jump to 12 13 10 (3.25%)."
    )


@pytest.mark.rule("FH-JUMP-005", "FH-JUMP-007")
def test_a_jump_to_a_planet_ends_in_its_orbit():
    state = {"planets": {"Mars": {"at": "12 13 10 #2"}}, "ships": {"FF Thomas": {"at": "Earth"}}}
    game = game_with({"species": {"Human": state}})
    result = step("jumps", game, {"Human": "JUMP FF Thomas, PL Mars"}, chance=Falls(SAFE))
    ship = result.ship("Human", "Thomas")
    assert (str(ship.place), ship.where) == ("12 13 10 #2", ShipLocation.ORBIT)
    assert "FF Thomas will try to jump to PL Mars (3.25%)." in result.log("Human")


@pytest.mark.rule("FH-JUMP-005")
def test_a_jump_takes_the_cargo_along_and_needs_no_star():
    result = dawson("Jump DD Dawson, 10 11 10", cargo={"PD": 2})
    ship = result.ship("Human", "Dawson")
    assert (str(ship.place), ship.cargo) == ("10 11 10", {"PD": 2})
    assert "no-star" in result.codes("Human")


@pytest.mark.rule("FH-JUMP-001")
def test_no_distance_is_too_far():
    result = dawson("Jump DD Dawson, 70 10 10", gravitics=100)
    assert str(result.ship("Human", "Dawson").place) == "70 10 10"
    assert result.events("Human", "jump-tried")[0].data["percent"] == 36
    near = dawson("Jump DD Dawson, 10 10 11", gravitics=100)
    assert near.events("Human", "jump-tried")[0].data["percent"] == 0.01


@pytest.mark.rule("FH-JUMP-002")
@pytest.mark.parametrize("example", examples("FH-JUMP-002"), ids=str)
def test_a_jump_takes_one_turn(example):
    far = 10 + example.given["distance"]
    result = dawson(f"Jump DD Dawson, {far} 10 10", gravitics=400)
    assert result.ship("Human", "Dawson").place.sector == (far, 10, 10)


@pytest.mark.rule("FH-JUMP-002")
def test_tonnage_makes_no_difference():
    game = fleet(PB_Small={"at": "Earth"}, BR_Large={"at": "Earth"})
    orders = "Jump PB Small, 12 13 10\nJump BR Large, 12 13 10"
    result = step("jumps", game, {"Human": orders}, chance=Falls(SAFE, SAFE))
    percents = {event.data["percent"] for event in result.events("Human", "jump-tried")}
    assert percents == {3.25}
    assert {s.place.sector for s in result.species("Human").ships} == {(12, 13, 10)}


def test_a_star_that_a_ship_reaches_is_visited():
    result = dawson("Jump DD Dawson, 12 13 10")
    assert "12 13 10" in result.species("Human").visited
    assert "12 13 10" not in result.species("Klingon").visited


def test_a_jump_is_told_with_its_reason_and_its_rules():
    [event] = dawson("Jump DD Dawson, 12 13 10").events("Human", "jump-tried")
    assert dict(event.data) == {"ship": "DD Dawson", "goal": "12 13 10", "percent": 3.25}
    assert "FH-JUMP-005" in event.rules


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.rule("FH-JUMP-004")
def test_a_ship_under_construction_does_not_jump():
    result = dawson("Jump DD Dawson, 12 13 10", status="building", unpaid=500)
    assert refused(result, "under-construction", "DD Dawson is still under construction!")
    assert str(result.ship("Human", "Dawson").place) == "10 10 10 #3"


@pytest.mark.rule("FH-JUMP-004")
def test_a_ship_that_does_not_exist_does_not_jump():
    result = dawson("Jump DD Dowsan, 12 13 10")
    assert refused(result, "unknown-ship", "Invalid ship name in JUMP or PJUMP command.")
    assert "did you mean 'DD Dawson'?" in [r.hint for r in result.remarks("Human")]


@pytest.mark.rule("FH-JUMP-005", "FH-WORM-002")
def test_a_starbase_does_not_jump():
    game = fleet(BAS_Fort={"at": "Earth", "tons": 200_000})
    result = step("jumps", game, {"Human": "Jump BAS Fort, 12 13 10"})
    assert refused(result, "starbase", "BAS Fort is a starbase and cannot jump!")


@pytest.mark.rule("FH-JUMP-005", "FH-SHIP-007")
def test_a_sub_light_ship_does_not_jump():
    result = step("jumps", fleet(FFS_Slow={"at": "Earth"}), {"Human": "Jump FFS Slow, 12 13 10"})
    assert refused(result, "sub-light", "FFS Slow is a sub-light ship and cannot jump!")


@pytest.mark.rule("FH-JUMP-005", "FH-JUMP-006", "FH-MISC-004", "FH-MISC-007")
def test_a_planet_that_only_others_have_named_is_unknown():
    result = dawson("Jump DD Dawson, PL Kronos")
    assert refused(result, "no-destination", "Invalid destination in JUMP or PJUMP command.")
    assert str(result.ship("Human", "Dawson").place) == "10 10 10 #3"


@pytest.mark.rule("FH-JUMP-006", "FH-MISC-007")
def test_wrong_coordinates_are_tried_as_written():
    """12 13 11 for 12 13 10: the ship is one parsec beside the star; there is a warning."""
    result = dawson("Jump DD Dawson, 12 13 11")
    assert str(result.ship("Human", "Dawson").place) == "12 13 11"
    assert [r.severity for r in result.remarks("Human")] == ["warning"]


@pytest.mark.rule("FH-JUMP-005", "FH-GALAXY-003", "FH-MISC-003")
@pytest.mark.parametrize(
    "goal", ["-1 10 10", "12 13 10 2", "12 13", "12.5 13 10", "", "PL", "PL Nowhere at all"]
)
def test_what_is_no_destination_is_refused(goal):
    result = dawson(f"Jump DD Dawson, {goal}")
    assert refused(result, "no-destination", "Invalid destination in JUMP or PJUMP command.")
    assert [r.hint for r in result.remarks("Human") if r.hint]


@pytest.mark.rule("FH-AUTO-004")
@pytest.mark.parametrize("forgiving", [False, True])
def test_a_destination_that_auto_left_open_is_no_error(forgiving):
    game = game_with({"species": {"Human": {"ships": {"DD Dawson": {"at": "Earth"}}}}})
    result = step("jumps", game, {"Human": "Jump DD Dawson, ???"}, forgiving=forgiving)
    [remark] = result.remarks("Human")
    assert (remark.severity, remark.code, remark.words) == ("note", "not-filled-in", "???")
    assert result.ship("Human", "Dawson").moved == 0
    assert bool(result.events("Human", "order-ignored")) is forgiving


@pytest.mark.parametrize(
    ("goal", "hint"),
    [
        ("PL Eart", "did you mean 'PL Earth'?"),
        ("PL Far Away", "write PL and the name that you gave it"),
        ("???", "write a destination: x y z, or PL and a name you have given"),
        ("", "write a destination: x y z, or PL and a name you have given"),
        ("12 13", "write three numbers, 0 or more, without a planet's number, or PL and a name"),
        ("-1 2 3", "write three numbers, 0 or more, without a planet's number, or PL and a name"),
    ],
)
def test_a_wrong_destination_gets_a_hint(goal, hint):
    [remark] = dawson(f"Jump DD Dawson, {goal}").remarks("Human")
    assert remark.hint == hint


@pytest.mark.rule("FH-JUMP-005")
@pytest.mark.parametrize("goal", ["10 10 10", "PL Earth"])
def test_a_jump_to_where_the_ship_is_is_refused(goal):
    result = dawson(f"Jump DD Dawson, {goal}")
    assert refused(result, "already-there", "DD Dawson was already at specified x,y,z.")
    assert result.ship("Human", "Dawson").moved == 0


@pytest.mark.rule("FH-JUMP-005")
def test_coordinates_outside_the_galaxy_are_accepted():
    result = dawson("Jump DD Dawson, 50 10 10", gravitics=50)
    assert str(result.ship("Human", "Dawson").place) == "50 10 10"


@pytest.mark.parametrize("far", [10**6, 2**63 - 1, 10**40])
def test_absurd_coordinates_are_certain_to_fail_and_harm_nobody_else(far):
    result = dawson(f"Jump DD Dawson, {far} {far} {far}", falls=(1, 1))
    assert result.ship("Human", "Dawson") is None
    [remark] = result.remarks("Human")
    assert (remark.code, remark.severity) == ("certain-mishap", "warning")


@pytest.mark.rule("FH-JUMP-005", "FH-DISBAND-004")
@pytest.mark.parametrize("status", ["landed", "orbit"])
@pytest.mark.parametrize(
    "order", ["Jump {}, 5 5 5", "Move {}, 12 13 11", "Wormhole {}", "Pjump {}, 5 5 5, BAS Gate"]
)
@pytest.mark.parametrize("ship", ["DD Dawson", "BAS Fort"])
def test_salvage_stays_where_it_is(ship, order, status):
    """On the ground of a disbanded colony, and for a starbase over it too."""
    if ship == "BAS Fort" and status == "landed":
        return
    mars = {"at": "12 13 10 #2", "disbanded": True, "mining_base": 1.0}
    extra = {"tons": 50_000} if ship == "BAS Fort" else {}
    state = {"planets": {"Mars": mars}, "ships": {ship: {"at": "Mars", "status": status, **extra}}}
    game = game_with({"species": {"Human": state}})
    result = step("jumps", game, {"Human": order.format(ship)}, chance=Falls(SAFE))
    codes = result.codes("Human")
    if ship == "DD Dawson" and status == "orbit":
        assert "salvage" not in codes
    else:
        assert codes == ["salvage"]
        assert "!!! Ships and starbases marked as salvage may not be moved!" in result.log("Human")


@pytest.mark.rule("FH-MOVE-005")
@pytest.mark.parametrize(
    "second",
    [
        "Jump DD Dawson, 9 9 9",
        "Move DD Dawson, 12 13 11",
        "Wormhole DD Dawson",
        "Pjump DD Dawson, 9 9 9, BAS Gate",
    ],
)
def test_a_ship_moves_once_a_turn(second):
    result = dawson(f"Jump DD Dawson, 12 13 10\n{second}")
    assert str(result.ship("Human", "Dawson").place) == "12 13 10"
    assert result.codes("Human") == ["moved"]
    assert "!!! DD Dawson already jumped or moved this turn!" in result.log("Human")


@pytest.mark.rule("FH-MOVE-002")
def test_movement_orders_stand_in_their_sections():
    for row in CATALOGUE["FH-MOVE-002"].rows:
        for order in row["orders"]:
            assert SECTIONS_OF[order] == tuple(row["phases"]), order


def test_by_the_engines_habit_misspelt_names_are_told():
    game = game_with(
        {
            "species": {
                "Human": {
                    "planets": {"Aldebaran": {"at": "12 13 10 #2"}},
                    "ships": {"FF Enterprise": {"at": "Earth"}},
                }
            }
        }
    )
    orders = {"Human": "Jump FF Enterprize, PL Aldebarann"}
    assert step("jumps", game, orders).codes("Human") == ["unknown-ship"]
    result = step("jumps", game, orders, chance=Falls(SAFE), **AS_IN_1999)
    assert str(result.ship("Human", "Enterprise").place) == "12 13 10 #2"
    messages = [r.message for r in result.remarks("Human")]
    assert messages == [
        "JUMP: 'Enterprize' was read as 'Enterprise'",
        "JUMP: 'Aldebarann' was read as 'Aldebaran'",
    ]


@pytest.mark.rule("FH-TURN-003")
def test_species_jump_in_the_order_of_their_numbers():
    state = {"ships": {"DD Dawson": {"at": "12 13 10"}}}
    game = game_with({"species": {"Klingon": state, "Human": state}})
    order = "Jump DD Dawson, 9 9 9"
    result = step("jumps", game, {"Klingon": order, "Human": order}, chance=Falls(1, 1, SAFE))
    assert result.ship("Human", "Dawson") is None
    assert str(result.ship("Klingon", "Dawson").place) == "9 9 9"


def test_the_dice_of_a_ship_do_not_depend_on_other_orders():
    game = fleet(DD_One={"at": "Earth"}, DD_Two={"at": "Earth", "cargo": {"FS": 3}})
    alone = step("jumps", game, {"Human": "Jump DD One, 15 15 15"})
    after = step("jumps", game, {"Human": "Jump DD Two, 20 20 20\nJump DD One, 15 15 15"})
    assert alone.ship("Human", "One") == after.ship("Human", "One")


# --- VISITED --------------------------------------------------------------------------------------


@pytest.mark.rule("FH-VISITED-001")
def test_a_star_is_marked_as_visited():
    result = step("jumps", game_with(), {"Human": "Vis 12 13 10"})
    assert result.species("Human").visited == ["10 10 10", "12 13 10"]
    assert "    The star system at 12 13 10 was marked as visited." in result.log("Human")
    later = step("jumps", result.game, {"Human": "Visited 12 13 10"})
    assert later.species("Human").visited == ["10 10 10", "12 13 10"]


@pytest.mark.rule("FH-VISITED-001")
@pytest.mark.parametrize(
    ("place", "code", "reason"),
    [
        ("1 2 3", "no-star", "There is no star system at these coordinates."),
        ("12 13", "no-sector", "Invalid coordinates in VISITED command."),
        ("12 13 10 2", "no-sector", "Invalid coordinates in VISITED command."),
        ("-12 13 10", "no-sector", "Invalid coordinates in VISITED command."),
        ("here", "no-sector", "Invalid coordinates in VISITED command."),
    ],
)
def test_what_cannot_be_visited(place, code, reason):
    result = step("jumps", game_with(), {"Human": f"Visited {place}"})
    assert refused(result, code, reason)
    assert result.species("Human").visited == ["10 10 10"]


@pytest.mark.rule("FH-VISITED-001", "FH-MOVE-003", "FH-JP-004")
@pytest.mark.parametrize("section", ["PRE-DEPARTURE", "PRODUCTION", "POST-ARRIVAL"])
@pytest.mark.parametrize("order", ["Visited 12 13 10", "Move DD Dawson, 10 10 11",
                                   "Pjump DD Dawson, 9 9 9, BAS Gate"])  # fmt: skip
def test_jump_orders_elsewhere_are_no_orders(order, section):
    result = dawson(f"START {section}\n{order}\nEND\nSTART JUMPS\nEND")
    assert result.species("Human").visited == ["10 10 10"]
    assert str(result.ship("Human", "Dawson").place) == "10 10 10 #3"
    assert "wrong-section" in result.codes("Human")
