"""The script `horizons` where only the core is installed: it says what is missing, in words."""

from __future__ import annotations

import builtins
import sys

import pytest

from horizons_core.version import VERSION
from horizons_host.start import main


@pytest.fixture
def without_click(monkeypatch):
    monkeypatch.delitem(sys.modules, "horizons_host.cli", raising=False)
    real = builtins.__import__

    def found(name, *more, **others):
        if name == "horizons_host.cli":
            raise ModuleNotFoundError("No module named 'click'", name="click")
        return real(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", found)


def test_without_its_libraries_the_command_line_says_what_to_install(
    without_click, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "argv", ["horizons", "variants"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert capsys.readouterr().err == (
        "Error: the command line of Horizons needs click, which is not installed\n"
        "  install it with its other libraries: pip install 'horizons[host]'\n"
    )


def test_the_version_is_told_all_the_same(without_click, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["horizons", "--version"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert capsys.readouterr().out == f"horizons, version {VERSION}\n"


def test_with_them_it_is_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["horizons", "--version"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("horizons, version ")
