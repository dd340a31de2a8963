"""Battles and options drawn from a variant's declarations can all be read, and they shrink."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.errors import NoSuchExample

import horizons_core as hz
import horizons_lab as lab
from horizons_core.errors import OptionError
from horizons_lab.balance import strategies
from horizons_lab.balance.strategies import schema_values
from tests.effort import first, tries
from tests.lab.raids import RULES
from tests.variants.event_horizon.test_contract import BATTLES as SHIPS
from tests.variants.far_horizons.battle_questions import QUESTIONS
from tests.variants.galaxy_g.test_contract import BATTLES as GROUPS

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ("event_horizon", "far_horizons", "galaxy_g")
FEW = settings(max_examples=tries(25), deadline=None, database=None, derandomize=True)
#: For finding the smallest example, regardless of the profile of the run.
SMALLEST = settings(FEW, phases=(Phase.generate, Phase.shrink))
LOOKING = settings(SMALLEST, max_examples=200)


def rules(name: str) -> hz.Variant:
    """Return an installed variant, or an example that is not installed."""
    if name in NAMES:
        return hz.load_variant(name)
    from horizons_core.plugins import rules_from

    path = EXAMPLES / "prospectors" / "src" / "prospectors" if name == "prospectors" else RULES
    return hz.Variant(rules_from(Path(path)))


@pytest.mark.parametrize("name", first(["prospectors", *NAMES], 2))
def test_every_battle_that_is_drawn_can_be_read(name):
    variant = rules(name)
    drawn = 0

    @FEW
    @given(strategies.battle_specs(variant))
    def check(spec):
        nonlocal drawn
        drawn += 1
        assert len(variant.battle(spec).sides) >= 2
        jsonschema.validate(spec, variant.battle_schema)

    check()
    assert drawn >= FEW.max_examples


@pytest.mark.parametrize("name", first(["moon_raiders", *NAMES, "prospectors"], 2))
def test_all_options_that_are_drawn_are_taken(name):
    variant = rules(name)

    @FEW
    @given(strategies.options(variant))
    def check(options):
        assert variant.checked_options(options).items() >= options.items()

    check()


def test_options_are_drawn_up_to_their_bounds_and_not_beyond():
    drawn = strategies.options(hz.load_variant("event_horizon"))
    for side in (6, 60):
        least = find(drawn, lambda picks, side=side: picks.get("side") == side, settings=LOOKING)
        assert least == {"side": side}
    free = hz.load_variant("far_horizons")
    with pytest.raises(OptionError):
        free.checked_options({"absent": "whatever"})
    drawn = strategies.options(free)
    assert find(drawn, lambda options: options.get("absent") == "nothing", settings=LOOKING)


@pytest.mark.parametrize(
    ("name", "specs"),
    [("event_horizon", SHIPS), ("galaxy_g", GROUPS),
     ("far_horizons", [spec for spec in QUESTIONS.values() if "sides" in spec])],
)  # fmt: skip
def test_battles_that_people_write_keep_to_the_schema(name, specs):
    variant = hz.load_variant(name)
    for spec in specs:
        jsonschema.validate(spec, variant.battle_schema)


@pytest.mark.parametrize(
    ("name", "smallest"),
    [
        ("event_horizon", [{"thrusters": 1}]),
        ("galaxy_g", [{"type": "Drone"}]),
        ("far_horizons", {}),
    ],
)
def test_a_fleet_shrinks_to_next_to_nothing(name, smallest):
    fleet = find(strategies.fleets(hz.load_variant(name)), lambda _: True, settings=SMALLEST)
    assert str(fleet) == str(smallest)


def test_an_imbalance_shrinks_to_the_smallest_one():
    robots = rules("prospectors")

    def favours_attackers(spec: dict[str, Any]) -> bool:
        fought = robots.combat.simulate(robots.battle(spec), 40, "balance")
        return fought.wins("attackers") > 30

    battle = find(strategies.battle_specs(robots, largest=6), favours_attackers, settings=SMALLEST)
    assert battle["defenders"] == 1
    fewer = {**battle, "attackers": battle["attackers"] - 1}
    assert not favours_attackers(fewer)


def test_rules_without_a_schema_are_told_what_to_do(monkeypatch):
    robots = rules("prospectors")
    with pytest.raises(lab.StudyError, match="have no names") as error:
        strategies.fleets(robots)
    assert error.value.hint == "use `battle_specs`"
    monkeypatch.setattr(type(robots.combat), "battle_schema", {})
    with pytest.raises(lab.StudyError, match="does not describe its battles") as error:
        strategies.battle_specs(robots)
    assert "`battle_schema`" in error.value.hint


def test_without_hypothesis_it_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis.strategies", None)
    monkeypatch.delattr("hypothesis.strategies")
    with pytest.raises(lab.StudyError, match="needs hypothesis") as error:
        strategies.options(rules("galaxy_g"))
    assert error.value.hint == "pip install hypothesis"


@pytest.mark.parametrize(
    ("schema", "fits"),
    [
        ({"const": 3}, lambda value: value == 3),
        ({"enum": ["a", "b"]}, lambda value: value in {"a", "b"}),
        ({"type": "integer", "minimum": 40}, lambda value: value == 40),
        ({"type": "integer"}, lambda value: 0 <= value <= 9),
        ({"type": "number", "minimum": 1, "maximum": 2}, lambda value: 1 <= value <= 2),
        ({"anyOf": [{"type": "string"}, {"const": 1}]}, lambda value: value == 1),
        ({"type": "array", "items": {"type": "string"}}, lambda value: value == []),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, lambda value: value == {}),
        ({"type": "array", "items": {"const": 1}, "minItems": 2, "maxItems": 2},
         lambda value: value == [1, 1]),
        ({"type": "array", "prefixItems": [{"const": 1}, {"const": 2}]},
         lambda value: value == [1, 2]),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}}},
         lambda value: value["a"] in {True, False}),
    ],
)  # fmt: skip
def test_what_is_drawn_is_what_the_schema_says(schema, fits):
    @FEW
    @given(schema_values(schema, 9))
    def check(value):
        jsonschema.validate(value, schema)
        assert fits(value)

    check()


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {},
        {"anyOf": [{"type": "string"}]},
        {"type": "array", "items": {"type": "string"}, "minItems": 1},
        {"type": "array", "prefixItems": [{"type": "string"}]},
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}},
        {"type": "object", "required": ["a"]},
    ],
)
def test_a_schema_of_which_nothing_can_be_drawn_is_refused(schema):
    with pytest.raises(lab.StudyError, match="no rule to draw values"):
        schema_values(schema, 9)


@pytest.mark.parametrize(
    ("schema", "most", "beyond"),
    [
        ({"type": "integer"}, 9, 10),
        ({"type": "integer", "maximum": 7}, 7, 8),
        ({"type": "integer", "minimum": 12}, 12, 13),
        ({"type": "number"}, 9, 9.1),
        ({"type": "number", "maximum": 2.5}, 2.5, 2.6),
        ({"type": "array", "items": {"const": 1}}, [1] * 3, [1] * 4),
        ({"type": "array", "items": {"const": 1}, "minItems": 2}, [1] * 5, [1] * 6),
        ({"type": "array", "items": {"const": 1}, "maxItems": 5}, [1] * 5, [1] * 6),
    ],
)
def test_values_are_drawn_up_to_the_largest_and_not_beyond(schema, most, beyond):
    drawn = schema_values(schema, 9)
    assert find(drawn, lambda value: value == most, settings=LOOKING) == most
    with pytest.raises(NoSuchExample):
        find(drawn, lambda value: value == beyond, settings=LOOKING)


def test_without_a_lower_bound_numbers_begin_at_zero():
    for kind in ("integer", "number"):
        assert find(schema_values({"type": kind}, 9), lambda _: True, settings=SMALLEST) == 0


def toy(**sides: Any) -> Any:
    """Return rules that read every battle, with any number of sides, of nearly identical ships."""
    battles = {"properties": {"sides": {"additionalProperties": {
        "type": "array", "items": {"const": "ship"}}, **sides}}}  # fmt: skip
    options = (
        hz.Option("open", bool, False, ""),
        hz.Option("hidden", bool, False, "", secret=True),
    )
    return SimpleNamespace(
        name="toy", battle_schema=battles, battle=lambda spec: spec,
        info=SimpleNamespace(options=options), checked_options=dict,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "fewest", "most"),
    [({}, 2, 4), ({"maxProperties": 3}, 2, 3), ({"minProperties": 5, "maxProperties": 9}, 5, 5)],
)  # fmt: skip
def test_battles_have_two_to_four_sides_unless_the_rules_ask_for_others(sides, fewest, most):
    counts = strategies.battle_specs(toy(**sides)).map(lambda spec: len(spec["sides"]))
    assert find(counts, lambda _: True, settings=SMALLEST) == fewest
    assert find(counts, lambda count: count >= most, settings=LOOKING) == most
    with pytest.raises(NoSuchExample):
        find(counts, lambda count: count > most, settings=LOOKING)


def test_a_fleet_has_up_to_three_ships_more_than_the_fewest():
    counts = strategies.fleets(toy()).map(len)
    assert find(counts, lambda count: count >= 3, settings=LOOKING) == 3
    with pytest.raises(NoSuchExample):
        find(counts, lambda count: count > 3, settings=LOOKING)


def test_secret_options_are_not_drawn():
    drawn = strategies.options(toy())
    assert find(drawn, lambda options: "open" in options, settings=LOOKING) == {"open": False}
    with pytest.raises(NoSuchExample):
        find(drawn, lambda options: "hidden" in options, settings=LOOKING)
