"""PJUMP: jumps by means of the jump portal on a starbase."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import AS_IN_1999
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.model.transactions import TransactionKind

SAFE = 10_000
NAMES = {
    "TR4S Willow's Helm": ("Orion IV", "Seneca Portal"),
    "CTS Hippocrates": (None, "Deep space 9"),
}


def gate(at="Earth", units=20, **more):
    """A starbase with this many portal units."""
    return {"at": at, "tons": 200_000, "cargo": {"JP": units}, **more}


def port(ships, *, human=None, klingon=None, order="Pjump FFS Slow, 12 13 10, BAS Gate", **more):
    """The result of an order with these ships of the humans."""
    state = {
        "species": {
            "Human": {"ships": ships, **(human or {})},
            "Klingon": klingon or {},
        }
    }
    chance = Falls(*more.pop("falls", (SAFE,)))
    return step("jumps", game_with(state), {"Human": order}, chance=chance, **more)


SLOW = {"FFS Slow": {"at": "Earth"}}


@pytest.mark.rule("FH-JP-002", "FH-JP-004", "FH-JP-005", "FH-SHIP-007")
def test_a_sub_light_ship_jumps_through_a_portal():
    result = port({**SLOW, "BAS Gate": gate()})
    ship = result.ship("Human", "Slow")
    assert (str(ship.place), ship.where) == ("12 13 10", ShipLocation.DEEP_SPACE)
    assert "    FFS Slow will try to jump to 12 13 10 via jump portal BAS Gate (3.25%)." in (
        result.log("Human")
    )


@pytest.mark.rule("FH-JP-005")
def test_an_ftl_ship_jumps_through_a_portal_with_its_cargo():
    result = port(
        {"TR5 Mover": {"at": "Earth", "cargo": {"CU": 9}}, "BAS Gate": gate()},
        order="Pjump TR5 Mover, 12 13 10, BAS Gate",
    )
    assert str(result.ship("Human", "Mover").place) == "12 13 10"
    assert result.ship("Human", "Mover").cargo == {"CU": 9}


@pytest.mark.rule("FH-JP-004")
@pytest.mark.parametrize("example", examples("FH-JP-004"), ids=str)
def test_the_orders_of_the_rulebook(example):
    expect = example.expect
    portal = expect["portal"]
    destination = expect["destination"]
    planets = {}
    if isinstance(destination, str):
        planets = {destination.removeprefix("PL "): {"at": "12 13 10 #2"}}
    result = port(
        {expect["ship"]: {"at": "Earth"}, portal.replace("Bas ", "BAS "): gate()},
        human={"planets": planets, "techs": {"GV": 100}},
        order=example.given["order"],
    )
    ship = result.ship("Human", expect["ship"].partition(" ")[2])
    if planets:
        assert (str(ship.place), ship.where) == ("12 13 10 #2", ShipLocation.ORBIT)
    else:
        assert (ship.place.sector, ship.where) == (tuple(destination), ShipLocation.DEEP_SPACE)


@pytest.mark.rule("FH-JP-002")
def test_any_number_of_ships_use_a_portal_in_a_turn():
    ships = {f"FFS Slow {number}": {"at": "Earth"} for number in range(12)}
    order = "\n".join(f"Pjump {ship}, 12 13 10, BAS Gate" for ship in ships)
    result = port({**ships, "BAS Gate": gate(units=10)}, order=order, falls=[SAFE] * 12)
    gone = [s for s in result.species("Human").ships if str(s.place) == "12 13 10"]
    assert len(gone) == 12


@pytest.mark.rule("FH-JP-002")
@pytest.mark.parametrize("holder", ["ship", "planet"])
def test_units_elsewhere_than_on_a_starbase_have_no_effect(holder):
    ships = {**SLOW, "BAS Gate": gate(units=9), "TR20 Store": {"at": "Earth"}}
    human = {}
    if holder == "ship":
        ships["TR20 Store"]["cargo"] = {"JP": 20}
    else:
        human = {"planets": {"Earth": {"items": {"JP": 20}}}}
    result = port(ships, human=human)
    assert result.codes("Human") == ["portal-too-small"]
    other = port(ships, human=human, order="Pjump FFS Slow, 12 13 10, TR20 Store")
    assert other.codes("Human") == ["unknown-portal"]


@pytest.mark.rule("FH-JP-002", "FH-JP-003")
def test_a_starbase_without_units_is_no_portal():
    result = port(
        {"PBS Slow": {"at": "Earth"}, "BAS Gate": gate(units=0)},
        order="Pjump PBS Slow, 12 13 10, BAS Gate",
    )
    assert result.codes("Human") == ["portal-too-small"]
    assert str(result.ship("Human", "Slow").place.sector) == "(10, 10, 10)"


@pytest.mark.rule("FH-JP-003")
@pytest.mark.parametrize("example", examples("FH-JP-003"), ids=str)
def test_the_effective_tonnage_of_a_portal(example):
    tonnage = example.given["ship_tonnage"] // 10_000
    result = port(
        {
            f"TR{tonnage}S Slow": {"at": "Earth"},
            "BAS Gate": gate(units=example.given["units"]),
            "BAS Other": gate(units=5),
        },
        order=f"Pjump TR{tonnage}S Slow, 12 13 10, BAS Gate",
    )
    allowed = example.expect["allowed"]
    assert (result.ship("Human", "Slow").place.sector == (12, 13, 10)) == allowed
    assert (result.codes("Human") == ["portal-too-small"]) != allowed
    if not allowed:
        assert "!!! Starbase does not have enough Jump Portal Units!" in result.log("Human")


@pytest.mark.rule("FH-JP-005", "FH-JP-004")
def test_a_starbase_may_not_use_a_portal():
    result = port(
        {"BAS Fort": {"at": "Earth", "tons": 10_000}, "BAS Gate": gate()},
        order="Pjump BAS Fort, 12 13 10, BAS Gate",
    )
    assert result.codes("Human") == ["starbase"]
    assert "!!! BAS Fort is a starbase and cannot use a jump portal!" in result.log("Human")
    assert str(result.ship("Human", "Fort").place) == "10 10 10 #3"


@pytest.mark.rule("FH-JP-004", "FH-JP-006")
def test_a_portal_elsewhere_cannot_fetch_a_ship():
    """From 12 13 10 to the portal's own sector, and to a third one."""
    for place in ("PL Earth", "9 9 9"):
        result = port(
            {"FFS Slow": {"at": "12 13 10"}, "BAS Gate": gate()},
            order=f"Pjump FFS Slow, {place}, BAS Gate",
        )
        assert result.codes("Human") == ["portal-elsewhere"]
        assert "!!! BAS Gate is not in the same sector as FFS Slow!" in result.log("Human")
        assert str(result.ship("Human", "Slow").place) == "12 13 10"


