"""Cards: arguments that are chosen together, with bounds that follow from each other."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_core.orders import (
    Argument,
    Card,
    Choice,
    Command,
    Cost,
    Figure,
    FilledCard,
    Goods,
    Part,
    Parts,
    Preset,
    Proposals,
    Range,
    Shop,
    fill_card,
    shop_rows,
)
from tests.core.test_order_writing import VIEW, Rules

CREW = 9


def _guns(_view: Any, chosen: Any) -> Range:
    return Range(1, CREW // int(chosen.get("ships") or 1), cost=Cost("crew", 1))


def _crew(_view: Any, chosen: Any) -> Range:
    return Range(3 * int(chosen.get("guns") or 1), 30)


def _figures(_view: Any, chosen: Any, _rules: Any) -> list[Figure]:
    return [Figure("shots", int(chosen["guns"]) * int(chosen["ships"]))]


ARGUMENTS = {
    "yard": Argument(offers=lambda _: ["Y1"]),
    "ships": Argument(offers=lambda _: Range(1, 3)),
    "guns": Argument(offers=_guns),
    "crew": Argument(offers=_crew),
    "name": Argument(offers=lambda _: Proposals(["Fox"]), optional=True),
}
DERIVED = Command("BUY", arguments=ARGUMENTS)
DECLARED = Command(
    "BUY",
    arguments=ARGUMENTS,
    card=Card(
        ("ships", "guns", "crew"),
        lambda *_: [Preset("frigate", {"ships": "1", "guns": "2"})],
        _figures,
    ),
)


def fill(command: Command, chosen: Any, **values: Any) -> FilledCard:
    card = fill_card(command, VIEW, chosen, values, Rules())
    assert card is not None
    return card


@pytest.mark.parametrize("command", [DERIVED, DECLARED])
def test_consecutive_numbers_are_chosen_together_after_what_comes_first(command: Command) -> None:
    assert fill_card(command, VIEW, {}, {"ships": "2"}, Rules()) is None
    card = fill(command, {"yard": "Y1"})
    names = [field.step.name for field in card.fields]
    assert names[:3] == ["ships", "guns", "crew"]
    assert card.line == "BUY Y1 1 1 3"
    # Only a derived card takes in what may be left out.
    assert names[3:] == (["name"] if command is DERIVED else [])


def test_one_number_alone_makes_no_card() -> None:
    command = Command("BUY", arguments={"ships": ARGUMENTS["ships"], "name": ARGUMENTS["name"]})
    assert fill_card(command, VIEW, {}, {}, Rules()) is None


def test_fields_that_nobody_touched_follow_the_others() -> None:
    assert fill(DERIVED, {"yard": "Y1"}, guns="4").line == "BUY Y1 1 4 12"
    assert fill(DERIVED, {"yard": "Y1"}, guns="4", name="Hen").line == "BUY Y1 1 4 12 Hen"


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        ({"ships": "3", "guns": "4"}, {"guns": "from 1 to 3"}),
        ({"guns": "4", "crew": "11"}, {"crew": "from 12 to 30"}),
        ({"ships": "many"}, {"ships": "not a number"}),
        ({"guns": "1e3"}, {"guns": "not a number"}),
        ({"guns": ""}, {"guns": "choose a value"}),
    ],
)
def test_a_value_out_of_bounds_is_kept_and_marked(values: Any, faults: Any) -> None:
    card = fill(DECLARED, {"yard": "Y1"}, **values)
    assert {f.step.name: f.fault for f in card.fields if f.fault} == faults
    assert card.values.items() >= {n: value or None for n, value in values.items()}.items()
    assert card.line == ""


def test_a_preset_fills_fields_and_figures_show_what_comes_of_it() -> None:
    (preset,) = fill(DECLARED, {"yard": "Y1"}).presets
    card = fill(DECLARED, {"yard": "Y1"}, **preset.values)
    assert (card.line, card.figures) == ("BUY Y1 1 2 6", (Figure("shots", 2),))
    assert fill(DECLARED, {"yard": "Y1"}, ships="5", guns="2").figures == (Figure("shots", 10),)
    assert fill(DECLARED, {"yard": "Y1"}, guns="x").figures == ()


def test_other_forms_are_left_out_on_a_card() -> None:
    command = Command(
        "BUY",
        forms=("BUY {ready}", "BUY {ships} {guns}"),
        arguments={"ready": Argument(offers=lambda _: ["R1"], optional=True), **ARGUMENTS},
        card=Card(("ships", "guns"), other="Buy a ready one"),
    )
    assert fill(command, {}).line == "BUY 1 1"
    assert fill_card(command, VIEW, {"ready": "R1"}, {}, Rules()) is None


def _write(_view: Any, chosen: Any, _rules: Any, name: str, count: int) -> str:
    other = {"g": "l", "l": "g"}[name]
    words = str(chosen.get("design", ""))
    return "".join(sorted(name * count + other * words.count(other)))


def test_parts_are_counted_in_an_argument_and_change_its_words() -> None:
    def offers(_view: Any, chosen: Any, _rules: Any) -> list[Part]:
        words = str(chosen.get("design", ""))
        return [Part(name, name, words.count(name), 9) for name in "gl"]

    command = Command(
        "DESIGN",
        arguments={"design": Argument(offers=lambda _: Proposals(["gl"]))},
        card=Card(("design",), parts={"design": Parts(offers, _write)}),
    )

    def numbers(card: FilledCard) -> dict[str, str | None]:
        return {field.step.name: field.value for field in card.fields}

    assert numbers(fill(command, {})) == {"design/g": "1", "design/l": "1", "design": "gl"}
    card = fill(command, {}, **{"design": "gg", "design/l": "3"})
    assert numbers(card) == {"design/g": "2", "design/l": "3", "design": "gglll"}
    assert (card.line, card.values) == ("DESIGN gglll", {"design": "gglll"})
    # What is no part, or no number, changes nothing.
    for name, value in (("design/x", "3"), ("design/g", "-1"), ("design/g", "many")):
        assert fill(command, {}, **{name: value}).line == "DESIGN gl"


STOCK = {"gun": 4, "laser": 9}


def _goods_left(_view: Any, chosen: Any) -> Range:
    price = STOCK.get(str(chosen.get("item")), 9)
    return Range(1, CREW // price, cost=Cost("crew", price))


BUY = Command(
    "BUY",
    forms=("BUY {item} {number} AT {yard}",),
    arguments={
        "yard": Argument(offers=lambda _: ["Y1", "Y2"]),
        "item": Argument(offers=lambda _: [*STOCK]),
        "number": Argument(offers=_goods_left),
    },
    card=Shop("yard", (Goods("item", "number"),)),
)
REPAIR = Command(
    "REPAIR",
    arguments={"yard": Argument(offers=lambda _: [Choice("Y1", cost=Cost("crew", 2))])},
    card=Shop("yard", (Goods(),)),
)
ELSEWHERE = Command(
    "SELL", arguments=BUY.arguments, card=Shop("market", (Goods("item", "number"),))
)


def rows_of(command: Command, **chosen: str) -> list[tuple[str, float, Cost | None]] | None:
    rows = shop_rows(command, [REPAIR, BUY, ELSEWHERE], VIEW, chosen, Rules())
    if rows is None:
        return None
    return [(row.line("2"), row.range.high, row.cost) for row in rows]


def test_a_shop_has_the_goods_of_all_its_commands_with_their_prices() -> None:
    guns = ("BUY gun 2 AT Y1", 2, Cost("crew", 4))
    lasers = ("BUY laser 2 AT Y1", 1, Cost("crew", 9))
    assert rows_of(BUY, yard="Y1") == [guns, lasers, ("REPAIR Y1", 1, Cost("crew", 2))]
    assert rows_of(REPAIR, yard="Y1") == [("REPAIR Y1", 1, Cost("crew", 2)), guns, lasers]
    # What cannot be given there has no row.
    assert [line for line, *_ in rows_of(BUY, yard="Y2") or ()] == [
        "BUY gun 2 AT Y2",
        "BUY laser 2 AT Y2",
    ]
    assert rows_of(BUY) is None, "the yard comes first"
    assert rows_of(DERIVED, yard="Y1") is None, "it has no shop"
