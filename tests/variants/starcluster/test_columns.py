"""The columns of the page's tables: numbers, phone layout, and choices.

PYTHONPATH=../../.. python -m tests.variants.starcluster.test_columns > golden/columns.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from horizons_core.report import Column
from variants.starcluster import report
from variants.starcluster.report import charts, colonies, empire, forces, gamemaster

GOLDEN = Path(__file__).parent / "golden" / "columns.txt"
MODULES = (charts, colonies, empire, forces, gamemaster)


def columns_of(module: ModuleType) -> Iterator[tuple[str, tuple[Column, ...]]]:
    """The tables of a module by name."""
    for name, member in vars(module).items():
        if isinstance(member, tuple) and member and all(isinstance(x, Column) for x in member):
            yield f"{module.__name__.rpartition('.')[2]}.{name.strip('_').lower()}", member


def render() -> str:
    tables = [("fight", report.PointsFight.columns)]
    tables += [table for module in MODULES for table in columns_of(module)]
    lines = []
    for name, columns in tables:
        lines.append(name)
        for column in columns:
            flags = [flag for flag in ("numbers", "wide", "choose") if getattr(column, flag)]
            lines.append(f"  {column.head or '-'}: {' '.join(flags) or 'plain'}")
    return "\n".join(lines) + "\n"


def test_columns_are_as_they_always_were() -> None:
    assert render() == GOLDEN.read_text()


def test_every_column_has_a_head_of_its_own_and_the_first_one_stands_on_a_phone() -> None:
    for module in MODULES:
        for name, columns in columns_of(module):
            heads = [column.head for column in columns]
            assert not columns[0].wide, name
            assert len(set(heads)) == len(heads), name


if __name__ == "__main__":
    sys.stdout.write(render())
