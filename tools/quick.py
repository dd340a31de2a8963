"""Run the tests of what changed: `make quick`, or `python -m tools.quick [--against REF]`.

Changed files are those that differ from a commit (HEAD by default) and those that git does not
know yet. Test modules that import a changed module, directly or through others, are run: the
`WHOLE` nearest with all their tests, each further one with its first. If nothing changed, the first
test of every test module is run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("horizons_core", "horizons_host", "horizons_lab", "variants", "tests", "tools")
#: Number of test modules that are run with all their tests.
WHOLE = 20


def changed_files(against: str) -> list[str]:
    """Return paths of the files that differ from a commit, or that git does not know yet."""
    differing = _git("diff", "--name-only", against)
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*arguments: str) -> list[str]:
    process = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if process.returncode:
        sys.exit(f"git {' '.join(arguments)}: {process.stderr.strip()}")
    return process.stdout.splitlines()


def modules_of(path: str, modules: Collection[str]) -> set[str]:
    """Return the module of a file; a template, grammar or table belongs to its whole package."""
    parts = PurePosixPath(path).with_suffix("").parts
    name = ".".join(parts[parts[0] == "src" :]).removesuffix(".__init__")
    if path.endswith(".py"):
        return {name} & set(modules)
    while "." in name:
        name = name.rpartition(".")[0]
        if name in modules:
            return {name, *(module for module in modules if module.rpartition(".")[0] == name)}
    return set()


def by_distance(graph: grimp.ImportGraph, changed: set[str]) -> Iterator[str]:
    """Yield test modules that are changed or import changed ones, the nearest first."""
    reached, edge = set(changed), sorted(changed)
    while edge:
        yield from (module for module in edge if ".test_" in module)
        importers = {
            other for module in edge for other in graph.find_modules_that_directly_import(module)
        }
        edge = sorted(importers - reached)
        reached |= importers


def contracts(changed: Collection[str]) -> list[str]:
    """Return the contracts of the games with a changed module: they load games by name."""
    games = sorted({module.split(".")[1] for module in changed if module.startswith("variants.")})
    return [f"tests.variants.{game}.test_contract" for game in games]


class FirstOfEach:
    """A pytest plug-in that keeps one test of each module, and all tests of some."""

    def __init__(self, complete: Collection[str]) -> None:
        self.complete = {str(_file(module)) for module in complete}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        files: set[str] = set()
        selected: list[pytest.Item] = []
        left_out: list[pytest.Item] = []
        for item in items:
            is_kept = str(item.path) in self.complete or str(item.path) not in files
            files.add(str(item.path))
            (selected if is_kept else left_out).append(item)
        items[:] = selected
        config.hook.pytest_deselected(items=left_out)


def _file(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="HEAD", metavar="REF", help="a commit")
    against = parser.parse_args(arguments).against
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    files = changed_files(against)
    changed = {module for path in files for module in modules_of(path, graph.modules)}
    tests = list(dict.fromkeys([*contracts(changed), *by_distance(graph, changed)]))
    complete, further = tests[:WHOLE], tests[WHOLE:]
    if tests:
        print(
            f"{len(complete)} test modules whole, the first test of {len(further)} more", flush=True
        )
        files_to_run = [str(_file(module)) for module in tests]
    else:
        print("no test imports what differs: the first test of every test module", flush=True)
        files_to_run = []
    arguments = ["-q", "-m", "not slow and not browser", *files_to_run]
    return int(pytest.main(arguments, plugins=[FirstOfEach(complete)]))


if __name__ == "__main__":
    sys.exit(main())
