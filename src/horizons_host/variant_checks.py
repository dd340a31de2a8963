"""Checks of a variant that need not be installed, by its scenarios and the contract."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.plugins import variant_from

if TYPE_CHECKING:
    from horizons_core import Variant

#: Packages that the contract's tests need.
NEEDED = ("pytest", "hypothesis", "lark", "jsonschema")


@frozen
class ScenarioRun:
    """Result of a scenario file: `failures` describes unmet expectations, or why it cannot run."""

    file: Path
    failures: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the run as plain data."""
        return {
            "file": str(self.file),
            "passed": not self.failures,
            "failures": list(self.failures),
        }


def run_file(file: Path, variant: Variant | None = None) -> ScenarioRun:
    """Run a scenario; a file that cannot be run counts as failed. Raises OSError.

    `variant` is for rules that are not installed.
    """
    from horizons_core.scenarios import load_scenario, run_scenario

    try:
        return ScenarioRun(file, tuple(run_scenario(load_scenario(file), variant).failures))
    except HorizonsError as problem:
        return ScenarioRun(file, (str(problem),))


_TEST = """\
from horizons_core.plugins import variant_from
from horizons_core.testing import VariantContract
from horizons_core.testing.laws.battles import BattleLaws

LEFT_OUT = (BattleLaws,) if {fights} else ()
LAWS = [law for law in VariantContract.__bases__ if law not in LEFT_OUT]


class TestContract(*LAWS):
    variant = variant_from({path!r}, {mods!r})
"""


@frozen
class ContractFailure:
    """A failure of the contract: the reason, the broken laws, and the place in the variant.

    `place` is empty if the traceback does not contain the variant's files.
    """

    reason: str
    laws: tuple[str, ...]
    place: str = ""


@frozen
class VariantCheck:
    """Result of a check: the loaded variant, its scenarios, and the laws that hold and that fail.

    If `fights` is true, the variant has battles; their laws need example battles and were left out.
    """

    variant: hz.Variant
    scenarios: tuple[ScenarioRun, ...]
    passed_laws: int
    broken: tuple[ContractFailure, ...]
    fights: bool

    @property
    def fine(self) -> bool:
        """True if no problem was found."""
        return not self.broken and not any(run.failures for run in self.scenarios)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "variant": self.variant.name,
            "mods": [mod.name for mod in self.variant.mods],
            "scenarios": [run.to_dict() for run in self.scenarios],
            "laws_kept": self.passed_laws,
            "laws_broken": [
                {"reason": b.reason, "laws": list(b.laws), "place": b.place} for b in self.broken
            ],
            "battles_left_out": self.fights,
        }


def check(path: Path, mods: Sequence[Path]) -> VariantCheck:
    """Load the variant in a file or folder, run its scenarios, and the contract with pytest.

    Raises PluginError for rules that cannot be loaded, HorizonsError if pytest is not installed.
    """
    variant = variant_from(path, mods)
    fights = variant.hook.horizons_combat_resolver(variant=variant) is not None
    scenarios = tuple(run_file(file, variant) for file in _scenarios(path))
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise HorizonsError(
            f"its tests need {', '.join(missing)}",
            "pip install pytest 'hypothesis[lark]' jsonschema",
        )
    passed_laws, broken = _contract(path, mods, fights=fights)
    return VariantCheck(variant, scenarios, passed_laws, tuple(broken), fights)


def _scenarios(path: Path) -> Iterator[Path]:
    """Yield the YAML files in `scenarios` folders of the variant's folder and its tests."""
    home = path if path.is_dir() else path.parent
    for folder in (home / "scenarios", home / "tests" / "scenarios"):
        yield from sorted([*folder.rglob("*.yaml"), *folder.rglob("*.yml")])


def _contract(
    path: Path, mods: Sequence[Path], *, fights: bool
) -> tuple[int, list[ContractFailure]]:
    """Run the contract; return the number of laws passed_laws, and those broken."""
    with TemporaryDirectory(prefix="horizons-check-") as place:
        test, result = Path(place, "test_contract.py"), Path(place, "result.xml")
        files = [str(mod.resolve()) for mod in mods]
        test.write_text(_TEST.format(path=str(path.resolve()), mods=files, fights=fights), "utf-8")
        options = ["-q", "-p", "no:cacheprovider", f"--rootdir={place}", f"--junitxml={result}"]
        run = subprocess.run(  # noqa: S603 - our own file
            [sys.executable, "-m", "pytest", *options, str(test)],
            cwd=place,
            env={n: v for n, v in os.environ.items() if not n.startswith("PYTEST_")},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode not in {0, 1} or not result.is_file():
            raise HorizonsError(f"pytest could not run the contract: {run.stdout[-500:]}")
        return _results(result, (path if path.is_dir() else path.parent).resolve())


def _results(file: Path, home: Path) -> tuple[int, list[ContractFailure]]:
    """Read pytest's results, with laws that are broken for the same reason grouped.

    A group has the reason of its first law: others may fail in another turn.
    """
    from xml.etree import ElementTree as ET

    passed_laws, failures = 0, dict[tuple[str, str], tuple[str, list[str]]]()
    for case in ET.parse(file).iter("testcase"):  # noqa: S314 - pytest's own file
        problem = next((p for p in case if p.tag in {"failure", "error"}), None)
        if problem is None:
            passed_laws += 1
        else:
            law = case.get("name", "").removeprefix("test_").replace("_", " ")
            trace = problem.text or ""
            reason = _reason(problem.get("message", ""), trace)
            place = _place(trace, home, file.parent)
            _, laws = failures.setdefault((_fault(reason), place), (reason, []))
            laws.append(law)
    return passed_laws, [
        ContractFailure(reason, tuple(laws), place)
        for (_, place), (reason, laws) in failures.items()
    ]


def _fault(reason: str) -> str:
    """Return a reason without its turn and phase."""
    fault = re.sub(r"^turn \d+: (?:.*? has a fault(?: in .+?, line \d+)?: )?", "", reason)
    fault = re.sub(r" \(report it to the author of these rules.*\)$", "", fault)
    return re.sub(r"; nothing was changed\)$", ")", fault)


def _reason(message: str, trace: str) -> str:
    """Return the first lines of an assertion's message, without pytest's details.

    An assertion without a message is quoted.
    """
    if not message or "full report in element text" in message:
        lines = [line[1:].strip() for line in trace.splitlines() if line.startswith("E ")]
        message = "\n".join(lines[:6])
    text = re.split(r"\n\s*assert |\nFalsifying|\nFailing test case|\n\+", message)[0]
    text = re.sub(r"^(?:[\w.]+\.)?(AssertionError|PluginError|PhaseError): ", "", text).strip()
    if text.startswith("assert "):
        text = f"this does not hold: {text.removeprefix('assert ').splitlines()[0]}"
    return "\n".join(text.splitlines()[:6]) or "it does not hold"


def _place(trace: str, home: Path, start: Path) -> str:
    """Return the last file and line of a traceback in the variant's folder, or "".

    pytest writes paths relative to the folder in which it runs, `start`.
    """
    places = [
        f"{Path(file).name}, line {line}"
        for file, line in re.findall(r"^(.+?):(\d+): ", trace, flags=re.MULTILINE)
        if home in (start / file).resolve().parents
    ]
    return places[-1] if places else ""
