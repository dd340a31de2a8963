"""Trials in an environment with an installed release.

A trial gets the environment's folder; FailedError describes the failure. Programs run in separate
folders, so that nothing of the source tree is found.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
#: Timeout for the start of a server; the demonstration plays games first.
PATIENCE_SECONDS = 300

Trial = Callable[[Path], None]

#: Test of the core alone: each variant that the project names, one turn, the reports.
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
#: The first study of docs/tutorial-research.md, and a step of an environment.
STUDY = """
import horizons_core as hz
import horizons_lab as lab
import moon_raiders
def digger(view, stream):
    return "DIG"
rules = hz.Variant(moon_raiders)
study = lab.Study(variant=rules, seats=["raider", digger], games=100, key="raids")
said = str(study.run().win_rate("raider"))
assert said == "0.76 (95% interval 0.67 to 0.83, n = 100)", said
env = lab.parallel_env("event_horizon", players=2)
assert set(env.reset(seed=1)[0]) == set(env.agents)
"""
NEEDS_LAB = "import horizons_lab; horizons_lab.Study"
PNG = """
import resvg_py
svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
assert bytes(resvg_py.svg_to_bytes(svg_string=svg)).startswith(b"\\x89PNG")
"""
SIGNING = """
from horizons_host.notifications.push import new_signing_key, public_key_of
assert len(public_key_of(new_signing_key())) == 87
"""
STUDY_FILE = """
variant: event_horizon
seats: [greedy, random]
games: 4
max_turns: 5
key: a release
"""


class FailedError(Exception):
    """A command that failed, with the end of its output."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; raises FailedError."""
    status, output = ran(*command, cwd=cwd)
    if status:
        raise FailedError(output.strip()[-2000:])
    return output


def ran(*command: str | Path, cwd: Path) -> tuple[int, str]:
    """Run a command; returns its status and output."""
    process = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout


def surroundings() -> dict[str, str]:
    """Return the environment variables, without those of this process's own environment."""
    return {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}


def _demand(condition: object, output: str) -> None:
    if not condition:
        raise FailedError(output[-2000:])


def _folder(environment: Path, name: str) -> Path:
    folder = environment / "tried" / name
    folder.mkdir(parents=True)
    return folder


# the core


def core(environment: Path) -> None:
    """Check that every variant plays a turn, without loading the host."""
    run(environment / "bin/python", "-c", CORE, *PROJECT["entry-points"]["horizons.variants"],
        cwd=environment)  # fmt: skip


def nothing_of_the_host(environment: Path) -> None:
    """Check that no library of an extra was installed."""
    run(environment / "bin/python", "-c", ABSENT, "click", "sqlalchemy", "rich", cwd=environment)


def needs_host(environment: Path) -> None:
    """Check that the script prints its version, and names the extra for everything else."""
    _version(environment)
    new = ["new", "g", "--variant", "event_horizon", "--bot", "Ada=greedy", "--bot", "Brin=greedy"]
    _refused(environment, "horizons[host]", environment / "bin/horizons", *new)
    _refused(environment, "horizons[host]", environment / "bin/python", "-m", "horizons_host", *new)


def needs_lab(environment: Path) -> None:
    """Check that the lab names its extra."""
    status, output = ran(environment / "bin/python", "-c", NEEDS_LAB, cwd=environment)
    _demand(status and "horizons[lab]" in output, output)


def _version(environment: Path) -> None:
    output = run(environment / "bin/horizons", "--version", cwd=environment)
    _demand(output == f"horizons, version {PROJECT['version']}\n", output)


def _refused(environment: Path, words: str, *command: str | Path) -> None:
    """Check that a command is refused with this text, and without a traceback."""
    status, output = ran(*command, cwd=environment)
    _demand(status in {1, 2} and words in output and "Traceback" not in output, output)


# the host


def commands(environment: Path) -> None:
    """Play a game from its set-up to its reports, in an empty folder."""
    _version(environment)
    folder = _folder(environment, "game")
    horizons = environment / "bin/horizons"
    run(horizons, "variants", cwd=folder)
    for name in PROJECT["entry-points"]["horizons.variants"]:
        new = [horizons, "new", name, "--variant", name, "--player", "Ada", "--player", "Brin"]
        run(*new, cwd=folder)
        orders = ["-g", name, "-p", "Ada"]
        run(horizons, "orders", "template", *orders, "--out", f"{name}.txt", cwd=folder)
        run(horizons, "orders", "submit", *orders, f"{name}.txt", cwd=folder)
        run(horizons, "turn", "-g", name, "--yes", cwd=folder)
        output = run(horizons, "report", "-g", name, "-p", "Ada", cwd=folder)
        _demand("Ada" in output and "turn 1" in output, output)
        run(horizons, "verify", "-g", name, cwd=folder)
        run(horizons, "map", "-g", name, "-p", "Ada", "--out", f"{name}.html", cwd=folder)


def demo(environment: Path) -> None:
    """Run `make demo` without the source tree."""
    run(environment / "bin/horizons", "demo", cwd=_folder(environment, "demo"))


