"""One table of all measurements: `make bench`, or `python -m benchmarks --help`.

A benchmark is a module of this folder with `rows()`, which returns a list of dicts: `name`,
`value` with `low` and `high` (the median and the spread of the measurements), `unit`, `bar` (None
for a number without a limit), `better` ("at least" or "at most" the bar), and a `note`.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from horizons_core.kernels.jit import ExecutionMode, only

ROOT = Path(__file__).resolve().parents[1]
MODULES = (
    "rng",
    "event_horizon_battle",
    "galaxy_g_battle",
    "far_horizons_mishaps",
    "far_horizons_battle",
    "campaign2e_battle",
    "starcluster_battle",
    "far_horizons_orders",
    "turns",
    "galaxy_g_turns",
    "campaign2e_turns",
    "starcluster_turns",
    "far_horizons_turns",
    "cold_start",
    "lab_engines",
    "environments",
    "pages",
    "streams",
)

Row = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks; returns 0 if every bar is met, 1 if one is missed."""
    options = _parser().parse_args(arguments)
    host = machine()
    print("\n".join(f"{name:>9}: {value}" for name, value in host.items()), flush=True)
    results = [
        row for name in options.only or MODULES for row in measured(name, quick=options.quick)
    ]
    print(f"\n{table(results, judged=not options.quick)}")
    if options.quick:
        print("\nquick: fewer repetitions and smaller sizes; no bar is judged by this")
    if options.json:
        options.json.write_text(json.dumps({"machine": host, "rows": results}, indent=1) + "\n")
    return int(not options.quick and any(verdict(row) == "MISSED" for row in results))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the speed.")
    parser.add_argument(
        "--only", action="append", choices=MODULES, metavar="NAME", help=f"of {', '.join(MODULES)}"
    )
    parser.add_argument("--quick", action="store_true", help="see that it runs; judge nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    return parser


def measured(name: str, *, quick: bool) -> list[Row]:
    """Return the rows of one module; battles in this process are fought by compiled kernels."""
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    rows = importlib.import_module(f"benchmarks.{name}").rows
    with only(ExecutionMode.COMPILED):
        return list(rows(quick=quick) if "quick" in inspect.signature(rows).parameters else rows())


def machine() -> dict[str, str]:
    """Return the conditions that the numbers depend on."""
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "python": f"{platform.python_version()} on {platform.system()}",
        "numpy": metadata.version("numpy"),
        "numba": metadata.version("numba"),
        "commit": _commit(),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "not under version control"


def verdict(row: Row) -> str:
    """Return whether the median meets the bar: "met", "MISSED", or "" without a bar."""
    if row.get("bar") is None:
        return ""
    value, bar = row["value"], row["bar"]
    met = value >= bar if row["better"] == "at least" else value <= bar
    return "met" if met else "MISSED"


def table(rows: Iterable[Row], *, judged: bool = True) -> str:
    """Format the rows in columns, each with its note in a line below."""
    cells = [("", "median", "low .. high", "bar", "")]
    notes = [""]
    for row in rows:
        bar = "" if row.get("bar") is None else f"{row['better']} {_number(row['bar'], row)}"
        spread = f"{_number(row['low'], row)} .. {_number(row['high'], row)}"
        cells.append((row["name"], _number(row["value"], row), spread, bar, verdict(row) * judged))
        notes.append(row.get("note", ""))
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    lines = []
    for line, note in zip(cells, notes, strict=True):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        lines += ["  ".join(padded).rstrip(), *([f"    {note}"] if note else [])]
    return "\n".join(lines)


def _number(value: float, row: Row) -> str:
    return f"{value:,.3g} {row['unit']}" if abs(value) < 1000 else f"{value:,.0f} {row['unit']}"


if __name__ == "__main__":
    sys.exit(main())