@pytest.mark.rule("FH-JP-004")
@pytest.mark.parametrize("portal", ["BAS Nothing", "BAS", "", "Gate", "DD Gate"])
def test_an_unknown_portal_is_refused(portal):
    result = port({**SLOW, "BAS Gate": gate()}, order=f"Pjump FFS Slow, 12 13 10, {portal}")
    assert result.codes("Human") == ["unknown-portal"]
    assert "!!! Invalid starbase name in PJUMP command." in result.log("Human")


@pytest.mark.rule("FH-JP-004")
def test_a_jump_without_a_destination_is_refused():
    result = port({**SLOW, "BAS Gate": gate()}, order="Pjump FFS Slow, BAS Gate")
    assert result.codes("Human") == ["no-destination"]


# --- portals of others ----------------------------------------------------------------------------


def foreign(at="10 10 10 #3", allies=("Human",), **more):
    """The klingons with a portal at the humans' home."""
    return {"ships": {"BAS Kang": gate(at, **more)}, "allies": list(allies), "met": ["Human"]}


@pytest.mark.rule("FH-JP-007", "FH-MISC-004")
def test_an_ally_may_use_a_portal_and_its_owner_is_told():
    result = port(SLOW, klingon=foreign(), order="Pjump FFS Slow, 12 13 10, BAS Kang")
    assert str(result.ship("Human", "Slow").place) == "12 13 10"
    assert "via jump portal BAS Kang owned by SP Klingon (3.25%)." in (
        " ".join(result.log("Human").split())
    )
    [deal] = result.game.transactions
    assert deal.kind == TransactionKind.PORTAL_USED
    assert dict(deal.facts) == {
        "portal_owner": 2,
        "user_name": "Human",
        "ship": "FFS Slow",
        "starbase": "BAS Kang",
    }


