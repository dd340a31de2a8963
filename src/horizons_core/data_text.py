"""Untrusted YAML, JSON and TOML, read within limits.

Each reader returns plain data. It refuses, with line and column, damaged text and text that could
exhaust the reader: deeply nested lists, aliases that multiply, numbers with thousands of digits,
duplicate keys, infinities. The meaning of the data is not checked here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import attrs

from horizons_core.errors import HorizonsError

__all__ = [
    "MAX_DEPTH", "MAX_FILE_SIZE", "MAX_NUMBER_LENGTH", "MAX_VALUES", "DataError", "read_file",
    "read_json", "read_toml", "read_yaml",
]  # fmt: skip

#: Limit for the size of a file, in bytes.
MAX_FILE_SIZE = 4_000_000
#: Limit for the nesting of lists and mappings.
MAX_DEPTH = 50
#: Limit for the digits of a number; a secret of 256 bits has 78.
MAX_NUMBER_LENGTH = 100
#: Limit for the number of values in a YAML text, including those that aliases repeat.
MAX_VALUES = 500_000

_TOO_DEEP = f"lists and mappings are nested more than {MAX_DEPTH} deep"
_TOO_LARGE = int("1" + "0" * MAX_NUMBER_LENGTH)
_TOO_LONG = f"a number has more than {MAX_NUMBER_LENGTH} digits"
Pairs = list[tuple[str, Any]]


class DataError(HorizonsError, ValueError):
    """Raised for text that is not valid YAML, JSON or TOML, or exceeds a limit.

    Attributes:
        line: counted from 1; 0 if unknown.
        column: counted from 1; 0 if unknown.
        reason: the error.
    """

    def __init__(self, reason: str, line: int = 0, column: int = 0, hint: str = "") -> None:
        super().__init__(f"line {line}, column {column}: {reason}" if line else reason, hint)
        self.line, self.column, self.reason = line, column, reason

    @property
    def place(self) -> str:
        """The place after a file's name: `:12:3`, or ""."""
        return f":{self.line}:{self.column}" if self.line else ""


def read_file(path: Path, maximum: int = MAX_FILE_SIZE) -> bytes:
    """Read a file; raises DataError if it has more than `maximum` bytes, OSError."""
    with path.open("rb") as stream:
        data = stream.read(maximum + 1)
    if len(data) > maximum:
        raise DataError(f"it has more than {maximum:,} bytes", hint="is it the right file?")
    return data


def read_yaml(text: bytes | str) -> Any:
    """Parse a YAML text into plain data; dates are texts, and tags are refused.

    Raises DataError.
    """
    import yaml

    loader = _yaml_loader()
    try:
        _check_events(yaml.parse(text, loader))
        return yaml.load(text, loader)  # noqa: S506 - a safe loader
    except yaml.MarkedYAMLError as problem:
        if "nesting depth" in (problem.problem or ""):  # the C library reports it without a place
            _check_events(yaml.parse(text, yaml.SafeLoader))
        mark = problem.problem_mark or problem.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        reason = problem.problem or problem.context or "this cannot be read"
        raise DataError(reason, line, column) from problem
    except (yaml.YAMLError, UnicodeError) as problem:
        raise DataError(" ".join(str(problem).split())[:200]) from problem


