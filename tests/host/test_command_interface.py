"""The command line changes only on purpose."""

from __future__ import annotations

from tests.host.command_interface import FILE, interface


def test_options_and_arguments_of_commands_are_those_that_people_know() -> None:
    assert interface() == FILE.read_text("utf-8"), (
        "if you mean it: python -m tests.host.command_interface, and a line in CHANGELOG.md"
    )
