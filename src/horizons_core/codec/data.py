"""Games as plain data, canonical JSON and digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import attrs

from horizons_core.codec.json_text import OMITTED, Texts, Writer, writer_of

if TYPE_CHECKING:
    from cattrs import Converter

_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@cache
def converter() -> Converter:
    """Return the converter of saved games: strict about keys, tuples as lists, enums by value."""
    import cattrs  # as slow to import as the whole core, and not needed in many runs
    from cattrs.gen import make_dict_structure_fn

    new = cattrs.Converter(unstruct_collection_overrides={tuple: list})
    new.register_structure_hook_factory(
        attrs.has,
        lambda cls: make_dict_structure_fn(cls, new, _cattrs_forbid_extra_keys=True),
    )
    new.register_structure_hook(Any, lambda value, _: value)
    new.register_unstructure_hook_factory(_has_omitted, lambda cls: _unstructure(cls, new))
    return new


def _has_omitted(cls: Any) -> bool:
    return attrs.has(cls) and any(f.metadata.get(OMITTED) for f in attrs.fields(cls))


def _unstructure(cls: type, new: Converter) -> Callable[[Any], dict[str, Any]]:
    from cattrs.gen import make_dict_unstructure_fn, override

    omitted = {
        f.name: override(omit_if_default=True) for f in attrs.fields(cls) if f.metadata.get(OMITTED)
    }
    return make_dict_unstructure_fn(cls, new, **omitted)  # type: ignore[arg-type]


def plain(value: Any) -> Any:
    """Convert an attrs object, or a list or mapping of such, to plain JSON types."""
    return converter().unstructure(value)


def dump(game: Any) -> dict[str, Any]:
    """Return the whole game as plain JSON types, for `horizons_core.saves.load`."""
    return cast("dict[str, Any]", plain(game))


def canonical(data: Any) -> bytes:
    """Encode data as JSON with sorted keys and no blanks: the same data gives the same bytes.

    Raises ValueError for NaN and infinities, TypeError for types that JSON cannot represent.
    """
    return _JSON.encode(data).encode()


def digest_of(data: Any) -> str:
    """Hash the canonical JSON of plain data (BLAKE2b, RFC 7693; 256 bits in hexadecimal).

    Raises what `canonical` raises.
    """
    return _digest(canonical(data))


def digest(game: Any) -> str:
    """Return the digest of a game (see `digest_of`): equal if and only if the games are equal."""
    return _digest(_canonical_text(game).encode())


def _canonical_text(game: Any) -> str:
    """Return the text of `canonical(dump(game))`, three times as fast for the usual types."""
    cls: type = type(game)
    try:
        return writer_of(cls, _writer_by_converter)(game, {})
    except (TypeError, NameError, attrs.exceptions.NotAnAttrsClassError):
        return canonical(dump(game)).decode()


@cache
def _writer_by_converter(kind: Any) -> Writer:
    if kind is Any:
        return _text_of_anything
    return lambda value, _texts: _JSON.encode(converter().unstructure(value, kind))


def _text_of_anything(value: Any, _texts: Texts) -> str:
    """Encode a value of any type, which is usually plain already."""
    try:
        return _JSON.encode(value)
    except TypeError:
        return _JSON.encode(converter().unstructure(value, Any))


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=32).hexdigest()
