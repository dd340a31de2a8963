"""P and R: planets' products, and destinations of routes (GG-ORDP, GG-ORDR, GG-BLD-005)."""

from __future__ import annotations

import pytest

from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    events,
    examples,
    forgotten,
    goes_to,
    group,
    mistakes,
    orders,
    planet,
    play,
    refuse,
    remarks,
    small,
)
from variants.galaxy_g.constants import PRODUCTS, ROUTE_KINDS

# P


@pytest.mark.parametrize("case", examples("GG-ORDP-001"))
def test_a_planet_makes_what_is_ordered_from_this_turn_on(case):
    before = developed()
    turn = play(before, case.given["order"])

    assert (codes(turn), planet(turn.game, "12").product) == ([], case.expect["product"])
    quiet = play(before)
    assert ada(turn.game).techs.drive > ada(quiet.game).techs.drive


@pytest.mark.rule("GG-ORDP-001", "GG-FMT-007", "GG-FMT-010")
@pytest.mark.parametrize("word", PRODUCTS)
def test_all_products(word):
    for written in (word, word.lower(), word.title(), f'"{word}"'):
        turn = orders(developed(), f"P zzyax_prime {written}")
        assert (codes(turn), planet(turn.game, "Zzyax Prime").product) == ([], word)


@pytest.mark.rule("GG-ORDP-001", "GG-NAM-002")
def test_a_planet_builds_ships_of_ones_own_types():
    game = small(Ada={"types": {"Big Ship": [9, 0, 0, 0, 0]}})
    for written in ("big_ship", '"BIG SHIP"'):
        turn = orders(game, f"P 12 {written}")
        assert codes(turn) == []
        assert ada(turn.game).types[planet(turn.game, "12").product].name == "Big Ship"
    assert "Big Ship" in str(VARIANT.view(play(game, "P 12 Big_Ship").game, "Ada")["planets"])


@pytest.mark.rule("GG-ORDP-001")
def test_the_last_order_for_a_planet_counts():
    turn = orders(developed(), "P 12 DRIVE\nP 12 CAP\nP 12 MAT")

    assert planet(turn.game, "12").product == "MAT"


@pytest.mark.parametrize("case", examples("GG-BLD-005"))
def test_switching_loses_the_unfinished_ship(case):
    inputs, expect = case.given, case.expect
    game = small(
        planets={"12": {"product": "Fort", "progress": inputs["progress"], "materials": 7}}
    )
    turn = orders(
        game, f"P 12 {'fort' if 'same' in inputs['new_product'] else inputs['new_product']}"
    )

    assert codes(turn) == []
    assert planet(turn.game, "12").progress == expect["progress"]
    assert planet(turn.game, "12").materials - 7 == expect.get("materials_gained", 0)
    lost = [event.data["points"] for event in events(turn, "ship.unfinished_lost", "Ada")]
    assert lost == ([inputs["progress"]] if expect["progress"] == 0 else [])


@pytest.mark.rule("GG-BLD-005")
@pytest.mark.parametrize("text", ["P 12 Drone\nP 12 Fort", "P 12 CAP\nP 12 Fort"])
def test_switching_to_and_fro_loses_it_too(text):
    game = small(planets={"12": {"product": "Fort", "progress": 200}})

    assert planet(orders(game, text).game, "12").progress == 0


@pytest.mark.rule("GG-BLD-005", "GG-ORDT-001")
def test_another_name_of_the_type_loses_nothing():
    game = small(planets={"12": {"product": "Fort", "progress": 200}})
    turn = orders(game, "T Fort Castle\nP 12 Fort")

    assert (codes(turn), planet(turn.game, "12").progress) == ([], 200)


# R


@pytest.mark.parametrize("case", examples("GG-ORDR-001"))
def test_a_route_is_set_or_ended(case):
    game = small(planets={"12": {"routes": {"COL": "Rock", "MAT": "13"}}})
    turn = orders(game, case.given["order"])
    routes = planet(turn.game, "12").routes

    assert codes(turn) == []
    assert routes.pop("MAT") == planet(game, "13").id
    if case.expect["route"]:
        _, kind, end = case.expect["route"]
        assert routes == {kind: planet(game, end).id}
    else:
        assert routes == {}


@pytest.mark.rule("GG-ORDR-001", "GG-ROU-005", "GG-FMT-010")
def test_a_route_of_each_kind():
    text = "\n".join(f"R 12 {kind.lower()} Zzyax_Prime" for kind in ROUTE_KINDS)
    turn = orders(developed(), text)

    assert codes(turn) == []
    home = planet(turn.game, "Zzyax Prime").id
    assert planet(turn.game, "12").routes == dict.fromkeys(ROUTE_KINDS, home)


