"""The API changes only on purpose."""

from __future__ import annotations

from tests.host.server.browser import Site
from tests.host.server.call_interface import FILE, interface


def test_what_calls_take_and_answer_is_what_programs_know(site: Site) -> None:
    assert interface(site) == FILE.read_text("utf-8"), (
        "if you mean it: python -m tests.host.server.call_interface, and a line in CHANGELOG.md"
    )