def served(environment: Path) -> None:
    """Run `make serve-demo` without the source tree: pages, their files, another language."""
    folder = _folder(environment, "serve")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [environment / "bin/horizons", "serve", "--data", "data", "--demo", "--port", port]
    with (folder / "said.txt").open("w") as log:
        server = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=surroundings(),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _pages(f"http://127.0.0.1:{port}", server, folder / "said.txt")
        finally:
            server.terminate()
            server.wait(60)


def _pages(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not _answers(url):
        _demand(server.poll() is None and time.monotonic() < end, log.read_text("utf-8"))
        time.sleep(0.2)
    front = _page(url + "/")
    _demand("Create account" in front, front)
    _demand("Konto anlegen" in _page(url + "/", "de"), "the front page has no German")
    files = [part for part in front.split('"') if part.startswith("/static/")]
    _demand(files, "the front page has no style")
    for path in (*files, "/rules/galaxy_g", "/battles/event_horizon", "/learn", "/games"):
        _demand(_page(url + path), f"{path} is empty")


def _answers(url: str) -> bool:
    try:
        return _page(url + "/healthz").strip() == "fine"
    except OSError:  # not listening yet
        return False


def _page(address: str, language: str = "en") -> str:
    with urlopen(Request(address, headers={"Accept-Language": language}), timeout=60) as answer:
        return str(answer.read().decode())


def needs_extras(environment: Path) -> None:
    """Check that a map as PNG, a study and push notifications name their extras."""
    folder, horizons = _folder(environment, "lacking"), environment / "bin/horizons"
    run(horizons, "new", "g", "--variant", "event_horizon", "--bot", "Ada=greedy", "--bot",
        "Brin=greedy", cwd=folder)  # fmt: skip
    picture = [horizons, "map", "-g", folder / "g", "-p", "Ada", "--out", folder / "map.png"]
    _refused(environment, "horizons[png]", *picture)
    (folder / "study.yaml").write_text(STUDY_FILE, "utf-8")
    study = [horizons, "lab", "run", folder / "study.yaml", "--out", folder / "results"]
    _refused(environment, "horizons[lab]", *study)
    serve = [horizons, "serve", "--push-contact", "mailto:cleo@games.example.org"]
    _refused(environment, "horizons[host,push]", *serve)


def signs(environment: Path) -> None:
    """Check that the libraries of push notifications sign."""
    run(environment / "bin/python", "-c", SIGNING, cwd=environment)


# maps as PNG, and the lab


def draws(environment: Path) -> None:
    """Check that the library draws."""
    run(environment / "bin/python", "-c", PNG, cwd=environment)


def picture(environment: Path) -> None:
    """Check that the command line draws a map as a picture."""
    folder, horizons = _folder(environment, "picture"), environment / "bin/horizons"
    run(horizons, "new", "g", "--variant", "galaxy_g", "--bot", "Ada=random", "--bot",
        "Brin=random", cwd=folder)  # fmt: skip
    run(horizons, "map", "-g", "g", "-p", "Ada", "--out", "map.png", cwd=folder)
    _demand((folder / "map.png").read_bytes().startswith(b"\x89PNG"), "map.png is no PNG")


def study(environment: Path) -> None:
    """Check that the first study of the tutorial gives the page's result."""
    folder = _folder(environment, "study")
    game = (ROOT / "examples" / "one_file" / "moon_raiders.py").read_text("utf-8")
    (folder / "moon_raiders.py").write_text(game, "utf-8")
    (folder / "study.py").write_text(STUDY, "utf-8")
    run(environment / "bin/python", "study.py", cwd=folder)


def study_file(environment: Path) -> None:
    """Check that the command line plays a study in a file, and writes its page."""
    folder, horizons = _folder(environment, "study-file"), environment / "bin/horizons"
    (folder / "study.yaml").write_text(STUDY_FILE, "utf-8")
    run(horizons, "lab", "run", "study.yaml", "--out", "results", cwd=folder)
    run(horizons, "lab", "report", "results", cwd=folder)


#: Trials for each extra ("" is the core alone): with it alone, and with the command line, too.
ALONE: Mapping[str, Sequence[tuple[str, Trial]]] = {
    "": [
        ("variants, a turn of each", core),
        ("no click, no database", nothing_of_the_host),
        ("says what needs host", needs_host),
        ("says what needs lab", needs_lab),
    ],
    "host": [
        ("a game of each variant", commands),
        ("horizons demo", demo),
        ("horizons serve --demo", served),
        ("says what needs png, lab, push", needs_extras),
    ],
    "png": [("a drawing", draws), ("says what needs host", needs_host)],
    "push": [("says what needs host", needs_host)],
    "lab": [
        ("variants, a turn of each", core),
        ("a study", study),
        ("says what needs host", needs_host),
    ],
}
WITH_HOST: Mapping[str, Sequence[tuple[str, Trial]]] = {
    "png": [("horizons map as PNG", picture)],
    "push": [("a signing key", signs)],
    "lab": [("horizons lab run, report", study_file)],
}
