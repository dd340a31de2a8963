"""Games as plain data: canonical JSON, digests and copies."""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = ["canonical", "converter", "copy_of", "digest", "digest_of", "dump", "plain"]

T = TypeVar("T")

_ATOMS = (str, int, float, bool, bytes, type(None), enum.Enum)

#: Most fields hold one of these: a copy takes it over without asking how it is copied. Tuples in
#: games hold frozen values only.
_PLAIN = frozenset({str, int, float, bool, type(None), tuple})

#: In a field's metadata: whether plain data goes without it while it has its default.
OMITTED = "horizons.omitted"


@cache
def converter() -> Converter:
    """The converter of saved games: strict about keys, tuples as lists, enums by value."""
    import cattrs  # takes as long as the whole core, and many a turn is never stored
    from cattrs.gen import make_dict_structure_fn

    made = cattrs.Converter(unstruct_collection_overrides={tuple: list})
    made.register_structure_hook_factory(
        attrs.has,
        lambda cls: make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True),
    )
    made.register_structure_hook(Any, lambda value, _: value)
    made.register_unstructure_hook_factory(_has_omitted, lambda cls: _unstructure(cls, made))
    return made


def _has_omitted(cls: Any) -> bool:
    return attrs.has(cls) and any(f.metadata.get(OMITTED) for f in attrs.fields(cls))


def _unstructure(cls: type, made: Converter) -> Callable[[Any], dict[str, Any]]:
    from cattrs.gen import make_dict_unstructure_fn, override

    omitted = {
        f.name: override(omit_if_default=True) for f in attrs.fields(cls) if f.metadata.get(OMITTED)
    }
    return make_dict_unstructure_fn(cls, made, **omitted)  # type: ignore[arg-type]


def plain(value: Any) -> Any:
    """An attrs object, or a list or mapping of such, as plain JSON types: tuples become lists."""
    return converter().unstructure(value)


def dump(game: Any) -> dict[str, Any]:
    """The whole game as plain JSON types; `horizons_core.saves.load` gives it back without loss."""
    return cast("dict[str, Any]", plain(game))


def canonical(data: Any) -> bytes:
    """JSON with sorted keys and no spare blanks: the same data, the same bytes.

    Raises ValueError for NaN and infinities, TypeError for what JSON has no form for.
    """
    text = json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def digest_of(data: Any) -> str:
    """BLAKE2b (RFC 7693; 256 bits as hexadecimal digits) of the canonical JSON of plain data.

    Raises what `canonical` raises.
    """
    return hashlib.blake2b(canonical(data), digest_size=32).hexdigest()


def digest(game: Any) -> str:
    """The digest of a game (see `digest_of`): equal exactly for equal games."""
    return digest_of(dump(game))


@cache
def _copier(cls: type) -> Callable[[Any], Any] | None:
    """How to copy a value of this class; None where sharing it is safe."""
    if issubclass(cls, _ATOMS):
        return None
    if issubclass(cls, list):
        return lambda value: [v if type(v) in _PLAIN else copy_of(v) for v in value]
    if issubclass(cls, dict):
        return lambda value: {
            key: v if type(v) in _PLAIN else copy_of(v) for key, v in value.items()
        }
    if issubclass(cls, tuple):
        return None
    if not attrs.has(cls):
        raise TypeError(f"a game cannot hold a {cls.__name__}")
    if getattr(cls, "__setattr__", None) is not object.__setattr__ and _is_frozen(cls):
        return None
    names = [field.name for field in attrs.fields(cls)]
    parts = (
        attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, n) for n in names]
    )

    def copy(value: Any) -> Any:
        new = object.__new__(cls)
        for name, part in zip(names, parts(value), strict=True):
            setattr(new, name, part if type(part) in _PLAIN else copy_of(part))
        return new

    return copy


def _is_frozen(cls: type) -> bool:
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"


def copy_of(value: T) -> T:
    """A deep copy of a game or a part: lists, dicts and entities new, frozen values shared.

    Raises TypeError for what no game can hold: a set, or an object of a class without attrs.
    """
    cls: type = type(value)
    copy = _copier(cls)
    return value if copy is None else copy(value)
