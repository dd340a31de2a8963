"""Compiled templates are kept on disk, and never used for another text or by another compiler."""

from __future__ import annotations

import sys

import jinja2
import pytest

from horizons_core.report import rendering, template_cache
from horizons_core.report.template_cache import TemplateCache


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The folder in which byte code is kept for the test."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    rendering.templates.cache_clear()
    yield tmp_path / "kept"
    rendering.templates.cache_clear()


def environment(text):
    """As another process would have it."""
    loader = jinja2.DictLoader({"greeting": text})
    return jinja2.Environment(loader=loader, bytecode_cache=TemplateCache(), autoescape=True)


def rendered(text):
    return environment(text).get_template("greeting").render(name="Ada")


def refuse_to_compile(monkeypatch):
    def compile_(self, source, name=None, filename=None):
        raise AssertionError(f"{name} is compiled")

    monkeypatch.setattr(jinja2.Environment, "compile", compile_)


def test_a_template_is_compiled_once(monkeypatch):
    assert rendered("Hello, {{ name }}") == "Hello, Ada"
    refuse_to_compile(monkeypatch)
    assert rendered("Hello, {{ name }}") == "Hello, Ada"


def test_a_template_that_changed_is_compiled_afresh():
    assert rendered("Hello, {{ name }}") == "Hello, Ada"
    assert rendered("Good bye, {{ name }}") == "Good bye, Ada"


def test_another_version_compiles_afresh(monkeypatch):
    rendered("Hello, {{ name }}")
    monkeypatch.setattr(template_cache, "_VERSIONS", "horizons 99, jinja2 99")
    refuse_to_compile(monkeypatch)
    with pytest.raises(AssertionError, match="greeting is compiled"):
        rendered("Hello, {{ name }}")


def test_where_nothing_can_be_written_templates_work_as_well(kept):
    kept.write_text("a file where the folder should be")
    assert rendered("Hello, {{ name }}") == "Hello, Ada"
    assert kept.read_text() == "a file where the folder should be"


def test_reports_keep_their_templates_where_python_keeps_byte_code(kept):
    rendering.templates("variants.event_horizon").get_template("report.txt.jinja")
    assert list(kept.rglob("*.cache"))


def test_who_wants_no_byte_code_gets_none(kept, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendering.templates("variants.event_horizon").get_template("report.txt.jinja")
    assert not kept.exists()
