"""Compile the kernels of all variants, before a run of tests: `python -m tests.compiled_kernels`.

Else every process of the run compiles each that it comes to, at the same time as the others.
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
    """The module and the name of each kernel that Python calls."""
    for package in (horizons_core, variants):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "kernels" in found.name:
                module = importlib.import_module(found.name)
                for name, value in vars(module).items():
                    if isinstance(value, Entrance) and value.function.__module__ == found.name:
                        yield found.name, name


def size(found: tuple[str, str]) -> int:
    """The bytes of a kernel's module and of those beside it that are kernels, too."""
    file = Path(str(importlib.import_module(found[0]).__file__))
    files = file.parent.glob("*.py") if file.parent.name == "kernels" else [file]
    return sum(one.stat().st_size for one in files)


def compile_one(module: str, name: str) -> tuple[str, float]:
    """Compile a kernel, or find it on disk; gives its place and the seconds it took."""
    began = time.perf_counter()
    entrance: Entrance[..., object] = getattr(importlib.import_module(module), name)
    entrance.compiled()
    return f"{module}.{name}", time.perf_counter() - began


def main() -> None:
    """Compile all, the large ones first, and say what they took."""
    found = sorted(entrances(), key=size, reverse=True)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for place, seconds in processes.map(compile_one, *zip(*found, strict=True)):
            print(f"{seconds:6.1f} s  {place}")  # noqa: T201 - it is a command


if __name__ == "__main__":
    main()
