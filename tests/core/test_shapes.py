"""Shapes of views: attrs classes that give the data and its JSON Schema."""

from __future__ import annotations

from typing import Any, Literal

import jsonschema
import pytest
from attrs import define, frozen

from horizons_core.report import (
    cells,
    columns,
    counting,
    data_maker,
    data_of,
    described,
    number_column,
    row_of,
    schema_of,
    shape,
    shared_data,
    text_column,
)


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


@define
class Probe:
    name: str
    fuel: int
    moons: list[str]


def tenth(number: int) -> float:
    return number / 10


@shape(kw_only=True)
class ProbeShown:
    name: str = described("its name (GG-ORD-001); empty for none", "Probe")
    ore: int = described("", "Ore")
    fuel: float = described(
        "in tons", number_column("Fuel", "{:.1f}".format), unit=lambda u: u / 10
    )
    at: int | None = described("the turn of its landing", text_column("Landed", hint="a turn"))
    moons: list[str] = described("", "Moons")


def test_a_row_has_the_attributes_of_its_object_in_the_order_and_units_of_the_shape():
    probe = Probe("Ada", 25, ["Io"])
    row = row_of(ProbeShown, probe, at=None, ore=3)
    assert list(data_of(row).items()) == [
        ("name", "Ada"), ("ore", 3), ("fuel", 2.5), ("at", None), ("moons", ["Io"]),
    ]  # fmt: skip
    assert data_of(row)["moons"] is not probe.moons
    make = data_maker(ProbeShown, "at ore")
    assert list(make(probe, ore=3, at=None).items()) == list(data_of(row).items())
    assert make(probe, None, 3) == data_of(row)
    assert make(probe, None, 3)["moons"] is not probe.moons
    with pytest.raises(TypeError, match="ProbeShown has no field orre"):
        row_of(ProbeShown, probe, at=None, orre=3)
    with pytest.raises(AttributeError, match="ore"):
        row_of(ProbeShown, probe, at=None)


def test_rows_share_data_that_were_made_once():
    facts = shared_data(ProbeShown, fuel=25, moons=("Io",))
    assert facts == {"fuel": 2.5, "moons": ["Io"]}
    make = data_maker(ProbeShown, "at ore", ready="fuel moons")
    rows = [make(Probe(name, 0, []), None, 3, **facts) for name in ("Ada", "Brin")]
    assert [row["fuel"] for row in rows] == [2.5, 2.5]
    assert rows[0]["moons"] is rows[1]["moons"]


def test_a_column_follows_from_its_field():
    data = data_of(row_of(ProbeShown, Probe("Ada", 25, ["Io", "Pan"]), at=None, ore=3))
    sum_column = number_column("Sum", lambda row: str(row["ore"] + row["fuel"]))
    facts = columns(ProbeShown, "name ore:Metal fuel at moons", sum_column, wide="fuel")
    assert cells(facts, [data]) == [("Ada", "3", "2.5", "", "Io, Pan", "5.5")]
    assert [column.head for column in facts] == ["Probe", "Metal", "Fuel", "Landed", "Moons", "Sum"]
    assert [bool(column.numbers) for column in facts] == [False, True, True, False, False, True]
    assert [column.hint for column in facts] == ["its name", "", "in tons", "a turn", "", None]
    assert [column.wide for column in facts] == [False, False, True, False, False, False]
    with pytest.raises(TypeError, match="ProbeShown declares no column for speed"):
        columns(ProbeShown, "name speed")
