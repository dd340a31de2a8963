"""Run the tests of what changed: `make quick`, or `python -m tools.quick [--against REF]`.

Changed are the files that differ from a commit (HEAD, if nothing else is named) and those that git
does not know yet. Test modules that import a changed module, directly or through others, are run:
the `WHOLE` nearest with all their tests, each further one with its first. Where nothing changed,
every test module gives its first test.
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
PACKAGES = ("horizons_core", "horizons_host", "horizons_lab", "variants", "tests")
#: Number of test modules that are run with all their tests.
WHOLE = 20


def changed_files(against: str) -> list[str]:
    """Paths of the files that differ from a commit, or that git does not know yet."""
    differing = _git("diff", "--name-only", against)
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def modules_of(path: str, modules: Collection[str]) -> set[str]:
    """The module that a file is. A template, grammar or table stands for those of its package."""
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
    """Test modules that are changed or import what changed, the nearest first."""
    reached, edge = set(changed), sorted(changed)
    while edge:
        yield from (module for module in edge if ".test_" in module)
        importers = {
            other for module in edge for other in graph.find_modules_that_directly_import(module)
        }
        edge = sorted(importers - reached)
        reached |= importers


def contracts(changed: Collection[str]) -> list[str]:
    """The contracts of the games that have a changed module: they load games by name."""
    games = sorted({module.split(".")[1] for module in changed if module.startswith("variants.")})
    return [f"tests.variants.{game}.test_contract" for game in games]


class FirstOfEach:
    """A pytest plug-in that keeps one test of each module, and all tests of some."""

    def __init__(self, whole: Collection[str]) -> None:
        self.whole = {str(_file(module)) for module in whole}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        seen: set[str] = set()
        kept: list[pytest.Item] = []
        left_out: list[pytest.Item] = []
        for item in items:
            wanted = str(item.path) in self.whole or str(item.path) not in seen
            seen.add(str(item.path))
            (kept if wanted else left_out).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=left_out)


def _file(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="HEAD", metavar="REF", help="a commit")
    against = parser.parse_args(words).against
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    files = changed_files(against)
    changed = {module for path in files for module in modules_of(path, graph.modules)}
    tests = list(dict.fromkeys([*contracts(changed), *by_distance(graph, changed)]))
    whole, further = tests[:WHOLE], tests[WHOLE:]
    if tests:
        print(f"{len(whole)} test modules whole, the first test of {len(further)} more", flush=True)
        asked = [str(_file(module)) for module in tests]
    else:
        print("no test imports what differs: the first test of every test module", flush=True)
        asked = []
    words = ["-q", "-m", "not slow and not browser", *asked]
    return int(pytest.main(words, plugins=[FirstOfEach(whole)]))


if __name__ == "__main__":
    sys.exit(main())
