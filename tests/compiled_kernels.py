"""Compile the kernels of all variants, before a run of tests: `python -m tests.compiled_kernels`.

Otherwise every process of the run would compile its kernels, at the same time as the others.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import horizons_core
import variants
from horizons_core.kernels.jit import Entrance


def entrances() -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each kernel that Python calls."""
    for package in (horizons_core, variants):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "kernels" in info.name:
                module = importlib.import_module(info.name)
                for name, value in vars(module).items():
                    if isinstance(value, Entrance) and value.function.__module__ == info.name:
                        yield info.name, name


def size(module: str) -> int:
    """Return the bytes of a module of kernels and of the kernels in the same folder."""
    file = Path(str(importlib.import_module(module).__file__))
    files = file.parent.glob("*.py") if file.parent.name == "kernels" else [file]
    return sum(f.stat().st_size for f in files)


def compile_all(module: str, names: list[str]) -> list[str]:
    """Compile the kernels of a module, or load them from disk; return a line about each.

    Kernels that several of them call are compiled once.
    """
    lines = []
    for name in names:
        began = time.perf_counter()
        entrance: Entrance[..., object] = getattr(importlib.import_module(module), name)
        entrance.compiled()
        lines.append(f"{time.perf_counter() - began:6.1f} s  {module}.{name}")
    return lines


def main() -> None:
    """Compile all kernels, the large ones first, and print their times."""
    names: dict[str, list[str]] = {}
    for module, name in entrances():
        names.setdefault(module, []).append(name)
    modules = sorted(names, key=size, reverse=True)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for lines in processes.map(compile_all, modules, map(names.__getitem__, modules)):
            print("\n".join(lines))  # noqa: T201 - it is a command


if __name__ == "__main__":
    main()
