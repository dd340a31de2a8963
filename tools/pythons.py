"""Check that Horizons works on every installed Python, and plays the same turns on each.

`python -m tools.pythons` makes an environment with the core's dependencies for each Python from
3.11 that it finds, replays the golden games there (`tests.golden.digests`) and compares. It runs
the tests of the core, the contract of all games and the tests of mail on each but the one that runs
it. With `--all` it runs the whole suite on each and fights all battles with compiled kernels; it
also replays with the oldest numpy and numba that the project supports, and with kernels for any
processor of the kind (NUMBA_CPU_NAME=generic). Environments are kept in `.pythons`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pythons"
MINORS = (11, 12, 13, 14)
#: The oldest releases that pyproject.toml allows; Python 3.11 is the newest with both.
OLDEST = {"numpy": "1.26.*", "numba": "0.61.*"}
OLDEST_PYTHON = 11
#: Tests on every Python in every run; together they may take 150 s of processor time.
TESTS = (
    *("tests/core", "tests/variants/*/test_contract.py", "tests/host/test_mail*.py"),
    "tests/host/test_own_words.py",
)


@frozen
class Setting:
    """An environment for replays of the golden games.

    Attributes:
        python: the interpreter for making the environment.
        minor: its version: 12 for Python 3.12.
        name: the name of the environment's folder, also in the output.
        packages: packages to install in addition to the project.
        variables: environment variables of the process.
        compiled: whether compiled kernels fight all battles.
    """

    python: Path
    minor: int
    name: str
    packages: Sequence[str] = ()
    variables: Mapping[str, str] = field(factory=dict)
    compiled: bool = False

    @property
    def interpreter(self) -> Path:
        return FOLDER / self.name / "bin" / "python"

    def run(self, *arguments: str, quiet: bool = False) -> tuple[int, str]:
        """Run the environment's Python at the root; returns its exit status and output."""
        kernels = str(FOLDER / self.name / "kernels")
        process = subprocess.run(
            [self.interpreter, *arguments],
            cwd=ROOT,
            env={**os.environ, "NUMBA_CACHE_DIR": kernels, **self.variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            text=True,
            check=False,
        )
        return process.returncode, process.stdout

    def install(self, *arguments: str) -> bool:
        """Make the environment unless it is up to date with pyproject.toml."""
        stamp, expected = FOLDER / self.name / "stamp", self._digest(arguments)
        if stamp.exists() and stamp.read_text() == expected:
            return True
        shutil.rmtree(FOLDER / self.name, ignore_errors=True)
        subprocess.run([self.python, "-m", "venv", FOLDER / self.name], check=True)
        pip = ("-m", "pip", "install", "--quiet")
        succeeded = all(
            self.run(*pip, *packages, quiet=True)[0] == 0
            for packages in (("--upgrade", "pip>=25.1"), (*arguments, *self.packages))
        )
        if succeeded:
            stamp.write_text(expected)
        return succeeded

    def _digest(self, arguments: Sequence[str]) -> str:
        text = f"{(ROOT / 'pyproject.toml').read_text()} {arguments} {self.packages}"
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def interpreters() -> Iterator[tuple[int, Path]]:
    """Yield the installed Pythons, one of each version, the oldest first."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in MINORS:
        on_path = shutil.which(f"python3.{minor}")
        from_pyenv = sorted(pyenv.glob(f"3.{minor}.*/bin/python3"))
        for path in [*([Path(on_path)] if on_path else []), *from_pyenv, Path(sys.executable)]:
            if _minor(path) == minor:
                yield minor, path
                break


def _minor(python: Path) -> int:
    process = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
    version = re.fullmatch(r"Python 3\.(\d+)\.\S+\s*", process.stdout)
    return int(version[1]) if version and process.returncode == 0 else 0


def settings(pythons: Mapping[int, Path], *, thorough: bool) -> Iterator[Setting]:
    """Yield the environments for replays."""
    for minor, python in pythons.items():
        yield Setting(python, minor, f"3.{minor}", compiled=thorough)
        if thorough and minor == OLDEST_PYTHON:
            pins = [f"{name}=={version}" for name, version in OLDEST.items()]
            yield Setting(python, minor, f"3.{minor}-oldest", pins, compiled=True)
            generic = {"NUMBA_CPU_NAME": "generic"}
            yield Setting(python, minor, f"3.{minor}-generic", variables=generic, compiled=True)


def replay(setting: Setting) -> str | None:
    """Replay the golden games; returns the digest of new games, or None after a difference."""
    arguments = ("-m", "tests.golden.digests", *(["--compiled"] if setting.compiled else []))
    status, text = setting.run(*arguments)
    print(f"== {setting.name}: {_versions(setting)}\n{text}", end="", flush=True)
    match = re.search(r"^new games: (\w+)$", text, re.MULTILINE)
    return match[1] if match and status == 0 else None


def _versions(setting: Setting) -> str:
    code = "import numpy, numba; print(f'numpy {numpy.__version__}, numba {numba.__version__}')"
    return setting.run("-c", code)[1].strip()


def run_tests(minor: int, python: Path, tests: Sequence[str]) -> bool:
    """Install all of Horizons and run the tests with these names."""
    setting = Setting(python, minor, f"3.{minor}-tests")
    if not setting.install("--editable", ".[host,lab]", "--group", "test"):
        print(f"== {setting.name}: could not be installed", flush=True)
        return False
    files = sorted(str(path.relative_to(ROOT)) for name in tests for path in ROOT.glob(name))
    status, text = setting.run("-m", "pytest", "-q", "-n", "2", *files)
    print(f"== {setting.name}: {text.strip().splitlines()[-1]}", flush=True)
    if status:
        print(text)
    return status == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Check turns on every Python that is installed.")
    parser.add_argument(
        "--all", action="store_true", help="with the oldest numpy and numba, and with all tests"
    )
    thorough: bool = parser.parse_args().all
    pythons = dict(interpreters())
    missing = [f"3.{minor}" for minor in MINORS if minor not in pythons]
    print("Pythons:", ", ".join(f"3.{minor} ({path})" for minor, path in pythons.items()))
    print("Not installed:", ", ".join(missing) or "none", flush=True)
    passed, digests = True, set()
    for setting in settings(pythons, thorough=thorough):
        if setting.install("--editable", "."):
            digests.add(replay(setting))
        else:
            print(f"== {setting.name}: could not be installed", flush=True)
            passed = passed and not thorough
    if None in digests or len(digests) > 1:
        print("Turns or new games are not the same everywhere.")
        passed = False
    for minor, python in pythons.items():
        if thorough or minor != sys.version_info.minor:
            passed = run_tests(minor, python, ("tests",) if thorough else TESTS) and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
