"""Canonical JSON of attrs objects without plain data in between, for digests of every turn.

For each class a function is written that puts its fields into one text by their declared types, as
attrs writes `__init__`. It answers what `canonical(plain(thing))` would, byte for byte, or raises
TypeError: what is to become of a value that is not of its declared type is not decided here.
Frozen things, which many may hold, are written once in a text; those that hold nothing else and
have a place for it keep theirs for later texts.
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

from horizons_core.codec.copies import is_shared_by_copies

#: In a field's metadata: whether plain data goes without it while it has its default.
OMITTED = "horizons.omitted"

#: By the identity of frozen things, what was written of them in the same text.
Texts = dict[int, str]

#: Where in its `__dict__` a frozen thing keeps what was written of it.
_KEPT = "horizons.text"

#: Writes values of one type, with what was written already; raises TypeError for others.
Writer = Callable[[Any, Texts], str]

#: What writes values of a type that is rare in games.
Rare = Callable[[Any], Writer]


@cache
def writer_of(cls: type, rare: Rare) -> Writer:
    """What writes things of this attrs class, but of no subclass, as canonical JSON.

    Raises TypeError or NameError for a class whose types cannot be found.
    """
    code = _Code(rare, {"cls": cls})
    hints = typing.get_type_hints(cls)
    fields = sorted((f for f in attrs.fields(cls) if f.init), key=lambda field: field.name)
    parts = []
    for number, field in enumerate(fields):
        text = code.text_of(f"thing.{field.name}", hints.get(field.name, Any))
        parts.append(f'"{field.name}":{{{text}}}')
        code.names[f"default{number}"] = _default_of_omitted(field)
    if any(map(_default_of_omitted, fields)):
        whole = _text_of_what_is_not_omitted(fields, parts)
    else:
        whole = "f'{{" + ",".join(parts) + "}}'"
    return code.writer(f"lambda thing, texts: {whole} if type(thing) is cls else refused(thing)")


def _text_of_what_is_not_omitted(
    fields: Sequence[attrs.Attribute[Any]], parts: Sequence[str]
) -> str:
    """Code for the text of a class of which fields may be omitted: games, and no small things."""
    found = []
    for number, (field, part) in enumerate(zip(fields, parts, strict=True)):
        kept = f" if thing.{field.name} != default{number}() else ''"
        found.append(f"(f'{part}'{kept if _default_of_omitted(field) else ''})")
    return f"('{{' + ','.join(filter(None, [{', '.join(found)}])) + '}}')"


def _default_of_omitted(field: attrs.Attribute[Any]) -> Callable[[], Any] | None:
    """What makes the default of a field that may be omitted; None for other fields."""
    default: Any = field.default
    if default is attrs.NOTHING or not field.metadata.get(OMITTED):
        return None
    return default.factory if isinstance(default, attrs.Factory) else lambda: default  # type: ignore[arg-type]


class _Code:
    """Code of one writer, and what the names in it stand for.

    Its pieces stand within the braces of f-strings, and have no quotes themselves.
    """

    def __init__(self, rare: Rare, names: Mapping[str, Any]) -> None:
        self.rare = rare
        self.names: dict[str, Any] = {**_NAMES, **names}

    def writer(self, code: str) -> Writer:
        made: Writer = eval(code, self.names)  # noqa: S307 - of names of fields alone
        return made

    def text_of(self, value: str, kind: Any) -> str:
        """Code for the text of a value: numbers, of which there are most, without a call."""
        first, again = (value, value) if value.isidentifier() else (f"v := {value}", "v")
        if kind is int:
            return f"({again} if type({first}) is int else whole({again}))"
        if kind is float:
            return f"({again} if type({first}) is float and isfinite({again}) else number({again}))"
        if kind in _ATOMS:
            return f"{_ATOMS[kind]}({value})"
        parts = typing.get_args(kind)
        if typing.get_origin(kind) in _UNIONS and parts[1:] == (type(None),):
            return f"(null if ({first}) is None else {self.text_of(again, parts[0])})"
        name = f"write{len(self.names)}"
        self.names[name] = self._writer_of(kind, name)
        if not (attrs.has(kind) and is_shared_by_copies(kind)):
            return f"{name}({value}, texts)"
        return self._text_of_frozen(first, again, kind, f"{name}({again}, texts)")

    def _text_of_frozen(self, first: str, again: str, cls: type, afresh: str) -> str:
        """Code for the text of a frozen thing, which may have been written before."""
        name = f"cls{len(self.names)}"
        self.names[name] = cls
        kept, keep = f"texts.get(id({again}))", f"texts.setdefault(id({again}), {afresh})"
        if _keeps_its_text(cls):
            kept, keep = f"{again}.__dict__.get(kept)", f"keep({again}, {afresh})"
        return f"(({kept} if type({first}) is {name} else None) or {keep})"

    def _writer_of(self, kind: Any, name: str) -> Writer:
        """What writes the values of this type; that of a class is made when it is first called."""
        if not (isinstance(kind, type) and attrs.has(kind)):
            return _writer(kind, self.rare)

        def write(thing: Any, texts: Texts) -> str:  # late, for a class may hold things of its own
            self.names[name] = writer_of(kind, self.rare)
            text: str = self.names[name](thing, texts)
            return text

        return write


def _keeps_its_text(cls: type) -> bool:
    """Whether a frozen thing of this class can never change, and has a `__dict__`."""
    return any("__dict__" in vars(base) for base in cls.__mro__) and _never_changes(
        cls, frozenset()
    )


def _never_changes(kind: Any, outer: frozenset[type]) -> bool:
    """Whether values of a type are plain or frozen, with all that they hold."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple or origin in _UNIONS:
        return all(_never_changes(part, outer) for part in parts if part is not Ellipsis)
    if not isinstance(kind, type) or not is_shared_by_copies(kind) or origin is not None:
        return False
    if not attrs.has(kind) or kind in outer:
        return kind is not tuple
    hints, inner = typing.get_type_hints(kind), outer | {kind}
    return all(_never_changes(hints.get(f.name, Any), inner) for f in attrs.fields(kind))


