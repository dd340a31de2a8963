"""Columns: written values read back the same, and damage is reported with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Column, MetaData, Table, create_engine, insert, select

from horizons_host.store import columns
from horizons_host.store.columns import CheckedJson, DamagedValueError

REMARK = {"severity": "error", "line": 1, "column": 2, "message": "no such ship"}
#: Valid and invalid values of each JSON column.
RIGHT: list[tuple[Callable[[Any], bool], Any]] = [
    (columns.is_mapping, {}),
    (columns.is_mapping, {"a": [1]}),
    (columns.are_mappings, []),
    (columns.are_mappings, [{}, {"a": 1}]),
    (columns.are_texts, []),
    (columns.are_texts, ["a", ""]),
    (columns.are_mods, []),
    (columns.are_mods, ["fleet", {"name": "own", "toml": "x = 1"}]),
    (columns.are_numbers_by_name, {}),
    (columns.are_numbers_by_name, {"Ada": 3, "Brin": 0}),
    (columns.are_remarks, []),
    (columns.are_remarks, [REMARK, {**REMARK, "more": None}]),
]
WRONG: list[tuple[Callable[[Any], bool], Any]] = [
    (columns.is_mapping, []),
    (columns.is_mapping, "a"),
    (columns.are_mappings, {}),
    (columns.are_mappings, [{}, 1]),
    (columns.are_texts, {"a": 1}),
    (columns.are_texts, ["a", None]),
    (columns.are_mods, {"fleet": 1}),
    (columns.are_mods, [1]),
    (columns.are_mods, [{"name": "own"}]),
    (columns.are_mods, [{"name": 1, "toml": ""}]),
    (columns.are_numbers_by_name, []),
    (columns.are_numbers_by_name, {"Ada": "3"}),
    (columns.are_numbers_by_name, {"Ada": True}),
    (columns.are_remarks, {}),
    (columns.are_remarks, [1]),
    *((columns.are_remarks, [{**REMARK, key: None}]) for key in REMARK),
]


def _read_back(is_right: Callable[[Any], bool], data: Any) -> Any:
    metadata = MetaData()
    table = Table("facts", metadata, Column("data", CheckedJson(is_right)))
    columns.name_columns(metadata)
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        connection.execute(insert(table).values(data=data))
        return connection.execute(select(table.c.data)).scalar_one()


@pytest.mark.parametrize(("is_right", "data"), RIGHT)
def test_plain_data_reads_back_as_it_was_written(is_right: Any, data: Any) -> None:
    assert _read_back(is_right, data) == data


@pytest.mark.parametrize(("is_right", "data"), WRONG)
def test_plain_data_of_another_kind_is_damage_in_its_place(is_right: Any, data: Any) -> None:
    with pytest.raises(DamagedValueError, match="'data' in the table 'facts' cannot be "):
        _read_back(is_right, data)
