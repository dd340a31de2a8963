"""The speed of another commit compared with the tree: `make against REV=main`; see --help.

The commit is checked out into a temporary folder, and both trees do the same work (`workloads`)
with the same Python, in separate processes that take turns, so that a busy machine slows both
alike. Times are processor times, including children. A ratio is the tree's time by the commit's:
below 1 the tree is faster. Compared with its own commit, a clean tree shows the noise.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from benchmarks import workloads
from benchmarks.__main__ import ROOT, Row, machine, table, verdict
from benchmarks.measuring import extremes, spread

T = TypeVar("T")

BAR = 1.05
UNCACHED_BAR = 3.0
REPETITIONS, COLD_REPETITIONS, UNCACHED_REPETITIONS = 21, 15, 2

#: By game, a side of a battle so small that compiling would be a noticeable wait.
FEW = {
    "event_horizon": [{"hull": 4, "thrusters": 1, "weapons": 2, "shields": 1, "count": 3}],
    "galaxy_g": [{"ships": 3, "design": [10, 1, 10, 10, 0]}],
    "far_horizons": {"ships": [{"class": "DD", "count": 3}]},
}

IMPORT = "import horizons_core"
FIRST_TURN = """
import horizons_core as hz
game = hz.load_variant({game!r}).new_game(["Ada", "Brin"], seed=1)
hz.run_turn(game, {{"Ada": "", "Brin": ""}}).reports()["Ada"].text
"""
FIRST_BATTLE = """
import horizons_core as hz
variant = hz.load_variant({game!r})
variant.combat.resolve(variant.battle({{"sides": {sides!r}}}), 1)
"""


@frozen
class Tree:
    """A working tree; `metadata` is a folder with entry points as of an installation."""

    root: Path
    metadata: Path

    def environment(self, **variables: str) -> dict[str, str]:
        """Return the environment of a process that imports this tree's code.

        Byte code is kept, as in real use, in a folder of the tree.
        """
        settings = {
            "PYTHONPATH": os.pathsep.join([str(self.root / "src"), str(self.metadata)]),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(self.metadata / "bytecode"),
        }
        return {**os.environ, **settings, **variables}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the trees; returns 0 if every bar is met, 1 if one is missed."""
    options = _parser().parse_args(arguments)
    with _checked_out(options.rev) as (commit, old, new):
        host = {**machine(), "against": f"{options.rev} ({commit})"}
        print("\n".join(f"{name:>9}: {value}" for name, value in host.items()), flush=True)
        results = [
            row for name in _names() if options.only in name for row in _rows(name, old, new)
        ]
    print(f"\n{table(results)}")
    if options.json:
        options.json.write_text(json.dumps({"machine": host, "rows": results}, indent=1) + "\n")
    return int(any(verdict(row) == "MISSED" for row in results))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.against",
        description="Compare the speed of the tree with another commit's.",
        epilog="Example: python -m benchmarks.against v0.1.0 --only galaxy_g",
    )
    parser.add_argument("rev", help="the other commit")
    parser.add_argument("--only", default="", metavar="TEXT", help="measurements named like this")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    return parser


