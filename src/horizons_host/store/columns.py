"""What the columns of a game's file hold: SQLite keeps any value anywhere, so it is looked at.

A file that was damaged on disk may still be a database. Each type here refuses, when a row is read,
what it has not written; the store tells the refusal as a damaged file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Dialect, Integer, LargeBinary, MetaData, String, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from horizons_core.codec import canonical


class DamagedValueError(Exception):
    """A value in the file that the store cannot have written; the message names its place."""


T = TypeVar("T")


class _Checked(TypeDecorator[T]):
    """Refuses, when a row is read, what is of no kind in `kinds`.

    `place` is set by `name_columns`.
    """

    impl: Any = Text
    kinds: tuple[type, ...] = ()
    place = "a column"

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Texts are compared by their bytes, in whatever language a server was set up."""
        if dialect.name == "postgresql" and isinstance(self.impl_instance, String):
            return type(self.impl_instance)(collation="C")
        return super().load_dialect_impl(dialect)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """The value as it was written; NULL is for the database to allow or to find."""
        if value is not None and type(value) not in self.kinds:
            raise DamagedValueError(f"{self.place} cannot be {str(value)[:40]!r}")
        return value


class Whole(_Checked[int]):
    """A whole number."""

    impl = Integer
    cache_ok = True
    kinds = (int,)


class Words(_Checked[str]):
    """A short text."""

    impl = String
    cache_ok = True
    kinds = (str,)


class LongText(_Checked[str]):
    """A text of any length."""

    impl = Text
    cache_ok = True
    kinds = (str,)


class Packed(_Checked[bytes]):
    """Bytes, unpacked by who reads them."""

    impl = LargeBinary
    cache_ok = True
    kinds = (bytes,)


class Json(_Checked[Any]):
    """Plain data as canonical JSON, of which `is_right` says whether it can be what was written."""

    impl = Text
    cache_ok = True
    kinds = (str,)

    def __init__(self, is_right: Callable[[Any], bool]) -> None:
        super().__init__()
        self.is_right = is_right

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        return canonical(value).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        text = super().process_result_value(value, dialect)
        if text is None:
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise DamagedValueError(f"{self.place} cannot be read ({problem})") from problem
        if not self.is_right(data):
            raise DamagedValueError(f"{self.place} cannot be {text[:40]!r}")
        return data


def name_columns(metadata: MetaData) -> None:
    """Tell every column's type where it stands, for messages."""
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, _Checked):
                column.type.place = f"'{column.name}' in the table '{table.name}'"


# what JSON is in the columns


def is_mapping(data: Any) -> bool:
    """Whether it is a mapping."""
    return isinstance(data, dict)


def are_mappings(data: Any) -> bool:
    """Whether it is a list of mappings."""
    return isinstance(data, list) and all(isinstance(part, dict) for part in data)


def are_texts(data: Any) -> bool:
    """Whether it is a list of texts."""
    return isinstance(data, list) and all(isinstance(part, str) for part in data)


def are_mods(data: Any) -> bool:
    """Whether it is a list of mods: a name each, or a mapping of name and text."""
    return isinstance(data, list) and all(
        isinstance(part, str) or _is_data_mod(part) for part in data
    )


def _is_data_mod(part: Any) -> bool:
    return is_mapping(part) and all(isinstance(part.get(key), str) for key in ("name", "toml"))


def are_numbers_by_name(data: Any) -> bool:
    """Whether it is a mapping of whole numbers."""
    return isinstance(data, dict) and all(type(number) is int for number in data.values())


#: The parts of a told remark that others ask for.
_REMARK: Mapping[str, type] = {"severity": str, "line": int, "column": int, "message": str}


def are_remarks(data: Any) -> bool:
    """Whether it is a list of told remarks on orders."""
    return isinstance(data, list) and all(
        is_mapping(remark) and all(type(remark.get(key)) is kind for key, kind in _REMARK.items())
        for remark in data
    )
