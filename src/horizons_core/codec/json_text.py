"""Canonical JSON of attrs objects without plain data in between, for digests of every turn.

For each class a function is written that puts its fields into one text by their declared types, as
attrs writes `__init__`. It answers what `canonical(plain(thing))` would, byte for byte, or raises
TypeError: what is to become of a value that is not of its declared type is not decided here.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring as _string
from math import isfinite
from typing import Any

import attrs

#: In a field's metadata: whether plain data goes without it while it has its default.
OMITTED = "horizons.omitted"

#: Writes values of one type; raises TypeError for others.
Writer = Callable[[Any], str]

#: What writes values of a type that is rare in games.
Rare = Callable[[Any], Writer]


@cache
def writer_of(cls: type, rare: Rare) -> Writer:
    """What writes things of this attrs class, but of no subclass, as canonical JSON.

    Raises TypeError or NameError for a class whose types cannot be found.
    """
    names: dict[str, Any] = {"cls": cls, "refused": _refused, "whole": _whole}
    hints = typing.get_type_hints(cls)
    fields = sorted((f for f in attrs.fields(cls) if f.init), key=lambda field: field.name)
    parts = []
    for number, field in enumerate(fields):
        kind = hints.get(field.name, Any)
        names[f"write{number}"] = _writer(kind, rare)
        names[f"default{number}"] = _default_of_omitted(field)
        parts.append(f'"{field.name}":{{{_written(f"thing.{field.name}", kind, number)}}}')
    if any(map(_default_of_omitted, fields)):
        text = _text_of_what_is_not_omitted(fields, parts)
    else:
        text = "f'{{" + ",".join(parts) + "}}'"
    code = f"lambda thing: {text} if type(thing) is cls else refused(thing)"
    made: Writer = eval(code, names)  # noqa: S307 - of names of fields alone
    return made


def _text_of_what_is_not_omitted(
    fields: Sequence[attrs.Attribute[Any]], parts: Sequence[str]
) -> str:
    """Code for the text of a class of which fields may be omitted: games, and no small things."""
    found = []
    for number, (field, part) in enumerate(zip(fields, parts, strict=True)):
        kept = f" if thing.{field.name} != default{number}() else ''"
        found.append(f"(f'{part}'{kept if _default_of_omitted(field) else ''})")
    return f"('{{' + ','.join(filter(None, [{', '.join(found)}])) + '}}')"


def _written(value: str, kind: Any, number: int) -> str:
    """Code for the text of a value: whole numbers, of which there are most, without a call."""
    if kind is int:
        return f"(v if type(v := {value}) is int else whole(v))"
    return f"write{number}({value})"


def _default_of_omitted(field: attrs.Attribute[Any]) -> Callable[[], Any] | None:
    """What makes the default of a field that may be omitted; None for other fields."""
    default: Any = field.default
    if default is attrs.NOTHING or not field.metadata.get(OMITTED):
        return None
    return default.factory if isinstance(default, attrs.Factory) else lambda: default  # type: ignore[arg-type]


def _refused(value: Any) -> str:
    raise TypeError(f"{value!r} is not of its declared type")


def _writer(kind: Any, rare: Rare) -> Writer:
    """What writes the values of a field of this type."""
    if isinstance(kind, type) and attrs.has(kind):
        return _of_class(kind, rare)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _of_enum(kind, rare(kind))
    return _ATOMS.get(kind) or _of_parts(kind, rare) or rare(kind)


def _of_parts(kind: Any, rare: Rare) -> Writer | None:
    """What writes lists, dicts, tuples and `X | None`; None for other types."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is dict and parts[0] is str:
        return _of_dict(_writer(parts[1], rare))
    if origin in (typing.Union, types.UnionType) and parts[1:] == (type(None),):
        return _or_null(_writer(parts[0], rare))
    if origin is list or (origin is tuple and parts[1:] == (Ellipsis,)):
        return _of_list(origin, _writer(parts[0], rare))
    if origin is tuple:
        return _of_tuple([_writer(part, rare) for part in parts])
    return None


def _of_class(cls: type, rare: Rare) -> Writer:
    found: list[Writer] = []

    def write(thing: Any) -> str:
        if not found:  # late, for a class may hold things of its own
            found.append(writer_of(cls, rare))
        return found[0](thing)

    return write


def _of_enum(cls: type, write_afresh: Writer) -> Writer:
    texts: dict[Any, str] = {}

    def write(value: Any) -> str:
        if type(value) is not cls:
            return _refused(value)
        if value not in texts:
            texts[value] = write_afresh(value)
        return texts[value]

    return write


def _of_list(cls: type, item: Writer) -> Writer:
    def write(values: Any) -> str:
        of_class: bool = type(values) is cls
        return f"[{','.join(map(item, values))}]" if of_class else _refused(values)

    return write


def _of_tuple(items: list[Writer]) -> Writer:
    def write(values: Any) -> str:
        if type(values) is not tuple or len(values) != len(items):
            return _refused(values)
        return f"[{','.join([item(v) for item, v in zip(items, values, strict=True)])}]"

    return write


def _of_dict(part: Writer) -> Writer:
    def write(values: Any) -> str:
        if type(values) is not dict:
            return _refused(values)
        return f"{{{','.join([f'{_string(k)}:{part(values[k])}' for k in sorted(values)])}}}"

    return write


def _or_null(write: Writer) -> Writer:
    return lambda value: "null" if value is None else write(value)


def _whole(value: Any) -> str:
    """A flag, or a sum of flags, is a whole number too; a truth value is none."""
    if isinstance(value, int) and type(value) is not bool:
        return int.__repr__(value)
    return _refused(value)


def _number(value: Any) -> str:
    """A whole number will do where a fraction is declared."""
    if type(value) is float and isfinite(value):
        return repr(value)
    return _whole(value)


def _truth(value: Any) -> str:
    return "true" if value is True else "false" if value is False else _refused(value)


_ATOMS: Mapping[Any, Writer] = {str: _string, int: _whole, float: _number, bool: _truth}
