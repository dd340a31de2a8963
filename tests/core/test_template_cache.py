"""Compiled templates are cached on disk, and never used for another text or another compiler."""

from __future__ import annotations

import sys

import jinja2
import pytest

from horizons_core.report import jinja_support, rendering
from horizons_core.report.jinja_support import TemplateCache


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    """Return the folder for byte code during the test."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    rendering.templates.cache_clear()
    yield tmp_path / "kept"
    rendering.templates.cache_clear()


def environment(text):
    """Return a new environment, as another process would have it."""
    loader = jinja2.DictLoader({"greeting": text})
    return jinja2.Environment(loader=loader, bytecode_cache=TemplateCache(), autoescape=True)


def render(text):
    return environment(text).get_template("greeting").render(name="Ada")


def refuse_to_compile(monkeypatch):
    def compile_(self, source, name=None, filename=None):
        raise AssertionError(f"{name} is compiled")

    monkeypatch.setattr(jinja2.Environment, "compile", compile_)


def test_a_template_is_compiled_once(monkeypatch):
    assert render("Hello, {{ name }}") == "Hello, Ada"
    refuse_to_compile(monkeypatch)
    assert render("Hello, {{ name }}") == "Hello, Ada"


def test_a_template_that_changed_is_compiled_afresh():
    assert render("Hello, {{ name }}") == "Hello, Ada"
    assert render("Good bye, {{ name }}") == "Good bye, Ada"


def test_another_version_compiles_afresh(monkeypatch):
    render("Hello, {{ name }}")
    monkeypatch.setattr(jinja_support, "_VERSIONS", "horizons 99, jinja2 99")
    refuse_to_compile(monkeypatch)
    with pytest.raises(AssertionError, match="greeting is compiled"):
        render("Hello, {{ name }}")


def test_where_nothing_can_be_written_templates_work_as_well(cache_folder):
    cache_folder.write_text("a file where the folder should be")
    assert render("Hello, {{ name }}") == "Hello, Ada"
    assert cache_folder.read_text() == "a file where the folder should be"


def test_reports_keep_their_templates_where_python_keeps_byte_code(cache_folder):
    rendering.templates("variants.event_horizon").get_template("report.txt.jinja")
    assert list(cache_folder.rglob("*.cache"))


def test_who_wants_no_byte_code_gets_none(cache_folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendering.templates("variants.event_horizon").get_template("report.txt.jinja")
    assert not cache_folder.exists()
