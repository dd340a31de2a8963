"""Values that a JSON Schema describes, as hypothesis strategies: as much of it as battles need.

Known are `const`, `enum`, `anyOf`, booleans, numbers with bounds, arrays and objects. Texts without
a list of choices are not drawn, since nothing says what they mean: where there is a choice the
others are taken, and a property that need not be there is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from horizons_lab.errors import StudyError

if TYPE_CHECKING:
    from hypothesis import strategies as st

    Drawable: TypeAlias = st.SearchStrategy[Any]
else:
    Drawable = Any

Schema = Mapping[str, Any]
#: The most items of an array of which the schema names no number.
MOST_ITEMS = 3


def check_hypothesis() -> None:
    """Raise StudyError if hypothesis, which draws everything, is not installed."""
    try:
        import hypothesis.strategies  # noqa: F401 - whether it is there
    except ModuleNotFoundError as problem:
        raise StudyError(
            "to draw battles and options hypothesis is needed, which is not installed",
            "pip install hypothesis",
        ) from problem


def drawable(schema: Schema, largest: int) -> Drawable:
    """The values that a schema describes, numbers up to `largest` unless more are asked for.

    Raises StudyError for a schema of which nothing can be drawn.
    """
    found = _drawn(schema, largest)
    if found is None:
        raise StudyError(f"nothing says what to draw for {dict(schema)}", "give it an 'enum'")
    return found


def _drawn(schema: Schema, largest: int) -> Drawable | None:
    from hypothesis import strategies as st

    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(list(schema["enum"]))
    if "anyOf" in schema:
        shared = {name: part for name, part in schema.items() if name != "anyOf"}
        choices = [_drawn(_merged(shared, choice), largest) for choice in schema["anyOf"]]
        return st.one_of(*known) if (known := [one for one in choices if one is not None]) else None
    maker = _MAKERS.get(schema.get("type", ""))
    return maker(schema, largest) if maker else None


def _merged(shared: Schema, choice: Schema) -> dict[str, Any]:
    properties = {**shared.get("properties", {}), **choice.get("properties", {})}
    required = [*shared.get("required", ()), *choice.get("required", ())]
    both = {**shared, **choice}
    if properties:
        both |= {"properties": properties, "required": required}
    return both


def _booleans(schema: Schema, largest: int) -> Drawable:
    from hypothesis import strategies as st

    del schema, largest
    return st.booleans()


def _integers(schema: Schema, largest: int) -> Drawable:
    from hypothesis import strategies as st

    least = schema.get("minimum", 0)
    return st.integers(least, max(least, min(largest, int(schema.get("maximum", largest)))))


def _numbers(schema: Schema, largest: int) -> Drawable:
    """Numbers with at most one decimal, which people can read."""
    tenths = {name: 10 * schema[name] for name in ("minimum", "maximum") if name in schema}
    return _integers(tenths, 10 * largest).map(lambda number: number / 10)


def _arrays(schema: Schema, largest: int) -> Drawable | None:
    from hypothesis import strategies as st

    if "prefixItems" in schema:
        items = [_drawn(item, largest) for item in schema["prefixItems"]]
        known = [item for item in items if item is not None]
        return st.tuples(*known).map(list) if len(known) == len(items) else None
    item, fewest = _drawn(schema.get("items", {}), largest), schema.get("minItems", 0)
    if item is None:
        return st.just([]) if not fewest else None
    return st.lists(item, min_size=fewest, max_size=schema.get("maxItems", fewest + MOST_ITEMS))


def _objects(schema: Schema, largest: int) -> Drawable | None:
    from hypothesis import strategies as st

    drawn = {name: _drawn(one, largest) for name, one in schema.get("properties", {}).items()}
    known = {name: one for name, one in drawn.items() if one is not None}
    required = schema.get("required", ())
    if any(name not in known for name in required):
        return None
    return st.fixed_dictionaries(
        {name: one for name, one in known.items() if name in required},
        optional={name: one for name, one in known.items() if name not in required},
    )


_MAKERS: Mapping[str, Callable[[Schema, int], Drawable | None]] = {
    "array": _arrays,
    "boolean": _booleans,
    "integer": _integers,
    "number": _numbers,
    "object": _objects,
}
