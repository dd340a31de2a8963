"""Cards: arguments that are chosen together, with bounds that follow from each other."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_core.orders import (
    Argument,
    Card,
    Command,
    Cost,
    Figure,
    FilledCard,
    Preset,
    Proposals,
    Range,
    fill_card,
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
