"""Before people come the rules of the games are read, and garbage is not looked for in them."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_host.server import warming
from horizons_host.server.games.terms import Terms
from tests.host.server.begun import begun
from tests.host.server.browser import Site


@pytest.fixture(autouse=True)
def _same_thresholds() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def test_what_is_there_before_people_come_is_left_alone_by_the_collector() -> None:
    before = gc.get_freeze_count()
    kept = [[] for _ in range(1000)]
    warming.put_aside()
    assert gc.get_freeze_count() > before + len(kept)
    assert gc.get_threshold()[0] > 700


def test_the_rules_of_the_games_that_are_played_are_read_before_all_that_are_installed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(site)
    read = []

    def rules(terms: Terms) -> None:
        read.append(terms.variant)

    monkeypatch.setattr(Terms, "rules", rules)
    monkeypatch.setattr(hz, "variants", lambda: read.append("all"))
    warming.warm_up(site.service)
    assert read == ["event_horizon", "all"]


def test_rules_that_cannot_be_read_are_told_of_and_keep_no_server_from_its_work(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun(site)

    def rules(_terms: Terms) -> None:
        raise PluginError("its package is not installed", "install it")

    monkeypatch.setattr(Terms, "rules", rules)
    warming.warm_up_beside(site.service).join()
    assert "the rules of mars cannot be read: its package is not installed" in caplog.text
