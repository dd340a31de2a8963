"""LAND, ORBIT and DEEP: the place of a ship in its star system."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    BEFORE,
    MARS,
    after,
    before,
    humans,
    refused,
)
from tests.variants.far_horizons.single_steps import Falls, game_with
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.model.transactions import Discovery, TransactionKind

SETTLED = {"at": "10 10 10 #2", "mining_base": 5.0}


def place_of(result, name):
    ship = result.ship("Human", name)
    return str(ship.place), ship.where


# --- LAND -----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-LAND-001", "FH-LAND-005", "FH-LAND-009", "FH-LAND-011")
def test_a_ship_lands_on_an_own_planet_of_its_system_from_wherever_it_is():
    example = examples("FH-LAND-001")[0]
    for at in ("10 10 10", "Earth", "10 10 10 #5"):
        game = humans(planets={"Mars": SETTLED}, ships={"FF Don Quixote": {"at": at}})
        for run in (before, after):
            result = run(game, example.given["order"])
            assert place_of(result, "Don Quixote") == ("10 10 10 #2", ShipLocation.LANDED)
            assert result.log("Human").endswith("    FF Don Quixote landed on PL Mars.")


@pytest.mark.rule("FH-LAND-001", "FH-LAND-011", "FH-LAND-012", "FH-LAND-013")
def test_a_ship_lands_by_number_where_an_ally_lives_and_the_ally_is_told():
    order = examples("FH-LAND-001")[1].given["order"]
    game = humans({"allies": ["Human"]}, ships={"FF Kharsh Dukh": {"at": "15 10 10"}})
    result = before(game, order)
    assert place_of(result, "Kharsh Dukh") == ("15 10 10 #3", ShipLocation.LANDED)
    assert result.log("Human").splitlines()[2:] == [
        "    FF Kharsh Dukh was granted permission to land on PL Kronos by SP Klingon."
    ]
    [deal] = result.game.transactions
    assert deal.kind == TransactionKind.LANDING_REQUEST
    assert deal.facts == {
        "asked": 2, "granted": 1, "planet": "Kronos", "ship": "FF Kharsh Dukh",
        "asker_name": "Human",
    }  # fmt: skip


@pytest.mark.rule("FH-LAND-011", "FH-LAND-013", "FH-LAND-014")
@pytest.mark.parametrize("example", examples("FH-LAND-011"), ids=str)
def test_an_inhabitant_must_have_declared_the_owner_an_ally(example):
    inputs = example.given
    players, state = ["Human"], {"Human": {"ships": {"TR5 Jabberwocky": {"at": "12 13 10"}}}}
    if inputs["own_population"]:
        state["Human"]["planets"] = {"Mars": {"at": MARS, "mining_base": 1.0}}
    for number, other in enumerate(inputs.get("inhabitants", [])):
        name = f"Other {number}"
        players.append(name)
        attitude = {"ALLY": "allies", "ENEMY": "enemies"}.get(other["declared_us"])
        state[name] = {"planets": {"Rock": {"at": MARS, "mining_base": 1.0}}}
        if attitude:
            state[name][attitude] = ["Human"]
    game = game_with({"species": state}, players)
    result = before(game, "LAND TR5 Jabberwocky, 2")
    landed = place_of(result, "Jabberwocky") == (MARS, ShipLocation.LANDED)
    assert landed == example.expect["allowed"]
    answers = [deal.facts["granted"] for deal in result.game.transactions]
    assert answers == ([] if inputs["own_population"] else [int(landed)])
    if not landed:
        assert result.log("Human").splitlines()[2:] == [
            "!!! TR5 Jabberwocky was denied permission to land on PL Rock by SP Other 0."
        ]
        assert place_of(result, "Jabberwocky") == ("12 13 10", ShipLocation.DEEP_SPACE)


@pytest.mark.rule("FH-LAND-014", "FH-LAND-013")
def test_all_inhabitants_who_refuse_and_all_who_permit_are_told():
    def messages_to(**attitudes):
        state = {name: {"planets": {"Rock": {"at": MARS, "mining_base": 1.0}}, **more}
                 for name, more in attitudes.items()}  # fmt: skip
        state["Human"] = {"ships": {"TR5 Jabberwocky": {"at": "12 13 10"}}}
        game = game_with({"species": state}, ["Human", *attitudes])
        deals = before(game, "LAND TR5 Jabberwocky, 2").game.transactions
        return [(deal.facts["asked"], deal.facts["granted"]) for deal in deals]

    ally = {"allies": ["Human"]}
    assert messages_to(A={}, B={}) == [(2, 0), (3, 0)]
    assert messages_to(A=ally, B={}, C=ally) == [(2, 1), (4, 1)]


@pytest.mark.rule("FH-LAND-012")
def test_an_own_name_for_a_planet_of_others_does_not_do():
    example = examples("FH-LAND-012")[1]
    allies = {"allies": ["Human"]}
    game = humans(allies, planets={"Own Name": {"at": "15 10 10 #3"}},
                  ships={"TR5 Jabberwocky": {"at": "15 10 10"}})  # fmt: skip
    refused(game, example.given["order"], "not-populated")
    assert (
        place_of(before(game, "LAND TR5 Jabberwocky, 3"), "Jabberwocky")[1] == ShipLocation.LANDED
    )


@pytest.mark.rule("FH-LAND-004")
def test_a_planet_is_named_by_its_number_too():
    [example] = examples("FH-LAND-004")
    planets = {"Far": {"at": f"10 10 10 #{example.expect['planet_number']}", "mining_base": 1.0}}
    game = humans(planets=planets, ships={"TR5 Jabberwocky": {"at": "Earth"}})
    result = before(game, example.given["order"])
    assert result.ship("Human", "Jabberwocky").place.orbit == example.expect["planet_number"]
    assert result.log("Human").endswith("landed on PL Far.")


@pytest.mark.rule("FH-LAND-001", "FH-LAND-018")
def test_without_a_planet_it_is_the_one_where_the_ship_is():
    ships = {"DD Defiant": {"at": "Earth"}, "DD Reliant": {"at": "15 10 10 #3"}}
    game = humans({"allies": ["Human"]}, ships=ships)
    result = before(game, "LAND DD Defiant\nLAND DD Reliant")
    assert place_of(result, "Defiant") == ("10 10 10 #3", ShipLocation.LANDED)
    assert place_of(result, "Reliant") == ("15 10 10 #3", ShipLocation.LANDED)
    result = before(result.game, "ORBIT DD Defiant")
    assert place_of(result, "Defiant") == ("10 10 10 #3", ShipLocation.ORBIT)


SHIPS = {
    "DD Dawson": {"at": "10 10 10"},
    "DD Hull": {"at": "Earth", "status": "building", "unpaid": 5},
    "DD Gone": {"at": "10 10 10", "status": "withdrew", "to": "9 9 9"},
    "BAS Fort": {"at": "Earth", "tons": 20000},
}
COLONIES = {"Moon": {"at": "10 10 10 #1"}, "Mars": {"at": MARS, "mining_base": 1.0}}


@pytest.mark.rule("FH-LAND-001", "FH-LAND-009", "FH-LAND-010", "FH-LAND-018", "FH-BAS-001")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("LAND BAS Fort, PL Earth", "starbase"),
        ("LAND BAS Fort", "starbase"),
        ("LAND DD Hull, PL Earth", "under-construction"),
        ("LAND DD Gone, PL Earth", "in-transit"),
        ("LAND DD Dawson, PL Mars", "different-sectors"),
        ("LAND DD Dawson, 6", "no-such-planet"),
        ("LAND DD Dawson, 0", "no-such-planet"),
        ("LAND DD Dawson, -3", "no-such-planet"),
        ("LAND DD Dawson, 99999999999999999999999", "no-such-planet"),
        ("LAND DD Dawson, PL Moon", "not-populated"),
        ("LAND DD Dawson, 1", "not-populated"),
        ("LAND DD Dawson, 5", "not-populated"),
        ("LAND DD Dawson", "no-planet"),
        ("LAND DD Dawson, PL Nowhere at all", "unknown-planet"),
        ("LAND DD Dawson, Earth", "unknown-planet"),
        ("LAND DD Nobody at all", "unknown-ship"),
        ("LAND", "unknown-ship"),
    ],
)
def test_landings_that_cannot_be_made_are_refused(order, code):
    for phase in (BEFORE, AFTER):
        refused(humans(planets=COLONIES, ships=SHIPS), order, code, phase)


@pytest.mark.rule("FH-LAND-004", "FH-LAND-009", "FH-LAND-002")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("LAND DD Dawson, 6", "Invalid or missing planet in LAND command."),
        ("ORBIT DD Dawson, 6", "Invalid planet in ORBIT command."),
        ("ORBIT DD Dawson, 0", "Invalid planet in ORBIT command."),
    ],
)
def test_a_number_that_no_planet_has_is_refused_with_the_reason(order, reason):
    result = refused(humans(planets=COLONIES, ships=SHIPS), order, "no-such-planet")
    assert f"!!! {reason}" in result.log("Human")


@pytest.mark.rule("FH-LAND-014")
def test_an_empty_planet_and_a_hidden_one_are_told_apart_only_by_their_inhabitants():
    klingons = {"planets": {"Lair": {"at": MARS, "mining_base": 1.0, "hidden": True}}}
    game = humans(klingons, ships={"DD Dawson": {"at": "12 13 10"}})
    assert "denied permission" in before(game, "LAND DD Dawson, 2").log("Human")


# --- LAND on a besieged planet --------------------------------------------------------------------


def besieged(percent, ships=("DD Claw",)):
    deals = [
        {"kind": "besieged", "besieger": "Klingon", "besieged": "Human", "ship": ship,
         "place": "10 10 10 #3"} for ship in ships
    ]  # fmt: skip
    human = {"planets": {"Earth": {"siege": percent}}, "ships": {"DD Dawson": {"at": "Earth"}}}
    return game_with({"species": {"Human": human}, "transactions": deals})


def discoveries(result):
    return [d.facts for d in result.game.transactions if d.kind == TransactionKind.SIEGE_DISCOVERY]


@pytest.mark.rule("FH-SIEGE-022", "FH-SIEGE-023")
@pytest.mark.parametrize("example", examples("FH-SIEGE-023"), ids=str)
def test_a_landing_on_a_besieged_planet_may_be_detected(example):
    inputs, expected = example.given, example.expect
    dice = Falls(inputs["detection_die"], inputs["report_die"])
    result = after(besieged(inputs["effectiveness"]), "LAND DD Dawson", chance=dice)
    assert result.ship("Human", "Dawson").where == ShipLocation.LANDED
    verb = {
        "detected": "was detected", "not detected": "was not detected",
        "maybe": "may have been detected",
    }[expected["owner_told"]]  # fmt: skip
    assert f"    DD Dawson {verb} by the besiegers when it landed" in result.log("Human")
    acts = [(facts["act"], facts["ship"]) for facts in discoveries(result)]
    assert acts == ([(Discovery.LANDING, "DD Dawson")] if expected["besiegers_told"] else [])


@pytest.mark.rule("FH-SIEGE-022", "FH-SIEGE-023")
@pytest.mark.parametrize(
    ("dice", "verb"),
    [
        ((1, 41), "was detected"), ((39, 100), "was detected"), ((40, 41), "was detected"),
        ((41, 41), "was not detected"), ((100, 100), "was not detected"),
        ((40, 40), "may have been detected"), ((41, 1), "may have been detected"),
        ((41, 39), "may have been detected"), ((41, 40), "may have been detected"),
    ],
)  # fmt: skip
def test_two_dice_of_100_decide_who_hears_of_a_landing(dice, verb):
    chance = Falls(*dice)
    result = after(besieged(40), "LAND DD Dawson", chance=chance)
    assert f"    DD Dawson {verb} by the besiegers when it landed" in result.log("Human")
    assert len(discoveries(result)) == (dice[0] <= 40)
    assert chance.sides == [100, 100]


@pytest.mark.rule("FH-SIEGE-022")
def test_a_besieger_is_told_once_and_in_1999_once_for_each_ship():
    game = besieged(40, ("DD Claw", "DD Fang"))
    assert len(discoveries(before(game, "LAND DD Dawson", chance=Falls(1)))) == 1
    assert len(discoveries(before(game, "LAND DD Dawson", chance=Falls(1), **AS_IN_1999))) == 2
    assert not discoveries(before(besieged(0), "LAND DD Dawson", chance=Falls(1)))


# --- ORBIT ----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-LAND-002", "FH-BAS-007")
def test_a_starbase_is_towed_to_another_planet_of_its_system():
    example = examples("FH-LAND-002")[0]
    assert examples("FH-BAS-007")[0].given["order"] == example.given["order"]
    game = humans(planets={"Jupiter": {"at": "10 10 10 #5"}},
                  ships={"BAS Hurdy Gurdy": {"at": "Earth", "tons": 20000}})  # fmt: skip
    result = before(game, example.given["order"])
    assert place_of(result, "Hurdy Gurdy") == ("10 10 10 #5", ShipLocation.ORBIT)
    assert result.log("Human").endswith("BAS Hurdy Gurdy entered orbit around PL Jupiter.")


@pytest.mark.rule("FH-LAND-002", "FH-LAND-009")
def test_a_ship_goes_from_the_ground_of_one_planet_into_the_orbit_of_another():
    example = examples("FH-LAND-002")[1]
    game = humans(planets={"Mars": SETTLED},
                  ships={"CTS Jiminy Cricket": {"at": "Mars", "status": "landed"}})  # fmt: skip
    assert place_of(after(game, example.given["order"]), "Jiminy Cricket") == (
        "10 10 10 #3", ShipLocation.ORBIT,
    )  # fmt: skip


@pytest.mark.rule("FH-LAND-002", "FH-LAND-004", "FH-MISC-003")
@pytest.mark.parametrize(
    ("at", "orbit", "place"),
    [
        ("10 10 10", 4, "planet number 4"),
        ("15 10 10", 3, "planet number 3"),
        ("10 10 10", 3, "PL Earth"),
    ],
)
def test_any_planet_may_be_orbited_without_asking(at, orbit, place):
    result = before(humans(ships={"FF Don": {"at": at}}), f"ORBIT FF Don, {orbit}")
    assert place_of(result, "Don") == (f"{at} #{orbit}", ShipLocation.ORBIT)
    assert result.log("Human").endswith(f"    FF Don entered orbit around {place}.")
    assert not result.game.transactions


@pytest.mark.rule("FH-LAND-002", "FH-LAND-009", "FH-BAS-007", "FH-MISC-003")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("ORBIT DD Dawson, PL Mars", "different-sectors"),
        ("ORBIT BAS Fort, PL Mars", "different-sectors"),
        ("ORBIT DD Dawson, 6", "no-such-planet"),
        ("ORBIT DD Dawson, 0", "no-such-planet"),
        ("ORBIT DD Dawson", "no-planet"),
        ("ORBIT DD Dawson, PL Nowhere at all", "unknown-planet"),
        ("ORBIT DD Hull, PL Earth", "under-construction"),
        ("ORBIT DD Gone, PL Earth", "in-transit"),
        ("ORBIT DD Nobody at all, PL Earth", "unknown-ship"),
        ("ORBIT", "unknown-ship"),
    ],
)
def test_orbits_that_cannot_be_entered_are_refused(order, code):
    for phase in (BEFORE, AFTER):
        refused(humans(planets=COLONIES, ships=SHIPS), order, code, phase)


@pytest.mark.rule("FH-LAND-002", "FH-BAS-007")
@pytest.mark.parametrize("ship", ["DD Dawson", "BAS Fort"])
def test_after_a_move_no_orbit_is_entered_in_the_same_turn(ship):
    ships = {name: {**SHIPS[name], "moved": "moved"} for name in ("DD Dawson", "BAS Fort")}
    result = refused(humans(ships=ships), f"ORBIT {ship}, PL Earth", "just-moved", AFTER)
    assert "!!! ORBIT not allowed immediately after a MOVE!" in result.log("Human")
    jumped = humans(ships={"DD Dawson": {**SHIPS["DD Dawson"], "moved": "jumped"}})
    assert place_of(after(jumped, "ORBIT DD Dawson, 3"), "Dawson")[1] == ShipLocation.ORBIT


@pytest.mark.rule("FH-LAND-001", "FH-LAND-002")
def test_a_planet_that_is_not_there_is_refused_in_the_words_of_its_order():
    game = humans(ships=SHIPS)
    log = refused(game, "LAND DD Dawson, 6", "no-such-planet").log("Human")
    assert log.endswith("!!! Invalid or missing planet in LAND command.")
    log = refused(game, "ORBIT DD Dawson, 6", "no-such-planet").log("Human")
    assert log.endswith("!!! Invalid planet in ORBIT command.")


# --- DEEP -----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-LAND-003", "FH-CMD-006")
@pytest.mark.parametrize("status", ["orbit", "landed"])
def test_a_ship_goes_into_deep_space(status):
    [example] = examples("FH-LAND-003")
    game = humans(ships={"DD Jeopardy": {"at": "Earth", "status": status}})
    for run in (before, after):
        result = run(game, example.given["order"])
        assert place_of(result, "Jeopardy") == ("10 10 10", ShipLocation.DEEP_SPACE)
        assert result.log("Human").endswith("    DD Jeopardy moved into deep space.")


@pytest.mark.rule("FH-LAND-003", "FH-CMD-006", "FH-BAS-001")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DEEP BAS Fort", "starbase"),
        ("DEEP DD Hull", "under-construction"),
        ("DEEP DD Gone", "in-transit"),
        ("DEEP DD Nobody at all", "unknown-ship"),
        ("DEEP", "unknown-ship"),
    ],
)
def test_ships_that_cannot_go_into_deep_space_stay(order, code):
    for phase in (BEFORE, AFTER):
        refused(humans(ships=SHIPS), order, code, phase)


# --- as in 1999 -----------------------------------------------------------------------------------


@pytest.mark.rule("FH-ORDER-018", "FH-NAME-004")
@pytest.mark.parametrize(
    "order",
    ["LAND DD Dawson 3", "LAND DD Dawson PL Earth", "LAND CT Dawson, 3", "LAND Dawson, Earth"],
)
def test_in_1999_commas_and_class_words_were_guessed(order):
    game = humans(ships={"DD Dawson": {"at": "10 10 10"}})
    assert place_of(before(game, order, **AS_IN_1999), "Dawson")[1] == ShipLocation.LANDED
    refused(game, order, "unknown-ship")
