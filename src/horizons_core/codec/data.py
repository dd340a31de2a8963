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
    return _JSON.encode(data).encode()


def digest_of(data: Any) -> str:
    """BLAKE2b (RFC 7693; 256 bits as hexadecimal digits) of the canonical JSON of plain data.

    Raises what `canonical` raises.
    """
    return _digest(canonical(data))


def digest(game: Any) -> str:
    """The digest of a game (see `digest_of`): equal exactly for equal games."""
    return _digest(_canonical_text(game).encode())


def _canonical_text(game: Any) -> str:
    """The text of `canonical(dump(game))`, in a third of the time where it is of usual types."""
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
    """What may be of any type is mostly plain already."""
    try:
        return _JSON.encode(value)
    except TypeError:
        return _JSON.encode(converter().unstructure(value, Any))


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=32).hexdigest()
