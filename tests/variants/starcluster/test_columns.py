"""The columns of the page's tables: which are numbers, are left out on a phone, offer a choice.

PYTHONPATH=../../.. python -m tests.variants.starcluster.test_columns > golden/columns.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from horizons_core.report import Column
from variants.starcluster import report
from variants.starcluster.report import (
    accounts,
    charts,
    colonies,
    forces,
    others,
    race,
    research,
    whole,
)

GOLDEN = Path(__file__).parent / "golden" / "columns.txt"
MODULES = (accounts, charts, colonies, forces, others, race, research, whole)


def columns_of(module: ModuleType) -> Iterator[tuple[str, tuple[Column, ...]]]:
    """The tables of a module by name."""
    for name, thing in vars(module).items():
        if isinstance(thing, tuple) and thing and all(isinstance(one, Column) for one in thing):
            yield f"{module.__name__.rpartition('.')[2]}.{name.strip('_').lower()}", thing


def told() -> str:
    tables = [("fight", report.Fight.columns)]
    tables += [table for module in MODULES for table in columns_of(module)]
    lines = []
    for name, columns in tables:
        lines.append(name)
        for one in columns:
            flags = [flag for flag in ("numbers", "wide", "choose") if getattr(one, flag)]
            lines.append(f"  {one.head or '-'}: {' '.join(flags) or 'plain'}")
    return "\n".join(lines) + "\n"


def test_columns_are_as_they_always_were() -> None:
    assert told() == GOLDEN.read_text()


def test_every_column_has_a_head_of_its_own_and_the_first_one_stands_on_a_phone() -> None:
    for module in MODULES:
        for name, columns in columns_of(module):
            heads = [one.head for one in columns]
            assert not columns[0].wide, name
            assert len(set(heads)) == len(heads), name


if __name__ == "__main__":
    sys.stdout.write(told())