@pytest.mark.rule("GG-ORDR-001", "GG-SEQ-001")
def test_a_route_works_in_the_same_turn():
    game = small(group(1, 4, "Freighter"))
    turn = play(game, "R Zzyax_Prime COL 13")

    assert codes(turn) == []
    (sent,) = (g for g in ada(turn.game).groups if g.cargo == "COL")
    assert (sent.ships, goes_to(turn.game, sent.number)) == (3, "13")


@pytest.mark.rule("GG-ORDR-001", "GG-ROU-006", "GG-VIS-004")
@pytest.mark.parametrize("end", ["Drakhnor", "Rock", "Far_Away", "Blueworld"])
def test_a_route_may_end_at_any_planet(end):
    turn = orders(developed(), f"R 12 CAP {end}")

    assert codes(turn) == []
    assert planet(turn.game, "12").routes == {"CAP": planet(turn.game, end).id}


@pytest.mark.rule("GG-ORDR-001")
def test_ending_a_route_that_is_none_is_only_noted():
    turn = orders(developed(), "R 12 COL")

    assert [(r.code, r.severity) for r in remarks(turn)] == [("no-route", "note")]


MISTAKES = [
    ("GG-ORDP-001", 1, "P Nowhere CAP", "unknown-name"),
    ("GG-ORDP-001", 2, "P 13 CAP", "not-your-planet"),
    ("GG-ORDP-001", 2, "P Drakhnor DRIVE", "not-your-planet"),
    ("GG-ORDP-001", 2, "P Rock MAT", "not-your-planet"),
    ("GG-ORDP-001", 3, "P 12 Capital", "unknown-product"),
    ("GG-ORDP-001", 3, "P 12 COL", "unknown-product"),
    ("GG-ORDP-001", 3, "P 12 EMP", "unknown-product"),
    ("GG-ORDP-001", 3, "P 12 Home", "unknown-product"),
    ("GG-ORDP-001", 3, "P 12 Battleship", "unknown-product"),
    ("GG-ORDR-001", 1, "R Nowhere COL 13", "unknown-name"),
    ("GG-ORDR-001", 1, "R 12 COL Nowhere", "unknown-name"),
    ("GG-ORDR-001", 2, "R 13 COL 12", "not-your-planet"),
    ("GG-ORDR-001", 2, "R Drakhnor COL", "not-your-planet"),
    ("GG-ORDR-001", 3, "R 12 GOLD 13", "bad-argument"),
    ("GG-ORDR-001", 3, "R 12 COLONISTS 13", "bad-argument"),
    ("GG-ORDR-001", 3, "R 12 13 COL", "bad-argument"),
    ("GG-ORDR-001", 4, "R 12 COL 12", "route-to-itself"),
    ("GG-ORDR-001", 4, "R Zzyax_Prime WAR zzyax_prime", "route-to-itself"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-ORDP-001", "GG-ORDR-001")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("P 12", "too-few-words"), ("P 12 CAP MAT", "too-many-words"), ("P CAP", "too-few-words"),
     ("R 12", "too-few-words"), ("R 12 COL MAT 13", "too-many-words"), ("P CAP 12", "unknown-name"),
     ("R 12 COL,CAP 13", "bad-argument")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, [expected])


@pytest.mark.rule("GG-ORDP-001")
@pytest.mark.parametrize(
    ("word", "near"), [("Gunshp", "Gunship"), ("DRIV", "DRIVE"), ("Weapon", "WEAPONS")]
)
def test_a_near_miss_is_suggested(word, near):
    game = developed()

    assert remarks(orders(game, f"P 12 {word}"))[0].hint == f"did you mean {near}?"
    assert checked(game, f"P 12 {word}") == ["unknown-product"]


@pytest.mark.rule("GG-ORDP-001", "GG-VIS-005")
def test_a_colony_founded_by_an_earlier_order_takes_orders_of_its_own():
    game = small(group(1, 1, "Freighter", "13", cargo="COL", load=5))
    turn = orders(game, "P 13 MAT\nU 1\nP 13 MAT\nR 13 MAT 12\nN 13 Terra")

    assert [(r.line, r.code) for r in remarks(turn)] == [(1, "not-your-planet")]
    assert (planet(turn.game, "Terra").product, planet(turn.game, "Terra").owner) == ("MAT", "Ada")


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []
