"""Column types that check stored values, as SQLite accepts any value in any column."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Dialect, Integer, LargeBinary, MetaData, String, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from horizons_core.codec import canonical


class DamagedValueError(Exception):
    """A value in the file that the store cannot have written; the message names its column."""


T = TypeVar("T")


class _Checked(TypeDecorator[T]):
    """Rejects values whose type is not in `kinds` when a row is read.

    `place` is set by `name_columns`.
    """

    impl: Any = Text
    kinds: tuple[type, ...] = ()
    place = "a column"

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Compare texts by their bytes, regardless of the database server's locale."""
        if dialect.name == "postgresql" and isinstance(self.impl_instance, String):
            return type(self.impl_instance)(collation="C")
        return super().load_dialect_impl(dialect)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Return the value as it was written; NULL is left to the database's constraints."""
        if value is not None and type(value) not in self.kinds:
            raise DamagedValueError(f"{self.place} cannot be {str(value)[:40]!r}")
        return value


class CheckedInteger(_Checked[int]):
    """An integer."""

    impl = Integer
    cache_ok = True
    kinds = (int,)


class CheckedText(_Checked[str]):
    """A short text."""

    impl = String
    cache_ok = True
    kinds = (str,)


class CheckedLongText(_Checked[str]):
    """A text of any length."""

    impl = Text
    cache_ok = True
    kinds = (str,)


class CompressedData(_Checked[bytes]):
    """Compressed bytes, decompressed by the reader."""

    impl = LargeBinary
    cache_ok = True
    kinds = (bytes,)


class CheckedJson(_Checked[Any]):
    """Plain data as canonical JSON; `is_right` tells whether it has the expected shape."""

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
    """Give every column's type its name and table, for messages."""
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, _Checked):
                column.type.place = f"'{column.name}' in the table '{table.name}'"


# shapes of JSON columns


def is_mapping(data: Any) -> bool:
    """Tell whether the data is a mapping."""
    return isinstance(data, dict)


def are_mappings(data: Any) -> bool:
    """Tell whether the data is a list of mappings."""
    return isinstance(data, list) and all(isinstance(part, dict) for part in data)


def are_texts(data: Any) -> bool:
    """Tell whether the data is a list of texts."""
    return isinstance(data, list) and all(isinstance(part, str) for part in data)


def are_mods(data: Any) -> bool:
    """Tell whether the data is a list of mods: a name each, or a mapping of name and text."""
    return isinstance(data, list) and all(
        isinstance(part, str) or _is_data_mod(part) for part in data
    )


def _is_data_mod(part: Any) -> bool:
    return is_mapping(part) and all(isinstance(part.get(key), str) for key in ("name", "toml"))


def are_numbers_by_name(data: Any) -> bool:
    """Tell whether the data is a mapping of integers."""
    return isinstance(data, dict) and all(type(number) is int for number in data.values())


#: The required parts of a remark.
_REMARK: Mapping[str, type] = {"severity": str, "line": int, "column": int, "message": str}


def are_remarks(data: Any) -> bool:
    """Tell whether the data is a list of remarks on orders."""
    return isinstance(data, list) and all(
        is_mapping(remark) and all(type(remark.get(key)) is kind for key, kind in _REMARK.items())
        for remark in data
    )