def _keep(thing: Any, text: str) -> str:
    thing.__dict__[_KEPT] = text
    return text


@cache
def _writer(kind: Any, rare: Rare) -> Writer:
    """What writes values of a type that is no attrs class."""
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


def _of_enum(cls: type, write_afresh: Writer) -> Writer:
    texts: dict[Any, str] = {}

    def write(value: Any, written: Texts) -> str:
        if type(value) is not cls:
            return _refused(value)
        if value not in texts:
            texts[value] = write_afresh(value, written)
        return texts[value]

    return write


def _of_list(cls: type, item: Any, rare: Rare) -> Writer:
    code = _Code(rare, {"cls": cls})
    items = f'[f"{{{code.text_of("item", item)}}}" for item in values]'
    return code.writer(f"lambda values, texts: f'[{{join({items})}}]' {_IF_OF_CLASS}")


def _of_tuple(items: Sequence[Any], rare: Rare) -> Writer:
    code = _Code(rare, {"cls": tuple})
    parts = [f"{{{code.text_of(f'values[{at}]', item)}}}" for at, item in enumerate(items)]
    if_so_many = f"if len(values) == {len(items)} else refused(values)"
    return code.writer(
        f"lambda values, texts: (f'[{','.join(parts)}]' {if_so_many}) {_IF_OF_CLASS}"
    )


def _of_dict(part: Any, rare: Rare) -> Writer:
    code = _Code(rare, {"cls": dict})
    text = code.text_of("values[key]", part)
    pairs = f'[f"{{string(key)}}:{{{text}}}" for key in sorted(values)]'
    return code.writer(f"lambda values, texts: f'{{{{{{join({pairs})}}}}}}' {_IF_OF_CLASS}")


def _of_any_dict(rare: Rare) -> Writer:
    write = rare(Any)
    return lambda values, texts: write(values if type(values) is dict else _refused(values), texts)


_IF_OF_CLASS = "if type(values) is cls else refused(values)"


def _refused(value: Any) -> str:
    raise TypeError(f"{value!r} is not of its declared type")


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


#: What code calls for plain values.
_ATOMS: Mapping[Any, str] = {str: "string", bool: "truth"}
_UNIONS = (typing.Union, types.UnionType)
#: What code may call.
_NAMES: Mapping[str, Any] = {
    "isfinite": isfinite,
    "join": ",".join,
    "keep": _keep,
    "kept": _KEPT,
    "null": "null",
    "number": _number,
    "refused": _refused,
    "string": _string,
    "truth": _truth,
    "whole": _whole,
}
