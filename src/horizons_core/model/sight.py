"""Who may see which field of a game's things: degrees of sight, and what stands for the rest.

A field that says nothing is its owner's alone. `horizons_core.model.knowledge` takes a game apart
by these marks, and the tests of secrecy change every field that an empire may not see.
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
    """How well an empire knows a thing; each degree includes those before it."""

    NOTHING = 0  #: does not know that it exists
    KNOWN = 1  #: knows of it: what is public
    SEEN = 2  #: sees it from outside
    SCANNED = 3  #: has looked at it closely
    OWN = 4  #: owns it
    GAMEMASTER = 5  #: no empire ever


def seen_from(
    sight: Sight, hidden: Any = attrs.NOTHING, *, omitted: bool = False, **arguments: Any
) -> Any:
    """An attrs field that empires know from this degree of sight on.

    `hidden` stands in its place for all others (a callable is called for a fresh value); without
    it the field's own default does. A field that may be `omitted` is not in a saved game while it
    has its default. The other arguments are those of `attrs.field`.
    """
    metadata: dict[str, Any] = {_SIGHT: sight, OMITTED: omitted}
    if hidden is not attrs.NOTHING:
        metadata[_HIDDEN] = hidden
    return attrs.field(metadata=metadata, **arguments)


def known(**arguments: Any) -> Any:
    """A public field: whoever knows of the thing knows this."""
    return seen_from(Sight.KNOWN, **arguments)


def secret(**arguments: Any) -> Any:
    """A field that no empire ever learns."""
    return seen_from(Sight.GAMEMASTER, **arguments)


def sight_of_field(field: attrs.Attribute[Any]) -> Sight:
    """The degree of sight that this field asks for; `Sight.OWN` where the class is silent."""
    return Sight(field.metadata.get(_SIGHT, Sight.OWN))


def has_mark(field: attrs.Attribute[Any]) -> bool:
    """Whether the class says from which degree of sight on the field is known."""
    return _SIGHT in field.metadata


def maker_of(field: attrs.Attribute[Any]) -> Callable[[], Any] | None:
    """What makes a field's placeholder afresh for each who may not see it; None if nothing does."""
    hidden = field.metadata.get(_HIDDEN, attrs.NOTHING)
    if hidden is not attrs.NOTHING:
        return hidden if callable(hidden) else None
    default: Any = field.default
    return default.factory if isinstance(default, attrs.Factory) else None  # type: ignore[arg-type]


def placeholder(field: attrs.Attribute[Any]) -> Any:
    """What stands in this field for those who may not see it.

    Raises TypeError if the field has neither a placeholder nor a default.
    """
    make = maker_of(field)
    if make is not None:
        return make()
    hidden = field.metadata.get(_HIDDEN, attrs.NOTHING)
    if hidden is attrs.NOTHING and field.default is attrs.NOTHING:
        raise TypeError(f"field '{field.name}' needs a default or seen_from(..., hidden=...)")
    return field.default if hidden is attrs.NOTHING else hidden
