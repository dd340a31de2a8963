"""Pages are rendered outside the event loop, and in the reader's language."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import jinja2
import pytest

from horizons_core.gc_pause import gc_paused
from horizons_core.report.jinja_support import ReleasingTemplate
from horizons_host.server import texts
from horizons_host.server.pages import rendering
from tests.host.server.browser import Site


def test_pages_are_written_where_other_requests_do_not_wait_for_them(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    loops: list[Any] = []
    render = ReleasingTemplate.render

    def watched(template: ReleasingTemplate, *arguments: Any, **more: Any) -> str:
        loops.append(asyncio._get_running_loop())
        return render(template, *arguments, **more)

    monkeypatch.setattr(ReleasingTemplate, "render", watched)
    ada = site.person("Ada")
    for path in ("/", "/rules", "/games/new/event_horizon", "/account"):
        assert ada.open(path).status == 200
    assert len(loops) >= 4
    assert set(loops) == {None}


def test_pages_are_translated_and_escape_values() -> None:
    written = rendering.engine().engine.from_string(
        '{{ _("Rules") }}, {{ _("all %% of %(one)s <br>", one=name) }}, {{ _("5 %% <br>") }}'
    )
    english = "Rules, all % of &lt;b&gt; <br>, 5 % <br>"
    assert written.render(name="<b>") == english
    with texts.in_language("de"):
        assert written.render(name="<b>") == english.replace("Rules", texts.gettext("Rules"))
        assert texts.gettext("Rules") != "Rules"
    assert written.render(name="<b>") == english


def test_a_rendered_page_releases_its_context(site: Site) -> None:
    ada = site.person("Ada")
    assert ada.open("/").status == 200
    gc.collect()
    with gc_paused():
        ada.open("/")
        left = [context for context in gc.get_objects() if type(context) is jinja2.runtime.Context]
    assert [context.name for context in left if context.parent.get("path")] == []