@contextlib.contextmanager
def _checked_out(rev: str) -> Iterator[tuple[str, Tree, Tree]]:
    """Yield the commit's short name, its tree and this one."""
    commit = _git("rev-parse", "--verify", "--short=12", f"{rev}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="against-") as folder:
        root = Path(folder, "old")
        _git("worktree", "add", "--detach", str(root), commit)
        try:
            yield commit, installed(root, Path(folder, "1")), installed(ROOT, Path(folder, "2"))
        finally:
            _git("worktree", "remove", "--force", str(root))


def _git(*arguments: str) -> str:
    process = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if process.returncode:
        sys.exit(f"git {arguments[0]}: {process.stderr.strip()}")
    return process.stdout.strip()


def installed(root: Path, metadata: Path) -> Tree:
    """Return the tree with the entry points of its own project file."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    info = metadata / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    heads = {"Metadata-Version": "2.1", "Name": project["name"], "Version": project["version"]}
    (info / "METADATA").write_text("".join(f"{key}: {value}\n" for key, value in heads.items()))
    lines: list[str] = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return Tree(root, metadata)


# measurements


def _names() -> list[str]:
    cold = ["import", "help", *(f"first turn:{game}" for game in workloads.GAMES)]
    return [*workloads.names(), *cold, *(f"first battle:{game}" for game in FEW)]


def _rows(name: str, old: Tree, new: Tree) -> Iterator[Row]:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    work, _, game = name.partition(":")
    if work in workloads.WORKS:
        yield _warm(name, old, new)
        return
    commands = {
        "import": ["-c", IMPORT],
        "help": ["-m", "horizons_host", "--help"],
        "first turn": ["-c", FIRST_TURN.format(game=game)],
    }
    if work in commands:
        yield _cold(name, commands[work], old, new)
    else:
        yield _uncached(name, FIRST_BATTLE.format(game=game, sides=_two_sides(game)), old, new)


def _two_sides(game: str) -> dict[str, object]:
    names = ("Human", "Klingon") if game == "far_horizons" else ("Ada", "Brin")
    return dict.fromkeys(names, FEW[game])


def _warm(name: str, old: Tree, new: Tree) -> Row:
    """Measure two processes that have prepared the same work, and do it in turns.

    Neither of them has compiled anything, because leftovers of a compiler slow a process down.
    """
    with _frozen(name, new) as files:
        for tree in (old, new):
            with _worker(name, tree, files) as ask:
                ask()  # writes byte code, and compiles the kernels
        with _worker(name, old, files) as ask_old, _worker(name, new, files) as ask_new:
            pairs = _in_turns(ask_old, ask_new, REPETITIONS)
    (_, expected), (_, result) = pairs[0]
    note = "the same result" if result == expected else "ANOTHER RESULT"
    return _ratio(name, [(before, after) for (before, _), (after, _) in pairs], note)


@contextlib.contextmanager
def _frozen(name: str, tree: Tree) -> Iterator[Sequence[str]]:
    """The file of the game with which both begin, as the tree plays it; none for most works."""
    work, _, game = name.partition(":")
    if work not in workloads.FROZEN:
        yield ()
        return
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, f"{game}.json"))
        _processor_seconds(["-P", workloads.__file__, f"freeze:{game}", str(tree.root), file], tree)
        yield (file,)


@contextlib.contextmanager
def _worker(
    name: str, tree: Tree, files: Sequence[str]
) -> Iterator[Callable[[], tuple[float, str]]]:
    command = [sys.executable, "-P", workloads.__file__, name, str(tree.root), *files]
    with subprocess.Popen(
        command,
        env=tree.environment(),
        cwd=tree.metadata,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ask, answers = process.stdin, process.stdout

        def answer() -> tuple[float, str]:
            ask.write("\n")
            ask.flush()
            seconds, digest = answers.readline().split()
            return float(seconds), digest

        yield answer
        ask.close()


def _cold(name: str, command: Sequence[str], old: Tree, new: Tree) -> Row:
    """New processes in turns; their kernels come from the cache."""
    for tree in (old, new):
        _processor_seconds(command, tree)  # writes byte code, and compiles the kernels
    times = _in_turns(
        lambda: _processor_seconds(command, old),
        lambda: _processor_seconds(command, new),
        COLD_REPETITIONS,
    )
    return _ratio(name, times, "in a new process")


def _uncached(name: str, code: str, old: Tree, new: Tree) -> Row:
    """Measure processes without compiled kernels, in seconds: the time that users wait."""
    before = _without_cache(code, old)
    times = [_without_cache(code, new) for _ in range(UNCACHED_REPETITIONS)]
    return {
        "name": f"{name}, without a kernel cache",
        **extremes(times),
        "unit": "s",
        "bar": UNCACHED_BAR,
        "better": "at most",
        "note": f"{before:.1f} s for the commit",
    }


def _without_cache(code: str, tree: Tree) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _processor_seconds(["-c", code], tree, NUMBA_CACHE_DIR=folder)


def _processor_seconds(command: Sequence[str], tree: Tree, **environment: str) -> float:
    """Return the processor time of a process; raises CalledProcessError if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *command],
        env=tree.environment(**environment),
        cwd=tree.metadata,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _in_turns(
    old_work: Callable[[], T], new_work: Callable[[], T], repetitions: int
) -> list[tuple[T, T]]:
    """Measure in pairs, alternating which side is the first."""
    pairs = []
    for number in range(repetitions):
        if number % 2:
            second, first = new_work(), old_work()
        else:
            first, second = old_work(), new_work()
        pairs.append((first, second))
    return pairs


def _ratio(name: str, times: Sequence[tuple[float, float]], note: str) -> Row:
    ratios = [new / old for old, new in times]
    medians = (1e3 * statistics.median(column) for column in zip(*times, strict=True))
    text = f"{' to '.join(f'{median:.1f}' for median in medians)} ms, {note}"
    return {**spread(ratios), "name": name, "bar": BAR, "better": "at most", "note": text}


if __name__ == "__main__":
    sys.exit(main())
