"""Plain data, canonical JSON and digests of games; JSON is written directly from the objects."""

from __future__ import annotations

import enum
import hashlib
import json
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring as _string
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

import attrs

from horizons_core.codec.copies import is_shared_by_copies

if TYPE_CHECKING:
    from cattrs import Converter


#: Metadata key: whether the field is left out of plain data while it has its default.
OMITTED = "horizons.omitted"

#: The JSON of frozen objects already written into the same text, by identity.
Texts = dict[int, str]

#: The key in the `__dict__` of a frozen object under which its JSON is cached.
_CACHED_TEXT = "horizons.text"

#: Formats values of one type, given the texts so far; raises TypeError for other types.
Writer = Callable[[Any, Texts], str]

#: Returns a writer for a type that is rare in games.
Rare = Callable[[Any], Writer]
_CLASS_GUARD = "if type(values) is cls else refused(values)"

#: Functions for plain values in generated code.
_ATOMS: Mapping[Any, str] = {str: "string", bool: "truth"}
_UNIONS = (typing.Union, types.UnionType)

_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@cache
def writer_of(cls: type, rare: Rare) -> Writer:
    """Return a writer of objects of this attrs class, without subclasses, as canonical JSON.

    Raises TypeError or NameError for a class whose type hints cannot be resolved.
    """
    code = _WriterCode(rare, {"cls": cls})
    hints = typing.get_type_hints(cls)
    fields = sorted((f for f in attrs.fields(cls) if f.init), key=lambda field: field.name)
    parts = []
    for number, field in enumerate(fields):
        text = code.text_of(f"thing.{field.name}", hints.get(field.name, Any))
        parts.append(f'"{field.name}":{{{text}}}')
        code.names[f"default{number}"] = _default_of_omitted(field)
    if any(map(_default_of_omitted, fields)):
        expression = _text_without_omitted(fields, parts)
    else:
        expression = "f'{{" + ",".join(parts) + "}}'"
    return code.writer(
        f"lambda thing, texts: {expression} if type(thing) is cls else refused(thing)"
    )


def _text_without_omitted(fields: Sequence[attrs.Attribute[Any]], parts: Sequence[str]) -> str:
    """Return code for the text of a class with fields that may be omitted, such as a game."""
    expressions = []
    for number, (field, part) in enumerate(zip(fields, parts, strict=True)):
        condition = f" if thing.{field.name} != default{number}() else ''"
        expressions.append(f"(f'{part}'{condition if _default_of_omitted(field) else ''})")
    return f"('{{' + ','.join(filter(None, [{', '.join(expressions)}])) + '}}')"


def _default_of_omitted(field: attrs.Attribute[Any]) -> Callable[[], Any] | None:
    """Return the factory of the default of a field that may be omitted; None for other fields."""
    default: Any = field.default
    if default is attrs.NOTHING or not field.metadata.get(OMITTED):
        return None
    return default.factory if isinstance(default, attrs.Factory) else lambda: default  # type: ignore[arg-type]


class _WriterCode:
    """The code of a writer, with the values of its names.

    Its parts are inserted into the braces of f-strings, and contain no quotes.
    """

    def __init__(self, rare: Rare, names: Mapping[str, Any]) -> None:
        self.rare = rare
        self.names: dict[str, Any] = {**_NAMES, **names}

    def writer(self, code: str) -> Writer:
        writer: Writer = eval(code, self.names)  # noqa: S307 - contains names of fields only
        return writer

    def text_of(self, value: str, kind: Any) -> str:
        """Return code for the text of a value; numbers, the most common values, need no call."""
        first, same = (value, value) if value.isidentifier() else (f"v := {value}", "v")
        if kind is int:
            return f"({same} if type({first}) is int else whole({same}))"
        if kind is float:
            return f"({same} if type({first}) is float and isfinite({same}) else number({same}))"
        if kind in _ATOMS:
            return f"{_ATOMS[kind]}({value})"
        parts = typing.get_args(kind)
        if typing.get_origin(kind) in _UNIONS and parts[1:] == (type(None),):
            return f"(null if ({first}) is None else {self.text_of(same, parts[0])})"
        name = f"write{len(self.names)}"
        self.names[name] = self._writer_of(kind, name)
        if not (attrs.has(kind) and is_shared_by_copies(kind)):
            return f"{name}({value}, texts)"
        return self._text_of_frozen(first, same, kind, f"{name}({same}, texts)")

    def _text_of_frozen(self, first: str, same: str, cls: type, new_text: str) -> str:
        """Return code for the text of a frozen object, which may have been formatted before."""
        name = f"cls{len(self.names)}"
        self.names[name] = cls
        stored, store = f"texts.get(id({same}))", f"texts.setdefault(id({same}), {new_text})"
        if _keeps_its_text(cls):
            stored, store = f"{same}.__dict__.get(kept)", f"keep({same}, {new_text})"
        return f"(({stored} if type({first}) is {name} else None) or {store})"

    def _writer_of(self, kind: Any, name: str) -> Writer:
        """Return a writer for this type; that of a class is made when it is first called."""
        if not (isinstance(kind, type) and attrs.has(kind)):
            return _writer(kind, self.rare)

        def write(value: Any, texts: Texts) -> str:  # made late, because classes may be recursive
            self.names[name] = writer_of(kind, self.rare)
            text: str = self.names[name](value, texts)
            return text

        return write


