"""Installing a distribution for one test, and running programs that find it."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis.configuration import storage_directory

from tests.effort import THOROUGH

EXAMPLES = Path(__file__).parents[2] / "examples"


def install(distribution: Path, target: Path) -> Path:
    """Install into a separate folder, without network; build files stay out of the sources."""
    arguments = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target"]
    command = [sys.executable, "-m", "pip", "install", *arguments, str(target), str(distribution)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return target


def run(arguments: list[str], *paths: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with these folders on its path, in `cwd`."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "HORIZONS_EXAMPLES": "50" if THOROUGH else "2",  # for each law of the contract
        # Hypothesis caches its slow tables there.
        "HYPOTHESIS_STORAGE_DIRECTORY": str(storage_directory().path.resolve()),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def run_tests(test: Path, *paths: Path, cwd: Path) -> str:
    """Run a test file with pytest in a new process; return its output if all tests pass."""
    options = ["-q", "-p", "no:cacheprovider", "-W", "error", f"--rootdir={cwd}"]
    result = run(["-m", "pytest", *options, str(test)], *paths, cwd=cwd)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
