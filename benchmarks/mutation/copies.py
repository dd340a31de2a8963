"""Copies of the tree, for changes of code."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

NOT_COPIED = shutil.ignore_patterns(
    ".*", "__pycache__", "_build", "dist", "build", "mutants", "shared", "*.db", "*.sqlite"
)


def copy_tree(root: Path, target: Path) -> Path:
    """Copy the tree for changes of code."""
    return Path(shutil.copytree(root, target, ignore=NOT_COPIED))


def keep_scenarios_of(copy: Path, variant: str) -> None:
    """Remove other variants' scenarios from a copy: every run of scenarios reads them all."""
    for folder in (copy / "tests" / "scenarios").iterdir():
        if folder.is_dir() and folder.name != variant:
            shutil.rmtree(folder)


def digests_of_tests(copy: Path, folders: Iterable[str]) -> dict[str, str]:
    """Return the digests of the files of tests in some folders of a copy, or named themselves.

    The digest of the file that runs all scenarios includes the scenarios.
    """
    digests = {}
    for folder in folders:
        data = sorted((copy / folder).rglob("*.yaml"))
        for path in _files_of_tests(copy / folder):
            digests[path.relative_to(copy).as_posix()] = _digest(copy, [path, *data])
    return digests


def _files_of_tests(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("test_*.py"))


def digest_without(copy: Path, tests: Iterable[str]) -> str:
    """Return a digest of a copy's files without those of tests, and the data next to them."""
    left_out = {copy / file for file in tests}
    data = [folder.rglob("*.yaml") for folder in {file.parent for file in left_out}]
    left_out.update(file for files in data for file in files)
    files = sorted(path for path in copy.rglob("*") if path.is_file() and path not in left_out)
    return _digest(copy, files)


def _digest(copy: Path, files: Iterable[Path]) -> str:
    hashed = hashlib.blake2b(digest_size=10)
    for file in files:
        content = file.read_bytes()
        hashed.update(f"{file.relative_to(copy).as_posix()}|{len(content)}|".encode())
        hashed.update(content)
    return hashed.hexdigest()


def environment(copy: Path) -> dict[str, str]:
    """Return an environment that imports the copy's code, and is the same in each run."""
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy)]),
        "NUMBA_DISABLE_JIT": "1",
        "HORIZONS_MUTANTS": "1",
        "PYTHONHASHSEED": "0",
    }
