"""Warm-up: rules are loaded before the first visitor and exempt from garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_host.server import processes
from horizons_host.server.games.terms import Terms
from tests.host.server.begun import begin_game
from tests.host.server.browser import Site


@pytest.fixture(autouse=True)
def _same_thresholds() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def test_objects_from_startup_are_exempt_from_garbage_collection() -> None:
    before = gc.get_freeze_count()
    objects = [[] for _ in range(1000)]
    processes.freeze_objects()
    assert gc.get_freeze_count() > before + len(objects)
    assert gc.get_threshold()[0] > 700


def test_the_rules_of_the_games_that_are_played_are_read_before_all_that_are_installed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_game(site)
    read = []

    def rules(terms: Terms) -> None:
        read.append(terms.variant)

    monkeypatch.setattr(Terms, "rules", rules)
    monkeypatch.setattr(hz, "variants", lambda: read.append("all"))
    processes.warm_up(site.service)
    assert read == ["event_horizon", "all"]


def test_rules_that_cannot_be_read_are_told_of_and_keep_no_server_from_its_work(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begin_game(site)

    def rules(_terms: Terms) -> None:
        raise PluginError("its package is not installed", "install it")

    monkeypatch.setattr(Terms, "rules", rules)
    processes.start_warm_up(site.service).join()
    assert "the rules of mars cannot be read: its package is not installed" in caplog.text
