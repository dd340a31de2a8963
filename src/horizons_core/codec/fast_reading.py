"""Fast loading of saved games by generated code, in half the time of a general reader.

For each class, a function is generated that makes an object from plain data and checks its fields
in one expression. It accepts usual, valid data; for anything else it raises `UnsupportedData`
without a place, and `structuring` reads the game again, more slowly, to find the place.
"""

from __future__ import annotations

import enum
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NoReturn

import attrs

from horizons_core.codec.json_text import OMITTED
from horizons_core.codec.limits import MAX_NUMBER, Between, IdOf, Ids, Matching, OneOf

_PLAIN = (int, float, str, bool)
_UNIONS = (typing.Union, types.UnionType)


class UnsupportedData(Exception):  # noqa: N818 - not necessarily an error
    """Raised for data that needs the slower reader."""


def read_fast(data: dict[str, Any], cls: type) -> Any:
    """Load a game from plain data; raises UnsupportedData, or another error for damaged data."""
    code = _code_of(cls)
    ids = Ids(data)
    return code.read(data, [ids.of(limit) for limit in code.references])


@cache
def _code_of(cls: type) -> _ReaderCode:
    return _ReaderCode(cls)


class _ReaderCode:
    """The functions that load a class of games and all classes in it.

    Attributes:
        references: the kinds of ids in its fields; functions get the ids of each kind, in this
            order.
    """

    def __init__(self, cls: type) -> None:
        self.references: list[IdOf] = []
        self._names: dict[str, Any] = {
            "no": _refuse, "items": _items, "pairs": _pairs, "text": _text, "number": _number,
            "whole": _number_key,
        }  # fmt: skip
        self._read: dict[Any, str] = {}
        self.read: Callable[[Any, Sequence[frozenset[str]]], Any] = self._names[self._class(cls)]

    def _name(self, value: Any) -> str:
        name = f"n{len(self._names)}"
        self._names[name] = value
        return name

    def _define(self, kind: Any, write: Callable[[str], str]) -> str:
        """Return the name of the function for a type, which is generated on first use."""
        if kind not in self._read:
            name = self._read[kind] = self._name(None)
            exec(write(name), self._names)  # noqa: S102 - contains names of fields only
        return self._read[kind]

    def _class(self, cls: type) -> str:
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = [field for field in attrs.fields(cls) if field.init]

        def write(name: str) -> str:
            make, required = self._name(cls), [f for f in fields if not f.metadata.get(OMITTED)]
            parts = [
                f"{f.alias}={self.value(f'o[{f.name!r}]', hints.get(f.name, Any))}"
                for f in required
            ]
            count = f"{len(required)}"
            for field in fields:
                if field.metadata.get(OMITTED):
                    text = self.value(f"o[{field.name!r}]", hints.get(field.name, Any))
                    is_present = f"{field.name!r} in o"
                    parts.append(f"**({{{field.alias!r}: {text}}} if {is_present} else {{}})")
                    count += f" + ({is_present})"
            valid = f"type(o) is dict and len(o) == {count}"
            return f"def {name}(o, ids):\n return {make}({', '.join(parts)}) if {valid} else no()"

        return self._define(cls, write)

    def value(self, text: str, kind: Any) -> str:
        """Return an expression that loads the value of an expression as this type."""
        origin, parts = typing.get_origin(kind), typing.get_args(kind)
        if kind is Any:
            return text
        if origin is Annotated:
            return self._limited(text, parts[0], kind.__metadata__)
        if origin in _UNIONS and parts[1:] == (type(None),):
            return f"(None if (v := {text}) is None else {self.value('v', parts[0])})"
        if origin is not None:
            return self._container(text, kind, origin, parts)
        return self._plain(text, kind, Between()) if kind in _PLAIN else self._object(text, kind)

    def _object(self, text: str, kind: Any) -> str:
        if isinstance(kind, type) and attrs.has(kind):
            return f"{self._class(kind)}({text}, ids)"
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return f"{self._name(_enum(kind))}({text})"
        return f"no({text})"

    def _container(self, text: str, kind: Any, origin: Any, parts: Sequence[Any]) -> str:
        if origin is list:
            return f"[{self.value('i', parts[0])} for i in items({text})]"
        if origin is dict:
            key = "whole(k)" if parts[0] is int else self.value("k", parts[0])
            return f"{{{key}: {self.value('i', parts[1])} for k, i in pairs({text})}}"
        if origin is tuple and parts[1:] == (Ellipsis,):
            return f"tuple([{self.value('i', parts[0])} for i in items({text})])"
        return f"{self._tuple(kind, parts)}({text}, ids)" if origin is tuple else f"no({text})"

    def _tuple(self, kind: Any, parts: Sequence[Any]) -> str:
        names = [f"t{index}" for index in range(len(parts))]

        def write(name: str) -> str:
            values = [self.value(*pair) for pair in zip(names, parts, strict=True)]
            unpacked = f"{', '.join(names)}, = items(o)" if names else "items(o)"
            return f"def {name}(o, ids):\n {unpacked}\n return ({', '.join(values)},)"

        return self._define(kind, write)

    def _plain(self, text: str, kind: type, limit: Between) -> str:
        in_range = f"{limit.low!r} <= x <= {limit.high!r}"
        if kind is int:
            return f"(x if type(x := {text}) is int and {in_range} else no())"
        if kind is float:
            otherwise = f"number(x, {self._name(limit)})"
            return f"(x if type(x := {text}) is float and {in_range} else {otherwise})"
        if kind is str:
            return f"(x if type(x := {text}) is str and x.isascii() else text(x))"
        return f"(x if (x := {text}) is True or x is False else no())"

    def _limited(self, text: str, base: Any, marks: Sequence[Any]) -> str:
        value = self.value(text, base)
        for mark in marks:
            if isinstance(mark, Between):
                value = self._plain(text, base, mark)
            elif isinstance(mark, IdOf):
                if mark not in self.references:
                    self.references.append(mark)
                allowed = f"ids[{self.references.index(mark)}]"
                value = f"(x if type(x := {text}) is str and x in {allowed} else no())"
            elif isinstance(mark, OneOf):
                allowed = self._name(frozenset(mark.values))
                value = f"(y if (y := {value}) in {allowed} else no())"
            elif isinstance(mark, Matching):
                matches = self._name(re.compile(mark.pattern).fullmatch)
                value = f"(y if {matches}(y := {value}) else no())"
        return value


def _refuse(*_: Any) -> NoReturn:
    raise UnsupportedData


def _items(value: Any) -> Any:
    return value if type(value) is list else _refuse()


def _pairs(value: Any) -> Any:
    return value.items() if type(value) is dict else _refuse()


def _text(value: Any) -> Any:
    if type(value) is not str:
        _refuse()
    value.encode()  # raises for a lone surrogate
    return value


def _number(value: Any, limit: Between) -> Any:
    return float(value) if type(value) is int and limit.low <= value <= limit.high else _refuse()


def _number_key(key: Any) -> int:
    """Parse a number used as a key, which is a string in JSON."""
    number = int(key)
    return number if abs(number) <= MAX_NUMBER else _refuse()


def _enum(cls: type[enum.Enum]) -> Callable[[Any], Any]:
    """Return a function that finds a member by its value, including sums of flags."""
    members: Mapping[Any, Any] = {member.value: member for member in cls}

    def read(value: Any) -> Any:
        member = members.get(value) if type(value) in (int, str) else None
        return cls(value) if member is None else member

    return read