@pytest.mark.rule("FH-JP-007")
@pytest.mark.parametrize("example", examples("FH-JP-007"), ids=str)
def test_whose_declaration_counts(example):
    inputs = example.given
    owner = foreign(allies=["Human"] if inputs["owner_declares_user"] == "ALLY" else [])
    user = {}
    if inputs.get("user_declares_owner") == "ALLY":
        user = {"allies": ["Klingon"], "met": ["Klingon"]}
    order = "Pjump FFS Slow, 12 13 10, BAS Kang"
    result = port(SLOW, human=user, klingon=owner, order=order)
    moved = result.ship("Human", "Slow").place.sector == (12, 13, 10)
    assert moved == example.expect["allowed"]


@pytest.mark.rule("FH-JP-007", "FH-JP-004")
def test_a_forbidden_portal_is_refused_like_one_that_is_not_there():
    order = "Pjump FFS Slow, 12 13 10, BAS Kang"
    refusals = [
        port(SLOW, klingon=klingon, order=order).log("Human")
        for klingon in (foreign(allies=()), foreign(at="15 10 10 #3"), {})
    ]
    assert "unknown" not in refusals[0]
    assert refusals[0] == refusals[1] == refusals[2]


@pytest.mark.rule("FH-JP-007")
def test_an_own_portal_is_taken_before_an_allys_of_the_same_name():
    klingon = foreign()
    klingon["ships"] = {"BAS Gate": gate("10 10 10 #3")}
    result = port({**SLOW, "BAS Gate": gate()}, klingon=klingon)
    assert "via jump portal BAS Gate (3.25%)" in " ".join(result.log("Human").split())
    assert result.game.transactions == []
    away = port({**SLOW, "BAS Gate": gate("12 13 10")}, klingon=klingon, order=(
        "Pjump FFS Slow, 9 9 9, BAS Gate"
    ))  # fmt: skip
    assert "owned by SP Klingon" in " ".join(away.log("Human").split())


@pytest.mark.rule("FH-JP-007")
def test_of_allies_with_portals_of_one_name_the_first_is_taken():
    ally = {"ships": {"BAS Gate": gate("10 10 10 #3")}, "allies": ["Human"], "met": ["Human"]}
    state = {"species": {"Human": {"ships": SLOW}, "Klingon": ally, "Romulan": ally}}
    game = game_with(state, ("Human", "Romulan", "Klingon"))
    order = {"Human": "Pjump FFS Slow, 12 13 10, BAS Gate"}
    result = step("jumps", game, order, chance=Falls(SAFE))
    assert "owned by SP Romulan" in " ".join(result.log("Human").split())


# --- mishaps through portals ----------------------------------------------------------------------


@pytest.mark.rule("FH-JP-008")
@pytest.mark.parametrize("example", examples("FH-JP-008"), ids=str)
def test_the_portals_age_and_its_owners_gravitics_count(example):
    inputs = example.given
    klingon = {
        **foreign(age=inputs["starbase_age"]),
        "techs": {"GV": inputs["gv_starbase_owner"]},
    }
    result = port(
        {"FFS Slow": {"at": "Earth", "age": inputs["ship_age"]}},
        human={"techs": {"GV": inputs["gv_ship_owner"]}},
        klingon=klingon,
        order=f"Pjump FFS Slow, {10 + inputs['distance']} 10 10, BAS Kang",
    )
    [event] = result.events("Human", "foreign-portal-jump-tried")
    assert event.data["percent"] == example.expect["mishap_percent"]


