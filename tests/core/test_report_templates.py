"""Templates of reports: state between renderings, and messages for errors in templates."""

from __future__ import annotations

import gc
import weakref

import jinja2
import pytest

from horizons_core.report.rendering import templates

MACRO = "{% macro named(thing) %}<{{ thing.name.upper() }}>{% endmacro %}{{ named(ship) }}"


class _Ship:
    name = "Dauntless"


def test_a_template_releases_its_values_after_rendering() -> None:
    ship = _Ship()
    gone = weakref.ref(ship)
    template = templates("horizons_core.report").from_string(MACRO)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        assert template.render(ship=ship) == "<DAUNTLESS>"
        del ship
        assert gone() is None
    finally:
        if was_enabled:
            gc.enable()


def test_what_is_wrong_in_a_template_is_reported_with_its_line() -> None:
    template = templates("horizons_core.report").from_string("first\n{{ ship.nothing }}\n")
    with pytest.raises(jinja2.UndefinedError) as error:
        template.render(ship=_Ship())
    lines = [
        (frame.name, frame.lineno + 1)
        for frame in error.traceback
        if frame.name == "top-level template code"
    ]
    assert lines == [("top-level template code", 2)]