@cache
def _yaml_loader() -> Any:
    """Return the loader of plain data, in C if that is installed."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class PlainLoader(base):  # type: ignore[misc]
        """A safe loader without dates, which reports the place of an invalid number."""

        def construct_object(self, node: Any, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
            try:
                return super().construct_object(node, deep)
            except ValueError as problem:
                message = f"'{node.value}' is not a number"
                raise yaml.MarkedYAMLError(None, None, message, node.start_mark) from problem

    PlainLoader.yaml_implicit_resolvers = {
        first: [
            (tag, pattern) for tag, pattern in known if not tag.endswith((":timestamp", ":value"))
        ]
        for first, known in base.yaml_implicit_resolvers.items()
    }
    return PlainLoader


@attrs.define
class _Open:
    """A list or mapping that is being read: its number of values, and its keys."""

    event: Any
    values: int = 1
    children: int = 0
    keys: set[str] = attrs.field(factory=set)


def _check_events(events: Iterator[Any]) -> None:
    """Raise DataError for excessive depth or size, tags and duplicate keys."""
    import yaml

    stack: list[_Open] = []
    sizes: dict[str, int] = {}
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            ended = stack.pop()
            size = ended.values
            if ended.event.anchor:
                sizes[ended.event.anchor] = size
        elif isinstance(event, yaml.NodeEvent):
            size = _value(event, stack, sizes)
        else:
            continue
        if size and stack:
            _count(event, stack[-1], size)


def _value(event: Any, stack: list[_Open], sizes: dict[str, int]) -> int:
    """Return the number of values in an event; 0 for the beginning of a list or mapping."""
    import yaml

    if isinstance(event, yaml.AliasEvent):
        if event.anchor not in sizes:
            _refuse(event, f"'*{event.anchor}' refers to an anchor that is not defined before it")
        return sizes[event.anchor]
    if event.tag not in (None, "!"):
        _refuse(event, f"unknown tag '{event.tag}'")
    if isinstance(event, yaml.CollectionStartEvent):
        if len(stack) >= MAX_DEPTH:
            _refuse(event, _TOO_DEEP)
        stack.append(_Open(event))
        return 0
    if not event.style and len(event.value) > MAX_NUMBER_LENGTH and _is_number(event.value):
        _refuse(event, _TOO_LONG)
    if event.anchor:
        sizes[event.anchor] = 1
    return 1


def _count(event: Any, container: _Open, size: int) -> None:
    """Count a value in its list or mapping."""
    import yaml

    is_key = isinstance(container.event, yaml.MappingStartEvent) and container.children % 2 == 0
    if is_key and isinstance(event, yaml.ScalarEvent) and event.value != "<<":
        if event.value in container.keys:
            _refuse(event, f"the key '{event.value[:80]}' appears twice in one mapping")
        container.keys.add(event.value)
    container.children += 1
    container.values += size
    if container.values > MAX_VALUES:
        _refuse(event, f"there are more than {MAX_VALUES:,} values")


def _is_number(text: str) -> bool:
    """Return whether YAML reads a plain text as a number."""
    known = _yaml_loader().yaml_implicit_resolvers.get(text[0], ())
    return any(tag.endswith((":int", ":float")) and pattern.match(text) for tag, pattern in known)


def _refuse(event: Any, reason: str) -> NoReturn:
    raise DataError(reason, event.start_mark.line + 1, event.start_mark.column + 1)


def read_json(text: bytes | str, pairs: Callable[[Pairs], Any] | None = None) -> Any:
    """Parse a JSON text into plain data; `pairs` makes the value of an object, by default a dict.

    Raises DataError.
    """
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        data = json.loads(
            decoded,
            object_pairs_hook=pairs or _object,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as problem:
        early = problem.pos >= len(decoded.rstrip())
        reason = "it is incomplete" if early else problem.msg
        raise DataError(reason, problem.lineno, problem.colno) from problem
    except UnicodeDecodeError as problem:
        raise DataError(f"byte {problem.start} is not UTF-8", hint="save it in UTF-8") from problem
    except RecursionError as problem:
        raise DataError(_TOO_DEEP) from problem
    _check_depth(data)
    return data


def _object(pairs: Pairs) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise DataError(f"the field '{key[:80]}' appears twice in one object")
        fields[key] = value
    return fields


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_NUMBER_LENGTH:
        raise DataError(_TOO_LONG)
    return int(digits)


def _number(digits: str) -> float:
    if len(digits) > MAX_NUMBER_LENGTH:
        raise DataError(_TOO_LONG)
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise DataError(f"{digits} is too large")
    return number


def _no_number(word: str) -> NoReturn:
    raise DataError(f"{word} is not a number")


def read_toml(text: bytes | str) -> dict[str, Any]:
    """Parse a TOML text into plain data; raises DataError."""
    import tomllib

    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        if _deep_key().search(decoded):  # tomllib takes quadratic time
            raise DataError(_TOO_DEEP)
        data = tomllib.loads(decoded)
    except RecursionError as problem:
        raise DataError(_TOO_DEEP) from problem
    except ValueError as problem:  # includes numbers with thousands of digits
        raise DataError(str(problem)) from problem
    _check_depth(data)
    _check_numbers(data)
    return data


@cache
def _deep_key() -> re.Pattern[str]:
    """Return a pattern of a TOML key with more parts than the limit for nesting."""
    part = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
    return re.compile(rf"(?<![\w-]){part}(?:[ \t]*+\.[ \t]*+{part}){{{MAX_DEPTH}}}")


def _check_depth(data: Any) -> None:
    """Raise DataError for lists and mappings that are nested too deep."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        level = [value for value in level if isinstance(value, Mapping | list)]
        if not level:
            return
        level = [part for value in level for part in _parts(value)]
    raise DataError(_TOO_DEEP)


def _check_numbers(data: Any) -> None:
    """Raise DataError for integers that are too long, and for numbers that are not finite.

    TOML allows long hexadecimal integers, `inf` and `nan`.
    """
    if isinstance(data, int) and abs(data) >= _TOO_LARGE:
        raise DataError(_TOO_LONG)
    if isinstance(data, float) and not math.isfinite(data):
        raise DataError(f"{data} is not a valid number")
    for part in _parts(data):
        _check_numbers(part)


def _parts(value: Any) -> list[Any]:
    """Return the values in a list or mapping; empty for another value."""
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []
