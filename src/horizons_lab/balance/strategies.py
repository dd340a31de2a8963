"""Hypothesis strategies for the rules of any game: options, fleets, and whole battles.

For example::

    from hypothesis import given
    from horizons_lab.balance import strategies

    @given(strategies.battle_specs(variant))
    def test_somebody_wins(spec): ...

Everything follows from what a variant declares: its options with their types and bounds, and the
`battle_schema` of its resolver, a JSON Schema. What is drawn has been read by the variant, and
shrinks to few sides, few ships and small numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import horizons_core as hz
from horizons_core.errors import BattleError, OptionError
from horizons_lab.balance.schemas import MOST_ITEMS, ValueStrategy, check_hypothesis, schema_values
from horizons_lab.errors import StudyError

if TYPE_CHECKING:
    from hypothesis import strategies as st


def options(variant: hz.Variant) -> st.SearchStrategy[dict[str, Any]]:
    """Draw options of new games, by name: some of the declared ones, the others left out.

    Options of free text are left out, because their content is unknown, and secret ones, too.
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
    """Draw what one side of a battle has, as found under its name in `sides`.

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
    return st.lists(ship, min_size=fewest, max_size=side.get("maxItems", fewest + MOST_ITEMS))


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
