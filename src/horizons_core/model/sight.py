"""Degrees of sight, which determine who may see a field, and the placeholder that others get.

A field without a mark is known only to its owner. `horizons_core.model.knowledge` removes hidden
fields by these marks, and the secrecy tests change every field that an empire may not see.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import attrs

from horizons_core.codec.json_text import OMITTED

_SIGHT = "horizons.sight"


_HIDDEN = "horizons.hidden"


class Sight(enum.IntEnum):
    """Degrees of knowledge of an object; each degree includes those before it."""

    NOTHING = 0  #: does not know that it exists
    KNOWN = 1  #: knows that it exists, and everything public about it
    SEEN = 2  #: sees it from outside
    SCANNED = 3  #: has examined it closely
    OWN = 4  #: owns it
    GAMEMASTER = 5  #: never reached by an empire


def seen_from(
    sight: Sight, hidden: Any = attrs.NOTHING, *, omitted: bool = False, **arguments: Any
) -> Any:
    """Make an attrs field that empires know from this degree of sight on.

    All others get `hidden` instead (a callable is called for a fresh value), or the field's default
    if `hidden` is not given. A field that may be `omitted` is left out of a saved game while it has
    its default. The other arguments are those of `attrs.field`.
    """
    metadata: dict[str, Any] = {_SIGHT: sight, OMITTED: omitted}
    if hidden is not attrs.NOTHING:
        metadata[_HIDDEN] = hidden
    return attrs.field(metadata=metadata, **arguments)


def known(**arguments: Any) -> Any:
    """Make a public field: every empire that knows of the object knows its value."""
    return seen_from(Sight.KNOWN, **arguments)


def secret(**arguments: Any) -> Any:
    """Make a field that no empire ever knows."""
    return seen_from(Sight.GAMEMASTER, **arguments)


def sight_of_field(field: attrs.Attribute[Any]) -> Sight:
    """Return the degree of sight that this field requires; `Sight.OWN` if it has no mark."""
    return Sight(field.metadata.get(_SIGHT, Sight.OWN))


def has_mark(field: attrs.Attribute[Any]) -> bool:
    """Return whether the class declares the degree of sight of this field."""
    return _SIGHT in field.metadata


def maker_of(field: attrs.Attribute[Any]) -> Callable[[], Any] | None:
    """Return the factory of the field's placeholder, or None if it has no factory."""
    hidden = field.metadata.get(_HIDDEN, attrs.NOTHING)
    if hidden is not attrs.NOTHING:
        return hidden if callable(hidden) else None
    default: Any = field.default
    return default.factory if isinstance(default, attrs.Factory) else None  # type: ignore[arg-type]


def placeholder(field: attrs.Attribute[Any]) -> Any:
    """Return the value of this field for empires that may not see it.

    Raises TypeError if the field has neither a placeholder nor a default.
    """
    make = maker_of(field)
    if make is not None:
        return make()
    hidden = field.metadata.get(_HIDDEN, attrs.NOTHING)
    if hidden is attrs.NOTHING and field.default is attrs.NOTHING:
        raise TypeError(f"field '{field.name}' needs a default or seen_from(..., hidden=...)")
    return field.default if hidden is attrs.NOTHING else hidden
