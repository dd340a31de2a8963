"""Values that a JSON Schema describes, as hypothesis strategies: the subset that battles need.

Supported are `const`, `enum`, `anyOf`, booleans, numbers with bounds, arrays and objects. Free text
is never drawn, since the schema does not say what it means: of several alternatives the others are
used, and an optional property is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from horizons_lab.errors import StudyError

if TYPE_CHECKING:
    from hypothesis import strategies as st

ValueStrategy: TypeAlias = "st.SearchStrategy[Any]"

Schema = Mapping[str, Any]
#: Most items to draw for an array without `maxItems`, above its fewest.
MOST_ITEMS = 3


def check_hypothesis() -> None:
    """Raise StudyError if hypothesis, which draws all values, is not installed."""
    try:
        import hypothesis.strategies  # noqa: F401 - only checks that it is installed
    except ModuleNotFoundError as problem:
        raise StudyError(
            "drawing battles and options needs hypothesis, which is not installed",
            "pip install hypothesis",
        ) from problem


def schema_values(schema: Schema, largest: int) -> ValueStrategy:
    """Return the values that a schema describes; numbers up to `largest`, unless it needs more.

    Raises StudyError if nothing can be drawn for the schema.
    """
    values = _values(schema, largest)
    if values is None:
        raise StudyError(f"there is no rule to draw values for {dict(schema)}", "give it an 'enum'")
    return values


def _values(schema: Schema, largest: int) -> ValueStrategy | None:
    from hypothesis import strategies as st

    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(list(schema["enum"]))
    if "anyOf" in schema:
        shared = {name: part for name, part in schema.items() if name != "anyOf"}
        choices = [_values(_merge(shared, choice), largest) for choice in schema["anyOf"]]
        return st.one_of(*known) if (known := [c for c in choices if c is not None]) else None
    maker = _MAKERS.get(schema.get("type", ""))
    return maker(schema, largest) if maker else None


def _merge(shared: Schema, choice: Schema) -> dict[str, Any]:
    properties = {**shared.get("properties", {}), **choice.get("properties", {})}
    required = [*shared.get("required", ()), *choice.get("required", ())]
    both = {**shared, **choice}
    if properties:
        both |= {"properties": properties, "required": required}
    return both


def _booleans(schema: Schema, largest: int) -> ValueStrategy:
    from hypothesis import strategies as st

    del schema, largest
    return st.booleans()


def _integers(schema: Schema, largest: int) -> ValueStrategy:
    from hypothesis import strategies as st

    least = schema.get("minimum", 0)
    return st.integers(least, max(least, min(largest, int(schema.get("maximum", largest)))))


def _numbers(schema: Schema, largest: int) -> ValueStrategy:
    """Numbers with at most one decimal, which people can read."""
    tenths = {name: 10 * schema[name] for name in ("minimum", "maximum") if name in schema}
    return _integers(tenths, 10 * largest).map(lambda number: number / 10)


def _arrays(schema: Schema, largest: int) -> ValueStrategy | None:
    from hypothesis import strategies as st

    if "prefixItems" in schema:
        items = [_values(item, largest) for item in schema["prefixItems"]]
        known = [item for item in items if item is not None]
        return st.tuples(*known).map(list) if len(known) == len(items) else None
    item, fewest = _values(schema.get("items", {}), largest), schema.get("minItems", 0)
    if item is None:
        return st.just([]) if not fewest else None
    return st.lists(item, min_size=fewest, max_size=schema.get("maxItems", fewest + MOST_ITEMS))


def _objects(schema: Schema, largest: int) -> ValueStrategy | None:
    from hypothesis import strategies as st

    properties = {name: _values(p, largest) for name, p in schema.get("properties", {}).items()}
    known = {name: values for name, values in properties.items() if values is not None}
    required = schema.get("required", ())
    if any(name not in known for name in required):
        return None
    return st.fixed_dictionaries(
        {name: values for name, values in known.items() if name in required},
        optional={name: values for name, values in known.items() if name not in required},
    )


_MAKERS: Mapping[str, Callable[[Schema, int], ValueStrategy | None]] = {
    "array": _arrays,
    "boolean": _booleans,
    "integer": _integers,
    "number": _numbers,
    "object": _objects,
}
