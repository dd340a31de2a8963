"""TRANSFER: items from one place to another in a sector."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AS_IN_1999,
    MARS,
    after,
    before,
    humans,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import HOME_POINT, Colony, Place, Units
from variants.far_horizons.model.transactions import Discovery, TransactionKind
from variants.far_horizons.orders.sections import SECTIONS_OF
from variants.far_horizons.rules.inhabitants import has_people
from variants.far_horizons.view.aliens import aliens
from variants.far_horizons.view.sector_index import SectorIndex

VENUS = "10 10 10 #2"  # next to Earth


def earth_with(ships=None, mars=VENUS, klingons=None, **items):
    planets = {"Earth": {"items": items}, "Mars": {"at": mars}}
    return humans(klingons, techs={"LS": 12}, planets=planets, ships=ships or {})


# --- sources and destinations ---------------------------------------------------------------------

EVERYWHERE = {
    "BAS Earth Orbit 1": {"at": VENUS, "tons": 300000},
    "BAS Earth Orbit 2": {"at": "Earth", "tons": 300000, "cargo": {"RM": 100}},
    "BAS Earth Orbit 3": {"at": "Earth", "tons": 300000},
    "BAS Mars Orbit 1": {"at": "Mars", "tons": 300000},
    "FF Gibbon": {"at": "Earth", "cargo": {"RM": 2}},
    "CA Embassy": {"at": "10 10 10"},
}


@pytest.mark.rule("FH-TRAN-002")
@pytest.mark.parametrize("example", examples("FH-TRAN-002")[:4], ids=str)
def test_items_go_from_any_place_to_any_other_of_the_sector(example):
    inputs, expected = example.given, example.expect
    game = earth_with(EVERYWHERE, RM=50, PD=50)
    result = before(game, inputs["order"])
    assert not result.remarks("Human")
    _, count, item, *_ = inputs["order"].split()
    source, destination = inputs["order"].split(f" {item} ")[1].split(", ")
    assert int(count) == expected["moved"]
    item = item.upper()
    assert (
        held(result, source).get(item, 0) == held(game_of(game), source)[item] - expected["moved"]
    )
    assert held(result, destination)[item] == expected["moved"]


def game_of(game):
    return before(game, "")


def held(result, title):
    word, _, name = title.partition(" ")
    if word.upper() == "PL":
        return result.colony("Human", name).items
    return result.ship("Human", name).cargo


@pytest.mark.rule("FH-TRAN-002", "FH-ZERO-001", "FH-ZERO-004")
@pytest.mark.parametrize("example", examples("FH-TRAN-002")[4:], ids=str)
def test_as_many_items_are_transferred_as_are_there_and_fit(example):
    inputs, expected = example.given, example.expect
    item = inputs["order"].split()[2]
    ships = {"FF Gibbon": {"at": "Earth"}}
    assert inputs.get("free_capacity", 10) == 10
    game = earth_with(ships, **{item: inputs["available"]})
    if not expected["accepted"]:
        refused(game, inputs["order"], "no-items")
        return
    result = before(game, inputs["order"])
    destination = inputs["order"].split(", ")[1]
    assert held(result, destination)[item] == expected["moved"]
    assert (
        result.colony("Human", "Earth").items.get(item, 0)
        == inputs["available"] - expected["moved"]
    )
    assert bool(warned(result)) == expected.get("warning", False)


@pytest.mark.rule("FH-TRAN-002", "FH-ORDER-022")
def test_a_cut_transfer_is_told_with_the_number_that_was_taken():
    log = before(
        earth_with({"FF Gibbon": {"at": "Earth"}}, RM=7), "Transfer 50 RM PL Earth, FF Gibbon"
    )
    assert log.log("Human") == (
        "\nPre-departure orders:\n"
        "! WARNING: Transfer 50 RM PL Earth, FF Gibbon\n"
        "! Insufficient items at source. Substituting 7 for 50.\n"
        "    7 Raw Material Units were transferred from PL Earth to FF Gibbon."
    )


@pytest.mark.rule("FH-TRAN-003")
@pytest.mark.parametrize("example", examples("FH-TRAN-003"), ids=str)
def test_planets_of_a_sector_need_no_ships(example):
    vega = VENUS if example.given["same_sector"] else MARS
    planets = {"Earth": {"items": {"RM": 100}}, "Mars": {"at": VENUS}, "Vega VI": {"at": MARS}}
    game = humans(planets=planets)
    if not example.expect["accepted"]:
        assert vega == MARS
        refused(game, example.given["order"], "different-sectors")
        return
    result = before(game, example.given["order"])
    assert result.colony("Human", "Mars").items == {"RM": example.expect["moved"]}


@pytest.mark.rule("FH-LAND-016")
@pytest.mark.parametrize(
    "place",
    [
        {"at": "10 10 10"},
        {"at": "Mars"},
        {"at": "Earth", "status": "landed"},
        {"at": "10 10 10 #5"},
    ],
    ids=str,
)
def test_a_ship_loads_and_unloads_from_any_position(place):
    game = earth_with({"TR5 Mover": {**place, "cargo": {"RM": 5}}}, CU=5)
    result = before(game, "TRANSFER 5 CU PL Earth, TR5 Mover\nTRANSFER 4 RM TR5 Mover, PL Earth")
    assert result.ship("Human", "Mover").cargo == {"CU": 5, "RM": 1}


@pytest.mark.rule("FH-TRAN-005")
def test_transfers_are_not_limited_and_done_one_after_the_other():
    orders = ["TRANSFER 1 RM PL Earth, FF Gibbon", "TRANSFER 1 RM FF Gibbon, PL Mars"] * 20
    result = before(earth_with({"FF Gibbon": {"at": "Earth"}}, RM=20), "\n".join(orders))
    assert result.colony("Human", "Mars").items == {"RM": 20}


@pytest.mark.rule("FH-TRAN-002")
@pytest.mark.parametrize(("start", "point"), [("Earth", HOME_POINT), ("Mars", 1), ("FF Gibbon", 0)])
def test_colonists_from_a_planet_note_it_as_their_loading_point(start, point):
    ships = {"TR5 Mover": {"at": "Earth"}, "FF Gibbon": {"at": "Earth", "cargo": {"CU": 5}}}
    planets = {"Earth": {"items": {"CU": 5, "RM": 1}}, "Mars": {"at": VENUS, "items": {"CU": 5}}}
    game = humans(planets=planets, ships=ships)
    word = "FF" if start == "FF Gibbon" else "PL"
    start = start.removeprefix("FF ")
    result = before(game, f"TRANSFER 5 CU {word} {start}, TR5 Mover")
    assert result.ship("Human", "Mover").loading_point == point
    result = before(game, "TRANSFER 1 RM PL Earth, TR5 Mover")
    assert result.ship("Human", "Mover").loading_point == 0


@pytest.mark.rule("FH-TRAN-001")
def test_the_last_colonists_that_leave_take_the_population_with_them():
    planets = {"Mars": {"at": VENUS, "items": {"CU": 5}}}
    game = humans(planets=planets, ships={"TR5 Mover": {"at": "Mars"}})
    assert before(game, "TRANSFER 4 CU PL Mars, TR5 Mover").colony("Human", "Mars").populated
    assert not before(game, "TRANSFER 5 CU PL Mars, TR5 Mover").colony("Human", "Mars").populated


@pytest.mark.rule("FH-LAND-016", "FH-TRAN-002")
@pytest.mark.parametrize(
    ("place", "moved"),
    [("10 10 10", True), ("10 10 10 #1", True), ("9 9 9", False), ("15 10 10", False)],
)
def test_a_ship_is_loaded_and_unloaded_anywhere_in_the_sector_and_nowhere_else(place, moved):
    ship = {"TR5 Mover": {"at": place, "cargo": {"RM": 5}}}
    game = humans(planets={"Earth": {"items": {"IU": 5}}}, ships=ship)
    for order in ("TRANSFER 5 IU PL Earth, TR5 Mover", "TRANSFER 5 RM TR5 Mover, PL Earth"):
        if moved:
            assert before(game, order).codes("Human") == []
        else:
            refused(game, order, "different-sectors")


@pytest.mark.rule("FH-TRAN-001")
@pytest.mark.parametrize(
    "people",
    [
        {"items": {"PD": 1}}, {"mining_base": 0.1}, {"manufacturing_base": 0.1}, {"population": 1},
        {"installing": {"IU": 1}}, {"installing": {"AU": 1}}, {"installing": {"IU": 1, "AU": 1}},
    ],
    ids=str,
)  # fmt: skip
def test_others_who_stay_when_the_last_colonists_leave_are_population(people):
    mars = {"at": VENUS, **people}
    mars["items"] = {"CU": 5, **people.get("items", {})}
    game = humans(planets={"Mars": mars}, ships={"TR5 Mover": {"at": "Mars"}})
    left = before(game, "TRANSFER 5 CU PL Mars, TR5 Mover").colony("Human", "Mars")
    assert "CU" not in left.items
    assert left.populated


# --- after arrival --------------------------------------------------------------------------------


@pytest.mark.rule("FH-TRAN-001", "FH-SIEGE-025")
@pytest.mark.parametrize("item", ["CU", "PD", "RM"])
def test_after_arrival_planets_without_population_get_nothing(item):
    ships = {"TR5 Mover": {"at": "Mars", "cargo": {item: 1}}}
    game = humans(techs={"LS": 12}, planets={"Mars": {"at": MARS, "items": {"IU": 5}}}, ships=ships)
    order = f"TRANSFER 1 {item} TR5 Mover, PL Mars"
    refused(game, order, "not-populated", "post-arrival")
    assert before(game, order).colony("Human", "Mars").items == {"IU": 5, item: 1}
    assert after(game, order, **AS_IN_1999).colony("Human", "Mars").items == {"IU": 5, item: 1}


@pytest.mark.rule("FH-TRAN-001")
@pytest.mark.parametrize(
    "people",
    [
        {"items": {"CU": 1}}, {"items": {"PD": 1}}, {"mining_base": 0.1},
        {"manufacturing_base": 0.1}, {"population": 1}, {"installing": {"IU": 1}},
        {"installing": {"AU": 1}}, {"installing": {"IU": 1, "AU": 1}},
    ],
    ids=str,
)  # fmt: skip
def test_after_arrival_any_population_opens_a_planet(people):
    ships = {"TR5 Mover": {"at": "Mars", "cargo": {"RM": 1}}}
    game = humans(techs={"LS": 12}, planets={"Mars": {"at": MARS, **people}}, ships=ships)
    result = after(game, "TRANSFER 1 RM TR5 Mover, PL Mars")
    assert result.colony("Human", "Mars").items["RM"] == 1


@pytest.mark.rule("FH-TRAN-001")
@pytest.mark.parametrize(
    ("facts", "people"),
    [
        ({}, False), ({"items": {"RM": 9}}, False), ({"population": 1}, True),
        ({"items": {"CU": 1}}, True), ({"items": {"PD": 1}}, True), ({"mining_base": 1}, True),
        ({"manufacturing_base": 1}, True), ({"mining_units": Units(installing=1)}, True),
        ({"manufacturing_units": Units(installing=1)}, True),
        ({"mining_units": Units(needed=1, ordered=1)}, False),
    ],
)  # fmt: skip
def test_what_counts_as_population(facts, people):
    assert has_people(Colony(name="Post", place=Place((1, 2, 3), 1), **facts)) is people


@pytest.mark.rule("FH-TRAN-001")
def test_after_arrival_ships_may_be_loaded_anywhere():
    planets = {"Mars": {"at": MARS, "items": {"IU": 5}}}
    game = humans(planets=planets, ships={"TR5 Mover": {"at": "Mars"}})
    assert after(game, "TRANSFER 5 IU PL Mars, TR5 Mover").ship("Human", "Mover").cargo == {"IU": 5}


# --- refusals -------------------------------------------------------------------------------------

YARD = {
    "FF Gibbon": {"at": "Earth", "cargo": {"RM": 10}},
    "DD Hull": {"at": "Earth", "status": "building", "unpaid": 10, "cargo": {"RM": 1}},
    "DD Gone": {"at": "10 10 10", "status": "withdrew", "to": "9 9 9", "cargo": {"RM": 1}},
    "DD Lost": {"at": "10 10 10", "status": "forced", "to": "9 9 9"},
    "DD Far": {"at": "9 9 9", "cargo": {"RM": 1}},
}


@pytest.mark.rule("FH-TRAN-002", "FH-TRAN-004", "FH-INST-006", "FH-MISC-003", "FH-ORDER-022")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("TRANSFER 5 QQ PL Earth, PL Mars", "unknown-item"),
        ("TRANSFER 5 DD PL Earth, PL Mars", "unknown-item"),
        ("TRANSFER 5 RM PL Nowhere at all, PL Mars", "unknown-place"),
        ("TRANSFER 5 RM PL Earth, PL Nowhere at all", "unknown-place"),
        ("TRANSFER 5 RM 10 10 10 3, PL Mars", "unknown-place"),
        ("TRANSFER 5 RM PL Earth, 2", "unknown-place"),
        ("TRANSFER 5 RM PL Earth, 10 10 10 2", "unknown-place"),
        ("TRANSFER 5 RM Earth, PL Mars", "unknown-place"),
        ("TRANSFER 5 RM PL Earth PL Mars", "unknown-place"),
        ("TRANSFER 5 RM PL Earth", "no-destination"),
        ("TRANSFER 5 RM", "unknown-place"),
        ("TRANSFER", "bad-number"),
        ("TRANSFER RM PL Earth, PL Mars", "bad-number"),
        ("TRANSFER -5 RM PL Earth, PL Mars", "bad-number"),
        ("TRANSFER -1 RM PL Earth, PL Mars", "bad-number"),
        ("TRANSFER 2.5 RM PL Earth, PL Mars", "bad-number"),
        ("TRANSFER 5 RM PL Earth, DD Far", "different-sectors"),
        ("TRANSFER 1 RM DD Far, PL Earth", "different-sectors"),
        ("TRANSFER 5 RM PL Earth, PL Earth", "same-place"),
        ("TRANSFER 5 RM FF Gibbon, FF Gibbon", "same-place"),
        ("TRANSFER 5 RM PL Earth, DD Hull", "under-construction"),
        ("TRANSFER 1 RM DD Hull, PL Earth", "under-construction"),
        ("TRANSFER 1 RM DD Gone, PL Earth", "in-transit"),
        ("TRANSFER 5 RM PL Earth, DD Lost", "in-transit"),
        ("TRANSFER 5 RM PL Mars, PL Earth", "no-items"),
        ("TRANSFER 0 RM PL Mars, PL Earth", "no-items"),
        ("TRANSFER 5 RM PL Earth, FF Gibbon", "no-room"),
        ("TRANSFER 99999999999999999999 TP PL Earth, PL Mars", "no-items"),
    ],
)
def test_transfers_that_cannot_be_made_are_refused(order, code):
    refused(earth_with(YARD, RM=50), order, code)


@pytest.mark.rule("FH-TRAN-002")
def test_a_transfer_belongs_to_two_sections_only():
    assert SECTIONS_OF["TRANSFER"] == ("PRE-DEPARTURE", "POST-ARRIVAL")
    result = step("jumps", game_with(), {"Human": "TRANSFER 5 RM PL Earth, PL Mars"})
    assert result.codes("Human") == ["wrong-section"]


@pytest.mark.rule("FH-MISC-001", "FH-EU-002")
@pytest.mark.parametrize(
    "order", ["TRANSFER 5 RM PL Earth, PL Kronos", "TRANSFER 5 RM PL Earth, TR5 Claw"]
)
def test_nothing_is_transferred_to_another_species(order):
    klingons = {"ships": {"TR5 Claw": {"at": "10 10 10 #3"}}}
    refused(earth_with(klingons=klingons, RM=5), order, "unknown-place")


def test_money_is_no_cargo():
    refused(earth_with(RM=5), "TRANSFER 5 EU PL Earth, PL Mars", "unknown-item")


@pytest.mark.rule("FH-NAME-004")
def test_a_hint_says_what_is_missing():
    result = refused(earth_with(YARD, RM=5), "TRANSFER 5 RM PL Earth, DD Xyzzyqqq", "unknown-place")
    assert result.remarks("Human")[0].hint == "write its class and its name"
    result = refused(earth_with(YARD, RM=5), "TRANSFER 5 RM PL Earth, DD Gibbon", "unknown-place")
    assert result.remarks("Human")[0].hint == "did you mean 'FF Gibbon'?"
    result = refused(earth_with(YARD, RM=5), "TRANSFER 5 RM PL Earth, DD Far", "different-sectors")
    assert result.remarks("Human")[0].hint == "PL Earth is at 10 10 10, and DD Far is at 9 9 9"


@pytest.mark.rule("FH-NAME-004", "FH-ORDER-022")
def test_a_misspelt_name_is_refused_with_a_hint():
    game = earth_with({"FF Gibbonsby": {"at": "Earth"}}, RM=5)
    result = refused(game, "TRANSFER 5 RM PL Earth, FF Gibonsby", "unknown-place")
    assert result.remarks("Human")[0].hint == "did you mean 'FF Gibbonsby'?"


# --- as in 1999 -----------------------------------------------------------------------------------


@pytest.mark.rule("FH-MISC-001")
@pytest.mark.parametrize("ways", [{}, AS_IN_1999])
def test_a_ship_called_like_a_planet_is_another_place(ways):
    game = earth_with({"FF Mars": {"at": "Earth"}}, RM=5)
    result = before(game, "TRANSFER 5 RM PL Earth, PL Mars", **ways)
    assert result.colony("Human", "Mars").items == {"RM": 5}
    result = before(game, "TRANSFER 5 RM PL Earth, FF Mars", **ways)
    assert result.ship("Human", "Mars").cargo == {"RM": 5}


@pytest.mark.rule("FH-ZERO-004")
def test_that_the_source_is_empty_is_told_before_a_wrong_destination():
    refused(earth_with(), "TRANSFER 5 RM PL Earth, DD Xyzzyqqq", "no-items")
    refused(earth_with(), "TRANSFER 0 RM PL Earth, DD Xyzzyqqq", "no-items", **AS_IN_1999)


def test_in_1999_a_misspelt_name_was_taken_with_a_warning():
    game = earth_with({"FF Gibbonsby": {"at": "Earth"}}, RM=5)
    result = before(game, "TRANSFER 5 RM PL Earth, FF Gibonsby", **AS_IN_1999)
    assert result.ship("Human", "Gibbonsby").cargo == {"RM": 5}
    assert warned(result) == ["misspelt-name"]


@pytest.mark.rule("FH-TRAN-002")
@pytest.mark.parametrize(
    ("at", "planet"), [("Mars", "Mars"), ("Earth", "Earth"), ("10 10 10", "Earth")]
)
def test_in_1999_a_missing_source_was_the_planet_of_the_ship_or_another_of_the_sector(at, planet):
    planets = {"Earth": {"items": {"CU": 5}}, "Mars": {"at": VENUS, "items": {"CU": 5}}}
    game = humans(techs={"LS": 9}, planets=planets, ships={"TR5 Mover": {"at": at}})
    result = before(game, "TRANSFER 5 CU TR5 Mover", **AS_IN_1999)
    assert result.ship("Human", "Mover").cargo == {"CU": 5}
    assert not result.colony("Human", planet).items
    refused(game, "TRANSFER 5 CU TR5 Mover", "no-destination")
    refused(game, "TRANSFER 5 DR TR5 Mover", "no-destination", **AS_IN_1999)


@pytest.mark.rule("FH-ORDER-018")
def test_in_1999_a_forgotten_comma_was_guessed():
    game = earth_with({"FF Gibbon": {"at": "Earth"}}, RM=5)
    order = "TRANSFER 5 RM PL Earth FF Gibbon"
    assert before(game, order, **AS_IN_1999).ship("Human", "Gibbon").cargo == {"RM": 5}
    refused(game, order, "unknown-place")


# --- sieges ---------------------------------------------------------------------------------------


def besieged(source=0, destination=0, ships=("DD Claw",)):
    planets = {
        "Earth": {"items": {"RM": 9}, "siege": source},
        "Mars": {"at": VENUS, "mining_base": 1.0, "siege": destination},
    }
    deals = [
        {"kind": "besieged", "besieger": "Klingon", "besieged": "Human", "ship": ship,
         "place": place}
        for ship in ships for place in ("10 10 10 #2", "10 10 10 #3")
    ]  # fmt: skip
    human = {"techs": {"LS": 9}, "planets": planets, "ships": {"TR5 Mover": {"at": "Earth"}}}
    return game_with({"species": {"Human": human}, "transactions": deals})


def discoveries(result):
    return [d.facts for d in result.game.transactions if d.kind == TransactionKind.SIEGE_DISCOVERY]


@pytest.mark.rule("FH-SIEGE-020")
@pytest.mark.parametrize("example", examples("FH-SIEGE-020"), ids=str)
def test_besiegers_may_find_and_destroy_what_goes_from_planet_to_planet(example):
    inputs = example.given
    game = besieged(inputs["f_source"], inputs["f_destination"])
    result = before(game, "TRANSFER 5 RM PL Earth, PL Mars", chance=Falls(*inputs["dice"]))
    destroyed = example.expect["destroyed"]
    assert result.colony("Human", "Earth").items == {"RM": 4}
    assert result.colony("Human", "Mars").items == ({} if destroyed else {"RM": 5})
    assert ("destroyed by the besiegers" in result.log("Human").replace("\n     ", "")) == destroyed
    assert len(discoveries(result)) == destroyed


@pytest.mark.rule("FH-SIEGE-020")
@pytest.mark.parametrize(
    ("dice", "destroyed"),
    [((1,), True), ((39,), True), ((40,), True), ((41, 1), True), ((41, 29), True),
     ((41, 30), True), ((41, 31), False), ((100, 100), False)],
)  # fmt: skip
def test_a_die_of_100_up_to_the_effectiveness_finds_the_items(dice, destroyed):
    """At the source first, where it is 40, then at the destination, where it is 30."""
    chance = Falls(*dice)
    result = before(besieged(40, 30), "TRANSFER 5 RM PL Earth, PL Mars", chance=chance)
    assert (result.colony("Human", "Mars").items == {}) is destroyed
    assert chance.sides == [100] * len(dice)


@pytest.mark.rule("FH-SIEGE-020")
def test_besiegers_are_told_on_which_planet_they_found_the_items():
    act = {}
    for name, dice in (("source", (40,)), ("destination", (41, 30))):
        result = before(besieged(40, 30), "TRANSFER 5 RM PL Earth, PL Mars", chance=Falls(*dice))
        [facts] = discoveries(result)
        assert facts["besieger"] == 2
        act[name] = (facts["act"], facts["planet"])
    assert act == {
        "source": (Discovery.TRANSFER_FROM_PLANET, "Earth"),
        "destination": (Discovery.TRANSFER_TO_PLANET, "Mars"),
    }


@pytest.mark.rule("FH-SIEGE-020")
def test_the_siege_by_somebody_who_lives_there_counts_like_any_other():
    result = before(besieged(-40), "TRANSFER 5 RM PL Earth, PL Mars", chance=Falls(40))
    assert not result.colony("Human", "Mars").items


@pytest.mark.rule("FH-SIEGE-020")
def test_besiegers_do_not_see_what_ships_load_and_unload():
    result = before(besieged(95, 95), "TRANSFER 5 RM PL Earth, TR5 Mover", chance=Falls(1, 1))
    assert result.ship("Human", "Mover").cargo == {"RM": 5}


@pytest.mark.rule("FH-SIEGE-022")
def test_besiegers_are_told_once_and_in_1999_once_for_each_ship():
    game = besieged(40, ships=("DD Claw", "DD Fang"))
    order = "TRANSFER 5 RM PL Earth, PL Mars"
    assert len(discoveries(before(game, order, chance=Falls(1)))) == 1
    assert len(discoveries(before(game, order, chance=Falls(1), **AS_IN_1999))) == 2


# --- hidden colonies ------------------------------------------------------------------------------


@pytest.mark.rule("FH-HIDE-008")
@pytest.mark.parametrize("example", examples("FH-HIDE-008"), ids=str)
def test_people_on_the_ground_see_a_hidden_colony_while_they_stay(example):
    lair = {"Lair": {"at": VENUS, "mining_base": 5.0, "hidden": True}}
    ships = {"TR5 Mover": {"at": "Mars", "cargo": {"CU": 5}}}
    game = humans({"planets": lair}, techs={"LS": 12}, planets={"Mars": {"at": VENUS}}, ships=ships)
    assert not seen_by_humans(game)
    game = before(game, "TRANSFER 5 CU TR5 Mover, PL Mars").game
    if example.given["removed_in"] == "POST-ARRIVAL":
        game = after(game, "TRANSFER 5 CU PL Mars, TR5 Mover").game
    assert (seen_by_humans(game) == ["Lair"]) == example.expect[
        "colony_seen_in_report_of_this_turn"
    ]


def seen_by_humans(game):
    sectors = aliens(game.empire("Human"), SectorIndex(game))
    return [planet.name for sector in sectors for planet in sector.planets]


@pytest.mark.rule("FH-ORDER-010")
def test_what_stands_in_a_section_before_departure_is_carried_out_for_each_species():
    """The second and the last of three: the first has sent nothing, or no such section."""
    names = ("Human", "Klingon", "Romulan")
    homes = {"Klingon": "15 10 10 #3", "Romulan": "20 10 10 #3"}
    species = {name: {"ships": {"TR5 Mover": {"at": place}}} for name, place in homes.items()}
    orders = dict.fromkeys(homes, "DEEP TR5 Mover")
    for first in ({}, {"Human": "START JUMPS\nEND"}):
        result = step("pre-departure", game_with({"species": species}, names), {**first, **orders})
        for name in homes:
            assert not result.ship(name, "Mover").place.orbit