@pytest.mark.rule("FH-JP-008", "FH-JP-010")
def test_only_the_ship_suffers_a_mishap():
    before = gate(age=20)
    result = port({**SLOW, "BAS Gate": before}, falls=(1, 1))
    assert result.ship("Human", "Slow") is None
    base = result.ship("Human", "Gate")
    assert (base.cargo, base.age, base.tonnage, base.moved) == ({"JP": 20}, 20, 20, 0)
    assert str(base.place) == "10 10 10 #3"


@pytest.mark.rule("FH-JP-009")
def test_only_fail_safes_aboard_the_ship_help():
    safe_base = gate(units=15, tons=200_000)
    safe_base["cargo"] = {"JP": 15, "FS": 5}
    result = port({**SLOW, "BAS Gate": safe_base}, falls=(1, 1))
    assert result.ship("Human", "Slow") is None
    assert result.ship("Human", "Gate").cargo == {"JP": 15, "FS": 5}
    aboard = {"FFS Slow": {"at": "Earth", "cargo": {"FS": 1}}, "BAS Gate": gate()}
    saved = port(aboard, falls=(1, SAFE))
    assert str(saved.ship("Human", "Slow").place) == "12 13 10"
    assert saved.ship("Human", "Slow").cargo == {}


@pytest.mark.rule("FH-DISBAND-005")
def test_the_portal_of_a_starbase_that_is_salvage_may_be_used():
    human = {"planets": {"Mars": {"at": "12 13 10 #2", "disbanded": True, "mining_base": 1.0}}}
    ships = {"FFS Slow": {"at": "12 13 10"}, "BAS Gate": gate("Mars")}
    result = port(ships, human=human, order="Pjump FFS Slow, 9 9 9, BAS Gate")
    assert str(result.ship("Human", "Slow").place) == "9 9 9"


def test_by_habit_an_own_portal_works_from_anywhere():
    ships = {"FFS Slow": {"at": "12 13 10"}, "BAS Gate": gate()}
    order = "Pjump FFS Slow, 9 9 9, BAS Gate"
    result = port(ships, order=order, habits=("remote_portals",))
    assert str(result.ship("Human", "Slow").place) == "9 9 9"
    klingon = foreign(at="15 10 10 #3")
    order = "Pjump FFS Slow, 9 9 9, BAS Kang"
    other = port(ships, klingon=klingon, order=order, habits=("remote_portals",))
    assert other.codes("Human") == ["unknown-portal"]


@pytest.mark.rule("FH-ORDER-018", "FH-CMD-016")
@pytest.mark.parametrize(
    "order",
    [
        "Pjump FFS Slow, 12 13 10, BAS Gate please",
        "Pjump FFS Slow, PL Mars BAS Gate",
    ],
)
def test_commas_are_guessed_as_in_1999(order):
    human = {"planets": {"Mars": {"at": "12 13 10 #2"}}}
    ships = {**SLOW, "BAS Gate": gate()}
    result = port(ships, human=human, order=order, **AS_IN_1999)
    assert result.ship("Human", "Slow").place.sector == (12, 13, 10)
    assert port(ships, human=human, order=order).ship("Human", "Slow").place.orbit == 3


@pytest.mark.rule("FH-ORDER-022")
def test_a_remark_on_an_order_with_a_guessed_comma_shows_the_words_at_fault():
    ships = {**SLOW, "BAS Gate": gate()}
    order = "Pjump FFS Slow PL Nowhere, BAS Gate"
    [remark] = port(ships, order=order, **AS_IN_1999).remarks("Human")
    assert (remark.code, remark.words) == ("no-destination", "PL Nowhere")
    assert order[remark.column - 1 :].startswith(remark.words)
