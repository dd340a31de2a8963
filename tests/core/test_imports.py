"""No import cycles, counting imports for types only and imports inside functions.

`lint-imports` checks the layers; here a file and the package around it count as two.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def files() -> dict[str, Path]:
    return {name_of(path): path for path in SOURCE.rglob("*.py")}


def imports_of(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield inside if inside in files() else str(node.module)


@cache
def imports(package: str) -> dict[str, set[str]]:
    """Map each module of a package to the modules of the package that it imports."""
    paths = {name: path for name, path in files().items() if f"{name}.".startswith(f"{package}.")}
    return {name: {*imports_of(path)} & {*paths} - {name} for name, path in paths.items()}


@pytest.mark.parametrize(
    "package",
    [
        "horizons_core",
        "horizons_lab",
        "variants.event_horizon",
        "variants.galaxy_g",
        "variants.far_horizons",
    ],
)
def test_no_files_import_each_other_in_a_circle(package):
    try:
        TopologicalSorter(imports(package)).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_the_search_for_imports_finds_those_of_each_kind():
    graph = imports("horizons_core")
    assert "horizons_core.bots" in graph["horizons_core.plugins.hooks"], "for types only"
    assert "horizons_core.report.maps" in graph["horizons_core.report.rendering"], "in a function"
    assert "horizons_core.turn.run" in graph["horizons_core.plugins.loader"], (
        "a module of a package"
    )
