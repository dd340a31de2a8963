"""Shapes of views: attrs classes that give the data and its JSON Schema."""

from __future__ import annotations

from typing import Any, Literal

import jsonschema
import pytest
from attrs import frozen

from horizons_core.report import counting, data_of, described, schema_of, shape


@frozen
class Moon:
    name: str
    craters: int = described("counted from orbit", minimum=0)


@frozen
class Ring(Moon):
    width: int


@frozen
class Planet:
    name: str
    kind: Literal["rock", "gas"]
    moons: list[Moon]
    stocks: dict[str, float]
    owner: str | None = described("nobody's if null")
    largest: Moon | None = described(default=None)
    notes: list[str] = described(items={"minLength": 1}, default=("none",))
    more: Any = None


MARS = Planet("Mars", "rock", [Moon("Phobos", 9)], {"ore": 1.5}, None)


def test_the_data_keeps_to_the_schema_and_leaves_out_what_may_be_missing():
    schema, data = schema_of(Planet, "A planet"), data_of(MARS)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema)
    assert "largest" not in data
    assert schema["title"] == "A planet"
    assert schema["required"] == ["name", "kind", "moons", "stocks", "owner"]
    craters = schema["properties"]["moons"]["items"]["properties"]["craters"]
    assert craters == {"type": "integer", "minimum": 0, "description": "counted from orbit"}
    assert schema["properties"]["owner"]["type"] == ["string", "null"]


def test_the_data_is_plain_all_the_way_down():
    @frozen
    class System:
        best: Planet | None
        by_name: dict[str, Planet]
        pairs: tuple[str, ...]
        either: Moon | Planet | int
        one: Literal[1, 2]
        some: Any

    moon = {"name": "Phobos", "craters": 9}
    mars = {**data_of(MARS), "largest": None, "more": None}
    system = System(MARS, {"Mars": MARS}, ("a", "b"), MARS.moons[0], 1, [MARS.moons[0], (1, 2)])
    assert data_of(system) == {
        "best": mars,
        "by_name": {"Mars": mars},
        "pairs": ["a", "b"],
        "either": moon,
        "one": 1,
        "some": [moon, [1, 2]],
    }
    assert data_of(System(None, {}, (), 3, 2, None))["best"] is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "ice"), ("owner", 3), ("stocks", {"ore": "much"}), ("moons", [{"name": "Deimos"}]),
        ("notes", [""]), ("largest", "Phobos"), ("rings", 2),
    ],
)  # fmt: skip
def test_other_data_does_not_keep_to_it(field, value):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data_of(MARS), field: value}, schema_of(Planet))


def test_a_field_may_be_a_keyword_of_python():
    @frozen
    class Way:
        from_: str
        class_: int | None = described(default=None)

    assert data_of(Way("Mars")) == {"from": "Mars"}
    assert data_of(Way("Mars", 2)) == {"from": "Mars", "class": 2}
    assert schema_of(Way)["required"] == ["from"]
    assert list(schema_of(Way)["properties"]) == ["from", "class"]


def test_of_several_shapes_each_row_has_the_data_of_its_own():
    @frozen
    class System:
        around: list[Ring | Moon]

    rows = [{"name": "Phobos", "craters": 9}, {"name": "A", "craters": 0, "width": 4}]
    assert data_of(System([Moon("Phobos", 9), Ring("A", 0, 4)])) == {"around": rows}
    jsonschema.validate({"around": rows}, schema_of(System))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"around": [{"name": "A", "width": 4}]}, schema_of(System))


def test_written_data_are_handed_on_as_they_are():
    @frozen
    class System:
        moons: list[dict[str, Any]] = described(written=True, items=schema_of(Moon))

    rows = [{"name": "Phobos", "craters": 9}]
    assert data_of(System(rows))["moons"] is rows
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"moons": [{"name": "Phobos"}]}, schema_of(System))


def test_what_is_not_plain_is_refused():
    @frozen
    class Wrong:
        names: set[str]

    with pytest.raises(TypeError, match="cannot hold"):
        schema_of(Wrong)
    with pytest.raises(TypeError, match="cannot hold"):
        data_of(Wrong({"a"}))


def test_a_field_that_counts_is_a_number_from_its_least_on():
    @shape
    class Pile:
        stones: int = counting("grey ones")
        layers: int = counting(minimum=1)

    assert schema_of(Pile)["properties"] == {
        "stones": {"type": "integer", "minimum": 0, "description": "grey ones"},
        "layers": {"type": "integer", "minimum": 1},
    }
