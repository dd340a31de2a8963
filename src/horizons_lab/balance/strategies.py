"""Hypothesis strategies for options, fleets and battles of any game.

Supported are `const`, `enum`, `anyOf`, booleans, numbers with bounds, arrays and objects. Free text
is never drawn, because the schema does not say what it means: alternatives and optional properties
with free text are left out.

For example::

    from hypothesis import given
    from horizons_lab.balance import strategies

    @given(strategies.battle_specs(variant))
    def test_somebody_wins(spec): ...

Everything follows from what a variant declares: its options with their types and bounds, and the
`battle_schema` of its resolver, a JSON Schema. Every value drawn has been accepted by the variant,
and shrinks to few sides, few ships and small numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import horizons_core as hz
from horizons_core.errors import BattleError, OptionError
from horizons_lab.checks import StudyError

if TYPE_CHECKING:
    from hypothesis import strategies as st


ValueStrategy: TypeAlias = "st.SearchStrategy[Any]"

Schema = Mapping[str, Any]
#: Maximum number of items to draw for an array without `maxItems`, above its minimum.
MAX_ITEMS = 3


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
    return st.lists(item, min_size=fewest, max_size=schema.get("maxItems", fewest + MAX_ITEMS))


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


def options(variant: hz.Variant) -> st.SearchStrategy[dict[str, Any]]:
    """Draw options of new games, by name: some of the declared ones, the others left out.

    Options of free text are left out, because their content is unknown; so are secret options.
    """
    check_hypothesis()
    from hypothesis import strategies as st

    declared = {
        option.name: drawn
        for option in variant.info.options
        if not option.secret and (drawn := _option(option)) is not None
    }
    known = st.fixed_dictionaries({}, optional=declared)
    return known.filter(lambda chosen: _is_accepted(variant, chosen))


def fleets(variant: hz.Variant, *, largest: int = 30) -> st.SearchStrategy[Any]:
    """Draw one side of a battle, as it appears under its name in `sides`.

    No number is above `largest`, unless the rules need more. Raises StudyError for a variant
    whose `battle_schema` has no sides by name.
    """
    check_hypothesis()
    from hypothesis import strategies as st

    sides = _schema(variant).get("properties", {}).get("sides", {})
    if "additionalProperties" not in sides:
        raise StudyError(
            f"sides of the battles of '{variant.name}' have no names", "use `battle_specs`"
        )
    side = sides["additionalProperties"]
    if side.get("type") != "array" or "items" not in side:
        return schema_values(side, largest).filter(
            lambda fleet: _is_valid_battle(variant, _duel(fleet))
        )
    # A refused ship is redrawn by itself: few whole fleets would pass.
    ship = schema_values(side["items"], largest).filter(
        lambda ship: _is_valid_battle(variant, _duel([ship]))
    )
    fewest = side.get("minItems", 0)
    return st.lists(ship, min_size=fewest, max_size=side.get("maxItems", fewest + MAX_ITEMS))


def battle_specs(variant: hz.Variant, *, largest: int = 30) -> st.SearchStrategy[dict[str, Any]]:
    """Draw battles as plain data, for `Variant.battle`; two to four sides, where sides have names.

    No number is above `largest`, unless the rules need more. Raises StudyError for a variant
    whose resolver has no `battle_schema`.
    """
    check_hypothesis()
    from hypothesis import strategies as st

    schema = _schema(variant)
    sides = schema.get("properties", {}).get("sides", {})
    if "additionalProperties" not in sides:
        return schema_values(schema, largest).filter(lambda spec: _is_valid_battle(variant, spec))
    fewest = max(2, sides.get("minProperties", 2))
    most = max(fewest, min(4, sides.get("maxProperties", 4)))
    armies = st.lists(fleets(variant, largest=largest), min_size=fewest, max_size=most)
    named = armies.map(lambda sides: {f"Side {n}": fleet for n, fleet in enumerate(sides, start=1)})
    properties = {name: part for name, part in schema["properties"].items() if name != "sides"}
    rest = schema_values({"type": "object", "properties": properties}, largest)
    specs = st.builds(lambda spec, armed: {**spec, "sides": armed}, rest, named)
    return specs.filter(lambda spec: _is_valid_battle(variant, spec))


def _schema(variant: hz.Variant) -> Mapping[str, Any]:
    schema = variant.battle_schema
    if not schema:
        raise StudyError(
            f"'{variant.name}' does not describe its battles",
            "add a `battle_schema` to its combat resolver: a JSON Schema of what `battle` accepts",
        )
    return schema


def _duel(fleet: Any) -> dict[str, Any]:
    """Return a battle of a fleet against an equal one, valid if the fleet is."""
    return {"sides": {"Side 1": fleet, "Side 2": fleet}}


def _is_valid_battle(variant: hz.Variant, spec: dict[str, Any]) -> bool:
    try:
        variant.battle(spec)
    except BattleError:
        return False
    return True


def _is_accepted(variant: hz.Variant, options: dict[str, Any]) -> bool:
    try:
        variant.checked_options(options)
    except OptionError:
        return False
    return True


def _option(option: hz.Option) -> ValueStrategy | None:
    """Return the values of an option, the default first; None for free text."""
    from hypothesis import strategies as st

    if option.kind is bool:
        return st.booleans()
    if option.choices:
        choices = [choice for choice in option.choices if choice != option.default]
        return st.sampled_from([option.default, *choices] if option.default else choices)
    if option.kind is int:
        low, high = (None if end is None else int(end) for end in (option.minimum, option.maximum))
        return st.integers(low, high)
    if option.kind is float:
        return st.floats(option.minimum, option.maximum, allow_nan=False, allow_infinity=False)
    return None
