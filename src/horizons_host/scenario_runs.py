"""Running scenario files and comparing the result with their expectations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.errors import HorizonsError

if TYPE_CHECKING:
    from horizons_core import Variant


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
