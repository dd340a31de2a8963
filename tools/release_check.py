"""Check that a release works in empty environments: `make release-check`.

Builds the wheel and the source distribution, runs `twine check` on them, and installs each into
empty environments of every supported Python that runs here: the core alone, and each extra alone.
Prints a table of the trials. Exit status 0 if all of them pass, 1 if not.
"""

from __future__ import annotations

import argparse
import os
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.release_trials import ALONE, ROOT, WITH_HOST, FailedError, run

PYTHONS = ("3.11", "3.12", "3.13")


class Row(NamedTuple):
    """The result of one trial."""

    python: str
    package: str
    extra: str
    tried: str
    fault: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, try, and print the table."""
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        try:
            files = built(Path(folder, "dist"))
        except FailedError as fault:
            print(fault, file=sys.stderr)
            return 1
        rows = [Row("", f.name, "", "twine check", _fault("twine check", _twine, f)) for f in files]
        trial = "holds what is tracked"
        rows.append(Row("", files[1].name, "", trial, _fault(trial, _check_complete, files[1])))
        for version in options.python or PYTHONS:
            rows += _trials(version, files, Path(folder, version))
    print(f"\n{table(rows)}")
    return int(any(row.fault for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools.release_check", description=__doc__)
    parser.add_argument(
        "--python", action="append", metavar="VERSION", help=f"of {', '.join(PYTHONS)} (all)"
    )
    return parser


def _fault(tried: str, check: Callable[..., None], *arguments: object) -> str:
    """Return the error of a check; empty if it passes."""
    print(f"{tried} ...", file=sys.stderr, flush=True)
    try:
        check(*arguments)
    except FailedError as fault:
        return str(fault)
    return ""


# the files


def built(target: Path) -> list[Path]:
    """Build the source distribution, and the wheel from it; returns both, the wheel first."""
    print("building ...", file=sys.stderr, flush=True)
    run(sys.executable, "-m", "build", "--outdir", target)
    return [*target.glob("*.whl"), *target.glob("*.tar.gz")]


def _twine(file: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", file)
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            odd = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" not in name}
        known = {path.name for path in (ROOT / "src").iterdir()}
        if odd - known:
            raise FailedError(f"the wheel brings {sorted(odd - known)}")


def _check_complete(sdist: Path) -> None:
    """Check that the source distribution has all tracked files that it needs."""
    tracked = run("git", "ls-files").split("\n")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    missing = [f for f in tracked if f and f not in packed and not f.startswith((".git", ".ci/"))]
    if missing:
        raise FailedError(f"the source distribution lacks {', '.join(missing[:20])}")


# the environments


def interpreter(version: str) -> str:
    """Return the Python of a version, on the path or of pyenv; "" if none runs here."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for python in (f"python{version}", *root.glob(f"versions/{version}.*/bin/python")):
        try:
            run(python, "-c", "")
        except (FailedError, OSError):
            continue
        return str(python)
    return ""


def _trials(version: str, files: Sequence[Path], folder: Path) -> Iterator[Row]:
    python = interpreter(version)
    if not python:
        yield Row(version, "", "", "left out: it does not run here", "")
        return
    wheel, sdist = files
    yield from _in_one(python, sdist, "", folder / "sdist")
    for extra in ALONE:
        yield from _in_one(python, wheel, extra, folder / (extra or "core"))


def _in_one(python: str, file: Path, extra: str, environment: Path) -> Iterator[Row]:
    """Try an environment with one extra alone, then with the command line if that adds to it."""
    version = run(python, "-c", "import platform; print(platform.python_version())").strip()
    kind = "wheel" if file.suffix == ".whl" else "sdist"
    run(python, "-m", "venv", environment)
    for extras, trials in ((extra, ALONE[extra]), (f"host,{extra}", WITH_HOST.get(extra, ()))):
        if not trials:
            return
        label = f"{version}: {kind} {extras or 'alone'}"
        fault = _fault(f"{label}: install", _install, environment, file, extras)
        yield Row(version, kind, extras, "install", fault)
        for name, trial in trials if not fault else ():
            yield Row(version, kind, extras, name, _fault(f"{label}: {name}", trial, environment))


def _install(environment: Path, file: Path, extras: str) -> None:
    requirement = f"{file}[{extras}]" if extras else str(file)
    run(environment / "bin/python", "-m", "pip", "install", "--quiet", requirement)


def table(rows: Sequence[Row]) -> str:
    """Format the rows in columns; failures have their output below."""
    head = ("Python", "package", "extra", "tried", "")
    cells = [head, *((*row[:4], _outcome(row)) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    lines = []
    for line, row in zip(cells, [None, *rows], strict=True):
        lines.append("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip())
        lines += [f"    {text}" for text in (row.fault.splitlines() if row else ())]
    return "\n".join(lines)


def _outcome(row: Row) -> str:
    if row.fault:
        return "FAILED"
    return "" if row.tried.startswith("left out") else "works"


if __name__ == "__main__":
    sys.exit(main())