def _keeps_its_text(cls: type) -> bool:
    """Return whether a frozen object of this class can never change, and has a `__dict__`."""
    return any("__dict__" in vars(base) for base in cls.__mro__) and _never_changes(
        cls, frozenset()
    )


def _never_changes(kind: Any, outer: frozenset[type]) -> bool:
    """Return whether values of a type are plain or frozen, including everything in them."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple or origin in _UNIONS:
        return all(_never_changes(part, outer) for part in parts if part is not Ellipsis)
    if not isinstance(kind, type) or not is_shared_by_copies(kind) or origin is not None:
        return False
    if not attrs.has(kind) or kind in outer:
        return kind is not tuple
    hints, inner = typing.get_type_hints(kind), outer | {kind}
    return all(_never_changes(hints.get(f.name, Any), inner) for f in attrs.fields(kind))


def _keep(frozen_object: Any, text: str) -> str:
    frozen_object.__dict__[_CACHED_TEXT] = text
    return text


@cache
def _writer(kind: Any, rare: Rare) -> Writer:
    """Return a writer for a type that is not an attrs class."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _of_enum(kind, rare(kind))
    if origin is dict and parts[0] is str:
        return _of_dict(parts[1], rare) if parts[1] is not Any else _of_any_dict(rare)
    if origin is list or (origin is tuple and parts[1:] == (Ellipsis,)):
        return _of_list(origin, parts[0], rare)
    if origin is tuple:
        return _of_tuple(parts, rare)
    return rare(kind)


def _of_enum(cls: type, write_new: Writer) -> Writer:
    texts: dict[Any, str] = {}

    def write(value: Any, written: Texts) -> str:
        if type(value) is not cls:
            return _refused(value)
        if value not in texts:
            texts[value] = write_new(value, written)
        return texts[value]

    return write


def _of_list(cls: type, item: Any, rare: Rare) -> Writer:
    code = _WriterCode(rare, {"cls": cls})
    items = f'[f"{{{code.text_of("item", item)}}}" for item in values]'
    return code.writer(f"lambda values, texts: f'[{{join({items})}}]' {_CLASS_GUARD}")


def _of_tuple(items: Sequence[Any], rare: Rare) -> Writer:
    code = _WriterCode(rare, {"cls": tuple})
    parts = [f"{{{code.text_of(f'values[{index}]', item)}}}" for index, item in enumerate(items)]
    if_complete = f"if len(values) == {len(items)} else refused(values)"
    return code.writer(
        f"lambda values, texts: (f'[{','.join(parts)}]' {if_complete}) {_CLASS_GUARD}"
    )


def _of_dict(part: Any, rare: Rare) -> Writer:
    code = _WriterCode(rare, {"cls": dict})
    text = code.text_of("values[key]", part)
    pairs = f'[f"{{string(key)}}:{{{text}}}" for key in sorted(values)]'
    return code.writer(f"lambda values, texts: f'{{{{{{join({pairs})}}}}}}' {_CLASS_GUARD}")


def _of_any_dict(rare: Rare) -> Writer:
    write = rare(Any)
    return lambda values, texts: write(values if type(values) is dict else _refused(values), texts)


def _refused(value: Any) -> str:
    raise TypeError(f"{value!r} is not of its declared type")


def _integer(value: Any) -> str:
    """Format an integer; flags and sums of flags count as integers, booleans do not."""
    if isinstance(value, int) and type(value) is not bool:
        return int.__repr__(value)
    return _refused(value)


def _number(value: Any) -> str:
    """Format a number; an integer is accepted for a declared float."""
    if type(value) is float and isfinite(value):
        return repr(value)
    return _integer(value)


def _truth(value: Any) -> str:
    return "true" if value is True else "false" if value is False else _refused(value)


#: Names available in generated code.
_NAMES: Mapping[str, Any] = {
    "isfinite": isfinite,
    "join": ",".join,
    "keep": _keep,
    "kept": _CACHED_TEXT,
    "null": "null",
    "number": _number,
    "refused": _refused,
    "string": _string,
    "truth": _truth,
    "whole": _integer,
}


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
    """Encode data as JSON with sorted keys and no spaces: the same data gives the same bytes.

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
