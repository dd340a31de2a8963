"""The script `horizons` without some of its libraries: a clear message names the missing one."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import pytest

from horizons_core.version import VERSION
from horizons_host.start import LIBRARIES, main

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def called(monkeypatch, capsys):
    """Call the script without a library that its commands need; return status and output."""

    def call(missing, *arguments):
        def command_line():
            raise ModuleNotFoundError(f"No module named '{missing}'", name=missing)

        module = ModuleType("horizons_host.cli.main")
        module.main = command_line
        monkeypatch.setitem(sys.modules, "horizons_host.cli.main", module)
        monkeypatch.setattr(sys, "argv", ["horizons", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, *capsys.readouterr()

    return call


@pytest.mark.parametrize(("missing", "library"), [("click", "click"), ("rich.console", "rich")])
def test_without_its_libraries_the_command_line_says_what_to_install(called, missing, library):
    message = (
        f"Error: the command line of Horizons needs {library}, which is not installed\n"
        "  install it with: pip install 'horizons[host]'\n"
    )
    assert called(missing, "variants") == (1, "", message)


def test_the_version_is_told_all_the_same(called):
    assert called("click", "--version") == (0, f"horizons, version {VERSION}\n", "")


def test_what_is_missing_for_another_reason_is_told_as_python_tells_it(called):
    with pytest.raises(ModuleNotFoundError, match="horizons_host.nowhere"):
        called("horizons_host.nowhere")


def test_the_libraries_are_those_of_the_extra():
    listed = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]["host"]
    brought = {re.split(r"[\[>=]", requirement)[0] for requirement in listed}
    distributions = packages_distributions()
    brought_by = {n: {d.lower().replace("_", "-") for d in distributions[n]} for n in LIBRARIES}
    assert {name for name, by in brought_by.items() if not brought & by} == set()
    assert len(LIBRARIES) == len(brought)


def test_with_them_it_is_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["horizons", "--version"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("horizons, version ")
