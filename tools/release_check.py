"""Whether what would be released works where nothing else is: `make release-check`.

Builds the wheel and the source distribution, has `twine check` look at them, and installs each into
empty environments of every supported Python that runs here: the core alone, and each extra alone.
Prints a table of what was tried. Exit status 0 if all of it works, 1 if not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13")

#: What runs with the core alone: each variant that the project names, one turn, the reports.
CORE = """
import sys
import horizons_core as hz
needless = {"click", "sqlalchemy", "rich", "argon2", "matplotlib", "scipy", "polars"}
named = set(sys.argv[1:])
assert set(hz.variants()) == named, f"{sorted(hz.variants())} are installed, not {sorted(named)}"
for name in sorted(named):
    game = hz.load_variant(name).new_game(["Ada", "Brin"], seed=1)
    turn = hz.run_turn(game, {"Ada": "", "Brin": ""})
    assert turn.report("Ada").text and turn.report("Ada").html
    assert turn.digest == hz.run_turn(hz.load(hz.dump(game)), {"Ada": "", "Brin": ""}).digest
loaded = needless & set(sys.modules)
assert not loaded, f"the core has loaded {sorted(loaded)}"
"""
ABSENT = """
import importlib.util
import sys
there = [name for name in sys.argv[1:] if importlib.util.find_spec(name)]
assert not there, f"{there} were installed with the core"
"""


class Row(NamedTuple):
    """One thing that was tried."""

    python: str
    package: str
    extra: str
    tried: str
    fault: str


class FailedError(Exception):
    """A command that failed, with the end of what it said."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, try, tell."""
    asked = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        try:
            files = built(Path(folder, "dist"))
        except FailedError as fault:
            print(fault, file=sys.stderr)
            return 1
        rows = [Row("", f.name, "", "twine check", _fault("twine check", _twine, f)) for f in files]
        whole = "holds what is tracked"
        rows.append(Row("", files[1].name, "", whole, _fault(whole, _whole, files[1])))
        for version in asked.python or PYTHONS:
            rows += _tried(version, files, Path(folder, version))
    print(f"\n{table(rows)}")
    return int(any(row.fault for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools/release_check.py", description=__doc__)
    parser.add_argument(
        "--python", action="append", metavar="VERSION", help=f"of {', '.join(PYTHONS)} (all)"
    )
    return parser


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command printed; raises FailedError."""
    # Nothing of this environment is to be found from the ones that are tried.
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise FailedError(ran.stdout.strip()[-2000:])
    return ran.stdout


def _fault(tried: str, check: Callable[..., None], *arguments: object) -> str:
    """What is wrong; nothing if it works."""
    print(f"{tried} ...", file=sys.stderr, flush=True)
    try:
        check(*arguments)
    except FailedError as fault:
        return str(fault)
    return ""


# the files


def built(target: Path) -> list[Path]:
    """The wheel and the source distribution, the wheel made of the latter."""
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


def _whole(sdist: Path) -> None:
    """The source distribution has what the repository has, but for what serves the latter alone."""
    tracked = run("git", "ls-files").split("\n")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    missing = [f for f in tracked if f and f not in packed and not f.startswith((".git", ".ci/"))]
    if missing:
        raise FailedError(f"the source distribution lacks {', '.join(missing[:20])}")


# the environments


def _tried(version: str, files: Sequence[Path], folder: Path) -> Iterator[Row]:
    python = f"python{version}"
    try:
        found = run(python, "-c", "import sys; print(sys.version.split()[0])").strip()
    except (FailedError, OSError):
        yield Row(version, "", "", "left out: it does not run here", "")
        return
    wheel, sdist = files
    for file, extra in ((wheel, ""), (sdist, ""), (wheel, "host"), (wheel, "lab")):
        kind = "wheel" if file is wheel else "sdist"
        environment = folder / f"{kind}-{extra or 'core'}"
        said = f"{found}: {kind} {extra or 'alone'}"
        fault = _fault(f"{said}: install", _install, python, environment, file, extra)
        yield Row(found, kind, extra, "install", fault)
        for name, check in CHECKS[extra] if not fault else ():
            yield Row(found, kind, extra, name, _fault(f"{said}: {name}", check, environment))


def _install(python: str, environment: Path, file: Path, extra: str) -> None:
    run(python, "-m", "venv", environment)
    wanted = f"{file}[{extra}]" if extra else str(file)
    run(environment / "bin/python", "-m", "pip", "install", "--quiet", wanted)


def _variants() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["entry-points"]["horizons.variants"])


def _core(environment: Path) -> None:
    run(environment / "bin/python", "-c", CORE, *_variants(), cwd=environment)


def _nothing_of_the_host(environment: Path) -> None:
    run(environment / "bin/python", "-c", ABSENT, "click", "sqlalchemy", "rich", cwd=environment)


def _help(environment: Path) -> None:
    run(environment / "bin/horizons", "--help", cwd=environment)


def _demo(environment: Path) -> None:
    folder = environment / "empty"
    folder.mkdir()
    run(environment / "bin/horizons", "demo", cwd=folder)


CHECKS = {
    "": [("variants, a turn of each", _core), ("no click, no database", _nothing_of_the_host)],
    "host": [("horizons --help", _help), ("horizons demo", _demo)],
    "lab": [("variants, a turn of each", _core)],
}


def table(rows: Sequence[Row]) -> str:
    """The rows in columns; what failed has what was said below."""
    head = ("Python", "package", "extra", "tried", "")
    cells = [head, *((*row[:4], _outcome(row)) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    lines = []
    for line, row in zip(cells, [None, *rows], strict=True):
        lines.append("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip())
        lines += [f"    {said}" for said in (row.fault.splitlines() if row else ())]
    return "\n".join(lines)


def _outcome(row: Row) -> str:
    if row.fault:
        return "FAILED"
    return "" if row.tried.startswith("left out") else "works"


if __name__ == "__main__":
    sys.exit(main())
